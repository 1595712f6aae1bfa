//! A band right under the names of the columns that was read as their last line:
//! `Length Runabout | Rate Runabout` over rows whose next bands are `Bass boat` and
//! `Cruiser`.

use text::Span;

use super::{Chain, column};
use crate::plan::shelf::{Book, Cells};

/// Text before the first row in which the names of the columns stand, at most.
const HEADER_BYTES: usize = 2_000;

/// Gives the rows before the first band the words that all columns end with.
pub fn part(chain: &mut Chain, cells: &mut Cells, book: &Book) {
    let banded = chain.rows.iter().position(|row| row.label.is_some());
    let (Some(first), Some(band)) = (banded.filter(|first| *first > 0), ending(chain)) else {
        return;
    };
    // The names stand on the line before the first row.
    let end = chain.rows[0].span.start;
    let text = &book.document.text;
    let from = text.floor_char_boundary(end.saturating_sub(HEADER_BYTES));
    let above = book.text(Span::new(from, end));
    let Some(at) = above.rfind(&band) else { return };
    let start = from + at;
    let span = Span::new(start, start + band.len());
    let text = cells.add(&band, book.notation);
    for row in &mut chain.rows[..first] {
        row.label = Some((span, text));
    }
    for one in &mut chain.columns {
        let name = one.name.strip_suffix(band.as_str()).unwrap_or(&one.name);
        *one = column(name.trim_end(), book);
    }
}

/// The words that the names of all columns, two at least, end with, and something before
/// them.
fn ending(chain: &Chain) -> Option<String> {
    let names: Vec<Vec<&str>> = chain
        .columns
        .iter()
        .map(|column| column.name.split_whitespace().collect())
        .collect();
    let (first, others) = names
        .split_first()
        .filter(|(_, others)| !others.is_empty())?;
    let shared = (0..first.len())
        .take_while(|back| {
            let word = first[first.len() - 1 - back];
            let same = |name: &Vec<&str>| name.iter().rev().nth(*back) == Some(&word);
            others.iter().all(same)
        })
        .count();
    let more = |name: &Vec<&str>| name.len() > shared;
    (shared > 0 && names.iter().all(more)).then(|| first[first.len() - shared..].join(" "))
}

#[cfg(test)]
mod tests {
    use crate::plan::fixture::book;
    use crate::plan::shelf::Shelf;

    #[test]
    fn the_words_that_all_columns_end_with_are_the_first_band() {
        let text = "Rates\n\n| Length Runabout | Rate Runabout |\n|---|---|\n| short | 1.22 |\n\
            | Cruiser | |\n| short | 1.10 |\n";
        let config = text::ReadLimits::default();
        let (mut document, _) = text::read(text.as_bytes(), "rates.md", &config).unwrap();
        document.tables[0].labels = vec![1];
        let shelf = Shelf::of(vec![book(document)], 0);
        let chain = &shelf.chains[0];
        let names: Vec<&str> = chain.columns.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["Length", "Rate"]);
        let bands: Vec<&str> = chain
            .rows
            .iter()
            .filter_map(|row| Some(shelf.books[0].text(row.label?.0)))
            .collect();
        assert!(
            bands[0] == "Runabout" && bands[1].contains("Cruiser"),
            "{bands:?}"
        );
    }
}
