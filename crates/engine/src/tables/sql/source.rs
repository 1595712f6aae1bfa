//! The relations of one query: found by name, loaded with the columns it needs.

use std::collections::BTreeMap;
use std::sync::Arc;

use index::{Card, RelationId, Snapshot};
use plan::query::{ColumnsUsed, Query, QueryError, Relations, written};
use plan::relation::{BY_ROWS_MAX, Relation, width_of_blocks};
use text::table::{CELLS_PART, Column, ColumnKind, LogicalTable, TableKind, Unit};

use super::super::passages;
use super::Found;
use super::documents::{called, documents_called};
use crate::EngineError;

/// Cells that one query may load, of all its relations: a cell takes some 140 bytes
/// while it is asked.
pub const CELLS_MAX: usize = 4_000_000;
/// Names that a misspelt one is compared with.
const NAMES_MAX: usize = 100_000;
/// Relations of one name that are told apart in a message.
const CHOICES_MAX: usize = 8;

const BY_ROWS: &str = "__by_rows";
const LONG: &str = "__long";

/// A relation with the cells that a query needs.
pub(super) struct Loaded {
    pub id: RelationId,
    pub path: String,
    pub card: Card,
    /// Without its cells: rows, bands and header, to cite by.
    pub table: Arc<LogicalTable>,
    pub relation: Arc<Relation>,
    columns_loaded: usize,
    cut: Option<String>,
}

impl Loaded {
    /// A relation that was found, under a name.
    fn of(snapshot: &Snapshot, name: &str, one: &Found) -> Result<Loaded, EngineError> {
        let mut relation = Arc::clone(&one.relation);
        if relation.name != name {
            name.clone_into(&mut Arc::make_mut(&mut relation).name);
        }
        let record = snapshot.document(&one.id.document)?;
        Ok(Loaded {
            id: one.id.clone(),
            path: record.path.clone(),
            cut: cut(&record.warnings),
            card: one.card.clone(),
            table: Arc::clone(&one.table),
            columns_loaded: relation.columns.len(),
            relation,
        })
    }
}

/// The relations of a query under the names that it has for them.
#[derive(Default)]
pub(super) struct Source {
    loaded: BTreeMap<String, Loaded>,
    /// Of the library, where a name of the query is none of them.
    names: Vec<String>,
}

impl Relations for Source {
    fn find(&self, name: &str) -> Option<Arc<Relation>> {
        Some(Arc::clone(&self.loaded.get(name)?.relation))
    }

    fn names(&self) -> Vec<String> {
        self.names.clone()
    }
}

impl Source {
    /// Finds and loads what a query asks. A name that no relation has is left to the
    /// query's own check, which names the nearest.
    pub(super) fn open(snapshot: &Snapshot, query: &Query) -> Result<Source, EngineError> {
        let mut source = Source::default();
        let mut room = CELLS_MAX;
        for (name, used) in query.columns_used() {
            let loaded = match resolve(snapshot, &name)? {
                Some(id) => load(snapshot, id, &name, &used, &mut room)?,
                None => passage(snapshot, &name)?,
            };
            match loaded {
                Some(loaded) => {
                    source.loaded.insert(name, loaded);
                }
                None if source.names.is_empty() => {
                    source.names = snapshot.relation_names(NAMES_MAX)?;
                }
                None => {}
            }
        }
        Ok(source)
    }

    /// Relations that are loaded, under the names that a query has for them; there are no
    /// others.
    pub(super) fn of(
        snapshot: &Snapshot,
        shown: &[(String, &Found)],
    ) -> Result<Source, EngineError> {
        let mut source = Source::default();
        for (name, one) in shown {
            let loaded = Loaded::of(snapshot, name, one)?;
            source.names.push(name.clone());
            source.loaded.insert(name.clone(), loaded);
        }
        Ok(source)
    }

    /// The table behind a relation of the query, and whether it is read as it stands.
    pub(super) fn behind(&self, name: &str) -> Option<(&Loaded, bool)> {
        if let Some(loaded) = self.loaded.get(name) {
            return Some((loaded, true));
        }
        Some((self.loaded.get(own_name(name))?, false))
    }

    pub(super) fn asked(&self, name: &str) -> Option<Asked> {
        let (loaded, as_is) = self.behind(name)?;
        let relation = &loaded.relation;
        let read = match as_is {
            true => None,
            false if name.ends_with(LONG) => relation.long(),
            false => relation.by_rows(),
        };
        let columns = read.as_ref().unwrap_or(relation).columns.iter();
        Some(Asked {
            name: name.to_owned(),
            id: loaded.id.clone(),
            path: loaded.path.clone(),
            pages: loaded.card.pages,
            rows: loaded.table.rows.len(),
            columns: columns.map(|column| column.name.clone()).collect(),
            columns_loaded: loaded.columns_loaded,
            cut: loaded.cut.clone(),
        })
    }

    /// The error of a check; where a table is there but has not the reading that was
    /// asked for, it says why.
    pub(super) fn explained(&self, error: QueryError) -> QueryError {
        let QueryError::UnknownRelation { name, .. } = &error else {
            return error;
        };
        let own = own_name(name);
        match self.loaded.get(own) {
            Some(loaded) if name.ends_with(BY_ROWS) => QueryError::Form(format!(
                "`{own}` has {} rows and {} columns; by rows are read tables of named columns, \
                 at least 2, and at most {BY_ROWS_MAX} rows",
                loaded.table.rows.len(),
                loaded.table.columns.len()
            )),
            Some(loaded) => QueryError::Form(format!(
                "`{own}` has {} columns; in long form are read tables of at least 3",
                loaded.table.columns.len()
            )),
            None => error,
        }
    }
}

/// The name of the relation that a reading is made from.
fn own_name(name: &str) -> &str {
    let own = name.strip_suffix(BY_ROWS);
    own.or_else(|| name.strip_suffix(LONG)).unwrap_or(name)
}

/// The relation that a name means: `report.rates`, in any case, while only one is
/// called so, or `DOC#3`, the third of a document by its path or the start of its id.
fn resolve(snapshot: &Snapshot, name: &str) -> Result<Option<RelationId>, EngineError> {
    let mut ids = snapshot.relations_named(&name.to_lowercase())?;
    if ids.is_empty() {
        ids = identified(snapshot, name);
    }
    if ids.len() <= 1 {
        return Ok(ids.pop());
    }
    let choices = ids.iter().take(CHOICES_MAX);
    Err(EngineError::AmbiguousRelation {
        name: name.to_owned(),
        count: ids.len(),
        choices: choices.map(|id| identity(snapshot, id)).collect(),
    })
}

/// What the passage of a name states; none where no passage is called so.
fn passage(snapshot: &Snapshot, name: &str) -> Result<Option<Loaded>, EngineError> {
    match passages::named(snapshot, name)?.as_slice() {
        [] => Ok(None),
        [one] => Loaded::of(snapshot, name, one).map(Some),
        several => {
            let choices = several.iter().take(CHOICES_MAX);
            Err(EngineError::AmbiguousRelation {
                name: name.to_owned(),
                count: several.len(),
                choices: choices
                    .map(|one| passages::identity(snapshot, one))
                    .collect(),
            })
        }
    }
}

/// What `DOC#3` may mean.
fn identified(snapshot: &Snapshot, name: &str) -> Vec<RelationId> {
    let Some((document, number)) = name.rsplit_once('#') else {
        return Vec::new();
    };
    let number = number.parse::<u32>().ok();
    let Some(ordinal) = number.and_then(|number| number.checked_sub(1)) else {
        return Vec::new();
    };
    let found = documents_called(snapshot, document).into_iter();
    let id = |record: &index::DocumentRecord| RelationId {
        document: record.id.clone(),
        ordinal,
    };
    found.map(id).collect()
}

/// A query over one relation as it can be asked again: where several are called so, by what
/// names this one and no other.
///
/// # Errors
/// A store that cannot be read.
pub(in crate::tables) fn told_apart(
    snapshot: &Snapshot,
    one: &Found,
    sql: &str,
) -> Result<String, EngineError> {
    let name = &one.relation.name;
    let own = if passages::is_of_passage(one) {
        passages::share_a_name(snapshot, one)?.then(|| passages::identity(snapshot, one))
    } else {
        let alike = snapshot.relations_named(&name.to_lowercase())?;
        (alike.len() > 1).then(|| identity(snapshot, &one.id))
    };
    let Some(own) = own else {
        return Ok(sql.to_owned());
    };
    let own = own.trim_matches('"');
    // The longer names first: the plain one opens them.
    let readings = [BY_ROWS, LONG, ""].into_iter();
    Ok(readings.fold(sql.to_owned(), |sql, reading| {
        let called = format!("FROM {}", written(&format!("{name}{reading}")));
        sql.replace(&called, &format!("FROM \"{own}{reading}\""))
    }))
}

/// `"DOC#3"`, which names one relation and no other.
fn identity(snapshot: &Snapshot, id: &RelationId) -> String {
    let document = called(snapshot, &id.document);
    format!("\"{document}#{}\"", id.ordinal + 1)
}

/// A relation with the cells that are needed, taken from the room that is left.
fn load(
    snapshot: &Snapshot,
    id: RelationId,
    name: &str,
    used: &ColumnsUsed,
    room: &mut usize,
) -> Result<Option<Loaded>, EngineError> {
    let (mut cells, mut columns_loaded) = (0, 0);
    let found = snapshot.relation_columns(&id, |paths, rows| {
        let wanted = wanted(paths, used);
        columns_loaded = wanted.iter().filter(|wanted| **wanted).count();
        cells = columns_loaded * rows;
        if cells > *room {
            return vec![false; paths.len()];
        }
        wanted
    })?;
    let Some((card, mut table)) = found else {
        return Ok(None);
    };
    if cells > *room {
        let max = CELLS_MAX as u64;
        return Err(QueryError::Bound { what: "cells", max }.into());
    }
    *room -= cells;
    // The cells' texts are slices of the document; only what the table spans is read.
    let span = table.span();
    let written = match cells {
        0 => String::new(),
        _ => snapshot.text(&id.document, span)?,
    };
    let relation = Relation::taking(name, &mut table, &written, span.start);
    let record = snapshot.document(&id.document)?;
    Ok(Some(Loaded {
        id,
        path: record.path.clone(),
        cut: cut(&record.warnings),
        card,
        table: Arc::new(table),
        relation: Arc::new(relation),
        columns_loaded,
    }))
}

/// What was said when a document was read whose cells are not all kept.
fn cut(warnings: &[String]) -> Option<String> {
    let mut reasons = warnings.iter().filter_map(|warning| {
        let reason = warning.strip_prefix(CELLS_PART)?;
        reason.strip_prefix(": ")
    });
    reasons.next().map(str::to_owned)
}

/// Which columns a query needs.
fn wanted(paths: &[&[String]], used: &ColumnsUsed) -> Vec<bool> {
    match used {
        ColumnsUsed::All => vec![true; paths.len()],
        _ if width_of_blocks(paths.iter().copied()).is_some() => vec![true; paths.len()],
        ColumnsUsed::Named(names) => {
            let own = column_names(paths.iter().copied()).into_iter();
            own.map(|name| names.contains(&name)).collect()
        }
    }
}

/// What columns are called in queries, by their printed names; all those of a table, or
/// the first of them, in order.
///
/// ```
/// # use perusal::tables::sql::column_names;
/// let printed = [vec!["Sales".to_owned(), "2020".to_owned()], vec![]];
/// let names = column_names(printed.iter().map(Vec::as_slice));
/// assert_eq!(names, ["sales_2020", "c2"]);
/// ```
pub fn column_names<'p>(paths: impl Iterator<Item = &'p [String]>) -> Vec<String> {
    let column = |path: &[String]| Column {
        path: path.to_vec(),
        kind: ColumnKind::Empty,
        unit: Unit::NONE,
        scale: 0,
        key: false,
        cells: Vec::new(),
    };
    // A table without rows has its names as any other: there is one way to make them.
    let bare = LogicalTable {
        kind: TableKind::Table,
        title: None,
        context: Vec::new(),
        columns: paths.map(column).collect(),
        rows: Vec::new(),
        bands: Vec::new(),
        notes: Vec::new(),
        parts: Vec::new(),
        odd_rows: Vec::new(),
    };
    let named = Relation::new("", &bare, "").columns;
    named.into_iter().map(|column| column.name).collect()
}

/// A relation that a query asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// As the query calls it.
    pub name: String,
    /// Which it is.
    pub id: RelationId,
    /// Path of its document.
    pub path: String,
    /// First and last page, 1-based; `None` for unpaged formats.
    pub pages: Option<(u32, u32)>,
    /// Rows as the document has them.
    pub rows: usize,
    /// Names of its columns, as it is read here.
    pub columns: Vec<String>,
    /// Columns of its table whose cells were loaded.
    pub columns_loaded: usize,
    /// Cells of its document were too many: some rows may be missing here.
    pub cut: Option<String>,
}
