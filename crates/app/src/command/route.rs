//! `perusal route`

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use perusal::index::state::State;
use perusal::models::{Embedder, Limits};
use perusal::route::classifier::Classifier;
use perusal::route::{self, Classifiers, Decision};
use perusal::session::Session;
use serde_json::Value;

use super::{Context, now};
use crate::cli::RouteArgs;
use crate::failure::{Code, Failure};
use crate::json;
use crate::output::printable;

/// A larger file of weights is not read.
const WEIGHTS_BYTES_MAX: u64 = 64 << 20;

/// Prints where a question goes.
pub fn run(context: &Context, args: &RouteArgs) -> Result<Code, Failure> {
    let session = session(context, args.session.as_deref())?;
    let other = args.weights.as_deref().map(weights).transpose()?;
    let router = Router::open(context, other)?;
    let embedding = router.embedding(&args.text, &limits(context));
    let mut question = session.question(&args.text);
    question.previous |= args.previous;
    question.embedding = embedding.as_deref();
    let decision = route::decide(&question, &context.settings.route, router.classifiers())?;
    let resolved = route::reference::resolve(&args.text, &session.history);
    if context.output.json {
        let mut object = json::decision(&decision, None);
        object["schema"] = json::SCHEMA.into();
        object["resolved"] = resolved.into();
        context.output.object(&object)?;
    } else {
        tell(context, &decision)?;
        if resolved != args.text {
            context
                .output
                .line(&printable(&format!("resolved: {resolved}")))?;
        }
    }
    Ok(Code::Done)
}

fn tell(context: &Context, decision: &Decision) -> Result<(), Failure> {
    let object = json::decision(decision, None);
    for key in [
        "type",
        "layer",
        "confidence",
        "intent",
        "granularity",
        "strategy_chosen",
        "enumeration",
        "low_confidence",
    ] {
        let value = match &object[key] {
            Value::String(text) => text.clone(),
            Value::Null => continue,
            Value::Number(number) => format!("{:.3}", number.as_f64().unwrap_or_default()),
            other => other.to_string(),
        };
        context
            .output
            .line(&printable(&format!("{key}: {value}")))?;
    }
    for signal in object["signals"].as_array().into_iter().flatten() {
        let signal = signal.as_str().unwrap_or_default();
        context.output.line(&printable(&format!("- {signal}")))?;
    }
    Ok(())
}

/// What decides in this run: the classifiers, and the model that embeds.
pub struct Router {
    /// The library's model; `None` leaves words alone.
    pub embedder: Option<Arc<dyn Embedder>>,
    /// In place of one of this build.
    other: Option<Classifier>,
}

impl Router {
    /// The configured model with the weights of this build, or with others.
    /// Weights that do not fit are said to; rules then decide alone.
    pub fn open(context: &Context, other: Option<Classifier>) -> Result<Self, Failure> {
        let embedder = crate::embedder::to_route(context)?;
        let router = Self { embedder, other };
        let meaning = router.name().and_then(route::shipped_for);
        for error in [Some(route::shipped()), meaning]
            .into_iter()
            .flatten()
            .filter_map(Result::err)
        {
            context.output.say(&format!(
                "note: weights of the router are left out: {error}"
            ));
        }
        Ok(router)
    }

    /// The embedding of a question, where weights read it.
    pub fn embedding(&self, text: &str, limits: &Limits) -> Option<Vec<f32>> {
        route::embedding(text, self.embedder.as_deref(), limits)
    }

    /// What decides.
    pub fn classifiers(&self) -> Classifiers<'_> {
        let mut classifiers = Classifiers::shipped(self.name());
        match &self.other {
            Some(other) if other.embedder().is_some() => classifiers.meaning = Some(other),
            // Weights over words that were named are not to be overruled.
            Some(other) => {
                classifiers = Classifiers {
                    words: Some(other),
                    meaning: None,
                }
            }
            None => {}
        }
        classifiers
    }

    fn name(&self) -> Option<&str> {
        self.embedder
            .as_ref()
            .map(|embedder| embedder.profile().name.as_str())
    }
}

/// Limits of what a command does for one question.
fn limits(context: &Context) -> Limits {
    Limits {
        deadline: None,
        cancel: context.cancel.clone(),
    }
}

/// Weights from a file.
pub fn weights(path: &Path) -> Result<Classifier, Failure> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)
        .and_then(|file| file.take(WEIGHTS_BYTES_MAX + 1).read_to_end(&mut bytes))
        .map_err(|error| bad_weights(path, &error.to_string()))?;
    Classifier::from_bytes(&bytes).map_err(|error| bad_weights(path, &error.to_string()))
}

fn bad_weights(path: &Path, reason: &str) -> Failure {
    Failure::Usage {
        message: format!("{}: {reason}", path.display()),
        hint: "`perusal router train --out FILE` writes weights; without `--weights` those of \
               this build are used"
            .to_owned(),
    }
}

/// The session of a name; a new one when there is none, or when the state
/// cannot be read: a session is not worth failing a question for.
pub fn session(context: &Context, name: Option<&str>) -> Result<Session, Failure> {
    let Some(name) = name else {
        return Ok(Session::default());
    };
    if !context.settings.store.is_dir() {
        return Ok(Session::default());
    }
    let kept = State::open(&context.settings.store).and_then(|state| state.session(name, now()));
    match kept {
        Ok(None) => Ok(Session::default()),
        Ok(Some(text)) => Ok(Session::from_text(&text)?),
        Err(error) => {
            context
                .output
                .say(&format!("note: the session could not be read: {error}"));
            Ok(Session::default())
        }
    }
}
