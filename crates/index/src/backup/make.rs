//! Making an archive of a store that others read and one writes.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::{ABOUT, Backup, CHECKSUMS, Making, Part, SCHEMA};
use crate::payload::{self, PayloadKind};
use crate::records::{self, FORMAT, Records, payloads, vector_sets};
use crate::{IndexError, Library, files, state, vectors};

/// A vacuum would have to end between two looks each time.
const TRIES_MAX: usize = 5;

/// Little is gained by more: vectors hardly pack, and texts do at once.
const LEVEL: u32 = 3;

/// Writes the store in `dir` as it is now into the new file `archive`; it is there whole or
/// not at all.
///
/// # Errors
/// [`IndexError::InTheWay`] when there is something at `archive`;
/// [`IndexError::NotAStore`], [`IndexError::FormatVersion`], [`IndexError::Damaged`].
pub fn backup(dir: &Path, archive: &Path) -> Result<Backup, IndexError> {
    if archive.symlink_metadata().is_ok() {
        return Err(IndexError::InTheWay {
            path: archive.to_owned(),
        });
    }
    // Registered as a reader: what this version shows is not removed meanwhile.
    let _read = Library::open(dir)?.snapshot()?;
    let mut tries = 0;
    loop {
        tries += 1;
        match attempt(dir, archive) {
            Err(IndexError::Io { source, .. })
                if source.kind() == io::ErrorKind::NotFound && tries < TRIES_MAX => {}
            done => return done,
        }
    }
}

fn attempt(dir: &Path, archive: &Path) -> Result<Backup, IndexError> {
    let making = Making::beside(archive, "making")?;
    Records::open_to_read(dir)?.copy_to(&making.dir)?;
    // A state that cannot be read is worth no failure.
    let state = state::copy(dir, &making.dir).is_ok() && state::is_in(&making.dir);
    let copied = Records::open_to_read(&making.dir)?;
    let store = copied.store()?;
    let about = Backup {
        perusal_backup: SCHEMA,
        format: FORMAT,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        version: store.version.unsigned_abs(),
        documents: store.documents.unsigned_abs(),
        chunks: store.chunks.unsigned_abs(),
    };
    let named = named_files(&copied, store.vector_generation, store.vector_slots)?;
    drop(copied);
    let part = making.dir.join("archive");
    let failed = |error| IndexError::io(&part, error);
    let file = File::create_new(&part).map_err(failed)?;
    let mut tar = tar::Builder::new(GzEncoder::new(
        io::BufWriter::new(file),
        Compression::new(LEVEL),
    ));
    entry(&mut tar, ABOUT, &json(&about)).map_err(failed)?;
    let mut parts = vec![add(&mut tar, &making.dir, records::FILE_NAME)?];
    if state {
        parts.push(add(&mut tar, &making.dir, state::FILE_NAME)?);
    }
    for name in &named {
        parts.push(add(&mut tar, dir, name)?);
    }
    entry(&mut tar, CHECKSUMS, &json(&parts)).map_err(failed)?;
    let finished = tar.into_inner().and_then(GzEncoder::finish);
    let file = finished.and_then(|buffered| buffered.into_inner().map_err(io::Error::from));
    file.and_then(|file| file.sync_all()).map_err(failed)?;
    fs::rename(&part, archive).map_err(|error| IndexError::io(archive, error))?;
    let above = archive
        .parent()
        .filter(|above| !above.as_os_str().is_empty());
    files::sync_dir(above.unwrap_or(Path::new(".")))?;
    Ok(about)
}

/// The files of vectors and payloads that the records name.
pub(crate) fn named_files(
    records: &Records,
    generation: i64,
    slots: i64,
) -> Result<Vec<String>, IndexError> {
    let mut names = Vec::new();
    if slots > 0 {
        names.push(vectors::file_name(generation));
    }
    let beside = records.run(vector_sets::all)?;
    let beside = beside.iter().filter(|set| set.slots > 0);
    names.extend(beside.map(|set| vectors::file_name(set.generation)));
    for kind in PayloadKind::ALL {
        let row = records.run(|connection| payloads::load(connection, kind))?;
        let used = row.filter(|row| row.bytes > 0);
        names.extend(used.map(|row| payload::file_name(kind, row.generation)));
    }
    Ok(names)
}

/// Adds a file as long as it is now, hashing what it adds.
fn add<W: Write>(tar: &mut tar::Builder<W>, dir: &Path, name: &str) -> Result<Part, IndexError> {
    let path = dir.join(name);
    let failed = |error| IndexError::io(&path, error);
    let file = File::open(&path).map_err(failed)?;
    let bytes = file.metadata().map_err(failed)?.len();
    let mut hashed = Hashed {
        file: file.take(bytes),
        hasher: blake3::Hasher::new(),
    };
    tar.append_data(&mut header(bytes), name, &mut hashed)
        .map_err(failed)?;
    Ok(Part {
        name: name.to_owned(),
        bytes,
        blake3: hashed.hasher.finalize().to_hex().to_string(),
    })
}

fn entry<W: Write>(tar: &mut tar::Builder<W>, name: &str, content: &[u8]) -> io::Result<()> {
    tar.append_data(&mut header(content.len() as u64), name, content)
}

fn header(bytes: u64) -> tar::Header {
    let mut header = tar::Header::new_gnu();
    header.set_size(bytes);
    header.set_mode(0o600);
    header
}

fn json(value: &impl serde::Serialize) -> Vec<u8> {
    serde_json::to_vec_pretty(value).unwrap_or_default()
}

/// A file of which what was read is hashed.
struct Hashed {
    file: io::Take<File>,
    hasher: blake3::Hasher,
}

impl Read for Hashed {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(into)?;
        self.hasher.update(&into[..read]);
        Ok(read)
    }
}
