//! Answers that need no search: the last answer's evidence again, or what the
//! caller says about the account.
//!
//! Nothing in this module can see an index (RC-04): it is given texts that were
//! found, verified and kept when the last question was answered.

use crate::lexicon::List;
use crate::session::{LastAnswer, Quote};

/// Characters of the caller's context that are quoted.
const CONTEXT_CHARS_MAX: usize = 4_000;

/// An answer without a search.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// The text, with markers `[1]` into `quotes`; `None` when there is nothing
    /// to answer from.
    pub text: Option<String>,
    /// What is quoted.
    pub quotes: Vec<Quote>,
    /// Why there is nothing, or what is missing.
    pub note: Option<String>,
}

/// What is wanted of the last answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wish {
    Shorter,
    Longer,
    Bullets,
    OtherLanguage,
    Again,
}

/// The first wish by whose list a word begins is taken.
const WISHES: [(Wish, List); 4] = [
    (Wish::OtherLanguage, List::WishLanguage),
    (Wish::Bullets, List::WishBullets),
    (Wish::Shorter, List::WishShorter),
    (Wish::Longer, List::WishLonger),
];

fn wish(text: &str) -> Wish {
    let lower = text.to_lowercase();
    let begins = |sign: &str| {
        lower.match_indices(sign).any(|(at, _)| {
            lower[..at]
                .chars()
                .next_back()
                .is_none_or(|c| !c.is_alphanumeric())
        })
    };
    WISHES
        .iter()
        .find(|(_, signs)| signs.words().iter().any(|sign| begins(sign)))
        .map_or(Wish::Again, |(wish, _)| *wish)
}

/// Renders the last answer's evidence again, without a model: shorter is fewer
/// quotes, longer is what stands around them.
pub fn conversational(text: &str, last: Option<&LastAnswer>) -> Reply {
    let Some(last) = last else {
        return Reply {
            text: None,
            quotes: Vec::new(),
            note: Some("there is no answer yet that this could be about".to_owned()),
        };
    };
    let wish = wish(text);
    let quotes = match wish {
        Wish::Shorter => last.quotes.iter().take(1).cloned().collect(),
        Wish::Longer if !last.passages.is_empty() => last.passages.clone(),
        Wish::Longer | Wish::Bullets | Wish::OtherLanguage | Wish::Again => last.quotes.clone(),
    };
    let note = (wish == Wish::OtherLanguage).then(|| {
        "a language model is needed to translate; the quotes stand as they are".to_owned()
    });
    let bullet = if wish == Wish::Bullets { "- " } else { "" };
    let lines: Vec<String> = quotes
        .iter()
        .enumerate()
        .map(|(at, quote)| format!("{bullet}{} [{}]", quote.text.trim(), at + 1))
        .collect();
    Reply {
        text: (!lines.is_empty()).then(|| lines.join("\n")),
        quotes,
        note,
    }
}

/// Quotes what the caller says about the account.
pub fn platform(context: Option<&str>) -> Reply {
    let context = context.map(str::trim).filter(|context| !context.is_empty());
    let note = "nothing is known here about your account; the documents are not searched for it";
    Reply {
        text: context.map(|context| context.chars().take(CONTEXT_CHARS_MAX).collect()),
        quotes: Vec::new(),
        note: context.is_none().then(|| note.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::an_answer;

    #[test]
    fn the_evidence_is_rendered_as_wished() {
        let text = |wish: &str| conversational(wish, Some(&an_answer())).text.unwrap();
        assert_eq!(text("shorter, please"), "It opens at nine. [1]");
        assert_eq!(
            text("again"),
            "It opens at nine. [1]\nOn Sundays at ten. [2]"
        );
        assert!(text("als Stichpunkte").starts_with("- It opens"));
        assert!(text("are you sure?").starts_with("Hours."));
        let other = conversational("en español", Some(&an_answer()));
        assert!(other.note.unwrap().contains("language model"));
        assert_eq!(other.quotes.len(), 2);
    }

    #[test]
    fn where_there_is_nothing_that_is_said() {
        assert_eq!(conversational("shorter", None).text, None);
        assert_eq!(platform(Some(" \n")).text, None);
        assert_eq!(
            platform(Some("Plan: basic")).text.as_deref(),
            Some("Plan: basic")
        );
    }
}
