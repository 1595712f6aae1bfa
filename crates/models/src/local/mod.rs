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

use std::{path::Path, thread};

use self::{bert::Bert, onnx::Onnx};
use crate::{
    Embedder, Model, ModelError, Precision, Profile,
    catalogue::{Loader, hash_file},
    verified,
};

/// What a model is called, and the hash of its weights.
struct Naming<'a> {
    name: &'a str,
    weights_sha256: String,
    languages: Option<&'a [&'a str]>,
}

impl Naming<'_> {
    /// The profile of the model in one of its kinds.
    fn profile(&self, kind: &str, dim: usize, window_tokens: usize) -> Profile {
        let name = self.name;
        let languages = self
            .languages
            .map(|codes| codes.iter().map(|&code| code.into()).collect());
        let id = format!("{name}@{kind}#{}", &self.weights_sha256[..8]);
        Profile {
            id,
            name: name.to_owned(),
            dim,
            sparse_dim: None,
            token_dim: None,
            window_tokens,
            languages,
        }
    }
}

/// Loads a model of the user's own from a folder: `model.safetensors` with `config.json` of a BERT
/// encoder, or `model.onnx`; beside it `tokenizer.json`, and if they are there
/// `sentence_bert_config.json` (the window) and `1_Pooling/config.json`.
///
/// The model is called as the folder is. An ONNX file has a precision of its own.
///
/// # Errors
/// [`ModelError::Io`] when a file is missing, [`ModelError::BadModel`] when one is not understood.
pub fn load(dir: &Path, precision: Precision) -> Result<Box<dyn Embedder>, ModelError> {
    let is_onnx = !dir.join(Bert::WEIGHTS).is_file() && dir.join(Onnx::WEIGHTS).is_file();
    let weights = dir.join(if is_onnx {
        Onnx::WEIGHTS
    } else {
        Bert::WEIGHTS
    });
    let weights_sha256 = hash_file(&weights).map_err(ModelError::io(&weights))?;
    let name = dir
        .file_name()
        .map_or("model".into(), |name| name.to_string_lossy());
    let naming = Naming {
        name: &name,
        weights_sha256,
        languages: None,
    };
    let loader = if is_onnx { Loader::Onnx } else { Loader::Bert };
    read(dir, loader, &naming, precision)
}

/// Loads a model of the catalogue, whose files are there, and checks them meanwhile.
pub(crate) fn load_pinned(
    model: &'static Model,
    dir: &Path,
    precision: Precision,
) -> Result<Box<dyn Embedder>, ModelError> {
    let naming = Naming {
        name: model.name,
        weights_sha256: model.files[0].sha256.to_owned(),
        languages: model.languages,
    };
    thread::scope(|scope| {
        let verified = scope.spawn(|| verified::verify(model, dir));
        let embedder = read(dir, model.loader, &naming, precision);
        let failed = |_| ModelError::BadModel {
            file: dir.to_owned(),
            reason: "the files could not be checked".to_owned(),
        };
        // What is wrong with a file comes before what that does to the loader.
        verified.join().map_err(failed)??;
        embedder
    })
}

fn read(
    dir: &Path,
    loader: Loader,
    naming: &Naming,
    precision: Precision,
) -> Result<Box<dyn Embedder>, ModelError> {
    Ok(match loader {
        Loader::Bert => Box::new(Bert::read(dir, naming, precision)?),
        Loader::Onnx => Box::new(Onnx::read(dir, naming)?),
    })
}
