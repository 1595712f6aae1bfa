//! Walks over the graph of what a version's chunks name.

use crate::graph::{EntityId, GraphSize, Walk};
use crate::ranking::Best;
use crate::{Grade, IndexError, Ranking, Scope, Snapshot};

impl Snapshot {
    /// The size of the graph of entities; loads it.
    pub fn graph_size(&self) -> Result<GraphSize, IndexError> {
        Ok(self.entity_graph()?.size())
    }

    /// The entity of a normalised name.
    pub fn find_entity(&self, name: &str) -> Result<Option<EntityId>, IndexError> {
        Ok(self.entity_graph()?.find(name))
    }

    /// The `k` chunks of a scope that a walk over the graph reaches best. Paths may
    /// lead through chunks outside the scope: a filter changes no score.
    pub fn walk(&self, walk: &Walk<'_>, scope: &Scope, k: usize) -> Result<Ranking, IndexError> {
        let graph = self.entity_graph()?;
        let rows = self.rows(scope)?;
        let seeds: Vec<(u32, f32)> = walk
            .seeds
            .iter()
            .map(|hit| Ok((self.row_at(hit.chunk)?, hit.score)))
            .collect::<Result<_, IndexError>>()?;
        let scores = graph.walk(walk.asked, walk.known, &seeds);
        let mut best = Best::new(k);
        let mut candidates = 0;
        for (row, score) in scores {
            if rows.is_none_or(|rows| rows.contains(row)) {
                candidates += 1;
                best.offer(score, row);
            }
        }
        Ok(self.ranking(&best.into_sorted(), candidates, Grade::Exact))
    }
}
