//! What stands inside an expression.

use super::algebra::{Expr, Query};

/// The expressions directly inside; those of subqueries left out.
pub(super) fn children(expr: &Expr) -> Vec<&Expr> {
    match expr {
        Expr::Column { .. } | Expr::Literal(_) | Expr::Query(_) => Vec::new(),
        Expr::Negate(of) | Expr::IsEmpty(of) | Expr::Not(of) => vec![of],
        Expr::Neighbor { of, .. } | Expr::InQuery { value: of, .. } => vec![of],
        Expr::Arithmetic { left, right, .. } | Expr::Compare { left, right, .. } => {
            vec![left, right]
        }
        Expr::Between { value, low, high } => vec![value, low, high],
        Expr::In { value, list } => std::iter::once(&**value).chain(list).collect(),
        Expr::And(members) | Expr::Or(members) => members.iter().collect(),
        Expr::Aggregate { of, .. } => of.iter().map(|of| &**of).collect(),
        Expr::Call { arguments, .. } => arguments.iter().collect(),
        Expr::Case {
            branches,
            otherwise,
        } => branches
            .iter()
            .flat_map(|branch| [&branch.condition, &branch.value])
            .chain(otherwise.iter().map(|value| &**value))
            .collect(),
    }
}

/// The query directly inside.
pub(super) fn query_inside(expr: &Expr) -> Option<&Query> {
    match expr {
        Expr::Query(query) | Expr::InQuery { query, .. } => Some(query),
        _ => None,
    }
}
