//! Rules as KataGo's users set them: by name, or field by field in JSON.
//!
//! | field | values |
//! |---|---|
//! | `ko` | `SIMPLE`, `POSITIONAL`, `SITUATIONAL` |
//! | `scoring` | `AREA`, `TERRITORY` |
//! | `suicide` | `true`, `false` |
//! | `whiteHandicapBonus` | `0`, `N-1`, `N` |
//! | `tax` | `NONE`; for territory also `SEKI`, which is taken for `NONE` as in our Japanese rules: points in a seki count |
//! | `hasButton` | `false` |
//! | `friendlyPassOk` | either, and ignored: it concerns when a program passes, not the rules |
//!
//! What the engine cannot do is refused, never ignored: front ends probe that way.

use serde_json::{Map, Value, json};
use tewari_go::{Compensation, Ko, Rules, Scoring};

use super::{Table, done};
use crate::args::Args;
use crate::response::{Answer, Failure};
use crate::session::Session;

pub(super) const COMMANDS: Table = &[
    ("kata-get-rules", get_rules),
    ("kata-set-rules", set_rules),
    ("kata-set-rule", set_rule),
];

fn get_rules(session: &mut Session, args: Args<'_>) -> Answer {
    args.none()?;
    let rules = session.state.table.position.rules();
    let fields = json!({
        "hasButton": false,
        "ko": match rules.ko {
            Ko::Simple => "SIMPLE",
            Ko::Positional => "POSITIONAL",
            Ko::Situational => "SITUATIONAL",
        },
        "scoring": match rules.scoring {
            Scoring::Area => "AREA",
            Scoring::Territory => "TERRITORY",
        },
        "suicide": rules.suicide,
        "tax": "NONE",
        "whiteHandicapBonus": match rules.compensation {
            Compensation::None => "0",
            Compensation::PerStoneButOne => "N-1",
            Compensation::PerStone => "N",
        },
    });
    Ok(fields.to_string())
}

/// `kata-set-rules NAME`, or an object whose missing fields are those of Tromp and Taylor.
fn set_rules(session: &mut Session, args: Args<'_>) -> Answer {
    let rules = if args.text().starts_with('{') {
        let fields: Map<String, Value> = serde_json::from_str(args.text())
            .map_err(|error| format!("the rules are not valid JSON: {error}"))?;
        let mut rules = Rules::TROMP_TAYLOR;
        // Whether a tax can be had depends on the scoring.
        let (tax, others): (Vec<_>, Vec<_>) = fields.iter().partition(|(field, _)| *field == "tax");
        for (field, value) in others.into_iter().chain(tax) {
            set_field(&mut rules, field, value)?;
        }
        rules
    } else {
        named(args.text())?
    };
    session.state.table.position.set_rules(rules);
    done()
}

/// The rules by the names that KataGo knows, as far as they differ from ours.
fn named(name: &str) -> Result<Rules, Failure> {
    match name.to_ascii_lowercase().replace('_', "-").as_str() {
        "chinese-ogs" | "chinese-kgs" => Ok(Rules::CHINESE),
        "korean" => Ok(Rules::JAPANESE),
        "bga" => Ok(Rules::AGA),
        "tromptaylor" => Ok(Rules::TROMP_TAYLOR),
        name => Rules::named(name).map_err(|error| error.0.into()),
    }
}

/// `kata-set-rule FIELD VALUE`; the other fields stay.
fn set_rule(session: &mut Session, args: Args<'_>) -> Answer {
    let [field, word] = args.exactly()?;
    let value = match word.parse() {
        Ok(flag) => Value::Bool(flag),
        Err(_) => Value::from(word),
    };
    let position = &mut session.state.table.position;
    let mut rules = position.rules();
    set_field(&mut rules, field, &value)?;
    position.set_rules(rules);
    done()
}

fn set_field(rules: &mut Rules, field: &str, value: &Value) -> Result<(), Failure> {
    match (field, value) {
        ("ko", Value::String(word)) => {
            rules.ko = match word.to_ascii_uppercase().as_str() {
                "SIMPLE" => Ko::Simple,
                "POSITIONAL" => Ko::Positional,
                "SITUATIONAL" => Ko::Situational,
                _ => return Err(unsupported(field, value)),
            }
        }
        ("scoring", Value::String(word)) => {
            rules.scoring = match word.to_ascii_uppercase().as_str() {
                "AREA" => Scoring::Area,
                "TERRITORY" => Scoring::Territory,
                _ => return Err(unsupported(field, value)),
            }
        }
        ("suicide", Value::Bool(flag)) => rules.suicide = *flag,
        ("whiteHandicapBonus", Value::String(word)) => {
            rules.compensation = match word.to_ascii_uppercase().as_str() {
                "0" => Compensation::None,
                "N-1" => Compensation::PerStoneButOne,
                "N" => Compensation::PerStone,
                _ => return Err(unsupported(field, value)),
            }
        }
        ("tax", Value::String(word)) if word.eq_ignore_ascii_case("none") => {}
        ("tax", Value::String(word))
            if word.eq_ignore_ascii_case("seki") && rules.scoring == Scoring::Territory => {}
        ("hasButton", Value::Bool(false)) | ("friendlyPassOk", Value::Bool(_)) => {}
        _ => return Err(unsupported(field, value)),
    }
    Ok(())
}

fn unsupported(field: &str, value: &Value) -> Failure {
    format!("unsupported rule: {field} {value}").into()
}
