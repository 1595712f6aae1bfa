//! Checks one selection.

use super::checker::{Checker, Typed};
use super::names::{Clause, Scope, Slot};
use super::types;
use crate::query::QueryError;
use crate::query::algebra::{Expr, Join, Literal, Order, Select, Selected};
use crate::query::measure::Measure;
use crate::query::node::{Arm, Head, JoinKey, Node, Place, Step};
use crate::query::outcome::ValueKind;
use crate::query::source::{called, sources};

impl<'q> Checker<'_, 'q> {
    pub(super) fn arm(
        &mut self,
        select: &'q Select,
        order_by: &'q [Order],
    ) -> Result<(Arm<'q>, Vec<Head>), QueryError> {
        self.bound_sources(select)?;
        let mut scope = Scope {
            slots: Vec::new(),
            select,
            aggregates: Vec::new(),
            clause: Clause::On,
            given_names: true,
            in_aggregate: false,
        };
        let from = match &select.from {
            Some(_) => Some(self.slot(&mut scope, 0)?),
            None => None,
        };
        let mut joins = Vec::new();
        for (at, join) in select.joins.iter().enumerate() {
            let relation = self.slot(&mut scope, at + 1)?;
            joins.push(self.join(&mut scope, relation, join)?);
        }
        let filter = self.condition(&mut scope, select.filter.as_ref(), Clause::Where)?;
        let (columns, heads) = self.columns(&mut scope)?;
        let keys = self.group_keys(&mut scope)?;
        let having = self.condition(&mut scope, select.having.as_ref(), Clause::Having)?;
        let order = self.order(&mut scope, order_by)?;
        let aggregates = std::mem::take(&mut scope.aggregates);
        let grouped = !keys.is_empty() || having.is_some() || !aggregates.is_empty();
        if grouped {
            let keyed = order.iter().map(|(node, _)| node);
            for node in columns.iter().chain(&having).chain(keyed) {
                self.grouped(node, &keys)?;
            }
        }
        let arm = Arm {
            from,
            joins,
            filter,
            groups: grouped.then_some(keys),
            aggregates,
            having,
            columns,
            distinct: select.distinct,
            order,
        };
        Ok((arm, heads))
    }

    fn bound_sources(&self, select: &Select) -> Result<(), QueryError> {
        let form = |message: &str| Err(QueryError::Form(message.to_owned()));
        if select.columns.is_empty() {
            return form("SELECT takes at least one column");
        }
        if select.from.is_none() && !select.joins.is_empty() {
            return form("JOIN stands behind FROM");
        }
        if select.from.is_none() && select.columns.contains(&Selected::All) {
            return form("`*` needs a relation: SELECT * FROM relation");
        }
        super::within(
            "relations in a FROM",
            sources(select).count(),
            self.limits.relations,
        )?;
        let names: Vec<&str> = sources(select).map(called).collect();
        for (at, name) in names.iter().enumerate() {
            if names[..at].contains(name) {
                return Err(QueryError::SameName((*name).to_owned()));
            }
        }
        Ok(())
    }

    /// Adds a relation to the names that are known.
    fn slot(&mut self, scope: &mut Scope<'q>, slot: usize) -> Result<usize, QueryError> {
        let Some(source) = sources(scope.select).nth(slot) else {
            return Err(QueryError::Form("FROM names no relation".to_owned()));
        };
        let relation = self.relation(&source.relation)?;
        scope.slots.push(Slot {
            called: called(source),
            place: Place { relation, slot },
        });
        Ok(relation)
    }

    fn join(
        &mut self,
        scope: &mut Scope<'q>,
        relation: usize,
        join: &'q Join,
    ) -> Result<Step<'q>, QueryError> {
        let new = scope.slots.len() - 1;
        let conjuncts: Vec<&Expr> = match &join.on {
            Expr::And(members) => members.iter().collect(),
            one => vec![one],
        };
        let mut keys = Vec::new();
        for conjunct in conjuncts {
            if let Expr::Compare {
                op: super::super::CompareOp::Equal,
                left,
                right,
            } = conjunct
            {
                let (left, right) = (self.expr(scope, left)?, self.expr(scope, right)?);
                keys.extend(join_key(left, right, new));
            }
        }
        let on = self.expr(scope, &join.on)?;
        types::truth(&on, &join.on)?;
        Ok(Step {
            relation,
            keys,
            on: on.node,
        })
    }

    fn condition(
        &mut self,
        scope: &mut Scope<'q>,
        condition: Option<&'q Expr>,
        clause: Clause,
    ) -> Result<Option<Node<'q>>, QueryError> {
        scope.clause = clause;
        let Some(condition) = condition else {
            return Ok(None);
        };
        let typed = self.expr(scope, condition)?;
        types::truth(&typed, condition)?;
        Ok(Some(typed.node))
    }

    fn columns(&mut self, scope: &mut Scope<'q>) -> Result<(Vec<Node<'q>>, Vec<Head>), QueryError> {
        scope.clause = Clause::Select;
        let (mut nodes, mut heads) = (Vec::new(), Vec::new());
        for column in &scope.select.columns {
            match column {
                Selected::All => self.all_columns(scope, &mut nodes, &mut heads)?,
                Selected::One { expr, name } => {
                    let typed = self.expr(scope, expr)?;
                    types::whole(&typed, expr)?;
                    let name = match (name, expr) {
                        (Some(name), _) | (None, Expr::Column { name, .. }) => name.clone(),
                        (None, other) => other.to_string(),
                    };
                    push(&mut nodes, &mut heads, name, typed);
                }
            }
        }
        Ok((nodes, heads))
    }

    fn all_columns(
        &mut self,
        scope: &Scope<'q>,
        nodes: &mut Vec<Node<'q>>,
        heads: &mut Vec<Head>,
    ) -> Result<(), QueryError> {
        for slot in &scope.slots {
            let columns = self.relations[slot.place.relation].columns.len();
            super::within("expressions", nodes.len() + columns, self.limits.nodes)?;
            for column in 0..columns {
                let typed = self.cell(slot.place, column)?;
                let name = &self.relations[slot.place.relation].columns[column].name;
                push(nodes, heads, name.clone(), typed);
            }
        }
        Ok(())
    }

    fn group_keys(&mut self, scope: &mut Scope<'q>) -> Result<Vec<Node<'q>>, QueryError> {
        scope.clause = Clause::GroupBy;
        let mut keys = Vec::new();
        for key in &scope.select.group_by {
            let key = by_place(key, scope.select)?;
            keys.push(self.expr(scope, key)?.node);
        }
        Ok(keys)
    }

    fn order(
        &mut self,
        scope: &mut Scope<'q>,
        order_by: &'q [Order],
    ) -> Result<Vec<(Node<'q>, bool)>, QueryError> {
        scope.clause = Clause::OrderBy;
        let mut keys = Vec::new();
        for key in order_by {
            let expr = by_place(&key.expr, scope.select)?;
            keys.push((self.expr(scope, expr)?.node, key.descending));
        }
        Ok(keys)
    }

    /// Beside aggregates there is only what is the same in a whole group.
    fn grouped(&self, node: &Node<'q>, keys: &[Node<'q>]) -> Result<(), QueryError> {
        if keys.contains(node) {
            return Ok(());
        }
        match node {
            Node::Cell { place, column } => Err(QueryError::NotGrouped(
                self.relations[place.relation].columns[*column].name.clone(),
            )),
            Node::About { what, .. } => Err(QueryError::NotGrouped(what.name().to_owned())),
            Node::Neighbor { .. } => Err(QueryError::Misplaced {
                what: "LAG or LEAD".to_owned(),
                place: "a selection of groups",
            }),
            other => {
                let children = other.children();
                children
                    .into_iter()
                    .try_for_each(|child| self.grouped(child, keys))
            }
        }
    }
}

fn push<'q>(nodes: &mut Vec<Node<'q>>, heads: &mut Vec<Head>, name: String, typed: Typed<'q>) {
    heads.push(Head {
        name,
        kind: typed.kind,
        measure: Measure {
            scale: Some(0),
            ..typed.measure
        },
    });
    nodes.push(typed.node);
}

/// The two sides of an equation, if one is of the relations before and the other
/// of the one that is joined.
fn join_key<'q>(left: Typed<'q>, right: Typed<'q>, new: usize) -> Option<JoinKey<'q>> {
    let exact = left.kind == ValueKind::Code || right.kind == ValueKind::Code;
    // What stands in the query takes its scale from what it meets: no key.
    if !left.node.looks_at_a_row() || !right.node.looks_at_a_row() {
        return None;
    }
    let (before, only) = (0..new, new..new + 1);
    let (left, right) = (left.node, right.node);
    if left.looks_only_at(&before) && right.looks_only_at(&only) {
        return Some(JoinKey { left, right, exact });
    }
    (right.looks_only_at(&before) && left.looks_only_at(&only)).then_some(JoinKey {
        left: right,
        right: left,
        exact,
    })
}

/// A place from 1 among so many columns; `None` for what is no number.
pub(super) fn ordinal(expr: &Expr, columns: usize) -> Result<Option<usize>, QueryError> {
    let Expr::Literal(Literal::Number(number)) = expr else {
        return Ok(None);
    };
    let place = number.normalize().to_string().parse::<usize>().ok();
    match place {
        Some(place) if (1..=columns).contains(&place) => Ok(Some(place - 1)),
        _ => Err(QueryError::Form(format!(
            "{number} is no place among {columns} columns"
        ))),
    }
}

/// What stands at a place of the selection, where a key is a number.
fn by_place<'q>(key: &'q Expr, select: &'q Select) -> Result<&'q Expr, QueryError> {
    let Some(place) = ordinal(key, select.columns.len())? else {
        return Ok(key);
    };
    match &select.columns[place] {
        Selected::One { expr, .. } if !select.columns.contains(&Selected::All) => Ok(expr),
        _ => Err(QueryError::Form(
            "places are counted among columns that are named, not in `*`".to_owned(),
        )),
    }
}
