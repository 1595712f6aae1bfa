//! What words may be in dates, in all languages at once.

use std::collections::HashMap;
use std::sync::LazyLock;

use ahash::RandomState;

use crate::lexicon::{Dates, dates};

/// What a word may be in a date or in the name of a quarter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct DateWord {
    /// A month, 1 to 12.
    pub month: Option<u8>,
    /// A day of the week.
    pub weekday: bool,
    /// The full name of either.
    pub full: bool,
    /// A small word inside a date.
    pub within_date: bool,
    /// `quarter`.
    pub quarter: bool,
    /// `third`: of a quarter, 1 to 4.
    pub ordinal: Option<u8>,
    /// A small word inside the name of a quarter.
    pub within_quarter: bool,
    /// `three`, `months` and `ended`, of `three months ended`.
    pub three: bool,
    pub months: bool,
    pub ended: bool,
}

/// What a folded word may be.
pub(crate) fn date_word(folded: &str) -> DateWord {
    CALENDAR.words.get(folded).copied().unwrap_or_default()
}

/// Whether the name of a month may begin with a letter, in either case.
pub(crate) fn opens_month(letter: char) -> bool {
    !letter.is_ascii() || CALENDAR.initials.contains(&letter.to_ascii_lowercase())
}

static CALENDAR: LazyLock<Calendar> = LazyLock::new(|| {
    let mut calendar = Calendar::default();
    dates().iter().for_each(|of| calendar.add(of));
    calendar
});

/// The words of all files.
#[derive(Default)]
struct Calendar {
    words: HashMap<String, DateWord, RandomState>,
    /// Of the names of months.
    initials: Vec<char>,
}

impl Calendar {
    fn add(&mut self, of: &Dates) {
        let mut each = |listed: &[String], set: &dyn Fn(&mut DateWord)| {
            for word in listed {
                set(self.words.entry(word.clone()).or_default());
            }
        };
        for (number, names) in (1..).zip(&of.months) {
            self.initials
                .extend(names.iter().filter_map(|name| name.chars().next()));
            each(names, &|word| word.month = Some(number));
        }
        for names in &of.weekdays {
            each(names, &|word| word.weekday = true);
        }
        for names in of.months.iter().chain(&of.weekdays) {
            each(&names[..1], &|word| word.full = true);
        }
        each(&of.within, &|word| word.within_date = true);
        let quarters = &of.quarters;
        for (number, names) in (1..).zip(&quarters.ordinals) {
            each(names, &|word| word.ordinal = Some(number));
        }
        each(&quarters.nouns, &|word| word.quarter = true);
        each(&quarters.within, &|word| word.within_quarter = true);
        each(&quarters.three, &|word| word.three = true);
        each(&quarters.months, &|word| word.months = true);
        each(&quarters.ended, &|word| word.ended = true);
    }
}

#[cfg(test)]
mod tests {
    use super::date_word;
    use crate::lexicon::dates;

    #[test]
    fn no_word_is_two_months_or_two_quarters() {
        for of in dates() {
            for (number, names) in (1..).zip(&of.months) {
                let month = |name: &String| date_word(name).month;
                assert!(names.iter().all(|name| month(name) == Some(number)));
            }
            for (number, names) in (1..).zip(&of.quarters.ordinals) {
                let ordinal = |name: &String| date_word(name).ordinal;
                assert!(names.iter().all(|name| ordinal(name) == Some(number)));
            }
        }
    }

    #[test]
    fn a_word_may_be_several_things() {
        let march = date_word("mar");
        assert_eq!(
            (march.month, march.weekday, march.full),
            (Some(3), false, false)
        );
        let of = date_word("of");
        assert!(of.within_date && of.within_quarter && of.month.is_none());
        assert!(date_word("martes").weekday && date_word("april").full);
        assert_eq!(date_word("marker"), Default::default());
    }
}
