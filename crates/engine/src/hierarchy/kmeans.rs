//! Spherical k-means: points go to the centre with the largest cosine.
//!
//! Deterministic: chance is drawn from the documents' ids, sums go in order of
//! id on one thread, ties go to the lower number. So neither the order of adding
//! nor the number of threads is seen, and a document more changes few draws.

use kernels::matrix::{FloatMatrix, View, ViewMut};

use super::points::{Points, normalize};

/// Rounds at most; nearly all points stay where they are after ten.
const ROUNDS_MAX: usize = 20;
/// Points whose cosines are held at once.
const BLOCK_POINTS: usize = 512;
/// Most points that centres are fitted to; beyond, an even share of them. Ids
/// are hashes, so every n-th by id is a fair sample.
const FITTED_MAX: usize = 20_000;

/// A document in a group.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Grouped {
    /// Its place among the members.
    pub member: usize,
    /// Cosine to the centre.
    pub closeness: f32,
}

/// The groups of points, about the square root of their number; each has
/// points, the closest to its centre first.
pub(super) fn groups(points: &Points) -> Vec<Vec<Grouped>> {
    if points.len() == 0 {
        return Vec::new();
    }
    let sample = sample(points.len());
    let centres = fitted(points, &sample, group_count(points.len()));
    let every: Vec<usize> = (0..points.len()).collect();
    let mut groups: Vec<Vec<Grouped>> = vec![Vec::new(); centres.len() / points.dim];
    for (&point, (group, closeness)) in every.iter().zip(nearest(points, &every, &centres)) {
        groups[group].push(Grouped {
            member: points.members[point],
            closeness,
        });
    }
    groups.retain(|group| !group.is_empty());
    for group in &mut groups {
        group.sort_by(|a, b| {
            b.closeness
                .total_cmp(&a.closeness)
                .then(a.member.cmp(&b.member))
        });
    }
    groups
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a square root of a count"
)]
fn group_count(points: usize) -> usize {
    ((points as f64).sqrt().round() as usize).max(1)
}

fn sample(points: usize) -> Vec<usize> {
    let step = points.div_ceil(FITTED_MAX);
    (0..points).step_by(step.max(1)).collect()
}

/// The centres, row by row.
fn fitted(points: &Points, sample: &[usize], count: usize) -> Vec<f32> {
    let mut centres = seeded(points, sample, count.min(sample.len()));
    let mut before: Vec<usize> = Vec::new();
    for _ in 0..ROUNDS_MAX {
        let found = nearest(points, sample, &centres);
        let groups: Vec<usize> = found.iter().map(|&(group, _)| group).collect();
        if groups == before {
            break;
        }
        centres = means(points, sample, &found, &centres);
        before = groups;
    }
    centres
}

/// First centres, far apart (k-means++): each next one is drawn from the points
/// with a chance that grows with the square of the distance to the nearest
/// centre so far. Of all points the one that comes first in a race with these
/// rates wins, each with its own dice.
fn seeded(points: &Points, sample: &[usize], count: usize) -> Vec<f32> {
    let mut centres: Vec<f32> = Vec::with_capacity(count * points.dim);
    let mut distances = vec![1.0_f32; sample.len()];
    for round in 0..count {
        let time = |place: usize| arrival(points.seeds[sample[place]], round, distances[place]);
        let winner = (0..sample.len())
            .filter(|&place| distances[place] > 0.0)
            .min_by(|&a, &b| time(a).total_cmp(&time(b)).then(a.cmp(&b)));
        // All points lie on centres: there are no more groups than that.
        let Some(winner) = winner else { break };
        let centre = points.row(sample[winner]);
        centres.extend_from_slice(centre);
        for (distance, (_, cosine)) in distances.iter_mut().zip(nearest(points, sample, centre)) {
            // Copies of the centre differ from it by rounding only.
            let far = (1.0 - cosine).max(0.0);
            *distance = distance.min(if far < 1e-6 { 0.0 } else { far });
        }
    }
    centres
}

/// When a point arrives that comes at a rate: exponential, from the point's own dice.
fn arrival(seed: u64, round: usize, rate: f32) -> f64 {
    let mut bits = seed ^ (round as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^= bits >> 31;
    // 53 bits, and never zero.
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
    let share = ((bits >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
    -share.ln() / f64::from(rate)
}

/// For each point of a sample the nearest centre and the cosine to it.
fn nearest(points: &Points, sample: &[usize], centres: &[f32]) -> Vec<(usize, f32)> {
    let dim = points.dim;
    let count = centres.len() / dim;
    let mut matrix = FloatMatrix::new(kernels::Path::best());
    matrix.pack_transposed(View::whole(centres, dim));
    let mut found = Vec::with_capacity(sample.len());
    let mut rows: Vec<f32> = Vec::with_capacity(BLOCK_POINTS * dim);
    let mut cosines = vec![0.0_f32; BLOCK_POINTS * count];
    for block in sample.chunks(BLOCK_POINTS) {
        rows.clear();
        for &point in block {
            rows.extend_from_slice(points.row(point));
        }
        let out = &mut cosines[..block.len() * count];
        matrix.multiply(View::whole(&rows, dim), None, ViewMut::whole(out, count));
        found.extend(out.chunks_exact(count).map(largest));
    }
    found
}

/// The first of the largest values.
fn largest(values: &[f32]) -> (usize, f32) {
    let mut best = (0, f32::NEG_INFINITY);
    for (place, &value) in values.iter().enumerate() {
        if value > best.1 {
            best = (place, value);
        }
    }
    best
}

/// The middle of each group. A group that lost its points starts anew at the
/// point that is farthest from its centre.
fn means(points: &Points, sample: &[usize], found: &[(usize, f32)], before: &[f32]) -> Vec<f32> {
    let dim = points.dim;
    let mut centres = vec![0.0_f32; before.len()];
    let mut sizes = vec![0_usize; before.len() / dim];
    for (&point, &(group, _)) in sample.iter().zip(found) {
        sizes[group] += 1;
        let centre = &mut centres[group * dim..(group + 1) * dim];
        for (sum, value) in centre.iter_mut().zip(points.row(point)) {
            *sum += value;
        }
    }
    let mut outliers: Vec<usize> = (0..sample.len()).collect();
    if sizes.contains(&0) {
        outliers.sort_by(|&a, &b| found[a].1.total_cmp(&found[b].1).then(a.cmp(&b)));
    }
    let mut outliers = outliers.into_iter();
    for (group, centre) in centres.chunks_exact_mut(dim).enumerate() {
        if sizes[group] == 0 {
            if let Some(outlier) = outliers.next() {
                centre.copy_from_slice(points.row(sample[outlier]));
            }
        } else if !normalize(centre) {
            // Points that cancel each other out leave the centre where it was.
            centre.copy_from_slice(&before[group * dim..(group + 1) * dim]);
        }
    }
    centres
}
