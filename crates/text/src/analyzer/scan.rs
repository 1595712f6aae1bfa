//! A line of text into tokens.
//!
//! One character of look-ahead decides whether punctuation holds a token
//! together, so that a scan never goes back.

use unicode_normalization::char::is_combining_mark;

/// Most joiners in one cluster: more is a ruler or a dump, not a name.
const JOINERS_MAX: usize = 32;

/// A token of a line.
#[derive(Debug, PartialEq)]
pub(super) enum Token<'t> {
    /// Letters, with inner apostrophes.
    Word {
        /// As written.
        text: &'t str,
        /// Written as a name although it may be a common word: `US`, `class A`.
        name: bool,
    },
    /// Digits, or letters and digits held together by punctuation.
    Cluster {
        /// As written, without the mark.
        text: &'t str,
        /// A sign before or after it that changes what it names.
        mark: Option<Mark>,
    },
    /// Characters of a script without spaces between words.
    Unspaced(&'t str),
}

/// A sign that makes a number a reference or a share.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Mark {
    /// `§` before it.
    Section,
    /// `%` after it.
    Percent,
}

/// Iterator over the tokens of a line.
pub(super) struct Scanner<'t> {
    text: &'t str,
    /// Where the next token is looked for.
    at: usize,
    /// The previous token was a word of at least two capitals.
    after_capitals: bool,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            after_capitals: false,
        }
    }

    fn peek(&self, at: usize) -> Option<char> {
        self.text.get(at..)?.chars().next()
    }

    /// Goes to the next token; tells of a `§` just before it.
    fn skip(&mut self) -> Option<Option<Mark>> {
        let mut mark = None;
        loop {
            let character = self.peek(self.at)?;
            if is_word(character) || is_unspaced(character) || self.starts_fraction(character) {
                return Some(mark);
            }
            match character {
                '§' => mark = Some(Mark::Section),
                ' ' => {}
                _ => mark = None,
            }
            self.at += character.len_utf8();
        }
    }

    /// At the point of `.5`.
    fn starts_fraction(&self, character: char) -> bool {
        character == '.'
            && self
                .peek(self.at + 1)
                .is_some_and(|next| next.is_ascii_digit())
            && !self.text[..self.at].ends_with(['.', ')'])
    }

    /// End of the run of characters from `at` on that `belongs` accepts.
    fn run_end(&self, at: usize, belongs: fn(char) -> bool) -> usize {
        let rest = &self.text[at..];
        at + rest
            .find(|character| !belongs(character))
            .unwrap_or(rest.len())
    }

    /// Takes a word or a cluster starting at `at`.
    fn take(&mut self, mark: Option<Mark>) -> Token<'t> {
        let start = self.at;
        let mut end = start + usize::from(self.text[start..].starts_with('.'));
        let mut joiners = 0;
        let mut plain = end == start;
        loop {
            end = self.run_end(end, is_word);
            let Some(joiner) = self.peek(end).filter(|_| joiners < JOINERS_MAX) else {
                break;
            };
            let before = self.text[..end].chars().next_back();
            let after = self.peek(end + joiner.len_utf8());
            let (Some(before), Some(after)) = (before, after) else {
                break;
            };
            if !is_word(after) || !joins(before, joiner, after) {
                break;
            }
            plain &= matches!(joiner, '\'' | '’');
            joiners += 1;
            end += joiner.len_utf8();
        }
        plain &= !self.text[start..end]
            .bytes()
            .any(|byte| byte.is_ascii_digit());
        if plain {
            let suffix = self.sharp_or_plus(start, end);
            plain = suffix == 0;
            end += suffix;
        }
        let text = &self.text[start..end];
        if plain {
            let name = self.is_name(start, end);
            self.after_capitals = is_capitals(text);
            self.at = end;
            return Token::Word { text, name };
        }
        self.after_capitals = false;
        self.at = end;
        Token::Cluster {
            text: without_possessive(text),
            mark: mark.or_else(|| self.percent(end)),
        }
    }

    /// Length of the sign in `C++`, `C#`, `F#`.
    fn sharp_or_plus(&self, start: usize, end: usize) -> usize {
        let rest = &self.text[end..];
        let length = ["++", "#"]
            .iter()
            .find(|sign| rest.starts_with(**sign))
            .map_or(0, |s| s.len());
        let follows = self.peek(end + length).is_some_and(is_word);
        if self.text[start..end].chars().count() == 1 && !follows {
            length
        } else {
            0
        }
    }

    fn percent(&self, end: usize) -> Option<Mark> {
        let rest = &self.text[end..];
        let rest = rest.strip_prefix([' ', '\u{a0}']).unwrap_or(rest);
        rest.starts_with('%').then_some(Mark::Percent)
    }

    /// Whether a short word is written in capitals amid words that are not:
    /// `the US market`, `class A`. At the start of a line or sentence a lone
    /// capital says nothing.
    fn is_name(&self, start: usize, end: usize) -> bool {
        let word = &self.text[start..end];
        if self.after_capitals || !word.chars().all(char::is_uppercase) {
            return false;
        }
        let next = self.text[end..]
            .chars()
            .take(4)
            .find(|&character| character != ' ');
        if word.chars().nth(1).is_some() {
            let following = self.text[end..].trim_start_matches(' ');
            return !is_capitals(following.split(|c| !is_word(c)).next().unwrap_or(""));
        }
        let before = self.text[..start].trim_end_matches(' ').chars().next_back();
        let amid = before.is_some_and(|character| is_word(character) || character == ',');
        // `I` is a word wherever another follows it.
        amid && next.is_none_or(|next| !is_word(next) || (next.is_lowercase() && word != "I"))
    }
}

impl<'t> Iterator for Scanner<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        let mark = self.skip()?;
        let start = self.at;
        if self.peek(start).is_some_and(is_unspaced) {
            self.at = self.run_end(start, is_unspaced);
            self.after_capitals = false;
            return Some(Token::Unspaced(&self.text[start..self.at]));
        }
        Some(self.take(mark))
    }
}

/// `3M` of `3M's`; what is all digits is a decade or a measure: `1990's`, `5's`.
fn without_possessive(text: &str) -> &str {
    let bare = ["'s", "’s", "'S"]
        .iter()
        .find_map(|ending| text.strip_suffix(ending));
    bare.filter(|bare| bare.contains(char::is_alphabetic))
        .unwrap_or(text)
}

/// At least two letters, all capitals.
fn is_capitals(word: &str) -> bool {
    word.chars().nth(1).is_some() && word.chars().all(char::is_uppercase)
}

/// Whether `joiner` holds the characters around it together.
fn joins(before: char, joiner: char, after: char) -> bool {
    let digits = before.is_ascii_digit() && after.is_ascii_digit();
    match joiner {
        '-' | '_' | '.' | '/' | '@' | '&' => true,
        ',' | ':' => digits,
        '\'' | '’' => digits || (before.is_alphabetic() && after.is_alphabetic()),
        // Between digits an en dash spans a range.
        '–' => !digits,
        _ => false,
    }
}

fn is_word(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphanumeric();
    }
    (character.is_alphanumeric() || is_combining_mark(character)) && !is_unspaced(character)
}

/// Letters of scripts that put no spaces between words (Hangul, whose words
/// carry their particles, is found better this way, too).
fn is_unspaced(character: char) -> bool {
    matches!(character,
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1100}'..='\u{11ff}'
        | '\u{1780}'..='\u{17ff}' | '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}'
        | '\u{3100}'..='\u{312f}' | '\u{31f0}'..='\u{31ff}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
        && (character.is_alphanumeric() || is_combining_mark(character))
}
