//! Hits grown into passages: what a person or a model reads.

use index::{ChunkRecord, DocumentId, IndexError, Snapshot};
use text::Span;

use super::FusedHit;

/// A hit and its neighbours, joined where they overlap.
#[derive(Debug, Clone, PartialEq)]
pub struct Passage {
    /// The document it is from.
    pub document: DocumentId,
    /// First and last chunk, by ordinal.
    pub chunks: (u32, u32),
    /// The bytes of canonical text it covers.
    pub span: Span,
    /// First and last page; `None` for unpaged formats.
    pub pages: Option<(u32, u32)>,
    /// The canonical text under the span.
    pub text: String,
    /// Indices of the hits inside, best first.
    pub hits: Vec<usize>,
}

/// Grows each hit by `neighbors` chunks on either side and joins what overlaps
/// or touches. Passages come in order of their best hit; inside one, text is in
/// the order of the document. `records` are the hits' chunks, in their order.
///
/// # Errors
/// A store that cannot be read.
pub fn expand(
    snapshot: &Snapshot,
    hits: &[FusedHit],
    records: &[ChunkRecord],
    neighbors: u32,
) -> Result<Vec<Passage>, IndexError> {
    debug_assert_eq!(hits.len(), records.len());
    let grown = records.iter().map(|record| {
        let last = snapshot
            .document(&record.document)
            .map_or(record.ordinal, |d| d.chunks.saturating_sub(1));
        Range {
            document: record.document.clone(),
            first: record.ordinal.saturating_sub(neighbors),
            last: record.ordinal.saturating_add(neighbors).min(last),
        }
    });
    join(grown.collect())
        .into_iter()
        .map(|joined| load(snapshot, joined))
        .collect()
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Range {
    document: DocumentId,
    first: u32,
    last: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Joined {
    range: Range,
    hits: Vec<usize>,
}

/// Joins ranges that overlap, keeping the order of the best hit in each.
/// Lone chunks that merely touch stay apart: without neighbours a hit is
/// shown as it was found.
fn join(ranges: Vec<Range>) -> Vec<Joined> {
    let mut order: Vec<usize> = (0..ranges.len()).collect();
    order.sort_by(|&a, &b| {
        let key = |i: usize| (&ranges[i].document, ranges[i].first, ranges[i].last);
        key(a).cmp(&key(b)).then(a.cmp(&b))
    });
    let mut joined: Vec<Joined> = Vec::new();
    for index in order {
        let range = &ranges[index];
        match joined.last_mut() {
            Some(open)
                if open.range.document == range.document && range.first <= open.range.last =>
            {
                open.range.last = open.range.last.max(range.last);
                open.hits.push(index);
            }
            _ => joined.push(Joined {
                range: range.clone(),
                hits: vec![index],
            }),
        }
    }
    for group in &mut joined {
        group.hits.sort_unstable();
    }
    joined.sort_by_key(|group| group.hits[0]);
    joined
}

fn load(snapshot: &Snapshot, joined: Joined) -> Result<Passage, IndexError> {
    let Joined { range, hits } = joined;
    let chunks = snapshot.chunk_range(&range.document, range.first, range.last)?;
    let start = chunks
        .iter()
        .map(|chunk| chunk.span.start)
        .min()
        .unwrap_or(0);
    let end = chunks
        .iter()
        .map(|chunk| chunk.span.end)
        .max()
        .unwrap_or(start);
    let span = Span::new(start, end);
    Ok(Passage {
        pages: snapshot.pages_of(&range.document, span)?,
        text: snapshot.text(&range.document, span)?,
        document: range.document,
        chunks: (range.first, range.last),
        span,
        hits,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(document: &str, first: u32, last: u32) -> Range {
        Range {
            document: DocumentId::from(document.to_owned()),
            first,
            last,
        }
    }

    #[test]
    fn overlapping_hits_join_in_document_order_and_keep_the_best_rank() {
        let joined = join(vec![
            range("b", 8, 12),
            range("a", 3, 7),
            range("b", 10, 14),
            range("a", 0, 2),
        ]);
        let shape: Vec<_> = joined
            .iter()
            .map(|j| (j.range.first, j.range.last, j.hits.clone()))
            .collect();
        assert_eq!(
            shape,
            [(8, 14, vec![0, 2]), (3, 7, vec![1]), (0, 2, vec![3])]
        );
    }
}
