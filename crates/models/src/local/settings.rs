//! What a model's small files say about it.

use std::{fs, path::Path};

use serde::{Deserialize, de::DeserializeOwned};

use crate::{ModelError, Role};

/// `config.json` of an encoder.
#[derive(Debug, Deserialize)]
pub(super) struct Shape {
    #[serde(default)]
    pub model_type: Architecture,
    #[serde(default = "gelu")]
    pub hidden_act: String,
    #[serde(default = "absolute")]
    pub position_embedding_type: String,
    pub hidden_size: usize,
    pub intermediate_size: usize,
    pub num_hidden_layers: usize,
    pub num_attention_heads: usize,
    pub max_position_embeddings: usize,
    pub layer_norm_eps: f32,
    #[serde(default)]
    pub pad_token_id: Option<usize>,
}

/// The encoders of the family. They differ in where positions begin, and else in their heads alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) enum Architecture {
    #[default]
    #[serde(rename = "bert")]
    Bert,
    /// XLM-R too.
    #[serde(rename = "roberta", alias = "xlm-roberta")]
    Roberta,
}

/// What `config.json` says of the labels of a classifier.
#[derive(Debug, Deserialize)]
struct Labels {
    num_labels: Option<usize>,
    /// Names by number; files leave it out for the usual two.
    id2label: Option<serde_json::Map<String, serde_json::Value>>,
}

/// `sentence_bert_config.json`.
#[derive(Debug, Deserialize)]
struct Window {
    max_seq_length: Option<usize>,
}

/// `1_Pooling/config.json`.
#[derive(Debug, Deserialize)]
struct PoolingFile {
    #[serde(default)]
    pooling_mode_cls_token: bool,
    #[serde(default)]
    pooling_mode_mean_tokens: bool,
}

/// `config_sentence_transformers.json`.
#[derive(Debug, Deserialize)]
struct PromptsFile {
    #[serde(default)]
    prompts: Prompts,
}

/// What a model wants to read before a text.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Prompts {
    #[serde(default)]
    pub query: String,
    #[serde(default, alias = "document")]
    pub passage: String,
}

/// How the vectors of the tokens become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pooling {
    /// Their mean.
    Mean,
    /// The first one, of the special token in front.
    First,
}

pub(super) fn gelu() -> String {
    "gelu".to_owned()
}

pub(super) fn absolute() -> String {
    "absolute".to_owned()
}

/// Bounds on what a file may ask for, so that a broken one cannot take all memory.
pub(super) const HIDDEN_MAX: usize = 1 << 14;
const LAYERS_MAX: usize = 256;

/// The id of the padding where a RoBERTa's file does not say.
const ROBERTA_PAD: usize = 1;

impl Shape {
    pub(super) fn read(dir: &Path) -> Result<Self, ModelError> {
        let path = dir.join("config.json");
        let shape: Self = read_json(&path)?;
        shape.check().map_err(ModelError::bad(path))?;
        Ok(shape)
    }

    /// Position of a text's first token: a RoBERTa keeps those up to the padding's id for padding.
    pub(super) fn first_position(&self) -> usize {
        match self.model_type {
            Architecture::Bert => 0,
            Architecture::Roberta => self.pad_token_id.unwrap_or(ROBERTA_PAD) + 1,
        }
    }

    /// Tokens of the longest text the positions suffice for.
    pub(super) fn positions(&self) -> usize {
        self.max_position_embeddings
            .saturating_sub(self.first_position())
    }

    /// Says what about the shape cannot be.
    pub(super) fn check(&self) -> Result<(), String> {
        let wrong = |what: &str, value: &str| Err(format!("{what} `{value}` is not supported"));
        if self.hidden_act != "gelu" {
            return wrong("hidden_act", &self.hidden_act);
        }
        if self.position_embedding_type != "absolute" {
            return wrong("position_embedding_type", &self.position_embedding_type);
        }
        let sizes = [
            self.hidden_size,
            self.intermediate_size,
            self.max_position_embeddings,
        ];
        if sizes.iter().any(|size| *size == 0 || *size > HIDDEN_MAX) {
            return Err(format!(
                "sizes {sizes:?} are not between 1 and {HIDDEN_MAX}"
            ));
        }
        if self.num_hidden_layers > LAYERS_MAX {
            let layers = self.num_hidden_layers;
            return Err(format!("{layers} layers, more than {LAYERS_MAX}"));
        }
        let (hidden, heads) = (self.hidden_size, self.num_attention_heads);
        if heads == 0 || !hidden.is_multiple_of(heads) {
            return Err(format!(
                "{hidden} hidden values do not split into {heads} heads"
            ));
        }
        if self.pad_token_id.is_some_and(|pad| pad >= HIDDEN_MAX) || self.positions() == 0 {
            let (all, pad) = (self.max_position_embeddings, self.pad_token_id);
            return Err(format!("{all} positions leave none after padding {pad:?}"));
        }
        Ok(())
    }
}

impl Prompts {
    /// What stands before a text of a role.
    pub(super) fn of(&self, role: Role) -> &str {
        match role {
            Role::Query => &self.query,
            Role::Passage => &self.passage,
        }
    }
}

/// Tokens of the longest text the model reads whole; `otherwise` where the model does not say.
pub(super) fn window(dir: &Path, otherwise: usize) -> Result<usize, ModelError> {
    let file: Option<Window> = read_if_there(&dir.join("sentence_bert_config.json"))?;
    Ok(file
        .and_then(|file| file.max_seq_length)
        .unwrap_or(otherwise))
}

/// Number of labels of a classifier, where the model says.
pub(super) fn labels(dir: &Path) -> Result<Option<usize>, ModelError> {
    let file: Labels = read_json(&dir.join("config.json"))?;
    let named = file.id2label.map(|names| names.len());
    Ok(file.num_labels.or(named))
}

/// How the model pools, where it says.
pub(super) fn pooling(dir: &Path) -> Result<Option<Pooling>, ModelError> {
    let path = dir.join("1_Pooling").join("config.json");
    let Some(file) = read_if_there::<PoolingFile>(&path)? else {
        return Ok(None);
    };
    match (file.pooling_mode_mean_tokens, file.pooling_mode_cls_token) {
        (true, false) => Ok(Some(Pooling::Mean)),
        (false, true) => Ok(Some(Pooling::First)),
        _ => Err(ModelError::BadModel {
            file: path,
            reason: "only pooling by mean or by the first token is supported".to_owned(),
        }),
    }
}

/// What the model wants to read before a text; nothing where it does not say.
pub(super) fn prompts(dir: &Path) -> Result<Prompts, ModelError> {
    let file: Option<PromptsFile> = read_if_there(&dir.join("config_sentence_transformers.json"))?;
    Ok(file.map(|file| file.prompts).unwrap_or_default())
}

fn read_if_there<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, ModelError> {
    if path.is_file() {
        read_json(path).map(Some)
    } else {
        Ok(None)
    }
}

fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, ModelError> {
    let bytes = fs::read(path).map_err(ModelError::io(path))?;
    serde_json::from_slice(&bytes).map_err(ModelError::bad(path))
}
