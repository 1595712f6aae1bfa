//! An experiment file as it is written.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value;

use super::Metric;
use super::checks::wrong;
use crate::EvalError;

/// An experiment file as it is written.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenExperiment {
    /// Heads the report; left out, the file's name does.
    pub title: Option<String>,
    /// Name of the variation that the others are compared with.
    pub baseline: String,
    /// What the charts and the verdict go by; left out, the first measure of each set.
    pub metric: Option<Metric>,
    /// Variations run one at a time, and their times are compared.
    #[serde(default)]
    pub times: bool,
    /// The question sets.
    #[serde(default)]
    pub questions: Vec<WrittenSet>,
    /// What every variation starts from.
    #[serde(default)]
    pub all: WrittenSetup,
    /// The variations, in the order of the report.
    #[serde(default)]
    pub variation: Vec<WrittenVariation>,
    /// Variations by the values of one key; they follow the named ones.
    #[serde(default)]
    pub sweep: Vec<WrittenSweep>,
}

/// A question set.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenSet {
    /// What the report calls it.
    pub name: String,
    /// Its folder, from the experiment file on.
    pub folder: PathBuf,
    /// Questions with answers, from the folder on; left out, the folder is a
    /// retrieval set in BEIR layout.
    pub qa: Option<PathBuf>,
    /// Folder of their documents, from the folder on; left out, the folder itself.
    pub docs: Option<PathBuf>,
}

/// How questions are asked, and any setting by its dotted name.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenSetup {
    /// How to look.
    pub strategy: Option<String>,
    /// Hits read.
    pub k: Option<usize>,
    /// Chunks each hit grows by, on either side.
    pub neighbors: Option<u32>,
    /// Whether lists and tables are answered by plans.
    pub tables: Option<bool>,
    /// Settings, `"chunk.by" = "page"` or `chunk.by = "page"`.
    #[serde(default)]
    pub settings: BTreeMap<String, Value>,
}

/// A named variation.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenVariation {
    /// What the report calls it.
    pub name: String,
    /// What it is for.
    pub note: Option<String>,
    /// See [`WrittenSetup`].
    pub strategy: Option<String>,
    /// See [`WrittenSetup`].
    pub k: Option<usize>,
    /// See [`WrittenSetup`].
    pub neighbors: Option<u32>,
    /// See [`WrittenSetup`].
    pub tables: Option<bool>,
    /// See [`WrittenSetup`].
    #[serde(default)]
    pub settings: BTreeMap<String, Value>,
}

/// One variation for each value of a key.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenSweep {
    /// What the report calls it; its variations are named by it and their value.
    pub name: String,
    /// `strategy`, `k`, `neighbors`, `plan` or a setting.
    pub key: String,
    /// The values, in the order of the chart.
    pub values: Vec<Value>,
    /// What it is for.
    pub note: Option<String>,
}

impl WrittenVariation {
    /// What it asks for.
    pub(super) fn setup(&self) -> WrittenSetup {
        WrittenSetup {
            strategy: self.strategy.clone(),
            k: self.k,
            neighbors: self.neighbors,
            tables: self.tables,
            settings: self.settings.clone(),
        }
    }
}

impl WrittenSweep {
    /// What one of its values asks for.
    pub(super) fn setup(&self, value: &Value) -> Result<WrittenSetup, EvalError> {
        let object = match self.key.as_str() {
            "strategy" | "k" | "neighbors" | "plan" => serde_json::json!({ &self.key: value }),
            _ => serde_json::json!({ "settings": { &self.key: value } }),
        };
        serde_json::from_value(object)
            .map_err(|error| wrong(&format!("sweep `{}`", self.name), error.to_string()))
    }
}
