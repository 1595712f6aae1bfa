//! Texts to windows, windows to batches, batches to threads, and back.

use std::{
    num::NonZero,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use super::tokens::Tokens;
use crate::{Embedding, Limits, ModelError, embed::normalise};

/// What runs windows of tokens through a model, one instance a thread.
pub(super) trait Runner {
    /// The unit vector of each window, in order.
    fn run(&mut self, windows: &[&[u32]], limits: &Limits) -> Result<Vec<Vec<f32>>, ModelError>;
}

/// Embeds texts on all cores. `batch_tokens` is about how many tokens a runner is given at a time,
/// `runner` makes one for the thread of a number.
pub(super) fn embed<R: Runner>(
    tokens: &Tokens,
    texts: &[&str],
    batch_tokens: usize,
    limits: &Limits,
    runner: impl Fn(usize) -> R + Sync,
) -> Result<Vec<Embedding>, ModelError> {
    limits.check()?;
    let windows = on_all_cores(
        texts.len(),
        |_| (),
        |(), text| {
            limits.check()?;
            tokens.windows(texts[text])
        },
    )?;
    let flat: Vec<&[u32]> = windows.iter().flatten().map(Vec::as_slice).collect();
    let batches = batches(&flat, batch_tokens);
    let vectors = on_all_cores(batches.len(), runner, |runner, batch| {
        let members: Vec<&[u32]> = batches[batch].iter().map(|window| flat[*window]).collect();
        runner.run(&members, limits)
    })?;
    let mut by_window: Vec<Vec<f32>> = vec![Vec::new(); flat.len()];
    for (window, vector) in batches.iter().flatten().zip(vectors.into_iter().flatten()) {
        by_window[*window] = vector;
    }
    let mut by_window = by_window.into_iter();
    Ok(windows
        .iter()
        .map(|windows| pool(windows, &mut by_window))
        .collect())
}

/// Groups windows, longest first, so that the cores finish together; each group has at most about
/// `batch_tokens` tokens.
fn batches(windows: &[&[u32]], batch_tokens: usize) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..windows.len()).collect();
    order.sort_by_key(|window| (std::cmp::Reverse(windows[*window].len()), *window));
    let mut batches: Vec<Vec<usize>> = Vec::new();
    let mut tokens = usize::MAX;
    for window in order {
        let length = windows[window].len();
        if tokens.saturating_add(length) > batch_tokens {
            batches.push(Vec::new());
            tokens = 0;
        }
        tokens += length;
        if let Some(batch) = batches.last_mut() {
            batch.push(window);
        }
    }
    batches
}

/// The text of some windows: their vectors weighted by their tokens, at length 1.
fn pool(windows: &[Vec<u32>], vectors: &mut impl Iterator<Item = Vec<f32>>) -> Embedding {
    let count = |tokens: usize| u32::try_from(tokens).unwrap_or(u32::MAX);
    let tokens = count(windows.iter().map(Vec::len).sum());
    let mut vector = vectors.next().unwrap_or_default();
    if windows.len() > 1 {
        vector
            .iter_mut()
            .for_each(|x| *x *= windows[0].len() as f32);
        for (window, other) in windows[1..].iter().zip(vectors) {
            let weight = window.len() as f32;
            vector
                .iter_mut()
                .zip(other)
                .for_each(|(x, other)| *x = other.mul_add(weight, *x));
        }
        normalise(&mut vector);
    }
    Embedding {
        vector,
        tokens,
        windows: count(windows.len()),
    }
}

/// Runs `count` jobs, each thread with a state of its own, and gives their results in order.
///
/// A single job runs on the caller's thread. The error of the first job that failed is given.
fn on_all_cores<S, T: Send>(
    count: usize,
    state: impl Fn(usize) -> S + Sync,
    job: impl Fn(&mut S, usize) -> Result<T, ModelError> + Sync,
) -> Result<Vec<T>, ModelError> {
    let threads = thread::available_parallelism()
        .map_or(1, NonZero::get)
        .min(count);
    if threads <= 1 {
        let mut state = state(0);
        return (0..count).map(|at| job(&mut state, at)).collect();
    }
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Result<T, ModelError>)>> = Mutex::new(Vec::with_capacity(count));
    let work = |thread: usize| {
        let mut state = state(thread);
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= count {
                return;
            }
            let outcome = job(&mut state, at);
            if outcome.is_err() {
                next.store(count, Ordering::Relaxed);
            }
            done.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push((at, outcome));
        }
    };
    thread::scope(|scope| {
        let work = &work;
        for thread in 1..threads {
            scope.spawn(move || work(thread));
        }
        work(0);
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, outcome)| outcome).collect()
}
