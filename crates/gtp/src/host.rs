//! What stands behind a connection, whatever the game.
//!
//! Go has a session of its own, because its protocol knows more than other games can be asked;
//! the board games share another. Both run behind the same server, and the commands that need
//! no board (who is there, parameters, clocks) are written once, for any host.

use std::time::{SystemTime, UNIX_EPOCH};

use tewari_base::params::{ParamError, ParamSet as _};
use tewari_engine::{Params, Stop, Table, Thought};

use crate::commands::{NAME, VERSION};
use crate::line::{Command, Line};

/// A session, as the server and the commands for every game see it.
pub(crate) trait Host: Sized + 'static {
    /// The names of all commands, sorted.
    fn names() -> Vec<&'static str>;

    /// Whether the command called `name` answers until another line of input has come.
    fn is_open(name: &str) -> bool;

    /// Executes a command and gives the pieces of its response to `out` as they come. Answers
    /// whether the last empty line is missing: whoever asked writes it when another line of
    /// input has come.
    fn execute_to(&mut self, command: &Command, out: &mut dyn FnMut(&str)) -> bool;

    /// Searches on the opponent's time until `stop` is raised: if that is wanted, if the engine
    /// plays in this game, and if it is the opponent's turn.
    fn ponder(&mut self, stop: &Stop);

    /// From now on somebody ends analyses.
    fn attend(&mut self);

    /// `quit` was given.
    fn end(&mut self);

    /// Whether `quit` has been answered.
    fn is_over(&self) -> bool;

    /// The handle that ends the search under way.
    fn stop(&self) -> Stop;

    /// Writes a line to the log. Nobody may be reading it, which is no reason to fail.
    fn remark(&mut self, text: &str);

    /// The engine's parameters.
    fn params(&mut self) -> &mut Params;

    /// Sets the parameter `key` because somebody asked for it.
    ///
    /// # Errors
    /// When there is no such parameter or it does not take the value.
    fn ask(&mut self, key: &str, value: &str) -> Result<(), ParamError> {
        self.params().set(key, value)
    }

    /// The game.
    fn table(&mut self) -> &mut dyn Table;

    /// What the last search found.
    fn last_thought(&self) -> Option<&Thought>;

    /// Answers a line of input; `None` when there is nothing to answer.
    fn answer(&mut self, line: &[u8]) -> Option<String> {
        let Line::Command(command) = Line::parse(line) else {
            return None;
        };
        let mut response = String::new();
        if self.execute_to(&command, &mut |piece| response += piece) {
            response.push('\n');
        }
        Some(response)
    }

    /// Sets the seed of all random streams; 0 draws one from the clock.
    fn set_seed(&mut self, seed: u64) {
        self.params().engine.seed = if seed == 0 { fresh_seed() } else { seed };
    }

    /// Says that commands are welcome, in words that LizGoban looks for.
    fn greet(&mut self) {
        let seed = self.params().engine.seed;
        self.remark(&format!("{NAME} {VERSION}, seed {seed}: GTP ready"));
    }
}

/// A seed that no other process is likely to have: the time in nanoseconds and the process,
/// mixed. Never 0.
fn fresh_seed() -> u64 {
    let nanos = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_nanos());
    tewari_base::mix(nanos as u64 ^ (u64::from(std::process::id()) << 40)).max(1)
}
