//! Headings that count: `Rule C-1`, `Rule C-2`; `Exhibit A`, `Exhibit B`; `1`, `2`.

use std::collections::BTreeMap;

use super::marker::roman;
use super::{Series, SeriesMember};
use crate::Section;

/// Members at least.
const MEMBERS_MIN: usize = 3;
/// Longest id of a heading, in characters.
const ID_CHARS_MAX: usize = 16;

/// What a heading is called by.
#[derive(Debug, PartialEq, Eq)]
struct Name<'t> {
    noun: &'t str,
    prefix: &'t str,
    style: Style,
    number: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Style {
    Digits,
    Letter,
    Roman,
}

/// The series among the headings, in order of their first members. A number
/// that falls back starts a series of its own, as in the next part of a manual.
pub(super) fn find(sections: &[Section]) -> Vec<Series> {
    let mut open: BTreeMap<(String, String, Style), Series> = BTreeMap::new();
    let mut found: Vec<Series> = Vec::new();
    for (index, section) in sections.iter().enumerate() {
        for name in names(&section.title) {
            let key = (name.noun.to_lowercase(), name.prefix.to_owned(), name.style);
            let member = SeriesMember {
                number: name.number,
                section: index,
            };
            let series = open.entry(key).or_insert_with(|| empty(&name));
            match series.members.last() {
                // A heading printed again over what goes on.
                Some(last) if last.number == member.number => {}
                Some(last) if last.number > member.number => {
                    found.push(std::mem::replace(series, empty(&name)));
                    series.members.push(member);
                }
                _ => series.members.push(member),
            }
        }
    }
    found.extend(open.into_values());
    found.retain(|series| series.members.len() >= MEMBERS_MIN && is_dense(series));
    found.sort_by_key(|series| series.members[0].section);
    found
}

fn empty(name: &Name<'_>) -> Series {
    Series {
        noun: name.noun.to_owned(),
        prefix: name.prefix.to_owned(),
        members: Vec::new(),
    }
}

/// Numbers that count leave out few; years and amounts leave out many.
fn is_dense(series: &Series) -> bool {
    let (Some(first), Some(last)) = (series.members.first(), series.members.last()) else {
        return false;
    };
    (last.number - first.number) as usize <= 3 * series.members.len()
}

/// The readings of a title's opening; a single letter such as `C` or `I` may
/// be a Roman numeral as well.
fn names(title: &str) -> Vec<Name<'_>> {
    let mut words = title.split_whitespace();
    let Some(first) = words.next() else {
        return Vec::new();
    };
    let alone = ids(first, "");
    if !alone.is_empty() {
        return alone;
    }
    let plain = first.chars().all(char::is_alphabetic) && first.chars().count() <= 20;
    match words.next().filter(|_| plain) {
        Some(second) => ids(second, first),
        None => Vec::new(),
    }
}

fn ids<'t>(word: &'t str, noun: &'t str) -> Vec<Name<'t>> {
    let closed = word.ends_with([':', '.', ')']);
    let id = word.trim_end_matches([':', '.', ',', ')', '–', '—', '-']);
    if id.is_empty() || id.len() > ID_CHARS_MAX {
        return Vec::new();
    }
    let digits = id.len() - id.trim_end_matches(|ch: char| ch.is_ascii_digit()).len();
    if digits > 0 {
        let (prefix, number) = id.split_at(id.len() - digits);
        let counted = number
            .parse()
            .ok()
            .filter(|_| digits <= 4 && is_prefix(prefix));
        let name = |number| Name {
            noun,
            prefix,
            style: Style::Digits,
            number,
        };
        return counted.map(name).into_iter().collect();
    }
    // `A guide` opens with no letter that counts.
    if noun.is_empty() && !closed || !id.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Vec::new();
    }
    let mut found = Vec::new();
    if let Some(number) = roman(id) {
        found.push(Name {
            noun,
            prefix: "",
            style: Style::Roman,
            number,
        });
    }
    if let [letter] = id.as_bytes() {
        let number = u32::from(letter - b'A') + 1;
        found.push(Name {
            noun,
            prefix: "",
            style: Style::Letter,
            number,
        });
    }
    found
}

/// Nothing, or letters and numbers that end with a sign: `C-`, `1.2.`, `A`.
fn is_prefix(prefix: &str) -> bool {
    let signs = prefix
        .chars()
        .all(|ch| ch.is_alphanumeric() || ".-".contains(ch));
    let letters = prefix.chars().filter(|ch| ch.is_alphabetic()).count();
    let ended = prefix.is_empty() || prefix.ends_with(['.', '-']) || prefix.len() == 1;
    signs && ended && letters <= 4
}

#[cfg(test)]
mod tests {
    use super::{Style, find, names};
    use crate::{Section, Span};

    fn read(title: &str) -> Vec<(&str, &str, Style, u32)> {
        let names = names(title).into_iter();
        names
            .map(|name| (name.noun, name.prefix, name.style, name.number))
            .collect()
    }

    #[test]
    fn openings_name_headings() {
        assert_eq!(
            read("Rule C-7: Deductibles"),
            [("Rule", "C-", Style::Digits, 7)]
        );
        assert_eq!(read("1.2.3 Title"), [("", "1.2.", Style::Digits, 3)]);
        assert_eq!(read("4. Scope"), [("", "", Style::Digits, 4)]);
        assert_eq!(read("Appendix B"), [("Appendix", "", Style::Letter, 2)]);
        assert_eq!(
            read("PART C - RATES"),
            [
                ("PART", "", Style::Roman, 100),
                ("PART", "", Style::Letter, 3)
            ]
        );
        for title in [
            "A guide to wind",
            "Introduction",
            "",
            "The 12345th",
            "Rule of thumb",
        ] {
            assert_eq!(read(title), [], "{title}");
        }
    }

    #[test]
    fn numbers_that_fall_back_start_anew_and_gaps_stay() {
        let titles = [
            "Rule 1", "Rule 2", "Rule 2", "Rule 4", "Rule 1", "Rule 2", "Rule 3", "Other",
        ];
        let sections: Vec<Section> = titles
            .map(|title| Section {
                title: title.to_owned(),
                level: 1,
                span: Span::default(),
                parent: None,
            })
            .into();
        let found = find(&sections);
        let numbers: Vec<Vec<u32>> = found
            .iter()
            .map(|series| series.members.iter().map(|member| member.number).collect())
            .collect();
        assert_eq!(numbers, [vec![1, 2, 4], vec![1, 2, 3]]);
        assert_eq!(found[1].members[0].section, 4);
    }
}
