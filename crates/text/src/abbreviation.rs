//! What a text says that an abbreviation stands for: `free cash flow (FCF)`.

use crate::lexicon::WordList;

/// Words of a long form beside its letters: `research and development` has three for `R&D`.
const MORE_WORDS: usize = 5;
/// Letters of words that no abbreviation begins with.
const SMALL_CHARS_MAX: usize = 3;
/// Bytes before a bracket that a long form may lie in.
const LONG_BYTES_MAX: usize = 160;

/// The long form of an abbreviation, where the text says it beside it in brackets: `long form
/// (SHORT)` or `SHORT (long form)`. Each letter of the short form starts a word of the long one,
/// in their order.
///
/// After A. Schwartz and M. Hearst, "A Simple Algorithm for Identifying Abbreviation Definitions in
/// Biomedical Text", 2003, which lets letters but the first stand within words: `related expenses` would
/// be long for `R&D`.
///
/// ```
/// # use text::long_form;
/// assert_eq!(long_form("We had a free cash flow (“FCF”) of 3.", "FCF"), Some("free cash flow"));
/// assert_eq!(long_form("The FCF (free cash flow) rose.", "FCF"), Some("free cash flow"));
/// assert_eq!(long_form("It rose (see FCF).", "FCF"), None);
/// ```
pub fn long_form<'t>(text: &'t str, short: &str) -> Option<&'t str> {
    let opens = text.match_indices('(');
    let mut found = opens.filter_map(|(open, _)| {
        let inside = text[open + 1..].split(')').next()?;
        let before = text[..open].trim_end();
        if bare(inside) == short {
            return ends_with(before, short);
        }
        let named = before.strip_suffix(short)?;
        let apart = !named.ends_with(char::is_alphanumeric);
        let long = ends_with(inside, short)?;
        (apart && long.len() == inside.trim().len()).then_some(long)
    });
    found.next()
}

/// An abbreviation without its quotation marks and what may stand before it.
fn bare(inside: &str) -> &str {
    let marks =
        |c: char| c.is_whitespace() || matches!(c, '"' | '“' | '”' | '„' | '’' | '‘' | '\'' | ',');
    let mut bare = inside.trim_matches(marks);
    for word in WordList::BeforeAbbreviation.words() {
        let rest = bare.strip_prefix(word);
        bare = rest.and_then(|rest| rest.strip_prefix(' ')).unwrap_or(bare);
    }
    bare.trim_matches(marks)
}

/// The end of a text that is the long form of an abbreviation.
fn ends_with<'t>(text: &'t str, short: &str) -> Option<&'t str> {
    let letters: Vec<char> = short.chars().filter(|c| c.is_alphanumeric()).collect();
    let cut =
        (text.len().saturating_sub(LONG_BYTES_MAX)..).find(|at| text.is_char_boundary(*at))?;
    let text = text[cut..].trim();
    let places: Vec<(usize, char)> = text.char_indices().collect();
    let starts_word = |at: usize| at == 0 || !places[at - 1].1.is_alphanumeric();
    let mut at = places.len();
    // `of` is not what the first letter of OPEC stands for.
    let small = |at: usize| {
        let word = places[at..].iter().map(|(_, c)| *c);
        let letters = word.take_while(|c| c.is_alphanumeric());
        places[at].1.is_lowercase() && letters.count() <= SMALL_CHARS_MAX
    };
    for (index, letter) in letters.iter().enumerate().rev() {
        let is = |place: &usize| {
            let same = places[*place].1.to_lowercase().eq(letter.to_lowercase());
            same && starts_word(*place) && (index > 0 || !small(*place))
        };
        at = (0..at).rev().find(is)?;
    }
    let long = &text[places.get(at)?.0..];
    let words = long.split_whitespace().count();
    let most = (letters.len() * 2).min(letters.len() + MORE_WORDS);
    let one_sentence = !long.contains(['(', ')', ';', ':', '|', '\n']) && !long.contains(". ");
    let says_more = !long
        .split(|c: char| c.is_whitespace())
        .any(|word| word == short);
    (words > 1 && words <= most && one_sentence && says_more).then_some(long)
}

#[cfg(test)]
mod tests {
    use super::long_form;

    #[test]
    fn a_long_form_stands_before_its_abbreviation_or_behind_it() {
        for (text, short, long) in [
            (
                "Our research and development (“R&D”) costs",
                "R&D",
                "research and development",
            ),
            (
                "a Non-Disclosure Agreement (the \"NDA\") binds",
                "NDA",
                "Non-Disclosure Agreement",
            ),
            (
                "PepsiCo Beverages North America (PBNA)",
                "PBNA",
                "PepsiCo Beverages North America",
            ),
            (
                "das Bruttoinlandsprodukt im Jahr (BIJ)",
                "BIJ",
                "Bruttoinlandsprodukt im Jahr",
            ),
            (
                "the Organization of the Petroleum Exporting Countries (OPEC)",
                "OPEC",
                "Organization of the Petroleum Exporting Countries",
            ),
            (
                "SG&A (selling, general and administrative)",
                "SG&A",
                "selling, general and administrative",
            ),
        ] {
            assert_eq!(long_form(text, short), Some(long), "{text}");
        }
    }

    #[test]
    fn what_only_stands_in_brackets_defines_nothing() {
        for (text, short) in [
            ("as we said (R&D)", "R&D"),
            ("and related expenses (R&D)", "R&D"),
            ("Costs rose. Results fell. Demand (CRD)", "CRD"),
            ("one word", "OW"),
            ("(OW)", "OW"),
            ("the OW office worker (OW)", "XY"),
            ("", "A"),
            ("ÄÖÜ (Ä", "Ä"),
        ] {
            assert_eq!(long_form(text, short), None, "{text}");
        }
    }
}
