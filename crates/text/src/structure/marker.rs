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
    /// `E1`, `E2`, `E3`; `R-1`, `R-2`: up to three capitals, perhaps a hyphen, a number.
    Coded([u8; CODE_LETTERS_MAX], bool),
}

/// Letters before the number of a code.
const CODE_LETTERS_MAX: usize = 3;

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
        return coded(word).into_iter().collect();
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

/// Capitals and a number that does not open with a zero.
fn coded(word: &str) -> Option<Marker> {
    let letters = word.bytes().take_while(u8::is_ascii_uppercase).count();
    let (prefix, rest) = word.split_at(letters);
    let number = rest.strip_prefix('-').unwrap_or(rest);
    let digits = number.bytes().all(|byte| byte.is_ascii_digit());
    let fits = (1..=CODE_LETTERS_MAX).contains(&letters) && word.len() <= NUMBER_CHARS_MAX;
    if !fits || !digits || number.starts_with('0') {
        return None;
    }
    let mut code = [0; CODE_LETTERS_MAX];
    code[..letters].copy_from_slice(prefix.as_bytes());
    Some(Marker {
        style: Style::Coded(code, number.len() < rest.len()),
        number: number.parse().ok()?,
    })
}

/// The code behind one: `E2` behind `E1`.
pub(super) fn next_code(word: &str) -> Option<String> {
    let marker = coded(word)?;
    let number = word.rfind(|c: char| !c.is_ascii_digit())? + 1;
    Some(format!("{}{}", &word[..number], marker.number + 1))
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
    use super::{Ending, Marker, Style, markers, next_code, roman};

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
        let code = |code: &[u8; 3], hyphen, number| {
            Some(Marker {
                style: Style::Coded(*code, hyphen),
                number,
            })
        };
        assert_eq!(only("E12"), code(b"E\0\0", false, 12));
        assert_eq!(only("RP-1"), code(b"RP\0", true, 1));
        assert_eq!(next_code("RP-9").as_deref(), Some("RP-10"));
        for word in [
            "The", "1.2", "2020-01.", "Co.", "(see)", "", "U.S.", "1234567.", "E01", "ABCD1", "E",
            "E1a",
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
