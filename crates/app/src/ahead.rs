//! The library of a question, opened and read while the model is.
//!
//! Models take as long to open as a small library's tables and lists to read, and neither waits for
//! the other. The words alone say whether a question is likely to be searched for; where the model
//! says otherwise, what was read is not looked at.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use perusal::index::Snapshot;
use perusal::plan;
use perusal::route::{self, Classifiers, Kind, Question};

use crate::cli::AskOptions;
use crate::command::Context;
use crate::config::Settings;
use crate::failure::Failure;
use crate::library;

/// A library that is perhaps being read.
pub struct Ahead {
    /// Gives the library once it is open; nothing where it is not read.
    opened: Receiver<Arc<Snapshot>>,
    /// Until it goes the thread keeps what it read, so that nobody waits for its end.
    _asked: Sender<()>,
}

impl Ahead {
    /// Begins, where the question as it stands is one for the plans of the whole library.
    pub fn start(context: &Context, text: &str, options: &AskOptions) -> Ahead {
        let ((open, opened), (asked, until)) = (channel(), channel());
        let settings = &context.settings;
        let (store, config) = (settings.store.clone(), settings.route.clone());
        let (text, declared) = (text.to_owned(), options.declared);
        let read = move || {
            let question = Question {
                declared,
                ..Question::new(&text)
            };
            let decision = route::decide(&question, &config, Classifiers::shipped(None));
            let searched = decision
                .is_ok_and(|decision| matches!(decision.kind, Kind::Retrieval(_) | Kind::Code(_)));
            // What is wrong with the library is said by who needs it.
            if let Some(Ok(snapshot)) = searched.then(|| library::snapshot_of(&store)) {
                let snapshot = Arc::new(snapshot);
                if open.send(Arc::clone(&snapshot)).is_ok() {
                    let _ = plan::read_ahead(&snapshot, &text);
                }
                drop(open);
                let _ = until.recv();
            }
        };
        if !options.no_plan && options.retrieval.filter.is_empty() {
            // Without a thread the question takes a little longer.
            let _ = thread::Builder::new().name("ahead".to_owned()).spawn(read);
        }
        Ahead {
            opened,
            _asked: asked,
        }
    }

    /// The library: the one that is being read, else one that is opened now.
    pub fn library(&self, settings: &Settings) -> Result<Arc<Snapshot>, Failure> {
        match self.opened.recv() {
            Ok(snapshot) => Ok(snapshot),
            Err(_) => Ok(Arc::new(library::snapshot(settings)?)),
        }
    }
}
