//! Text reduced to what two readers of one page agree on.
//!
//! White space, cell separators, hyphens and quotation marks differ from
//! reader to reader, and say nothing about whether the evidence was read. So
//! texts are compared on their letters, digits and the signs `$ % .` alone.
//! What was dropped is still remembered as a gap: without gaps, the answer
//! 129 would be found in the cells `12 | 90`.

/// A reduced text, in which others can be looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reduced {
    text: String,
    /// Byte offsets in `text`, ascending, before which something was dropped
    /// that separates words. A comma between two digits separates nothing.
    gaps: Vec<usize>,
}

impl Reduced {
    /// Reduces a text and keeps its case: for quotes, which are verbatim.
    pub fn new(text: &str) -> Reduced {
        Reduced::build(text, |c, out| out.push(c))
    }

    /// Reduces a text and folds its case: for answers, which are put in words.
    pub fn folded(text: &str) -> Reduced {
        Reduced::build(text, |c, out| out.extend(c.to_lowercase()))
    }

    /// What is left.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether nothing is left to compare.
    pub fn is_empty(&self) -> bool {
        !self.text.contains(char::is_alphanumeric)
    }

    /// Whether a quote stands inside, wherever it starts and ends. An empty
    /// quote stands nowhere.
    ///
    /// ```
    /// # use eval::qa::Reduced;
    /// let row = Reduced::new("HO3 | $750,000 | 2%");
    /// assert!(row.holds_quote(&Reduced::new("HO3 $750,000 2%")));
    /// ```
    pub fn holds_quote(&self, quote: &Reduced) -> bool {
        !quote.is_empty() && self.text.contains(&quote.text)
    }

    /// Whether an answer stands inside as whole words and whole numbers.
    ///
    /// ```
    /// # use eval::qa::Reduced;
    /// let text = Reduced::folded("1,129 notices; Total: $604.");
    /// assert!(text.holds_whole(&Reduced::folded("604")));
    /// assert!(!text.holds_whole(&Reduced::folded("129")));
    /// ```
    pub fn holds_whole(&self, answer: &Reduced) -> bool {
        let wanted = answer.text.trim_end_matches('.');
        if answer.is_empty() {
            return false;
        }
        let mut from = 0;
        while let Some(found) = self.text[from..].find(wanted) {
            let start = from + found;
            let end = start + wanted.len();
            if self.is_border(start) && self.is_border(end) {
                return true;
            }
            from = start + self.text[start..].chars().next().map_or(1, char::len_utf8);
        }
        false
    }

    fn build(text: &str, keep: impl Fn(char, &mut String)) -> Reduced {
        let mut reduced = Reduced {
            text: String::with_capacity(text.len()),
            gaps: Vec::new(),
        };
        let mut dropped = String::new();
        for c in text.chars() {
            if !c.is_alphanumeric() && !matches!(c, '$' | '%' | '.') {
                dropped.push(c);
                continue;
            }
            let grouping = dropped == "," && reduced.ends_in_digit() && c.is_numeric();
            if !dropped.is_empty() && !grouping {
                reduced.gaps.push(reduced.text.len());
            }
            dropped.clear();
            keep(c, &mut reduced.text);
        }
        reduced
    }

    fn ends_in_digit(&self) -> bool {
        self.text.ends_with(char::is_numeric)
    }

    /// Whether a word or number may start or end at a byte offset.
    fn is_border(&self, at: usize) -> bool {
        let (before, after) = (&self.text[..at], &self.text[at..]);
        let (Some(left), Some(right)) = (before.chars().next_back(), after.chars().next()) else {
            return true;
        };
        if self.gaps.binary_search(&at).is_ok() || is_unspaced(left) || is_unspaced(right) {
            return true;
        }
        match (left, right) {
            // Inside `3.604`, but not at the end of `was 604.` or in `v.604`.
            ('.', r) if r.is_numeric() => !before[..at - 1].ends_with(char::is_numeric),
            (l, '.') if l.is_numeric() => !after[1..].starts_with(char::is_numeric),
            (l, r) => !(l.is_alphanumeric() && r.is_alphanumeric()),
        }
    }
}

/// Letters of scripts that are written without spaces: every one is a border.
fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c), 0x0e00..=0x0eff | 0x3040..=0x30ff | 0x3400..=0x9fff | 0xf900..=0xfaff | 0x20000..=0x3ffff)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn whole(text: &str, answer: &str) -> bool {
        Reduced::folded(text).holds_whole(&Reduced::folded(answer))
    }

    #[test]
    fn white_space_separators_and_hyphens_do_not_count() {
        assert_eq!(
            Reduced::new("Rule C-7:\tHurricane  “Deductibles” | $1,000 2.5%").as_str(),
            "RuleC7HurricaneDeductibles$10002.5%"
        );
        let page = Reduced::new("will receive a\n2% de-\nductible");
        assert!(page.holds_quote(&Reduced::new("will receive a 2% deductible")));
        assert!(
            !page.holds_quote(&Reduced::new("Will receive")),
            "quotes are verbatim"
        );
        assert!(
            !page.holds_quote(&Reduced::new(" -- . ")),
            "an empty quote stands nowhere"
        );
    }

    #[test]
    fn answers_are_whole_words_and_numbers() {
        for (text, answer) in [
            ("in total 53,454 employees", "53454"),
            ("in total 53454 employees", "53,454"),
            (
                "Buca Restaurants 2, Inc. cancelled",
                "Buca Restaurants 2, Inc.",
            ),
            ("the premium is $604.", "604"),
            ("9400 (sq ft), or 400 sq ft", "400 Sq Ft"),
            ("8% a year", "8"),
            ("は東京です", "東京"),
        ] {
            assert!(whole(text, answer), "`{answer}` stands in `{text}`");
        }
        for (text, answer) in [
            ("12 | 90", "129"),
            ("53,454", "454"),
            ("3.604", "604"),
            ("604.5", "604"),
            ("an oakland", "oak"),
            ("anything", ""),
            ("etc.", "."),
        ] {
            assert!(
                !whole(text, answer),
                "`{answer}` does not stand in `{text}`"
            );
        }
    }

    #[test]
    fn a_second_place_is_tried_when_the_first_is_inside_a_word() {
        assert!(whole("oakland oak", "oak"));
        assert!(whole("éoak é", "é"));
    }

    proptest! {
        #[test]
        fn a_text_holds_each_of_its_words(words in proptest::collection::vec("[a-zé東]{1,5}|[0-9]{1,6}|[0-9]{1,3}\\.[0-9]", 1..8), pick in 0usize..8) {
            let text = words.join(" ");
            let word = &words[pick % words.len()];
            prop_assert!(whole(&text, word));
            prop_assert!(Reduced::new(&text).holds_quote(&Reduced::new(word)));
        }

        #[test]
        fn no_text_breaks_the_search(text in any::<String>(), answer in any::<String>()) {
            let _ = whole(&text, &answer);
            let quote = Reduced::new(&answer);
            if !quote.is_empty() {
                let joined = format!("{text}|{answer}");
                prop_assert!(Reduced::new(&joined).holds_quote(&quote));
            }
        }
    }
}
