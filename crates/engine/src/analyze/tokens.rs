//! Multi-vector scoring: MaxSim of the question's token vectors with those of the best chunks.
//!
//! The library's own token vectors are used where it holds them, of the same model. Else the best
//! chunks are encoded for this once, as many as time allows: few chunks are near enough to matter.

use std::time::Instant;

use index::{ChunkId, PayloadKind, Snapshot};
use kernels::maxsim::{TokenQuery, maxsim, pack_tokens};
use models::{Embedder, Heads, Limits, Role, TokenVectors};

use super::cache::{self, Cache};
use super::score::Scores;
use super::segment::Source;
use crate::EngineError;

/// Chunks that are looked at.
pub(super) const CHUNKS_MAX: usize = 64;
/// Chunks that are encoded together.
const BATCH: usize = 16;
/// Share of the time left that encoding may take.
const TIME: f64 = 0.25;

/// MaxSim by document and place, none for chunks that were not looked at; and whether it was
/// known before.
pub(super) type Near = (Vec<Vec<Option<f64>>>, bool);

/// MaxSim of the best chunks by document and place, each the mean over the question's tokens of
/// the largest cosine, and whether it was known before; or why there is none.
pub(super) fn near(
    snapshot: &Snapshot,
    embedder: Option<&dyn Embedder>,
    (question, sources): (&str, &[Source]),
    scores: &Scores,
    cache: Option<&Cache>,
    limits: &Limits,
) -> Result<Result<Near, String>, EngineError> {
    let Some(embedder) = embedder else {
        return Ok(Err("there is no model of vectors".to_owned()));
    };
    let profile = embedder.profile();
    if profile.token_dim.is_none() {
        return Ok(Err(format!("{} has no token vectors", profile.name)));
    }
    let best = scores.best(CHUNKS_MAX);
    let ids: Vec<ChunkId> = best
        .iter()
        .map(|&(source, chunk)| sources[source].chunks[chunk].id)
        .collect();
    let spread = |near: &[Option<f64>]| {
        let mut all: Vec<Vec<Option<f64>>> = sources
            .iter()
            .map(|source| vec![None; source.chunks.len()])
            .collect();
        for (&(source, chunk), value) in best.iter().zip(near) {
            all[source][chunk] = *value;
        }
        all
    };
    let asked = || encoded(embedder, &[question], Role::Query, limits);
    let stored = snapshot.payload_model(PayloadKind::Tokens)?;
    if stored.is_some_and(|stored| stored.model == profile.id) {
        let question = match asked() {
            Ok(question) => question,
            Err(reason) => return Ok(Err(reason)),
        };
        let values = question.first().map(|one| one.values.clone());
        let near = snapshot.score_late(&values.unwrap_or_default(), &ids)?;
        let near: Vec<Option<f64>> = near.into_iter().map(|one| one.map(f64::from)).collect();
        if near.iter().any(Option::is_some) {
            return Ok(Ok((spread(&near), false)));
        }
    }
    let told: Vec<String> = best
        .iter()
        .map(|&(source, chunk)| {
            let record = &sources[source].chunks[chunk];
            Ok(format!(
                "{} {:?}",
                document_hash(snapshot, &sources[source])?,
                record.span
            ))
        })
        .collect::<Result<_, EngineError>>()?;
    let key = cache::key(&["multi-vector", question, &profile.id, &told.join("\n")]);
    if let Some(known) = cache.and_then(|cache| cache.find::<Vec<Option<f64>>>(&key))
        && known.len() == best.len()
    {
        return Ok(Ok((spread(&known), true)));
    }
    let texts: Vec<&str> = best
        .iter()
        .map(|&(source, chunk)| sources[source].chunks[chunk].text.as_str())
        .collect();
    let near = match asked().and_then(|question| encode(embedder, &question, &texts, limits)) {
        Ok(near) => near,
        Err(reason) => return Ok(Err(reason)),
    };
    // Half of them, for want of time, would be other scores tomorrow.
    if let (Some(cache), Some(&(first, _))) = (cache, best.first())
        && near.iter().all(Option::is_some)
    {
        cache.keep(&[(key, sources[first].id.clone(), near.clone())]);
    }
    Ok(Ok((spread(&near), false)))
}

/// A hash of a document's bytes.
pub(super) fn document_hash(snapshot: &Snapshot, source: &Source) -> Result<String, EngineError> {
    let record = snapshot.document(&source.id)?;
    Ok(crate::content_hash(&record.content_hash))
}

/// MaxSim of texts that have no token vectors yet; `None` for those that time did not reach.
fn encode(
    embedder: &dyn Embedder,
    question: &[TokenVectors],
    texts: &[&str],
    limits: &Limits,
) -> Result<Vec<Option<f64>>, String> {
    let Some(question) = question.first().filter(|one| one.dim > 0) else {
        return Err("the question has no token".to_owned());
    };
    let now = Instant::now();
    let left = limits
        .deadline
        .map(|end| end.saturating_duration_since(now));
    let end = left.and_then(|left| now.checked_add(left.mul_f64(TIME)));
    let part = Limits {
        deadline: [limits.deadline, end].into_iter().flatten().min(),
        cancel: limits.cancel.clone(),
    };
    let quantized = kernels::quantize(&question.values);
    let query = TokenQuery::new(&quantized.values, question.dim);
    let mut near = Vec::with_capacity(texts.len());
    for batch in texts.chunks(BATCH) {
        match encoded(embedder, batch, Role::Passage, &part) {
            Ok(vectors) => near.extend(
                vectors
                    .iter()
                    .map(|one| Some(nearness(&query, quantized.scale, one))),
            ),
            Err(reason) if near.is_empty() => return Err(reason),
            Err(_) => break,
        }
    }
    near.resize(texts.len(), None);
    Ok(near)
}

/// The mean over the query's tokens of the largest cosine with a token of a text; 0 where either
/// side has none.
fn nearness(query: &TokenQuery, step: f32, text: &TokenVectors) -> f64 {
    if text.values.is_empty() || query.tokens() == 0 || text.dim != query.dim() {
        return 0.0;
    }
    let quantized = kernels::quantize(&text.values);
    let packed = pack_tokens(&quantized.values, text.dim);
    let mut best = vec![0; query.tokens()];
    maxsim(query, &packed, &mut best);
    let sum: i64 = best.iter().map(|&best| i64::from(best)).sum();
    let mean = sum as f64 / query.tokens() as f64;
    mean * f64::from(step) * f64::from(quantized.scale)
}

fn encoded(
    embedder: &dyn Embedder,
    texts: &[&str],
    role: Role,
    limits: &Limits,
) -> Result<Vec<TokenVectors>, String> {
    let encoded = embedder.encode(texts, role, Heads::TOKENS, limits);
    let encoded = encoded.map_err(|error| error.to_string())?;
    let vectors = encoded.into_iter().map(|one| one.token_vectors);
    let vectors: Option<Vec<TokenVectors>> = vectors.collect();
    vectors.ok_or_else(|| "the model gave no token vectors".to_owned())
}

#[cfg(test)]
mod tests {
    use models::scripted::HashEmbedder;

    use super::*;

    #[test]
    fn texts_that_hold_the_words_of_the_question_are_nearest() {
        let embedder = HashEmbedder::default();
        let question = encoded(&embedder, &["white whale"], Role::Query, &Limits::none()).unwrap();
        let texts = [
            "a white whale swam by",
            "a white sail",
            "the price of grain",
            "",
        ];
        let near = encode(&embedder, &question, &texts, &Limits::none()).unwrap();
        let near: Vec<f64> = near.into_iter().flatten().collect();
        assert!(near[0] > 0.98, "{near:?}");
        assert!(
            near[0] > near[1] && near[1] > near[2] && near[2] > near[3],
            "{near:?}"
        );
    }

    #[test]
    fn time_that_is_over_is_a_reason() {
        let embedder = HashEmbedder::default();
        let question = encoded(&embedder, &["whale"], Role::Query, &Limits::none()).unwrap();
        let limits = Limits {
            deadline: Some(Instant::now()),
            ..Limits::none()
        };
        assert!(encode(&embedder, &question, &["a whale"], &limits).is_err());
    }
}
