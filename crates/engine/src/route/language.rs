//! Layer 3: a language model names the type where no other layer is sure.
//!
//! It is shown the message alone. Only where the message holds a reference that
//! rules could not resolve it is shown what was asked before, with the rule that
//! this may resolve the reference and nothing else (RC-03). No text of a
//! document comes here.

use models::{LanguageModel, Limits, Message, Request, Shape, Speaker};

use super::history::History;
use super::reference::{refers, resolve};
use super::{QuestionType, RouteInput};

/// Tokens of the answer: a label.
const TOKENS_MAX: u32 = 8;
/// Characters of a message that are shown: the start of a long one tells enough.
const SHOWN_CHARS_MAX: usize = 2_000;

/// The model, and what it may see.
#[derive(Clone, Copy)]
pub struct LanguageLayer<'t> {
    /// The model.
    pub model: &'t dyn LanguageModel,
    /// How long it may take.
    pub limits: &'t Limits,
    /// What was asked before.
    pub history: &'t History,
}

/// What the model is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    /// The rules.
    pub system: String,
    /// The message, and what was asked before where that may be seen.
    pub user: String,
}

const RULES: &str = "You sort messages sent to a system that answers questions about a library of \
documents. Answer with one label and nothing else.
retrieval: is answered from the documents; everything that fits nowhere else.
code: asks for code, a command or a configuration.
conversational: only asks for the previous answer in another form, or doubts it; it has no \
content of its own. Impossible when there is no previous answer.
platform: is about the sender's own account: usage, quota, limits, billing, members, keys. A \
question about such things in a document is retrieval.
Each message stands alone: sort it by what it says itself, not by what was asked before.";

const HISTORY_RULE: &str = "The message refers to something asked before. The list below may tell \
what it refers to, and must not change the label in any other way.";

/// The prompt for a question.
pub fn prompt(question: &RouteInput<'_>, history: &History) -> Prompt {
    let mut system = RULES.to_owned();
    let mut user = format!(
        "Previous answer: {}\n",
        if question.previous { "yes" } else { "no" }
    );
    let resolved = resolve(question.text, history);
    let unresolved = resolved == question.text && refers(question.text);
    if unresolved && !history.entries().is_empty() {
        system.push('\n');
        system.push_str(HISTORY_RULE);
        user.push_str("Asked before, oldest first:\n");
        for entry in history.entries() {
            // Without its type: a model that reads types repeats the commonest.
            user.push_str(&format!("- {}\n", entry.topic()));
        }
    }
    let shown: String = resolved.chars().take(SHOWN_CHARS_MAX).collect();
    user.push_str("Message: ");
    user.push_str(&shown);
    Prompt { system, user }
}

/// Asks; the reason when there is no usable label.
pub(super) fn ask(
    question: &RouteInput<'_>,
    third: &LanguageLayer<'_>,
) -> Result<QuestionType, String> {
    let prompt = prompt(question, third.history);
    let possible = QuestionType::ALL
        .iter()
        .filter(|kind| question.previous || **kind != QuestionType::Conversational);
    let request = Request {
        messages: vec![
            Message::new(Speaker::System, prompt.system),
            Message::new(Speaker::User, prompt.user),
        ],
        tokens_max: TOKENS_MAX,
        shape: Shape::OneOf(possible.map(|kind| kind.as_str().to_owned()).collect()),
    };
    let completion = third
        .model
        .complete(&request, third.limits, &mut |_| {})
        .map_err(|error| error.to_string())?;
    let kind = QuestionType::parse(completion.text.trim())
        .ok_or_else(|| "its answer is no label".to_owned())?;
    if kind == QuestionType::Conversational && !question.previous {
        return Err("conversational without a previous answer".to_owned());
    }
    Ok(kind)
}

#[cfg(test)]
mod tests {
    use models::scripted::Script;

    use super::super::history::Entry;
    use super::super::{Classifiers, Layer, RouteConfig, decide_asking};
    use super::*;

    fn history() -> History {
        History::new([Entry::new(QuestionType::Platform, "my quota")])
    }

    /// What the model is asked and what came of its answer, for an unsure text.
    fn asked(text: &str, answer: &str, previous: bool) -> (Vec<Request>, super::super::Decision) {
        let model = Script::new([("", answer)]);
        let (limits, history) = (Limits::none(), history());
        let third = LanguageLayer {
            model: &model,
            limits: &limits,
            history: &history,
        };
        let question = RouteInput {
            previous,
            ..RouteInput::new(text)
        };
        // Without classifiers nothing but rules is sure.
        let none = Classifiers::default();
        let decision =
            decide_asking(&question, &RouteConfig::default(), none, Some(&third)).unwrap();
        (model.asked(), decision)
    }

    #[test]
    fn the_model_decides_what_no_layer_is_sure_of() {
        let (requests, decision) = asked("write a loop", "code", false);
        assert_eq!(decision.kind.question_type(), QuestionType::Code);
        assert_eq!(decision.layer, Layer::Language);
        assert!(!decision.low_confidence);
        assert_eq!(requests.len(), 1);
        let Shape::OneOf(labels) = &requests[0].shape else {
            unreachable!("a choice")
        };
        assert!(!labels.contains(&"conversational".to_owned()));
    }

    #[test]
    fn rules_are_not_asked_again() {
        let (requests, decision) = asked("how much of my quota is left", "code", false);
        assert_eq!(decision.layer, Layer::Rules);
        assert!(requests.is_empty());
    }

    #[test]
    fn rc_03_the_history_is_shown_for_a_reference_alone() {
        let (requests, _) = asked("where is the notice period", "retrieval", true);
        assert!(!requests[0].messages[1].text.contains("my quota"));
        let (requests, _) = asked("and what does that one say", "retrieval", true);
        let shown = &requests[0].messages[1].text;
        assert!(
            shown.contains("my quota") && !shown.contains("platform"),
            "{shown}"
        );
        assert!(requests[0].messages[0].text.contains("in any other way"));
    }

    #[test]
    fn what_is_no_label_leaves_the_guess() {
        for answer in ["gossip", "conversational"] {
            let (_, decision) = asked("write a loop", answer, false);
            assert!(decision.low_confidence, "{answer}");
            assert_ne!(decision.layer, Layer::Language);
            assert!(
                decision
                    .signals
                    .iter()
                    .any(|one| one.starts_with("language model"))
            );
        }
    }
}
