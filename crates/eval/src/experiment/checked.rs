//! What an experiment file asks for: question sets, and named variations of the
//! set-up that answers them.
//!
//! A variation starts from `[all]` and changes what it names. A sweep is one
//! variation for each value of one key; it is drawn as a line. What is wrong in a
//! file is said before anything is built.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use perusal::retrieve::Strategy;
use serde_json::Value;

use super::Metric;
use super::checks::{NAME_CHARS_MAX, no_name_twice, text_fits, wrong};
use super::sets::{SetPlan, sets};
use super::written::{WrittenExperiment, WrittenSetup};
use crate::EvalError;

/// Most variations of one experiment, sweeps spelt out.
const VARIATIONS_MAX: usize = 500;
const NOTE_CHARS_MAX: usize = 1_000;

/// A checked experiment.
#[derive(Debug, Clone, PartialEq)]
pub struct Experiment {
    /// Heads the report.
    pub title: String,
    /// Index of the variation that the others are compared with.
    pub baseline: usize,
    /// See [`WrittenExperiment::metric`].
    pub metric: Option<Metric>,
    /// Whether times are compared.
    pub times: bool,
    /// At least one.
    pub sets: Vec<SetPlan>,
    /// At least one, with different names.
    pub variations: Vec<Variation>,
    /// May be empty.
    pub sweeps: Vec<Sweep>,
}

/// A variation with all it takes from `[all]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Variation {
    /// Unique in the experiment.
    pub name: String,
    /// What it is for; empty where the file does not say.
    pub note: String,
    /// How to look.
    pub strategy: Strategy,
    /// Hits read; left out, the setting `retrieve.k` decides.
    pub k: Option<usize>,
    /// Chunks each hit grows by, on either side.
    pub neighbors: u32,
    /// Whether lists and tables are answered by plans.
    pub tables: bool,
    /// Settings by dotted name.
    pub settings: BTreeMap<String, Value>,
}

/// Variations that differ by one key.
#[derive(Debug, Clone, PartialEq)]
pub struct Sweep {
    /// What the report calls it.
    pub name: String,
    /// What it is for; empty where the file does not say.
    pub note: String,
    /// The key.
    pub key: String,
    /// The values as told, and the index of the variation of each.
    pub points: Vec<(String, usize)>,
}

impl Experiment {
    /// Checks an experiment. `here` is the folder that paths start from, `fallback`
    /// the title where the file gives none, `folders` the folders of sets given by name.
    ///
    /// # Errors
    /// [`EvalError::Experiment`], with the part of the file that is wrong.
    pub fn check(
        written: WrittenExperiment,
        here: &Path,
        fallback: &str,
        folders: &BTreeMap<String, PathBuf>,
    ) -> Result<Experiment, EvalError> {
        let (variations, sweeps) = variations(&written)?;
        let baseline = variations
            .iter()
            .position(|one| one.name == written.baseline);
        let Some(baseline) = baseline else {
            let names: Vec<&str> = variations.iter().map(|one| one.name.as_str()).collect();
            return Err(wrong(
                "baseline",
                format!(
                    "expected the name of a variation ({}), got `{}`",
                    names.join(", "),
                    written.baseline
                ),
            ));
        };
        let sets = sets(&written.questions, here, folders)?;
        let title = written.title.unwrap_or_else(|| fallback.to_owned());
        text_fits("title", &title, NAME_CHARS_MAX)?;
        Ok(Experiment {
            title,
            baseline,
            metric: written.metric,
            times: written.times,
            sets,
            variations,
            sweeps,
        })
    }
}

fn variations(written: &WrittenExperiment) -> Result<(Vec<Variation>, Vec<Sweep>), EvalError> {
    let base = Variation {
        name: String::new(),
        note: String::new(),
        strategy: Strategy::Auto,
        k: None,
        neighbors: 0,
        tables: true,
        settings: BTreeMap::new(),
    };
    let all = base.with("[all]", &written.all)?;
    let mut variations = Vec::new();
    for one in &written.variation {
        let place = format!("variation `{}`", one.name);
        text_fits("a variation's name", &one.name, NAME_CHARS_MAX)?;
        variations.push(Variation {
            name: one.name.clone(),
            note: note(&place, one.note.as_deref())?,
            ..all.with(&place, &one.setup())?
        });
    }
    let mut sweeps = Vec::new();
    for sweep in &written.sweep {
        text_fits("a sweep's name", &sweep.name, NAME_CHARS_MAX)?;
        let place = format!("sweep `{}`", sweep.name);
        if sweep.values.is_empty() {
            return Err(wrong(&place, "expected values, got none"));
        }
        let mut points = Vec::new();
        for value in &sweep.values {
            let told = told(value);
            points.push((told.clone(), variations.len()));
            variations.push(Variation {
                name: format!("{} {told}", sweep.name),
                ..all.with(&place, &sweep.setup(value)?)?
            });
        }
        let note = note(&place, sweep.note.as_deref())?;
        let (name, key) = (sweep.name.clone(), sweep.key.clone());
        sweeps.push(Sweep {
            name,
            note,
            key,
            points,
        });
    }
    if variations.is_empty() {
        return Err(wrong(
            "variation",
            "expected at least one variation or sweep, got none",
        ));
    }
    if variations.len() > VARIATIONS_MAX {
        let got = variations.len();
        return Err(wrong(
            "variation",
            format!("expected at most {VARIATIONS_MAX} variations, got {got}"),
        ));
    }
    no_name_twice("variation", variations.iter().map(|one| one.name.as_str()))?;
    Ok((variations, sweeps))
}

impl Variation {
    /// This variation with what is written over it.
    fn with(&self, place: &str, written: &WrittenSetup) -> Result<Variation, EvalError> {
        let strategy = match &written.strategy {
            None => self.strategy,
            Some(name) => Strategy::parse(name).ok_or_else(|| {
                let names: Vec<&str> = Strategy::ALL.iter().map(|(_, name)| *name).collect();
                let expected = names.join(", ");
                wrong(
                    place,
                    format!("expected a strategy ({expected}), got `{name}`"),
                )
            })?,
        };
        let k = written.k.or(self.k);
        if let Some(k) = k.filter(|k| !(1..=100).contains(k)) {
            return Err(wrong(place, format!("expected `k` from 1 to 100, got {k}")));
        }
        let neighbors = written.neighbors.unwrap_or(self.neighbors);
        if neighbors > 100 {
            let reason = format!("expected at most 100 `neighbors`, got {neighbors}");
            return Err(wrong(place, reason));
        }
        let mut settings = self.settings.clone();
        flatten("", &written.settings, &mut settings);
        Ok(Variation {
            strategy,
            k,
            neighbors,
            tables: written.tables.unwrap_or(self.tables),
            settings,
            ..self.clone()
        })
    }

    /// What it sets, each as `key = value`, in order of the keys.
    pub fn told(&self) -> Vec<String> {
        let mut told = vec![
            format!("strategy = {}", self.strategy.as_str()),
            format!("neighbors = {}", self.neighbors),
            format!("tables = {}", self.tables),
        ];
        told.extend(self.k.map(|k| format!("k = {k}")));
        let settings = self.settings.iter();
        told.extend(settings.map(|(key, value)| format!("{key} = {}", self::told(value))));
        told.sort();
        told
    }
}

/// Nested tables as dotted keys.
fn flatten(above: &str, written: &BTreeMap<String, Value>, into: &mut BTreeMap<String, Value>) {
    for (key, value) in written {
        let key = format!("{above}{key}");
        match value {
            Value::Object(inner) => {
                let inner = inner
                    .iter()
                    .map(|(key, value)| (key.clone(), value.clone()));
                flatten(&format!("{key}."), &inner.collect(), into);
            }
            value => {
                into.insert(key, value.clone());
            }
        }
    }
}

/// A value as people write it: words without quotation marks.
fn told(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn note(place: &str, note: Option<&str>) -> Result<String, EvalError> {
    let note = note.unwrap_or_default();
    if note.chars().count() > NOTE_CHARS_MAX {
        let reason = format!("expected a note of at most {NOTE_CHARS_MAX} characters");
        return Err(wrong(place, reason));
    }
    Ok(note.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(experiment: Value) -> Result<Experiment, String> {
        let written = serde_json::from_value(experiment).map_err(|error| error.to_string())?;
        let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
        Experiment::check(written, &here, "a file", &BTreeMap::new())
            .map_err(|error| error.to_string())
    }

    fn sets() -> Value {
        json!([{"name": "s", "folder": "../samples", "qa": "qa.jsonl", "docs": "documents"}])
    }

    #[test]
    fn a_variation_changes_what_all_set_and_a_sweep_is_spelt_out() {
        let experiment = check(json!({
            "baseline": "a",
            "questions": sets(),
            "all": {"strategy": "dense", "k": 5, "settings": {"chunk": {"by": "page", "size_chars": 500}}},
            "variation": [
                {"name": "a"},
                {"name": "b", "strategy": "multi-query", "settings": {"chunk.by": "document"}},
            ],
            "sweep": [
                {"name": "overlap", "key": "chunk.overlap_chars", "values": [0, 100]},
                {"name": "how", "key": "strategy", "values": ["keyword"]},
            ],
        }))
        .expect("a experiment");
        let told: Vec<(&str, Vec<String>)> = experiment
            .variations
            .iter()
            .map(|one| (one.name.as_str(), one.told()))
            .collect();
        assert_eq!(experiment.title, "a file");
        assert_eq!(
            told[1],
            (
                "b",
                [
                    "chunk.by = document",
                    "chunk.size_chars = 500",
                    "k = 5",
                    "neighbors = 0",
                    "strategy = multi_query",
                    "tables = true"
                ]
                .map(str::to_owned)
                .to_vec()
            )
        );
        assert_eq!(told[3].0, "overlap 100");
        assert!(told[3].1.contains(&"chunk.overlap_chars = 100".to_owned()));
        assert!(told[4].1.contains(&"strategy = keyword".to_owned()));
        assert_eq!(
            experiment.sweeps[0].points,
            [("0".to_owned(), 2), ("100".to_owned(), 3)]
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        let variation = json!([{"name": "a"}]);
        for (experiment, expected) in [
            (
                json!({"baseline": "a", "questions": sets()}),
                "at least one variation",
            ),
            (
                json!({"baseline": "a", "questions": [], "variation": variation}),
                "questions: expected 1 to 50 question sets, got 0",
            ),
            (
                json!({"baseline": "b", "questions": sets(), "variation": variation}),
                "baseline: expected the name of a variation (a), got `b`",
            ),
            (
                json!({"baseline": "a", "questions": sets(), "variation": [{"name": "a"}, {"name": "a"}]}),
                "variation: expected each name once, got `a` again",
            ),
            (
                json!({"baseline": "a", "questions": sets(), "variation": [{"name": "a", "k": 0}]}),
                "variation `a`: expected `k` from 1 to 100, got 0",
            ),
            (
                json!({"baseline": "a", "questions": sets(), "variation": [{"name": "a", "strategy": "guess"}]}),
                "variation `a`: expected a strategy (auto, ",
            ),
            (
                json!({"baseline": "a", "questions": sets(), "variation": variation,
                       "sweep": [{"name": "s", "key": "k", "values": []}]}),
                "sweep `s`: expected values, got none",
            ),
            (
                json!({"baseline": "a", "questions": sets(), "variation": variation,
                       "sweep": [{"name": "s", "key": "k", "values": ["many"]}]}),
                "sweep `s`: invalid type",
            ),
            (
                json!({"baseline": "a", "questions": [{"name": "s", "folder": "nowhere", "qa": "q"}],
                       "variation": variation}),
                "(`--set s=DIR` says where its folder is)",
            ),
            (
                json!({"baseline": "a", "questions": [{"name": "s", "folder": "../samples"}],
                       "variation": variation}),
                "expected a folder with queries.jsonl",
            ),
            (
                json!({"baseline": "a", "questions": sets(), "variation": [{"name": "a\u{7}"}]}),
                "expected 1 to 80 printable characters",
            ),
        ] {
            let error = check(experiment.clone()).expect_err("refused");
            assert!(error.contains(expected), "{experiment}: {error}");
        }
    }
}
