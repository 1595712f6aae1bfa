//! How far the grammar goes for one question.

/// Most candidates that are handed over unless told otherwise.
pub const CANDIDATES_MAX: usize = 5;

/// Bounds of what is built for a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Candidates in all.
    pub candidates: usize,
    /// Candidates of one relation.
    pub candidates_of_one: usize,
    /// Relations that are asked in full, the nearest ones; in the others cells
    /// are looked up.
    pub full_relations: usize,
    /// Steps of one relation; each looks at one row.
    pub steps: u64,
    /// Candidates that are handed over, each with other values.
    pub kept: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            candidates: 6_000,
            candidates_of_one: 4_000,
            full_relations: 3,
            steps: 3_000_000,
            kept: CANDIDATES_MAX,
        }
    }
}
