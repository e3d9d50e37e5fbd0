//! Keeping the game in a file, always.
//!
//! The whole game is written after every move: to a file beside the target, which then takes
//! the target's place in one step, so that there is a complete game on the disk at any moment.
//! A file that was there before is never written over, except one that the player asked to
//! continue and save to. When writing fails the game goes on; what could not be written is
//! shown at the end.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::clock::today;
use crate::output::replace;

/// Knows the latest position of the game and where it is saved.
#[derive(Debug)]
pub(super) struct Keeper {
    place: Place,
    /// The game as the content of a file; `None` before the first move.
    content: Option<String>,
    /// Why the latest content is not in the file.
    failure: Option<String>,
}

#[derive(Debug)]
enum Place {
    /// A file that is ours: asked for, or, if `chosen`, named by us.
    File { path: PathBuf, chosen: bool },
    /// The first free name of this form, taken when there is something to save. An empty
    /// folder is the current one.
    Free {
        folder: PathBuf,
        stem: String,
        ending: String,
    },
}

impl Keeper {
    /// Saves in `path`, as the player asked. `loaded` is the file the game came from.
    ///
    /// # Errors
    /// When there is another file of this name.
    pub(super) fn in_file(path: &Path, loaded: Option<&Path>) -> anyhow::Result<Self> {
        let same = |loaded: &Path| {
            let real = |path: &Path| fs::canonicalize(path).ok();
            real(loaded).is_some_and(|loaded| real(path) == Some(loaded))
        };
        if path.exists() && !loaded.is_some_and(same) {
            bail!(
                "{} exists already; choose another name, or continue that game with --load",
                path.display()
            );
        }
        let place = Place::File {
            path: path.to_owned(),
            chosen: false,
        };
        Ok(Self {
            place,
            content: None,
            failure: None,
        })
    }

    /// Saves in a new file of the current folder, named after the game and the date.
    pub(super) fn in_new_file(game: &str, ending: &str) -> Self {
        Self::in_folder(PathBuf::new(), game, ending)
    }

    fn in_folder(folder: PathBuf, game: &str, ending: &str) -> Self {
        let stem = format!("tewari-{game}-{}", today());
        let place = Place::Free {
            folder,
            stem,
            ending: ending.to_owned(),
        };
        Self {
            place,
            content: None,
            failure: None,
        }
    }

    /// Takes over the latest position and saves it. A failure is answered as a sentence, but
    /// not again while it stays the same.
    pub(super) fn keep(&mut self, content: String) -> Option<String> {
        self.content = Some(content);
        let failure = self.write().err().map(|(path, error)| {
            format!("The game cannot be saved in {}: {error}.", path.display())
        });
        let news = failure.clone().filter(|_| failure != self.failure);
        self.failure = failure;
        news
    }

    /// Saves in `path` from now on. A file that we named ourselves moves there.
    ///
    /// # Errors
    /// With a sentence; the game is then saved where it was.
    pub(super) fn keep_in(&mut self, path: &Path) -> Result<(), String> {
        let Some(content) = &self.content else {
            return Err("There is nothing to save before the first move.".to_owned());
        };
        if matches!(&self.place, Place::File { path: own, .. } if own == path) {
            return Ok(());
        }
        claim(path)
            .and_then(|()| replace(path, content))
            .map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => {
                    format!("{} exists already; choose another name.", path.display())
                }
                _ => format!("The game cannot be saved in {}: {error}.", path.display()),
            })?;
        let place = Place::File {
            path: path.to_owned(),
            chosen: false,
        };
        if let Place::File {
            path: old,
            chosen: true,
        } = std::mem::replace(&mut self.place, place)
        {
            // The game is safe in its new place; a copy left behind does no harm.
            let _ = fs::remove_file(old);
        }
        self.failure = None;
        Ok(())
    }

    /// Where the game is saved; `None` before there is a file, or when it is out of date.
    pub(super) fn saved_in(&self) -> Option<&Path> {
        match (&self.place, &self.content, &self.failure) {
            (Place::File { path, .. }, Some(_), None) => Some(path),
            _ => None,
        }
    }

    /// The last words of the program: where the game is, be it over or not, or, if it could
    /// not be saved, the game itself.
    pub(super) fn farewell(&mut self, over: bool) -> String {
        if self.failure.is_some()
            && let Some(content) = self.content.clone()
        {
            // Perhaps there is room on the disk again.
            self.keep(content);
        }
        match (&self.failure, &self.content, self.saved_in()) {
            (Some(failure), Some(content), _) => format!("{failure} Here it is:\n{content}"),
            (_, _, Some(path)) => {
                let name = path.display().to_string();
                let what = if over { "Look at" } else { "Continue" };
                let quote = if name.contains(char::is_whitespace) {
                    "'"
                } else {
                    ""
                };
                format!(
                    "The game is saved in {name}.\n\
                     {what} it with: tewari --load {quote}{name}{quote}"
                )
            }
            _ => "No move was made, so nothing is saved.".to_owned(),
        }
    }

    /// Writes the content; on failure answers the file that could not be written.
    fn write(&mut self) -> Result<(), (PathBuf, io::Error)> {
        if let Place::Free {
            folder,
            stem,
            ending,
        } = &self.place
        {
            let path = first_free(folder, stem, ending)?;
            self.place = Place::File { path, chosen: true };
        }
        match (&self.place, &self.content) {
            (Place::File { path, .. }, Some(content)) => {
                replace(path, content).map_err(|error| (path.clone(), error))
            }
            _ => Ok(()),
        }
    }
}

/// Takes the first of `stem.ending`, `stem-2.ending`, ... that does not exist yet.
fn first_free(folder: &Path, stem: &str, ending: &str) -> Result<PathBuf, (PathBuf, io::Error)> {
    let names = std::iter::once(format!("{stem}.{ending}"))
        .chain((2..).map(|i: u32| format!("{stem}-{i}.{ending}")));
    for name in names {
        let path = folder.join(name);
        match claim(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err((path, error)),
        }
    }
    unreachable!("the names do not end")
}

/// Makes an empty file, which must not exist before.
fn claim(path: &Path) -> io::Result<()> {
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path)
        .map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn new_games_get_new_files() {
        let folder = tempfile::tempdir().unwrap();
        let today = today();
        for i in 1..=3 {
            let mut keeper = Keeper::in_folder(folder.path().to_owned(), "go", "sgf");
            assert!(keeper.farewell(false).contains("nothing is saved"));
            assert_eq!(
                names(folder.path()).len(),
                i - 1,
                "no file before the first move"
            );
            assert_eq!(keeper.keep("(;)".to_owned()), None);
            assert_eq!(keeper.keep(format!("(;GN[{i}])")), None);
            let path = keeper.saved_in().unwrap();
            assert_eq!(fs::read_to_string(path).unwrap(), format!("(;GN[{i}])"));
        }
        let expected = ["-2.sgf", "-3.sgf", ".sgf"].map(|end| format!("tewari-go-{today}{end}"));
        assert_eq!(
            names(folder.path()),
            expected,
            "and nothing else is left behind"
        );
    }

    #[test]
    fn nothing_is_written_over_unless_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("precious.sgf");
        fs::write(&path, "old").unwrap();
        let error = Keeper::in_file(&path, None).unwrap_err().to_string();
        assert!(error.contains("exists already"), "{error}");
        let mut keeper = Keeper::in_folder(folder.path().to_owned(), "go", "sgf");
        assert!(
            keeper
                .keep_in(&path)
                .unwrap_err()
                .contains("nothing to save")
        );
        keeper.keep("new".to_owned());
        assert!(
            keeper
                .keep_in(&path)
                .unwrap_err()
                .contains("exists already")
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        // A game that is continued may be saved where it came from.
        let mut keeper = Keeper::in_file(&path, Some(&path)).unwrap();
        assert_eq!(keeper.keep("new".to_owned()), None);
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }

    #[test]
    fn a_failure_is_told_once_and_the_game_is_not_lost() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("missing").join("game.txt");
        let mut keeper = Keeper::in_file(&path, None).unwrap();
        assert!(
            keeper
                .keep("a".to_owned())
                .unwrap()
                .contains("cannot be saved in")
        );
        assert_eq!(keeper.keep("b".to_owned()), None);
        assert_eq!(keeper.saved_in(), None);
        assert!(keeper.farewell(false).ends_with("Here it is:\nb"));
        fs::create_dir(path.parent().unwrap()).unwrap();
        assert!(keeper.farewell(false).starts_with("The game is saved in"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "b");
    }

    #[test]
    fn saving_elsewhere_moves_the_game() {
        let folder = tempfile::tempdir().unwrap();
        let mut keeper = Keeper::in_folder(folder.path().to_owned(), "go", "sgf");
        keeper.keep("a".to_owned());
        let path = folder.path().join("mine.sgf");
        keeper.keep_in(&path).unwrap();
        keeper.keep("b".to_owned());
        assert_eq!(fs::read_to_string(&path).unwrap(), "b");
        assert_eq!(
            names(folder.path()),
            ["mine.sgf"],
            "the name we chose is gone"
        );
        let other = folder.path().join("other.sgf");
        keeper.keep_in(&other).unwrap();
        assert_eq!(
            names(folder.path()),
            ["mine.sgf", "other.sgf"],
            "the player's is not"
        );
    }
}
