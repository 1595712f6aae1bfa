//! Texts to tokens, and long texts to windows.

use std::path::Path;

use tokenizers::Tokenizer;

use crate::ModelError;

/// How far back from the even cut a window may end, to end before a whole word.
const WORD_TOKENS_MAX: usize = 12;

/// A tokenizer with the window of its model.
pub(super) struct Tokens {
    tokenizer: Tokenizer,
    model: String,
    /// Specials before and after a text.
    front: Vec<u32>,
    back: Vec<u32>,
    window: usize,
}

impl Tokens {
    /// Reads `tokenizer.json` of a folder; `window` counts specials.
    pub(super) fn read(dir: &Path, model: &str, window: usize) -> Result<Self, ModelError> {
        let path = dir.join("tokenizer.json");
        let bytes = std::fs::read(&path).map_err(ModelError::io(&path))?;
        let mut tokenizer = Tokenizer::from_bytes(&bytes).map_err(ModelError::bad(&path))?;
        // The file may ask to cut and to pad; here long texts go in windows and none is padded.
        tokenizer
            .with_truncation(None)
            .map_err(ModelError::bad(&path))?;
        tokenizer.with_padding(None);
        // A special token's name in a text is text.
        tokenizer.set_encode_special_tokens(true);
        let (front, back) = specials(&tokenizer).map_err(ModelError::bad(&path))?;
        if window < front.len() + back.len() + 2 * WORD_TOKENS_MAX {
            let reason = format!("a window of {window} tokens is too small");
            return Err(ModelError::BadModel { file: path, reason });
        }
        Ok(Self {
            tokenizer,
            model: model.to_owned(),
            front,
            back,
            window,
        })
    }

    /// Number of tokens there are.
    pub(super) fn vocabulary(&self) -> usize {
        self.tokenizer.get_vocab_size(true)
    }

    /// Tokens of a text with specials, before any cutting.
    pub(super) fn count(&self, text: &str) -> Result<usize, ModelError> {
        Ok(self.encode(text)?.len() + self.front.len() + self.back.len())
    }

    /// A text in windows of tokens, specials included; one window unless it is too long.
    ///
    /// Windows are of nearly one length, so that each weighs alike and none is a stump, and end
    /// before a word rather than inside it.
    pub(super) fn windows(&self, text: &str) -> Result<Vec<Vec<u32>>, ModelError> {
        let tokens = self.encode(text)?;
        let room = self.window - self.front.len() - self.back.len();
        let mut windows = Vec::new();
        let mut rest = tokens.as_slice();
        loop {
            let left = rest.len().div_ceil(room).max(1);
            let cut = self.cut_before_word(rest, rest.len().div_ceil(left), room, left);
            windows.push([&self.front, &rest[..cut], &self.back].concat());
            rest = &rest[cut..];
            if rest.is_empty() {
                return Ok(windows);
            }
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

    /// Whether a token continues a word, as WordPiece marks it.
    fn continues_word(&self, id: u32) -> bool {
        self.tokenizer
            .id_to_token(id)
            .is_some_and(|token| token.starts_with("##"))
    }

    fn encode(&self, text: &str) -> Result<Vec<u32>, ModelError> {
        let failed = |reason: String| ModelError::Failed {
            name: self.model.clone(),
            reason,
        };
        let encoding = self.tokenizer.encode_fast(text, false);
        Ok(encoding
            .map_err(|error| failed(error.to_string()))?
            .get_ids()
            .to_vec())
    }
}

/// The tokens put before and after a text.
fn specials(tokenizer: &Tokenizer) -> tokenizers::Result<(Vec<u32>, Vec<u32>)> {
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
