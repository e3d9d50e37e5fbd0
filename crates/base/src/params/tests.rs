//! Every path of the module, on one small set of parameters.

use super::*;
use crate::{choice, param_set, params};

choice! {
    /// Which move is played in the end.
    enum FinalMove {
        /// The move with the most visits.
        MostVisited,
        /// The move with the best `Q|N`.
        BestMean,
        /// UCB1-TUNED.
        Ucb1Tuned,
    }
}

params! {
    /// How the root bandit
    /// spends simulations.
    struct SearchParams = "search" {
        /// Weight of the exploration
        /// term of UCB1.
        ///
        /// See `ucb`.
        exploration: f64 = 0.6, range 0.0..=5.0, step 0.05;
        /// Nodes at most.
        max_nodes: u64 = 1000, range 1..=1_000_000, step 100;
        /// Seed.
        seed: u64 = 1, range 0..=u64::MAX;
        /// Keep the tree.
        reuse: bool = true;
        /// The final rule.
        final_move: FinalMove = FinalMove::MostVisited;
    }
}

params! {
    /// Numbers of all sizes.
    struct NumberParams = "number" {
        /// An i64.
        offset: i64 = -3, range -10..=10, step 1;
        /// A usize.
        count: usize = 4, range 0..=8;
        /// A u32.
        width: u32 = 7, range 1..=u32::MAX;
        /// An f32.
        bias: f32 = 0.1, range -0.5..=0.7, step 0.05;
    }
}

param_set! {
    /// All of them.
    struct Params { search: SearchParams, number: NumberParams }
}

/// The message of a refused assignment, which must leave everything as it was.
fn refusal(assignment: &str) -> String {
    let mut params = Params::default();
    let message = params.set_assignment(assignment).unwrap_err().to_string();
    assert_eq!(params, Params::default());
    assert!(!message.contains('\n'));
    message
}

#[test]
fn defaults_are_those_of_the_table() {
    let params = Params::default();
    assert_eq!(params.search.exploration, 0.6);
    assert_eq!(params.search.max_nodes, 1000);
    assert_eq!(params.number.offset, -3);
    assert_eq!(params.search.final_move, FinalMove::MostVisited);
    for (spec, value) in params.values() {
        assert_eq!(value, spec.default, "{}", spec.key());
    }
}

#[test]
fn every_type_is_set_and_got() {
    let mut params = Params::default();
    for (key, text) in [
        ("search.exploration", "0.7"),
        ("search.max_nodes", "250"),
        ("search.seed", "18446744073709551615"),
        ("search.reuse", "false"),
        ("search.final_move", "best-mean"),
        ("number.offset", "-7"),
        ("number.count", "0"),
        ("number.width", "4294967295"),
        ("number.bias", "0.3"),
    ] {
        assert_ne!(params.get(key).unwrap(), text);
        params.set(key, text).unwrap();
        assert_eq!(params.get(key).unwrap(), text);
    }
    assert_eq!(
        params.search,
        SearchParams {
            exploration: 0.7,
            max_nodes: 250,
            seed: u64::MAX,
            reuse: false,
            final_move: FinalMove::BestMean,
        }
    );
    assert_eq!(
        params.number,
        NumberParams {
            offset: -7,
            count: 0,
            width: u32::MAX,
            bias: 0.3
        }
    );
    assert_eq!(params.get("search.nothing"), None);
    assert_eq!(params.get("nothing.reuse"), None);
    assert_eq!(params.get("reuse"), None);
}

#[test]
fn bounds_belong_to_the_range() {
    let mut params = Params::default();
    for assignment in [
        "search.exploration=0",
        "search.exploration=5.0",
        "search.max_nodes=1",
        "search.max_nodes=1000000",
        "number.offset=-10",
        "number.offset=+10",
        "number.bias=-0.5",
        "number.bias=0.7",
    ] {
        params.set_assignment(assignment).unwrap();
    }
    for (assignment, message) in [
        (
            "search.exploration=9",
            "search.exploration: 9 is outside 0..=5",
        ),
        (
            "search.exploration=5.0001",
            "search.exploration: 5.0001 is outside 0..=5",
        ),
        (
            "search.exploration=-1e-9",
            "search.exploration: -1e-9 is outside 0..=5",
        ),
        (
            "search.max_nodes=0",
            "search.max_nodes: 0 is outside 1..=1000000",
        ),
        (
            "search.max_nodes=-1",
            "search.max_nodes: -1 is outside 1..=1000000",
        ),
        (
            "search.max_nodes=1000001",
            "search.max_nodes: 1000001 is outside 1..=1000000",
        ),
        (
            "number.width=4294967296",
            "number.width: 4294967296 is outside 1..=4294967295",
        ),
        (
            "number.bias=0.71",
            "number.bias: 0.71 is outside -0.5..=0.7",
        ),
    ] {
        assert_eq!(refusal(assignment), message);
    }
    let digits = "9".repeat(50);
    assert!(refusal(&format!("number.offset={digits}")).ends_with("9 is outside -10..=10"));
    assert!(refusal(&format!("number.count=-{digits}")).ends_with("9 is outside 0..=8"));
}

#[test]
fn wrong_types_are_refused() {
    for (assignment, message) in [
        (
            "search.exploration=NaN",
            r#"search.exploration: "NaN" is not a finite number"#,
        ),
        (
            "search.exploration=inf",
            r#"search.exploration: "inf" is not a finite number"#,
        ),
        (
            "search.exploration=1e999",
            r#"search.exploration: "1e999" is not a finite number"#,
        ),
        (
            "search.exploration=",
            r#"search.exploration: "" is not a finite number"#,
        ),
        (
            "search.exploration=a\nb",
            r#"search.exploration: "a\nb" is not a finite number"#,
        ),
        (
            "search.max_nodes=1.5",
            r#"search.max_nodes: "1.5" is not a whole number"#,
        ),
        (
            "search.max_nodes=true",
            r#"search.max_nodes: "true" is not a whole number"#,
        ),
        (
            "search.reuse=1",
            r#"search.reuse: "1" is neither true nor false"#,
        ),
        (
            "search.final_move=most-visit",
            r#"search.final_move: "most-visit" is no choice, did you mean "most-visited"?"#,
        ),
        (
            "search.final_move=random",
            r#"search.final_move: "random" is none of most-visited, best-mean, ucb1-tuned"#,
        ),
    ] {
        assert_eq!(refusal(assignment), message);
    }
}

#[test]
fn unknown_keys_are_refused() {
    for (assignment, message) in [
        (
            "search.exploraton=1",
            r#"unknown parameter "search.exploraton", did you mean "search.exploration"?"#,
        ),
        (
            "search.komi=1",
            r#"unknown parameter "search.komi", "search" has exploration, max_nodes, seed, reuse, final_move"#,
        ),
        (
            "serch.reuse=1",
            r#"unknown parameter "serch.reuse", did you mean "search.reuse"?"#,
        ),
        (
            "reuse=1",
            r#"unknown parameter "reuse", did you mean "search.reuse"?"#,
        ),
        (
            "weather=1",
            r#"unknown parameter "weather", the groups are search, number"#,
        ),
        (
            "time.main=1",
            r#"unknown parameter "time.main", the groups are search, number"#,
        ),
        (
            "search.reuse true",
            r#""search.reuse true" is not of the form key=value"#,
        ),
    ] {
        assert_eq!(refusal(assignment), message);
    }
    let mut group = NumberParams::default();
    let message = group.set("widht", "1").unwrap_err().to_string();
    assert_eq!(
        message,
        r#"unknown parameter "number.widht", did you mean "number.width"?"#
    );
}

#[test]
fn assignments_ignore_blanks() {
    let mut params = Params::default();
    params
        .set_assignment("  search.final_move =\tucb1-tuned ")
        .unwrap();
    assert_eq!(params.search.final_move, FinalMove::Ucb1Tuned);
}

#[test]
fn choices_are_written_in_kebab_case() {
    let names: Vec<String> = FinalMove::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(names, ["most-visited", "best-mean", "ucb1-tuned"]);
    for &choice in FinalMove::ALL {
        assert_eq!(FinalMove::parse(choice.name()), Ok(choice));
    }
    assert_eq!(format!("[{:>10}]", FinalMove::BestMean), "[ best-mean]");
}

#[test]
fn specs_carry_the_whole_declaration() {
    let specs = Params::default().specs();
    let spec = specs[0];
    assert_eq!(spec.key(), "search.exploration");
    assert_eq!(
        spec.doc,
        "Weight of the exploration term of UCB1. See `ucb`."
    );
    assert_eq!(spec.kind, Kind::Float("f64"));
    assert_eq!(spec.default, "0.6");
    assert_eq!(
        spec.range,
        Some(Bounds {
            text: "0..=5".into(),
            low: 0.0,
            high: 5.0
        })
    );
    assert_eq!(spec.step, Some(0.05));
    assert_eq!(
        specs[2].range.as_ref().unwrap().text,
        "0..=18446744073709551615"
    );
    assert_eq!(specs[2].step, None);
    assert_eq!(specs[3].kind, Kind::Bool);
    assert_eq!(
        specs[4].kind.choices()[2],
        Choice {
            name: "ucb1-tuned",
            doc: "UCB1-TUNED."
        }
    );
    assert_eq!(
        specs[8].step,
        Some(0.05),
        "as written, not as an f32 holds it"
    );
    assert_eq!(specs.len(), 9);
}

#[test]
fn changed_lists_what_rebuilds_the_set() {
    let mut params = Params::default();
    assert!(params.changed().is_empty());
    params.search.reuse = false;
    params.number.bias = 0.3;
    let changed: Vec<_> = params
        .changed()
        .into_iter()
        .map(|(s, v)| (s.key(), v))
        .collect();
    let expected = [("search.reuse", "false"), ("number.bias", "0.3")];
    assert_eq!(
        changed,
        expected.map(|(key, value)| (key.to_owned(), value.to_owned()))
    );
    let mut rebuilt = Params::default();
    for (key, value) in changed {
        rebuilt.set(&key, &value).unwrap();
    }
    assert_eq!(rebuilt, params);
}

#[test]
fn the_digest_depends_on_every_parameter() {
    let mut digests = vec![Params::default().digest()];
    for assignment in [
        "search.exploration=0.65",
        "search.max_nodes=1001",
        "search.seed=2",
        "search.reuse=false",
        "search.final_move=best-mean",
        "number.offset=-2",
        "number.count=5",
        "number.width=8",
        "number.bias=0.15",
    ] {
        let mut params = Params::default();
        params.set_assignment(assignment).unwrap();
        digests.push(params.digest());
    }
    assert_eq!(digests.len(), Params::default().specs().len() + 1);
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len(), Params::default().specs().len() + 1);
}

/// Records of experiments can be compared across versions only while this stays what it is.
#[test]
fn the_digest_is_stable() {
    assert_eq!(Params::default().digest(), STABLE);
    let mut params = Params::default();
    params.set("search.exploration", "-0").unwrap();
    let negative = params.digest();
    params.set("search.exploration", "0.00").unwrap();
    assert_eq!(params.digest(), negative, "equal values, equal digests");
}

const STABLE: u64 = 0xa17b_2ec5_d8be_d7ff;

#[test]
fn the_digest_ignores_the_order_of_groups() {
    param_set! { struct Reversed { number: NumberParams, search: SearchParams } }
    assert_eq!(Reversed::default().digest(), Params::default().digest());
}

#[test]
fn the_reference_page_is_complete() {
    assert_eq!(Params::default().reference_markdown(), REFERENCE);
}

const REFERENCE: &str = r"# Parameters

Generated from the declarations in the source; do not edit.

## search

How the root bandit spends simulations.

| Name | Type | Default | Range | Step | Meaning |
|---|---|---|---|---|---|
| `search.exploration` | f64 | `0.6` | `0..=5` | `0.05` | Weight of the exploration term of UCB1. See `ucb`. |
| `search.max_nodes` | u64 | `1000` | `1..=1000000` | `100` | Nodes at most. |
| `search.seed` | u64 | `1` | `0..=18446744073709551615` |  | Seed. |
| `search.reuse` | bool | `true` |  |  | Keep the tree. |
| `search.final_move` | choice | `most-visited` | `most-visited`, `best-mean`, `ucb1-tuned` |  | The final rule.<br>`most-visited`: The move with the most visits.<br>`best-mean`: The move with the best `Q\|N`.<br>`ucb1-tuned`: UCB1-TUNED. |

## number

Numbers of all sizes.

| Name | Type | Default | Range | Step | Meaning |
|---|---|---|---|---|---|
| `number.offset` | i64 | `-3` | `-10..=10` | `1` | An i64. |
| `number.count` | usize | `4` | `0..=8` |  | A usize. |
| `number.width` | u32 | `7` | `1..=4294967295` |  | A u32. |
| `number.bias` | f32 | `0.1` | `-0.5..=0.7` | `0.05` | An f32. |
";
