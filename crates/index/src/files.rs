//! Files and folders of a store: syncing, locking, who reads which version.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::IndexError;

/// Held by the one writer for as long as it lives.
const WRITER_LOCK: &str = "writer.lock";

/// One file a version; a snapshot holds a shared lock on the one it reads.
const READERS: &str = "readers";

/// Makes created, renamed and removed entries of a folder durable.
pub(crate) fn sync_dir(dir: &Path) -> Result<(), IndexError> {
    if cfg!(windows) {
        // Windows has no such operation, and journals its folders.
        return Ok(());
    }
    File::open(dir)
        .and_then(|folder| folder.sync_all())
        .map_err(|error| IndexError::io(dir, error))
}

/// Creates a folder, with those above it that are missing, and makes each durable.
pub(crate) fn create_dir(dir: &Path) -> Result<(), IndexError> {
    let above = dir.parent().filter(|parent| !parent.as_os_str().is_empty());
    if let Some(parent) = above
        && !parent.exists()
    {
        create_dir(parent)?;
    }
    fs::create_dir_all(dir).map_err(|error| IndexError::io(dir, error))?;
    above.map_or(Ok(()), sync_dir)
}

/// Removes a file or a folder; one that is not there is fine.
pub(crate) fn remove(path: &Path) -> Result<(), IndexError> {
    let removed = if path.is_dir() {
        fs::remove_dir_all(path)
    } else {
        fs::remove_file(path)
    };
    match removed {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(IndexError::io(path, error))
        }
        _ => Ok(()),
    }
}

/// Names of the entries of a folder; none when it is not there.
pub(crate) fn names(dir: &Path) -> Result<Vec<String>, IndexError> {
    let entries = match fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(IndexError::io(dir, error)),
    };
    let mut names = entries
        .map(|entry| entry.map(|entry| entry.file_name().to_string_lossy().into_owned()))
        .collect::<std::io::Result<Vec<String>>>()
        .map_err(|error| IndexError::io(dir, error))?;
    names.sort_unstable();
    Ok(names)
}

/// Size in bytes of a file, or of all files in a folder; 0 when there is none.
pub(crate) fn size(path: &Path) -> u64 {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => names(path)
            .unwrap_or_default()
            .iter()
            .map(|name| size(&path.join(name)))
            .sum(),
        Ok(metadata) => metadata.len(),
        Err(_) => 0,
    }
}

/// A lock that nobody holds any more is free after this long.
const RELEASED_WITHIN: Duration = Duration::from_millis(100);

/// The right to write a store; released when dropped, or when the process ends.
pub(crate) struct WriterLock {
    _file: File,
}

impl WriterLock {
    /// Takes the lock, or says who holds it.
    pub(crate) fn take(dir: &Path) -> Result<WriterLock, IndexError> {
        let path = dir.join(WRITER_LOCK);
        let failed = |error| IndexError::io(&path, error);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(&path).map_err(failed)?;
        let asked = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => break,
                // A lock that was let go lives on for an instant in a child that is being
                // started and has a copy of the file until it runs its own program.
                Err(TryLockError::WouldBlock) if asked.elapsed() < RELEASED_WITHIN => {
                    std::thread::sleep(RELEASED_WITHIN / 10);
                }
                Err(TryLockError::WouldBlock) => {
                    let mut pid = String::new();
                    // The number is a courtesy; without it the error is still right.
                    let _ = file.read_to_string(&mut pid);
                    return Err(IndexError::Locked {
                        pid: pid.trim().parse().ok(),
                    });
                }
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
        }
        let pid = std::process::id().to_string();
        let noted = file
            .set_len(0)
            .and_then(|()| file.seek(SeekFrom::Start(0)))
            .and_then(|_| file.write_all(pid.as_bytes()));
        match noted.map_err(failed) {
            // A full disk must not keep a writer from removing documents.
            Ok(()) | Err(IndexError::DiskFull { .. }) => Ok(WriterLock { _file: file }),
            Err(error) => Err(error),
        }
    }
}

fn reader_file(dir: &Path, version: i64) -> PathBuf {
    dir.join(READERS).join(version.to_string())
}

/// Lets readers register at a version; called before the version is visible.
pub(crate) fn announce_version(dir: &Path, version: i64) -> Result<(), IndexError> {
    let readers = dir.join(READERS);
    if !readers.is_dir() {
        create_dir(&readers)?;
    }
    let path = reader_file(dir, version);
    match OpenOptions::new().create(true).append(true).open(&path) {
        Ok(_) => Ok(()),
        Err(error) => Err(IndexError::io(&path, error)),
    }
}

/// Says that a version is being read; ends when dropped.
pub(crate) struct Registration {
    _file: Option<File>,
}

impl Registration {
    /// Registers at a version. `None` when the version has just been
    /// superseded: the caller looks up the current one and tries again.
    pub(crate) fn at(dir: &Path, version: i64) -> Result<Option<Registration>, IndexError> {
        let path = reader_file(dir, version);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(IndexError::io(&path, error)),
        };
        match file.try_lock_shared() {
            Ok(()) => Ok(Some(Registration { _file: Some(file) })),
            // A writer looks at it this instant, since the version is old.
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) if error.kind() == std::io::ErrorKind::Unsupported => {
                Ok(Some(Self::none()))
            }
            Err(TryLockError::Error(error)) => Err(IndexError::io(&path, error)),
        }
    }

    /// A reader of a store that nobody can write.
    pub(crate) fn none() -> Registration {
        Registration { _file: None }
    }
}

/// True when some snapshot, in any process, reads a version before `current`.
/// Forgets the versions that nobody reads any more.
pub(crate) fn older_readers(dir: &Path, current: i64) -> Result<bool, IndexError> {
    let readers = dir.join(READERS);
    let mut alive = false;
    for name in names(&readers)? {
        let Some(version) = name
            .parse::<i64>()
            .ok()
            .filter(|&version| version < current)
        else {
            continue;
        };
        let path = reader_file(dir, version);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => return Err(IndexError::io(&path, error)),
        };
        match file.try_lock() {
            // Held while it is removed: a reader that opened it before finds it
            // locked, or finds that the version has moved on.
            Ok(()) => remove(&path)?,
            Err(TryLockError::WouldBlock) => alive = true,
            Err(TryLockError::Error(error)) => return Err(IndexError::io(&path, error)),
        }
    }
    Ok(alive)
}
