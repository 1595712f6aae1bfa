//! Counters for `/metrics`, in the text form that Prometheus reads.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Upper bounds of the times, in seconds.
const BOUNDS: [f64; 9] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0];

/// What was asked, and how it went.
#[derive(Default)]
pub struct Metrics {
    counted: Mutex<Counted>,
}

#[derive(Default)]
struct Counted {
    /// By route and status.
    requests: BTreeMap<(String, u16), u64>,
    /// By route: counts up to each bound, all, and the sum of seconds.
    times: BTreeMap<String, ([u64; BOUNDS.len()], u64, f64)>,
    shed: u64,
}

impl Metrics {
    /// A request that was answered; `route` is its pattern, never what was asked.
    pub fn request(&self, route: &str, status: u16, time: Duration) {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        *counted
            .requests
            .entry((route.to_owned(), status))
            .or_default() += 1;
        let seconds = time.as_secs_f64();
        let (buckets, all, sum) = counted.times.entry(route.to_owned()).or_default();
        for (bucket, bound) in buckets.iter_mut().zip(BOUNDS) {
            *bucket += u64::from(seconds <= bound);
        }
        *all += 1;
        *sum += seconds;
    }

    /// A request that was turned away because too many waited.
    pub fn shed(&self) {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        counted.shed += 1;
    }

    /// All counters.
    pub fn text(&self) -> String {
        let counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = String::from("# TYPE perusal_requests_total counter\n");
        for ((route, status), count) in &counted.requests {
            let _ = writeln!(
                text,
                "perusal_requests_total{{route=\"{route}\",status=\"{status}\"}} {count}"
            );
        }
        text.push_str("# TYPE perusal_request_seconds histogram\n");
        for (route, (buckets, all, sum)) in &counted.times {
            for (count, bound) in buckets.iter().zip(BOUNDS) {
                let _ = writeln!(
                    text,
                    "perusal_request_seconds_bucket{{route=\"{route}\",le=\"{bound}\"}} {count}"
                );
            }
            let _ = writeln!(
                text,
                "perusal_request_seconds_bucket{{route=\"{route}\",le=\"+Inf\"}} {all}\n\
                 perusal_request_seconds_sum{{route=\"{route}\"}} {sum}\n\
                 perusal_request_seconds_count{{route=\"{route}\"}} {all}"
            );
        }
        let _ = writeln!(
            text,
            "# TYPE perusal_shed_total counter\nperusal_shed_total {}",
            counted.shed
        );
        text
    }
}
