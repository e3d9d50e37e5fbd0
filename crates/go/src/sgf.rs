//! Game records in SGF, the *Smart Game Format* (versions 1 to 4): reading, replaying, writing.
//!
//! # The way of a file
//!
//! ```text
//!  bytes ──charset──▶ text ──read──▶ GameTree ──replay──▶ Position
//!                                        ▲                   │
//!                     text ◀──write──────┴──────record───────┘
//! ```
//!
//! * **Characters.** A byte order mark decides; else the `CA` property; else text that is
//!   valid UTF-8 is UTF-8, and anything else is what the standard prescribes, ISO-8859-1
//!   (read, as on the Web, as its superset windows-1252). Decoding comes *before* parsing: in
//!   Big5 and Shift_JIS the second byte of a character may equal `]` or `\`. What has been
//!   read is Unicode, so a `CA` that says otherwise is changed to `UTF-8` in the tree.
//! * **Reading** ([`Collection`], or [`Games`] for files too big to hold) keeps everything:
//!   unknown properties, wrong values, the order of properties and variations. Values are
//!   kept as they stand in the file, escapes included, because only there can `\:` be told
//!   from `:` and a soft line break from a hard one; [`ValueRef`] takes them apart on demand.
//!   Three things are put right on the way: text around the games is skipped, closing
//!   parentheses that lack are added, and the long names of FF\[3\] lose their small letters
//!   (`AddBlack` is `AB`). The first two leave a warning.
//! * **A tree** ([`GameTree`]) is an arena with indices. Nothing here recurses, so neither a
//!   long game nor a deep variation can exhaust the stack.
//! * **Replay** ([`Replay`]) turns a line of the tree into a [`Position`](crate::Position).
//!   The standard demands that a move be executed even if it is illegal; whether to do so and
//!   warn, or to stop with an error, is the caller's choice ([`Mode`]).
//! * **Writing** is exact: `read(write(tree)) == tree` for every tree. Lines are folded
//!   between properties only, where white space means nothing; a value is never touched.
//!
//! Every error and warning is one line of text that says where: line and column of the file
//! while reading, game and move while replaying.
//!
//! # Limits
//!
//! A file can ask for much memory with few bytes; [`Limits`] bounds it, and says so in plain
//! words when a limit is hit. The arithmetic stands at [`Limits::DEFAULT`] and at
//! [`MAX_STEPS`].
//!
//! # Why not an existing reader
//!
//! `sgf-parse` 4.2.8 was measured for the job. It removes escapes while it splits the text
//! into tokens, so soft line breaks become hard ones and `AP[a\:b:1]` comes back as
//! `AP[a:b:1]`; it puts point lists into hash sets, so their order changes from run to run;
//! its errors carry no position; and dropping a line of a million nodes overflows the stack.
//! Guarding against all that takes a pass that already is a reader. It serves as the judge in
//! our tests instead: on files without these traps both readers must see the same tree.
//!
//! ```
//! use tewari_go::{Color, coord, sgf};
//! let text = b"(;GM[1]SZ[9]KM[6.5]PB[Ada]RE[W+R];B[ee];W[gc](;B[cc])(;B[gg]C[wild!]))";
//! let games = sgf::Collection::read(text).unwrap();
//! let game = &games.games[0];
//! assert_eq!(game.player(Color::Black).as_deref(), Some("Ada"));
//! let replayed = sgf::Replay::new(game).run().unwrap();
//! assert_eq!(replayed.moves, 3);
//! let before = sgf::Replay::new(game).before_move(3).run().unwrap();
//! let size = before.position.size();
//! assert!(before.position.board().is_empty(coord::parse_point(size, "c7").unwrap()));
//! ```

mod charset;
mod error;
#[doc(hidden)]
pub mod fuzz;
mod header;
mod info;
mod limits;
mod outcome;
mod parse;
mod point;
mod read;
mod record;
mod replay;
mod ruleset;
mod setup;
mod tree;
mod value;
mod write;

pub use error::{Place, SgfError};
pub use header::Header;
pub use limits::Limits;
pub use outcome::{GameResult, WinBy};
pub use read::{Collection, Games};
pub use replay::{MAX_STEPS, Mode, Replay, Replayed};
pub use tree::{GameTree, NodeId, Property};
pub use value::{Value, ValueRef};
