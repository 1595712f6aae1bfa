//! What speaks for and against a candidate, as places in the table of weights.
//!
//! Features come in groups: all that a phrase says about an operator, all that a
//! column says in a role. Hundreds of candidates share a group, so that it is
//! made and scored once a question.

mod columns;
mod conditions;
mod given;
mod groups;
mod words;

use std::collections::BTreeSet;

use super::asked::{Asked, NameMatch};
use super::form::{Built, Form, Forms};
use super::hash;
use super::index::{Prepared, Shape};
use super::near::{Near, TokenWeights};
use super::vocabulary::{Phrases, Vocabulary};

pub(super) use groups::Groups;

/// Bits of a place in the table of weights.
pub(super) const SLOT_BITS: u32 = 21;

// Kinds of groups.
const OPERATOR: u64 = 1;
const OPERATORS: u64 = 2;
const COLUMN: u64 = 3;
const TEST: u64 = 4;
const LEFT: u64 = 5;
const GIVEN: u64 = 6;
const PAIR: u64 = 7;
const HOME: u64 = 8;
pub(super) const NOTHING: u64 = 9;

/// A question over one relation, as features see it.
pub(super) struct Scene<'a> {
    pub(super) asked: &'a Asked<'a>,
    pub(super) phrases: &'a Phrases,
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) table: &'a Prepared,
    pub(super) names: &'a [NameMatch],
    pub(super) forms: &'a Forms,
    /// Place of the relation among those that are asked.
    pub(super) relation: u64,
    /// How near the relation's table is to the question.
    pub(super) near: Near,
    /// What each token weighs.
    pub(super) weights: &'a TokenWeights,
    /// Stretches that are whole cells.
    pub(super) exact: BTreeSet<(u8, u8)>,
    /// What kind of table it is by its looks.
    pub(super) family: u64,
}

/// What is known of a question before any candidate: for the choice of none.
pub(super) struct Nothing {
    /// Tables with their readings.
    pub(super) sources: u16,
    /// Of the question's content in and around the nearest.
    pub(super) share: f64,
    /// Tokens with content.
    pub(super) content: u32,
}

impl Nothing {
    /// What speaks for none of the candidates.
    pub(super) fn say(&self, phrases: &Phrases, out: &mut Vec<u64>) {
        let several = u64::from(self.sources > 1);
        let share = tenths(self.share);
        out.push(hash::of(&[98]));
        out.push(hash::of(&[98, several]));
        out.push(hash::of(&[99, share, several]));
        out.push(hash::of(&[100, u64::from(self.content.min(12)), several]));
        out.push(hash::of(&[101, phrases.asks]));
        for word in &phrases.words {
            out.push(hash::of(&[102, *word]));
        }
    }
}

impl Scene<'_> {
    /// The groups of a candidate.
    pub(super) fn groups(&self, one: &Built, groups: &mut Groups, found: &mut Vec<u32>) {
        let mut ops = one.ops;
        while ops != 0 {
            let op = u64::from(ops.trailing_zeros());
            ops &= ops - 1;
            found.push(groups.get(hash::of(&[OPERATOR, op, self.family]), |out| {
                self.operator(op, out)
            }));
        }
        let key = hash::of(&[OPERATORS, one.ops, self.relation]);
        found.push(groups.get(key, |out| self.operators(one.ops, out)));
        for (role, column) in self.columns(one) {
            let key = hash::of(&[COLUMN, role as u64, u64::from(column), self.relation]);
            found.push(groups.get(key, |out| self.column(role, column, out)));
        }
        for test in self.tests(one) {
            let key = hash::of(&[TEST, u64::from(test), self.relation]);
            found.push(groups.get(key, |out| self.test(test, out)));
        }
        let key = hash::of(&[LEFT, one.mask, self.relation]);
        found.push(groups.get(key, |out| self.left(one.mask, out)));
        let given = self.given_of(one);
        let mut parts = vec![GIVEN];
        parts.extend(given);
        found.push(groups.get(hash::of(&parts), |out| self.given(&given, out)));
        if let Form::Cells(pair, a, b) = one.form {
            let about = self.pair_of(one, a, b);
            let key = hash::of(&[PAIR, pair as u64, about[0], about[1], about[2]]);
            found.push(groups.get(key, |out| self.pair(pair, about, out)));
        }
        let class = class(&one.form);
        let key = hash::of(&[HOME, class, self.relation]);
        found.push(groups.get(key, |out| self.home(class, out)));
    }

    fn home(&self, class: u64, out: &mut Vec<u64>) {
        let reading = self.table.relation.reading as u64;
        let kind = self.table.relation.kind as u64;
        let rank = self.near.words_rank.min(5) as u64;
        let joined = self.near.rank.min(5) as u64;
        let evidence = self.near.evidence;
        let (card, passage) = (place(evidence.card), place(evidence.passage));
        let (behind, share) = (tenths(self.near.behind), tenths(self.near.share));
        out.push(hash::of(&[91, reading, self.family]));
        out.push(hash::of(&[92, reading, self.family, class]));
        out.push(hash::of(&[93, rank]));
        out.push(hash::of(&[94, rank, class]));
        out.push(hash::of(&[130, joined]));
        out.push(hash::of(&[131, joined, kind, class]));
        out.push(hash::of(&[132, card]));
        out.push(hash::of(&[133, card, kind]));
        out.push(hash::of(&[134, passage]));
        out.push(hash::of(&[135, passage, kind]));
        out.push(hash::of(&[136, passage, card.min(3), rank.min(2)]));
        out.push(hash::of(&[103, behind]));
        out.push(hash::of(&[104, behind, kind]));
        out.push(hash::of(&[105, share, behind.min(3)]));
        out.push(hash::of(&[95, kind]));
        out.push(hash::of(&[96, kind, class]));
        for word in &self.phrases.words {
            out.push(hash::of(&[97, reading, *word]));
        }
    }
}

/// Sets of rows of a form.
pub(super) fn sets_of(form: &Form) -> [Option<u16>; 2] {
    match *form {
        Form::Project(rows, ..)
        | Form::Count(rows)
        | Form::Fold(_, rows, _)
        | Form::ShareOf(rows, ..)
        | Form::Larger(rows, ..)
        | Form::Smaller(rows, ..)
        | Form::Exists(rows) => [Some(rows), None],
        Form::Cells(_, a, b) => [Some(a.0), Some(b.0)],
        Form::Counts(_, a, b) => [Some(a), Some(b)],
    }
}

/// The kind of a form, with what it does.
pub(super) fn class(form: &Form) -> u64 {
    match *form {
        Form::Project(_, _, part) => 10 + part as u64,
        Form::Count(_) => 1,
        Form::Fold(fold, ..) => 20 + fold as u64,
        Form::Cells(pair, a, b) => 30 + pair as u64 + 20 * u64::from(a.0 == b.0),
        Form::Counts(pair, ..) => 70 + pair as u64,
        Form::ShareOf(..) => 2,
        Form::Larger(..) => 3,
        Form::Smaller(..) => 4,
        Form::Exists(_) => 6,
    }
}

/// What kind of table it is by its looks: periods as columns (bit 0), group
/// headings, amounts of money or in thousands.
pub(super) fn family(table: &Prepared) -> u64 {
    let relation = &table.relation;
    let turned = relation.reading == crate::relation::Reading::ByRows;
    let periods = match turned {
        true => matches!(
            table.columns.first().and_then(|one| one.shape),
            Some(Shape::Year | Shape::Date)
        ),
        false => {
            let named = relation
                .columns
                .iter()
                .skip(1)
                .filter(|column| super::cell::year_in(&column.path.join(" ")).is_some());
            named.count() * 2 >= relation.columns.len().saturating_sub(1).max(1)
        }
    };
    let bands = relation.rows.iter().any(|row| !row.bands.is_empty());
    let money = relation
        .columns
        .iter()
        .any(|column| column.unit.is_currency() || column.cells.iter().any(|cell| cell.scale > 0));
    let kind = relation.kind as u64;
    u64::from(periods) | u64::from(bands) << 1 | u64::from(money) << 2 | kind << 3
}

/// A place among what a search found: the first ones one by one; 9 where it was not found.
fn place(found: Option<u16>) -> u64 {
    match found {
        Some(at @ 0..=2) => u64::from(at),
        Some(3..=5) => 3,
        Some(6..=9) => 4,
        Some(10..=19) => 5,
        Some(_) => 6,
        None => 9,
    }
}

/// A share in tenths.
fn tenths(share: f64) -> u64 {
    parts(share, 10.0)
}

/// A share in so many parts.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share of at most 1"
)]
fn parts(share: f64, of: f64) -> u64 {
    (share.clamp(0.0, 1.0) * of + 0.5) as u64
}

/// 0, 1, 2, a few, many.
fn size(count: usize) -> u64 {
    match count {
        0..=3 => count as u64,
        4..=7 => 4,
        8..=20 => 5,
        _ => 6,
    }
}
