//! From grids of cells, as readers know them, to one typed table.

use super::grid::{Grid, GridCell, count};
use super::indent::{self, Indents};
use super::total::is_total;
use super::{Band, Cell, HeaderCell, LogicalTable, Merged, Part, Row, TableKind, Value};
use super::{bands, columns, head, notes};
use crate::{Language, Span};

impl Grid {
    /// Types the cells and columns. `text` is the canonical text that the spans
    /// are of.
    pub fn into_table(self, text: &str, language: Language) -> LogicalTable {
        let parts = [self];
        let gathered = Gathered::of(&parts, text, language);
        // A large sheet is not held twice.
        drop(parts);
        gathered.typed(text, language)
    }

    /// One table of its parts on several pages. A later part that opens with the
    /// rows of the first one's header repeats it; these rows are no data.
    pub fn join(parts: &[Grid], text: &str, language: Language) -> LogicalTable {
        Gathered::of(parts, text, language).typed(text, language)
    }

    /// The spans of its cells, to be moved.
    pub(crate) fn spans(&mut self) -> impl Iterator<Item = &mut Span> {
        let cells = self.cells.iter_mut().chain(&mut self.named_by);
        cells.map(|cell| &mut cell.span)
    }

    /// Its columns are named elsewhere: what stands over its labels alone names the rows below.
    pub(crate) fn name_rows(&mut self) {
        self.bands.splice(0..0, 0..self.header_rows);
        self.header_rows = 0;
    }

    fn rows_before(&self, row: u32) -> &[GridCell] {
        &self.cells[..self.cells.partition_point(|cell| cell.row < row)]
    }

    /// How many of the first rows say, column by column, what the header of the
    /// whole table says.
    fn repeated(&self, header: &[GridCell], text: &str) -> u32 {
        if header.is_empty() || self.header_rows > 0 {
            return 0;
        }
        let wanted = by_column(header, self.columns, text);
        let rows = 1..self.rows.min(REPEATED_ROWS_MAX + 1);
        rows.into_iter()
            .find(|rows| by_column(self.rows_before(*rows), self.columns, text) == wanted)
            .unwrap_or(0)
    }
}

/// A table whose cells have their places, but no values yet.
struct Gathered {
    table: LogicalTable,
    /// One a row, by column.
    cells: Vec<Vec<GridCell>>,
    header: Vec<GridCell>,
}

impl Gathered {
    fn of(parts: &[Grid], text: &str, language: Language) -> Self {
        let width = parts.iter().map(|part| part.columns).max().unwrap_or(0);
        let none = Grid::default();
        let first = parts.first().unwrap_or(&none);
        let named = first.header_rows > 0 || !first.named_by.is_empty();
        let below = head::rows_below(parts, named, text, language);
        let header: &[GridCell] = match first.header_rows + below {
            0 => &first.named_by,
            rows => first.rows_before(rows),
        };
        let mut table = LogicalTable {
            kind: TableKind::Table,
            title: first.title.clone(),
            context: first.context.clone(),
            columns: columns::named(header, width, text),
            rows: Vec::new(),
            bands: Vec::new(),
            notes: Vec::new(),
            parts: Vec::new(),
            odd_rows: Vec::new(),
        };
        // Rows without cells are none.
        let rows = parts
            .iter()
            .map(|part| part.cells.len().min(part.rows as usize))
            .sum();
        let mut cells: Vec<Vec<GridCell>> = (0..width).map(|_| Vec::with_capacity(rows)).collect();
        let mut indents = Indents::default();
        table.rows.reserve_exact(rows);
        for part in parts {
            let again = head::repeats(first, part, below, text);
            let own = part.header_rows + if again { below } else { 0 };
            let headed = own.max(part.repeated(header, text));
            let into = (&mut table, cells.as_mut_slice(), &mut indents);
            add(into, part, headed, text);
        }
        bands::nest(&mut table);
        let labels = cells.first().into_iter().flatten();
        let labels: Vec<&str> = labels.map(|cell| text_of(*cell, text)).collect();
        indent::apply(&mut table, &indents, &labels);
        Self {
            header: header.to_vec(),
            table,
            cells,
        }
    }

    fn typed(self, text: &str, language: Language) -> LogicalTable {
        let Self {
            mut table,
            cells,
            header,
        } = self;
        for (at, cells) in cells.into_iter().enumerate() {
            notes::mark(&mut table, at, &cells, text);
            let typed = cells.iter().map(|cell| typed(*cell, text, language));
            table.columns[at].cells = typed.collect();
        }
        notes::mark_names(&mut table, &header, text);
        notes::take_rows(&mut table, text);
        columns::describe(&mut table, text);
        table
    }
}

/// Rows of a header that is printed again, at most.
const REPEATED_ROWS_MAX: u32 = 5;

/// The letters and figures of each column, cells over several ones in the first.
fn by_column(cells: &[GridCell], columns: u16, text: &str) -> Vec<String> {
    let mut found = vec![String::new(); usize::from(columns)];
    for cell in cells {
        let said = cell.span.slice(text).unwrap_or_default();
        if let Some(column) = found.get_mut(usize::from(cell.column)) {
            column.extend(said.chars().filter(|c| c.is_alphanumeric()));
        }
    }
    found
}

/// Adds the rows of a part whose first `headed` rows are header.
fn add(
    (table, columns, indents): (&mut LogicalTable, &mut [Vec<GridCell>], &mut Indents),
    part: &Grid,
    headed: u32,
    text: &str,
) {
    let indent = |row: u32| part.indents.get(row as usize).copied().unwrap_or(f32::NAN);
    let told = bands::of(part, headed, text);
    let body = part.rows_before(headed).len();
    let (head, mut rest) = part.cells.split_at(body);
    let mut placed = Part {
        span: extent(&part.cells).unwrap_or_default(),
        page: part.page,
        header: header_cells(head, headed, text),
        first_row: count(table.rows.len()),
        merged: Vec::new(),
    };
    let mut reaching: Vec<GridCell> = Vec::new();
    for row in headed..part.rows {
        let own = rest.partition_point(|cell| cell.row <= row);
        let (cells, after) = rest.split_at(own);
        rest = after;
        reaching.retain(|cell| cell.covers_row(row));
        if cells.is_empty() && reaching.is_empty() {
            continue;
        }
        let is_band = told.binary_search(&row).is_ok();
        if is_band && let (Some(first), Some(span)) = (cells.first(), extent(cells)) {
            table.bands.push(Band {
                text: text_of(*first, text).to_owned(),
                span,
                parent: None,
                row: count(table.rows.len()),
                column: first.column,
                columns: first.columns,
            });
            indents.bands.push(indent(row));
            continue;
        }
        for cell in cells
            .iter()
            .filter(|cell| cell.rows > 1 || cell.columns > 1)
        {
            placed.merged.push(Merged {
                row: count(table.rows.len()),
                column: cell.column,
                rows: cell.rows,
                columns: cell.columns,
            });
        }
        if part.odd.binary_search(&row).is_ok() {
            table.odd_rows.push(count(table.rows.len()));
        }
        push_row(table, columns, cells.iter().chain(&reaching), text);
        indents.rows.push(indent(row));
        reaching.extend(cells.iter().filter(|cell| cell.rows > 1));
    }
    clip_merged(&mut placed, table.rows.len());
    table.parts.push(placed);
}

/// Rows that a merged cell reaches, but that are bands or empty, are none of the table.
fn clip_merged(part: &mut Part, rows: usize) {
    let end = count(rows);
    for merged in &mut part.merged {
        merged.rows = merged.rows.min(end.saturating_sub(merged.row)).max(1);
    }
    part.merged
        .retain(|merged| merged.rows > 1 || merged.columns > 1);
}

fn push_row<'g>(
    table: &mut LogicalTable,
    columns: &mut [Vec<GridCell>],
    cells: impl Iterator<Item = &'g GridCell>,
    text: &str,
) {
    let at = table.rows.len();
    let mut own: Option<Span> = None;
    let mut label: Option<GridCell> = None;
    for cell in cells {
        let from = usize::from(cell.column).min(columns.len());
        let end = (from + usize::from(cell.columns)).min(columns.len());
        for column in &mut columns[from..end] {
            // A cell of the row's own stands before one that reaches into it.
            if column.len() == at {
                column.push(*cell);
            }
        }
        let reaches_in = own.is_some_and(|own| cell.span.start < own.start);
        if !reaches_in {
            own = Some(own.map_or(cell.span, |own| {
                Span::new(own.start, own.end.max(cell.span.end))
            }));
        }
        if label.is_none_or(|label| cell.column < label.column) {
            label = Some(*cell);
        }
    }
    for column in columns.iter_mut().filter(|column| column.len() == at) {
        column.push(GridCell::default());
    }
    table.rows.push(Row {
        span: own.unwrap_or_default(),
        band: table.bands.len().checked_sub(1).map(count),
        total: label.is_some_and(|label| is_total(text_of(label, text))),
    });
}

fn typed(cell: GridCell, text: &str, language: Language) -> Cell {
    if cell.span.is_empty() {
        return Cell::default();
    }
    let said = text_of(cell, text);
    Cell {
        span: Span::new(cell.span.start, cell.span.start + said.len()),
        value: Value::read(said, language),
    }
}

/// What a cell says, without its raised mark.
fn text_of(cell: GridCell, text: &str) -> &str {
    let said = cell.span.slice(text).unwrap_or_default();
    let end = said.len().saturating_sub(usize::from(cell.mark));
    said.get(..end).unwrap_or(said).trim_end()
}

fn header_cells(cells: &[GridCell], headed: u32, text: &str) -> Vec<HeaderCell> {
    let small = |count: u32| u16::try_from(count).unwrap_or(u16::MAX);
    let named = |cell: &GridCell| HeaderCell {
        text: cell.span.slice(text).unwrap_or_default().to_owned(),
        span: cell.span,
        row: small(cell.row),
        column: cell.column,
        rows: small(cell.rows.min(headed - cell.row)).max(1),
        columns: cell.columns,
    };
    cells.iter().map(named).collect()
}

fn extent(cells: &[GridCell]) -> Option<Span> {
    let start = cells.iter().map(|cell| cell.span.start).min()?;
    let end = cells.iter().map(|cell| cell.span.end).max()?;
    Some(Span::new(start, end))
}
