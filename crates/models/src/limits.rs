//! How long a model may take, and how to stop it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

use crate::ModelError;

/// A flag that stops work; every clone is the same flag.
///
/// ```
/// let cancel = models::Cancel::default();
/// let other = cancel.clone();
/// other.cancel();
/// assert!(cancel.is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks the work to stop; it cannot be taken back.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the work was asked to stop.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// When a call has to end. Models look at it between steps of at most about 50 ms.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The time after which the work is no longer wanted.
    pub deadline: Option<Instant>,
    /// Stops the work from outside.
    pub cancel: Cancel,
}

impl Limits {
    /// No limit.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Fails once the work is cancelled or its deadline has passed.
    ///
    /// # Errors
    /// [`ModelError::Cancelled`], [`ModelError::DeadlinePassed`].
    pub fn check(&self) -> Result<(), ModelError> {
        if self.cancel.is_cancelled() {
            return Err(ModelError::Cancelled);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(ModelError::DeadlinePassed),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_is_told_apart() {
        let mut limits = Limits::none();
        assert!(limits.check().is_ok());
        limits.deadline = Some(Instant::now());
        assert!(matches!(limits.check(), Err(ModelError::DeadlinePassed)));
        limits.cancel.clone().cancel();
        assert!(matches!(limits.check(), Err(ModelError::Cancelled)));
    }
}
