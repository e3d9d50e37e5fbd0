//! Lengths of time as text: `90s`, `10m`, `1h30m`, `2.5s`, `250ms`; a bare number is seconds.

use std::time::Duration;

/// No length of time is longer than this: a little over thirty years. It keeps sums and
/// products of times far from where their numbers end.
pub(crate) const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// Seconds as a length of time: what is not a number or below nought is nought, what is too
/// long is cut to some thirty years.
#[must_use]
pub fn seconds(seconds: f64) -> Duration {
    if seconds >= LONGEST.as_secs_f64() {
        return LONGEST;
    }
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

/// Reads a length of time.
pub(crate) fn parse(text: &str) -> Option<Duration> {
    if text.is_empty() {
        return None;
    }
    let mut rest = text;
    let mut sum = 0.0;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.');
        let (number, after) = rest.split_at(digits.unwrap_or(rest.len()));
        let letters = after.find(|c: char| !c.is_ascii_alphabetic());
        let (unit, after) = after.split_at(letters.unwrap_or(after.len()));
        let number: f64 = number.parse().ok()?;
        sum += number
            * match unit {
                "h" => 3600.0,
                "m" | "min" => 60.0,
                "s" => 1.0,
                "ms" => 0.001,
                // Without a unit only if there is nothing else.
                "" if rest == text => 1.0,
                _ => return None,
            };
        rest = after;
    }
    (sum <= LONGEST.as_secs_f64()).then(|| seconds(sum))
}

/// Writes a length of time so that [`parse`] reads the same: in the largest unit that divides
/// it, or else in seconds with as many decimals as it takes.
pub(crate) fn format(time: Duration) -> String {
    let (whole, nanos) = (time.as_secs(), time.subsec_nanos());
    if nanos > 0 {
        let decimals = format!("{nanos:09}");
        return format!("{whole}.{}s", decimals.trim_end_matches('0'));
    }
    match whole {
        0 => "0s".to_owned(),
        hours if hours % 3600 == 0 => format!("{}h", hours / 3600),
        minutes if minutes % 60 == 0 => format!("{}m", minutes / 60),
        seconds => format!("{seconds}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units() {
        for (text, expected) in [
            ("30s", 30.0),
            ("10m", 600.0),
            ("1h30m", 5400.0),
            ("2.5s", 2.5),
            ("250ms", 0.25),
            ("90", 90.0),
            ("0", 0.0),
            ("1m1s500ms", 61.5),
        ] {
            assert_eq!(parse(text), Some(seconds(expected)), "{text}");
        }
        for text in [
            "", "s", "1x", "-1s", "1s2", "1..2s", "1e3s", "9999999h", "nan",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        for (text, written) in [
            ("5400s", "90m"),
            ("7200s", "2h"),
            ("0.1s", "0.1s"),
            ("61s", "61s"),
            ("0", "0s"),
        ] {
            let time = parse(text).unwrap();
            assert_eq!(format(time), written);
            assert_eq!(parse(&format(time)), Some(time));
        }
        let odd = Duration::new(3, 141_592_653);
        assert_eq!(parse(&format(odd)), Some(odd));
    }

    #[test]
    fn no_number_is_too_strange() {
        assert_eq!(seconds(f64::NAN), Duration::ZERO);
        assert_eq!(seconds(-1.0), Duration::ZERO);
        assert_eq!(seconds(f64::INFINITY), LONGEST);
    }
}
