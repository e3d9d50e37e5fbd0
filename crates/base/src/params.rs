//! The one way a parameter is declared.
//!
//! An engine has dozens of numbers that somebody will want to change: from a file, from the
//! command line, through a protocol, by a tuner. Each of those needs the same five facts:
//! what the number means, its type, its default, the range in which it makes sense and the
//! step worth trying. Written down in five places they drift apart; here they are written
//! once, next to each other, and everything else is derived: the struct the program reads,
//! checked assignment from text, error messages, the reference page, the digest in the
//! record of an experiment.
//!
//! # How to add a parameter
//!
//! Add one entry to a [`params!`](crate::params!) table. That is all.
//!
//! ```
//! use tewari_base::params::ParamSet;
//! use tewari_base::{choice, param_set, params};
//!
//! choice! {
//!     /// Which move the search plays in the end.
//!     pub enum FinalMove {
//!         /// The move with the most visits.
//!         MostVisited,
//!         /// The move with the best mean reward.
//!         BestMean,
//!     }
//! }
//!
//! params! {
//!     /// How the root bandit spends simulations.
//!     pub struct SearchParams = "search" {
//!         /// Weight of the exploration term of UCB1.
//!         exploration: f64 = 0.6, range 0.0..=5.0, step 0.05;
//!         /// Seed of all random streams. Without a step: nothing for a tuner.
//!         seed: u64 = 1, range 0..=u64::MAX;
//!         /// Whether the tree survives from move to move.
//!         reuse: bool = true;
//!         /// How the move is chosen when the time is up.
//!         final_move: FinalMove = FinalMove::MostVisited;
//!     }
//! }
//!
//! param_set! {
//!     /// Everything that can be set.
//!     pub struct Params {
//!         search: SearchParams,
//!     }
//! }
//!
//! let mut params = Params::default();
//! params.set("search.exploration", "0.7")?;
//! params.set_assignment("search.final_move = best-mean")?;
//! assert_eq!(params.search.exploration, 0.7);
//! assert_eq!(params.search.final_move, FinalMove::BestMean);
//!
//! let error = params.set("search.exploration", "9").unwrap_err();
//! assert_eq!(error.to_string(), "search.exploration: 9 is outside 0..=5");
//! let error = params.set("search.exploraton", "1").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     r#"unknown parameter "search.exploraton", did you mean "search.exploration"?"#
//! );
//! # Ok::<(), tewari_base::params::ParamError>(())
//! ```
//!
//! # What the compiler holds
//!
//! Every parameter has a doc comment. A number has a range, and its default lies within it:
//!
//! ```compile_fail,E0080
//! tewari_base::params! {
//!     /// A group.
//!     struct Bad = "bad" {
//!         /// The default is too large.
//!         size: u32 = 20, range 1..=19;
//!     }
//! }
//! ```
//! ```compile_fail,E0080
//! tewari_base::params! {
//!     /// A group.
//!     struct Bad = "bad" {
//!         /// A number that may be anything.
//!         size: u32 = 19;
//!     }
//! }
//! ```
//!
//! In a set the field and its group have the same name, so the key `search.exploration` is
//! also the Rust path, and no two parameters share a key:
//!
//! ```compile_fail,E0080
//! tewari_base::params! {
//!     /// A group.
//!     struct Search = "search" {
//!         /// A flag.
//!         reuse: bool = true;
//!     }
//! }
//! tewari_base::param_set! { struct Params { finder: Search } }
//! ```

mod spec;
mod suggest;
#[cfg(test)]
mod tests;
mod value;

pub use spec::{Bounds, ParamError, Spec};
pub use suggest::suggest;
pub use value::{Choice, Kind, Misfit, ParamNumber, ParamValue, TextKind};

/// What the macros expand to and nobody else should call.
#[doc(hidden)]
pub mod support {
    pub use super::value::{ascii, kebab, kebab_len, same, within};
}

/// A table of parameters: what [`params!`](crate::params!) implements.
pub trait ParamGroup {
    /// The name before the dot of every key.
    fn group(&self) -> &'static str;

    /// What the group is about: the doc comment of the struct.
    fn doc(&self) -> &'static str;

    /// The declarations, in the order of the source.
    fn specs(&self) -> &'static [Spec];

    /// The present value of the parameter `name` (without the group), as [`set`](Self::set)
    /// reads it.
    fn get(&self, name: &str) -> Option<String>;

    /// Like [`set`](Self::set), with the bare reason instead of a message.
    fn try_set(&mut self, name: &str, text: &str) -> Result<(), Misfit>;

    /// Reads `text` into the parameter `name` (without the group).
    ///
    /// After an error the group is what it was before.
    fn set(&mut self, name: &str, text: &str) -> Result<(), ParamError> {
        self.try_set(name, text)
            .map_err(|misfit| ParamError::new(self.group(), self.specs(), name, text, misfit))
    }
}

/// Several groups under one roof: what [`param_set!`](crate::param_set!) implements.
pub trait ParamSet {
    /// The groups, in the order of the source.
    fn groups(&self) -> Vec<&dyn ParamGroup>;

    /// The groups, to be changed.
    fn groups_mut(&mut self) -> Vec<&mut dyn ParamGroup>;

    /// The declarations of all groups; [`Spec::key`] is their full name.
    fn specs(&self) -> Vec<&'static Spec> {
        self.groups()
            .iter()
            .flat_map(|group| group.specs())
            .collect()
    }

    /// The present value of `key`, for instance `search.exploration`.
    fn get(&self, key: &str) -> Option<String> {
        let (group, name) = key.split_once('.')?;
        self.groups().iter().find(|g| g.group() == group)?.get(name)
    }

    /// Reads `text` into the parameter `key`, for instance `search.exploration`.
    ///
    /// After an error the set is what it was before.
    fn set(&mut self, key: &str, text: &str) -> Result<(), ParamError> {
        let (group, name) = key.split_once('.').unwrap_or(("", key));
        match self.groups_mut().into_iter().find(|g| g.group() == group) {
            Some(group) => group.set(name, text),
            None => Err(ParamError::unknown_group(key, &self.specs())),
        }
    }

    /// Reads `key=value`; blanks around either part do not matter.
    fn set_assignment(&mut self, assignment: &str) -> Result<(), ParamError> {
        let (key, text) = split_assignment(assignment)?;
        self.set(key, text)
    }

    /// Every parameter with its present value as text.
    fn values(&self) -> Vec<(&'static Spec, String)> {
        let of_group = |group: &&dyn ParamGroup| -> Vec<(&'static Spec, String)> {
            let value = |spec: &'static Spec| Some((spec, group.get(spec.name)?));
            group.specs().iter().filter_map(value).collect()
        };
        self.groups().iter().flat_map(of_group).collect()
    }

    /// The parameters that differ from their default, with their value as text.
    ///
    /// Setting these on a default set gives this set: it is what a record needs to keep.
    fn changed(&self) -> Vec<(&'static Spec, String)> {
        let mut values = self.values();
        values.retain(|(spec, value)| *value != spec.default);
        values
    }

    /// A word that names this setting: the same on every run and platform, another one as
    /// soon as any value changes or a parameter comes or goes.
    ///
    /// It is the sum of one word per parameter, so the order of declarations is free.
    fn digest(&self) -> u64 {
        // No byte is 256: it ends a text, so that ("ab", "c") is not ("a", "bc").
        let absorb = |hash, text: &str| {
            text.bytes()
                .map(u64::from)
                .chain([256])
                .fold(hash, |h, byte| crate::mix(h ^ byte))
        };
        self.values().iter().fold(0, |sum: u64, (spec, value)| {
            sum.wrapping_add(absorb(absorb(0, &spec.key()), value))
        })
    }

    /// The reference page: one Markdown table per group.
    fn reference_markdown(&self) -> String {
        let mut page = String::from(
            "# Parameters\n\nGenerated from the declarations in the source; do not edit.\n",
        );
        for group in self.groups() {
            page += &format!("\n## {}\n\n{}\n\n", group.group(), group.doc());
            page +=
                "| Name | Type | Default | Range | Step | Meaning |\n|---|---|---|---|---|---|\n";
            for spec in group.specs() {
                page += &spec.markdown_row();
            }
        }
        page
    }
}

/// The key and the value of `key=value`, without the blanks around them.
pub fn split_assignment(assignment: &str) -> Result<(&str, &str), ParamError> {
    match assignment.split_once('=') {
        Some((key, text)) => Ok((key.trim(), text.trim())),
        None => Err(ParamError::NotAnAssignment {
            text: assignment.trim().to_owned(),
        }),
    }
}

/// Declares a group of parameters; see [the module](mod@crate::params) for an example.
///
/// An entry is `name: type = default, range low..=high, step size;` below its doc comment.
/// The type implements [`ParamValue`](crate::params::ParamValue). Numbers must have a range
/// and may have a step; `bool` and [`choice!`](crate::choice!) types have neither. The result
/// is a `Copy` struct with public fields, [`Default`] and
/// [`ParamGroup`](crate::params::ParamGroup).
#[macro_export]
macro_rules! params {
    (
        $(#[doc = $about:literal])+
        $vis:vis struct $Group:ident = $group:literal {
            $(
                $(#[doc = $doc:literal])+
                $name:ident: $ty:ty = $default:expr
                    $(, range $range:expr $(, step $step:expr)?)?;
            )+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq)]
        $vis struct $Group {
            $($(#[doc = $doc])+ pub $name: $ty,)+
        }

        impl $Group {
            /// The name before the dot of every key.
            pub const GROUP: &'static str = $group;
        }

        const _: () = {
            $(
                let ranges: &[&str] = &[$(stringify!($range))?];
                assert!(
                    ranges.len() == 1 || !<$ty as $crate::params::ParamValue>::KIND.is_number(),
                    concat!($group, ".", stringify!($name), ": a number needs a range"),
                );
                $(
                    let (range, default): (::core::ops::RangeInclusive<$ty>, $ty) =
                        ($range, $default);
                    assert!(
                        default >= *range.start() && default <= *range.end(),
                        concat!($group, ".", stringify!($name), ": the default is out of range"),
                    );
                    $(
                        let step: $ty = $step;
                        assert!(
                            step > 0 as $ty,
                            concat!($group, ".", stringify!($name), ": a step is positive"),
                        );
                    )?
                )?
            )+
        };

        impl ::core::default::Default for $Group {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }

        impl $crate::params::ParamGroup for $Group {
            fn group(&self) -> &'static str {
                Self::GROUP
            }

            fn doc(&self) -> &'static str {
                concat!($($about),+).trim_ascii()
            }

            fn specs(&self) -> &'static [$crate::params::Spec] {
                // Built at the first use because texts are; a constant in every other sense.
                static SPECS: ::std::sync::LazyLock<::std::vec::Vec<$crate::params::Spec>> =
                    ::std::sync::LazyLock::new(|| ::std::vec![$(
                        $crate::params::Spec::new::<$ty>(
                            $group,
                            stringify!($name),
                            concat!($($doc),+).trim_ascii(),
                            $default,
                        )
                        $(.with_range::<$ty>(&($range)) $(.with_step::<$ty>($step))?)?
                    ),+]);
                &SPECS
            }

            fn get(&self, name: &str) -> ::core::option::Option<::std::string::String> {
                match name {
                    $(stringify!($name) => ::core::option::Option::Some(
                        $crate::params::ParamValue::text(self.$name)
                    ),)+
                    _ => ::core::option::Option::None,
                }
            }

            fn try_set(
                &mut self,
                name: &str,
                text: &str,
            ) -> ::core::result::Result<(), $crate::params::Misfit> {
                match name {
                    $(stringify!($name) => {
                        self.$name = <$ty as $crate::params::ParamValue>::parse(text)
                            $(.and_then(|v| $crate::params::support::within(v, &($range))))?
                            ?;
                    })+
                    _ => return ::core::result::Result::Err($crate::params::Misfit::Name),
                }
                ::core::result::Result::Ok(())
            }
        }
    };
}

/// Declares a struct composed of groups; see [the module](mod@crate::params) for an example.
///
/// An entry is `group: Type`, where `Type` comes from [`params!`](crate::params!) and its
/// group has the name of the field. The result is a `Copy` struct with public fields,
/// [`Default`] and [`ParamSet`](crate::params::ParamSet).
#[macro_export]
macro_rules! param_set {
    (
        $(#[$meta:meta])*
        $vis:vis struct $Set:ident { $($(#[$about:meta])* $group:ident: $Group:ty),+ $(,)? }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        $vis struct $Set {
            $(
                $(#[$about])*
                #[doc = concat!("The parameters called `", stringify!($group), ".*`.")]
                pub $group: $Group,
            )+
        }

        const _: () = {
            $(assert!(
                $crate::params::support::same(stringify!($group), <$Group>::GROUP),
                concat!(stringify!($group), ": the field and its group need the same name"),
            );)+
        };

        impl $crate::params::ParamSet for $Set {
            fn groups(&self) -> ::std::vec::Vec<&dyn $crate::params::ParamGroup> {
                ::std::vec![$(&self.$group),+]
            }

            fn groups_mut(&mut self) -> ::std::vec::Vec<&mut dyn $crate::params::ParamGroup> {
                ::std::vec![$(&mut self.$group),+]
            }
        }
    };
}

/// Declares an enum that can be a parameter; see [the module](mod@crate::params) for an example.
///
/// Every variant has a doc comment and is written in kebab-case: `MostVisited` is
/// `most-visited`. Besides [`ParamValue`](crate::params::ParamValue) and
/// [`Display`](core::fmt::Display) the enum has the constant `ALL` and the method `name`.
#[macro_export]
macro_rules! choice {
    (
        $(#[doc = $about:literal])+
        $vis:vis enum $Name:ident { $($(#[doc = $doc:literal])+ $Variant:ident),+ $(,)? }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $vis enum $Name { $($(#[doc = $doc])+ $Variant,)+ }

        impl $Name {
            /// Every variant, in the order of the source.
            pub const ALL: &'static [Self] = &[$(Self::$Variant),+];

            const CHOICES: &'static [$crate::params::Choice] = &[$($crate::params::Choice {
                name: {
                    const NAME: &str = stringify!($Variant);
                    const KEBAB: [u8; $crate::params::support::kebab_len(NAME)] =
                        $crate::params::support::kebab(NAME);
                    $crate::params::support::ascii(&KEBAB)
                },
                doc: concat!($($doc),+).trim_ascii(),
            }),+];

            /// How the variant is written: in kebab-case.
            #[must_use]
            pub const fn name(self) -> &'static str {
                Self::CHOICES[self as usize].name
            }
        }

        impl ::core::fmt::Display for $Name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(self.name())
            }
        }

        impl $crate::params::ParamValue for $Name {
            const KIND: $crate::params::Kind = $crate::params::Kind::Choice(Self::CHOICES);

            fn parse(text: &str) -> ::core::result::Result<Self, $crate::params::Misfit> {
                let named = Self::ALL.iter().copied().find(|choice| choice.name() == text);
                named.ok_or($crate::params::Misfit::Form)
            }

            fn text(self) -> ::std::string::String {
                self.name().into()
            }
        }
    };
}
