//! What reads the tree of the SQL library, and how it refuses.

use crate::query::error::shortened;
use crate::query::{Limits, QueryError};

/// Reads the library's tree, knowing how deep it is in it.
#[derive(Clone, Copy)]
pub(super) struct Reader<'l> {
    pub(super) limits: &'l Limits,
    /// Expressions around this place.
    pub(super) depth: usize,
}

pub(super) fn refuse<T>(found: impl ToString, allowed: &'static str) -> Result<T, QueryError> {
    Err(QueryError::Refused {
        found: shortened(&found.to_string()),
        allowed,
    })
}

/// Refuses a part that the algebra has no place for.
pub(super) fn unused(
    is_unused: bool,
    found: &str,
    allowed: &'static str,
) -> Result<(), QueryError> {
    if is_unused {
        Ok(())
    } else {
        refuse(found, allowed)
    }
}
