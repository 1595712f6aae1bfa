//! Sparse and token vectors for the chunks that have none: queues that live in
//! the store, as that of the dense vectors does.

use index::{ChunkId, PAYLOAD_BYTES_MAX, Payload, PayloadKind, PayloadModel, Writer};
use models::{Cancel, Embedder, Encoded, Heads, Limits, ModelError, Role};

use super::embed::read_by_models;
use super::report::Event;
use crate::{EngineError, IngestConfig};

/// Chunks between two commits.
const BLOCK_CHUNKS: usize = 256;

/// Bytes of what one step of a chunk's token vectors is worth.
const STEP_BYTES: usize = 4;

/// Makes the vectors that the settings ask for and chunks lack, until there are
/// none or the caller cancels. What was attached before stays.
///
/// # Errors
/// A model without such vectors, or other than the library's; a store that
/// cannot be written; a model that fails.
pub fn make_payloads(
    writer: &mut Writer,
    config: &IngestConfig,
    cancel: &Cancel,
    on_event: &mut dyn FnMut(Event<'_>),
) -> Result<(), EngineError> {
    let wanted = [
        (PayloadKind::Sparse, &config.sparse),
        (PayloadKind::Tokens, &config.late),
    ];
    for (kind, model) in wanted {
        if let Some(model) = model {
            make(writer, kind, model.get(), config, cancel, on_event)?;
        }
    }
    Ok(())
}

fn make(
    writer: &mut Writer,
    kind: PayloadKind,
    model: &dyn Embedder,
    config: &IngestConfig,
    cancel: &Cancel,
    on_event: &mut dyn FnMut(Event<'_>),
) -> Result<(), EngineError> {
    let profile = model.profile();
    let (heads, dim) = match kind {
        PayloadKind::Sparse => (Heads::SPARSE, profile.sparse_dim),
        PayloadKind::Tokens => (Heads::TOKENS, profile.token_dim),
    };
    profile.check(heads)?;
    let dim = dim.and_then(|dim| u32::try_from(dim).ok()).unwrap_or(0);
    let made_by = PayloadModel {
        model: profile.id.clone(),
        dim,
    };
    writer.use_payload_model(kind, &made_by)?;
    let limits = Limits {
        deadline: None,
        cancel: cancel.clone(),
    };
    let total = writer.pending_payload_count(kind)?;
    while !cancel.is_cancelled() {
        let pending = writer.pending_payloads(kind, BLOCK_CHUNKS)?;
        if pending.is_empty() {
            break;
        }
        let read = read_by_models(&pending, config.embedded);
        let texts: Vec<&str> = read.iter().map(AsRef::as_ref).collect();
        let encoded = match model.encode(&texts, Role::Passage, heads, &limits) {
            Ok(encoded) => encoded,
            Err(ModelError::Cancelled) => break,
            Err(error) => return Err(error.into()),
        };
        let payloads: Vec<(ChunkId, Payload)> = pending
            .iter()
            .zip(encoded)
            .map(|(chunk, encoded)| (chunk.id, payload(kind, encoded)))
            .collect();
        writer.attach_payloads(kind, &payloads)?;
        on_event(Event::Embedded {
            done: total - writer.pending_payload_count(kind)?.min(total),
            total,
        });
    }
    Ok(())
}

fn payload(kind: PayloadKind, encoded: Encoded) -> Payload {
    match kind {
        PayloadKind::Sparse => Payload::Sparse(encoded.sparse.unwrap_or_default()),
        PayloadKind::Tokens => {
            let tokens = encoded.token_vectors;
            Payload::Tokens(tokens.map_or_else(Vec::new, |it| reduced(&it.values, it.dim)))
        }
    }
}

/// Token vectors (`n × dim`, row-major, of length 1), so few that a chunk's fit
/// what the store keeps of them: neighbouring tokens become their mean.
fn reduced(values: &[f32], dim: usize) -> Vec<f32> {
    let fit = (PAYLOAD_BYTES_MAX - STEP_BYTES) / dim.max(1);
    let tokens = values.len() / dim.max(1);
    if tokens <= fit || fit == 0 {
        return if fit == 0 {
            Vec::new()
        } else {
            values.to_vec()
        };
    }
    (0..fit)
        .flat_map(|group| {
            let (start, end) = (group * tokens / fit, (group + 1) * tokens / fit);
            mean(&values[start * dim..end * dim], dim)
        })
        .collect()
}

/// The direction of the sum of some vectors; the first of them where they cancel out.
fn mean(values: &[f32], dim: usize) -> Vec<f32> {
    let mut sum = vec![0.0_f32; dim];
    for row in values.chunks_exact(dim) {
        sum.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
    }
    let length = sum.iter().map(|x| x * x).sum::<f32>().sqrt();
    if length < f32::MIN_POSITIVE {
        return values[..dim].to_vec();
    }
    sum.iter().map(|x| x / length).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_tokens_become_as_many_as_fit() {
        let dim = 384;
        let fit = (PAYLOAD_BYTES_MAX - STEP_BYTES) / dim;
        for tokens in [0, 1, fit, fit + 1, 200, 1_000] {
            let values: Vec<f32> = (0..tokens * dim).map(|i| (i % 97) as f32 - 40.0).collect();
            let kept = reduced(&values, dim);
            assert_eq!(kept.len() / dim, tokens.min(fit));
            if tokens > fit {
                for row in kept.chunks(dim) {
                    let length: f32 = row.iter().map(|x| x * x).sum();
                    assert!((length - 1.0).abs() < 1e-3, "{length}");
                }
            }
        }
        assert_eq!(reduced(&vec![1.0; 20_000], 20_000), Vec::<f32>::new());
    }

    #[test]
    fn opposite_tokens_keep_one() {
        assert_eq!(mean(&[1.0, 0.0, -1.0, 0.0], 2), [1.0, 0.0]);
    }
}
