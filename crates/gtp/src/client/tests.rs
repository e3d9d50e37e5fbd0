use super::*;

const SOON: Duration = Duration::from_secs(20);

fn shell(script: &str) -> Client {
    let launch = Launch {
        program: "sh".into(),
        arguments: vec!["-c".into(), script.into()],
        ..Launch::default()
    };
    Client::start(&launch).unwrap()
}

#[test]
fn answers_of_all_forms() {
    let mut client = shell(
        "echo Welcome; echo; while read -r c; do case $c in \
         name) printf '= Fake\\r\\n\\r\\n';; \
         list) printf '=\\na\\tb\\n c\\n\\n';; \
         id) printf '=12 x\\n\\n';; \
         quit) printf '= \\n\\n'; exit;; \
         *) printf '? unknown command\\n\\n';; esac; done",
    );
    assert_eq!(client.send("name", SOON).unwrap(), "Fake");
    assert_eq!(client.send("list", SOON).unwrap(), "\na b\n c");
    assert_eq!(client.send("id", SOON).unwrap(), "x");
    let error = client.send("bogus", SOON).unwrap_err();
    assert_eq!(error.to_string(), "\"bogus\" was refused: unknown command");
    assert_eq!(client.send("name", SOON).unwrap(), "Fake");
    client.quit(SOON);
}

#[test]
fn death_silence_and_nonsense() {
    let error = shell("read -r c; exit 3").send("name", SOON).unwrap_err();
    assert!(
        matches!(error, ClientError::Ended(Some(s)) if s.code() == Some(3)),
        "{error}"
    );

    let moment = Duration::from_millis(50);
    let mut silent = shell("while read -r c; do :; done; sleep 100");
    let error = silent.send("name", moment).unwrap_err();
    assert_eq!(error.to_string(), "no answer to \"name\" within 0.05 s");
    drop(silent);

    let mut mad = shell("while read -r c; do printf '= ok\\n\\n'; echo lalala; done");
    assert_eq!(mad.send("name", SOON).unwrap(), "ok");
    let error = mad.send("name", SOON).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the program wrote \"lalala\", which is no response"
    );
}

#[test]
fn waiting_can_be_cancelled() {
    let mut client = shell("sleep 100");
    let flag = Arc::new(AtomicBool::new(true));
    client.cancel_with(flag);
    assert!(matches!(
        client.send("name", SOON),
        Err(ClientError::Cancelled)
    ));
}

#[test]
fn programs_are_found() {
    assert!(find_program("sh").is_some());
    assert!(find_program("no-such-program-anywhere").is_none());
    let launch = Launch {
        program: "no-such-program".into(),
        ..Launch::default()
    };
    let error = Client::start(&launch).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no program \"no-such-program\" was found"
    );
}
