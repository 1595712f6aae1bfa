//! The embedding model a command works with: which one, and whether it can be had.
//!
//! Unless somebody chose a model, a library is asked with the one it was built
//! with. A model that is not there is no error: everything works on keywords,
//! and the user is told. One that is damaged, or set up wrongly, is an error.

use std::sync::Arc;
use std::time::{Duration, Instant};

use perusal::index::Identity;
use perusal::models::remote::{Remote, RemoteModel, Service};
use perusal::models::{Embedder, Heads, Limits, ModelError, Precision, catalogue};

use crate::config::Settings;
use crate::context::Context;
use crate::failure::Failure;
use crate::library::opened;

/// How long `doctor` and `models ls` wait for a server, which may have to load the model.
const PROBE_TIME: Duration = Duration::from_secs(20);

/// Which model, and in which arithmetic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Its name, in the catalogue or as `service:model`.
    pub name: String,
    /// `None` for the model's own default.
    pub precision: Option<Precision>,
}

impl Choice {
    /// The model in force for a library built with `built`; `None` for keywords only.
    pub fn of(settings: &Settings, built: Option<&Identity>) -> Option<Choice> {
        let name = settings.embedder.clone()?;
        let built = built.and_then(|built| built.embedder.as_deref());
        if !settings.embedder_chosen
            && let Some(choice) = built.and_then(Self::built_with)
        {
            let precision = settings.precision.or(choice.precision);
            return Some(Choice {
                precision,
                ..choice
            });
        }
        let precision = settings.precision;
        Some(Choice { name, precision })
    }

    /// The model of an identity, where this version knows its name.
    fn built_with(identity: &str) -> Option<Choice> {
        let (name, kind) = identity.rsplit_once('@')?;
        let known = Service::of(name).is_some() || catalogue::find(name).is_ok();
        known.then(|| Choice {
            name: name.to_owned(),
            precision: kind.split('#').next().and_then(|kind| kind.parse().ok()),
        })
    }
}

/// The model for questions to a library. No server is asked before there is a question.
pub fn to_ask(context: &Context, built: &Identity) -> Result<Option<Arc<dyn Embedder>>, Failure> {
    let Some(choice) = Choice::of(&context.settings, Some(built)) else {
        return Ok(None);
    };
    match context.settings.remote.model(&choice.name)? {
        None => local(context, &choice),
        Some(model) => {
            // Of a library with other vectors, or none, nothing will be asked.
            let dim = stored_dim(&model, Some(built)).unwrap_or(0);
            unless_offline(context, Remote::new(model, dim, context.offline))
        }
    }
}

/// The model that reads questions: the library's, or without a library the one it
/// would be built with, where that runs on this machine.
pub fn to_route(context: &Context) -> Result<Option<Arc<dyn Embedder>>, Failure> {
    if let Some(built) = opened::identity_to_ask(context) {
        return to_ask(context, &built);
    }
    match Choice::of(&context.settings, None) {
        Some(choice) if context.settings.remote.model(&choice.name)?.is_none() => {
            local(context, &choice)
        }
        _ => Ok(None),
    }
}

/// The model to make vectors with. A server is asked how long they are, unless
/// the library says so.
///
/// # Errors
/// [`ModelError::Unreachable`] among others: nothing was done yet.
pub fn to_build(
    context: &Context,
    built: Option<&Identity>,
) -> Result<Option<Arc<dyn Embedder>>, Failure> {
    let Some(choice) = Choice::of(&context.settings, built) else {
        return Ok(None);
    };
    match context.settings.remote.model(&choice.name)? {
        None => local(context, &choice),
        Some(model) => {
            tell_if_in_the_clear(context, &model);
            let made = match stored_dim(&model, built) {
                Some(dim) => Remote::new(model, dim, context.offline),
                None => Remote::probed(model, context.offline, &limits(context)),
            };
            unless_offline(context, made)
        }
    }
}

/// The model of a choice, asked anew how long its vectors are; one that is not
/// there is an error.
pub fn to_change_to(context: &Context, choice: &Choice) -> Result<Arc<dyn Embedder>, Failure> {
    Ok(match context.settings.remote.model(&choice.name)? {
        None => open(context, choice)?,
        Some(model) => {
            tell_if_in_the_clear(context, &model);
            Arc::new(Remote::probed(model, context.offline, &limits(context))?)
        }
    })
}

/// Asks a model's server, not for long, whether it is there and how long its
/// vectors are.
pub fn probe(context: &Context, model: RemoteModel) -> Result<Remote, ModelError> {
    let limits = probing(context);
    let (name, endpoint) = (model.name(), model.endpoint.to_string());
    match Remote::probed(model, context.offline, &limits) {
        Err(ModelError::DeadlinePassed) => Err(ModelError::Unreachable {
            name,
            endpoint,
            reason: format!("no answer within {} s", PROBE_TIME.as_secs()),
        }),
        probed => probed,
    }
}

/// The limits of a look whether a server is there.
pub fn probing(context: &Context) -> Limits {
    Limits {
        deadline: Some(Instant::now() + PROBE_TIME),
        ..limits(context)
    }
}

fn local(context: &Context, choice: &Choice) -> Result<Option<Arc<dyn Embedder>>, Failure> {
    match open(context, choice) {
        Ok(embedder) => Ok(Some(embedder)),
        Err(ModelError::NotInstalled { name }) => {
            context.output.say(&format!(
                "note: the embedding model {name} is not installed: keywords only \
                 (`perusal models pull {name}` fetches it)"
            ));
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

/// Opens a model of this machine, which must have vectors of the kind that is searched.
fn open(context: &Context, choice: &Choice) -> Result<Arc<dyn Embedder>, ModelError> {
    let cache = &context.settings.model_cache;
    let embedder = context.warm.model(&choice.name, choice.precision, cache)?;
    embedder.profile().check(Heads::DENSE)?;
    Ok(embedder)
}

/// The length of the vectors that a library holds of this very model.
fn stored_dim(model: &RemoteModel, built: Option<&Identity>) -> Option<usize> {
    let built = built?;
    let same = built.embedder.as_deref() == Some(Remote::identity(model).as_str());
    built.dim.filter(|_| same)
}

fn unless_offline(
    context: &Context,
    made: Result<Remote, ModelError>,
) -> Result<Option<Arc<dyn Embedder>>, Failure> {
    match made {
        Ok(remote) => Ok(Some(Arc::new(remote))),
        Err(error @ ModelError::RemoteOffline { .. }) => {
            context.output.say(&format!("note: {error}: keywords only"));
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

fn tell_if_in_the_clear(context: &Context, model: &RemoteModel) {
    if model.key.is_some() && model.endpoint.is_in_the_clear() {
        context.output.say(&format!(
            "note: the API key goes to {} without encryption",
            model.endpoint
        ));
    }
}

/// As long as it takes, until the user interrupts.
pub fn limits(context: &Context) -> Limits {
    Limits {
        deadline: None,
        cancel: context.cancel.clone(),
    }
}
