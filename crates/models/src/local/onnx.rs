//! Other people's sentence encoders in ONNX.

use std::{
    num::NonZero,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
};

use rten::{ModelOptions, NodeId, RunOptions, ThreadPool, Value};
use rten_tensor::{AsView, Layout, Tensor};

use super::{
    Naming,
    batch::{self, Runner},
    outputs::pool,
    settings::{Pooling, pooling, prompts, window},
    tokens::{Parts, Tokens},
};
use crate::{
    Embedder, Embedding, Encoded, Limits, ModelError, Profile, Role, embed::normalise, encoded,
};

/// Window of a model that does not state one.
const WINDOW_DEFAULT: usize = 256;

/// Largest file accepted, in bytes.
const FILE_MAX: u64 = 4 << 30;

/// A sentence encoder from `model.onnx`.
///
/// Texts run one by one: with padding, or beside others, some files give other bits.
pub(super) struct Onnx {
    profile: Profile,
    model: rten::Model,
    inputs: Vec<(NodeId, Input)>,
    output: NodeId,
    tokens: Tokens,
    pooling: Pooling,
    /// One thread for each of our own, so that a sum is never split.
    pools: Vec<Arc<ThreadPool>>,
}

/// What an input of the model is given.
#[derive(Clone, Copy, Debug)]
enum Input {
    Ids,
    /// Ones: there is no padding.
    Mask,
    /// Zeros: there is one segment.
    Segments,
}

impl Onnx {
    /// The file of the weights.
    pub(super) const WEIGHTS: &str = "model.onnx";

    /// Reads a folder; see [`load`](crate::load).
    pub(super) fn read(dir: &Path, naming: &Naming) -> Result<Self, ModelError> {
        let path = dir.join(Self::WEIGHTS);
        let window = window(dir, WINDOW_DEFAULT)?;
        let tokens = Tokens::new(Parts::read(dir)?, &prompts(dir)?, naming.name, window, dir)?;
        let mut options = ModelOptions::with_all_ops();
        options.prepack_weights(true);
        let model = options
            .load(read_bounded(&path)?)
            .map_err(ModelError::bad(&path))?;
        let inputs = inputs(&model, &path)?;
        let output = output(&model, &path)?;
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let pools = (0..threads)
            .map(|_| Arc::new(ThreadPool::with_num_threads(1)))
            .collect();
        let profile = naming.profile("onnx", window);
        let pooling = pooling(dir)?.unwrap_or(Pooling::Mean);
        let mut onnx = Self {
            profile,
            model,
            inputs,
            output,
            tokens,
            pooling,
            pools,
        };
        // The file need not state the length of its vectors: the empty text tells.
        let probe = onnx.embed(&[""], Role::Passage, &Limits::none())?;
        onnx.profile.dim = probe.first().map_or(0, |embedding| embedding.vector.len());
        Ok(onnx)
    }

    fn run(&self, window: &[u32], pool: &Arc<ThreadPool>) -> Result<Vec<f32>, ModelError> {
        let failed = |reason: String| ModelError::Failed {
            name: self.profile.name.clone(),
            reason,
        };
        let given = self
            .inputs
            .iter()
            .map(|(node, input)| (*node, input.value(window).into()));
        let options = RunOptions::default().with_thread_pool(Some(Arc::clone(pool)));
        let outputs = self
            .model
            .run(given.collect(), &[self.output], Some(options));
        let output = outputs
            .map_err(|error| failed(error.to_string()))?
            .into_iter()
            .next();
        let output = output.ok_or_else(|| failed("no output".to_owned()))?;
        let tensor: Tensor<f32> = output
            .try_into()
            .map_err(|_| failed("no floats".to_owned()))?;
        let mut vector = match *tensor.shape() {
            [1, _] => tensor.to_vec(),
            [1, tokens, hidden] if tokens == window.len() && hidden > 0 => {
                self::pool(&tensor.to_vec(), hidden, self.pooling)
            }
            ref shape => return Err(failed(format!("an output of shape {shape:?}"))),
        };
        normalise(&mut vector);
        Ok(vector)
    }
}

impl Input {
    fn value(self, window: &[u32]) -> Value {
        let value = |id: &u32| match self {
            Self::Ids => i32::try_from(*id).unwrap_or(0),
            Self::Mask => 1,
            Self::Segments => 0,
        };
        Tensor::from_data(
            &[1, window.len()],
            window.iter().map(value).collect::<Vec<_>>(),
        )
        .into()
    }
}

impl Embedder for Onnx {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn embed(
        &self,
        texts: &[&str],
        role: Role,
        limits: &Limits,
    ) -> Result<Vec<Embedding>, ModelError> {
        let encoded = batch::encode(&self.tokens, texts, role, 1, limits, |thread| {
            let pool = Arc::clone(&self.pools[thread % self.pools.len()]);
            Worker { onnx: self, pool }
        })?;
        Ok(encoded::dense(encoded))
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        self.tokens.count(text)
    }
}

/// A thread's share of the work.
struct Worker<'a> {
    onnx: &'a Onnx,
    pool: Arc<ThreadPool>,
}

impl Runner for Worker<'_> {
    fn run(&mut self, windows: &[&[u32]], limits: &Limits) -> Result<Vec<Encoded>, ModelError> {
        let run = |window: &&[u32]| {
            limits.check()?;
            Ok(Encoded {
                dense: Some(self.onnx.run(window, &self.pool)?),
                ..Encoded::default()
            })
        };
        windows.iter().map(run).collect()
    }
}

fn read_bounded(path: &Path) -> Result<Vec<u8>, ModelError> {
    let length = std::fs::metadata(path).map_err(ModelError::io(path))?.len();
    if length > FILE_MAX {
        let reason = format!("{length} bytes, more than {FILE_MAX}");
        return Err(ModelError::BadModel {
            file: path.to_owned(),
            reason,
        });
    }
    std::fs::read(path).map_err(ModelError::io(path))
}

fn bad(path: &Path, reason: String) -> ModelError {
    ModelError::BadModel {
        file: PathBuf::from(path),
        reason,
    }
}

fn inputs(model: &rten::Model, path: &Path) -> Result<Vec<(NodeId, Input)>, ModelError> {
    let known = |node: &NodeId| {
        let info = model.node_info(*node);
        let name = info.as_ref().and_then(|info| info.name()).unwrap_or("");
        match name {
            "input_ids" => Ok((*node, Input::Ids)),
            "attention_mask" => Ok((*node, Input::Mask)),
            "token_type_ids" => Ok((*node, Input::Segments)),
            other => Err(bad(
                path,
                format!("an input `{other}` that sentence encoders lack"),
            )),
        }
    };
    model.input_ids().iter().map(known).collect()
}

/// The vector of the text where the file gives one, else those of its tokens.
fn output(model: &rten::Model, path: &Path) -> Result<NodeId, ModelError> {
    let named = [
        "sentence_embedding",
        "last_hidden_state",
        "token_embeddings",
    ];
    let found = named.iter().find_map(|name| model.find_node(name));
    let found = found.filter(|node| model.output_ids().contains(node));
    let first = || model.output_ids().first().copied();
    found
        .or_else(first)
        .ok_or_else(|| bad(path, "no output".to_owned()))
}
