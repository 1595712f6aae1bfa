//! The sign before an item: a bullet, or a number that says which item it is.

/// How the items of one list are marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// The same sign before each item.
    Bullet(char),
    /// `1`, `2`, `3`
    Digits(Ending),
    /// `a`, `b`, `c`
    Lower(Ending),
    /// `A`, `B`, `C`
    Upper(Ending),
    /// `i`, `ii`, `iii`
    LowerRoman(Ending),
    /// `I`, `II`, `III`
    UpperRoman(Ending),
}

/// What closes a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    Dot,
    Parenthesis,
    Parentheses,
}

/// A marker as read: its style and, for numbers, which one it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Marker {
    pub(super) style: Style,
    pub(super) number: u32,
}

/// Signs that open items. A hyphen or an asterisk is one only with a space after it,
/// which the caller has made sure of.
const BULLETS: &str = "•▪●○◦■□➢►‣·✓☐☒◆–-*o❖➔→✔";

/// Longest number of an item, in characters.
const NUMBER_CHARS_MAX: usize = 6;

/// The readings of a line's first word as a marker, the likelier first: `i.` is
/// the ninth letter or the first Roman numeral.
pub(super) fn markers(word: &str) -> Vec<Marker> {
    let mut chars = word.chars();
    if let (Some(only), None) = (chars.next(), chars.next())
        && BULLETS.contains(only)
    {
        let style = Style::Bullet(only);
        return vec![Marker { style, number: 0 }];
    }
    let Some((body, ending)) = numbered(word) else {
        return Vec::new();
    };
    if body.bytes().all(|byte| byte.is_ascii_digit()) {
        let style = Style::Digits(ending);
        return body
            .parse()
            .map_or(Vec::new(), |number| vec![Marker { style, number }]);
    }
    let mut found = Vec::new();
    let lower = body.bytes().all(|byte| byte.is_ascii_lowercase());
    let upper = body.bytes().all(|byte| byte.is_ascii_uppercase());
    if !lower && !upper {
        return found;
    }
    if let Some(number) = roman(body) {
        let style = if lower {
            Style::LowerRoman(ending)
        } else {
            Style::UpperRoman(ending)
        };
        found.push(Marker { style, number });
    }
    if let [letter] = body.as_bytes() {
        let style = if lower {
            Style::Lower(ending)
        } else {
            Style::Upper(ending)
        };
        let number = u32::from(letter.to_ascii_lowercase() - b'a') + 1;
        found.push(Marker { style, number });
    }
    found
}

/// The number and its closing sign.
fn numbered(word: &str) -> Option<(&str, Ending)> {
    let (body, ending) = match word.strip_prefix('(') {
        Some(inner) => (inner.strip_suffix(')')?, Ending::Parentheses),
        None => match word.strip_suffix('.') {
            Some(body) => (body, Ending::Dot),
            None => (word.strip_suffix(')')?, Ending::Parenthesis),
        },
    };
    let plain = body.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (plain && !body.is_empty() && body.len() <= NUMBER_CHARS_MAX).then_some((body, ending))
}

/// The value of a Roman numeral as it is properly written, 1 to 3,999.
pub(super) fn roman(text: &str) -> Option<u32> {
    const STEPS: [(&str, u32); 13] = [
        ("m", 1000),
        ("cm", 900),
        ("d", 500),
        ("cd", 400),
        ("c", 100),
        ("xc", 90),
        ("l", 50),
        ("xl", 40),
        ("x", 10),
        ("ix", 9),
        ("v", 5),
        ("iv", 4),
        ("i", 1),
    ];
    let text = text.to_ascii_lowercase();
    let (mut rest, mut value) = (text.as_str(), 0);
    for (sign, worth) in STEPS {
        let most = if sign.len() == 1 && worth.to_string().starts_with('1') {
            3
        } else {
            1
        };
        for _ in 0..most {
            if let Some(after) = rest.strip_prefix(sign) {
                rest = after;
                value += worth;
            }
        }
    }
    (rest.is_empty() && value > 0).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::{Ending, Marker, Style, markers, roman};

    #[test]
    fn first_words_are_read_as_markers() {
        let only = |word: &str| markers(word).first().copied();
        let digits = |number, ending| {
            Some(Marker {
                style: Style::Digits(ending),
                number,
            })
        };
        assert_eq!(only("12."), digits(12, Ending::Dot));
        assert_eq!(only("(3)"), digits(3, Ending::Parentheses));
        assert_eq!(only("3)"), digits(3, Ending::Parenthesis));
        assert_eq!(
            only("•"),
            Some(Marker {
                style: Style::Bullet('•'),
                number: 0
            })
        );
        assert_eq!(markers("i.").len(), 2);
        for word in [
            "The", "1.2", "2020-01.", "Co.", "(see)", "", "U.S.", "1234567.",
        ] {
            assert_eq!(only(word), None, "{word}");
        }
    }

    #[test]
    fn roman_numerals_have_values() {
        assert_eq!(
            ["i", "iv", "IX", "xiv", "MCMXC"].map(roman),
            [1, 4, 9, 14, 1990].map(Some)
        );
        assert_eq!(["iiii", "vx", "", "abc"].map(roman), [None; 4]);
    }
}
