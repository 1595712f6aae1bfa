//! Headings that count, joined with the tables of contents: titles and pages
//! from the headings, the name of their section from both.

use std::collections::{BTreeMap, BTreeSet};

use text::{Contents, ContentsEntry, Series};

use super::candidate::{Candidate, Item, Source, heading_span, tidy};
use crate::plan::shelf::{Book, keys};

/// Share of the members that must stand under a heading for it to be theirs.
const MEMBERS_SHARE: f64 = 0.6;
/// Entries of a contents at least that make a list of their own.
const ENTRIES_MIN: usize = 3;

/// The series of a document and the lists that only its contents have.
pub fn all(index: usize, book: &Book) -> Vec<Candidate> {
    let grouped = by_name(book);
    let mut used: BTreeSet<(String, String)> = BTreeSet::new();
    let mut found = Vec::new();
    for series in &book.document.series {
        let key = (series.noun.to_lowercase(), series.prefix.to_uppercase());
        // A contents may leave the noun out: `C-7` for `Rule C-7`.
        let bare = (String::new(), key.1.clone());
        let entries = grouped
            .get(&key)
            .or_else(|| grouped.get(&bare).filter(|_| !bare.1.is_empty()));
        used.extend([key, bare]);
        found.push(of_series(index, book, series, entries));
    }
    for (key, entries) in &grouped {
        if !used.contains(key) && entries.len() >= ENTRIES_MIN {
            found.push(of_entries(index, book, &key.1, entries));
        }
    }
    for contents in &book.document.contents {
        found.push(of_contents(index, book, contents));
    }
    found
}

/// The numbers under which a document counts something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// What is counted: `Rule`; empty for bare numbers.
    pub noun: String,
    /// What stands before the number: `C-`.
    pub prefix: String,
    /// Rising, each once.
    pub numbers: Vec<u32>,
}

/// What a document counts, over all its series and contents: headings of one
/// name that stand in several runs are one.
pub fn counted_in(book: &Book) -> Vec<Counted> {
    let mut found: BTreeMap<(String, String), (String, BTreeSet<u32>)> = BTreeMap::new();
    for series in &book.document.series {
        let key = (series.noun.to_lowercase(), series.prefix.to_uppercase());
        let empty = || (series.noun.clone(), BTreeSet::new());
        let numbers = series.members.iter().map(|member| member.number);
        found.entry(key).or_insert_with(empty).1.extend(numbers);
    }
    for ((noun, prefix), entries) in by_name(book) {
        let numbers: BTreeSet<u32> = entries.iter().map(|entry| entry.number).collect();
        let mut known = false;
        for ((other, same), (_, all)) in &mut found {
            if *same == prefix && (*other == noun || (noun.is_empty() && !prefix.is_empty())) {
                all.extend(&numbers);
                known = true;
            }
        }
        if !known && numbers.len() >= ENTRIES_MIN && !(noun.is_empty() && prefix.is_empty()) {
            let label = parted(book.text(entries[0].entry.title)).0;
            let shown = label.split(' ').next().unwrap_or_default().to_owned();
            let shown = if noun.is_empty() {
                String::new()
            } else {
                shown
            };
            found.insert((noun, prefix), (shown, numbers));
        }
    }
    found
        .into_iter()
        .map(|((_, prefix), (noun, numbers))| Counted {
            noun,
            prefix,
            numbers: numbers.into_iter().collect(),
        })
        .collect()
}

/// An entry of a contents with its number.
struct Entry<'b> {
    number: u32,
    entry: &'b ContentsEntry,
}

/// Entries of all contents by their noun and what stands before their number.
fn by_name(book: &Book) -> BTreeMap<(String, String), Vec<Entry<'_>>> {
    let mut grouped: BTreeMap<(String, String), Vec<Entry<'_>>> = BTreeMap::new();
    for entry in book
        .document
        .contents
        .iter()
        .flat_map(|contents| &contents.entries)
    {
        let (label, _) = parted(book.text(entry.title));
        let id = label.rsplit(' ').next().unwrap_or_default();
        if let Some((prefix, number)) = counted(id) {
            let noun = label[..label.len() - id.len()].trim().to_lowercase();
            let entries = grouped.entry((noun, prefix.to_uppercase())).or_default();
            if entries.iter().all(|known| known.number != number) {
                entries.push(Entry { number, entry });
            }
        }
    }
    grouped
}

/// An id's fixed part and its number: `C-` and 7 of `C-7`.
fn counted(id: &str) -> Option<(&str, u32)> {
    let id = id.trim_end_matches(['.', ':', ')']);
    let digits = id.len() - id.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (prefix, number) = id.split_at(id.len() - digits);
    Some((prefix, number.parse().ok()?))
}

fn of_series(
    index: usize,
    book: &Book,
    series: &Series,
    entries: Option<&Vec<Entry<'_>>>,
) -> Candidate {
    let sections = &book.document.sections;
    let mut items: Vec<(u32, Item)> = Vec::with_capacity(series.members.len());
    for member in &series.members {
        let section = &sections[member.section];
        let (label, text) = parted(&section.title);
        let label = if label.is_empty() {
            format!("{}{}", series.prefix, member.number)
        } else {
            label.to_owned()
        };
        items.push((
            member.number,
            Item {
                label,
                text: text.to_owned(),
                span: heading_span(book, section),
            },
        ));
    }
    let mut names = shared_headings(book, series);
    for entry in entries.into_iter().flatten() {
        names.extend(
            book.headings(entry.entry.title.start)
                .into_iter()
                .map(str::to_owned),
        );
        // A heading that the reader did not see is still in the contents.
        if items.iter().all(|(number, _)| *number != entry.number) {
            items.push((entry.number, entry_item(book, entry.entry)));
        }
    }
    items.sort_by_key(|(number, _)| *number);
    let numbers: Vec<u32> = items.iter().map(|(number, _)| *number).collect();
    let mut candidate = Candidate::new(
        Source::Series,
        index,
        items.into_iter().map(|(_, item)| item).collect(),
    );
    count(&mut candidate, &series.prefix, &numbers);
    candidate.noun = keys(
        &format!("{} {}", series.noun, letters(&series.prefix)),
        book.notation,
    );
    candidate.heading = keys(&names.join(" "), book.notation);
    // What bare numbers count is said by the heading above them alone.
    if candidate.noun.is_empty() {
        let above = shared_headings(book, series).pop().unwrap_or_default();
        candidate.lead = keys(&above, book.notation);
    }
    let first = candidate
        .items
        .first()
        .map_or("", |item| item.label.as_str());
    let last = candidate
        .items
        .last()
        .map_or("", |item| item.label.as_str());
    candidate.name = format!("{first} to {last}");
    candidate
}

/// The letters of `C-`: a question says `Section C`.
fn letters(prefix: &str) -> &str {
    prefix.trim_end_matches(['-', '.'])
}

/// Numbers there should be, and those that are missing in between.
fn count(candidate: &mut Candidate, prefix: &str, numbers: &[u32]) {
    let (Some(&first), Some(&last)) = (numbers.first(), numbers.last()) else {
        return;
    };
    candidate.expected = usize::try_from(last - first + 1).ok();
    candidate.gaps = (first..=last)
        .filter(|number| !numbers.contains(number))
        .map(|number| format!("{prefix}{number}"))
        .collect();
}

/// Titles of the sections that most members stand in.
fn shared_headings(book: &Book, series: &Series) -> Vec<String> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for member in &series.members {
        let mut next = book.document.sections[member.section].parent;
        while let Some(at) = next {
            *counts.entry(at).or_default() += 1;
            next = book.document.sections[at]
                .parent
                .filter(|parent| *parent < at);
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "counts of headings")]
    let most = |count: usize| count as f64 >= MEMBERS_SHARE * series.members.len() as f64;
    counts
        .into_iter()
        .filter(|(_, count)| most(*count))
        .map(|(at, _)| book.document.sections[at].title.clone())
        .collect()
}

fn entry_item(book: &Book, entry: &ContentsEntry) -> Item {
    let title = tidy(book.text(entry.title));
    let (label, text) = parted(&title);
    Item {
        label: label.to_owned(),
        text: text.to_owned(),
        span: entry.title,
    }
}

/// A counted list that only the contents have.
fn of_entries(index: usize, book: &Book, prefix: &str, entries: &[Entry<'_>]) -> Candidate {
    let items = entries
        .iter()
        .map(|entry| entry_item(book, entry.entry))
        .collect();
    let mut candidate = Candidate::new(Source::Contents, index, items);
    let numbers: Vec<u32> = entries.iter().map(|entry| entry.number).collect();
    if numbers.is_sorted() {
        count(&mut candidate, prefix, &numbers);
    }
    let first = &candidate.items[0].label;
    candidate.noun = keys(&format!("{first} {}", letters(prefix)), book.notation);
    candidate.name = format!("{first} to {}", candidate.items[entries.len() - 1].label);
    let start = entries[0].entry.title.start;
    let above = book.headings(start).join(" ");
    candidate.heading = keys(&above, book.notation);
    if let Some(outer) = outer_entry(book, start) {
        candidate.lead = keys(book.text(outer.title), book.notation);
    }
    candidate
}

/// The entry right above the one that starts at `start`: what the list stands under.
fn outer_entry(book: &Book, start: usize) -> Option<&ContentsEntry> {
    let mut contents = book.document.contents.iter();
    contents.find_map(|contents| {
        let at = contents
            .entries
            .iter()
            .position(|entry| entry.title.start == start)?;
        contents.entries.get(at.checked_sub(1)?)
    })
}

/// A table of contents as a whole.
fn of_contents(index: usize, book: &Book, contents: &Contents) -> Candidate {
    let items = contents
        .entries
        .iter()
        .map(|entry| entry_item(book, entry))
        .collect();
    let mut candidate = Candidate::new(Source::Contents, index, items);
    let above = book.headings(contents.span.start).join(" ");
    candidate.heading = keys(&above, book.notation);
    candidate.name = "table of contents".to_owned();
    candidate.lead = keys("table of contents índice Inhaltsverzeichnis", book.notation);
    candidate
}

/// A heading's id with the word before it, and the rest: `Rule C-7` and
/// `Hurricane Deductibles`; no id, and all of it, where it has none.
pub fn parted(title: &str) -> (&str, &str) {
    let title = title.trim();
    let mut end = 0;
    for (place, word) in title.split(' ').enumerate().take(2) {
        let bare = word.trim_end_matches([':', '.', ',', ')', '–', '-']);
        let at = end + usize::from(place > 0);
        end = at + word.len();
        let numbered = bare.ends_with(|c: char| c.is_ascii_digit())
            || (place == 1
                && bare.len() <= 4
                && !bare.is_empty()
                && bare.chars().all(|c| c.is_ascii_uppercase()))
            || (place == 0
                && word.len() > bare.len()
                && bare.len() <= 2
                && bare.chars().all(|c| c.is_ascii_uppercase())
                && !bare.is_empty());
        if numbered && bare.len() <= 16 {
            let label = &title[..at + bare.len()];
            let rest = title[end..].trim_start_matches([' ', ':', '–', '-', '—', '.', ')']);
            return (label, rest);
        }
        let plain =
            bare.chars().all(|c| c.is_alphabetic() || c == '§') && bare.chars().count() <= 20;
        if !plain {
            break;
        }
    }
    ("", title)
}

#[cfg(test)]
mod tests {
    use super::{counted, parted};

    #[test]
    fn ids_are_parted_from_titles() {
        assert_eq!(
            parted("Rule C-7: Hurricane Deductibles"),
            ("Rule C-7", "Hurricane Deductibles")
        );
        assert_eq!(parted("4.3.2 Ducts"), ("4.3.2", "Ducts"));
        assert_eq!(parted("§ 12 Lärm"), ("§ 12", "Lärm"));
        assert_eq!(parted("Art. 7 Prüfung"), ("Art. 7", "Prüfung"));
        assert_eq!(parted("PART C – RATING PLAN"), ("PART C", "RATING PLAN"));
        assert_eq!(parted("Introduction to wind"), ("", "Introduction to wind"));
        assert_eq!(counted("C-7"), Some(("C-", 7)));
        assert_eq!(counted("iv"), None);
    }
}
