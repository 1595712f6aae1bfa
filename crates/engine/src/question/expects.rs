//! What the answer to a question should hold, by the words that ask.

use plan::lexicon::Operator;
use plan::question::Question;

/// What the answer is expected to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Expects {
    /// A person or an organisation.
    Name,
    /// A date or a year.
    Date,
    /// A number, an amount or a measure.
    Number,
    /// A place.
    Place,
    /// What something is.
    Definition,
    /// A reason.
    Reason,
    /// Steps.
    Procedure,
    /// Not told by the question's form.
    Anything,
}

/// What a question lets one expect: the first of its operator words that asks for something
/// of a kind. What only opens a question, as "what" does, may ask for a definition.
pub(super) fn of(question: &Question) -> Expects {
    use Operator::{Count, How, HowLong, HowMuch, Meaning, Percent, What, When, Where, Who, Why};
    let kind = |operator: Operator| match operator {
        Count | HowLong | HowMuch | Percent => Some(Expects::Number),
        When => Some(Expects::Date),
        Who => Some(Expects::Name),
        Where => Some(Expects::Place),
        Why => Some(Expects::Reason),
        Meaning => Some(Expects::Definition),
        How => Some(Expects::Procedure),
        _ => None,
    };
    let operators = &question.operators;
    let opens = operators.first().is_some_and(|one| one.operator == What);
    let told = operators.iter().find_map(|one| kind(one.operator));
    told.unwrap_or(match opens {
        true => Expects::Definition,
        false => Expects::Anything,
    })
}

#[cfg(test)]
mod tests {
    use text::Language;

    use super::*;

    #[track_caller]
    fn check(question: &str, language: Language, expected: Expects) {
        let question = Question::read(question, language);
        assert_eq!(of(&question), expected, "{}", question.text);
    }

    #[test]
    fn operator_words_tell_what_is_expected_in_three_languages() {
        use Language::{De, En, Es};
        check("Who wrote the manual?", En, Expects::Name);
        check("¿Cuándo se fundó la ciudad?", Es, Expects::Date);
        check("Wie viele Bücher darf ich leihen?", De, Expects::Number);
        check("Wie lange ist der Vorstand im Amt?", De, Expects::Number);
        check("Warum fiel der Umsatz?", De, Expects::Reason);
        check(
            "under rule C-27, from how many square feet is it debris",
            En,
            Expects::Number,
        );
        check("What is a heat pump?", En, Expects::Definition);
        check("Jewelry rates", En, Expects::Anything);
        check("The whole house", En, Expects::Anything);
    }
}
