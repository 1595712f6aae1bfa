//! Questions with gold answers and evidence, and how well they were answered.

mod answer;
mod component;
mod evidence;
mod gold;
mod list;
mod number;
mod parts;
mod reduced;
mod right;
mod typed;

pub use answer::{Abstention, AnswerScore, score_answer};
pub use component::{Component, Part};
pub(crate) use evidence::is_same_file;
pub use evidence::{EvidenceBound, EvidenceReach, ReadPassage, cites_gold_page, evidence_reach};
#[cfg(test)]
pub(crate) use gold::parse as parse_question;
pub use gold::{Evidence, GoldQuestion, read_questions};
pub use list::{GivenAnswer, GivenItem, ListScore};
pub use number::{NUMBER_TOLERANCE, Number, numbers};
pub use parts::components;
pub use reduced::Reduced;
pub use right::{Offered, is_gold_quote, is_right};
