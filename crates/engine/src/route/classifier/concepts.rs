//! A question as a row of concepts: words of one meaning in three languages.
//!
//! "In which chapter is" and "en qué capítulo está" are the same row, so that
//! what is learned from one is known of the other; words of no concept leave a
//! gap, which makes a row the shape of a question whatever it is about.

use std::collections::HashMap;
use std::sync::OnceLock;

/// The concepts with their words. Weights follow from it, see [`TABLE`]'s use
/// in the digest of training.
pub(super) const TABLE: &str = include_str!("../../../data/routing.concepts");

/// Stands before the first concept of a row.
const START: &str = "^";
/// Stands behind the last one.
const END: &str = "$";
/// Between clauses.
const BREAK: &str = "|";
/// One or more words of no concept.
const GAP: &str = "_";
/// The same, the last of them a plural by its looks.
const GAP_OF_SEVERAL: &str = "_s";
const NUMBER: &str = "0";
const CODE: &str = "<code>";

/// Letters of the shortest beginning that a star may follow.
const STEM_CHARS_MIN: usize = 3;
/// Letters of the shortest word that is taken for a plural.
const PLURAL_CHARS_MIN: usize = 4;
/// Concepts of the longest piece of a row.
const PIECE_MAX: usize = 4;
/// Pieces up to this long are common; longer ones tell more and are rarer.
pub(super) const SHORT_MAX: usize = 2;

/// What the table says, by how it is looked up.
struct Concepts {
    words: HashMap<&'static str, &'static str>,
    stems: HashMap<&'static str, &'static str>,
    /// By first word, those of most words first.
    phrases: HashMap<&'static str, Vec<(Vec<&'static str>, &'static str)>>,
}

fn concepts() -> &'static Concepts {
    static CONCEPTS: OnceLock<Concepts> = OnceLock::new();
    CONCEPTS.get_or_init(|| {
        let mut all = Concepts {
            words: HashMap::new(),
            stems: HashMap::new(),
            phrases: HashMap::new(),
        };
        let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
        for (name, entries) in lines.filter_map(|line| line.split_once(": ")) {
            for entry in entries.split(", ") {
                all.add(name, entry);
            }
        }
        for phrases in all.phrases.values_mut() {
            phrases.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
        }
        all
    })
}

impl Concepts {
    fn add(&mut self, name: &'static str, entry: &'static str) {
        if let Some((first, _)) = entry.split_once(' ') {
            let phrase = (entry.split(' ').collect(), name);
            self.phrases.entry(first).or_default().push(phrase);
        } else if let Some(stem) = entry.strip_suffix('*') {
            self.stems.entry(stem).or_insert(name);
        } else {
            self.words.entry(entry).or_insert(name);
        }
    }

    /// The concept that words begin with, and how many of them it takes.
    fn phrase(&self, tokens: &[Token]) -> Option<(&'static str, usize)> {
        let fits = |pattern: &str, token: &Token| match pattern.strip_suffix('*') {
            Some(stem) => token.word.starts_with(stem),
            None => token.word == pattern,
        };
        let phrases = self.phrases.get(tokens.first()?.word.as_str())?;
        phrases.iter().find_map(|(words, name)| {
            let found = tokens.get(..words.len())?;
            let all = words
                .iter()
                .zip(found)
                .all(|(word, token)| fits(word, token));
            all.then_some((*name, words.len()))
        })
    }

    /// The concept of a word, or of the first or last part of a compound.
    fn word(&self, word: &str) -> Option<&'static str> {
        self.simple(word).or_else(|| {
            let (first, _) = word.split_once('-')?;
            let (_, last) = word.rsplit_once('-')?;
            self.simple(first).or_else(|| self.simple(last))
        })
    }

    /// By the word, else by its longest known beginning.
    fn simple(&self, word: &str) -> Option<&'static str> {
        if let Some(name) = self.words.get(word) {
            return Some(name);
        }
        let ends = word.char_indices().map(|(at, c)| at + c.len_utf8());
        let ends: Vec<usize> = ends.skip(STEM_CHARS_MIN - 1).collect();
        let mut stems = ends.iter().rev();
        stems.find_map(|end| self.stems.get(&word[..*end])).copied()
    }
}

/// A word in small letters, or the end of a clause.
struct Token {
    word: String,
    looks_like_code: bool,
}

impl Token {
    fn is_break(&self) -> bool {
        self.word == BREAK
    }
}

fn tokens(text: &str) -> Vec<Token> {
    const BREAKS: &[char] = &[
        '.', '?', '!', ';', ':', ',', '\n', '–', '—', '¿', '¡', '(', ')',
    ];
    let of_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '’' | '%' | '&' | '-');
    let mut tokens = Vec::new();
    let mut push = |raw: &str| {
        let raw = raw.trim_matches(['\'', '’']);
        if !raw.is_empty() {
            tokens.push(Token {
                word: raw.to_lowercase().replace('’', "'"),
                looks_like_code: super::features::looks_like_code(raw),
            });
        }
    };
    let mut start = 0;
    for (at, c) in text.char_indices().filter(|(_, c)| !of_word(*c)) {
        push(&text[start..at]);
        if BREAKS.contains(&c) {
            push(BREAK);
        }
        start = at + c.len_utf8();
    }
    push(&text[start..]);
    tokens
}

/// The row of a text: names of concepts, gaps and breaks.
fn row(text: &str) -> Vec<&'static str> {
    let concepts = concepts();
    let tokens = tokens(text);
    let mut row = vec![START];
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        if token.is_break() {
            if !matches!(row.last(), Some(&(START | BREAK))) {
                row.push(BREAK);
            }
            at += 1;
        } else if let Some((name, taken)) = concepts.phrase(&tokens[at..]) {
            row.push(name);
            at += taken;
        } else {
            let name = concepts.word(&token.word).unwrap_or_else(|| other(token));
            let widens = is_gap(name) && row.last().is_some_and(|last| is_gap(last));
            if widens {
                row.pop();
            }
            row.push(name);
            at += 1;
        }
    }
    if row.last() == Some(&BREAK) {
        row.pop();
    }
    row.push(END);
    row
}

fn is_gap(name: &str) -> bool {
    matches!(name, GAP | GAP_OF_SEVERAL)
}

/// What a word of no concept is.
fn other(token: &Token) -> &'static str {
    let word = token.word.as_str();
    let plural = word.ends_with('s') && !word.ends_with("ss");
    if word.starts_with(char::is_numeric) {
        NUMBER
    } else if token.looks_like_code {
        CODE
    } else if plural && word.chars().count() >= PLURAL_CHARS_MIN {
        GAP_OF_SEVERAL
    } else {
        GAP
    }
}

/// True when a text speaks of the one who asks or the one who answers, and of no
/// document.
pub(in crate::route) fn speaks_of_asker(text: &str) -> bool {
    const PERSONS: &[&str] = &["i", "we", "my", "you", "your"];
    const DOCUMENTS: &[&str] = &["document", "clause", "section", "chapter", "according"];
    let row = row(text);
    let has = |names: &[&str]| row.iter().any(|name| names.contains(name));
    has(PERSONS) && !has(DOCUMENTS)
}

/// Every run of up to [`PIECE_MAX`] neighbours of a text's row, but for marks
/// and gaps alone.
pub(super) fn pieces(text: &str) -> Vec<Vec<&'static str>> {
    let row = row(text);
    let tells = |piece: &&[&str]| {
        piece.len() > 1 || !matches!(piece[0], START | END | BREAK | GAP | GAP_OF_SEVERAL)
    };
    (1..=PIECE_MAX)
        .flat_map(|length| row.windows(length).filter(tells).map(<[_]>::to_vec))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_question_is_one_row_in_three_languages() {
        let english = row("In which chapter is the key?");
        assert_eq!(
            english,
            ["^", "in", "which", "chapter", "is", "the", "_", "$"]
        );
        assert_eq!(row("in welchem Kapitel ist der Schlüsselbund"), english);
        assert_eq!(row("¿En qué capítulo está el llavero?"), english);
    }

    #[test]
    fn the_longest_phrase_and_the_longest_beginning_win() {
        assert_eq!(row("how many"), ["^", "howmany", "$"]);
        assert_eq!(row("how"), ["^", "how", "$"]);
        // A run of words of no concept is one gap, with the number of its last.
        assert_eq!(row("red oak doors, 1970"), ["^", "_s", "|", "0", "$"]);
        assert_eq!(row("'addVar'"), ["^", "<code>", "$"]);
        assert_eq!(row("…?!"), ["^", "$"]);
    }

    #[test]
    fn the_asker_is_told_from_a_document() {
        assert!(speaks_of_asker("¿por qué me habéis cobrado?"));
        assert!(speaks_of_asker("is it on your bill"));
        assert!(!speaks_of_asker("what fee does my contract name"));
        assert!(!speaks_of_asker("the account of the supplier"));
    }

    #[test]
    fn the_table_is_whole() {
        for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
            let (name, words) = line.split_once(": ").unwrap();
            assert!(!name.is_empty() && !words.is_empty(), "{line}");
            for word in words.split(", ") {
                assert_eq!(word.trim(), word, "{line}");
                assert_eq!(word.to_lowercase(), word, "{line}");
                assert!(!word.is_empty() && !word.contains(['|', '^']), "{line}");
            }
        }
    }
}
