//! What is read of a document to summarise it: sentences with their words.

use std::collections::HashMap;
use std::collections::HashSet;
use std::ops::Range;

use text::{Document, Language, Span, TermKind};

/// Text read of one document, in bytes; a longer one is read in windows spread
/// evenly over it. A novel has about one megabyte.
const TEXT_BYTES_MAX: usize = 1024 * 1024;
/// One window, in bytes: about a page.
const WINDOW_BYTES: usize = 2 * 1024;

/// Sentences read between two looks at whether they are wanted still.
const SENTENCES_AT_ONCE: usize = 256;

/// Longer words are no words, in bytes.
const WORD_BYTES_MAX: usize = 60;
/// A term this short says little, in characters.
const LEMMA_CHARS_MIN: usize = 3;

/// The words of a document, each form once.
#[derive(Default)]
struct Lexicon {
    /// Forms as written.
    surfaces: Vec<String>,
    ids: HashMap<String, u32>,
    /// By form: what it is looked up by; `None` for stop words and numbers.
    lemma_of: Vec<Option<u32>>,
    lemmas: HashMap<String, u32>,
}

/// A word of a sentence.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word {
    /// Its form as written.
    pub surface: u32,
    /// What groups its forms; `None` for words that say nothing alone.
    pub lemma: Option<u32>,
    /// Nothing but white space stands between it and the word before.
    pub joined: bool,
    /// It starts with a capital letter and no sentence.
    pub capital: bool,
}

/// A sentence or table row that was read.
pub(super) struct Read {
    /// Where it stands in the text.
    pub span: Span,
    /// Its words in order.
    pub words: Vec<Word>,
    /// It is a table row.
    pub row: bool,
}

/// What was read of a document.
pub(super) struct Reading {
    /// In order of the text.
    pub sentences: Vec<Read>,
    lexicon: Lexicon,
    language: Language,
}

impl Reading {
    /// Reads a document, or pieces of it spread evenly; `None` once it is not wanted any more.
    pub(super) fn of(document: &Document, wanted: &dyn Fn() -> bool) -> Option<Reading> {
        let mut reading = Reading {
            sentences: Vec::new(),
            lexicon: Lexicon::default(),
            language: document.language,
        };
        for (at, span) in sampled(document).into_iter().enumerate() {
            if at % SENTENCES_AT_ONCE == 0 && !wanted() {
                return None;
            }
            let Some(sentence) = span.slice(&document.text) else {
                continue;
            };
            let words = reading.words(sentence);
            reading.sentences.push(Read {
                span,
                words,
                row: document.is_row(span),
            });
        }
        Some(reading)
    }

    /// The sentences that lie within a span.
    pub(super) fn in_span(&self, span: Span) -> Range<usize> {
        let first = self
            .sentences
            .partition_point(|read| read.span.start < span.start);
        let last = self
            .sentences
            .partition_point(|read| read.span.end <= span.end);
        first..last.max(first)
    }

    /// The lemmas of titles.
    pub(super) fn lemmas_of(&mut self, titles: &[&str]) -> HashSet<u32> {
        titles
            .iter()
            .flat_map(|title| self.words(title))
            .filter_map(|word| word.lemma)
            .collect()
    }

    /// A word as it is shown: in lower case where it is written so, too.
    pub(super) fn shown(&self, surface: u32) -> &str {
        let written = &self.lexicon.surfaces[surface as usize];
        let lower = self.lexicon.ids.get(&written.to_lowercase());
        lower.map_or(written, |&lower| &self.lexicon.surfaces[lower as usize])
    }

    fn words(&mut self, sentence: &str) -> Vec<Word> {
        let mut words = Vec::new();
        let mut end = 0;
        for span in word_spans(sentence) {
            let written = &sentence[span.start..span.end];
            let joined = sentence[end..span.start].chars().all(char::is_whitespace);
            let capital = end > 0 && written.chars().next().is_some_and(char::is_uppercase);
            end = span.end;
            if written.len() > WORD_BYTES_MAX && written.is_ascii() {
                continue;
            }
            match self.lexicon.lemma(written, self.language) {
                Some((surface, lemma)) => words.push(Word {
                    surface,
                    lemma,
                    joined,
                    capital,
                }),
                None => self.unspaced(written, &mut words),
            }
        }
        words
    }

    /// A run of a script without spaces: each pair of characters is a word.
    fn unspaced(&mut self, run: &str, words: &mut Vec<Word>) {
        for term in text::terms(run, self.language) {
            let surface = self.lexicon.known(&term.text, Some(&term.text));
            words.push(Word {
                surface,
                lemma: self.lexicon.lemma_of[surface as usize],
                joined: false,
                capital: false,
            });
        }
    }
}

impl Lexicon {
    /// The form and lemma of a word; `None` for a run of a script without spaces.
    fn lemma(&mut self, written: &str, language: Language) -> Option<(u32, Option<u32>)> {
        if let Some(&surface) = self.ids.get(written) {
            return Some((surface, self.lemma_of[surface as usize]));
        }
        let terms = text::terms(written, language);
        let first = terms.first();
        if first.is_some_and(|term| term.kind == TermKind::Bigram) {
            return None;
        }
        let lemma = first.filter(|term| {
            matches!(term.kind, TermKind::Word | TermKind::Identifier)
                && term.text.chars().count() >= LEMMA_CHARS_MIN
                && term.text.chars().any(char::is_alphabetic)
        });
        let surface = self.known(written, lemma.map(|term| term.text.as_str()));
        Some((surface, self.lemma_of[surface as usize]))
    }

    /// The number of a form, given at its first sight.
    fn known(&mut self, written: &str, lemma: Option<&str>) -> u32 {
        if let Some(&surface) = self.ids.get(written) {
            return surface;
        }
        let lemma = lemma.map(|lemma| {
            let next = number(self.lemmas.len());
            *self.lemmas.entry(lemma.to_owned()).or_insert(next)
        });
        let surface = number(self.surfaces.len());
        self.surfaces.push(written.to_owned());
        self.ids.insert(written.to_owned(), surface);
        self.lemma_of.push(lemma);
        surface
    }
}

/// A text of a megabyte has fewer words than that.
fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// Letters and digits with what joins them within a word.
fn word_spans(sentence: &str) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for (at, c) in sentence.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
        let end = at + c.len_utf8();
        match spans.last_mut() {
            Some(span) if span.end == at || joins(&sentence[span.end..at]) => span.end = end,
            _ => spans.push(Span::new(at, end)),
        }
    }
    spans
}

/// What stands within a word, as in `mid-term`, `don't`, `R&D`; accents of
/// their own, too.
fn joins(between: &str) -> bool {
    matches!(between, "-" | "'" | "’" | "_" | "&")
        || between.chars().all(|c| matches!(c, '\u{300}'..='\u{36f}'))
}

/// The sentences that are read, in order.
fn sampled(document: &Document) -> Vec<Span> {
    let text = &document.text;
    if text.len() <= TEXT_BYTES_MAX {
        return text::sentences(text, document.language);
    }
    let windows = TEXT_BYTES_MAX / WINDOW_BYTES;
    let stride = text.len() / windows;
    (0..windows)
        .flat_map(|number| whole_sentences(document, number * stride))
        .collect()
}

/// The sentences of the window at a byte that are not cut by its ends.
fn whole_sentences(document: &Document, at: usize) -> Vec<Span> {
    let text = &document.text;
    let start = text.floor_char_boundary(at);
    let end = text.floor_char_boundary((at + WINDOW_BYTES).min(text.len()));
    let mut found = text::sentences(&text[start..end], document.language);
    if end < text.len() {
        found.pop();
    }
    let cut = usize::from(start > 0).min(found.len());
    found
        .drain(cut..)
        .map(|span| Span::new(span.start + start, span.end + start))
        .collect()
}
