//! Vectors for the chunks that have none: a queue that lives in the store.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use index::{ChunkId, PendingChunk, Writer};
use models::{Cancel, Embedder, Limits, ModelError, Role};

use super::report::{EmbedReport, Event};
use crate::{Embedded, EngineError};

/// Most chunks embedded between two commits: enough to sort by length over all cores.
const BLOCK_CHUNKS_MAX: usize = 512;

/// Chunks of the first block, and the fewest of any.
const BLOCK_CHUNKS_MIN: usize = 32;

/// Time for a block: a commit costs some 10 ms, and a kill costs the block.
const BLOCK_TIME: Duration = Duration::from_secs(2);

/// How many chunks are embedded between two commits. A model of this machine
/// takes a block in a second, one on a far server in minutes. What comes of it
/// does not depend on the blocks.
pub(super) struct Block {
    chunks: usize,
}

impl Block {
    pub(super) fn first() -> Self {
        Self {
            chunks: BLOCK_CHUNKS_MIN,
        }
    }

    pub(super) fn chunks(&self) -> usize {
        self.chunks
    }

    /// Twice as many after a quick block, half as many after a slow one.
    pub(super) fn took(&mut self, time: Duration) {
        if time < BLOCK_TIME / 2 {
            self.chunks = (self.chunks * 2).min(BLOCK_CHUNKS_MAX);
        } else if time > BLOCK_TIME {
            self.chunks = (self.chunks / 2).max(BLOCK_CHUNKS_MIN);
        }
    }
}

/// Names how a chunk's text is prepared for the model; part of what a library
/// is built with, since other words give other vectors.
pub(super) fn preparation(embedded: Embedded) -> &'static str {
    match embedded {
        Embedded::Labels => "labels2",
        Embedded::Whole => "whole1",
    }
}

/// What of each chunk a model reads.
pub(super) fn read_by_models(pending: &[PendingChunk], embedded: Embedded) -> Vec<Cow<'_, str>> {
    pending
        .iter()
        .map(|chunk| match embedded {
            Embedded::Labels => Cow::Owned(text::labels(&chunk.text)),
            Embedded::Whole => Cow::Borrowed(chunk.text.as_str()),
        })
        .collect()
}

/// Embeds what waits in the store's queue, until it is empty or the caller
/// cancels. What was attached before stays.
///
/// # Errors
/// A store that cannot be written, a model that fails.
pub fn embed_pending(
    writer: &mut Writer,
    embedder: &dyn Embedder,
    embedded: Embedded,
    cancel: &Cancel,
    on_event: &mut dyn FnMut(Event<'_>),
) -> Result<EmbedReport, EngineError> {
    let started = Instant::now();
    let limits = Limits {
        deadline: None,
        cancel: cancel.clone(),
    };
    let total = writer.pending_count()?;
    let mut report = EmbedReport {
        model: embedder.profile().id.clone(),
        ..Default::default()
    };
    let mut block = Block::first();
    while !cancel.is_cancelled() {
        let begun = Instant::now();
        let pending = writer.pending(block.chunks())?;
        if pending.is_empty() {
            break;
        }
        let Some(vectors) = embed_block(&pending, embedder, embedded, &limits, &mut report)? else {
            break;
        };
        writer.attach(&vectors)?;
        block.took(begun.elapsed());
        on_event(Event::Embedded {
            done: total - writer.pending_count()?.min(total),
            total,
        });
    }
    report.chunks = total - writer.pending_count()?.min(total);
    report.time = started.elapsed();
    Ok(report)
}

/// Chunks with their vectors, for the store.
type ChunkVectors = Vec<(ChunkId, Vec<f32>)>;

/// The vectors of some chunks; `None` when the caller cancelled.
pub(super) fn embed_block(
    pending: &[PendingChunk],
    embedder: &dyn Embedder,
    embedded: Embedded,
    limits: &Limits,
    report: &mut EmbedReport,
) -> Result<Option<ChunkVectors>, EngineError> {
    let read = read_by_models(pending, embedded);
    let texts: Vec<&str> = read.iter().map(AsRef::as_ref).collect();
    let embeddings = match embedder.embed(&texts, Role::Passage, limits) {
        Ok(embeddings) => embeddings,
        Err(ModelError::Cancelled) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    report.tokens += embeddings.iter().map(|e| u64::from(e.tokens)).sum::<u64>();
    report.chunks_windowed += embeddings.iter().filter(|e| e.windows > 1).count() as u64;
    let ids = pending.iter().map(|chunk| chunk.id);
    let vectors = embeddings.into_iter().map(|embedding| embedding.vector);
    Ok(Some(ids.zip(vectors).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_grow_while_they_are_quick_and_shrink_when_they_are_slow() {
        let mut block = Block::first();
        for _ in 0..9 {
            block.took(Duration::from_millis(300));
        }
        assert_eq!(block.chunks(), BLOCK_CHUNKS_MAX);
        block.took(Duration::from_millis(1_500));
        assert_eq!(block.chunks(), BLOCK_CHUNKS_MAX);
        for _ in 0..9 {
            block.took(Duration::from_secs(20));
        }
        assert_eq!(block.chunks(), BLOCK_CHUNKS_MIN);
    }
}
