//! Where relations come from, and which columns of them a query needs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::QueryError;
use super::algebra::{Expr, Query, Select, Selected, Source};
use super::error::nearest;
use super::walk::{children, query_inside};
use crate::relation::Relation;

const BY_ROWS: &str = "__by_rows";
const LONG: &str = "__long";

/// Gives relations by name.
pub trait Relations {
    /// A relation under its own name; the readings `NAME__by_rows` and
    /// `NAME__long` are made from it where they are not found themselves.
    fn find(&self, name: &str) -> Option<Arc<Relation>>;

    /// Names to mend a misspelt one with; may be cut.
    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

impl Relations for [Arc<Relation>] {
    fn find(&self, name: &str) -> Option<Arc<Relation>> {
        self.iter().find(|relation| relation.name == name).cloned()
    }

    fn names(&self) -> Vec<String> {
        self.iter().map(|relation| relation.name.clone()).collect()
    }
}

/// The columns that a query needs of a relation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ColumnsUsed {
    /// All: `*`, or a reading that turns rows and columns.
    All,
    /// Those that the relation has of these names. What is said without a
    /// relation counts for each that may be meant.
    Named(BTreeSet<String>),
}

impl Query {
    /// The relations that a query asks, under their own names, with the columns
    /// whose cells it needs.
    ///
    /// ```
    /// # use plan::query::{ColumnsUsed, Limits, parse};
    /// let query = parse("SELECT COUNT(*) FROM t WHERE make = 'X'", &Limits::default()).unwrap();
    /// let used = query.columns_used();
    /// assert_eq!(used["t"], ColumnsUsed::Named(["make".to_owned()].into()));
    /// ```
    pub fn columns_used(&self) -> BTreeMap<String, ColumnsUsed> {
        let mut used = BTreeMap::new();
        query_columns(self, &mut used);
        used
    }
}

fn query_columns(query: &Query, used: &mut BTreeMap<String, ColumnsUsed>) {
    let selects = std::iter::once(&query.select).chain(query.unions.iter().map(|one| &one.select));
    for select in selects {
        let sources: Vec<&Source> = sources(select).collect();
        for source in &sources {
            let entry = used
                .entry(own_name(&source.relation).to_owned())
                .or_insert_with(|| ColumnsUsed::Named(BTreeSet::new()));
            if own_name(&source.relation) != source.relation {
                *entry = ColumnsUsed::All;
            }
        }
        if select.columns.contains(&Selected::All) {
            for source in &sources {
                used.insert(own_name(&source.relation).to_owned(), ColumnsUsed::All);
            }
        }
        let keys = query.order_by.iter().map(|key| &key.expr);
        for expr in expressions(select).chain(keys) {
            columns(expr, &sources, used);
        }
    }
}

fn columns(expr: &Expr, sources: &[&Source], used: &mut BTreeMap<String, ColumnsUsed>) {
    if let Expr::Column { of, name } = expr {
        for source in sources {
            let meant = of.as_deref().is_none_or(|of| means(of, called(source)));
            if let Some(ColumnsUsed::Named(names)) = used.get_mut(own_name(&source.relation))
                && meant
            {
                names.insert(name.clone());
            }
        }
    }
    for child in children(expr) {
        columns(child, sources, used);
    }
    if let Some(query) = query_inside(expr) {
        query_columns(query, used);
    }
}

/// The relations of a selection, in order.
pub(super) fn sources(select: &Select) -> impl Iterator<Item = &Source> {
    let joined = select.joins.iter().map(|join| &join.source);
    select.from.iter().chain(joined)
}

/// All expressions of a selection, those in expressions left out.
pub(super) fn expressions(select: &Select) -> impl Iterator<Item = &Expr> {
    let columns = select.columns.iter().filter_map(|column| match column {
        Selected::All => None,
        Selected::One { expr, .. } => Some(expr),
    });
    columns
        .chain(select.joins.iter().map(|join| &join.on))
        .chain(&select.filter)
        .chain(&select.group_by)
        .chain(&select.having)
}

/// What a relation is called within its selection.
pub(super) fn called(source: &Source) -> &str {
    source.alias.as_deref().unwrap_or(&source.relation)
}

/// Whether a column's `of` may mean a relation: by its name or the end of it.
pub(super) fn means(of: &str, called: &str) -> bool {
    let end = called.strip_suffix(of);
    end.is_some_and(|front| front.is_empty() || front.ends_with('.'))
}

/// The name of the relation that a reading is made from.
fn own_name(name: &str) -> &str {
    name.strip_suffix(BY_ROWS)
        .or_else(|| name.strip_suffix(LONG))
        .unwrap_or(name)
}

/// A relation, or the reading of one.
pub(super) fn find(
    name: &str,
    relations: &(impl Relations + ?Sized),
) -> Result<Arc<Relation>, QueryError> {
    if let Some(relation) = relations.find(name) {
        return Ok(relation);
    }
    let read = |suffix: &str, reading: fn(&Relation) -> Option<Relation>| {
        let own = relations.find(name.strip_suffix(suffix)?)?;
        reading(&own).map(Arc::new)
    };
    read(BY_ROWS, Relation::by_rows)
        .or_else(|| read(LONG, Relation::long))
        .ok_or_else(|| {
            let names = relations.names();
            QueryError::UnknownRelation {
                name: name.to_owned(),
                nearest: nearest(own_name(name), names.iter().map(String::as_str)),
            }
        })
}
