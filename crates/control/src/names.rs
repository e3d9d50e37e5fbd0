//! The parts that strategies are made of, by the names their papers gave them.
//!
//! Erica: Huang, Coulom, Lin, "Time Management for Monte-Carlo Tree Search Applied to the Game
//! of Go" (2010). Orego and the small games: Baier and Winands, "Time Management for Monte
//! Carlo Tree Search" (2015). In the formulas t is the time for the next move, R the time that
//! is left, m the expected number of own moves to come.

/// What a part does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Says how many moves the time must last. A strategy has exactly one.
    Allocation,
    /// Multiplies what the allocation says.
    Factor,
    /// Acts during the search.
    Dynamic,
    /// An allocation and rules together.
    Whole,
}

/// A number that belongs to a part.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Arg {
    /// How it is written.
    pub name: &'static str,
    /// The least value.
    pub low: f64,
    /// The greatest value.
    pub high: f64,
    /// What it is.
    pub doc: &'static str,
}

/// The most numbers that a part has.
pub const MOST_ARGS: usize = 5;

macro_rules! parts {
    ($(
        $(#[doc = $doc:literal])+
        $Name:ident = $text:literal, $Role:ident, [$($arg:literal in $low:literal..=$high:literal: $about:literal),*];
    )+) => {
        /// The parts.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Name { $($(#[doc = $doc])+ $Name,)+ }

        impl Name {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$Name),+];

            /// How it is written.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self { $(Self::$Name => $text),+ }
            }

            /// What it does, in words.
            #[must_use]
            pub const fn doc(self) -> &'static str {
                match self { $(Self::$Name => concat!($($doc),+).trim_ascii()),+ }
            }

            /// What it does.
            #[must_use]
            pub const fn role(self) -> Role {
                match self { $(Self::$Name => Role::$Role),+ }
            }

            /// Its numbers.
            #[must_use]
            pub const fn args(self) -> &'static [Arg] {
                match self { $(Self::$Name => &[$(Arg {
                    name: $arg, low: $low as f64, high: $high as f64, doc: $about,
                }),*]),+ }
            }
        }
    };
}

parts! {
    /// `t = R/C` (Erica's basic formula).
    Basic = "basic", Allocation, ["c" in 1..=10_000: "C"];
    /// `t = R/(C + max(MaxPly − ply, 0))` (Erica's enhanced formula).
    Enhanced = "enhanced", Allocation,
        ["c" in 1..=10_000: "C", "maxply" in 0..=10_000: "MaxPly"];
    /// `t = R/(60 − (ply+1)/10)` (Yamashita), the denominator never below a floor.
    Yamashita = "yamashita", Allocation, ["floor" in 1..=60: "the floor"];
    /// `t = R/m`, m by the number of moves played.
    ExpMoves = "exp-moves", Allocation, [];
    /// `t = R/m`, m by the mean length of simulations in the previous search.
    ExpSim = "exp-sim", Allocation, [];
    /// `t = R/m`, m by the number of stones on the board. Go only.
    ExpStones = "exp-stones", Allocation, [];
    /// Replays another strategy's average time per turn without its rule.
    Distribution = "distribution", Allocation, [];
    /// p percent of the clock's main time for every move, and q percent from move m of the game
    /// on: for experiments.
    Phases = "phases", Allocation,
        ["p" in 0..=100: "percent at first", "m" in 0..=10_000: "when it changes, in moves of both",
         "q" in 0..=100: "percent then"];
    /// Multiplies the time of every move, so that early moves get more.
    Open = "open", Factor, ["f" in 0.01..=100: "the factor"];
    /// Adds a bell curve over the moves of the game: `1 + a·exp(−(x−b)²/(2c²))`.
    Mid = "mid", Factor,
        ["a" in 0..=100: "its height", "b" in 0..=1000: "its place", "c" in 0.1..=1000: "its width"];
    /// Multiplies by `κ·s + i`, κ the average criticality at this move of a game. Go only.
    KappaExp = "kappa-exp", Factor,
        ["s" in 0..=1000: "the slope", "i" in -100..=100: "the intercept",
         "low" in 0..=100: "the least factor", "high" in 0..=100: "the greatest factor"];
    /// Multiplies by `κ·s + i`, κ the greatest criticality of our previous search. Go only.
    KappaLm = "kappa-lm", Factor,
        ["s" in 0..=1000: "the slope", "i" in -100..=100: "the intercept",
         "low" in 0..=100: "the least factor", "high" in 0..=100: "the greatest factor"];
    /// After the first moments multiplies the time of this move by `κ·s + i`, κ the greatest
    /// criticality so far. Go only.
    KappaCm = "kappa-cm", Dynamic,
        ["s" in 0..=1000: "the slope", "i" in -100..=100: "the intercept",
         "low" in 0..=100: "the least factor", "high" in 0..=100: "the greatest factor",
         "after" in 0..=1000: "the first moments, in seconds"];
    /// Goes on for f times as long if the most visited move is not the best one.
    Unst = "unst", Dynamic, ["f" in 0..=100: "the factor"];
    /// UNST, checked up to l times.
    UnstL = "unst-l", Dynamic, ["f" in 0..=100: "the factor", "l" in 1..=1000: "how often"];
    /// Goes on for f times as long if the value is below v.
    Behind = "behind", Dynamic,
        ["f" in 0..=100: "the factor", "v" in 0..=1: "the threshold"];
    /// BEHIND, checked up to l times.
    BehindL = "behind-l", Dynamic,
        ["f" in 0..=100: "the factor", "v" in 0..=1: "the threshold", "l" in 1..=1000: "how often"];
    /// Goes on for f times as long if the second move has nearly as many visits as the first:
    /// the difference is less than a share d of the first's.
    Close = "close", Dynamic,
        ["f" in 0..=100: "the factor", "d" in 0..=1: "the share"];
    /// CLOSE, checked up to l times.
    CloseL = "close-l", Dynamic,
        ["f" in 0..=100: "the factor", "d" in 0..=1: "the share", "l" in 1..=1000: "how often"];
    /// Stops when a share p of the simulations still to be expected cannot change the move;
    /// planned times are multiplied by f.
    Stop = "stop", Dynamic,
        ["f" in 1..=100: "the factor", "p" in 0.01..=1: "the share"];
    /// STOP with p = 1 and f = 1: safe, and nothing redistributed.
    StopA = "stop-a", Dynamic, [];
    /// STOP with p = 1: safe.
    StopB = "stop-b", Dynamic, ["f" in 1..=100: "the factor"];
    /// Erica's own player: enhanced formula, then BEHIND, then UNST, as Erica did it: added
    /// times are shares of the planned time, BEHIND looks at the root's mean, UNST at the
    /// selection's score.
    Erica = "erica", Whole, [];
    /// ERICA-BASELINE, as Orego did it: the same parts, added times are shares of the time
    /// used, BEHIND looks at the best move's mean, UNST at the highest mean.
    EricaBaseline = "erica-baseline", Whole, [];
}

impl Name {
    /// The part called so, in any letter case.
    #[must_use]
    pub fn named(text: &str) -> Option<Self> {
        let named = |name: &&Self| name.text().eq_ignore_ascii_case(text);
        Self::ALL.iter().find(named).copied()
    }

    /// Whether it makes sense in Go alone.
    #[must_use]
    pub const fn is_for_go(self) -> bool {
        matches!(
            self,
            Self::ExpStones
                | Self::KappaExp
                | Self::KappaLm
                | Self::KappaCm
                | Self::Erica
                | Self::EricaBaseline
        )
    }

    /// Whether it presupposes that the most visited move is played.
    #[must_use]
    pub const fn needs_most_visited(self) -> bool {
        matches!(
            self,
            Self::Close | Self::CloseL | Self::Stop | Self::StopA | Self::StopB
        )
    }

    /// Parts of the same family exclude each other: there can be one of each.
    pub(crate) const fn family(self) -> u8 {
        match self {
            Self::Open => 1,
            Self::Mid => 2,
            Self::KappaExp | Self::KappaLm => 3,
            Self::KappaCm => 4,
            Self::Unst | Self::UnstL => 5,
            Self::Behind | Self::BehindL => 6,
            Self::Close | Self::CloseL => 7,
            Self::Stop | Self::StopA | Self::StopB => 8,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_by_their_names() {
        for &name in Name::ALL {
            assert_eq!(Name::named(name.text()), Some(name));
            assert!(name.args().len() <= MOST_ARGS);
        }
        assert_eq!(Name::named("EXP-STONES"), Some(Name::ExpStones));
        assert_eq!(Name::named("exp"), None);
    }
}
