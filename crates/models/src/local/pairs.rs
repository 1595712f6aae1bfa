//! Two texts as one row of tokens: a question, what stands between, a passage.
//!
//! What stands before, between and behind them, and which segment each belongs to, is read off the
//! tokenizer itself, by what it makes of a pair: `[CLS] a [SEP] b [SEP]` with segments 0 and 1 for a
//! BERT, `<s> a </s></s> b </s>` with one segment for an XLM-R.

use std::path::Path;

use super::{
    encoder::Input,
    tokens::{TOKENIZER, open, vocabulary},
};
use crate::ModelError;

/// Least tokens of texts in a window: below it, nothing of a passage could be judged.
const ROOM_MIN: usize = 16;

/// What a tokenizer is tried with.
const PROBE: &str = "a";

/// A tokenizer of pairs, with the window of its model.
pub(super) struct Pairs {
    tokenizer: Box<tokenizers::Tokenizer>,
    model: String,
    front: Vec<u32>,
    between: Vec<u32>,
    back: Vec<u32>,
    /// Whether a passage is a segment of its own.
    segments: bool,
    window: usize,
}

/// A question's tokens, cut to what a window leaves it.
pub(super) struct Question {
    ids: Vec<u32>,
    cut: usize,
}

/// A pair in one window.
pub(super) struct Pair {
    ids: Vec<u32>,
    second_from: usize,
    /// Tokens that the window had no room for.
    pub cut_tokens: usize,
}

impl Pair {
    /// As the encoder reads it.
    pub(super) fn input(&self) -> Input<'_> {
        Input {
            ids: &self.ids,
            second_from: self.second_from,
        }
    }
}

impl Pairs {
    /// Reads the tokenizer of a folder; `window` counts both texts and the specials.
    pub(super) fn read(dir: &Path, model: &str, window: usize) -> Result<Self, ModelError> {
        let path = dir.join(TOKENIZER);
        let tokenizer = open(&path)?;
        let (front, between, back, segments) =
            layout(&tokenizer).map_err(ModelError::bad(&path))?;
        let pairs = Self {
            tokenizer: Box::new(tokenizer),
            model: model.to_owned(),
            front,
            between,
            back,
            segments,
            window,
        };
        if pairs.room() < ROOM_MIN {
            return Err(ModelError::BadModel {
                file: dir.to_owned(),
                reason: format!("a window of {window} tokens is too small"),
            });
        }
        Ok(pairs)
    }

    /// One more than the largest token there is.
    pub(super) fn vocabulary(&self) -> usize {
        vocabulary(&self.tokenizer)
    }

    /// Segments that the encoder needs embeddings of.
    pub(super) fn segments(&self) -> usize {
        1 + usize::from(self.segments)
    }

    /// A question, which has half of the window at most.
    pub(super) fn question(&self, text: &str) -> Result<Question, ModelError> {
        let mut ids = self.encode(text)?;
        let cut = ids.len().saturating_sub(self.room() / 2);
        ids.truncate(ids.len() - cut);
        Ok(Question { ids, cut })
    }

    /// A question and a passage, which is cut at its end where both are too long.
    pub(super) fn pair(&self, question: &Question, passage: &str) -> Result<Pair, ModelError> {
        let passage = self.encode(passage)?;
        let kept = passage.len().min(self.room() - question.ids.len());
        let first = [&self.front, &question.ids, &self.between].map(Vec::as_slice);
        let mut ids = first.concat();
        let second_from = ids.len();
        ids.extend_from_slice(&passage[..kept]);
        ids.extend_from_slice(&self.back);
        Ok(Pair {
            second_from: if self.segments {
                second_from
            } else {
                ids.len()
            },
            ids,
            cut_tokens: question.cut + passage.len() - kept,
        })
    }

    /// Tokens of both texts that a window has room for.
    fn room(&self) -> usize {
        let specials = self.front.len() + self.between.len() + self.back.len();
        self.window.saturating_sub(specials)
    }

    fn encode(&self, text: &str) -> Result<Vec<u32>, ModelError> {
        let failed = |error: tokenizers::Error| ModelError::Failed {
            name: self.model.clone(),
            reason: error.to_string(),
        };
        let encoding = self.tokenizer.encode_fast(text, false).map_err(failed)?;
        Ok(encoding.get_ids().to_vec())
    }
}

type Layout = (Vec<u32>, Vec<u32>, Vec<u32>, bool);

/// What a tokenizer puts before, between and behind two texts, and whether the second is a segment
/// of its own.
fn layout(tokenizer: &tokenizers::Tokenizer) -> tokenizers::Result<Layout> {
    let bare = tokenizer.encode_fast(PROBE, false)?.get_ids().to_vec();
    let whole = tokenizer.encode_fast((PROBE, PROBE), true)?;
    let (ids, types) = (whole.get_ids(), whole.get_type_ids());
    let find = |from: usize| {
        let mut parts = ids[from..].windows(bare.len().max(1));
        parts.position(|part| part == bare).map(|at| from + at)
    };
    let changed = "the tokenizer changes texts when it joins two of them";
    let first = find(0).ok_or(changed)?;
    let between = first + bare.len();
    let second = find(between).ok_or(changed)?;
    if second == between {
        return Err("the tokenizer puts nothing between two texts".into());
    }
    let segment = types[second];
    let fits = types[..second].iter().all(|of| *of == 0)
        && types[second..].iter().all(|of| *of == segment)
        && segment <= 1;
    if !fits {
        return Err(format!("segments of a pair are {types:?}, expected 0 and then 1").into());
    }
    Ok((
        ids[..first].to_vec(),
        ids[between..second].to_vec(),
        ids[second + bare.len()..].to_vec(),
        segment == 1,
    ))
}
