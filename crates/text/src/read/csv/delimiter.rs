//! Which sign parts the values, and whether a text is a table of values at all.

use csv::ReaderBuilder;

/// Signs that part values, in order of preference when they do equally well.
const DELIMITERS: [u8; 4] = [b',', b'\t', b';', b'|'];

/// Bytes and records looked at.
const SAMPLE_BYTES: usize = 64 * 1024;
const SAMPLE_RECORDS: usize = 200;

/// A text that is not named as CSV is one when at least this many records have
/// at least this many values each, all the same number.
const RECORDS_MIN: usize = 5;
const VALUES_MIN: usize = 3;

/// Longest name of a column in a text that is not named as CSV, in characters.
const NAME_CHARS_MAX: usize = 40;

/// The sign that parts most records into the same number of values; a comma
/// where none does.
pub(super) fn delimiter(text: &str) -> u8 {
    let sample = sample(text);
    let mut best = (b',', 0);
    for delimiter in DELIMITERS {
        let counts: Vec<usize> = records(sample, delimiter).iter().map(Vec::len).collect();
        let evenness = evenness(&counts);
        if evenness > best.1 {
            best = (delimiter, evenness);
        }
    }
    best.0
}

/// The number of values that most records have; `None` where there is no such.
pub(super) fn width(text: &str, delimiter: u8) -> Option<usize> {
    let mut counts: Vec<usize> = records(sample(text), delimiter)
        .iter()
        .map(Vec::len)
        .filter(|&count| count > 1)
        .collect();
    counts.sort_unstable();
    let commonest = counts
        .chunk_by(|a, b| a == b)
        .max_by_key(|same| same.len())?;
    (commonest.len() * 2 > counts.len()).then_some(commonest[0])
}

/// How well records are parted: the records of the commonest number of values
/// above one, weighed by that number, in thousandths of all.
fn evenness(counts: &[usize]) -> usize {
    let mut sorted: Vec<usize> = counts.iter().copied().filter(|&count| count > 1).collect();
    sorted.sort_unstable();
    let commonest = sorted
        .chunk_by(|a, b| a == b)
        .max_by_key(|same| (same.len(), same[0]));
    commonest.map_or(0, |same| {
        // More values count for a little, so that `1,5;2,5` is parted by `;`
        // only where that is as even.
        let share = same.len() * 1_000 / counts.len().max(1);
        share * 10 + same[0].min(9)
    })
}

/// Whether a text that nobody calls CSV is nevertheless a table of values: a
/// row of names, and below it rows of just as many values.
pub(in crate::read) fn looks_delimited(text: &str) -> bool {
    let sample = sample(text);
    if sample
        .trim_start()
        .starts_with(['{', '[', '<', '#', '%', '-', '*'])
    {
        return false;
    }
    [b',', b'\t', b';'].into_iter().any(|delimiter| {
        let records = records(sample, delimiter);
        let Some((names, values)) = records.split_first() else {
            return false;
        };
        records.len() >= RECORDS_MIN
            && names.len() >= VALUES_MIN
            && values.iter().all(|values| values.len() == names.len())
            && names.iter().all(|name| is_name(name))
            && are_distinct(names)
    })
}

fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name.chars().nth(NAME_CHARS_MAX).is_none()
        && !name.ends_with(['.', '!', '?', ':'])
        && name.chars().any(char::is_alphabetic)
}

fn are_distinct(names: &[String]) -> bool {
    let mut names: Vec<&String> = names.iter().collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    names.len() == count
}

/// The start of a text, up to its last whole line.
fn sample(text: &str) -> &str {
    let end = text.floor_char_boundary(SAMPLE_BYTES);
    let start = &text[..end];
    if end == text.len() {
        return start;
    }
    start.rfind('\n').map_or(start, |at| &start[..at])
}

fn records(sample: &str, delimiter: u8) -> Vec<Vec<String>> {
    ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(sample.as_bytes())
        .records()
        .take(SAMPLE_RECORDS)
        .map_while(Result::ok)
        .map(|record| record.iter().map(|field| field.trim().to_owned()).collect())
        .collect()
}
