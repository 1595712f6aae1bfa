//! A document as the sections that its chunks are in, for retrieval by section.
//!
//! A section of one chunk says no more than the chunk, and one of a hundred says
//! nothing in particular: so each chunk counts to the largest section around it that
//! has no more than a few chunks. Loaded when first asked for and kept with the view.

use std::ops::Range;

use text::{Section, Span};

use crate::records::chunks::{self, ChunkRow};
use crate::records::{Records, structure, summaries};
use crate::{ChunkId, DocumentRecord, IndexError, Summaries, Summary};

/// Most chunks of a section that counts as one; a document without sections is one
/// whatever its length.
const CHUNKS_MAX: usize = 16;

/// The sections of a document, in order; together they hold every chunk once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outline {
    /// Neighbouring chunks under one heading.
    pub parts: Vec<OutlinePart>,
}

/// A section, with what it says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlinePart {
    /// Its chunks.
    pub chunks: Range<u64>,
    /// Its headings from the outermost one, under the document's title.
    pub headings: Vec<String>,
    /// Key terms of its summary, or of the document's where it has none of its own.
    pub key_terms: Vec<String>,
    /// Central sentences of the same summary.
    pub sentences: Vec<Span>,
}

impl Outline {
    /// The part that holds a chunk of the document.
    pub fn part_of(&self, chunk: ChunkId) -> Option<&OutlinePart> {
        let after = self
            .parts
            .partition_point(|part| part.chunks.start <= chunk.0);
        let part = self.parts.get(after.checked_sub(1)?)?;
        part.chunks.contains(&chunk.0).then_some(part)
    }

    pub(crate) fn load(
        records: &Records,
        document: &DocumentRecord,
    ) -> Result<Outline, IndexError> {
        let (sections, chunks, summaries) = records.run(|connection| {
            Ok((
                structure::sections(connection, document.row, document.sections)?,
                chunks::all(connection, document)?,
                summaries::of_document(connection, document.row)?,
            ))
        })?;
        Ok(Outline::of(document, &sections, &chunks, &summaries))
    }

    fn of(
        document: &DocumentRecord,
        sections: &[Section],
        chunks: &[ChunkRow],
        summaries: &Summaries,
    ) -> Outline {
        let parents: Vec<Option<usize>> = (0..sections.len())
            .map(|index| sections[index].parent.filter(|&parent| parent < index))
            .collect();
        let mut held = vec![0_usize; sections.len()];
        for chunk in chunks {
            for section in upwards(&parents, chunk.section) {
                held[section] += 1;
            }
        }
        let part_of = |chunk: &ChunkRow| {
            let around = upwards(&parents, chunk.section);
            let fits = around.take_while(|&section| held[section] <= CHUNKS_MAX);
            fits.last()
                .or(chunk.section.map(|section| section as usize))
        };
        let mut parts: Vec<(Option<usize>, Range<u64>)> = Vec::new();
        for chunk in chunks {
            let section = part_of(chunk);
            let id = document.first_chunk.0 + u64::from(chunk.ordinal);
            match parts.last_mut() {
                Some((of, range)) if *of == section => range.end = id + 1,
                _ => parts.push((section, id..id + 1)),
            }
        }
        let told = |(section, chunks): (Option<usize>, Range<u64>)| {
            let summary = summary(summaries, section);
            OutlinePart {
                chunks,
                headings: headings(document, sections, &parents, section),
                key_terms: summary.key_terms.clone(),
                sentences: summary.sentences.clone(),
            }
        };
        Outline {
            parts: parts.into_iter().map(told).collect(),
        }
    }
}

/// A section and those around it, from the inside.
fn upwards(parents: &[Option<usize>], from: Option<u32>) -> impl Iterator<Item = usize> {
    let first = from.map(|section| section as usize);
    let known = first.filter(|&section| section < parents.len());
    std::iter::successors(known, |&section| parents[section])
}

fn headings(
    document: &DocumentRecord,
    sections: &[Section],
    parents: &[Option<usize>],
    section: Option<usize>,
) -> Vec<String> {
    let from = section.and_then(|section| u32::try_from(section).ok());
    let mut headings: Vec<String> = upwards(parents, from)
        .map(|section| sections[section].title.clone())
        .collect();
    headings.extend(document.title.clone());
    headings.reverse();
    headings
}

fn summary(summaries: &Summaries, section: Option<usize>) -> &Summary {
    let mut of_sections = summaries.sections.iter();
    let own = of_sections.find(|summary| Some(summary.section) == section);
    own.map_or(&summaries.document, |own| &own.summary)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(title: &str, start: usize, end: usize, parent: Option<usize>) -> Section {
        Section {
            title: title.to_owned(),
            level: 1,
            span: Span::new(start, end),
            parent,
        }
    }

    fn chunks(sections: &[Option<u32>]) -> Vec<ChunkRow> {
        (0_u32..)
            .zip(sections)
            .map(|(ordinal, &section)| ChunkRow {
                ordinal,
                span: Span::new(0, 0),
                pages: None,
                section,
                context: String::new(),
                hash: [0; 16],
                fields: text::ContextFields::default(),
                tokens: 0,
                counted: false,
            })
            .collect()
    }

    fn parts(sections: &[Section], of_chunks: &[Option<u32>]) -> Vec<(Range<u64>, Vec<String>)> {
        let document = crate::arrival::Arrival::failed(crate::FailedDocument {
            path: "a".to_owned(),
            root: String::new(),
            content_hash: [0; 32],
            format: None,
            bytes: 0,
            modified: None,
            added: 0,
            collection: String::new(),
            metadata: std::collections::BTreeMap::new(),
            reason: String::new(),
            reader_version: 1,
        });
        let outline = Outline::of(
            &document.record,
            sections,
            &chunks(of_chunks),
            &Summaries::default(),
        );
        let told = |part: OutlinePart| (part.chunks, part.headings);
        outline.parts.into_iter().map(told).collect()
    }

    #[test]
    fn small_sections_count_to_the_one_around_them_and_large_ones_do_not_join() {
        let sections = [
            section("Whole", 0, 100, None),
            section("One", 0, 50, Some(0)),
            section("Two", 50, 100, Some(0)),
        ];
        let small = parts(&sections, &[Some(0), Some(1), Some(2)]);
        assert_eq!(small, [(0..3, vec!["Whole".to_owned()])]);
        let mut long = vec![Some(1); CHUNKS_MAX];
        long.extend([Some(2), Some(2)]);
        let cut = parts(&sections, &long);
        let ranges: Vec<_> = cut.iter().map(|(range, _)| range.clone()).collect();
        assert_eq!(ranges, [0..16, 16..18]);
        assert_eq!(cut[1].1, ["Whole", "Two"]);
    }

    #[test]
    fn a_document_without_sections_is_one() {
        assert_eq!(parts(&[], &[None; 40]), [(0..40, Vec::new())]);
        assert_eq!(parts(&[], &[]), []);
    }
}
