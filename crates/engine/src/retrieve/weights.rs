//! How much each arm counts in the fusion.

use index::Snapshot;

use super::language::crossed_share;
use super::{Arm, ArmList, QueryText};
use crate::{EngineError, RetrieveConfig};

/// Share of digits among letters and digits from which a text counts as
/// figures; between the two the weight falls in a line.
const DIGIT_SHARE_PROSE: f32 = 0.06;
const DIGIT_SHARE_FIGURES: f32 = 0.20;
/// Share of a query's terms that are codes from which it counts as one for a code.
const CODE_SHARE_FULL: f32 = 0.3;
/// Ranks whose scores tell how peaked a list is.
const PEAK_RANKS: usize = 10;

/// What the weights of a query depend on.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Signals {
    /// Digits among letters and digits in the best chunks of the keyword list, 0 to 1.
    pub digits: f32,
    /// Identifiers and numbers among the query's terms, 0 to 1.
    pub codes: f32,
    /// Share of the nearest passages that are in another language than the query.
    pub crossed: f32,
    /// How far the keyword list's first stands out, 0 to 1: 1 minus the mean of the
    /// nine after it, scaled over the list.
    pub keyword_peak: f32,
    /// The same of the dense list.
    pub dense_peak: f32,
    /// The same of the sparse list.
    pub sparse_peak: f32,
    /// The same of the late list.
    pub late_peak: f32,
}

impl Signals {
    /// How much the text is one of figures, 0 to 1.
    pub fn figures(&self) -> f32 {
        let span = DIGIT_SHARE_FIGURES - DIGIT_SHARE_PROSE;
        ((self.digits - DIGIT_SHARE_PROSE) / span).clamp(0.0, 1.0)
    }

    /// How much the query is one of codes, 0 to 1.
    pub fn full_codes(&self) -> f32 {
        (self.codes / CODE_SHARE_FULL).min(1.0)
    }
}

/// The dense arm's share by signals; the keyword arm has the rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shares {
    /// On prose.
    pub prose: f32,
    /// On pages of figures: small embedders see numbers as noise.
    pub figures: f32,
    /// Where passages are in another language than the question: words find names and
    /// figures there, and little else.
    pub crossed: f32,
    /// What a query of codes takes from the share, 0 to 1.
    pub codes: f32,
    /// By what part the share grows where the dense list stands out fully and the keyword
    /// list not at all.
    pub peak: f32,
}

impl Shares {
    /// Chosen by `perusal eval fusion`, each set by the others.
    pub const FITTED: Shares = Shares {
        prose: 0.6,
        figures: 0.15,
        crossed: 0.9,
        codes: 0.9,
        peak: 1.5,
    };

    /// The dense arm's share, 0 to 1.
    pub fn dense(&self, signals: &Signals) -> f32 {
        let by_text = self.prose + signals.figures() * (self.figures - self.prose);
        let by_query = by_text * (1.0 - self.codes * signals.full_codes());
        let by_shape = by_query * (1.0 + self.peak * (signals.dense_peak - signals.keyword_peak));
        let plain = by_shape.clamp(0.0, 1.0);
        plain + signals.crossed * (self.crossed - plain)
    }
}

/// Reads the signals of a query from its lists.
pub(super) fn signals(
    snapshot: &Snapshot,
    query: &QueryText,
    lists: &[ArmList],
) -> Result<Signals, EngineError> {
    let of = |arm| lists.iter().find(|list| list.arm == arm);
    Ok(Signals {
        digits: digit_share(snapshot, lists)?,
        codes: share(query.codes.len(), query.terms.len()),
        crossed: crossed_share(snapshot, query.language, lists),
        keyword_peak: of(Arm::Keyword).map_or(0.0, peak),
        dense_peak: of(Arm::Dense).map_or(0.0, peak),
        sparse_peak: of(Arm::Sparse).map_or(0.0, peak),
        // It joins later.
        late_peak: 0.0,
    })
}

/// Sets each list's share. A list that stands alone has all of it.
pub(super) fn weigh(signals: &Signals, lists: &mut [ArmList], config: &RetrieveConfig) {
    if lists.len() < 2 {
        return;
    }
    let takes_part = |arm| lists.iter().any(|list| list.arm == arm);
    let dense = match config.dense_weight {
        _ if !takes_part(Arm::Dense) => 0.0,
        Some(weight) => weight.clamp(0.0, 1.0),
        None => Shares::FITTED.dense(signals),
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
}

/// Sets the shares of lists that were made apart from a search.
pub(crate) fn weigh_apart(
    snapshot: &Snapshot,
    query: &QueryText,
    lists: &mut [ArmList],
) -> Result<(), EngineError> {
    let read = signals(snapshot, query, lists)?;
    weigh(&read, lists, &RetrieveConfig::default());
    Ok(())
}

/// How far the first of a list stands out from those after it.
#[expect(clippy::cast_precision_loss, reason = "a handful of ranks")]
pub(super) fn peak(list: &ArmList) -> f32 {
    let (Some(first), Some(last)) = (list.hits.first(), list.hits.last()) else {
        return 0.0;
    };
    let span = first.score - last.score;
    let after: Vec<f32> = list
        .hits
        .iter()
        .skip(1)
        .take(PEAK_RANKS - 1)
        .map(|hit| hit.score)
        .collect();
    if span <= 0.0 || after.is_empty() {
        return 0.0;
    }
    let scaled = after.iter().map(|score| (score - last.score) / span);
    1.0 - scaled.sum::<f32>() / after.len() as f32
}

#[expect(clippy::cast_precision_loss, reason = "a share of a few thousand")]
fn share(part: usize, whole: usize) -> f32 {
    if whole == 0 {
        0.0
    } else {
        part as f32 / whole as f32
    }
}

/// Digits among letters and digits in the best chunks of the keyword list: where the
/// words of the query stand among figures, its figures count too.
fn digit_share(snapshot: &Snapshot, lists: &[ArmList]) -> Result<f32, EngineError> {
    const LOOKED_AT: usize = 10;
    let keyword = lists
        .iter()
        .find(|list| list.arm == Arm::Keyword && !list.hits.is_empty());
    let best: Vec<_> = keyword
        .or(lists.iter().find(|list| list.arm == Arm::Dense))
        .into_iter()
        .flat_map(|list| list.hits.iter().take(LOOKED_AT).map(|h| h.chunk))
        .collect();
    let (mut digits, mut all) = (0usize, 0usize);
    for chunk in snapshot.chunks(&best)? {
        for byte in chunk.text.bytes().filter(u8::is_ascii_alphanumeric) {
            all += 1;
            digits += usize::from(byte.is_ascii_digit());
        }
    }
    Ok(share(digits, all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_and_codes_lower_the_dense_share() {
        let shares = Shares::FITTED;
        let prose = Signals::default();
        let by = |digits, codes| {
            shares.dense(&Signals {
                digits,
                codes,
                ..prose
            })
        };
        assert!((by(0.0, 0.0) - shares.prose).abs() < 1e-6);
        assert!((by(0.9, 0.0) - shares.figures).abs() < 1e-6);
        assert!(by(0.1, 0.0) > by(0.15, 0.0));
        assert!(by(0.0, 0.0) > by(0.0, 0.3));
        let crossed = Signals {
            crossed: 1.0,
            ..prose
        };
        assert!((shares.dense(&crossed) - shares.crossed).abs() < 1e-6);
    }
}
