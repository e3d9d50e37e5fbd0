//! Which side the person takes.

use std::convert::Infallible;
use std::hash::{BuildHasher, RandomState};
use std::str::FromStr;

use tewari_game::Player;

/// A side as it was asked for. Whether the game has a side of that name is seen later, when
/// the game is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// The player who begins the game, or the other one.
    Player(Player),
    /// Whichever comes up.
    Random,
    /// The player whom the game calls by this name.
    Named(String),
}

impl FromStr for Side {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text.to_ascii_lowercase().as_str() {
            "first" => Self::Player(Player::First),
            "second" => Self::Player(Player::Second),
            "random" => Self::Random,
            name => Self::Named(name.to_owned()),
        })
    }
}

impl Side {
    /// The player meant, where the players are called `names`.
    ///
    /// # Errors
    /// With a sentence that lists the sides.
    pub(super) fn player(&self, names: [&str; 2]) -> Result<Player, String> {
        match self {
            Self::Player(player) => Ok(*player),
            Self::Random => {
                let coin = RandomState::new().hash_one(0) & 1;
                Ok(Player::BOTH[coin as usize])
            }
            Self::Named(name) => Player::BOTH
                .into_iter()
                .find(|player| names[player.index()].eq_ignore_ascii_case(name))
                .ok_or_else(|| {
                    let [first, second] = names.map(str::to_lowercase);
                    format!("no side {name:?}; choose first ({first}), second ({second}) or random")
                }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_have_two_names_each() {
        let names = ["Black", "White"];
        let player = |text: &str| text.parse::<Side>().unwrap().player(names);
        assert_eq!(player("first"), Ok(Player::First));
        assert_eq!(player("WHITE"), Ok(Player::Second));
        assert!(player("random").is_ok());
        let error = player("red").unwrap_err();
        assert_eq!(
            error,
            "no side \"red\"; choose first (black), second (white) or random"
        );
    }
}
