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
pub struct Cancel {
    asked: Arc<AtomicBool>,
    /// Stops this work, too.
    whole: Option<Arc<Cancel>>,
}

impl Cancel {
    /// Asks the work to stop; it cannot be taken back.
    pub fn cancel(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    /// Whether the work was asked to stop.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
            || self
                .whole
                .as_ref()
                .is_some_and(|whole| whole.is_cancelled())
    }

    /// A flag for a part of the work: it stops with the whole, and can be stopped alone.
    #[must_use]
    pub fn part(&self) -> Cancel {
        Cancel {
            asked: Arc::default(),
            whole: Some(Arc::new(self.clone())),
        }
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

    /// Half of the time that is left: the other half is for what comes after.
    #[must_use]
    pub fn half(&self) -> Self {
        let now = Instant::now();
        let half = |deadline: Instant| now + deadline.saturating_duration_since(now) / 2;
        Self {
            deadline: self.deadline.map(half),
            cancel: self.cancel.clone(),
        }
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
    fn a_part_stops_with_the_whole_and_not_the_other_way_round() {
        let whole = Cancel::default();
        let (part, other) = (whole.part(), whole.part().part());
        part.cancel();
        assert!(part.is_cancelled() && !whole.is_cancelled() && !other.is_cancelled());
        whole.cancel();
        assert!(other.is_cancelled());
    }

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
