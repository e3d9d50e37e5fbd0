//! The game as the content of a file, and what a file says about the players.

use tewari_engine::{GameKind, Table};
use tewari_game::Player;
use tewari_go::{Color, sgf};

use crate::game_flags::AnyTable;

/// The engine's name in saved games.
const ENGINE: &str = "Tewari";
/// The person's name in saved games.
const PERSON: &str = "you";

/// The game to be saved, where the person is `you` and somebody may have resigned.
pub(super) fn content(table: &AnyTable, you: Player, resigned: Option<Player>) -> String {
    let players = Player::BOTH.map(|player| if player == you { PERSON } else { ENGINE });
    let text = match resigned {
        Some(loser) => resigned_by(table, loser, players),
        None => table.save(players),
    };
    format!("{}\n", text.trim_end())
}

/// Tables know nothing of resigning, so its result is put in here.
fn resigned_by(table: &AnyTable, loser: Player, players: [&str; 2]) -> String {
    let winner = loser.other();
    match table.go() {
        Some(go) => {
            let result = sgf::GameResult::Win(Color::from(winner), sgf::WinBy::Resignation);
            let [black, white] = players.map(|name| Some(name.to_owned()));
            let header = sgf::Header {
                black,
                white,
                result: Some(result),
                ..Default::default()
            };
            sgf::GameTree::from_position(&go.position, &header).to_string()
        }
        None => {
            let name = table.player_names()[winner.index()];
            let result = format!("result: {name} wins by resignation\n");
            table
                .save(players)
                .replacen("result: unfinished\n", &result, 1)
        }
    }
}

/// The game that a saved game in lines of text names; an SGF file names none.
pub(super) fn named_game(content: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(content).ok()?;
    text.lines()
        .find_map(|line| line.strip_prefix("game:"))
        .map(str::trim)
}

/// Which side the engine did not have in a saved game, if it had just one.
pub(super) fn seat_of_person(content: &[u8], table: &dyn Table) -> Option<Player> {
    let engine_sat = |name: Option<&str>| name.is_some_and(|name| name.trim() == ENGINE);
    let seats = if table.kind() == GameKind::Go {
        let games = sgf::Collection::read(content).ok()?.games;
        let game = games.first()?;
        Color::BOTH.map(|color| engine_sat(game.player(color).as_deref()))
    } else {
        let text = String::from_utf8_lossy(content);
        table.player_names().map(|role| {
            let name = |line: &'_ str| {
                line.strip_prefix(role)?
                    .strip_prefix(':')
                    .map(str::to_owned)
            };
            engine_sat(text.lines().find_map(name).as_deref())
        })
    };
    match seats {
        [true, false] => Some(Player::Second),
        [false, true] => Some(Player::First),
        _ => None,
    }
}
