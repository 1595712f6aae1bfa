//! What a model's small files say about it.

use std::{fs, path::Path};

use serde::{Deserialize, de::DeserializeOwned};

use crate::ModelError;

/// `config.json` of a BERT encoder.
#[derive(Debug, Deserialize)]
pub(super) struct Shape {
    #[serde(default = "bert")]
    model_type: String,
    #[serde(default = "gelu")]
    hidden_act: String,
    #[serde(default = "absolute")]
    position_embedding_type: String,
    pub hidden_size: usize,
    pub intermediate_size: usize,
    pub num_hidden_layers: usize,
    pub num_attention_heads: usize,
    pub max_position_embeddings: usize,
    pub layer_norm_eps: f32,
}

/// `sentence_bert_config.json`.
#[derive(Debug, Deserialize)]
struct Window {
    max_seq_length: usize,
}

/// `1_Pooling/config.json`.
#[derive(Debug, Deserialize)]
struct PoolingFile {
    #[serde(default)]
    pooling_mode_cls_token: bool,
    #[serde(default)]
    pooling_mode_mean_tokens: bool,
}

/// How the vectors of the tokens become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pooling {
    /// Their mean.
    Mean,
    /// The first one, of the special token in front.
    First,
}

fn bert() -> String {
    "bert".to_owned()
}

fn gelu() -> String {
    "gelu".to_owned()
}

fn absolute() -> String {
    "absolute".to_owned()
}

/// Bounds on what a file may ask for, so that a broken one cannot take all memory.
const HIDDEN_MAX: usize = 1 << 14;
const LAYERS_MAX: usize = 256;

impl Shape {
    pub(super) fn read(dir: &Path) -> Result<Self, ModelError> {
        let path = dir.join("config.json");
        let shape: Self = read_json(&path)?;
        let problem = shape.problem();
        problem.map_or(Ok(shape), |reason| {
            Err(ModelError::BadModel { file: path, reason })
        })
    }

    fn problem(&self) -> Option<String> {
        let wrong = |what: &str, value: &str| Some(format!("{what} `{value}` is not supported"));
        if self.model_type != "bert" {
            return wrong("model_type", &self.model_type);
        }
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
            return Some(format!(
                "sizes {sizes:?} are not between 1 and {HIDDEN_MAX}"
            ));
        }
        if self.num_hidden_layers > LAYERS_MAX {
            return Some(format!(
                "{} layers, more than {LAYERS_MAX}",
                self.num_hidden_layers
            ));
        }
        let (hidden, heads) = (self.hidden_size, self.num_attention_heads);
        if heads == 0 || !hidden.is_multiple_of(heads) {
            return Some(format!(
                "{hidden} hidden values do not split into {heads} heads"
            ));
        }
        None
    }
}

/// Tokens of the longest text the model reads whole; `otherwise` where the model does not say.
pub(super) fn window(dir: &Path, otherwise: usize) -> Result<usize, ModelError> {
    let path = dir.join("sentence_bert_config.json");
    if !path.is_file() {
        return Ok(otherwise);
    }
    Ok(read_json::<Window>(&path)?.max_seq_length)
}

/// How the model pools; the mean where it does not say.
pub(super) fn pooling(dir: &Path) -> Result<Pooling, ModelError> {
    let path = dir.join("1_Pooling").join("config.json");
    if !path.is_file() {
        return Ok(Pooling::Mean);
    }
    let file: PoolingFile = read_json(&path)?;
    match (file.pooling_mode_mean_tokens, file.pooling_mode_cls_token) {
        (true, false) => Ok(Pooling::Mean),
        (false, true) => Ok(Pooling::First),
        _ => Err(ModelError::BadModel {
            file: path,
            reason: "only pooling by mean or by the first token is supported".to_owned(),
        }),
    }
}

fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, ModelError> {
    let bytes = fs::read(path).map_err(ModelError::io(path))?;
    serde_json::from_slice(&bytes).map_err(ModelError::bad(path))
}
