//! What one version shows: its documents, and the numbering of its chunks.
//!
//! Visible chunks are numbered as *rows* in order of document id and ordinal.
//! So a tie between two rows goes to the lower one whatever the order of
//! adding, and a document's chunks are one range of rows.

use std::any::Any;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::card::Card;
use crate::dense::{DenseView, KnownVectors};
use crate::graph::EntityGraph;
use crate::keyword::{KeywordView, Segments};
use crate::names::Names;
use crate::outline::Outline;
use crate::payload::{Kind, PayloadView};
use crate::recent::Recent;
use crate::records::cards::CardFrequencies;
use crate::records::chunks::ChunkRow;
use crate::records::store::StoreRow;
use crate::records::{Records, broken, chunks, documents, runs, structure};
use crate::scope::Marks;
use crate::{ChunkId, DocumentId, DocumentRecord, IndexError, Version};

/// One version of a store in memory. The arms are loaded when first used:
/// listing documents touches neither the keyword index nor the vectors.
pub(crate) struct View {
    pub store: StoreRow,
    /// By id; failed ones too.
    pub documents: Vec<DocumentRecord>,
    /// First row by document, and one more: the number of rows.
    pub starts: Vec<u32>,
    /// First chunk id and index of documents with chunks, by chunk id.
    by_chunk: Vec<(u64, u32)>,
    keyword: Lazy<KeywordView>,
    dense: Lazy<DenseView>,
    sparse: Lazy<PayloadView>,
    tokens: Lazy<PayloadView>,
    names: Lazy<Names>,
    graph: Lazy<EntityGraph>,
    /// Structures of documents, without their text.
    pub structures: Recent<text::Document>,
    /// Cards of documents.
    pub cards: Recent<Vec<Card>>,
    /// How many cards hold a word, as searches met it.
    pub card_frequencies: CardFrequencies,
    /// What layers above derived from this version.
    derived: Derived,
    marks: Vec<OnceLock<Arc<Marks>>>,
    outlines: Vec<OnceLock<Arc<Outline>>>,
    /// Segments of the version before, most of which are still the same.
    known_segments: Option<Segments>,
    /// Vectors of the version before, likewise.
    known_vectors: Option<KnownVectors>,
}

/// A part that is made once; the lock keeps two threads from both making it.
struct Lazy<T> {
    made: OnceLock<Arc<T>>,
    making: Mutex<()>,
}

impl<T> Lazy<T> {
    fn new() -> Self {
        Self {
            made: OnceLock::new(),
            making: Mutex::new(()),
        }
    }

    fn get(&self, make: impl FnOnce() -> Result<T, IndexError>) -> Result<Arc<T>, IndexError> {
        if let Some(made) = self.made.get() {
            return Ok(Arc::clone(made));
        }
        let _making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) = self.made.get() {
            return Ok(Arc::clone(made));
        }
        let made = Arc::new(make()?);
        // Nobody else can have set it: that takes the lock.
        let _ = self.made.set(Arc::clone(&made));
        Ok(made)
    }
}

/// What layers above derived, one of a type.
#[derive(Default)]
pub(crate) struct Derived {
    kept: Mutex<Vec<Arc<dyn Any + Send + Sync>>>,
    making: Mutex<()>,
}

impl Derived {
    /// What of a type is kept.
    pub(crate) fn find<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().cloned().find_map(|one| one.downcast().ok())
    }

    /// Keeps one, unless one of its type is kept.
    pub(crate) fn keep<T: Send + Sync + 'static>(&self, one: Arc<T>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if !kept.iter().any(|known| known.is::<T>()) {
            kept.push(one);
        }
    }

    /// What is kept, or what is made now, while others who want to make something wait.
    pub(crate) fn get<T: Send + Sync + 'static, E>(
        &self,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        if let Some(found) = self.find() {
            return Ok(found);
        }
        let _making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = self.find() {
            return Ok(found);
        }
        let new = Arc::new(make()?);
        self.keep(Arc::clone(&new));
        Ok(new)
    }
}

impl View {
    /// Reads the current version.
    pub(crate) fn load(records: &Records, before: Option<&View>) -> Result<View, IndexError> {
        Self::load_at(records, i64::MAX, before)
    }

    /// Reads a version, or the current one if that is older. Of an older one nothing may have
    /// been removed by a vacuum: it is registered as read, or the vacuum knows of it.
    pub(crate) fn load_at(
        records: &Records,
        version: i64,
        before: Option<&View>,
    ) -> Result<View, IndexError> {
        let (store, mut found) = records.consistent(|connection| {
            let mut store = StoreRow::load(connection)?;
            if version < store.version {
                store.version = version;
                (store.documents, store.chunks) = documents::count_visible(connection, version)?;
            }
            let mut found = documents::visible(connection, store.version)?;
            let mut runs = runs::all(connection)?;
            runs.retain(|run| run.born <= store.version);
            let embedded = embedded_by_row(&runs);
            for document in &mut found {
                let at = embedded.binary_search_by_key(&document.row, |(row, _)| *row);
                document.embedded_chunks = at.map_or(0, |at| embedded[at].1);
            }
            let chunks: i64 = found
                .iter()
                .map(|document| i64::from(document.chunks))
                .sum();
            if (found.len() as i64, chunks) != (store.documents, store.chunks) {
                return Err(broken(format!(
                    "{} documents with {chunks} chunks instead of {} with {}",
                    found.len(),
                    store.documents,
                    store.chunks
                )));
            }
            Ok((store, found))
        })?;
        found.sort_by(|a, b| a.id.cmp(&b.id));
        if let Some(twice) = found.windows(2).find(|pair| pair[0].id == pair[1].id) {
            let reason = format!("document `{}` is in it twice", twice[0].id);
            return Err(IndexError::damaged(records.path(), reason));
        }
        let mut starts = Vec::with_capacity(found.len() + 1);
        let mut rows = 0_u32;
        for document in &found {
            starts.push(rows);
            rows = rows.checked_add(document.chunks).ok_or_else(|| {
                IndexError::damaged(records.path(), "it counts more than 4 billion chunks")
            })?;
        }
        starts.push(rows);
        let mut by_chunk: Vec<(u64, u32)> = (0_u32..)
            .zip(&found)
            .filter(|(_, document)| document.chunks > 0)
            .map(|(index, document)| (document.first_chunk.0, index))
            .collect();
        by_chunk.sort_unstable();
        let known_segments = before.and_then(|before| {
            before
                .keyword
                .made
                .get()
                .map(|keyword| keyword.segments().clone())
        });
        let known_vectors =
            before.and_then(|before| before.dense.made.get().map(|dense| dense.known()));
        Ok(View {
            marks: found.iter().map(|_| OnceLock::new()).collect(),
            outlines: found.iter().map(|_| OnceLock::new()).collect(),
            store,
            documents: found,
            starts,
            by_chunk,
            keyword: Lazy::new(),
            dense: Lazy::new(),
            sparse: Lazy::new(),
            tokens: Lazy::new(),
            names: Lazy::new(),
            graph: Lazy::new(),
            structures: Recent::default(),
            cards: Recent::default(),
            card_frequencies: CardFrequencies::default(),
            derived: Derived::default(),
            known_segments,
            known_vectors,
        })
    }

    pub(crate) fn version(&self) -> Version {
        Version(self.store.version.unsigned_abs())
    }

    /// The place for what a layer above derives; it goes when this version does.
    pub(crate) fn derived(&self) -> &Derived {
        &self.derived
    }

    /// Number of visible chunks.
    pub(crate) fn rows(&self) -> u32 {
        self.starts.last().copied().unwrap_or(0)
    }

    /// The rows of a document.
    pub(crate) fn rows_of(&self, document: usize) -> Range<u32> {
        self.starts[document]..self.starts[document + 1]
    }

    /// The index of a document.
    pub(crate) fn position(&self, id: &DocumentId) -> Result<usize, IndexError> {
        self.documents
            .binary_search_by(|document| document.id.cmp(id))
            .map_err(|_| IndexError::UnknownDocument { id: id.to_string() })
    }

    /// Document index and ordinal of a visible chunk.
    pub(crate) fn home(&self, chunk: u64) -> Option<(usize, u32)> {
        let at = self
            .by_chunk
            .partition_point(|(first, _)| *first <= chunk)
            .checked_sub(1)?;
        let (first, document) = self.by_chunk[at];
        let document = document as usize;
        let ordinal = u32::try_from(chunk - first).ok()?;
        (ordinal < self.documents[document].chunks).then_some((document, ordinal))
    }

    /// The row of a visible chunk.
    pub(crate) fn row(&self, chunk: u64) -> Option<u32> {
        let (document, ordinal) = self.home(chunk)?;
        Some(self.starts[document] + ordinal)
    }

    /// The chunk at a row.
    pub(crate) fn chunk_at(&self, row: u32) -> ChunkId {
        let document = self
            .starts
            .partition_point(|start| *start <= row)
            .saturating_sub(1);
        // Documents without chunks share their start with the next one, and the
        // search ends behind the last of them.
        let ordinal = row - self.starts[document];
        ChunkId(self.documents[document].first_chunk.0 + u64::from(ordinal))
    }

    /// The keyword arm.
    pub(crate) fn keyword(
        &self,
        dir: &Path,
        records: impl FnOnce() -> Result<Records, IndexError>,
    ) -> Result<Arc<KeywordView>, IndexError> {
        self.keyword.get(|| {
            let segments = self.segments(dir, &records()?)?;
            let expected = self.documents.iter().map(|document| document.terms).sum();
            KeywordView::new(segments, self.rows(), expected, |chunk| self.row(chunk))
        })
    }

    /// The index may be rebuilt in another folder at any time, with the same
    /// content: so the folder is looked up now, and again when it has gone.
    fn segments(&self, dir: &Path, records: &Records) -> Result<Segments, IndexError> {
        loop {
            let generation = records.store()?.keyword_generation;
            if self.rows() == 0 {
                return Ok(Segments::none(dir, generation));
            }
            match Segments::load(dir, generation, self.known_segments.as_ref()) {
                Err(_) if records.store()?.keyword_generation != generation => {}
                loaded => return loaded,
            }
        }
    }

    /// The dense arm.
    pub(crate) fn dense(
        &self,
        dir: &Path,
        records: impl FnOnce() -> Result<Records, IndexError>,
    ) -> Result<Arc<DenseView>, IndexError> {
        self.dense
            .get(|| DenseView::load(dir, &records()?, self, self.known_vectors.as_ref()))
    }

    /// The payloads of a kind.
    pub(crate) fn payloads(
        &self,
        kind: Kind,
        dir: &Path,
        records: impl FnOnce() -> Result<Records, IndexError>,
    ) -> Result<Arc<PayloadView>, IndexError> {
        let lazy = match kind {
            Kind::Sparse => &self.sparse,
            Kind::Tokens => &self.tokens,
        };
        lazy.get(|| PayloadView::load(dir, &records()?, self, kind))
    }

    /// The titles of documents, as names.
    pub(crate) fn names(
        &self,
        records: impl FnOnce() -> Result<Records, IndexError>,
    ) -> Result<Arc<Names>, IndexError> {
        self.names.get(|| Names::load(self, &records()?))
    }

    /// The graph of entities.
    pub(crate) fn graph(
        &self,
        records: impl FnOnce() -> Result<Records, IndexError>,
    ) -> Result<Arc<EntityGraph>, IndexError> {
        self.graph.get(|| EntityGraph::load(&records()?, self))
    }

    /// Row in the records and index of every document, by row.
    pub(crate) fn documents_by_row(&self) -> Vec<(i64, usize)> {
        let mut indexes: Vec<(i64, usize)> = self
            .documents
            .iter()
            .enumerate()
            .map(|(index, document)| (document.row, index))
            .collect();
        indexes.sort_unstable();
        indexes
    }

    /// The sections of one document.
    pub(crate) fn outline(
        &self,
        document: usize,
        records: &Records,
    ) -> Result<Arc<Outline>, IndexError> {
        if let Some(outline) = self.outlines[document].get() {
            return Ok(Arc::clone(outline));
        }
        let made = Arc::new(Outline::load(records, &self.documents[document])?);
        // Two threads may both have made it; they made the same.
        Ok(Arc::clone(self.outlines[document].get_or_init(|| made)))
    }

    /// What filters on chunks look at, for one document.
    pub(crate) fn marks(
        &self,
        document: usize,
        records: &Records,
    ) -> Result<Arc<Marks>, IndexError> {
        if let Some(marks) = self.marks[document].get() {
            return Ok(Arc::clone(marks));
        }
        let record = &self.documents[document];
        let made = records.run(|connection| {
            let sections = structure::sections(connection, record.row, record.sections)?;
            let chunks = chunks::all(connection, record)?;
            let headings = |chunk: &ChunkRow| titles_over(&sections, chunk.span);
            Ok(Arc::new(Marks {
                pages: chunks.iter().map(|chunk| chunk.pages).collect(),
                headings: chunks.iter().map(headings).collect(),
            }))
        })?;
        // Two threads may both have made it; they made the same.
        Ok(Arc::clone(self.marks[document].get_or_init(|| made)))
    }
}

/// Titles of every section that a span has a byte of, in lower case, in reading order: a
/// chunk may begin in one section and hold all of the next. Sections are in order of start.
fn titles_over(sections: &[text::Section], span: text::Span) -> Vec<String> {
    let starting = |offset: usize| sections.partition_point(|section| section.span.start < offset);
    let (before, end) = (
        starting(span.start + 1),
        starting(span.end.max(span.start + 1)),
    );
    let mut over: Vec<usize> = (before..end).collect();
    // Of those that began before, the ones around its first byte are still open.
    let open = (0..before).rev();
    let mut next = open
        .into_iter()
        .find(|&index| span.start < sections[index].span.end);
    while let Some(index) = next {
        over.push(index);
        next = sections[index].parent.filter(|&parent| parent < index);
    }
    over.sort_unstable();
    let title = |index: usize| sections[index].title.to_lowercase();
    over.into_iter().map(title).collect()
}

/// Chunks with a vector by document row, in order of row.
fn embedded_by_row(runs: &[runs::Run]) -> Vec<(i64, u32)> {
    let mut embedded: Vec<(i64, u32)> = Vec::new();
    for run in runs {
        match embedded.last_mut() {
            Some((row, count)) if *row == run.document => *count += run.count,
            _ => embedded.push((run.document, run.count)),
        }
    }
    embedded
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn what_is_derived_is_made_once() {
        let (derived, made) = (Derived::default(), AtomicUsize::new(0));
        let failed = derived.get::<u32, _>(|| Err("not yet"));
        assert_eq!(failed, Err("not yet"));
        let get = || {
            derived.get(|| {
                made.fetch_add(1, Ordering::Relaxed);
                Ok::<_, ()>(7_u32)
            })
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(get)).collect();
            for thread in threads {
                assert_eq!(thread.join().unwrap().as_deref(), Ok(&7));
            }
        });
        assert_eq!(made.load(Ordering::Relaxed), 1);
        // Another type is kept beside it.
        assert_eq!(derived.get(|| Ok::<_, ()>("text")).as_deref(), Ok(&"text"));
        assert_eq!(get().as_deref(), Ok(&7));
    }
}
