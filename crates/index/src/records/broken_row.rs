//! The error of a row that cannot be read.

/// A row that does not hold what was written to it.
pub(crate) fn broken(reason: impl Into<String>) -> rusqlite::Error {
    let reason: Box<dyn std::error::Error + Send + Sync> = reason.into().into();
    rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Blob, reason)
}
