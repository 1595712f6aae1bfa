//! Hits grown into passages: what a person or a model reads.

use index::{ChunkRecord, DocumentId, IndexError, Snapshot};
use text::{Section, Span};

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

/// Grows each hit by `neighbors` chunks on either side, within its section, and joins
/// what overlaps. Passages come in order of their best hit; inside one, text is in the
/// order of the document. `records` are the hits' chunks, in their order.
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
    let grown: Vec<Range> = records
        .iter()
        .map(|record| grow(snapshot, record, neighbors))
        .collect::<Result<_, _>>()?;
    join(grown)
        .into_iter()
        .map(|joined| load(snapshot, joined))
        .collect()
}

/// The chunks that a hit is read with.
fn grow(snapshot: &Snapshot, record: &ChunkRecord, neighbors: u32) -> Result<Range, IndexError> {
    let mut range = Range {
        document: record.document.clone(),
        first: record.ordinal,
        last: record.ordinal,
    };
    if neighbors == 0 {
        return Ok(range);
    }
    let around = (
        record.ordinal.saturating_sub(neighbors),
        record.ordinal.saturating_add(neighbors),
    );
    let chunks = snapshot.chunk_range(&record.document, around.0, around.1)?;
    let sections = snapshot.sections(&record.document)?;
    let (before, from_hit) =
        chunks.split_at(chunks.partition_point(|chunk| chunk.ordinal < record.ordinal));
    let reads_on = |chunk: &&ChunkRecord| {
        is_within(&sections, chunk.section, record.section)
            || is_within(&sections, record.section, chunk.section)
    };
    if let Some(chunk) = before.iter().rev().take_while(reads_on).last() {
        range.first = chunk.ordinal;
    }
    if let Some(chunk) = from_hit.iter().skip(1).take_while(reads_on).last() {
        range.last = chunk.ordinal;
    }
    Ok(range)
}

/// Whether a section is another or lies in it; `None` is the document itself.
fn is_within(sections: &[Section], inner: Option<usize>, outer: Option<usize>) -> bool {
    let mut at = inner;
    while at != outer {
        let Some((index, section)) = at.and_then(|at| Some((at, sections.get(at)?))) else {
            return false;
        };
        // A parent comes before its children, so that this ends.
        at = section.parent.filter(|parent| *parent < index);
    }
    true
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

    fn section(parent: Option<usize>) -> Section {
        Section {
            title: String::new(),
            level: 1,
            span: Span::new(0, 0),
            parent,
        }
    }

    #[test]
    fn a_section_holds_itself_and_what_lies_under_it() {
        let sections = [
            section(None),
            section(Some(0)),
            section(Some(1)),
            section(None),
        ];
        assert!(is_within(&sections, Some(2), Some(0)));
        assert!(is_within(&sections, Some(2), Some(2)));
        assert!(is_within(&sections, Some(3), None));
        assert!(!is_within(&sections, Some(0), Some(2)));
        assert!(!is_within(&sections, Some(2), Some(3)));
        assert!(
            !is_within(&sections, Some(9), Some(0)),
            "an unknown section"
        );
    }

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
