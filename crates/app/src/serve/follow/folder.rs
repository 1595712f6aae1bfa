//! The versions of a collection that came: a folder each, and a link to the newest.
//!
//! | in the folder | holds |
//! |---|---|
//! | `versions/V-DIGEST/` | a version, as a store that nobody changes |
//! | `current` | a link to the newest; `--store FOLDER/current` reads it |
//! | `coming/` | what came of the next one |
//! | `state.sqlite` | sessions and traces of this server, to which each version links |

use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use perusal::index::state::State;

use crate::failure::Failure;

const STATE: &str = "state.sqlite";
const CURRENT: &str = "current";
const VERSIONS: &str = "versions";

/// Digits of the digest in a folder's name.
const DIGEST_DIGITS: usize = 16;

/// The folder of a collection that follows another.
pub struct ReplicaFolder {
    dir: PathBuf,
    _lock: File,
}

/// A version that is there whole.
#[derive(Debug, Clone)]
pub struct Version {
    pub dir: PathBuf,
    pub version: u64,
    /// The first digits of what the writer calls it.
    pub digest: String,
}

impl ReplicaFolder {
    /// The folder in a folder, made where there is none. What a kill left over is removed.
    ///
    /// # Errors
    /// A folder with a library of its own, or that another server follows in.
    pub fn open(dir: &Path) -> Result<Self, Failure> {
        if dir.join("library.sqlite").exists() {
            return Err(Failure::Usage {
                message: format!("`{}` holds a library of its own", dir.display()),
                hint: "`--store FOLDER` names an empty folder for what comes".to_owned(),
            });
        }
        fs::create_dir_all(dir.join(VERSIONS))?;
        let lock = File::create(dir.join("replica.lock"))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::Usage {
                    message: format!("another server follows in `{}`", dir.display()),
                    hint: "`--store FOLDER` names a folder of this one's own".to_owned(),
                });
            }
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        drop(State::open(dir)?);
        let folder = Self {
            dir: dir.to_owned(),
            _lock: lock,
        };
        let current = folder.current()?.map(|current| current.dir);
        for entry in fs::read_dir(dir.join(VERSIONS))? {
            let version = entry?.path();
            let is_current = Some(&version) == current.as_ref();
            if !is_current && !perusal::index::is_read(&version)? {
                fs::remove_dir_all(&version)?;
            }
        }
        if let Some(current) = &current {
            folder.link_state(current)?;
        }
        Ok(folder)
    }

    /// The newest version, if one came.
    ///
    /// # Errors
    /// A link that cannot be read.
    pub fn current(&self) -> Result<Option<Version>, Failure> {
        let link = match fs::read_link(self.dir.join(CURRENT)) {
            Ok(link) => link,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let name = link.file_name().unwrap_or_default().to_string_lossy();
        let dir = self.dir.join(VERSIONS).join(name.as_ref());
        let parts = name.split_once('-');
        let version = parts.and_then(|(version, digest)| {
            Some(Version {
                dir: dir.clone(),
                version: version.parse().ok()?,
                digest: digest.to_owned(),
            })
        });
        Ok(version.filter(|version| version.dir.is_dir()))
    }

    /// Where the next version is made.
    pub fn coming(&self) -> PathBuf {
        self.dir.join("coming")
    }

    /// Where a version has its place.
    pub fn place(&self, version: u64, digest: &str) -> PathBuf {
        let digits: String = digest.chars().take(DIGEST_DIGITS).collect();
        self.dir.join(VERSIONS).join(format!("{version}-{digits}"))
    }

    /// Makes a version that is in its place the newest, durably.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn show(&self, version: &Path) -> Result<(), Failure> {
        self.link_state(version)?;
        let name = version.file_name().unwrap_or_default();
        let new = self.dir.join(format!("{CURRENT}.new"));
        remove_link(&new)?;
        symlink(Path::new(VERSIONS).join(name), &new)?;
        fs::rename(&new, self.dir.join(CURRENT))?;
        File::open(&self.dir)?.sync_all()?;
        Ok(())
    }

    /// Sessions outlive the version that they were begun with.
    fn link_state(&self, version: &Path) -> Result<(), Failure> {
        match symlink(Path::new("../..").join(STATE), version.join(STATE)) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error.into()),
            _ => Ok(()),
        }
    }
}

fn remove_link(path: &Path) -> Result<(), Failure> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}
