//! Processor time used so far, by all threads of the process.

/// Clock ticks per second in `/proc`: 100 on every platform where Linux has a `/proc`, by
/// promise to user programs and whatever the kernel itself counts in.
const TICKS_PER_SECOND: f64 = 100.0;

/// Seconds of processor time that the process has used, or `None` where that cannot be told.
pub(crate) fn seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    ticks(&stat).map(|ticks| ticks as f64 / TICKS_PER_SECOND)
}

/// User and system time from a line of `/proc/PID/stat`: fields 14 and 15, counted from 1.
/// Field 2 is the program's name in parentheses and may itself hold blanks and parentheses.
fn ticks(stat: &str) -> Option<u64> {
    let (_, after_name) = stat.rsplit_once(')')?;
    let mut fields = after_name.split_ascii_whitespace().skip(14 - 3);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(user + system)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_blanks_do_not_shift_the_fields() {
        let line = "17 (a b) c) S 1 17 17 0 -1 4194560 501 0 0 0 120 34 0 0 20 0 3 0 99";
        assert_eq!(ticks(line), Some(154));
        assert_eq!(ticks("nonsense"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn linux_tells() {
        assert!(seconds().is_some());
    }
}
