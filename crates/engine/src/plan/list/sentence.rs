//! Lists inside a sentence: `The perils are fire, wind and hail.`

use std::collections::BTreeSet;

use text::Span;

use super::candidate::{Candidate, Item, Source, tidy};
use crate::plan::shelf::{Book, keys};

/// Items at least.
const ITEMS_MIN: usize = 3;
/// Longest item, in words.
const ITEM_WORDS_MAX: usize = 10;
/// What stands before the items.
const OPENERS: &[&str] = &[
    ": ",
    " including ",
    " includes ",
    " include ",
    " are ",
    " such as ",
    " consist of ",
    " consists of ",
    " namely ",
    " incluyen ",
    " incluye ",
    " son ",
    " sind ",
    " umfasst ",
    " umfassen ",
    " comprende ",
    " comprises ",
    " comprise ",
    " covers ",
    " cover ",
];

/// The list in a sentence, if it is one.
pub fn read(index: usize, book: &Book, span: Span) -> Option<Candidate> {
    let text = book.text(span);
    let (items, start) = OPENERS.iter().find_map(|opener| {
        let at = text.find(opener)? + opener.len();
        Some((items(book, Span::new(span.start + at, span.end))?, at))
    })?;
    let headings = book.headings(span.start);
    let mut candidate = Candidate::new(Source::Sentence, index, items);
    candidate.lead = keys(&text[..start], book.notation);
    candidate.lead_in = tidy(&text[..start]);
    candidate.heading = keys(&headings.join(" "), book.notation);
    candidate.near = BTreeSet::new();
    candidate.name = candidate.lead_in.clone();
    Some(candidate)
}

/// Parts at semicolons, else at commas; the last one behind `and` or `or`.
fn items(book: &Book, span: Span) -> Option<Vec<Item>> {
    let text = book.text(span);
    let text = text
        .split(". ")
        .next()
        .unwrap_or(text)
        .trim_end_matches('.');
    let sign = if text.contains(';') { ';' } else { ',' };
    let mut parts: Vec<&str> = text.split(sign).collect();
    let last = parts.pop()?;
    let joint = [" and ", " or ", " y ", " o ", " und ", " oder "]
        .iter()
        .find_map(|joint| {
            last.split_once(joint)
                .filter(|(first, _)| sign == ',' || first.trim().is_empty())
        });
    match joint {
        Some((first, second)) => parts.extend([first, second]),
        None => parts.push(last),
    }
    let found: Vec<Item> = parts
        .into_iter()
        .map(|part| part.trim_start_matches("and ").trim_start_matches("or "))
        .filter(|part| !part.trim().is_empty())
        .map(|part| {
            let start = span.start + (part.as_ptr() as usize - book.text(span).as_ptr() as usize);
            let lead = part.len() - part.trim_start().len();
            Item {
                label: String::new(),
                text: tidy(part),
                span: Span::new(start + lead, start + lead + part.trim().len()),
            }
        })
        .collect();
    let short = found
        .iter()
        .all(|item| item.text.split_whitespace().count() <= ITEM_WORDS_MAX);
    (found.len() >= ITEMS_MIN && short).then_some(found)
}

#[cfg(test)]
mod tests {
    use text::{Document, Format, Span};

    use super::read;
    use crate::plan::fixture::book;

    #[track_caller]
    fn check(sentence: &str, expected: &[&str]) {
        let book = book(Document::from_text(sentence, Format::Plain));
        let found = read(0, &book, Span::new(0, sentence.len()));
        let items: Vec<String> = found
            .map(|list| list.items.into_iter().map(|item| item.text).collect())
            .unwrap_or_default();
        assert_eq!(items, expected, "{sentence}");
    }

    #[test]
    fn sentences_that_list() {
        check(
            "The perils are fire, wind and hail.",
            &["fire", "wind", "hail"],
        );
        check(
            "Required: a form; two photos, signed; and the fee.",
            &["a form", "two photos, signed", "the fee"],
        );
        check("The fee is due, and it is paid at once.", &[]);
    }
}
