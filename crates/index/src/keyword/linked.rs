//! The index of a version in a folder of its own, without copying its lists.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use super::opened::{Opened, folder_name, generation_of};
use super::writer::SEGMENT_NAME_LENGTH;
use crate::IndexError;

/// The list of segments.
const META: &str = "meta.json";

/// Whether a file of an index may be called so: no path leads out of its folder.
pub(crate) fn is_file_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    !name.is_empty() && !name.starts_with('.') && name.chars().all(plain)
}

/// Links the segments of a generation's index as it is now into another folder; does nothing
/// where there is no index yet.
///
/// # Errors
/// [`IndexError::Io`] of the kind `NotFound` when a writer merged segments meanwhile: what was
/// linked is incomplete then.
pub(crate) fn link_to(store: &Path, into: &Path, generation: i64) -> Result<(), IndexError> {
    let from = store.join(folder_name(generation));
    let listed = from.join(META);
    let before = match fs::read(&listed) {
        Ok(before) => before,
        // A generation that is gone was replaced; one that never was has no folder either way,
        // which the records tell where somebody reads them.
        Err(error) if error.kind() == io::ErrorKind::NotFound && !has_any(store)? => return Ok(()),
        Err(error) => return Err(IndexError::io(&listed, error)),
    };
    let to = into.join(folder_name(generation));
    crate::files::remove(&to)?;
    fs::create_dir(&to).map_err(|error| IndexError::io(&to, error))?;
    let target = to.join(META);
    fs::write(&target, &before).map_err(|error| IndexError::io(&target, error))?;
    let opened = Opened::open(into, generation)?;
    let metas = opened.index.searchable_segment_metas();
    let metas = metas.map_err(|error| IndexError::tantivy(&opened.dir, error))?;
    let segments: BTreeSet<String> = metas.iter().map(|meta| meta.id().uuid_string()).collect();
    for name in crate::files::names(&from)? {
        let segment = name.get(..SEGMENT_NAME_LENGTH);
        if segment.is_some_and(|segment| segments.contains(segment)) && is_file_name(&name) {
            link(&from.join(&name), &to.join(&name))?;
        }
    }
    // Segments that were merged away are removed after the list changed: with the same list, all
    // of them were there.
    match fs::read(&listed) {
        Ok(after) if after == before => Ok(()),
        Ok(_) => Err(IndexError::io(&listed, io::ErrorKind::NotFound.into())),
        Err(error) => Err(IndexError::io(&listed, error)),
    }
}

/// Whether the store has an index of words of any generation.
fn has_any(store: &Path) -> Result<bool, IndexError> {
    let names = crate::files::names(store)?;
    Ok(names.iter().any(|name| generation_of(name).is_some()))
}

/// Links a file, or copies it where that cannot be; one that is not there is none that is needed.
fn link(from: &Path, to: &Path) -> Result<(), IndexError> {
    match fs::hard_link(from, to).or_else(|_| fs::copy(from, to).map(drop)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(IndexError::io(from, error)),
        _ => Ok(()),
    }
}
