//! Reading a segment without a language model: all of its sentences are weighed, and what
//! answers best is quoted.

use std::collections::BTreeMap;

use index::{ChunkId, ChunkRecord, Snapshot};
use models::{Embedder, Limits};

use super::score::Scores;
use super::segment::Source;
use super::state::{Finding, ReadBy, Segment};
use crate::answer::{self, Found, Selection, Weights};
use crate::question::LibraryQuestion;
use crate::retrieve::{self, Arm, Passage, Retrieval, SearchRequest, fuse};
use crate::{AnswerConfig, EngineError, RetrieveConfig};

/// Quotes that one finding shows.
const QUOTES: usize = 2;

/// What reads.
pub(super) struct Reader<'a> {
    pub question: &'a LibraryQuestion,
    pub scores: &'a Scores,
    pub config: &'a AnswerConfig,
    pub weights: &'a Weights,
    pub limits: &'a Limits,
}

impl Reader<'_> {
    /// What chunks of a segment say, in the order of the text; `None` where no sentence of
    /// them has to do with the question.
    pub(super) fn read(
        &self,
        snapshot: &Snapshot,
        source: &Source,
        segment: &Segment,
        chunks: &[usize],
    ) -> Result<Option<Finding>, EngineError> {
        let place = segment.place();
        let places: Vec<(usize, usize)> = chunks.iter().map(|&chunk| (place, chunk)).collect();
        let of = |(_, chunk): (usize, usize)| &source.chunks[chunk];
        let (retrieval, records) = self.ranked(snapshot, &places, of)?;
        if retrieval.hits.is_empty() {
            return Ok(None);
        }
        let passages = passages(snapshot, source, chunks, &records)?;
        let found = Found {
            retrieval: &retrieval,
            records: &records,
            passages: &passages,
        };
        // Whatever is nearest is a finding, with its confidence. Sentences get no vectors here:
        // the few that stay get them in the end.
        let config = AnswerConfig {
            confidence_min: Some(0.0),
            quotes_max: QUOTES,
        };
        let selection = self.select(snapshot, None, &config, &found)?;
        let Some(answer) = selection.answer else {
            return Ok(None);
        };
        Ok(Some(Finding {
            segment: segment.id,
            text: answer.text,
            citations: answer.citations,
            confidence: selection.confidence,
            by: ReadBy::Extractive,
            asked: None,
        }))
    }

    /// The best of all chunks that were read, weighed together and with vectors.
    pub(super) fn together(
        &self,
        snapshot: &Snapshot,
        embedder: Option<&dyn Embedder>,
        sources: &[Source],
        chunks: &[(usize, usize)],
    ) -> Result<(Selection, Vec<ChunkRecord>), EngineError> {
        let of = |(source, chunk): (usize, usize)| &sources[source].chunks[chunk];
        let (retrieval, records) = self.ranked(snapshot, chunks, of)?;
        let passages = retrieve::expand(snapshot, &retrieval.hits, &records, 2)?;
        let found = Found {
            retrieval: &retrieval,
            records: &records,
            passages: &passages,
        };
        let selection = self.select(snapshot, embedder, self.config, &found)?;
        Ok((selection, records))
    }

    fn select(
        &self,
        snapshot: &Snapshot,
        embedder: Option<&dyn Embedder>,
        config: &AnswerConfig,
        found: &Found<'_>,
    ) -> Result<Selection, EngineError> {
        // A list is gathered from what parts say, each as sure as it is of its own.
        let asked = (self.question, false);
        answer::select(
            snapshot,
            embedder,
            asked,
            found,
            config,
            self.weights,
            self.limits,
        )
    }

    /// Chunks as a search over them alone would rank them.
    fn ranked<'r>(
        &self,
        snapshot: &Snapshot,
        chunks: &[(usize, usize)],
        of: impl Fn((usize, usize)) -> &'r ChunkRecord,
    ) -> Result<(Retrieval, Vec<ChunkRecord>), EngineError> {
        let config = RetrieveConfig::default();
        let request = SearchRequest::new(self.question.text());
        let mut retrieval = Retrieval::nothing(&request, &config);
        retrieval.query = self.question.query.clone();
        let mentions = self.question.mentions.as_ref();
        retrieval.naming = mentions
            .map(|about| about.terms.clone())
            .unwrap_or_default();
        retrieval.vector.clone_from(&self.scores.vector);
        retrieval.lists = self.scores.lists(chunks, |place| of(place).id);
        retrieve::weigh_apart(snapshot, &retrieval.query, &mut retrieval.lists)?;
        let dense = retrieval.lists.iter().find(|list| list.arm == Arm::Dense);
        let near = dense.map_or(0, |list| list.hits.len());
        retrieval.dense_coverage = near as f64 / chunks.len().max(1) as f64;
        let places: BTreeMap<ChunkId, usize> = chunks
            .iter()
            .enumerate()
            .map(|(at, &place)| (of(place).id, at))
            .collect();
        let hits = fuse(&retrieval.lists, retrieval.fusion, |id| {
            places.get(&id).copied()
        });
        retrieval.candidates = hits.len();
        let records = hits
            .iter()
            .filter_map(|hit| Some(of(chunks[*places.get(&hit.chunk)?]).clone()));
        let records = records.collect();
        retrieval.hits = hits;
        Ok((retrieval, records))
    }
}

/// The text of chunks, joined where one follows the other, each with the hits that lie in it.
fn passages(
    snapshot: &Snapshot,
    source: &Source,
    chunks: &[usize],
    hits: &[ChunkRecord],
) -> Result<Vec<Passage>, EngineError> {
    let mut passages: Vec<Passage> = Vec::new();
    for run in chunks.chunk_by(|a, b| a + 1 == *b) {
        let (Some(&first), Some(&last)) = (run.first(), run.last()) else {
            continue;
        };
        let ordinals = (source.chunks[first].ordinal, source.chunks[last].ordinal);
        let span = source.span(&(first..last + 1));
        let within = |hit: &ChunkRecord| (ordinals.0..=ordinals.1).contains(&hit.ordinal);
        let hits: Vec<usize> = (0..hits.len()).filter(|&at| within(&hits[at])).collect();
        // Without a word of the question, and without vectors, there is nothing to weigh.
        if hits.is_empty() {
            continue;
        }
        passages.push(Passage {
            document: source.id.clone(),
            chunks: ordinals,
            span,
            pages: source.structure.pages_of(span),
            text: snapshot.text(&source.id, span)?,
            hits,
        });
    }
    Ok(passages)
}
