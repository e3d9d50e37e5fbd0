//! What the clients of KGS and CGOS tell an engine.

use tewari_go::Rules;

use super::{NAME, Table, VERSION, done};
use crate::args::Args;
use crate::response::Answer;
use crate::session::Session;

pub(super) const COMMANDS: Table = &[
    ("kgs-rules", kgs_rules),
    ("kgs-chat", kgs_chat),
    ("kgs-game_over", nothing),
    ("cgos-opponent_name", opponent_name),
    ("cgos-opponent_rating", nothing),
    ("cgos-gameover", nothing),
];

/// `kgs-rules chinese`, `aga`, `japanese` or `new_zealand`.
fn kgs_rules(session: &mut Session, args: Args<'_>) -> Answer {
    let [name] = args.exactly()?;
    let rules = Rules::named(name).map_err(|error| error.0)?;
    session.state.table.position.set_rules(rules);
    done()
}

/// `kgs-chat game|private NAME MESSAGE…`: the answer is said to the person.
fn kgs_chat(session: &mut Session, args: Args<'_>) -> Answer {
    let words = args.words();
    let ["game" | "private", _name, message @ ..] = &*words else {
        return Err("expected game or private, a name and a message".into());
    };
    let asked = message
        .iter()
        .any(|word| word.to_ascii_lowercase().starts_with("winrate"));
    let size = session.state.table.position.size();
    match &session.state.search {
        Some(search) if asked => Ok(search.explain(size)),
        _ => Ok(format!(
            "I am {NAME} {VERSION}, a Monte-Carlo tree search program. \
             Say winrate to hear what I think."
        )),
    }
}

fn opponent_name(session: &mut Session, args: Args<'_>) -> Answer {
    session.state.opponent = Some(args.text().to_owned()).filter(|name| !name.is_empty());
    done()
}

/// Good to know, but nothing follows from it.
fn nothing(_: &mut Session, _: Args<'_>) -> Answer {
    done()
}
