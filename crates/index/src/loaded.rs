//! One version with what was loaded of it: the arms, what is derived, and what was read lately.

use std::any::Any;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::IndexError;
use crate::card::Card;
use crate::dense::{DenseView, KnownVectors};
use crate::graph::EntityGraph;
use crate::keyword::{KeywordView, Segments};
use crate::names::Names;
use crate::outline::Outline;
use crate::payload::{PayloadKind, PayloadView};
use crate::recent::Recent;
use crate::records::cards::CardFrequencies;
use crate::records::chunks::ChunkRow;
use crate::records::{Records, chunks, structure};
use crate::scope::ChunkPlaces;
use crate::view::View;

/// One version of a store in memory. The arms are loaded when first used:
/// listing documents touches neither the keyword index nor the vectors.
pub(crate) struct Loaded {
    pub view: View,
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
    marks: Vec<OnceLock<Arc<ChunkPlaces>>>,
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

impl Loaded {
    /// A version of which nothing is loaded yet; of the version before, what is still the
    /// same is taken over.
    pub(crate) fn new(view: View, before: Option<&Loaded>) -> Loaded {
        let each = || view.documents.iter();
        let known_segments = before.and_then(|before| before.keyword.made.get());
        let known_vectors = before.and_then(|before| before.dense.made.get());
        Loaded {
            marks: each().map(|_| OnceLock::new()).collect(),
            outlines: each().map(|_| OnceLock::new()).collect(),
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
            known_segments: known_segments.map(|keyword| keyword.segments().clone()),
            known_vectors: known_vectors.map(|dense| dense.known()),
            view,
        }
    }

    /// The place for what a layer above derives; it goes when this version does.
    pub(crate) fn derived(&self) -> &Derived {
        &self.derived
    }

    /// The keyword arm.
    pub(crate) fn keyword(
        &self,
        dir: &Path,
        records: impl FnOnce() -> Result<Records, IndexError>,
    ) -> Result<Arc<KeywordView>, IndexError> {
        self.keyword.get(|| {
            let segments = self.segments(dir, &records()?)?;
            let view = &self.view;
            let expected = view.documents.iter().map(|document| document.terms).sum();
            KeywordView::new(segments, view.rows(), expected, |chunk| view.row(chunk))
        })
    }

    /// The index may be rebuilt in another folder at any time, with the same
    /// content: so the folder is looked up now, and again when it has gone.
    fn segments(&self, dir: &Path, records: &Records) -> Result<Segments, IndexError> {
        loop {
            let generation = records.store()?.keyword_generation;
            if self.view.rows() == 0 {
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
            .get(|| DenseView::load(dir, &records()?, &self.view, self.known_vectors.as_ref()))
    }

    /// The payloads of a kind.
    pub(crate) fn payloads(
        &self,
        kind: PayloadKind,
        dir: &Path,
        records: impl FnOnce() -> Result<Records, IndexError>,
    ) -> Result<Arc<PayloadView>, IndexError> {
        let lazy = match kind {
            PayloadKind::Sparse => &self.sparse,
            PayloadKind::Tokens => &self.tokens,
        };
        lazy.get(|| PayloadView::load(dir, &records()?, &self.view, kind))
    }

    /// The titles of documents, as names.
    pub(crate) fn names(
        &self,
        records: impl FnOnce() -> Result<Records, IndexError>,
    ) -> Result<Arc<Names>, IndexError> {
        self.names.get(|| Names::load(&self.view, &records()?))
    }

    /// The graph of entities.
    pub(crate) fn graph(
        &self,
        records: impl FnOnce() -> Result<Records, IndexError>,
    ) -> Result<Arc<EntityGraph>, IndexError> {
        self.graph
            .get(|| EntityGraph::load(&records()?, &self.view))
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
        let made = Arc::new(Outline::load(records, &self.view.documents[document])?);
        // Two threads may both have made it; they made the same.
        Ok(Arc::clone(self.outlines[document].get_or_init(|| made)))
    }

    /// What filters on chunks look at, for one document.
    pub(crate) fn marks(
        &self,
        document: usize,
        records: &Records,
    ) -> Result<Arc<ChunkPlaces>, IndexError> {
        if let Some(marks) = self.marks[document].get() {
            return Ok(Arc::clone(marks));
        }
        let record = &self.view.documents[document];
        let made = records.run(|connection| {
            let sections = structure::sections(connection, record.row, record.sections)?;
            let chunks = chunks::all(connection, record)?;
            let headings = |chunk: &ChunkRow| titles_over(&sections, chunk.span);
            Ok(Arc::new(ChunkPlaces {
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
