//! Which documents a text speaks of by name.
//!
//! A name is the title of a document, or the heading that it opens with. A text that holds one, word by word and
//! written like a name, points there: that is how a reader gets from one page to
//! the next, and how the second hop of a search does. Case and accents do not
//! count in a name, and neither does what stands in parentheses at its end
//! (`Mercury (planet)`). Other headings are no names: they are common phrases too often,
//! and following them lost more passages of tables than it found.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use text::Span;

use crate::records::{Records, structure};
use crate::view::View;
use crate::{ChunkId, IndexError};

/// Longest name, in words: beyond that a title is a sentence, which nobody cites
/// in full.
const WORDS_MAX: usize = 12;
/// Shortest name of one word, in characters.
const LETTERS_MIN: usize = 3;
/// A name of more places than this leads nowhere in particular.
const PLACES_MAX: usize = 4;
/// Most names a text is said to hold.
const MENTIONS_MAX: usize = 64;

/// The chunks a document is cut into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Its first chunk.
    pub first: ChunkId,
    /// Number of chunks, at least 1; they follow each other.
    pub chunks: u32,
}

impl Place {
    /// Whether a chunk belongs to it.
    pub fn holds(self, chunk: ChunkId) -> bool {
        (self.first.0..self.first.0 + u64::from(self.chunks)).contains(&chunk.0)
    }
}

/// A name found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// Where it stands in the text.
    pub span: Span,
    /// What it names, at most four places.
    pub places: Vec<Place>,
}

/// Who writes a name: a question may be all in lower case, a document is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writing {
    /// A name begins with a capital or a digit, and one word alone is a name only
    /// within a sentence.
    Careful,
    /// Names of several words in any case, of one word with a capital.
    Casual,
}

/// The names of a library at one version.
#[derive(Debug, Default)]
pub struct Names {
    places: HashMap<String, Vec<Place>>,
    longest: usize,
}

impl Names {
    pub(crate) fn load(view: &View, records: &Records) -> Result<Names, IndexError> {
        let mut names = Names::default();
        let openings = records.run(structure::opening_headings)?;
        for document in &view.documents {
            let opening = || {
                let at = openings.binary_search_by_key(&document.row, |(row, _)| *row);
                at.ok().map(|at| openings[at].1.as_str())
            };
            let title = document.title.as_deref().or_else(opening);
            let Some(title) = title.filter(|_| document.chunks > 0) else {
                continue;
            };
            let first = document.first_chunk;
            let chunks = document.chunks;
            names.insert(title, Place { first, chunks });
        }
        for places in names.places.values_mut() {
            places.sort_unstable();
            places.dedup();
        }
        names.places.retain(|_, places| places.len() <= PLACES_MAX);
        Ok(names)
    }

    fn insert(&mut self, title: &str, place: Place) {
        let words = words(without_parentheses(title));
        let letters = words.first().map_or(0, |word| word.folded.chars().count());
        if words.is_empty() || words.len() > WORDS_MAX || words.len() == 1 && letters < LETTERS_MIN
        {
            return;
        }
        self.longest = self.longest.max(words.len());
        let places = self.places.entry(joined(&words)).or_default();
        // One more than may be kept is enough to tell that it is too many.
        if places.len() <= PLACES_MAX && places.last() != Some(&place) {
            places.push(place);
        }
    }

    /// The names in a text, in its order; of names that share words the longest
    /// from the left counts. At most 64.
    pub fn mentioned(&self, text: &str, writing: Writing) -> Vec<Mention> {
        let words = words(text);
        let mut found = Vec::new();
        let mut at = 0;
        while at < words.len() && found.len() < MENTIONS_MAX {
            match self.longest_at(text, &words, at, writing) {
                Some((range, places)) => {
                    let span = Span::new(words[at].span.start, words[*range.end()].span.end);
                    at = range.end() + 1;
                    let places = places.to_vec();
                    found.push(Mention { span, places });
                }
                None => at += 1,
            }
        }
        found
    }

    fn longest_at(
        &self,
        text: &str,
        words: &[Word],
        at: usize,
        writing: Writing,
    ) -> Option<(RangeInclusive<usize>, &[Place])> {
        let first = &words[at];
        if writing == Writing::Careful && !first.capital {
            return None;
        }
        let most = self.longest.min(words.len() - at);
        (1..=most).rev().find_map(|count| {
            if count == 1 && !(first.capital && within_sentence(text, first.span.start)) {
                return None;
            }
            let places = self.places.get(&joined(&words[at..at + count]))?;
            Some((at..=at + count - 1, places.as_slice()))
        })
    }

    /// True for a library without titles.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }
}

/// A word as names are compared, and where it stands.
struct Word {
    folded: String,
    capital: bool,
    span: Span,
}

/// Letters and digits; a hyphen, a dot or an apostrophe between two of them
/// separates, as a space does.
fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        match (letter.is_alphanumeric(), start) {
            (true, None) => start = Some(at),
            (false, Some(begin)) => {
                let word = &text[begin..at];
                let first = word.chars().next().unwrap_or(' ');
                words.push(Word {
                    folded: text::folded(word),
                    capital: first.is_uppercase() || first.is_numeric(),
                    span: Span::new(begin, at),
                });
                start = None;
            }
            _ => {}
        }
    }
    words
}

fn joined(words: &[Word]) -> String {
    let words: Vec<&str> = words.iter().map(|word| word.folded.as_str()).collect();
    words.join(" ")
}

/// A title without what tells it from others of its name.
fn without_parentheses(title: &str) -> &str {
    let title = title.trim();
    match title.rfind('(') {
        Some(open) if title.ends_with(')') && open > 0 => title[..open].trim_end(),
        _ => title,
    }
}

/// Whether a word stands after another of its sentence, so that its capital says
/// something.
fn within_sentence(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end_matches([' ', '\t', '(', '"', '“', '‘', '\'']);
    before
        .chars()
        .next_back()
        .is_some_and(|last| last.is_alphanumeric() || matches!(last, ',' | ';' | '-' | '–'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(first: u64) -> Place {
        Place {
            first: ChunkId(first),
            chunks: 2,
        }
    }

    fn names() -> Names {
        let mut names = Names::default();
        let titles = [
            "Jules Verne",
            "Nantes",
            "The Mysterious Island (novel)",
            "Rule C-7",
            "Île de Ré",
            "Of",
        ];
        for (first, title) in (1..).zip(titles) {
            names.insert(title, place(first));
        }
        names
    }

    fn found(text: &str, writing: Writing) -> Vec<(String, u64)> {
        let names = names();
        let mentions = names.mentioned(text, writing);
        let shown = |mention: &Mention| {
            let span = mention.span;
            (
                text[span.start..span.end].to_owned(),
                mention.places[0].first.0,
            )
        };
        mentions.iter().map(shown).collect()
    }

    #[test]
    fn a_name_is_found_whatever_its_accents_and_parentheses() {
        let text = "The Mysterious Island, by Jules Verne of Nantes, is not the ile de Ré.";
        let expected = [
            ("The Mysterious Island".to_owned(), 3),
            ("Jules Verne".to_owned(), 1),
            ("Nantes".to_owned(), 2),
        ];
        assert_eq!(found(text, Writing::Careful), expected);
        // In a question nobody cares for capitals.
        assert_eq!(
            found("who is jules verne of nantes", Writing::Casual),
            [("jules verne".to_owned(), 1)]
        );
        assert_eq!(
            found("see Rule C-7 below", Writing::Careful),
            [("Rule C-7".to_owned(), 4)]
        );
    }

    #[test]
    fn one_word_at_the_start_of_a_sentence_is_no_name() {
        assert_eq!(found("Nantes lies on the Loire.", Writing::Careful), []);
        assert_eq!(found("It ended. Nantes won.", Writing::Careful), []);
    }

    #[test]
    fn a_name_of_many_places_names_none() {
        let mut names = names();
        for first in 10..20 {
            names.insert("Annual Report", place(first));
        }
        names.places.retain(|_, places| places.len() <= PLACES_MAX);
        let text = "as the Annual Report says";
        assert_eq!(names.mentioned(text, Writing::Careful), []);
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read(text in ".{0,200}") {
            for mention in names().mentioned(&text, Writing::Casual) {
                proptest::prop_assert!(text.get(mention.span.start..mention.span.end).is_some());
            }
        }
    }
}
