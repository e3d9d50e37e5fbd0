//! `tewari params`.
//!
//! The plain form is a configuration file with every parameter in it, each below its meaning
//! and range: what it prints, `--config` reads. What depends on the size of a board of Go stands
//! in it as a remark, so that the file serves boards of all sizes.

use std::fmt::Write as _;

use serde_json::{Value, json};
use tewari_base::params::{Kind, ParamSet, Spec};
use tewari_engine::{Domain, LARGE_BOARD, Params};

use crate::cli::ParamsArgs;
use crate::output::{print, print_json};

/// Prints the parameters.
pub(crate) fn run(args: &ParamsArgs) -> anyhow::Result<()> {
    let small = args.engine.params(Domain::Go(SMALL))?;
    let large = args.engine.params(Domain::Go(LARGE_BOARD))?;
    if args.markdown {
        print(&(small.reference_markdown() + &presets_markdown()))?;
    } else if args.json {
        print_json(&as_json(&small, &large))?;
    } else {
        print(&as_toml(&small, &large))?;
    }
    Ok(())
}

/// The largest board that is none of the [`LARGE_BOARD`] ones.
const SMALL: u8 = LARGE_BOARD - 1;

/// What the presets of games and boards say that the declarations do not.
fn presets_markdown() -> String {
    let columns = [
        (format!("Go to {SMALL}×{SMALL}"), Domain::Go(SMALL)),
        (
            format!("Go from {LARGE_BOARD}×{LARGE_BOARD}"),
            Domain::Go(LARGE_BOARD),
        ),
        ("Connect-4".to_owned(), Domain::Connect4),
        ("Breakthrough".to_owned(), Domain::Breakthrough),
        ("Othello".to_owned(), Domain::Othello),
        ("Catch the Lion".to_owned(), Domain::CatchTheLion),
    ];
    let mut text = format!(
        "\n## Presets\n\nDefaults that depend on the game and its board. What is set by a flag, in a \
         file or during a session overrides them; the rest follows the board when its size \
         changes.\n\n| Name |{}\n|---|{}\n",
        columns
            .iter()
            .map(|(title, _)| format!(" {title} |"))
            .collect::<String>(),
        "---|".repeat(columns.len()),
    );
    let presets = columns.map(|(_, domain)| Params::preset(domain).values());
    for (row, (spec, default)) in Params::default().values().into_iter().enumerate() {
        let values = presets.each_ref().map(|preset| &preset[row].1);
        if values.iter().any(|&value| *value != default) {
            let cells: String = values.map(|value| format!(" `{value}` |")).concat();
            write_lines(&mut text, &format!("| `{}` |{cells}", spec.key()));
        }
    }
    text
}

fn as_toml(small: &Params, large: &Params) -> String {
    let (params, values) = (small, small.values());
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
            let line = format!("{} = {}", spec.name, toml_value(spec, value));
            match large.get(&spec.key()) {
                Some(on_large) if on_large != *value => {
                    let on_large = toml_value(spec, &on_large);
                    let remark =
                        format!("# {line} # from {LARGE_BOARD}x{LARGE_BOARD} on {on_large}");
                    write_lines(&mut text, &remark);
                }
                _ => write_lines(&mut text, &line),
            }
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

fn as_json(small: &Params, large: &Params) -> Value {
    let of = |((spec, value), (_, on_large)): (&(&Spec, String), &(&Spec, String))| {
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
            "value_on_large_boards": json_value(spec, on_large),
            "default": json_value(spec, &spec.default),
            "low": spec.range.as_ref().map(|range| range.low),
            "high": spec.range.as_ref().map(|range| range.high),
            "step": spec.step,
            "choices": choices,
            "doc": spec.doc,
        })
    };
    let (small_values, large_values) = (small.values(), large.values());
    let values: Vec<Value> = small_values.iter().zip(&large_values).map(of).collect();
    json!({ "parameters": values, "digest": format!("{:016x}", small.digest()) })
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
