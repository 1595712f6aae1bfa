//! What a collection holds, and what was asked of it.

use std::sync::Arc;

use axum::Extension;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use serde_json::{Value, json};

use super::{Answer, ListQuery, Within};
use crate::command::{cards, rm, show};
use crate::context::Context;
use crate::failure::Failure;
use crate::json as outside;
use crate::serve::access::Access;
use crate::serve::jobs;
use crate::serve::problem::Problem;
use crate::serve::state::{RequestKind, Served};

/// `GET documents`: in order of path.
pub async fn documents(
    Within {
        served,
        access,
        list,
        ..
    }: Within,
) -> Answer {
    let object = documents_object(&served, &access, list).await?;
    Ok(Json(object).into_response())
}

/// The same; shared with MCP.
pub async fn documents_object(
    served: &Served,
    access: &Access,
    list: ListQuery,
) -> Result<Value, Problem> {
    let context = served.collection(access, list.collection.as_deref())?;
    let (offset, limit) = (list.offset, list.limit());
    served
        .work(RequestKind::Search, &context, move |context| {
            let Some(snapshot) = held(context)? else {
                return Ok(json!({"schema": outside::SCHEMA, "documents": [], "total": 0}));
            };
            let mut documents: Vec<_> = snapshot.documents().iter().collect();
            documents.sort_by(|a, b| (&a.path, &a.id).cmp(&(&b.path, &b.id)));
            let page = documents.iter().skip(offset).take(limit);
            let page: Vec<_> = page.map(|record| outside::document(record)).collect();
            let next = (offset + page.len() < documents.len()).then_some(offset + page.len());
            Ok(json!({
                "schema": outside::SCHEMA, "documents": page, "total": documents.len(),
                "next_offset": next,
            }))
        })
        .await
}

/// A library; `None` for a collection that nothing was added to yet.
pub(super) fn held(context: &Context) -> Result<Option<perusal::index::Snapshot>, Failure> {
    match context.warm.snapshot(&context.settings) {
        Ok(snapshot) => Ok(Some(snapshot)),
        Err(failure) if failure.is_no_library() => Ok(None),
        Err(failure) => Err(failure),
    }
}

/// `GET documents/{id}`: what was read of it, and its outline.
pub async fn document(
    Within {
        served, context, ..
    }: Within,
    Path(id): Path<String>,
) -> Answer {
    let object = served
        .work(RequestKind::Search, &context, move |context| {
            show::object(context, &id, false)
        })
        .await?;
    Ok(Json(object).into_response())
}

/// `GET documents/{id}/text`: the canonical text, which all spans count in.
pub async fn text(
    Within {
        served, context, ..
    }: Within,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Answer {
    let text = served
        .work(RequestKind::Search, &context, move |context| {
            let snapshot = crate::library::snapshot(context)?;
            let record = crate::library::find(snapshot.documents(), &id)?;
            Ok(snapshot.full_text(&record.id)?)
        })
        .await?;
    let tag = format!("\"{}\"", perusal::content_hash(text.as_bytes()));
    let known = headers
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok());
    if known == Some(tag.as_str()) {
        return Ok((StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response());
    }
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
        (header::ETAG, tag),
    ];
    Ok((headers, text).into_response())
}

/// `DELETE documents/{id}`: for good.
pub async fn remove(
    Within {
        served, context, ..
    }: Within,
    Path(id): Path<String>,
) -> Answer {
    let object = served
        .work(RequestKind::Ask, &context, move |context| {
            let removed = rm::remove(context, &[id])?;
            let folder = jobs::uploads(&context.settings.store);
            let names = removed.documents.iter();
            for name in names.filter_map(|record| jobs::file_name(&record.path)) {
                // What was added from elsewhere is not ours to delete.
                let _ = std::fs::remove_file(folder.join(name));
            }
            Ok(removed.object)
        })
        .await?;
    Ok(Json(object).into_response())
}

/// `GET tables`
pub async fn tables(
    Within {
        served,
        access,
        list,
        ..
    }: Within,
) -> Answer {
    let object = tables_object(&served, &access, list).await?;
    Ok(Json(object).into_response())
}

/// The same; shared with MCP.
pub async fn tables_object(
    served: &Served,
    access: &Access,
    list: ListQuery,
) -> Result<Value, Problem> {
    let context = served.collection(access, list.collection.as_deref())?;
    let limit = list.limit();
    served
        .work(RequestKind::Ask, &context, move |context| {
            cards::object(context, list.document.as_deref(), limit)
        })
        .await
}

/// `GET collections`
pub async fn collections(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
) -> Answer {
    let mut told = Vec::new();
    for (name, context) in served.collections(&access) {
        let documents = held(&context)?.map_or(0, |snapshot| snapshot.documents().len());
        told.push(json!({"collection": name, "documents": documents}));
    }
    Ok(Json(json!({"schema": outside::SCHEMA, "collections": told})).into_response())
}
