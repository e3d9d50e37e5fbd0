//! `tewari params`.
//!
//! The plain form is a configuration file with every parameter in it, each below its meaning
//! and range: what it prints, `--config` reads.

use std::fmt::Write as _;

use serde_json::{Value, json};
use tewari_base::params::{Kind, ParamSet, Spec};
use tewari_engine::{GameKind, Params};

use crate::cli::ParamsArgs;
use crate::output::{print, print_json};

/// Prints the parameters.
pub(crate) fn run(args: &ParamsArgs) -> anyhow::Result<()> {
    let params = args.engine.params(GameKind::Go)?;
    if args.markdown {
        print(&params.reference_markdown())?;
    } else if args.json {
        print_json(&as_json(&params))?;
    } else {
        print(&as_toml(&params))?;
    }
    Ok(())
}

fn as_toml(params: &Params) -> String {
    let values = params.values();
    let mut text = String::from("# Parameters of Tewari, to be read with --config FILE.\n");
    for group in params.groups() {
        write_lines(
            &mut text,
            &format!("\n# {}\n[{}]", group.doc(), group.group()),
        );
        for (spec, value) in values
            .iter()
            .filter(|(spec, _)| spec.group == group.group())
        {
            write_lines(&mut text, "");
            for line in wrapped(spec.doc, 88) {
                write_lines(&mut text, &format!("# {line}"));
            }
            write_lines(&mut text, &format!("# {}", values_allowed(spec)));
            write_lines(
                &mut text,
                &format!("{} = {}", spec.name, toml_value(spec, value)),
            );
        }
    }
    text
}

fn write_lines(text: &mut String, lines: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{lines}");
}

fn values_allowed(spec: &Spec) -> String {
    let words = || {
        spec.kind
            .choices()
            .iter()
            .map(|choice| choice.name)
            .collect::<Vec<_>>()
    };
    match (&spec.range, spec.kind) {
        (Some(range), _) => format!("{}, default {}", range.text, spec.default),
        (None, Kind::Bool) => format!("true or false, default {}", spec.default),
        (None, Kind::Text(kind)) => format!("{}, default {}", kind.name, spec.default),
        (None, _) => format!("{}, default {}", words().join(", "), spec.default),
    }
}

/// TOML's whole numbers end at 2^63 - 1; larger ones are written as text, which the reader
/// takes as well.
fn toml_value(spec: &Spec, value: &str) -> String {
    let plain = match spec.kind {
        Kind::Bool | Kind::Float(_) => true,
        Kind::Int(_) => value.parse::<i64>().is_ok(),
        Kind::Choice(_) | Kind::Text(_) => false,
    };
    if plain {
        value.to_owned()
    } else {
        format!("{value:?}")
    }
}

fn as_json(params: &Params) -> Value {
    let of = |(spec, value): &(&Spec, String)| {
        let choices: Vec<Value> = spec
            .kind
            .choices()
            .iter()
            .map(|choice| json!({ "name": choice.name, "doc": choice.doc }))
            .collect();
        json!({
            "key": spec.key(),
            "type": spec.kind.name(),
            "value": json_value(spec, value),
            "default": json_value(spec, &spec.default),
            "low": spec.range.as_ref().map(|range| range.low),
            "high": spec.range.as_ref().map(|range| range.high),
            "step": spec.step,
            "choices": choices,
            "doc": spec.doc,
        })
    };
    let values: Vec<Value> = params.values().iter().map(of).collect();
    json!({ "parameters": values, "digest": format!("{:016x}", params.digest()) })
}

fn json_value(spec: &Spec, value: &str) -> Value {
    match spec.kind {
        Kind::Choice(_) | Kind::Text(_) => json!(value),
        _ => serde_json::from_str(value).unwrap_or_else(|_| json!(value)),
    }
}

/// Breaks a text into lines of at most `width` characters, where it has blanks.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
