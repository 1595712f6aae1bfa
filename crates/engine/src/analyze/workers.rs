//! Calls that are on their way at the same time, their results in the order of what was asked.
//!
//! How many a backend takes at once it says itself: its pace grows while it answers as fast as
//! before and is halved when it is too much for it (`models::remote`). Here is only a bound on our
//! threads; those that wait for their turn look at their limits.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::fault;

/// Threads of one analysis that wait for models.
pub(super) const WORKERS_MAX: usize = 16;

/// Does work for each item, on so many threads at most. `None` where it panicked.
pub(super) fn each<T: Sync, R: Send>(
    items: &[T],
    workers: usize,
    step: &'static str,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<Option<R>> {
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        while let Some((at, item)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            items.get(at).map(|item| (at, item))
        } {
            done.push((at, fault::contained(step, || work(item))));
        }
        done
    };
    let workers = workers.clamp(1, WORKERS_MAX).min(items.len());
    let mut results: Vec<Option<R>> = items.iter().map(|_| None).collect();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..workers)
            .map(|_| fault::beside(scope, step, take))
            .collect();
        for (at, result) in threads.into_iter().filter_map(|one| one.join()).flatten() {
            results[at] = result;
        }
    });
    results
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items_on_any_number_of_threads() {
        let items: Vec<u64> = (0..40).collect();
        let slow_first = |item: &u64| {
            std::thread::sleep(Duration::from_millis(if *item < 4 { 8 } else { 0 }));
            item * 2
        };
        let wanted: Vec<Option<u64>> = items.iter().map(|item| Some(item * 2)).collect();
        for workers in [1, 2, 8, 100] {
            assert_eq!(each(&items, workers, "double", slow_first), wanted);
        }
        assert!(each(&[] as &[u64], 8, "double", slow_first).is_empty());
    }

    #[test]
    fn one_that_panics_costs_itself_alone() {
        let (results, faults) = fault::gather(|| {
            each(&[1, 2, 3], 2, "halve", |item| {
                assert!(*item != 2, "two");
                *item
            })
        });
        assert_eq!(results, [Some(1), None, Some(3)]);
        assert_eq!(faults.len(), 1);
    }
}
