//! Models run in this process, on its cores.

mod attention;
mod batch;
mod bert;
mod blocks;
mod characters;
mod cross;
mod encoder;
mod encoding;
mod gguf;
mod linear;
mod naming;
mod onnx;
mod onnx_cross;
mod onnx_frames;
mod outputs;
mod pairs;
mod safetensors;
mod settings;
mod tokens;
mod unigram;
mod weights;

pub use gguf::GgufFile;

use std::{borrow::Cow, path::Path, thread};

use sha2::{Digest, Sha256};

use self::{
    bert::Bert, cross::CrossEncoder, naming::Naming, onnx::Onnx, onnx_cross::OnnxCross,
    settings::Prompts,
};
use crate::{
    Embedder, Model, ModelError, Precision, Reranker,
    catalogue::{Loader, hash_file, hex},
    verified,
};

/// Loads a model of the user's own from a folder.
///
/// The folder has `model.safetensors` (32 or 16 bits) with `config.json` of a BERT or XLM-R encoder,
/// or `model.onnx`; beside it `tokenizer.json`. What else is there decides what the model is:
/// - `sentence_bert_config.json` tells the window, `1_Pooling/config.json` how token vectors become
///   one, `prompts` in `config_sentence_transformers.json` what is read before a query and a passage;
/// - `sparse_linear.safetensors` and `colbert_linear.safetensors` are the sparse and the token head
///   of a BGE-M3 (published as `.pt` pickles, which are refused with a word on how to convert them);
/// - a masked-language-model head in the weights, without a pooling file, makes it a SPLADE.
///
/// The model is called as the folder is. An ONNX file has a precision of its own and dense vectors
/// alone.
///
/// # Errors
/// [`ModelError::Io`] when a file is missing, [`ModelError::BadModel`] when one is not understood.
pub fn load(dir: &Path, precision: Precision) -> Result<Box<dyn Embedder>, ModelError> {
    let is_onnx = !dir.join(Bert::WEIGHTS).is_file() && dir.join(Onnx::WEIGHTS).is_file();
    let loader = if is_onnx { Loader::Onnx } else { Loader::Bert };
    let name = folder_name(dir);
    let naming = Naming {
        name: &name,
        weights_sha256: hash_weights(dir, loader)?,
        languages: None,
    };
    read(dir, loader, &naming, precision)
}

/// Loads a cross-encoder of the user's own from a folder.
///
/// The folder has `model.safetensors` (32 or 16 bits), else `model.onnx` or `onnx/model.onnx`, with
/// `tokenizer.json` and `config.json` of a BERT or XLM-R with a head for classification of one label,
/// whose value is the score, or of two, whose score is the second's logarithmic odds.
/// `sentence_bert_config.json` may tell a shorter window. The model is called as the folder is; an
/// ONNX file has a precision of its own.
///
/// # Errors
/// [`ModelError::Io`] when a file is missing, [`ModelError::BadModel`] when one is not understood.
pub fn load_reranker(dir: &Path, precision: Precision) -> Result<Box<dyn Reranker>, ModelError> {
    let name = folder_name(dir);
    let naming = |weights_sha256| Naming {
        name: &name,
        weights_sha256,
        languages: None,
    };
    let has_tensors = dir.join(Bert::WEIGHTS).is_file();
    if let Some(path) = OnnxCross::weights(dir).filter(|_| !has_tensors) {
        let hash = hash_file(&path).map_err(ModelError::io(&path))?;
        return Ok(Box::new(OnnxCross::read(dir, &path, &naming(hash))?));
    }
    let naming = naming(hash_weights(dir, Loader::Bert)?);
    Ok(Box::new(CrossEncoder::read(dir, &naming, precision)?))
}

fn folder_name(dir: &Path) -> Cow<'_, str> {
    dir.file_name()
        .map_or("model".into(), |name| name.to_string_lossy())
}

/// The hash of the weights; of several files, that of their hashes.
fn hash_weights(dir: &Path, loader: Loader) -> Result<String, ModelError> {
    let hash = |path: &Path| hash_file(path).map_err(ModelError::io(path));
    if loader == Loader::Onnx {
        return hash(&dir.join(Onnx::WEIGHTS));
    }
    let mut all = hash(&dir.join(Bert::WEIGHTS))?;
    for path in Bert::head_files(dir) {
        all = hex(&Sha256::digest(all + &hash(&path)?));
    }
    Ok(all)
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
        Loader::Blocks {
            file,
            query,
            passage,
        } => {
            let prompts = Prompts {
                query: query.to_owned(),
                passage: passage.to_owned(),
            };
            let path = dir.join(file);
            Box::new(Bert::read_blocks(&path, naming, precision, &prompts)?)
        }
        Loader::Onnx => Box::new(Onnx::read(dir, naming)?),
    })
}
