//! The table for games that need nothing special: any [`Game`] whose states can be drawn.
//!
//! A saved game is a few lines of text:
//!
//! ```text
//! game: othello
//! Black: you
//! White: Tewari
//! result: White wins
//! moves: d3 c5 d6
//! ```

use std::fmt::{Display, Write as _};
use std::time::Duration;

use tewari_control::{Domain, PonderKind, PonderStats, Pondering};
use tewari_game::{Game, GameState, Move, MoveList, Outcome, Player};
use tewari_mcts::knowledge::Ignorance;
use tewari_mcts::observe::Lengths;
use tewari_mcts::restriction::Restrictions;
use tewari_mcts::{Bundle, Uniform};

use crate::clocks::{Clocks, Timing};
use crate::registry::GameKind;
use crate::settings::Params;
use crate::stop::Stop;
use crate::table::{Ending, Glyphs, Table, TableError};
use crate::think::{Order, Thinker, Thought};

/// A game in progress; undo remembers the states.
pub(crate) struct BoardTable<G: Game> {
    kind: GameKind,
    domain: Domain,
    game: G,
    states: Vec<G::State>,
    moves: Vec<Move>,
    clocks: Clocks,
    pondering: Pondering,
    thinker: Thinker<Bundle<G, Uniform<G>, Ignorance, Lengths>>,
}

impl<G: Game + PartialEq> BoardTable<G>
where
    G::State: Display,
{
    pub(crate) fn new(kind: GameKind, domain: Domain, game: G) -> Self {
        let thinker = Thinker::default();
        Self {
            kind,
            domain,
            states: vec![game.initial()],
            game,
            moves: Vec::new(),
            clocks: Clocks::default(),
            pondering: Pondering::default(),
            thinker,
        }
    }

    fn state(&self) -> &G::State {
        self.states
            .last()
            .expect("the initial state is never popped")
    }

    fn legal(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.state().legal_moves(&mut moves);
        moves
    }
}

impl<G: Game + PartialEq> Table for BoardTable<G>
where
    G::State: Display,
{
    fn kind(&self) -> GameKind {
        self.kind
    }

    fn player_names(&self) -> [&'static str; 2] {
        self.game.player_names()
    }

    fn to_move(&self) -> Player {
        self.state().to_move()
    }

    fn domain(&self) -> Domain {
        self.domain
    }

    fn stones(&self) -> Option<u32> {
        None
    }

    fn draw(&self, _: Glyphs) -> String {
        self.state().to_string().trim_end().to_owned()
    }

    fn notation(&self) -> String {
        self.game.format_state(self.state())
    }

    fn legal_moves(&self) -> Vec<String> {
        self.legal()
            .into_iter()
            .map(|mv| self.game.format_move(mv))
            .collect()
    }

    fn moves(&self) -> Vec<String> {
        self.moves
            .iter()
            .map(|&mv| self.game.format_move(mv))
            .collect()
    }

    fn format_move(&self, mv: Move) -> String {
        self.game.format_move(mv)
    }

    fn play(&mut self, text: &str) -> Result<String, TableError> {
        if self.state().outcome().is_some() {
            return Err(TableError::Over);
        }
        let mv = self
            .game
            .parse_move(text)
            .map_err(|error| TableError::NotAMove(error.0))?;
        let mut state = self.state().clone();
        let name = self.game.format_move(mv);
        state.try_play(mv).map_err(|_| TableError::Illegal {
            mv: name.clone(),
            why: None,
        })?;
        self.states.push(state);
        self.moves.push(mv);
        Ok(name)
    }

    fn undo(&mut self) -> bool {
        let undone = self.moves.pop().is_some();
        if undone {
            self.states.pop();
        }
        undone
    }

    fn ending(&self) -> Option<Ending> {
        self.state().outcome().map(|outcome| match outcome {
            Outcome::Draw => Ending {
                winner: None,
                words: "draw".to_owned(),
            },
            Outcome::Win(player) => Ending {
                winner: Some(player),
                words: format!("{} wins", self.player_names()[player.index()]),
            },
        })
    }

    fn clocks(&mut self) -> &mut Clocks {
        &mut self.clocks
    }

    fn think(&mut self, params: &Params, stop: &Stop) -> Result<Option<Thought>, TableError> {
        let game = &self.game;
        let parts = || (game.clone(), Uniform::new(game), Ignorance);
        let root = self
            .states
            .last()
            .expect("the initial state is never popped");
        let ply = self.moves.len() as u32;
        let mut keeper = self
            .clocks
            .keeper(
                root.to_move(),
                &params.time,
                self.domain,
                params.search.final_move,
            )
            .map_err(TableError::Params)?;
        let reply = self.moves.last().map(|mv| mv.0);
        let pondered = self.pondering.settle(ply, reply);
        let mut timing = keeper.as_deref().and_then(|keeper| {
            let shorter = params.ponder.reduce.then_some(pondered);
            shorter.inspect(|&time| self.pondering.reduced(time));
            Timing::begin(keeper, ply, 0, shorter.unwrap_or_default())
        });
        let order = Order {
            terms: 0,
            shift: 0,
            params,
            number: u64::from(ply),
            stop,
            timing: timing.as_mut(),
            kept_back: Duration::ZERO,
            watch: None,
            restrictions: Restrictions::default(),
        };
        let mut thought = self
            .thinker
            .think(parts, root, order)
            .map_err(TableError::Params)?;
        if let (Some(keeper), Some(thought)) = (&mut keeper, &mut thought) {
            Timing::finish(timing, keeper, thought);
        }
        Ok(thought)
    }

    fn ponder(
        &mut self,
        params: &Params,
        most: Option<u64>,
        stop: &Stop,
    ) -> Result<(), TableError> {
        if params.ponder.kind == PonderKind::Off || self.state().outcome().is_some() {
            return Ok(());
        }
        let game = &self.game;
        let parts = || (game.clone(), Uniform::new(game), Ignorance);
        let root = self
            .states
            .last()
            .expect("the initial state is never popped");
        let ply = self.moves.len() as u32;
        let order = Order {
            terms: 0,
            shift: 0,
            params,
            number: self.pondering.search_number(ply),
            stop,
            timing: None,
            kept_back: Duration::ZERO,
            watch: None,
            restrictions: Restrictions::default(),
        };
        let known = self.pondering.chosen(ply);
        let found = self.thinker.ponder(parts, root, &order, most, known);
        self.pondering.add(ply, found.map_err(TableError::Params)?);
        Ok(())
    }

    fn pondering(&self) -> &PonderStats {
        self.pondering.stats()
    }

    fn save(&self, players: [&str; 2]) -> String {
        let mut text = format!("game: {}\n", self.kind.name());
        for (role, name) in self.player_names().iter().zip(players) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{role}: {}", name.replace(['\n', '\r'], " "));
        }
        let result = self
            .ending()
            .map_or_else(|| "unfinished".to_owned(), |ending| ending.words);
        let _ = write!(
            text,
            "result: {result}\nmoves: {}\n",
            self.moves().join(" ")
        );
        text
    }

    fn load(&mut self, content: &[u8]) -> Result<(), TableError> {
        let bad = |message: String| TableError::Record(message);
        let text = std::str::from_utf8(content)
            .map_err(|_| bad("a saved game is text, and this is not".to_owned()))?;
        let field = |name: &str| {
            text.lines()
                .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))
                .map(str::trim)
        };
        let game = field("game").ok_or_else(|| bad("no line \"game: ...\" found".to_owned()))?;
        if game != self.kind.name() {
            return Err(bad(format!(
                "a saved game of {game:?}, not of {:?}",
                self.kind.name()
            )));
        }
        let moves = field("moves").ok_or_else(|| bad("no line \"moves: ...\" found".to_owned()))?;
        let mut loaded = Self::new(self.kind, self.domain, self.game.clone());
        for (i, mv) in moves.split_whitespace().enumerate() {
            loaded
                .play(mv)
                .map_err(|error| bad(format!("move {}: {error}", i + 1)))?;
        }
        *self = loaded;
        Ok(())
    }

    fn file_ending(&self) -> &'static str {
        "txt"
    }
}
