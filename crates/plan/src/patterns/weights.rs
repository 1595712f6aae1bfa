//! Weights of the ranker, and the file they are shipped in.
//!
//! `PPW` and a version, then a checksum of all that follows: the step of a
//! weight, the calibration, the trees, the vocabulary's hashes as rising differences, the
//! places of the weights that are not zero as differences, and the weights, a
//! byte each.

use std::sync::OnceLock;

use super::calibrate::{Calibration, KINDS, NUMBERS};
use super::features::SLOT_BITS;
use super::hash;
use super::vocabulary::Vocabulary;
use crate::trees::Trees;

/// Format of the file, and of the features that its weights are of.
const MAGIC: [u8; 4] = *b"PPW7";

/// Places in the table.
pub(super) const SLOTS: usize = 1 << SLOT_BITS;

/// What the ranker learned.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    /// In steps, by place.
    table: Vec<i8>,
    step: f32,
    pub(super) vocabulary: Vocabulary,
    pub(super) trees: Trees,
    pub(super) calibration: Calibration,
}

/// Why a file of weights cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// Other bytes at the start.
    #[error("not pattern weights of version 1: make them again with `perusal eval tables --train`")]
    Version,
    /// It ends too early, or its bytes changed.
    #[error("pattern weights are damaged: checksum is {found:016x}, {expected:016x} was expected")]
    Damaged {
        /// Of the bytes that are there.
        found: u64,
        /// As written in the file.
        expected: u64,
    },
}

/// The weights that are shipped with the library, read when first asked for.
///
/// # Errors
/// When the file is of another version or damaged: then there are no candidates.
pub fn shipped() -> Result<&'static Weights, WeightsError> {
    static READ: OnceLock<Result<Weights, WeightsError>> = OnceLock::new();
    let read =
        READ.get_or_init(|| Weights::from_bytes(include_bytes!("../../weights/patterns.bin")));
    read.as_ref().map_err(|error| *error)
}

impl Weights {
    /// Rounds learned weights to 127 steps a side; the smallest become zero.
    pub(super) fn new(
        learned: &[f32],
        vocabulary: Vocabulary,
        trees: Trees,
        calibration: Calibration,
    ) -> Weights {
        let mut sizes: Vec<f32> = learned
            .iter()
            .map(|one| one.abs())
            .filter(|one| *one > 0.0)
            .collect();
        sizes.sort_by(f32::total_cmp);
        // A few large ones would take the steps from all others.
        let large = sizes
            .get(sizes.len().saturating_sub(1) * 9995 / 10_000)
            .copied()
            .unwrap_or(1.0);
        let step = large / 127.0;
        #[expect(clippy::cast_possible_truncation, reason = "clamped")]
        let table = learned
            .iter()
            .map(|one| (one / step).round().clamp(-127.0, 127.0) as i8)
            .collect();
        Weights {
            table,
            step,
            vocabulary,
            trees,
            calibration,
        }
    }

    /// The weight of a place.
    pub(super) fn at(&self, slot: u32) -> f32 {
        f32::from(self.table[slot as usize]) * self.step
    }

    /// How many weights are not zero.
    pub fn len(&self) -> usize {
        self.table.iter().filter(|one| **one != 0).count()
    }

    /// Whether nothing was learned.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        body.extend(self.step.to_le_bytes());
        for number in self.calibration.numbers().into_iter().flatten() {
            body.extend(number.to_le_bytes());
        }
        self.trees.write(&mut body);
        write_places(&mut body, &self.vocabulary.known);
        let set: Vec<u32> = (0_u32..)
            .zip(&self.table)
            .filter(|(_, weight)| **weight != 0)
            .map(|(place, _)| place)
            .collect();
        write_places(&mut body, &set);
        body.extend(
            set.iter()
                .map(|place| self.table[*place as usize].to_le_bytes()[0]),
        );
        let mut bytes = MAGIC.to_vec();
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// When they are of another version, cut off or changed.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or(WeightsError::Version)?;
        let (sum, body) = rest.split_first_chunk::<8>().ok_or(WeightsError::Version)?;
        let (found, expected) = (checksum(body), u64::from_le_bytes(*sum));
        let damaged = WeightsError::Damaged { found, expected };
        if found != expected {
            return Err(damaged);
        }
        Weights::read(body).ok_or(damaged)
    }

    fn read(body: &[u8]) -> Option<Weights> {
        let mut rest = body;
        let step = f32::from_le_bytes(take(&mut rest)?);
        let mut numbers = [[0.0; NUMBERS]; KINDS];
        for number in numbers.iter_mut().flatten() {
            *number = f64::from_le_bytes(take(&mut rest)?);
        }
        let trees = Trees::read(&mut rest)?;
        let known = read_places(&mut rest)?;
        let set = read_places(&mut rest)?;
        let mut table = vec![0; SLOTS];
        if rest.len() != set.len() {
            return None;
        }
        for (place, weight) in set.iter().zip(rest) {
            *table.get_mut(*place as usize)? = i8::from_le_bytes([*weight]);
        }
        Some(Weights {
            table,
            step,
            vocabulary: Vocabulary { known },
            trees,
            calibration: Calibration::of(numbers),
        })
    }
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, behind) = rest.split_first_chunk::<N>()?;
    *rest = behind;
    Some(*first)
}

/// Rising numbers: their count, then each difference, seven bits a byte.
fn write_places(out: &mut Vec<u8>, places: &[u32]) {
    let mut write = |mut number: u32| {
        while number >= 0x80 {
            out.push(number.to_le_bytes()[0] | 0x80);
            number >>= 7;
        }
        out.push(number.to_le_bytes()[0]);
    };
    write(u32::try_from(places.len()).unwrap_or(u32::MAX));
    let mut last = 0;
    for place in places {
        write(place - last);
        last = *place;
    }
}

fn read_places(rest: &mut &[u8]) -> Option<Vec<u32>> {
    let mut read = || {
        let mut number = 0_u32;
        for at in 0..5 {
            let [byte] = take::<1>(rest)?;
            number |= u32::from(byte & 0x7f).checked_shl(7 * at)?;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    };
    let count = read()?;
    let mut last = 0_u32;
    let mut places = Vec::new();
    for _ in 0..count {
        last = last.checked_add(read()?)?;
        places.push(last);
    }
    Some(places)
}

fn checksum(body: &[u8]) -> u64 {
    body.chunks(8).fold(body.len() as u64, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash::join(sum, u64::from_le_bytes(word))
    })
}
