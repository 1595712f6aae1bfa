//! Where chunks are found: the seam between a library and an index of its chunks.
//!
//! The records say what there is, at which version, and who passes a filter; an index is told
//! of chunks and finds them again. There are two: the [local one](crate::LocalIndex), which is
//! part of the store, and one on a cluster of another machine. So the trait promises what both
//! can keep (filters inside every arm, one version read throughout, fetch by document and
//! range) and leaves out what a cluster cannot: equal scores of words across its parts, ties
//! across them, several documents visible at one instant other than by version. Cards of tables
//! are records, found in the records' own full-text index beside the relation they belong to, and
//! are no part of it.

use std::ops::Range;
use std::time::Instant;

use crate::{
    ChunkId, DenseScan, DocumentRecord, Grade, IndexError, QueryTerm, Ranking, Scope, Snapshot,
    Stop, Version,
};

/// What one arm looks for.
#[derive(Debug, Clone, Copy)]
pub enum ArmQuery<'q> {
    /// Words, by BM25.
    Keyword(&'q [QueryTerm]),
    /// A unit vector, by cosine.
    Dense {
        /// Of the length of the store's vectors.
        vector: &'q [f32],
        /// How many of the vectors are looked at.
        scan: DenseScan,
    },
    /// Ids and positive weights of a sparse model, by id.
    Sparse(&'q [(u32, f32)]),
    /// Vectors of tokens (`n × dim`, row-major, of length 1), by MaxSim; for scores only.
    Late(&'q [f32]),
}

/// A document on its way into an index, at one version of the records.
#[derive(Debug, Clone)]
pub struct DocumentEntry {
    /// As the records have it; what filters look at.
    pub record: DocumentRecord,
    /// Number of this copy of the document; never given to another.
    pub copy: i64,
    /// The first version that shows it.
    pub born: Version,
    /// The first version that does not any more.
    pub died: Option<Version>,
    /// All its chunks, in order.
    pub chunks: Vec<ChunkEntry>,
}

/// A chunk on its way into an index, or fetched from it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ChunkEntry {
    /// Its id; never given to another.
    pub chunk: ChunkId,
    /// Its number within the document, from 0.
    pub ordinal: u32,
    /// Terms of context and text with how often each occurs, by term; empty when fetched.
    pub terms: Vec<(String, u32)>,
    /// First and last page.
    pub pages: Option<(u32, u32)>,
    /// Titles of the sections around it, from the outermost down, in lower case.
    pub headings: Vec<String>,
    /// Its vector, of length 1 up to quantisation.
    pub vector: Option<Vec<f32>>,
    /// The first version that shows the vector.
    pub embedded: Option<Version>,
    /// Its learned sparse vector, where the store has them: ids and positive weights, by id, and
    /// the first version that shows it. Empty when fetched.
    pub sparse: Option<(Version, Vec<(u32, f32)>)>,
    /// Vectors of its tokens, likewise.
    pub tokens: Option<(Version, Vec<Vec<f32>>)>,
}

/// How long a change of an index may take.
#[derive(Debug, Clone, Default)]
pub struct Patience {
    /// When it must be over; `None` for the index's own limits alone.
    pub deadline: Option<Instant>,
    /// Asked between the steps, and while one waits.
    pub stop: Stop,
}

/// An index of chunks.
///
/// Promises, which one suite tests for every implementation:
/// - What `put` has returned is found by every later search of a version that shows it, and by
///   none of a version that does not. Putting what is there changes nothing.
/// - What `drop_documents` has returned is not found by any version from `died` on, and still by
///   those before it, until a vacuum. Dropping what is not there changes nothing.
/// - A search returns at most `k` chunks of the scope, best first, each once, all of the
///   snapshot's version; ties by document id and ordinal as far as the chunks returned go.
/// - Nothing takes longer than the limits of the index, and a search that cannot be answered in
///   full is an error, never a shorter list.
pub trait ChunkIndex: Send + Sync {
    /// The newest version, at most `records`, all of whose chunks are here.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] when what says so cannot be read.
    fn version(&self, records: Version) -> Result<Version, IndexError>;

    /// Takes documents in.
    ///
    /// # Errors
    /// [`IndexError::Unreachable`], [`IndexError::Refused`], [`IndexError::Stopped`].
    fn put(&self, documents: &[DocumentEntry], patience: &Patience) -> Result<(), IndexError>;

    /// Lets copies of documents be seen no more from `died` on.
    ///
    /// # Errors
    /// As [`ChunkIndex::put`].
    fn drop_documents(
        &self,
        copies: &[i64],
        died: Version,
        patience: &Patience,
    ) -> Result<(), IndexError>;

    /// The `k` best chunks of a scope.
    ///
    /// # Errors
    /// [`IndexError::BadVector`], [`IndexError::ForeignScope`], [`IndexError::Unreachable`],
    /// [`IndexError::Refused`].
    fn arm(
        &self,
        snapshot: &Snapshot,
        query: ArmQuery<'_>,
        scope: &Scope,
        k: usize,
    ) -> Result<Ranking, IndexError>;

    /// The scores of given chunks, as [`ChunkIndex::arm`] gives them; `None` where a chunk has
    /// nothing that could be scored.
    ///
    /// # Errors
    /// As [`ChunkIndex::arm`].
    fn scores(
        &self,
        snapshot: &Snapshot,
        query: ArmQuery<'_>,
        chunks: &[ChunkId],
    ) -> Result<Vec<Option<f32>>, IndexError>;

    /// The chunks of a document from one ordinal to before another, in order, with what a search
    /// by vectors sees of them.
    ///
    /// # Errors
    /// As [`ChunkIndex::arm`].
    fn fetch(
        &self,
        snapshot: &Snapshot,
        document: &DocumentRecord,
        ordinals: Range<u32>,
    ) -> Result<Vec<ChunkEntry>, IndexError>;

    /// How many chunks of the snapshot's version are here, and how many of them with a vector.
    ///
    /// # Errors
    /// As [`ChunkIndex::arm`].
    fn counts(&self, snapshot: &Snapshot) -> Result<(u64, u64), IndexError>;

    /// What the dense arm promises when so many vectors take part.
    fn grade(&self, vectors: u64) -> Grade;

    /// Whether it stands beside the records, so that a call costs no way over a network.
    fn is_here(&self) -> bool {
        false
    }
}
