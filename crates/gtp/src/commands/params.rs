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

/// An analyze command of GoGui's type `param`: without arguments all parameters with their
/// type and value, with a name and a value the setting of one.
fn dialog<H: Host>(session: &mut H, args: Args<'_>) -> Answer {
    if !args.text().is_empty() {
        let [key, value] = args.exactly()?;
        let value = match (kind(session, key), value) {
            (Some(Kind::Bool), "0") => "false",
            (Some(Kind::Bool), "1") => "true",
            _ => value,
        };
        set(session, key, value)?;
        return done();
    }
    let line = |(spec, value): (&'static Spec, String)| match spec.kind {
        Kind::Bool => format!("[bool] {} {}", spec.key(), u8::from(value == "true")),
        Kind::Choice(choices) => {
            let names: Vec<&str> = choices.iter().map(|choice| choice.name).collect();
            format!("[list/{}] {} {value}", names.join("/"), spec.key())
        }
        _ => format!("[string] {} {value}", spec.key()),
    };
    let lines: Vec<String> = session.params().values().into_iter().map(line).collect();
    Ok(lines.join("\n"))
}

fn kind<H: Host>(session: &mut H, key: &str) -> Option<Kind> {
    session
        .params()
        .specs()
        .into_iter()
        .find(|spec| spec.key() == key)
        .map(|spec| spec.kind)
}

fn set<H: Host>(session: &mut H, key: &str, value: &str) -> Result<(), Failure> {
    let params = session.params();
    params.set(key, value).map_err(|error| error.to_string())?;
    let seed = params.engine.seed;
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
