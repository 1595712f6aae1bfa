//! Chunks into the terms that are indexed.

use std::thread;

use tantivy::tokenizer::{MAX_TOKEN_LEN, Token};
use text::Language;

/// Positions between context and body, so that no phrase runs over the border.
const GAP_POSITIONS: usize = 100;

/// The terms of one chunk, ready for the keyword index.
pub(crate) struct ChunkTerms {
    /// Chunk id.
    pub chunk: u64,
    /// Row of its document.
    pub document: i64,
    pub terms: Vec<Token>,
}

/// A chunk to be analysed.
pub(crate) struct ChunkText<'t> {
    pub chunk: u64,
    pub document: i64,
    pub context: &'t str,
    pub body: &'t str,
    pub language: Language,
}

/// Below this many bytes a second thread is not worth its start.
const PARALLEL_FROM_BYTES: usize = 64 * 1_024;

/// Analyses chunks, in order, on as many threads as the machine has cores.
pub(crate) fn analyze(chunks: &[ChunkText<'_>]) -> Vec<ChunkTerms> {
    let bytes: usize = chunks
        .iter()
        .map(|chunk| chunk.context.len() + chunk.body.len())
        .sum();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    if bytes < PARALLEL_FROM_BYTES || cores == 1 {
        return chunks.iter().map(analyze_one).collect();
    }
    let share = chunks.len().div_ceil(cores);
    thread::scope(|scope| {
        let parts: Vec<_> = chunks
            .chunks(share)
            .map(|part| {
                let work = move || part.iter().map(analyze_one).collect::<Vec<ChunkTerms>>();
                (part, thread::Builder::new().spawn_scoped(scope, work))
            })
            .collect();
        parts
            .into_iter()
            .flat_map(|(part, thread)| {
                let done = thread.ok().and_then(|thread| thread.join().ok());
                // No thread was to be had: this one does the work.
                done.unwrap_or_else(|| part.iter().map(analyze_one).collect())
            })
            .collect()
    })
}

fn analyze_one(chunk: &ChunkText<'_>) -> ChunkTerms {
    let context = text::terms(chunk.context, chunk.language);
    let offset = context
        .last()
        .map_or(0, |last| last.position as usize + GAP_POSITIONS);
    let body = text::terms(chunk.body, chunk.language);
    let tokens = context
        .into_iter()
        .map(|term| (term.position as usize, term.text))
        .chain(
            body.into_iter()
                .map(|term| (term.position as usize + offset, term.text)),
        )
        // Longer ones tantivy would drop, and the length would not be true.
        .filter(|(_, text)| text.len() <= MAX_TOKEN_LEN)
        .map(|(position, text)| Token {
            position,
            text,
            ..Token::default()
        })
        .collect();
    ChunkTerms {
        chunk: chunk.chunk,
        document: chunk.document,
        terms: tokens,
    }
}
