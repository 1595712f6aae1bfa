//! Weights as a file: magic, version, checksum, then vocabulary and heads,
//! little-endian. A file that does not fit is refused before it is used.

use super::features::{FEATURES_VERSION, Vocabulary};
use super::{Classifier, Head};

const MAGIC: &[u8; 8] = b"PERROUTE";
const FORMAT_VERSION: u32 = 1;
const CHECKSUM_BYTES: usize = 32;
const HEADER_BYTES: usize = MAGIC.len() + 4 + CHECKSUM_BYTES;
/// A larger file is not one of ours.
const FILE_BYTES_MAX: usize = 64 << 20;
/// Classes of a head, and heads of a file.
const COUNT_MAX: usize = 1_000;
const NAME_BYTES_MAX: usize = 200;

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
        put_len(&mut body, self.vocabulary.hashes.len());
        self.vocabulary
            .hashes
            .iter()
            .for_each(|hash| put_u32(&mut body, *hash));
        body.extend_from_slice(&self.vocabulary.idf);
        put_len(&mut body, self.heads.len());
        for head in &self.heads {
            put_text(&mut body, &head.name);
            put_len(&mut body, head.labels.len());
            head.labels
                .iter()
                .for_each(|label| put_text(&mut body, label));
            for number in [head.temperature, head.threshold]
                .iter()
                .chain(&head.scales)
                .chain(&head.constants)
            {
                body.extend_from_slice(&number.to_le_bytes());
            }
            body.extend(head.weights.iter().map(|weight| weight.to_le_bytes()[0]));
        }
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
        let vocabulary = vocabulary(&mut rest)?;
        let heads = rest.len(COUNT_MAX)?;
        let heads = (0..heads)
            .map(|_| head(&mut rest, vocabulary.len()))
            .collect::<Result<Vec<_>, _>>()?;
        if !rest.0.is_empty() {
            return Err(damaged("bytes after the end"));
        }
        Ok(Self { vocabulary, heads })
    }
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

fn head(rest: &mut Bytes<'_>, features: usize) -> Result<Head, WeightsError> {
    let name = rest.text()?;
    let classes = rest.len(COUNT_MAX)?;
    let labels = (0..classes)
        .map(|_| rest.text())
        .collect::<Result<Vec<_>, _>>()?;
    let (temperature, threshold) = (rest.f32()?, rest.f32()?);
    if temperature <= 0.0 {
        return Err(damaged("a temperature that is not positive"));
    }
    let scales = rest.floats(classes)?;
    let constants = rest.floats(classes)?;
    let weights = rest.take(features.saturating_mul(classes))?;
    Ok(Head {
        name,
        labels,
        temperature,
        threshold,
        scales,
        constants,
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
    use super::super::{Labelled, Task};
    use super::*;

    fn small() -> Classifier {
        let labelled = |text: &str, label: &str| Labelled {
            text: text.to_owned(),
            label: label.to_owned(),
            barred: None,
        };
        let train = vec![
            labelled("where is the key", "place"),
            labelled("where was the lid", "place"),
            labelled("when is the fair", "time"),
            labelled("when was the flood", "time"),
        ];
        let task = Task {
            name: "kind".to_owned(),
            calibration: train.clone(),
            train,
            fit: Default::default(),
        };
        Classifier::train(&[task], 1)
    }

    #[test]
    fn what_is_written_is_read_again() {
        let classifier = small();
        let bytes = classifier.to_bytes();
        let read = Classifier::from_bytes(&bytes).unwrap();
        assert_eq!(read, classifier);
        let head = read.head("kind").unwrap();
        assert_eq!(head.guess(&read.read("where is it"), None).label, "place");
        assert_eq!(
            head.guess(&read.read("where is it"), Some("place")).label,
            "time"
        );
        assert_eq!(small().to_bytes(), bytes, "training is reproducible");
    }

    #[test]
    fn corrupt_and_foreign_files_are_refused() {
        let bytes = small().to_bytes();
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
