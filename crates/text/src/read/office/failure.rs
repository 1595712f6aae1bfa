//! Why an office file gave no text.

use crate::{ReadError, Warning};

/// Why a file gave no text: it has none, or the part that held it is damaged.
pub(super) fn without_text(warnings: &[Warning]) -> ReadError {
    let damage = warnings
        .iter()
        .find(|warning| matches!(warning, Warning::InPart { .. }));
    damage.map_or(ReadError::Empty, |warning| damaged(warning.to_string()))
}

pub(super) fn damaged(reason: impl Into<String>) -> ReadError {
    ReadError::Damaged {
        reason: reason.into(),
    }
}
