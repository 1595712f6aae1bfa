//! Which column a name means.

use text::table::ColumnKind;

use super::checker::{Checker, Typed};
use crate::query::QueryError;
use crate::query::algebra::{Expr, Select, Selected};
use crate::query::error::nearest;
use crate::query::measure::Measure;
use crate::query::node::{About, Aggregate, Node, Place, measure_of};
use crate::query::outcome::ValueKind;
use crate::query::source::means;

/// What the expressions of a selection may mean.
pub(super) struct Scope<'q> {
    pub(super) slots: Vec<Slot<'q>>,
    pub(super) select: &'q Select,
    /// Those met so far.
    pub(super) aggregates: Vec<Aggregate<'q>>,
    pub(super) clause: Clause,
    /// Names that the selection gives are known: not inside such a name's own
    /// expression.
    pub(super) given_names: bool,
    /// An aggregate is around.
    pub(super) in_aggregate: bool,
}

/// A relation of a selection, under the name that it has there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slot<'q> {
    pub(super) called: &'q str,
    pub(super) place: Place,
}

/// Where an expression stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Clause {
    On,
    Where,
    GroupBy,
    Having,
    Select,
    OrderBy,
}

impl Clause {
    pub(super) fn name(self) -> &'static str {
        match self {
            Clause::On => "ON",
            Clause::Where => "WHERE",
            Clause::GroupBy => "GROUP BY",
            Clause::Having => "HAVING",
            Clause::Select => "SELECT",
            Clause::OrderBy => "ORDER BY",
        }
    }
}

impl<'q> Checker<'_, 'q> {
    pub(super) fn column(
        &mut self,
        scope: &mut Scope<'q>,
        of: Option<&str>,
        name: &str,
    ) -> Result<Typed<'q>, QueryError> {
        let given = match of {
            None if scope.given_names => given(scope.select, name),
            _ => None,
        };
        // A name that the selection gives goes before a column in ORDER BY only.
        if let (Some(given), Clause::OrderBy) = (given, scope.clause) {
            return self.aliased(scope, given);
        }
        let slots = meant(scope, of)?;
        let mut found: Vec<(Slot<'q>, usize)> = Vec::new();
        for slot in &slots {
            let relation = &self.relations[slot.place.relation];
            found.extend(relation.column(name).map(|column| (*slot, column)));
        }
        match found.as_slice() {
            [(slot, column)] => self.cell(slot.place, *column),
            [] => match (About::named(name), slots.as_slice()) {
                (Some(what), [slot]) => Ok(about(what, slot.place)),
                (Some(_), [_, _, ..]) => Err(ambiguous(name, &slots)),
                _ => match given {
                    Some(given) if matches!(scope.clause, Clause::GroupBy | Clause::Having) => {
                        self.aliased(scope, given)
                    }
                    _ => Err(self.unknown(name, &slots)),
                },
            },
            _ => {
                let slots: Vec<Slot<'_>> = found.iter().map(|(slot, _)| *slot).collect();
                Err(ambiguous(name, &slots))
            }
        }
    }

    /// The expression that the selection gives a name to. Inside it, names are
    /// columns.
    fn aliased(&mut self, scope: &mut Scope<'q>, given: &'q Expr) -> Result<Typed<'q>, QueryError> {
        scope.given_names = false;
        let typed = self.expr(scope, given);
        scope.given_names = true;
        typed
    }

    /// A column as a node.
    pub(super) fn cell(&self, place: Place, column: usize) -> Result<Typed<'q>, QueryError> {
        let relation = &self.relations[place.relation];
        let found = &relation.columns[column];
        if found.cells.len() != relation.rows.len() {
            return Err(QueryError::NotLoaded(found.name.clone()));
        }
        let kind = match found.kind {
            ColumnKind::Empty => ValueKind::Open,
            ColumnKind::Number => ValueKind::Number,
            ColumnKind::Date => ValueKind::Date,
            ColumnKind::Code => ValueKind::Code,
            ColumnKind::Text => ValueKind::Text,
        };
        Ok(Typed {
            kind,
            measure: measure_of(found.unit),
            node: Node::Cell { place, column },
        })
    }

    fn unknown(&self, name: &str, slots: &[Slot<'_>]) -> QueryError {
        let columns = slots
            .iter()
            .flat_map(|slot| &self.relations[slot.place.relation].columns)
            .map(|column| column.name.as_str());
        QueryError::UnknownColumn {
            name: name.to_owned(),
            nearest: nearest(name, columns.chain(About::NAMES)),
            relations: slots.iter().map(|slot| slot.called.to_owned()).collect(),
        }
    }
}

/// The expression to which a selection gives a name.
fn given<'q>(select: &'q Select, wanted: &str) -> Option<&'q Expr> {
    select.columns.iter().find_map(|column| match column {
        Selected::One {
            expr,
            name: Some(name),
        } if name == wanted => Some(expr),
        _ => None,
    })
}

/// The relations that a column may be of.
fn meant<'q>(scope: &Scope<'q>, of: Option<&str>) -> Result<Vec<Slot<'q>>, QueryError> {
    let Some(of) = of else {
        return Ok(scope.slots.clone());
    };
    let slots: Vec<Slot<'q>> = scope
        .slots
        .iter()
        .filter(|slot| means(of, slot.called))
        .copied()
        .collect();
    if slots.is_empty() {
        return Err(QueryError::UnknownRelation {
            name: of.to_owned(),
            nearest: nearest(of, scope.slots.iter().map(|slot| slot.called)),
        });
    }
    Ok(slots)
}

fn about<'q>(what: About, place: Place) -> Typed<'q> {
    let kind = match what {
        About::Row | About::Page => ValueKind::Number,
        About::Band => ValueKind::Text,
        About::Total => ValueKind::Truth,
    };
    Typed {
        kind,
        measure: Measure::COUNT,
        node: Node::About { place, what },
    }
}

fn ambiguous(name: &str, slots: &[Slot<'_>]) -> QueryError {
    QueryError::Ambiguous {
        name: name.to_owned(),
        relations: slots.iter().map(|slot| slot.called.to_owned()).collect(),
    }
}
