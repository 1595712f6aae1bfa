//! What happens while documents are read: a line a level on a terminal, events with `--jsonl`.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use perusal::analyze::LevelReport;

use super::json;
use crate::output::Output;

/// Lines are drawn anew at most this often.
const DRAW_EVERY: Duration = Duration::from_millis(100);

/// Where progress goes.
pub struct Progress {
    form: Form,
    levels: Vec<Option<LevelReport>>,
}

enum Form {
    Events,
    Lines { drawn: usize, last: Option<Instant> },
    Silent,
}

impl Progress {
    /// Chooses the form.
    pub fn new(output: &Output, jsonl: bool) -> Self {
        let form = if jsonl {
            Form::Events
        } else if output.quiet || !std::io::stderr().is_terminal() {
            Form::Silent
        } else {
            Form::Lines {
                drawn: 0,
                last: None,
            }
        };
        Self {
            form,
            levels: Vec::new(),
        }
    }

    /// Shows what happened on a level. What cannot be written is dropped: progress is lossy.
    pub fn show(&mut self, output: &Output, report: &LevelReport) {
        if self.levels.len() <= report.level {
            self.levels.resize_with(report.level + 1, || None);
        }
        self.levels[report.level] = Some(report.clone());
        match &mut self.form {
            Form::Silent => {}
            Form::Events => {
                let mut object = json::level(report);
                object["event"] = "level".into();
                let _ = output.line(&object.to_string());
                for (name, mut object) in json::news(report) {
                    object["event"] = name.into();
                    let _ = output.line(&object.to_string());
                }
            }
            Form::Lines { drawn, last } => {
                if last.is_some_and(|last| last.elapsed() < DRAW_EVERY) {
                    return;
                }
                *last = Some(Instant::now());
                let lines: Vec<String> = self.levels.iter().flatten().map(line).collect();
                draw(&lines, *drawn);
                *drawn = lines.len();
            }
        }
    }

    /// Takes the lines away: the answer follows.
    pub fn end(&mut self) {
        if let Form::Lines { drawn, .. } = &mut self.form {
            draw(&[], *drawn);
            *drawn = 0;
        }
    }
}

/// One level: segments, read, waiting, time.
fn line(report: &LevelReport) -> String {
    let time = report.time + report.time_asking;
    let model = match report.by_model {
        0 => String::new(),
        by_model => format!(", {by_model} by the model"),
    };
    format!(
        "level {}: {} segments, {} tokens read{model}, {} waiting, {:.1} s",
        report.level,
        report.segments,
        report.tokens_read,
        report.queued,
        time.as_secs_f64()
    )
}

/// Writes lines over those that were drawn before.
fn draw(lines: &[String], before: usize) {
    let mut text = String::new();
    if before > 0 {
        text.push_str(&format!("\u{1b}[{before}A"));
    }
    text.push_str("\r\u{1b}[J");
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
    let mut stderr = std::io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes());
    let _ = stderr.flush();
}

#[cfg(test)]
mod tests {
    use perusal::analyze::Scoring;

    use super::*;

    #[test]
    fn a_level_is_told_in_one_line() {
        let report = LevelReport {
            level: 1,
            segments: 12,
            kept: 3,
            read: 2,
            queued: 4,
            method: Scoring::DenseSparse,
            fallback: None,
            tokens_read: 8_000,
            time: Duration::from_millis(300),
            by_model: 2,
            calls: 2,
            cached: 0,
            time_asking: Duration::from_millis(1_200),
        };
        assert_eq!(
            line(&report),
            "level 1: 12 segments, 8000 tokens read, 2 by the model, 4 waiting, 1.5 s"
        );
    }
}
