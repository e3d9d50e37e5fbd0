//! What somebody asked of the engine.
//!
//! What is best depends on the game and its board, so parameters have two layers: a
//! [preset](Params::preset) for whatever is played, and over it what was asked for, by flags,
//! in files or during a session. Only the second layer is kept here, as it was asked. When the
//! board changes, as front ends do with `boardsize`, what nobody asked for follows it.

use std::path::Path;

use tewari_base::params::{ParamError, ParamSet};
use tewari_control::Domain;

use crate::config::{ConfigError, read_config};
use crate::settings::Params;

/// Parameters by key with the texts they are to be set to, all of them known to be accepted;
/// later ones override earlier ones.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Wishes(Vec<(String, String)>);

impl Wishes {
    /// Asks for `key` to be `value`.
    ///
    /// # Errors
    /// When there is no such parameter or it does not take the value.
    pub fn add(&mut self, key: &str, value: &str) -> Result<(), ParamError> {
        Params::default().set(key, value)?;
        self.0.push((key.to_owned(), value.to_owned()));
        Ok(())
    }

    /// Asks for everything that the file at `path` says.
    ///
    /// # Errors
    /// With the file and the offending key or line; nothing of it is asked for then.
    pub fn add_file(&mut self, path: &Path) -> Result<(), ConfigError> {
        self.0.extend(read_config(path)?);
        Ok(())
    }

    /// `params` with all that was asked for.
    #[must_use]
    pub fn over(&self, mut params: Params) -> Params {
        for (key, value) in &self.0 {
            params
                .set(key, value)
                .expect("was checked when it was asked for");
        }
        params
    }

    /// Takes `params` from one board to another: what the presets of the two say differently
    /// follows, unless it was asked for.
    pub fn follow(&self, params: &mut Params, from: Domain, to: Domain) {
        if from == to {
            return;
        }
        let [before, after] = [from, to].map(|domain| self.over(Params::preset(domain)).values());
        for ((spec, before), (_, after)) in before.into_iter().zip(after) {
            if before != after {
                params
                    .set(&spec.key(), &after)
                    .expect("presets are accepted");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Domain = Domain::Go(9);
    const LARGE: Domain = Domain::Go(19);

    #[test]
    fn later_wishes_override_earlier_ones_and_all_of_them_presets() {
        let mut wishes = Wishes::default();
        wishes.add("rave.bias", "0.5").unwrap();
        wishes.add("rave.bias", "0.25").unwrap();
        assert!(wishes.add("rave.bias", "2").is_err());
        let params = wishes.over(Params::preset(SMALL));
        assert_eq!(params.rave.bias, 0.25);
        assert_eq!(
            params.search.exploration,
            Params::preset(SMALL).search.exploration
        );
    }

    #[test]
    fn what_nobody_asked_for_follows_the_board() {
        let (small, large) = (Params::preset(SMALL), Params::preset(LARGE));
        assert_ne!(small.prior.last, large.prior.last);
        assert_ne!(small.rave.prior, large.rave.prior);

        // Asked for what one of the presets says anyway, and it stays all the same.
        let mut wishes = Wishes::default();
        wishes
            .add("prior.last", &small.prior.last.to_string())
            .unwrap();
        let mut params = wishes.over(large);
        params.engine.seed = 7;
        for (from, to, preset) in [(LARGE, SMALL, small), (SMALL, LARGE, large)] {
            wishes.follow(&mut params, from, to);
            assert_eq!(params.prior.last, small.prior.last);
            assert_eq!(params.rave.prior, preset.rave.prior);
            assert_eq!(params.engine.seed, 7, "it is the same in all presets");
        }
    }
}
