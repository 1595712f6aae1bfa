//! The documents that a question names: what it asks for is looked for in these alone.
//!
//! Sister documents have the same tables. A question that names one of them by its title
//! or file has its answer there, or nowhere; what another document says in its place
//! would be wrong.

use index::{FILTER_NODES_MAX, Filter, FilterOp, Snapshot};

use super::PlanRequest;

/// Documents that a question names.
pub struct Named {
    /// The filters of the request, and one for these documents.
    pub filters: Vec<Filter>,
    /// The question without their names.
    pub rest: String,
}

/// The documents that a question names; `None` where it names none, or all.
pub fn documents(snapshot: &Snapshot, request: &PlanRequest<'_>) -> Option<Named> {
    let mentions = request.asked.mentions.as_ref()?;
    let (named, rest) = (&mentions.ids, mentions.rest.clone());
    let values: usize = request
        .filters
        .iter()
        .map(|filter| 1 + filter.values.len())
        .sum();
    if values + 1 + named.len() > FILTER_NODES_MAX || named.len() == snapshot.documents().len() {
        return None;
    }
    let mut filters = request.filters.to_vec();
    filters.push(Filter {
        key: "document".to_owned(),
        op: FilterOp::In,
        values: named.iter().map(ToString::to_string).collect(),
    });
    Some(Named { filters, rest })
}
