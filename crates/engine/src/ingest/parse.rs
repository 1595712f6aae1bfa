//! Reads, cuts and summarises files on several threads, and hands them on in order.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

use index::{DocumentRecord, NewDocument};
use models::remote::Service;
use models::{Cancel, Embedder};

use super::content::{Content, Contents};
use super::cut::{Parse, cut, filled};
use super::planned::{FailReason, Planned};
use crate::reader::{ReadFailure, Reading};
use crate::{EngineError, IngestConfig, summarize};

/// Parsed files that may wait for an earlier one, a thread: bounds memory when
/// one large file holds up many small ones.
const WAITING_PER_THREAD: usize = 8;

/// What reading a file gave.
pub enum Parsed {
    /// The same content, filed alike, read by the same reader.
    Unchanged(Box<DocumentRecord>),
    /// A document, cut and ready to be stored.
    Document(Box<NewDocument>),
    /// The same of bytes that the library holds: no reader saw the file.
    Held(Box<NewDocument>),
    /// The bytes of an earlier file of the same run.
    SameAs(Content, About),
    /// It could not be read.
    Failed(FailReason),
}

/// What a file says of itself before it is read.
#[derive(Debug, Clone, Copy)]
pub struct About {
    hash: [u8; 32],
    bytes: u64,
    modified: Option<i64>,
}

impl About {
    /// Of the file that a document was made of, as it was then.
    pub fn of_record(record: &DocumentRecord) -> Self {
        Self {
            hash: record.content_hash,
            bytes: record.bytes,
            modified: record.modified,
        }
    }

    /// A document that was made of these bytes, filed as planned.
    pub fn filed(self, planned: &Planned, document: NewDocument) -> NewDocument {
        NewDocument {
            path: planned.path.clone(),
            root: planned.root.clone(),
            content_hash: self.hash,
            bytes: self.bytes,
            modified: self.modified,
            ..document
        }
    }
}

/// Parses `files` by `parse` on `config.threads` threads, each with a reader of its own, and
/// calls `each` in their order, on the calling thread, until it fails or the caller cancels.
///
/// # Errors
/// That of `each`, and of `parse` when what `each` has seen is good.
pub fn parse_all(
    files: &[Planned],
    config: &IngestConfig,
    cancel: &Cancel,
    parse: impl Fn(&Planned, &mut Reading<'_>) -> Result<Parsed, EngineError> + Sync,
    mut each: impl FnMut(Planned, Parsed) -> Result<(), EngineError>,
) -> Result<(), EngineError> {
    let threads = config.threads.clamp(1, files.len().max(1));
    let next = AtomicUsize::new(0);
    let stop = Cancel::default();
    let (sender, receiver) = mpsc::sync_channel(threads * WAITING_PER_THREAD);
    let mut outcome = Ok(());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            let (next, stop, parse) = (&next, &stop, &parse);
            scope.spawn(move || {
                let mut reading = Reading::new(&config.reader);
                let work = || {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let planned = files.get(index)?;
                    if cancel.is_cancelled() || stop.is_cancelled() {
                        return None;
                    }
                    Some((index, parse(planned, &mut reading)))
                };
                for (index, parsed) in std::iter::from_fn(work) {
                    let failed = parsed.is_err();
                    if sender.send((index, parsed)).is_err() || failed {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early: BTreeMap<usize, Parsed> = BTreeMap::new();
        let mut expected = 0;
        let mut wanted = true;
        for (index, parsed) in &receiver {
            match parsed {
                Ok(parsed) => {
                    early.insert(index, parsed);
                }
                // Whoever cancels knows.
                Err(EngineError::Interrupted) => {}
                Err(error) => {
                    stop.cancel();
                    outcome = Err(error);
                }
            }
            while wanted && let Some(parsed) = early.remove(&expected) {
                if let Err(error) = each(files[expected].clone(), parsed) {
                    wanted = false;
                    stop.cancel();
                    outcome = Err(error);
                }
                expected += 1;
            }
        }
    });
    outcome
}

/// What files meet on their way into a library.
pub struct Intake<'i> {
    /// How they are read and cut.
    pub config: &'i IngestConfig,
    /// What the library holds already.
    pub contents: Contents,
    /// The model whose tokens are counted.
    pub embedder: Option<&'i dyn Embedder>,
    /// Set when the caller asks to stop.
    pub cancel: &'i Cancel,
}

impl Intake<'_> {
    /// Reads a file, unless what it holds is known.
    ///
    /// # Errors
    /// [`EngineError::NoReader`], [`EngineError::Interrupted`]; a store that cannot be read.
    pub fn parse(
        &self,
        planned: &Planned,
        reading: &mut Reading<'_>,
    ) -> Result<Parsed, EngineError> {
        let bytes = match open(&planned.absolute, self.config.file_bytes_max) {
            Ok(bytes) => Arc::new(bytes),
            Err(message) => {
                return Ok(Parsed::Failed(FailReason {
                    message,
                    ..FailReason::default()
                }));
            }
        };
        let about = about(planned, &bytes);
        if let Some(known) = &planned.known
            && known.content_hash == about.hash
            && planned.filed_alike
            && known.reader_version == text::READER_VERSION
        {
            return Ok(Parsed::Unchanged(known.clone()));
        }
        if let Some(content) = Content::of(&bytes, about.hash, &planned.path) {
            if let Some(held) = self.contents.find(&content, self.config)? {
                let document = about.filed(planned, self.counted(held));
                return Ok(Parsed::Held(Box::new(document)));
            }
            if planned.same_as == Some(content) {
                return Ok(Parsed::SameAs(content, about));
            }
        }
        let failure = match reading.read(&bytes, &planned.path, &self.config.read, self.cancel) {
            Ok(_) if self.cancel.is_cancelled() => return Err(EngineError::Interrupted),
            Ok((document, warnings)) => {
                let parse = Parse::fresh(document, &warnings);
                let document = self.cut(parse).map(|document| self.counted(document));
                // What was cut in haste is not whole.
                return match document.filter(|_| !self.cancel.is_cancelled()) {
                    Some(document) => {
                        Ok(Parsed::Document(Box::new(about.filed(planned, document))))
                    }
                    None => Err(EngineError::Interrupted),
                };
            }
            Err(ReadFailure::NotStarted { reason }) => {
                return Err(EngineError::NoReader { reason });
            }
            Err(ReadFailure::Interrupted) => return Err(EngineError::Interrupted),
            Err(failure) => failure,
        };
        Ok(Parsed::Failed(FailReason {
            message: failure.to_string(),
            content_hash: Some(about.hash),
            bytes: about.bytes,
            modified: about.modified,
            lasting: matches!(failure, ReadFailure::Unreadable(_)),
        }))
    }

    /// See [`cut`]; `None` when the caller asks to stop meanwhile.
    fn cut(&self, parse: Parse) -> Option<NewDocument> {
        let wanted = || !self.cancel.is_cancelled();
        let chunks = text::chunk(&parse.document, &self.config.chunk);
        let summaries = summarize::summaries_while(&parse.document, &wanted)?;
        wanted().then(|| filled(parse, chunks, summaries))
    }

    /// A document with the tokens of its chunks, where a tokenizer of this machine is at
    /// hand: what a server's model makes of a text only the server knows.
    pub fn counted(&self, document: NewDocument) -> NewDocument {
        let here = |embedder: &&dyn Embedder| Service::of(&embedder.profile().name).is_none();
        let Some(embedder) = self.embedder.filter(here) else {
            return document;
        };
        let tokens = |text: &str| {
            let all = embedder.count_tokens(text).ok()?;
            u32::try_from(all).ok()
        };
        let specials = tokens("");
        let counts = document.chunks.iter().map(|chunk| {
            if self.cancel.is_cancelled() {
                return None;
            }
            let body = chunk.span.slice(&document.document.text)?;
            tokens(body)?.checked_sub(specials?)
        });
        NewDocument {
            tokens: counts.collect(),
            ..document
        }
    }
}

fn about(planned: &Planned, bytes: &[u8]) -> About {
    About {
        hash: *blake3::hash(bytes).as_bytes(),
        bytes: bytes.len() as u64,
        modified: if planned.is_fetched() {
            None
        } else {
            modified(&planned.absolute)
        },
    }
}

/// Reads, cuts and summarises the bytes of one file, in this process. The caller fills in
/// where it is filed.
///
/// # Errors
/// [`text::ReadError`] when the bytes hold no document.
pub fn prepare(
    bytes: &[u8],
    path: &str,
    config: &IngestConfig,
) -> Result<NewDocument, text::ReadError> {
    let (document, warnings) = text::read(bytes, path, &config.read)?;
    Ok(NewDocument {
        path: path.to_owned(),
        content_hash: *blake3::hash(bytes).as_bytes(),
        bytes: bytes.len() as u64,
        ..cut(Parse::fresh(document, &warnings), config)
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
