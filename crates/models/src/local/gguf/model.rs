//! The model: requests in, checked answers out.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use llama_cpp_2::context::params::LlamaContextParams;
use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::model::params::LlamaModelParams;
use llama_cpp_2::model::{LlamaChatTemplate, LlamaModel};

use super::conversation;
use super::file::GgufFile;
use super::writer::{BATCH, Job, Told, work};
use crate::language::{InOrder, Thinking, parsed};
use crate::{
    Completion, Counted, End, LanguageModel, LanguageProfile, Limits, ModelError, Request, Shape,
};

/// How often a waiting call looks whether it is still wanted.
const LOOK: Duration = Duration::from_millis(20);
/// Pieces of an answer that may wait to be heard.
const PIECES_MAX: usize = 64;
/// Models that stay loaded: a main one and another.
const LOADED_MAX: usize = 2;

/// A model that is loaded.
struct GgufModel {
    file: GgufFile,
    profile: LanguageProfile,
    model: Arc<LlamaModel>,
    template: LlamaChatTemplate,
    jobs: Sender<Job>,
}

/// One that others may use, too.
struct Shared(Arc<GgufModel>);

/// The model of a file, which stays loaded.
pub(super) fn loaded(file: &GgufFile) -> Result<Box<dyn LanguageModel>, ModelError> {
    static LOADED: Mutex<Vec<Arc<GgufModel>>> = Mutex::new(Vec::new());
    let mut all = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = all.iter().find(|known| known.file == *file) {
        return Ok(Box::new(Shared(Arc::clone(known))));
    }
    let model = Arc::new(GgufModel::load(file)?);
    if all.len() == LOADED_MAX {
        all.remove(0);
    }
    all.push(Arc::clone(&model));
    Ok(Box::new(Shared(model)))
}

/// llama.cpp, which is silent: what it has to say comes as errors.
fn backend() -> Result<&'static LlamaBackend, String> {
    static BACKEND: OnceLock<Result<LlamaBackend, String>> = OnceLock::new();
    let backend = BACKEND.get_or_init(|| {
        let mut backend = LlamaBackend::init().map_err(|error| error.to_string())?;
        backend.void_logs();
        Ok(backend)
    });
    backend.as_ref().map_err(Clone::clone)
}

impl GgufModel {
    fn load(file: &GgufFile) -> Result<Self, ModelError> {
        let bad = |reason: String| ModelError::BadModel {
            file: PathBuf::clone(&file.path),
            reason,
        };
        let backend = backend().map_err(bad)?;
        let params = LlamaModelParams::default();
        let model = LlamaModel::load_from_file(backend, &file.path, &params).map_err(|_| {
            bad(
                "llama.cpp cannot load it: it is cut, or of a kind that this version does not know"
                    .to_owned(),
            )
        })?;
        let model = Arc::new(model);
        let trained = usize::try_from(model.n_ctx_train()).unwrap_or(usize::MAX);
        let window = file.context_tokens.min(trained).max(1);
        let template = conversation::template(&model).map_err(bad)?;
        let (jobs, of_thread) = mpsc::channel();
        let (ready, opened) = mpsc::sync_channel(1);
        let owned = Arc::clone(&model);
        let params = context_params(window);
        thread::spawn(move || {
            match owned.new_context(backend, params) {
                Ok(context) => {
                    let _ = ready.send(Ok(()));
                    work(&owned, context, &of_thread);
                }
                Err(error) => {
                    let _ = ready.send(Err(error.to_string()));
                }
            };
        });
        let opened = opened.recv().map_err(|error| bad(error.to_string()))?;
        opened.map_err(|error| {
            bad(format!(
                "no memory for a window of {window} tokens: {error}; `models.context_tokens` sets \
                 a smaller one"
            ))
        })?;
        Ok(Self {
            profile: LanguageProfile {
                id: file.name(),
                context_tokens: window,
                counted: Counted::Exactly,
            },
            file: file.clone(),
            model,
            template,
            jobs,
        })
    }

    fn failed(&self, reason: impl Into<String>) -> ModelError {
        ModelError::Failed {
            name: self.profile.id.clone(),
            reason: reason.into(),
        }
    }

    fn job(
        &self,
        request: &Request,
        limits: &Limits,
    ) -> Result<(Job, mpsc::Receiver<Told>), ModelError> {
        if request.messages.is_empty() {
            return Err(self.failed("the request is empty"));
        }
        let tokens = conversation::tokens(&self.model, &self.template, &request.messages)
            .map_err(|reason| self.failed(reason))?;
        let (needed, window) = (tokens.len(), self.profile.context_tokens);
        let answer = usize::try_from(request.tokens_max).unwrap_or(usize::MAX);
        if needed.saturating_add(answer) > window {
            return Err(self.failed(format!(
                "the request has {needed} tokens and its answer may have {answer}, together more \
                 than the {window} of the window"
            )));
        }
        let (told, heard) = mpsc::sync_channel(PIECES_MAX);
        let job = Job {
            name: self.profile.id.clone(),
            grammar: grammar(&request.shape).map_err(|reason| self.failed(reason))?,
            tokens_max: request.tokens_max,
            limits: limits.clone(),
            tokens,
            told,
        };
        Ok((job, heard))
    }

    /// The answer in a text, where it has the shape that was asked for.
    fn shaped(&self, shape: &Shape, end: End, text: String) -> Result<String, ModelError> {
        let wrong = |reason: String, answer: String| ModelError::WrongShape {
            name: self.profile.id.clone(),
            reason,
            answer,
        };
        match shape {
            Shape::Text => Ok(text),
            _ if end == End::Cut => Err(wrong("it was cut".to_owned(), text)),
            Shape::OneOf(words) if words.iter().any(|word| word == text.trim()) => {
                Ok(text.trim().to_owned())
            }
            Shape::OneOf(_) => Err(wrong("it is none of the choices".to_owned(), text)),
            Shape::Json(schema) => match parsed(text.trim(), schema) {
                Ok(_) => Ok(text.trim().to_owned()),
                Err(reason) => Err(wrong(reason, text)),
            },
        }
    }
}

fn context_params(window: usize) -> LlamaContextParams {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let cores = i32::try_from(cores).unwrap_or(1);
    let batch = u32::try_from(BATCH).unwrap_or(u32::MAX);
    LlamaContextParams::default()
        .with_n_ctx(u32::try_from(window).ok().and_then(NonZeroU32::new))
        .with_n_batch(batch)
        .with_n_ubatch(batch)
        .with_n_threads(cores)
        .with_n_threads_batch(cores)
}

/// What holds an answer to its shape, in llama.cpp's notation.
fn grammar(shape: &Shape) -> Result<Option<String>, String> {
    match shape {
        Shape::Text => Ok(None),
        Shape::OneOf(words) => {
            let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
            Ok(Some(format!("root ::= {}", words.join(" | "))))
        }
        Shape::Json(schema) => {
            let schema =
                serde_json::to_string(&InOrder(schema)).map_err(|error| error.to_string())?;
            let grammar = llama_cpp_2::json_schema_to_grammar(&schema);
            grammar.map(Some).map_err(|error| error.to_string())
        }
    }
}

/// A word between quotation marks.
fn quoted(word: &str) -> String {
    let mut quoted = String::from("\"");
    for c in word.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

impl LanguageModel for Shared {
    fn profile(&self) -> &LanguageProfile {
        &self.0.profile
    }

    fn complete(
        &self,
        request: &Request,
        limits: &Limits,
        emit: &mut dyn FnMut(&str),
    ) -> Result<Completion, ModelError> {
        limits.check()?;
        let own = &*self.0;
        let (job, heard) = own.job(request, limits)?;
        let prompt_tokens = u32::try_from(job.tokens.len()).unwrap_or(u32::MAX);
        let ended = || own.failed("the thread it runs in ended");
        own.jobs.send(job).map_err(|_| ended())?;
        let (mut text, mut thinking) = (String::new(), Thinking::default());
        let (end, completion_tokens) = loop {
            match heard.recv_timeout(LOOK) {
                Ok(Told::Piece(piece)) => {
                    let piece = thinking.push(&piece);
                    text.push_str(&piece);
                    if request.shape == Shape::Text && !piece.is_empty() {
                        emit(&piece);
                    }
                }
                Ok(Told::Ended(end, tokens)) => break (end, tokens),
                Ok(Told::Failed(error)) => return Err(error),
                Err(RecvTimeoutError::Disconnected) => return Err(ended()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            limits.check()?;
        };
        // What looked like thinking and was none.
        let rest = thinking.rest().map_err(|reason| own.failed(reason))?;
        text.push_str(&rest);
        if request.shape == Shape::Text && !rest.is_empty() {
            emit(&rest);
        }
        let text = own.shaped(&request.shape, end, text)?;
        if request.shape != Shape::Text {
            emit(&text);
        }
        Ok(Completion {
            text,
            end,
            prompt_tokens,
            completion_tokens,
            counted: Counted::Exactly,
        })
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        let vocabulary = self.0.model.vocab();
        Ok(vocabulary.tokenize(text.as_bytes(), false, false).len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_quoted() {
        let shape = Shape::OneOf(vec!["a \"b\"".to_owned(), "c\\d".to_owned()]);
        let grammar = grammar(&shape).unwrap().unwrap();
        assert_eq!(grammar, "root ::= \"a \\\"b\\\"\" | \"c\\\\d\"");
        assert_eq!(super::grammar(&Shape::Text), Ok(None));
    }
}
