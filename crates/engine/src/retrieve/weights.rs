//! How much each arm counts in the fusion.

use index::Snapshot;
use text::Language;

use super::language::crossed_share;
use super::{Arm, ArmList};
use crate::{EngineError, RetrieveConfig};

/// Share of the dense arm on prose.
const DENSE_WEIGHT_PROSE: f32 = 0.5;
/// Share of the dense arm on pages of figures: small embedders see numbers as
/// noise, and above 0.3 the arm costs more than it brings there.
const DENSE_WEIGHT_FIGURES: f32 = 0.2;
/// Share of the dense arm where passages are in another language than the question:
/// words find names and figures there, and little else.
const DENSE_WEIGHT_CROSSED: f32 = 0.9;
/// Share of digits among letters and digits from which a text counts as
/// figures; between the two the weight falls in a line.
const DIGIT_SHARE_PROSE: f32 = 0.06;
const DIGIT_SHARE_FIGURES: f32 = 0.20;

/// Sets each list's share. A list that stands alone has all of it.
pub(super) fn weigh(
    snapshot: &Snapshot,
    asked: Language,
    lists: &mut [ArmList],
    config: &RetrieveConfig,
) -> Result<(), EngineError> {
    if lists.len() < 2 {
        return Ok(());
    }
    let takes_part = |arm| lists.iter().any(|list| list.arm == arm);
    let dense = match config.dense_weight {
        _ if !takes_part(Arm::Dense) => 0.0,
        Some(weight) => weight.clamp(0.0, 1.0),
        None => {
            let plain = dense_weight(digit_share(snapshot, lists)?);
            let crossed = crossed_share(snapshot, asked, lists);
            plain + crossed * (DENSE_WEIGHT_CROSSED - plain)
        }
    };
    let sparse = match &config.sparse {
        Some(arm) if takes_part(Arm::Sparse) => arm.weight,
        _ => 0.0,
    };
    for list in lists {
        list.weight = match list.arm {
            Arm::Keyword => (1.0 - dense) * (1.0 - sparse),
            Arm::Dense => dense * (1.0 - sparse),
            Arm::Sparse => sparse,
            // They join later.
            _ => 0.0,
        };
    }
    Ok(())
}

/// The dense arm's share for text with this share of digits.
fn dense_weight(digit_share: f32) -> f32 {
    let span = DIGIT_SHARE_FIGURES - DIGIT_SHARE_PROSE;
    let figures = ((digit_share - DIGIT_SHARE_PROSE) / span).clamp(0.0, 1.0);
    DENSE_WEIGHT_PROSE + figures * (DENSE_WEIGHT_FIGURES - DENSE_WEIGHT_PROSE)
}

/// Digits among letters and digits in the best chunks of each list.
fn digit_share(snapshot: &Snapshot, lists: &[ArmList]) -> Result<f32, EngineError> {
    const LOOKED_AT: usize = 5;
    let best: Vec<_> = lists
        .iter()
        .filter(|list| list.arm != Arm::Sparse)
        .flat_map(|list| list.hits.iter().take(LOOKED_AT).map(|h| h.chunk))
        .collect();
    let (mut digits, mut all) = (0usize, 0usize);
    for chunk in snapshot.chunks(&best)? {
        for byte in chunk.text.bytes().filter(u8::is_ascii_alphanumeric) {
            all += 1;
            digits += usize::from(byte.is_ascii_digit());
        }
    }
    #[expect(
        clippy::cast_precision_loss,
        reason = "a share of a few thousand characters"
    )]
    Ok(if all == 0 {
        0.0
    } else {
        digits as f32 / all as f32
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_lower_the_dense_share() {
        assert!((dense_weight(0.0) - DENSE_WEIGHT_PROSE).abs() < 1e-6);
        assert!((dense_weight(0.9) - DENSE_WEIGHT_FIGURES).abs() < 1e-6);
        assert!(dense_weight(0.1) > dense_weight(0.15));
    }
}
