//! The title of a document: what its record says, if the pages agree, else the
//! largest lines of page 1.

use super::lines::Line;
use crate::lexicon::WordList;

/// Lines of a title at most.
const LINES_MAX: usize = 3;
/// Characters of a title at most.
const CHARS_MAX: usize = 200;
/// Words of a page that is a cover, at most.
const COVER_WORDS_MAX: usize = 80;
/// Larger than the text by this factor stands out.
const LARGER: f32 = 1.12;

/// The lines of page 1 that may be a title, with their sizes.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Headline {
    lines: Vec<(String, f32)>,
}

/// The first run of the largest lines of a page that carry words; on a cover,
/// the large lines that follow as well: a name of the house, then of the work.
pub(super) fn headline(lines: &[Line]) -> Option<Headline> {
    let cover = lines.iter().map(|line| line.words.len()).sum::<usize>() <= COVER_WORDS_MAX;
    let worded: Vec<(&Line, String)> = lines
        .iter()
        .map(|line| (line, line.text()))
        .filter(|(_, text)| has_words(text))
        .collect();
    let size = worded.iter().map(|(line, _)| line.size).fold(0.0, f32::max);
    let first = worded
        .iter()
        .position(|(line, _)| line.size > 0.93 * size)?;
    let mut chosen: Vec<(String, f32)> = Vec::new();
    let (mut last_y, mut chars) = (worded[first].0.y, 0);
    for (line, text) in &worded[first..] {
        chars += text.chars().count();
        let near = line.size > 0.93 * size && line.y - last_y <= 2.2 * size;
        let goes_on = near || (cover && line.size > 0.6 * size);
        if !goes_on || chosen.len() == LINES_MAX || chars > CHARS_MAX {
            break;
        }
        chosen.push((text.clone(), line.size));
        last_y = line.y;
    }
    (!chosen.is_empty()).then_some(Headline { lines: chosen })
}

impl Headline {
    /// The lines that are larger than the text.
    fn text(&self, body_size: f32) -> Option<String> {
        let large = |line: &&(String, f32)| line.1 >= LARGER * body_size;
        let lines: Vec<&str> = self
            .lines
            .iter()
            .take_while(large)
            .map(|line| line.0.as_str())
            .collect();
        (!lines.is_empty()).then(|| lines.join(" "))
    }
}

fn has_words(text: &str) -> bool {
    let lower = text.to_lowercase();
    if WordList::Contents.has(&lower) || WordList::NoTitle.has(&lower) {
        return false;
    }
    let letters = text.chars().filter(|ch| ch.is_alphabetic()).count();
    letters >= 4 && letters * 2 > text.chars().count()
}

/// Chooses between the record's title and the headline. A record whose words
/// stand nowhere in `opening`, the text of the first pages, was left over from
/// another document. `body_size` is the size of the text.
pub(super) fn choose(
    recorded: Option<String>,
    headline: Option<Headline>,
    body_size: f32,
    opening: &str,
) -> Option<String> {
    let headline = headline.and_then(|headline| headline.text(body_size));
    let recorded = recorded.filter(|title| has_words(title));
    let opening = opening.to_lowercase();
    let (mut words, mut found) = (0, 0);
    for word in recorded
        .iter()
        .flat_map(|title| title.split(|ch: char| !ch.is_alphanumeric()))
    {
        if word.chars().count() >= 3 {
            words += 1;
            found += usize::from(opening.contains(&word.to_lowercase()));
        }
    }
    let confirmed = found * 2 >= words && words > 0;
    match (recorded, headline) {
        (Some(recorded), None) => Some(recorded),
        (Some(recorded), Some(_)) if confirmed => Some(recorded),
        (_, headline) => headline,
    }
}
