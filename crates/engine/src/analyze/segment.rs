//! Documents cut into segments: runs of chunks of at most so many tokens, whole sections
//! where they fit. All levels stand on the same chunks, so that no chunk, and with it no
//! table row and no sentence, is ever cut.

use std::ops::Range;
use std::sync::Arc;

use index::{ChunkRecord, DocumentId, Snapshot};
use text::{Document, Span};

use super::pyramid::Level;
use crate::EngineError;

/// A document that is read, with all of its chunks.
#[derive(Debug)]
pub(super) struct Source {
    pub id: DocumentId,
    pub path: String,
    pub structure: Arc<Document>,
    pub chunks: Vec<ChunkRecord>,
}

impl Source {
    pub(super) fn open(snapshot: &Snapshot, id: &DocumentId) -> Result<Source, EngineError> {
        Ok(Source {
            id: id.clone(),
            path: snapshot.document(id)?.path.clone(),
            structure: snapshot.structure(id)?,
            chunks: snapshot.chunk_range(id, 0, u32::MAX)?,
        })
    }

    pub(super) fn tokens(&self, chunks: &Range<usize>) -> u64 {
        let tokens = self.chunks[chunks.clone()].iter();
        tokens.map(|chunk| u64::from(chunk.tokens)).sum()
    }

    /// The bytes of chunks, from the first to the last.
    pub(super) fn span(&self, chunks: &Range<usize>) -> Span {
        let chunks = &self.chunks[chunks.clone()];
        let start = chunks.first().map_or(0, |chunk| chunk.span.start);
        let end = chunks.iter().map(|chunk| chunk.span.end).max();
        Span::new(start, end.unwrap_or(start))
    }

    /// How deep the section is that begins with a chunk; `None` where none does.
    fn begins(&self, chunk: usize) -> Option<usize> {
        let section = self.chunks[chunk].section;
        let before = chunk.checked_sub(1).and_then(|at| self.chunks[at].section);
        if section == before && chunk > 0 {
            return None;
        }
        section.map(|section| self.structure.heading_path(section).len())
    }
}

/// Cuts a run of chunks into segments of a level.
pub(super) fn cut(source: &Source, whole: Range<usize>, level: &Level) -> Vec<Range<usize>> {
    let mut segments = Vec::new();
    let mut start = whole.start;
    while start < whole.end {
        let first = match segments.last() {
            None => start,
            Some(last) => overlapping(source, last, start, level.overlap_tokens),
        };
        let end = end_of(source, first, start, &whole, level);
        segments.push(first..end);
        start = end;
    }
    segments
}

/// Where a segment ends that begins with a chunk: as far as it may go, or before the
/// outermost section that begins in its second half.
fn end_of(
    source: &Source,
    first: usize,
    start: usize,
    whole: &Range<usize>,
    level: &Level,
) -> usize {
    let most = u64::from(level.segment_tokens);
    let mut tokens = source.tokens(&(first..start));
    let mut end = start;
    let mut halfway = None;
    while end < whole.end {
        tokens += u64::from(source.chunks[end].tokens);
        // One chunk is a segment, however long it is.
        if tokens > most && end > start {
            break;
        }
        if tokens * 2 > most && halfway.is_none() {
            halfway = Some(end);
        }
        end += 1;
    }
    if end == whole.end {
        return end;
    }
    let second_half = halfway.map_or(end..end + 1, |from| from + 1..end + 1);
    second_half
        .filter_map(|chunk| Some((source.begins(chunk)?, chunk)))
        // Of equals the last one, which leaves the least for the next segment.
        .min_by_key(|&(depth, chunk)| (depth, std::cmp::Reverse(chunk)))
        .map_or(end, |(_, chunk)| chunk)
        .max(start + 1)
}

/// The first chunk of a segment that follows another inside of a section.
fn overlapping(source: &Source, before: &Range<usize>, start: usize, most: u32) -> usize {
    if source.begins(start).is_some() {
        return start;
    }
    let mut first = start;
    let mut tokens = 0;
    while first > before.start + 1 {
        tokens += source.chunks[first - 1].tokens;
        if tokens > most {
            break;
        }
        first -= 1;
    }
    first
}
