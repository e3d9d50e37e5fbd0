//! Experiments: those that come with the program, and a small one from beginning to end.

use std::path::Path;

use tewari_lab::experiment::{Catalogue, EMBEDDED, LabRun, RunSettings, Verdict, append_to_ledger};
use tewari_lab::{Cancel, Ending, LabError, Observer, Progress, Provenance};

/// Every file is in the program, parses, and its rows that wait for nothing can be played.
#[test]
fn the_experiments_hang_together() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| name.strip_suffix(".toml").map(str::to_owned))
        .filter(|name| !name.starts_with("example-"))
        .collect();
    files.sort();
    let mut embedded: Vec<&str> = EMBEDDED.iter().map(|(name, _)| *name).collect();
    embedded.sort_unstable();
    assert_eq!(embedded, files);
    for entry in Catalogue::all().unwrap() {
        for row in &entry.experiment.rows {
            if !entry.experiment.missing_for(row).is_empty() {
                continue;
            }
            for of in row.built_on() {
                let other = Catalogue::find(&of.experiment).unwrap().experiment;
                assert!(other.row(&of.row).is_some(), "{}: {of}", entry.name);
            }
            if row.built_on().next().is_some() {
                continue;
            }
            let settings = RunSettings {
                scale: 0.1,
                ..RunSettings::default()
            };
            let plan = entry.experiment.plan(row, &settings, Path::new(""));
            let plan = plan.unwrap_or_else(|error| panic!("{}: {error}", entry.name));
            assert_eq!(plan.players[0].name, row.name);
        }
    }
}

#[test]
fn unknown_experiments_get_a_suggestion() {
    let error = Catalogue::find("toyoda-figure-6").unwrap_err().to_string();
    assert!(error.contains("toyoda-figure-06"), "{error}");
    assert!(matches!(
        Catalogue::find("no/such.toml"),
        Err(LabError::Read(..))
    ));
}

const SMALL: &str = "title = 'More simulations'\nsource = 'nobody'\nabout = 'A test.'\n\
    x = 'simulations'\ngames = 400\n[match]\ngame = 'connect4'\nopenings = 'random:2'\n\
    [defaults]\nset = {'engine.memory' = 1}\n[player]\n\
    [opponent]\nname = 'weak'\nset = {'engine.simulations' = 100}\n\
    [[row]]\nname = 'one'\nx = 100.0\nset = {'engine.simulations' = 100}\n\
    [[row]]\nname = 'many'\nx = 2000.0\nset = {'engine.simulations' = 2000}\n\
    published = {value = 90, error = 3}\n\
    [[row]]\nname = 'later'\nx = 3000.0\nwaits = ['cluster']\n\
    [[claim]]\ntext = 'more wins'\nrow = 'many'\nis = 'above'\nthan = 50\n\
    [[claim]]\ntext = 'more is worse'\nrow = 'many'\nis = 'below'\nthan = 'one'\n\
    [[claim]]\ntext = 'later'\nrow = 'later'\nis = 'above'\nthan = 50\n";

fn lab(folder: &Path, settings: &RunSettings) -> LabRun {
    LabRun::new("small", SMALL, settings.clone(), folder).unwrap()
}

/// Stops after so many games.
struct Impatient(u64, Cancel);

impl Observer for Impatient {
    fn progress(&mut self, progress: &Progress<'_>) {
        assert_eq!(progress.total, 120);
        if progress.done >= self.0 {
            self.1.raise();
        }
    }
}

#[test]
fn a_small_experiment_is_played_stopped_resumed_and_judged() {
    let folder = tempfile::tempdir().unwrap();
    let settings = RunSettings {
        scale: 0.1,
        games: Some(60),
        ..RunSettings::default()
    };
    let provenance = Provenance {
        command: "tewari lab run small".into(),
        ..Provenance::default()
    };
    let base = Path::new("");
    let cancel = Cancel::default();
    let mut watcher = Impatient(1, cancel.clone());
    let ending = lab(folder.path(), &settings).run(base, &provenance, &cancel, &mut watcher);
    assert_eq!(ending.unwrap(), Ending::Interrupted);
    let before = lab(folder.path(), &settings).findings().unwrap();
    assert!((1..120).contains(&before.games()), "{}", before.games());
    let ending = lab(folder.path(), &settings).run(base, &provenance, &Cancel::default(), &mut ());
    assert_eq!(ending.unwrap(), Ending::Complete);

    let findings = LabRun::open(folder.path())
        .unwrap()
        .write_reports()
        .unwrap();
    assert_eq!(findings.games(), 120);
    let [one, many, later] = findings.rows.as_slice() else {
        panic!()
    };
    assert_eq!((one.games, many.games, later.games), (60, 60, 0));
    assert!(
        many.ours.unwrap().value > 75.0,
        "200 simulations against 10: {many:?}"
    );
    let verdicts: Vec<Verdict> = findings.claims.iter().map(|claim| claim.verdict).collect();
    assert_eq!(
        verdicts,
        [Verdict::Confirmed, Verdict::Refuted, Verdict::Undecided]
    );
    assert_eq!(findings.verdict(), Verdict::Refuted);
    for (name, part) in [
        ("report.txt", "later"),
        ("report.csv", "small,0.1,,many,2000,60,"),
        ("report.json", "\"refuted\""),
        ("report.html", "tewari lab run small"),
    ] {
        let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(text.contains(part), "{name}: {text}");
    }
    // At another scale these are other games.
    let other = RunSettings {
        scale: 0.2,
        ..settings
    };
    let error = LabRun::new("small", SMALL, other, folder.path()).unwrap_err();
    assert!(error.to_string().contains("another scale"), "{error}");
}

/// Rows that several commands have played.
#[test]
fn the_ledger_names_the_command_of_each_row() {
    let folder = tempfile::tempdir().unwrap();
    let play = |row: &str| {
        let settings = RunSettings {
            scale: 0.1,
            games: Some(2),
            rows: vec![row.to_owned()],
            ..RunSettings::default()
        };
        let provenance = Provenance {
            command: format!("play {row}"),
            commit: format!("commit of {row}"),
            ..Provenance::default()
        };
        let mut run = lab(folder.path(), &settings);
        let cancel = Cancel::default();
        run.run(Path::new(""), &provenance, &cancel, &mut ())
            .unwrap();
    };
    play("many");
    play("one");
    let run = LabRun::open(folder.path()).unwrap();
    let path = folder.path().join("ledger.md");
    append_to_ledger(&path, &run.findings().unwrap(), &run).unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    for (about, command) in [
        (" one ", "| commit of one | `play one` |"),
        (" many ", "| commit of many | `play many` |"),
        (" more wins ", "| commit of many | `play many` |"),
    ] {
        let line = text.lines().find(|line| line.contains(about)).unwrap();
        assert!(line.ends_with(command), "{line}");
    }
}

/// Prediction rates stand beside the published ones.
#[test]
fn pondering_is_reported() {
    let text = "title = 't'\nsource = 's'\nabout = 'a'\ngames = 2\n[match]\n\
        game = 'connect4'\ntime = '2s'\nclock = 'virtual:300'\n\
        [defaults]\nset = {'engine.memory' = 1}\n[player]\n[opponent]\nname = 'plain'\n\
        [[row]]\nname = 'focused'\nprediction = 42.1\n\
        set = {'ponder.kind' = 'focused', 'ponder.replies' = 2}\n[[row]]\nname = 'off'\n";
    let folder = tempfile::tempdir().unwrap();
    let mut lab = LabRun::new("small", text, RunSettings::default(), folder.path()).unwrap();
    let (cancel, provenance) = (Cancel::default(), Provenance::default());
    lab.run(Path::new(""), &provenance, &cancel, &mut ())
        .unwrap();
    let findings = lab.findings().unwrap();
    let [focused, off] = findings.rows.as_slice() else {
        panic!()
    };
    let pondering = focused.pondering.unwrap();
    let predicted = pondering.predicted.unwrap();
    assert!((10.0..100.0).contains(&predicted), "{pondering:?}");
    assert!(pondering.expected.unwrap() <= predicted);
    assert_eq!((pondering.published, off.pondering), (Some(42.1), None));
    let shown = format!("{predicted:.1}");
    let text = findings.text();
    let line = text.lines().find(|line| line.starts_with("focused"));
    let line = line.unwrap();
    assert!(line.contains(&shown) && line.ends_with("42.1"), "{text}");
    assert!(findings.html(&[]).contains(">predicted<") && findings.csv().contains(",42.1\r"));
}

/// Tables that are not about scores.
#[test]
fn time_saved_and_length_of_games_are_measured() {
    let text = |measure: &str| {
        format!(
            "title = 't'\nsource = 's'\nabout = 'a'\ngames = 4\nmeasure = '{measure}'\n\
             [match]\ngame = 'connect4'\nopenings = 'random:2'\ntime = '2s'\n\
             clock = 'virtual:5000'\n[defaults]\nset = {{'engine.memory' = 1}}\n[player]\n\
             [opponent]\nname = 'plain'\nset = {{'time.strategy' = 'exp-moves'}}\n\
             [[row]]\nname = 'stop'\nset = {{'time.strategy' = 'exp-moves+stop-a'}}\n\
             [[row]]\nname = 'same'\nset = {{'time.strategy' = 'exp-moves'}}\n"
        )
    };
    let measured = |measure: &str| {
        let folder = tempfile::tempdir().unwrap();
        let settings = RunSettings::default();
        let mut lab = LabRun::new("small", &text(measure), settings, folder.path()).unwrap();
        lab.run(
            Path::new(""),
            &Provenance::default(),
            &Cancel::default(),
            &mut (),
        )
        .unwrap();
        let rows = lab.findings().unwrap().rows;
        rows.iter()
            .map(|row| row.ours.unwrap().value)
            .collect::<Vec<f64>>()
    };
    let saved = measured("saved");
    assert!(
        (5.0..50.0).contains(&saved[0]),
        "safe stopping saves something, never half: {saved:?}"
    );
    assert!(saved[1] < saved[0], "{saved:?}");
    let turns = measured("time-by-turn");
    assert!(
        turns.iter().all(|turn| (20.0..60.0).contains(turn)),
        "{turns:?}"
    );
    let lengths = measured("length");
    assert!(
        lengths.iter().all(|plies| (7.0..=42.0).contains(plies)),
        "{lengths:?}"
    );
}

const CLOCKED: &str = "title = 't'\nsource = 's'\nabout = 'a'\ngames = 4\n[match]\n\
    game = 'connect4'\nopenings = 'random:2'\ntime = '2s'\nclock = 'virtual:3000'\n\
    [defaults]\nset = {'engine.memory' = 1}\n[player]\n\
    [opponent]\nname = 'plain'\nset = {'time.strategy' = 'exp-moves'}\n";

/// A run of an experiment beside others.
fn beside(folder: &Path, name: &str, rows: &str, settings: &RunSettings) -> LabRun {
    let text = format!("{CLOCKED}{rows}");
    LabRun::new(name, &text, settings.clone(), &folder.join(name)).unwrap()
}

fn play(lab: &mut LabRun) -> Result<Ending, LabError> {
    let (cancel, provenance) = (Cancel::default(), Provenance::default());
    lab.run(Path::new(""), &provenance, &cancel, &mut ())
}

const STOPS: &str = "[[row]]\nname = 'stop'\nset = {'time.strategy' = 'exp-moves+stop(f=2)'}\n\
    [[row]]\nname = 'weak'\nset = {'engine.simulations' = 1}\n";

/// A distribution is measured in the games of another row, once.
#[test]
fn distributions_are_copied_from_other_runs() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path();
    let settings = RunSettings {
        from: vec![folder.join("base")],
        ..RunSettings::default()
    };
    let copy = "[[row]]\nname = 'copied'\ndistribution_of = 'base: stop'\n";
    let alone = RunSettings::default();
    let error = play(&mut beside(folder, "copy", copy, &alone)).unwrap_err();
    let error = error.to_string();
    let command = "first run tewari lab run base --row \"stop\" --scale 1,";
    assert!(error.contains(command) && !error.contains('\n'), "{error}");
    play(&mut beside(folder, "base", STOPS, &alone)).unwrap();
    let mut lab = beside(folder, "copy", copy, &settings);
    play(&mut lab).unwrap();
    let strategy = || {
        let record = folder.join("copy/copied.jsonl");
        let recorded = tewari_lab::record::read(&record).unwrap().unwrap();
        let times = tewari_lab::times::gather(&recorded.header.config, &recorded.games);
        (recorded.header.digest, times)
    };
    let (digest, times) = strategy();
    let base = folder.join("base/stop.jsonl");
    let base = tewari_lab::record::read(&base).unwrap().unwrap();
    let copied = tewari_lab::times::gather(&base.header.config, &base.games);
    assert!(copied[0].rules.contains_key("stop") && times[0].rules.is_empty());
    let first = |turns: &tewari_lab::times::PlayerTimes| turns.turns[&1].mean().unwrap();
    let (there, here) = (first(&copied[0]), first(&times[0]));
    assert!((there - here).abs() < 0.01, "{there} {here}");

    // More games there are another average, and the same player here.
    let more = RunSettings {
        games: Some(6),
        ..settings
    };
    play(&mut beside(folder, "base", STOPS, &more)).unwrap();
    play(&mut beside(folder, "copy", copy, &more)).unwrap();
    let (again, times) = strategy();
    assert_eq!((again, times[0].games), (digest, 6));
    let other = RunSettings { scale: 0.5, ..more };
    let error = play(&mut beside(folder, "other", copy, &other)).unwrap_err();
    assert!(error.to_string().contains("at scale 0.5"), "{error}");
}

/// A summary plays nothing and says what the games of other rows show.
#[test]
fn tables_are_summed_up() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path();
    let settings = RunSettings {
        games: Some(20),
        from: vec![folder.join("base")],
        ..RunSettings::default()
    };
    let rows = "[[row]]\nname = 'above'\nof = 'base: stop'\nthan = 'base: weak'\n\
        [[row]]\nname = 'not above'\nof = 'base: weak'\nthan = 50\n\
        [[row]]\nname = 'unknown'\nof = 'base: nobody'\nthan = 50\n";
    let alone = RunSettings::default();
    let error = play(&mut beside(folder, "sum", rows, &alone)).unwrap_err();
    let error = error.to_string();
    assert!(
        error.contains("tewari lab run base --scale 1") && !error.contains('\n'),
        "{error}"
    );
    play(&mut beside(folder, "base", STOPS, &settings)).unwrap();
    let mut sum = beside(folder, "sum", rows, &settings);
    assert_eq!(play(&mut sum).unwrap(), Ending::Complete);
    let findings = LabRun::open(&folder.join("sum")).unwrap().findings();
    let findings = findings.unwrap();
    let values = findings
        .rows
        .iter()
        .map(|row| row.ours.map(|ours| ours.value));
    assert_eq!(values.collect::<Vec<_>>(), [Some(1.0), Some(0.0), None]);
    assert_eq!(findings.rows[0].games, 20);
}

/// Average times by turn are drawn, and stand in tables.
#[test]
fn times_by_turn_are_reported() {
    let parent = tempfile::tempdir().unwrap();
    let rows = "[[row]]\nname = 'early'\nset = {'search.solver' = false, 'time.strategy' = 'distribution(1:20,2:0.1)'}\n\
        [[row]]\nname = 'late'\nset = {'search.solver' = false, 'time.strategy' = 'phases(p=1,m=8,q=4)'}\n\
        [[claim]]\ntext = 'c'\nrow = 'early'\nis = 'below'\nthan = 'late'\n";
    let text = format!("measure = 'time-by-turn'\n{CLOCKED}{rows}");
    let settings = RunSettings::default();
    let mut lab = LabRun::new("turns", &text, settings, parent.path()).unwrap();
    play(&mut lab).unwrap();
    let findings = lab.write_reports().unwrap();
    let [early, late] = findings.rows.as_slice() else {
        panic!()
    };
    // Openings have two moves, so the first turn of the players is their second.
    let seconds = |row: usize, turn: usize| findings.rows[row].turns[turn].seconds.value;
    assert_eq!((early.turns[0].turn, early.turns[0].moves), (1, 4));
    assert!((seconds(0, 0) - 0.4).abs() < 1e-3, "20% of 2 s");
    assert!((seconds(0, 1) - 0.002).abs() < 1e-3);
    assert!((seconds(1, 0) - 0.02).abs() < 1e-3 && (seconds(1, 3) - 0.08).abs() < 1e-3);
    // How late depends on how long the games are; only moves without alternative break the rule.
    let [early, late] = [early, late].map(|row| row.ours.unwrap().value);
    assert!(early < 20.0 && late > 40.0, "{early} {late}");
    assert_eq!(findings.claims[0].verdict, Verdict::Confirmed);
    for (name, part) in [
        ("report.txt", "mean seconds by turn"),
        ("report.html", "turn of the player"),
        ("report.json", "\"turns\""),
    ] {
        let text = std::fs::read_to_string(parent.path().join(name)).unwrap();
        assert!(text.contains(part), "{name}: {text}");
    }
}
