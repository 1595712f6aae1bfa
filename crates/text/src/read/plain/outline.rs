//! Headings of plain text, which has nothing but their form to tell them by.

use crate::lexicon::WordList;
use crate::{Section, Span, row};

/// A heading has at most this many words and characters; longer lines are prose.
const HEADING_WORDS_MAX: usize = 14;
const HEADING_CHARS_MAX: usize = 100;

/// Deepest level of a section.
const LEVEL_MAX: u8 = 6;

/// Stands for the level of a heading in capitals until those of the others are
/// known: beside `CHAPTER 1` it is a chapter, too.
const CAPITALS: u8 = 0;

/// A heading and where its line starts.
#[derive(Debug, Clone, PartialEq)]
pub struct Heading {
    /// 1 for the outermost, at most 6.
    pub level: u8,
    /// Its text.
    pub title: String,
    /// Byte offset of its line.
    pub start: usize,
}

/// The sections that headings, in order of their starts, open in a text of
/// `end` bytes: each goes to the next heading of the same or a higher level.
pub fn sections(headings: &[Heading], end: usize) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::with_capacity(headings.len());
    let mut open: Vec<usize> = Vec::new();
    for heading in headings {
        while let Some(&last) = open.last()
            && sections[last].level >= heading.level
        {
            sections[last].span.end = heading.start;
            open.pop();
        }
        let parent = open.last().copied();
        open.push(sections.len());
        sections.push(Section {
            title: heading.title.clone(),
            level: heading.level,
            span: Span::new(heading.start, end),
            parent,
        });
    }
    sections
}

/// The headings of a plain text: lines that stand alone between blank lines
/// and are underlined, numbered, called a chapter, or all in capitals.
pub fn headings(text: &str) -> Vec<Heading> {
    let lines = lines(text);
    let mut marks = Vec::new();
    let mut found: Vec<(usize, Heading, bool)> = Vec::new();
    for (index, &(start, line)) in lines.iter().enumerate() {
        let alone_above = index
            .checked_sub(1)
            .is_none_or(|above| is_gap(lines[above].1));
        if !alone_above || line.is_empty() || !is_short(line) {
            continue;
        }
        let below = lines.get(index + 1).map_or("", |line| line.1);
        let level = match underline(line, below) {
            Some(mark) => Some((mark_level(&mut marks, mark), false)),
            None if below.is_empty() => level_of(line),
            None => None,
        };
        if let Some((level, numbered)) = level {
            found.push((
                index,
                Heading {
                    level,
                    title: line.to_owned(),
                    start,
                },
                numbered,
            ));
        }
    }
    let mut headings = without_lists(&lines, found);
    let others = headings
        .iter()
        .map(|heading| heading.level)
        .filter(|&level| level != CAPITALS);
    let capitals_level = others.min().unwrap_or(1);
    for heading in headings
        .iter_mut()
        .filter(|heading| heading.level == CAPITALS)
    {
        heading.level = capitals_level;
    }
    headings
}

/// What a text is called: the short line that it opens with, alone or above one or two that
/// are as short, before more text. Where that line is a sentence, what follows must be longer.
pub fn title(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let (opening, rest) = text.split_once("\n\n")?;
    let lines: Vec<&str> = opening.lines().map(str::trim).collect();
    let (first, below) = lines.split_first()?;
    let is_name =
        |line: &&str| is_short(line) && !row::is_row(line) && !line.ends_with([',', ';', ':', '-']);
    let stated = |line: &&str| line.ends_with('.');
    let next = rest.trim_start().split("\n\n").next().unwrap_or_default();
    let fits = match below.len() {
        0 if stated(first) => next.chars().count() > first.chars().count(),
        0 => !next.is_empty(),
        1 | 2 => !lines.iter().any(stated) && !next.is_empty(),
        _ => false,
    };
    let lettered = first.starts_with(char::is_alphanumeric) && first.contains(char::is_alphabetic);
    (fits && lettered && lines.iter().all(is_name)).then_some(*first)
}

/// Lines with their starts, trimmed.
fn lines(text: &str) -> Vec<(usize, &str)> {
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        let at = start + (line.len() - line.trim_start().len());
        start += line.len();
        (at, line.trim())
    });
    lines.collect()
}

/// A blank line, or a rule above a heading.
fn is_gap(line: &str) -> bool {
    line.is_empty() || ruler(line).is_some()
}

/// The sign that a line repeats at least three times and nothing else.
fn ruler(line: &str) -> Option<char> {
    let mark = line
        .chars()
        .next()
        .filter(|mark| "=-~*^\"#+_".contains(*mark))?;
    (line.len() >= 3 && line.chars().all(|character| character == mark)).then_some(mark)
}

/// The sign under a heading, if the line below is a rule about as long.
fn underline(line: &str, below: &str) -> Option<char> {
    let mark = ruler(below).filter(|_| ruler(line).is_none())?;
    let (title, rule) = (line.chars().count(), below.chars().count());
    (rule * 2 >= title && rule <= title * 2 + 4).then_some(mark)
}

/// Signs mean levels in the order in which a text first uses them.
fn mark_level(marks: &mut Vec<char>, mark: char) -> u8 {
    let known = marks.iter().position(|&known| known == mark);
    let index = known.unwrap_or_else(|| {
        marks.push(mark);
        marks.len() - 1
    });
    u8::try_from(index + 1).unwrap_or(LEVEL_MAX).min(LEVEL_MAX)
}

fn is_short(line: &str) -> bool {
    line.chars().nth(HEADING_CHARS_MAX).is_none()
        && line.split_whitespace().nth(HEADING_WORDS_MAX).is_none()
}

/// The level of a line that stands alone, and whether it has a number.
fn level_of(line: &str) -> Option<(u8, bool)> {
    if row::is_row(line) || line.ends_with([',', ';', ':', '-']) {
        return None;
    }
    if let Some(level) = named_level(line) {
        return Some((level, true));
    }
    if let Some(level) = numbered_level(line) {
        return Some((level, true));
    }
    let letters = line
        .chars()
        .filter(|character| character.is_alphabetic())
        .count();
    let capitals = !line.chars().any(char::is_lowercase) && letters >= 4;
    // Mostly letters: codes and figures in capitals are no heading.
    (capitals && letters * 2 > line.chars().count()).then_some((CAPITALS, false))
}

/// `Chapter 12`, `PART II. The Rest`, `Article 5`.
fn named_level(line: &str) -> Option<u8> {
    let mut words = line.split_whitespace();
    let name = words.next()?.to_lowercase();
    let level = match name.as_str() {
        part if WordList::HeadingParts.has(part) => 1,
        chapter if WordList::HeadingChapters.has(chapter) => 2,
        attached if WordList::HeadingAttached.has(attached) => 2,
        section if WordList::HeadingSections.has(section) => 3,
        rule if WordList::HeadingRules.has(rule) => 3,
        _ => return None,
    };
    let written = words.next()?;
    let number = written.trim_end_matches(['.', ':', ')']);
    // `Section 5 applies to all contracts of this kind.`
    let is_prose = number == written && line.ends_with('.') && words.nth(3).is_some();
    (is_number(number) && !is_prose).then_some(level)
}

/// `12`, `IV`, `A`, `C-7`, `2.1`.
fn is_number(word: &str) -> bool {
    let roman = word
        .chars()
        .all(|letter| "IVXLCDM".contains(letter.to_ascii_uppercase()));
    let digits = word.bytes().any(|byte| byte.is_ascii_digit());
    let letter = word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_uppercase());
    !word.is_empty() && word.len() <= 10 && (roman || digits || letter)
}

/// `1 Scope`, `2.3.1. Terms`: as deep as the number has parts.
fn numbered_level(line: &str) -> Option<u8> {
    let (number, title) = line.split_once(char::is_whitespace)?;
    let parts = number.trim_end_matches('.').split('.');
    let fits =
        |part: &str| (1..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    let count = parts.clone().count();
    if !parts.clone().all(fits) || !title.trim_start().starts_with(char::is_uppercase) {
        return None;
    }
    let is_sentence = title.ends_with(['.', '!', '?']);
    (!is_sentence).then(|| u8::try_from(count).unwrap_or(LEVEL_MAX).min(LEVEL_MAX))
}

/// Drops named and numbered lines that follow one another with nothing between them:
/// the items of a list, or a table of contents.
fn without_lists(lines: &[(usize, &str)], found: Vec<(usize, Heading, bool)>) -> Vec<Heading> {
    let adjacent = |a: &(usize, Heading, bool), b: &(usize, Heading, bool)| {
        let between = &lines[a.0 + 1..b.0];
        a.2 && b.2 && b.1.level <= a.1.level && between.iter().all(|line| line.1.is_empty())
    };
    let listed: Vec<bool> = (0..found.len())
        .map(|index| {
            let before = index.checked_sub(1).and_then(|before| found.get(before));
            let after = found.get(index + 1);
            before.is_some_and(|before| adjacent(before, &found[index]))
                || after.is_some_and(|after| adjacent(&found[index], after))
        })
        .collect();
    let kept = found.into_iter().zip(listed).filter(|(_, listed)| !listed);
    kept.map(|((_, heading, _), _)| heading).collect()
}

#[cfg(test)]
mod tests {
    use super::title;

    #[test]
    fn a_short_first_line_is_the_title_of_what_is_longer() {
        let lease =
            "Lease for the flat at 4 North Road.\n\nThe rent is 900 euros a month, due soon.\n";
        assert_eq!(title(lease), Some("Lease for the flat at 4 North Road."));
        let minutes = "Linden Court - residents' meeting\n12 March 2024\n\nPresent: Mrs Trent.\n";
        assert_eq!(title(minutes), Some("Linden Court - residents' meeting"));
        for none in [
            "The rent is 900 euros a month.\n\nThe deposit is 20.\n",
            "Dear all,\n\nwe meet on Tuesday.\n",
            "It rained all day, and the\nriver rose. Nobody came.\n\nThe next day was dry.\n",
            "- milk\n\n- bread\n",
            "Only one line\n",
        ] {
            assert_eq!(title(none), None, "{none}");
        }
    }
}
