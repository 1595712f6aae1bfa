//! Points: put, changed, removed, fetched, counted, searched.

use std::collections::{BTreeMap, HashMap};

use qdrant_client::qdrant::{
    BatchResult, CountPoints, CountResponse, CountResult, DeletePoints, GetPoints, GetResponse,
    Modifier, NamedVectorsOutput, PointId, PointStruct, PointsOperationResponse, PointsSelector,
    QueryBatchPoints, QueryBatchResponse, QueryPoints, RetrievedPoint, ScoredPoint,
    SetPayloadPoints, SparseVector, UpdateStatus, UpsertPoints, VectorOutput, VectorsOutput,
    point_id, points_selector, query, vector, vector_input, vector_output, vectors, vectors_config,
    vectors_output,
};
use tonic::Status;

use super::condition::passes;
use super::store::{Answer, Collection, Store, operation};

impl Answer for GetResponse {
    fn shuffled(mut self) -> Self {
        self.result.reverse();
        self
    }
}
impl Answer for CountResponse {}
impl Answer for QueryBatchResponse {
    fn shuffled(mut self) -> Self {
        for list in &mut self.result {
            list.result.reverse();
        }
        self
    }
}

fn key(id: Option<&PointId>) -> Result<String, Status> {
    match id.and_then(|id| id.point_id_options.as_ref()) {
        Some(point_id::PointIdOptions::Uuid(uuid)) => Ok(uuid.clone()),
        _ => Err(Status::invalid_argument("an id that is no UUID")),
    }
}

/// The vector of a name.
fn named(point: &PointStruct, name: &str) -> Option<vector::Vector> {
    match point.vectors.as_ref()?.vectors_options.as_ref()? {
        vectors::VectorsOptions::Vectors(all) => all.vectors.get(name)?.vector.clone(),
        vectors::VectorsOptions::Vector(_) => None,
    }
}

fn dense(point: &PointStruct, name: &str) -> Option<Vec<f32>> {
    match named(point, name)? {
        vector::Vector::Dense(dense) => Some(dense.data),
        _ => None,
    }
}

fn sparse(point: &PointStruct, name: &str) -> Option<SparseVector> {
    match named(point, name)? {
        vector::Vector::Sparse(sparse) => Some(sparse),
        _ => None,
    }
}

fn several(point: &PointStruct, name: &str) -> Option<Vec<Vec<f32>>> {
    match named(point, name)? {
        vector::Vector::MultiDense(rows) => {
            Some(rows.vectors.into_iter().map(|row| row.data).collect())
        }
        _ => None,
    }
}

fn selected(
    collection: &Collection,
    selector: Option<PointsSelector>,
) -> Result<Vec<String>, Status> {
    match selector.and_then(|it| it.points_selector_one_of) {
        Some(points_selector::PointsSelectorOneOf::Filter(filter)) => {
            let mut found = Vec::new();
            for (id, point) in &collection.points {
                if passes(point, &filter)? {
                    found.push(id.clone());
                }
            }
            Ok(found)
        }
        Some(points_selector::PointsSelectorOneOf::Points(ids)) => {
            ids.ids.iter().map(|id| key(Some(id))).collect()
        }
        None => Err(Status::invalid_argument("no points selected")),
    }
}

impl Store {
    pub fn upsert(&mut self, request: UpsertPoints) -> Result<PointsOperationResponse, Status> {
        let collection = self.collection(&request.collection_name)?;
        let config = collection.made.vectors_config.as_ref();
        let size = match config.and_then(|it| it.config.as_ref()) {
            Some(vectors_config::Config::ParamsMap(map)) => map.map.get("dense").map(|it| it.size),
            _ => None,
        };
        for point in &request.points {
            if let Some(vectors::VectorsOptions::Vectors(all)) = point
                .vectors
                .as_ref()
                .and_then(|it| it.vectors_options.as_ref())
            {
                let known = collection.names();
                if let Some(name) = all.vectors.keys().find(|name| !known.contains(*name)) {
                    return Err(unknown(name));
                }
            }
            let length = dense(point, "dense").map(|it| it.len() as u64);
            if length.is_some() && length != size {
                return Err(Status::invalid_argument(format!(
                    "Wrong input: Vector dimension error: expected dim: {size:?}, got {length:?}"
                )));
            }
        }
        for point in request.points {
            collection.points.insert(key(point.id.as_ref())?, point);
        }
        Ok(operation(UpdateStatus::Completed))
    }

    pub fn set_payload(
        &mut self,
        request: SetPayloadPoints,
    ) -> Result<PointsOperationResponse, Status> {
        let collection = self.collection(&request.collection_name)?;
        for id in selected(collection, request.points_selector)? {
            if let Some(point) = collection.points.get_mut(&id) {
                point.payload.extend(request.payload.clone());
            }
        }
        Ok(operation(UpdateStatus::Completed))
    }

    pub fn delete(&mut self, request: DeletePoints) -> Result<PointsOperationResponse, Status> {
        let collection = self.collection(&request.collection_name)?;
        for id in selected(collection, request.points)? {
            collection.points.remove(&id);
        }
        Ok(operation(UpdateStatus::Completed))
    }

    pub fn get(&mut self, request: GetPoints) -> Result<GetResponse, Status> {
        let collection = self.collection(&request.collection_name)?;
        let mut result = Vec::new();
        for id in &request.ids {
            let Some(point) = collection.points.get(&key(Some(id))?) else {
                continue;
            };
            let vectors = dense(point, "dense").map(|data| {
                let one = VectorOutput {
                    vector: Some(vector_output::Vector::Dense(
                        qdrant_client::qdrant::DenseVector { data },
                    )),
                    ..VectorOutput::default()
                };
                let vectors = HashMap::from([("dense".to_owned(), one)]);
                VectorsOutput {
                    vectors_options: Some(vectors_output::VectorsOptions::Vectors(
                        NamedVectorsOutput { vectors },
                    )),
                }
            });
            result.push(RetrievedPoint {
                id: point.id.clone(),
                payload: point.payload.clone(),
                vectors,
                ..RetrievedPoint::default()
            });
        }
        Ok(GetResponse {
            result,
            time: 0.0,
            usage: None,
        })
    }

    pub fn count(&mut self, request: CountPoints) -> Result<CountResponse, Status> {
        let filter = request.filter.unwrap_or_default();
        let mut count = 0;
        for point in self.collection(&request.collection_name)?.points.values() {
            count += u64::from(passes(point, &filter)?);
        }
        Ok(CountResponse {
            result: Some(CountResult { count }),
            time: 0.0,
            usage: None,
        })
    }

    pub fn query_batch(&mut self, request: QueryBatchPoints) -> Result<QueryBatchResponse, Status> {
        let collection = self.collection(&request.collection_name)?;
        let lists = request.query_points.iter().map(|one| {
            let result = search(collection, one)?;
            Ok(BatchResult { result })
        });
        Ok(QueryBatchResponse {
            result: lists.collect::<Result<Vec<BatchResult>, Status>>()?,
            time: 0.0,
            usage: None,
        })
    }
}

fn search(collection: &Collection, request: &QueryPoints) -> Result<Vec<ScoredPoint>, Status> {
    let filter = request.filter.clone().unwrap_or_default();
    let scores = scores(collection, request)?;
    let mut found = Vec::new();
    for (id, point) in &collection.points {
        let score = match &scores {
            None => Some(0.0),
            Some(scores) => scores.get(id.as_str()).copied(),
        };
        let Some(score) = score else { continue };
        if passes(point, &filter)? {
            found.push(ScoredPoint {
                id: point.id.clone(),
                payload: point.payload.clone(),
                score,
                ..ScoredPoint::default()
            });
        }
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    found.truncate(request.limit.unwrap_or(10) as usize);
    Ok(found)
}

/// By id, the scores of points that have one; `None` for a request without a vector.
fn scores<'c>(
    collection: &'c Collection,
    request: &QueryPoints,
) -> Result<Option<BTreeMap<&'c str, f32>>, Status> {
    let Some(query) = request.query.as_ref() else {
        return Ok(None);
    };
    let using = request.using.as_deref().unwrap_or_default();
    let Some(query::Variant::Nearest(input)) = &query.variant else {
        return Err(Status::unimplemented("this query"));
    };
    let points = collection.points.iter();
    match &input.variant {
        Some(vector_input::Variant::Dense(wanted)) => Ok(Some(
            points
                .filter_map(|(id, point)| {
                    Some((id.as_str(), cosine(&wanted.data, &dense(point, using)?)))
                })
                .collect(),
        )),
        Some(vector_input::Variant::Sparse(wanted)) => {
            let stored: Vec<(&str, SparseVector)> = points
                .filter_map(|(id, point)| Some((id.as_str(), sparse(point, using)?)))
                .collect();
            let config = collection.made.sparse_vectors_config.as_ref();
            let known = config.and_then(|it| it.map.get(using));
            let known = known.ok_or_else(|| unknown(using))?;
            let counts = known.modifier() == Modifier::Idf;
            Ok(Some(by_rarity(&stored, wanted, counts)))
        }
        Some(vector_input::Variant::MultiDense(wanted)) => {
            let wanted: Vec<&[f32]> = wanted.vectors.iter().map(|row| &row.data[..]).collect();
            let score = |rows: &[Vec<f32>]| -> f32 {
                let nearest = |of: &&[f32]| {
                    let products = rows.iter().map(|row| dot(of, row));
                    products.fold(f32::MIN, f32::max)
                };
                wanted.iter().map(nearest).sum()
            };
            Ok(Some(
                points
                    .filter_map(|(id, point)| Some((id.as_str(), score(&several(point, using)?))))
                    .collect(),
            ))
        }
        _ => Err(Status::unimplemented("this vector")),
    }
}

fn unknown(using: &str) -> Status {
    Status::invalid_argument(format!("Not existing vector name error: {using}"))
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt().max(f32::MIN_POSITIVE)
}

/// With the modifier IDF each place of the query counts by how rare it is in the collection.
fn by_rarity<'c>(
    stored: &[(&'c str, SparseVector)],
    wanted: &SparseVector,
    counts: bool,
) -> BTreeMap<&'c str, f32> {
    let total = stored.len() as f32;
    let mut scores = BTreeMap::new();
    for (place, weight) in wanted.indices.iter().zip(&wanted.values) {
        let value = |vector: &SparseVector| {
            let at = vector.indices.iter().position(|it| it == place)?;
            Some(vector.values[at])
        };
        let holders = stored.iter().filter(|(_, it)| value(it).is_some()).count() as f32;
        let rarity = match counts {
            true => ((total - holders + 0.5) / (holders + 0.5) + 1.0).ln(),
            false => 1.0,
        };
        for (id, vector) in stored {
            if let Some(value) = value(vector) {
                *scores.entry(*id).or_insert(0.0) += weight * rarity * value;
            }
        }
    }
    scores
}
