//! Queries that people and programs write, over the relations of a library.
//!
//! A query is parsed, its relations are found by name and loaded with the columns it
//! needs, it runs, and what it gives is cited: every value has the cells it came from,
//! and the rows they stand in are quoted and verified as the quotes of an answer are.

mod cited;
pub(super) mod documents;
mod explain;
mod named;
mod source;

use index::Snapshot;
use plan::query;

use super::Found;
use crate::EngineError;
use crate::answer::Citation;

pub use explain::explain;
pub use plan::query::{
    CellRef, Limits, Outcome, OutcomeColumn, Output, Query, QueryError, ValueKind, written,
};
pub(super) use source::told_apart;
pub use source::{Asked, CELLS_MAX, column_names};

/// What a query gave.
#[derive(Debug)]
pub struct Queried {
    /// As it was understood; it prints as SQL.
    pub query: Query,
    /// Rows of values, each with the cells it came from.
    pub outcome: Outcome,
    /// What was asked, in the order that lineage points into.
    pub relations: Vec<Asked>,
    /// For each row that was to be cited: markers of its values' citations.
    pub markers: Vec<Vec<Vec<usize>>>,
    /// In order of marker, each verified against the store.
    pub citations: Vec<Citation>,
}

/// Runs SQL over the library. Of the outcome's rows the first `rows_cited` are cited.
///
/// Values of up to eight rows cite each of them. Of more, such as a sum, they cite the
/// header and the first and last row; how many cells there are is in their lineage.
///
/// # Errors
/// [`EngineError::Query`] and [`EngineError::AmbiguousRelation`] for what cannot be
/// asked; a store that cannot be read or is damaged.
pub fn run(
    snapshot: &Snapshot,
    sql: &str,
    limits: &Limits,
    rows_cited: usize,
) -> Result<Queried, EngineError> {
    let parsed = query::parse(sql, limits)?;
    let source = source::Source::open(snapshot, &parsed)?;
    over(snapshot, parsed, &source, limits, rows_cited)
}

/// Runs SQL over these relations under these names and over no others.
///
/// # Errors
/// As [`run`].
pub(super) fn run_over(
    snapshot: &Snapshot,
    sql: &str,
    shown: &[(String, &Found)],
    limits: &Limits,
    rows_cited: usize,
) -> Result<Queried, EngineError> {
    let names: Vec<&str> = shown.iter().map(|(name, _)| name.as_str()).collect();
    let parsed = named::named(query::parse(sql, limits)?, &names)?;
    let source = source::Source::of(snapshot, shown)?;
    over(snapshot, parsed, &source, limits, rows_cited)
}

fn over(
    snapshot: &Snapshot,
    parsed: Query,
    source: &source::Source,
    limits: &Limits,
    rows_cited: usize,
) -> Result<Queried, EngineError> {
    let prepared = query::prepare(&parsed, source, limits);
    let outcome = prepared.map_err(|error| source.explained(error))?.run()?;
    let relations: Vec<Asked> = outcome
        .relations
        .iter()
        .filter_map(|name| source.asked(name))
        .collect();
    let mut citer = cited::Citer::new(snapshot, source, &outcome.relations);
    let rows = outcome.rows.iter().take(rows_cited);
    let markers: Result<Vec<Vec<Vec<usize>>>, EngineError> = rows
        .map(|row| row.iter().map(|value| citer.markers(value)).collect())
        .collect();
    let (markers, citations) = (markers?, citer.citations);
    Ok(Queried {
        query: parsed,
        relations,
        markers,
        citations,
        outcome,
    })
}
