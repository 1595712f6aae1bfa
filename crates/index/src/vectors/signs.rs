//! The first pass over many vectors: signs, a bit a value, in memory.
//!
//! Rows are ordered by how many signs differ from the query's, and the nearest
//! few percent are scored again from their bytes. What is scored again is a
//! matter of the vectors alone: every row up to a distance, all rows at that
//! distance too, whatever the order of slots and the number of threads. So the
//! ranking is the same however the store came to hold the vectors.
//!
//! Signs are made from the mapped vectors when the first pass first runs, and
//! handed on to the next version: 48 bytes a chunk at 384 values, which make
//! three milliseconds of reading out of twenty-five at a million chunks. Weighed
//! against a file of signs: nothing more to commit, to damage or to erase.

use std::sync::Arc;
use std::thread;

use kernels::Quantized;
use kernels::signs::{SIGN_ROWS, blocks_words, fill_signs, sign_distances, signs};

use super::scan::{Stretch, cosine, halves};
use super::{BLOCK_ROWS, VectorMap};
use crate::ranking::Best;

/// From this many rows on the first pass runs: below, scanning all bytes takes
/// under 4 ms on two cores, and being exact is worth that.
pub(crate) const FIRST_PASS_FROM_ROWS: u64 = 131_072;

/// One of so many rows is scored again, up to the smallest library that runs
/// the first pass unasked; beyond, their number grows with the power of two
/// thirds. Where a hundred of 131,072 rows are sought, eight of ten thousand are
/// as rare: of our real sets of that size 0.997 are found with this share
/// (`bench_first_pass` of `eval` prints it). Among more rows the hundred nearest
/// are rarer and lie nearer, so that a smaller share holds as many of them.
const ROWS_A_CANDIDATE: u64 = 16;

/// Rows that are to be scored again, of `total`, for `k` hits.
fn candidates(total: u64, k: usize) -> u64 {
    let over = (total as f64 / FIRST_PASS_FROM_ROWS as f64).max(1.0);
    let share = ROWS_A_CANDIDATE as f64 * over.cbrt();
    ((total as f64 / share) as u64).max(k as u64 * CANDIDATES_A_HIT)
}

/// At least so many rows are scored again for each hit wanted, as small
/// libraries need that are told to run the first pass.
const CANDIDATES_A_HIT: u64 = 20;

/// Blocks of the vector file whose signs lie in one allocation.
const PART_BLOCKS: u64 = 16;
const PART_SLOTS: u64 = PART_BLOCKS * BLOCK_ROWS;

/// The signs of the slots of a vector file, in order of slot.
#[derive(Clone, Default)]
pub(crate) struct Signs {
    parts: Vec<Arc<[u64]>>,
    /// Slots whose signs are here.
    slots: u64,
}

impl Signs {
    /// The signs of slots `0..slots`. Slots never change once they are
    /// committed, so what `before` has of the same file is taken from there.
    pub(crate) fn of(map: &VectorMap, slots: u64, before: Option<&Signs>) -> Signs {
        let known = before.map_or(0, |before| before.slots.min(slots) / PART_SLOTS);
        let mut parts: Vec<Arc<[u64]>> = before
            .iter()
            .flat_map(|before| &before.parts)
            .take(known as usize)
            .cloned()
            .collect();
        let count = slots.div_ceil(PART_SLOTS);
        let middle = known + (count - known).div_ceil(2);
        let make = |parts: std::ops::Range<u64>| -> Vec<Arc<[u64]>> {
            parts.map(|part| part_of(map, part, slots)).collect()
        };
        thread::scope(|scope| {
            let other = thread::Builder::new().spawn_scoped(scope, || make(middle..count));
            parts.extend(make(known..middle));
            let other = other.ok().and_then(|handle| handle.join().ok());
            parts.extend(other.unwrap_or_else(|| make(middle..count)));
        });
        Signs { parts, slots }
    }

    /// The blocks of a part that hold the slots `first..=last` of it.
    fn blocks(&self, part: u64, first: u64, last: u64, words: usize) -> &[u64] {
        let block = |slot: u64| slot as usize / SIGN_ROWS * SIGN_ROWS * words;
        &self.parts[part as usize][block(first)..block(last) + SIGN_ROWS * words]
    }
}

fn part_of(map: &VectorMap, part: u64, slots: u64) -> Arc<[u64]> {
    let start = part * PART_SLOTS;
    let end = (start + PART_SLOTS).min(slots);
    let mut words = vec![0; blocks_words((end - start) as usize, map.dim())];
    let mut rest = &mut words[..];
    for (slot, count) in super::pieces(start, end - start) {
        let (blocks, behind) = rest.split_at_mut(blocks_words(count, map.dim()));
        fill_signs(map.values(slot, count), map.dim(), blocks);
        rest = behind;
    }
    words.into()
}

/// A query as the first pass and the second take it.
struct Search<'s> {
    map: &'s VectorMap,
    signs: &'s Signs,
    query: &'s Quantized,
    query_signs: Vec<u64>,
}

/// The `k` best rows among those nearest by their signs, best first.
pub(crate) fn nearest(
    map: &VectorMap,
    signs_of: &Signs,
    stretches: &[Stretch],
    query: &Quantized,
    k: usize,
) -> Vec<(f32, u32)> {
    let total: u64 = stretches
        .iter()
        .map(|stretch| u64::from(stretch.count))
        .sum();
    let wanted = candidates(total, k);
    let (left, right) = halves(stretches, total / 2);
    let search = Search {
        map,
        signs: signs_of,
        query,
        query_signs: signs(&query.values),
    };
    let (left, right) = both([&left, &right], |part| search.distances(part));
    let within = radius(&[&left, &right], wanted);
    let (found, other) = both([&left, &right], |part| search.score(part, within, k));
    let mut best = Best::new(k);
    for (score, row) in found.into_iter().chain(other) {
        best.offer(score, row);
    }
    best.into_sorted()
}

/// Does the same with two halves at once; one after the other when no thread is to be had.
fn both<'p, P: Sync + ?Sized, T: Send>(
    [left, right]: [&'p P; 2],
    work: impl Fn(&'p P) -> T + Sync,
) -> (T, T) {
    thread::scope(|scope| {
        let thread = thread::Builder::new().spawn_scoped(scope, || work(right));
        let left = work(left);
        let made = thread.ok().and_then(|handle| handle.join().ok());
        (left, made.unwrap_or_else(|| work(right)))
    })
}

/// Histograms side by side: neighbouring rows are often equally far, and an
/// increment would wait for the one before.
const LANES: usize = 4;

/// How far the rows of some stretches are.
struct Distances<'d> {
    stretches: &'d [Stretch],
    /// By row, stretch after stretch.
    far: Vec<u16>,
    /// How many rows are how far.
    counts: Vec<u32>,
}

impl Search<'_> {
    fn distances<'d>(&self, stretches: &'d [Stretch]) -> Distances<'d> {
        let total: usize = stretches.iter().map(|stretch| stretch.count as usize).sum();
        let mut far = Vec::with_capacity(total);
        let mut buffer = vec![0_u16; PART_SLOTS as usize];
        for stretch in stretches {
            let (mut slot, end) = (stretch.slot, stretch.slot + u64::from(stretch.count));
            while slot < end {
                let part = slot / PART_SLOTS;
                let base = part * PART_SLOTS;
                let (first, last) = (slot - base, (end - base).min(PART_SLOTS) - 1);
                let words = self.query_signs.len();
                let blocks = self.signs.blocks(part, first, last, words);
                let out = &mut buffer[..blocks.len() / words];
                sign_distances(&self.query_signs, blocks, out);
                let skipped = first as usize % SIGN_ROWS;
                far.extend_from_slice(&out[skipped..skipped + (last - first) as usize + 1]);
                slot = base + last + 1;
            }
        }
        let counts = histogram(&far, self.query_signs.len() * 64 + 1);
        Distances {
            stretches,
            far,
            counts,
        }
    }

    /// The best of the rows within a distance, by their bytes.
    fn score(&self, distances: &Distances<'_>, within: u16, k: usize) -> Vec<(f32, u32)> {
        let near = distances.within(within);
        let mut best = Best::new(k);
        for (index, &(slot, row)) in near.iter().enumerate() {
            if let Some(&(ahead, _)) = near.get(index + AHEAD) {
                kernels::prefetch(self.map.values(ahead, 1));
            }
            let (values, scale) = self.map.row(slot);
            let dot = kernels::dot_i8(&self.query.values, values);
            best.offer(cosine(dot, scale, self.query.scale), row);
        }
        best.into_sorted()
    }
}

impl Distances<'_> {
    /// Slot and row of those within a distance.
    fn within(&self, within: u16) -> Vec<(u64, u32)> {
        let mut near = Vec::new();
        let mut rest = &self.far[..];
        for stretch in self.stretches {
            let (far, behind) = rest.split_at(stretch.count as usize);
            rest = behind;
            for (group, far) in far.chunks(BLOCK).enumerate() {
                // Most groups hold none, and the least of a group is found at once.
                if far.iter().copied().fold(u16::MAX, u16::min) > within {
                    continue;
                }
                let found = far.iter().enumerate().filter(|(_, far)| **far <= within);
                near.extend(found.map(|(at, _)| {
                    // Below the stretch's count, so it fits.
                    let at = (group * BLOCK + at) as u32;
                    (stretch.slot + u64::from(at), stretch.row + at)
                }));
            }
        }
        near
    }
}

/// Rows that are asked for before they are scored: they lie far apart.
const AHEAD: usize = 8;

/// Rows looked at together for one near enough.
const BLOCK: usize = 16;

fn histogram(far: &[u16], length: usize) -> Vec<u32> {
    let mut counts = vec![0_u32; length * LANES];
    let mut groups = far.chunks_exact(LANES);
    for group in &mut groups {
        for (lane, &far) in group.iter().enumerate() {
            counts[lane * length + usize::from(far)] += 1;
        }
    }
    for &far in groups.remainder() {
        counts[usize::from(far)] += 1;
    }
    let (sums, others) = counts.split_at_mut(length);
    for lane in others.chunks_exact(length) {
        for (sum, count) in sums.iter_mut().zip(lane) {
            *sum += count;
        }
    }
    counts.truncate(length);
    counts
}

/// The least distance within which `wanted` rows are.
fn radius(parts: &[&Distances<'_>], wanted: u64) -> u16 {
    let length = parts.first().map_or(0, |part| part.counts.len());
    let mut found = 0;
    for far in 0..length {
        found += parts
            .iter()
            .map(|part| u64::from(part.counts[far]))
            .sum::<u64>();
        if found >= wanted {
            return u16::try_from(far).unwrap_or(u16::MAX);
        }
    }
    u16::MAX
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::vectors::{VectorFile, scan};

    const DIM: usize = 70;

    /// Vectors around a few centres, as texts are around their matters.
    fn clustered(count: usize, seed: u64) -> Vec<Quantized> {
        let mut state = seed | 1;
        let mut roll = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f32 / (1 << 24) as f32 - 0.5
        };
        let centres: Vec<Vec<f32>> = (0..7).map(|_| (0..DIM).map(|_| roll()).collect()).collect();
        (0..count)
            .map(|index| {
                let centre = &centres[index % centres.len()];
                let vector: Vec<f32> = centre.iter().map(|value| value + 0.8 * roll()).collect();
                let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
                let unit: Vec<f32> = vector.iter().map(|value| value / length).collect();
                kernels::quantize(&unit)
            })
            .collect()
    }

    fn mapped(rows: &[Quantized]) -> (tempfile::TempDir, VectorMap) {
        let dir = tempfile::tempdir().unwrap();
        let mut file = VectorFile::open_or_create(dir.path(), 1, DIM).unwrap();
        file.write(0, rows).unwrap();
        let map = VectorMap::open(dir.path(), 1, DIM, rows.len() as u64).unwrap();
        (dir, map)
    }

    const K: usize = 20;

    /// The best of the full scan, without those farther by their signs than the
    /// nearest so many.
    fn by_definition(
        map: &VectorMap,
        stretches: &[Stretch],
        rows: &[Quantized],
        query: &Quantized,
    ) -> Vec<(f32, u32)> {
        let differ = |row: u32| {
            let pairs = rows[row as usize].values.iter().zip(&query.values);
            pairs.filter(|(a, b)| (**a < 0) != (**b < 0)).count()
        };
        let mut all = scan(map, stretches, query, rows.len());
        let mut far: Vec<usize> = all.iter().map(|(_, row)| differ(*row)).collect();
        far.sort_unstable();
        let wanted = candidates(all.len() as u64, K) as usize;
        let within = far[wanted.min(far.len()) - 1];
        all.retain(|(_, row)| differ(*row) <= within);
        all.truncate(K);
        all
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

        /// Every row up to a distance is scored as the full scan does, and no
        /// other; stretches may come in any order and cut.
        #[test]
        fn the_nearest_by_signs_are_scored_as_the_full_scan_does(
            count in 900_usize..9_000, seed in any::<u64>(),
            mut cuts in prop::collection::vec(1_u32..900, 0..9), backwards in any::<bool>(),
        ) {
            let rows = clustered(count, seed);
            let (_dir, map) = mapped(&rows);
            let signs = Signs::of(&map, count as u64, None);
            let query = &clustered(8, seed ^ 77)[7];
            cuts.sort_unstable();
            cuts.dedup();
            // Rows between cuts, every second piece left out.
            cuts.push(count as u32);
            let mut stretches = Vec::new();
            let mut start = 0;
            for (index, &end) in cuts.iter().enumerate() {
                if index % 2 == 0 {
                    stretches.push(Stretch { row: start, slot: u64::from(start), count: end - start });
                }
                start = end;
            }
            if stretches.is_empty() {
                return Ok(());
            }
            let mut other_order = stretches.clone();
            if backwards {
                other_order.reverse();
            }
            let found = nearest(&map, &signs, &other_order, query, K);
            prop_assert_eq!(&found, &nearest(&map, &signs, &stretches, query, K));
            prop_assert_eq!(found, by_definition(&map, &stretches, &rows, query));
        }

        #[test]
        fn signs_handed_on_are_those_made_anew(first in 1_usize..9_000, more in 0_usize..5_000) {
            let rows = clustered(first + more, 5);
            let (_dir, map) = mapped(&rows);
            let before = Signs::of(&map, first as u64, None);
            let grown = Signs::of(&map, (first + more) as u64, Some(&before));
            let anew = Signs::of(&map, (first + more) as u64, None);
            prop_assert_eq!(grown.parts, anew.parts);
        }
    }

    #[test]
    fn equal_vectors_are_all_looked_at() {
        let rows = vec![clustered(1, 3).remove(0); 5_000];
        let (_dir, map) = mapped(&rows);
        let signs = Signs::of(&map, 5_000, None);
        let stretch = Stretch {
            row: 0,
            slot: 0,
            count: 5_000,
        };
        let found = nearest(&map, &signs, &[stretch], &rows[0], 30);
        let expected: Vec<u32> = (0..30).collect();
        assert_eq!(
            found.iter().map(|(_, row)| *row).collect::<Vec<u32>>(),
            expected
        );
    }
}
