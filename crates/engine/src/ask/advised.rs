//! A search that a language model helps: steps, other words, a choice of documents. Each is
//! one small call, and the search stands as it is where one fails.

use std::collections::BTreeSet;

use index::{ChunkRecord, DocumentId};
use models::Limits;

use super::With;
use crate::EngineError;
use crate::advise::{self, Advice, Advised, Adviser, Step};
use crate::retrieve::{self, FusedHit, Retrieval, SearchRequest, Strategy};
use crate::summarize::written;

/// Hits of a step that are read for what it finds, and characters of each.
const FINDING_HITS: usize = 3;
const FINDING_CHARS: usize = 900;
/// Paths that a step names.
const DOCUMENTS_NAMED: usize = 3;

impl With<'_> {
    /// Adds to what was found what a model helps to find.
    pub(super) fn advise(&self, retrieval: &mut Retrieval) -> Result<Advised, EngineError> {
        let mut advised = Advised::default();
        let Some(adviser) = self.adviser.filter(|one| one.uses.searches()) else {
            return Ok(advised);
        };
        let limits = self.limits.half();
        if let Err(error) = adviser.model.prepare(&limits) {
            advised.advice.push(failed("search", error.to_string()));
            return Ok(advised);
        }
        let mut lists = Vec::new();
        // A list is one broad search, however it is worded.
        if adviser.uses.steps && !self.route.enumeration {
            lists.extend(self.steps(adviser, &limits, &mut advised)?);
        }
        if adviser.uses.expand {
            lists.extend(self.expanded(adviser, &limits, &mut advised)?);
        }
        if !lists.is_empty() {
            retrieval.hits = merged(&retrieval.hits, &lists, self.request.k);
        }
        if adviser.uses.documents {
            self.chosen(adviser, &limits, retrieval, &mut advised)?;
        }
        Ok(advised)
    }

    /// Hits of the steps of the question, in order, each looked up with what the steps before it
    /// found.
    fn steps(
        &self,
        adviser: &Adviser<'_>,
        limits: &Limits,
        advised: &mut Advised,
    ) -> Result<Vec<Vec<FusedHit>>, EngineError> {
        let planned = match advise::plan_steps(self.question.text(), adviser, limits) {
            Ok(planned) => planned,
            Err(reason) => {
                advised.advice.push(failed("steps", reason));
                return Ok(Vec::new());
            }
        };
        let said = planned.iter().map(|step| step.question.clone()).collect();
        advised.advice.push(taken("steps", said));
        let needed: BTreeSet<usize> = planned.iter().flat_map(|step| step.needs.clone()).collect();
        let (mut lists, mut findings) = (Vec::new(), Vec::new());
        for (at, step) in planned.iter().enumerate() {
            let question = advise::filled(step, &findings);
            let hits = self.search(&question)?;
            let records = self.records(&hits)?;
            // Only what a later step uses is worth a call.
            let finding = match needed.contains(&(at + 1)) {
                true => self.finding(&question, &records, adviser, limits, advised),
                false => None,
            };
            advised.steps.push(Step {
                question,
                needs: step.needs.clone(),
                finding: finding.clone(),
                documents: self.paths(&records),
            });
            findings.push(finding);
            lists.push(hits);
        }
        Ok(lists)
    }

    fn finding(
        &self,
        question: &str,
        records: &[ChunkRecord],
        adviser: &Adviser<'_>,
        limits: &Limits,
        advised: &mut Advised,
    ) -> Option<String> {
        let read = records.iter().take(FINDING_HITS);
        let read: Vec<String> = read
            .map(|record| record.text.chars().take(FINDING_CHARS).collect())
            .collect();
        match advise::finding(question, &read.join("\n\n"), adviser, limits) {
            Ok(found) => {
                advised
                    .advice
                    .push(taken("finding", found.iter().cloned().collect()));
                found
            }
            Err(reason) => {
                advised.advice.push(failed("finding", reason));
                None
            }
        }
    }

    /// Hits of other words for the question.
    fn expanded(
        &self,
        adviser: &Adviser<'_>,
        limits: &Limits,
        advised: &mut Advised,
    ) -> Result<Vec<Vec<FusedHit>>, EngineError> {
        match advise::expand(self.question.text(), adviser, limits) {
            Ok(phrases) => {
                let lists = phrases.iter().map(|phrase| self.search(phrase)).collect();
                advised.advice.push(taken("expand", phrases));
                lists
            }
            Err(reason) => {
                advised.advice.push(failed("expand", reason));
                Ok(Vec::new())
            }
        }
    }

    /// Puts the hits of chosen documents before the others.
    fn chosen(
        &self,
        adviser: &Adviser<'_>,
        limits: &Limits,
        retrieval: &mut Retrieval,
        advised: &mut Advised,
    ) -> Result<(), EngineError> {
        let records = self.records(&retrieval.hits)?;
        let mut listed: Vec<&DocumentId> = Vec::new();
        for record in &records {
            if !listed.contains(&&record.document) && listed.len() < advise::DOCUMENTS_MAX {
                listed.push(&record.document);
            }
        }
        if listed.len() < 2 {
            return Ok(());
        }
        let told: Result<Vec<String>, EngineError> = listed
            .iter()
            .map(|document| written::about(self.snapshot, document))
            .collect();
        match advise::choose_documents(self.question.text(), &told?, adviser, limits) {
            Ok(chosen) => {
                let chosen: Vec<&DocumentId> = chosen.iter().map(|at| listed[*at]).collect();
                let is_chosen: Vec<bool> = records
                    .iter()
                    .map(|record| chosen.contains(&&record.document))
                    .collect();
                let pick = |wanted: bool| {
                    let hits = retrieval.hits.iter().zip(&is_chosen);
                    hits.filter(move |(_, is)| **is == wanted)
                        .map(|(hit, _)| hit.clone())
                };
                let hits: Vec<FusedHit> = pick(true).chain(pick(false)).collect();
                retrieval.hits = falling(hits);
                let paths = chosen.iter().map(|document| self.path(document)).collect();
                advised.advice.push(taken("documents", paths));
            }
            Err(reason) => advised.advice.push(failed("documents", reason)),
        }
        Ok(())
    }

    /// The hits of a question that a model wrote, under the same filters.
    fn search(&self, text: &str) -> Result<Vec<FusedHit>, EngineError> {
        let auto = self.request.strategy == Strategy::Auto;
        let request = SearchRequest {
            query: text.to_owned(),
            strategy: self.request.strategy,
            suggested: auto.then_some(Strategy::Hybrid),
            k: self.request.k,
            filters: self.request.filters.clone(),
            neighbors: 0,
        };
        let (snapshot, embedder) = (self.snapshot, self.embedder);
        let found = retrieve::retrieve(snapshot, embedder, &request, self.retrieve, self.limits);
        match found {
            // What a model writes may be no query.
            Err(EngineError::QueryEmpty | EngineError::QueryTooLong { .. }) => Ok(Vec::new()),
            found => Ok(found?.hits),
        }
    }

    fn records(&self, hits: &[FusedHit]) -> Result<Vec<ChunkRecord>, EngineError> {
        let ids: Vec<_> = hits.iter().map(|hit| hit.chunk).collect();
        Ok(self.snapshot.chunks(&ids)?)
    }

    fn path(&self, document: &DocumentId) -> String {
        let record = self.snapshot.document(document);
        record.map(|record| record.path.clone()).unwrap_or_default()
    }

    fn paths(&self, records: &[ChunkRecord]) -> Vec<String> {
        let mut paths: Vec<String> = Vec::new();
        for record in records {
            let path = self.path(&record.document);
            if !paths.contains(&path) && paths.len() < DOCUMENTS_NAMED {
                paths.push(path);
            }
        }
        paths
    }
}

/// The hits of all lists in turn, each chunk once, as many as are wanted.
fn merged(first: &[FusedHit], others: &[Vec<FusedHit>], k: usize) -> Vec<FusedHit> {
    let longest = others.iter().map(Vec::len).chain([first.len()]).max();
    let mut known = BTreeSet::new();
    let mut hits: Vec<FusedHit> = Vec::new();
    for rank in 0..longest.unwrap_or(0) {
        let of_rank = std::iter::once(first).chain(others.iter().map(Vec::as_slice));
        for hit in of_rank.filter_map(|list| list.get(rank)) {
            if hits.len() < k && known.insert(hit.chunk) {
                hits.push(hit.clone());
            }
        }
    }
    falling(hits)
}

/// Scores fall with the rank: those of several searches are not comparable.
fn falling(mut hits: Vec<FusedHit>) -> Vec<FusedHit> {
    let mut most = f32::INFINITY;
    for hit in &mut hits {
        hit.score = hit.score.min(most);
        most = hit.score;
    }
    hits
}

fn taken(asked_for: &'static str, said: Vec<String>) -> Advice {
    Advice {
        asked_for,
        said,
        failed: None,
    }
}

fn failed(asked_for: &'static str, reason: String) -> Advice {
    Advice {
        asked_for,
        said: Vec::new(),
        failed: Some(reason),
    }
}

#[cfg(test)]
mod tests {
    use index::ChunkId;

    use super::*;

    #[test]
    fn lists_are_taken_in_turn_and_no_chunk_twice() {
        let list = |chunks: &[u64]| -> Vec<FusedHit> {
            let hit = |(at, chunk): (usize, &u64)| FusedHit {
                chunk: ChunkId(*chunk),
                score: 1.0 - at as f32 / 10.0,
                arms: Vec::new(),
            };
            chunks.iter().enumerate().map(hit).collect()
        };
        let all = merged(&list(&[1, 2, 3]), &[list(&[7, 1]), list(&[8, 9])], 6);
        let order: Vec<u64> = all.iter().map(|hit| hit.chunk.0).collect();
        assert_eq!(order, [1, 7, 8, 2, 9, 3]);
        assert!(all.windows(2).all(|two| two[0].score >= two[1].score));
        assert_eq!(merged(&list(&[1, 2, 3]), &[], 2).len(), 2);
    }
}
