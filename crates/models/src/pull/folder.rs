//! A model's folder: what is missing in it, who may write to it, how a file gets its name.

use std::{
    fs::{self, TryLockError},
    io,
    path::Path,
    thread,
    time::Duration,
};

use super::told::PullEvent;
use crate::{
    Limits, Model, ModelError,
    catalogue::{File, catalogue, hash_file},
};

/// How often a waiting pull looks for the lock and its limits.
const LOCK_POLL: Duration = Duration::from_millis(50);

/// The files that are not there with the pinned content.
pub(super) fn missing(model: &Model, dir: &Path) -> Result<Vec<&'static File>, ModelError> {
    let mut missing = Vec::new();
    for file in model.files {
        let path = dir.join(file.name);
        match hash_file(&path) {
            Ok(hash) if hash == file.sha256 => {}
            Ok(_) => missing.push(file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => missing.push(file),
            Err(error) => return Err(ModelError::io(path)(error)),
        }
    }
    Ok(missing)
}

/// Makes this pull the only one of its model, waiting for another to end.
pub(super) fn lock(dir: &Path, limits: &Limits) -> Result<fs::File, ModelError> {
    let path = dir.join(".lock");
    let file = fs::File::create(&path).map_err(ModelError::io(&path))?;
    loop {
        limits.check()?;
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => thread::sleep(LOCK_POLL),
            Err(TryLockError::Error(error)) => return Err(ModelError::io(path)(error)),
        }
    }
}

/// Copies files of equal content from other models of the catalogue.
pub(super) fn copy_from_others(
    model: &Model,
    cache: &Path,
    progress: &mut dyn FnMut(PullEvent),
) -> Result<(), ModelError> {
    let dir = cache.join(model.name);
    for file in missing(model, &dir)? {
        let others = catalogue().iter().filter(|other| other.name != model.name);
        let equal = others.flat_map(|other| other.files.iter().map(move |file| (other, file)));
        let mut equal = equal.filter(|(_, other)| other.sha256 == file.sha256);
        let found = equal.find_map(|(other, equal)| {
            let path = cache.join(other.name).join(equal.name);
            let whole = hash_file(&path).is_ok_and(|hash| hash == file.sha256);
            whole.then_some(path)
        });
        let Some(from) = found else { continue };
        let part = dir.join(format!("{}.new", file.name));
        fs::copy(&from, &part).map_err(ModelError::io(&from))?;
        place(&part, &dir.join(file.name))?;
        progress(PullEvent::Verified { file: file.name });
    }
    Ok(())
}

/// Gives a checked file its name, after which it survives a power cut.
pub(super) fn place(part: &Path, name: &Path) -> Result<(), ModelError> {
    let file = fs::OpenOptions::new()
        .append(true)
        .open(part)
        .map_err(ModelError::io(part))?;
    file.sync_all().map_err(ModelError::io(part))?;
    fs::rename(part, name).map_err(ModelError::io(name))?;
    if let Some(dir) = name.parent()
        && cfg!(unix)
    {
        let dir_file = fs::File::open(dir).map_err(ModelError::io(dir))?;
        dir_file.sync_all().map_err(ModelError::io(dir))?;
    }
    Ok(())
}
