//! What is measured of one question, and how it is called.

use serde::{Deserialize, Serialize};

/// One measure. Shares are 0 to 1 and higher is better; [`Metric::Characters`] is a cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Metric {
    /// Share of the pieces of evidence that stand in what was read.
    Evidence,
    /// The same in the first 12,000 characters of it.
    #[serde(rename = "evidence_12k")]
    EvidenceBounded,
    /// Share of the gold documents among those read.
    Documents,
    /// The answer by its parts.
    Answer,
    /// Whether the answer is an accepted one and no more.
    Exact,
    /// Whether the answer holds an accepted one as whole words.
    Contains,
    /// Whether the answer holds the accepted number within half a percent.
    Number,
    /// Share of the gold items in the answer.
    ListRecall,
    /// Share of the answer's items that are gold.
    ListPrecision,
    /// Share of the citations that point at a gold page.
    Citations,
    /// Whether answering, or declining, was right.
    Decision,
    /// Characters read.
    Characters,
    /// Normalised discounted cumulative gain of the first ten documents.
    #[serde(rename = "ndcg_10")]
    Ndcg10,
    /// Share of the relevant documents among the first five.
    #[serde(rename = "recall_5")]
    Recall5,
    /// Among the first ten.
    #[serde(rename = "recall_10")]
    Recall10,
    /// Among the first hundred.
    #[serde(rename = "recall_100")]
    Recall100,
    /// One over the rank of the first relevant document among ten.
    #[serde(rename = "mrr_10")]
    Mrr10,
}

impl Metric {
    /// Every measure, in the order of the tables.
    pub const ALL: [Metric; 17] = [
        Metric::Evidence,
        Metric::EvidenceBounded,
        Metric::Documents,
        Metric::Answer,
        Metric::Exact,
        Metric::Contains,
        Metric::Number,
        Metric::ListRecall,
        Metric::ListPrecision,
        Metric::Citations,
        Metric::Decision,
        Metric::Characters,
        Metric::Ndcg10,
        Metric::Recall5,
        Metric::Recall10,
        Metric::Recall100,
        Metric::Mrr10,
    ];

    /// Its heading.
    pub fn name(self) -> &'static str {
        match self {
            Metric::Evidence => "evidence",
            Metric::EvidenceBounded => "evidence, 12k",
            Metric::Documents => "documents",
            Metric::Answer => "answer",
            Metric::Exact => "exact",
            Metric::Contains => "contains",
            Metric::Number => "number",
            Metric::ListRecall => "list recall",
            Metric::ListPrecision => "list precision",
            Metric::Citations => "citations",
            Metric::Decision => "decision",
            Metric::Characters => "characters",
            Metric::Ndcg10 => "nDCG@10",
            Metric::Recall5 => "recall@5",
            Metric::Recall10 => "recall@10",
            Metric::Recall100 => "recall@100",
            Metric::Mrr10 => "MRR@10",
        }
    }

    /// What it is, in a sentence.
    pub fn meaning(self) -> &'static str {
        match self {
            Metric::Evidence => {
                "share of the gold quotes that stand in what was read: the first k hits, each grown \
                 by its neighbours"
            }
            Metric::EvidenceBounded => {
                "share of the gold quotes that stand in the first 12,000 characters of what was \
                 read, about what a small language model takes"
            }
            Metric::Documents => "share of the gold documents among those read",
            Metric::Answer => {
                "the answer by its parts: share of a list's items, a number within 0.5 %, words as \
                 a whole; composite answers by weight"
            }
            Metric::Exact => "the answer is an accepted one and no more",
            Metric::Contains => "the answer holds an accepted one as whole words",
            Metric::Number => "the answer holds the accepted number within 0.5 %",
            Metric::ListRecall => "share of the list's items that the answer holds",
            Metric::ListPrecision => "share of the answer's items that belong to the list",
            Metric::Citations => "share of the citations that point at a gold page",
            Metric::Decision => {
                "the question was answered where the documents hold the answer, and declined where \
                 they do not"
            }
            Metric::Characters => "characters read: what the evidence costs",
            Metric::Ndcg10 => "normalised discounted cumulative gain of the first ten documents",
            Metric::Recall5 => "share of the relevant documents among the first five",
            Metric::Recall10 => "share of the relevant documents among the first ten",
            Metric::Recall100 => "share of the relevant documents among the first hundred",
            Metric::Mrr10 => "one over the rank of the first relevant document among ten",
        }
    }

    /// Whether more is neither better nor worse, but dearer.
    pub fn is_cost(self) -> bool {
        self == Metric::Characters
    }

    /// A value as the tables show it.
    pub fn show(self, value: f64) -> String {
        match self.is_cost() {
            true => format!("{value:.0}"),
            false => format!("{value:.3}"),
        }
    }

    /// A difference as the tables show it; never a negative nothing.
    pub fn show_difference(self, value: f64) -> String {
        let told = match self.is_cost() {
            true => format!("{value:+.0}"),
            false => format!("{value:+.3}"),
        };
        match told.trim_start_matches(['+', '-', '0', '.']).is_empty() {
            true => self.show(0.0),
            false => told.replace('-', "−"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_listed_once_in_order_and_named_apart() {
        let mut sorted = Metric::ALL.to_vec();
        sorted.sort_unstable();
        assert_eq!(sorted, Metric::ALL);
        let mut names: Vec<&str> = Metric::ALL.iter().map(|one| one.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Metric::ALL.len());
    }

    #[test]
    fn no_difference_is_a_negative_nothing() {
        assert_eq!(Metric::Answer.show_difference(-0.000_2), "0.000");
        assert_eq!(Metric::Answer.show_difference(-0.05), "−0.050");
        assert_eq!(Metric::Characters.show_difference(1200.4), "+1200");
        assert_eq!(Metric::Characters.show_difference(-0.3), "0");
    }
}
