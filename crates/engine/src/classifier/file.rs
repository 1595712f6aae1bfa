//! Weights as a file: magic, version, checksum, then vocabulary and heads,
//! little-endian. A file that does not fit is refused before it is used.

use super::features::{FEATURES_VERSION, Vocabulary};
use super::{Block, Classifier, Head, Meaning};

const MAGIC: &[u8; 8] = b"PERROUTE";
const FORMAT_VERSION: u32 = 3;
const CHECKSUM_BYTES: usize = 32;
const HEADER_BYTES: usize = MAGIC.len() + 4 + CHECKSUM_BYTES;
/// A larger file is not one of ours.
const FILE_BYTES_MAX: usize = 64 << 20;
/// Classes of a head, and heads of a file.
const COUNT_MAX: usize = 1_000;
const NAME_BYTES_MAX: usize = 200;
/// Numbers of the longest embedding.
const DIM_MAX: usize = 1 << 16;

/// Why weights were refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// Another kind of file.
    #[error("these are no weights of the router: the file does not begin with PERROUTE")]
    Foreign,
    /// Written for another version of the code.
    #[error("weights of version {got}, expected {expected}")]
    Version {
        /// What this code reads.
        expected: String,
        /// What came.
        got: String,
    },
    /// The content does not fit its checksum or its own lengths.
    #[error("the weights are damaged: {reason}")]
    Damaged {
        /// What does not fit.
        reason: String,
    },
}

impl Classifier {
    /// The file's bytes; equal classifiers give equal bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        put_u32(&mut body, FEATURES_VERSION);
        body.extend_from_slice(&self.trained_on);
        put_meaning(&mut body, self.meaning.as_ref());
        put_len(&mut body, self.vocabulary.hashes.len());
        self.vocabulary
            .hashes
            .iter()
            .for_each(|hash| put_u32(&mut body, *hash));
        body.extend_from_slice(&self.vocabulary.idf);
        put_len(&mut body, self.heads.len());
        self.heads.iter().for_each(|head| put_head(&mut body, head));
        let mut bytes = MAGIC.to_vec();
        put_u32(&mut bytes, FORMAT_VERSION);
        bytes.extend_from_slice(&crate::content_digest(&body));
        bytes.extend_from_slice(&body);
        bytes
    }

    /// Reads a file's bytes.
    ///
    /// # Errors
    /// [`WeightsError`]; nothing is allocated beyond the size of the file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        if !bytes.starts_with(MAGIC) {
            return Err(WeightsError::Foreign);
        }
        if bytes.len() > FILE_BYTES_MAX || bytes.len() < HEADER_BYTES {
            return Err(damaged(&format!("{} bytes", bytes.len())));
        }
        let mut rest = Bytes(&bytes[MAGIC.len()..]);
        expect_version("of the file", FORMAT_VERSION, rest.u32()?)?;
        let checksum = rest.take(CHECKSUM_BYTES)?;
        if checksum != crate::content_digest(rest.0) {
            return Err(damaged("the checksum does not fit"));
        }
        expect_version("of the features", FEATURES_VERSION, rest.u32()?)?;
        let mut trained_on = [0; CHECKSUM_BYTES];
        trained_on.copy_from_slice(rest.take(CHECKSUM_BYTES)?);
        let meaning = meaning(&mut rest)?;
        let dim = meaning.as_ref().map_or(0, |one| one.centre.len());
        let vocabulary = vocabulary(&mut rest)?;
        let heads = rest.len(COUNT_MAX)?;
        let heads = (0..heads)
            .map(|_| head(&mut rest, vocabulary.len(), dim))
            .collect::<Result<Vec<_>, _>>()?;
        if !rest.0.is_empty() {
            return Err(damaged("bytes after the end"));
        }
        Ok(Self {
            vocabulary,
            meaning,
            heads,
            trained_on,
        })
    }
}

/// No name stands for no embedder.
fn put_meaning(body: &mut Vec<u8>, meaning: Option<&Meaning>) {
    let Some(meaning) = meaning else {
        return put_text(body, "");
    };
    put_text(body, &meaning.embedder);
    put_len(body, meaning.centre.len());
    put_floats(body, &meaning.centre);
    put_floats(body, &[meaning.stretch]);
}

fn put_head(body: &mut Vec<u8>, head: &Head) {
    put_text(body, &head.name);
    put_len(body, head.labels.len());
    head.labels.iter().for_each(|label| put_text(body, label));
    put_floats(body, &[head.temperature, head.threshold]);
    put_floats(body, &head.constants);
    for block in [&head.words, &head.meaning] {
        put_floats(body, &block.scales);
        body.extend(block.weights.iter().map(|weight| weight.to_le_bytes()[0]));
    }
}

fn meaning(rest: &mut Bytes<'_>) -> Result<Option<Meaning>, WeightsError> {
    let embedder = rest.text()?;
    if embedder.is_empty() {
        return Ok(None);
    }
    let dim = rest.len(DIM_MAX)?;
    let centre = rest.floats(dim)?;
    let stretch = rest.f32()?;
    Ok(Some(Meaning {
        embedder,
        centre,
        stretch,
    }))
}

fn vocabulary(rest: &mut Bytes<'_>) -> Result<Vocabulary, WeightsError> {
    let count = rest.len(FILE_BYTES_MAX)?;
    let hashes: Vec<u32> = rest
        .take(count.saturating_mul(4))?
        .chunks_exact(4)
        .map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]))
        .collect();
    if !hashes.is_sorted_by(|a, b| a < b) {
        return Err(damaged("the vocabulary is not sorted"));
    }
    let idf = rest.take(count)?.to_vec();
    Ok(Vocabulary { hashes, idf })
}

fn head(rest: &mut Bytes<'_>, words: usize, dim: usize) -> Result<Head, WeightsError> {
    let name = rest.text()?;
    let classes = rest.len(COUNT_MAX)?;
    let labels = (0..classes)
        .map(|_| rest.text())
        .collect::<Result<Vec<_>, _>>()?;
    let (temperature, threshold) = (rest.f32()?, rest.f32()?);
    if temperature <= 0.0 {
        return Err(damaged("a temperature that is not positive"));
    }
    Ok(Head {
        name,
        labels,
        temperature,
        threshold,
        constants: rest.floats(classes)?,
        words: block(rest, words, classes)?,
        meaning: block(rest, dim, classes)?,
    })
}

fn block(rest: &mut Bytes<'_>, rows: usize, classes: usize) -> Result<Block, WeightsError> {
    let scales = rest.floats(classes)?;
    let weights = rest.take(rows.saturating_mul(classes))?;
    Ok(Block {
        scales,
        weights: weights
            .iter()
            .map(|byte| i8::from_le_bytes([*byte]))
            .collect(),
    })
}

fn expect_version(what: &str, expected: u32, got: u32) -> Result<(), WeightsError> {
    if expected == got {
        return Ok(());
    }
    Err(WeightsError::Version {
        expected: format!("{expected} {what}"),
        got: got.to_string(),
    })
}

fn damaged(reason: &str) -> WeightsError {
    WeightsError::Damaged {
        reason: reason.to_owned(),
    }
}

fn put_u32(bytes: &mut Vec<u8>, number: u32) {
    bytes.extend_from_slice(&number.to_le_bytes());
}

fn put_len(bytes: &mut Vec<u8>, length: usize) {
    put_u32(bytes, u32::try_from(length).unwrap_or(u32::MAX));
}

fn put_floats(bytes: &mut Vec<u8>, numbers: &[f32]) {
    for number in numbers {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put_len(bytes, text.len());
    bytes.extend_from_slice(text.as_bytes());
}

/// What is left of the file.
struct Bytes<'b>(&'b [u8]);

impl<'b> Bytes<'b> {
    fn take(&mut self, count: usize) -> Result<&'b [u8], WeightsError> {
        let (taken, rest) = self
            .0
            .split_at_checked(count)
            .ok_or_else(|| damaged("it ends too early"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn u32(&mut self) -> Result<u32, WeightsError> {
        let four = self.take(4)?;
        Ok(u32::from_le_bytes([four[0], four[1], four[2], four[3]]))
    }

    fn f32(&mut self) -> Result<f32, WeightsError> {
        let number = f32::from_bits(self.u32()?);
        if number.is_finite() {
            Ok(number)
        } else {
            Err(damaged("a number that is not finite"))
        }
    }

    fn floats(&mut self, count: usize) -> Result<Vec<f32>, WeightsError> {
        (0..count).map(|_| self.f32()).collect()
    }

    fn len(&mut self, max: usize) -> Result<usize, WeightsError> {
        let length = self.u32()? as usize;
        if length <= max {
            Ok(length)
        } else {
            Err(damaged("a length beyond its limit"))
        }
    }

    fn text(&mut self) -> Result<String, WeightsError> {
        let length = self.len(NAME_BYTES_MAX)?;
        String::from_utf8(self.take(length)?.to_vec()).map_err(|_| damaged("a name is no text"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::features::Kept;
    use super::*;

    /// Weights by hand: "where" and "when" tell place from time, and so does the first
    /// number of an embedding.
    fn small(embedder: Option<&str>) -> Classifier {
        let kept = Kept {
            texts_min: 1,
            marks: false,
        };
        let vocabulary = Vocabulary::of(["where", "when"].into_iter(), kept);
        let sides = |text: &str, x: f32| {
            let mut rows = vec![0.0; vocabulary.len() * 2];
            for (at, _) in vocabulary.vector(text) {
                rows[at as usize * 2] += x;
            }
            rows
        };
        let rows: Vec<f32> = sides("where", 1.0)
            .iter()
            .zip(sides("when", -1.0))
            .map(|(a, b)| a + b)
            .collect();
        let dim = embedder.map_or(0, |_| 2);
        let of_meaning = [-1.0, 1.0, 0.0, 0.0];
        Classifier {
            heads: vec![Head {
                name: "kind".to_owned(),
                labels: vec!["place".to_owned(), "time".to_owned()],
                temperature: 0.5,
                threshold: 0.7,
                constants: vec![0.0, 0.0],
                words: Block::quantised(&rows, 2),
                meaning: Block::quantised(&of_meaning[..dim * 2], 2),
            }],
            meaning: embedder.map(|name| Meaning {
                embedder: name.to_owned(),
                centre: vec![0.5, 0.5],
                stretch: 2.0,
            }),
            vocabulary,
            trained_on: [7; 32],
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for embedder in [None, Some("two-numbers")] {
            let classifier = small(embedder);
            let read = Classifier::from_bytes(&classifier.to_bytes()).unwrap();
            assert_eq!(read, classifier);
            assert_eq!(read.embedder(), embedder);
        }
        let words = small(None);
        let head = words.head("kind").unwrap();
        let vector = words.vector("where is it", None);
        assert_eq!(head.guess(&vector).label, "place");
        assert!(head.probabilities(&vector, Some("place"))[0] < 1e-12);
    }

    #[test]
    fn an_embedding_counts_where_one_was_learned_from() {
        let classifier = small(Some("two-numbers"));
        let head = classifier.head("kind").unwrap();
        let time = |embedding: &[f32]| {
            let vector = classifier.vector("🙂", Some(embedding));
            head.probability(&vector, "time")
        };
        assert!(time(&[1.0, 0.5]) > time(&[0.0, 0.5]));
        // Of another length it is none.
        let words = classifier.vector("xyzzy", None);
        assert_eq!(classifier.vector("xyzzy", Some(&[1.0])), words);
        assert!(classifier.reads(Some(&[1.0, 0.5])) && !classifier.reads(None));
        assert!(small(None).reads(None) && !small(None).reads(Some(&[1.0])));
    }

    #[test]
    fn corrupt_and_foreign_files_are_refused() {
        let bytes = small(Some("two-numbers")).to_bytes();
        assert_eq!(
            Classifier::from_bytes(b"PK\x03\x04"),
            Err(WeightsError::Foreign)
        );
        for at in (0..bytes.len()).step_by(7) {
            let mut changed = bytes.clone();
            changed[at] ^= 0x40;
            assert!(Classifier::from_bytes(&changed).is_err(), "byte {at}");
            assert!(Classifier::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
        }
    }
}
