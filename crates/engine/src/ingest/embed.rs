//! Vectors for the chunks that have none: a queue that lives in the store.

use std::time::{Duration, Instant};

use index::Writer;
use models::{Cancel, Embedder, Limits, ModelError, Role};

use super::Event;
use crate::EngineError;

/// Chunks embedded between two commits: enough to sort by length over all
/// cores, few enough that a kill costs seconds.
const BLOCK_CHUNKS: usize = 512;

/// What was embedded in one run.
#[derive(Debug, Clone, Default)]
pub struct EmbedReport {
    /// The model.
    pub model: String,
    /// Chunks that got a vector, those reused from equal text included.
    pub chunks: u64,
    /// Tokens that went through the model.
    pub tokens: u64,
    /// Chunks longer than the model's window, embedded in several.
    pub chunks_windowed: u64,
    /// Time spent.
    pub time: Duration,
}

/// Embeds what waits in the store's queue, until it is empty or the caller
/// cancels. What was attached before stays.
///
/// # Errors
/// A store that cannot be written, a model that fails.
pub fn embed_pending(
    writer: &mut Writer,
    embedder: &dyn Embedder,
    cancel: &Cancel,
    on_event: &mut dyn FnMut(Event<'_>),
) -> Result<EmbedReport, EngineError> {
    let started = Instant::now();
    let limits = Limits { deadline: None, cancel: cancel.clone() };
    let total = writer.pending_count()?;
    let mut report = EmbedReport { model: embedder.profile().id.clone(), ..Default::default() };
    while !cancel.is_cancelled() {
        let pending = writer.pending(BLOCK_CHUNKS)?;
        if pending.is_empty() {
            break;
        }
        let texts: Vec<&str> = pending.iter().map(|chunk| chunk.text.as_str()).collect();
        let embeddings = match embedder.embed(&texts, Role::Passage, &limits) {
            Ok(embeddings) => embeddings,
            Err(ModelError::Cancelled) => break,
            Err(error) => return Err(error.into()),
        };
        report.tokens += embeddings.iter().map(|e| u64::from(e.tokens)).sum::<u64>();
        report.chunks_windowed += embeddings.iter().filter(|e| e.windows > 1).count() as u64;
        let vectors: Vec<_> =
            pending.iter().map(|chunk| chunk.id).zip(embeddings.into_iter().map(|e| e.vector)).collect();
        writer.attach(&vectors)?;
        on_event(Event::Embedded { done: total - writer.pending_count()?.min(total), total });
    }
    report.chunks = total - writer.pending_count()?.min(total);
    report.time = started.elapsed();
    Ok(report)
}
