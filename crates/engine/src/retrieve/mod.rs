//! From a query to ranked passages.
//!
//! The arms score chunks, the fusion makes one ranking of their lists, and
//! hits grow into passages that a person or a model can read. One question
//! reads one snapshot.

mod arms;
mod attempt;
mod corrected;
mod estimate;
mod fusion;
mod graph;
mod hierarchical;
mod language;
mod links;
mod named_documents;
mod optional;
mod parts;
mod pass;
mod passages;
mod quality;
mod rarity;
mod request;
mod rerank;
mod run;
mod section_fit;
mod sections;
mod shares;
#[cfg(test)]
mod tests;
mod turns;
mod web;
mod weights;

pub use arms::{ArmList, QueryText};
pub use attempt::{Attempt, Quality};
pub use fusion::{ArmScore, FusedHit, fuse};
pub(crate) use language::{knows_question, usual_language};
pub use parts::parts;
pub use passages::{Passage, expand};
pub(crate) use rarity::Rarity;
pub use request::{
    Dropped, Estimate, QUERY_BYTES_MAX, RANKED_MAX, Reranked, Retrieval, SearchRequest, StageTimes,
};
pub use run::{retrieve, retrieve_question, retrieve_struck};
pub use web::{WebPassage, results as web_results};
pub(crate) use weights::weigh_apart;
pub use weights::{Shares, Signals};

use serde::{Deserialize, Serialize};

/// One list of scores over chunks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arm {
    /// BM25 over terms.
    Keyword,
    /// Cosine of embeddings.
    Dense,
    /// Dot product of learned sparse vectors.
    Sparse,
    /// MaxSim over token vectors of what the other arms found.
    Late,
    /// The best hits of the parts of the question.
    Parts,
    /// What the rest of the question finds in the documents that it names.
    Within,
    /// What the question finds in documents whose corrected summary fits it.
    Corrected,
    /// What the question calls by its title.
    Named,
    /// What the first hits call by its title.
    Linked,
    /// Passages of the sections that fit best.
    Sections,
    /// Passages that a walk over the graph of entities reaches.
    Graph,
    /// Results of a search of the web, which stand apart from the library's.
    Web,
    /// The best hits in the order of a model that read them with the question.
    Rerank,
}

impl Arm {
    /// Its name in output and settings.
    pub fn as_str(self) -> &'static str {
        match self {
            Arm::Keyword => "keyword",
            Arm::Dense => "dense",
            Arm::Sparse => "sparse",
            Arm::Late => "late",
            Arm::Parts => "parts",
            Arm::Within => "within",
            Arm::Corrected => "corrected",
            Arm::Named => "named",
            Arm::Linked => "linked",
            Arm::Sections => "sections",
            Arm::Graph => "graph",
            Arm::Web => "web",
            Arm::Rerank => "rerank",
        }
    }

    /// Whether its scores are shares already, from 0 to 1: those of what a strategy
    /// adds. The arms' own have any scale.
    pub(crate) fn gives_shares(self) -> bool {
        matches!(
            self,
            Arm::Parts
                | Arm::Within
                | Arm::Corrected
                | Arm::Named
                | Arm::Linked
                | Arm::Sections
                | Arm::Graph
        )
    }
}

/// How to look for an answer: the one list of names, everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(
    missing_docs,
    reason = "the names are the documentation; see `Strategy::ALL`"
)]
pub enum Strategy {
    Auto,
    Keyword,
    Dense,
    Sparse,
    Late,
    Hybrid,
    MultiQuery,
    Hierarchical,
    Graph,
    Web,
    /// A whole document, part by part; a search alone looks as `hybrid` does.
    Analyze,
}

impl Strategy {
    /// Every strategy with its name.
    pub const ALL: [(Strategy, &'static str); 11] = [
        (Strategy::Auto, "auto"),
        (Strategy::Keyword, "keyword"),
        (Strategy::Dense, "dense"),
        (Strategy::Sparse, "sparse"),
        (Strategy::Late, "late"),
        (Strategy::Hybrid, "hybrid"),
        (Strategy::MultiQuery, "multi_query"),
        (Strategy::Hierarchical, "hierarchical"),
        (Strategy::Graph, "graph"),
        (Strategy::Web, "web"),
        (Strategy::Analyze, "analyze"),
    ];

    /// Its name.
    pub fn as_str(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(strategy, _)| *strategy == self)
            .map_or("auto", |(_, name)| name)
    }

    /// The strategy of a name; `-` is read as `_`.
    pub fn parse(name: &str) -> Option<Self> {
        let name = name.replace('-', "_");
        Self::ALL
            .iter()
            .find(|(_, known)| *known == name)
            .map(|(strategy, _)| *strategy)
    }

    /// The arms that its first pass runs: one by name, or all that are on.
    pub(crate) fn arms(self) -> Strategy {
        match self {
            Strategy::Keyword | Strategy::Dense | Strategy::Sparse | Strategy::Late => self,
            Strategy::Hybrid
            | Strategy::Auto
            | Strategy::MultiQuery
            | Strategy::Hierarchical
            | Strategy::Graph
            | Strategy::Web
            | Strategy::Analyze => Strategy::Hybrid,
        }
    }
}
