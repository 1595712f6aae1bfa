//! What the parts of an experiment's file must keep to.

use std::collections::BTreeSet;

use crate::EvalError;

/// Longest name and note, in characters.
pub(super) const NAME_CHARS_MAX: usize = 80;

/// An experiment that cannot be run: the part of the file, and what it expects.
pub(super) fn wrong(place: &str, reason: impl Into<String>) -> EvalError {
    EvalError::Experiment {
        place: place.to_owned(),
        reason: reason.into(),
    }
}

pub(super) fn no_name_twice<'a>(
    what: &str,
    names: impl Iterator<Item = &'a str>,
) -> Result<(), EvalError> {
    let mut seen = BTreeSet::new();
    for name in names {
        if !seen.insert(name) {
            return Err(wrong(
                what,
                format!("expected each name once, got `{name}` again"),
            ));
        }
    }
    Ok(())
}

pub(super) fn text_fits(what: &str, text: &str, chars_max: usize) -> Result<(), EvalError> {
    let fits = !text.trim().is_empty()
        && text.chars().count() <= chars_max
        && !text.chars().any(char::is_control);
    if fits {
        return Ok(());
    }
    Err(wrong(
        what,
        format!("expected 1 to {chars_max} printable characters, got {text:?}"),
    ))
}
