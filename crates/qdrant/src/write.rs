//! Changes of a collection: points put, copies let go, the head moved, the dead removed.

use std::collections::BTreeSet;

use index::{DocumentEntry, IndexError, Patience, Version};
use qdrant_client::qdrant::{
    Condition, DeletePoints, Filter, PointStruct, PointsOperationResponse, PointsSelector, Range,
    SetPayloadPoints, UpdateStatus, UpsertPoints, WriteOrdering, WriteOrderingType,
    points_selector,
};

use crate::call::Caller;
use crate::collection;
use crate::head::Head;
use crate::point::{self, COPY, DIED};

/// Points of one request: some two megabytes.
const POINTS_MAX: usize = 256;

/// Copies of documents of one request.
const COPIES_MAX: usize = 4_096;

/// Writes go through one leader in the order they are made: the head must not overtake points.
fn in_order() -> Option<WriteOrdering> {
    Some(WriteOrdering {
        r#type: WriteOrderingType::Strong.into(),
    })
}

/// Puts documents.
pub(crate) fn put(
    caller: &Caller,
    collection: &str,
    library: &str,
    average: f32,
    documents: &[DocumentEntry],
    patience: &Patience,
) -> Result<(), IndexError> {
    let keys: BTreeSet<&str> = documents
        .iter()
        .flat_map(|document| document.record.metadata.keys().map(String::as_str))
        .collect();
    if !keys.is_empty() {
        collection::index_metadata(caller, collection, &keys, patience)?;
    }
    let points: Vec<PointStruct> = documents
        .iter()
        .flat_map(|document| {
            let chunks = document.chunks.iter();
            chunks.map(move |chunk| point::point(library, average, document, chunk))
        })
        .collect();
    for some in points.chunks(POINTS_MAX) {
        upsert(caller, collection, some.to_vec(), patience)?;
    }
    Ok(())
}

/// Writes the head.
pub(crate) fn head(
    caller: &Caller,
    collection: &str,
    head: &Head,
    patience: &Patience,
) -> Result<(), IndexError> {
    upsert(caller, collection, vec![head.point()], patience)
}

fn upsert(
    caller: &Caller,
    collection: &str,
    points: Vec<PointStruct>,
    patience: &Patience,
) -> Result<(), IndexError> {
    let request = UpsertPoints {
        collection_name: collection.to_owned(),
        wait: Some(true),
        points,
        ordering: in_order(),
        ..UpsertPoints::default()
    };
    let answer = caller.call(patience, move |client| {
        let request = request.clone();
        async move { client.upsert_points(request).await }
    })?;
    done(caller, answer)
}

/// Lets copies of documents die at a version. Those that died before keep their death.
pub(crate) fn let_die(
    caller: &Caller,
    collection: &str,
    copies: &[i64],
    died: Version,
    patience: &Patience,
) -> Result<(), IndexError> {
    for some in copies.chunks(COPIES_MAX) {
        let mut filter = Filter::must([Condition::matches(COPY, some.to_vec())]);
        let later = Range {
            gt: Some(point::number(died) as f64),
            ..Range::default()
        };
        filter.must.push(Condition::range(DIED, later));
        let request = SetPayloadPoints {
            collection_name: collection.to_owned(),
            wait: Some(true),
            payload: [(DIED.to_owned(), point::number(died).into())].into(),
            points_selector: Some(selected(filter)),
            ordering: in_order(),
            ..SetPayloadPoints::default()
        };
        let answer = caller.call(patience, move |client| {
            let request = request.clone();
            async move { client.set_payload(request).await }
        })?;
        done(caller, answer)?;
    }
    Ok(())
}

/// Removes what no version from `floor` on shows.
pub(crate) fn remove_dead(
    caller: &Caller,
    collection: &str,
    floor: Version,
    patience: &Patience,
) -> Result<(), IndexError> {
    let dead = Range {
        lte: Some(point::number(floor) as f64),
        ..Range::default()
    };
    let request = DeletePoints {
        collection_name: collection.to_owned(),
        wait: Some(true),
        points: Some(selected(Filter::must([Condition::range(DIED, dead)]))),
        ordering: in_order(),
        ..DeletePoints::default()
    };
    let answer = caller.call(patience, move |client| {
        let request = request.clone();
        async move { client.delete_points(request).await }
    })?;
    done(caller, answer)
}

fn selected(filter: Filter) -> PointsSelector {
    PointsSelector {
        points_selector_one_of: Some(points_selector::PointsSelectorOneOf::Filter(filter)),
    }
}

/// A write counts when it is applied, not when it was heard.
fn done(caller: &Caller, answer: PointsOperationResponse) -> Result<(), IndexError> {
    match answer.result.map(|it| it.status()) {
        Some(UpdateStatus::Completed) => Ok(()),
        status => {
            let status = status.map_or("nothing", |it| it.as_str_name());
            Err(caller.unreachable(&format!("a write was answered by {status}, not done")))
        }
    }
}
