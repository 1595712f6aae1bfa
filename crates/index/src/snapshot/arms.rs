//! What is found in a version: by words, by vectors, by learned weights, and scores of single
//! chunks.

use crate::chunk_index::ArmQuery;
use crate::keyword::QueryTerm;
use crate::payload::{PayloadKind, PayloadModel};
use crate::{ChunkId, DenseScan, IndexError, Ranking, Scope, Snapshot};

impl Snapshot {
    /// The `k` best chunks of a scope by BM25 (k1 1.2, b 0.75), with the
    /// statistics of everything this version shows: a scope leaves chunks out
    /// and changes no score.
    pub fn keyword(
        &self,
        query: &[QueryTerm],
        scope: &Scope,
        k: usize,
    ) -> Result<Ranking, IndexError> {
        let query = ArmQuery::Keyword(query);
        self.or_here(|index| index.arm(self, query, scope, k))
    }

    /// The `k` best chunks of a scope by cosine with a unit vector. Chunks that
    /// have no vector yet take no part. Over many vectors a first pass chooses
    /// whom to score, and [`Ranking::grade`] says so.
    ///
    /// # Errors
    /// [`IndexError::BadVector`] when the query's length is not the store's.
    pub fn dense(&self, query: &[f32], scope: &Scope, k: usize) -> Result<Ranking, IndexError> {
        self.dense_by(query, scope, k, DenseScan::Auto)
    }

    /// [`Snapshot::dense`] with or without the first pass, as the caller says.
    ///
    /// # Errors
    /// As [`Snapshot::dense`].
    pub fn dense_by(
        &self,
        query: &[f32],
        scope: &Scope,
        k: usize,
        scan: DenseScan,
    ) -> Result<Ranking, IndexError> {
        let query = ArmQuery::Dense {
            vector: query,
            scan,
        };
        if let Some(error) = self.degraded() {
            return Err(error);
        }
        let found = self.index.arm(self, query, scope, k);
        if let Err(error) = &found {
            self.note(error);
        }
        found
    }

    /// The BM25 scores of given chunks, exactly as [`Snapshot::keyword`] gives
    /// them; 0 where no term occurs.
    pub fn score_keyword(
        &self,
        query: &[QueryTerm],
        chunks: &[ChunkId],
    ) -> Result<Vec<f32>, IndexError> {
        let query = ArmQuery::Keyword(query);
        let scores = self.or_here(|index| index.scores(self, query, chunks))?;
        Ok(scores.into_iter().map(Option::unwrap_or_default).collect())
    }

    /// The cosines of given chunks, exactly as [`Snapshot::dense`] gives them;
    /// `None` where a chunk has no vector.
    pub fn score_dense(
        &self,
        query: &[f32],
        chunks: &[ChunkId],
    ) -> Result<Vec<Option<f32>>, IndexError> {
        let query = ArmQuery::Dense {
            vector: query,
            scan: DenseScan::Auto,
        };
        self.or_here(|index| index.scores(self, query, chunks))
    }

    /// The stored vector of a chunk, as near as one byte a value allows;
    /// `None` where it has none.
    pub fn vector(&self, chunk: ChunkId) -> Result<Option<Vec<f32>>, IndexError> {
        let (document, ordinal) = self
            .view()
            .home(chunk.0)
            .ok_or(IndexError::UnknownChunk { id: chunk.0 })?;
        let document = &self.view().documents[document];
        let found = self.or_here(|index| index.fetch(self, document, ordinal..ordinal + 1))?;
        Ok(found.into_iter().next().and_then(|chunk| chunk.vector))
    }

    /// Which model made the payloads of a kind; `None` where there are none.
    pub fn payload_model(&self, kind: PayloadKind) -> Result<Option<PayloadModel>, IndexError> {
        Ok(self.payload_view(kind)?.model())
    }

    /// How many chunks have a payload of a kind.
    pub fn payload_chunks(&self, kind: PayloadKind) -> Result<u64, IndexError> {
        Ok(self.payload_view(kind)?.chunks())
    }

    /// The `k` best chunks of a scope by the dot product of sparse vectors: ids
    /// and positive weights, by id. Chunks that share no id take no part.
    ///
    /// # Errors
    /// [`IndexError::BadVector`] for ids beyond the model's.
    pub fn sparse(
        &self,
        query: &[(u32, f32)],
        scope: &Scope,
        k: usize,
    ) -> Result<Ranking, IndexError> {
        self.index.arm(self, ArmQuery::Sparse(query), scope, k)
    }

    /// The scores of given chunks, exactly as [`Snapshot::sparse`] gives them, 0
    /// where no id is shared; `None` where a chunk has no sparse vector.
    pub fn score_sparse(
        &self,
        query: &[(u32, f32)],
        chunks: &[ChunkId],
    ) -> Result<Vec<Option<f32>>, IndexError> {
        self.index.scores(self, ArmQuery::Sparse(query), chunks)
    }

    /// MaxSim of a query's token vectors (`n × dim`, row-major, of length 1)
    /// with those of given chunks, by the number of the query's tokens; `None`
    /// where a chunk has none.
    ///
    /// # Errors
    /// [`IndexError::BadVector`] for vectors of another length.
    pub fn score_late(
        &self,
        query: &[f32],
        chunks: &[ChunkId],
    ) -> Result<Vec<Option<f32>>, IndexError> {
        self.index.scores(self, ArmQuery::Late(query), chunks)
    }

    /// How many chunks hold a term.
    pub fn document_frequency(&self, term: &str) -> Result<u64, IndexError> {
        let found = self.in_keywords(|view| view.document_frequency(term))?;
        Ok(u64::from(found))
    }

    /// The terms that one slip makes of a term, a letter more, less, changed or swapped with
    /// its neighbour, in alphabetical order, each with the number of chunks that hold it.
    pub fn terms_near(&self, term: &str) -> Result<Vec<(String, u64)>, IndexError> {
        let near = self.in_keywords(|view| view.terms_near(term))?.into_iter();
        Ok(near.map(|(near, chunks)| (near, chunks.into())).collect())
    }

    /// The terms that begin with some letters, or `end` with them, in alphabetical order, each with
    /// the number of chunks that hold it. Those that end with them are looked for among all terms.
    pub fn terms_with(&self, letters: &str, end: bool) -> Result<Vec<(String, u64)>, IndexError> {
        let found = self
            .in_keywords(|view| view.terms_with(letters, end))?
            .into_iter();
        Ok(found.map(|(term, chunks)| (term, chunks.into())).collect())
    }
}
