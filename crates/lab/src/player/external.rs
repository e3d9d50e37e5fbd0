//! A program that speaks GTP as a player.

use std::collections::HashSet;
use std::time::Duration;

use tewari_game::Player;
use tewari_go::coord;
use tewari_gtp::client::{Client, ClientError, Launch};
use tewari_gtp::time::Speech;

use super::{Action, Choice, Contestant, Fault, FaultKind, NewGame, QUIT_TIME, Turn};
use crate::board::Board;
use crate::cancel::Cancel;
use crate::config::{Program, SEED_MARK};

/// A program may take so long to start, however little it may take for a move.
const START_TIME: Duration = Duration::from_secs(60);

/// A program that speaks GTP. It is started when a game begins and it does not run, and ended
/// at once when it fails.
pub(crate) struct ExternalPlayer {
    program: Program,
    cancel: Cancel,
    client: Option<Client>,
    known: HashSet<String>,
    version: Option<String>,
}

impl ExternalPlayer {
    pub(crate) fn new(program: &Program, cancel: &Cancel) -> Self {
        Self {
            program: program.clone(),
            cancel: cancel.clone(),
            client: None,
            known: HashSet::new(),
            version: None,
        }
    }

    /// Starts the program and asks who it is and what it can do.
    fn launch(&mut self, seed: u64) -> Result<(), Fault> {
        let filled = |text: &String| text.replace(SEED_MARK, &seed.to_string());
        let mut words = self.program.command.iter().map(filled);
        let launch = Launch {
            program: words.next().unwrap_or_default(),
            arguments: words.collect(),
            environment: self.program.env.clone().into_iter().collect(),
            folder: self.program.cwd.clone(),
            log: self.program.stderr.clone(),
        };
        let mut client = Client::start(&launch).map_err(|error| fault(&error))?;
        client.cancel_with(self.cancel.flag());
        self.client = Some(client);
        let (name, version) = (self.greet("name")?, self.greet("version")?);
        self.version = Some(format!("{name} {version}").trim().to_owned());
        self.known = self
            .greet("list_commands")?
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        for command in self.program.gtp.clone() {
            self.greet(&command)?;
        }
        Ok(())
    }

    fn speech(&self) -> Speech<impl Fn(&str) -> bool + '_> {
        Speech::new(|name: &str| self.known.contains(name))
    }

    fn send(&mut self, command: &str) -> Result<String, Fault> {
        self.send_within(command, Duration::from_secs_f64(self.program.timeout))
    }

    /// Sends a command of the start, which may take long.
    fn greet(&mut self, command: &str) -> Result<String, Fault> {
        let limit = Duration::from_secs_f64(self.program.timeout);
        self.send_within(command, limit.max(START_TIME))
    }

    fn send_within(&mut self, command: &str, limit: Duration) -> Result<String, Fault> {
        let client = self
            .client
            .as_mut()
            .ok_or_else(|| Fault::new(FaultKind::Crash, "the program does not run"))?;
        client.send(command, limit).map_err(|error| {
            if !matches!(error, ClientError::Refused(..)) {
                self.client = None;
            }
            fault(&error)
        })
    }

    /// The score that the program gives to the game on its board.
    pub(crate) fn final_score(&mut self) -> Result<String, Fault> {
        self.send("final_score")
    }
}

fn fault(error: &ClientError) -> Fault {
    let kind = match error {
        ClientError::Cancelled => FaultKind::Cancelled,
        ClientError::TimedOut(..) => FaultKind::Hang,
        ClientError::Garbage(_) | ClientError::Refused(..) => FaultKind::Garbage,
        ClientError::NotFound(_) | ClientError::Start(..) | ClientError::Ended(_) => {
            FaultKind::Crash
        }
    };
    Fault::new(kind, error.to_string())
}

const fn color(side: Player) -> &'static str {
    match side {
        Player::First => "B",
        Player::Second => "W",
    }
}

impl Contestant for ExternalPlayer {
    fn start(&mut self, game: &NewGame) -> Result<(), Fault> {
        let Board::Go { size, komi, .. } = game.board else {
            return Err(Fault::new(FaultKind::Garbage, "GTP is for Go"));
        };
        if self.client.is_none() {
            // Whoever cannot even start has not lost a game: the match cannot go on.
            self.launch(game.seed).map_err(|fault| match fault.kind {
                FaultKind::Cancelled => fault,
                _ => Fault::new(FaultKind::NoStart, fault.detail),
            })?;
        }
        self.send(&format!("boardsize {}", size.get()))?;
        self.send("clear_board")?;
        self.send(&format!("komi {komi}"))?;
        let stones = game.board.handicap_points();
        if !stones.is_empty() {
            let names = stones.iter().map(|&point| coord::format_point(size, point));
            let names: Vec<String> = names.collect();
            self.send(&format!("set_free_handicap {}", names.join(" ")))?;
        }
        if self.known.contains("set_random_seed") {
            self.send(&format!("set_random_seed {}", game.seed))?;
        }
        if let Some((_, control)) = game.time {
            let command = self.speech().settings(&control.0);
            let word = command.split(' ').next().unwrap_or_default();
            // Who does not know about time has to play fast enough without.
            if self.known.contains(word) {
                self.send(&command)?;
            }
        }
        for command in self.program.game_gtp.clone() {
            self.send(&command.replace(SEED_MARK, &game.seed.to_string()))?;
        }
        Ok(())
    }

    fn told(&mut self, side: Player, mv: &str) -> Result<(), Fault> {
        self.send(&format!("play {} {mv}", color(side))).map(drop)
    }

    fn prepare(&mut self, turn: &Turn) -> Result<(), Fault> {
        if let Some(clock) = &turn.clock
            && self.known.contains("time_left")
        {
            let command = self.speech().left(color(turn.side), clock);
            self.send(&command)?;
        }
        Ok(())
    }

    fn choose(&mut self, turn: &Turn) -> Result<Choice, Fault> {
        let answer = self.send(&format!("genmove {}", color(turn.side)))?;
        let action = match answer.trim() {
            text if text.eq_ignore_ascii_case("resign") => Action::Resign,
            text => Action::Move(text.to_owned()),
        };
        Ok(Choice {
            action,
            visits: None,
            value: None,
            simulations: None,
            time: None,
            took: self.client.as_ref().map(Client::took),
        })
    }

    fn dead_stones(&mut self) -> Result<Option<Vec<String>>, Fault> {
        if !self.known.contains("final_status_list") {
            return Ok(None);
        }
        let answer = self.send("final_status_list dead")?;
        Ok(Some(answer.split_whitespace().map(str::to_owned).collect()))
    }

    fn version(&self) -> Option<String> {
        self.version.clone()
    }
}

impl Drop for ExternalPlayer {
    fn drop(&mut self) {
        if let Some(client) = self.client.take() {
            if self.cancel.is_raised() {
                drop(client);
            } else {
                client.quit(QUIT_TIME);
            }
        }
    }
}
