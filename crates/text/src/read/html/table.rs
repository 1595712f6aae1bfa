//! Tables of a page as rows of text.
//!
//! A cell over several rows is repeated in each, so that a row can be read
//! alone; one over several columns stands in the first, and the others are
//! empty. Tables that only arrange a page are read as the blocks they arrange.

use super::cells::{Cells, Placed};
use super::columns::{Column, Grid, REPEATED_BYTES_MAX, Row};
use super::signs::Folding;
use super::tag::Tag;
use super::tree::{NodeId, Tree};
use super::write::{Page, Writer};
use crate::read::flow::Piece;
use crate::row::BETWEEN_CELLS;
use crate::{Span, Table};

/// Longest header kept beside the rows, in bytes.
const HEADER_BYTES_MAX: usize = 4_096;

/// A cell of this many characters in the mean is no value but a text, and the
/// table, without any header, an arrangement.
const MEAN_CHARS_MAX: usize = 400;

/// Writes a table.
pub fn write(writer: &mut Writer<'_>, id: NodeId) {
    let parts = Parts::of(writer.page, id);
    let arranges = is_arrangement(writer.page, id, &parts);
    for stray in &parts.strays {
        writer.flow.blank_line();
        writer.node(*stray);
    }
    if arranges {
        for cell in parts.rows.iter().flat_map(|row| &row.cells) {
            writer.flow.blank_line();
            writer.children(*cell);
        }
        writer.flow.blank_line();
        return;
    }
    let title = title(writer, &parts);
    let mut table = Table {
        title,
        ..Table::default()
    };
    let mut header = Header::default();
    let folding = {
        let page = writer.page;
        Folding::of(page.tree, &parts.rows, |cell, room| page.line(cell, room))
    };
    let mut grid = Grid::default();
    let mut cells = Cells::default();
    for row in &parts.rows {
        if writer.flow.is_cut() {
            break;
        }
        let columns = {
            let (page, room) = (writer.page, writer.flow.room());
            folding.fold(grid.row(page.tree, row, |cell| page.line(cell, room)))
        };
        if row.is_header {
            header.add(&columns);
        }
        write_row(writer, row, columns, &mut table, &mut cells);
    }
    table.header = header.line();
    if !table.span.is_empty() {
        cells.grid.title.clone_from(&table.title);
        writer.flow.grid(cells.grid);
        writer.flow.table(table);
    }
    writer.flow.blank_line();
}

/// The caption, written above the rows, or the line already there.
fn title(writer: &mut Writer<'_>, parts: &Parts) -> Option<String> {
    let Some(caption) = parts.caption else {
        let title = writer.flow.line_above().map(str::to_owned);
        writer.flow.blank_line();
        return title;
    };
    writer.flow.blank_line();
    let line = writer.page.line(caption, writer.flow.room());
    let title = line.text.clone();
    writer.flow.append(line);
    writer.flow.new_line();
    Some(title).filter(|title| !title.is_empty())
}

/// Writes one row, unless all of its cells are empty.
fn write_row(
    writer: &mut Writer<'_>,
    row: &Row,
    columns: Vec<Column>,
    table: &mut Table,
    cells: &mut Cells,
) {
    let Some(line) = joined(columns) else {
        return;
    };
    let Some(span) = writer.flow.row(line.text) else {
        return;
    };
    if table.span.is_empty() {
        table.span.start = span.start;
    }
    table.span.end = span.end;
    if !row.is_header {
        table.rows.push(span);
    }
    cells.add(&line.columns, span.start, row.is_header);
}

/// A row as one line, and where its columns stand in it.
struct Line {
    text: Piece,
    columns: Vec<Placed>,
}

/// Columns as one line, ` | ` between them; `None` when there is nothing in them.
fn joined(columns: Vec<Column>) -> Option<Line> {
    let filled = columns
        .iter()
        .rposition(|column| !column.line.text.is_empty())?;
    let mut joined = Piece::default();
    let mut places = Vec::with_capacity(columns.len());
    for (index, column) in columns.into_iter().enumerate() {
        let mut line = column.line;
        if index > 0 && index <= filled {
            // A line does not start with a space, even where its first cell is empty.
            let bar = if joined.text.is_empty() {
                BETWEEN_CELLS.trim_start()
            } else {
                BETWEEN_CELLS
            };
            joined.text.push_str(bar);
        }
        let offset = joined.text.len();
        line.shift(|at| at + offset);
        joined.text.push_str(&line.text);
        joined.links.append(&mut line.links);
        places.push(Placed {
            span: Span::new(offset, joined.text.len()),
            place: column.place,
            mark: u8::try_from(line.raised).unwrap_or(0),
        });
    }
    Some(Line {
        text: joined,
        columns: places,
    })
}

/// What a table is made of.
struct Parts {
    caption: Option<NodeId>,
    rows: Vec<Row>,
    /// Elements that are neither: they stand above the table.
    strays: Vec<NodeId>,
}

impl Parts {
    fn of(page: Page<'_>, table: NodeId) -> Self {
        let tree = page.tree;
        let inside = tree.descendants(table, |node| {
            // Not into cells, of this table or one of its own.
            let parent = tree.tag(tree.parent(node));
            let in_cell = matches!(parent, Some(Tag::Cell | Tag::HeaderCell | Tag::Caption));
            page.is_read(node) && !in_cell
        });
        let mut parts = Parts {
            caption: None,
            rows: Vec::new(),
            strays: Vec::new(),
        };
        let mut in_head = Vec::new();
        for node in inside {
            match tree.tag(node) {
                Some(Tag::Caption) if parts.caption.is_none() => parts.caption = Some(node),
                Some(Tag::Row) => {
                    let head = tree.tag(tree.parent(node)) == Some(Tag::TableHead);
                    in_head.push(head);
                    parts.rows.push(Row {
                        cells: Vec::new(),
                        is_header: head,
                    });
                }
                Some(Tag::Cell | Tag::HeaderCell) => {
                    if parts.rows.is_empty() {
                        parts.rows.push(Row {
                            cells: Vec::new(),
                            is_header: false,
                        });
                    }
                    if let Some(row) = parts.rows.last_mut() {
                        row.cells.push(node);
                    }
                }
                Some(Tag::TableHead | Tag::TableBody) => {}
                _ if tree.parent(node) == table || is_part(tree, tree.parent(node)) => {
                    parts.strays.push(node);
                }
                _ => {}
            }
        }
        parts.find_header(tree);
        parts
    }

    /// Without a `thead`, the first rows are the header when all their cells
    /// are header cells, or when all of the first row's are bold.
    fn find_header(&mut self, tree: &Tree) {
        if self.rows.iter().any(|row| row.is_header) || self.rows.len() < 2 {
            return;
        }
        let heads = |row: &Row| {
            let mut cells = row.cells.iter();
            row.cells.len() > 1 && cells.all(|&cell| tree.tag(cell) == Some(Tag::HeaderCell))
        };
        let count = self.rows.iter().take_while(|row| heads(row)).count();
        if count == self.rows.len() {
            return;
        }
        for row in &mut self.rows[..count] {
            row.is_header = true;
        }
        let first = &mut self.rows[0];
        if count == 0 && first.cells.len() > 1 {
            first.is_header = first.cells.iter().all(|&cell| is_bold(tree, cell));
        }
    }
}

fn is_part(tree: &Tree, id: NodeId) -> bool {
    matches!(
        tree.tag(id),
        Some(Tag::Row | Tag::TableHead | Tag::TableBody)
    )
}

/// All words of a cell are bold.
fn is_bold(tree: &Tree, cell: NodeId) -> bool {
    let plain = tree.descendants(cell, |node| tree.tag(node) != Some(Tag::Bold));
    let none_left = plain.iter().all(|&node| tree.text(node).trim().is_empty());
    none_left && !tree.words(cell).is_empty()
}

/// Whether a table arranges a page instead of listing values.
fn is_arrangement(page: Page<'_>, table: NodeId, parts: &Parts) -> bool {
    let tree = page.tree;
    if let Some("presentation" | "none") = tree.attribute(table, "role") {
        return true;
    }
    let cells = || parts.rows.iter().flat_map(|row| row.cells.iter().copied());
    let has_header = parts.caption.is_some()
        || parts.rows.iter().any(|row| row.is_header)
        || cells().any(|cell| tree.tag(cell) == Some(Tag::HeaderCell));
    if has_header {
        return false;
    }
    if parts.rows.iter().all(|row| row.cells.len() < 2) {
        return true;
    }
    let holds_blocks = cells().any(|cell| {
        let inside = tree.descendants(cell, |_| true);
        inside.iter().any(|&node| {
            matches!(
                tree.tag(node),
                Some(Tag::Table | Tag::Heading(_) | Tag::Article | Tag::Main)
            )
        })
    });
    let chars: usize = cells().map(|cell| tree.words(cell).chars().count()).sum();
    holds_blocks || chars > cells().count() * MEAN_CHARS_MAX
}

/// The names of columns, gathered from all header rows.
#[derive(Default)]
struct Header(Vec<String>);

impl Header {
    /// A name over several columns belongs to each of them.
    fn add(&mut self, columns: &[Column]) {
        let mut above = "";
        for (column, cell) in columns.iter().enumerate() {
            if !cell.continues {
                above = &cell.line.text;
            }
            if self.0.len() <= column {
                self.0.push(String::new());
            }
            let name = &mut self.0[column];
            // A cell over several rows comes again with each.
            if above.is_empty() || name.ends_with(above) || name.len() > REPEATED_BYTES_MAX {
                continue;
            }
            if !name.is_empty() {
                name.push(' ');
            }
            name.push_str(&above[..above.floor_char_boundary(REPEATED_BYTES_MAX)]);
        }
    }

    fn line(self) -> Option<String> {
        let mut line = self.0.join(BETWEEN_CELLS);
        line.truncate(line.floor_char_boundary(HEADER_BYTES_MAX));
        let line = line.trim();
        (!line.is_empty() && !line.chars().all(|c| c == '|' || c == ' ')).then(|| line.to_owned())
    }
}
