//! Words broken at the end of a line.
//!
//! `insur-` and `ance` are one word, `work-` and `hour` a compound. The
//! document itself knows: a compound is also printed within a line somewhere.

use std::collections::HashSet;

use super::lines::Line;

/// Compounds printed with their hyphen inside a line.
#[derive(Debug, Default)]
pub(super) struct Hyphens {
    compounds: HashSet<String>,
}

/// What becomes of the hyphen between a line and the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mend {
    /// No broken word: a space parts the lines.
    Space,
    /// The hyphen belongs to the word, or the script sets no spaces.
    Keep,
    /// The hyphen only marks the break.
    Drop,
}

impl Hyphens {
    /// Learns the compounds of some lines.
    pub(super) fn learn(&mut self, lines: &[Line]) {
        for line in lines {
            for word in &line.words {
                let bare = bare(&word.text);
                if bare.contains('-') && !bare.ends_with('-') {
                    self.compounds.insert(bare.to_lowercase());
                }
            }
        }
    }

    /// How a text that ends a line goes on with the next line.
    pub(super) fn mend(&self, text: &str, next: &str) -> Mend {
        if text.ends_with(is_unspaced) && next.starts_with(is_unspaced) {
            return Mend::Keep;
        }
        let Some(stem) = text.strip_suffix('-') else {
            return Mend::Space;
        };
        let first = stem.rsplit(char::is_whitespace).next().unwrap_or_default();
        let rest = next.split(char::is_whitespace).next().unwrap_or_default();
        if !first.ends_with(char::is_alphanumeric) || !rest.starts_with(char::is_alphanumeric) {
            return Mend::Space;
        }
        let (first, rest) = (bare(first), bare(rest));
        let letters = first.chars().all(char::is_alphabetic);
        let name = first.chars().count() > 1 && first.chars().all(char::is_uppercase);
        let broken = letters && !name && rest.starts_with(char::is_lowercase);
        let compound = format!("{first}-{rest}").to_lowercase();
        if broken && !self.compounds.contains(&compound) {
            Mend::Drop
        } else {
            Mend::Keep
        }
    }

    /// Adds a line to a text, mending a word broken between them.
    pub(super) fn append(&self, text: &mut String, next: &str) {
        match self.mend(text, next) {
            Mend::Space => text.push(' '),
            Mend::Keep => {}
            Mend::Drop => {
                text.pop();
            }
        }
        text.push_str(next);
    }
}

/// Signs of scripts that are written without spaces: Chinese, Japanese.
fn is_unspaced(ch: char) -> bool {
    matches!(ch, '\u{3000}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF00}'..='\u{FFEF}')
}

/// The word without the marks around it.
fn bare(word: &str) -> &str {
    word.trim_matches(|ch: char| !ch.is_alphanumeric() && ch != '-')
}
