//! Lists inside a sentence: `The perils are fire, wind and hail.`

use std::collections::BTreeSet;

use text::Span;

use super::candidate::{Candidate, Item, Source, tidy};
use crate::plan::shelf::{Book, keys};

/// Items at least.
const ITEMS_MIN: usize = 3;
/// Longest item, in words.
const ITEM_WORDS_MAX: usize = 10;
/// The same between semicolons behind a colon.
const PARTED_WORDS_MAX: usize = 40;
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

/// What stands before the last item.
const JOINTS: &[&str] = &[
    " and ",
    " or ",
    " as well as ",
    " y ",
    " e ",
    " o ",
    " u ",
    " und ",
    " oder ",
    " sowie ",
];
/// What opens a clause or says where and how, and opens no item.
const CLAUSES: &[&str] = &[
    "will", "would", "can", "could", "may", "must", "should", "is", "are", "was", "were", "has",
    "have", "had", "does", "do", "it", "they", "this", "which", "who", "if", "when", "because",
    "but", "then", "so", "either", "or", "and", "for", "by", "with", "using", "where", "you", "we",
    "instead", "based", "in", "at", "from", "to", "que", "pero", "si", "cuando", "es", "son",
    "aber", "wenn", "weil", "dass", "welche", "ist", "sind", "wird", "werden",
];

/// The list in a sentence, if it is one.
pub fn read(index: usize, book: &Book, span: Span) -> Option<Candidate> {
    let text = book.text(span);
    let counted = marked(book, span);
    // Marks make a list of it as bullets do.
    let source = match counted {
        Some(_) => Source::Bullets,
        None => Source::Sentence,
    };
    let (items, start) = counted.or_else(|| {
        OPENERS.iter().find_map(|opener| {
            let at = text.find(opener)? + opener.len();
            let behind = Span::new(span.start + at, span.end);
            Some((items(book, behind, opener.starts_with(':'))?, at))
        })
    })?;
    let headings = book.headings(span.start);
    let mut candidate = Candidate::new(source, index, items);
    candidate.lead = keys(&text[..start], book.notation);
    candidate.lead_in = tidy(&text[..start]);
    candidate.heading = keys(&headings.join(" "), book.notation);
    candidate.near = BTreeSet::new();
    candidate.name = candidate.lead_in.clone();
    Some(candidate)
}

/// `… where (i) a well exists, (ii) the house is high, or (iii) …`: the parts behind
/// marks that count, and where the first mark stands.
fn marked(book: &Book, span: Span) -> Option<(Vec<Item>, usize)> {
    let text = book.text(span);
    let kinds: [fn(usize) -> Option<String>; 3] = [roman, letter, number];
    kinds.iter().find_map(|kind| {
        let mut marks: Vec<(usize, usize, String)> = Vec::new();
        while let Some(label) = kind(marks.len()) {
            let from = marks.last().map_or(0, |(_, end, _)| *end);
            let mark = format!("({label})");
            let Some(at) = text[from..].find(&mark) else {
                break;
            };
            marks.push((from + at, from + at + mark.len(), label));
        }
        if marks.len() < ITEMS_MIN {
            return None;
        }
        let ends = marks.iter().skip(1).map(|mark| mark.0).chain([text.len()]);
        let found = marks.iter().zip(ends).map(|((_, start, label), end)| {
            let part = &text[*start..end];
            // The last one ends with its sentence.
            let part = part.split(". ").next().unwrap_or(part);
            let lead = part.len() - part.trim_start().len();
            let from = span.start + start + lead;
            Item {
                label: label.clone(),
                text: tidy(part).trim_end_matches('.').to_owned(),
                span: Span::new(from, from + part.trim().len()),
            }
        });
        Some((found.collect(), marks[0].0))
    })
}

fn roman(at: usize) -> Option<String> {
    const ROMAN: [&str; 12] = [
        "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii",
    ];
    ROMAN.get(at).map(|mark| (*mark).to_owned())
}

fn letter(at: usize) -> Option<String> {
    let letter = u8::try_from(at).ok().filter(|at| *at < 26)?;
    Some(char::from(b'a' + letter).to_string())
}

fn number(at: usize) -> Option<String> {
    (at < 40).then(|| (at + 1).to_string())
}

/// Parts at semicolons, else at commas; the last one behind `and` or `or`, without which
/// commas part clauses as often as items, unless the list was `announced` by a colon.
fn items(book: &Book, span: Span, announced: bool) -> Option<Vec<Item>> {
    let text = book.text(span);
    let text = text
        .split(". ")
        .next()
        .unwrap_or(text)
        .trim_end_matches('.');
    let sign = if text.contains(';') { ';' } else { ',' };
    let mut parts = outside_of_brackets(text, sign)?;
    let last = parts.pop()?;
    let joint = JOINTS.iter().find_map(|joint| {
        last.split_once(joint)
            .filter(|(first, _)| sign == ',' || first.trim().is_empty())
    });
    match joint {
        Some((first, second)) => parts.extend([first, second]),
        None if announced || sign == ';' => parts.push(last),
        None => return None,
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
    let found = from_code(book, found);
    // Semicolons behind a colon part items of any length.
    let parted = announced && sign == ';';
    let longest = if parted {
        PARTED_WORDS_MAX
    } else {
        ITEM_WORDS_MAX
    };
    let short = found
        .iter()
        .all(|item| item.text.split_whitespace().count() <= longest);
    let clauses = found.iter().any(|item| {
        let first = item.text.split_whitespace().next().unwrap_or_default();
        CLAUSES.contains(&first.to_lowercase().as_str())
    });
    (found.len() >= ITEMS_MIN && short && (parted || !clauses)).then_some(found)
}

/// The parts between signs that stand in no brackets; `None` where a bracket stays open,
/// so that the text breaks off inside an item.
fn outside_of_brackets(text: &str, sign: char) -> Option<Vec<&str>> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, ch) in text.char_indices() {
        match ch {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.checked_sub(1)?,
            _ if ch == sign && depth == 0 => {
                parts.push(&text[start..at]);
                start = at + ch.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    (depth == 0).then_some(parts)
}

/// `made on the substrates B1 steel, B2 brass and B4 wood`: where the other items open
/// with ids of one form, the first one starts at its own.
fn from_code(book: &Book, mut items: Vec<Item>) -> Vec<Item> {
    let form = |word: &str| -> Option<String> {
        let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let id = letters.len() < word.len() && !letters.is_empty() && letters.len() <= 4;
        id.then(|| letters.to_owned())
    };
    let opens = |item: &Item| form(item.text.split(' ').next()?);
    let Some((first, others)) = items.split_first_mut() else {
        return items;
    };
    let Some(shared) = others.first().and_then(opens) else {
        return items;
    };
    if opens(first).is_some()
        || !others
            .iter()
            .all(|item| opens(item).as_ref() == Some(&shared))
    {
        return items;
    }
    let text = book.text(first.span);
    let words = text.split_whitespace();
    let mut at = words.map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word));
    if let Some((at, _)) = at.find(|(_, word)| form(word).as_ref() == Some(&shared)) {
        first.span = Span::new(first.span.start + at, first.span.end);
        first.text = tidy(book.text(first.span));
    }
    items
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
    fn the_first_item_starts_at_its_id() {
        check(
            "Tests are made on the woods W1 ash, W2 elm and W4 yew.",
            &["W1 ash", "W2 elm", "W4 yew"],
        );
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
        check(
            "Three things stood out: a long and dry episode in the first days of the year, which \
             nobody had foreseen; a fire in May; and the closing of the kiln.",
            &[
                "a long and dry episode in the first days of the year, which nobody had foreseen",
                "a fire in May",
                "the closing of the kiln",
            ],
        );
        check("The fee is due, and it is paid at once.", &[]);
        check(
            "The guides are found by name, will open at once, making a search needless.",
            &[],
        );
        check(
            "They are set by hand, using a key (see part 4, page 9.",
            &[],
        );
        check(
            "The woods are ash (Fraxinus, dry), elm and yew.",
            &["ash (Fraxinus, dry)", "elm", "yew"],
        );
        check(
            "A valve is required where (i) a well exists, (ii) the house, or a part of it, is high, or (iii) acid is stored. It is tested once a year.",
            &[
                "a well exists",
                "the house, or a part of it, is high",
                "acid is stored",
            ],
        );
    }
}
