//! `perusal route`

use std::sync::Arc;

use perusal::classifier::Classifier;
use perusal::index::Snapshot;
use perusal::index::state::State;
use perusal::models::{Embedder, Limits, ModelError};
use perusal::route::{self, Classifiers, Decision, RouteKind, contract};
use perusal::session::Session;
use serde_json::Value;

use super::router::versions;
use crate::cli::RouteArgs;
use crate::context::{Context, now};
use crate::failure::{Code, Failure};
use crate::output::printable;
use crate::{embedder, json, library};

/// Probability from which a text that could go on from the question before is about the conversation:
/// "and shorter, please" has .99 and more, "and Health Care?" .84.
const TALK_MIN: f64 = 0.95;

/// Prints where a question goes.
pub fn run(context: &Context, args: &RouteArgs) -> Result<Code, Failure> {
    let other = args.weights.as_deref().map(versions::weights).transpose()?;
    let session = args.session.as_deref();
    let (decision, resolved) = decided(context, &args.text, (session, args.previous), other)?;
    if context.output.json {
        context.output.object(&as_object(&decision, resolved))?;
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

/// The object of `route --json`; shared with the server.
///
/// # Errors
/// A model that cannot be used; an empty or too long text.
pub fn object(context: &Context, text: &str, session: Option<&str>) -> Result<Value, Failure> {
    let (decision, resolved) = decided(context, text, (session, false), None)?;
    Ok(as_object(&decision, resolved))
}

fn as_object(decision: &Decision, resolved: String) -> Value {
    let mut object = json::decision(decision, None);
    object["schema"] = json::SCHEMA.into();
    object["resolved"] = resolved.into();
    object
}

/// Where a text goes, and the text after references were resolved.
fn decided(
    context: &Context,
    text: &str,
    (name, previous): (Option<&str>, bool),
    other: Option<Classifier>,
) -> Result<(Decision, String), Failure> {
    let session = session(context, name)?;
    let router = Router::open(context, other)?;
    let followed = router.followed(context, &session, text, &embedder::limits(context))?;
    let asked = followed.as_deref().unwrap_or(text);
    let embedding = router.embedding(asked, &embedder::limits(context));
    let mut question = session.question(asked);
    question.previous |= previous;
    question.embedding = embedding.as_deref();
    let decision = route::decide(&question, &context.settings.route, router.classifiers())?;
    keep_violations(context);
    Ok((decision, followed.unwrap_or_else(|| session.referred(text))))
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
    /// The model whose embeddings are read; `None` leaves words alone.
    embedder: Option<Arc<dyn Embedder>>,
    /// It is the library's, so that a search need not open it again.
    shared: bool,
    /// In place of one of this build.
    other: Option<Classifier>,
}

impl Router {
    /// The question that a text makes of the one before it, where it goes on from that and is
    /// not surely about the conversation ("and shorter, please").
    ///
    /// # Errors
    /// An empty or too long text.
    pub fn followed(
        &self,
        context: &Context,
        session: &Session,
        text: &str,
        limits: &Limits,
    ) -> Result<Option<String>, Failure> {
        let Some(followed) = session.followed(text) else {
            return Ok(None);
        };
        let embedding = self.embedding(text, limits);
        let mut question = session.question(text);
        question.embedding = embedding.as_deref();
        let decision = route::decide(&question, &context.settings.route, self.classifiers())?;
        let talks =
            matches!(decision.kind, RouteKind::Conversational) && decision.confidence >= TALK_MIN;
        Ok((!talks).then_some(followed))
    }

    /// The model of `route.embedder`, else the library's, with the weights that
    /// are named, else those trained beside the library, else those of this
    /// build. Weights that do not fit are said to and left out.
    pub fn open(context: &Context, other: Option<Classifier>) -> Result<Self, Failure> {
        let settings = &context.settings;
        let (embedder, shared) = match &settings.route_embedder {
            Some(own) => (local(context, own)?, false),
            None => {
                let built = library::identity_to_ask(context).is_some();
                (embedder::to_route(context)?, built)
            }
        };
        let router = Self {
            embedder,
            shared,
            other: other.or_else(|| versions::current(context)),
        };
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

    /// The model of a library, for a search.
    pub fn embedder_of(
        &self,
        context: &Context,
        snapshot: &Snapshot,
    ) -> Result<Option<Arc<dyn Embedder>>, Failure> {
        if self.shared {
            return Ok(self.embedder.clone());
        }
        embedder::to_ask(context, snapshot.identity())
    }

    /// The model, where there is one.
    pub fn embedder(&self) -> Option<&dyn Embedder> {
        self.embedder.as_deref()
    }

    /// The embedding of a question, where weights read it.
    pub fn embedding(&self, text: &str, limits: &Limits) -> Option<Vec<f32>> {
        route::embedding(text, self.embedder(), limits)
    }

    /// What decides.
    pub fn classifiers(&self) -> Classifiers<'_> {
        Classifiers::shipped(self.name()).with(self.other.as_ref())
    }

    fn name(&self) -> Option<&str> {
        self.embedder().map(|one| one.profile().name.as_str())
    }
}

/// A model of the catalogue, unless it is not here.
fn local(context: &Context, name: &str) -> Result<Option<Arc<dyn Embedder>>, Failure> {
    let settings = &context.settings;
    match context
        .warm
        .model(name, settings.precision, &settings.model_cache)
    {
        Ok(embedder) => Ok(Some(embedder)),
        Err(ModelError::NotInstalled { name }) => {
            context.output.say(&format!(
                "note: the router reads words alone: {name} is not installed \
                 (`perusal models pull {name}` fetches it)"
            ));
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

/// Keeps what decisions of this process broke of the rules of routing. What cannot be kept
/// is not worth failing a question for.
pub fn keep_violations(context: &Context) {
    let broken: Vec<(&str, u64)> = contract::take_violations()
        .into_iter()
        .filter(|(_, times)| *times > 0)
        .map(|(rule, times)| (rule.as_str(), times))
        .collect();
    let store = &context.settings.store;
    if broken.is_empty() || !store.is_dir() {
        return;
    }
    if let Err(error) = State::open(store).and_then(|state| state.count_violations(&broken)) {
        context.output.say(&format!(
            "note: a broken rule of routing was not kept: {error}"
        ));
    }
}

/// The session of a name; a new one when there is none, or when the state
/// cannot be read: a session is not worth failing a question for. One that another version kept is
/// an error: a question of this one would be kept in its place.
pub fn session(context: &Context, name: Option<&str>) -> Result<Session, Failure> {
    let Some(name) = name else {
        return Ok(Session::default());
    };
    if !context.settings.store.is_dir() {
        return Ok(Session::default());
    }
    let kept = State::open(&context.settings.store)
        .and_then(|state| state.session(name, now()))
        .map_err(Failure::from);
    match kept {
        Ok(Some(text)) => Ok(Session::from_text(&text)?),
        Ok(None) => Ok(Session::default()),
        Err(error) => {
            context
                .output
                .say(&format!("note: the session could not be read: {error}"));
            Ok(Session::default())
        }
    }
}
