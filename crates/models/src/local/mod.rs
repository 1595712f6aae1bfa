//! Models run in this process, on its cores.

mod attention;
mod batch;
mod bert;
mod encoder;
mod linear;
mod onnx;
mod settings;
mod tokens;
mod weights;

use std::path::Path;

pub use bert::Bert;
pub use onnx::Onnx;

use crate::{
    Embedder, Model, ModelError, Precision,
    catalogue::{File, Loader},
};

/// Loads a model of the user's own from a folder: `model.safetensors` with `config.json` of a BERT
/// encoder, or `model.onnx`; beside it `tokenizer.json`, and if they are there
/// `sentence_bert_config.json` (the window) and `1_Pooling/config.json`.
///
/// # Errors
/// [`ModelError::Io`] when a file is missing, [`ModelError::BadModel`] when one is not understood.
pub fn load(dir: &Path, precision: Precision) -> Result<Box<dyn Embedder>, ModelError> {
    if !dir.join("model.safetensors").is_file() && dir.join("model.onnx").is_file() {
        return Ok(Box::new(Onnx::load(dir)?));
    }
    Ok(Box::new(Bert::load(dir, precision)?))
}

/// Loads a model of the catalogue, whose files are there, and checks them.
pub(crate) fn load_pinned(
    model: &'static Model,
    dir: &Path,
    precision: Precision,
) -> Result<Box<dyn Embedder>, ModelError> {
    Ok(match model.loader {
        Loader::Bert => Box::new(Bert::load_pinned(model, dir, precision)?),
        Loader::Onnx => Box::new(Onnx::load_pinned(model, dir)?),
    })
}

/// Fails unless a file's hash is the pinned one.
fn check_hash(dir: &Path, file: &File, got: String) -> Result<(), ModelError> {
    if got == file.sha256 {
        return Ok(());
    }
    let expected = file.sha256.to_owned();
    Err(ModelError::HashMismatch {
        file: dir.join(file.name),
        expected,
        got,
    })
}
