//! What is off unless asked for: the models of the sparse and the late arm, the reranker, and the
//! search of the web.
//!
//! Each may have a model of its own, else it takes the embedding model where
//! that has such vectors. A model that is not there is no error: the other arms
//! work without it, and the user is told.

use std::sync::Arc;

use perusal::models::remote::{RemoteReranker, RerankServer};
use perusal::models::{self, Embedder, Heads, ModelError, Precision, Reranker};
use perusal::{ArmModel, IngestConfig, RerankModel, RetrieveConfig, SharedModel};

use crate::config::{Opened, OptionalArm, RerankSource, rerank_key};
use crate::context::Context;
use crate::failure::Failure;

/// The model of the sparse arm where the settings name none and the embedding
/// model has no sparse vectors.
const SPARSE_MODEL: &str = "splade-tiny";

/// Retrieval as the settings say, with the models of the optional arms that are on.
pub fn retrieve_config(
    context: &Context,
    embedder: Option<&Arc<dyn Embedder>>,
) -> Result<RetrieveConfig, Failure> {
    let arm = |arm: &Option<OptionalArm>, head| -> Result<Option<ArmModel>, Failure> {
        let Some(arm) = arm else { return Ok(None) };
        let model = optional_model(context, arm, embedder, head)?;
        let weight = arm.weight;
        Ok(model.map(|model| ArmModel { model, weight }))
    };
    Ok(context.settings.retrieve_with(Opened {
        sparse: arm(&context.settings.sparse, Heads::SPARSE)?,
        late: arm(&context.settings.late, Heads::TOKENS)?,
        // An endpoint on this machine asks others in turn.
        web: context.settings.web.search().filter(|_| !context.offline),
        rerank: rerank_model(context)?,
    }))
}

/// The reranker of the settings, where there is one. No server is asked before there is a question;
/// one that may not be asked offline is left out, and the user is told.
///
/// # Errors
/// A folder that holds no cross-encoder: it was named, so it is wanted.
pub fn rerank_model(context: &Context) -> Result<Option<RerankModel>, Failure> {
    let settings = &context.settings.rerank;
    let model: Arc<dyn Reranker> = match &settings.source {
        None => return Ok(None),
        Some(RerankSource::Folder(folder)) => {
            let precision = context.settings.precision.unwrap_or(Precision::Int8);
            models::load_reranker(folder, precision)?.into()
        }
        Some(RerankSource::Server { server, key_env }) => {
            let key = key_env.as_deref().map(rerank_key).transpose()?;
            if key.is_some() && server.endpoint.is_in_the_clear() {
                let address = &server.endpoint;
                let note = format!("note: the API key goes to {address} without encryption");
                context.output.say(&note);
            }
            let server = RerankServer {
                key,
                ..server.clone()
            };
            match RemoteReranker::new(server, context.offline) {
                Ok(reranker) => Arc::new(reranker),
                Err(error @ ModelError::RemoteOffline { .. }) => {
                    context.output.say(&format!("note: {error}: no reranking"));
                    return Ok(None);
                }
                Err(error) => return Err(error.into()),
            }
        }
    };
    Ok(Some(RerankModel {
        model: model.into(),
        depth: settings.depth,
        weight: settings.weight,
    }))
}

/// Ingestion as the settings say, with the models of the optional arms that are on.
pub fn ingest_config(
    context: &Context,
    embedder: Option<&Arc<dyn Embedder>>,
) -> Result<IngestConfig, Failure> {
    let model = |arm: &Option<OptionalArm>, head| match arm {
        Some(arm) => optional_model(context, arm, embedder, head),
        None => Ok(None),
    };
    Ok(IngestConfig {
        sparse: model(&context.settings.sparse, Heads::SPARSE)?,
        late: model(&context.settings.late, Heads::TOKENS)?,
        ..context.settings.ingest.clone()
    })
}

/// The model of an optional arm; `None`, and the user is told, when it is not installed.
fn optional_model(
    context: &Context,
    arm: &OptionalArm,
    embedder: Option<&Arc<dyn Embedder>>,
    head: Heads,
) -> Result<Option<SharedModel>, Failure> {
    let has = |model: &&Arc<dyn Embedder>| head.lacking(model.profile().heads()).is_empty();
    let own = match (&arm.model, embedder.filter(has)) {
        (None, Some(embedder)) => return Ok(Some(Arc::clone(embedder).into())),
        (Some(name), _) => name.as_str(),
        (None, None) if head == Heads::SPARSE => SPARSE_MODEL,
        (None, None) => match embedder {
            // Says which vectors the model has.
            Some(embedder) => return Err(no_such_head(embedder, head)),
            None => return Ok(None),
        },
    };
    match models::open(own, None, &context.settings.model_cache) {
        Ok(model) if has(&&model) => Ok(Some(model.into())),
        Ok(model) => Err(no_such_head(&model, head)),
        Err(ModelError::NotInstalled { name }) => {
            context.output.say(&format!(
                "note: the model {name} is not installed: no {head} vectors \
                 (`perusal models pull {name}` fetches it)"
            ));
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

fn no_such_head(model: &Arc<dyn Embedder>, lacks: Heads) -> Failure {
    let profile = model.profile();
    let (name, has) = (profile.name.clone(), profile.heads());
    ModelError::NoSuchHead { name, lacks, has }.into()
}
