//! Patterns: a floating semantic parser with a learned choice, no model.
//!
//! After Pasupat and Liang (2015). Stretches of a question meet cells, names of
//! columns, numbers and dates (`anchors`); a small typed grammar builds sets of
//! rows (`rows`) and values over them (`values`, `finance`) from the bottom up,
//! some thousands a question, gated by the operator words of the lexicons; each is
//! carried out at once, and a log-linear ranker that was trained on right values
//! (`fit`) chooses. Candidates that give the same values add up.
//!
//! ```
//! # use plan::patterns::{Limits, candidates, shipped};
//! # use plan::question::Question;
//! # use text::Language;
//! let question = Question::read("Which city is the largest?", Language::En);
//! let weights = shipped().expect("the shipped weights are whole");
//! assert!(candidates(&question, (&[], &[]), weights, &Limits::default()).is_empty());
//! ```

mod anchors;
mod answer;
mod asked;
mod calibrate;
mod cell;
mod features;
mod finance;
mod fit;
mod form;
mod gold;
pub(crate) mod hash;
mod index;
mod limits;
mod look;
mod measure;
mod near;
mod part;
mod pool;
mod ranker;
mod rows;
mod sql;
mod values;
mod vocabulary;
mod weights;

use std::sync::Arc;

use text::Language;
use text::table::{ColumnKind, TableKind};

use crate::header::headed;
use crate::question::Question;
use crate::relation::{BY_ROWS_MAX, Reading, Relation};

pub use answer::{CELLS_MAX, Candidate, CellPlace, PatternValue};
pub use fit::{Example, FitOptions, fit};
pub use gold::{Denoted, Gold};
pub use index::Prepared;
pub use limits::{CANDIDATES_MAX, Limits};
pub use measure::{Judged, judge};
pub use near::Evidence;
pub use weights::{Weights, WeightsError, shipped};

use pool::Pool;

/// Makes a relation ready to be asked, as it stands and, if it has columns of
/// numbers and few rows, by rows. `language` is the one its texts are in.
pub fn prepare(relation: &Relation, language: Language) -> Vec<Arc<Prepared>> {
    let relation = headed(relation.clone());
    let turned = relation.by_rows().filter(|_| reads_by_rows(&relation));
    let readings = std::iter::once(relation).chain(turned);
    readings
        .map(|one| Arc::new(Prepared::new(Arc::new(one), language)))
        .collect()
}

fn reads_by_rows(relation: &Relation) -> bool {
    let mut values = relation.columns.iter().skip(1);
    relation.kind == TableKind::Table
        && relation.reading == Reading::AsIs
        && relation.rows.len() <= BY_ROWS_MAX
        && values.any(|column| column.kind == ColumnKind::Number)
}

/// What a question may ask of relations, the most probable first: at most
/// [`Limits::kept`], each with other values.
///
/// A reading by rows stands behind its table, as [`prepare`] gives them; beside each stands where
/// searches found it, or beside none. All candidates of all relations compete.
pub fn candidates(
    question: &Question,
    (relations, evidence): (&[Arc<Prepared>], &[Evidence]),
    weights: &Weights,
    limits: &Limits,
) -> Vec<Candidate> {
    let tables: Vec<&Prepared> = relations.iter().map(AsRef::as_ref).collect();
    let pool = Pool::build(question, (&tables, evidence), &weights.vocabulary, limits);
    let ranked = ranker::Ranked::new(&pool, |slot| weights.at(slot));
    let seen = look::Seen {
        asked: &asked::Asked::new(question),
        tables: &tables,
        pool: &pool,
    };
    let best = seen.likeliest(&ranked, weights, limits.kept);
    best.into_iter()
        .map(|(at, probability)| {
            let one = &ranked.denotations[at];
            let entry = &pool.entries[one.best];
            let relation = usize::from(entry.table);
            let (table, forms) = (tables[relation], &pool.forms[relation]);
            let built = &forms.candidates[entry.form as usize];
            let values = answer::values(table, forms, &built.form, &built.given);
            let mut lineage: Vec<CellPlace> =
                values.iter().flat_map(|one| one.cells.clone()).collect();
            lineage.sort_unstable();
            lineage.dedup();
            Candidate {
                values,
                sql: pool.sql(question, &tables, one.best),
                probability,
                expression: answer::expression(table, forms, &built.form, &built.given),
                operator: answer::operator(&built.form),
                relation,
                lineage,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests;
