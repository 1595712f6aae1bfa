//! Whether somebody still wants what is being written.

use std::fmt;
use std::sync::Arc;

use crate::IndexError;

/// Asked between the steps of a long change; by default nobody stops anything.
#[derive(Clone, Default)]
pub struct Stop(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Stop {
    /// Stops when `asked` says so.
    pub fn when(asked: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(asked)))
    }

    /// Whether to stop.
    pub fn is_asked(&self) -> bool {
        self.0.as_ref().is_some_and(|asked| asked())
    }

    pub(crate) fn check(&self) -> Result<(), IndexError> {
        match self.is_asked() {
            true => Err(IndexError::Stopped),
            false => Ok(()),
        }
    }

    /// The same between the statements of a transaction, which is then rolled back.
    pub(crate) fn check_statement(&self) -> rusqlite::Result<()> {
        let interrupted = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_INTERRUPT);
        match self.is_asked() {
            true => Err(rusqlite::Error::SqliteFailure(interrupted, None)),
            false => Ok(()),
        }
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stop({})", self.is_asked())
    }
}
