//! What must be read, sample by sample.

use tewari_go::sgf::{Collection, GameResult, GameTree, Games, Limits, WinBy};
use tewari_go::{Color, Komi, Rules};

use super::{bytes, sample};

fn only(name: &str) -> GameTree {
    let mut collection = sample(name);
    assert_eq!(
        (collection.games.len(), &*collection.warnings),
        (1, &[][..]),
        "{name}"
    );
    collection.games.remove(0)
}

fn warnings(collection: &Collection) -> Vec<String> {
    collection
        .warnings
        .iter()
        .map(ToString::to_string)
        .collect()
}

fn root_text(tree: &GameTree, ident: &str) -> String {
    tree.text(tree.root(), ident).unwrap().into_owned()
}

#[test]
fn collections_have_several_games() {
    let collection = sample("collection");
    let names: Vec<_> = collection
        .games
        .iter()
        .map(|game| game.player(Color::Black).unwrap())
        .collect();
    assert_eq!(names, ["first", "second", "third"]);
    let sizes: Vec<_> = collection
        .games
        .iter()
        .map(|game| game.size().unwrap().get())
        .collect();
    assert_eq!(sizes, [9, 13, 19]);
    assert_eq!(collection.games[2].game(), 3);
}

#[test]
fn variations_keep_their_order() {
    let tree = only("variations");
    let names: Vec<_> = tree
        .nodes()
        .filter_map(|node| tree.text(node, "N"))
        .collect();
    assert_eq!(
        names,
        ["root", "main", "deep main", "deep other", "second", "third"]
    );
    let fork = tree.main_line().nth(2).unwrap();
    assert_eq!(tree.children(fork).count(), 3);
    let third = tree.children(fork).nth(2).unwrap();
    assert_eq!(tree.path_to(third).len(), 4);
    assert_eq!(tree.main_line().count(), 6);
    assert_eq!(tree.node_count(), 10);
}

#[test]
fn long_names_of_ff3_are_shortened() {
    let tree = only("ff3");
    assert_eq!(tree.player(Color::Black).as_deref(), Some("Ada"));
    assert_eq!(tree.size().unwrap().get(), 9);
    assert_eq!(tree.komi().unwrap(), Some(Komi::parse("5.5").unwrap()));
    assert_eq!(tree.get(tree.root(), "AB").unwrap().values().len(), 2);
    assert_eq!(root_text(&tree, "CP"), "nobody");
    let node = tree.main_line().nth(1).unwrap();
    assert_eq!(tree.text(node, "C").unwrap(), "long names");
}

#[test]
fn sizes_komi_and_rules() {
    let sizes: Vec<_> = sample("sizes")
        .games
        .iter()
        .map(|game| game.size().ok())
        .collect();
    let sizes: Vec<_> = sizes
        .into_iter()
        .map(|size| size.map(tewari_go::Size::get))
        .collect();
    assert_eq!(sizes, [Some(9), None, Some(25), None, Some(19)]);

    let komi: Vec<_> = sample("komi").games.iter().map(GameTree::komi).collect();
    let points = |i: usize| komi[i].clone().unwrap().map(Komi::points);
    let expected = [None, Some(6.5), Some(6.5), Some(-3.5), Some(7.5), Some(7.5)];
    assert_eq!(std::array::from_fn(points), expected);
    assert_eq!(
        komi[6].clone().unwrap_err().to_string(),
        "game 7: KM[6.3]: komi must be a multiple of 0.5 of a possible size"
    );
    assert_eq!(
        komi[7].clone().unwrap_err().to_string(),
        "game 8: KM[half]: komi must be a number"
    );
    assert_eq!(points(8), None);

    let rules: Vec<_> = sample("rules")
        .games
        .iter()
        .map(|game| game.rules().ok())
        .collect();
    let known = [
        Rules::JAPANESE,
        Rules::CHINESE,
        Rules::AGA,
        Rules::NEW_ZEALAND,
    ];
    assert_eq!(rules[..4], known.map(|rules| Some(Some(rules))));
    assert_eq!(rules[4], None);
    assert_eq!(rules[5], Some(Some(Rules::JAPANESE)));
}

#[test]
fn results() {
    use Color::{Black, White};
    let read: Vec<_> = sample("results")
        .games
        .iter()
        .map(|game| game.result().ok())
        .collect();
    let win = |color, by| Some(Some(GameResult::Win(color, by)));
    let expected = [
        win(Black, WinBy::Resignation),
        win(Black, WinBy::Resignation),
        win(White, WinBy::Time),
        win(White, WinBy::Time),
        win(Black, WinBy::Forfeit),
        win(Black, WinBy::Points(3.5)),
        win(White, WinBy::Points(0.5)),
        Some(Some(GameResult::Draw)),
        Some(Some(GameResult::Draw)),
        Some(Some(GameResult::Void)),
        Some(Some(GameResult::Unknown)),
        Some(None),
        win(Black, WinBy::Unstated),
        None,
        win(White, WinBy::Points(12.5)),
    ];
    assert_eq!(read, expected);
}

#[test]
fn times() {
    let tree = only("times");
    assert_eq!(tree.main_time().unwrap(), Some(1800.0));
    assert_eq!(tree.overtime().as_deref(), Some("5x30 byo-yomi"));
    let nodes = tree.move_nodes();
    assert_eq!(tree.text(nodes[0], "BL").unwrap(), "1795.25");
    assert_eq!(tree.text(nodes[3], "OW").unwrap(), "4");
}

#[test]
fn escapes_and_soft_line_breaks() {
    let tree = only("escapes");
    assert_eq!(
        root_text(&tree, "C"),
        "one soft break, one hard\nbreak, brackets [3d], a colon : and a back slash \\"
    );
    assert_eq!(tree.player(Color::Black).as_deref(), Some("[9k] \\o/"));
    let parts = |ident: &str| -> Vec<(String, String)> {
        let values = tree.get(tree.root(), ident).unwrap().values();
        let split = values.map(|value| value.composed().unwrap());
        split
            .map(|(a, b)| (a.text().into_owned(), b.text().into_owned()))
            .collect()
    };
    assert_eq!(parts("AP"), [("odd:name".into(), "1.0".into())]);
    assert_eq!(
        parts("LB"),
        [("aa".into(), "x:y".into()), ("bb".into(), "]".into())]
    );
    assert_eq!(root_text(&only("crlf"), "C"), "two\nlines");
}

#[test]
fn unknown_properties_are_kept() {
    let tree = only("unknown");
    let properties = |node| {
        tree.properties(node)
            .map(|p| format!("{p:?}"))
            .collect::<String>()
    };
    let nodes: Vec<_> = tree.nodes().map(properties).collect();
    assert_eq!(
        nodes,
        [
            "GM[1]SZ[9]XY[1][2][]KGSDE[aa:bb]MULTIGOGM[1]A1[x]",
            "B[ee]SBKV[54.2]ZZ[ ]",
            "W[nonsense here]BM[x]",
            "ff[small]"
        ]
    );
    assert_eq!(tree.to_line(), format!("(;{})", nodes.join(";")));
}

#[test]
fn character_sets() {
    for (name, charset, black, white) in [
        ("big5", "Big5", "許功蓋", "也"),
        ("big5_late", "Big5", "許功蓋", "也"),
        ("shift_jis", "Shift_JIS", "表ソ評", "本因坊"),
        ("gb2312", "GBK", "吴清源", "聂卫平"),
        ("gb18030", "gb18030", "柁嘉熹", "€ 䶮"),
        ("euc_kr", "EUC-KR", "이창호", "조훈현"),
        ("latin1", "windows-1252", "Müller", "Ångström"),
        ("utf8", "UTF-8", "Müller", "趙治勲"),
    ] {
        let mut games = Games::new(&bytes(name)).unwrap();
        assert_eq!(games.charset(), charset, "{name}");
        let tree = games.next().unwrap().unwrap();
        assert_eq!(tree.player(Color::Black).as_deref(), Some(black), "{name}");
        assert_eq!(tree.player(Color::White).as_deref(), Some(white), "{name}");
        // What was read is Unicode, and says so.
        assert_eq!(root_text(&tree, "CA"), "UTF-8", "{name}");
        assert_eq!(tree.move_nodes().len(), 1, "{name}");
    }
    assert_eq!(root_text(&only("big5"), "C"), "表 ] 許");
    assert_eq!(only("bom").player(Color::Black).as_deref(), Some("Müller"));
    assert_eq!(
        only("utf16").player(Color::Black).as_deref(),
        Some("Müller 表")
    );
}

#[test]
fn text_around_games_is_skipped_with_a_warning() {
    let collection = sample("preamble");
    assert_eq!(collection.games.len(), 1);
    assert_eq!(
        warnings(&collection),
        [
            "1:1: text outside of any game was skipped",
            "5:1: text outside of any game was skipped"
        ]
    );
}

#[test]
fn missing_parentheses_are_added_with_a_warning() {
    let collection = sample("unclosed");
    assert_eq!(
        collection.games[0].to_line(),
        "(;GM[1]SZ[9];B[ee](;W[gc];B[cc])(;W[cc]))"
    );
    assert_eq!(
        warnings(&collection),
        ["2:1: 2 closing parentheses were missing"]
    );
}

#[test]
fn one_broken_line_costs_one_game() {
    let mut games = Games::new(&bytes("lines")).unwrap();
    let names: Vec<_> = games
        .by_ref()
        .map(|game| {
            game.map(|game| game.info("GN").unwrap())
                .map_err(|error| error.to_string())
        })
        .collect();
    let broken = Err("4:24: property \"oops\" has no value".to_owned());
    let read = |name: &str| Ok(name.to_owned());
    assert_eq!(
        names,
        [
            read("1"),
            read("2"),
            read("3"),
            broken.clone(),
            read("5"),
            read("6")
        ]
    );
    assert_eq!(games.warnings().len(), 1);
    let all = Collection::read(&bytes("lines")).map_err(|error| error.to_string());
    assert_eq!(all.map(|_| ()), broken.map(|_: String| ()));
}

#[test]
fn errors_have_a_place_and_one_line() {
    for (text, message) in [
        ("", "no game found, no \"(;\""),
        ("no game (at all)", "no game found, no \"(;\""),
        ("(;SZ[9]\n;B[ee]\n;W[gc]ü)", "3:7: unexpected \"ü\""),
        ("(;SZ[9]\n;B[ee", "2:3: the value \"[ee\" is never closed"),
        ("(;C[x\\]", "1:4: the value \"[x\\\\]\" is never closed"),
        ("(;(;)\n;B[ee])", "2:1: a node follows a variation"),
    ] {
        let error = Collection::read(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(error, message);
    }
}

#[test]
fn limits_are_reported() {
    let limits = Limits {
        bytes: 100,
        game_items: 10,
        total_items: 60,
        nesting: 3,
    };
    let read = |text: &str| Collection::read_within(text.as_bytes(), &limits);
    assert!(read("(;;;;;;;;;;)").is_ok());
    for (text, message) in [
        (
            "(;;;;;;;;;;;)",
            "1:13: more than 10 nodes and values in a game",
        ),
        (
            "(;A[1][2][3][4][5][6][7][8][9][10][11])",
            "1:4: more than 10 nodes and values in a game",
        ),
        ("(;(;(;(;))))", "1:7: more than 3 parentheses open"),
        (
            "(;)(;)(;)",
            "game 3: more than 60 nodes and values in a file",
        ),
        (&"x".repeat(101), "the file has 101 bytes, more than 100"),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(
            error.ends_with(&message[5..]),
            "{text}: {error} instead of {message}"
        );
    }
}

#[test]
fn a_million_nodes_in_a_line_do_not_hurt() {
    let text = format!("({})", ";".repeat(1 << 20));
    let collection = Collection::read(text.as_bytes()).unwrap();
    let tree = &collection.games[0];
    assert_eq!(tree.node_count(), 1 << 20);
    assert_eq!(tree.to_line(), text);
    assert_eq!(tree, &tree.clone());
}
