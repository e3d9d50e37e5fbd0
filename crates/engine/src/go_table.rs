//! The table for Go, with everything a Go protocol wants to know.

use std::cell::LazyCell;
use std::time::Duration;

use tewari_control::{Domain, PonderKind, PonderStats, Pondering};
use tewari_game::{Game as _, GameState, Move, Player};
use tewari_go::{Color, Go, Komi, PASS, Position, Rules, Score, Size, Step, coord, diagram, sgf};
use tewari_go_policy::judgement::{Judgement, Status};
use tewari_mcts::observe::{Lengths, Owners};
use tewari_mcts::restriction::Restrictions;

use crate::clocks::{Clocks, Timing};
use crate::go_thinker::GoThinker;
use crate::judged::{Allowance, Judged};
use crate::last_word::LastWord;
use crate::registry::GameKind;
use crate::resign::Despair;
use crate::settings::Params;
use crate::shift::{DynamicKomi, Shifts};
use crate::stop::Stop;
use crate::table::{Ending, Glyphs, Table, TableError};
use crate::think::{Candidate, Order, Thought};
use crate::watch::Watch;

/// What is asked of a search of Go.
pub struct Request<'a> {
    /// Who is to move, whoever's turn it is.
    pub color: Color,
    /// Whether the move is for the game: then the clock of `color` runs, if there is one, komi
    /// may be dynamic, and passing and giving up are thought about. Else it is an analysis.
    pub in_game: bool,
    /// Moves that are not to be considered.
    pub restrictions: Restrictions,
    /// Who is told of it. From then on the searches of this game count owners, so that one
    /// tree serves them all.
    pub watch: Option<Watch<'a>>,
}

impl Request<'_> {
    /// A move of `color` in the game.
    #[must_use]
    pub fn to_play(color: Color) -> Self {
        Self {
            color,
            in_game: true,
            restrictions: Restrictions::default(),
            watch: None,
        }
    }
}

/// A game of Go in progress.
#[derive(Clone)]
pub struct GoTable {
    /// The game so far.
    pub position: Position,
    clocks: Clocks,
    pondering: Pondering,
    thinker: GoThinker<Lengths>,
    /// The one that also counts owners.
    counting: GoThinker<(Lengths, Owners)>,
    judged: Judged,
    despair: Despair,
    shifts: Shifts,
}

impl GoTable {
    /// The empty board.
    #[must_use]
    pub fn new(size: Size, rules: Rules, komi: Komi) -> Self {
        Self {
            position: Position::new(size, rules, komi),
            clocks: Clocks::default(),
            pondering: Pondering::default(),
            thinker: GoThinker::default(),
            counting: GoThinker::default(),
            judged: Judged::default(),
            despair: Despair::default(),
            shifts: Shifts::default(),
        }
    }

    /// Forgets what searches have learnt.
    pub fn forget(&mut self) {
        self.thinker = GoThinker::default();
        self.counting = GoThinker::default();
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

    /// Puts another game on the table. What is known of positions is kept, and so are the clocks;
    /// how this game went is not.
    pub fn take_up(&mut self, position: Position) {
        self.position = position;
        self.pondering = Pondering::default();
        self.despair = Despair::default();
        self.shifts = Shifts::default();
    }

    /// Searches for a move of `color`, whoever's turn it is. The move is not made.
    ///
    /// The search considers the legal moves that fill no eye, and a pass. The game as it is
    /// has the last word on what is legal: giving the turn to `color` first, as the search
    /// does, can matter to superko.
    ///
    /// Towards the end of the game, and when the opponent has passed, the position is judged
    /// first, and the best move is replaced where passing, filling a dame or capturing dead
    /// stones is better than what the search would do. The candidates are always the search's own.
    ///
    /// # Errors
    /// When the parameters contradict each other.
    pub fn think_as(
        &mut self,
        color: Color,
        params: &Params,
        stop: &Stop,
    ) -> Result<Thought, TableError> {
        self.consult(Request::to_play(color), params, stop)
    }

    /// As [`think_as`](Self::think_as), with everything that can be asked.
    ///
    /// # Errors
    /// When the parameters contradict each other.
    pub fn consult(
        &mut self,
        mut request: Request<'_>,
        params: &Params,
        stop: &Stop,
    ) -> Result<Thought, TableError> {
        let color = request.color;
        let mut root = self.position.clone();
        root.set_turn(color);
        // Who asks for a move after two passes wants to go on.
        root.reopen();
        let mut last_word = LastWord::new(&root, color, params, stop);
        let game = self.game();
        let bonus = root.light().white_bonus;
        let ply = root.moves().count() as u32;
        let reply = self.last_move().map(|(_, mv)| mv.0);
        let stones = self.stones().unwrap_or(0);
        let domain = self.domain();
        let side = color.player();
        let mut keeper = if request.in_game {
            self.clocks
                .keeper(side, &params.time, domain, params.search.final_move)
                .map_err(TableError::Params)?
        } else {
            None
        };
        let is_watched = request.watch.is_some();
        let counts = params.engine.owners
            || is_watched
            || self.counting.has_tree()
            || keeper
                .as_deref()
                .is_some_and(|keeper| keeper.recipe().needs_criticality());
        let pondered = self.pondering.settle(ply, reply);
        let mut timing = keeper.as_deref().and_then(|keeper| {
            let shorter = params.ponder.reduce.then_some(pondered);
            shorter.inspect(|&time| self.pondering.reduced(time));
            Timing::begin(keeper, ply, stones, shorter.unwrap_or_default())
        });
        let is_restricted = !request.restrictions.is_empty();
        // Who says which moves to consider wants to hear of them.
        if request.in_game && !is_restricted && params.end.judge {
            let has_passed = self.position.light().passes() > 0;
            last_word
                .prepare(&mut self.judged, timing.as_ref(), has_passed)
                .map_err(TableError::Params)?;
        }
        let mut komi = params.komi;
        if !request.in_game {
            komi.dynamic = DynamicKomi::Off;
        }
        let dynamic = self.shifts.dynamic(&komi, &root, color);
        let graded = params.at_level();
        // Where little is left to play, all simulations may end without a playout.
        let survey = LazyCell::new(|| Allowance::whole(params).judge(params).survey(&root, color));
        let mut see;
        let watch = match &mut request.watch {
            Some(asked) => {
                see = |thought: &Thought| match thought.survey {
                    Some(_) => (asked.see)(thought),
                    None => (asked.see)(&Thought {
                        survey: survey.clone(),
                        ..thought.clone()
                    }),
                };
                Some(Watch {
                    begin: &mut *asked.begin,
                    see: &mut see,
                    ..*asked
                })
            }
            None => None,
        };
        let order = Order {
            terms: i64::from(bonus),
            shift: self.shifts.shift(&komi, &root, color),
            params: &graded,
            number: u64::from(ply),
            stop,
            timing: timing.as_mut(),
            kept_back: last_word.kept_back(),
            watch,
            restrictions: request.restrictions,
        };
        if counts {
            // Two trees would take twice the memory.
            self.thinker = GoThinker::default();
        }
        let thought = if counts {
            self.counting.think(&game, &root, order)
        } else {
            self.thinker.think(&game, &root, order)
        };
        let thought = thought.map_err(TableError::Params)?;
        let pass = Candidate::unknown(PASS);
        let mut thought = thought.unwrap_or_else(|| Thought::without_search(pass));
        if is_watched && thought.survey.is_none() {
            thought.survey.clone_from(&survey);
        }
        thought
            .candidates
            .retain(|candidate| self.position.check(color, candidate.mv).is_ok());
        if self.position.check(color, thought.best.mv).is_err() {
            thought.best = thought.candidates.first().copied().unwrap_or(pass);
        }
        // What is left is the shift that makes area count as territory, and that is no other
        // game.
        thought.shift = dynamic;
        if request.in_game {
            let ply = ply as usize;
            let points = game.size.points_count();
            self.shifts.note(color, ply, dynamic, thought.value);
            thought.resigns = self
                .despair
                .note(&params.resign, color, ply, points, &thought);
        }
        let instead = last_word
            .instead(&mut self.judged, timing.as_ref(), &thought)
            .map_err(TableError::Params)?;
        if let Some(other) = instead {
            thought.line = vec![other.mv];
            thought.best = other;
        }
        if thought.resigns
            && let Some(judgement) = self.judged.known(&root)
        {
            thought.resigns = judgement.score(&self.position).winner() != Some(color);
        }
        if let Some(keeper) = &mut keeper {
            Timing::finish(timing, keeper, &mut thought);
        }
        if is_restricted {
            // Its visits say what was asked, not what is good.
            self.forget();
        }
        Ok(thought)
    }

    /// Which stones are dead and whose the points are. Once the engine has passed, what it went
    /// by, until the stones change; before, the best judgement of them so far.
    ///
    /// # Errors
    /// When the parameters contradict each other.
    pub fn judge(&mut self, params: &Params, stop: &Stop) -> Result<&Judgement, TableError> {
        let allowance = Allowance::whole(params);
        self.judged
            .judge(&self.position, params, allowance, &stop.flag())
            .map_err(TableError::Params)
    }

    /// A move of `color` that helps to capture the opponent's dead stones, as long as there are
    /// any; what [`think_as`](Self::think_as) would play when there are none. The move is not
    /// made. It is for after the game, when players disagree about dead stones and every stone
    /// left will count as alive.
    ///
    /// # Errors
    /// When the parameters contradict each other.
    pub fn clean_up_as(
        &mut self,
        color: Color,
        params: &Params,
        stop: &Stop,
    ) -> Result<Move, TableError> {
        let judgement = self.judge(params, stop)?.clone();
        if judgement.has_dead(self.position.board(), color.other()) {
            let capturing = Allowance::whole(params)
                .judge(params)
                .capture(&self.position, color, &judgement, &stop.flag())
                .map_err(TableError::Params)?;
            return Ok(capturing.unwrap_or(PASS));
        }
        Ok(self.think_as(color, params, stop)?.best.mv)
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

    fn domain(&self) -> Domain {
        Domain::Go(self.position.size().get())
    }

    fn stones(&self) -> Option<u32> {
        let of = |color| u32::from(self.position.board().stones(color));
        Some(of(Color::Black) + of(Color::White))
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

    fn notation(&self) -> String {
        self.game().format_state(&self.position)
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

    fn clocks(&mut self) -> &mut Clocks {
        &mut self.clocks
    }

    fn think(&mut self, params: &Params, stop: &Stop) -> Result<Option<Thought>, TableError> {
        if self.position.is_over() {
            return Ok(None);
        }
        self.think_as(self.position.turn(), params, stop).map(Some)
    }

    fn ponder(
        &mut self,
        params: &Params,
        most: Option<u64>,
        stop: &Stop,
    ) -> Result<(), TableError> {
        if params.ponder.kind == PonderKind::Off || self.position.is_over() {
            return Ok(());
        }
        let ours = self.position.turn().other();
        let strategy_counts = self
            .clocks
            .get(ours.player())
            .is_some_and(|keeper| keeper.recipe().needs_criticality());
        let game = self.game();
        let ply = self.position.moves().count() as u32;
        let graded = params.at_level();
        let order = Order {
            terms: i64::from(self.position.light().white_bonus),
            shift: self.shifts.pondering(&params.komi, &self.position),
            params: &graded,
            number: self.pondering.search_number(ply),
            stop,
            timing: None,
            kept_back: Duration::ZERO,
            watch: None,
            restrictions: Restrictions::default(),
        };
        let known = self.pondering.chosen(ply);
        let counts = params.engine.owners || strategy_counts || self.counting.has_tree();
        let found = if counts {
            self.counting
                .ponder(&game, &self.position, &order, most, known)
        } else {
            self.thinker
                .ponder(&game, &self.position, &order, most, known)
        };
        self.pondering.add(ply, found.map_err(TableError::Params)?);
        Ok(())
    }

    fn dead_stones(
        &mut self,
        params: &Params,
        stop: &Stop,
    ) -> Result<Option<Vec<String>>, TableError> {
        let size = self.position.size();
        let dead = self.judge(params, stop)?.stones(Status::Dead);
        Ok(Some(
            dead.map(|point| coord::format_point(size, point)).collect(),
        ))
    }

    fn pondering(&self) -> &PonderStats {
        self.pondering.stats()
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
