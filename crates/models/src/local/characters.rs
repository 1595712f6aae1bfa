//! Characters to the ones a vocabulary is made of.

use std::{borrow::Cow, collections::HashMap};

use tokenizers::{NormalizedString, Normalizer, normalizers::NFC};

/// What stands in for a character: compatibility forms become plain ones, odd spaces a space,
/// control characters nothing.
#[derive(Debug, Default)]
pub(super) struct Characters(pub HashMap<char, String>);

/// Below this, no character joins with one before it.
const FIRST_COMBINING: char = '\u{300}';

impl Characters {
    /// A text in those characters.
    ///
    /// The map goes character by character, so that letters with separate accents are joined first,
    /// as the normal form the map was taken from does.
    pub(super) fn apply<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
            return Cow::Borrowed(text);
        }
        if text.chars().all(|c| c < FIRST_COMBINING) {
            return Cow::Owned(self.map(text));
        }
        let mut joined = NormalizedString::from(text);
        // It has no way to fail.
        let _ = NFC.normalize(&mut joined);
        Cow::Owned(self.map(joined.get()))
    }

    fn map(&self, text: &str) -> String {
        let mut mapped = String::with_capacity(text.len());
        for c in text.chars() {
            match self.0.get(&c) {
                Some(instead) => mapped.push_str(instead),
                None => mapped.push(c),
            }
        }
        mapped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_are_joined_before_characters_are_replaced() {
        let map = [('\u{a0}', " "), ('\u{1}', ""), ('½', "1⁄2"), ('é', "E")];
        let map = map.map(|(c, instead)| (c, instead.to_owned()));
        let characters = Characters(map.into_iter().collect());
        assert_eq!(characters.apply("plain"), "plain");
        assert_eq!(characters.apply("a\u{a0}\u{1}½"), "a 1⁄2");
        assert_eq!(characters.apply("caf\u{e9} cafe\u{301}"), "cafE cafE");
    }
}
