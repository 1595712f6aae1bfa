//! How good a ranking looks, and the ways of looking that were tried.

use super::Strategy;

/// Below this relevance a retrieval is poor …
const RELEVANCE_MIN: f64 = 0.3;
/// … below this coverage, too, when it also lacks half of the query's terms …
const COVERAGE_MIN: f64 = 0.4;
const FOUND_MIN: f64 = 0.5;
/// … and below this confidence.
const CONFIDENCE_MIN: f64 = 0.2;
/// Below this confidence another way is tried, poor or not: each costs a third of the
/// first, and what is no better is not taken.
const CONFIDENCE_ENOUGH: f64 = 0.5;

/// How good a retrieval looks.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Quality {
    /// Share of the query's terms in the first three hits, by weight of term and of
    /// hit, 0 to 1.
    pub relevance: f64,
    /// Mean distance of two of the first five hits, 0 to 1: little means that they
    /// say the same.
    pub coverage: f64,
    /// Share of the query's terms in any of the first five hits, by weight, 0 to 1.
    pub found: f64,
    /// Cosine of the nearest hit, 0 where the dense arm took no part.
    pub cosine: f64,
    /// Share of hits among the first ten of one arm that the other has there too.
    pub agreement: f64,
    /// Calibrated probability that the evidence answers, 0 to 1.
    pub confidence: f64,
}

impl Quality {
    /// Whether another way of looking should be tried.
    pub fn wants_another(&self) -> bool {
        self.is_poor() || self.confidence < CONFIDENCE_ENOUGH
    }

    /// Whether it probably holds no answer.
    pub fn is_poor(&self) -> bool {
        self.relevance < RELEVANCE_MIN
            || (self.coverage < COVERAGE_MIN && self.found < FOUND_MIN)
            || self.confidence < CONFIDENCE_MIN
    }

    /// What the confidence rests on.
    pub fn features(&self) -> [f64; 4] {
        [self.relevance, self.found, self.cosine, self.agreement]
    }
}

/// One way of looking that was tried.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Attempt {
    /// The strategy.
    pub strategy: Strategy,
    /// What came of it.
    pub quality: Quality,
    /// Whether its ranking is the one that was used.
    pub kept: bool,
}
