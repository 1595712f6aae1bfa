//! Texts cut into windows, windows gathered into requests, vectors pooled again.
//!
//! The server's tokenizer is out of reach, so tokens are counted as four bytes each: about what
//! tokenizers make of European prose. Where a text has more of them the server refuses it, and it
//! is halved until the server takes it.

use std::ops::Range;

use crate::embed::normalise;

/// Bytes of a token.
const TOKEN_BYTES: usize = 4;

/// Marks of beginning and end that models add to a text.
const SPECIAL_TOKENS: usize = 2;

/// Text of one request: some hundred chunks of the default size would pass any limit of a server,
/// and this is a quarter of a second on a slow line.
const REQUEST_BYTES_MAX: usize = 256 << 10;

/// Tokens of a text, estimated, specials included.
pub(super) fn tokens(text: &str) -> usize {
    text.len().div_ceil(TOKEN_BYTES) + SPECIAL_TOKENS
}

/// The windows of a text: all of it, in order, cut between words where there are any.
pub(super) fn windows(text: &str, window_tokens: usize) -> Vec<&str> {
    let most = window_tokens.saturating_sub(SPECIAL_TOKENS).max(1) * TOKEN_BYTES;
    let mut windows = Vec::new();
    let mut rest = text;
    while rest.len() > most {
        let (window, after) = rest.split_at(cut_before(rest, most));
        windows.push(window);
        rest = after;
    }
    windows.push(rest);
    windows
}

/// Two halves of a text, cut between words where there are any; `None` for one character.
pub(super) fn halves(text: &str) -> Option<(&str, &str)> {
    let cut = cut_before(text, text.len().div_ceil(2));
    (cut < text.len()).then(|| text.split_at(cut))
}

/// The last place to cut a text at or before `most` bytes, never 0: behind white space when some
/// stands in the second half before it.
fn cut_before(text: &str, most: usize) -> usize {
    let end = text.floor_char_boundary(most);
    let first = text.chars().next().map_or(0, char::len_utf8);
    if end < first {
        return first;
    }
    let space = text[..end].rfind(char::is_whitespace).map(|at| {
        let width = text[at..].chars().next().map_or(1, char::len_utf8);
        at + width
    });
    space.filter(|&cut| cut * 2 > end).unwrap_or(end)
}

/// Ranges of neighbouring texts that go into one request each.
pub(super) fn requests(texts: &[&str], texts_max: usize) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let mut bytes = 0;
    for (at, text) in texts.iter().enumerate() {
        match ranges.last_mut() {
            Some(last) if last.len() < texts_max && bytes + text.len() <= REQUEST_BYTES_MAX => {
                last.end = at + 1;
                bytes += text.len();
            }
            _ => {
                ranges.push(at..at + 1);
                bytes = text.len();
            }
        }
    }
    ranges
}

/// One vector of several, each weighed by its text's bytes, brought to length 1.
pub(super) fn pooled(parts: Vec<(Vec<f32>, usize)>) -> Vec<f32> {
    let dim = parts.first().map_or(0, |(vector, _)| vector.len());
    let mut sum = vec![0.0_f64; dim];
    for (mut vector, bytes) in parts {
        normalise(&mut vector);
        for (sum, x) in sum.iter_mut().zip(vector) {
            *sum += f64::from(x) * bytes.max(1) as f64;
        }
    }
    let mut pooled: Vec<f32> = sum.into_iter().map(|x| x as f32).collect();
    normalise(&mut pooled);
    pooled
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn windows_are_the_whole_text_and_no_longer_than_allowed(
            text in "[ a-zäß日🦊\n]{0,300}",
            window_tokens in 0_usize..40,
        ) {
            let windows = windows(&text, window_tokens);
            prop_assert_eq!(windows.concat(), &text[..]);
            let most = window_tokens.saturating_sub(2).max(1) * 4;
            for window in &windows {
                let one_character = window.chars().count() == 1;
                prop_assert!(window.len() <= most || one_character, "{:?}", window);
            }
            let whole = tokens(&text) <= window_tokens.max(3);
            prop_assert_eq!(windows.len() == 1, whole || text.chars().count() <= 1);
        }

        #[test]
        fn halves_are_the_whole_text_and_shorter(text in "[ a-zäß日🦊\n]{2,60}") {
            let (left, right) = halves(&text).expect("two characters or more");
            prop_assert_eq!(format!("{left}{right}"), &text[..]);
            prop_assert!(!left.is_empty() && !right.is_empty());
        }

        #[test]
        fn requests_hold_every_text_once(lengths in prop::collection::vec(0_usize..200_000, 0..40)) {
            let texts: Vec<String> = lengths.iter().map(|&length| "x".repeat(length)).collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let ranges = requests(&texts, 8);
            let flat: Vec<usize> = ranges.iter().cloned().flatten().collect();
            prop_assert_eq!(flat, (0..texts.len()).collect::<Vec<_>>());
            for range in ranges {
                let bytes: usize = texts[range.clone()].iter().map(|text| text.len()).sum();
                prop_assert!(range.len() <= 8);
                prop_assert!(bytes <= REQUEST_BYTES_MAX || range.len() == 1);
            }
        }
    }

    #[test]
    fn a_long_part_counts_more_than_a_short_one() {
        let vector = pooled(vec![(vec![2.0, 0.0], 900), (vec![0.0, 5.0], 100)]);
        assert!(vector[0] > 0.99 && vector[1] > 0.1, "{vector:?}");
        let length: f32 = vector.iter().map(|x| x * x).sum();
        assert!((length - 1.0).abs() < 1e-6);
    }
}
