//! Checks a query against its relations and makes it ready to run.
//!
//! Names become places, types and units are found to fit, bounds are kept. What
//! passes here fails later only by what single cells hold, and by the budget.

mod call;
mod checker;
mod expr;
mod names;
mod select;
pub(super) mod types;

use super::algebra::{Expr, Query};
use super::limits::Limits;
use super::node::{Body, Head, Prepared};
use super::source::{Relations, expressions, find};
use super::walk::{children, query_inside};
use super::{QueryError, Select};
use checker::{Checker, within};

/// Checks a query.
///
/// # Errors
/// The first thing that does not fit, in words that say what to write.
pub fn prepare<'q>(
    query: &'q Query,
    relations: &(impl Relations + ?Sized),
    limits: &Limits,
) -> Result<Prepared<'q>, QueryError> {
    bound_query(query, limits)?;
    let source = |name: &str| find(name, relations);
    let mut checker = Checker {
        source: &source,
        limits: *limits,
        relations: Vec::new(),
        bodies: Vec::new(),
    };
    let body = checker.body(query)?;
    checker.bodies.push(body);
    Ok(Prepared {
        relations: checker.relations,
        bodies: checker.bodies,
        limits: *limits,
    })
}

impl<'q> Checker<'_, 'q> {
    fn body(&mut self, query: &'q Query) -> Result<Body<'q>, QueryError> {
        let alone = query.unions.is_empty();
        let order_by = if alone {
            query.order_by.as_slice()
        } else {
            &[]
        };
        let (first, heads) = self.arm(&query.select, order_by)?;
        let mut arms = vec![(true, first)];
        let mut heads = heads;
        for union in &query.unions {
            let (arm, others) = self.arm(&union.select, &[])?;
            unite(&mut heads, &others)?;
            arms.push((union.all, arm));
        }
        let order = if alone {
            Vec::new()
        } else {
            let key = |key: &super::Order| Ok((union_key(&key.expr, &heads)?, key.descending));
            query.order_by.iter().map(key).collect::<Result<_, _>>()?
        };
        Ok(Body {
            arms,
            heads,
            order,
            limit: query.limit,
            offset: query.offset.unwrap_or(0),
        })
    }

    /// A subquery of one column: its place among the bodies, and the column.
    fn subquery(&mut self, query: &'q Query) -> Result<(usize, Head), QueryError> {
        let body = self.body(query)?;
        let [head] = body.heads.as_slice() else {
            return Err(QueryError::Width {
                what: "a subquery",
                found: body.heads.len(),
                expected: 1,
            });
        };
        let head = head.clone();
        self.bodies.push(body);
        Ok((self.bodies.len() - 1, head))
    }

    /// The place of a relation among those of the query.
    fn relation(&mut self, name: &str) -> Result<usize, QueryError> {
        let known = self.relations.iter().position(|one| one.name == name);
        if let Some(known) = known {
            return Ok(known);
        }
        self.relations.push((self.source)(name)?);
        Ok(self.relations.len() - 1)
    }
}

/// Puts the columns of another selection under those of the first.
fn unite(heads: &mut [Head], others: &[Head]) -> Result<(), QueryError> {
    if heads.len() != others.len() {
        return Err(QueryError::Width {
            what: "UNION",
            found: others.len(),
            expected: heads.len(),
        });
    }
    for (head, other) in heads.iter_mut().zip(others) {
        head.kind = types::joint(head.kind, other.kind);
    }
    Ok(())
}

/// A union is ordered by its columns: by name, or by place from 1.
fn union_key(expr: &Expr, heads: &[Head]) -> Result<usize, QueryError> {
    let by_name = |name: &str| heads.iter().position(|head| head.name == name);
    let found = match expr {
        Expr::Column { of: None, name } => by_name(name),
        other => select::ordinal(other, heads.len())?,
    };
    found.ok_or_else(|| {
        QueryError::Form(format!(
            "a UNION is ordered by its columns: {}; not by {expr}",
            heads
                .iter()
                .map(|head| head.name.as_str())
                .collect::<Vec<_>>()
                .join(", ")
        ))
    })
}

/// Keeps depth and size of a query within the limits; the depth first, so that
/// nothing below needs to fear it.
fn bound_query(query: &Query, limits: &Limits) -> Result<(), QueryError> {
    let mut nodes = 0;
    bound(query, limits, 1, 0, &mut nodes)
}

fn bound(
    query: &Query,
    limits: &Limits,
    query_depth: usize,
    depth: usize,
    nodes: &mut usize,
) -> Result<(), QueryError> {
    within("levels of queries", query_depth, limits.query_depth)?;
    let selects: Vec<&Select> = std::iter::once(&query.select)
        .chain(query.unions.iter().map(|union| &union.select))
        .collect();
    let keys = query.order_by.iter().map(|key| &key.expr);
    for expr in selects.iter().flat_map(|one| expressions(one)).chain(keys) {
        bound_expr(expr, limits, query_depth, depth + 1, nodes)?;
    }
    *nodes += selects.len();
    within("expressions", *nodes, limits.nodes)
}

fn bound_expr(
    expr: &Expr,
    limits: &Limits,
    query_depth: usize,
    depth: usize,
    nodes: &mut usize,
) -> Result<(), QueryError> {
    within("levels of expressions", depth, limits.depth)?;
    *nodes += 1;
    within("expressions", *nodes, limits.nodes)?;
    for child in children(expr) {
        bound_expr(child, limits, query_depth, depth + 1, nodes)?;
    }
    match query_inside(expr) {
        Some(query) => bound(query, limits, query_depth + 1, depth, nodes),
        None => Ok(()),
    }
}
