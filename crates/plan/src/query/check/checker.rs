//! What is known while a query is checked.

use std::sync::Arc;

use crate::query::QueryError;
use crate::query::limits::Limits;
use crate::query::measure::Measure;
use crate::query::node::{Body, Node};
use crate::query::outcome::ValueKind;
use crate::relation::Relation;

/// An expression with what is known of its values.
#[derive(Debug)]
pub(super) struct Typed<'q> {
    pub(super) node: Node<'q>,
    pub(super) kind: ValueKind,
    pub(super) measure: Measure,
}

/// What is collected while a query is checked.
pub(super) struct Checker<'c, 'q> {
    pub(super) source: &'c dyn Fn(&str) -> Result<Arc<Relation>, QueryError>,
    pub(super) limits: Limits,
    pub(super) relations: Vec<Arc<Relation>>,
    pub(super) bodies: Vec<Body<'q>>,
}

pub(super) fn within(what: &'static str, found: usize, max: usize) -> Result<(), QueryError> {
    if found <= max {
        return Ok(());
    }
    Err(QueryError::Bound {
        what,
        max: max as u64,
    })
}
