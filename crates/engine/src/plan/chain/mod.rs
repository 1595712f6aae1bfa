//! Tables as a question sees them: the parts of one table over pages joined,
//! with titles, running lines and headings.
//!
//! A value printed alone under its name (`Rate`, then `$17.26`) is a table of
//! one cell: rates of a single number are printed so. Forms that ask the same of
//! one thing after another are one table with a row for each thing.

mod bands;
mod first_band;
mod form;
mod glued;
mod groups;
mod head;
mod legend;
mod lone;
mod scale;
mod signs;
mod spans;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use text::{Span, Table};

pub use legend::Meaning;

use super::records;
use super::shelf::{Book, Cells, Content, Shelf, keys};
use super::table::notes::Notes;

/// A table, its parts joined.
#[derive(Debug)]
pub struct Chain {
    /// Index of the document.
    pub book: usize,
    /// In order.
    pub columns: Vec<Column>,
    /// In order, labels left out.
    pub rows: Vec<Row>,
    /// Title lines, outermost first.
    pub titles: Vec<String>,
    /// Tokens of the last title line, of all titles, of running lines, of headings.
    pub nearest: BTreeSet<String>,
    /// Of all title lines.
    pub title_keys: BTreeSet<String>,
    /// Of the running lines of its first page.
    pub running: BTreeSet<String>,
    /// Of the headings above it.
    pub headings: BTreeSet<String>,
    /// What the text between the heading and the table says of it.
    pub intro: String,
    /// Tokens of that.
    pub intro_keys: BTreeSet<String>,
    /// Parts it was joined from.
    pub parts: usize,
    /// Rows whose cells do not fit the columns.
    pub odd_rows: u32,
    /// What its signs mean.
    pub legend: Vec<Meaning>,
    notes: OnceLock<Notes>,
}

/// A column.
#[derive(Debug, Clone)]
pub struct Column {
    /// Its header; may be empty.
    pub name: String,
    /// Keys of the header's tokens.
    pub keys: BTreeSet<String>,
    /// Most cells are numbers, amounts or percentages.
    pub numeric: bool,
}

/// A row.
#[derive(Debug, Clone)]
pub struct Row {
    /// The row's text.
    pub span: Span,
    /// Cells by column; a short row has fewer.
    pub cells: Vec<Cell>,
    /// The band row above it.
    pub label: Option<(Span, usize)>,
    /// It opens a record: it says of what the rows below are, up to the next one.
    pub opens: bool,
}

/// A cell.
#[derive(Debug, Clone, Copy)]
pub struct Cell {
    /// Its text.
    pub span: Span,
    /// Its index among the distinct texts.
    pub text: usize,
}

impl Chain {
    /// What the table says whatever is asked; `shelf` is the one it stands on.
    pub fn notes(&self, shelf: &Shelf) -> &Notes {
        let book = &shelf.books[self.book];
        self.notes
            .get_or_init(|| Notes::read(self, book, &shelf.cells))
    }

    /// The title for people: the last line, the ones above where it is short.
    pub fn title(&self) -> String {
        self.titles.join(" / ")
    }
}

/// The tables of a document.
pub fn chains(index: usize, book: &Book, cells: &mut Cells) -> Vec<Chain> {
    let document = &book.document;
    let mut found: Vec<Chain> = Vec::new();
    let mut home: Vec<Option<usize>> = vec![None; document.tables.len()];
    let forms = form::chains(index, book, cells);
    for (at, table) in document.tables.iter().enumerate() {
        if forms.iter().any(|form| form.tables.contains(&at)) {
            continue;
        }
        let before = table.continues.and_then(|before| *home.get(before)?);
        let width = |chain: &Chain| chain.columns.len();
        let joined = before
            .filter(|&before| {
                table.header.is_none() || table.columns().len() == width(&found[before])
            })
            .or_else(|| {
                let last = found.len().checked_sub(1)?;
                goes_on(&found[last], book, table).then_some(last)
            });
        let chain = match joined {
            Some(chain) => chain,
            None => {
                found.push(start(index, book, table));
                found.len() - 1
            }
        };
        home[at] = Some(chain);
        add_rows(&mut found[chain], book, at, cells);
    }
    for chain in &mut found {
        // An empty first line of headers is no row.
        chain
            .rows
            .retain(|row| row.cells.iter().any(|cell| !cell.span.is_empty()));
    }
    records::mark(&mut found, book, cells);
    found.extend(forms.into_iter().map(|form| form.chain));
    found.extend(lone::values(index, book, cells));
    found.retain(|chain| !chain.rows.is_empty() && !is_prose(chain, cells));
    let mut stacked = Vec::new();
    for chain in &mut found {
        head::name_columns(chain, cells, book);
        scale::share_heading(chain, book);
        glued::part(chain, cells, book);
        stacked.push(groups::stack(chain, book));
        spans::fill(chain, book);
        first_band::part(chain, cells, book);
        bands::lift(chain, cells, book);
        finish(chain, cells);
    }
    for next in (1..found.len()).rev() {
        let both = stacked[next - 1] && stacked[next];
        if both && groups::goes_on(&found[next - 1], &found[next]) {
            let part = found.remove(next);
            found[next - 1].rows.extend(part.rows);
        }
    }
    legend::explain(&mut found, book, cells);
    found
}

/// Where many rows do not fit the columns and hold no value, prose was taken for a
/// table.
fn is_prose(chain: &Chain, cells: &Cells) -> bool {
    let has_value = |row: &&Row| {
        row.cells
            .iter()
            .any(|cell| cells.facts(cell.text).content == Content::Value)
    };
    let with_value = chain.rows.iter().filter(has_value).count();
    3 * (chain.odd_rows as usize) > chain.rows.len() && 5 * with_value < 4 * chain.rows.len()
}

fn start(index: usize, book: &Book, table: &Table) -> Chain {
    let names = head::untangled(&table.columns());
    let columns = names.iter().map(|name| column(name, book));
    let title = table.title.as_deref().unwrap_or_default();
    // A row of the table before is no title.
    let titles = title
        .split(" / ")
        .filter(|line| !line.trim().is_empty() && !line.contains('|'));
    new_chain(
        index,
        book,
        table.span.start,
        columns.collect(),
        titles.map(str::to_owned).collect(),
    )
}

fn column(name: &str, book: &Book) -> Column {
    Column {
        name: name.to_owned(),
        keys: keys(name, book.notation),
        numeric: false,
    }
}

fn new_chain(
    index: usize,
    book: &Book,
    at: usize,
    columns: Vec<Column>,
    titles: Vec<String>,
) -> Chain {
    let key_set = |lines: &[String]| keys(&lines.join(" "), book.notation);
    let above = book.headings(at).into_iter().chain(book.entry_above(at));
    let headings: Vec<String> = above.map(str::to_owned).collect();
    let intro = intro(book, at);
    // A table without a title of its own is called by the heading it stands under.
    let called = titles.last().map(String::as_str);
    let called = called.or(book.headings(at).last().copied());
    Chain {
        book: index,
        columns,
        rows: Vec::new(),
        nearest: called
            .map(|line| keys(line, book.notation))
            .unwrap_or_default(),
        intro_keys: keys(&intro, book.notation),
        intro,
        title_keys: key_set(&titles),
        running: key_set(book.running(at)),
        headings: key_set(&headings),
        titles,
        parts: 0,
        odd_rows: 0,
        legend: Vec::new(),
        notes: OnceLock::new(),
    }
}

/// Text above a table that may say what its figures are, in bytes.
const INTRO_BYTES: usize = 400;

/// The text right above a table, under the same heading and behind the table before.
fn intro(book: &Book, at: usize) -> String {
    let document = &book.document;
    let section = document.section_at(at);
    let section = section.map_or(0, |section| document.sections[section].span.start);
    let tables = document.tables.iter().map(|table| table.span.end);
    let table = tables.filter(|end| *end <= at).max().unwrap_or(0);
    let mut from = at.saturating_sub(INTRO_BYTES).max(section).max(table);
    while !document.text.is_char_boundary(from) {
        from += 1;
    }
    let lines = book.text(Span::new(from.min(at), at)).lines();
    let prose = lines.filter(|line| !line.contains(" | "));
    prose.collect::<Vec<_>>().join("\n")
}

/// A table without a title right behind one with the same words in its headers, in
/// the same number of columns: the rest of it, on the next page.
fn goes_on(chain: &Chain, book: &Book, table: &Table) -> bool {
    let columns = table.columns();
    let Some(last) = chain.rows.last().filter(|_| table.title.is_none()) else {
        return false;
    };
    let words = |names: &mut dyn Iterator<Item = &str>| -> BTreeSet<String> {
        names.flat_map(|name| keys(name, book.notation)).collect()
    };
    let before = words(&mut chain.columns.iter().map(|column| column.name.as_str()));
    let here = words(&mut columns.iter().copied());
    let between = book.text(Span::new(last.span.end, table.span.start));
    // Under another heading it is another table.
    let heading = |at: usize| book.headings(at).last().copied();
    columns.len() == chain.columns.len()
        && !here.is_empty()
        && here == before
        && between.split_whitespace().count() <= BETWEEN_WORDS_MAX
        && heading(last.span.start) == heading(table.span.start)
}

/// Words between two parts of a table: a repeated row of headers, at most.
const BETWEEN_WORDS_MAX: usize = 30;

fn add_rows(chain: &mut Chain, book: &Book, at: usize, cells: &mut Cells) {
    let table = &book.document.tables[at];
    // A part that the reader left apart goes on under the last band.
    let carried = chain
        .rows
        .last()
        .and_then(|row| row.label)
        .filter(|_| table.continues.is_none());
    let mut banded = false;
    chain.parts += 1;
    chain.odd_rows += table.odd_rows;
    for (index, &span) in table.rows.iter().enumerate() {
        if table.labels.contains(&index) {
            banded = true;
            continue;
        }
        // A row of several cells is no band: it is a second line of headers.
        let label = book.document.label_of(at, index);
        let label = label.filter(|span| {
            let cells = book.text(*span).split('|');
            cells.filter(|cell| !cell.trim().is_empty()).count() <= 1
        });
        let label = label.map(|span| (span, cells.add(book.text(span), book.notation)));
        let row_cells = split(book.text(span), span.start)
            .map(|span| Cell {
                span,
                text: cells.add(book.text(span), book.notation),
            })
            .collect();
        chain.rows.push(Row {
            span,
            cells: row_cells,
            label: label.or(carried.filter(|_| !banded)),
            opens: false,
        });
    }
}

/// The cells of a row's text, trimmed.
fn split(row: &str, start: usize) -> impl Iterator<Item = Span> {
    row.split('|').map(move |cell| {
        let at = start + (cell.as_ptr() as usize - row.as_ptr() as usize);
        let lead = cell.len() - cell.trim_start().len();
        Span::new(at + lead, at + lead + cell.trim().len())
    })
}

/// Columns without a header get an empty one; types are counted.
fn finish(chain: &mut Chain, cells: &Cells) {
    let width = chain
        .rows
        .iter()
        .map(|row| row.cells.len())
        .max()
        .unwrap_or(0);
    while chain.columns.len() < width {
        chain.columns.push(Column {
            name: String::new(),
            keys: BTreeSet::new(),
            numeric: false,
        });
    }
    for (at, column) in chain.columns.iter_mut().enumerate() {
        let filled = chain.rows.iter().filter_map(|row| row.cells.get(at));
        let (mut numbers, mut all) = (0, 0);
        for cell in filled {
            let tokens = &cells.facts(cell.text).tokens;
            if tokens.is_empty() {
                continue;
            }
            all += 1;
            numbers += usize::from(tokens.iter().any(super::scan::Token::is_number));
        }
        column.numeric = numbers * 2 > all;
    }
}
