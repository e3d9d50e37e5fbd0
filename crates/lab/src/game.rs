//! One game, from the opening to the result.

use std::time::Instant;

use tewari_control::{Clock, PonderStats};
use tewari_game::Player;
use tewari_go::Point;

use crate::cancel::Cancel;
use crate::clock;
use crate::config::{AtLimit, DeadStones, MatchConfig, PlayerKind};
use crate::error::LabError;
use crate::player::{Action, Contestant, ExternalPlayer, Fault, FaultKind, NewGame, Turn};
use crate::ponder::{self, Extent};
use crate::record::{End, GameLine, Outcome};
use crate::referee::{Misplay, Referee, same_score};
use crate::schedule::GamePlan;
use crate::timing::{MoveTime, Spent};

/// Why a game was not finished.
#[derive(Debug)]
pub(crate) enum Unfinished {
    /// The match is being stopped.
    Cancelled,
    /// The match cannot go on.
    Failed(LabError),
}

/// How a game came to its end.
struct Finish {
    outcome: Outcome,
    end: End,
    detail: Option<String>,
}

impl Finish {
    fn lost(loser: Player, end: End, detail: impl Into<String>) -> Self {
        Self {
            outcome: Outcome::win(loser.other()),
            end,
            detail: Some(detail.into()),
        }
    }
}

/// The players of a game, who moves first before who moves second.
pub(crate) type Seats<'a> = [&'a mut (dyn Contestant + 'static); 2];

/// Plays a game. `scorer` counts it once more if it comes to be counted.
pub(crate) fn play(
    config: &MatchConfig,
    plan: &GamePlan,
    seats: Seats<'_>,
    scorer: Option<&mut ExternalPlayer>,
    cancel: &Cancel,
) -> Result<GameLine, Unfinished> {
    let names = plan.seats.map(|player| config.players[player].name.clone());
    let mut game = Game::new(config, plan, seats);
    let started = clock::now();
    let finish = match game.run(cancel) {
        Ok(finish) => finish,
        Err((side, fault)) => lost_by(side, fault, &names)?,
    };
    let mut line = GameLine {
        game: plan.index,
        id: plan.id,
        seeds: plan.seeds,
        odds: plan.odds,
        opening: plan.opening.name.clone(),
        opening_moves: plan.opening.moves.len(),
        moves: String::new(),
        result: finish.outcome,
        end: finish.end,
        score: None,
        second_score: None,
        disputed: false,
        detail: finish.detail,
        visits: Vec::new(),
        values: Vec::new(),
        seconds: Vec::new(),
        times: Vec::new(),
        ponder: Vec::new(),
        started,
        first: names[0].clone(),
        second: names[1].clone(),
    };
    if finish.end == End::Rules {
        game.count(&mut line, &names)?;
        if let Some(scorer) = scorer {
            game.count_again(&mut line, scorer)?;
        }
    }
    line.moves = game.moves.join(" ");
    line.visits = game.visits;
    line.values = game.values;
    line.seconds = game.seconds;
    if game.times.iter().any(Option::is_some) {
        line.times = game.times;
    }
    let pondered = [0, 1].map(|seat| game.seats[seat].pondering().map(rounded_stats));
    if pondered.iter().any(Option::is_some) {
        line.ponder = pondered.to_vec();
    }
    Ok(line)
}

/// What a failure of a player means: a loss, or the end of the match.
fn lost_by(side: Player, fault: Fault, names: &[String; 2]) -> Result<Finish, Unfinished> {
    let end = match fault.kind {
        FaultKind::Cancelled => return Err(Unfinished::Cancelled),
        FaultKind::NoStart => {
            let name = names[side.index()].clone();
            return Err(Unfinished::Failed(LabError::Player {
                name,
                why: fault.detail,
            }));
        }
        FaultKind::Crash => End::Crash,
        FaultKind::Hang => End::Hang,
        FaultKind::Garbage => End::Garbage,
    };
    Ok(Finish::lost(side, end, fault.detail))
}

struct Game<'a> {
    config: &'a MatchConfig,
    plan: &'a GamePlan,
    seats: Seats<'a>,
    referee: Referee,
    moves: Vec<String>,
    visits: Vec<Option<u64>>,
    values: Vec<Option<f64>>,
    seconds: Vec<f64>,
    times: Vec<Option<MoveTime>>,
    clocks: [Option<Clock>; 2],
}

/// A failure and the side that failed.
type Failure = (Player, Fault);

impl<'a> Game<'a> {
    fn new(config: &'a MatchConfig, plan: &'a GamePlan, seats: Seats<'a>) -> Self {
        Self {
            config,
            plan,
            seats,
            referee: Referee::new(&plan.board),
            moves: Vec::new(),
            visits: Vec::new(),
            values: Vec::new(),
            seconds: Vec::new(),
            times: Vec::new(),
            clocks: plan.seats.map(|seat| {
                let agreed = config.clock_of(seat);
                agreed.map(|(_, control)| Clock::new(control.0))
            }),
        }
    }

    fn run(&mut self, cancel: &Cancel) -> Result<Finish, Failure> {
        for side in Player::BOTH {
            let seed = self.plan.seeds[side.index()];
            let game = NewGame {
                board: self.plan.board,
                seed,
                time: self.config.clock_of(self.plan.seat(side)),
            };
            self.seats[side.index()]
                .start(&game)
                .map_err(|fault| (side, fault))?;
        }
        for mv in &self.plan.opening.moves {
            let mover = self.referee.to_move();
            // Openings were checked when they were made.
            let Ok(mv) = self.referee.play(mv) else { break };
            for side in Player::BOTH {
                self.seats[side.index()]
                    .told(mover, &mv)
                    .map_err(|fault| (side, fault))?;
            }
            self.note(mv, None, None, 0.0);
        }
        while !self.referee.is_over() {
            if self.moves.len() >= self.config.move_limit as usize {
                let outcome = match self.config.at_limit {
                    AtLimit::Void => Outcome::Void,
                    AtLimit::Draw => Outcome::Draw,
                };
                return Ok(Finish {
                    outcome,
                    end: End::Limit,
                    detail: None,
                });
            }
            let side = self.referee.to_move();
            if cancel.is_raised() {
                return Err((side, Fault::new(FaultKind::Cancelled, "stopped")));
            }
            if let Some(finish) = self.turn(side)? {
                return Ok(finish);
            }
        }
        // Who won is counted later, by those who can be asked about dead stones.
        Ok(Finish {
            outcome: Outcome::Draw,
            end: End::Rules,
            detail: None,
        })
    }

    /// One move; `Some` if it ended the game otherwise than by the rules.
    fn turn(&mut self, side: Player) -> Result<Option<Finish>, Failure> {
        let turn = Turn {
            side,
            clock: self.clocks[side.index()],
        };
        let other = side.other();
        let [first, second] = &mut self.seats;
        let (mover, waiting) = match side {
            Player::First => (first, second),
            Player::Second => (second, first),
        };
        mover.prepare(&turn).map_err(|fault| (side, fault))?;
        let started = Instant::now();
        let mut choose = || (mover.choose(&turn), started.elapsed());
        let ((choice, wall), pondered) =
            if waiting.ponders() && ponder::virtual_speed(self.config).is_none() {
                ponder::beside(&mut **waiting, choose)
            } else {
                (choose(), Ok(()))
            };
        let choice = choice.map_err(|fault| (side, fault))?;
        pondered.map_err(|fault| (other, fault))?;
        let wall = choice.took.unwrap_or(wall);
        let seconds = wall.as_secs_f64();
        if let Some((timing, clock)) = self.config.timing.zip(self.clocks[side.index()].as_mut()) {
            let left = clock.left();
            let spent = Spent {
                wall,
                simulations: choice.simulations,
            };
            if timing.spend(clock, spent).is_err() {
                let detail = format!(
                    "used more than the {:.3} s and {} periods or moves it had left",
                    left.time.as_secs_f64(),
                    left.count
                );
                return Ok(Some(Finish::lost(side, End::Time, detail)));
            }
        }
        let Action::Move(text) = choice.action else {
            let outcome = Outcome::win(side.other());
            return Ok(Some(Finish {
                outcome,
                end: End::Resign,
                detail: None,
            }));
        };
        let mv = match self.referee.play(&text) {
            Ok(mv) => mv,
            Err(Misplay::Illegal(why)) => {
                return Ok(Some(Finish::lost(side, End::Illegal, why)));
            }
            Err(Misplay::Garbage(why)) => {
                let detail = format!("answered {text:?}: {why}");
                return Ok(Some(Finish::lost(side, End::Garbage, detail)));
            }
        };
        self.note(mv.clone(), choice.visits, choice.value, seconds);
        if let Some(last) = self.times.last_mut() {
            *last = choice.time;
        }
        if !self.referee.is_over()
            && let Some(simulations) = self.simulations_meanwhile(side, choice.simulations)
        {
            self.seats[other.index()]
                .ponder(Extent::Simulations(simulations))
                .map_err(|fault| (other, fault))?;
        }
        self.seats[other.index()]
            .told(side, &mv)
            .map_err(|fault| (other, fault))?;
        Ok(None)
    }

    /// The simulations that the other side of `mover` makes in its turn on a virtual clock, if
    /// it ponders: `made` by the mover, or what the time of a program is worth.
    fn simulations_meanwhile(&self, mover: Player, made: Option<u64>) -> Option<u64> {
        let speed = ponder::virtual_speed(self.config)?;
        if !self.seats[mover.other().index()].ponders() {
            return None;
        }
        let simulations = match &self.config.players[self.plan.seat(mover)].kind {
            PlayerKind::BuiltIn(_) => made?,
            PlayerKind::External(program) => (program.thinks? * speed) as u64,
        };
        (simulations > 0).then_some(simulations)
    }

    fn note(&mut self, mv: String, visits: Option<u64>, value: Option<f64>, seconds: f64) {
        self.moves.push(mv);
        self.visits.push(visits);
        self.values.push(value.map(|value| rounded(value, 1e4)));
        self.seconds.push(rounded(seconds, 1e6));
        self.times.push(None);
    }

    /// Counts a game that ended by the rules.
    fn count(&mut self, line: &mut GameLine, names: &[String; 2]) -> Result<(), Unfinished> {
        let mut dead = Vec::new();
        if self.config.dead == DeadStones::Agreed {
            match self.agreed_dead() {
                Ok(Ok(stones)) => dead = stones,
                Ok(Err(detail)) => {
                    line.disputed = true;
                    line.detail = Some(detail);
                }
                Err((side, fault)) => {
                    let finish = lost_by(side, fault, names)?;
                    (line.result, line.end) = (finish.outcome, finish.end);
                    line.detail = finish.detail;
                    return Ok(());
                }
            }
        }
        let result = self.referee.result(&dead);
        line.result = result.winner.map_or(Outcome::Draw, Outcome::win);
        line.score = result.score;
        Ok(())
    }

    /// The stones that both call dead, or what they differ about.
    fn agreed_dead(&mut self) -> Result<Result<Vec<Point>, String>, Failure> {
        let mut answers = Vec::new();
        for side in Player::BOTH {
            let answer = self.seats[side.index()]
                .dead_stones()
                .map_err(|fault| (side, fault))?;
            let Some(names) = answer else {
                return Ok(Ok(Vec::new()));
            };
            answers.push(self.referee.stones(&names));
        }
        Ok(match answers.as_slice() {
            [Some(a), Some(b)] if a == b => Ok(a.clone()),
            _ => Err("the players differ about dead stones".to_owned()),
        })
    }

    /// Has the game counted by a program. Its failures say nothing about the players.
    fn count_again(
        &self,
        line: &mut GameLine,
        scorer: &mut ExternalPlayer,
    ) -> Result<(), Unfinished> {
        let Some(score) = line.score.clone() else {
            return Ok(());
        };
        let asked = self.ask_scorer(scorer);
        let answer = match asked {
            Ok(answer) => answer,
            Err(fault) if fault.kind == FaultKind::Cancelled => return Err(Unfinished::Cancelled),
            Err(fault) if fault.kind == FaultKind::NoStart => {
                let name = "the scorer".to_owned();
                return Err(Unfinished::Failed(LabError::Player {
                    name,
                    why: fault.detail,
                }));
            }
            Err(fault) => format!("? {}", fault.detail),
        };
        line.disputed |= same_score(&score, &answer) == Some(false);
        line.second_score = Some(answer);
        Ok(())
    }

    fn ask_scorer(&self, scorer: &mut ExternalPlayer) -> Result<String, Fault> {
        scorer.start(&NewGame {
            board: self.plan.board,
            seed: 1,
            time: None,
        })?;
        // After handicap stones White begins.
        let mut side = Referee::new(&self.plan.board).to_move();
        for mv in &self.moves {
            scorer.told(side, mv)?;
            side = side.other();
        }
        scorer.final_score()
    }
}

fn rounded_stats(stats: PonderStats) -> PonderStats {
    PonderStats {
        seconds: rounded(stats.seconds, 1e4),
        reduced: rounded(stats.reduced, 1e4),
        ..stats
    }
}

fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}
