//! Which lines are headings, and how they nest.
//!
//! A heading is named by the outline, or larger than the text, or bold and
//! short, or starts like one (`Rule C-7`, `PART C`, `1.2.3 Title`) on a line of
//! its own. Its level comes from the outline, else from size, kind and number.

use std::collections::BTreeMap;

use super::info::Bookmark;
use super::paragraph::Paragraph;
use super::values::is_bullet;
use crate::lexicon::WordList;

/// Larger than the text by this factor is a heading.
const LARGER: f32 = 1.12;
/// Words of a heading at most...
const WORDS_MAX: usize = 20;
/// ...and of one that is called by a number.
const NUMBERED_WORDS_MAX: usize = 32;
/// Words of a heading that is only bold, at most.
const BOLD_WORDS_MAX: usize = 16;
/// Lines of a heading at most.
const LINES_MAX: usize = 3;

/// What a heading's opening says about its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Opening {
    /// `PART C`, `Chapter 2`: above what stands in the same print.
    Division,
    /// No more than a title.
    Plain,
    /// `Rule C-7`, `Exhibit 6`, `Appendix A`.
    Item,
    /// `1.2.3`, with its depth.
    Number(u8),
}

/// A heading as found on its page.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Heading {
    pub(super) title: String,
    pub(super) size: f32,
    pub(super) bold: bool,
    pub(super) opening: Opening,
    /// Depth in the outline, when the outline names it.
    pub(super) depth: Option<u8>,
}

/// The print of the whole document that headings stand out from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Body {
    pub(super) size: f32,
    /// Most of the text is bold, so that bold says nothing.
    pub(super) bold: bool,
    /// Most of the text is in letters of one width, as a line printer's, so that such
    /// letters do not mean code.
    pub(super) typewriter: bool,
}

/// The paragraph as a heading, if it is one. `marks` are the outline's entries
/// for the page.
pub(super) fn heading(paragraph: &Paragraph, body: Body, marks: &[&Bookmark]) -> Option<Heading> {
    let text = paragraph.text.trim();
    let one_stretch = paragraph.cells == 1 && paragraph.lines <= LINES_MAX;
    if paragraph.contents || !one_stretch || !is_heading_text(text) {
        return None;
    }
    let mark = marks.iter().find(|mark| names(&mark.title, text));
    // A line of code is often bold or large, and heads nothing.
    if mark.is_none() && paragraph.typewriter && !body.typewriter {
        return None;
    }
    let words = text.split_whitespace().count();
    let opening = opening(text);
    let larger = paragraph.size >= LARGER * body.size;
    let numbered = matches!(
        opening,
        Opening::Division | Opening::Item | Opening::Number(2..)
    );
    if words
        > if numbered {
            NUMBERED_WORDS_MAX
        } else {
            WORDS_MAX
        }
    {
        return None;
    }
    let bold = paragraph.bold && !body.bold && (numbered || words <= BOLD_WORDS_MAX);
    let ends_open = text.ends_with(['.', ',', ';', ':']);
    let stands_out = mark.is_some()
        || larger && !ends_long_sentence(text, words)
        || bold && !ends_long_sentence(text, words)
        || numbered
            && paragraph.apart
            && paragraph.lines == 1
            && !ends_open
            && words <= 14
            && !runs_on(text);
    stands_out.then(|| Heading {
        title: text.trim_end_matches(':').trim_end().to_owned(),
        size: paragraph.size,
        bold: paragraph.bold,
        opening,
        depth: mark.map(|mark| mark.depth),
    })
}

fn is_heading_text(text: &str) -> bool {
    let letters = text.chars().filter(|ch| ch.is_alphabetic()).count();
    let figures = text.chars().filter(char::is_ascii_digit).count();
    let bullet = text.split_whitespace().next().is_some_and(is_bullet);
    letters >= 3 && letters > figures && text.len() <= 300 && !bullet
}

/// A second sentence follows the first: a paragraph that opens with its title.
fn runs_on(text: &str) -> bool {
    let title = text.split_once(' ').map_or("", |(_, title)| title);
    title.match_indices(". ").any(|(at, _)| {
        let word = title[..at].rsplit(' ').next().unwrap_or_default();
        word.chars().count() > 3 && title[at + 2..].starts_with(char::is_uppercase)
    })
}

/// A sentence set large or bold is still a sentence.
fn ends_long_sentence(text: &str, words: usize) -> bool {
    words > 8 && text.ends_with(['.', ',', ';'])
}

/// True when an outline's entry names this line; numbers before it may differ.
fn names(title: &str, text: &str) -> bool {
    let plain = |text: &str| -> String {
        text.chars()
            .filter(|ch| ch.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect()
    };
    let (title, text) = (plain(title), plain(text));
    let (short, long) = if title.len() <= text.len() {
        (&title, &text)
    } else {
        (&text, &title)
    };
    short.len() >= 3 && long.ends_with(short.as_str()) && long.len() - short.len() <= 10
}

/// What divides a document, and what is one of many in it.
const DIVISIONS: [WordList; 3] = [
    WordList::HeadingParts,
    WordList::HeadingChapters,
    WordList::HeadingSections,
];
const ITEMS: [WordList; 3] = [
    WordList::HeadingAttached,
    WordList::HeadingRules,
    WordList::HeadingForms,
];

/// Reads the opening words of a heading.
pub(super) fn opening(text: &str) -> Opening {
    let is_any = |lists: &[WordList], word: &str| lists.iter().any(|list| list.has(word));
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    let second = words.next().unwrap_or_default();
    let lower = first.to_lowercase();
    if is_id(second) && is_any(&DIVISIONS, &lower) {
        let third = words.next();
        let parted = second.ends_with([':', '.', '–', '—', '-'])
            || third.is_none_or(|third| third.starts_with([':', '–', '—', '-']));
        // `Section I coverages` speaks of a section; `SECTION I` opens one.
        let shouted = first.len() > 1 && first.chars().all(char::is_uppercase);
        return if parted || shouted || WordList::HeadingChapters.has(&lower) {
            Opening::Division
        } else {
            Opening::Plain
        };
    }
    if is_id(second) && is_any(&ITEMS, &lower) {
        return Opening::Item;
    }
    if first.len() <= 2
        && first.bytes().all(|byte| byte.is_ascii_digit())
        && second.starts_with(char::is_uppercase)
    {
        return Opening::Number(1);
    }
    match number_depth(first) {
        Some(depth) if second.starts_with(char::is_alphabetic) => Opening::Number(depth),
        _ => Opening::Plain,
    }
}

/// What a heading is called by, if it opens with that: `C-7` of `Rule C-7`, `3.1`.
pub(super) fn id(text: &str) -> Option<&str> {
    let mut words = text.split_whitespace();
    let first = words.next();
    match opening(text) {
        Opening::Division | Opening::Item => words.next(),
        Opening::Number(_) => first,
        Opening::Plain => None,
    }
}

/// `C`, `C-7:`, `12`, `IV`, `3.1`: what an item is called by.
fn is_id(word: &str) -> bool {
    let id = word.trim_end_matches([':', '.', ',', ')', '–', '—', '-']);
    let figures = id.chars().any(|ch| ch.is_ascii_digit());
    let roman = !id.is_empty() && id.chars().all(|ch| "IVXLC".contains(ch));
    let letter = id.chars().count() == 1 && id.chars().all(|ch| ch.is_ascii_uppercase());
    id.len() <= 8 && (figures || roman || letter)
}

/// The depth of `1.2.3`, which may end with a dot; `None` for other words.
fn number_depth(word: &str) -> Option<u8> {
    let bare = word.strip_suffix('.').unwrap_or(word);
    let parts: Vec<&str> = bare.split('.').collect();
    let number = |part: &&str| part.len() <= 3 && part.parse::<u16>().is_ok();
    let dotted = parts.len() > 1 || word.ends_with('.');
    (dotted && parts.len() <= 6 && parts.iter().all(number)).then_some(parts.len() as u8)
}

/// The level of each heading, 1 to 6.
///
/// An outline that names most headings gives the levels itself, and those of the other
/// headings whose print and number are like those that it names. Else sizes
/// within a tenth are one class, of which the three largest count; within a
/// class divisions stand above items, items and numbers above titles.
pub(super) fn levels(headings: &[Heading]) -> Vec<u8> {
    let named = headings
        .iter()
        .filter(|heading| heading.depth.is_some())
        .count();
    let outlined = named * 2 > headings.len();
    let classes = size_classes(headings);
    let key = |heading: &Heading| {
        let class = classes.iter().position(|least| heading.size >= *least);
        (class.unwrap_or(classes.len()), rank(heading))
    };
    let named = headings
        .iter()
        .filter_map(|heading| Some((key(heading), heading.depth?)));
    let depths = usual_depths(named);
    let depth = |heading: &Heading| {
        let alike = || depths.get(&key(heading)).copied();
        heading.depth.or_else(alike).filter(|_| outlined)
    };
    let deepest = headings.iter().filter_map(depth).max().unwrap_or(0);
    let mut counts: BTreeMap<(usize, u8), usize> = BTreeMap::new();
    for heading in headings.iter().filter(|heading| depth(heading).is_none()) {
        *counts.entry(key(heading)).or_default() += 1;
    }
    // A print met once or twice, as on a cover, does not push the others down.
    let needed = 2.max(headings.len() / 50);
    let prints: Vec<(usize, u8)> = counts
        .iter()
        .filter(|(_, count)| **count >= needed)
        .map(|(key, _)| *key)
        .collect();
    headings
        .iter()
        .map(|heading| match depth(heading) {
            Some(depth) => depth.clamp(1, 6),
            None => {
                let above = prints.partition_point(|other| *other < key(heading));
                (usize::from(deepest) + above + 1).clamp(1, 6) as u8
            }
        })
        .collect()
}

/// The depth that an outline gives to most headings of one print and number.
fn usual_depths(named: impl Iterator<Item = ((usize, u8), u8)>) -> BTreeMap<(usize, u8), u8> {
    let mut counts: BTreeMap<(usize, u8), BTreeMap<u8, usize>> = BTreeMap::new();
    for (key, depth) in named {
        *counts.entry(key).or_default().entry(depth).or_default() += 1;
    }
    let usual = |depths: BTreeMap<u8, usize>| {
        let most = depths
            .into_iter()
            .max_by_key(|&(depth, count)| (count, depth))?;
        (most.1 > 1).then_some(most.0)
    };
    counts
        .into_iter()
        .filter_map(|(key, depths)| Some((key, usual(depths)?)))
        .collect()
}

/// The least size of each class of headings, the largest class first.
fn size_classes(headings: &[Heading]) -> Vec<f32> {
    let mut sizes: Vec<f32> = headings.iter().map(|heading| heading.size).collect();
    sizes.sort_by(|a, b| b.total_cmp(a));
    let mut classes: Vec<f32> = Vec::new();
    let mut largest = f32::MAX;
    for size in sizes {
        let count = classes.len();
        match classes.last_mut() {
            Some(least) if size >= 0.9 * largest => *least = size,
            _ if count == 3 => break,
            _ => {
                classes.push(size);
                largest = size;
            }
        }
    }
    classes
}

fn rank(heading: &Heading) -> u8 {
    let letters = || heading.title.chars().filter(|ch| ch.is_alphabetic());
    let capitals = letters().all(char::is_uppercase);
    match heading.opening {
        Opening::Division => 0,
        Opening::Item => 1,
        Opening::Number(depth) => depth.min(6),
        Opening::Plain if capitals => 2,
        Opening::Plain if heading.bold => 8,
        Opening::Plain => 9,
    }
}
