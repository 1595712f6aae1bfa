//! Rerankers behind HTTP, `/rerank`: question and passages in, checked scores out, whatever the
//! server does.
//!
//! The server's tokenizer is out of reach, so texts are cut by an estimate of their tokens, here and
//! not by the server, which would not say so. What it still finds too long is halved: first the
//! batch, then the passage, whose second half is counted as cut.

use std::{fmt, time::Duration};

use serde::{Deserialize, Serialize};

use super::{
    ApiKey, Endpoint, RemoteModel, Service,
    batch::{halves, requests, tokens, windows},
    call::{Caller, Failed},
    wire,
};
use crate::{Limits, ModelError, Relevance, RerankProfile, Reranker, Role};

/// Sent for a text of white space, which some servers refuse.
const NOTHING: &str = "-";

/// Longest time for a request, the loading of the model included: somebody waits for it.
const TIME_MAX: Duration = Duration::from_secs(30);

/// Path of the call below the endpoint, the same for all services.
const PATH: &str = "/rerank";

/// Who speaks at the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RerankService {
    /// Hugging Face's Text Embeddings Inference.
    Tei,
    /// Cohere, Jina and the many servers that speak like them: vLLM, llama.cpp, LiteLLM.
    Cohere,
}

impl RerankService {
    /// Every service, in the order people are told of them.
    pub const ALL: [Self; 2] = [Self::Tei, Self::Cohere];

    /// Its name in settings.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Tei => "tei",
            Self::Cohere => "cohere",
        }
    }

    /// The service of a name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|own| own.as_str() == name)
    }

    /// Checks the address of a server; one that speaks as Cohere does gets the usual `/v1` where
    /// no path is given.
    ///
    /// # Errors
    /// [`ModelError::BadEndpoint`].
    pub fn endpoint(self, address: &str) -> Result<Endpoint, ModelError> {
        let like = match self {
            Self::Tei => Service::Tei,
            Self::Cohere => Service::OpenAi,
        };
        Endpoint::parse(address, like)
    }
}

impl fmt::Display for RerankService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Which reranker is asked, where, and how.
#[derive(Clone, Debug)]
pub struct RerankServer {
    /// Who speaks there.
    pub service: RerankService,
    /// The name by which the server knows the model; TEI has one model and is told none.
    pub model: String,
    /// Where the server is.
    pub endpoint: Endpoint,
    /// What proves who asks.
    pub key: Option<ApiKey>,
    /// Tokens of question and passage together, at four bytes each.
    pub window_tokens: usize,
    /// Passages of one request.
    pub batch_texts: usize,
    /// Longest time for one request.
    pub timeout: Duration,
}

impl RerankServer {
    /// A server with the default settings.
    #[must_use]
    pub fn new(service: RerankService, model: &str, endpoint: Endpoint) -> Self {
        Self {
            service,
            model: model.to_owned(),
            endpoint,
            key: None,
            window_tokens: RemoteModel::WINDOW_TOKENS,
            batch_texts: RemoteModel::BATCH_TEXTS,
            timeout: TIME_MAX,
        }
    }

    /// `service:model`, or the service alone.
    #[must_use]
    pub fn name(&self) -> String {
        match self.model.is_empty() {
            true => self.service.to_string(),
            false => format!("{}:{}", self.service, self.model),
        }
    }
}

/// A reranker on a server.
pub struct RemoteReranker {
    server: RerankServer,
    caller: Caller,
    profile: RerankProfile,
}

/// A text cut to its window, and the tokens that were cut.
type Cut<'t> = (&'t str, usize);

impl RemoteReranker {
    /// The reranker of a server; nothing is asked yet.
    ///
    /// With `offline` only a server on this machine will do.
    ///
    /// # Errors
    /// [`ModelError::RemoteOffline`].
    pub fn new(server: RerankServer, offline: bool) -> Result<Self, ModelError> {
        let name = server.name();
        let caller = Caller::new(name.clone(), &server.endpoint, server.key.as_ref(), offline)?;
        let window = server.window_tokens.to_string();
        let profile = RerankProfile {
            id: format!("{name}@{}", server.endpoint.hash(&[&window])),
            name,
            window_tokens: server.window_tokens,
        };
        Ok(Self {
            server,
            caller,
            profile,
        })
    }

    /// The scores of some passages. What the server finds too long is halved: first the batch, then
    /// the one passage.
    fn score_all(
        &self,
        query: Cut<'_>,
        passages: &[Cut<'_>],
        limits: &Limits,
    ) -> Result<Vec<Relevance>, ModelError> {
        let reason = match self.ask(query.0, passages, limits) {
            Err(Failed::Model(error)) => return Err(error),
            Err(Failed::TooLong(reason)) => reason,
            Ok(scores) => {
                let relevance = |(score, (_, cut)): (f32, &Cut<'_>)| Relevance {
                    score,
                    cut_tokens: u32::try_from(query.1 + cut).unwrap_or(u32::MAX),
                };
                return Ok(scores.into_iter().zip(passages).map(relevance).collect());
            }
        };
        if let [(text, cut)] = passages {
            let (kept, rest) = halves(text).ok_or_else(|| self.caller.refused(reason))?;
            let less = (kept, cut + estimated(rest));
            return self.score_all(query, &[less], limits);
        }
        let (left, right) = passages.split_at(passages.len() / 2);
        let mut scores = self.score_all(query, left, limits)?;
        scores.extend(self.score_all(query, right, limits)?);
        Ok(scores)
    }

    fn ask(&self, query: &str, passages: &[Cut<'_>], limits: &Limits) -> Result<Vec<f32>, Failed> {
        let texts: Vec<&str> = passages.iter().map(|(text, _)| not_empty(text)).collect();
        let body = request(&self.server, not_empty(query), &texts);
        let body = body.map_err(|error| self.caller.failed(error))?;
        let patience = self.server.timeout.min(TIME_MAX);
        let waits = (Role::Query, patience);
        self.caller.call(PATH, &body, waits, limits, |answer| {
            let scores = scores(self.server.service, answer, texts.len());
            scores.map_err(|reason| self.caller.bad_answer(reason))
        })
    }
}

impl Reranker for RemoteReranker {
    fn profile(&self) -> &RerankProfile {
        &self.profile
    }

    fn score(
        &self,
        query: &str,
        passages: &[&str],
        limits: &Limits,
    ) -> Result<Vec<Relevance>, ModelError> {
        limits.check()?;
        let window = self.server.window_tokens;
        let query = cut(query, window / 2);
        let room = window.saturating_sub(tokens(query.0));
        let passages: Vec<Cut<'_>> = passages.iter().map(|text| cut(text, room)).collect();
        let texts: Vec<&str> = passages.iter().map(|(text, _)| *text).collect();
        let mut scores = Vec::with_capacity(passages.len());
        // The default depth is one request.
        for range in requests(&texts, self.server.batch_texts.max(1)) {
            scores.extend(self.score_all(query, &passages[range], limits)?);
        }
        Ok(scores)
    }
}

/// The front of a text that fits into so many tokens.
fn cut(text: &str, window_tokens: usize) -> Cut<'_> {
    let kept = windows(text, window_tokens)
        .first()
        .copied()
        .unwrap_or_default();
    (kept, estimated(&text[kept.len()..]))
}

/// Tokens of the rest of a text, which has no specials of its own.
fn estimated(rest: &str) -> usize {
    match rest.is_empty() {
        true => 0,
        false => tokens(rest) - tokens(""),
    }
}

fn not_empty(text: &str) -> &str {
    match text.trim().is_empty() {
        true => NOTHING,
        false => text,
    }
}

#[derive(Serialize)]
struct TeiRequest<'a> {
    query: &'a str,
    texts: &'a [&'a str],
    /// Log-odds: shares of confident scores are all 1 in a float.
    raw_scores: bool,
    /// What the server cuts it does not tell.
    truncate: bool,
}

#[derive(Serialize)]
struct CohereRequest<'a> {
    model: &'a str,
    query: &'a str,
    documents: &'a [&'a str],
    /// All of them.
    top_n: usize,
}

/// The body of a request.
fn request(
    server: &RerankServer,
    query: &str,
    texts: &[&str],
) -> Result<Vec<u8>, serde_json::Error> {
    match server.service {
        RerankService::Tei => serde_json::to_vec(&TeiRequest {
            query,
            texts,
            raw_scores: true,
            truncate: false,
        }),
        RerankService::Cohere => serde_json::to_vec(&CohereRequest {
            model: &server.model,
            query,
            documents: texts,
            top_n: texts.len(),
        }),
    }
}

#[derive(Deserialize)]
struct TeiItem {
    index: usize,
    score: f32,
}

#[derive(Deserialize)]
struct CohereAnswer {
    results: Vec<CohereItem>,
}

#[derive(Deserialize)]
struct CohereItem {
    index: usize,
    relevance_score: f32,
}

/// The scores of an answer, in the order of the texts.
///
/// # Errors
/// A sentence about what is wrong with the answer.
fn scores(service: RerankService, body: &[u8], texts: usize) -> Result<Vec<f32>, String> {
    let items: Vec<(usize, f32)> = match service {
        RerankService::Tei => {
            let items = wire::parsed::<Vec<TeiItem>>(body)?.into_iter();
            items.map(|item| (item.index, item.score)).collect()
        }
        RerankService::Cohere => {
            let items = wire::parsed::<CohereAnswer>(body)?.results.into_iter();
            items
                .map(|item| (item.index, item.relevance_score))
                .collect()
        }
    };
    let mut scores: Vec<Option<f32>> = vec![None; texts];
    for (index, score) in items {
        if !score.is_finite() {
            return Err(format!("the score of text {index} is {score}"));
        }
        match scores.get_mut(index) {
            Some(empty @ None) => *empty = Some(score),
            Some(Some(_)) => return Err(format!("index {index} came twice")),
            None => return Err(format!("index {index} came for {texts} texts")),
        }
    }
    let missing = scores.iter().filter(|score| score.is_none()).count();
    if missing > 0 {
        return Err(format!("no score came for {missing} of {texts} texts"));
    }
    Ok(scores.into_iter().flatten().collect())
}
