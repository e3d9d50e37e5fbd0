//! GoGui: its habits, and views of the search for its board.
//!
//! A view shows the last search on the board as it is now, which for `genmove` is one move
//! further. Without a search there is nothing to show, which is no failure: GoGui may ask
//! after every move.

use std::fmt::Write as _;

use tewari_engine::Candidate;
use tewari_go::{Color, Point, Size, coord};

use super::views::for_black;
use super::{NAME, Table, VERSION, dialogs, done};
use crate::args::Args;
use crate::host::Host;
use crate::response::Answer;
use crate::session::{Search, Session};

pub(super) const COMMANDS: Table = &[
    ("gogui-analyze_commands", analyze_commands),
    ("tewari-candidates", candidates),
    ("tewari-values", values),
    ("tewari-visits", visits),
];

/// What GoGui asks of every program.
pub(super) const fn commands<H: Host>() -> Table<H> {
    &[
        ("gogui-interrupt", interrupt),
        ("gogui-title", title),
        ("gogui-version", version),
    ]
}

/// What GoGui offers in its analyze dialog: type, label and command of each view.
const VIEWS: [&str; 17] = [
    "gfx/Search Candidates/tewari-candidates",
    "dboard/Search Values/tewari-values",
    "sboard/Search Visits/tewari-visits",
    "dboard/Priors/tewari-priors",
    "dboard/RAVE Values/tewari-rave",
    "dboard/Ownership/tewari-ownership",
    "gfx/Principal Variation/tewari-pv",
    "varc/Playout/tewari-playout %c",
    "hstring/Playout Trace/tewari-playout_trace %c",
    "varc/Suggest Move/reg_genmove %c",
    "string/Explain Last Move/gomill-explain_last_move",
    "string/Final Score/final_score",
    "plist/Dead Stones/final_status_list dead",
    "hstring/Show Board/showboard",
    "hstring/Describe Engine/gomill-describe_engine",
    "string/Live Graphics/tewari-live_gfx %o",
    "none/Clear Cache/clear_cache",
];

/// As many candidates get a label; more would hide the board.
const LABELS: usize = 10;

fn analyze_commands(session: &mut Session, args: Args<'_>) -> Answer {
    args.none()?;
    Ok(format!("{}\n{}", VIEWS.join("\n"), dialogs(session)))
}

/// That this command exists says that `# interrupt` is obeyed.
fn interrupt<H: Host>(_: &mut H, args: Args<'_>) -> Answer {
    args.none()?;
    done()
}

fn title<H: Host>(_: &mut H, args: Args<'_>) -> Answer {
    args.none()?;
    Ok(format!("{NAME} {VERSION}"))
}

/// GoGui says its own version; nothing depends on it.
fn version<H: Host>(_: &mut H, _: Args<'_>) -> Answer {
    done()
}

/// The most visited moves with their visits, the values of all as influence.
fn candidates(session: &mut Session, args: Args<'_>) -> Answer {
    args.none()?;
    let size = session.position().size();
    let search = session.state.search.as_ref();
    Ok(search.map_or_else(
        || "TEXT no search yet".to_owned(),
        |search| graphics(size, search),
    ))
}

/// A search in GoGui's graphics language.
pub(super) fn graphics(size: Size, search: &Search) -> String {
    let mut influence = String::from("INFLUENCE");
    let mut labels = String::from("LABEL");
    for (i, candidate) in search.thought.candidates.iter().enumerate() {
        if let Some(point) = size.point_of(candidate.mv).filter(|_| candidate.visits > 0) {
            let name = coord::format_point(size, point);
            let value = for_black(search.color, candidate.value);
            // Writing to a string cannot fail.
            let _ = write!(influence, " {name} {value:.3}");
            if i < LABELS {
                let _ = write!(labels, " {name} {}", candidate.visits);
            }
        }
    }
    format!("{influence}\n{labels}\nTEXT {}", search.explain(size))
}

/// A board of values from -1 (White wins) to 1 (Black wins).
fn values(session: &mut Session, args: Args<'_>) -> Answer {
    args.none()?;
    Ok(board(session, |found| {
        let tried = found.filter(|(_, candidate)| candidate.visits > 0);
        let value = tried.map_or(0.0, |(color, candidate)| for_black(color, candidate.value));
        format!("{value:.3}")
    }))
}

/// A board of visits, `""` where there are none.
fn visits(session: &mut Session, args: Args<'_>) -> Answer {
    args.none()?;
    Ok(board(session, |found| {
        let tried = found.filter(|(_, candidate)| candidate.visits > 0);
        tried.map_or_else(
            || "\"\"".to_owned(),
            |(_, candidate)| candidate.visits.to_string(),
        )
    }))
}

/// The board as words, row by row from the top, each made of what the last search found out
/// about that point.
pub(super) fn board(
    session: &Session,
    word: impl Fn(Option<(Color, &Candidate)>) -> String,
) -> String {
    let size = session.state.table.position.size();
    let find = |point: Point| {
        let search = session.state.search.as_ref()?;
        let candidate = search
            .thought
            .candidates
            .iter()
            .find(|c| c.mv == point.to_move())?;
        Some((search.color, candidate))
    };
    let mut text = String::new();
    for y in (0..size.get()).rev() {
        let row: Vec<String> = (0..size.get())
            .filter_map(|x| size.point(x, y))
            .map(|point| word(find(point)))
            .collect();
        text += "\n";
        text += &row.join(" ");
    }
    text
}

impl Search {
    /// What the search found, in one line.
    pub(crate) fn explain(&self, size: Size) -> String {
        let say = |candidate: &Candidate| {
            let name = coord::format_move(size, candidate.mv);
            format!(
                "{name} wins {:.1}% of {}",
                100.0 * candidate.value,
                candidate.visits
            )
        };
        let best = &self.thought.best;
        if self.thought.simulations == 0 {
            return format!(
                "{} {}, without a search",
                self.color,
                coord::format_move(size, best.mv)
            );
        }
        let mut text = match best.visits {
            0 => format!("{} {}", self.color, coord::format_move(size, best.mv)),
            _ => format!("{} {} playouts", self.color, say(best)),
        };
        let mut others = self.thought.candidates.iter();
        if let Some(next) = others.find(|other| other.mv != best.mv && other.visits > 0) {
            let _ = write!(text, ", next {}", say(next));
        }
        // With those that the tree had before.
        let visits = |candidate: &Candidate| u64::from(candidate.visits);
        let visits: u64 = self.thought.candidates.iter().map(visits).sum();
        let all = visits.max(self.thought.simulations);
        let _ = write!(text, ", {all} in all");
        if self.thought.shift != 0 {
            let points = f64::from(self.thought.shift) / 2.0;
            let _ = write!(text, ", komi shifted by {points:+}");
        }
        text
    }
}
