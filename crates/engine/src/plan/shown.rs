//! How rows and cells are shown in an answer.

use text::Span;

use super::work::Work;

/// A row with its columns named, without empty cells.
pub fn row_text(work: &Work<'_>, chain: usize, row: usize) -> String {
    let chain = &work.shelf.chains[chain];
    let book = &work.shelf.books[chain.book];
    let cells = chain.rows[row].cells.iter().zip(&chain.columns);
    let named = cells
        .filter(|(cell, _)| !cell.span.is_empty())
        .map(|(cell, column)| match column.name.as_str() {
            "" => book.text(cell.span).to_owned(),
            name => format!("{name}: {}", book.text(cell.span)),
        });
    named.collect::<Vec<_>>().join(" | ")
}

/// A cell's text.
pub fn cell_text(work: &Work<'_>, chain: usize, row: usize, column: usize) -> String {
    let chain = &work.shelf.chains[chain];
    let span = chain.rows[row]
        .cells
        .get(column)
        .map_or(Span::default(), |cell| cell.span);
    let text = work.shelf.books[chain.book].text(span);
    text.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .trim_end_matches('.')
        .to_owned()
}

/// Title and page of a table's row, for people.
pub fn place(work: &Work<'_>, chain: usize, row: usize) -> String {
    let chain = &work.shelf.chains[chain];
    let book = &work.shelf.books[chain.book];
    let page = book
        .pages(chain.rows[row].span)
        .map_or(String::new(), |(page, _)| {
            format!(", {} {page}", book.document.format.page_noun())
        });
    let label = chain.rows[row]
        .label
        .map(|(span, _)| format!(", {}", book.text(span).trim()));
    let title = if chain.titles.is_empty() {
        book.path.clone()
    } else {
        chain.title()
    };
    format!("{title}{}{page}", label.unwrap_or_default())
}

/// A cell's text behind the name of its column.
pub fn named_value(work: &Work<'_>, chain: usize, row: usize, column: usize) -> String {
    let name = &work.shelf.chains[chain].columns[column].name;
    let text = cell_text(work, chain, row, column);
    if name.is_empty() {
        text
    } else {
        format!("{name}: {text}")
    }
}
