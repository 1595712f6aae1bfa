//! Which files were found to have the pinned content, so that not every start hashes 90 MB again.
//!
//! A file counts as unchanged while its length and time of change are. Whoever wants to be sure
//! asks [`installed`](crate::installed), which reads everything.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use serde::{Deserialize, Serialize};

use crate::{
    Model, ModelError,
    catalogue::{File, hash_file},
};

/// The record of a model's folder, by file name.
type Record = BTreeMap<String, Seen>;

/// A file as it was when it was hashed.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Seen {
    sha256: String,
    bytes: u64,
    /// Time of change, in nanoseconds since 1970.
    changed_ns: u128,
}

/// Hashes a model's files, unless they are recorded as checked and have not changed since.
///
/// # Errors
/// [`ModelError::HashMismatch`] for the first file with other content, [`ModelError::Io`].
pub(crate) fn verify(model: &Model, dir: &Path) -> Result<(), ModelError> {
    let record: Record = fs::read(record_path(dir))
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .unwrap_or_default();
    let known = |file: &File| {
        let seen = record.get(file.name);
        seen.is_some_and(|seen| see(dir, file).is_some_and(|now| now == *seen))
    };
    if model.files.iter().all(known) {
        return Ok(());
    }
    // Looked at before it is hashed: a change meanwhile makes the record useless, not wrong.
    let seen = model
        .files
        .iter()
        .filter_map(|file| Some((file.name.to_owned(), see(dir, file)?)));
    let record: Record = seen.collect();
    model.files.iter().try_for_each(|file| check(dir, file))?;
    write_record(&record, dir);
    Ok(())
}

fn check(dir: &Path, file: &File) -> Result<(), ModelError> {
    let path = dir.join(file.name);
    let got = hash_file(&path).map_err(ModelError::io(&path))?;
    if got == file.sha256 {
        return Ok(());
    }
    let expected = file.sha256.to_owned();
    Err(ModelError::HashMismatch {
        file: path,
        expected,
        got,
    })
}

/// The record is a convenience: where it cannot be written, the next start hashes again.
fn write_record(record: &Record, dir: &Path) {
    let Ok(text) = serde_json::to_string_pretty(record) else {
        return;
    };
    let Ok(part) = tempfile::NamedTempFile::new_in(dir) else {
        return;
    };
    if fs::write(part.path(), text).is_ok() {
        let _ = part.persist(record_path(dir));
    }
}

/// The file as it is now, taken for the pinned content.
fn see(dir: &Path, file: &File) -> Option<Seen> {
    let metadata = fs::metadata(dir.join(file.name)).ok()?;
    let changed = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    let (sha256, bytes) = (file.sha256.to_owned(), metadata.len());
    Some(Seen {
        sha256,
        bytes,
        changed_ns: changed.as_nanos(),
    })
}

fn record_path(dir: &Path) -> PathBuf {
    dir.join(".verified.json")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Precision,
        catalogue::{Loader, Package, hex},
    };

    fn model(content: &[u8]) -> &'static Model {
        static PACKAGE: Package = Package {
            name: "p",
            version: "1",
            sha256: "",
            bytes: 0,
        };
        let sha256 = hex(&<sha2::Sha256 as sha2::Digest>::digest(content));
        let file = File {
            name: "model.bin",
            sha256: Box::leak(sha256.into_boxed_str()),
            bytes: content.len() as u64,
            package: (&PACKAGE, "model.bin"),
            hub: None,
        };
        Box::leak(Box::new(Model {
            name: "m",
            description: "",
            dim: 1,
            languages: None,
            precisions: &[Precision::Fp32],
            files: Vec::leak(vec![file]),
            licence: "MIT",
            loader: Loader::Bert,
        }))
    }

    #[test]
    fn a_changed_file_is_hashed_again() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("model.bin");
        let model = model(b"weights");
        assert!(matches!(
            verify(model, dir.path()),
            Err(ModelError::Io { .. })
        ));
        fs::write(&path, b"wEights").unwrap();
        assert!(matches!(
            verify(model, dir.path()),
            Err(ModelError::HashMismatch { .. })
        ));
        assert!(!record_path(dir.path()).exists());

        fs::write(&path, b"weights").unwrap();
        verify(model, dir.path()).unwrap();
        assert!(record_path(dir.path()).exists());
        verify(model, dir.path()).unwrap();

        let file = fs::File::options().write(true).open(&path).unwrap();
        let before = file.metadata().unwrap().modified().unwrap();
        fs::write(&path, b"wEights").unwrap();
        file.set_modified(before + std::time::Duration::from_secs(1))
            .unwrap();
        assert!(matches!(
            verify(model, dir.path()),
            Err(ModelError::HashMismatch { .. })
        ));
        fs::write(record_path(dir.path()), "no record").unwrap();
        assert!(matches!(
            verify(model, dir.path()),
            Err(ModelError::HashMismatch { .. })
        ));
    }
}
