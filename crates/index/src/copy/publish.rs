//! Making a version that others fetch, while one writes.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::{COPY_BLOCK_BYTES, LAYOUT, Published, PublishedFile, hash_of, is_part};
use crate::backup::named_files;
use crate::follow::{self, Checkpoint};
use crate::records::{self, FORMAT, Records};
use crate::{IndexError, Library, files, keyword};

/// Where versions are published, in the store's own folder: lists of words are linked there.
const FOLDER: &str = "published";

/// Held by who publishes, for as long as it does.
const LOCK: &str = "lock";

/// A vacuum or a merge of lists would have to end between two looks each time.
const TRIES_MAX: usize = 20;

/// A version as others may fetch it; its folder goes with it.
pub struct Publication {
    dir: PathBuf,
    published: Published,
    digest: String,
    _lock: File,
}

impl Publication {
    /// Publishes the newest version of the store in `dir` that its index has in full.
    ///
    /// # Errors
    /// [`IndexError::NotAStore`], [`IndexError::Damaged`], [`IndexError::DiskFull`].
    pub fn make(dir: &Path) -> Result<Publication, IndexError> {
        // Registered as a reader: what this version shows is not removed meanwhile.
        let _read = Library::open(dir)?.snapshot()?;
        let above = dir.join(FOLDER);
        files::create_dir(&above)?;
        remove_left(&above)?;
        let mut tries = 0;
        loop {
            tries += 1;
            match attempt(dir, &above) {
                Err(IndexError::Io { source, .. })
                    if source.kind() == io::ErrorKind::NotFound && tries < TRIES_MAX => {}
                done => return done,
            }
        }
    }

    /// What is in it.
    pub fn published(&self) -> &Published {
        &self.published
    }

    /// A hash of all of it.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// A block of one of its files; `None` where there is no such file or block.
    ///
    /// # Errors
    /// [`IndexError::Io`].
    pub fn block(&self, name: &str, block: usize) -> Result<Option<Vec<u8>>, IndexError> {
        let mut listed = self.published.files.iter();
        let Some(file) = listed.find(|file| file.name == name && block < file.blocks.len()) else {
            return Ok(None);
        };
        let path = self.dir.join(&file.name);
        let mut bytes = vec![0; usize::try_from(file.block_bytes(block)).unwrap_or(0)];
        let read = File::open(&path).and_then(|mut file| {
            file.seek(SeekFrom::Start(block as u64 * COPY_BLOCK_BYTES))?;
            file.read_exact(&mut bytes)
        });
        read.map_err(|error| IndexError::io(&path, error))?;
        Ok(Some(bytes))
    }
}

impl Drop for Publication {
    fn drop(&mut self) {
        // What cannot be removed is removed by the next who publishes.
        let _ = fs::remove_dir_all(&self.dir);
    }
}

/// Whether a store changed can be told by this without opening it: it differs after every change,
/// and may differ without one.
///
/// # Errors
/// [`IndexError::NotAStore`].
pub fn mark(dir: &Path) -> Result<Vec<(u64, u128)>, IndexError> {
    let look = |name: &str| {
        let about = fs::metadata(dir.join(name)).ok()?;
        let since = about.modified().ok()?.duration_since(std::time::UNIX_EPOCH);
        Some((about.len(), since.ok()?.as_nanos()))
    };
    let records = records::FILE_NAME;
    let wal = format!("{records}-wal");
    if look(records).is_none() {
        return Err(IndexError::NotAStore {
            dir: dir.to_owned(),
        });
    }
    let looked = [records, &wal, follow::FILE_NAME].map(|name| look(name).unwrap_or_default());
    Ok(looked.to_vec())
}

/// Removes what servers left that were killed: nobody holds its lock.
fn remove_left(above: &Path) -> Result<(), IndexError> {
    for name in files::names(above)? {
        let dir = above.join(name);
        let free = match File::open(dir.join(LOCK)) {
            Ok(lock) => lock.try_lock().is_ok(),
            // Being made this instant, or left before it was locked: the next time tells.
            Err(_) => fs::metadata(&dir)
                .and_then(|about| about.modified())
                .is_ok_and(|made| made.elapsed().is_ok_and(|age| age.as_secs() > 60)),
        };
        if free {
            files::remove(&dir)?;
        }
    }
    Ok(())
}

fn attempt(store: &Path, above: &Path) -> Result<Publication, IndexError> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let dir = above.join(format!("{}-{number}", std::process::id()));
    files::remove(&dir)?;
    fs::create_dir(&dir).map_err(|error| IndexError::io(&dir, error))?;
    let path = dir.join(LOCK);
    let lock = File::create_new(&path).map_err(|error| IndexError::io(&path, error))?;
    lock.lock().map_err(|error| IndexError::io(&path, error))?;
    // From here on its folder goes where it cannot be made.
    let mut publication = Publication {
        dir,
        published: Published {
            layout: LAYOUT,
            format: FORMAT,
            version: 0,
            files: Vec::new(),
        },
        digest: String::new(),
        _lock: lock,
    };
    publication.published.version = fill(store, &publication.dir)?;
    publication.published.files = listed(&publication.dir)?;
    publication.digest = publication.published.digest();
    Ok(publication)
}

/// Copies and links the files of a store; returns the version that readers of them see.
fn fill(store: &Path, into: &Path) -> Result<u64, IndexError> {
    // First: the records may have more than the index by the time they are copied, never less.
    let checkpoint = Checkpoint::load(store)?;
    Records::open_to_read(store)?.copy_pages_to(into)?;
    let copied = Records::open_to_read(into)?;
    let row = copied.store()?;
    let version = row.version.unsigned_abs();
    let indexed = checkpoint.as_ref().map(|it| it.serving().1.0);
    if let Some(checkpoint) = &checkpoint {
        checkpoint.save(into)?;
    }
    for name in named_files(&copied, row.vector_generation, row.vector_slots)? {
        let from = store.join(&name);
        fs::copy(&from, into.join(&name)).map_err(|error| IndexError::io(&from, error))?;
    }
    keyword::link_to(store, into, row.keyword_generation)?;
    drop(copied);
    Ok(indexed.map_or(version, |indexed| indexed.min(version)))
}

fn listed(dir: &Path) -> Result<Vec<PublishedFile>, IndexError> {
    let mut names = Vec::new();
    for name in files::names(dir)? {
        if dir.join(&name).is_dir() {
            let below = files::names(&dir.join(&name))?.into_iter();
            names.extend(below.map(|file| format!("{name}/{file}")));
        } else {
            names.push(name);
        }
    }
    names.retain(|name| is_part(name));
    names.sort_unstable();
    names
        .into_iter()
        .map(|name| {
            let path = dir.join(&name);
            let hashed = hashes(&path).map_err(|error| IndexError::io(&path, error))?;
            let (bytes, blocks) = hashed;
            Ok(PublishedFile {
                name,
                bytes,
                blocks,
            })
        })
        .collect()
}

fn hashes(path: &Path) -> io::Result<(u64, Vec<String>)> {
    let mut file = File::open(path)?;
    let (mut bytes, mut blocks) = (0, Vec::new());
    let mut block = Vec::new();
    loop {
        block.clear();
        let read = (&mut file).take(COPY_BLOCK_BYTES).read_to_end(&mut block)?;
        if read == 0 {
            return Ok((bytes, blocks));
        }
        bytes += read as u64;
        blocks.push(hash_of(&block));
    }
}

impl std::fmt::Debug for Publication {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Publication")
            .field("version", &self.published.version)
            .field("digest", &self.digest)
            .finish_non_exhaustive()
    }
}
