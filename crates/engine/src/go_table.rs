//! The table for Go, with everything a Go protocol wants to know.

use crate::go_thinker::GoThinker;
use crate::registry::GameKind;
use crate::settings::Params;
use crate::stop::Stop;
use crate::table::{Ending, Glyphs, Table, TableError};
use crate::think::{Candidate, Thought};
use tewari_game::{GameState, Move, Player};
use tewari_go::{Color, Go, Komi, PASS, Position, Rules, Score, Size, Step, coord, diagram, sgf};

/// A game of Go in progress.
#[derive(Clone)]
pub struct GoTable {
    /// The game so far.
    pub position: Position,
    thinker: GoThinker,
}

impl GoTable {
    /// The empty board.
    #[must_use]
    pub fn new(size: Size, rules: Rules, komi: Komi) -> Self {
        Self {
            position: Position::new(size, rules, komi),
            thinker: GoThinker::default(),
        }
    }

    /// The size, rules and komi in force.
    #[must_use]
    pub const fn game(&self) -> Go {
        let position = &self.position;
        Go {
            size: position.size(),
            rules: position.rules(),
            komi: position.komi(),
        }
    }

    /// Starts again on an empty board of the same size, rules and komi.
    pub fn clear(&mut self) {
        *self = Self::new(
            self.position.size(),
            self.position.rules(),
            self.position.komi(),
        );
    }

    /// Searches for a move of `color`, whoever's turn it is. The move is not made.
    ///
    /// The search considers the legal moves that fill no eye, and a pass. The game as it is
    /// has the last word on what is legal: giving the turn to `color` first, as the search
    /// does, can matter to superko.
    ///
    /// # Errors
    /// When the parameters contradict each other.
    pub fn think_as(
        &mut self,
        color: Color,
        params: &Params,
        stop: &Stop,
    ) -> Result<Thought, TableError> {
        let mut root = self.position.clone();
        root.set_turn(color);
        let game = self.game();
        let thought = self
            .thinker
            .think(&game, &root, params, stop)
            .map_err(TableError::Params)?;
        let pass = Candidate {
            mv: PASS,
            visits: 0,
            value: 0.5,
        };
        let mut thought = thought.unwrap_or_else(|| Thought {
            best: pass,
            candidates: vec![pass],
            line: vec![PASS],
            simulations: 0,
            elapsed: Default::default(),
        });
        thought
            .candidates
            .retain(|candidate| self.position.check(color, candidate.mv).is_ok());
        if self.position.check(color, thought.best.mv).is_err() {
            thought.best = thought.candidates.first().copied().unwrap_or(pass);
        }
        Ok(thought)
    }

    /// The score of the board as it stands, no stone taken for dead.
    #[must_use]
    pub fn score(&self) -> Score {
        self.position.score(&[])
    }

    /// The last move and who made it, if it was the last thing that happened.
    #[must_use]
    pub fn last_move(&self) -> Option<(Color, Move)> {
        match self.position.record().last() {
            Some(Step::Play(color, mv)) => Some((*color, *mv)),
            _ => None,
        }
    }
}

impl Table for GoTable {
    fn kind(&self) -> GameKind {
        GameKind::Go
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["Black", "White"]
    }

    fn to_move(&self) -> Player {
        self.position.turn().player()
    }

    fn draw(&self, glyphs: Glyphs) -> String {
        let glyphs = match glyphs {
            Glyphs::Ascii => diagram::Glyphs::ASCII,
            Glyphs::Unicode => diagram::Glyphs::UNICODE,
        };
        let last = self
            .last_move()
            .and_then(|(_, mv)| self.position.size().point_of(mv));
        diagram::draw(self.position.board(), &glyphs, last)
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.position.legal_moves(&mut moves);
        moves.into_iter().map(|mv| self.format_move(mv)).collect()
    }

    fn moves(&self) -> Vec<String> {
        self.position
            .moves()
            .map(|(_, mv)| self.format_move(mv))
            .collect()
    }

    fn format_move(&self, mv: Move) -> String {
        coord::format_move(self.position.size(), mv)
    }

    fn play(&mut self, text: &str) -> Result<String, TableError> {
        if self.position.is_over() {
            return Err(TableError::Over);
        }
        let mv = coord::parse_move(self.position.size(), text)
            .map_err(|error| TableError::NotAMove(error.0))?;
        let name = self.format_move(mv);
        self.position
            .play(self.position.turn(), mv)
            .map_err(|why| TableError::Illegal {
                mv: name.clone(),
                why: Some(why.to_string()),
            })?;
        Ok(name)
    }

    fn undo(&mut self) -> bool {
        self.last_move().is_some() && self.position.undo()
    }

    fn ending(&self) -> Option<Ending> {
        self.position.is_over().then(|| {
            let score = self.score();
            let words = score.winner().map_or_else(
                || "draw".to_owned(),
                |color| format!("{color} wins by {} points", score.points().abs()),
            );
            Ending {
                winner: score.winner().map(Color::player),
                words,
            }
        })
    }

    fn think(&mut self, params: &Params, stop: &Stop) -> Result<Option<Thought>, TableError> {
        if self.position.is_over() {
            return Ok(None);
        }
        self.think_as(self.position.turn(), params, stop).map(Some)
    }

    fn save(&self, players: [&str; 2]) -> String {
        let [black, white] = players.map(|name| Some(name.to_owned()));
        let result = self
            .position
            .is_over()
            .then(|| sgf::GameResult::from(self.score()));
        let header = sgf::Header {
            black,
            white,
            result,
            ..Default::default()
        };
        sgf::GameTree::from_position(&self.position, &header).to_string()
    }

    fn load(&mut self, content: &[u8]) -> Result<(), TableError> {
        let refused = |error: sgf::SgfError| TableError::Record(error.to_string());
        let games = sgf::Collection::read(content).map_err(refused)?;
        let game = games
            .games
            .first()
            .ok_or_else(|| TableError::Record("no game found in the file".to_owned()))?;
        self.position = sgf::Replay::new(game).run().map_err(refused)?.position;
        Ok(())
    }

    fn file_ending(&self) -> &'static str {
        "sgf"
    }
}
