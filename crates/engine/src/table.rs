//! A game in progress, whatever the game: plain data in and out.

use std::fmt;

use tewari_control::{Domain, PonderStats};
use tewari_game::{Move, Player};

use crate::clocks::Clocks;
use crate::registry::GameKind;
use crate::settings::Params;
use crate::stop::Stop;
use crate::think::Thought;

/// Which characters boards are drawn with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Glyphs {
    /// Plain ASCII.
    Ascii,
    /// Discs and lines from Unicode.
    Unicode,
}

/// Why a table refused something: one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableError {
    /// The text is no move of this game.
    NotAMove(String),
    /// The move is not legal here.
    Illegal {
        /// The move as it was given.
        mv: String,
        /// Why not, where the game can say.
        why: Option<String>,
    },
    /// The game is over.
    Over,
    /// The text is no saved game, or not of this game.
    Record(String),
    /// The parameters contradict each other.
    Params(String),
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAMove(message) | Self::Record(message) | Self::Params(message) => {
                f.write_str(message)
            }
            Self::Illegal { mv, why: Some(why) } => write!(f, "{mv} is illegal: {why}"),
            Self::Illegal { mv, why: None } => write!(f, "{mv} is illegal here"),
            Self::Over => f.write_str("the game is over"),
        }
    }
}

impl std::error::Error for TableError {}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who won; `None` for a draw.
    pub winner: Option<Player>,
    /// The result in words: `White wins by 7.5`.
    pub words: String,
}

/// A game in progress.
pub trait Table: Send {
    /// Which game it is.
    fn kind(&self) -> GameKind;

    /// What the players are called.
    fn player_names(&self) -> [&'static str; 2];

    /// Whose turn it is.
    fn to_move(&self) -> Player;

    /// The game as time management knows it.
    fn domain(&self) -> Domain;

    /// How many stones are on the board, where that says how far the game is: in Go.
    fn stones(&self) -> Option<u32>;

    /// The board as text, without a final line break.
    fn draw(&self, glyphs: Glyphs) -> String;

    /// The position in one line, in the notation of the game.
    fn notation(&self) -> String;

    /// The legal moves as a person writes them; none when the game is over.
    fn legal_moves(&self) -> Vec<String>;

    /// The moves made so far.
    fn moves(&self) -> Vec<String>;

    /// A move as a person writes it.
    fn format_move(&self, mv: Move) -> String;

    /// Makes the move that `text` says; answers how the game itself writes it.
    ///
    /// # Errors
    /// When the text is no legal move; nothing has changed then.
    fn play(&mut self, text: &str) -> Result<String, TableError>;

    /// Takes the last move back; `false` when there is none.
    fn undo(&mut self) -> bool;

    /// How the game ended, or `None` while it goes on.
    fn ending(&self) -> Option<Ending>;

    /// The clocks of this game.
    fn clocks(&mut self) -> &mut Clocks;

    /// Searches for the player to move; `None` when the game is over. The move is not made.
    /// If the player has a clock, its time is planned by `time.strategy` and spent.
    ///
    /// # Errors
    /// When the parameters contradict each other.
    fn think(&mut self, params: &Params, stop: &Stop) -> Result<Option<Thought>, TableError>;

    /// Searches while the opponent thinks, as `ponder.kind` says: until `stop` is raised, or
    /// `most` simulations are made. The player to move is the opponent. What is found helps the
    /// next [`think`](Self::think).
    ///
    /// # Errors
    /// When the parameters contradict each other.
    fn ponder(&mut self, params: &Params, most: Option<u64>, stop: &Stop)
    -> Result<(), TableError>;

    /// The dead stones of a finished game by name; `None` where there is no such thing.
    ///
    /// # Errors
    /// When the parameters contradict each other.
    fn dead_stones(
        &mut self,
        _params: &Params,
        _stop: &Stop,
    ) -> Result<Option<Vec<String>>, TableError> {
        Ok(None)
    }

    /// What pondering came to in this game.
    fn pondering(&self) -> &PonderStats;

    /// The game as the content of a file: SGF for Go, lines of text for the others.
    fn save(&self, players: [&str; 2]) -> String;

    /// Replaces the game by the one that [`save`](Self::save) wrote.
    ///
    /// # Errors
    /// When the content is no saved game of this kind; nothing has changed then.
    fn load(&mut self, content: &[u8]) -> Result<(), TableError>;

    /// The ending of the names of files with saved games.
    fn file_ending(&self) -> &'static str;
}
