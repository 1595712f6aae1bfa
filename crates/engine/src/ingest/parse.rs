//! Reads, cuts and summarises files on several threads, and hands them on in order.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use index::{DocumentRecord, NewDocument};
use models::Cancel;

use super::files::Planned;
use crate::{IngestConfig, summarize};

/// Parsed files that may wait for an earlier one, a thread: bounds memory when
/// one large file holds up many small ones.
const WAITING_PER_THREAD: usize = 8;

/// What reading a file gave.
pub enum Parsed {
    /// The same content, filed alike, read by the same reader.
    Unchanged(Box<DocumentRecord>),
    /// A document, cut and ready to be stored.
    Document(Box<NewDocument>),
    /// It could not be read.
    Failed(FailReason),
}

/// Why a file could not be read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FailReason {
    /// A sentence for people.
    pub message: String,
    /// Its content hash, when it could be opened: such a failure is recorded.
    pub content_hash: Option<[u8; 32]>,
    /// Size in bytes.
    pub bytes: u64,
    /// Seconds since 1970.
    pub modified: Option<i64>,
}

/// Parses `files` on `config.threads` threads and calls `each` in their order,
/// on the calling thread, until it returns false or the caller cancels.
pub fn parse_all(
    files: &[Planned],
    config: &IngestConfig,
    cancel: &Cancel,
    mut each: impl FnMut(Planned, Parsed) -> bool,
) {
    let threads = config.threads.clamp(1, files.len().max(1));
    let next = AtomicUsize::new(0);
    let stop = Cancel::default();
    let (sender, receiver) = mpsc::sync_channel::<(usize, Parsed)>(threads * WAITING_PER_THREAD);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            let (next, stop) = (&next, &stop);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(planned) = files.get(index) else {
                        break;
                    };
                    if cancel.is_cancelled() || stop.is_cancelled() {
                        break;
                    }
                    if sender.send((index, parse(planned, config))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early: BTreeMap<usize, Parsed> = BTreeMap::new();
        let mut expected = 0;
        for (index, parsed) in &receiver {
            early.insert(index, parsed);
            while let Some(parsed) = early.remove(&expected) {
                if !stop.is_cancelled() && !each(files[expected].clone(), parsed) {
                    stop.cancel();
                }
                expected += 1;
            }
        }
    });
}

fn parse(planned: &Planned, config: &IngestConfig) -> Parsed {
    let bytes = match open(&planned.absolute, config.file_bytes_max) {
        Ok(bytes) => bytes,
        Err(message) => {
            return Parsed::Failed(FailReason {
                message,
                ..FailReason::default()
            });
        }
    };
    let hash = *blake3::hash(&bytes).as_bytes();
    if let Some(known) = &planned.known
        && known.content_hash == hash
        && planned.filed_alike
        && known.reader_version == text::READER_VERSION
    {
        return Parsed::Unchanged(known.clone());
    }
    let modified = modified(&planned.absolute);
    match prepare(&bytes, &planned.path, config) {
        Ok(new) => Parsed::Document(Box::new(NewDocument {
            root: planned.root.clone(),
            content_hash: hash,
            modified,
            ..new
        })),
        Err(error) => Parsed::Failed(FailReason {
            message: error.to_string(),
            content_hash: Some(hash),
            bytes: bytes.len() as u64,
            modified,
        }),
    }
}

/// Reads, cuts and summarises the bytes of one file. The caller fills in where it is filed.
///
/// # Errors
/// [`text::ReadError`] when the bytes hold no document.
pub fn prepare(
    bytes: &[u8],
    path: &str,
    config: &IngestConfig,
) -> Result<NewDocument, text::ReadError> {
    let (document, warnings) = text::read(bytes, path, &config.read)?;
    let chunks = text::chunk(&document, &config.chunk);
    let summaries = summarize::summaries(&document);
    Ok(NewDocument {
        path: path.to_owned(),
        root: String::new(),
        content_hash: *blake3::hash(bytes).as_bytes(),
        format: document.format,
        bytes: bytes.len() as u64,
        modified: None,
        added: 0,
        collection: String::new(),
        metadata: BTreeMap::new(),
        page_count: u32::try_from(document.pages.len())
            .ok()
            .filter(|&pages| pages > 0),
        warnings: warnings.iter().map(ToString::to_string).collect(),
        reader_version: text::READER_VERSION,
        document,
        chunks,
        summaries,
    })
}

/// The bytes of a regular file of at most `limit` bytes.
fn open(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    let unreadable = |error: std::io::Error| format!("cannot be opened: {error}");
    // A pipe would block for ever on opening, so the kind is asked first.
    let about = std::fs::metadata(path).map_err(unreadable)?;
    if !about.is_file() {
        return Err("is not a regular file".to_owned());
    }
    let too_large = |bytes: u64| format!("has {bytes} bytes, at most {limit} are read");
    if about.len() > limit {
        return Err(too_large(about.len()));
    }
    let mut bytes = Vec::new();
    // The file may grow while it is read.
    let file = std::fs::File::open(path).map_err(unreadable)?;
    file.take(limit + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if bytes.len() as u64 > limit {
        return Err(too_large(bytes.len() as u64));
    }
    Ok(bytes)
}

fn modified(path: &Path) -> Option<i64> {
    let time = std::fs::metadata(path).ok()?.modified().ok()?;
    let since = time.duration_since(std::time::UNIX_EPOCH).ok()?;
    i64::try_from(since.as_secs()).ok()
}
