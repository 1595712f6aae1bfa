//! Signs that a text explains: `R: refer to the home office`, `SP Scots pine; OK oak`,
//! `poor = not to be moved`, `Parts marked W wear`.

use std::collections::BTreeSet;

use text::{Language, Span};

/// Letters of a sign at most, where nothing but its place says that it is one.
const SIGN_CHARS: usize = 4;
/// Letters of a word before `=` at most.
const WORD_CHARS: usize = 14;
/// Signs in a row without a mark behind each, at least.
const SERIES_MIN: usize = 2;
/// Bytes of a line that is read at most: a longer one is prose.
const LINE_BYTES_MAX: usize = 1_500;
/// Words that say that something bears a sign; the sign stands behind them.
const MARKED: &[&str] = &[
    "marked",
    "mark",
    "marcado",
    "marcada",
    "marcados",
    "marcadas",
    "señalados",
    "señaladas",
    "markiert",
    "gekennzeichnet",
];
/// Words that may stand between.
const BETWEEN: &[&str] = &[
    "with",
    "by",
    "as",
    "an",
    "a",
    "the",
    "letter",
    "sign",
    "con",
    "la",
    "una",
    "un",
    "letra",
    "mit",
    "dem",
    "einem",
    "buchstaben",
];
/// Signs that are called by a word.
const CALLED: &[(&str, &[&str])] = &[
    ("dash", DASHES),
    ("hyphen", DASHES),
    ("strich", DASHES),
    ("guion", DASHES),
    ("guión", DASHES),
    ("raya", DASHES),
    ("asterisk", &["*"]),
    ("asterisco", &["*"]),
    ("sternchen", &["*"]),
];
/// Words for a column, or the opening of one.
const COLUMN: &[&str] = &["column", "spalte", "columna"];
const DASHES: &[&str] = &["–", "-", "—"];

/// A sign and where the text says what it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sign {
    /// The sign as cells show it.
    pub sign: String,
    /// What is said of it.
    pub meaning: Span,
    /// How many are explained together.
    pub series: usize,
    /// What is said of it speaks of a column.
    pub of_column: bool,
}

/// The signs that a text explains: those in lists in order, then those in sentences of its
/// language. Rows of tables, with a `|` between their cells,
/// only say what bears a mark.
pub fn all(text: &str, language: Language) -> Vec<Sign> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split('\n') {
        let at = start;
        start += line.len() + 1;
        if line.trim().is_empty() || line.len() > LINE_BYTES_MAX {
            continue;
        }
        if !line.contains(" | ") {
            found.extend(listed(line, at));
        }
    }
    for at in telling_lines(text, language) {
        let line = text[at..].split('\n').next().unwrap_or_default();
        if line.len() <= LINE_BYTES_MAX {
            found.extend(told(line, at));
        }
    }
    found
}

/// Where the lines begin that may say in a sentence what a sign means. A search for a few
/// stretches of letters through the whole text takes a fraction of one through each line.
fn telling_lines(text: &str, language: Language) -> BTreeSet<usize> {
    let stretches: &[&str] = match language {
        Language::Es => &["marcad", "eñalad", "guion", "guión", "raya", "sterisco"],
        Language::De => &["arkiert", "ekennzeichnet", "trich", "ternchen"],
        _ => &["arked", "mark ", "dash", "hyphen", "sterisk"],
    };
    let places = stretches
        .iter()
        .flat_map(|stretch| text.match_indices(stretch));
    places
        .map(|(at, _)| text[..at].rfind('\n').map_or(0, |end| end + 1))
        .collect()
}

/// `X: contains. T: traces`, `SP Scots pine; OK oak`, `X contains, T traces`.
fn listed(line: &str, at: usize) -> Vec<Sign> {
    let separators: &[&str] = if line.contains(';') {
        &[";"]
    } else if line.matches(" = ").count() >= SERIES_MIN {
        &[", ", ". "]
    } else {
        &[". ", ", "]
    };
    for separator in separators {
        let parts: Vec<&str> = line.split(separator).collect();
        let single = parts.len() == 1;
        let read: Vec<Option<Read<'_>>> = parts
            .iter()
            .enumerate()
            .map(|(index, part)| read(part, index == 0))
            .collect();
        let all = read.iter().flatten().count();
        // Without a mark behind it a capital is a sign only among others.
        let alike = all >= SERIES_MIN && (*separator != ", " || all == parts.len());
        let kept: Vec<Sign> = read
            .into_iter()
            .flatten()
            .filter(|one| alike || one.apart && (single || *separator != ", "))
            .map(|one| Sign {
                sign: one.sign.to_owned(),
                meaning: within(line, at, one.meaning),
                series: all,
                of_column: false,
            })
            .collect();
        if !kept.is_empty() {
            return kept;
        }
    }
    Vec::new()
}

struct Read<'t> {
    sign: &'t str,
    meaning: &'t str,
    /// A mark sets them apart: `:`, `=`, a dash.
    apart: bool,
}

/// A sign at the start of a part of a line, with what follows. The first part may open with
/// what the list is of: `Table 4. List of stands. SP Scots pine`.
fn read(part: &str, first: bool) -> Option<Read<'_>> {
    let part = part.trim();
    if let Some((left, right)) = part.split_once(" = ") {
        let sign = left.split_whitespace().next_back()?;
        let sign = unquoted(sign);
        let fits = sign.chars().count() <= WORD_CHARS && is_told(right);
        return fits.then_some(Read {
            sign,
            meaning: sentence(right.trim()),
            apart: true,
        });
    }
    if let Some(read) = opening(part) {
        return Some(read);
    }
    let behind = |mark: &str| part.rsplit_once(mark).map(|(_, rest)| rest);
    let tail = first.then(|| behind(". ").or_else(|| behind(": ")))?;
    opening(tail?)
}

fn opening(part: &str) -> Option<Read<'_>> {
    let part = part.trim();
    let end = part.find(char::is_whitespace)?;
    let (token, rest) = part.split_at(end);
    let rest = rest.trim_start();
    let (sign, meaning, apart) = match token.strip_suffix(':') {
        Some(sign) => (sign, rest, true),
        None => {
            let marks = [": ", "– ", "— ", "- ", "= "];
            let marked = marks.iter().find_map(|mark| rest.strip_prefix(mark));
            (token, marked.unwrap_or(rest), marked.is_some())
        }
    };
    let sign = unquoted(sign);
    let meaning = sentence(meaning);
    // `A dog, a cat`: a small letter is an article unless a mark sets it apart.
    let small = sign.chars().all(char::is_lowercase) && sign.chars().any(char::is_alphabetic);
    (is_sign(sign) && is_told(meaning) && (apart || !small)).then_some(Read {
        sign,
        meaning,
        apart,
    })
}

/// The first sentence.
fn sentence(text: &str) -> &str {
    text.split_once(". ").map_or(text, |(first, _)| first)
}

/// Something is said: a word.
fn is_told(meaning: &str) -> bool {
    let letters = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count();
    meaning.split_whitespace().any(|word| letters(word) >= 3)
}

/// Capitals, signs of print, a small letter in brackets: no word and no number.
fn is_sign(token: &str) -> bool {
    let count = token.chars().count();
    let bracketed = token.starts_with('(') && token.ends_with(')') && count > 2;
    let has = |test: fn(char) -> bool| token.chars().any(test);
    (1..=SIGN_CHARS + 2 * usize::from(bracketed)).contains(&count)
        && (bracketed || count == 1 && has(char::is_alphabetic) || !has(char::is_lowercase))
        && !token.chars().all(|c| c.is_ascii_digit())
        && !token.ends_with('.')
        && !matches!(token, "•" | "·" | "§" | "▪" | "■" | "●" | "○" | "o")
}

/// A sign without the marks that quote it.
fn unquoted(token: &str) -> &str {
    token.trim_matches(['"', '“', '”', '„', '\'', '‘', '’', '«', '»', ','])
}

/// `Parts marked W wear`, `Items with a dash in the column Half day are not let`.
fn told(line: &str, at: usize) -> Vec<Sign> {
    let lower = line.to_lowercase();
    let mut found = Vec::new();
    for sentence in sentences(line) {
        let words: Vec<&str> = sentence.split_whitespace().collect();
        for (index, word) in words.iter().enumerate() {
            let plain = bare(word).to_lowercase();
            if let Some((_, signs)) = CALLED.iter().find(|(name, _)| *name == plain) {
                found.extend(signs.iter().map(|sign| (*sign, sentence)));
            }
            if MARKED.contains(&plain.as_str()) {
                let behind = words[index + 1..].iter();
                let mut behind = behind.skip_while(|word| {
                    BETWEEN.contains(&word.to_lowercase().as_str()) && !is_capital(word)
                });
                found.extend(
                    behind
                        .next()
                        .map(|word| unquoted(bare(word)))
                        .filter(|sign| is_sign(sign) && sign.chars().count() < SIGN_CHARS)
                        .map(|sign| (sign, sentence)),
                );
            }
        }
    }
    let sign = |(sign, sentence): (&str, &str)| Sign {
        sign: sign.to_owned(),
        meaning: within(line, at, sentence),
        series: 1,
        of_column: COLUMN.iter().any(|word| lower.contains(word)),
    };
    found.into_iter().map(sign).collect()
}

fn is_capital(word: &str) -> bool {
    word.chars().all(char::is_uppercase)
}

/// A word without the marks that end a sentence or a clause.
fn bare(word: &str) -> &str {
    word.trim_end_matches(['.', ',', ';', ':'])
}

/// The sentences of a line; in a row its cells.
fn sentences(line: &str) -> impl Iterator<Item = &str> {
    line.split(" | ").flat_map(|cell| cell.split(". "))
}

/// The span of a part of a line.
fn within(line: &str, at: usize, part: &str) -> Span {
    let start = at + (part.as_ptr() as usize - line.as_ptr() as usize);
    let kept = part.trim_end();
    Span::new(start, start + kept.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(text: &str) -> Vec<(String, &str)> {
        let signs = all(text, Language::En).into_iter();
        signs
            .map(|one| (one.sign, one.meaning.slice(text).unwrap()))
            .collect()
    }

    fn is(found: &[(String, &str)], wanted: &[(&str, &str)]) {
        let found: Vec<(&str, &str)> = found.iter().map(|(a, b)| (a.as_str(), *b)).collect();
        assert_eq!(found, wanted);
    }

    #[test]
    fn signs_set_apart() {
        is(
            &read_all("R: ask the harbour master before mooring."),
            &[("R", "ask the harbour master before mooring.")],
        );
        is(
            &read_all("X: enthält. T: kann Spuren enthalten. Leere Zelle: nichts."),
            &[("X", "enthält"), ("T", "kann Spuren enthalten")],
        );
        is(
            &read_all("State: sound = no work needed; worn = painted within two years"),
            &[
                ("sound", "no work needed"),
                ("worn", "painted within two years"),
            ],
        );
    }

    #[test]
    fn signs_in_a_row() {
        is(
            &read_all("Table 4. List of plots. AS ash; HZ hazel"),
            &[("AS", "ash"), ("HZ", "hazel")],
        );
        is(
            &read_all("– nulo; (e) valor estimado"),
            &[("–", "nulo"), ("(e)", "valor estimado")],
        );
        is(
            &read_all("N = renew, C = check. After ten years all begins again."),
            &[("N", "renew"), ("C", "check")],
        );
        is(
            &read_all("X contiene, T trazas"),
            &[("X", "contiene"), ("T", "trazas")],
        );
    }

    #[test]
    fn signs_in_a_sentence() {
        is(
            &read_all("Sails are spare. Ropes marked W are worn out."),
            &[("W", "Ropes marked W are worn out.")],
        );
        let found = read_all("Boats with a dash in the column Night are let by day only.");
        assert!(found.iter().any(|(sign, _)| sign == "–"), "{found:?}");
    }

    #[test]
    fn prose_explains_nothing() {
        is(&read_all("In Spain a car is hired; I was there."), &[]);
        is(&read_all("1: the first step"), &[]);
        is(&read_all("A dog, a cat"), &[]);
        is(&read_all("Exits are marked by a sign."), &[]);
        is(&read_all("area = 3"), &[]);
    }
}
