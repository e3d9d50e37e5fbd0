//! Goes along a line of nodes and does what each says.

use tewari_game::{GameState, Move};

use super::{MAX_STEPS, MAX_WARNINGS, Mode, Replay, Replayed};
use crate::point::{Color, Size};
use crate::position::{Illegal, Position};
use crate::rules::{Ko, Rules};
use crate::sgf::error::{Place, SgfError, shown};
use crate::sgf::point::parse_move;
use crate::sgf::setup::{BadValue, MAX_POINTS, Setup};
use crate::sgf::tree::{GameTree, NodeId, Property};
use crate::sgf::value::ValueRef;

pub(super) struct Player<'a, V> {
    tree: &'a GameTree,
    mode: Mode,
    before: Option<usize>,
    visit: V,
    size: Size,
    /// What `HA` says.
    handicap: u32,
    steps: usize,
    pub(super) done: Replayed,
}

impl<'a, V: FnMut(&Position, Color, Move)> Player<'a, V> {
    pub(super) fn new(replay: &Replay<'a>, visit: V) -> Result<Self, SgfError> {
        let tree = replay.tree;
        tree.check_go()?;
        let size = tree.size()?;
        let mut warnings = Vec::new();
        let rules = known(tree.rules(), replay.rules, &mut warnings);
        let komi = known(tree.komi(), replay.komi, &mut warnings);
        let handicap = known(tree.handicap().map(Some), 0, &mut warnings);
        if tree.komi_is_guess() {
            let text = tree.info("KM").unwrap_or_default();
            warnings.push(tree.info_error("KM", &text, &format!("taken for komi {komi}")));
        }
        let position = Position::new(size, rules, komi);
        let done = Replayed {
            position,
            node: tree.root(),
            moves: 0,
            warnings,
        };
        let Replay { mode, before, .. } = *replay;
        Ok(Self {
            tree,
            mode,
            before,
            visit,
            size,
            handicap,
            steps: 0,
            done,
        })
    }

    pub(super) fn line(&mut self, nodes: impl Iterator<Item = NodeId>) -> Result<(), SgfError> {
        for node in nodes {
            if !self.node(node)? {
                break;
            }
            self.done.node = node;
        }
        Ok(())
    }

    /// Does what a node says. `false` if it has the move to stop at.
    fn node(&mut self, node: NodeId) -> Result<bool, SgfError> {
        let tree = self.tree;
        let mut setup = None;
        let mut turn = None;
        let mut moves = 0;
        for property in tree.properties(node) {
            match property.ident() {
                "B" | "W" => moves += property.values().len(),
                "AB" => self.collect(&mut setup, property, Some(Color::Black))?,
                "AW" => self.collect(&mut setup, property, Some(Color::White))?,
                "AE" => self.collect(&mut setup, property, None)?,
                "PL" => turn = self.turn(property)?.or(turn),
                _ => {}
            }
        }
        if let Some(setup) = setup {
            self.set_up(*setup, turn.is_some())?;
        }
        if let Some(turn) = turn {
            self.count_step()?;
            self.done.position.set_turn(turn);
        }
        if moves > 1 {
            self.warn(self.done.moves + 1, format!("{moves} moves in one node"));
        }
        if moves == 0 {
            return Ok(true);
        }
        for property in tree.properties(node) {
            let color = match property.ident() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => continue,
            };
            for value in property.values() {
                if self
                    .before
                    .is_some_and(|before| self.done.moves + 1 >= before)
                {
                    self.done.position.set_turn(color);
                    return Ok(false);
                }
                self.play(color, value)?;
            }
        }
        Ok(true)
    }

    fn play(&mut self, color: Color, value: ValueRef<'_>) -> Result<(), SgfError> {
        self.count_step()?;
        let number = self.done.moves + 1;
        match parse_move(self.size, value) {
            Some(mv) => match self.done.position.check(color, mv) {
                Ok(()) => {
                    (self.visit)(&self.done.position, color, mv);
                    self.play_checked(color, mv);
                }
                Err(why) => {
                    let point = crate::coord::format_move(self.size, mv);
                    let shown = format!("{} ({point}): {why}", shown_move(color, value));
                    self.problem(number, shown)?;
                    self.force(color, mv, why);
                }
            },
            None => {
                let why = Illegal::OffBoard;
                self.problem(number, format!("{}: {why}", shown_move(color, value)))?;
                self.done.position.set_turn(color.other());
            }
        }
        self.done.moves = number;
        Ok(())
    }

    /// Makes a move that was found to be legal, if possible without judging it again.
    fn play_checked(&mut self, color: Color, mv: Move) {
        let position = &mut self.done.position;
        if position.turn() == color {
            GameState::play(position, mv);
        } else {
            // Cannot fail: the move was checked for this colour.
            let _ = position.play(color, mv);
        }
    }

    /// Executes an illegal move as the standard demands.
    fn force(&mut self, color: Color, mv: Move, why: Illegal) {
        let position = &mut self.done.position;
        match (why, self.size.point_of(mv)) {
            (Illegal::Occupied, Some(point)) => {
                // Cannot fail: taking a stone off leaves no other without liberty.
                let _ = position.setup(&[(point, None)]);
            }
            (Illegal::Ko, _) => {
                // The ban ends when the turn changes.
                position.set_turn(color.other());
                position.set_turn(color);
            }
            _ => {}
        }
        let rules = position.rules();
        position.set_rules(Rules {
            ko: Ko::Simple,
            suicide: true,
            ..rules
        });
        let forced = position.play(color, mv);
        position.set_rules(rules);
        if forced.is_err() {
            position.set_turn(color.other());
        }
    }

    /// Adds one list of points to the set-up of a node.
    fn collect(
        &mut self,
        setup: &mut Option<Box<Setup>>,
        property: Property<'_>,
        color: Option<Color>,
    ) -> Result<(), SgfError> {
        let setup = setup.get_or_insert_with(|| Box::new(Setup::new()));
        for value in property.values() {
            let text = || format!("{}[{}]", property.ident(), shown(value.raw()));
            match setup.add(self.size, value, color) {
                Ok(()) => {}
                // An empty list is how some programs write "nothing".
                Err(BadValue::NotOnBoard) if value.trimmed().is_empty() => {}
                Err(BadValue::NotOnBoard) => {
                    let message = format!("{}: {}", text(), Illegal::OffBoard);
                    self.problem(self.done.moves, message)?;
                }
                Err(BadValue::TooMany) => {
                    let message = format!("{}: more than {MAX_POINTS} points in a node", text());
                    return Err(SgfError::new(self.place(self.done.moves), message));
                }
            }
        }
        Ok(())
    }

    fn set_up(&mut self, mut setup: Setup, turn_follows: bool) -> Result<(), SgfError> {
        if setup.stones().is_empty() {
            return Ok(());
        }
        self.count_step()?;
        let position = &mut self.done.position;
        let at_start = position.record().is_empty();
        if let Some(stones) = setup.all_black()
            && stones.len() == self.handicap as usize
            && position.place_handicap(&stones).is_ok()
        {
            return Ok(());
        }
        if position.setup(setup.stones()).is_err() {
            let dropped = setup.drop_breathless(position.board());
            let message = format!("{dropped} of the stones set up would have no liberty");
            self.problem(self.done.moves, message)?;
            // Cannot fail: what remains breathes.
            let _ = self.done.position.setup(setup.stones());
        }
        if at_start && self.handicap >= 2 && !turn_follows {
            self.done.position.set_turn(Color::White);
        }
        Ok(())
    }

    fn turn(&mut self, property: Property<'_>) -> Result<Option<Color>, SgfError> {
        let text = property.first().trimmed();
        let color = match text.to_ascii_lowercase().as_str() {
            "b" | "black" | "1" => Some(Color::Black),
            "w" | "white" | "2" => Some(Color::White),
            _ => None,
        };
        if color.is_none() {
            self.problem(
                self.done.moves,
                format!("PL[{}]: not a colour", shown(text)),
            )?;
        }
        Ok(color)
    }

    pub(super) fn check_handicap(&mut self) {
        if self.handicap >= 2 && self.handicap != u32::from(self.done.position.handicap()) {
            let text = self.handicap.to_string();
            let why = "not as many black stones were set up; no handicap counted";
            self.done
                .warnings
                .push(self.tree.info_error("HA", &text, why));
        }
    }

    fn count_step(&mut self) -> Result<(), SgfError> {
        self.steps += 1;
        if self.steps <= MAX_STEPS {
            return Ok(());
        }
        let message = format!("more than {MAX_STEPS} moves and set-ups in a line");
        Err(SgfError::new(self.place(self.done.moves), message))
    }

    fn place(&self, number: usize) -> Place {
        Place::Move {
            game: self.tree.game(),
            number: number as u32,
        }
    }

    fn warn(&mut self, number: usize, message: String) {
        if self.done.warnings.len() < MAX_WARNINGS {
            let warning = SgfError::new(self.place(number), message);
            self.done.warnings.push(warning);
        }
    }

    /// An error in strict mode, else a warning.
    fn problem(&mut self, number: usize, message: String) -> Result<(), SgfError> {
        match self.mode {
            Mode::Strict => Err(SgfError::new(self.place(number), message)),
            Mode::Lenient => {
                self.warn(number, message);
                Ok(())
            }
        }
    }
}

fn shown_move(color: Color, value: ValueRef<'_>) -> String {
    let letter = match color {
        Color::Black => 'B',
        Color::White => 'W',
    };
    format!("{letter}[{}]", shown(value.raw()))
}

/// What the record says, or else `default`; what is not understood becomes a warning.
fn known<T>(stated: Result<Option<T>, SgfError>, default: T, warnings: &mut Vec<SgfError>) -> T {
    match stated {
        Ok(stated) => stated.unwrap_or(default),
        Err(warning) => {
            warnings.push(warning);
            default
        }
    }
}
