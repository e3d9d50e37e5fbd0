//! Matches of our own engine against itself.

mod common;

use std::collections::HashSet;
use std::fs;

use common::{config, games, played, quick};
use tewari_lab::record::{End, Outcome};
use tewari_lab::{Cancel, Changes, Contest, Ending, Observer, Progress, Provenance};

fn two(game: &str, concurrency: usize, more: &str) -> String {
    format!(
        "[match]\n{game}\nconcurrency = {concurrency}\n{more}\n\
         [[player]]\nname = 'weak'\n{}[[player]]\nname = 'strong'\n{}",
        quick(4),
        quick(60)
    )
}

/// The same games and tables whether they run one by one or beside each other.
#[test]
fn concurrency_changes_nothing() {
    for (game, count) in [
        ("game = 'connect4'\nopenings = 'random:3'", 24),
        ("game = 'go'\nsize = 5\nkomi = 0.5", 8),
        ("game = 'go'\nsize = 7\nopenings = 'random:2'", 4),
        ("game = 'breakthrough'", 4),
        ("game = 'othello'", 2),
        ("game = 'lion'", 4),
    ] {
        let folders = [1, 2].map(|concurrency| {
            let folder = tempfile::tempdir().unwrap();
            let more = format!("games = {count}");
            played(&config(&two(game, concurrency, &more)), folder.path()).unwrap();
            folder
        });
        let [one, two] = folders.each_ref().map(|folder| games(folder.path()));
        assert_eq!(one.len(), count, "{game}");
        assert_eq!(one, two, "{game}");
        for name in ["table.txt", "table.csv", "table.json"] {
            let [one, two] = folders
                .each_ref()
                .map(|folder| fs::read(folder.path().join(name)).unwrap());
            assert_eq!(one, two, "{game}: {name}");
        }
    }
}

#[test]
fn pairs_share_openings_and_swap_sides() {
    let folder = tempfile::tempdir().unwrap();
    let text = two("game = 'connect4'\nopenings = 'random:4'", 1, "games = 12");
    let contest = played(&config(&text), folder.path()).unwrap();
    let games = games(folder.path());
    for pair in games.chunks(2) {
        let opening = |i: usize| pair[i].moves.split(' ').take(4).collect::<Vec<_>>();
        assert_eq!(opening(0), opening(1));
        assert_eq!(
            (&pair[0].first, &pair[0].second),
            (&pair[1].second, &pair[1].first)
        );
        assert_eq!(pair[0].opening_moves, 4);
    }
    let openings: HashSet<&str> = games.iter().map(|game| game.opening.as_str()).collect();
    assert_eq!(openings.len(), 6);
    assert!(
        games
            .iter()
            .all(|game| game.end == End::Rules && game.result != Outcome::Void)
    );
    let report = contest.report();
    assert_eq!(report.pairings[0].games, 12);
    assert!(report.pairings[0].counts.losses > 6, "{}", report.text());
    for game in &games {
        let moves = game.moves.split(' ').count();
        assert_eq!(
            [game.visits.len(), game.values.len(), game.seconds.len()],
            [moves; 3]
        );
        assert!(game.visits[..4].iter().all(Option::is_none));
        assert!(
            game.values[4..]
                .iter()
                .all(|v| v.is_some_and(|v| (0.0..=1.0).contains(&v)))
        );
    }
}

#[test]
fn games_of_go_are_left_as_sgf() {
    let folder = tempfile::tempdir().unwrap();
    let text = two("size = 5\nkomi = 0.5", 1, "games = 4");
    played(&config(&text), folder.path()).unwrap();
    for (game, number) in games(folder.path()).iter().zip(1..) {
        let path = folder.path().join(format!("sgf/game-{number:06}.sgf"));
        let content = fs::read(path).unwrap();
        let read = tewari_go::sgf::Collection::read(&content).unwrap();
        let replayed = tewari_go::sgf::Replay::new(&read.games[0]).run().unwrap();
        assert_eq!(replayed.moves, game.moves.split(' ').count());
        let score = replayed.position.score(&[]).to_string();
        assert_eq!(Some(score), game.score);
        assert!(String::from_utf8(content).unwrap().contains("visits "));
    }
}

#[test]
fn a_game_without_end_is_void_or_a_draw() {
    for (rule, result) in [("void", Outcome::Void), ("draw", Outcome::Draw)] {
        let folder = tempfile::tempdir().unwrap();
        let more = format!("games = 2\nmove_limit = 5\nat_limit = '{rule}'");
        let contest = played(&config(&two("game = 'othello'", 1, &more)), folder.path()).unwrap();
        for game in games(folder.path()) {
            assert_eq!((game.result, game.end), (result, End::Limit));
        }
        assert_eq!(
            contest.report().pairings[0].void,
            if rule == "void" { 2 } else { 0 }
        );
    }
}

/// An observer that stops the match after some games.
struct Impatient<'a>(&'a Cancel, u64);

impl Observer for Impatient<'_> {
    fn progress(&mut self, progress: &Progress<'_>) {
        if progress.here >= self.1 {
            self.0.raise();
        }
    }
}

/// A match stopped and resumed until it is done leaves what a match in one go leaves.
#[test]
fn a_stopped_match_is_resumed() {
    let text = two("game = 'connect4'\nopenings = 'random:2'", 2, "games = 40");
    let config = config(&text);
    let whole = tempfile::tempdir().unwrap();
    played(&config, whole.path()).unwrap();

    let folder = tempfile::tempdir().unwrap();
    let mut contest = Contest::begin(config.clone(), folder.path()).unwrap();
    let mut runs = 0;
    loop {
        runs += 1;
        let cancel = Cancel::default();
        let mut observer = Impatient(&cancel, 1);
        let ending = contest
            .run(&Provenance::default(), &cancel, &mut observer)
            .unwrap();
        if ending == Ending::Complete {
            break;
        }
        drop(contest);
        contest = Contest::resume(folder.path(), Some(&config), Changes::default()).unwrap();
        assert!(runs < 100);
    }
    assert!(runs > 1);
    assert_eq!(games(whole.path()), {
        contest.write_tables().unwrap();
        drop(contest);
        games(folder.path())
    });
    for name in ["table.txt", "table.csv", "table.json"] {
        let read = |folder: &std::path::Path| fs::read_to_string(folder.join(name)).unwrap();
        assert_eq!(read(whole.path()), read(folder.path()));
    }
}

#[test]
fn a_match_can_be_prolonged_but_not_changed() {
    let folder = tempfile::tempdir().unwrap();
    let base = two("game = 'connect4'", 1, "games = 4");
    drop(played(&config(&base), folder.path()).unwrap());
    let changes = Changes {
        games: Some(6),
        ..Changes::default()
    };
    let mut contest = Contest::resume(folder.path(), None, changes).unwrap();
    assert_eq!(contest.finished(), 4);
    let ending = contest
        .run(&Provenance::default(), &Cancel::default(), &mut ())
        .unwrap();
    assert_eq!((ending, contest.finished()), (Ending::Complete, 6));
    drop(contest);
    // The last run's number of games holds from now on.
    let contest = Contest::resume(folder.path(), None, Changes::default()).unwrap();
    assert_eq!(contest.config().games, 6);
    drop(contest);
    let whole = tempfile::tempdir().unwrap();
    played(
        &config(&two("game = 'connect4'", 1, "games = 6")),
        whole.path(),
    )
    .unwrap();
    assert_eq!(games(folder.path()), games(whole.path()));

    for (other, part) in [
        (two("game = 'connect4'", 1, "seed = 2"), "the seed differs"),
        (two("game = 'othello'", 1, ""), "the board differs"),
        (
            two("game = 'connect4'\nopenings = 'random:1'", 1, ""),
            "the openings differ",
        ),
        (base.replace("weak", "meek"), "the players differ"),
    ] {
        let error =
            Contest::resume(folder.path(), Some(&config(&other)), Changes::default()).unwrap_err();
        assert!(error.to_string().contains(part), "{error}");
    }
    let error = Contest::begin(config(&base), folder.path())
        .unwrap_err()
        .to_string();
    assert!(error.contains("with 6 games already"), "{error}");
}

#[test]
fn a_sequential_test_ends_early_and_always_at_the_same_pair() {
    let text = |concurrency| {
        two(
            "game = 'connect4'\nopenings = 'random:2'",
            concurrency,
            "games = 400",
        ) + "[sprt]\nelo0 = -200\nelo1 = -100\n"
    };
    let reports = [1, 2].map(|concurrency| {
        let folder = tempfile::tempdir().unwrap();
        let mut contest = Contest::begin(config(&text(concurrency)), folder.path()).unwrap();
        let ending = contest
            .run(&Provenance::default(), &Cancel::default(), &mut ())
            .unwrap();
        assert_eq!(ending, Ending::Decided);
        assert!(contest.finished() < 400);
        let mut report = contest.report();
        report.surplus = 0;
        report
    });
    assert_eq!(reports[0], reports[1]);
    assert_eq!(reports[0].sprt.as_ref().unwrap().verdict, "elo0");
}

#[test]
fn three_players_in_a_round_robin() {
    let text = format!(
        "[match]\ngame = 'connect4'\ngames = 6\nconcurrency = 2\nopenings = 'random:2'\n\
         [[player]]\nname = 'a'\n{}[[player]]\nname = 'b'\n{}[[player]]\nname = 'c'\n{}",
        quick(2),
        quick(20),
        quick(150)
    );
    let folder = tempfile::tempdir().unwrap();
    let report = played(&config(&text), folder.path()).unwrap().report();
    assert_eq!(report.games, 18);
    assert_eq!(report.pairings.len(), 3);
    assert_eq!(report.ratings.len(), 3);
    assert_eq!(report.ratings[2].name, "a", "{}", report.text());
}

#[test]
fn what_cannot_be_played_is_said_before_the_first_game() {
    for (set, part) in [
        ("{'engine.memory' = 16777216}", "MiB of memory"),
        (
            "{'search.formula' = 'monte-carlo', 'search.depth' = 7}",
            "player y: search.formula = monte-carlo needs search.depth = 1",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let text = format!(
            "[match]\ngame = 'connect4'\n[[player]]\nname = 'x'\n\
             [[player]]\nname = 'y'\nset = {set}\n"
        );
        let error = played(&config(&text), folder.path())
            .unwrap_err()
            .to_string();
        assert!(error.contains(part), "{error}");
        assert!(games(folder.path()).is_empty());
    }
}
