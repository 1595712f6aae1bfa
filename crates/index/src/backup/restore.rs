//! Making a store of an archive that may come from anywhere.
//!
//! Only files by names that a store has are written, into a folder of their own; they may
//! not be much larger than the archive, must have the hashes that it ends with, and the
//! databases may hold our tables and nothing else. Then the store is checked whole, and
//! takes its place by one rename.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use flate2::read::GzDecoder;

use super::{ABOUT, Backup, CHECKSUMS, Making, Part, SCHEMA, is_part, schema};
use crate::records::{self, FORMAT, Records};
use crate::{IndexError, check, files, rebuild_keyword, state};

/// Texts and empty pages of a database pack well; nothing that we write packs better.
const RATIO_MAX: u64 = 200;

/// What a small archive may unpack to in any case.
const BYTES_AT_LEAST: u64 = 64 << 20;

/// A store has its two databases, a few files of vectors and one for each kind of payload.
const ENTRIES_MAX: usize = 32;

/// The first and last entry are short lists.
const LIST_BYTES_MAX: u64 = 64 << 10;

const COPY_BYTES: usize = 128 << 10;

/// Makes a store in `dir`, which must not be there or be empty, of what [`super::backup`] wrote.
///
/// # Errors
/// [`IndexError::InTheWay`]; [`IndexError::Archive`] for a file that is no backup, breaks off,
/// unpacks to too much or holds anything else than a sound store;
/// [`IndexError::FormatVersion`] for the store of another version. Nothing is left then.
pub fn restore(archive: &Path, dir: &Path) -> Result<Backup, IndexError> {
    if dir.exists() && !files::names(dir)?.is_empty() {
        return Err(IndexError::InTheWay {
            path: dir.to_owned(),
        });
    }
    let failed = |error| IndexError::io(archive, error);
    let file = File::open(archive).map_err(failed)?;
    let packed = file.metadata().map_err(failed)?.len();
    let above = dir.parent().filter(|above| !above.as_os_str().is_empty());
    if let Some(above) = above.filter(|above| !above.exists()) {
        files::create_dir(above)?;
    }
    let making = Making::beside(dir, "restoring")?;
    let room = packed.saturating_mul(RATIO_MAX).max(BYTES_AT_LEAST);
    let unpacked = Unpacked {
        archive,
        into: &making.dir,
        room,
        parts: Vec::new(),
    };
    let about = unpacked.all(GzDecoder::new(io::BufReader::new(file)))?;
    make_sound(archive, &making.dir, &about)?;
    fs::rename(&making.dir, dir).map_err(|error| IndexError::io(dir, error))?;
    files::sync_dir(above.unwrap_or(Path::new(".")))?;
    Ok(about)
}

/// Looks at the databases before anything of them is believed, makes the keyword index, and
/// checks the whole.
fn make_sound(archive: &Path, dir: &Path, about: &Backup) -> Result<(), IndexError> {
    let refused = |reason: String| refused(archive, reason);
    schema::is_ours(&dir.join(records::FILE_NAME), &schema::of_records()?).map_err(&refused)?;
    if state::is_in(dir) {
        let state = dir.join(state::FILE_NAME);
        if schema::is_ours(&state, &schema::of_state(&dir.join("fresh"))?).is_err() {
            // Traces and sessions are worth no failure, and are not believed either.
            files::remove(&state)?;
        }
    }
    Records::restored(dir)?;
    rebuild_keyword(dir)?;
    let store = Records::open_to_read(dir)?.store()?;
    if store.version.unsigned_abs() != about.version {
        return Err(refused(format!(
            "it says version {}, and its records are at {}",
            about.version, store.version
        )));
    }
    files::announce_version(dir, store.version)?;
    if let Some(problem) = check(dir)?.problems.first() {
        let name = problem.file.file_name().unwrap_or_default();
        return Err(refused(format!(
            "{} in it is damaged: {}",
            name.to_string_lossy(),
            problem.what
        )));
    }
    files::sync_dir(dir)
}

fn refused(archive: &Path, reason: impl Into<String>) -> IndexError {
    IndexError::Archive {
        file: archive.to_owned(),
        reason: reason.into(),
    }
}

/// An archive on its way into a folder.
struct Unpacked<'a> {
    archive: &'a Path,
    into: &'a Path,
    /// Bytes that may still come out of it.
    room: u64,
    parts: Vec<Part>,
}

impl Unpacked<'_> {
    /// Writes all files; what came last must agree with what was written.
    fn all(mut self, packed: impl Read) -> Result<Backup, IndexError> {
        let mut tar = tar::Archive::new(packed);
        // Raw: long names and links to elsewhere are entries like others, which are refused.
        let entries = tar.entries().map_err(|error| self.unreadable(&error))?;
        let mut about = None;
        for (number, entry) in entries.raw(true).enumerate() {
            let mut entry = entry.map_err(|error| self.unreadable(&error))?;
            let name = self.name_of(&entry)?;
            if number >= ENTRIES_MAX {
                return Err(self.refused("it has more files than a library"));
            }
            match (number, name.as_str()) {
                (0, ABOUT) => about = Some(self.about(&mut entry)?),
                (0, _) => return Err(self.refused("it is no backup of Perusal")),
                (_, CHECKSUMS) => {
                    let listed: Vec<Part> = self.list(&mut entry)?;
                    return match about {
                        Some(about) if listed == self.parts => Ok(about),
                        _ => Err(self.refused("its files are not those that it lists")),
                    };
                }
                (_, name) if is_part(name) => self.file(name, &mut entry)?,
                _ => return Err(self.refused(format!("`{name}` is no file of a library"))),
            }
        }
        Err(self.refused("it breaks off"))
    }

    /// The name of an entry that is a plain file.
    fn name_of<R: Read>(&self, entry: &tar::Entry<'_, R>) -> Result<String, IndexError> {
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        if entry.header().entry_type() == tar::EntryType::Regular {
            return Ok(name);
        }
        Err(self.refused(format!("`{name}` in it is no plain file")))
    }

    fn about(&mut self, entry: &mut impl Read) -> Result<Backup, IndexError> {
        let about: Backup = self.list(entry)?;
        if about.perusal_backup != SCHEMA {
            return Err(self.refused(format!(
                "it is laid out as {}, and release {} made it; this release reads {SCHEMA}",
                about.perusal_backup, about.program
            )));
        }
        if about.format != FORMAT {
            return Err(IndexError::FormatVersion {
                found: about.format,
                expected: FORMAT,
            });
        }
        Ok(about)
    }

    fn list<T: serde::de::DeserializeOwned>(
        &mut self,
        entry: &mut impl Read,
    ) -> Result<T, IndexError> {
        let mut content = Vec::new();
        let read = entry.take(LIST_BYTES_MAX).read_to_end(&mut content);
        let read = read.map_err(|error| self.unreadable(&error))?;
        self.spend(read as u64)?;
        serde_json::from_slice(&content).map_err(|error| self.refused(format!("its list: {error}")))
    }

    fn file(&mut self, name: &str, entry: &mut impl Read) -> Result<(), IndexError> {
        let path = self.into.join(name);
        let mut file = File::create_new(&path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => self.refused(format!("it has `{name}` twice")),
            _ => IndexError::io(&path, error),
        })?;
        let mut hasher = blake3::Hasher::new();
        let mut buffer = vec![0; COPY_BYTES];
        let mut bytes = 0;
        loop {
            let read = entry.read(&mut buffer);
            let read = read.map_err(|error| self.unreadable(&error))?;
            if read == 0 {
                break;
            }
            self.spend(read as u64)?;
            hasher.update(&buffer[..read]);
            file.write_all(&buffer[..read])
                .map_err(|error| IndexError::io(&path, error))?;
            bytes += read as u64;
        }
        file.sync_all()
            .map_err(|error| IndexError::io(&path, error))?;
        self.parts.push(Part {
            name: name.to_owned(),
            bytes,
            blake3: hasher.finalize().to_hex().to_string(),
        });
        Ok(())
    }

    fn spend(&mut self, bytes: u64) -> Result<(), IndexError> {
        match self.room.checked_sub(bytes) {
            Some(left) => {
                self.room = left;
                Ok(())
            }
            None => Err(self.refused(format!(
                "it unpacks to more than {RATIO_MAX} times its size, as no library does"
            ))),
        }
    }

    fn unreadable(&self, error: &io::Error) -> IndexError {
        self.refused(format!("it cannot be unpacked: {error}"))
    }

    fn refused(&self, reason: impl Into<String>) -> IndexError {
        refused(self.archive, reason)
    }
}
