//! What analyses did on each level, over the traces that are kept: `perusal stats`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

/// What happened on one level over all traces.
#[derive(Debug, Default)]
pub struct LevelStats {
    analyses: usize,
    segments: u64,
    read: u64,
    telling: u64,
    tokens_read: u64,
    calls: u64,
    cached: u64,
    times_ms: Vec<f64>,
    methods: BTreeMap<String, usize>,
}

impl LevelStats {
    /// By level, from those traces that are of analyses.
    pub fn of(traces: &[Value]) -> BTreeMap<u64, LevelStats> {
        let mut levels: BTreeMap<u64, LevelStats> = BTreeMap::new();
        for trace in traces {
            let told = trace["levels"].as_array().into_iter().flatten();
            for level in told {
                let at = level["level"].as_u64().unwrap_or_default();
                let entry = levels.entry(at).or_default();
                let (read, telling) = segments_read(trace, at);
                entry.read += read;
                entry.telling += telling;
                entry.count(level);
            }
        }
        levels
    }

    fn count(&mut self, level: &Value) {
        let number = |name: &str| level[name].as_u64().unwrap_or_default();
        self.analyses += 1;
        self.segments += number("segments");
        self.tokens_read += number("tokens_read");
        self.calls += number("calls");
        self.cached += number("cached");
        let time = |name: &str| level[name].as_f64().unwrap_or_default();
        self.times_ms.push(time("ms") + time("asking_ms"));
        let method = level["method"].as_str().unwrap_or("unknown");
        *self.methods.entry(method.to_owned()).or_default() += 1;
    }

    /// Share of the segments that were made of which something was read, 0 to 1.
    fn activation(&self) -> f64 {
        self.read as f64 / self.segments.max(1) as f64
    }

    /// Share of the segments of which something was read that had something to say, 0 to 1:
    /// relevance precision as far as it is known without the right answer.
    fn precision(&self) -> f64 {
        self.telling as f64 / self.read.max(1) as f64
    }

    fn median_ms(&self) -> f64 {
        let mut times = self.times_ms.clone();
        times.sort_by(f64::total_cmp);
        let middle = times.len().saturating_sub(1) / 2;
        times.get(middle).copied().unwrap_or_default()
    }

    /// For `stats --json`.
    pub fn as_json(&self) -> Value {
        json!({
            "analyses": self.analyses,
            "segments": self.segments,
            "segments_read": self.read,
            "activation": self.activation(),
            "segments_telling": self.telling,
            "relevance_precision": self.precision(),
            "tokens_read": self.tokens_read,
            "median_ms": self.median_ms(),
            "calls": self.calls,
            "cached": self.cached,
            "methods": self.methods,
        })
    }

    /// One line for people.
    pub fn line(&self, level: u64) -> String {
        let methods: Vec<String> = self
            .methods
            .iter()
            .map(|(name, times)| format!("{name} {times}"))
            .collect();
        format!(
            "  level {level}: {} analyses, {} of {} segments read ({:.0} %), {} of them told \
             something, {} tokens, {:.1} ms in \
             the median, {} calls of a model, {} known before; {}",
            self.analyses,
            self.read,
            self.segments,
            self.activation() * 100.0,
            self.telling,
            self.tokens_read,
            self.median_ms(),
            self.calls,
            self.cached,
            methods.join(", ")
        )
    }
}

/// Segments of a level of which something was read, and those of them that gave a finding.
fn segments_read(trace: &Value, level: u64) -> (u64, u64) {
    let findings = trace["findings"].as_array().into_iter().flatten();
    let telling: BTreeSet<u64> = findings.filter_map(|one| one["segment"].as_u64()).collect();
    let segments = trace["segments"].as_array().into_iter().flatten();
    let read = segments.filter(|one| {
        let state = one["state"].as_str().unwrap_or_default();
        one["level"].as_u64() == Some(level) && matches!(state, "read" | "in_part")
    });
    read.fold((0, 0), |(read, told), one| {
        let tells = one["id"].as_u64().is_some_and(|id| telling.contains(&id));
        (read + 1, told + u64::from(tells))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_added_up_over_traces_of_analyses_alone() {
        let trace = |ms: f64| {
            json!({
                "levels": [
                    {"level": 0, "segments": 4, "tokens_read": 0, "ms": ms, "method": "dense+sparse"},
                    {"level": 1, "segments": 8, "tokens_read": 900, "ms": ms, "asking_ms": 10.0,
                     "calls": 2, "cached": 1, "method": "llm"},
                ],
                "segments": [
                    {"id": 4, "level": 1, "state": "read"}, {"id": 5, "level": 1, "state": "in_part"},
                    {"id": 6, "level": 1, "state": "scored"}, {"id": 0, "level": 0, "state": "scored"},
                ],
                "findings": [{"segment": 5}, {"segment": 5}],
            })
        };
        let asked = json!({"status": "answered", "timings_ms": {"total": 3.0}});
        let levels = LevelStats::of(&[trace(1.0), asked, trace(3.0), trace(2.0)]);
        assert_eq!(levels.len(), 2);
        let first = levels[&1].as_json();
        assert_eq!(first["segments_read"], 6);
        assert_eq!(first["activation"], 0.25);
        assert_eq!(first["relevance_precision"], 0.5);
        assert_eq!(first["median_ms"], 12.0);
        assert_eq!((&first["calls"], &first["cached"]), (&json!(6), &json!(3)));
        assert!(levels[&0].line(0).contains("0 of 12 segments read (0 %)"));
    }
}
