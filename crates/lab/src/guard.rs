//! Not promising what the machine cannot give: cores and memory.

use std::path::Path;

use tewari_engine::Params;

use crate::config::{MatchConfig, PlayerKind};
use crate::error::LabError;
use crate::ponder;
use crate::schedule::Schedule;
use crate::timing::Measure;

/// What the machine has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Machine {
    /// Cores that this process may use.
    pub cores: usize,
    /// Memory in MiB, where the system tells.
    pub memory: Option<u64>,
}

impl Machine {
    /// This machine.
    #[must_use]
    pub fn here() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self {
            cores,
            memory: memory(),
        }
    }
}

/// The processor, where the system tells.
pub(crate) fn processor() -> Option<String> {
    field(Path::new("/proc/cpuinfo"), "model name")
}

fn memory() -> Option<u64> {
    let text = field(Path::new("/proc/meminfo"), "MemTotal")?;
    let kibibytes: u64 = text.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes / 1024)
}

/// The value of the first line `name: value` of a file.
fn field(path: &Path, name: &str) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?;
    let (_, value) = text
        .lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(key, _)| key.trim() == name)?;
    Some(value.trim().to_owned())
}

/// What one player takes.
struct Need {
    threads: usize,
    memory: u64,
    /// Its memory is taken between its games, too.
    stays: bool,
}

fn need(kind: &PlayerKind, name: &str) -> Result<Need, LabError> {
    Ok(match kind {
        PlayerKind::BuiltIn(own) => {
            let Params { engine, .. } = own.params(name)?;
            Need {
                threads: engine.worker_count(),
                memory: engine.memory,
                stays: false,
            }
        }
        PlayerKind::External(program) => Need {
            threads: program.threads,
            memory: program.memory,
            stays: !program.restart,
        },
    })
}

/// Checks that a match fits the machine. The answer is a warning, if there is one: threads that
/// share a core make times and timed games meaningless, but games of fixed simulations stay
/// what they are.
///
/// # Errors
/// When the games would need more memory than there is.
pub fn check(config: &MatchConfig, machine: &Machine) -> Result<Option<String>, LabError> {
    let needs = config
        .players
        .iter()
        .map(|player| need(&player.kind, &player.name));
    let needs: Vec<Need> = needs.collect::<Result<_, _>>()?;
    let schedule = Schedule::new(config);
    let games = config.concurrency as u64;
    let kept: u64 = needs
        .iter()
        .filter(|need| need.stays)
        .map(|need| need.memory)
        .sum();
    let of_game = |pair: &[usize; 2]| -> u64 {
        pair.iter()
            .map(|&i| &needs[i])
            .filter(|need| !need.stays)
            .map(|need| need.memory)
            .sum()
    };
    let scorer = config.scorer.as_ref().map_or(0, |program| program.memory);
    let largest = schedule.pairings().iter().map(of_game).max().unwrap_or(0);
    let memory = games.saturating_mul(kept + scorer + largest);
    if let Some(available) = machine.memory.filter(|&available| memory > available) {
        return Err(LabError::Memory(format!(
            "{games} games at a time may need {memory} MiB of memory, and the machine has \
             {available}: lower concurrency, or engine.memory of the players"
        )));
    }
    let threads = busiest(config);
    let wanted = threads.saturating_mul(config.concurrency);
    Ok((wanted > machine.cores).then(|| {
        format!(
            "{} games at a time with up to {threads} threads each want {wanted} cores, and there \
             are {}: times will not mean much",
            config.concurrency, machine.cores
        )
    }))
}

/// The most threads that a game keeps busy. One player of a game thinks at a time, unless
/// another one ponders meanwhile, which it does not do on a virtual clock.
pub(crate) fn busiest(config: &MatchConfig) -> usize {
    let threads = |i: usize| {
        let player = &config.players[i];
        need(&player.kind, &player.name).map_or(1, |need| need.threads)
    };
    let on_wall = ponder::virtual_speed(config).is_none();
    let schedule = Schedule::new(config);
    let of_game = |&[a, b]: &[usize; 2]| {
        if on_wall && [a, b].iter().any(|&i| ponder::ponders(config, i)) {
            threads(a) + threads(b)
        } else {
            threads(a).max(threads(b))
        }
    };
    schedule.pairings().iter().map(of_game).max().unwrap_or(1)
}

/// What makes the games of a match depend on the machine, if anything does: a limit of time, or
/// threads that race each other. What programs do is their own affair.
pub(crate) fn unrepeatable(config: &MatchConfig) -> Option<String> {
    let depends = config
        .players
        .iter()
        .enumerate()
        .filter(|(number, player)| {
            let PlayerKind::BuiltIn(own) = &player.kind else {
                return false;
            };
            let clock = config.clock_of(*number).map(|(timing, _)| timing.clock);
            own.params(&player.name).is_ok_and(|params| match clock {
                Some(Measure::Virtual(_)) => false,
                Some(Measure::Wall) => true,
                None => {
                    params.engine.limits().time.is_some()
                        || params.engine.worker_count() > 1
                        || ponder::wanted(&params) && ponder::virtual_speed(config).is_none()
                }
            })
        });
    let names: Vec<&str> = depends.map(|(_, player)| player.name.as_str()).collect();
    (!names.is_empty()).then(|| {
        format!(
            "games will not be repeatable: a limit of time, several threads or pondering for {}",
            names.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::MatchFile;

    fn config(concurrency: usize, players: &str) -> MatchConfig {
        let text = format!("[match]\nconcurrency = {concurrency}\n{players}");
        MatchFile::parse(&text)
            .unwrap()
            .resolve(Path::new(""))
            .unwrap()
    }

    const TWO: &str = "[[player]]\nset = {'engine.memory' = 300}\n\
                       [[player]]\nset = {'engine.memory' = 200, 'engine.threads' = 2}\n";

    #[test]
    fn cores_are_a_warning() {
        let machine = Machine {
            cores: 4,
            memory: None,
        };
        assert_eq!(check(&config(2, TWO), &machine).unwrap(), None);
        let warning = check(&config(3, TWO), &machine).unwrap().unwrap();
        assert!(warning.starts_with("3 games at a time with up to 2 threads each want 6 cores"));
    }

    /// Who ponders is busy while the other one thinks; on a virtual clock it has its turn.
    #[test]
    fn pondering_takes_cores() {
        let machine = Machine {
            cores: 4,
            memory: None,
        };
        let ponders = TWO.replace("300}", "300, 'ponder.kind' = 'standard'}");
        let warning = check(&config(2, &ponders), &machine).unwrap().unwrap();
        assert!(warning.starts_with("2 games at a time with up to 3 threads each want 6 cores"));
        let clock = "time = '9s'\nclock = 'virtual:100'\n";
        let virtual_ = config(2, &format!("{clock}{ponders}"));
        assert_eq!(check(&virtual_, &machine).unwrap(), None);
        let fixed = "[[player]]\nset = {'engine.simulations' = 5, 'ponder.kind' = 'standard'}\n";
        assert!(unrepeatable(&config(1, &fixed.repeat(2))).is_some());
        assert_eq!(unrepeatable(&virtual_), None);
    }

    #[test]
    fn memory_is_a_refusal() {
        let machine = Machine {
            cores: 64,
            memory: Some(1000),
        };
        assert!(check(&config(2, TWO), &machine).is_ok());
        let error = check(&config(3, TWO), &machine).unwrap_err().to_string();
        assert!(
            error.starts_with("3 games at a time may need 1500 MiB"),
            "{error}"
        );
        assert!(!error.contains('\n'));
    }

    #[test]
    fn programs_stay_and_engines_go() {
        let players = format!("{TWO}[[player]]\ncommand='x'\nmemory=100\n");
        let config = config(1, &players);
        // The largest pairing of our own plus the program: 500 + 100.
        let machine = |memory| Machine {
            cores: 9,
            memory: Some(memory),
        };
        assert!(check(&config, &machine(600)).is_ok());
        assert!(check(&config, &machine(599)).is_err());
    }

    #[test]
    fn time_and_threads_are_not_repeatable() {
        let fixed = "[[player]]\nset = {'engine.simulations' = 5}\n";
        assert_eq!(unrepeatable(&config(1, &fixed.repeat(2))), None);
        let note = unrepeatable(&config(1, &format!("{fixed}[[player]]\nname = 'b'\n")));
        assert!(
            note.is_some_and(|note| note.ends_with("for b")),
            "five seconds by default"
        );
        assert!(unrepeatable(&config(1, TWO)).is_some());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_machine_has_something() {
        let machine = Machine::here();
        assert!(machine.cores > 0 && machine.memory.is_some_and(|mib| mib > 16));
    }
}
