//! What the sentences mean: those that words alone put first are read by the embedding model.

use std::collections::BTreeSet;

use models::{Embedder, Encoded, Heads, Limits, ModelError, Role};
use plan::question::Question;

use super::evidence::{Evidence, Ranked};
use super::meaning::AskedVectors;
use super::scale::{Unrelated, cosine};
use crate::EngineError;
use crate::fault::contained;

/// Sentences that are read. Each takes a thousandth of a second or more where nobody asked about its
/// page before; six times as many quote no better (docs/research, quotes and declining).
const READ_MAX: usize = 5;
/// Bytes of a sentence that are read, some 150 tokens: what goes on for longer (a clause of a
/// contract, a paragraph without a full stop) is known by its beginning, and costs the model as much
/// as five sentences.
const READ_BYTES: usize = 600;

/// Measures by a model how near the sentences that come first `by_words` are to the question, and
/// what names these: what they mean counts then beside their words. Where it cannot answer in time
/// the evidence stays as it is.
///
/// # Errors
/// A model that fails.
pub(super) fn measure(
    evidence: &mut Evidence,
    by_words: &[Ranked],
    embedder: &dyn Embedder,
    (asked, query): (&Question, &[f32]),
    limits: &Limits,
) -> Result<(), EngineError> {
    let first = by_words.iter().take(READ_MAX);
    let mut chosen: Vec<usize> = first.map(|one| one.index).collect();
    chosen.sort_unstable();
    let names: BTreeSet<usize> = chosen
        .iter()
        .map(|at| evidence.candidates[*at].names)
        .collect();
    let encoded = contained("embed candidates", || {
        encode(evidence, (&chosen, &names), embedder, asked, limits)
    });
    let Some(encoded) = encoded else {
        return Ok(());
    };
    let (scale, asked, texts) = match encoded {
        Ok(encoded) => encoded,
        Err(ModelError::DeadlinePassed | ModelError::Unreachable { .. }) => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    let (sentences, of_names) = texts.split_at(chosen.len());
    for (&index, encoded) in chosen.iter().zip(sentences) {
        let candidate = &mut evidence.candidates[index];
        let dense = encoded.dense.as_deref().unwrap_or_default();
        candidate.cosine = scale.cosine(cosine(query, dense));
        raise(&mut candidate.said, (asked.as_ref(), scale), encoded);
    }
    for (&at, encoded) in names.iter().zip(of_names) {
        raise(
            &mut evidence.names[at].said,
            (asked.as_ref(), scale),
            encoded,
        );
    }
    evidence.dense = true;
    Ok(())
}

/// Encodes the question's words, then the chosen sentences and behind them their names.
fn encode(
    evidence: &Evidence,
    (chosen, names): (&[usize], &BTreeSet<usize>),
    embedder: &dyn Embedder,
    asked: &Question,
    limits: &Limits,
) -> Result<(Unrelated, Option<AskedVectors>, Vec<Encoded>), ModelError> {
    let scale = Unrelated::of(embedder, limits)?;
    let asked = AskedVectors::read(asked, &evidence.asked, embedder, limits)?;
    let sentences = chosen
        .iter()
        .map(|at| beginning(&evidence.candidates[*at].text));
    let names = names.iter().filter(|_| asked.is_some());
    let texts: Vec<&str> = sentences
        .chain(names.map(|at| evidence.names[*at].text.as_str()))
        .collect();
    let wanted = Heads {
        tokens: asked.is_some(),
        ..Heads::DENSE
    };
    let encoded = embedder.encode(&texts, Role::Passage, wanted, limits)?;
    Ok((scale, asked, encoded))
}

/// As much of a sentence as is embedded.
fn beginning(text: &str) -> &str {
    &text[..text.floor_char_boundary(READ_BYTES)]
}

/// A word that does not stand in a text is said as far as a token of it means the same.
fn raise(said: &mut [f64], (asked, scale): (Option<&AskedVectors>, Unrelated), text: &Encoded) {
    let Some(asked) = asked else { return };
    for (said, near) in said.iter_mut().zip(asked.nearness(text)) {
        *said = said.max(scale.token(near));
    }
}
