//! What each strategy gains over flat dense search and over hybrid search, by kind of question.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use perusal::index::{ChunkRecord, Snapshot};
use perusal::retrieve::{FusedHit, SearchRequest, Strategy};
use perusal::{EngineError, RetrieveConfig};
use serde::Deserialize;

use crate::lines::Lines;
use crate::qa::{Evidence, GoldQuestion, Reduced, is_same_file, read_questions};
use crate::retrieval::{SetResult, name_of, retrieve_or_keywords};
use crate::{BOOTSTRAP_RESAMPLES, Builder, EvalError, Interval, LineLimits, bootstrap_gain};

/// The questions of a folder.
const QUESTIONS: &str = "qa.jsonl";
/// Hits in which evidence is looked for.
const HITS: usize = 10;
/// Seed of the intervals.
const SEED: u64 = 17;
/// What all questions of a set together are called.
pub const ALL_KINDS: &str = "all";

/// The share of a question's right places that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recall {
    /// Right documents among the first five.
    Documents,
    /// Evidence among the first ten hits: on its page, or where a document has none, by its quote.
    Evidence,
}

/// Gains on one set.
#[derive(Debug, Clone)]
pub struct Gains {
    /// The set.
    pub name: String,
    /// What is counted.
    pub recall: Recall,
    /// By kind of question, all together last; each by strategy.
    pub rows: Vec<GainRow>,
}

/// One strategy on the questions of one kind.
#[derive(Debug, Clone, PartialEq)]
pub struct GainRow {
    /// The kind as the set names it; [`ALL_KINDS`] for all.
    pub kind: String,
    /// How many questions are of it.
    pub questions: usize,
    /// The strategy.
    pub strategy: Strategy,
    /// Its mean recall, 0 to 1.
    pub mean: f64,
    /// By how much of its recall flat dense search is surpassed; `None` for itself, and where it
    /// finds nothing or was not run.
    pub over_dense: Option<Interval>,
    /// The same for hybrid search.
    pub over_hybrid: Option<Interval>,
}

/// Recall of each question by strategy, and its kind.
struct Measured {
    kinds: Vec<String>,
    values: Vec<(Strategy, Vec<f64>)>,
}

impl Measured {
    fn rows(&self) -> Result<Vec<GainRow>, EvalError> {
        let mut of_kind: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, kind) in self.kinds.iter().enumerate() {
            of_kind.entry(kind).or_default().push(at);
        }
        let mut groups: Vec<(&str, Vec<usize>)> = match of_kind.len() {
            // One kind is all of them.
            1 => Vec::new(),
            _ => of_kind.into_iter().collect(),
        };
        groups.push((ALL_KINDS, (0..self.kinds.len()).collect()));
        let mut rows = Vec::new();
        for (kind, places) in groups {
            for (strategy, values) in &self.values {
                let ours = of(values, &places);
                let over = |base| match base == *strategy {
                    true => Ok(None),
                    false => self.over(base, &ours, &places),
                };
                rows.push(GainRow {
                    kind: kind.to_owned(),
                    questions: places.len(),
                    strategy: *strategy,
                    mean: ours.iter().sum::<f64>() / ours.len().max(1) as f64,
                    over_dense: over(Strategy::Dense)?,
                    over_hybrid: over(Strategy::Hybrid)?,
                });
            }
        }
        Ok(rows)
    }

    fn over(
        &self,
        base: Strategy,
        ours: &[f64],
        places: &[usize],
    ) -> Result<Option<Interval>, EvalError> {
        let Some((_, values)) = self.values.iter().find(|(strategy, _)| *strategy == base) else {
            return Ok(None);
        };
        bootstrap_gain(ours, &of(values, places), BOOTSTRAP_RESAMPLES, SEED)
    }
}

fn of(values: &[f64], places: &[usize]) -> Vec<f64> {
    places.iter().map(|&place| values[place]).collect()
}

/// The gains of a set in BEIR layout that was run, whose questions are in `folder`; what kinds
/// they are of is told by `qa.jsonl` there, where there is one.
///
/// # Errors
/// A file that cannot be read.
pub fn of_set(result: &SetResult, folder: &Path) -> Result<Gains, EvalError> {
    let known = kinds(&folder.join(QUESTIONS))?;
    let topics = result.topic_ids();
    let kinds = topics.map(|id| {
        known
            .get(id)
            .cloned()
            .unwrap_or_else(|| ALL_KINDS.to_owned())
    });
    let values = result.strategies.iter();
    let measured = Measured {
        kinds: kinds.collect(),
        values: values
            .map(|one| (one.strategy, one.recall_5_by_topic.clone()))
            .collect(),
    };
    Ok(Gains {
        name: result.name.clone(),
        recall: Recall::Documents,
        rows: measured.rows()?,
    })
}

#[derive(Deserialize)]
struct WrittenKind {
    id: String,
    #[serde(rename = "type")]
    kind: Option<String>,
    /// Passages that the answer needs, one after the other.
    hops: Option<u32>,
}

fn kinds(path: &Path) -> Result<BTreeMap<String, String>, EvalError> {
    let mut kinds = BTreeMap::new();
    if !path.is_file() {
        return Ok(kinds);
    }
    let mut lines = Lines::open(path, LineLimits::default())?;
    while let Some((_, written)) = lines.next_json::<WrittenKind>()? {
        let hops = written.hops.map(|hops| format!("{hops} hops"));
        if let Some(kind) = written.kind.or(hops) {
            kinds.insert(written.id, kind);
        }
    }
    Ok(kinds)
}

/// The documents of a folder that holds questions in `qa.jsonl` and beside it one folder of
/// files; `None` for any other.
pub fn files_of(folder: &Path) -> Option<PathBuf> {
    if !folder.join(QUESTIONS).is_file() {
        return None;
    }
    let entries = std::fs::read_dir(folder).ok()?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut folders = paths.filter(|path| path.is_dir());
    let only = folders.next()?;
    folders.next().is_none().then_some(only)
}

/// The gains on questions about files, see [`files_of`]: those with evidence are asked.
///
/// # Errors
/// A set that cannot be read, a library that cannot be built or searched.
pub fn of_files(
    folder: &Path,
    strategies: &[Strategy],
    builder: &Builder<'_>,
    config: &RetrieveConfig,
) -> Result<Gains, EvalError> {
    let (snapshot, questions) = files_built(folder, builder)?;
    let mut values = Vec::new();
    for &strategy in strategies {
        let share = |gold: &GoldQuestion| {
            let request = SearchRequest {
                strategy,
                k: HITS,
                ..SearchRequest::new(gold.question.clone())
            };
            let (found, _) = retrieve_or_keywords(&snapshot, builder.embedder, request, config)?;
            evidence_found(&snapshot, gold, &found.hits)
        };
        let shares = questions.iter().map(share);
        values.push((strategy, shares.collect::<Result<Vec<f64>, EvalError>>()?));
    }
    let kinds = questions.into_iter().map(|question| question.kind);
    let measured = Measured {
        kinds: kinds.collect(),
        values,
    };
    Ok(Gains {
        name: name_of(folder),
        recall: Recall::Evidence,
        rows: measured.rows()?,
    })
}

/// The library of a folder's files, see [`files_of`], and its questions that have evidence.
///
/// # Errors
/// A set that cannot be read, a library that cannot be built.
pub(crate) fn files_built(
    folder: &Path,
    builder: &Builder<'_>,
) -> Result<(Snapshot, Vec<GoldQuestion>), EvalError> {
    let files = files_of(folder).ok_or_else(|| EvalError::Missing {
        dir: folder.to_owned(),
        expected: format!("{QUESTIONS} beside one folder of files"),
    })?;
    let mut questions = read_questions(&folder.join(QUESTIONS), LineLimits::default())?;
    questions.retain(|question| !question.evidence.is_empty());
    Ok((builder.build(&files)?.snapshot, questions))
}

/// The share of a question's evidence that the first ten hits hold.
pub(crate) fn evidence_found(
    snapshot: &Snapshot,
    gold: &GoldQuestion,
    hits: &[FusedHit],
) -> Result<f64, EvalError> {
    let ids: Vec<_> = hits.iter().take(HITS).map(|hit| hit.chunk).collect();
    let hits = snapshot.chunks(&ids).map_err(EngineError::from)?;
    let mut found = 0;
    for evidence in &gold.evidence {
        let mut of_file = Vec::new();
        for hit in &hits {
            let document = snapshot.document(&hit.document);
            let path = &document.map_err(EngineError::from)?.path;
            if is_same_file(path, &evidence.document) {
                of_file.push(hit);
            }
        }
        found += usize::from(of_file.into_iter().any(|hit| holds(hit, evidence)));
    }
    Ok(found as f64 / gold.evidence.len() as f64)
}

/// A page is right wherever on it the hit is: what stands there is read.
fn holds(hit: &ChunkRecord, evidence: &Evidence) -> bool {
    match (hit.pages, &evidence.quote) {
        (Some((first, last)), _) if !evidence.pages.is_empty() => {
            let mut pages = evidence.pages.iter();
            pages.any(|page| (first..=last).contains(page))
        }
        (_, Some(quote)) => Reduced::new(&hit.text).holds_quote(&Reduced::new(quote)),
        (_, None) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_by_kind_and_all_together() {
        let measured = Measured {
            kinds: ["b", "a", "b", "a"].map(str::to_owned).into(),
            values: vec![
                (Strategy::Dense, vec![1.0, 0.5, 1.0, 0.5]),
                (Strategy::Hybrid, vec![1.0, 1.0, 1.0, 1.0]),
            ],
        };
        let rows = measured.rows().unwrap();
        let told: Vec<_> = rows
            .iter()
            .map(|row| (row.kind.as_str(), row.questions, row.strategy, row.mean))
            .collect();
        let (dense, hybrid) = (Strategy::Dense, Strategy::Hybrid);
        let expected = [
            ("a", 2, dense, 0.5),
            ("a", 2, hybrid, 1.0),
            ("b", 2, dense, 1.0),
            ("b", 2, hybrid, 1.0),
            (ALL_KINDS, 4, dense, 0.75),
            (ALL_KINDS, 4, hybrid, 1.0),
        ];
        assert_eq!(told, expected);
        let gain = rows[1].over_dense.unwrap();
        assert!(
            (gain.mean - 1.0).abs() < 1e-12 && (gain.low - 1.0).abs() < 1e-12,
            "{gain:?}"
        );
        let all = rows[5].over_dense.unwrap();
        assert!((all.mean - 1.0 / 3.0).abs() < 1e-12, "{all:?}");
        assert!(
            all.low <= all.mean && all.mean <= all.high && all.low < all.high,
            "{all:?}"
        );
        assert_eq!(rows[5].over_hybrid, None);
    }

    #[test]
    fn kinds_are_types_or_hops() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(QUESTIONS);
        assert_eq!(kinds(&path).unwrap(), BTreeMap::new());
        let lines =
            "{\"id\":\"1\",\"type\":\"bridge\"}\n{\"id\":\"2\",\"hops\":3}\n{\"id\":\"3\"}\n";
        std::fs::write(&path, lines).unwrap();
        let known = kinds(&path).unwrap();
        assert_eq!(known["1"], "bridge");
        assert_eq!(known["2"], "3 hops");
        assert_eq!(known.len(), 2);
        assert_eq!(files_of(dir.path()), None);
        std::fs::create_dir(dir.path().join("files")).unwrap();
        assert_eq!(files_of(dir.path()), Some(dir.path().join("files")));
        std::fs::create_dir(dir.path().join("more")).unwrap();
        assert_eq!(files_of(dir.path()), None);
    }
}
