//! A run repeated from its recording, byte for byte, without the model.

use std::{
    collections::HashMap,
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use super::{
    Completion, Counted, LanguageModel, LanguageProfile, Request,
    record::{Exchange, Line, VERSION, key, text_key},
};
use crate::{Limits, ModelError};

/// Bytes of a message that tell which request is missing.
const START_BYTES: usize = 120;

/// A recording that was read.
///
/// ```
/// use models::{LanguageModel, Limits, Message, Recording, Replay, Request, Shape, Speaker};
/// use models::scripted::Script;
///
/// let folder = tempfile::tempdir().unwrap();
/// let file = folder.path().join("run.jsonl");
/// let request = Request {
///     messages: vec![Message::new(Speaker::User, "Is it so?")],
///     tokens_max: 5,
///     shape: Shape::Text,
/// };
/// let script = Box::new(Script::new([("", "It is.")]));
/// let model = Recording::create(&file).unwrap().of(script, &Limits::none()).unwrap();
/// let first = model.complete(&request, &Limits::none(), &mut |_| {}).unwrap();
///
/// let again = Replay::open(&file).unwrap().model("script").unwrap();
/// assert_eq!(again.complete(&request, &Limits::none(), &mut |_| {}).unwrap(), first);
/// ```
#[derive(Clone, Debug)]
pub struct Replay {
    file: PathBuf,
    kept: Arc<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    models: HashMap<String, LanguageProfile>,
    /// Tokens by model and text.
    counts: HashMap<(String, String), usize>,
    /// Exchanges by key, in the order they were made.
    exchanges: HashMap<String, Vec<Exchange>>,
    /// How many of a key were given out.
    given: Mutex<HashMap<String, usize>>,
}

impl Replay {
    /// Reads a recording.
    ///
    /// # Errors
    /// [`ModelError::Io`]; [`ModelError::BadRecording`] for a file that is none, was cut, or comes
    /// from another version.
    pub fn open(file: &Path) -> Result<Self, ModelError> {
        let lines = BufReader::new(File::open(file).map_err(ModelError::io(file))?);
        let mut kept = Kept::default();
        let mut lines = WholeLines { lines, number: 0 };
        let bad = |reason: String| ModelError::BadRecording {
            file: file.to_owned(),
            reason,
        };
        let first = lines.next_line().map_err(bad)?;
        match first.map(|line| serde_json::from_str(&line)) {
            Some(Ok(Line::PerusalRecording(VERSION))) => {}
            Some(Ok(Line::PerusalRecording(other))) => {
                return Err(bad(format!(
                    "it is a recording of version {other}, this program reads version {VERSION}"
                )));
            }
            _ => return Err(bad("it is no recording".to_owned())),
        }
        while let Some(line) = lines.next_line().map_err(bad)? {
            let line = serde_json::from_str(&line);
            kept.add(line.map_err(|error| bad(format!("line {}: {error}", lines.number)))?);
        }
        Ok(Self {
            file: file.to_owned(),
            kept: Arc::new(kept),
        })
    }

    /// Ids of the models that were asked.
    #[must_use]
    pub fn models(&self) -> Vec<&str> {
        let mut ids: Vec<&str> = self.kept.models.keys().map(String::as_str).collect();
        ids.sort_unstable();
        ids
    }

    /// What answers as the model of this id did.
    ///
    /// # Errors
    /// [`ModelError::BadRecording`] when no such model was asked.
    pub fn model(&self, id: &str) -> Result<Replayed, ModelError> {
        let profile = self.kept.models.get(id);
        let profile = profile.ok_or_else(|| ModelError::BadRecording {
            file: self.file.clone(),
            reason: format!("it is of {}, not of {id}", self.models().join(", ")),
        })?;
        Ok(Replayed {
            profile: profile.clone(),
            replay: self.clone(),
        })
    }
}

impl Kept {
    fn add(&mut self, line: Line) {
        match line {
            Line::PerusalRecording(_) => {}
            Line::Model(profile) => {
                self.models.insert(profile.id.clone(), profile);
            }
            Line::Count {
                model,
                text,
                tokens,
            } => {
                self.counts.insert((model, text), tokens);
            }
            Line::Exchange(exchange) => {
                let same = self.exchanges.entry(exchange.key.clone()).or_default();
                same.push(*exchange);
            }
        }
    }

    /// The next exchange of a key; the last one again where there are no more.
    fn next(&self, key: &str) -> Option<Exchange> {
        let same = self.exchanges.get(key)?;
        let mut given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        let given = given.entry(key.to_owned()).or_default();
        let exchange = same.get(*given).or_else(|| same.last());
        *given += 1;
        exchange.cloned()
    }
}

/// Lines, each with its end: a file that was cut is told from a whole one.
struct WholeLines<R> {
    lines: R,
    number: usize,
}

impl<R: BufRead> WholeLines<R> {
    fn next_line(&mut self) -> Result<Option<String>, String> {
        let mut line = String::new();
        self.number += 1;
        let number = self.number;
        let read = self.lines.read_line(&mut line);
        match read.map_err(|error| format!("line {number}: {error}"))? {
            0 => Ok(None),
            _ if line.ends_with('\n') => Ok(Some(line)),
            _ => Err(format!("it was cut off in line {number}")),
        }
    }
}

/// Answers as a model did while it was recorded.
pub struct Replayed {
    profile: LanguageProfile,
    replay: Replay,
}

impl LanguageModel for Replayed {
    fn profile(&self) -> &LanguageProfile {
        &self.profile
    }

    /// # Errors
    /// What the model failed with; [`ModelError::NotRecorded`] for a request that was not made.
    fn complete(
        &self,
        request: &Request,
        limits: &Limits,
        emit: &mut dyn FnMut(&str),
    ) -> Result<Completion, ModelError> {
        limits.check()?;
        let found = self.replay.kept.next(&key(&self.profile.id, request));
        let exchange = found.ok_or_else(|| self.not_recorded(request.messages.last()))?;
        exchange.pieces.iter().for_each(|piece| emit(piece));
        exchange.outcome.told()
    }

    /// As it was counted; a text that was not is estimated where the model estimated.
    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        let key = (self.profile.id.clone(), text_key(text));
        match self.replay.kept.counts.get(&key) {
            Some(tokens) => Ok(*tokens),
            None if self.profile.counted == Counted::Estimated => Ok(super::estimated(text)),
            None => Err(self.missing(text)),
        }
    }
}

impl Replayed {
    fn not_recorded(&self, last: Option<&super::Message>) -> ModelError {
        self.missing(last.map_or("nothing", |last| &last.text))
    }

    fn missing(&self, text: &str) -> ModelError {
        let start = &text[..text.floor_char_boundary(START_BYTES)];
        ModelError::NotRecorded {
            file: self.replay.file.clone(),
            name: self.profile.id.clone(),
            start: format!("{start:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::{Message, Recording, Shape, Speaker, scripted::Script};

    fn request(text: &str, shape: Shape) -> Request {
        Request {
            messages: vec![Message::new(Speaker::User, text)],
            tokens_max: 20,
            shape,
        }
    }

    /// What a model makes of some requests, pieces and all.
    fn run(model: &dyn LanguageModel) -> String {
        let one_of = Shape::OneOf(vec!["red".to_owned()]);
        let requests = [
            request("Name four colours.", Shape::Text),
            request("label", one_of.clone()),
            request("Name a colour.", one_of),
            request("Name four colours.", Shape::Text),
        ];
        let mut told = String::new();
        for request in &requests {
            let outcome = model.complete(request, &Limits::none(), &mut |piece| {
                told.push_str(&format!("[{piece}]"));
            });
            told.push_str(&match outcome {
                Ok(completion) => format!("{completion:?}\n"),
                Err(error) => format!("{error:?}\n"),
            });
        }
        told.push_str(&format!("{:?}", model.count_tokens("How long is this?")));
        told
    }

    fn recorded(file: &Path) -> String {
        let script = Script::new([
            ("label", "red"),
            ("four", "one two three four"),
            ("", "sky"),
        ]);
        let recording = Recording::create(file).expect("a file");
        let model = recording.of(Box::new(script), &Limits::none());
        run(&model.expect("a model"))
    }

    #[test]
    fn a_run_is_repeated_byte_for_byte() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("run.jsonl");
        let first = recorded(&file);
        assert!(first.contains("WrongShape"), "{first}");
        let replay = Replay::open(&file).expect("a recording");
        assert_eq!(replay.models(), ["script"]);
        assert_eq!(run(&replay.model("script").expect("the model")), first);
    }

    #[test]
    fn a_recorded_model_keeps_the_promises_of_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("run.jsonl");
        let script = Script::new([("label", "red"), ("", "one two three four")]);
        let recording = Recording::create(&file).expect("a file");
        let recorder = recording.of(Box::new(script), &Limits::none()).expect("it");
        crate::conformance::speaks_as_promised(&recorder, "red");
        let replayed = Replay::open(&file).expect("a recording").model("script");
        crate::conformance::speaks_as_promised(&replayed.expect("the model"), "red");
    }

    #[test]
    fn what_cannot_be_repeated_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("run.jsonl");
        recorded(&file);
        let replay = Replay::open(&file).expect("a recording");
        let model = replay.model("script").expect("the model");
        let other = request("Something else?", Shape::Text);
        let error = model.complete(&other, &Limits::none(), &mut |_| {});
        let told = error.expect_err("not recorded").to_string();
        assert!(told.contains("was not asked this"), "{told}");
        assert!(told.contains("Something else?"), "{told}");
        let told = replay
            .model("ollama:qwen3")
            .err()
            .expect("another")
            .to_string();
        assert!(
            told.contains("it is of script, not of ollama:qwen3"),
            "{told}"
        );

        let whole = fs::read_to_string(&file).expect("the file");
        let told = |content: &str| {
            fs::write(&file, content).expect("written");
            Replay::open(&file).expect_err("refused").to_string()
        };
        let cut = told(&whole[..whole.len() - 7]);
        assert!(cut.contains("it was cut off in line"), "{cut}");
        let newer = told(&whole.replacen("\"perusal_recording\":1", "\"perusal_recording\":2", 1));
        assert!(
            newer.contains("version 2, this program reads version 1"),
            "{newer}"
        );
        let broken = told(&whole.replacen("\"exchange\"", "\"exchanged\"", 1));
        assert!(
            broken.contains("line 3") || broken.contains("line 4"),
            "{broken}"
        );
        for no_recording in ["", "\n", "[]\n", "{\"model\": 1}\n"] {
            let told = told(no_recording);
            assert!(told.contains("it is no recording"), "{told}");
        }
        assert!(matches!(
            Replay::open(&folder.path().join("nowhere")),
            Err(ModelError::Io { .. })
        ));
    }
}
