//! Words of dates: data, a file a language.
//!
//! A table is read without regard to its language, since people of several fill it in, so the words
//! of all languages are known at once. A fourth language is a fourth file and a line in [`FILES`].

use std::collections::HashMap;
use std::sync::LazyLock;

use ahash::RandomState;
use serde::Deserialize;

/// The files.
const FILES: [&str; 3] = [
    include_str!("../../lexicon/en.toml"),
    include_str!("../../lexicon/es.toml"),
    include_str!("../../lexicon/de.toml"),
];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    months: [Vec<String>; 12],
    weekdays: [Vec<String>; 7],
    within_dates: Vec<String>,
    quarters: WrittenQuarters,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenQuarters {
    nouns: Vec<String>,
    ordinals: [Vec<String>; 4],
    within: Vec<String>,
    three: Vec<String>,
    months: Vec<String>,
    ended: Vec<String>,
}

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
    // The shipped files are read by a test.
    FILES
        .iter()
        .filter_map(|file| toml::from_str(file).ok())
        .for_each(|written| calendar.add(written));
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
    fn add(&mut self, written: Written) {
        let mut each = |listed: Vec<String>, set: &dyn Fn(&mut DateWord)| {
            for word in listed {
                set(self.words.entry(word).or_default());
            }
        };
        for (number, names) in (1..).zip(written.months) {
            self.initials
                .extend(names.iter().filter_map(|name| name.chars().next()));
            each(names.first().cloned().into_iter().collect(), &|word| {
                word.full = true
            });
            each(names, &|word| word.month = Some(number));
        }
        for names in written.weekdays {
            each(names.first().cloned().into_iter().collect(), &|word| {
                word.full = true
            });
            each(names, &|word| word.weekday = true);
        }
        each(written.within_dates, &|word| word.within_date = true);
        let quarters = written.quarters;
        for (number, names) in (1..).zip(quarters.ordinals) {
            each(names, &|word| word.ordinal = Some(number));
        }
        each(quarters.nouns, &|word| word.quarter = true);
        each(quarters.within, &|word| word.within_quarter = true);
        each(quarters.three, &|word| word.three = true);
        each(quarters.months, &|word| word.months = true);
        each(quarters.ended, &|word| word.ended = true);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{FILES, Written, date_word};

    fn lists(written: &Written) -> Vec<&[String]> {
        let quarters = &written.quarters;
        let named = written.months.iter().chain(&written.weekdays);
        let named = named.chain(&quarters.ordinals).map(Vec::as_slice);
        named
            .chain([
                written.within_dates.as_slice(),
                &quarters.nouns,
                &quarters.within,
                &quarters.three,
                &quarters.months,
                &quarters.ended,
            ])
            .collect()
    }

    #[test]
    fn every_file_is_read_folded_and_without_double_entries() {
        for file in FILES {
            let written: Written = toml::from_str(file).unwrap();
            for list in lists(&written) {
                let each: BTreeSet<&String> = list.iter().collect();
                assert!(!list.is_empty() && each.len() == list.len(), "{list:?}");
                for word in list {
                    assert_eq!(&crate::folded(word), word);
                }
            }
        }
    }

    #[test]
    fn no_word_is_two_months_or_two_quarters() {
        for file in FILES {
            let written: Written = toml::from_str(file).unwrap();
            for (number, names) in (1..).zip(&written.months) {
                assert!(
                    names
                        .iter()
                        .all(|name| date_word(name).month == Some(number))
                );
            }
            for (number, names) in (1..).zip(&written.quarters.ordinals) {
                assert!(
                    names
                        .iter()
                        .all(|name| date_word(name).ordinal == Some(number))
                );
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
