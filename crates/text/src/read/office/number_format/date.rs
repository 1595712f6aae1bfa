//! Dates and times.

use super::piece::{Epoch, Piece};

/// Last day that a spreadsheet knows: 31 December 9999.
const DAY_MAX: f64 = 2_958_466.0;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

const WEEKDAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];

/// A part of a date or a time, with the number of letters it was asked with.
#[derive(Debug, Clone, PartialEq)]
enum Part {
    Year(usize),
    Month(usize),
    Day(usize),
    Hour(usize),
    Minute(usize),
    Second(usize),
    /// Digits after the second.
    Fraction(usize),
    HalfDay,
    ElapsedHours,
    ElapsedMinutes,
    ElapsedSeconds,
    Literal(String),
}

/// The parts of a date in the order in which they are shown.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::read::office) struct DateFormat(Vec<Part>);

/// A day and a time of it.
struct Moment {
    year: i64,
    month: usize,
    day: i64,
    weekday: usize,
    /// Seconds since midnight, and the whole seconds since day 0.
    second: i64,
    elapsed: i64,
    /// Millionths.
    fraction: i64,
}

impl DateFormat {
    /// The format of a section; `None` when it shows no part of a date.
    pub(super) fn parse(section: &[Piece]) -> Option<Self> {
        let mut parts: Vec<Part> = Vec::new();
        let mut rest = section;
        while let Some((piece, after)) = rest.split_first() {
            rest = after;
            match piece {
                Piece::Literal(text) => parts.push(Part::Literal(text.clone())),
                Piece::Bracket(text) => parts.extend(elapsed(text)),
                Piece::Sign(sign) => match sign.to_ascii_lowercase() {
                    letter @ ('y' | 'm' | 'd' | 'h' | 's' | 'e') => {
                        let more = after.iter().take_while(|piece| is_letter(piece, letter));
                        let more = more.count();
                        rest = &after[more..];
                        parts.push(part(letter, more + 1, &parts));
                    }
                    'a' if half_day(after).is_some() => {
                        rest = &after[half_day(after)?..];
                        parts.push(Part::HalfDay);
                    }
                    '0' if after_seconds(&parts) => {
                        let zeros = after
                            .iter()
                            .take_while(|piece| is_letter(piece, '0'))
                            .count();
                        rest = &after[zeros..];
                        parts.push(Part::Fraction((zeros + 1).min(6)));
                    }
                    // A number, or a name such as General.
                    '0' | '#' | '?' | '@' | 'g' => return None,
                    _ => parts.push(Part::Literal(sign.to_string())),
                },
            }
        }
        minutes_after_hours(&mut parts);
        let shows = parts.iter().any(|part| !matches!(part, Part::Literal(_)));
        shows.then_some(Self(parts))
    }

    /// The text of a moment; `None` for numbers that are no date.
    pub(super) fn show(&self, value: f64, epoch: Epoch) -> Option<String> {
        let moment = moment(value, epoch, self.unit())?;
        let halved = self.0.contains(&Part::HalfDay);
        let shown: String = self
            .0
            .iter()
            .map(|part| part.show(&moment, halved))
            .collect();
        Some(shown.trim().to_owned())
    }

    /// The smallest part shown, in millionths of a second: times are rounded to it.
    fn unit(&self) -> i64 {
        let has = |wanted: fn(&Part) -> bool| self.0.iter().any(wanted);
        if has(|part| matches!(part, Part::Fraction(_))) {
            1_000
        } else {
            1_000_000
        }
    }
}

/// Whether a point behind seconds was the last: digits after it are parts of one.
fn after_seconds(parts: &[Part]) -> bool {
    let [.., before, Part::Literal(point)] = parts else {
        return false;
    };
    point == "." && matches!(before, Part::Second(_) | Part::ElapsedSeconds)
}

fn is_letter(piece: &Piece, letter: char) -> bool {
    matches!(piece, Piece::Sign(sign) if sign.to_ascii_lowercase() == letter)
}

/// `[h]`, `[mm]`, `[ss]`; `[$-409]` and `[Red]` show nothing.
fn elapsed(bracket: &str) -> Option<Part> {
    let bracket = bracket.to_ascii_lowercase();
    let first = bracket.chars().next()?;
    if !bracket.chars().all(|letter| letter == first) {
        return None;
    }
    match first {
        'h' => Some(Part::ElapsedHours),
        'm' => Some(Part::ElapsedMinutes),
        's' => Some(Part::ElapsedSeconds),
        _ => None,
    }
}

fn part(letter: char, count: usize, before: &[Part]) -> Part {
    match letter {
        'y' | 'e' => Part::Year(count),
        'd' => Part::Day(count),
        'h' => Part::Hour(count),
        's' => Part::Second(count),
        _ => {
            let after_hour = before
                .iter()
                .rev()
                .find(|part| !matches!(part, Part::Literal(_)));
            match after_hour {
                Some(Part::Hour(_) | Part::ElapsedHours) if count <= 2 => Part::Minute(count),
                _ => Part::Month(count),
            }
        }
    }
}

/// `m` just before seconds means minutes, too.
fn minutes_after_hours(parts: &mut [Part]) {
    let mut seconds_follow = false;
    for part in parts.iter_mut().rev() {
        match part {
            Part::Literal(_) => {}
            Part::Second(_) => seconds_follow = true,
            Part::Month(count) if seconds_follow && *count <= 2 => {
                *part = Part::Minute(*count);
                seconds_follow = false;
            }
            _ => seconds_follow = false,
        }
    }
}

/// How many pieces of `AM/PM` or `A/P` follow its first letter.
fn half_day(after: &[Piece]) -> Option<usize> {
    ["m/pm", "/p"].into_iter().find_map(|rest| {
        let fits = rest.len() <= after.len()
            && rest
                .chars()
                .zip(after)
                .all(|(letter, piece)| is_letter(piece, letter));
        fits.then_some(rest.len())
    })
}

/// The moment of a serial number, rounded to `unit` millionths of a second.
fn moment(value: f64, epoch: Epoch, unit: i64) -> Option<Moment> {
    const DAY_SECONDS: i64 = 86_400;
    if !(0.0..DAY_MAX).contains(&value) {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "below 3 million days")]
    let micros = (value * 86_400_000_000.0).round() as i64;
    let micros = (micros + unit / 2) / unit * unit;
    let elapsed = micros / 1_000_000;
    let serial = elapsed / DAY_SECONDS;
    // Days since 1 January 1970.
    let days = match epoch {
        Epoch::Y1904 => serial - 24_107,
        Epoch::Y1900 if serial < 60 => serial - 25_568,
        Epoch::Y1900 => serial - 25_569,
    };
    let (year, month, day) = civil(days);
    Some(Moment {
        year,
        month,
        day,
        weekday: usize::try_from((days + 4).rem_euclid(7)).unwrap_or(0),
        second: elapsed % DAY_SECONDS,
        elapsed,
        fraction: micros % 1_000_000,
    })
}

/// Year, month (1 to 12) and day of a day since 1970-01-01 (Howard Hinnant,
/// "chrono-compatible low-level date algorithms").
fn civil(days: i64) -> (i64, usize, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let day_of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, usize::try_from(month).unwrap_or(1), day)
}

impl Part {
    fn show(&self, at: &Moment, halved: bool) -> String {
        let hour = at.second / 3_600;
        let digits = |number: i64, count: usize| {
            if count > 1 {
                format!("{number:02}")
            } else {
                number.to_string()
            }
        };
        let named = |name: &str, count: usize| match count {
            3 => name[..3].to_owned(),
            5 => name[..1].to_owned(),
            _ => name.to_owned(),
        };
        match self {
            Part::Year(count) if *count <= 2 => format!("{:02}", at.year % 100),
            Part::Year(_) => format!("{:04}", at.year),
            Part::Month(count) if *count > 2 => named(MONTHS[(at.month - 1).min(11)], *count),
            Part::Month(count) => digits(i64::try_from(at.month).unwrap_or(0), *count),
            Part::Day(count) if *count > 2 => named(WEEKDAYS[at.weekday.min(6)], *count),
            Part::Day(count) => digits(at.day, *count),
            Part::Hour(count) if halved => digits((hour + 11) % 12 + 1, *count),
            Part::Hour(count) => digits(hour, *count),
            Part::Minute(count) => digits(at.second / 60 % 60, *count),
            Part::Second(count) => digits(at.second % 60, *count),
            Part::Fraction(count) => format!("{:06}", at.fraction)[..*count].to_owned(),
            Part::HalfDay if hour < 12 => "AM".to_owned(),
            Part::HalfDay => "PM".to_owned(),
            Part::ElapsedHours => (at.elapsed / 3_600).to_string(),
            Part::ElapsedMinutes => (at.elapsed / 60).to_string(),
            Part::ElapsedSeconds => at.elapsed.to_string(),
            Part::Literal(text) => text.clone(),
        }
    }
}
