//! The arms: each turns a query into a list of scored chunks.

use std::collections::BTreeMap;

use index::{ChunkId, DenseScan, Grade, Hit, IndexError, QueryTerm, Ranking, Scope, Snapshot};
use text::{Language, TermKind};

use super::Arm;

/// A query as the arms take it.
#[derive(Debug, Clone)]
pub struct QueryText {
    /// The text searched for.
    pub text: String,
    /// Its language.
    pub language: Language,
    /// Its terms, each once, in order of first appearance.
    pub terms: Vec<QueryTerm>,
    /// Those of `terms` that are identifiers or numbers.
    pub codes: Vec<String>,
}

impl QueryText {
    /// Analyses a text as the documents were analysed; `usual` is the language of
    /// most of them, which decides where the text's own words do not.
    pub fn new(text: &str, usual: Language) -> Self {
        let language = Language::detect_among(text, usual);
        let mut weights: BTreeMap<String, f32> = BTreeMap::new();
        let mut order: Vec<String> = Vec::new();
        let mut codes = Vec::new();
        for term in text::terms(text, language) {
            if matches!(term.kind, TermKind::Identifier | TermKind::Number)
                && !codes.contains(&term.text)
            {
                codes.push(term.text.clone());
            }
            let weight = weights.entry(term.text.clone()).or_insert(0.0);
            if *weight == 0.0 {
                order.push(term.text);
            }
            *weight += 1.0;
        }
        let terms = order
            .into_iter()
            .map(|term| {
                let weight = weights.get(&term).copied().unwrap_or(1.0);
                QueryTerm { term, weight }
            })
            .collect();
        Self {
            text: text.to_owned(),
            language,
            terms,
            codes,
        }
    }

    /// The query with the words that its abbreviations stand for, which are searched for as well:
    /// all of them together count like one word, as the abbreviation does.
    pub(crate) fn spelled_out(mut self, spelled: &str, usual: Language) -> QueryText {
        let known: Vec<String> = self.terms.iter().map(|one| one.term.clone()).collect();
        let mut added = QueryText::new(spelled, usual).terms;
        added.retain(|one| !known.contains(&one.term));
        #[expect(clippy::cast_precision_loss, reason = "words of a question")]
        let weight = 1.0 / added.len().max(1) as f32;
        let added = added.into_iter().map(|one| QueryTerm { weight, ..one });
        self.terms.extend(added);
        self
    }
}

/// One arm's list for a query.
#[derive(Debug, Clone)]
pub struct ArmList {
    /// The arm.
    pub arm: Arm,
    /// Its share in the fusion.
    pub weight: f32,
    /// Best first.
    pub hits: Vec<Hit>,
    /// Scores of chunks that only another arm found.
    pub beyond: Vec<(ChunkId, f32)>,
    /// Chunks that had a score at all.
    pub candidates: usize,
    /// Whether the list may lack chunks that belong to it.
    pub grade: Grade,
}

impl ArmList {
    /// An arm's ranking, with all of the weight.
    pub(super) fn of(arm: Arm, ranking: Ranking) -> Self {
        Self {
            arm,
            weight: 1.0,
            hits: ranking.hits,
            beyond: Vec::new(),
            candidates: ranking.candidates,
            grade: ranking.grade,
        }
    }
}

/// A query's vectors, as far as they were made.
#[derive(Debug, Clone, Default)]
pub struct QueryVectors {
    /// Of the dense arm.
    pub dense: Option<Vec<f32>>,
    /// Ids and weights of the sparse arm.
    pub sparse: Option<Vec<(u32, f32)>>,
}

/// BM25 over the query's terms.
pub fn keyword(
    snapshot: &Snapshot,
    query: &QueryText,
    scope: &Scope,
    depth: usize,
) -> Result<ArmList, IndexError> {
    let ranking = snapshot.keyword(&query.terms, scope, depth)?;
    Ok(ArmList::of(Arm::Keyword, ranking))
}

/// Cosine to the query's vector.
pub fn dense(
    snapshot: &Snapshot,
    vector: &[f32],
    scope: &Scope,
    depth: usize,
    scan: DenseScan,
) -> Result<ArmList, IndexError> {
    let ranking = snapshot.dense_by(vector, scope, depth, scan)?;
    Ok(ArmList::of(Arm::Dense, ranking))
}

/// Gives each list the scores of the chunks that only the other one found, so
/// that a chunk at the edge of one list is not taken for a stranger.
pub fn complete(
    snapshot: &Snapshot,
    query: &QueryText,
    vectors: &QueryVectors,
    lists: &mut [ArmList],
) -> Result<(), IndexError> {
    let found: Vec<Vec<ChunkId>> = lists
        .iter()
        .map(|list| list.hits.iter().map(|hit| hit.chunk).collect())
        .collect();
    for (index, list) in lists.iter_mut().enumerate() {
        let mut missing: Vec<ChunkId> = found
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != index)
            .flat_map(|(_, chunks)| chunks.iter().copied())
            .filter(|chunk| !found[index].contains(chunk))
            .collect();
        missing.sort_unstable();
        missing.dedup();
        let scores: Vec<Option<f32>> = match list.arm {
            Arm::Keyword => snapshot
                .score_keyword(&query.terms, &missing)?
                .into_iter()
                .map(Some)
                .collect(),
            Arm::Dense => {
                let vector = vectors.dense.as_deref().unwrap_or_default();
                snapshot.score_dense(vector, &missing)?
            }
            Arm::Sparse => {
                let vector = vectors.sparse.as_deref().unwrap_or_default();
                snapshot.score_sparse(vector, &missing)?
            }
            // They score some candidates of the others and no more.
            _ => continue,
        };
        // A chunk that waits for its vector has no say in the dense list.
        list.beyond = missing
            .into_iter()
            .zip(scores)
            .filter_map(|(chunk, score)| Some((chunk, score?)))
            .collect();
    }
    Ok(())
}
