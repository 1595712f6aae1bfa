//! What things take: by the clock, and of the processors.

use std::time::{Duration, Instant};

/// Asks every question and prints how long that takes: by the clock, and of all
/// processors together, which is the figure to compare where others use them too.
pub fn measure<Q>(what: &str, questions: &[Q], ask: impl Fn(&Q)) {
    let before = worked();
    let mut times = Vec::new();
    for question in questions {
        time(&mut times, || ask(question));
    }
    let worked = worked().saturating_sub(before).as_secs_f64() / questions.len() as f64;
    report(what, &mut times);
    println!("{:18} {:.2} ms of all processors", "", worked * 1e3);
}

pub fn report(what: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!("{what:18} p50 {:7.2} ms   p95 {:7.2} ms", at(0.5), at(0.95));
}

pub fn time<T>(times: &mut Vec<Duration>, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let value = work();
    times.push(started.elapsed());
    value
}

/// How long this process ran on processors; nothing where the system does not say.
pub fn worked() -> Duration {
    /// Fields of the process's own and of the system's time, behind its name,
    /// in hundredths of a second.
    const OWN: usize = 11;
    let told = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = told.rsplit(')').next().unwrap_or_default();
    let ticks = fields.split_whitespace().skip(OWN).take(2);
    let ticks = ticks
        .filter_map(|field| field.parse::<u64>().ok())
        .sum::<u64>();
    Duration::from_millis(ticks * 10)
}
