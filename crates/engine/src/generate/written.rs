//! What a model writes, sentence by sentence checked and given on with markers.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use text::Language;

use super::pack::Packed;
use super::sentences::{Piece, Sentences};
use super::support::{Problem, support};
use crate::answer::{Answer, Citation, Read};
use crate::asked::Asked;

/// What becomes of a sentence that nothing bears out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unsupported {
    /// It is shown and marked.
    #[default]
    Mark,
    /// It is left out.
    Drop,
}

/// Stands behind a sentence that nothing bears out.
const MARK: &str = "[not found in your documents]";
/// A sentence of fewer content words is read with the next one: "Yes."
const WORDS_ALONE_MIN: usize = 2;
/// Signs of addresses, images and markup.
const LINKS: [&str; 6] = ["://", "www.", "](", "![", "</", "/>"];

/// Whether a text holds an address, an image or markup.
pub(super) fn is_linked(text: &str) -> bool {
    LINKS.iter().any(|sign| text.contains(sign))
}

/// Prose in the making.
pub(super) struct Writing<'a> {
    asked: &'a Asked,
    packed: &'a Packed,
    unsupported: Unsupported,
    language: Language,
    question: Read,
    /// The computed values first, as one, then the sentences that were read.
    evidence: Vec<Read>,
    values: &'a [Citation],
    sentences: Sentences,
    /// A sentence too short to be read alone.
    held: Option<(String, BTreeSet<usize>, bool)>,
    drawn: Drawn,
}

/// What came of it.
#[derive(Debug, Default)]
pub(super) struct Drawn {
    /// The text with markers.
    pub(super) text: String,
    /// Sentences that are cited, by index, in order of their markers.
    pub(super) cited: Vec<usize>,
    /// Sentences that were borne out.
    pub(super) borne: usize,
    /// Those that were not, and why.
    pub(super) unsupported: Vec<(String, Problem)>,
}

impl Drawn {
    /// Whether a value stands in the text as a whole, white space aside: 5 does not stand in 50.
    pub(super) fn says(&self, value: &str) -> bool {
        let joined = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (text, value) = (joined(&self.text), joined(value));
        let goes_on = |mut rest: std::str::Chars<'_>, reversed: bool| {
            let mut next = || {
                if reversed {
                    rest.next_back()
                } else {
                    rest.next()
                }
            };
            let (first, second) = (next(), next());
            let sign = first.is_some_and(|c| matches!(c, '.' | ','));
            first.is_some_and(char::is_alphanumeric)
                || (sign && second.is_some_and(|c| c.is_ascii_digit()))
        };
        text.match_indices(&value).any(|(at, found)| {
            !goes_on(text[..at].chars(), true) && !goes_on(text[at + found.len()..].chars(), false)
        })
    }
}

impl<'a> Writing<'a> {
    pub(super) fn new(
        asked: &'a Asked,
        question: &str,
        packed: &'a Packed,
        unsupported: Unsupported,
        language: Language,
    ) -> Writing<'a> {
        let values = asked.answer.as_ref().map_or(&[][..], computed);
        let question_read = Read::new(question, language);
        let told = asked.answer.iter().flat_map(|answer| &answer.values);
        let told = told.map(|value| value.text.as_str());
        let rows = values.iter().flat_map(|citation| {
            let columns = citation.columns.as_deref();
            std::iter::once(citation.quote.as_str())
                .chain(columns)
                .chain(citation.section.iter().map(String::as_str))
        });
        let computed = told.chain(rows).collect::<Vec<_>>().join("\n");
        let computed = Read::new(&computed, language);
        let computed = if values.is_empty() {
            computed
        } else {
            computed.joined(&question_read)
        };
        let read = asked
            .sentences
            .iter()
            .map(|one| Read::new(&one.candidate.text, language));
        Writing {
            asked,
            packed,
            unsupported,
            language,
            question: question_read,
            evidence: std::iter::once(computed).chain(read).collect(),
            values,
            sentences: Sentences::new(language),
            held: None,
            drawn: Drawn::default(),
        }
    }

    /// Whether something that was written so far is borne out.
    pub(super) fn has_borne(&self) -> bool {
        self.drawn.borne > 0
    }

    /// Whether the model goes round in circles.
    pub(super) fn repeats(&self) -> bool {
        self.sentences.repeats()
    }

    /// Takes what the model wrote; gives on what is whole and checked.
    pub(super) fn push(&mut self, piece: &str, emit: &mut dyn FnMut(&str)) {
        for piece in self.sentences.push(piece) {
            self.piece(piece, emit);
        }
    }

    /// The end. `cut` says that the model was stopped.
    pub(super) fn finish(mut self, cut: bool, emit: &mut dyn FnMut(&str)) -> Drawn {
        let sentences = std::mem::replace(&mut self.sentences, Sentences::new(self.language));
        for piece in sentences.finish(cut) {
            self.piece(piece, emit);
        }
        if let Some((text, named, line)) = self.held.take() {
            self.sentence(&text, &named, line, emit);
        }
        self.drawn
    }

    fn piece(&mut self, piece: Piece, emit: &mut dyn FnMut(&str)) {
        match piece {
            Piece::Code(code) => {
                // Code that nobody asked for is checked by nothing, so it is not shown.
                let problem = match (self.asked.code, self.links_quoted(&code)) {
                    (_, false) => Some(Problem::Link),
                    (false, true) => Some(Problem::Words),
                    (true, true) => None,
                };
                match problem {
                    Some(problem) => self.drawn.unsupported.push((code, problem)),
                    None => {
                        self.drawn.borne += 1;
                        self.give(&code, true, emit);
                    }
                }
            }
            Piece::Sentence { text, named, line } => {
                let (text, named, line) = match self.held.take() {
                    Some((held, mut before, line)) => {
                        before.extend(named);
                        (format!("{held} {text}"), before, line)
                    }
                    None => (text, named, line),
                };
                if Read::new(&text, self.language).words() < WORDS_ALONE_MIN {
                    self.held = Some((text, named, line));
                } else {
                    self.sentence(&text, &named, line, emit);
                }
            }
        }
    }

    fn sentence(
        &mut self,
        text: &str,
        named: &BTreeSet<usize>,
        line: bool,
        emit: &mut dyn FnMut(&str),
    ) {
        match self.borne(text, named) {
            Ok(markers) => {
                self.drawn.borne += 1;
                let markers: String = markers.iter().map(|one| format!("[{one}]")).collect();
                self.give(&format!("{text} {markers}"), line, emit);
            }
            Err(problem) => {
                self.drawn.unsupported.push((text.to_owned(), problem));
                // An address is never shown, marked or not.
                if self.unsupported == Unsupported::Mark && problem != Problem::Link {
                    self.give(&format!("{text} {MARK}"), line, emit);
                }
            }
        }
    }

    /// Markers of what bears a sentence out.
    fn borne(&mut self, text: &str, named: &BTreeSet<usize>) -> Result<Vec<usize>, Problem> {
        if !self.links_quoted(text) {
            return Err(Problem::Link);
        }
        let read = Read::new(text, self.language);
        let hinted = self.hinted(named);
        let found = support(&read, &self.question, &self.evidence, &hinted)?;
        let mut markers = BTreeSet::new();
        for at in found {
            match at.checked_sub(1) {
                None => markers.extend(self.values.iter().map(|citation| citation.marker)),
                Some(sentence) => {
                    markers.insert(self.marker(sentence));
                }
            }
        }
        Ok(markers.into_iter().collect())
    }

    /// Whether every address in a sentence stands in something that was read.
    fn links_quoted(&self, text: &str) -> bool {
        let linked = |word: &&str| LINKS.iter().any(|sign| word.contains(sign));
        let read = |word: &str| {
            let mut sentences = self.asked.sentences.iter();
            sentences.any(|one| one.candidate.text.contains(word))
        };
        text.split_whitespace().filter(linked).all(read)
    }

    /// The sentences of the passages that the model named, by index into the evidence.
    fn hinted(&self, named: &BTreeSet<usize>) -> BTreeSet<usize> {
        let given = named
            .iter()
            .filter_map(|one| self.packed.given.get(one.checked_sub(1)?));
        let inside = given.flat_map(|given| {
            let sentences = self.asked.sentences.iter().enumerate();
            sentences.filter(|(_, one)| {
                one.candidate.document == given.document && one.candidate.span.overlaps(given.span)
            })
        });
        inside.map(|(at, _)| at + 1).collect()
    }

    /// The marker of a sentence, a new one where it is cited first.
    fn marker(&mut self, sentence: usize) -> usize {
        let known = self.drawn.cited.iter().position(|one| *one == sentence);
        let at = known.unwrap_or_else(|| {
            self.drawn.cited.push(sentence);
            self.drawn.cited.len() - 1
        });
        self.values.len() + at + 1
    }

    fn give(&mut self, text: &str, line: bool, emit: &mut dyn FnMut(&str)) {
        let before = match (self.drawn.text.is_empty(), line) {
            (true, _) => "",
            (false, true) => "\n",
            (false, false) => " ",
        };
        emit(before);
        emit(text);
        self.drawn.text.push_str(before);
        self.drawn.text.push_str(text);
    }
}

/// Citations that stay whatever is written: those of computed values.
pub(super) fn computed(answer: &Answer) -> &[Citation] {
    if answer.values.is_empty() {
        &[]
    } else {
        &answer.citations
    }
}

#[cfg(test)]
mod tests {
    use super::Drawn;

    #[test]
    fn a_value_stands_as_a_whole_or_not_at_all() {
        let drawn = Drawn {
            text: "Fees rose to $1,250\u{a0}in all. [1] There are 50 of them, at 4.5 each."
                .to_owned(),
            ..Drawn::default()
        };
        for value in ["$1,250", "50", "4.5", "1,250 in"] {
            assert!(drawn.says(value), "{value}");
        }
        for value in ["5", "250", "4", "0 of"] {
            assert!(!drawn.says(value), "{value}");
        }
    }
}
