//! The collection: made once, and recognised ever after.

use std::collections::{BTreeSet, HashMap};

use index::{IndexError, Patience};
use qdrant_client::qdrant::{
    CollectionInfo, CreateAlias, CreateCollection, CreateFieldIndexCollection, Distance, FieldType,
    GetPoints, Modifier, QuantizationConfig, QuantizationType, ScalarQuantization,
    SparseVectorConfig, SparseVectorParams, VectorParams, VectorParamsMap, VectorsConfig,
    quantization_config, vectors_config,
};

use crate::call::Caller;
use crate::head::Head;
use crate::point::{BORN, CHUNK, COPY, DENSE, DIED, EMBEDDED, METADATA, TERMS};
use crate::search::{consistency, everything};

/// Keys of the payload that have an index from the beginning.
const INDEXED: [(&str, FieldType); 17] = [
    (BORN, FieldType::Integer),
    (DIED, FieldType::Integer),
    (EMBEDDED, FieldType::Integer),
    (CHUNK, FieldType::Integer),
    (COPY, FieldType::Integer),
    ("document", FieldType::Keyword),
    ("collection", FieldType::Keyword),
    ("type", FieldType::Keyword),
    ("language", FieldType::Keyword),
    ("title", FieldType::Keyword),
    ("author", FieldType::Keyword),
    ("section", FieldType::Keyword),
    ("date", FieldType::Keyword),
    ("pages", FieldType::Integer),
    ("page", FieldType::Integer),
    ("added", FieldType::Integer),
    ("modified", FieldType::Integer),
];

/// Keys of the user's own that get an index; the rest are stored without.
const METADATA_KEYS_MAX: usize = 64;

/// The name of a library's collection by an embedder: what the user calls it, and a mark of the
/// two, so that another embedder has another one.
pub(crate) fn name(prefix: &str, library: &str, embedder: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(library.as_bytes());
    hasher.update(&[0]);
    hasher.update(embedder.as_bytes());
    let mark: String = hasher.finalize().to_hex().chars().take(12).collect();
    format!("{prefix}-{mark}")
}

/// What a collection of vectors of a length is like; 0 for one without vectors.
#[expect(
    deprecated,
    reason = "what takes the place of these fields is not known to the oldest cluster we speak to"
)]
fn layout(caller: &Caller, collection: &str, dim: usize) -> CreateCollection {
    let settings = caller.settings();
    let dense = VectorParams {
        size: dim as u64,
        distance: Distance::Cosine.into(),
        // In full on the disk, by one byte a value in memory.
        on_disk: Some(true),
        quantization_config: Some(QuantizationConfig {
            quantization: Some(quantization_config::Quantization::Scalar(
                ScalarQuantization {
                    r#type: QuantizationType::Int8.into(),
                    // Values of unit vectors have no outliers worth losing.
                    quantile: Some(1.0),
                    always_ram: Some(true),
                    ..ScalarQuantization::default()
                },
            )),
        }),
        ..VectorParams::default()
    };
    let named = match dim {
        0 => HashMap::new(),
        _ => HashMap::from([(DENSE.to_owned(), dense)]),
    };
    let terms = SparseVectorParams {
        modifier: Some(Modifier::Idf.into()),
        ..SparseVectorParams::default()
    };
    CreateCollection {
        collection_name: collection.to_owned(),
        vectors_config: Some(VectorsConfig {
            config: Some(vectors_config::Config::ParamsMap(VectorParamsMap {
                map: named,
            })),
        }),
        sparse_vectors_config: Some(SparseVectorConfig {
            map: HashMap::from([(TERMS.to_owned(), terms)]),
        }),
        shard_number: Some(settings.shards),
        replication_factor: Some(settings.replicas),
        write_consistency_factor: Some(settings.write_consistency),
        on_disk_payload: Some(true),
        ..CreateCollection::default()
    }
}

/// Makes the collection unless it is there; what is there must fit.
pub(crate) fn make(
    caller: &Caller,
    collection: &str,
    dim: usize,
    patience: &Patience,
) -> Result<(), IndexError> {
    if !exists(caller, collection, patience)? {
        let request = layout(caller, collection, dim);
        let made = caller.call(patience, move |client| {
            let request = request.clone();
            async move { client.create_collection(request).await }
        });
        // A try before this one may have made it, though its answer was lost.
        if made.is_err() && !exists(caller, collection, patience)? {
            made?;
        }
    }
    let info = info(caller, collection, patience)?;
    let wrong = differences(&info, dim);
    if let Some(first) = wrong.first() {
        return Err(caller.refused(format!("collection `{collection}` is not ours: {first}")));
    }
    for (key, kind) in missing_indexes(&info) {
        index(caller, collection, key, kind, patience)?;
    }
    Ok(())
}

pub(crate) fn exists(
    caller: &Caller,
    collection: &str,
    patience: &Patience,
) -> Result<bool, IndexError> {
    let collection = collection.to_owned();
    caller.call(patience, move |client| {
        let collection = collection.clone();
        async move { client.collection_exists(collection).await }
    })
}

pub(crate) fn info(
    caller: &Caller,
    collection: &str,
    patience: &Patience,
) -> Result<CollectionInfo, IndexError> {
    let name = collection.to_owned();
    let answer = caller.call(patience, move |client| {
        let name = name.clone();
        async move { client.collection_info(name).await }
    })?;
    let missing = || caller.refused(format!("it tells nothing of collection `{collection}`"));
    answer.result.ok_or_else(missing)
}

/// In what a collection is laid out otherwise than one of ours, with both values.
pub(crate) fn differences(info: &CollectionInfo, dim: usize) -> Vec<String> {
    let params = info.config.as_ref().and_then(|it| it.params.as_ref());
    let dense = params
        .and_then(|params| params.vectors_config.as_ref())
        .and_then(|it| match it.config.as_ref()? {
            vectors_config::Config::ParamsMap(map) => map.map.get(DENSE),
            vectors_config::Config::Params(_) => None,
        });
    let terms = params
        .and_then(|params| params.sparse_vectors_config.as_ref())
        .and_then(|it| it.map.get(TERMS));
    let mut wrong = Vec::new();
    match (dense, dim) {
        (None, 0) => {}
        (None, dim) => wrong.push(format!(
            "it has no vectors `{DENSE}`, expected those of length {dim}"
        )),
        (Some(dense), dim) => {
            if dense.size != dim as u64 {
                wrong.push(format!(
                    "its vectors have length {}, expected {dim}",
                    dense.size
                ));
            }
            if dense.distance() != Distance::Cosine {
                wrong.push("its vectors are not compared by cosine".to_owned());
            }
        }
    }
    match terms {
        None => wrong.push(format!("it has no sparse vectors `{TERMS}`")),
        Some(terms) if terms.modifier() != Modifier::Idf => {
            wrong.push("it does not weigh terms by how rare they are".to_owned());
        }
        Some(_) => {}
    }
    wrong
}

/// Keys of the payload that should have an index and have none.
pub(crate) fn missing_indexes(info: &CollectionInfo) -> Vec<(&'static str, FieldType)> {
    let lacks = |key: &&(&'static str, FieldType)| !info.payload_schema.contains_key(key.0);
    INDEXED.iter().filter(lacks).copied().collect()
}

fn index(
    caller: &Caller,
    collection: &str,
    key: &str,
    kind: FieldType,
    patience: &Patience,
) -> Result<(), IndexError> {
    let request = CreateFieldIndexCollection {
        collection_name: collection.to_owned(),
        wait: Some(true),
        field_name: key.to_owned(),
        field_type: Some(kind.into()),
        ..CreateFieldIndexCollection::default()
    };
    caller.call(patience, move |client| {
        let request = request.clone();
        async move { client.create_field_index(request).await }
    })?;
    Ok(())
}

/// Gives the user's own keys an index, as many as there may be.
pub(crate) fn index_metadata(
    caller: &Caller,
    collection: &str,
    keys: &BTreeSet<&str>,
    patience: &Patience,
) -> Result<(), IndexError> {
    let info = info(caller, collection, patience)?;
    let ours = |key: &&String| key.starts_with(METADATA);
    let room = METADATA_KEYS_MAX.saturating_sub(info.payload_schema.keys().filter(ours).count());
    let new = keys.iter().map(|key| format!("{METADATA}{key}"));
    for key in new
        .filter(|key| !info.payload_schema.contains_key(key))
        .take(room)
    {
        index(caller, collection, &key, FieldType::Keyword, patience)?;
    }
    Ok(())
}

/// The head of a collection.
pub(crate) fn head(
    caller: &Caller,
    collection: &str,
    patience: &Patience,
) -> Result<Option<Head>, IndexError> {
    let request = GetPoints {
        collection_name: collection.to_owned(),
        ids: vec![Head::id()],
        with_payload: Some(everything()),
        read_consistency: consistency(caller.settings().read_consistency),
        ..GetPoints::default()
    };
    let answer = caller.call(patience, move |client| {
        let request = request.clone();
        async move { client.get_points(request).await }
    })?;
    let point = answer.result.first();
    Ok(point.and_then(|point| Head::read(&point.payload)))
}

/// Lets a name stand for a collection, in place of the one before, for other programs.
pub(crate) fn point_alias(
    caller: &Caller,
    alias: &str,
    collection: &str,
    patience: &Patience,
) -> Result<(), IndexError> {
    let request = CreateAlias {
        collection_name: collection.to_owned(),
        alias_name: alias.to_owned(),
    };
    caller.call(patience, move |client| {
        let request = request.clone();
        async move { client.create_alias(request).await }
    })?;
    Ok(())
}
