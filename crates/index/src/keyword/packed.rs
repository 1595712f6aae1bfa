//! Terms on their way into tantivy, packed into one string.
//!
//! tantivy takes text and a tokenizer, or ready tokens that it turns into JSON
//! and back. So the terms of a chunk are packed into a string, and a tokenizer
//! of ours only unpacks them: each term is two characters, how often it counts and its
//! length in bytes, and then its text.

use std::collections::BTreeMap;

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// Name the tokenizer is registered under; part of the schema.
pub(super) const NAME: &str = "packed";

/// Lengths are written as one character, so they end before the surrogates.
const NUMBER_MAX: u32 = 0xD7FF;

/// The terms of a text, each with how often it counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PackedTerms {
    packed: String,
    count: u64,
}

impl PackedTerms {
    /// Adds a term that counts as if it stood there so many `times`. Terms longer
    /// than 55 kB, which are no words, are left out.
    pub(super) fn push(&mut self, term: &str, times: u32) {
        let (Some(packed_times), Some(length)) = (char::from_u32(times), number(term.len())) else {
            return;
        };
        self.packed.push(packed_times);
        self.packed.push(length);
        self.packed.push_str(term);
        self.count += u64::from(times);
    }

    /// Number of terms, each as often as it counts.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Each term with how often it counts, by term.
    pub(crate) fn counts(&self) -> BTreeMap<String, u32> {
        let mut rest = self.packed.as_str();
        let mut counts = BTreeMap::new();
        while let Some((term, times, behind)) = first(rest) {
            *counts.entry(term.to_owned()).or_insert(0) += times;
            rest = behind;
        }
        counts
    }

    pub(super) fn into_packed(self) -> String {
        self.packed
    }
}

fn number(value: usize) -> Option<char> {
    let value = u32::try_from(value)
        .ok()
        .filter(|&value| value <= NUMBER_MAX)?;
    char::from_u32(value)
}

/// The first of some packed terms, how often it counts, and what is packed behind it.
fn first(packed: &str) -> Option<(&str, u32, &str)> {
    let mut numbers = packed.chars();
    let times = u32::from(numbers.next()?);
    let length = numbers.next()? as usize;
    let (term, rest) = numbers.as_str().split_at_checked(length)?;
    Some((term, times, rest))
}

/// Unpacks terms for tantivy.
#[derive(Debug, Clone, Default)]
pub(super) struct Unpacker {
    token: Token,
}

impl Tokenizer for Unpacker {
    type TokenStream<'a> = Unpacked<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Unpacked<'a> {
        // Places are not kept, but counted on from this one: tantivy's own default would
        // run over.
        self.token = Token {
            position: 0,
            ..Token::default()
        };
        Unpacked {
            token: &mut self.token,
            again: 0,
            rest: text,
        }
    }
}

/// The terms of one packed string, each as often as it counts.
pub(super) struct Unpacked<'a> {
    token: &'a mut Token,
    /// How often the current one still comes.
    again: u32,
    rest: &'a str,
}

impl TokenStream for Unpacked<'_> {
    fn advance(&mut self) -> bool {
        while self.again == 0 {
            let Some((term, times, rest)) = first(self.rest) else {
                return false;
            };
            self.token.text.clear();
            self.token.text.push_str(term);
            (self.again, self.rest) = (times, rest);
        }
        self.again -= 1;
        true
    }

    fn token(&self) -> &Token {
        self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        self.token
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_packed_comes_out(terms in prop::collection::vec((".{0,9}", 0_u32..9), 0..30)) {
            let mut packed = PackedTerms::default();
            let mut expected = Vec::new();
            for (term, times) in &terms {
                packed.push(term, *times);
                expected.extend((0..*times).map(|_| term.clone()));
            }
            prop_assert_eq!(packed.count(), expected.len() as u64);
            let counts = packed.counts();
            for (term, _) in &terms {
                let times = expected.iter().filter(|it| *it == term).count();
                prop_assert_eq!(counts[term] as usize, times);
            }
            let mut unpacker = Unpacker::default();
            let packed = packed.into_packed();
            let mut stream = unpacker.token_stream(&packed);
            let mut found = Vec::new();
            while stream.advance() {
                found.push(stream.token().text.clone());
            }
            prop_assert_eq!(found, expected);
        }
    }
}
