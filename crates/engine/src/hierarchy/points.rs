//! Documents as points on a sphere.

use std::collections::HashMap;

use index::{DocumentRecord, IndexError, Snapshot, Summary};

/// Values of a point made from key terms: so many that few terms share one.
const TERM_DIM: usize = 256;

/// What a document's next key term weighs against the one before.
pub(super) const NEXT_TERM_WEIGHT: f32 = 0.85;

/// A document to be clustered.
pub(crate) struct Member<'s> {
    pub record: &'s DocumentRecord,
    pub summary: Summary,
}

/// Points of length 1, in order of document id.
pub(super) struct Points {
    /// By point, the document's place among the members.
    pub members: Vec<usize>,
    /// By point, 64 bits of its document's id.
    pub seeds: Vec<u64>,
    /// Values of a point.
    pub dim: usize,
    /// All values, row by row.
    pub values: Vec<f32>,
}

impl Points {
    fn with_capacity(documents: usize, dim: usize) -> Points {
        Points {
            members: Vec::with_capacity(documents),
            seeds: Vec::with_capacity(documents),
            dim,
            values: Vec::with_capacity(documents * dim),
        }
    }

    /// Number of points.
    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    /// The values of a point.
    pub(super) fn row(&self, point: usize) -> &[f32] {
        &self.values[point * self.dim..(point + 1) * self.dim]
    }

    fn push(&mut self, member: usize, id: &str, values: &[f32]) {
        self.members.push(member);
        // The id is a hash in hexadecimal digits.
        self.seeds.push(u64::from_str_radix(id, 16).unwrap_or(0));
        self.values.extend_from_slice(values);
    }

    /// The documents' vectors.
    pub(super) fn of_vectors(
        snapshot: &Snapshot,
        members: &[Member<'_>],
    ) -> Result<Points, IndexError> {
        let dim = snapshot.identity().dim.unwrap_or(1);
        let mut points = Points::with_capacity(members.len(), dim);
        for (index, member) in members.iter().enumerate() {
            let id = &member.record.id;
            if let Some(vector) = snapshot.document_vector(id)? {
                points.push(index, id.as_str(), &vector);
            }
        }
        Ok(points)
    }

    /// The words of the documents' key terms, hashed; earlier terms and words
    /// of fewer documents weigh more.
    pub(super) fn of_terms(members: &[Member<'_>]) -> Points {
        let words: Vec<Vec<(String, f32)>> = members.iter().map(weighted_words).collect();
        let mut holding: HashMap<&str, u32> = HashMap::new();
        for (word, _) in words.iter().flatten() {
            *holding.entry(word).or_insert(0) += 1;
        }
        let mut points = Points::with_capacity(members.len(), TERM_DIM);
        for (index, words) in words.iter().enumerate() {
            let mut point = [0.0_f32; TERM_DIM];
            for (word, weight) in words {
                let holding = holding.get(word.as_str()).copied().unwrap_or(1);
                let (place, sign) = hashed(word);
                point[place] += sign * weight * rarity(members.len(), holding);
            }
            if normalize(&mut point) {
                points.push(index, members[index].record.id.as_str(), &point);
            }
        }
        points
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of documents")]
pub(super) fn rarity(documents: usize, holding: u32) -> f32 {
    (documents as f32 / holding.max(1) as f32).ln_1p()
}

/// Each word of the key terms once, with the weight of its first term.
fn weighted_words(member: &Member<'_>) -> Vec<(String, f32)> {
    let mut words: Vec<(String, f32)> = Vec::new();
    let mut weight = 1.0;
    for term in &member.summary.key_terms {
        for word in text::terms(term, member.record.language) {
            if words.iter().all(|(known, _)| *known != word.text) {
                words.push((word.text, weight));
            }
        }
        weight *= NEXT_TERM_WEIGHT;
    }
    words
}

/// The place of a word and its sign: two words that meet in one place add as
/// often as they cancel.
fn hashed(word: &str) -> (usize, f32) {
    let hash = blake3::hash(word.as_bytes());
    let bytes = hash.as_bytes();
    let place = usize::from(u16::from_le_bytes([bytes[0], bytes[1]])) % TERM_DIM;
    (place, if bytes[2] & 1 == 0 { 1.0 } else { -1.0 })
}

/// Gives a vector the length 1; false when it has none.
pub(super) fn normalize(vector: &mut [f32]) -> bool {
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    if !length.is_finite() || length <= f32::EPSILON {
        return false;
    }
    vector.iter_mut().for_each(|value| *value /= length);
    true
}
