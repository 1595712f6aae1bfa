//! Tables as a question sees them: the parts of one table over pages joined,
//! with titles, running lines and headings.
//!
//! A value printed alone under its name (`Rate`, then `$17.26`) is a table of
//! one cell: rates of a single number are printed so.

use std::collections::BTreeSet;

use text::{Span, Table};

use super::records;
use super::scan::{Kind, scan};
use super::shelf::{Book, Cells, Content, keys};

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
    /// Parts it was joined from.
    pub parts: usize,
    /// Rows whose cells do not fit the columns.
    pub odd_rows: u32,
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
    for (at, table) in document.tables.iter().enumerate() {
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
    records::mark(&mut found, book, cells);
    found.extend(lone_values(index, book, cells));
    found.retain(|chain| !chain.rows.is_empty() && !is_prose(chain, cells));
    for chain in &mut found {
        finish(chain, cells, book);
    }
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
    let columns = table.columns().into_iter().map(|name| column(name, book));
    let title = table.title.as_deref().unwrap_or_default();
    let titles = title.split(" / ").filter(|line| !line.trim().is_empty());
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
    Chain {
        book: index,
        columns,
        rows: Vec::new(),
        nearest: titles
            .last()
            .map(|line| keys(line, book.notation))
            .unwrap_or_default(),
        title_keys: key_set(&titles),
        running: key_set(book.running(at)),
        headings: key_set(&headings),
        titles,
        parts: 0,
        odd_rows: 0,
    }
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
    columns.len() == chain.columns.len()
        && !here.is_empty()
        && here == before
        && between.split_whitespace().count() <= BETWEEN_WORDS_MAX
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
        let label = book.document.label_of(at, index);
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

/// A first row of names above rows of figures is the header that the reader did
/// not take for one.
fn name_columns(chain: &mut Chain, cells: &Cells, book: &Book) {
    let has_number = |cell: &Cell| {
        cells
            .facts(cell.text)
            .tokens
            .iter()
            .any(super::scan::Token::is_number)
    };
    let unnamed = chain.columns.iter().all(|column| column.name.is_empty());
    let Some((first, rest)) = chain.rows.split_first().filter(|_| unnamed) else {
        return;
    };
    let names = first.cells.len() > 2
        && first
            .cells
            .iter()
            .skip(1)
            .all(|cell| !cell.span.is_empty() && !has_number(cell));
    let figures = rest.iter().filter(|row| {
        let values = row.cells.iter().skip(1);
        row.cells.len() == first.cells.len()
            && 2 * values.filter(|cell| has_number(cell)).count() >= row.cells.len() - 1
    });
    if !names || 2 * figures.count() < rest.len().max(2) {
        return;
    }
    chain.columns = first
        .cells
        .iter()
        .map(|cell| column(book.text(cell.span), book))
        .collect();
    chain.rows.remove(0);
}

/// Columns without a header get an empty one; types are counted.
fn finish(chain: &mut Chain, cells: &Cells, book: &Book) {
    name_columns(chain, cells, book);
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

/// Longest line that names a value, in words.
const NAME_WORDS_MAX: usize = 8;
/// Title lines above a lone value.
const TITLES_MAX: usize = 3;

/// Values that stand alone on a line under the line that names them.
fn lone_values(index: usize, book: &Book, cells: &mut Cells) -> Vec<Chain> {
    let mut found = Vec::new();
    let mut lines: Vec<Span> = Vec::new();
    let mut start = 0;
    for line in book.document.text.split('\n') {
        let span = Span::new(start, start + line.trim_end().len());
        start += line.len() + 1;
        if line.trim().is_empty() {
            continue;
        }
        if is_lone_value(line, book)
            && let Some((name, titles)) = named_above(&lines, span, book)
        {
            let mut chain = new_chain(
                index,
                book,
                span.start,
                vec![column(book.text(name).trim(), book)],
                titles,
            );
            chain.parts = 1;
            let text = cells.add(book.text(span), book.notation);
            chain.rows.push(Row {
                span,
                cells: vec![Cell { span, text }],
                label: None,
            });
            found.push(chain);
        }
        lines.push(span);
    }
    found
}

/// An amount, a percentage or a decimal, and nothing else: whole numbers are
/// numbers of pages.
fn is_lone_value(line: &str, book: &Book) -> bool {
    if line.len() > 24 || !line.contains(|c: char| c.is_ascii_digit()) {
        return false;
    }
    match scan(line.trim(), book.notation).as_slice() {
        [only] => match only.kind {
            Kind::Money | Kind::Percent => true,
            Kind::Number => only.value.and_then(super::Exact::places) != Some(0),
            Kind::Word | Kind::Letter | Kind::Code | Kind::Date(_) => false,
        },
        _ => false,
    }
}

/// The line above a lone value, with the title lines above that, of the same page.
fn named_above(lines: &[Span], value: Span, book: &Book) -> Option<(Span, Vec<String>)> {
    let page = book.pages(value);
    let on_page: Vec<Span> = lines
        .iter()
        .rev()
        .take(1 + TITLES_MAX)
        .take_while(|line| book.pages(**line) == page)
        .copied()
        .collect();
    let name = *on_page.first()?;
    let text = book.text(name).trim();
    let short =
        |text: &str| text.split_whitespace().count() <= NAME_WORDS_MAX && !text.contains(" | ");
    let named =
        short(text) && text.contains(char::is_alphabetic) && !text.ends_with(['.', ';', ',']);
    let mut titles: Vec<String> = on_page[1..]
        .iter()
        .map(|line| book.text(*line).trim().to_owned())
        .take_while(|line| {
            !line.contains(" | ")
                && !line.ends_with('.')
                && line.split_whitespace().count() <= 2 * NAME_WORDS_MAX
        })
        .collect();
    titles.reverse();
    named.then_some((name, titles))
}
