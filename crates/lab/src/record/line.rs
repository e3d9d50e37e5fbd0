//! The lines of a record.

use serde::{Deserialize, Serialize};
use tewari_base::stats::GameScore;
use tewari_control::PonderStats;
use tewari_game::Player;

use crate::config::{MatchConfig, SprtConfig};
use crate::odds::Odds;
use crate::schedule::GameId;
use crate::timing::MoveTime;

/// The version of the schema, raised when a reader of the old one would be wrong.
pub const SCHEMA: u32 = 1;

/// A line of a record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Line {
    /// The first line.
    Header(Box<Header>),
    /// The program began to run.
    Session(Session),
    /// A game was finished.
    Game(GameLine),
}

/// The first line of a record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// [`SCHEMA`].
    pub schema: u32,
    /// [`MatchConfig::digest`].
    pub digest: String,
    /// The match.
    pub config: MatchConfig,
}

/// The circumstances of a run.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Session {
    /// When it began, in UTC: `2026-11-15T12:34:56Z`.
    pub started: String,
    /// The version of this program.
    pub version: String,
    /// The commit it was built from.
    pub commit: String,
    /// The command line.
    pub command: String,
    /// The operating system and its architecture.
    pub os: String,
    /// The processor, where the system tells.
    pub cpu: Option<String>,
    /// How many cores the process may use.
    pub cores: usize,
    /// How many games were played at a time.
    pub concurrency: usize,
    /// How many games of each pairing were asked for.
    pub games: u64,
    /// The sequential test in force.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtConfig>,
    /// What the players say they are.
    pub players: Vec<PlayerVersion>,
}

/// What a player says it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerVersion {
    /// Its name in the match.
    pub name: String,
    /// Name and version that the program gives itself; for our own engine the digest of its
    /// parameters.
    pub version: String,
}

/// Who won a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Whoever moved first.
    First,
    /// Whoever moved second.
    Second,
    /// Nobody.
    Draw,
    /// The game has no result and counts for nothing.
    Void,
}

impl Outcome {
    /// This side won.
    #[must_use]
    pub const fn win(side: Player) -> Self {
        match side {
            Player::First => Self::First,
            Player::Second => Self::Second,
        }
    }

    /// What it is worth to whoever moved first; `None` for a game without result.
    #[must_use]
    pub const fn first_score(self) -> Option<GameScore> {
        match self {
            Self::First => Some(GameScore::Win),
            Self::Second => Some(GameScore::Loss),
            Self::Draw => Some(GameScore::Draw),
            Self::Void => None,
        }
    }
}

/// Why a game ended. Where somebody failed it is the loser.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// By the rules of the game.
    Rules,
    /// The loser resigned.
    Resign,
    /// The limit of moves was reached.
    Limit,
    /// The loser had no time left.
    Time,
    /// The loser made an illegal move.
    Illegal,
    /// The loser's program ended or broke down.
    Crash,
    /// The loser's program did not answer.
    Hang,
    /// The loser's program answered what makes no sense, or refused a legal move.
    Garbage,
}

impl End {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Rules,
        Self::Resign,
        Self::Limit,
        Self::Time,
        Self::Illegal,
        Self::Crash,
        Self::Hang,
        Self::Garbage,
    ];

    /// As people read it.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Rules => "by the rules",
            Self::Resign => "by resignation",
            Self::Limit => "at the limit of moves",
            Self::Time => "on time",
            Self::Illegal => "illegal moves",
            Self::Crash => "crashes",
            Self::Hang => "hangs",
            Self::Garbage => "senseless answers",
        }
    }

    /// Whether the loser failed rather than lost.
    #[must_use]
    pub const fn is_failure(self) -> bool {
        matches!(
            self,
            Self::Time | Self::Illegal | Self::Crash | Self::Hang | Self::Garbage
        )
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameLine {
    /// Its place in the order of all games, from 0.
    pub game: u64,
    /// Its pair, pairing and leg.
    #[serde(flatten)]
    pub id: GameId,
    /// Who moved first.
    pub first: String,
    /// Who moved second.
    pub second: String,
    /// The seeds of these two.
    pub seeds: [u64; 2],
    /// Handicap and komi, as `HANDICAP:KOMI`, where they are not those of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<Odds>,
    /// The name of the opening; empty without one.
    pub opening: String,
    /// How many of the moves belong to the opening.
    pub opening_moves: usize,
    /// All moves, separated by blanks.
    pub moves: String,
    /// Who won.
    pub result: Outcome,
    /// Why it ended.
    pub end: End,
    /// The score, such as `B+3.5`, where the game has one and came to be counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// What the second scorer said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_score: Option<String>,
    /// The result is doubtful: scorers disagree, or the players about dead stones.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disputed: bool,
    /// What happened, where a word does not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// For each move how often the search tried it; null where unknown.
    pub visits: Vec<Option<u64>>,
    /// For each move its worth to the mover, from 0 to 1; null where unknown.
    pub values: Vec<Option<f64>>,
    /// For each move the seconds it took.
    pub seconds: Vec<f64>,
    /// For each move the time that its player planned and used, where it had a clock and says
    /// so: see [`MoveTime`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<Option<MoveTime>>,
    /// What thinking in the opponent's time came to for whoever moved first and second; null
    /// for who does not do it. Empty if neither does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ponder: Vec<Option<PonderStats>>,
    /// When the game began, in UTC.
    pub started: String,
}

impl GameLine {
    /// What thinking in the opponent's time came to for whoever moved first or second.
    #[must_use]
    pub fn pondered(&self, seat: usize) -> Option<PonderStats> {
        self.ponder.get(seat).copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes() {
        assert_eq!(Outcome::win(Player::Second), Outcome::Second);
        assert_eq!(Outcome::First.first_score(), Some(GameScore::Win));
        assert_eq!(Outcome::Void.first_score(), None);
        assert!(End::Hang.is_failure() && !End::Resign.is_failure());
    }

    /// The form of a line is a promise to whoever reads records.
    #[test]
    fn a_game_line_is_written_as_documented() {
        let line = Line::Game(GameLine {
            game: 3,
            id: GameId {
                pair: 1,
                pairing: 0,
                leg: 1,
            },
            first: "b".into(),
            second: "a".into(),
            seeds: [7, 8],
            odds: None,
            opening: String::new(),
            opening_moves: 0,
            moves: "a b".into(),
            result: Outcome::Void,
            end: End::Limit,
            score: None,
            second_score: None,
            disputed: false,
            detail: None,
            visits: vec![Some(10), None],
            values: vec![Some(0.5), None],
            seconds: vec![0.25, 0.5],
            times: Vec::new(),
            ponder: Vec::new(),
            started: "2026-11-15T12:34:56Z".into(),
        });
        let text = serde_json::to_string(&line).unwrap();
        assert_eq!(
            text,
            "{\"type\":\"game\",\"game\":3,\"pair\":1,\"pairing\":0,\"leg\":1,\"first\":\"b\",\
             \"second\":\"a\",\"seeds\":[7,8],\"opening\":\"\",\"opening_moves\":0,\
             \"moves\":\"a b\",\"result\":\"void\",\"end\":\"limit\",\"visits\":[10,null],\
             \"values\":[0.5,null],\"seconds\":[0.25,0.5],\"started\":\"2026-11-15T12:34:56Z\"}"
        );
        assert_eq!(serde_json::from_str::<Line>(&text).unwrap(), line);
        let newer = text.replace("{\"type\"", "{\"later\":[1],\"type\"");
        assert_eq!(serde_json::from_str::<Line>(&newer).unwrap(), line);
    }
}
