//! Chunks into the terms that are indexed.

use std::path::Path;
use std::thread;

use text::{ContextFields, Language};

use super::packed::PackedTerms;
use crate::Stop;

/// How often a term counts in the title of a chunk's document, and in what else is indexed
/// with the chunk: headings, what its tables are called and name their columns, the running
/// lines of its pages, and the name of the file. In its text a term counts once.
///
/// These are BM25's weights of fields as Robertson, Zaragoza and Taylor (2004) have them: a
/// field that weighs three is as good as written three times, so that a frequency saturates
/// once, over all of the chunk. What they are worth is in `docs/research/`.
const TITLE_TIMES: u32 = 3;
const CONTEXT_TIMES: u32 = 2;

/// The terms of one chunk, ready for the keyword index.
pub(crate) struct ChunkTerms {
    /// Chunk id.
    pub chunk: u64,
    /// Row of its document.
    pub document: i64,
    pub terms: PackedTerms,
}

/// A chunk to be analysed.
pub(crate) struct ChunkText<'t> {
    pub chunk: u64,
    pub document: i64,
    /// Path of the document.
    pub path: &'t str,
    pub context: &'t str,
    pub body: &'t str,
    pub fields: ContextFields,
    pub language: Language,
}

/// Below this many bytes a second thread is not worth its start.
const PARALLEL_FROM_BYTES: usize = 64 * 1_024;

/// Analyses chunks, in order, on as many threads as the machine has cores; fewer of them when it
/// is stopped.
pub(crate) fn analyze(chunks: &[ChunkText<'_>], stop: &Stop) -> Vec<ChunkTerms> {
    let bytes: usize = chunks
        .iter()
        .map(|chunk| chunk.context.len() + chunk.body.len())
        .sum();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    if bytes < PARALLEL_FROM_BYTES || cores == 1 {
        return analyze_some(chunks, stop);
    }
    let share = chunks.len().div_ceil(cores);
    thread::scope(|scope| {
        let parts: Vec<_> = chunks
            .chunks(share)
            .map(|part| {
                let work = move || analyze_some(part, stop);
                (part, thread::Builder::new().spawn_scoped(scope, work))
            })
            .collect();
        parts
            .into_iter()
            .flat_map(|(part, thread)| {
                let done = thread.ok().and_then(|thread| thread.join().ok());
                // No thread was to be had: this one does the work.
                done.unwrap_or_else(|| analyze_some(part, stop))
            })
            .collect()
    })
}

fn analyze_some(chunks: &[ChunkText<'_>], stop: &Stop) -> Vec<ChunkTerms> {
    let chunks = chunks.iter().take_while(|_| !stop.is_asked());
    chunks.map(analyze_one).collect()
}

fn analyze_one(chunk: &ChunkText<'_>) -> ChunkTerms {
    let title = chunk.fields.title(chunk.context);
    let name = file_words(chunk.path);
    let mut terms = PackedTerms::default();
    for (text, times) in [
        (title, TITLE_TIMES),
        (&chunk.context[title.len()..], CONTEXT_TIMES),
        (&name, CONTEXT_TIMES),
        (chunk.body, 1),
    ] {
        for term in text::terms(text, chunk.language) {
            terms.push(&term.text, times);
        }
    }
    ChunkTerms {
        chunk: chunk.chunk,
        document: chunk.document,
        terms,
    }
}

/// What the name of a file says, without its ending.
fn file_words(path: &str) -> String {
    let stem = Path::new(path).file_stem().unwrap_or_default();
    stem.to_string_lossy().replace('_', " ")
}
