//! Sums over the questions of a type, and over the plans that answered them.

use std::collections::BTreeMap;

use super::{AnsweredBy, QuestionResult};
use crate::percentile;
use crate::qa::Abstention;

/// Sums over questions of one type.
#[derive(Debug, Default, Clone)]
pub struct Totals {
    /// Questions.
    pub questions: usize,
    /// Pieces of evidence found and there are, by [`DEPTHS`].
    pub evidence: [(usize, usize); 3],
    /// Questions with evidence of which any piece, and every piece, was found, by [`DEPTHS`].
    pub reached: [(usize, usize); 3],
    /// Characters counted at 10 hits, and questions with evidence.
    pub characters: (usize, usize),
    /// Sum and number of document recalls.
    pub documents: (f64, usize),
    /// Sums of document recalls among the first documents, by [`super::DOCUMENTS`], and how many.
    pub documents_first: ([f64; 3], usize),
    /// Sum and number of answer scores.
    pub scores: (f64, usize),
    /// Answers that are an accepted one and no more, and answers there are to score.
    pub exact: (usize, usize),
    /// Answers that hold an accepted one as whole words.
    pub contains: (usize, usize),
    /// Answers that hold the accepted number, and questions with one.
    pub numbers: (usize, usize),
    /// Sums of recall and precision of lists, and how many there are; a list
    /// question that got no items has precision 0.
    pub lists: (f64, f64, usize),
    /// Values stated, and the right ones among them.
    pub values: (usize, usize),
    /// Pieces of evidence used, those cited, and pieces there are.
    pub used: (usize, usize, usize),
    /// Citations shown, and those on gold pages, of questions with evidence.
    pub citations: (usize, usize),
    /// Citations that are not in the store.
    pub unverified: usize,
    /// Right first sentences, and questions that name them.
    pub sentences: (usize, usize),
    /// Quotes, right ones among them, and answers, of questions that name
    /// sentences and were answered.
    pub quotes: (usize, usize, usize),
    /// Declined and answered.
    pub abstention: Abstention,
    /// Seconds of each question.
    pub seconds: Vec<f64>,
}

impl Totals {
    /// Counts one question.
    pub fn add(&mut self, result: &QuestionResult) {
        self.questions += 1;
        if let Some(evidence) = result.evidence {
            for (sum, (found, total)) in self.evidence.iter_mut().zip(evidence) {
                sum.0 += found;
                sum.1 += total;
            }
            for (sum, (found, total)) in self.reached.iter_mut().zip(evidence) {
                sum.0 += usize::from(found > 0);
                sum.1 += usize::from(found == total);
            }
            self.characters.0 += result.characters;
            self.characters.1 += 1;
            self.citations.0 += result.citations.0;
            self.citations.1 += result.citations.1;
        }
        if let Some(recall) = result.document_recall {
            self.documents.0 += recall;
            self.documents.1 += 1;
        }
        if let Some(recalls) = result.documents_first {
            for (sum, recall) in self.documents_first.0.iter_mut().zip(recalls) {
                *sum += recall;
            }
            self.documents_first.1 += 1;
        }
        if let Some(score) = result.score {
            self.scores.0 += score.score;
            self.scores.1 += 1;
            for (count, is) in [
                (&mut self.exact, Some(score.exact)),
                (&mut self.contains, Some(score.contains)),
                (&mut self.numbers, score.number),
            ] {
                if let Some(is) = is {
                    count.0 += usize::from(is);
                    count.1 += 1;
                }
            }
        }
        if let Some(list) = result.score.and_then(|score| score.list) {
            self.lists.0 += list.recall;
            self.lists.1 += list.precision.unwrap_or(0.0);
            self.lists.2 += 1;
        }
        if let Some(right) = result.value {
            self.values.0 += 1;
            self.values.1 += usize::from(right);
        }
        if let Some((used, cited, all)) = result.used {
            self.used.0 += used;
            self.used.1 += cited;
            self.used.2 += all;
        }
        if let Some(right) = result.right_sentence {
            self.sentences.0 += usize::from(right);
            self.sentences.1 += 1;
        }
        if let Some((shown, right)) = result.quotes {
            self.quotes.0 += shown;
            self.quotes.1 += right;
            self.quotes.2 += 1;
        }
        self.unverified += result.unverified;
        self.abstention.count(result.judged.right, result.declined);
        self.seconds.push(result.seconds);
    }

    /// Median of the seconds a question took; 0 without questions.
    pub fn seconds_p50(&self) -> f64 {
        percentile(&self.seconds, 50.0).unwrap_or(0.0)
    }
}

/// For each way of answering: questions, those it got right (a score above 0,
/// or rightly declined), and those it should not have answered.
pub fn by_way(results: &[QuestionResult]) -> BTreeMap<AnsweredBy, (usize, usize, usize)> {
    let mut plans: BTreeMap<AnsweredBy, (usize, usize, usize)> = BTreeMap::new();
    for result in results {
        let counts = plans.entry(result.by).or_default();
        let answerable = result.judged.right;
        let right = match result.score {
            Some(score) => score.score > 0.0 && !result.declined,
            None => result.declined,
        };
        counts.0 += 1;
        counts.1 += usize::from(right);
        counts.2 += usize::from(!answerable && !result.declined);
    }
    plans
}

/// Totals by type, and over all.
pub fn totals(results: &[QuestionResult]) -> (BTreeMap<String, Totals>, Totals) {
    let mut by_kind: BTreeMap<String, Totals> = BTreeMap::new();
    let mut all = Totals::default();
    for result in results {
        by_kind.entry(result.kind.clone()).or_default().add(result);
        all.add(result);
    }
    (by_kind, all)
}
