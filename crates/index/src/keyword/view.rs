//! BM25 over what one version shows.
//!
//! Term at a time: for each term of the query, in its order, the lists of all
//! segments are added up into one score a chunk ([`super::search`]). A chunk's score is the same
//! whatever the segments are, and dead chunks count nowhere: not in the number
//! of chunks, not in the average length, not in a term's document frequency.
//! Weighed against document-at-a-time with block skipping: questions have six
//! to eight terms and lists of thousands, which add up in well under a
//! millisecond, and equal scores then come from equal sums.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tantivy::postings::{BlockSegmentPostings, Postings, TermInfo};
use tantivy::schema::{IndexRecordOption, Term};
use tantivy::{DocSet, TERMINATED};

use super::Segments;
use super::segment::Segment;
use crate::IndexError;

/// Saturation of term frequency, and weight of length: the usual values
/// (Robertson and Zaragoza, 2009), which no set we measured improves on by
/// more than noise.
const K1: f32 = 1.2;
const B: f32 = 0.75;

/// Marks a document number whose chunk the version does not show.
pub(super) const HIDDEN: u32 = u32::MAX;

/// Terms whose frequency among visible chunks is remembered.
const FREQUENCIES_MAX: usize = 65_536;

/// A term of a query.
#[derive(Debug, Clone, PartialEq)]
pub struct QueryTerm {
    /// As the analyzer gives it.
    pub term: String,
    /// What its score is multiplied by; terms at 0 or below are left out.
    pub weight: f32,
}

pub(super) struct VisibleSegment {
    pub(super) segment: Arc<Segment>,
    /// Row by document number, or [`HIDDEN`].
    pub(super) rows: Vec<u32>,
    /// `K1 × (1 − B + B × length / average)` by document number; infinite for a
    /// hidden one, whose score so stays 0.
    pub(super) norms: Vec<f32>,
    /// No document number is hidden, so tantivy's own frequencies hold.
    whole: bool,
}

/// The keyword index as one version shows it.
pub(crate) struct KeywordView {
    pub(super) segments: Segments,
    pub(super) visible: Vec<VisibleSegment>,
    /// By row: segment and document number.
    pub(super) homes: Vec<(u32, u32)>,
    frequencies: Mutex<HashMap<String, u32>>,
    /// Scores of the last search, whose memory the next one uses again.
    pub(super) spare: Mutex<Option<Vec<Vec<f32>>>>,
}

impl KeywordView {
    /// `rows` is the number of visible chunks, `terms` that of their terms,
    /// `row_of` the row of a visible chunk. Fails when the index lacks a visible
    /// chunk, holds one twice, or has another number of terms.
    pub(crate) fn new(
        segments: Segments,
        rows: u32,
        terms: u64,
        row_of: impl Fn(u64) -> Option<u32>,
    ) -> Result<KeywordView, IndexError> {
        let mut terms_total = 0;
        let mut homes = vec![(HIDDEN, HIDDEN); rows as usize];
        let mut found = 0;
        let mut visible = Vec::with_capacity(segments.all.len());
        for (number, segment) in (0_u32..).zip(&segments.all) {
            let mut hidden = 0;
            let mut row_of_document = Vec::with_capacity(segment.chunks.len());
            for (document, &chunk) in (0_u32..).zip(&segment.chunks) {
                let alive = segment
                    .alive
                    .as_ref()
                    .is_none_or(|alive| alive.is_alive(document));
                let row = row_of(chunk).filter(|_| alive).unwrap_or(HIDDEN);
                row_of_document.push(row);
                if row == HIDDEN {
                    hidden += 1;
                    continue;
                }
                let home = &mut homes[row as usize];
                if home.0 != HIDDEN {
                    let reason = format!("chunk {chunk} is in it twice");
                    return Err(IndexError::damaged(&segments.dir, reason));
                }
                *home = (number, document);
                terms_total += u64::from(segment.lengths[document as usize]);
                found += 1;
            }
            let segment = Arc::clone(segment);
            visible.push(VisibleSegment {
                segment,
                rows: row_of_document,
                norms: Vec::new(),
                whole: hidden == 0,
            });
        }
        if found != rows {
            let reason = format!("it has {found} of {rows} chunks");
            return Err(IndexError::damaged(&segments.dir, reason));
        }
        if terms_total != terms {
            let reason = format!("it has {terms_total} terms instead of {terms}");
            return Err(IndexError::damaged(&segments.dir, reason));
        }
        let average = (terms_total as f32 / rows.max(1) as f32).max(1.0);
        for segment in &mut visible {
            let lengths = segment.segment.lengths.iter().zip(&segment.rows);
            segment.norms = lengths
                .map(|(&length, &row)| match row {
                    HIDDEN => f32::INFINITY,
                    _ => K1 * (1.0 - B + B * length as f32 / average),
                })
                .collect();
        }
        Ok(KeywordView {
            visible,
            homes,
            frequencies: Mutex::default(),
            spare: Mutex::default(),
            segments,
        })
    }

    /// The opened segments, to be used again by the next version.
    pub(crate) fn segments(&self) -> &Segments {
        &self.segments
    }

    /// What is wrong with its files, where something is.
    pub(crate) fn damage(&self) -> Option<IndexError> {
        let (dir, folder) = (&self.segments.dir, self.segments.dir.file_name()?);
        let generation = super::generation_of(folder.to_str()?)?;
        match super::damaged_files(dir.parent()?, generation) {
            Ok(files) => {
                let (file, reason) = files.into_iter().next()?;
                Some(IndexError::Damaged { file, reason })
            }
            Err(error) => Some(error),
        }
    }

    /// The scores of given rows: what [`KeywordView::search`] gives them, 0
    /// where nothing matches.
    pub(crate) fn scores(&self, query: &[QueryTerm], rows: &[u32]) -> Result<Vec<f32>, IndexError> {
        // Lists are read forwards, so rows go in order of their place.
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_unstable_by_key(|&index| self.homes[rows[index] as usize]);
        let mut scores = vec![0.0_f32; rows.len()];
        for (term, weight) in self.weighted(query)? {
            let mut list = None;
            for &index in &order {
                let row = rows[index] as usize;
                let (number, document) = self.homes[row];
                if list.as_ref().is_none_or(|(current, _)| *current != number) {
                    list = Some((number, self.list(number, &term)?));
                }
                let Some((_, Some(list))) = &mut list else {
                    continue;
                };
                let at = if list.doc() < document {
                    list.seek(document)
                } else {
                    list.doc()
                };
                if at == document {
                    let norm = self.visible[number as usize].norms[document as usize];
                    scores[index] += part(weight, list.term_freq(), norm);
                }
            }
        }
        Ok(scores)
    }

    fn list(
        &self,
        number: u32,
        term: &Term,
    ) -> Result<Option<tantivy::postings::SegmentPostings>, IndexError> {
        let lists = &self.visible[number as usize].segment.lists;
        lists
            .read_postings(term, IndexRecordOption::WithFreqs)
            .map_err(|error| IndexError::tantivy(&self.segments.dir, error.into()))
    }

    /// Terms that occur, each once, in the order of the query, with the factor
    /// of their frequency part.
    pub(super) fn weighted(&self, query: &[QueryTerm]) -> Result<Vec<(Term, f32)>, IndexError> {
        let mut merged: Vec<(&str, f32)> = Vec::with_capacity(query.len());
        for QueryTerm { term, weight } in query {
            match merged.iter_mut().find(|(known, _)| known == term) {
                Some((_, sum)) => *sum += weight,
                None => merged.push((term, *weight)),
            }
        }
        let mut weighted = Vec::with_capacity(merged.len());
        for (term, weight) in merged {
            let frequency = self.document_frequency(term)?;
            if frequency > 0 && weight > 0.0 {
                let factor = weight * rarity(self.homes.len(), frequency) * (K1 + 1.0);
                weighted.push((
                    Term::from_field_text(self.segments.fields.terms, term),
                    factor,
                ));
            }
        }
        Ok(weighted)
    }

    /// How many visible chunks hold a term.
    pub(crate) fn document_frequency(&self, text: &str) -> Result<u32, IndexError> {
        let mut known = self
            .frequencies
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(&frequency) = known.get(text) {
            return Ok(frequency);
        }
        let term = Term::from_field_text(self.segments.fields.terms, text);
        let mut frequency = 0;
        for visible in &self.visible {
            let Some(info) = self.info(visible, &term)? else {
                continue;
            };
            frequency += if visible.whole {
                info.doc_freq
            } else {
                count_visible(&mut self.blocks(visible, &info)?, &visible.rows)
            };
        }
        if known.len() < FREQUENCIES_MAX {
            known.insert(text.to_owned(), frequency);
        }
        Ok(frequency)
    }

    pub(super) fn info(
        &self,
        visible: &VisibleSegment,
        term: &Term,
    ) -> Result<Option<TermInfo>, IndexError> {
        visible
            .segment
            .lists
            .get_term_info(term)
            .map_err(|error| IndexError::tantivy(&self.segments.dir, error.into()))
    }

    pub(super) fn blocks(
        &self,
        visible: &VisibleSegment,
        info: &TermInfo,
    ) -> Result<BlockSegmentPostings, IndexError> {
        visible
            .segment
            .lists
            .read_block_postings_from_terminfo(info, IndexRecordOption::WithFreqs)
            .map_err(|error| IndexError::tantivy(&self.segments.dir, error.into()))
    }

    /// Calls `each` with row, term and frequency for every term of every visible chunk;
    /// the terms of a row come in ascending order.
    pub(crate) fn for_each_posting(
        &self,
        mut each: impl FnMut(u32, &[u8], u32),
    ) -> Result<(), IndexError> {
        let failed = |error: std::io::Error| IndexError::tantivy(&self.segments.dir, error.into());
        for visible in &self.visible {
            let lists = &visible.segment.lists;
            let mut terms = lists.terms().stream().map_err(failed)?;
            while terms.advance() {
                let mut list = lists
                    .read_postings_from_terminfo(terms.value(), IndexRecordOption::WithFreqs)
                    .map_err(failed)?;
                while list.doc() != TERMINATED {
                    let row = visible.rows[list.doc() as usize];
                    if row != HIDDEN {
                        each(row, terms.key(), list.term_freq());
                    }
                    list.advance();
                }
            }
        }
        Ok(())
    }
}

fn count_visible(blocks: &mut BlockSegmentPostings, rows: &[u32]) -> u32 {
    let mut count = 0;
    while !blocks.docs().is_empty() {
        for &document in blocks.docs() {
            count += u32::from(rows[document as usize] != HIDDEN);
        }
        blocks.advance();
    }
    count
}

/// Inverse document frequency, always positive.
fn rarity(chunks: usize, frequency: u32) -> f32 {
    let (chunks, frequency) = (chunks as f64, f64::from(frequency));
    (1.0 + (chunks - frequency + 0.5) / (frequency + 0.5)).ln() as f32
}

/// What one term adds to a chunk's score.
#[inline]
pub(super) fn part(weight: f32, frequency: u32, norm: f32) -> f32 {
    let frequency = frequency as f32;
    weight * frequency / (frequency + norm)
}
