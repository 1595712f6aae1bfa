//! What a candidate list is worth, where the right values are known.

use std::sync::Arc;

use super::gold::Gold;
use super::index::Prepared;
use super::near::Evidence;
use super::pool::Pool;
use super::weights::Weights;
use super::{Limits, answer, ranker};
use crate::question::Question;

/// A question whose right values are known, answered.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// How many candidates were built.
    pub candidates: usize,
    /// Some candidate is right.
    pub oracle: bool,
    /// The most probable one is.
    pub right: bool,
    /// How probable it was said to be.
    pub probability: f64,
    /// What it does.
    pub operator: &'static str,
    /// Its query.
    pub sql: String,
    /// The query of the best right candidate.
    pub right_sql: Option<String>,
}

/// Answers a question and compares with the right values, which stand in the
/// relations that it is `about`; `None` where there are
/// no candidates.
pub fn judge(
    question: &Question,
    (relations, evidence): (&[Arc<Prepared>], &[Evidence]),
    about: &[usize],
    gold: &Gold,
    weights: &Weights,
    limits: &Limits,
) -> Option<Judged> {
    let tables: Vec<&Prepared> = relations.iter().map(AsRef::as_ref).collect();
    let pool = Pool::build(question, (&tables, evidence), &weights.vocabulary, limits);
    let ranked = ranker::Ranked::new(&pool, |slot| weights.at(slot));
    let seen = super::look::Seen {
        asked: &super::asked::Asked::new(question),
        tables: &tables,
        pool: &pool,
    };
    let (at, probability) = *seen.likeliest(&ranked, weights, 1).first()?;
    let best = ranked.denotations[at].best;
    let right = pool.right(&tables, about, gold);
    let mut all = ranked.denotations.iter();
    let first_right = all.find(|one| right[one.best]);
    Some(Judged {
        candidates: pool.entries.len(),
        oracle: first_right.is_some(),
        right: right[best],
        probability,
        operator: answer::operator(pool.form(best)),
        sql: pool.sql(question, &tables, best),
        right_sql: first_right.map(|one| pool.sql(question, &tables, one.best)),
    })
}
