//! What readers on other machines fetch: versions of a collection, block by block.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use perusal::index::COPY_BLOCK_BYTES;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::json::SCHEMA;
use crate::serve::access::Access;
use crate::serve::problem::Problem;
use crate::serve::state::{DEFAULT_COLLECTION, RequestKind, Served};

/// Which version is wanted.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReplicaQuery {
    /// `default` where none is named.
    collection: Option<String>,
    /// The digest of the version that one has: its list is not sent again. The first sixteen digits will do.
    have: Option<String>,
}

/// Which block of it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlockQuery {
    /// `default` where none is named.
    collection: Option<String>,
    /// The digest of the version.
    publication: String,
    /// A file of its list.
    file: String,
    /// The number of the block in it, from 0.
    block: usize,
}

/// `GET /api/v1/replica`: the newest version, with its files unless one has it.
pub async fn replica(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
    query: Result<Query<ReplicaQuery>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(query) = query.map_err(|error| Problem::bad_request(error.body_text()))?;
    let name = query.collection.as_deref().unwrap_or(DEFAULT_COLLECTION);
    let context = served.collection(&access, Some(name))?;
    let (name, all) = (name.to_owned(), Arc::clone(&served));
    let newest = served.work(RequestKind::Search, &context, move |context| {
        Ok(all.publications.newest(&name, &context.settings.store)?)
    });
    let newest = newest.await?;
    let has = |have: String| have.len() >= 16 && newest.digest().starts_with(&have);
    let files = (!query.have.is_some_and(has)).then(|| newest.published());
    Ok(Json(json!({
        "schema": SCHEMA,
        "version": newest.published().version,
        "publication": newest.digest(),
        "block_bytes": COPY_BLOCK_BYTES,
        "published": files,
    }))
    .into_response())
}

/// `GET /api/v1/replica/block`: bytes of a file of a version.
pub async fn block(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
    query: Result<Query<BlockQuery>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(query) = query.map_err(|error| Problem::bad_request(error.body_text()))?;
    let name = query.collection.as_deref().unwrap_or(DEFAULT_COLLECTION);
    let context = served.collection(&access, Some(name))?;
    let gone = || {
        let detail = "this version is not kept any more";
        Problem::new(StatusCode::GONE, "publication_gone", detail)
            .hint("`GET /api/v1/replica` tells the newest")
    };
    let published = served.publications.find(name, &query.publication);
    let published = published.ok_or_else(gone)?;
    let read = served.work(RequestKind::Search, &context, move |_| {
        Ok(published.block(&query.file, query.block)?)
    });
    let bytes = read.await?.ok_or_else(|| Problem::not_found("block"))?;
    let kind = [(header::CONTENT_TYPE, "application/octet-stream")];
    Ok((kind, bytes).into_response())
}
