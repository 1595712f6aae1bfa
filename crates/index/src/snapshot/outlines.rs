//! The sections of a version's documents, and what they are about.

use std::ops::Range;
use std::sync::Arc;

use crate::dense::Middle;
use crate::outline::Outline;
use crate::{ChunkId, DocumentId, IndexError, Snapshot};

/// Vectors that go into that of a section; of a longer one, so many spread evenly.
const VECTORS_MAX: usize = 64;

impl Snapshot {
    /// The sections of a document as its chunks are in them; none for a document
    /// without chunks.
    pub fn outline(&self, document: &DocumentId) -> Result<Arc<Outline>, IndexError> {
        let position = self.view().position(document)?;
        self.shared()
            .with(|records| self.loaded.outline(position, records))
    }

    /// The mean of the vectors of neighbouring chunks, of length 1; `None` where none
    /// has one.
    ///
    /// # Errors
    /// [`IndexError::UnknownChunk`].
    pub fn mean_vector(&self, chunks: Range<u64>) -> Result<Option<Vec<f32>>, IndexError> {
        let dense = self.dense_view()?;
        let length = usize::try_from(chunks.end.saturating_sub(chunks.start)).unwrap_or(usize::MAX);
        let step = length.div_ceil(VECTORS_MAX).max(1);
        let mut mean = Middle::new(self.identity().dim.unwrap_or(0));
        for chunk in chunks.step_by(step) {
            let row = self.row_at(ChunkId(chunk))?;
            if let Some(vector) = dense.vector(self.shared().dir(), row)? {
                mean.add(&vector);
            }
        }
        Ok(mean.direction())
    }
}
