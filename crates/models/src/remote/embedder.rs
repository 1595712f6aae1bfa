//! The embedder: texts in, checked vectors out, whatever the server does.

use std::{
    borrow::Cow,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Duration,
};

use super::{
    RemoteModel,
    batch::{halves, pooled, requests, tokens, windows},
    call::{Caller, Failed},
    wire,
};
use crate::{Embedder, Embedding, Limits, ModelError, Profile, Role};

/// Sent for a text of white space, which some servers refuse and others give no vector for.
const NOTHING: &str = "-";

/// What a new server is asked to embed, to see that it answers and how long its vectors are.
const PROBE: &str = "perusal";

/// Longest time for a question, the loading of the model included: somebody waits for it.
const QUERY_TIME_MAX: Duration = Duration::from_secs(30);

/// Requests on their way at the same time: a far server is waited for less, a near one
/// has the next batch at hand.
const REQUESTS_AT_ONCE: usize = 4;

/// The longest vector taken: twice that of the largest models there are.
const DIM_MAX: usize = 16_384;

/// An embedding model on a server.
pub struct Remote {
    model: RemoteModel,
    caller: Caller,
    profile: Profile,
}

impl Remote {
    /// A model whose vectors have `dim` numbers, as those that are stored; nothing is asked yet.
    ///
    /// With `offline` only a server on this machine will do.
    ///
    /// # Errors
    /// [`ModelError::RemoteOffline`].
    pub fn new(model: RemoteModel, dim: usize, offline: bool) -> Result<Self, ModelError> {
        let (name, key) = (model.name(), model.key.as_ref());
        let caller = Caller::new(name, &model.endpoint, key, offline)?;
        let profile = Profile {
            id: Self::identity(&model),
            name: model.name(),
            dim,
            sparse_dim: None,
            token_dim: None,
            middle_dim: None,
            window_tokens: model.window_tokens,
            languages: model.languages.clone(),
        };
        Ok(Self {
            model,
            caller,
            profile,
        })
    }

    /// A model whose server is asked how long its vectors are.
    ///
    /// # Errors
    /// As [`Remote::new`] and [`Embedder::embed`].
    pub fn probed(model: RemoteModel, offline: bool, limits: &Limits) -> Result<Self, ModelError> {
        let mut remote = Self::new(model, 0, offline)?;
        let vectors = remote.ask(&[PROBE], Role::Passage, limits);
        let vectors = vectors.map_err(|failed| remote.caller.told(failed))?;
        remote.profile.dim = vectors.first().map_or(0, Vec::len);
        Ok(remote)
    }

    /// The identity stored in the index: `service:model@` and a hash of the address and of what
    /// shapes a passage's vector besides the model.
    #[must_use]
    pub fn identity(model: &RemoteModel) -> String {
        let window = model.window_tokens.to_string();
        let hash = model.endpoint.hash(&[&model.passage_prefix, &window]);
        format!("{}@{hash}", model.name())
    }

    /// The vector of each piece and the parts it took, by several requests at a time.
    /// Of several failures the first in order is told.
    fn embed_pieces(
        &self,
        pieces: &[&str],
        role: Role,
        limits: &Limits,
    ) -> Result<Vec<(Vec<f32>, u32)>, ModelError> {
        let ranges = requests(pieces, self.model.batch_texts.max(1));
        let next = AtomicUsize::new(0);
        let take = || {
            let at = next.fetch_add(1, Ordering::Relaxed);
            Some((at, ranges.get(at)?.clone()))
        };
        let work = || {
            let mut done = Vec::new();
            while let Some((at, range)) = take() {
                let outcome = self.embed_all(&pieces[range], role, limits);
                if outcome.is_err() {
                    // What is on its way comes to its end; nothing new is begun.
                    next.store(ranges.len(), Ordering::Relaxed);
                }
                done.push((at, outcome));
            }
            done
        };
        let mut outcomes = thread::scope(|scope| {
            let others: Vec<_> = (1..ranges.len().min(REQUESTS_AT_ONCE))
                .map(|_| scope.spawn(work))
                .collect();
            let mut outcomes = work();
            for other in others {
                outcomes.extend(other.join().unwrap_or_default());
            }
            outcomes
        });
        outcomes.sort_by_key(|(at, _)| *at);
        let mut vectors = Vec::with_capacity(pieces.len());
        for (_, outcome) in outcomes {
            vectors.extend(outcome?);
        }
        if vectors.len() != pieces.len() {
            return Err(self.caller.failed("a request ended without a word"));
        }
        Ok(vectors)
    }

    /// The vector of each text and the pieces it took. What the server finds too long is halved:
    /// first the batch, then the one text.
    fn embed_all(
        &self,
        texts: &[&str],
        role: Role,
        limits: &Limits,
    ) -> Result<Vec<(Vec<f32>, u32)>, ModelError> {
        let reason = match self.ask(texts, role, limits) {
            Ok(vectors) => return Ok(vectors.into_iter().map(|vector| (vector, 1)).collect()),
            Err(Failed::Model(error)) => return Err(error),
            Err(Failed::TooLong(reason)) => reason,
        };
        if let [text] = texts {
            let (left, right) = halves(text).ok_or_else(|| self.caller.refused(reason))?;
            let mut parts = Vec::new();
            let mut count = 0;
            for half in [left, right] {
                for (vector, pieces) in self.embed_all(&[half], role, limits)? {
                    parts.push((vector, half.len()));
                    count += pieces;
                }
            }
            return Ok(vec![(pooled(parts), count)]);
        }
        let (left, right) = texts.split_at(texts.len() / 2);
        let mut vectors = self.embed_all(left, role, limits)?;
        vectors.extend(self.embed_all(right, role, limits)?);
        Ok(vectors)
    }

    /// One request, tried again where that may help.
    fn ask(&self, texts: &[&str], role: Role, limits: &Limits) -> Result<Vec<Vec<f32>>, Failed> {
        let body = self.body(texts, role)?;
        let path = wire::path(self.model.service);
        let patience = match role {
            Role::Query => self.model.timeout.min(QUERY_TIME_MAX),
            Role::Passage => self.model.timeout,
        };
        let texts = texts.len();
        self.caller
            .call(path, &body, (role, patience), limits, |answer| {
                let vectors = wire::vectors(self.model.service, answer, texts);
                let vectors = vectors.map_err(|reason| self.caller.bad_answer(reason))?;
                self.check_lengths(&vectors)?;
                Ok(vectors)
            })
    }

    fn body(&self, texts: &[&str], role: Role) -> Result<Vec<u8>, ModelError> {
        let prefix = match role {
            Role::Query => &self.model.query_prefix,
            Role::Passage => &self.model.passage_prefix,
        };
        let prepared: Vec<Cow<'_, str>> = texts
            .iter()
            .map(|text| match text.trim().is_empty() {
                true => NOTHING,
                false => *text,
            })
            .map(|text| match prefix.is_empty() {
                true => Cow::Borrowed(text),
                false => Cow::Owned(format!("{prefix}{text}")),
            })
            .collect();
        let body = wire::request(self.model.service, &self.model.model, &prepared);
        body.map_err(|error| self.caller.failed(error))
    }

    /// All vectors must have the stored length, or one length while none is known.
    fn check_lengths(&self, vectors: &[Vec<f32>]) -> Result<(), ModelError> {
        let expected = match self.profile.dim {
            0 => vectors.first().map_or(0, Vec::len),
            dim => dim,
        };
        if expected > DIM_MAX {
            let reason = format!("a vector has {expected} numbers, at most {DIM_MAX} are taken");
            return Err(self.caller.bad_answer(reason));
        }
        match vectors.iter().find(|vector| vector.len() != expected) {
            Some(other) if self.profile.dim == 0 => Err(self.caller.bad_answer(format!(
                "vectors of {expected} and of {} numbers came together",
                other.len()
            ))),
            Some(other) => Err(ModelError::Dimension {
                name: self.model.name(),
                expected,
                got: other.len(),
            }),
            None => Ok(()),
        }
    }
}

impl Embedder for Remote {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn embed(
        &self,
        texts: &[&str],
        role: Role,
        limits: &Limits,
    ) -> Result<Vec<Embedding>, ModelError> {
        limits.check()?;
        let cut: Vec<Vec<&str>> = texts
            .iter()
            .map(|text| windows(text, self.model.window_tokens))
            .collect();
        let pieces: Vec<&str> = cut.iter().flatten().copied().collect();
        let mut vectors = self.embed_pieces(&pieces, role, limits)?.into_iter();
        let embeddings = cut.iter().map(|windows| {
            let parts: Vec<(&&str, (Vec<f32>, u32))> = windows.iter().zip(&mut vectors).collect();
            let read = windows.iter().map(|window| tokens(window)).sum::<usize>();
            let count: u32 = parts.iter().map(|(_, (_, pieces))| pieces).sum();
            let weighed = parts
                .into_iter()
                .map(|(window, (vector, _))| (vector, window.len()));
            Embedding {
                vector: pooled(weighed.collect()),
                tokens: u32::try_from(read).unwrap_or(u32::MAX),
                windows: count,
            }
        });
        Ok(embeddings.collect())
    }

    /// An estimate, by the length of the text: the tokenizer is at the server's.
    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        Ok(tokens(text))
    }
}
