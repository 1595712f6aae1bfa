//! Bounds of a query, and what is left of them while it runs.
//!
//! Time is bounded by steps, not by a clock, so that the same query on the same
//! relations always has the same outcome.

use std::cell::Cell;

use super::QueryError;

/// What a query may need at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Text of a query, in bytes.
    pub sql_bytes: usize,
    /// Expressions inside expressions.
    pub depth: usize,
    /// Queries inside queries.
    pub query_depth: usize,
    /// Expressions in all.
    pub nodes: usize,
    /// Relations of one selection.
    pub relations: usize,
    /// Pairs of rows that a join without a key may look at.
    pub pairs_without_key: usize,
    /// Rows of the outcome that are made; more are counted only.
    pub rows: usize,
    /// Cells and values looked at: some ten million a second.
    pub steps: u64,
    /// Memory for rows, groups and values in between, in bytes.
    pub bytes: usize,
}

impl Default for Limits {
    /// For one query that a person or a model asks. The depths keep the JSON
    /// form within the 128 levels that readers of JSON take.
    fn default() -> Limits {
        Limits {
            sql_bytes: 8 * 1024,
            depth: 24,
            query_depth: 4,
            nodes: 2_000,
            relations: 6,
            pairs_without_key: 100_000,
            rows: 10_000,
            steps: 100_000_000,
            bytes: 256 * 1024 * 1024,
        }
    }
}

/// What is left while a query runs.
#[derive(Debug)]
pub(super) struct Budget {
    limits: Limits,
    steps: Cell<u64>,
    bytes: Cell<usize>,
}

impl Budget {
    pub(super) fn new(limits: Limits) -> Budget {
        Budget {
            limits,
            steps: Cell::new(0),
            bytes: Cell::new(0),
        }
    }

    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Steps taken so far.
    pub(super) fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Takes steps.
    #[inline]
    pub(super) fn step(&self, steps: u64) -> Result<(), QueryError> {
        let taken = self.steps.get().saturating_add(steps);
        self.steps.set(taken);
        if taken > self.limits.steps {
            return Err(QueryError::Bound {
                what: "steps",
                max: self.limits.steps,
            });
        }
        Ok(())
    }

    /// Takes as many steps as a text is worth that is looked through.
    #[inline]
    pub(super) fn take_text(&self, text: &str) -> Result<(), QueryError> {
        self.step(text.len() as u64 / 16)
    }

    /// Takes memory. It is never given back: the sum is bounded, not the peak.
    pub(super) fn take(&self, bytes: usize) -> Result<(), QueryError> {
        let taken = self.bytes.get().saturating_add(bytes);
        self.bytes.set(taken);
        if taken > self.limits.bytes {
            return Err(QueryError::Bound {
                what: "bytes",
                max: self.limits.bytes as u64,
            });
        }
        Ok(())
    }
}
