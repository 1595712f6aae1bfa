//! The thread that a model writes in: one request after the other, what they begin with in common
//! read once.

use std::sync::mpsc::{Receiver, SyncSender};

use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::llama_batch::LlamaBatch;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::sampling::LlamaSampler;
use llama_cpp_2::token::LlamaToken;

use crate::{End, Limits, ModelError};

/// Tokens that are read at once. Whole batches of an earlier request alone are taken over, so
/// that each is computed as if nothing had been before it.
pub(super) const BATCH: usize = 256;

/// What is to be written.
pub(super) struct Job {
    pub(super) name: String,
    /// The request; never empty, and shorter than the window.
    pub(super) tokens: Vec<LlamaToken>,
    /// What the answer is held to.
    pub(super) grammar: Option<String>,
    pub(super) tokens_max: u32,
    pub(super) limits: Limits,
    /// Where nobody listens any more, the work ends.
    pub(super) told: SyncSender<Told>,
}

/// What comes of it.
pub(super) enum Told {
    /// More of the answer.
    Piece(String),
    /// It ended, after so many tokens.
    Ended(End, u32),
    /// There is none.
    Failed(ModelError),
}

/// Writes for each job, until nobody can send any more.
pub(super) fn work(model: &LlamaModel, context: LlamaContext<'_>, jobs: &Receiver<Job>) {
    let mut writer = Writer {
        model,
        context,
        read: Vec::new(),
    };
    for job in jobs {
        let told = match writer.write(&job) {
            Ok((end, tokens)) => Told::Ended(end, tokens),
            Err(error) => {
                // What stands in the window may be half of something.
                writer.forget();
                Told::Failed(error)
            }
        };
        let _ = job.told.send(told);
    }
}

struct Writer<'a> {
    model: &'a LlamaModel,
    context: LlamaContext<'a>,
    /// Tokens in the window.
    read: Vec<LlamaToken>,
}

impl Writer<'_> {
    fn write(&mut self, job: &Job) -> Result<(End, u32), ModelError> {
        self.prepare(job)?;
        let mut sampler = sampler(self.model, job)?;
        let vocabulary = self.model.vocab();
        let mut bytes = Vec::new();
        let mut batch = LlamaBatch::new(1, 1);
        for written in 1..=job.tokens_max {
            job.limits.check()?;
            // It takes note of the token as well.
            let token = sampler.sample(&self.context, -1);
            if vocabulary.is_eog(token) {
                return Ok((End::Complete, written));
            }
            bytes.extend(vocabulary.token_to_piece(token, false, None));
            if let Some(piece) = whole_characters(&mut bytes)
                && job.told.send(Told::Piece(piece)).is_err()
            {
                return Err(ModelError::Cancelled);
            }
            if written < job.tokens_max {
                self.decode(&mut batch, &[token], true, job)?;
            }
        }
        Ok((End::Cut, job.tokens_max))
    }

    /// Reads the request, but for what it begins with in common with what was read before.
    fn prepare(&mut self, job: &Job) -> Result<(), ModelError> {
        let both = self.read.iter().zip(&job.tokens);
        let same = both.take_while(|(one, other)| one == other).count();
        // The last token is always read: it says how to go on.
        let kept = same.min(job.tokens.len() - 1) / BATCH * BATCH;
        let from = u32::try_from(kept).ok();
        match self.context.kv_cache_seq_rm(0, from, None) {
            Ok(()) => self.read.truncate(kept),
            // Some kinds of models keep nothing that could be cut.
            Err(_) => self.forget(),
        }
        let mut batch = LlamaBatch::new(BATCH, 1);
        while self.read.len() < job.tokens.len() {
            job.limits.check()?;
            let end = job.tokens.len().min(self.read.len() + BATCH);
            let piece = &job.tokens[self.read.len()..end];
            self.decode(&mut batch, piece, end == job.tokens.len(), job)?;
        }
        Ok(())
    }

    /// Reads some tokens; where the next is wanted, what it may be is known then.
    fn decode(
        &mut self,
        batch: &mut LlamaBatch<'_>,
        tokens: &[LlamaToken],
        next: bool,
        job: &Job,
    ) -> Result<(), ModelError> {
        let failed = |reason: String| ModelError::Failed {
            name: job.name.clone(),
            reason,
        };
        batch.clear();
        for (at, token) in tokens.iter().enumerate() {
            let place = i32::try_from(self.read.len() + at).unwrap_or(i32::MAX);
            let last = at + 1 == tokens.len();
            batch
                .add(*token, place, &[0], next && last)
                .map_err(|error| failed(error.to_string()))?;
        }
        self.context
            .decode(batch)
            .map_err(|error| failed(error.to_string()))?;
        self.read.extend_from_slice(tokens);
        Ok(())
    }

    fn forget(&mut self) {
        self.context.clear_kv_cache();
        self.read.clear();
    }
}

/// The likeliest token of those that the grammar allows.
fn sampler(model: &LlamaModel, job: &Job) -> Result<LlamaSampler, ModelError> {
    let Some(grammar) = &job.grammar else {
        return Ok(LlamaSampler::greedy());
    };
    let grammar = LlamaSampler::grammar(model, grammar, "root");
    let grammar = grammar.map_err(|error| ModelError::Failed {
        name: job.name.clone(),
        reason: format!("the shape of the answer is none that it can be held to: {error}"),
    })?;
    Ok(LlamaSampler::chain_simple([
        grammar,
        LlamaSampler::greedy(),
    ]))
}

/// Takes out what is whole of some bytes of text; what is no text at all is marked as that.
fn whole_characters(bytes: &mut Vec<u8>) -> Option<String> {
    let whole = match std::str::from_utf8(bytes) {
        Ok(_) => bytes.len(),
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        Err(_) => bytes.len(),
    };
    let rest = bytes.split_off(whole);
    let piece = String::from_utf8_lossy(bytes).into_owned();
    *bytes = rest;
    (!piece.is_empty()).then_some(piece)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_come_whole() {
        let text = "naïve — 日本";
        let (mut bytes, mut said) = (Vec::new(), String::new());
        for byte in text.bytes() {
            bytes.push(byte);
            said.extend(whole_characters(&mut bytes));
        }
        assert_eq!((said.as_str(), bytes.len()), (text, 0));
        let mut broken = b"a\xffb".to_vec();
        assert_eq!(whole_characters(&mut broken).as_deref(), Some("a\u{fffd}b"));
    }
}
