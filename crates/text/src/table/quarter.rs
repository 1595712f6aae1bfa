//! Quarters of a year: `Q3 2025`, `3Q25`, `fourth quarter of fiscal 2022`, `three months
//! ended December 31, 2022`.

use super::Date;
use super::calendar::date_word;

/// What a word says of a quarter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    /// `quarter`.
    Noun,
    /// `third`, `3rd`: a quarter only beside its noun.
    Ordinal(u8),
    /// `Q3`, `3Q`.
    Both(u8),
    /// `3Q25`: with the year.
    Whole(u8, i16),
    /// `2025`, `FY2025`, `FY25`, `'25`.
    Year(i16),
    /// `of`, `fiscal`.
    Filler,
}

/// First day of a month that can be its last.
const LAST_DAY_MIN: u8 = 28;

/// Whether a word can open or close the name of a quarter: `Q3`, `3Q25`, `quarter`, `third`
/// where the noun stands beside it.
pub fn is_of_quarter(word: &str) -> bool {
    !matches!(read_word(word), None | Some(Word::Filler | Word::Year(_)))
}

/// Whether a word says that a quarter is meant: `Q3`, `3Q25`, `quarter`, not `third`.
pub fn names_quarter(word: &str) -> bool {
    matches!(
        read_word(word),
        Some(Word::Noun | Word::Both(_) | Word::Whole(..))
    )
}

/// Reads a text that is one quarter, by its number or its months. Each has its year in digits.
pub(super) fn read_quarter(text: &str) -> Option<Date> {
    let short = text.len() <= super::date::TEXT_BYTES_MAX;
    let said =
        text.bytes().any(|byte| byte.is_ascii_digit()) && text.chars().any(char::is_alphabetic);
    match short && said {
        true => read(text).or_else(|| read_months(text)),
        false => None,
    }
}

/// Reads a text that is one quarter of one year. Without a year `Q3` is a code and `third
/// quarter` words.
fn read(text: &str) -> Option<Date> {
    let (mut noun, mut quarter, mut year) = (false, None, None);
    let mut said = |number: u8| quarter.replace(number).is_none();
    for word in words(text) {
        let once = match read_word(word)? {
            Word::Noun => !std::mem::replace(&mut noun, true),
            Word::Ordinal(number) => said(number),
            Word::Both(number) => !std::mem::replace(&mut noun, true) && said(number),
            Word::Whole(number, of) => {
                !std::mem::replace(&mut noun, true) && said(number) && year.replace(of).is_none()
            }
            Word::Year(of) => year.replace(of).is_none(),
            Word::Filler => true,
        };
        if !once {
            return None;
        }
    }
    noun.then(|| Date::of_quarter(year?, quarter?))?
}

/// Reads a text that is three months up to the end of one of a year's quarters: a column of
/// an income statement. Of three months that end otherwise nobody's quarters are known.
fn read_months(text: &str) -> Option<Date> {
    let mut words = text.split_whitespace();
    let (three, months, ended) = (words.next()?, words.next()?, words.next()?);
    let known = |word: &str| date_word(&crate::folded(word));
    if !((three == "3" || known(three).three) && known(months).months && known(ended).ended) {
        return None;
    }
    let end = words.collect::<Vec<_>>().join(" ");
    let end = super::date::written_in_words(&end)?;
    let closes = end.month % 3 == 0 && end.day >= LAST_DAY_MIN && end.year != 0;
    closes.then(|| Date::of_quarter(end.year, end.month / 3))?
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '.' | '-' | '|' | '/' | '(' | ')'))
        .filter(|word| !word.is_empty())
}

fn read_word(word: &str) -> Option<Word> {
    let folded = crate::folded(word.trim_matches(['.', ',', 'º', 'ª']));
    let known = date_word(&folded);
    match known.ordinal {
        _ if known.quarter => Some(Word::Noun),
        _ if known.within_quarter => Some(Word::Filler),
        Some(number) => Some(Word::Ordinal(number)),
        None => in_figures(&folded),
    }
}

/// `q3`, `3q`, `t4`, `3q25`, `3`, `3rd`, `2025`, `fy25`.
fn in_figures(folded: &str) -> Option<Word> {
    let is_mark = |c: char| matches!(c, 'q' | 't');
    let quarter = |text: &str| match text {
        "1" => Some(1),
        "2" => Some(2),
        "3" => Some(3),
        "4" => Some(4),
        _ => None,
    };
    if let Some(number) = folded.strip_prefix(is_mark).and_then(quarter) {
        return Some(Word::Both(number));
    }
    let bare = ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|ending| folded.strip_suffix(ending))
        .unwrap_or(folded);
    if let Some(number) = quarter(bare) {
        return Some(Word::Ordinal(number));
    }
    let Some((number, rest)) = folded.split_once(is_mark) else {
        return year(folded, false).map(Word::Year);
    };
    let number = quarter(number)?;
    match rest {
        "" => Some(Word::Both(number)),
        _ => year(rest, true).map(|year| Word::Whole(number, year)),
    }
}

/// A year of four figures, or of two after `fy`, an apostrophe, or where `short` allows it.
fn year(text: &str, short: bool) -> Option<i16> {
    let marked = text.strip_prefix("fy").unwrap_or(text);
    let marked = marked.strip_prefix(['\'', '’']).unwrap_or(marked);
    let short = short || marked.len() < text.len();
    if !marked.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    match (marked.len(), marked.parse::<i16>().ok()?) {
        (4, year @ 1500..=2199) => Some(year),
        (2, year) if short && year < 70 => Some(2000 + year),
        (2, year) if short => Some(1900 + year),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{is_of_quarter, names_quarter, read, read_months};

    #[test]
    fn quarters_of_a_year_are_read_in_three_languages() {
        for text in [
            "Q4 2022",
            "2022 Q4",
            "4Q22",
            "4Q 2022",
            "Q4 '22",
            "Q4 FY22",
            "Q4-2022",
            "2022 | Q4",
            "Fourth Quarter 2022",
            "fourth quarter of 2022",
            "4th quarter of fiscal year 2022",
            "2022 fourth quarter",
            "viertes Quartal 2022",
            "4. Quartal 2022",
            "vierten Quartal des Geschäftsjahres 2022",
            "cuarto trimestre de 2022",
            "4T 2022",
            "4º trimestre de 2022",
        ] {
            let date = read(text).map(|date| date.to_string());
            assert_eq!(date.as_deref(), Some("2022-Q4"), "{text}");
        }
    }

    #[test]
    fn three_months_up_to_the_end_of_a_quarter_are_one() {
        let read = |text: &str| read_months(text).map(|date| date.to_string());
        for text in [
            "Three months ended December 31, 2022",
            "3 Months Ended Dec 31, 2022",
            "Drei Monate zum 31. Dezember 2022",
            "Tres meses terminados el 31 de diciembre de 2022",
        ] {
            assert_eq!(read(text).as_deref(), Some("2022-Q4"), "{text}");
        }
        for text in [
            "Three months ended January 28, 2023",
            "Six months ended June 30, 2023",
            "Three months ended June 2, 2023",
            "Three months ended June 30",
            "Three months",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn without_year_noun_or_number_there_is_no_quarter() {
        for text in [
            "Q3",
            "third quarter",
            "third 2022",
            "3 2022",
            "quarter 2022",
            "Q5 2022",
            "Q1 Q2 2022",
            "Q1 2021 2022",
            "third quarter loss 2022",
            "2022",
            "",
            "of the",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        assert!(is_of_quarter("third") && !names_quarter("third"));
        assert!(names_quarter("Q3") && names_quarter("quarter") && names_quarter("3Q25"));
        assert!(!is_of_quarter("2022") && !is_of_quarter("of") && !is_of_quarter("rate"));
    }
}
