//! One variation on one library: each question asked and scored.

use std::collections::BTreeMap;
use std::time::Instant;

use perusal::answer::Weights;
use perusal::ask::{AskRequest, Asked, ask};
use perusal::index::Snapshot;
use perusal::models::{Cancel, Embedder, Limits};
use perusal::retrieve::{SearchRequest, retrieve};
use perusal::{AnswerConfig, EngineError, RetrieveConfig};

use super::outcome::{Outcome, QuestionOutcome};
use super::{Metric, Variation};
use crate::EvalError;
use crate::metrics::score_ranking;
use crate::qa::{
    EvidenceBound, GivenAnswer, GivenItem, GoldQuestion, ReadPassage, cites_gold_page,
    evidence_reach, score_answer,
};
use crate::retrieval::{CHUNKS_RANKED, documents};
use crate::topics::TopicSet;

/// Characters of an answer that a report shows.
const ANSWER_CHARS: usize = 300;

/// The questions of a set.
pub(super) enum Questions {
    /// With answers and evidence.
    Answered(Vec<GoldQuestion>),
    /// With judged documents.
    Judged(TopicSet),
}

/// How the questions are put.
pub(super) struct Asking<'a> {
    pub snapshot: &'a Snapshot,
    pub embedder: Option<&'a dyn Embedder>,
    pub variation: &'a Variation,
    /// Hits read.
    pub k: usize,
    pub retrieve: &'a RetrieveConfig,
    pub answer: &'a AnswerConfig,
    pub cancel: &'a Cancel,
}

impl Asking<'_> {
    /// Asks and scores all questions of a set, in its order.
    pub fn measure(&self, questions: &Questions) -> Result<Outcome, EvalError> {
        let mut measured = Vec::new();
        match questions {
            Questions::Answered(questions) => {
                for gold in questions {
                    self.check()?;
                    measured.push(self.answered(gold)?);
                }
            }
            Questions::Judged(set) => {
                for topic in &set.topics {
                    self.check()?;
                    measured.push(self.ranked(set, &topic.id, &topic.text)?);
                }
            }
        }
        let statistics = self.snapshot.statistics();
        Ok(Outcome {
            documents: statistics.documents,
            chunks: statistics.chunks,
            questions: measured,
        })
    }

    fn check(&self) -> Result<(), EvalError> {
        match self.cancel.is_cancelled() {
            true => Err(EngineError::Interrupted.into()),
            false => Ok(()),
        }
    }

    fn limits(&self) -> Limits {
        Limits {
            deadline: None,
            cancel: self.cancel.clone(),
        }
    }

    fn ranked(&self, set: &TopicSet, id: &str, text: &str) -> Result<QuestionOutcome, EvalError> {
        let request = SearchRequest {
            strategy: self.variation.strategy,
            k: CHUNKS_RANKED,
            ..SearchRequest::new(text)
        };
        let config = RetrieveConfig {
            depth: self.retrieve.depth.max(CHUNKS_RANKED),
            ..self.retrieve.clone()
        };
        let (snapshot, embedder) = (self.snapshot, self.embedder);
        let found = retrieve(snapshot, embedder, &request, &config, &self.limits())?;
        let documents = documents(snapshot, &found.hits)?;
        let ids: Vec<&str> = documents.iter().map(|(id, _)| id.as_str()).collect();
        let scores = score_ranking(&ids, &set.qrels[id]);
        Ok(QuestionOutcome {
            id: id.to_owned(),
            scores: BTreeMap::from([
                (Metric::Ndcg10, scores.ndcg_10),
                (Metric::Recall5, scores.recall_5),
                (Metric::Recall10, scores.recall_10),
                (Metric::Recall100, scores.recall_100),
                (Metric::Mrr10, scores.mrr_10),
            ]),
            answer: String::new(),
            milliseconds: found.times.ranked().as_secs_f64() * 1000.0,
        })
    }

    fn answered(&self, gold: &GoldQuestion) -> Result<QuestionOutcome, EvalError> {
        let request = AskRequest {
            strategy: self.variation.strategy,
            k: self.k,
            neighbors: self.variation.neighbors,
            tables: self.variation.tables,
            ..AskRequest::new(gold.question.clone())
        };
        let started = Instant::now();
        let asked = ask(
            self.snapshot,
            self.embedder,
            &request,
            self.retrieve,
            self.answer,
            Weights::shipped(),
            &self.limits(),
        )?;
        let milliseconds = started.elapsed().as_secs_f64() * 1000.0;
        let mut scores = BTreeMap::new();
        self.score_evidence(gold, &asked, &mut scores);
        score_given(gold, &asked, &mut scores);
        let answer = asked.answer.as_ref().map(|answer| answer.text.as_str());
        Ok(QuestionOutcome {
            id: gold.id.clone(),
            scores,
            answer: answer
                .unwrap_or_default()
                .chars()
                .take(ANSWER_CHARS)
                .collect(),
            milliseconds,
        })
    }

    /// What of the evidence stands in the passages, and how long they are.
    fn score_evidence(&self, gold: &GoldQuestion, asked: &Asked, scores: &mut Scores) {
        let paths: Vec<&str> = asked
            .passages
            .iter()
            .map(|passage| {
                let document = self.snapshot.document(&passage.document);
                document.map_or("", |document| document.path.as_str())
            })
            .collect();
        let passages: Vec<ReadPassage<'_>> = asked
            .passages
            .iter()
            .zip(paths)
            .map(|(passage, document)| ReadPassage {
                document,
                pages: passage.pages,
                text: &passage.text,
                rank: passage.hits.first().map_or(1, |hit| hit + 1),
            })
            .collect();
        let whole = EvidenceBound {
            hits: usize::MAX,
            characters: usize::MAX,
        };
        if let Some(reach) = evidence_reach(gold, &passages, whole) {
            scores.insert(Metric::Evidence, reach.recall());
            scores.insert(Metric::Documents, reach.document_recall());
            scores.insert(Metric::Characters, reach.characters as f64);
        }
        let bounded = EvidenceBound::hits(usize::MAX);
        if let Some(reach) = evidence_reach(gold, &passages, bounded) {
            scores.insert(Metric::EvidenceBounded, reach.recall());
        }
    }
}

type Scores = BTreeMap<Metric, f64>;

/// How right the answer is, its citations and the decision to give it.
fn score_given(gold: &GoldQuestion, asked: &Asked, scores: &mut Scores) {
    let mut put = |metric, value: Option<f64>| {
        if let Some(value) = value {
            scores.insert(metric, value);
        }
    };
    let flag = |is: bool| Some(f64::from(u8::from(is)));
    let answer = asked.answer.as_ref();
    put(Metric::Decision, flag(answer.is_some() == gold.answerable));
    let items: Vec<GivenItem<'_>> = answer
        .iter()
        .flat_map(|answer| &answer.items)
        .map(|item| GivenItem {
            label: &item.label,
            text: &item.text,
        })
        .collect();
    let given = GivenAnswer {
        text: answer.map_or("", |answer| answer.text.as_str()),
        items: &items,
    };
    if let Some(score) = score_answer(gold, &given) {
        put(Metric::Answer, Some(score.score));
        put(Metric::Exact, flag(score.exact));
        put(Metric::Contains, flag(score.contains));
        put(Metric::Number, score.number.and_then(flag));
        put(Metric::ListRecall, score.list.map(|list| list.recall));
        put(
            Metric::ListPrecision,
            score.list.and_then(|list| list.precision),
        );
    }
    let citations = answer.map_or(&[][..], |answer| &answer.citations);
    if !gold.evidence.is_empty() && !citations.is_empty() {
        let on_gold = citations
            .iter()
            .filter(|citation| cites_gold_page(gold, &citation.path, citation.pages))
            .count();
        put(
            Metric::Citations,
            Some(on_gold as f64 / citations.len() as f64),
        );
    }
}
