//! One library in the place of another: made beside it, then exchanged in one step.
//!
//! The new library is made in a folder `NAME.new` beside the old one. A mark in it says
//! whether it is still being made or ready to take the place. Where the system can
//! exchange two folders in one step, there is a library under the name at every moment;
//! elsewhere there is none for the time between two renames. Whatever a kill leaves, the
//! mark tells what is left to do.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use index::IndexError;

use crate::EngineError;

/// The mark within a library that is made beside another.
const MARK: &str = "rebuilding";

/// What a mark begins with while documents are missing.
const MAKING: &str = "making";

/// What a mark begins with when the library can take the place; the folder to which the
/// other goes follows.
const READY: &str = "ready ";

/// Room that is wanted beside what the old library takes: a commit, a log.
const ROOM_BESIDE_BYTES: u64 = 64 << 20;

/// A new library may take this much more than the old one, in hundredths: word boxes, fields apart,
/// the log of a large commit.
const ROOM_SHARE: u64 = 200;

/// The places of a library and of the one that is made beside it.
#[derive(Debug, Clone)]
pub struct Beside {
    /// Where the library is.
    pub place: PathBuf,
    /// Where the new one is made.
    pub new: PathBuf,
}

/// What an earlier run has left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Begun {
    /// Nothing.
    Nothing,
    /// A library that is not finished.
    Making,
    /// A library that took the place just now; the old one is kept here.
    Switched(PathBuf),
}

impl Beside {
    /// Beside the library in `place`, which may be a link to its folder.
    ///
    /// # Errors
    /// A folder that cannot be looked at.
    pub fn of(place: &Path) -> Result<Self, EngineError> {
        let place = match fs::canonicalize(place) {
            Ok(place) => place,
            // Between two renames there is none.
            Err(error) if error.kind() == ErrorKind::NotFound => place.to_owned(),
            Err(error) => return Err(failed(place, error)),
        };
        let new = with_suffix(&place, ".new");
        Ok(Self { place, new })
    }

    /// What is there, after finishing a switch that was cut short.
    ///
    /// # Errors
    /// A folder `NAME.new` that is no library of ours, or that cannot be moved.
    pub fn begun(&self) -> Result<Begun, EngineError> {
        if let Some(backup) = ready(&self.place) {
            // The exchange was made.
            if ready(&self.new).is_none() && self.new.exists() && !backup.exists() {
                rename(&self.new, &backup)?;
            }
            self.forget_mark()?;
            return Ok(Begun::Switched(backup));
        }
        if let Some(backup) = ready(&self.new)
            && !self.place.exists()
            && backup.exists()
        {
            rename(&self.new, &self.place)?;
            self.forget_mark()?;
            return Ok(Begun::Switched(backup));
        }
        if !self.new.exists() {
            return Ok(Begun::Nothing);
        }
        if self.new.join(MARK).is_file() {
            return Ok(Begun::Making);
        }
        Err(failed(
            &self.new,
            std::io::Error::new(
                ErrorKind::AlreadyExists,
                "is in the way of the library that is to be made there",
            ),
        ))
    }

    /// Whether a new library is being made, or was begun; changes nothing.
    pub fn is_under_way(&self) -> bool {
        self.new.join(MARK).is_file()
    }

    /// Makes the folder of the new library, or begins with it again.
    ///
    /// # Errors
    /// A folder that cannot be made.
    pub fn begin(&self) -> Result<(), EngineError> {
        if !self.new.exists() {
            // The mark is there before anything else is: a folder without one is not ours.
            let unmarked = with_suffix(&self.place, ".begin");
            remove(&unmarked)?;
            fs::create_dir_all(&unmarked).map_err(|error| failed(&unmarked, error))?;
            mark(&unmarked, MAKING)?;
            return rename(&unmarked, &self.new);
        }
        mark(&self.new, MAKING)
    }

    /// Puts the new library in the place of the old one, which is kept; returns where.
    ///
    /// # Errors
    /// Folders that cannot be renamed; then the old library is where it was.
    pub fn switch(&self) -> Result<PathBuf, EngineError> {
        let backup = self.free_backup();
        mark(&self.new, &format!("{READY}{}", backup.display()))?;
        if exchange(&self.place, &self.new)? {
            rename(&self.new, &backup)?;
        } else {
            rename(&self.place, &backup)?;
            if let Err(error) = rename(&self.new, &self.place) {
                rename(&backup, &self.place)?;
                return Err(error);
            }
        }
        self.forget_mark()?;
        Ok(backup)
    }

    /// Gives up a library that is being made.
    ///
    /// # Errors
    /// A folder that cannot be removed.
    pub fn give_up(&self) -> Result<(), EngineError> {
        remove(&self.new)
    }

    fn forget_mark(&self) -> Result<(), EngineError> {
        remove(&self.place.join(MARK))?;
        sync(&self.place)
    }

    /// `NAME.backup`, or the first of `NAME.backup-2`, `NAME.backup-3` that is free.
    fn free_backup(&self) -> PathBuf {
        let first = with_suffix(&self.place, ".backup");
        let further = (2..).map(|number| with_suffix(&self.place, &format!(".backup-{number}")));
        let mut all = std::iter::once(first.clone()).chain(further);
        all.find(|path| !path.exists()).unwrap_or(first)
    }
}

/// Bytes that are missing on the disk of `dir` for a library made from one of `bytes`; `None` where
/// there is room, or where it cannot be told.
pub fn room_lacking(dir: &Path, bytes: u64) -> Option<u64> {
    lacking(bytes, free_bytes(dir)?)
}

fn lacking(bytes: u64, free: u64) -> Option<u64> {
    let wanted = bytes.saturating_mul(ROOM_SHARE) / 100 + ROOM_BESIDE_BYTES;
    wanted.checked_sub(free).filter(|lacking| *lacking > 0)
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
fn free_bytes(dir: &Path) -> Option<u64> {
    let about = rustix::fs::statvfs(dir).ok()?;
    about.f_bavail.checked_mul(about.f_frsize)
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn free_bytes(_: &Path) -> Option<u64> {
    None
}

/// Exchanges two folders in one step; false where the system cannot.
#[cfg(target_os = "linux")]
fn exchange(a: &Path, b: &Path) -> Result<bool, EngineError> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE) {
        Ok(()) => {
            sync_parent(a)?;
            Ok(true)
        }
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => Ok(false),
        Err(error) => Err(failed(a, error.into())),
    }
}

#[cfg(not(target_os = "linux"))]
fn exchange(_: &Path, _: &Path) -> Result<bool, EngineError> {
    Ok(false)
}

/// The folder that a library which is ready sends the other to.
fn ready(library: &Path) -> Option<PathBuf> {
    let mark = fs::read_to_string(library.join(MARK)).ok()?;
    Some(PathBuf::from(mark.strip_prefix(READY)?))
}

fn mark(library: &Path, what: &str) -> Result<(), EngineError> {
    let (path, beside) = (library.join(MARK), library.join("rebuilding.tmp"));
    let write = || {
        let mut file = File::create(&beside)?;
        file.write_all(what.as_bytes())?;
        file.sync_all()
    };
    write().map_err(|error| failed(&beside, error))?;
    rename(&beside, &path)
}

fn rename(from: &Path, to: &Path) -> Result<(), EngineError> {
    fs::rename(from, to).map_err(|error| failed(from, error))?;
    sync_parent(to)
}

fn remove(path: &Path) -> Result<(), EngineError> {
    let removed = if path.is_dir() {
        fs::remove_dir_all(path)
    } else {
        fs::remove_file(path)
    };
    match removed {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(failed(path, error)),
        _ => Ok(()),
    }
}

fn sync_parent(path: &Path) -> Result<(), EngineError> {
    match path.parent().filter(|dir| !dir.as_os_str().is_empty()) {
        Some(dir) => sync(dir),
        None => sync(Path::new(".")),
    }
}

fn sync(dir: &Path) -> Result<(), EngineError> {
    if cfg!(windows) {
        return Ok(());
    }
    let synced = File::open(dir).and_then(|dir| dir.sync_all());
    synced.map_err(|error| failed(dir, error))
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path.as_os_str());
    name.push(suffix);
    PathBuf::from(name)
}

fn failed(path: &Path, source: std::io::Error) -> EngineError {
    let path = path.to_owned();
    EngineError::Index(IndexError::Io { path, source })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two folders with a file that names them, as a library and its successor.
    fn folders() -> (tempfile::TempDir, Beside) {
        let home = tempfile::tempdir().unwrap();
        let place = home.path().join("library");
        fs::create_dir(&place).unwrap();
        fs::write(place.join("is"), "old").unwrap();
        let beside = Beside::of(&place).unwrap();
        assert_eq!(beside.begun().unwrap(), Begun::Nothing);
        beside.begin().unwrap();
        fs::write(beside.new.join("is"), "new").unwrap();
        assert_eq!(beside.begun().unwrap(), Begun::Making);
        (home, beside)
    }

    fn is(folder: &Path) -> String {
        fs::read_to_string(folder.join("is")).unwrap_or_default()
    }

    fn switched(beside: &Beside, backup: &Path) {
        assert_eq!(
            (is(&beside.place), is(backup)),
            ("new".into(), "old".into())
        );
        assert!(!beside.new.exists() && !beside.place.join(MARK).exists());
        assert_eq!(beside.begun().unwrap(), Begun::Nothing);
    }

    #[test]
    fn the_new_library_takes_the_place_and_the_old_one_is_kept() {
        let (_home, beside) = folders();
        let taken = with_suffix(&beside.place, ".backup");
        fs::create_dir(&taken).unwrap();
        let backup = beside.switch().unwrap();
        assert!(backup.ends_with("library.backup-2"), "{backup:?}");
        switched(&beside, &backup);
    }

    #[test]
    fn a_switch_that_was_cut_short_is_finished() {
        // After the exchange.
        let (_home, beside) = folders();
        let backup = with_suffix(&beside.place, ".backup");
        mark(&beside.new, &format!("{READY}{}", backup.display())).unwrap();
        assert_eq!(beside.begun().unwrap(), Begun::Making, "it may be repeated");
        if exchange(&beside.place, &beside.new).unwrap() {
            assert_eq!(beside.begun().unwrap(), Begun::Switched(backup.clone()));
            switched(&beside, &backup);
        }
        // Between two renames.
        let (_home, beside) = folders();
        let backup = with_suffix(&beside.place, ".backup");
        mark(&beside.new, &format!("{READY}{}", backup.display())).unwrap();
        rename(&beside.place, &backup).unwrap();
        let again = Beside {
            place: beside.place.clone(),
            ..beside.clone()
        };
        assert_eq!(again.begun().unwrap(), Begun::Switched(backup.clone()));
        switched(&beside, &backup);
        // Before the mark went.
        let (_home, beside) = folders();
        let backup = with_suffix(&beside.place, ".backup");
        mark(&beside.new, &format!("{READY}{}", backup.display())).unwrap();
        rename(&beside.place, &backup).unwrap();
        rename(&beside.new, &beside.place).unwrap();
        assert_eq!(beside.begun().unwrap(), Begun::Switched(backup.clone()));
        switched(&beside, &backup);
    }

    #[test]
    fn a_folder_of_others_is_not_touched() {
        let (_home, beside) = folders();
        fs::remove_file(beside.new.join(MARK)).unwrap();
        let refused = beside.begun().unwrap_err().to_string();
        assert!(refused.contains("in the way"), "{refused}");
    }

    #[test]
    fn room_is_wanted_for_twice_the_library() {
        assert_eq!(lacking(1 << 30, 3 << 30), None);
        assert_eq!(
            lacking(1 << 30, 1 << 30),
            Some((1 << 30) + ROOM_BESIDE_BYTES)
        );
    }
}
