//! The table for Go, with everything a Go protocol wants to know.

use tewari_game::{GameState, Move, Player};
use tewari_go::{
    Color, Go, Komi, PASS, Point, Position, Rules, Score, Size, Step, coord, diagram, sgf,
};
use tewari_go_policy::playout::UniformGo;

use crate::registry::GameKind;
use crate::settings::Params;
use crate::stop::Stop;
use crate::table::{Ending, Glyphs, Table, TableError};
use crate::think::{Candidate, Thought, think};

/// A game of Go in progress.
#[derive(Clone)]
pub struct GoTable {
    /// The game so far.
    pub position: Position,
}

impl GoTable {
    /// The empty board.
    #[must_use]
    pub fn new(size: Size, rules: Rules, komi: Komi) -> Self {
        Self { position: Position::new(size, rules, komi) }
    }

    /// The size, rules and komi in force.
    #[must_use]
    pub const fn game(&self) -> Go {
        let position = &self.position;
        Go { size: position.size(), rules: position.rules(), komi: position.komi() }
    }

    /// Starts again on an empty board of the same size, rules and komi.
    pub fn clear(&mut self) {
        *self = Self::new(self.position.size(), self.position.rules(), self.position.komi());
    }

    /// Searches for a move of `color`, whoever's turn it is. The move is not made.
    ///
    /// The search sees the legal moves that do not fill an eye. With none left, or with the
    /// opponent having passed in a position that counts as won, the answer is a pass.
    #[must_use]
    pub fn think_as(&self, color: Color, params: &Params, stop: &Stop) -> Thought {
        let mut root = self.position.clone();
        root.set_turn(color);
        let board = root.board();
        let moves: Vec<Move> = board
            .size()
            .points()
            .filter(|&point| !board.is_eye(color, point))
            .map(Point::to_move)
            .filter(|&mv| root.check(color, mv).is_ok())
            .collect();
        let game = self.game();
        let won = root.score(&[]).winner() == Some(color);
        let search = root.moves().count() as u64;
        let thought = if root.light().passes() == 1 && won {
            None
        } else {
            think(&game, &root, &moves, &UniformGo::new(&game), params, search, stop)
        };
        thought.unwrap_or_else(|| {
            let best = Candidate { mv: PASS, visits: 0, value: if won { 1.0 } else { 0.0 } };
            Thought { best, candidates: vec![best], simulations: 0, elapsed: Default::default() }
        })
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
        let last = self.last_move().and_then(|(_, mv)| self.position.size().point_of(mv));
        diagram::draw(self.position.board(), &glyphs, last)
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.position.legal_moves(&mut moves);
        moves.into_iter().map(|mv| self.format_move(mv)).collect()
    }

    fn moves(&self) -> Vec<String> {
        self.position.moves().map(|(_, mv)| self.format_move(mv)).collect()
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
            .map_err(|why| TableError::Illegal { mv: name.clone(), why: Some(why.to_string()) })?;
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
            Ending { winner: score.winner().map(Color::player), words }
        })
    }

    fn think(&self, params: &Params, stop: &Stop) -> Option<Thought> {
        (!self.position.is_over()).then(|| self.think_as(self.position.turn(), params, stop))
    }

    fn save(&self, players: [&str; 2]) -> String {
        let [black, white] = players.map(|name| Some(name.to_owned()));
        let result = self.position.is_over().then(|| sgf::GameResult::from(self.score()));
        let header = sgf::Header { black, white, result, ..Default::default() };
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
