use super::*;
use crate::config::MatchFile;
use crate::contest::Provenance;
use crate::record::{End, Outcome};
use crate::schedule::GameId;
use crate::tally::Summary;

fn config(players: &[&str], more: &str) -> MatchConfig {
    let players: String = players
        .iter()
        .map(|p| format!("[[player]]\nname = '{p}'\n"))
        .collect();
    let text = format!("[match]\ngame = 'othello'\n{more}\n{players}");
    MatchFile::parse(&text)
        .unwrap()
        .resolve("".as_ref())
        .unwrap()
}

/// Twelve pairs of every pairing in which the first player wins both, or one, in turn.
fn games(pairings: usize) -> Vec<Summary> {
    let ids = (0..12).flat_map(|pair| {
        (0..pairings).flat_map(move |pairing| [0, 1].map(|leg| GameId { pair, pairing, leg }))
    });
    ids.map(|id| Summary {
        id,
        result: match (id.pair % 2, id.leg) {
            (0, 0) => Outcome::First,
            (0, _) => Outcome::Second,
            _ => Outcome::First,
        },
        end: End::Rules,
        opening: ["x", "y"][id.pair as usize % 2].to_owned(),
        moves: id.pair * 100 + id.pairing as u64 * 2 + u64::from(id.leg),
        length: 60,
        second: None,
        disputed: false,
    })
    .collect()
}

#[test]
fn two_players_as_text() {
    let config = config(&["new, improved", "old"], "[sprt]\nelo0 = 0\nelo1 = 40\n");
    let report = Report::new(&config, &Tally::new(&config, &games(1)));
    let text = report.text();
    for part in [
        "Othello; 24 of 100 games, seed 1",
        "new, improved - old     24  18  0  6  75.0%",
        "pairs with 0, 1/2, 1, 3/2, 2 points: 0 0 6 0 6",
        "SPRT of 0 against 40 Elo: LLR ",
        "new, improved - old  +12 =0 -0  100.0%  +6 =0 -6  50.0%",
        "x        +12 =0 -0  100.0%",
        "ended: 24 by the rules; 60.0 moves on average",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(report.ratings.is_empty());
    assert_eq!(report.pairings[0].basis, "pairs");
}

#[test]
fn many_players_are_ranked() {
    let config = config(&["a", "b", "c"], "anchor = 'c'");
    let report = Report::new(&config, &Tally::new(&config, &games(3)));
    let names: Vec<&str> = report.ratings.iter().map(|r| r.name.as_str()).collect();
    assert_eq!(names, ["a", "b", "c"]);
    assert_eq!(report.ratings[2].elo.value, 0.0);
    assert!(report.text().contains("\nplayer  "));
}

#[test]
fn nothing_played_is_no_catastrophe() {
    let config = config(&["a", "b", "c"], "");
    let report = Report::new(&config, &Tally::new(&config, &[]));
    assert!(report.text().contains("0 of 300 games"));
    assert_eq!(report.csv().lines().count(), 4);
    let json: serde_json::Value = serde_json::from_str(&report.json()).unwrap();
    assert!(json["pairings"][0]["elo"]["value"].is_null());
}

#[test]
fn csv_and_json_say_the_same() {
    let config = config(&["new, improved", "old"], "");
    let report = Report::new(&config, &Tally::new(&config, &games(1)));
    let csv = report.csv();
    let mut lines = csv.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    let row = lines.next().unwrap().replace("\"new, improved\"", "new");
    let row: Vec<&str> = row.split(',').collect();
    assert_eq!(header.len(), row.len());
    let cell = |name: &str| row[header.iter().position(|c| *c == name).unwrap()];
    assert_eq!(
        (cell("a"), cell("wins"), cell("score")),
        ("new", "18", "0.75")
    );
    let json: serde_json::Value = serde_json::from_str(&report.json()).unwrap();
    let elo = json["pairings"][0]["elo"]["low"].as_f64().unwrap();
    assert!((cell("elo_low").parse::<f64>().unwrap() - elo).abs() < 1e-6);
}

#[test]
fn failures_disputes_and_repetitions_are_named() {
    let config = config(&["a", "b"], "");
    let mut games = games(1);
    games[0].end = End::Crash;
    games[1].end = End::Illegal;
    games[3].moves = games[2].moves;
    games[4].second = Some(Some(false));
    games[4].disputed = true;
    games[5].result = Outcome::Void;
    games[5].end = End::Limit;
    let text = Report::new(&config, &Tally::new(&config, &games)).text();
    for part in [
        "b lost games by failing: 1 crashes, 1 illegal moves",
        "1 games have no result",
        "second scorer: 0 the same, 1 different, 0 without answer",
        "1 games have a disputed result: 5",
        "1 games repeat an earlier one move for move (4 = 3)",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn the_ledger_grows_by_rows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.md");
    let config = config(&["a|b", "c"], "");
    let report = Report::new(&config, &Tally::new(&config, &games(1)));
    let provenance = Provenance {
        version: "0.1.0".into(),
        commit: "abc123".into(),
        command: "tewari match --player 'a|b'".into(),
    };
    for _ in 0..2 {
        append_to_ledger(&path, &report, &provenance).unwrap();
    }
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(
        text.matches("| abc123 | `tewari match --player 'a\\|b'` |\n")
            .count(),
        2
    );
    assert_eq!(text.matches("\n|---|").count(), 1);
    assert!(text.contains("| 24 | 75.0% |"));
    assert!(append_to_ledger(&folder.path().join("no/such"), &report, &provenance).is_err());
}

/// A page must be right even where there are no numbers: no coordinate may be without one.
#[test]
fn pages_stand_alone_and_have_only_numbers_as_places() {
    let sprt = "\n[sprt]\nelo0 = 0\nelo1 = 20\n";
    for (names, pairings, extra) in [
        (&["a<b>", "b"][..], 0, ""),
        (&["a<b>", "b"], 1, sprt),
        (&["a", "b", "c"], 3, ""),
    ] {
        let config = config(names, extra);
        let games = if pairings == 0 {
            Vec::new()
        } else {
            games(pairings)
        };
        let report = Report::new(&config, &Tally::new(&config, &games));
        let page = report.html(&config, &games, &[]);
        for part in ["<script", "src=", "href=", "NaN", "\"inf", "a<b>"] {
            assert!(!page.contains(part), "{part} in {page}");
        }
        assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
        assert_eq!(page.matches("<g>").count(), page.matches("</g>").count());
        assert_eq!(page.contains("Sequential test"), !extra.is_empty());
        assert!(
            page.matches("<table>").count() >= 4,
            "numbers stand in tables"
        );
    }
}
