//! Texts to windows, windows to batches, batches to threads, and back.

use std::{
    num::NonZero,
    sync::{
        Mutex, OnceLock, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use super::{outputs::largest_of_each, tokens::Tokens};
use crate::{Encoded, Limits, ModelError, Role, TokenVectors, embed::normalise};

/// What runs windows of tokens through a model, one instance a thread.
pub(super) trait Runner {
    /// The vectors of each window, in order; the counts are left to the caller.
    fn run(&mut self, windows: &[&[u32]], limits: &Limits) -> Result<Vec<Encoded>, ModelError>;
}

/// Encodes texts on all cores. `batch_tokens` is about how many tokens a runner is given at a time,
/// `runner` makes one for the thread of a number.
pub(super) fn encode<R: Runner>(
    tokens: &Tokens,
    texts: &[&str],
    role: Role,
    batch_tokens: usize,
    limits: &Limits,
    runner: impl Fn(usize) -> R + Sync,
) -> Result<Vec<Encoded>, ModelError> {
    limits.check()?;
    let windows_of = |text: usize| {
        limits.check()?;
        tokens.windows(texts[text], role)
    };
    let bytes: usize = texts.iter().map(|text| text.len()).sum();
    let windows = match bytes < SHARE_BYTES_MIN {
        true => (0..texts.len()).map(windows_of).collect(),
        false => on_all_cores(texts.len(), |_| (), |(), text| windows_of(text)),
    }?;
    let flat: Vec<&[u32]> = windows.iter().flatten().map(Vec::as_slice).collect();
    let batches = batches(&flat, batch_tokens);
    let encoded = on_all_cores(batches.len(), runner, |runner, batch| {
        let members: Vec<&[u32]> = batches[batch].iter().map(|window| flat[*window]).collect();
        runner.run(&members, limits)
    })?;
    let mut by_window: Vec<Encoded> = vec![Encoded::default(); flat.len()];
    for (window, encoded) in batches.iter().flatten().zip(encoded.into_iter().flatten()) {
        by_window[*window] = encoded;
    }
    let mut by_window = by_window.into_iter();
    Ok(windows
        .iter()
        .map(|windows| join(windows, &mut by_window))
        .collect())
}

/// Fewer bytes than this are not cut into tokens by several threads.
const SHARE_BYTES_MIN: usize = 4096;
/// Fewer tokens than this are not shared between cores: a thread has to be worth its while.
const SHARE_TOKENS_MIN: usize = 96;

/// Groups windows, longest first, so that the cores finish together; each group has at most about
/// `batch_tokens` tokens, or a core's share of all where that is less: a question has a few
/// sentences read and waits for them.
pub(super) fn batches(windows: &[&[u32]], batch_tokens: usize) -> Vec<Vec<usize>> {
    let all: usize = windows.iter().map(|window| window.len()).sum();
    let share = all.div_ceil(cores()).max(SHARE_TOKENS_MIN);
    let batch_tokens = batch_tokens.min(share);
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

/// The text of some windows, whose vectors come next in `encoded`.
fn join(windows: &[Vec<u32>], encoded: &mut impl Iterator<Item = Encoded>) -> Encoded {
    let count = |tokens: usize| u32::try_from(tokens).unwrap_or(u32::MAX);
    let mut parts: Vec<Encoded> = encoded.take(windows.len()).collect();
    let mut text = if parts.len() == 1 {
        parts.pop().unwrap_or_default()
    } else {
        Encoded {
            dense: join_means(windows, &parts, |part| part.dense.as_deref()),
            middle: join_means(windows, &parts, |part| part.middle.as_deref()),
            sparse: join_sparse(&parts),
            token_vectors: join_token_vectors(&parts),
            ..Encoded::default()
        }
    };
    text.tokens = count(windows.iter().map(Vec::len).sum());
    text.windows = count(windows.len());
    text
}

/// The windows' vectors weighted by their tokens, at length 1.
fn join_means(
    windows: &[Vec<u32>],
    parts: &[Encoded],
    of: impl Fn(&Encoded) -> Option<&[f32]>,
) -> Option<Vec<f32>> {
    let mut vectors = parts.iter().zip(windows);
    let weigh = |(part, window): (&Encoded, &Vec<u32>)| {
        let mut vector = of(part)?.to_vec();
        vector.iter_mut().for_each(|x| *x *= window.len() as f32);
        Some(vector)
    };
    let mut sum = weigh(vectors.next()?)?;
    for (part, window) in vectors {
        let weight = window.len() as f32;
        for (x, other) in sum.iter_mut().zip(of(part).into_iter().flatten()) {
            *x = other.mul_add(weight, *x);
        }
    }
    normalise(&mut sum);
    Some(sum)
}

/// The largest weight of each token over the windows.
fn join_sparse(parts: &[Encoded]) -> Option<Vec<(u32, f32)>> {
    let weights: Option<Vec<_>> = parts.iter().map(|part| part.sparse.as_deref()).collect();
    Some(largest_of_each(weights?.concat()))
}

/// The vectors of the tokens of all windows.
fn join_token_vectors(parts: &[Encoded]) -> Option<TokenVectors> {
    let vectors: Option<Vec<_>> = parts
        .iter()
        .map(|part| part.token_vectors.as_ref())
        .collect();
    let vectors = vectors?;
    Some(TokenVectors {
        dim: vectors.first()?.dim,
        values: vectors
            .iter()
            .flat_map(|vectors| &vectors.values)
            .copied()
            .collect(),
    })
}

/// How many the system grants. Asked once: on Linux the answer stands in several files.
fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get))
}

/// Runs `count` jobs, each thread with a state of its own, and gives their results in order.
///
/// A single job runs on the caller's thread. The error of the first job that failed is given.
pub(super) fn on_all_cores<S, T: Send>(
    count: usize,
    state: impl Fn(usize) -> S + Sync,
    job: impl Fn(&mut S, usize) -> Result<T, ModelError> + Sync,
) -> Result<Vec<T>, ModelError> {
    let threads = cores().min(count);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Batches of windows of some lengths, by these lengths.
    fn lengths(windows: &[usize], batch_tokens: usize) -> Vec<Vec<usize>> {
        let ids = vec![0_u32; windows.iter().copied().max().unwrap_or(0)];
        let flat: Vec<&[u32]> = windows.iter().map(|length| &ids[..*length]).collect();
        let batches = batches(&flat, batch_tokens);
        let mut seen: Vec<usize> = batches.iter().flatten().copied().collect();
        seen.sort_unstable();
        assert_eq!(
            seen,
            (0..windows.len()).collect::<Vec<_>>(),
            "each window once"
        );
        let of = |batch: &Vec<usize>| batch.iter().map(|at| windows[*at]).collect();
        batches.iter().map(of).collect()
    }

    #[test]
    fn a_few_sentences_are_shared_between_the_cores() {
        let shared = lengths(&[30; 16], 768);
        let most = 480_usize.div_ceil(cores()).max(SHARE_TOKENS_MIN);
        assert!(
            shared
                .iter()
                .all(|batch| batch.iter().sum::<usize>() <= most)
        );
        assert!(shared.len() >= cores().min(480 / SHARE_TOKENS_MIN));
    }

    #[test]
    fn many_texts_fill_batches_and_little_stays_in_one() {
        let many = lengths(&[100; 400], 768);
        assert!(many.iter().all(|batch| batch.len() <= 7));
        assert_eq!(lengths(&[40, 20, 30], 768), [[40, 30, 20]]);
        assert_eq!(lengths(&[900, 10], 768), [vec![900], vec![10]]);
        assert!(lengths(&[], 768).is_empty());
    }
}
