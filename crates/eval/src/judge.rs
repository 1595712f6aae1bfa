//! A model as the judge of answers, where no string decides.
//!
//! A gold answer that is a name, a number or a few words either stands in an answer or does not; a
//! gold answer in sentences can be said in other words, and only there a judge is asked. It is not
//! told which side wrote what, its grades are reported apart from what strings decide, and it is
//! never in the product's way.

use perusal::generate::Prompts;
use perusal::models::schemars::JsonSchema;
use perusal::models::{LanguageModel, Limits, TypedRequest, ask_typed};
use serde::Deserialize;

use crate::qa::GoldQuestion;

/// Words of a gold answer that can be said in other words.
const WORDS_FREE: usize = 7;
/// Best grade.
const GRADE_MAX: u8 = 3;
/// Tokens of a grade with its reason, and characters of an answer that is graded.
const REPLY_TOKENS: u32 = 120;
const ANSWER_CHARS_MAX: usize = 3_000;

/// Who grades.
#[derive(Clone, Copy)]
pub struct Judge<'a> {
    /// The model.
    pub model: &'a dyn LanguageModel,
    /// What it is asked.
    pub prompts: &'a Prompts,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "perusal::models::schemars")]
struct Reply {
    /// in one sentence
    #[expect(dead_code, reason = "written first, so that the grade follows from it")]
    why: String,
    /// 0 for wrong, 3 for right
    #[schemars(range(max = 3))]
    grade: u8,
}

/// Whether no string decides: the question is answerable, and all its gold answers are sentences.
pub fn is_free(gold: &GoldQuestion) -> bool {
    let long = |answer: &String| answer.split_whitespace().count() >= WORDS_FREE;
    gold.answerable
        && gold.items.is_empty()
        && gold.components.is_empty()
        && !gold.answers.is_empty()
        && gold.answers.iter().all(long)
}

impl Judge<'_> {
    /// The grade of an answer, 0 to 1.
    ///
    /// # Errors
    /// Why there is none, in a sentence.
    pub fn grade(&self, gold: &GoldQuestion, answer: &str, limits: &Limits) -> Result<f64, String> {
        let answer: String = answer.chars().take(ANSWER_CHARS_MAX).collect();
        let reference = gold.answers.join("\nor: ");
        let slots = [
            ("question", &*gold.question),
            ("facts", &*reference),
            ("evidence", &*answer),
        ];
        let prompt = self.prompts.get("judge");
        let messages = prompt.and_then(|prompt| prompt.render(&slots));
        let request = TypedRequest {
            messages: messages.map_err(|error| error.to_string())?,
            tokens_max: REPLY_TOKENS,
        };
        let answered = ask_typed::<Reply>(self.model, &request, limits, &|_| Ok(()));
        let grade = answered.map_err(|error| error.to_string())?.value.grade;
        Ok(f64::from(grade) / f64::from(GRADE_MAX))
    }
}

#[cfg(test)]
mod tests {
    use perusal::models::scripted::Script;

    use super::*;

    fn gold(answers: &[&str]) -> GoldQuestion {
        GoldQuestion {
            id: String::new(),
            question: "Why do bees hum?".to_owned(),
            paraphrases: Vec::new(),
            kind: String::new(),
            answerable: true,
            answers: answers.iter().map(|one| (*one).to_owned()).collect(),
            all_required: false,
            items: Vec::new(),
            components: Vec::new(),
            evidence: Vec::new(),
        }
    }

    #[test]
    fn a_judge_is_asked_where_no_string_decides() {
        let sentence = "They beat their wings some two hundred times a second.";
        assert!(is_free(&gold(&[sentence])));
        assert!(!is_free(&gold(&[sentence, "wings"])), "a short one decides");
        assert!(!is_free(&gold(&[])));
        let none = GoldQuestion {
            answerable: false,
            ..gold(&[sentence])
        };
        assert!(!is_free(&none));
    }

    #[test]
    fn a_grade_is_a_share_and_what_is_none_is_said() {
        let prompts = Prompts::default();
        let graded = |said: &str| {
            let script = Script::new([("", said)]);
            let judge = Judge {
                model: &script,
                prompts: &prompts,
            };
            judge.grade(&gold(&["wings"]), "By their wings. [1]", &Limits::none())
        };
        assert_eq!(graded(r#"{"why": "it says so", "grade": 3}"#), Ok(1.0));
        assert_eq!(graded(r#"{"why": "", "grade": 0}"#), Ok(0.0));
        assert!(graded(r#"{"why": "", "grade": 4}"#).is_err());
        assert!(graded("good").is_err());
    }
}
