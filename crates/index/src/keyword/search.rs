//! The best chunks of a query: all lists of its terms, added up.
//!
//! Scores stand in the order of the segments' own numbers, so that a list is
//! added forwards through memory, and two threads can have a half of each
//! segment: a chunk's terms are added by one of them, in the order of the query.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::thread;

use tantivy::postings::{BlockSegmentPostings, TermInfo};

use super::view::{KeywordView, part};
use crate::IndexError;
use crate::ranking::Best;
use crate::scope::RowSet;

/// From so many postings on a second thread pays for its start: adding them
/// takes some 100 µs.
const TWO_THREADS_FROM_POSTINGS: u64 = 50_000;

/// A term's list in one segment.
struct List {
    segment: usize,
    info: TermInfo,
    /// Factor of its frequency part.
    weight: f32,
}

impl KeywordView {
    /// The `k` best rows of a scope, and how many rows matched.
    pub(crate) fn search(
        &self,
        query: &[super::QueryTerm],
        scope: Option<&RowSet>,
        k: usize,
    ) -> Result<Chosen, IndexError> {
        let mut lists = Vec::new();
        for (term, weight) in self.weighted(query)? {
            for (segment, visible) in self.visible.iter().enumerate() {
                let info = self.info(visible, &term)?;
                lists.extend(info.map(|info| List {
                    segment,
                    info,
                    weight,
                }));
            }
        }
        match scope {
            None => self.best_of_all(&lists, k),
            Some(rows) => self.best_of_some(&lists, rows, k),
        }
    }

    fn best_of_all(&self, lists: &[List], k: usize) -> Result<Chosen, IndexError> {
        let choose = |parts: &mut [Part<'_>]| {
            let mut chosen = Choice::of(k);
            for (part, visible) in parts.iter().zip(&self.visible) {
                let rows = &visible.rows[part.documents.start as usize..];
                for (&score, &row) in part.scores.iter().zip(rows) {
                    chosen.offer(score, row);
                }
            }
            chosen
        };
        let mut scores = self.no_scores();
        let (low, high) = self.add_up(lists, &mut scores, choose)?;
        self.keep(scores);
        Ok(low.and(high).done())
    }

    fn best_of_some(&self, lists: &[List], rows: &RowSet, k: usize) -> Result<Chosen, IndexError> {
        let mut scores = self.no_scores();
        self.add_up(lists, &mut scores, |_| ())?;
        let mut chosen = Choice::of(k);
        for row in rows.iter() {
            let (segment, document) = self.homes[row as usize];
            chosen.offer(scores[segment as usize][document as usize], row);
        }
        self.keep(scores);
        Ok(chosen.done())
    }

    /// A score of 0 for each document number of each segment.
    fn no_scores(&self) -> Vec<Vec<f32>> {
        let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = spare.take();
        drop(spare);
        if let Some(mut scores) = kept {
            scores.iter_mut().for_each(|scores| scores.fill(0.0));
            return scores;
        }
        let segments = self.visible.iter();
        segments.map(|it| vec![0.0; it.rows.len()]).collect()
    }

    /// Leaves scores to the next search: memory that is new costs more than to be cleared.
    fn keep(&self, scores: Vec<Vec<f32>>) {
        *self.spare.lock().unwrap_or_else(PoisonError::into_inner) = Some(scores);
    }

    /// Adds the lists up and does something with either half of every segment's
    /// scores, on two threads where there is much to add.
    fn add_up<T: Send + Default>(
        &self,
        lists: &[List],
        scores: &mut [Vec<f32>],
        then: impl Fn(&mut [Part<'_>]) -> T + Sync,
    ) -> Result<(T, T), IndexError> {
        let postings: u64 = lists.iter().map(|list| u64::from(list.info.doc_freq)).sum();
        if postings < TWO_THREADS_FROM_POSTINGS {
            let mut whole: Vec<Part<'_>> = scores.iter_mut().map(|all| Part::of(0, all)).collect();
            self.add_lists(lists, &mut whole)?;
            return Ok((then(&mut whole), T::default()));
        }
        let halves = scores.iter_mut().map(|scores| {
            let middle = scores.len() / 2;
            let (low, high) = scores.split_at_mut(middle);
            (Part::of(0, low), Part::of(middle, high))
        });
        let (mut low, high): (Vec<Part<'_>>, Vec<Part<'_>>) = halves.unzip();
        let high = Mutex::new(high);
        let add_high = || {
            let mut high = high.lock().unwrap_or_else(PoisonError::into_inner);
            // A thread that broke off may have begun.
            high.iter_mut().for_each(|part| part.scores.fill(0.0));
            self.add_lists(lists, &mut high)?;
            Ok(then(&mut high))
        };
        thread::scope(|scope| {
            let other = thread::Builder::new().spawn_scoped(scope, add_high);
            let added = self.add_lists(lists, &mut low);
            let low = added.map(|()| then(&mut low));
            let other = other.ok().and_then(|thread| thread.join().ok());
            // No second thread was to be had: this one does its work.
            Ok((low?, other.unwrap_or_else(add_high)?))
        })
    }

    /// Adds the lists up, in their order, into a part of each segment's scores.
    fn add_lists(&self, lists: &[List], parts: &mut [Part<'_>]) -> Result<(), IndexError> {
        for list in lists {
            let part = &mut parts[list.segment];
            if part.scores.is_empty() {
                continue;
            }
            let visible = &self.visible[list.segment];
            let mut blocks = self.blocks(visible, &list.info)?;
            part.add(&mut blocks, &visible.norms, list.weight);
        }
        Ok(())
    }
}

/// Scores and rows, best first, and how many rows matched.
type Chosen = (Vec<(f32, u32)>, usize);

/// The best rows so far, and how many matched.
#[derive(Default)]
struct Choice {
    best: Option<Best>,
    matched: usize,
}

impl Choice {
    fn of(k: usize) -> Self {
        Self {
            best: Some(Best::new(k)),
            matched: 0,
        }
    }

    #[inline]
    fn offer(&mut self, score: f32, row: u32) {
        // Every weight is positive, so a score of 0 is no match; hidden rows have it.
        if score > 0.0 {
            self.matched += 1;
            if let Some(best) = &mut self.best {
                best.offer(score, row);
            }
        }
    }

    fn and(mut self, other: Choice) -> Choice {
        let rest = other.best.map(Best::into_sorted).unwrap_or_default();
        if let Some(best) = &mut self.best {
            rest.into_iter()
                .for_each(|(score, row)| best.offer(score, row));
        }
        self.matched += other.matched;
        self
    }

    fn done(self) -> Chosen {
        let best = self.best.map(Best::into_sorted).unwrap_or_default();
        (best, self.matched)
    }
}

/// The scores of neighbouring document numbers of a segment.
struct Part<'s> {
    documents: Range<u32>,
    scores: &'s mut [f32],
}

impl<'s> Part<'s> {
    /// Document numbers are 32 bits, so that places of a segment fit.
    fn of(first: usize, scores: &'s mut [f32]) -> Self {
        Self {
            documents: first as u32..(first + scores.len()) as u32,
            scores,
        }
    }

    fn add(&mut self, blocks: &mut BlockSegmentPostings, norms: &[f32], weight: f32) {
        let Range { start, end } = self.documents;
        let norms = &norms[start as usize..end as usize];
        let mut from = match start {
            0 => 0,
            start => blocks.seek(start),
        };
        loop {
            let (documents, frequencies) = (blocks.docs(), blocks.freqs());
            let until = documents.partition_point(|&document| document < end);
            if from < until {
                let pairs = documents[from..until].iter().zip(&frequencies[from..until]);
                for (&document, &frequency) in pairs {
                    let at = (document - start) as usize;
                    self.scores[at] += part(weight, frequency, norms[at]);
                }
            }
            if documents.is_empty() || until < documents.len() {
                return;
            }
            blocks.advance();
            from = 0;
        }
    }
}
