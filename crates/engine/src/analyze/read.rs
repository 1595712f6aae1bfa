//! Reading a segment without a language model: all of its sentences are weighed, and what
//! answers best is quoted.

use index::{ChunkRecord, Hit, Snapshot};
use models::{Embedder, Limits};

use super::run::Segment;
use super::score::Scores;
use super::segment::Source;
use crate::answer::{self, Citation, Found, Selection, Weights};
use crate::question::Question;
use crate::retrieve::{self, Arm, ArmList, Passage, Retrieval, SearchRequest, fuse};
use crate::route::Route;
use crate::{AnswerConfig, EngineError, RetrieveConfig};

/// Chunks of a segment that are weighed as hits; the sentences of the others as their
/// neighbours.
const HITS: usize = 10;
/// Quotes that one finding shows.
const QUOTES: usize = 2;

/// What a segment says to the question.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The segment, by its id.
    pub segment: usize,
    /// What it says, quoted; markers count from 1 in each finding.
    pub text: String,
    /// The quotes, verified.
    pub citations: Vec<Citation>,
    /// Calibrated probability that it answers, 0 to 1.
    pub confidence: f64,
}

/// What reads.
pub(super) struct Reader<'a> {
    pub question: &'a Question,
    pub route: &'a Route,
    pub scores: &'a Scores,
    pub config: &'a AnswerConfig,
    pub weights: &'a Weights,
    pub limits: &'a Limits,
}

impl Reader<'_> {
    /// What a segment says; `None` where no sentence of it has to do with the question.
    pub(super) fn read(
        &self,
        snapshot: &Snapshot,
        source: &Source,
        segment: &Segment,
    ) -> Result<Option<Finding>, EngineError> {
        let place = segment.place();
        let chunks: Vec<(usize, usize)> = segment.chunks().map(|chunk| (place, chunk)).collect();
        let of = |(_, chunk): (usize, usize)| &source.chunks[chunk];
        let (retrieval, records) = self.ranked(&chunks, of);
        if retrieval.hits.is_empty() {
            return Ok(None);
        }
        let whole = segment.chunks();
        let passage = Passage {
            document: source.id.clone(),
            chunks: (
                source.chunks[whole.start].ordinal,
                source.chunks[whole.end - 1].ordinal,
            ),
            span: segment.span,
            pages: segment.pages,
            text: snapshot.text(&source.id, segment.span)?,
            hits: (0..retrieval.hits.len()).collect(),
        };
        let found = Found {
            retrieval: &retrieval,
            records: &records,
            passages: &[passage],
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
        let (retrieval, records) = self.ranked(chunks, of);
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
        answer::select(
            snapshot,
            embedder,
            (self.question, self.route),
            found,
            config,
            self.weights,
            self.limits,
        )
    }

    /// Chunks as a search over them alone would rank them.
    fn ranked<'r>(
        &self,
        chunks: &[(usize, usize)],
        of: impl Fn((usize, usize)) -> &'r ChunkRecord,
    ) -> (Retrieval, Vec<ChunkRecord>) {
        let config = RetrieveConfig::default();
        let request = SearchRequest::new(self.question.text());
        let mut retrieval = Retrieval::nothing(&request, &config);
        retrieval.query = self.question.query.clone();
        let mentions = self.question.mentions.as_ref();
        retrieval.naming = mentions
            .map(|about| about.terms.clone())
            .unwrap_or_default();
        retrieval.vector.clone_from(&self.scores.vector);
        let words = chunks.iter().filter_map(|&(source, chunk)| {
            let score = self.scores.sparse[source][chunk];
            (score > 0.0).then(|| hit(of((source, chunk)), score))
        });
        retrieval.lists.push(list(Arm::Keyword, words.collect()));
        let meanings = chunks.iter().filter_map(|&(source, chunk)| {
            let score = self.scores.dense[source][chunk]?;
            Some(hit(of((source, chunk)), score))
        });
        let meanings: Vec<Hit> = meanings.collect();
        if !meanings.is_empty() {
            retrieval.dense_coverage = meanings.len() as f64 / chunks.len().max(1) as f64;
            retrieval.lists.push(list(Arm::Dense, meanings));
        }
        let order = |id| chunks.iter().position(|&chunk| of(chunk).id == id);
        let mut hits = fuse(&retrieval.lists, retrieval.fusion, order);
        retrieval.candidates = hits.len();
        hits.truncate(HITS);
        let records = hits.iter().filter_map(|hit| {
            let place = order(hit.chunk)?;
            Some(of(chunks[place]).clone())
        });
        let records = records.collect();
        retrieval.hits = hits;
        (retrieval, records)
    }
}

fn hit(chunk: &ChunkRecord, score: f64) -> Hit {
    Hit {
        chunk: chunk.id,
        score: score as f32,
    }
}

fn list(arm: Arm, mut hits: Vec<Hit>) -> ArmList {
    hits.sort_by(|a, b| b.score.total_cmp(&a.score));
    ArmList {
        arm,
        weight: 1.0,
        candidates: hits.len(),
        hits,
        beyond: Vec::new(),
        grade: index::Grade::Exact,
    }
}
