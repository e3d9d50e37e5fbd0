//! The name of the rules, property `RU`.
//!
//! The standard names a few sets (`AGA`, `GOE`, `Japanese`, `NZ`); servers add `Chinese`,
//! `Korean` and others. A set without a name is written the way KataGo does, as a chain of
//! keys and values: `koSIMPLEscoreAREAtaxNONEsui1whb0`.

use crate::rules::{Compensation, Ko, Rules, Scoring};

/// The rules called `text`, if they are known.
///
/// Korean rules are the Japanese ones as far as this program tells them apart. The Ing rules
/// (`GOE`) are not served: their ko rule is like no other.
pub(super) fn parse(text: &str) -> Option<Rules> {
    let text = text.trim();
    let lower = text.to_ascii_lowercase();
    let name = lower
        .strip_suffix("rules")
        .map_or(lower.as_str(), str::trim_end);
    match name {
        "nz" => Some(Rules::NEW_ZEALAND),
        "cn" => Some(Rules::CHINESE),
        "jp" | "korean" | "kr" => Some(Rules::JAPANESE),
        "tromptaylor" | "tromp taylor" => Some(Rules::TROMP_TAYLOR),
        _ => Rules::named(name).ok().or_else(|| parse_keys(text)),
    }
}

/// The name to write.
pub(super) fn format(rules: Rules) -> String {
    match rules {
        Rules::CHINESE => "Chinese".to_owned(),
        Rules::JAPANESE => "Japanese".to_owned(),
        Rules::AGA => "AGA".to_owned(),
        Rules::NEW_ZEALAND => "NZ".to_owned(),
        Rules::TROMP_TAYLOR => "Tromp-Taylor".to_owned(),
        _ => format_keys(rules),
    }
}

fn format_keys(rules: Rules) -> String {
    let ko = match rules.ko {
        Ko::Simple => "SIMPLE",
        Ko::Positional => "POSITIONAL",
        Ko::Situational => "SITUATIONAL",
    };
    let score = match rules.scoring {
        Scoring::Area => "AREA",
        Scoring::Territory => "TERRITORY",
    };
    let bonus = match rules.compensation {
        Compensation::None => "0",
        Compensation::PerStone => "N",
        Compensation::PerStoneButOne => "N-1",
    };
    format!(
        "ko{ko}score{score}taxNONEsui{}whb{bonus}",
        u8::from(rules.suicide)
    )
}

fn parse_keys(text: &str) -> Option<Rules> {
    let mut rules = Rules {
        compensation: Compensation::None,
        ..Rules::TROMP_TAYLOR
    };
    let mut rest = text.strip_prefix("ko")?;
    let mut take = |word: &str| rest.strip_prefix(word).map(|tail| rest = tail).is_some();
    rules.ko = if take("SIMPLE") {
        Ko::Simple
    } else if take("POSITIONAL") {
        Ko::Positional
    } else if take("SITUATIONAL") {
        Ko::Situational
    } else {
        return None;
    };
    rules.scoring = if take("scoreAREA") {
        Scoring::Area
    } else if take("scoreTERRITORY") {
        Scoring::Territory
    } else {
        return None;
    };
    // Territory in a seki is counted here in any case, see `score`.
    let taxed = rules.scoring == Scoring::Territory && take("taxSEKI");
    if !taxed && !take("taxNONE") {
        return None;
    }
    rules.suicide = if take("sui1") {
        true
    } else if take("sui0") {
        false
    } else {
        return None;
    };
    let _ = take("button0");
    if take("whbN-1") {
        rules.compensation = Compensation::PerStoneButOne;
    } else if take("whbN") {
        rules.compensation = Compensation::PerStone;
    } else {
        let _ = take("whb0");
    }
    rest.is_empty().then_some(rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_set_survives_its_name() {
        for ko in [Ko::Simple, Ko::Positional, Ko::Situational] {
            for suicide in [false, true] {
                for scoring in [Scoring::Area, Scoring::Territory] {
                    for compensation in [
                        Compensation::None,
                        Compensation::PerStone,
                        Compensation::PerStoneButOne,
                    ] {
                        let rules = Rules {
                            ko,
                            suicide,
                            scoring,
                            compensation,
                        };
                        assert_eq!(parse(&format(rules)), Some(rules), "{}", format(rules));
                    }
                }
            }
        }
    }

    #[test]
    fn names_of_servers_are_known() {
        for (text, rules) in [
            ("Japanese", Rules::JAPANESE),
            ("Chinese rules", Rules::CHINESE),
            ("New Zealand", Rules::NEW_ZEALAND),
            ("NZ", Rules::NEW_ZEALAND),
            ("aga", Rules::AGA),
            ("Korean", Rules::JAPANESE),
            ("Tromp-Taylor", Rules::TROMP_TAYLOR),
            ("koPOSITIONALscoreAREAtaxNONEsui1", Rules::TROMP_TAYLOR),
            ("koSIMPLEscoreTERRITORYtaxSEKIsui0", Rules::JAPANESE),
        ] {
            assert_eq!(parse(text), Some(rules), "{text}");
        }
        for text in [
            "GOE",
            "Ing",
            "martian",
            "ko",
            "koSIMPLEscoreAREAtaxALLsui0",
            "",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
