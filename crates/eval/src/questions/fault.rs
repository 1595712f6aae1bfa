//! Failures that stay with their question.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use perusal::EngineError;

use crate::EvalError;

/// The result of some work, a panic in it made an error.
///
/// # Errors
/// Those of the work; [`EvalError::Panicked`].
pub fn caught<T>(work: impl FnOnce() -> Result<T, EvalError>) -> Result<T, EvalError> {
    // What a question leaves half done is its own: the library is only read.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        Err(EvalError::Panicked {
            reason: told(panic.as_ref()),
        })
    })
}

/// A result whose error belongs to one question, unless the user wants to stop.
///
/// # Errors
/// [`EngineError::Interrupted`] alone.
pub fn endured<T>(result: Result<T, EvalError>) -> Result<Result<T, EvalError>, EvalError> {
    match result {
        Err(error) if matches!(error.engine(), Some(EngineError::Interrupted)) => Err(error),
        result => Ok(result),
    }
}

fn told(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("nothing").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_of_its_question() {
        let hits: Vec<u8> = Vec::new();
        let error = caught(|| Ok(hits[hits.len()])).expect_err("out of bounds");
        let told = error.to_string();
        assert!(told.contains("the len is 0 but the index is 0"), "{told}");
        assert!(endured::<()>(Err(error)).expect("goes on").is_err());
        assert_eq!(caught(|| Ok(7)).expect("a result"), 7);
    }

    #[test]
    fn an_interrupt_ends_the_run() {
        let interrupted = Err::<(), _>(EngineError::Interrupted.into());
        assert!(endured(interrupted).is_err());
    }
}
