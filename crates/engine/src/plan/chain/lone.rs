//! Values that stand alone on a line under the line that names them.

use text::Span;

use super::{Cell, Chain, Row, column, new_chain};
use crate::plan::Exact;
use crate::plan::scan::{Kind, scan};
use crate::plan::shelf::{Book, Cells};

/// Longest line that names a value, in words.
const NAME_WORDS_MAX: usize = 8;
/// Title lines above a lone value.
const TITLES_MAX: usize = 3;

/// Values that stand alone on a line under the line that names them.
pub fn values(index: usize, book: &Book, cells: &mut Cells) -> Vec<Chain> {
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
                opens: false,
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
            Kind::Number => only.value.and_then(Exact::places) != Some(0),
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
