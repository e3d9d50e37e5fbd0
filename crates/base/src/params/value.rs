//! The types a parameter may have, and how they are written as text.

use std::num::IntErrorKind;
use std::ops::RangeInclusive;

/// A type of parameter: `bool`, a number, an enum made by [`choice!`](crate::choice!), or a
/// type with a grammar of its own ([`TextKind`]).
///
/// `parse(text(v))` is `v` for every value a parameter can have.
pub trait ParamValue: Copy + 'static {
    /// What the reference page and error messages say about the type.
    const KIND: Kind;

    /// Reads a value; fails with [`Misfit::Form`] or, if the type is too small for the
    /// number, [`Misfit::Range`].
    fn parse(text: &str) -> Result<Self, Misfit>;

    /// The text from which [`parse`](Self::parse) makes this value.
    fn text(self) -> String;
}

/// The values that have a range: whole numbers and floating-point numbers.
pub trait ParamNumber: ParamValue + PartialOrd {}

/// What sort of values a parameter has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Bool,
    /// A whole number; the name of its Rust type.
    Int(&'static str),
    /// A finite floating-point number; the name of its Rust type.
    Float(&'static str),
    /// One of several words.
    Choice(&'static [Choice]),
    /// A text with a grammar of its own.
    Text(TextKind),
}

/// A type of parameter whose values are texts with a grammar of their own.
#[derive(Clone, Copy, Debug)]
pub struct TextKind {
    /// The type as the reference page names it.
    pub name: &'static str,
    /// Says in one line what is wrong with a text that is no value.
    pub complain: fn(&str) -> String,
}

/// Kinds of text are told apart by their names.
impl PartialEq for TextKind {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for TextKind {}

/// One of the words of a [`Kind::Choice`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The word, in kebab-case.
    pub name: &'static str,
    /// What it means.
    pub doc: &'static str,
}

/// Why a parameter was not set; [`ParamError`](super::ParamError) says it in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// There is no parameter of this name.
    Name,
    /// The text is no value of the parameter's type.
    Form,
    /// The value lies outside the range.
    Range,
}

impl Kind {
    /// Whether values of this kind have a range.
    #[must_use]
    pub const fn is_number(self) -> bool {
        matches!(self, Self::Int(_) | Self::Float(_))
    }

    /// The type as the reference page names it: `bool`, `u32`, `f64`, …, `choice`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::Int(name) | Self::Float(name) => name,
            Self::Choice(_) => "choice",
            Self::Text(text) => text.name,
        }
    }

    /// The words of a choice; none for the other kinds.
    #[must_use]
    pub const fn choices(self) -> &'static [Choice] {
        match self {
            Self::Choice(choices) => choices,
            _ => &[],
        }
    }
}

impl ParamValue for bool {
    const KIND: Kind = Kind::Bool;

    fn parse(text: &str) -> Result<Self, Misfit> {
        text.parse().map_err(|_| Misfit::Form)
    }

    fn text(self) -> String {
        self.to_string()
    }
}

macro_rules! int_params {
    ($($ty:ident)+) => {$(
        impl ParamNumber for $ty {}

        impl ParamValue for $ty {
            const KIND: Kind = Kind::Int(stringify!($ty));

            fn parse(text: &str) -> Result<Self, Misfit> {
                // By way of i128, so that -1 for an unsigned type is out of range, not malformed.
                match text.parse::<i128>() {
                    Ok(value) => Self::try_from(value).map_err(|_| Misfit::Range),
                    Err(error) => Err(match error.kind() {
                        IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => Misfit::Range,
                        _ => Misfit::Form,
                    }),
                }
            }

            fn text(self) -> String {
                self.to_string()
            }
        }
    )+};
}

int_params!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

macro_rules! float_params {
    ($($ty:ident)+) => {$(
        impl ParamNumber for $ty {}

        impl ParamValue for $ty {
            const KIND: Kind = Kind::Float(stringify!($ty));

            fn parse(text: &str) -> Result<Self, Misfit> {
                let value: Self = text.parse().map_err(|_| Misfit::Form)?;
                // Adding zero turns -0 into 0: equal values have equal texts, and digests.
                if value.is_finite() { Ok(value + 0.0) } else { Err(Misfit::Form) }
            }

            // `Display` gives the shortest decimal that reads back as the same number.
            fn text(self) -> String {
                self.to_string()
            }
        }
    )+};
}

float_params!(f32 f64);

/// `value`, if it lies in `range`.
pub fn within<T: ParamNumber>(value: T, range: &RangeInclusive<T>) -> Result<T, Misfit> {
    if range.contains(&value) {
        Ok(value)
    } else {
        Err(Misfit::Range)
    }
}

/// The length of [`kebab`]`(ident)`.
#[must_use]
pub const fn kebab_len(ident: &str) -> usize {
    let (mut len, mut i) = (0, 0);
    while i < ident.len() {
        len += 1 + (i > 0 && ident.as_bytes()[i].is_ascii_uppercase()) as usize;
        i += 1;
    }
    len
}

/// `MostVisited` as the bytes of `most-visited`.
#[must_use]
pub const fn kebab<const LEN: usize>(ident: &str) -> [u8; LEN] {
    let mut kebab = [b'-'; LEN];
    let (mut len, mut i) = (0, 0);
    while i < ident.len() {
        let byte = ident.as_bytes()[i];
        len += (i > 0 && byte.is_ascii_uppercase()) as usize;
        kebab[len] = byte.to_ascii_lowercase();
        len += 1;
        i += 1;
    }
    kebab
}

/// The text of bytes known to be ASCII.
#[must_use]
pub const fn ascii(bytes: &'static [u8]) -> &'static str {
    match str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("the name of a choice is ASCII"),
    }
}

/// Whether two texts are equal, at compile time.
#[must_use]
pub const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}
