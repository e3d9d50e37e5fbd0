//! The engine's parameters, by the names that configuration files use, through the commands
//! of KataGo and a dialog of GoGui; and the seed, as GNU Go's and Fuego's users set it.

use tewari_base::params::{Kind, ParamSet, Spec};

use super::{Table, done};
use crate::args::Args;
use crate::host::Host;
use crate::response::{Answer, Failure};

pub(super) const fn commands<H: Host>() -> Table<H> {
    &[
        ("kata-get-param", get_param),
        ("kata-set-param", set_param),
        ("kata-list-params", list_params),
        ("tewari-param", dialog),
        ("set_random_seed", set_random_seed),
        ("get_random_seed", get_random_seed),
    ]
}

fn get_param<H: Host>(session: &mut H, args: Args<'_>) -> Answer {
    let [key] = args.exactly()?;
    let mut params = *session.params();
    if let Some(value) = params.get(key) {
        return Ok(value);
    }
    // The set knows best what is wrong with the name.
    params.set(key, "").map_err(|error| error.to_string())?;
    done()
}

fn set_param<H: Host>(session: &mut H, args: Args<'_>) -> Answer {
    let [key, value] = args.exactly()?;
    set(session, key, value)?;
    done()
}

/// The names, separated by blanks as KataGo does it.
fn list_params<H: Host>(session: &mut H, args: Args<'_>) -> Answer {
    args.none()?;
    let keys: Vec<String> = session
        .params()
        .specs()
        .into_iter()
        .map(Spec::key)
        .collect();
    Ok(keys.join(" "))
}

/// The entries of GoGui's analyze dialog for parameters, one for each group: a dialog with all
/// of them would be wider than a screen.
pub(crate) fn dialogs<H: Host>(session: &mut H) -> String {
    let specs = session.params().specs();
    let mut groups: Vec<&str> = specs.into_iter().map(|spec| spec.group).collect();
    groups.dedup();
    let entry = |group| format!("param/Parameters: {group}/tewari-param {group}");
    let entries: Vec<String> = groups.into_iter().map(entry).collect();
    entries.join("\n")
}

/// An analyze command of GoGui's type `param`: with a group its parameters with their type and
/// value, with a name and a value too the setting of one.
fn dialog<H: Host>(session: &mut H, args: Args<'_>) -> Answer {
    let values = session.params().values();
    match args.words()[..] {
        [group] => {
            let members = values.into_iter().filter(|(spec, _)| spec.group == group);
            let lines: Vec<String> = members.map(|(spec, value)| field(spec, &value)).collect();
            if lines.is_empty() {
                return Err(format!("unknown group \"{group}\"").into());
            }
            Ok(lines.join("\n"))
        }
        [group, name, value] => {
            let is_switch = values.into_iter().any(|(spec, _)| {
                spec.group == group && spec.name == name && matches!(spec.kind, Kind::Bool)
            });
            let value = match (is_switch, value) {
                (true, "0") => "false",
                (true, "1") => "true",
                _ => value,
            };
            set(session, &format!("{group}.{name}"), value)?;
            done()
        }
        _ => Err("expected GROUP or GROUP NAME VALUE".into()),
    }
}

/// A line of a dialog.
fn field(spec: &Spec, value: &str) -> String {
    let name = spec.name;
    match spec.kind {
        Kind::Bool => format!("[bool] {name} {}", u8::from(value == "true")),
        Kind::Choice(choices) => {
            let names: Vec<&str> = choices.iter().map(|choice| choice.name).collect();
            format!("[list/{}] {name} {value}", names.join("/"))
        }
        _ => format!("[string] {name} {value}"),
    }
}

/// What would contradict the other parameters is refused, so that no move fails for it.
fn set<H: Host>(session: &mut H, key: &str, value: &str) -> Result<(), Failure> {
    let mut changed = *session.params();
    changed.set(key, value).map_err(|error| error.to_string())?;
    changed.check()?;
    session.ask(key, value).map_err(|error| error.to_string())?;
    let seed = session.params().engine.seed;
    session.set_seed(seed);
    Ok(())
}

/// Sets the seed of all random streams; 0 draws one from the clock.
fn set_random_seed<H: Host>(session: &mut H, args: Args<'_>) -> Answer {
    let seed = args.number()?;
    session.set_seed(seed);
    done()
}

fn get_random_seed<H: Host>(session: &mut H, args: Args<'_>) -> Answer {
    args.none()?;
    Ok(session.params().engine.seed.to_string())
}
