//! A model of the last layer that echoes the history: ten turns change no decision about a question
//! that stands alone.

use models::{
    Completion, Counted, End, LanguageModel, LanguageProfile, Limits, ModelError, Request, Shape,
};

use super::history::{Entry, History};
use super::reference::refers;
use super::{Classifiers, LanguageLayer, QuestionType, RouteConfig, RouteInput, decide_asking};

/// Says the label that stands last in what it is shown of the history; without one, the first that
/// it may say.
struct Echo(LanguageProfile);

impl LanguageModel for Echo {
    fn profile(&self) -> &LanguageProfile {
        &self.0
    }

    fn complete(
        &self,
        request: &Request,
        _limits: &Limits,
        _emit: &mut dyn FnMut(&str),
    ) -> Result<Completion, ModelError> {
        let shown = &request.messages[request.messages.len() - 1].text;
        let Shape::OneOf(labels) = &request.shape else {
            panic!("a label is asked for");
        };
        let last = shown.lines().rev().find_map(|line| {
            let (kind, _) = line.strip_prefix("- ")?.split_once(':')?;
            labels.iter().find(|label| *label == kind)
        });
        Ok(Completion {
            text: last.unwrap_or(&labels[0]).clone(),
            end: End::Complete,
            prompt_tokens: 1,
            completion_tokens: 1,
            counted: Counted::Exactly,
        })
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        Ok(text.len())
    }
}

const TURNS: [&str; 10] = [
    "where is the notice period of the lease",
    "late fee after the fifth of the month",
    "which rules apply to hurricane deductibles",
    "revenue of Hale Ltd in 2019",
    "opening hours of the museum on Sundays",
    "maximum payload of the delivery drone",
    "dosage for children under six",
    "warranty of the pump",
    "names of the board members in the annual report",
    "requirements for a building permit",
];

#[test]
fn ten_turns_with_a_model_that_echoes_change_no_question_that_stands_alone() {
    let echo = Echo(LanguageProfile {
        id: "echo".to_owned(),
        context_tokens: 4_096,
        counted: Counted::Exactly,
    });
    let limits = Limits::none();
    // Without classifiers every question comes to the last layer.
    let decided = |text: &str, history: &History| {
        let third = LanguageLayer {
            model: &echo,
            limits: &limits,
            history,
        };
        let question = RouteInput {
            previous: true,
            ..RouteInput::new(text)
        };
        let none = Classifiers::default();
        decide_asking(&question, &RouteConfig::default(), none, Some(&third)).unwrap()
    };
    let alone = Entry::new(QuestionType::Retrieval, "the lease");
    for poison in QuestionType::ALL.iter().copied() {
        let mut history = History::new([Entry::new(poison, "draw me a poem")]);
        for text in TURNS {
            assert!(!refers(text), "{text}");
            let fresh = decided(text, &History::new([alone.clone()]));
            let within = decided(text, &history);
            assert_eq!(within, fresh, "{text} after {poison:?}");
            // The worst that could have been remembered.
            history.push(Entry::new(poison, text));
        }
    }
}
