//! The arms that have models of their own and are off unless asked for: sparse
//! and late.
//!
//! The sparse arm looks at every chunk of the scope. The late arm scores again
//! what the others found: its list is one more voice in the fusion, since as a
//! replacement of the fused order it loses.

use index::{ChunkId, Grade, PayloadKind, Scope, Snapshot};
use models::{Embedder, Encoded, Heads, Limits, ModelError, Role};

use super::{Arm, ArmList, shares};
use crate::{ArmModel, EngineError};

/// Chunks the late arm scores again, best of the fused order first.
pub(super) const LATE_CANDIDATES: usize = 100;

/// A list, or why there is none.
pub(super) type Outcome<T> = Result<Result<T, String>, EngineError>;

/// The sparse vector of a query: ids and weights, by id.
pub(super) fn sparse_query(
    snapshot: &Snapshot,
    arm: Option<&ArmModel>,
    text: &str,
    language: &str,
    limits: &Limits,
) -> Outcome<Vec<(u32, f32)>> {
    let encoded = encode(snapshot, PayloadKind::Sparse, arm, text, language, limits)?;
    Ok(encoded.map(|encoded| encoded.sparse.unwrap_or_default()))
}

/// The token vectors of a query, row-major.
pub(super) fn late_query(
    snapshot: &Snapshot,
    arm: Option<&ArmModel>,
    text: &str,
    language: &str,
    limits: &Limits,
) -> Outcome<Vec<f32>> {
    let encoded = encode(snapshot, PayloadKind::Tokens, arm, text, language, limits)?;
    Ok(encoded.map(|encoded| {
        let tokens = encoded.token_vectors;
        tokens.map(|tokens| tokens.values).unwrap_or_default()
    }))
}

fn encode(
    snapshot: &Snapshot,
    kind: PayloadKind,
    arm: Option<&ArmModel>,
    text: &str,
    language: &str,
    limits: &Limits,
) -> Outcome<Encoded> {
    let Some(arm) = arm else {
        return Ok(Err("it is not switched on".to_owned()));
    };
    let built_with = snapshot.payload_model(kind)?;
    let built_with = built_with.filter(|_| snapshot.payload_chunks(kind).is_ok_and(|n| n > 0));
    let Some(built_with) = built_with else {
        return Ok(Err(format!(
            "the library holds no {} vectors yet",
            kind.as_str()
        )));
    };
    let model: &dyn Embedder = arm.model.get();
    let profile = model.profile();
    if built_with.model != profile.id {
        return Err(EngineError::EmbedderMismatch {
            built_with: built_with.model,
            configured: profile.id.clone(),
        });
    }
    let known = profile.languages.as_ref();
    if known.is_some_and(|known| known.iter().all(|known| known != language)) {
        return Ok(Err(format!(
            "{} does not know the language of the question",
            profile.name
        )));
    }
    let heads = match kind {
        PayloadKind::Sparse => Heads::SPARSE,
        PayloadKind::Tokens => Heads::TOKENS,
    };
    match model.encode(&[text], Role::Query, heads, limits) {
        Ok(mut encoded) => Ok(encoded.pop().ok_or_else(|| "the query is empty".to_owned())),
        Err(ModelError::DeadlinePassed) => Ok(Err(super::request::DEADLINE_PASSED.to_owned())),
        Err(error) => Err(error.into()),
    }
}

/// The dot product of sparse vectors.
pub(super) fn sparse(
    snapshot: &Snapshot,
    query: &[(u32, f32)],
    scope: &Scope,
    depth: usize,
) -> Result<ArmList, EngineError> {
    Ok(ArmList::of(
        Arm::Sparse,
        snapshot.sparse(query, scope, depth)?,
    ))
}

/// MaxSim over candidates.
pub(super) fn late(
    snapshot: &Snapshot,
    query: &[f32],
    candidates: &[ChunkId],
) -> Result<ArmList, EngineError> {
    let scores = snapshot.score_late(query, candidates)?;
    let scored = candidates.iter().copied().zip(scores);
    let scored = scored.filter_map(|(chunk, score)| Some((chunk, score?)));
    // It looks at what the others found.
    let like = (Arm::Late, 1.0, Grade::Approximate);
    Ok(shares::list(snapshot, like, scored))
}
