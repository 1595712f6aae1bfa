//! Texts to tokens, and long texts to windows.

use std::path::Path;

use tokenizers::{Model, ModelWrapper};

use super::{
    settings::Prompts,
    unigram::{Unigram, WORD_MARK},
};
use crate::{ModelError, Role};

/// How far back from the even cut a window may end, to end before a whole word.
const WORD_TOKENS_MAX: usize = 12;

/// A tokenizer with the window of its model.
pub(super) struct Tokens {
    tokenizer: Tokenizer,
    model: String,
    /// What stands before a text, specials and prompt.
    front_of_query: Vec<u32>,
    front_of_passage: Vec<u32>,
    back: Vec<u32>,
    /// Ids of special tokens, ascending.
    specials: Vec<u32>,
    mark: Mark,
    window: usize,
}

/// The file that describes a tokenizer.
pub(super) const TOKENIZER: &str = "tokenizer.json";

/// What cuts a text into tokens.
pub(super) enum Tokenizer {
    /// As `tokenizer.json` describes.
    Described(Box<tokenizers::Tokenizer>),
    /// The most probable pieces.
    Pieces(Unigram),
}

/// How a vocabulary tells the pieces of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// Those inside a word begin so.
    Inside(&'static str),
    /// Those in front of a word begin so.
    Front(char),
}

/// What a tokenizer is made of, besides its window.
pub(super) struct Parts {
    pub tokenizer: Tokenizer,
    /// Specials before and after a text.
    pub front: Vec<u32>,
    pub back: Vec<u32>,
    /// Ids of special tokens.
    pub specials: Vec<u32>,
}

impl Parts {
    /// Reads `tokenizer.json` of a folder.
    pub(super) fn read(dir: &Path) -> Result<Self, ModelError> {
        let path = dir.join(TOKENIZER);
        let tokenizer = open(&path)?;
        let (front, back) = specials(&tokenizer).map_err(ModelError::bad(&path))?;
        let added = tokenizer.get_added_tokens_decoder();
        let specials = added.iter().filter(|(_, token)| token.special);
        Ok(Self {
            specials: specials.map(|(id, _)| *id).collect(),
            tokenizer: Tokenizer::Described(Box::new(tokenizer)),
            front,
            back,
        })
    }
}

impl Tokens {
    /// A tokenizer with prompts before its texts; `window` counts them and the specials. `dir` is
    /// named in errors.
    pub(super) fn new(
        parts: Parts,
        prompts: &Prompts,
        model: &str,
        window: usize,
        dir: &Path,
    ) -> Result<Self, ModelError> {
        let mut specials = parts.specials;
        specials.sort_unstable();
        let mut tokens = Self {
            mark: parts.tokenizer.mark(),
            tokenizer: parts.tokenizer,
            model: model.to_owned(),
            front_of_query: parts.front.clone(),
            front_of_passage: parts.front,
            back: parts.back,
            specials,
            window,
        };
        let bad = |reason: String| ModelError::BadModel {
            file: dir.to_owned(),
            reason,
        };
        for role in [Role::Query, Role::Passage] {
            let prompt = prompts.of(role);
            // Else it would grow together with the first word.
            if prompt.trim_end().len() == prompt.len() && !prompt.is_empty() {
                return Err(bad(format!(
                    "the prompt `{prompt}` does not end in a space"
                )));
            }
            let mut prompt = tokens.encode(prompt.trim_end())?;
            tokens.front_mut(role).append(&mut prompt);
        }
        let front = tokens
            .front_of_query
            .len()
            .max(tokens.front_of_passage.len());
        if window < front + tokens.back.len() + 2 * WORD_TOKENS_MAX {
            return Err(bad(format!("a window of {window} tokens is too small")));
        }
        Ok(tokens)
    }

    /// One more than the largest token there is.
    pub(super) fn vocabulary(&self) -> usize {
        match &self.tokenizer {
            Tokenizer::Described(tokenizer) => vocabulary(tokenizer),
            Tokenizer::Pieces(unigram) => unigram.len(),
        }
    }

    /// Whether a token stands for no part of a text.
    pub(super) fn is_special(&self, id: u32) -> bool {
        self.specials.binary_search(&id).is_ok()
    }

    /// Tokens of a passage with prompt and specials, before any cutting.
    pub(super) fn count(&self, text: &str) -> Result<usize, ModelError> {
        Ok(self.encode(text)?.len() + self.front_of_passage.len() + self.back.len())
    }

    /// A text in windows of tokens, prompt and specials included; one window unless it is too long.
    ///
    /// Windows are of nearly one length, so that each weighs alike and none is a stump, and end
    /// before a word rather than inside it. Each has the prompt, since each is read by itself.
    pub(super) fn windows(&self, text: &str, role: Role) -> Result<Vec<Vec<u32>>, ModelError> {
        let tokens = self.encode(text)?;
        let front = self.front(role);
        let room = self.window - front.len() - self.back.len();
        let mut windows = Vec::new();
        let mut rest = tokens.as_slice();
        loop {
            let left = rest.len().div_ceil(room).max(1);
            let cut = self.cut_before_word(rest, rest.len().div_ceil(left), room, left);
            windows.push([front, &rest[..cut], &self.back].concat());
            rest = &rest[cut..];
            if rest.is_empty() {
                return Ok(windows);
            }
        }
    }

    fn front(&self, role: Role) -> &[u32] {
        match role {
            Role::Query => &self.front_of_query,
            Role::Passage => &self.front_of_passage,
        }
    }

    fn front_mut(&mut self, role: Role) -> &mut Vec<u32> {
        match role {
            Role::Query => &mut self.front_of_query,
            Role::Passage => &mut self.front_of_passage,
        }
    }

    /// The last start of a word at or before `even`, if one is near and the rest still fits into
    /// `left - 1` windows.
    fn cut_before_word(&self, tokens: &[u32], even: usize, room: usize, left: usize) -> usize {
        if left == 1 {
            return tokens.len();
        }
        let last_fit = tokens.len().saturating_sub((left - 1) * room);
        let least = last_fit.max(even.saturating_sub(WORD_TOKENS_MAX)).max(1);
        let starts_word =
            |cut: &usize| tokens.get(*cut).is_some_and(|id| !self.continues_word(*id));
        (least..=even).rev().find(starts_word).unwrap_or(even)
    }

    fn continues_word(&self, id: u32) -> bool {
        let continues = |token: &str| match self.mark {
            Mark::Inside(mark) => token.starts_with(mark),
            Mark::Front(mark) => !token.starts_with(mark),
        };
        match &self.tokenizer {
            Tokenizer::Described(tokenizer) => {
                let token = tokenizer.id_to_token(id);
                token.is_some_and(|token| continues(&token))
            }
            Tokenizer::Pieces(unigram) => continues(unigram.piece(id)),
        }
    }

    fn encode(&self, text: &str) -> Result<Vec<u32>, ModelError> {
        let tokenizer = match &self.tokenizer {
            Tokenizer::Described(tokenizer) => tokenizer,
            Tokenizer::Pieces(unigram) => return Ok(unigram.encode(text)),
        };
        let failed = |error: tokenizers::Error| ModelError::Failed {
            name: self.model.clone(),
            reason: error.to_string(),
        };
        let encoding = tokenizer.encode_fast(text, false).map_err(failed)?;
        Ok(encoding.get_ids().to_vec())
    }
}

impl Tokenizer {
    fn mark(&self) -> Mark {
        let Self::Described(tokenizer) = self else {
            return Mark::Front(WORD_MARK);
        };
        match tokenizer.get_model() {
            ModelWrapper::Unigram(_) => Mark::Front(WORD_MARK),
            // Byte-level pairs, where a space is written so.
            ModelWrapper::BPE(_) => Mark::Front('Ġ'),
            _ => Mark::Inside("##"),
        }
    }
}

/// Reads a tokenizer that neither cuts nor pads.
pub(super) fn open(path: &Path) -> Result<tokenizers::Tokenizer, ModelError> {
    let bytes = std::fs::read(path).map_err(ModelError::io(path))?;
    let mut tokenizer = tokenizers::Tokenizer::from_bytes(&bytes).map_err(ModelError::bad(path))?;
    // The file may ask to cut and to pad; here what is cut is counted, and nothing is padded.
    tokenizer
        .with_truncation(None)
        .map_err(ModelError::bad(path))?;
    tokenizer.with_padding(None);
    // A special token's name in a text is text.
    tokenizer.set_encode_special_tokens(true);
    Ok(tokenizer)
}

/// One more than the largest token a tokenizer has.
pub(super) fn vocabulary(tokenizer: &tokenizers::Tokenizer) -> usize {
    let added = tokenizer.get_added_tokens_decoder();
    let last = added.keys().max().map_or(0, |id| *id as usize + 1);
    // Asked with the added tokens, the tokenizer copies all of its vocabulary to count it.
    let model = tokenizer.get_model();
    let beside = added.values();
    let beside = beside.filter(|token| model.token_to_id(&token.content).is_none());
    (tokenizer.get_vocab_size(false) + beside.count()).max(last)
}

/// The tokens put before and after a text.
fn specials(tokenizer: &tokenizers::Tokenizer) -> tokenizers::Result<(Vec<u32>, Vec<u32>)> {
    let bare = tokenizer.encode_fast("a", false)?.get_ids().to_vec();
    let whole = tokenizer.encode_fast("a", true)?.get_ids().to_vec();
    let found = whole
        .windows(bare.len().max(1))
        .position(|part| part == bare);
    let start = found.ok_or("the tokenizer changes a text when it adds special tokens")?;
    Ok((
        whole[..start].to_vec(),
        whole[start + bare.len()..].to_vec(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn added_tokens_count_once() {
        let added = |id: u32, content: &str| {
            format!(
                r#"{{"id":{id},"content":"{content}","single_word":false,"lstrip":false,
                   "rstrip":false,"normalized":false,"special":true}}"#
            )
        };
        let json = format!(
            r#"{{"version":"1.0","truncation":null,"padding":null,"added_tokens":[{},{}],
               "normalizer":null,"pre_tokenizer":null,"post_processor":null,"decoder":null,
               "model":{{"type":"WordLevel","vocab":{{"[UNK]":0,"a":1}},"unk_token":"[UNK]"}}}}"#,
            added(0, "[UNK]"),
            added(2, "[X]"),
        );
        let tokenizer: tokenizers::Tokenizer = json.parse().unwrap();
        assert_eq!(vocabulary(&tokenizer), 3);
        assert_eq!(vocabulary(&tokenizer), tokenizer.get_vocab_size(true));
    }
}
