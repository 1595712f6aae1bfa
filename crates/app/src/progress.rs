//! Progress of `add`: a bar on a terminal, plain lines elsewhere, events with
//! `--jsonl`.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use perusal::ingest::{Action, Event, FileReport};
use serde_json::json;

use crate::output::{Output, note, printable};

/// Plain lines come at most this often.
const LINE_EVERY: Duration = Duration::from_secs(5);

/// Where progress goes.
pub struct Progress {
    form: Form,
    files: usize,
    files_done: usize,
    pages: u64,
    chunks: usize,
    quiet: bool,
}

enum Form {
    Bar(ProgressBar),
    Lines { last: Instant },
    Events,
    Silent,
}

impl Progress {
    /// Chooses the form.
    pub fn new(output: &Output, jsonl: bool) -> Self {
        let form = if jsonl {
            Form::Events
        } else if output.quiet {
            Form::Silent
        } else if std::io::stderr().is_terminal() {
            Form::Bar(bar())
        } else {
            Form::Lines {
                last: Instant::now(),
            }
        };
        Self {
            form,
            files: 0,
            files_done: 0,
            pages: 0,
            chunks: 0,
            quiet: output.quiet,
        }
    }

    /// Shows one event. What cannot be written is dropped: progress is lossy.
    pub fn show(&mut self, output: &Output, event: &Event<'_>) {
        match *event {
            Event::Found { files } => self.files = files,
            Event::Read { pages, chunks, .. } => {
                self.files_done += 1;
                self.pages += u64::from(pages);
                self.chunks += chunks;
            }
            Event::Stored { .. } | Event::Embedded { .. } => {}
        }
        match &mut self.form {
            Form::Silent => {}
            Form::Events => {
                if let Some(object) = as_json(event) {
                    let _ = output.line(&object.to_string());
                }
            }
            Form::Bar(bar) => match *event {
                Event::Found { files } => bar.set_length(files as u64),
                Event::Read { path, .. } => {
                    bar.set_position(self.files_done as u64);
                    bar.set_message(format!(
                        "files, {} pages, {} chunks  {}",
                        self.pages,
                        self.chunks,
                        printable(path)
                    ));
                }
                Event::Stored { files } => {
                    report_failures(files, |line| bar.suspend(|| note(line)))
                }
                Event::Embedded { done, total } => {
                    bar.set_length(total);
                    bar.set_position(done);
                    bar.set_message("vectors; keywords are searchable");
                }
            },
            Form::Lines { last } => {
                if let Event::Stored { files } = event {
                    report_failures(files, note);
                }
                let line = match *event {
                    Event::Found { files } => Some(format!("found {files} files")),
                    Event::Embedded { done, total } if done == total => {
                        Some(format!("vectors: {done} of {total}"))
                    }
                    _ if last.elapsed() < LINE_EVERY => None,
                    Event::Embedded { done, total } => Some(format!("vectors: {done} of {total}")),
                    _ => Some(format!(
                        "read {} of {} files, {} pages, {} chunks",
                        self.files_done, self.files, self.pages, self.chunks
                    )),
                };
                if let Some(line) = line {
                    *last = Instant::now();
                    note(&line);
                }
            }
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Form::Bar(bar) = &self.form {
            bar.finish_and_clear();
        }
        debug_assert!(self.quiet || self.files_done <= self.files);
    }
}

fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:24} {pos}/{len} {msg} {elapsed} left {eta}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr()).with_style(style)
}

fn report_failures(files: &[FileReport], mut say: impl FnMut(&str)) {
    for file in files.iter().filter(|file| file.action == Action::Failed) {
        let reason = file.reason.as_deref().unwrap_or("could not be read");
        say(&printable(&format!("failed: {}: {reason}", file.path)));
    }
}

fn as_json(event: &Event<'_>) -> Option<serde_json::Value> {
    Some(match event {
        Event::Found { files } => json!({"event": "found", "files": files}),
        Event::Read {
            path,
            pages,
            chunks,
        } => {
            json!({"event": "read", "document": path, "pages": pages, "chunks": chunks})
        }
        Event::Stored { files } => json!({
            "event": "stored",
            "documents": files
                .iter()
                .map(|file| json!({"document": file.path, "action": file.action.as_str(),
                                   "reason": file.reason}))
                .collect::<Vec<_>>(),
        }),
        Event::Embedded { done, total } => {
            json!({"event": "embedded", "done": done, "total": total})
        }
    })
}
