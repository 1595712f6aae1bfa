//! What a query gives: values, with the cells they came from.

use serde::{Deserialize, Serialize};
use text::Span;
use text::table::{Decimal, Unit, Value};

/// Most cells that are kept of one value; the first ones, and the last.
pub const LINEAGE_MAX: usize = 64;

/// The rows of a query.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// In order.
    pub columns: Vec<OutcomeColumn>,
    /// In order, one output a column; at most as many as the limits say.
    pub rows: Vec<Vec<Output>>,
    /// Rows that there are.
    pub rows_total: u64,
    /// Names of the relations that were asked; lineage points into them.
    pub relations: Vec<String>,
    /// Cells of aggregates that held neither a number nor nothing.
    pub left_out: u64,
    /// A division by zero left a value empty.
    pub divided_by_zero: bool,
    /// Cells and values that were looked at.
    pub steps: u64,
}

/// A column of an outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutcomeColumn {
    /// As the query calls it, or the expression.
    pub name: String,
    /// What it holds.
    pub kind: ValueKind,
    /// That all its numbers have.
    pub unit: Unit,
    /// Power of ten that all its numbers are to be multiplied by; 0 where they
    /// differ.
    pub scale: i8,
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueKind {
    /// Numbers, amounts, shares.
    Number,
    /// Days, months, years.
    Date,
    /// Identifiers.
    Code,
    /// Anything else that is written.
    Text,
    /// Yes or no.
    Truth,
    /// Nothing, or of several kinds.
    Open,
}

/// One value.
#[derive(Debug, Clone, PartialEq)]
pub struct Output {
    /// As a person reads it: a cell's own text where it is one cell unchanged.
    pub text: String,
    /// Typed; a truth is the text `yes` or `no`.
    pub value: Value,
    /// The number, if it is one, before its scale.
    pub number: Option<Decimal>,
    /// Of the number.
    pub unit: Unit,
    /// The number is to be multiplied by ten to this power.
    pub scale: i8,
    /// Where it came from.
    pub lineage: Lineage,
}

/// The cells that a value came from, in the order they were met.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lineage {
    /// At most [`LINEAGE_MAX`]: of more, the first ones and the last.
    pub cells: Vec<CellRef>,
    /// Cells that there are.
    pub total: u64,
}

/// A cell of a relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellRef {
    /// Among [`Outcome::relations`].
    pub relation: usize,
    /// From 0.
    pub row: u32,
    /// From 0; `None` for the row as such, as `COUNT(*)` takes it.
    pub column: Option<usize>,
    /// In the canonical text of the relation's document; of a row, its loaded cells.
    pub span: Span,
}

impl Lineage {
    /// Adds a cell.
    pub(super) fn push(&mut self, cell: CellRef) {
        self.total += 1;
        if self.cells.len() < LINEAGE_MAX {
            self.cells.push(cell);
        } else if let Some(last) = self.cells.last_mut() {
            *last = cell;
        }
    }

    /// Adds the cells of another value.
    pub(super) fn extend(&mut self, other: &Lineage) {
        for cell in &other.cells {
            self.push(*cell);
        }
        self.total += other.total - other.cells.len() as u64;
    }

    /// Leaves each cell once, as far as all are kept.
    pub(super) fn once(mut self) -> Lineage {
        if self.total > self.cells.len() as u64 {
            return self;
        }
        let mut kept: Vec<CellRef> = Vec::with_capacity(self.cells.len());
        for cell in self.cells {
            if !kept.contains(&cell) {
                kept.push(cell);
            }
        }
        self.total = kept.len() as u64;
        self.cells = kept;
        self
    }
}
