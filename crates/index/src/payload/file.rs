//! A payload file as its one writer sees it.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{PayloadKind, file_name};
use crate::IndexError;
use crate::records::payloads::{PayloadRow, PayloadRun};

pub(super) const HEADER_BYTES: usize = 64;
const MAGIC: [u8; 8] = *b"PERUPAYL";
const FORMAT: u32 = 1;
/// The header's values end here, and their checksum follows.
const SEALED_BYTES: usize = 28;

/// The first bytes of a file.
pub(super) fn header(kind: PayloadKind, dim: u32, generation: i64) -> [u8; HEADER_BYTES] {
    let mut header = [0; HEADER_BYTES];
    header[..8].copy_from_slice(&MAGIC);
    header[8..12].copy_from_slice(&FORMAT.to_le_bytes());
    header[12..16].copy_from_slice(&(kind as u32).to_le_bytes());
    header[16..20].copy_from_slice(&dim.to_le_bytes());
    header[20..SEALED_BYTES].copy_from_slice(&generation.to_le_bytes());
    let crc = crc32fast::hash(&header[..SEALED_BYTES]);
    header[SEALED_BYTES..SEALED_BYTES + 4].copy_from_slice(&crc.to_le_bytes());
    header
}

/// The file of one kind and generation.
pub(crate) struct PayloadFile {
    path: PathBuf,
    file: File,
    /// Bytes in use.
    end: u64,
}

impl PayloadFile {
    /// Opens the file that the records name; creates it, synced, when there is none.
    pub(crate) fn open_or_create(dir: &Path, row: &PayloadRow) -> Result<PayloadFile, IndexError> {
        let path = dir.join(file_name(row.kind, row.generation));
        let failed = |error| IndexError::io(&path, error);
        let header = header(row.kind, row.dim, row.generation);
        let present = path
            .metadata()
            .is_ok_and(|metadata| metadata.len() >= HEADER_BYTES as u64);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(&path).map_err(failed)?;
        if present {
            let mut found = [0; HEADER_BYTES];
            file.read_exact(&mut found).map_err(failed)?;
            if found != header {
                return Err(IndexError::damaged(&path, "its header is not as written"));
            }
        } else {
            file.write_all(&header)
                .and_then(|()| file.sync_all())
                .map_err(failed)?;
            crate::files::sync_dir(dir)?;
        }
        let end = row.bytes.max(HEADER_BYTES as u64);
        Ok(PayloadFile { path, file, end })
    }

    /// Bytes in use with all that was appended.
    pub(crate) fn end(&self) -> u64 {
        self.end
    }

    /// Appends the pieces of neighbouring chunks; safe after [`PayloadFile::sync`].
    pub(crate) fn append(
        &mut self,
        document: i64,
        first: u32,
        pieces: &[Vec<u8>],
        born: i64,
    ) -> Result<PayloadRun, IndexError> {
        let mut stretch = Vec::new();
        for piece in pieces {
            let length = u32::try_from(piece.len()).unwrap_or(u32::MAX);
            stretch.extend_from_slice(&length.to_le_bytes());
        }
        for piece in pieces {
            stretch.extend_from_slice(piece);
        }
        self.file
            .seek(SeekFrom::Start(self.end))
            .and_then(|_| self.file.write_all(&stretch))
            .map_err(|error| IndexError::io(&self.path, error))?;
        let run = PayloadRun {
            document,
            first,
            count: u32::try_from(pieces.len()).unwrap_or(u32::MAX),
            start: self.end,
            bytes: stretch.len() as u64,
            born,
            crc: crc32fast::hash(&stretch),
        };
        self.end += run.bytes;
        Ok(run)
    }

    /// Reads the pieces of a run back and compares their checksum.
    pub(crate) fn read(&mut self, run: &PayloadRun) -> Result<Vec<Vec<u8>>, IndexError> {
        let length = self
            .path
            .metadata()
            .map_err(|error| IndexError::io(&self.path, error))?
            .len();
        // Before memory is taken for it.
        if run
            .start
            .checked_add(run.bytes)
            .is_none_or(|end| end > length)
        {
            let reason = "it is shorter than the records say";
            return Err(IndexError::damaged(&self.path, reason));
        }
        let mut stretch = vec![0; usize::try_from(run.bytes).unwrap_or(usize::MAX)];
        self.file
            .seek(SeekFrom::Start(run.start))
            .and_then(|_| self.file.read_exact(&mut stretch))
            .map_err(|error| IndexError::io(&self.path, error))?;
        if crc32fast::hash(&stretch) != run.crc {
            return Err(IndexError::damaged(&self.path, broken_stretch(run.start)));
        }
        let pieces: Option<Vec<&[u8]>> = pieces(&stretch, run.count).map(Iterator::collect);
        match pieces {
            Some(pieces) => Ok(pieces.into_iter().map(<[u8]>::to_vec).collect()),
            None => Err(IndexError::damaged(&self.path, broken_stretch(run.start))),
        }
    }

    /// Returns when everything written is on the disk.
    pub(crate) fn sync(&self) -> Result<(), IndexError> {
        self.file
            .sync_data()
            .map_err(|error| IndexError::io(&self.path, error))
    }
}

pub(super) fn broken_stretch(start: u64) -> String {
    format!("checksum of the stretch at byte {start} differs")
}

/// The pieces of a stretch of `count` chunks; `None` when its lengths do not fit it.
pub(super) fn pieces(stretch: &[u8], count: u32) -> Option<impl Iterator<Item = &[u8]>> {
    let (lengths, mut rest) = stretch.split_at_checked(count as usize * 4)?;
    let lengths = lengths.as_chunks::<4>().0;
    let total: u64 = lengths
        .iter()
        .map(|length| u64::from(u32::from_le_bytes(*length)))
        .sum();
    if total != rest.len() as u64 {
        return None;
    }
    Some(lengths.iter().map(move |length| {
        let (piece, behind) = rest.split_at(u32::from_le_bytes(*length) as usize);
        rest = behind;
        piece
    }))
}
