//! Questions as they are typed in a hurry.

use perusal::text::{Language, tokens};

use super::GoldQuestion;

/// Words of grammar that say what is asked for, and are typed in a hurry, too.
const SAYING: [&str; 24] = [
    "above", "after", "all", "any", "before", "below", "between", "both", "each", "few", "how",
    "least", "less", "more", "most", "no", "not", "only", "other", "over", "than", "under",
    "where", "who",
];

/// The words of an English question that say something, without their marks and accents.
fn typed(question: &str) -> String {
    let mut kept = tokens(question, Language::En);
    kept.retain(|token| !token.stop || SAYING.contains(&token.folded.as_str()));
    let words: Vec<String> = kept.into_iter().map(|token| token.folded).collect();
    words.join(" ")
}

impl GoldQuestion {
    /// The same English question with all of its wordings as they are typed in a hurry: in small
    /// letters, without marks and without the words that say nothing by themselves. "What was
    /// Adobe's total revenue in fiscal 2022?" becomes "adobe total revenue fiscal 2022".
    #[must_use]
    pub fn as_typed(mut self) -> GoldQuestion {
        self.question = typed(&self.question);
        for words in &mut self.paraphrases {
            *words = typed(words);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_says_nothing_is_left_out() {
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
