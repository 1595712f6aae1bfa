//! Searches: one request each, which reads the head as well.

use std::collections::HashMap;

use index::{ArmQuery, ChunkId, Grade, Hit, IndexError, Ranking, Scope, Snapshot};
use qdrant_client::qdrant::{
    Condition, Filter, GetPoints, QuantizationSearchParams, Query, QueryBatchPoints, QueryPoints,
    ScoredPoint, SearchParams, query,
};

use crate::asked::Asked;
use crate::call::Caller;
use crate::cluster::Cluster;
use crate::filter::{self, Choice};
use crate::head::Head;
use crate::point::{self, CHUNK, DENSE, SPARSE, SPARSE_FROM};
use crate::reading::{consistency, everything, only};

/// Vectors compared again in full, for each that is wanted.
const OVERSAMPLING: f64 = 3.0;

/// How many more are asked for when what was found must be looked at again, and how often.
const DEEPER: usize = 4;
const DEEPER_TIMES: u32 = 4;

/// Points that one request may ask for.
const LIMIT_MAX: usize = 10_000;

impl Cluster {
    /// The best of a scope.
    pub(crate) fn search(
        &self,
        snapshot: &Snapshot,
        query: ArmQuery<'_>,
        scope: &Scope,
        k: usize,
    ) -> Result<Ranking, IndexError> {
        let mut choice = filter::choice(snapshot, scope)?;
        let Some(asked) = Asked::of(snapshot, query)? else {
            return Ok(Ranking::default());
        };
        if choice.nothing || k == 0 {
            return Ok(Ranking::default());
        }
        let shown = filter::with_vector(asked.using, snapshot.version());
        choice.filter.must.extend(shown);
        let hits = self.deep_enough(snapshot, &asked, &choice, scope, k)?;
        Ok(Ranking {
            // How many matched is not told; those that came are known.
            candidates: hits.len(),
            hits,
            grade: Grade::Approximate,
        })
    }

    /// Searches deeper while chunks that do not pass push others out.
    fn deep_enough(
        &self,
        snapshot: &Snapshot,
        asked: &Asked,
        choice: &Choice,
        scope: &Scope,
        k: usize,
    ) -> Result<Vec<Hit>, IndexError> {
        let mut limit = k.min(LIMIT_MAX);
        for _ in 0..=DEEPER_TIMES {
            let found = self.found(snapshot, asked, &choice.filter, limit)?;
            let exhausted = found.len() < limit;
            let mut hits = found;
            if choice.loose {
                let passes = hits.iter().map(|hit| snapshot.in_scope(scope, hit.chunk));
                let passes = passes.collect::<Result<Vec<bool>, IndexError>>()?;
                let mut passes = passes.into_iter();
                hits.retain(|_| passes.next().unwrap_or(false));
            }
            if hits.len() >= k || exhausted || limit == LIMIT_MAX || !choice.loose {
                hits.truncate(k);
                return Ok(hits);
            }
            limit = (limit * DEEPER).min(LIMIT_MAX);
        }
        Err(self.caller().refused(
            "the filter names more documents than a request can, and few of what is like the \
             question passes it; narrow it by `collection`, `type` or `language`",
        ))
    }

    /// The scores of given chunks.
    pub(crate) fn scores_of(
        &self,
        snapshot: &Snapshot,
        query: ArmQuery<'_>,
        chunks: &[ChunkId],
    ) -> Result<Vec<Option<f32>>, IndexError> {
        let nothing = match query {
            ArmQuery::Keyword(_) => Some(0.0),
            _ => None,
        };
        let Some(mut asked) = Asked::of(snapshot, query)? else {
            return Ok(vec![nothing; chunks.len()]);
        };
        asked.exact = true;
        let mut scores: HashMap<ChunkId, f32> = HashMap::new();
        for some in chunks.chunks(1_000) {
            let library = self.place_of(snapshot.version())?.library;
            let ids = some.iter().map(|&chunk| point::id(&library, chunk));
            let mut filter = filter::of_version(snapshot.version());
            filter.must.push(Condition::has_id(ids));
            let shown = filter::with_vector(asked.using, snapshot.version());
            filter.must.extend(shown);
            let found = self.found(snapshot, &asked, &filter, some.len())?;
            scores.extend(found.iter().map(|hit| (hit.chunk, hit.score * asked.share)));
        }
        if asked.using == SPARSE {
            self.with_nothing_in_common(snapshot, chunks, &mut scores)?;
        }
        let score = |chunk| scores.get(chunk).copied().or(nothing);
        Ok(chunks.iter().map(score).collect())
    }

    /// A search by a sparse vector finds what shares an id with it. What does not has nothing to
    /// score only where it has no such vector.
    fn with_nothing_in_common(
        &self,
        snapshot: &Snapshot,
        chunks: &[ChunkId],
        scores: &mut HashMap<ChunkId, f32>,
    ) -> Result<(), IndexError> {
        let rest = chunks.iter().filter(|chunk| !scores.contains_key(chunk));
        let rest: Vec<ChunkId> = rest.copied().collect();
        let at = self.place_of(snapshot.version())?;
        for some in rest.chunks(1_000) {
            let request = GetPoints {
                collection_name: at.collection.clone(),
                ids: some
                    .iter()
                    .map(|&chunk| point::id(&at.library, chunk))
                    .collect(),
                with_payload: Some(everything()),
                read_consistency: consistency(self.caller().settings().read_consistency),
                ..GetPoints::default()
            };
            let answer = self.caller().call(snapshot.patience(), move |client| {
                let request = request.clone();
                async move { client.get_points(request).await }
            })?;
            let version = point::number(snapshot.version());
            for point in answer.result {
                let from = point::whole(&point.payload, SPARSE_FROM);
                let chunk = point::whole(&point.payload, CHUNK);
                if let (Some(from), Some(chunk)) = (from, chunk)
                    && from <= version
                {
                    scores.insert(ChunkId(chunk.unsigned_abs()), 0.0);
                }
            }
        }
        Ok(())
    }

    /// Asks, and reads the head in the same request.
    fn found(
        &self,
        snapshot: &Snapshot,
        asked: &Asked,
        filter: &Filter,
        limit: usize,
    ) -> Result<Vec<Hit>, IndexError> {
        let at = self.place_of(snapshot.version())?;
        let settings = self.caller().settings();
        let seconds = settings.timeout.as_secs().max(1);
        let head = QueryPoints {
            collection_name: at.collection.clone(),
            filter: Some(Filter::must([Condition::has_id([Head::id()])])),
            limit: Some(1),
            with_payload: Some(everything()),
            ..QueryPoints::default()
        };
        let search = QueryPoints {
            collection_name: at.collection.clone(),
            query: Some(Query {
                variant: Some(query::Variant::Nearest(asked.vector.clone())),
            }),
            using: Some(asked.using.to_owned()),
            filter: Some(filter.clone()),
            params: (asked.using == DENSE).then(|| by_bytes_first(asked.exact)),
            limit: Some(limit as u64),
            with_payload: Some(only(CHUNK)),
            ..QueryPoints::default()
        };
        let request = QueryBatchPoints {
            collection_name: at.collection.clone(),
            query_points: vec![search, head],
            read_consistency: consistency(settings.read_consistency),
            timeout: Some(seconds),
        };
        let answer = self.caller().call(snapshot.patience(), move |client| {
            let request = request.clone();
            async move { client.query_batch(request).await }
        })?;
        let mut lists = answer.result.into_iter().map(|list| list.result);
        let (Some(found), Some(head), None) = (lists.next(), lists.next(), lists.next()) else {
            return Err(self
                .caller()
                .refused("it answered other questions than were asked"));
        };
        let head = head.first().and_then(|point| Head::read(&point.payload));
        Head::check(head, self.caller(), &at.library, snapshot.version())?;
        hits(self.caller(), snapshot, &found)
    }
}

/// Points as hits, best first, ties by document and ordinal.
fn hits(
    caller: &Caller,
    snapshot: &Snapshot,
    found: &[ScoredPoint],
) -> Result<Vec<Hit>, IndexError> {
    let mut hits = Vec::with_capacity(found.len());
    for point in found {
        let number = point::whole(&point.payload, CHUNK).and_then(|it| u64::try_from(it).ok());
        let Some(chunk) = number.map(ChunkId) else {
            return Err(caller.refused("it found a point that is no chunk"));
        };
        let order = snapshot.order(chunk);
        if order == u32::MAX {
            let reason = format!(
                "it found chunk {}, which version {} does not show",
                chunk.0,
                snapshot.version().0
            );
            return Err(caller.refused(reason));
        }
        hits.push((
            order,
            Hit {
                chunk,
                score: point.score,
            },
        ));
    }
    hits.sort_by(|(a, one), (b, other)| other.score.total_cmp(&one.score).then(a.cmp(b)));
    hits.dedup_by_key(|(order, _)| *order);
    Ok(hits.into_iter().map(|(_, hit)| hit).collect())
}

/// Vectors are compared by their bytes first, and the best again in full.
fn by_bytes_first(exact: bool) -> SearchParams {
    SearchParams {
        exact: Some(exact),
        quantization: Some(QuantizationSearchParams {
            ignore: Some(exact),
            rescore: Some(true),
            oversampling: Some(OVERSAMPLING),
        }),
        ..SearchParams::default()
    }
}
