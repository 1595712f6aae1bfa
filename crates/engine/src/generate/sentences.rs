//! What a model writes, cut into sentences while it comes.

use std::collections::BTreeSet;

use text::{Language, sentences};

/// Fence around code.
const FENCE: &str = "```";

/// A piece of what was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// A sentence or a line, with the numbers of the passages that the model named.
    Sentence {
        /// Without those numbers.
        text: String,
        /// From 1.
        named: BTreeSet<usize>,
        /// It begins a line.
        line: bool,
    },
    /// A block of code with its fences, whole.
    Code(String),
}

/// Sentences in a row that were all said before, from which on nothing new is waited for.
const REPEATED_MAX: usize = 4;

/// Collects pieces of text and gives whole sentences, each once: small models say one again and
/// again until their tokens are spent.
#[derive(Debug)]
pub struct Sentences {
    language: Language,
    rest: String,
    line: bool,
    /// Letters and figures of the sentences that were given.
    said: BTreeSet<String>,
    /// How many of the last ones were said before.
    repeated: usize,
}

impl Sentences {
    /// Nothing was written yet.
    pub fn new(language: Language) -> Sentences {
        Sentences {
            language,
            rest: String::new(),
            line: true,
            said: BTreeSet::new(),
            repeated: 0,
        }
    }

    /// Whether the model goes round in circles.
    pub fn repeats(&self) -> bool {
        self.repeated >= REPEATED_MAX
    }

    /// Takes what came; gives what is whole now.
    pub fn push(&mut self, text: &str) -> Vec<Piece> {
        self.rest.push_str(text);
        if text.contains(['.', '!', '?', '\n', '`', ']', ' ']) {
            let pieces = self.take(false);
            self.new_ones(pieces)
        } else {
            Vec::new()
        }
    }

    /// What is left; a block of code that was not ended is closed. `cut` says that the model was
    /// stopped: half a sentence is then left out.
    pub fn finish(mut self, cut: bool) -> Vec<Piece> {
        let mut pieces = self.take(true);
        if cut
            && let Some(Piece::Sentence { text, .. }) = pieces.last()
            && !text.ends_with(['.', '!', '?', ':', '"', ')', '”', '»'])
        {
            pieces.pop();
        }
        self.new_ones(pieces)
    }

    /// The pieces without the sentences that were given before; what follows one that began a line
    /// begins it.
    fn new_ones(&mut self, pieces: Vec<Piece>) -> Vec<Piece> {
        let mut begins = false;
        let mut new = Vec::new();
        for mut piece in pieces {
            if let Piece::Sentence { text, line, .. } = &mut piece {
                *line |= std::mem::take(&mut begins);
                if !self.said.insert(letters(text)) {
                    begins = *line;
                    self.repeated += 1;
                    continue;
                }
            }
            self.repeated = 0;
            new.push(piece);
        }
        new
    }

    fn take(&mut self, all: bool) -> Vec<Piece> {
        let mut pieces = Vec::new();
        loop {
            let code = self.rest.find(FENCE);
            let prose = code.unwrap_or(self.rest.len());
            let taken = self.prose(prose, all || code.is_some(), &mut pieces);
            self.rest.drain(..taken);
            if code.is_none() || !self.rest.starts_with(FENCE) {
                return pieces;
            }
            let end = self.rest[FENCE.len()..].find(FENCE);
            match end.map(|end| end + 2 * FENCE.len()) {
                Some(end) => {
                    pieces.push(Piece::Code(self.rest[..end].to_owned()));
                    self.rest.drain(..end);
                }
                None if all => {
                    let code = std::mem::take(&mut self.rest);
                    pieces.push(Piece::Code(format!("{}\n{FENCE}", code.trim_end())));
                    return pieces;
                }
                None => return pieces,
            }
            self.line = true;
        }
    }

    /// Sentences of the first `end` bytes; gives how many bytes they took. The last may go on
    /// unless all is there.
    fn prose(&mut self, end: usize, all: bool, pieces: &mut Vec<Piece>) -> usize {
        let text = &self.rest[..end];
        let found = sentences(text, self.language);
        let whole = if all {
            found.len()
        } else {
            found.len().saturating_sub(1)
        };
        let mut taken = if all { end } else { 0 };
        for (at, span) in found[..whole].iter().enumerate() {
            let before = if at == 0 { 0 } else { found[at - 1].end };
            let line = text[before..span.start].contains('\n') || (at == 0 && self.line);
            let (behind, clean, named) = without_numbers(&text[span.start..span.end]);
            // `[2]` behind a full stop belongs to the sentence before it.
            if let Some(Piece::Sentence { named: before, .. }) = pieces.last_mut() {
                before.extend(behind);
            }
            if clean.chars().any(char::is_alphanumeric) {
                pieces.push(Piece::Sentence {
                    text: clean,
                    named,
                    line,
                });
            }
            taken = taken.max(span.end);
        }
        if whole > 0 {
            self.line = text[..taken].ends_with('\n');
        }
        taken
    }
}

/// What tells one sentence from another.
fn letters(sentence: &str) -> String {
    let letters = sentence.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// A sentence without `[1]` and `[2, 3]`: the numbers before its first letter, the sentence, the
/// other numbers.
fn without_numbers(sentence: &str) -> (BTreeSet<usize>, String, BTreeSet<usize>) {
    let (mut behind, mut named) = (BTreeSet::new(), BTreeSet::new());
    let mut clean = String::new();
    let mut rest = sentence;
    while let Some(open) = rest.find('[') {
        let inner = &rest[open + 1..];
        let close = inner.find(']');
        let numbers: Option<Vec<usize>> = close.and_then(|close| {
            let parts = inner[..close].split([',', ';']);
            parts.map(|part| part.trim().parse().ok()).collect()
        });
        match (close, numbers) {
            (Some(close), Some(numbers)) => {
                clean.push_str(rest[..open].trim_end());
                if clean.is_empty() {
                    behind.extend(numbers);
                } else {
                    named.extend(numbers);
                }
                rest = &inner[close + 1..];
            }
            _ => {
                clean.push_str(&rest[..=open]);
                rest = inner;
            }
        }
    }
    clean.push_str(rest);
    (behind, clean.trim().to_owned(), named)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, step: usize) -> Vec<Piece> {
        let mut sentences = Sentences::new(Language::En);
        let chars: Vec<char> = text.chars().collect();
        let mut pieces = Vec::new();
        for part in chars.chunks(step) {
            pieces.extend(sentences.push(&part.iter().collect::<String>()));
        }
        pieces.extend(sentences.finish(false));
        pieces
    }

    fn texts(pieces: &[Piece]) -> Vec<String> {
        let text = |piece: &Piece| match piece {
            Piece::Sentence { text, .. } => text.clone(),
            Piece::Code(code) => code.clone(),
        };
        pieces.iter().map(text).collect()
    }

    #[test]
    fn numbers_of_passages_are_taken_out() {
        let pieces = read(
            "Rent is $1,240 [1]. It is due on the 1st. [2, 3] Ask U.S. staff [sic].",
            1_000,
        );
        assert_eq!(
            texts(&pieces),
            [
                "Rent is $1,240.",
                "It is due on the 1st.",
                "Ask U.S. staff [sic]."
            ]
        );
    }

    #[test]
    fn a_sentence_is_given_once() {
        let told = "The rent is 950 euros. [1]\n".repeat(6) + "It is due in May.";
        let pieces = read(&told, 7);
        assert_eq!(
            texts(&pieces),
            ["The rent is 950 euros.", "It is due in May."]
        );
        assert!(matches!(&pieces[1], Piece::Sentence { line: true, .. }));
        let mut sentences = Sentences::new(Language::En);
        sentences.push("The rent is 950 euros. the rent is 950 euros! ");
        assert!(!sentences.repeats());
        sentences.push(&"The rent is 950 euros. ".repeat(5));
        assert!(sentences.repeats());
        sentences.push("It is due in May. And so on. ");
        assert!(!sentences.repeats());
    }

    #[test]
    fn code_stays_whole() {
        let text = "Use this:\n```py\nx = 1. \ny = [1]\n```\nIt sets x. [1]";
        assert_eq!(
            texts(&read(text, 3)),
            ["Use this:", "```py\nx = 1. \ny = [1]\n```", "It sets x."]
        );
        assert_eq!(texts(&read("```\nx = 1", 2)), ["```\nx = 1\n```"]);
    }

    #[test]
    fn what_was_cut_in_mid_sentence_is_left_out() {
        let mut sentences = Sentences::new(Language::En);
        let mut pieces = sentences.push("It is open. On Sundays it is cl");
        pieces.extend(sentences.finish(true));
        assert_eq!(texts(&pieces), ["It is open."]);
    }
}
