//! What a session keeps between two questions: their types and topics, and the
//! evidence of the last answer.

use serde::{Deserialize, Serialize};
use text::Language;

use crate::EngineError;
use crate::asked::Asked;
use crate::question::followed_up;
use crate::route::history::{Entry, History};
use crate::route::reference::resolve;
use crate::route::{QuestionType, RouteInput};

/// Quotes of an answer that stay with the session.
const QUOTES_MAX: usize = 10;
/// Passages kept around the quotes, and characters of each.
const PASSAGES_MAX: usize = 3;
const PASSAGE_CHARS_MAX: usize = 4_000;
/// A longer session is refused.
pub const SESSION_BYTES_MAX: usize = 256 * 1024;
/// A quote that was verified when it was first shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    /// Path of the document.
    pub path: String,
    /// Its id, so that removing the document removes this too.
    pub document: String,
    /// First and last page; `None` for unpaged formats.
    pub pages: Option<(u32, u32)>,
    /// First byte in the canonical text, and one past the last.
    pub span: (usize, usize),
    /// The text, byte for byte.
    pub text: String,
}

/// The evidence of an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LastAnswer {
    /// What was asked.
    pub question: String,
    /// 0 to 1.
    pub confidence: f64,
    /// What was quoted, in order of marker.
    pub quotes: Vec<Quote>,
    /// What stands around the quotes.
    pub passages: Vec<Quote>,
}

/// A conversation: what was asked, and the last answer's evidence.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Session {
    /// Types and topics of the last questions.
    pub history: History,
    /// The last answer that had evidence.
    pub last: Option<LastAnswer>,
    /// The last question that was searched for, answered or not, as it was understood.
    pub asked: Option<String>,
    answered: bool,
}

/// A session as it is kept.
#[derive(Serialize, Deserialize)]
struct Kept {
    history: Vec<(String, String)>,
    last: Option<LastAnswer>,
    #[serde(default)]
    asked: Option<String>,
}

impl Session {
    /// A session with a past; `answered` says whether there is a previous answer.
    pub fn with_history(history: History, answered: bool) -> Self {
        Self {
            history,
            last: None,
            asked: None,
            answered,
        }
    }

    /// A session in which these questions were asked, the newest last.
    pub fn after(earlier: &[String]) -> Self {
        let entry = |text: &String| Entry::new(QuestionType::Retrieval, text);
        let mut session = Self::with_history(History::new(earlier.iter().map(entry)), false);
        for text in earlier {
            session.asked = session.followed(text).or_else(|| Some(text.clone()));
        }
        session
    }

    /// True when there is an answer that a question may be about.
    pub fn has_answer(&self) -> bool {
        self.answered || self.last.is_some()
    }

    /// A text as a question of this session: all that the router learns of the
    /// session is whether there is an answer (RC-03).
    pub fn question<'q>(&self, text: &'q str) -> RouteInput<'q> {
        RouteInput {
            previous: self.has_answer(),
            ..RouteInput::new(text)
        }
    }

    /// The question before with what a text changes in it, where it goes on from that: a
    /// text like any other, which is then routed and searched for.
    pub fn followed(&self, text: &str) -> Option<String> {
        let before = self.asked.as_deref()?;
        // A few words tell their language badly; the question before tells it better.
        let language = Language::detect_among(before, Language::En);
        followed_up(text, before, language)
    }

    /// A text whose reference is replaced by what it stands for.
    pub fn referred(&self, text: &str) -> String {
        resolve(text, &self.history)
    }

    /// Remembers a question, and its answer where it was searched and found.
    pub fn remember(&mut self, kind: QuestionType, question: &str, asked: Option<&Asked>) {
        self.history.push(Entry::new(kind, question));
        if let Some(asked) = asked {
            self.asked = Some(asked.retrieval.query.text.clone());
        }
        if let Some(last) = asked.and_then(LastAnswer::of) {
            self.last = Some(last);
        }
    }

    /// As text, to be kept.
    ///
    /// # Errors
    /// [`EngineError::History`] beyond [`SESSION_BYTES_MAX`].
    pub fn to_text(&self) -> Result<String, EngineError> {
        let kept = Kept {
            history: self
                .history
                .entries()
                .iter()
                .map(|entry| (entry.kind.as_str().to_owned(), entry.topic().to_owned()))
                .collect(),
            last: self.last.clone(),
            asked: self.asked.clone(),
        };
        let text = serde_json::to_string(&kept).map_err(|error| unusable(&error.to_string()))?;
        check_size(&text)?;
        Ok(text)
    }

    /// Reads what was kept.
    ///
    /// # Errors
    /// [`EngineError::History`] for a text that is no session.
    pub fn from_text(text: &str) -> Result<Self, EngineError> {
        check_size(text)?;
        let kept: Kept =
            serde_json::from_str(text).map_err(|error| unusable(&error.to_string()))?;
        let entries = kept
            .history
            .iter()
            .map(|(kind, topic)| Entry::parse(kind, topic))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            history: History::new(entries),
            last: kept.last,
            asked: kept.asked,
            answered: false,
        })
    }
}

fn check_size(text: &str) -> Result<(), EngineError> {
    if text.len() <= SESSION_BYTES_MAX {
        return Ok(());
    }
    Err(unusable(&format!(
        "{} bytes, at most {SESSION_BYTES_MAX} are kept",
        text.len()
    )))
}

fn unusable(reason: &str) -> EngineError {
    EngineError::History {
        reason: reason.to_owned(),
    }
}

impl LastAnswer {
    /// The evidence of an answer; `None` when there was no answer.
    pub fn of(asked: &Asked) -> Option<Self> {
        let answer = asked.answer.as_ref()?;
        let quotes = answer
            .citations
            .iter()
            .take(QUOTES_MAX)
            .map(|citation| Quote {
                path: citation.path.clone(),
                document: citation.document.as_str().to_owned(),
                pages: citation.pages,
                span: (citation.span.start, citation.span.end),
                text: citation.quote.clone(),
            });
        let path = |document: &str| {
            let cited = answer
                .citations
                .iter()
                .find(|one| one.document.as_str() == document);
            cited.map(|one| one.path.clone())
        };
        let holds = |passage: &crate::retrieve::Passage| {
            answer.citations.iter().any(|one| {
                one.document == passage.document
                    && passage.span.start <= one.span.start
                    && one.span.end <= passage.span.end
            })
        };
        let passages = asked
            .passages
            .iter()
            .filter(|passage| holds(passage))
            .filter_map(|passage| {
                let text: String = passage.text.chars().take(PASSAGE_CHARS_MAX).collect();
                Some(Quote {
                    path: path(passage.document.as_str())?,
                    document: passage.document.as_str().to_owned(),
                    pages: passage.pages,
                    span: (passage.span.start, passage.span.start + text.len()),
                    text,
                })
            });
        Some(Self {
            question: asked.retrieval.query.text.clone(),
            confidence: answer.confidence,
            quotes: quotes.collect(),
            passages: passages.take(PASSAGES_MAX).collect(),
        })
    }
}

/// An answer to talk about, for tests.
#[cfg(test)]
pub(crate) fn an_answer() -> LastAnswer {
    let quote = |text: &str| Quote {
        path: "a.md".to_owned(),
        document: "d".to_owned(),
        pages: None,
        span: (0, text.len()),
        text: text.to_owned(),
    };
    LastAnswer {
        question: "when does it open".to_owned(),
        confidence: 0.9,
        quotes: vec![quote("It opens at nine."), quote("On Sundays at ten.")],
        passages: vec![quote(
            "Hours. It opens at nine. On Sundays at ten. Welcome.",
        )],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_are_read_as_they_were_kept() {
        let mut session = Session {
            last: Some(an_answer()),
            ..Session::default()
        };
        session.remember(QuestionType::Retrieval, "when does it open", None);
        session.asked = Some("When does it open?".to_owned());
        let kept = session.to_text().unwrap();
        assert_eq!(Session::from_text(&kept).unwrap(), session);
        for bad in [
            "",
            "{}",
            "{\"history\":[[\"gossip\",\"x\"]],\"last\":null}",
            "[1",
        ] {
            assert!(Session::from_text(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_goes_on_is_asked_of_the_question_before() {
        let asked = |earlier: &[&str], text: &str| {
            let earlier: Vec<String> = earlier.iter().map(|one| (*one).to_owned()).collect();
            Session::after(&earlier).followed(text)
        };
        let fee = "What was the fee in 2021?";
        let changed = |earlier: &[&str], text: &str, after: &str| {
            assert_eq!(asked(earlier, text).as_deref(), Some(after), "{text}");
        };
        changed(&[fee], "and in 2020?", "What was the fee in 2020?");
        changed(
            &[fee, "and in 2020?"],
            "and the rent?",
            "What was the rent in 2020?",
        );
        assert_eq!(asked(&[], "and in 2020?"), None);
        assert_eq!(asked(&[fee], "What was the rent?"), None);
    }
}
