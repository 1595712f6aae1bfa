//! Making the folder of a version that another machine published.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{COPY_BLOCK_BYTES, Published, damaged, hash_of};
use crate::backup::schema;
use crate::records::{self, Records};
use crate::{IndexError, files};

/// A version on its way. What is in its folder stays there when it is given up, and counts when
/// the same or another version is begun.
#[derive(Debug)]
pub struct Arriving {
    published: Published,
    dir: PathBuf,
    /// Blocks that are missing, by file and number, in order.
    lacking: Vec<(usize, usize)>,
}

impl Arriving {
    /// Begins, or goes on, in the folder `dir`; `before` is the folder of an earlier version.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] for a list that no store has, [`IndexError::FormatVersion`] for
    /// the store of another release; [`IndexError::DiskFull`].
    pub fn begin(
        published: Published,
        dir: &Path,
        before: Option<&Path>,
    ) -> Result<Arriving, IndexError> {
        published.is_a_store()?;
        files::create_dir(dir)?;
        remove_others(dir, &published)?;
        let mut lacking = Vec::new();
        for number in 0..published.files.len() {
            let missing = take_what_is_there(&published, number, dir, before)?;
            lacking.extend(missing.into_iter().map(|block| (number, block)));
        }
        Ok(Arriving {
            published,
            dir: dir.to_owned(),
            lacking,
        })
    }

    /// Blocks that are missing: the name of their file and their number in it.
    pub fn lacks(&self) -> Vec<(String, usize)> {
        let name = |file: usize| self.published.files[file].name.clone();
        let lacking = self.lacking.iter();
        lacking.map(|&(file, block)| (name(file), block)).collect()
    }

    /// Takes a block that came.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] for another than was published; [`IndexError::DiskFull`].
    pub fn take(&mut self, name: &str, block: usize, bytes: &[u8]) -> Result<(), IndexError> {
        let known = |&(file, number): &(usize, usize)| {
            number == block && self.published.files[file].name == name
        };
        let Some(at) = self.lacking.iter().position(known) else {
            return Ok(());
        };
        let file = &self.published.files[self.lacking[at].0];
        if bytes.len() as u64 != file.block_bytes(block) || hash_of(bytes) != file.blocks[block] {
            return Err(damaged(format!(
                "block {block} of `{name}` is not what was published"
            )));
        }
        let path = self.dir.join(name);
        let written = OpenOptions::new()
            .write(true)
            .open(&path)
            .and_then(|mut file| {
                file.seek(SeekFrom::Start(block as u64 * COPY_BLOCK_BYTES))?;
                file.write_all(bytes)
            });
        written.map_err(|error| IndexError::io(&path, error))?;
        self.lacking.remove(at);
        Ok(())
    }

    /// Makes it a store in the folder `to`, durably, where nothing must be. Returns its version.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] while blocks are missing, or for records that are not ours.
    pub fn finish(self, to: &Path) -> Result<u64, IndexError> {
        if let Some((file, block)) = self.lacking.first() {
            let name = &self.published.files[*file].name;
            return Err(damaged(format!("block {block} of `{name}` did not come")));
        }
        let dir = &self.dir;
        let records = dir.join(records::FILE_NAME);
        schema::is_ours(&records, &schema::of_records()?).map_err(damaged)?;
        for file in &self.published.files {
            let path = dir.join(&file.name);
            let synced = File::open(&path).and_then(|file| file.sync_all());
            synced.map_err(|error| IndexError::io(&path, error))?;
        }
        let newest = Records::open_to_read(dir)?.store()?.version;
        if self.published.version > newest.unsigned_abs() {
            return Err(damaged(format!(
                "it says version {}, and its records are at {newest}",
                self.published.version
            )));
        }
        files::announce_version(dir, newest)?;
        let seen = i64::try_from(self.published.version).unwrap_or(newest);
        files::announce_version(dir, seen)?;
        for name in files::names(dir)? {
            let below = dir.join(name);
            if below.is_dir() {
                files::sync_dir(&below)?;
            }
        }
        files::sync_dir(dir)?;
        fs::rename(dir, to).map_err(|error| IndexError::io(to, error))?;
        files::sync_dir(to.parent().unwrap_or(Path::new(".")))?;
        Ok(self.published.version)
    }
}

/// Whether anybody, in any process of this machine, reads the store in `dir`.
///
/// # Errors
/// [`IndexError::Io`].
pub fn is_read(dir: &Path) -> Result<bool, IndexError> {
    files::older_readers(dir, i64::MAX)
}

/// Removes what other versions left in the folder.
fn remove_others(dir: &Path, published: &Published) -> Result<(), IndexError> {
    let named = |name: &str| published.files.iter().any(|file| file.name == name);
    for name in files::names(dir)? {
        let path = dir.join(&name);
        if named(&name) {
            continue;
        }
        let folder = format!("{name}/");
        let holds = published.files.iter();
        if !path.is_dir() || !holds.into_iter().any(|file| file.name.starts_with(&folder)) {
            files::remove(&path)?;
            continue;
        }
        for below in files::names(&path)? {
            if !named(&format!("{folder}{below}")) {
                files::remove(&path.join(below))?;
            }
        }
    }
    Ok(())
}

/// Makes a file as long as it is to be, with the blocks that are there already; returns the others.
fn take_what_is_there(
    published: &Published,
    number: usize,
    dir: &Path,
    before: Option<&Path>,
) -> Result<Vec<usize>, IndexError> {
    let file = &published.files[number];
    let path = dir.join(&file.name);
    if let Some(folder) = path.parent() {
        files::create_dir(folder)?;
    }
    let failed = |error| IndexError::io(&path, error);
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let mut made = options.open(&path).map_err(failed)?;
    made.set_len(file.bytes).map_err(failed)?;
    let mut earlier = before.and_then(|before| File::open(before.join(&file.name)).ok());
    let mut missing = Vec::new();
    for (block, hash) in file.blocks.iter().enumerate() {
        let bytes = file.block_bytes(block);
        let is_it = |found: &Vec<u8>| found.len() as u64 == bytes && hash_of(found) == *hash;
        if read_block(&mut made, block, bytes).is_ok_and(|found| is_it(&found)) {
            continue;
        }
        let found = earlier
            .as_mut()
            .and_then(|file| read_block(file, block, bytes).ok());
        match found.filter(is_it) {
            Some(found) => {
                made.seek(SeekFrom::Start(block as u64 * COPY_BLOCK_BYTES))
                    .and_then(|_| made.write_all(&found))
                    .map_err(failed)?;
            }
            None => missing.push(block),
        }
    }
    Ok(missing)
}

fn read_block(file: &mut File, block: usize, bytes: u64) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(block as u64 * COPY_BLOCK_BYTES))?;
    let mut found = Vec::new();
    file.take(bytes).read_to_end(&mut found)?;
    Ok(found)
}
