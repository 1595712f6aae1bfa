//! One version of a store, read throughout.

mod arms;
mod outlines;
mod walks;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, OnceLock};

use text::{Section, Span};

use crate::chunk_index::{ChunkIndex, Patience};
use crate::files::Registration;
use crate::graph::EntityGraph;
use crate::keyword::KeywordView;
use crate::loaded::Loaded;
use crate::names::Names;
use crate::payload::{PayloadKind, PayloadView};
use crate::records::{self, chunks, parsed, structure, texts};
use crate::scope::{Filter, RowSet, Scope};
use crate::shared::Shared;
use crate::view::View;
use crate::{
    ChunkId, ChunkRecord, DocumentId, DocumentRecord, Grade, Hit, Identity, IndexError, Ranking,
    State, Version, dense,
};

/// One version of a store. What others add, replace or remove meanwhile does
/// not change it; several threads may read one.
pub struct Snapshot {
    pub(crate) shared: Arc<Shared>,
    pub(crate) loaded: Arc<Loaded>,
    /// Where its chunks are found.
    pub(crate) index: Arc<dyn ChunkIndex>,
    /// How long a search may take.
    pub(crate) patience: Patience,
    /// Why words were looked for here and not where the chunks are.
    pub(crate) degraded: OnceLock<(String, String)>,
    _registration: Registration,
}

impl Snapshot {
    pub(crate) fn new(
        shared: Arc<Shared>,
        loaded: Arc<Loaded>,
        index: Arc<dyn ChunkIndex>,
        registration: Registration,
    ) -> Self {
        Self {
            shared,
            loaded,
            index,
            patience: Patience::default(),
            degraded: OnceLock::new(),
            _registration: registration,
        }
    }

    /// The version that is read.
    pub fn version(&self) -> Version {
        self.view().version()
    }

    /// What the store was built with.
    pub fn identity(&self) -> &Identity {
        &self.view().store.identity
    }

    /// All documents by id, failed ones too.
    pub fn documents(&self) -> &[DocumentRecord] {
        &self.view().documents
    }

    /// One document.
    ///
    /// # Errors
    /// [`IndexError::UnknownDocument`].
    pub fn document(&self, id: &DocumentId) -> Result<&DocumentRecord, IndexError> {
        Ok(&self.view().documents[self.view().position(id)?])
    }

    /// The chunks that pass every filter; [`Scope::all`] without filters.
    ///
    /// # Errors
    /// [`IndexError::UnknownFilterKey`] and [`IndexError::BadFilter`].
    pub fn scope(&self, filters: &[Filter]) -> Result<Scope, IndexError> {
        if filters.is_empty() {
            return Ok(Scope::all());
        }
        let loaded = &self.loaded;
        let view = &loaded.view;
        let rows = self.shared.with(|records| {
            let marks = |document| loaded.marks(document, records);
            crate::scope::resolve(filters, &view.documents, &view.starts, marks)
        })?;
        Ok(Scope::of(view.version(), rows, view.rows(), filters))
    }

    /// Whether a chunk of this version passes a scope's filters.
    ///
    /// # Errors
    /// [`IndexError::ForeignScope`], [`IndexError::UnknownChunk`].
    pub fn in_scope(&self, scope: &Scope, chunk: ChunkId) -> Result<bool, IndexError> {
        let row = self.row_at(chunk)?;
        Ok(self.rows(scope)?.is_none_or(|rows| rows.contains(row)))
    }

    pub(crate) fn rows<'s>(&self, scope: &'s Scope) -> Result<Option<&'s RowSet>, IndexError> {
        let got = self.version();
        scope.rows(got).map_err(|made| IndexError::ForeignScope {
            expected: made.0,
            got: got.0,
        })
    }

    /// A chunk with its text.
    ///
    /// # Errors
    /// [`IndexError::UnknownChunk`]; [`IndexError::Damaged`] when its text is
    /// not what was stored.
    pub fn chunk(&self, id: ChunkId) -> Result<ChunkRecord, IndexError> {
        let mut found = self.chunks(&[id])?;
        found.pop().ok_or(IndexError::UnknownChunk { id: id.0 })
    }

    /// Chunks with their texts, in the order given.
    pub fn chunks(&self, ids: &[ChunkId]) -> Result<Vec<ChunkRecord>, IndexError> {
        let homes = ids
            .iter()
            .map(|id| {
                self.view()
                    .home(id.0)
                    .ok_or(IndexError::UnknownChunk { id: id.0 })
            })
            .collect::<Result<Vec<(usize, u32)>, IndexError>>()?;
        // In one transaction: each statement outside of one takes and leaves the locks of the file.
        self.shared.with(|records| {
            records.consistent(|connection| {
                homes
                    .iter()
                    .map(|&(document, ordinal)| {
                        let document = &self.view().documents[document];
                        let mut found = chunks::records(connection, document, ordinal, ordinal)?;
                        found.pop().ok_or(rusqlite::Error::QueryReturnedNoRows)
                    })
                    .collect()
            })
        })
    }

    /// Chunks `first..=last` of a document, in order; what lies behind the last
    /// chunk is left out.
    pub fn chunk_range(
        &self,
        document: &DocumentId,
        first: u32,
        last: u32,
    ) -> Result<Vec<ChunkRecord>, IndexError> {
        let document = self.document(document)?;
        let last = match document.chunks.checked_sub(1) {
            Some(end) if first <= end => last.min(end),
            _ => return Ok(Vec::new()),
        };
        if first > last {
            return Ok(Vec::new());
        }
        self.shared.with(|records| {
            records.consistent(|connection| chunks::records(connection, document, first, last))
        })
    }

    /// A piece of a document's canonical text.
    ///
    /// # Errors
    /// [`IndexError::BadSpan`] when it lies outside or cuts a character.
    pub fn text(&self, document: &DocumentId, span: Span) -> Result<String, IndexError> {
        let record = self.document(document)?;
        if record.state != State::Ready {
            return Ok(String::new());
        }
        let slice = self.shared.with(|records| {
            records.run(|connection| texts::slice(connection, record.row, record.text_bytes, span))
        })?;
        slice.ok_or_else(|| IndexError::BadSpan {
            id: document.to_string(),
            start: span.start,
            end: span.end,
        })
    }

    /// A document's canonical text.
    pub fn full_text(&self, document: &DocumentId) -> Result<String, IndexError> {
        let bytes = self.document(document)?.text_bytes;
        self.text(
            document,
            Span {
                start: 0,
                end: usize::try_from(bytes).unwrap_or(usize::MAX),
            },
        )
    }

    /// A document's sections, in order.
    pub fn sections(&self, document: &DocumentId) -> Result<Vec<Section>, IndexError> {
        let record = self.document(document)?;
        self.shared.with(|records| {
            records.run(|connection| structure::sections(connection, record.row, record.sections))
        })
    }

    /// A document as its reader gave it, but for the cells of its tables and the places
    /// of its words; `None` for a file that could not be read.
    pub fn stored_document(
        &self,
        document: &DocumentId,
    ) -> Result<Option<text::Document>, IndexError> {
        let record = self.document(document)?;
        self.shared
            .with(|records| records.run(|connection| parsed::without_tables(connection, record)))
    }

    /// The whole document as its reader gave it, to be cut into chunks anew or stored
    /// under another name; `None` for a file that could not be read.
    pub fn parsed_document(
        &self,
        document: &DocumentId,
    ) -> Result<Option<text::Document>, IndexError> {
        let record = self.document(document)?;
        self.shared.with(|records| {
            records.run(|connection| parsed::document(connection, record, records::FORMAT))
        })
    }

    /// The titles of this version's documents, to be found in texts; made when
    /// first asked for.
    pub fn names(&self) -> Result<Arc<Names>, IndexError> {
        self.loaded.names(|| self.shared.connection())
    }

    /// What a layer above derives from this version: made by the first who asks, while others wait
    /// for it, and kept until the version is no more read.
    ///
    /// # Errors
    /// Those of `make`; the next who asks makes it anew.
    pub fn derived<T: Send + Sync + 'static, E>(
        &self,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        self.loaded.derived().get(make)
    }

    /// What a layer above derived from this version and left here with
    /// [`Snapshot::hold`]; `None` where nothing of that type was.
    pub fn held<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        self.loaded.derived().find()
    }

    /// Keeps what was derived from this version for the next one to ask; the first
    /// of a type that is kept stays. It takes memory until the version is no more read.
    pub fn hold<T: Send + Sync + 'static>(&self, derived: Arc<T>) {
        self.loaded.derived().keep(derived);
    }

    pub(crate) fn ranking(&self, best: &[(f32, u32)], candidates: usize, grade: Grade) -> Ranking {
        let hit = |&(score, row): &(f32, u32)| Hit {
            chunk: self.view().chunk_at(row),
            score,
        };
        Ranking {
            hits: best.iter().map(hit).collect(),
            candidates,
            grade,
        }
    }

    pub(crate) fn row_at(&self, chunk: ChunkId) -> Result<u32, IndexError> {
        self.view()
            .row(chunk.0)
            .ok_or(IndexError::UnknownChunk { id: chunk.0 })
    }

    pub(crate) fn rows_at(&self, chunks: &[ChunkId]) -> Result<Vec<u32>, IndexError> {
        chunks.iter().map(|&chunk| self.row_at(chunk)).collect()
    }

    pub(crate) fn view(&self) -> &View {
        &self.loaded.view
    }

    pub(crate) fn shared(&self) -> &Shared {
        &self.shared
    }

    pub(crate) fn keyword_view(&self) -> Result<Arc<KeywordView>, IndexError> {
        self.loaded
            .keyword(self.shared.dir(), || self.shared.connection())
    }

    /// Reads the keyword index. Where that panics over files that were overwritten under
    /// it, they are what is wrong; any other panic goes on.
    pub(crate) fn in_keywords<T>(
        &self,
        read: impl FnOnce(&KeywordView) -> Result<T, IndexError>,
    ) -> Result<T, IndexError> {
        let view = self.keyword_view()?;
        let read = catch_unwind(AssertUnwindSafe(|| read(&view)));
        read.unwrap_or_else(|panic| match view.damage() {
            Some(damage) => Err(damage),
            None => resume_unwind(panic),
        })
    }

    pub(crate) fn dense_view(&self) -> Result<Arc<dense::DenseView>, IndexError> {
        self.loaded
            .dense(self.shared.dir(), || self.shared.connection())
    }

    pub(crate) fn entity_graph(&self) -> Result<Arc<EntityGraph>, IndexError> {
        self.loaded.graph(|| self.shared.connection())
    }

    pub(crate) fn payload_view(&self, kind: PayloadKind) -> Result<Arc<PayloadView>, IndexError> {
        self.loaded
            .payloads(kind, self.shared.dir(), || self.shared.connection())
    }
}
