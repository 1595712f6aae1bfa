//! A fault costs its own step only.
//!
//! A mistake in one plan, one way of looking or one candidate must not cost the answer that
//! the others have. Each such step runs under [`contained`]: a panic in it ends the step alone,
//! is kept as a [`Fault`] until [`gather`] collects it, and the rest goes on without what the
//! step would have brought. Nothing else catches panics on the way of a question.
//!
//! Where a panic happened is told to a panic hook alone, and only a program may set one:
//! [`watch`]. Without it a fault has no place, and the standard hook prints what happened.
//!
//! What a step has changed when it panics stays as it is: steps build values of their own, and
//! locks are taken however their last holder ended. An overflown stack and memory that has run
//! out end the process; they are no panics.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::path::Path;
use std::thread::{Scope, ScopedJoinHandle};

use index::IndexError;
use index::state::{FaultRow, State};

/// What [`Fault::message`] says of a panic whose words may come from a document.
const UNTOLD: &str = "a mistake whose words may quote a document, and are not kept";

/// How messages of the standard library begin that hold numbers and nothing else.
const NUMBERS_ONLY: [&str; 5] = [
    "index out of bounds: ",
    "range end index ",
    "range start index ",
    "slice index starts at ",
    "mid > len",
];

/// A step that panicked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What was being done: `plan: count`, `search: keyword`.
    pub step: String,
    /// What the panic said; never text of a document.
    pub message: String,
    /// The source file; empty where no hook watches.
    pub file: String,
    /// Its line, 1-based; 0 where no hook watches.
    pub line: u32,
    /// How often the same happened, 1 or more.
    pub times: u32,
}

thread_local! {
    /// Faults of this thread that nobody gathered yet.
    static FAULTS: RefCell<Vec<Fault>> = const { RefCell::new(Vec::new()) };
    /// How many steps that contain faults this thread is in.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    /// Where this thread panicked last.
    static PLACE: RefCell<Option<(String, u32)>> = const { RefCell::new(None) };
}

/// Does a step. `None` when it panicked, which the next [`gather`] tells.
///
/// ```
/// use perusal::fault;
///
/// let (sum, faults) = fault::gather(|| {
///     let rows: Vec<u32> = Vec::new();
///     let first = fault::contained("the first row", || rows[0]);
///     first.unwrap_or(0) + 1
/// });
/// assert_eq!(sum, 1);
/// assert_eq!(faults[0].step, "the first row");
/// ```
pub fn contained<T>(step: &str, work: impl FnOnce() -> T) -> Option<T> {
    DEPTH.set(DEPTH.get() + 1);
    let done = catch_unwind(AssertUnwindSafe(work));
    DEPTH.set(DEPTH.get() - 1);
    match done {
        Ok(done) => Some(done),
        Err(panic) => {
            let (file, line) = PLACE.take().unwrap_or_default();
            let fault = Fault {
                step: step.to_owned(),
                message: message(panic.as_ref()),
                file,
                line,
                times: 1,
            };
            FAULTS.with_borrow_mut(|faults| faults.push(fault));
            None
        }
    }
}

/// Does something, and gives the faults of the steps in it, equal ones once.
pub fn gather<T>(work: impl FnOnce() -> T) -> (T, Vec<Fault>) {
    let before = FAULTS.with_borrow(Vec::len);
    let done = work();
    let mut found: Vec<Fault> = Vec::new();
    for fault in FAULTS.with_borrow_mut(|faults| faults.split_off(before.min(faults.len()))) {
        let place = |fault: &Fault| (fault.step.clone(), fault.file.clone(), fault.line);
        match found.iter_mut().find(|known| place(known) == place(&fault)) {
            Some(known) => known.times += fault.times,
            None => found.push(fault),
        }
    }
    (done, found)
}

/// A step on a thread of its own.
pub struct Beside<'scope, T>(ScopedJoinHandle<'scope, (Option<T>, Vec<Fault>)>);

/// Starts a step beside this thread.
pub fn beside<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    step: &'static str,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Beside<'scope, T> {
    Beside(scope.spawn(move || gather(|| contained(step, work))))
}

impl<T> Beside<'_, T> {
    /// Waits for its end. Its faults become those of this thread; `None` when it panicked.
    pub fn join(self) -> Option<T> {
        let (done, faults) = self.0.join().unwrap_or_default();
        FAULTS.with_borrow_mut(|known| known.extend(faults));
        done
    }
}

/// Sets a panic hook that remembers where a fault happened. Each panic is then handed to `rest`,
/// with whether a step contains it; a hook that says nothing of those that are contained leaves
/// them to [`gather`]. For programs, once, at their start.
pub fn watch(rest: impl Fn(&PanicHookInfo<'_>, bool) + Send + Sync + 'static) {
    std::panic::set_hook(Box::new(move |panic| {
        let contained = DEPTH.get() > 0;
        if contained {
            let place = panic.location();
            PLACE.set(place.map(|place| (place.file().to_owned(), place.line())));
        }
        rest(panic, contained);
    }));
}

/// Counts faults in the state of the library in `store`. `now` is in Unix seconds.
///
/// # Errors
/// Those of the file system. None of them should fail a question.
pub fn count(store: &Path, faults: &[Fault], now: i64) -> Result<(), IndexError> {
    if faults.is_empty() {
        return Ok(());
    }
    let rows: Vec<FaultRow> = faults
        .iter()
        .map(|fault| FaultRow {
            step: fault.step.clone(),
            file: fault.file.clone(),
            line: fault.line,
            message: fault.message.clone(),
            times: fault.times,
            last: now,
        })
        .collect();
    State::open(store)?.count_faults(&rows)
}

/// What a panic said, where that cannot be text of a document: a message that is fixed, or one
/// of numbers.
fn message(panic: &(dyn Any + Send)) -> String {
    if let Some(fixed) = panic.downcast_ref::<&'static str>() {
        return (*fixed).to_owned();
    }
    let said = panic.downcast_ref::<String>().map_or("", String::as_str);
    let numbers = NUMBERS_ONLY.iter().any(|known| said.starts_with(known));
    if numbers { said } else { UNTOLD }.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An index that no compiler sees through.
    fn at(list: &[u32], index: usize) -> u32 {
        list[std::hint::black_box(index)]
    }

    #[test]
    fn a_step_that_panics_is_left_out_and_the_rest_is_done() {
        let ((), outer) = gather(|| {
            let (found, faults) = gather(|| {
                let steps = (0..4).filter_map(|index| contained("a step", || at(&[7, 8], index)));
                steps.collect::<Vec<_>>()
            });
            assert_eq!(found, [7, 8]);
            let [fault] = faults.as_slice() else {
                panic!("{faults:?}")
            };
            assert_eq!((fault.step.as_str(), fault.times), ("a step", 2));
            assert!(
                fault.message.starts_with("index out of bounds"),
                "{fault:?}"
            );
        });
        assert_eq!(outer, []);
    }

    #[test]
    fn words_that_a_panic_took_from_a_document_are_not_kept() {
        let text = std::hint::black_box("née Dupont");
        let ((), faults) = gather(|| {
            contained("cut", || text[..2].len());
            contained("parse", || text.parse::<u32>().expect("a number"));
            contained("fixed", || panic!("no row is left"));
        });
        let said: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
        assert_eq!(said[0], UNTOLD);
        assert!(!said[1].contains("Dupont"), "{said:?}");
        assert_eq!(said[2], "no row is left");
    }

    #[test]
    fn a_thread_that_panics_is_joined_and_its_fault_kept() {
        let (ends, faults) = gather(|| {
            std::thread::scope(|scope| {
                let good = beside(scope, "good", || at(&[1], 0));
                let bad = beside(scope, "bad", || at(&[1], 1));
                (good.join(), bad.join())
            })
        });
        assert_eq!(ends, (Some(1), None));
        let steps: Vec<&str> = faults.iter().map(|fault| fault.step.as_str()).collect();
        assert_eq!(steps, ["bad"]);
    }

    /// Set in the child of the test below.
    const CHILD: &str = "PERUSAL_TEST_FAULT_CHILD";

    #[test]
    fn a_watched_fault_has_a_place_and_prints_nothing() {
        if std::env::var_os(CHILD).is_some() {
            watched_faults();
            return;
        }
        let name = "fault::tests::a_watched_fault_has_a_place_and_prints_nothing";
        let child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", name, "--nocapture"])
            .env(CHILD, "1")
            .output()
            .unwrap();
        let stderr = String::from_utf8_lossy(&child.stderr);
        assert!(child.status.success(), "{stderr}");
        assert_eq!(stderr.trim(), "a panic of nobody");
    }

    /// One fault here, one on a thread, and a panic that no step contains.
    fn watched_faults() {
        use std::io::Write;

        watch(|_, contained| {
            if !contained {
                let _ = writeln!(std::io::stderr(), "a panic of nobody");
            }
        });
        let ((), faults) = gather(|| {
            contained("here", || at(&[], 0));
            std::thread::scope(|scope| beside(scope, "there", || at(&[], 1)).join());
        });
        assert_eq!(faults.len(), 2, "{faults:?}");
        for fault in faults {
            assert!(
                fault.file.ends_with("fault.rs") && fault.line > 0,
                "{fault:?}"
            );
        }
        assert!(catch_unwind(|| at(&[], 2)).is_err());
    }

    #[test]
    fn faults_are_counted_in_the_state_of_a_library() {
        let dir = tempfile::tempdir().unwrap();
        let ((), faults) = gather(|| {
            contained("a step", || at(&[], 0));
        });
        count(dir.path(), &[], 5).unwrap();
        assert!(!dir.path().join("state.sqlite").exists());
        count(dir.path(), &faults, 5).unwrap();
        count(dir.path(), &faults, 6).unwrap();
        let rows = State::open(dir.path()).unwrap().faults().unwrap();
        let told: Vec<(&str, u32, i64)> = rows
            .iter()
            .map(|row| (row.step.as_str(), row.times, row.last))
            .collect();
        assert_eq!(told, [("a step", 2, 6)]);
    }
}
