//! What is looked for, as a vector of the cluster.

use index::{ArmQuery, DenseScan, IndexError, PayloadKind, QueryTerm, Snapshot};
use qdrant_client::qdrant::{DenseVector, SparseVector, VectorInput, vector_input};

use crate::point::{self, DENSE, SPARSE, TERMS, TOKENS};

/// A query as a vector of the cluster.
pub(crate) struct Asked {
    /// The name of the vectors it is compared with.
    pub using: &'static str,
    pub vector: VectorInput,
    /// Compared with all of them, in full.
    pub exact: bool,
    /// What a score of the cluster is multiplied with.
    pub share: f32,
}

impl Asked {
    /// A query of the cluster; `None` where nothing can match.
    pub(crate) fn of(
        snapshot: &Snapshot,
        query: ArmQuery<'_>,
    ) -> Result<Option<Asked>, IndexError> {
        match query {
            ArmQuery::Keyword(terms) => Ok(words(terms)),
            ArmQuery::Dense { vector, scan } => {
                let Some(dim) = snapshot.identity().dim else {
                    return Ok(None);
                };
                if vector.len() != dim || vector.iter().any(|value| !value.is_finite()) {
                    return Err(IndexError::BadVector {
                        expected: dim,
                        got: vector.len().to_string(),
                    });
                }
                let data = vector.to_vec();
                Ok(Some(Asked {
                    using: DENSE,
                    vector: VectorInput {
                        variant: Some(vector_input::Variant::Dense(DenseVector { data })),
                    },
                    exact: scan == DenseScan::Full,
                    share: 1.0,
                }))
            }
            ArmQuery::Sparse(weights) => sparse(snapshot, weights),
            ArmQuery::Late(values) => late(snapshot, values),
        }
    }
}

fn words(terms: &[QueryTerm]) -> Option<Asked> {
    let mut weights: std::collections::BTreeMap<u32, f32> = std::collections::BTreeMap::new();
    for QueryTerm { term, weight } in terms.iter().filter(|term| term.weight > 0.0) {
        *weights.entry(point::dimension(term)).or_insert(0.0) += weight;
    }
    if weights.is_empty() {
        return None;
    }
    let (indices, values) = weights.into_iter().unzip();
    Some(Asked {
        using: TERMS,
        vector: VectorInput {
            variant: Some(vector_input::Variant::Sparse(SparseVector {
                values,
                indices,
            })),
        },
        exact: false,
        share: 1.0,
    })
}

/// By a learned sparse vector.
fn sparse(snapshot: &Snapshot, weights: &[(u32, f32)]) -> Result<Option<Asked>, IndexError> {
    let Some(model) = snapshot.payload_model(PayloadKind::Sparse)? else {
        return Ok(None);
    };
    let bad = |got: String| IndexError::BadVector {
        expected: model.dim as usize,
        got,
    };
    if let Some((id, _)) = weights.iter().find(|(id, _)| *id >= model.dim) {
        return Err(bad(format!("id {id}")));
    }
    if let Some((id, weight)) = weights
        .iter()
        .find(|(_, it)| !(it.is_finite() && *it > 0.0))
    {
        return Err(bad(format!("weight {weight} of id {id}")));
    }
    if let Some(pair) = weights.windows(2).find(|pair| pair[0].0 >= pair[1].0) {
        return Err(bad(format!("id {} before {}", pair[0].0, pair[1].0)));
    }
    if weights.is_empty() {
        return Ok(None);
    }
    let (indices, values) = weights.iter().copied().unzip();
    let vector = SparseVector { values, indices };
    Ok(Some(Asked {
        using: SPARSE,
        vector: VectorInput {
            variant: Some(vector_input::Variant::Sparse(vector)),
        },
        exact: false,
        share: 1.0,
    }))
}

/// By vectors of tokens. The cluster adds up what the best token of a chunk gives for each of the
/// query's; ours is the mean of it, which is of a cosine's size.
fn late(snapshot: &Snapshot, values: &[f32]) -> Result<Option<Asked>, IndexError> {
    let Some(model) = snapshot.payload_model(PayloadKind::Tokens)? else {
        return Ok(None);
    };
    let dim = model.dim as usize;
    if dim == 0 || !values.len().is_multiple_of(dim) || values.iter().any(|it| !it.is_finite()) {
        return Err(IndexError::BadVector {
            expected: dim,
            got: values.len().to_string(),
        });
    }
    if values.is_empty() {
        return Ok(None);
    }
    let rows = values.chunks_exact(dim);
    let share = 1.0 / rows.len() as f32;
    Ok(Some(Asked {
        using: TOKENS,
        vector: VectorInput {
            variant: Some(vector_input::Variant::MultiDense(point::several(rows))),
        },
        exact: true,
        share,
    }))
}
