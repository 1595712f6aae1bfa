//! How near each relation is to a question: which of the question's words stand in it,
//! in its title and context, or in the name of its document. Words that few of the
//! relations have weigh most.

use super::asked::Asked;
use super::hash;
use super::index::Prepared;

/// Where searches of a library found a relation: its place among the cards that were found, and
/// that of the best passage that it stands in, from 0; `None` where it was not found so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Evidence {
    /// Among the cards.
    pub card: Option<u16>,
    /// Among the passages.
    pub passage: Option<u16>,
}

/// What a first place is worth beside a second: ranks are joined by their reciprocals.
const RANK_FLAT: f64 = 5.0;

/// A relation beside the others that are asked.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Near {
    /// Tokens that name its document, or stand in its title or context.
    pub(super) about: u64,
    /// Tokens that stand in names of columns, group headings or cells.
    pub(super) held: u64,
    /// Share of the question's content that stands anywhere in or around it, by weight, 0 to 1.
    pub(super) share: f64,
    /// How much less that is than with the nearest.
    pub(super) behind: f64,
    /// How many are nearer, by words and by what searches say.
    pub(super) rank: usize,
    /// How many have more of the question.
    pub(super) words_rank: usize,
    /// Where searches found it.
    pub(super) evidence: Evidence,
    /// Tokens with content that stand in or around others, but not this one.
    pub(super) elsewhere: u64,
}

/// Weights of tokens: 0 for those without content.
pub(super) type TokenWeights = Vec<f64>;

/// What each has of the question, in their order.
pub(super) fn of_each(asked: &Asked<'_>, tables: &[(&Prepared, Evidence)]) -> Vec<Near> {
    let near = |(table, evidence): &(&Prepared, Evidence)| Near {
        evidence: *evidence,
        ..of_one(asked, table)
    };
    tables.iter().map(near).collect()
}

/// Says how near each is beside the others, where tokens weigh so much.
pub(super) fn compare(asked: &Asked<'_>, all: &mut [Near], weights: &TokenWeights) {
    let whole: f64 = weights.iter().sum();
    for one in &mut *all {
        one.share = sum(weights, one.about | one.held) / whole.max(f64::MIN_POSITIVE);
    }
    let anywhere = all.iter().fold(0, |mask, one| mask | one.about | one.held);
    for one in &mut *all {
        one.elsewhere = anywhere & !(one.about | one.held) & asked.content;
    }
    let best = all.iter().map(|one| one.share).fold(0.0, f64::max);
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by(|a, b| all[*b].share.total_cmp(&all[*a].share).then(a.cmp(b)));
    for (rank, &at) in order.iter().enumerate() {
        all[at].words_rank = rank;
        all[at].behind = best - all[at].share;
    }
    let joined: Vec<f64> = all.iter().map(joined).collect();
    order.sort_by(|a, b| joined[*b].total_cmp(&joined[*a]).then(a.cmp(b)));
    for (rank, at) in order.into_iter().enumerate() {
        all[at].rank = rank;
    }
}

/// All that says how near a relation is, as one number.
fn joined(near: &Near) -> f64 {
    let places = [
        u16::try_from(near.words_rank).ok(),
        near.evidence.card,
        near.evidence.passage,
    ];
    let found = places.into_iter().flatten();
    found
        .map(|place| 1.0 / (RANK_FLAT + f64::from(place)))
        .sum()
}

/// The weight of some tokens together.
pub(super) fn sum(weights: &TokenWeights, mask: u64) -> f64 {
    let of_mask = weights.iter().enumerate();
    of_mask
        .filter(|(at, _)| mask & (1 << at) != 0)
        .map(|(_, weight)| weight)
        .sum()
}

/// What each of some tokens weighs: the more, the fewer relations have it.
#[expect(clippy::cast_precision_loss, reason = "counts of relations")]
pub(super) fn weights(asked: &Asked<'_>, all: &[Near], counted: u64) -> TokenWeights {
    let weight = |at: usize| {
        if counted & (1 << at) == 0 {
            return 0.0;
        }
        let with = all
            .iter()
            .filter(|one| (one.about | one.held) & (1 << at) != 0);
        (1.0 + all.len() as f64 / (with.count() as f64 + 0.5)).ln()
    };
    (0..asked.length).map(weight).collect()
}

fn of_one(asked: &Asked<'_>, table: &Prepared) -> Near {
    let mut near = Near::default();
    for (at, token) in asked.question.tokens[..asked.length].iter().enumerate() {
        if asked.stops & (1 << at) != 0 {
            continue;
        }
        let around = table.around.contains(&token.stem) || table.is_of(&token.folded);
        near.about |= u64::from(around) << at;
        let in_names = table
            .columns
            .iter()
            .any(|column| column.name.contains(&token.stem) || column.above.contains(&token.stem));
        let in_bands = || table.bands.iter().any(|band| band.1.contains(&token.stem));
        let in_cells = || {
            !table
                .met(hash::join(0, hash::of_text(&token.stem)))
                .is_empty()
        };
        near.held |= u64::from(in_names || in_bands() || in_cells()) << at;
    }
    near
}
