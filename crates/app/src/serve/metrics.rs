//! Counters for `/metrics`, in the text form that Prometheus reads.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;

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
    /// Of answers: by name of the counter and value of its label.
    answers: BTreeMap<(&'static str, String), u64>,
    /// Milliseconds by stage.
    stages: BTreeMap<String, f64>,
}

/// What is counted of answers: the counter, its label, and where the value stands.
const OF_ANSWERS: [(&str, &str, [&str; 2]); 3] = [
    ("perusal_answers_total", "status", ["status", ""]),
    ("perusal_routes_total", "layer", ["route", "layer"]),
    (
        "perusal_strategies_total",
        "strategy",
        ["route", "strategy"],
    ),
];
/// What is summed of them.
const OF_USAGE: [(&str, &str); 3] = [
    ("perusal_llm_calls_total", "llm_calls"),
    ("perusal_llm_input_tokens_total", "prompt_tokens"),
    ("perusal_llm_output_tokens_total", "completion_tokens"),
];

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

    /// An answer, as the object of `ask --json`: how it went, never what it says.
    pub fn answer(&self, object: &Value) {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        for (name, _, [first, second]) in OF_ANSWERS {
            let value = match second {
                "" => &object[first],
                second => &object[first][second],
            };
            if let Some(value) = value.as_str() {
                *counted.answers.entry((name, value.to_owned())).or_default() += 1;
            }
        }
        for (name, field) in OF_USAGE {
            let count = object["usage"][field].as_u64().unwrap_or_default();
            *counted.answers.entry((name, String::new())).or_default() += count;
        }
        for (stage, ms) in object["timings_ms"].as_object().into_iter().flatten() {
            *counted.stages.entry(stage.clone()).or_default() += ms.as_f64().unwrap_or_default();
        }
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
        of_answers(&counted, &mut text);
        text
    }
}

fn of_answers(counted: &Counted, text: &mut String) {
    let mut last = "";
    for ((name, value), count) in &counted.answers {
        if *name != last {
            let _ = writeln!(text, "# TYPE {name} counter");
            last = name;
        }
        let label = OF_ANSWERS.iter().find(|(one, _, _)| one == name);
        let _ = match label {
            Some((_, label, _)) => writeln!(text, "{name}{{{label}=\"{value}\"}} {count}"),
            None => writeln!(text, "{name} {count}"),
        };
    }
    text.push_str("# TYPE perusal_stage_seconds_total counter\n");
    for (stage, ms) in &counted.stages {
        let seconds = ms / 1e3;
        let _ = writeln!(
            text,
            "perusal_stage_seconds_total{{stage=\"{stage}\"}} {seconds}"
        );
    }
}
