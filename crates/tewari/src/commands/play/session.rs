//! The conversation: whose turn it is, what is typed, what is answered.

use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::Result;
use tewari_engine::{Ending, Params, Stop, TableError};
use tewari_game::Player;
use tewari_go::Color;

use super::guide;
use super::keeper::Keeper;
use super::record;
use super::request::{Request, not_understood};
use super::screen::{Screen, Tone};
use super::start::Start;
use super::words::{self, Mover};
use crate::game_flags::AnyTable;

/// One game.
pub(super) struct Session<R, W> {
    table: AnyTable,
    you: Player,
    /// Who has resigned; the rules know nothing of it.
    resigned: Option<Player>,
    /// Whether the game was over when it was loaded: a reason to stay and look at it.
    review: bool,
    params: Params,
    keeper: Arc<Mutex<Keeper>>,
    stop: Stop,
    screen: Screen<W>,
    input: R,
    /// Whether the board has changed since it was last drawn.
    stale: bool,
    /// Whether the person was told what can be typed.
    invited: bool,
}

/// Whether the conversation goes on.
enum Next {
    GoOn,
    Leave,
}

impl<R: BufRead, W: Write> Session<R, W> {
    /// A game that is about to begin or to go on.
    pub(super) fn new(
        start: Start,
        params: Params,
        keeper: Arc<Mutex<Keeper>>,
        stop: Stop,
        screen: Screen<W>,
        input: R,
    ) -> Self {
        let Start { table, you, loaded } = start;
        let review = loaded && table.ending().is_some();
        Self {
            table,
            you,
            resigned: None,
            review,
            params,
            keeper,
            stop,
            screen,
            input,
            stale: true,
            invited: false,
        }
    }

    /// Plays until the game is over or left.
    pub(super) fn run(mut self) -> Result<()> {
        self.greet()?;
        loop {
            if let Some(ending) = self.ending()
                && !self.review
            {
                self.draw()?;
                self.announce(&ending)?;
                break;
            }
            let next = if self.review || self.table.to_move() == self.you {
                self.persons_turn()?
            } else {
                self.engines_turn()?;
                Next::GoOn
            };
            if matches!(next, Next::Leave) {
                break;
            }
        }
        let over = self.ending().is_some();
        let words = self.keeper().farewell(over);
        Ok(self.screen.say(Tone::Plain, &words)?)
    }

    fn greet(&mut self) -> Result<()> {
        let glyphs = self.screen.glyphs();
        let greeting = words::greeting(&self.table, &self.params);
        let sides = words::sides(&self.table, self.you, glyphs);
        self.screen.say(Tone::Strong, &greeting)?;
        self.screen.say(Tone::Plain, &sides)?;
        if let Some(last) = self.table.moves().last() {
            let made = self.table.moves().len();
            self.screen.say(
                Tone::Plain,
                &format!("Moves so far: {made}, the last one {last}."),
            )?;
        }
        if let Some(ending) = self.ending() {
            self.announce(&ending)?;
            self.screen.say(
                Tone::Plain,
                "\"undo\" goes back into the game, \"quit\" leaves.",
            )?;
        }
        Ok(())
    }

    /// How the game ended, by the rules or by resigning.
    fn ending(&self) -> Option<Ending> {
        if let Some(loser) = self.resigned {
            let winner = loser.other();
            let words = format!("{} wins by resignation", self.name(winner));
            return Some(Ending {
                winner: Some(winner),
                words,
            });
        }
        self.table.ending()
    }

    fn announce(&mut self, ending: &Ending) -> Result<()> {
        let comment = match ending.winner {
            Some(winner) if winner == self.you => " Congratulations!",
            _ => "",
        };
        let text = format!("The game is over: {}.{comment}", ending.words);
        Ok(self.screen.say(Tone::Strong, &text)?)
    }

    fn draw(&mut self) -> Result<()> {
        if std::mem::take(&mut self.stale) {
            let board = self.table.draw(self.screen.glyphs());
            self.screen.say(Tone::Plain, &format!("\n{board}\n"))?;
        }
        Ok(())
    }

    fn persons_turn(&mut self) -> Result<Next> {
        self.draw()?;
        if !self.review && !std::mem::replace(&mut self.invited, true) {
            let invitation = guide::invitation(&self.table);
            self.screen.say(Tone::Quiet, &invitation)?;
        }
        if self.table.legal_moves() == ["pass"] {
            self.screen
                .say(Tone::Plain, "You have no move but to pass: type pass.")?;
        }
        let prompt = if self.review {
            "over> ".to_owned()
        } else {
            self.name(self.you) + "> "
        };
        self.screen.prompt(&prompt)?;
        let Some(line) = self.read_line()? else {
            self.screen.typed(None)?;
            return Ok(Next::Leave);
        };
        self.screen.typed(Some(&line))?;
        match Request::parse(&line) {
            Request::Nothing => {}
            Request::Move(text) => self.play(&text)?,
            Request::Undo => self.undo()?,
            Request::Hint => self.hint()?,
            Request::Moves => {
                let moves = words::legal_moves(&self.table);
                self.screen.say(Tone::Plain, &moves)?;
            }
            Request::Board => self.stale = true,
            Request::Save(path) => self.save(path.as_deref())?,
            Request::Help => {
                let help = guide::help(&self.table);
                self.screen.say(Tone::Plain, &help)?;
            }
            Request::Resign if self.review => {
                self.screen.say(Tone::Alarm, "The game is over already.")?;
            }
            Request::Resign => {
                self.resigned = Some(self.you);
                self.keep()?;
            }
            Request::Quit => return Ok(Next::Leave),
            Request::Wrong(what) => self.screen.say(Tone::Alarm, &what)?,
        }
        Ok(Next::GoOn)
    }

    /// The next line without its end; `None` when there are no more. Bytes that are no UTF-8
    /// do not end the game.
    fn read_line(&mut self) -> Result<Option<String>> {
        let mut bytes = Vec::new();
        if self.input.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&bytes).trim_end().to_owned()))
    }

    fn play(&mut self, text: &str) -> Result<()> {
        let before = self.lost();
        match self.table.play(text) {
            Ok(mv) => self.made(Mover::You, &mv, before),
            Err(TableError::NotAMove(why)) => {
                Ok(self.screen.say(Tone::Alarm, &not_understood(text, &why))?)
            }
            Err(error @ TableError::Illegal { .. }) => {
                let text = format!("{error}; \"moves\" lists the legal moves.");
                Ok(self.screen.say(Tone::Alarm, &text)?)
            }
            Err(error) => Ok(self.screen.say(Tone::Alarm, &format!("{error}."))?),
        }
    }

    fn engines_turn(&mut self) -> Result<()> {
        let thinking = || self.table.think(&self.params, &self.stop);
        let Some(thought) = self.screen.while_thinking(thinking)? else {
            return Ok(());
        };
        if self.stop.is_raised() {
            wait_for_the_end();
        }
        if thought.resigns {
            self.resigned = Some(self.you.other());
            return self.keep();
        }
        let before = self.lost();
        let mv = self.table.format_move(thought.best.mv);
        let mv = self.table.play(&mv)?;
        self.made(Mover::Tewari, &mv, before)?;
        if let Some(opinion) = words::opinion(&thought, &self.name(self.you.other())) {
            self.screen.say(Tone::Quiet, &opinion)?;
        }
        Ok(())
    }

    /// A move was made: say it, save it. `before` are the stones lost by each side before it.
    fn made(&mut self, who: Mover, mv: &str, before: [u32; 2]) -> Result<()> {
        self.stale = true;
        let (mover, victim) = match who {
            Mover::You => (self.you, self.you.other()),
            Mover::Tewari => (self.you.other(), self.you),
        };
        let captured = self.lost()[victim.index()] - before[victim.index()];
        let text = words::move_made(who, &self.name(mover), mv, captured);
        self.screen.say(Tone::Strong, &text)?;
        self.keep()
    }

    fn undo(&mut self) -> Result<()> {
        let made = self.table.moves().len();
        let taken_back = if self.review { 1 } else { 2 };
        if made < taken_back {
            return Ok(self
                .screen
                .say(Tone::Alarm, "You have made no move to take back.")?);
        }
        while self.table.undo() {
            if self.table.to_move() == self.you && self.table.ending().is_none() {
                break;
            }
        }
        self.review = false;
        self.stale = true;
        let text = match made - self.table.moves().len() {
            1 => "One move is taken back.".to_owned(),
            n => format!("{n} moves are taken back."),
        };
        self.screen.say(Tone::Plain, &text)?;
        self.keep()
    }

    fn hint(&mut self) -> Result<()> {
        let thinking = || self.table.think(&self.params, &self.stop);
        let text = match self.screen.while_thinking(thinking)? {
            _ if self.stop.is_raised() => wait_for_the_end(),
            Some(thought) => words::hint(&self.table, &thought),
            None => "There is no move to be made.".to_owned(),
        };
        Ok(self.screen.say(Tone::Plain, &text)?)
    }

    fn save(&mut self, path: Option<&Path>) -> Result<()> {
        if self.table.moves().is_empty() {
            let text = "There is nothing to save before the first move.";
            return Ok(self.screen.say(Tone::Plain, text)?);
        }
        self.keep()?;
        let moved = path.map_or(Ok(()), |path| self.keeper().keep_in(path));
        let saved = self
            .keeper()
            .saved_in()
            .map(|path| path.display().to_string());
        match (moved, saved) {
            (Err(text), _) => self.screen.say(Tone::Alarm, &text)?,
            (Ok(()), Some(path)) => {
                self.screen
                    .say(Tone::Plain, &format!("The game is saved in {path}."))?;
            }
            (Ok(()), None) => self
                .screen
                .say(Tone::Alarm, "The game could not be saved.")?,
        }
        Ok(())
    }

    /// Hands the game to the keeper, and tells when it cannot be saved.
    fn keep(&mut self) -> Result<()> {
        let content = record::content(&self.table, self.you, self.resigned);
        let failure = self.keeper().keep(content);
        if let Some(failure) = failure {
            self.screen
                .say(Tone::Alarm, &format!("{failure} It goes on all the same."))?;
        }
        Ok(())
    }

    fn keeper(&self) -> MutexGuard<'_, Keeper> {
        self.keeper.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn name(&self, player: Player) -> String {
        self.table.player_names()[player.index()].to_owned()
    }

    /// How many stones each side has lost so far, in Go.
    fn lost(&self) -> [u32; 2] {
        self.table.go().map_or([0; 2], |go| {
            Color::BOTH.map(|color| go.position.lost(color))
        })
    }
}

/// Ctrl-C was pressed: its handler is saving the game and about to end the program. A search
/// cut short is not played.
fn wait_for_the_end() -> ! {
    loop {
        std::thread::park();
    }
}
