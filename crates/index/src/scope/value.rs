//! Values of filters by the type of their key.

use std::ops::Range;

const SECONDS_A_DAY: i64 = 86_400;

/// A stretch of time in Unix seconds: a year, a month, a day or a second.
pub(super) type Moment = Range<i64>;

/// Reads `2025`, `2025-08`, `2025-08-18`, `2025-08-18T10:30[:00][Z|±hh:mm]`
/// (a space may stand for the `T`), or Unix seconds of at least five digits.
pub(super) fn moment(written: &str) -> Option<Moment> {
    let written = written.trim();
    let digits = written.strip_prefix('-').unwrap_or(written);
    if digits.len() > 4 && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let seconds: i64 = written.parse().ok()?;
        return Some(seconds..seconds.checked_add(1)?);
    }
    match written.split_once(['T', 't', ' ']) {
        Some((date, time)) => {
            let day = day_range(date).filter(|_| date.len() == 10)?;
            let time = time_of_day(time)?;
            Some(day.start + time.start..day.start + time.end)
        }
        None => day_range(written),
    }
}

fn day_range(date: &str) -> Option<Moment> {
    let mut parts = date.split('-');
    let year = number(parts.next()?, 4)?;
    let month = parts
        .next()
        .map(|month| number(month, 2))
        .map_or(Some(None), |m| m.map(Some))?;
    let day = parts
        .next()
        .map(|day| number(day, 2))
        .map_or(Some(None), |d| d.map(Some))?;
    if parts.next().is_some() {
        return None;
    }
    let month_start = |month| match month {
        13 => days(year + 1, 1, 1),
        month => days(year, month, 1),
    };
    let (start, end) = match (month, day) {
        (None, _) => (month_start(1), month_start(13)),
        (Some(month @ 1..=12), None) => (month_start(month), month_start(month + 1)),
        (Some(month @ 1..=12), Some(day @ 1..=31)) => {
            let start = days(year, month, day);
            // There is no 30th of February.
            (start < month_start(month + 1)).then_some((start, start + 1))?
        }
        _ => return None,
    };
    Some(start * SECONDS_A_DAY..end * SECONDS_A_DAY)
}

fn number(digits: &str, length: usize) -> Option<i64> {
    let plain = digits.len() == length && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().ok())?
}

/// Seconds since midnight UTC, as one minute or one second.
fn time_of_day(time: &str) -> Option<Moment> {
    let (clock, offset) = match time.find(['Z', 'z', '+', '-']) {
        Some(at) => (&time[..at], zone_seconds(&time[at..])?),
        None => (time, 0),
    };
    let clock = clock.split('.').next()?;
    let mut parts = clock.split(':');
    let hours = number(parts.next()?, 2).filter(|hours| *hours < 24)?;
    let minutes = number(parts.next()?, 2).filter(|minutes| *minutes < 60)?;
    let seconds = match parts.next() {
        Some(seconds) => Some(number(seconds, 2).filter(|seconds| *seconds < 60)?),
        None => None,
    };
    let start = hours * 3_600 + minutes * 60 + seconds.unwrap_or(0) - offset;
    let length = if seconds.is_some() { 1 } else { 60 };
    parts.next().is_none().then_some(start..start + length)
}

fn zone_seconds(zone: &str) -> Option<i64> {
    if zone.eq_ignore_ascii_case("z") {
        return Some(0);
    }
    let sign = if zone.starts_with('-') { -1 } else { 1 };
    let digits: String = zone[1..]
        .chars()
        .filter(|&character| character != ':')
        .collect();
    let (hours, minutes) = digits.split_at_checked(2)?;
    Some(sign * (number(hours, 2)? * 3_600 + number(minutes, 2)? * 60))
}

/// Days since 1970-01-01 of a date of the Gregorian calendar (Howard Hinnant,
/// "chrono-compatible low-level date algorithms").
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let month_from_march = (month + 9) % 12;
    let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments() {
        let check = |written: &str, expected: Option<Moment>| {
            assert_eq!(moment(written), expected, "{written}");
        };
        check("1970-01-01", Some(0..SECONDS_A_DAY));
        check("2025-08-18", Some(1_755_475_200..1_755_561_600));
        check("2024-02-29", Some(1_709_164_800..1_709_251_200));
        check("2023-02-29", None);
        check("2025", Some(1_735_689_600..1_767_225_600));
        check("2025-12", Some(1_764_547_200..1_767_225_600));
        check("2025-08-18T10:30", Some(1_755_513_000..1_755_513_060));
        check("2025-08-18 10:30:05Z", Some(1_755_513_005..1_755_513_006));
        check(
            "2025-08-18T12:30:05+02:00",
            Some(1_755_513_005..1_755_513_006),
        );
        check("1755513005", Some(1_755_513_005..1_755_513_006));
        for bad in [
            "",
            "soon",
            "2025-13",
            "2025-1-1",
            "2025-08-18T25:00",
            "18.08.2025",
        ] {
            check(bad, None);
        }
    }
}
