//! Libraries made for an evaluation: cached by what goes into them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use perusal::index::{IndexError, Library, NewDocument, Snapshot, Writer};
use perusal::ingest::{AddRequest, Event, add, embed_pending, find_entities, make_payloads};
use perusal::models::{Cancel, Embedder};
use perusal::text::{Document, Format, READER_VERSION, chunk};
use perusal::{EngineError, IngestConfig};

use crate::topics::{CorpusDocument, corpus};
use crate::{EvalError, LineLimits};

/// Documents of a corpus put in one commit.
const BATCH: usize = 2_000;

/// A library, and what it took to build it.
pub struct Built {
    /// What is searched.
    pub snapshot: Snapshot,
    /// Seconds to build; `None` when it was in the cache.
    pub seconds: Option<f64>,
    /// Bytes of the store for each chunk.
    pub bytes_per_chunk: f64,
}

/// Where libraries are kept between runs, and how they are built.
pub struct Builder<'a> {
    /// Folder of the cache.
    pub cache: PathBuf,
    /// How documents are read and cut.
    pub ingest: &'a IngestConfig,
    /// What embeds them, if anything.
    pub embedder: Option<&'a dyn Embedder>,
    /// Stops the building; what was built so far is gone on with next time.
    pub cancel: Cancel,
}

impl Builder<'_> {
    /// The library of a folder: of its corpus when it is in BEIR layout, else
    /// of its files.
    ///
    /// # Errors
    /// A folder that cannot be read, a store that cannot be written.
    pub fn build(&self, folder: &Path) -> Result<Built, EvalError> {
        self.build_without(folder, None, &mut |_| {})
    }

    /// As [`Builder::build`], without the file of questions where it stands in the
    /// folder, which holds the answers; `on_event` hears how far it is.
    ///
    /// # Errors
    /// See [`Builder::build`]; [`EngineError::Interrupted`].
    pub fn build_without(
        &self,
        folder: &Path,
        questions: Option<&Path>,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<Built, EvalError> {
        let left_out = digest_of(questions)?;
        let place = self.cache.join(self.key_without(folder, left_out)?);
        let done = place.join("complete");
        let started = std::time::Instant::now();
        // A library that another version laid out is built again.
        let cached = if done.exists() {
            open(&place).ok()
        } else {
            None
        };
        let fresh = cached.is_none();
        let snapshot = match cached {
            Some(snapshot) => snapshot,
            None => {
                let mut writer = self.reopened(&place, done.exists())?;
                if is_corpus(folder) {
                    self.add_corpus(&mut writer, folder, on_event)?;
                } else {
                    self.add_files(&mut writer, folder, left_out, on_event)?;
                }
                if self.cancel.is_cancelled() {
                    return Err(EngineError::Interrupted.into());
                }
                std::fs::write(&done, b"").map_err(|error| EvalError::io(&done, error))?;
                open(&place)?
            }
        };
        let seconds = fresh.then(|| started.elapsed().as_secs_f64());
        let chunks = snapshot.counts().chunks.max(1);
        let bytes_per_chunk = folder_bytes(&place) as f64 / chunks as f64;
        Ok(Built {
            snapshot,
            seconds,
            bytes_per_chunk,
        })
    }

    /// Hash of the folder's files and of everything that shapes the library: equal
    /// keys are one library.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub fn key(&self, folder: &Path, questions: Option<&Path>) -> Result<String, EvalError> {
        self.key_without(folder, digest_of(questions)?)
    }

    fn key_without(&self, folder: &Path, left_out: Option<[u8; 32]>) -> Result<String, EvalError> {
        let walked = perusal::ingest::walk(&[folder.to_owned()])?;
        let mut told = self.shape();
        for file in &walked.files {
            let bytes = std::fs::read(&file.absolute)
                .map_err(|error| EvalError::io(&file.absolute, error))?;
            let without = left_out == Some(perusal::content_digest(&bytes));
            told.push_str(&format!(
                "\n{} {}{}",
                file.shown(),
                perusal::content_hash(&bytes),
                if without { " left out" } else { "" }
            ));
        }
        Ok(perusal::content_hash(told.as_bytes())[..24].to_owned())
    }

    /// All that shapes a library but its documents.
    pub(crate) fn shape(&self) -> String {
        let identity = perusal::ingest::identity(self.ingest, self.embedder);
        let mut told = format!("{READER_VERSION} {identity:?}");
        // The debug form of a model is its identity.
        if let Some(model) = &self.ingest.sparse {
            told.push_str(&format!(" sparse {model:?}"));
        }
        if let Some(model) = &self.ingest.late {
            told.push_str(&format!(" late {model:?}"));
        }
        if self.ingest.graph {
            told.push_str(" graph");
        }
        told
    }

    /// The library in `place`: what an interrupted run left there, or an empty one
    /// where nothing is, or nothing that can be gone on with.
    fn reopened(&self, place: &Path, unreadable: bool) -> Result<Writer, EvalError> {
        let identity = perusal::ingest::identity(self.ingest, self.embedder);
        if place.exists() && !unreadable {
            match Writer::open(place, &identity) {
                Err(
                    IndexError::NotAStore { .. }
                    | IndexError::FormatVersion { .. }
                    | IndexError::IdentityMismatch { .. }
                    | IndexError::Damaged { .. },
                ) => {}
                opened => return Ok(opened.map_err(EngineError::from)?),
            }
        }
        if place.exists() {
            std::fs::remove_dir_all(place).map_err(|error| EvalError::io(place, error))?;
        }
        Ok(Writer::open(place, &identity).map_err(EngineError::from)?)
    }

    fn add_files(
        &self,
        writer: &mut Writer,
        folder: &Path,
        left_out: Option<[u8; 32]>,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), EvalError> {
        let request = AddRequest {
            paths: vec![folder.to_owned()],
            collection: "default".to_owned(),
            ..AddRequest::default()
        };
        let report = add(
            writer,
            self.embedder,
            &request,
            self.ingest,
            &self.cancel,
            on_event,
        )?;
        // A library without its vectors would be measured as if it had them.
        if let Some(error) = report.embedding_error {
            return Err(EngineError::from(error).into());
        }
        let documents = writer.documents().map_err(EngineError::from)?;
        let questions: Vec<_> = documents
            .into_iter()
            .filter(|document| Some(document.content_hash) == left_out)
            .map(|document| document.id)
            .collect();
        if !questions.is_empty() {
            writer.remove(&questions).map_err(EngineError::from)?;
        }
        Ok(())
    }

    fn add_corpus(
        &self,
        writer: &mut Writer,
        folder: &Path,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), EvalError> {
        let stored = writer.documents().map_err(EngineError::from)?;
        let stored: BTreeSet<String> = stored.into_iter().map(|record| record.path).collect();
        let mut batch = Vec::with_capacity(BATCH);
        for document in corpus(folder, LineLimits::default())? {
            let document = document?;
            if stored.contains(&document.id) {
                continue;
            }
            if self.cancel.is_cancelled() {
                return Ok(());
            }
            batch.push(self.prepare(document));
            if batch.len() == BATCH {
                writer
                    .put(std::mem::take(&mut batch))
                    .map_err(EngineError::from)?;
            }
        }
        writer.put(batch).map_err(EngineError::from)?;
        if let Some(embedder) = self.embedder {
            embed_pending(
                writer,
                embedder,
                self.ingest.embedded,
                &self.cancel,
                on_event,
            )?;
        }
        make_payloads(writer, self.ingest, &self.cancel, on_event)?;
        if self.ingest.graph {
            find_entities(writer, self.ingest.threads, &self.cancel)?;
        }
        Ok(())
    }

    /// A document of a corpus: its path is its id, its title the document's.
    fn prepare(&self, item: CorpusDocument) -> NewDocument {
        let mut document = Document::from_text(item.text, Format::Plain);
        document.metadata.title = Some(item.title).filter(|title| !title.is_empty());
        let told = format!("{:?}\n{}", document.metadata.title, document.text);
        let chunks = chunk(&document, &self.ingest.chunk);
        let summaries = perusal::summarize::summaries(&document);
        NewDocument {
            path: item.id,
            root: String::new(),
            content_hash: perusal::content_digest(told.as_bytes()),
            format: Format::Plain,
            bytes: document.text.len() as u64,
            modified: None,
            added: 0,
            collection: "default".to_owned(),
            metadata: BTreeMap::new(),
            page_count: None,
            warnings: Vec::new(),
            report: perusal::text::Report::default(),
            reader_version: READER_VERSION,
            document,
            chunks,
            tokens: None,
            summaries,
        }
    }
}

/// Whether a folder is one of a retrieval set.
fn is_corpus(folder: &Path) -> bool {
    let names = ["corpus.jsonl", "corpus.jsonl.gz"];
    names.iter().any(|name| folder.join(name).is_file())
}

fn digest_of(questions: Option<&Path>) -> Result<Option<[u8; 32]>, EvalError> {
    let Some(path) = questions else {
        return Ok(None);
    };
    let bytes = std::fs::read(path).map_err(|error| EvalError::io(path, error))?;
    Ok(Some(perusal::content_digest(&bytes)))
}

/// A snapshot whose keyword index has been looked into: a layout that cannot be
/// read shows only then.
fn open(place: &Path) -> Result<Snapshot, EvalError> {
    let snapshot = Library::open(place)
        .and_then(|library| library.snapshot())
        .map_err(EngineError::from)?;
    snapshot
        .document_frequency("a")
        .map_err(EngineError::from)?;
    Ok(snapshot)
}

/// Bytes of all files below a folder.
fn folder_bytes(folder: &Path) -> u64 {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return 0;
    };
    entries
        .flatten()
        .map(|entry| match entry.metadata() {
            Ok(about) if about.is_dir() => folder_bytes(&entry.path()),
            Ok(about) => about.len(),
            Err(_) => 0,
        })
        .sum()
}
