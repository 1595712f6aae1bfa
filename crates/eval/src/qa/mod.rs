//! Questions with gold answers and evidence, and how well they were answered.

mod answer;
mod component;
mod evidence;
mod gold;
mod number;
mod reduced;
mod right;
mod typed;

pub use answer::{Abstention, AnswerScore, GivenAnswer, GivenItem, ListScore, score_answer};
pub use component::{Component, Part, components};
pub(crate) use evidence::is_same_file;
pub use evidence::{EvidenceBound, EvidenceReach, ReadPassage, cites_gold_page, evidence_reach};
#[cfg(test)]
pub(crate) use gold::parse as parse_question;
pub use gold::{Evidence, GoldQuestion, read_questions};
pub use number::{NUMBER_TOLERANCE, Number, numbers};
pub use reduced::Reduced;
pub use right::{Offered, is_gold_quote, is_right};
