//! Dates as tables and people write them, compared by value.

/// A date with at least a month: a bare year is a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartialDate {
    /// The year, where it is given.
    pub year: Option<i32>,
    /// 1 to 12.
    pub month: u32,
    /// 1 to 31, where it is given.
    pub day: Option<u32>,
}

/// The months in English, German and Spanish, as they are written without accents.
const MONTHS: [[&str; 3]; 12] = [
    ["january", "januar", "enero"],
    ["february", "februar", "febrero"],
    ["march", "marz", "marzo"],
    ["april", "april", "abril"],
    ["may", "mai", "mayo"],
    ["june", "juni", "junio"],
    ["july", "juli", "julio"],
    ["august", "august", "agosto"],
    ["september", "september", "septiembre"],
    ["october", "oktober", "octubre"],
    ["november", "november", "noviembre"],
    ["december", "dezember", "diciembre"],
];

/// Years that a number of four digits may be.
const YEARS: std::ops::RangeInclusive<i32> = 1000..=2999;

impl PartialDate {
    /// Reads a text that is a date and nothing else.
    ///
    /// ```
    /// # use eval::denotation::PartialDate;
    /// assert_eq!(PartialDate::parse("June 24, 1968"), PartialDate::parse("1968-06-24"));
    /// assert_eq!(PartialDate::parse("March Madness 2"), None);
    /// ```
    pub fn parse(text: &str) -> Option<PartialDate> {
        let text = perusal::text::folded(text.trim());
        numeric(&text).or_else(|| named(&text))
    }

    fn valid(self) -> Option<PartialDate> {
        let year = self.year.is_none_or(|year| YEARS.contains(&year));
        let day = self.day.is_none_or(|day| (1..=31).contains(&day));
        (year && day && (1..=12).contains(&self.month)).then_some(self)
    }
}

/// `1968-06-24`, `24.06.1968`, `6/24/1968`; where both could be months, the month
/// comes first before a slash.
fn numeric(text: &str) -> Option<PartialDate> {
    let sign = text.chars().find(|c| matches!(c, '-' | '.' | '/'))?;
    let parts: Vec<&str> = text.split(sign).collect();
    let [a, b, c] = parts.as_slice() else {
        return None;
    };
    let date = |year: &str, month: &str, day: &str| {
        let year = (year.len() == 4).then(|| year.parse().ok())??;
        let small = |digits: &str| (digits.len() <= 2).then(|| digits.parse().ok())?;
        let (month, day) = (small(month)?, small(day)?);
        let date = PartialDate {
            year: Some(year),
            month,
            day: Some(day),
        };
        date.valid()
    };
    match sign {
        '.' => date(c, b, a),
        '/' => date(a, b, c)
            .or_else(|| date(c, a, b))
            .or_else(|| date(c, b, a)),
        _ => date(a, b, c),
    }
}

/// `June 24, 1968`, `24. Juni 1968`, `24 de junio de 1968`, `June 1968`, `August 1`.
fn named(text: &str) -> Option<PartialDate> {
    let words = text
        .split(|c: char| c.is_whitespace() || c == ',')
        .map(|word| word.trim_end_matches('.'))
        .filter(|word| !matches!(*word, "" | "of" | "the" | "de" | "del"));
    let (mut year, mut month, mut day) = (None, None, None);
    let mut count = 0;
    for word in words {
        count += 1;
        let slot_is_free = match month_of(word) {
            Some(found) => month.replace(found).is_none(),
            None => match number(word)? {
                (digits, 3..=4) => year.replace(i32::try_from(digits).ok()?).is_none(),
                (digits, 1..=2) => day.replace(digits).is_none(),
                _ => false,
            },
        };
        if !slot_is_free {
            return None;
        }
    }
    let month = month.filter(|_| count >= 2)?;
    PartialDate { year, month, day }.valid()
}

/// A month by its name or the three letters that open it (`sept` too).
fn month_of(word: &str) -> Option<u32> {
    let is_month = |names: &[&str; 3]| {
        names
            .iter()
            .any(|name| *name == word || (word.len() == 3 && name.starts_with(word)))
    };
    let found = MONTHS.iter().position(is_month);
    let found = found.or_else(|| (word == "sept").then_some(8))?;
    u32::try_from(found + 1).ok()
}

/// The number of a day or year and how many digits it has: `24`, `24th`, `1968`.
fn number(word: &str) -> Option<(u32, usize)> {
    let ends = ["st", "nd", "rd", "th"];
    let bare = ends.iter().find_map(|end| word.strip_suffix(end));
    let digits = bare.unwrap_or(word);
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some((digits.parse().ok()?, digits.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_as_they_are_written() {
        let full = PartialDate {
            year: Some(1968),
            month: 6,
            day: Some(24),
        };
        for text in [
            "June 24, 1968",
            "24 June 1968",
            "Jun. 24 1968",
            "24. Juni 1968",
            "24 de junio de 1968",
            "the 24th of June, 1968",
            "1968-06-24",
            "24.6.1968",
            "6/24/1968",
            "24/06/1968",
        ] {
            assert_eq!(PartialDate::parse(text), Some(full), "{text}");
        }
        let partial = |text: &str| PartialDate::parse(text).map(|d| (d.year, d.month, d.day));
        assert_eq!(partial("March 2008"), Some((Some(2008), 3, None)));
        assert_eq!(partial("August 1"), Some((None, 8, Some(1))));
        assert_eq!(partial("1. März"), Some((None, 3, Some(1))));
    }

    #[test]
    fn what_is_no_date() {
        for text in [
            "1968",
            "May",
            "May May 3",
            "June 31st 1968 29",
            "2007-08",
            "13/13/1968",
            "March 45",
            "May 2018: 3,283,170 shares",
            "1:31:33",
            "1.2.3",
            "",
        ] {
            assert_eq!(PartialDate::parse(text), None, "{text}");
        }
    }
}
