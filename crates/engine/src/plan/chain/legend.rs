//! Cells that are signs say what their document explains these to mean: where `OK` is oak,
//! `Which stands are oak?` finds the rows with `OK`.

use std::collections::{BTreeSet, HashMap};

use text::Span;

use super::signs::{self, Sign};
use super::{Chain, Column};
use crate::plan::cells::Cells;
use crate::plan::shelf::{Book, keys};

/// A sign of a table with what it means.
#[derive(Debug)]
pub struct Meaning {
    /// Where the document says so.
    pub span: Span,
    /// What it says.
    pub keys: BTreeSet<String>,
    /// Index of the cell's text among the distinct ones.
    pub texts: BTreeSet<usize>,
}

/// Bytes between a table and what explains one of its signs; signs that are explained together
/// hold for the whole document.
const NEAR_BYTES: usize = 5_000;
/// Signs that are explained together.
const SERIES_MIN: usize = 3;
/// Characters of a cell that may hold a sign beside something else.
const CELL_CHARS: usize = 40;
/// Times that a sign is explained at most: for each of several tables.
const EXPLAINED_MAX: usize = 40;
/// Signs in a table of their own.
const ROWS_MIN: usize = 3;
/// Words of what such a table says of a sign, on average.
const WORDS_MIN: usize = 2;

/// Lets the cells of all tables of a document say what their signs mean.
pub fn explain(chains: &mut [Chain], book: &Book, cells: &mut Cells) {
    let mut known: HashMap<String, Vec<Sign>> = HashMap::new();
    let own = chains.iter().flat_map(|chain| table_of_signs(chain, book));
    for sign in signs::all(&book.document.text, book.document.language)
        .into_iter()
        .chain(own)
    {
        known.entry(sign.sign.clone()).or_default().push(sign);
    }
    // What is explained again and again, as the `A:` of answers, is no sign.
    known.retain(|_, signs| signs.len() <= EXPLAINED_MAX);
    if known.is_empty() {
        return;
    }
    for chain in chains {
        explain_one(chain, book, cells, &known);
        forget(chain, book);
    }
}

/// What a title says of signs tells their rows, not the table.
fn forget(chain: &mut Chain, book: &Book) {
    if chain.legend.is_empty() {
        return;
    }
    let without = |line: &str| {
        let said = chain.legend.iter().map(|meaning| book.text(meaning.span));
        said.fold(line.to_owned(), |line, said| line.replace(said, ""))
    };
    let nearest = chain.titles.last().map(|line| without(line));
    let titles: Vec<String> = chain.titles.iter().map(|line| without(line)).collect();
    let intro = without(&chain.intro);
    if let Some(line) = nearest {
        chain.nearest = keys(&line, book.notation);
    }
    chain.title_keys = keys(&titles.join(" "), book.notation);
    chain.intro_keys = keys(&intro, book.notation);
}

fn explain_one(
    chain: &mut Chain,
    book: &Book,
    cells: &mut Cells,
    known: &HashMap<String, Vec<Sign>>,
) {
    let Chain {
        columns,
        rows,
        legend,
        ..
    } = chain;
    let Some((first, last)) = rows.first().zip(rows.last()) else {
        return;
    };
    let whole = Span::new(first.span.start, last.span.end.max(first.span.start));
    for row in rows {
        for (at, cell) in row.cells.iter_mut().enumerate() {
            let text = book.text(cell.span);
            let Some(column) = columns.get(at) else {
                continue;
            };
            let holds = |sign: &&Sign| {
                !sign.meaning.overlaps(row.span)
                    && (!sign.of_column || is_named(column, columns, book.text(sign.meaning), book))
                    && (sign.series >= SERIES_MIN || near(sign.meaning, whole))
            };
            let nearest = |signs: &Vec<Sign>| -> Option<Span> {
                let fitting = signs.iter().filter(holds);
                let best = fitting.min_by_key(|sign| distance(sign.meaning, row.span));
                best.map(|sign| sign.meaning)
            };
            let mut found: Vec<Span> = candidates(text)
                .filter_map(|sign| nearest(known.get(sign)?))
                .collect();
            found.dedup();
            if found.is_empty() {
                continue;
            }
            let said: Vec<&str> = found.iter().map(|span| book.text(*span)).collect();
            cell.text = cells.add_explained(text, &said.join("\n"), book.notation);
            for span in found {
                note(legend, span, cell.text, book);
            }
        }
    }
}

/// Adds a sign's meaning to those of a table.
fn note(legend: &mut Vec<Meaning>, span: Span, text: usize, book: &Book) {
    match legend.iter_mut().find(|meaning| meaning.span == span) {
        Some(meaning) => {
            meaning.texts.insert(text);
        }
        None => legend.push(Meaning {
            span,
            keys: keys(book.text(span), book.notation),
            texts: BTreeSet::from([text]),
        }),
    }
}

/// A sentence on a mark that names a column of the table is about that one.
fn is_named(column: &Column, columns: &[Column], sentence: &str, book: &Book) -> bool {
    let said = keys(sentence, book.notation);
    let named = |column: &Column| !column.keys.is_empty() && column.keys.is_subset(&said);
    named(column) || !columns.iter().any(named)
}

/// Not far before a table or behind it.
fn near(meaning: Span, table: Span) -> bool {
    meaning.start + NEAR_BYTES >= table.start && meaning.start <= table.end + NEAR_BYTES
}

fn distance(a: Span, b: Span) -> usize {
    a.start.abs_diff(b.start)
}

/// What may be a sign in a cell: all of it, a mark at its end, a mark or a lone small letter
/// before or behind, a capital beside figures or other capitals.
fn candidates(cell: &str) -> impl Iterator<Item = &str> {
    let short = cell.chars().count() <= CELL_CHARS;
    let parts = move || {
        let parts = cell.split([' ', ',', '/']).filter(|part| !part.is_empty());
        parts.filter(move |_| short)
    };
    let plain = |part: &str| part.chars().any(char::is_lowercase) && part.chars().count() > 1;
    let worded = parts().any(plain);
    let alone = move |part: &&str| {
        let sole = part.chars().count() == 1 || part.starts_with('(');
        !worded || sole && !part.chars().all(char::is_uppercase)
    };
    let ending = cell
        .char_indices()
        .next_back()
        .filter(|(_, last)| matches!(last, '*' | '†' | '‡' | '¹' | '²' | '³'))
        .map(|(at, _)| &cell[at..]);
    std::iter::once(cell)
        .chain(parts().filter(alone))
        .chain(ending)
        .filter(|sign| !sign.is_empty())
}

/// The signs of a table that is nothing but signs with what they mean.
fn table_of_signs(chain: &Chain, book: &Book) -> Vec<Sign> {
    let mut found = Vec::new();
    let mut words = 0;
    for row in &chain.rows {
        let filled: Vec<&str> = row.cells.iter().map(|cell| book.text(cell.span)).collect();
        let filled: Vec<&str> = filled.into_iter().filter(|text| !text.is_empty()).collect();
        let [sign, _] = filled.as_slice() else {
            continue;
        };
        let Some(said) = row.cells.iter().rev().find(|cell| !cell.span.is_empty()) else {
            continue;
        };
        let digits = sign.chars().any(|c| c.is_ascii_digit());
        if sign.chars().count() > 2 || digits {
            continue;
        }
        words += book.text(said.span).split_whitespace().count();
        found.push(Sign {
            sign: (*sign).to_owned(),
            meaning: said.span,
            series: chain.rows.len(),
            of_column: false,
        });
    }
    let most = 3 * found.len() >= 2 * chain.rows.len();
    if found.len() >= ROWS_MIN && most && words >= WORDS_MIN * found.len() {
        found
    } else {
        Vec::new()
    }
}
