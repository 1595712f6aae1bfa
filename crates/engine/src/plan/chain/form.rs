//! Forms: two columns, names and what is filled in, one form after another with the
//! same names. Together they are a table with a row for each form.

use std::collections::BTreeSet;

use text::{Span, Table};

use super::{Cell, Chain, Row, column, new_chain, split};
use crate::plan::scan::{Kind, scan};
use crate::plan::shelf::{Book, Cells};

/// Forms with the same names at least.
const FORMS_MIN: usize = 3;
/// Names that they share at least.
const NAMES_MIN: usize = 3;
/// Longest name, in words.
const NAME_WORDS_MAX: usize = 5;

/// Forms of one kind as a table.
pub struct Forms {
    /// The table.
    pub chain: Chain,
    /// The tables of the document that it was made of, by index.
    pub tables: Vec<usize>,
}

/// One form: names and what stands beside them.
struct Form {
    table: usize,
    span: Span,
    fields: Vec<(String, Span)>,
}

/// The forms of a document, those with the same names together.
pub fn chains(index: usize, book: &Book, cells: &mut Cells) -> Vec<Forms> {
    let tables = book.document.tables.iter().enumerate();
    let mut kinds: Vec<Vec<Form>> = Vec::new();
    for form in tables.filter_map(|(at, table)| form(at, table, book)) {
        let same = |known: &&mut Vec<Form>| shared(&known[0], &form) >= NAMES_MIN;
        match kinds.iter_mut().find(same) {
            Some(known) => known.push(form),
            None => kinds.push(vec![form]),
        }
    }
    kinds.retain(|forms| forms.len() >= FORMS_MIN);
    kinds
        .into_iter()
        .map(|forms| table(index, book, &forms, cells))
        .collect()
}

/// Names that two forms share, where these are most of the names of both; else 0.
fn shared(a: &Form, b: &Form) -> usize {
    let names = |form: &Form| -> BTreeSet<String> {
        form.fields.iter().map(|(name, _)| name.clone()).collect()
    };
    let (a, b) = (names(a), names(b));
    let shared = a.intersection(&b).count();
    if 4 * shared >= 3 * a.len().max(b.len()) {
        shared
    } else {
        0
    }
}

/// A table of two columns whose first holds names, each once.
fn form(at: usize, table: &Table, book: &Book) -> Option<Form> {
    let first = table.rows.first()?;
    let mut lines = Vec::new();
    if table.header.is_some() {
        let head = book.text(Span::new(table.span.start, first.start));
        // A part that goes on from the page before has its header there.
        let filled = |line: &&str| line.contains(char::is_alphanumeric);
        if let Some(line) = head.lines().find(filled) {
            let start = table.span.start + (line.as_ptr() as usize - head.as_ptr() as usize);
            lines.push(Span::new(start, start + line.trim_end().len()));
        }
    }
    lines.extend(&table.rows);
    let mut fields = Vec::new();
    let mut seen = BTreeSet::new();
    for line in lines {
        let [name, value] = split(book.text(line), line.start).collect::<Vec<_>>()[..] else {
            return None;
        };
        let text = book.text(name);
        let words = scan(text, book.notation);
        let named = !words.is_empty()
            && words.len() <= NAME_WORDS_MAX
            && words
                .iter()
                .all(|token| matches!(token.kind, Kind::Word | Kind::Letter));
        if !named || !seen.insert(text.to_lowercase()) {
            return None;
        }
        fields.push((text.trim_end_matches(':').to_owned(), value));
    }
    (fields.len() >= NAMES_MIN).then_some(Form {
        table: at,
        span: table.span,
        fields,
    })
}

fn table(index: usize, book: &Book, forms: &[Form], cells: &mut Cells) -> Forms {
    let mut names: Vec<&String> = Vec::new();
    for (name, _) in forms.iter().flat_map(|form| &form.fields) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let columns = names.iter().map(|name| column(name, book)).collect();
    let mut chain = new_chain(index, book, forms[0].span.start, columns, Vec::new());
    // Its heading and the words above are of the first form alone.
    chain.nearest = BTreeSet::new();
    chain.headings = BTreeSet::new();
    chain.intro = String::new();
    chain.intro_keys = BTreeSet::new();
    chain.parts = forms.len();
    for form in forms {
        let field = |name: &&String| {
            let found = form.fields.iter().find(|(known, _)| known == *name);
            found.map_or(Span::new(form.span.end, form.span.end), |(_, span)| *span)
        };
        let cells = names.iter().map(|name| {
            let span = field(name);
            Cell {
                span,
                text: cells.add(book.text(span), book.notation),
            }
        });
        let cells = cells.collect();
        chain.rows.push(Row {
            span: form.span,
            cells,
            label: None,
            opens: false,
        });
    }
    Forms {
        chain,
        tables: forms.iter().map(|form| form.table).collect(),
    }
}
