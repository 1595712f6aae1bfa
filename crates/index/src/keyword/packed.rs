//! Terms on their way into tantivy, packed into one string.
//!
//! tantivy takes text and a tokenizer, or ready tokens that it turns into JSON
//! and back. So the terms of a chunk are packed into a string, and a tokenizer
//! of ours only unpacks them: each term is two characters, the distance to the
//! position before and its length in bytes, and then its text.

use std::collections::BTreeMap;

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// Name the tokenizer is registered under; part of the schema.
pub(super) const NAME: &str = "packed";

/// Numbers are written as one character, so they end before the surrogates.
const NUMBER_MAX: u32 = 0xD7FF;

/// The terms of a text in order of position.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PackedTerms {
    packed: String,
    count: u64,
    position: u32,
}

impl PackedTerms {
    /// Adds a term at a position that is not before the last one. Terms longer
    /// than 55 kB, which are no words, are left out.
    pub(super) fn push(&mut self, term: &str, position: u32) {
        let Some(length) = number(term.len()) else {
            return;
        };
        let distance = position.saturating_sub(self.position).min(NUMBER_MAX);
        // Within the maximum, so it is a character.
        self.packed
            .push(char::from_u32(distance).unwrap_or_default());
        self.packed.push(length);
        self.packed.push_str(term);
        self.position += distance;
        self.count += 1;
    }

    /// The position of the last term.
    pub(super) fn last_position(&self) -> Option<u32> {
        (self.count > 0).then_some(self.position)
    }

    /// Number of terms.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Each term with how often it occurs, by term.
    pub(crate) fn counts(&self) -> BTreeMap<String, u32> {
        let mut token = Token {
            position: 0,
            ..Token::default()
        };
        let mut unpacked = Unpacked {
            token: &mut token,
            rest: &self.packed,
        };
        let mut counts = BTreeMap::new();
        while unpacked.next().is_some() {
            *counts.entry(unpacked.token.text.clone()).or_insert(0) += 1;
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

/// Unpacks terms for tantivy.
#[derive(Debug, Clone, Default)]
pub(super) struct Unpacker {
    token: Token,
}

impl Tokenizer for Unpacker {
    type TokenStream<'a> = Unpacked<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Unpacked<'a> {
        self.token = Token {
            position: 0,
            ..Token::default()
        };
        Unpacked {
            token: &mut self.token,
            rest: text,
        }
    }
}

/// The terms of one packed string.
pub(super) struct Unpacked<'a> {
    token: &'a mut Token,
    rest: &'a str,
}

impl Unpacked<'_> {
    fn next(&mut self) -> Option<()> {
        let mut numbers = self.rest.chars();
        let distance = numbers.next()? as usize;
        let length = numbers.next()? as usize;
        let (term, rest) = numbers.as_str().split_at_checked(length)?;
        self.token.position += distance;
        self.token.text.clear();
        self.token.text.push_str(term);
        self.rest = rest;
        Some(())
    }
}

impl TokenStream for Unpacked<'_> {
    fn advance(&mut self) -> bool {
        self.next().is_some()
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
        fn what_is_packed_comes_out(terms in prop::collection::vec((".{0,9}", 0_u32..70_000), 0..30)) {
            let mut terms = terms;
            terms.sort_by_key(|(_, position)| *position);
            // Farther apart than a number reaches only by gaps of a whole book.
            terms.retain(|(_, position)| *position <= NUMBER_MAX);
            let mut packed = PackedTerms::default();
            for (term, position) in &terms {
                packed.push(term, *position);
            }
            prop_assert_eq!(packed.count(), terms.len() as u64);
            let mut unpacker = Unpacker::default();
            let packed = packed.into_packed();
            let mut stream = unpacker.token_stream(&packed);
            let mut found = Vec::new();
            while stream.advance() {
                found.push((stream.token().text.clone(), stream.token().position as u32));
            }
            prop_assert_eq!(found, terms);
        }
    }
}
