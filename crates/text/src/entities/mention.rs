//! What a text names, and the key by which other spellings of it are the same.

use super::word::Word;
use crate::Span;

/// Most words of an entity: longer runs of capitals are headlines.
pub(super) const WORDS_MAX: usize = 8;

/// Longest key, in bytes.
pub(super) const KEY_BYTES_MAX: usize = 120;

/// A place where a text names something.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mention {
    /// Where the name stands.
    pub span: Span,
    /// Key of what is named.
    pub entity: String,
}

/// The key of neighbouring words; `None` where it would name nothing or too much.
pub(super) fn key(words: &[Word]) -> Option<String> {
    if words.is_empty() || words.len() > WORDS_MAX {
        return None;
    }
    let parts: Vec<&str> = words.iter().map(|word| word.key.as_str()).collect();
    let key = parts.join(" ");
    let letters = key.chars().filter(|it| it.is_alphanumeric()).count();
    (letters >= 2 && key.len() <= KEY_BYTES_MAX).then_some(key)
}

/// A mention of neighbouring words.
pub(super) fn mention(words: &[Word]) -> Option<Mention> {
    let (first, last) = (words.first()?, words.last()?);
    Some(Mention {
        span: Span::new(first.start, last.end),
        entity: key(words)?,
    })
}
