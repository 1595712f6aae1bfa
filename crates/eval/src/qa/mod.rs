//! Questions with gold answers and evidence, and how well they were answered.

mod answer;
mod component;
mod evidence;
mod gold;
mod number;
mod reduced;

pub use answer::{Abstention, AnswerScore, GivenAnswer, GivenItem, ListScore, score_answer};
pub use component::{Component, Part, components};
pub use evidence::{EvidenceBound, EvidenceReach, ReadPassage, cites_gold_page, evidence_reach};
pub use gold::{Evidence, GoldQuestion, read_questions};
pub use number::{NUMBER_TOLERANCE, Number, numbers};
pub use reduced::Reduced;
