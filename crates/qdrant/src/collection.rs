//! The collection: made once, and recognised ever after.

use std::collections::{BTreeSet, HashMap};

use index::{IndexError, Patience};
use qdrant_client::qdrant::{
    CollectionInfo, CreateAlias, CreateCollection, CreateFieldIndexCollection, Distance, FieldType,
    GetPoints, HnswConfigDiff, Modifier, MultiVectorComparator, MultiVectorConfig,
    QuantizationConfig, QuantizationType, ScalarQuantization, SparseVectorConfig,
    SparseVectorParams, VectorParams, VectorParamsMap, VectorsConfig, quantization_config,
    vectors_config,
};

use crate::call::Caller;
use crate::head::Head;
use crate::point::{
    BORN, CHUNK, COPY, DENSE, DIED, EMBEDDED, METADATA, SPARSE, SPARSE_FROM, TERMS, TOKENS,
    TOKENS_FROM,
};
use crate::reading::{consistency, everything};
use crate::shape::Shape;

/// Keys of the payload that have an index from the beginning.
const INDEXED: [(&str, FieldType); 19] = [
    (BORN, FieldType::Integer),
    (DIED, FieldType::Integer),
    (EMBEDDED, FieldType::Integer),
    (SPARSE_FROM, FieldType::Integer),
    (TOKENS_FROM, FieldType::Integer),
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

/// What a collection of such vectors is like.
#[expect(
    deprecated,
    reason = "what takes the place of these fields is not known to the oldest cluster we speak to"
)]
fn layout(caller: &Caller, collection: &str, shape: &Shape) -> CreateCollection {
    let settings = caller.settings();
    let dense = VectorParams {
        size: shape.dim as u64,
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
    let mut named = HashMap::new();
    if shape.dim > 0 {
        named.insert(DENSE.to_owned(), dense);
    }
    if let Some(model) = &shape.tokens {
        named.insert(TOKENS.to_owned(), of_tokens(model.dim));
    }
    let terms = SparseVectorParams {
        modifier: Some(Modifier::Idf.into()),
        ..SparseVectorParams::default()
    };
    let mut sparse = HashMap::from([(TERMS.to_owned(), terms)]);
    if shape.sparse.is_some() {
        // Weights of a model say how rare a word is already.
        sparse.insert(SPARSE.to_owned(), SparseVectorParams::default());
    }
    CreateCollection {
        collection_name: collection.to_owned(),
        vectors_config: Some(VectorsConfig {
            config: Some(vectors_config::Config::ParamsMap(VectorParamsMap {
                map: named,
            })),
        }),
        sparse_vectors_config: Some(SparseVectorConfig { map: sparse }),
        shard_number: Some(settings.shards),
        replication_factor: Some(settings.replicas),
        write_consistency_factor: Some(settings.write_consistency),
        on_disk_payload: Some(true),
        ..CreateCollection::default()
    }
}

/// Vectors of tokens, compared by the largest product with each of a query's: only of points that
/// other searches found, so that no graph of them is built.
#[expect(
    deprecated,
    reason = "what takes the place of this field is not known to the oldest cluster we speak to"
)]
fn of_tokens(dim: u32) -> VectorParams {
    VectorParams {
        size: dim.into(),
        distance: Distance::Dot.into(),
        on_disk: Some(true),
        hnsw_config: Some(HnswConfigDiff {
            m: Some(0),
            ..HnswConfigDiff::default()
        }),
        multivector_config: Some(MultiVectorConfig {
            comparator: MultiVectorComparator::MaxSim.into(),
        }),
        ..VectorParams::default()
    }
}

/// Makes the collection unless it is there; what is there must fit.
pub(crate) fn make(
    caller: &Caller,
    collection: &str,
    shape: &Shape,
    patience: &Patience,
) -> Result<(), IndexError> {
    if !exists(caller, collection, patience)? {
        let request = layout(caller, collection, shape);
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
    let wrong = differences(&info, shape);
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
pub(crate) fn differences(info: &CollectionInfo, shape: &Shape) -> Vec<String> {
    let dim = shape.dim;
    let params = info.config.as_ref().and_then(|it| it.params.as_ref());
    let named = params
        .and_then(|params| params.vectors_config.as_ref())
        .and_then(|it| match it.config.as_ref()? {
            vectors_config::Config::ParamsMap(map) => Some(&map.map),
            vectors_config::Config::Params(_) => None,
        });
    let dense = named.and_then(|map| map.get(DENSE));
    let tokens = named.and_then(|map| map.get(TOKENS));
    let lists = params.and_then(|params| params.sparse_vectors_config.as_ref());
    let terms = lists.and_then(|it| it.map.get(TERMS));
    let sparse = lists.and_then(|it| it.map.get(SPARSE));
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
    if shape.sparse.is_some() && sparse.is_none_or(|sparse| sparse.modifier() != Modifier::None) {
        wrong.push(format!(
            "it has no sparse vectors `{SPARSE}` as the model gives them"
        ));
    }
    if let Some(model) = &shape.tokens {
        let fits = |tokens: &VectorParams| {
            tokens.size == u64::from(model.dim) && tokens.multivector_config.is_some()
        };
        if !tokens.is_some_and(fits) {
            let length = model.dim;
            wrong.push(format!(
                "it has no vectors of tokens `{TOKENS}`, expected several of length {length} a point"
            ));
        }
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
