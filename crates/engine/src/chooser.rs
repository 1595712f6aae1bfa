//! Conditional logit: which one of several.
//!
//! A logistic regression asks of each sentence alone whether it answers, and spends its weights
//! on telling easy questions from hard ones. Here the sentences of one question compete: the
//! probability of one is `exp(score) / Σ exp(score)` over all of them (McFadden 1974), so that
//! only what tells them from each other counts. Small and deterministic, as
//! [`crate::logistic`].

use serde::{Deserialize, Serialize};

use crate::logistic::{Group, mirror, moments, solve, standardised, weighted};

/// A fitted choice: score = Σ weight · (x − mean) / deviation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Chooser {
    /// Name of each feature, for people and for a check against the code's own list.
    pub features: Vec<String>,
    /// Mean of each feature in training.
    pub means: Vec<f64>,
    /// Standard deviation of each feature in training; 1 for a constant one.
    pub deviations: Vec<f64>,
    /// Weight of each standardised feature.
    pub weights: Vec<f64>,
}

/// Penalties tried, from loose to tight.
const RIDGES: [f64; 5] = [1.0, 4.0, 16.0, 64.0, 256.0];

/// Parts that questions are divided into to choose the penalty; question `i` is in part
/// `i % FOLDS`.
const FOLDS: usize = 5;

impl Chooser {
    /// The score of `x`, one value a feature. Only differences mean anything: of two choices the
    /// one that scores higher by `d` is `exp(d)` times as probable.
    pub fn score(&self, x: &[f64]) -> f64 {
        weighted(x, &self.means, &self.deviations, &self.weights).sum()
    }

    /// Fits to questions, each a group of choices of which some are right, with the penalty under
    /// which questions that were held out are answered best (five folds, log-likelihood). Groups
    /// without a right choice, or without a wrong one, teach nothing. `None` when none is left.
    pub fn fit(features: &[String], groups: &[Group]) -> Option<Self> {
        let telling: Vec<&Group> = groups.iter().filter(|group| tells(group)).collect();
        let mut best: Option<(f64, f64)> = None;
        for ridge in RIDGES {
            let mut loss = 0.0;
            for fold in 0..FOLDS {
                let part = |held: bool| {
                    let parts = telling.iter().enumerate();
                    let of = parts.filter(move |(at, _)| (at % FOLDS == fold) == held);
                    of.map(|(_, group)| *group).collect::<Vec<_>>()
                };
                let model = fit_with(features, &part(false), ridge)?;
                let held = part(true);
                loss += held.iter().map(|group| model.loss(group)).sum::<f64>();
            }
            if best.is_none_or(|(least, _)| loss < least) {
                best = Some((loss, ridge));
            }
        }
        fit_with(features, &telling, best?.1)
    }

    fn loss(&self, group: &Group) -> f64 {
        let scores: Vec<f64> = group.iter().map(|(x, _)| self.score(x)).collect();
        loss(&scores, group)
    }
}

/// Minus the logarithm of the probability of the right choices together.
fn loss(scores: &[f64], group: &[(Vec<f64>, bool)]) -> f64 {
    let shares = shares(scores);
    let right = shares.iter().zip(group).filter(|(_, (_, right))| *right);
    -right.map(|(share, _)| share).sum::<f64>().max(1e-300).ln()
}

/// True for a group with a right and a wrong choice.
fn tells(group: &Group) -> bool {
    group.iter().any(|(_, right)| *right) && group.iter().any(|(_, right)| !*right)
}

/// The probability of each of several scores.
fn shares(scores: &[f64]) -> Vec<f64> {
    let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let each: Vec<f64> = scores.iter().map(|score| (score - highest).exp()).collect();
    let all: f64 = each.iter().sum();
    each.into_iter().map(|one| one / all).collect()
}

fn fit_with(features: &[String], groups: &[&Group], ridge: f64) -> Option<Chooser> {
    if groups.is_empty() {
        return None;
    }
    let all: Vec<(Vec<f64>, bool)> = groups.iter().flat_map(|g| g.iter().cloned()).collect();
    let (means, deviations) = moments(features.len(), &all);
    let scaled: Vec<Scaled> = groups
        .iter()
        .map(|group| {
            let rows = group.iter();
            rows.map(|(x, right)| (standardised(x, &means, &deviations).collect(), *right))
                .collect()
        })
        .collect();
    Some(Chooser {
        features: features.to_vec(),
        weights: newton(&scaled, features.len(), ridge),
        means,
        deviations,
    })
}

/// A question's choices, their features standardised.
type Scaled = Vec<(Vec<f64>, bool)>;

/// Newton's method with the curvature of the denominator. That is no bound of the whole, so a step
/// is halved until it leads down.
fn newton(groups: &[Scaled], width: usize, ridge: f64) -> Vec<f64> {
    const STEPS: usize = 40;
    const HALVINGS: usize = 20;
    /// Standardised weights that move less than this have arrived.
    const ARRIVED: f64 = 1e-6;
    let mut weights = vec![0.0; width];
    let mut height = objective(groups, &weights, ridge);
    for _ in 0..STEPS {
        let mut step = newton_step(groups, &weights, ridge);
        let mut moved = false;
        for _ in 0..HALVINGS {
            let next: Vec<f64> = weights.iter().zip(&step).map(|(w, s)| w - s).collect();
            let there = objective(groups, &next, ridge);
            if there < height {
                (weights, height, moved) = (next, there, true);
                break;
            }
            step.iter_mut().for_each(|step| *step /= 2.0);
        }
        let longest = step.iter().fold(0.0_f64, |most, step| most.max(step.abs()));
        if !moved || longest < ARRIVED {
            break;
        }
    }
    weights
}

/// Minus the log-likelihood, and the penalty.
fn objective(groups: &[Scaled], weights: &[f64], ridge: f64) -> f64 {
    let penalty: f64 = weights.iter().map(|w| w * w).sum();
    let losses = groups.iter().map(|group| {
        let scores: Vec<f64> = group.iter().map(|(x, _)| dot(x, weights)).collect();
        loss(&scores, group)
    });
    losses.sum::<f64>() + ridge / 2.0 * penalty
}

fn newton_step(groups: &[Scaled], weights: &[f64], ridge: f64) -> Vec<f64> {
    let width = weights.len();
    let mut gradient: Vec<f64> = weights.iter().map(|weight| ridge * weight).collect();
    let mut curvature = vec![vec![0.0; width]; width];
    for (at, row) in curvature.iter_mut().enumerate() {
        row[at] = ridge;
    }
    for group in groups {
        add_group(group, weights, &mut gradient, &mut curvature);
    }
    mirror(&mut curvature);
    solve(curvature, gradient)
}

fn dot(x: &[f64], weights: &[f64]) -> f64 {
    x.iter().zip(weights).map(|(x, w)| x * w).sum()
}

/// Adds what one question says: the mean of its features under the model, less their mean under
/// the model among the right ones, and the lower half of the covariance of the former.
fn add_group(
    group: &[(Vec<f64>, bool)],
    weights: &[f64],
    gradient: &mut [f64],
    curvature: &mut [Vec<f64>],
) {
    /// A choice this improbable bends nothing.
    const NEGLIGIBLE: f64 = 1e-6;
    let width = weights.len();
    let scores: Vec<f64> = group.iter().map(|(x, _)| dot(x, weights)).collect();
    let shares = shares(&scores);
    let right: f64 = shares
        .iter()
        .zip(group)
        .filter(|(_, (_, right))| *right)
        .map(|(share, _)| share)
        .sum();
    let mut mean = vec![0.0; width];
    for (share, (x, is_right)) in shares.iter().zip(group) {
        let among_right = if *is_right {
            share / right.max(1e-300)
        } else {
            0.0
        };
        for i in 0..width {
            mean[i] += share * x[i];
            gradient[i] += (share - among_right) * x[i];
            if *share > NEGLIGIBLE {
                let weight = share * x[i];
                let below = curvature[i].iter_mut().zip(x).take(i + 1);
                below.for_each(|(cell, x)| *cell += weight * x);
            }
        }
    }
    for i in 0..width {
        let below = curvature[i].iter_mut().zip(&mean).take(i + 1);
        below.for_each(|(cell, other)| *cell -= mean[i] * other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    /// Three choices a question; the one with the higher first feature is right, whatever all
    /// three have in common.
    fn questions() -> Vec<Group> {
        (0..60)
            .map(|at| {
                let shared = f64::from(at % 7);
                let place = at % 3;
                (0..3)
                    .map(|choice| {
                        let own = if choice == place { 1.0 } else { 0.0 };
                        let noise = f64::from((at * 5 + choice * 3) % 4) / 4.0;
                        (vec![shared + own + noise, shared], choice == place)
                    })
                    .collect()
            })
            .collect()
    }

    #[test]
    fn what_all_choices_share_does_not_count() {
        let model = Chooser::fit(&names(&["own", "shared"]), &questions()).unwrap();
        let right = questions().into_iter().filter(|group| {
            let best = group
                .iter()
                .max_by(|a, b| model.score(&a.0).total_cmp(&model.score(&b.0)))
                .unwrap();
            best.1
        });
        assert_eq!(right.count(), 60);
        assert!(model.weights[0] > 1.0, "{:?}", model.weights);
        assert!(model.weights[1].abs() < 1e-9, "{:?}", model.weights);
    }

    #[test]
    fn the_gradient_vanishes_where_it_ends() {
        // With one right of two the fit is a logistic regression of the difference d: where it
        // ends, Σ (1 − p) · d is the penalty's pull.
        let groups: Vec<Group> = (1..=20)
            .map(|at| {
                let d = f64::from(at % 5) - 1.0;
                vec![(vec![d], true), (vec![0.0], false)]
            })
            .collect();
        let model = fit_with(&names(&["d"]), &groups.iter().collect::<Vec<_>>(), 2.0).unwrap();
        let by = model.deviations[0];
        let pull: f64 = groups
            .iter()
            .map(|group| {
                let d = group[0].0[0] / by;
                d / (1.0 + (model.weights[0] * d).exp())
            })
            .sum();
        let penalty = 2.0 * model.weights[0];
        assert!((pull - penalty).abs() < 1e-6, "{pull} against {penalty}");
    }

    #[test]
    fn groups_that_tell_nothing_fit_nothing() {
        let all_right: Group = vec![(vec![1.0], true), (vec![2.0], true)];
        assert!(Chooser::fit(&names(&["x"]), &[all_right, Vec::new()]).is_none());
    }
}
