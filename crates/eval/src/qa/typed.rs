//! Questions as they are typed in a hurry.

use perusal::text::{Language, tokens};

use super::GoldQuestion;

/// Words of grammar that say what is asked for, and are typed in a hurry, too.
const SAYING: [&str; 24] = [
    "above", "after", "all", "any", "before", "below", "between", "both", "each", "few", "how",
    "least", "less", "more", "most", "no", "not", "only", "other", "over", "than", "under",
    "where", "who",
];

/// An English question as it is typed in a hurry: in small letters, without marks and without the
/// words that say nothing by themselves. "What was Adobe's total revenue in fiscal 2022?" becomes
/// "adobe total revenue fiscal 2022".
pub fn as_typed(question: &str) -> String {
    let tokens = tokens(question, Language::En).into_iter();
    let kept = tokens.filter(|token| !token.stop || SAYING.contains(&token.folded.as_str()));
    let words = kept.filter_map(|token| token.span.slice(question));
    let words = words.map(|word| {
        let word = word.to_lowercase();
        let bare = word.strip_suffix("'s").or(word.strip_suffix("’s"));
        bare.map(str::to_owned).unwrap_or(word)
    });
    words.collect::<Vec<_>>().join(" ")
}

impl GoldQuestion {
    /// The same question with all of its wordings [`as_typed`].
    #[must_use]
    pub fn as_typed(mut self) -> GoldQuestion {
        self.question = as_typed(&self.question);
        for words in &mut self.paraphrases {
            *words = as_typed(words);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_says_nothing_is_left_out() {
        let typed = |question| as_typed(question);
        assert_eq!(
            typed("What was Adobe's total revenue in fiscal 2022?"),
            "adobe total revenue fiscal 2022"
        );
        assert_eq!(
            typed("How many stores are there in Texas?"),
            "how many stores texas"
        );
    }
}
