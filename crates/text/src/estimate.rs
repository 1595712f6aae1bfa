//! How many tokens a model is likely to make of a text, where none is at hand to count.

/// Letters that a common token has at most.
const TOKEN_LETTERS: usize = 6;

/// Figures that a common token has.
const TOKEN_FIGURES: usize = 3;

/// An estimate of the tokens of a text: one for a word of up to six letters and for each
/// sign, one for three figures, one for each sign of a script without spaces. Tables have
/// three times as many tokens as prose of the same length, which a share of the
/// characters would miss.
///
/// ```
/// # use text::estimated_tokens;
/// assert_eq!(estimated_tokens("The fee is $1,250."), 8);
/// assert_eq!(estimated_tokens(""), 0);
/// ```
pub fn estimated_tokens(text: &str) -> u32 {
    let mut tokens = 0_usize;
    let mut run = (Kind::Space, 0);
    for ch in text.chars() {
        let kind = Kind::of(ch);
        if kind == run.0 {
            run.1 += 1;
        } else {
            tokens += run.0.tokens(run.1);
            run = (kind, 1);
        }
    }
    tokens += run.0.tokens(run.1);
    u32::try_from(tokens).unwrap_or(u32::MAX)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Space,
    Letter,
    Figure,
    Sign,
}

impl Kind {
    fn of(ch: char) -> Self {
        match ch {
            ch if ch.is_whitespace() => Kind::Space,
            ch if ch.is_ascii_digit() => Kind::Figure,
            // Chinese and Japanese.
            '\u{3040}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' => Kind::Sign,
            ch if ch.is_alphanumeric() => Kind::Letter,
            _ => Kind::Sign,
        }
    }

    fn tokens(self, chars: usize) -> usize {
        match self {
            Kind::Space => 0,
            Kind::Letter => chars.div_ceil(TOKEN_LETTERS),
            Kind::Figure => chars.div_ceil(TOKEN_FIGURES),
            Kind::Sign => chars,
        }
    }
}
