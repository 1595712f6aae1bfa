//! The title of a document: what its record says, if the pages agree, else the
//! largest lines of page 1.

use super::lines::Line;

/// Lines of a title at most.
const LINES_MAX: usize = 3;
/// Characters of a title at most.
const CHARS_MAX: usize = 200;
/// Larger than the text by this factor stands out.
const LARGER: f32 = 1.12;

/// The largest lines of a page.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Headline {
    text: String,
    size: f32,
}

/// The first run of the largest lines of a page that carry words.
pub(super) fn headline(lines: &[Line]) -> Option<Headline> {
    let worded: Vec<(&Line, String)> = lines
        .iter()
        .map(|line| (line, line.text()))
        .filter(|(_, text)| has_words(text))
        .collect();
    let size = worded.iter().map(|(line, _)| line.size).fold(0.0, f32::max);
    let large = |line: &Line| line.size > 0.93 * size;
    let first = worded.iter().position(|(line, _)| large(line))?;
    let mut text = String::new();
    let mut last_y = worded[first].0.y;
    for (line, words) in worded[first..].iter().take(LINES_MAX) {
        if !large(line) || line.y - last_y > 2.2 * size || text.len() + words.len() > CHARS_MAX {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(words);
        last_y = line.y;
    }
    (!text.is_empty()).then_some(Headline { text, size })
}

fn has_words(text: &str) -> bool {
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
    let headline = headline.filter(|headline| headline.size >= LARGER * body_size);
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
        (_, headline) => headline.map(|headline| headline.text),
    }
}
