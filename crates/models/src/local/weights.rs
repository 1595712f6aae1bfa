//! Tensors of a model file, of which only what is asked for is read.
//!
//! Two containers are known: safetensors, and the four-bit block file of [`super::blocks`]. Both give
//! names, shapes and places in the file; from here on there is one way. Every value is checked to be
//! a number when it is read, since one that is not would spoil every vector without a word.

use std::{
    collections::HashMap,
    fs::File,
    path::{Path, PathBuf},
};

use super::encoding::Encoding;
use crate::ModelError;

/// Bytes read at a time: small enough to stay in the core's cache until they are floats.
const READ_BYTES: usize = 256 << 10;

/// What a checkpoint may put before the names: a model saved as part of a larger one has the part's.
const PREFIXES: [&str; 3] = ["", "bert.", "roberta."];

/// The tensors of an open file, by name.
pub(super) struct Tensors {
    source: Source,
    entries: HashMap<String, Entry>,
}

/// An open file and where it was opened.
pub(super) struct Source {
    file: File,
    path: PathBuf,
    length: u64,
}

/// Where a tensor is, and how it is stored.
#[derive(Debug)]
pub(super) struct Entry {
    /// `None` for one that no encoder needs, such as whole numbers.
    pub encoding: Option<Encoding>,
    pub shape: Vec<usize>,
    /// First byte in the file. The bytes after it were checked to be there.
    pub start: u64,
}

/// A matrix that stays in the file, read row by row.
///
/// The word embeddings are half of a small model, and a question needs a dozen rows of them.
pub(super) struct RowsOnDisk {
    source: Source,
    start: u64,
    rows: usize,
    width: usize,
    encoding: Encoding,
}

impl Tensors {
    /// The tensors a container's header names.
    pub(super) fn new(source: Source, entries: HashMap<String, Entry>) -> Self {
        Self { source, entries }
    }

    /// Whether there is a tensor of a name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// Rows and columns of a matrix of a name, if there is one.
    pub(super) fn matrix(&self, name: &str) -> Option<(usize, usize)> {
        match self.find(name)?.shape.as_slice() {
            [rows, columns] => Some((*rows, *columns)),
            _ => None,
        }
    }

    /// Reads a tensor of a shape as floats, row-major.
    pub(super) fn read(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, ModelError> {
        let mut values = Vec::with_capacity(shape.iter().product());
        self.append(name, shape, &mut values)?;
        Ok(values)
    }

    /// Reads a tensor of a shape as floats, row-major, behind the values that are there.
    pub(super) fn append(
        &self,
        name: &str,
        shape: &[usize],
        values: &mut Vec<f32>,
    ) -> Result<(), ModelError> {
        let (entry, encoding) = self.entry(name)?;
        if entry.shape != shape {
            let got = &entry.shape;
            return Err(self.bad(format!("`{name}` is {got:?}, expected {shape:?}")));
        }
        let count: usize = shape.iter().product();
        let (unit_values, unit_bytes) = encoding.unit();
        let mut at = entry.start;
        let mut left = count / unit_values * unit_bytes;
        let mut buffer = vec![0; left.min(READ_BYTES / unit_bytes * unit_bytes)];
        while left > 0 {
            let at_most = left.min(buffer.len());
            let part = &mut buffer[..at_most];
            self.source.read_at(at, part)?;
            let from = values.len();
            encoding.decode(part, values);
            if !all_finite(&values[from..]) {
                return Err(self.bad(format!("`{name}` has a value that is no number")));
            }
            at += part.len() as u64;
            left -= part.len();
        }
        Ok(())
    }

    /// A matrix of some rows of `width`, left where it is.
    pub(super) fn rows(&self, name: &str, width: usize) -> Result<RowsOnDisk, ModelError> {
        let (entry, encoding) = self.entry(name)?;
        let rows = match entry.shape.as_slice() {
            [rows, columns] if *columns == width => *rows,
            got => return Err(self.bad(format!("`{name}` is {got:?}, expected [_, {width}]"))),
        };
        Ok(RowsOnDisk {
            source: self.source.try_clone()?,
            start: entry.start,
            rows,
            width,
            encoding,
        })
    }

    fn entry(&self, name: &str) -> Result<(&Entry, Encoding), ModelError> {
        let found = self
            .find(name)
            .ok_or_else(|| self.bad(format!("no tensor `{name}`")))?;
        let encoding = found.encoding;
        let encoding = encoding.ok_or_else(|| self.bad(format!("`{name}` holds no floats")))?;
        Ok((found, encoding))
    }

    fn find(&self, name: &str) -> Option<&Entry> {
        let find = |prefix| self.entries.get(&format!("{prefix}{name}"));
        PREFIXES.into_iter().find_map(find)
    }

    fn bad(&self, reason: String) -> ModelError {
        self.source.bad(reason)
    }
}

impl RowsOnDisk {
    /// Number of rows.
    pub(super) fn count(&self) -> usize {
        self.rows
    }

    /// Reads one row, by way of `bytes`.
    pub(super) fn read(
        &self,
        row: usize,
        bytes: &mut Vec<u8>,
        into: &mut Vec<f32>,
    ) -> Result<(), ModelError> {
        let bad = |reason| Err(self.source.bad(reason));
        if row >= self.rows {
            return bad(format!("no row {row} among {}", self.rows));
        }
        let (unit_values, unit_bytes) = self.encoding.unit();
        bytes.resize(self.width / unit_values * unit_bytes, 0);
        let at = self.start + row as u64 * bytes.len() as u64;
        self.source.read_at(at, bytes)?;
        into.clear();
        self.encoding.decode(bytes, into);
        if !all_finite(into) {
            return bad(format!(
                "row {row} of a table has a value that is no number"
            ));
        }
        Ok(())
    }
}

impl Source {
    pub(super) fn open(path: &Path) -> Result<Self, ModelError> {
        let file = File::open(path).map_err(ModelError::io(path))?;
        let length = file.metadata().map_err(ModelError::io(path))?.len();
        Ok(Self {
            file,
            path: path.to_owned(),
            length,
        })
    }

    /// Bytes of the file.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Reads `count` bytes from a place, which is known to be in the file before memory is taken.
    pub(super) fn read_vec(&self, at: u64, count: u64) -> Result<Vec<u8>, ModelError> {
        if at.checked_add(count).is_none_or(|end| end > self.length) {
            let length = self.length;
            return Err(self.bad(format!("{count} bytes at {at} in a file of {length}")));
        }
        let mut bytes = vec![0; count as usize];
        self.read_at(at, &mut bytes)?;
        Ok(bytes)
    }

    /// Fills `bytes` from a place in the file, from any thread.
    fn read_at(&self, at: u64, bytes: &mut [u8]) -> Result<(), ModelError> {
        #[cfg(unix)]
        let outcome = std::os::unix::fs::FileExt::read_exact_at(&self.file, bytes, at);
        #[cfg(windows)]
        let outcome = read_exact_at(&self.file, bytes, at);
        outcome.map_err(ModelError::io(&self.path))
    }

    pub(super) fn bad(&self, reason: String) -> ModelError {
        ModelError::BadModel {
            file: self.path.clone(),
            reason,
        }
    }

    fn try_clone(&self) -> Result<Self, ModelError> {
        let file = self.file.try_clone().map_err(ModelError::io(&self.path))?;
        Ok(Self {
            file,
            path: self.path.clone(),
            length: self.length,
        })
    }
}

/// Whether all values are numbers; one pass without a branch, so that loading stays quick.
fn all_finite(values: &[f32]) -> bool {
    let exponent = f32::INFINITY.to_bits();
    let has = |bad: bool, x: &f32| bad | (x.to_bits() & exponent == exponent);
    !values.iter().fold(false, has)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> std::io::Result<()> {
    while !bytes.is_empty() {
        let count = std::os::windows::fs::FileExt::seek_read(file, bytes, at)?;
        if count == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        bytes = &mut bytes[count..];
        at += count as u64;
    }
    Ok(())
}
