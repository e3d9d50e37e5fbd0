//! The table of parts in docs/time.md is made from their declarations.

use std::fs;
use std::path::Path;

use tewari_control::{Domain, Name, Origin, preset};

const COLUMNS: [(&str, Domain); 6] = [
    ("Go 13×13", Domain::Go(13)),
    ("Go 19×19", Domain::Go(19)),
    ("Connect-4", Domain::Connect4),
    ("Breakthrough", Domain::Breakthrough),
    ("Othello", Domain::Othello),
    ("Catch the Lion", Domain::CatchTheLion),
];

fn table() -> String {
    let mut text = String::from("\n| part | what it does | numbers |");
    for (title, _) in COLUMNS {
        text += &format!(" {title} |");
    }
    text += "\n|---|---|---|";
    text += &"---|".repeat(COLUMNS.len());
    text += "\n";
    for &name in Name::ALL {
        let args: Vec<&str> = name.args().iter().map(|arg| arg.name).collect();
        text += &format!(
            "| `{}` | {} | {} |",
            name.text(),
            name.doc(),
            args.join(", ")
        );
        for (_, domain) in COLUMNS {
            let cell = match preset(name, domain) {
                _ if name.is_for_go() && !domain.is_go() => String::new(),
                Some(preset) if preset.values.is_empty() => "✓".to_owned(),
                Some(preset) => {
                    let values: Vec<String> = preset.values.iter().map(f64::to_string).collect();
                    let mark = match preset.origin {
                        Origin::Published => "",
                        Origin::Probable => " (p)",
                        Origin::Nearest => " (n)",
                        Origin::Ours => " (o)",
                    };
                    format!("{}{mark}", values.join(", "))
                }
                None => "–".to_owned(),
            };
            text += &format!(" {cell} |");
        }
        text += "\n";
    }
    text + "\n"
}

#[test]
fn the_page_has_every_part() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/time.md");
    let page = fs::read_to_string(&path).unwrap();
    let start = page.find("<!-- generated").unwrap();
    let start = start + page[start..].find("-->").unwrap() + "-->".len();
    let end = page.find("<!-- end -->").unwrap();
    if page[start..end] == table() {
        return;
    }
    assert!(
        std::env::var_os("TEWARI_BLESS").is_some(),
        "docs/time.md is stale (TEWARI_BLESS=1 rewrites it)"
    );
    fs::write(
        &path,
        format!("{}{}{}", &page[..start], table(), &page[end..]),
    )
    .unwrap();
}
