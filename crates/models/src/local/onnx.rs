//! Other people's sentence encoders in ONNX, and what every model in ONNX needs.

use std::{
    num::NonZero,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
};

use rten::{ModelOptions, NodeId, RunOptions, ThreadPool, Value};
use rten_tensor::{AsView, Layout, Tensor};

use super::{
    batch::{self, Runner},
    encoder::Input,
    naming::Naming,
    onnx_frames,
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
    graph: Graph,
    output: NodeId,
    tokens: Tokens,
    pooling: Pooling,
}

/// A network with the inputs of an encoder, which reads one row of tokens at a time.
pub(super) struct Graph {
    model: rten::Model,
    inputs: Vec<(NodeId, Given)>,
    /// One thread for each of our own, so that a sum is never split.
    pools: Vec<Arc<ThreadPool>>,
}

/// What an input of the model is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Given {
    Ids,
    /// Ones: there is no padding.
    Mask,
    /// Zeros, and ones for the second of two texts.
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
        let graph = Graph::read(&path)?;
        let names = [
            "sentence_embedding",
            "last_hidden_state",
            "token_embeddings",
        ];
        let output = graph.output(&names, &path)?;
        let profile = naming.profile("onnx", window);
        let pooling = pooling(dir)?.unwrap_or(Pooling::Mean);
        let mut onnx = Self {
            profile,
            graph,
            output,
            tokens,
            pooling,
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
        let input = Input {
            ids: window,
            second_from: window.len(),
        };
        let tensor = self.graph.run(&input, self.output, pool).map_err(failed)?;
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

impl Graph {
    /// Reads a file.
    pub(super) fn read(path: &Path) -> Result<Self, ModelError> {
        let mut options = ModelOptions::with_all_ops();
        options.prepack_weights(true);
        let bytes = read_bounded(path)?;
        onnx_frames::check(&bytes).map_err(|reason| bad(path, reason))?;
        let model = options.load(bytes).map_err(ModelError::bad(path))?;
        let inputs = inputs(&model, path)?;
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let pools = (0..threads)
            .map(|_| Arc::new(ThreadPool::with_num_threads(1)))
            .collect();
        Ok(Self {
            model,
            inputs,
            pools,
        })
    }

    /// Whether it is told which of two texts a token is of.
    pub(super) fn has_segments(&self) -> bool {
        self.inputs
            .iter()
            .any(|(_, given)| *given == Given::Segments)
    }

    /// The output of the first of some names that there is, else the first output.
    pub(super) fn output(&self, names: &[&str], path: &Path) -> Result<NodeId, ModelError> {
        let outputs = self.model.output_ids();
        let found = names.iter().find_map(|name| self.model.find_node(name));
        let found = found.filter(|node| outputs.contains(node));
        found
            .or_else(|| outputs.first().copied())
            .ok_or_else(|| bad(path, "no output".to_owned()))
    }

    /// The threads for one of ours.
    pub(super) fn pool(&self, thread: usize) -> Arc<ThreadPool> {
        Arc::clone(&self.pools[thread % self.pools.len()])
    }

    /// An output for one row of tokens, or what went wrong.
    pub(super) fn run(
        &self,
        row: &Input<'_>,
        output: NodeId,
        pool: &Arc<ThreadPool>,
    ) -> Result<Tensor<f32>, String> {
        let inputs = self.inputs.iter();
        let given = inputs.map(|(node, given)| (*node, given.value(row).into()));
        let options = RunOptions::default().with_thread_pool(Some(Arc::clone(pool)));
        let outputs = self.model.run(given.collect(), &[output], Some(options));
        let mut outputs = outputs.map_err(|error| error.to_string())?.into_iter();
        let output = outputs.next().ok_or("no output")?;
        output.try_into().map_err(|_| "no floats".to_owned())
    }
}

impl Given {
    fn value(self, row: &Input<'_>) -> Value {
        let value = |(at, id): (usize, &u32)| match self {
            Self::Ids => i32::try_from(*id).unwrap_or(0),
            Self::Mask => 1,
            Self::Segments => i32::from(at >= row.second_from),
        };
        Tensor::from_data(
            &[1, row.ids.len()],
            row.ids.iter().enumerate().map(value).collect::<Vec<_>>(),
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
            let pool = self.graph.pool(thread);
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

fn inputs(model: &rten::Model, path: &Path) -> Result<Vec<(NodeId, Given)>, ModelError> {
    let known = |node: &NodeId| {
        let info = model.node_info(*node);
        let name = info.as_ref().and_then(|info| info.name()).unwrap_or("");
        match name {
            "input_ids" => Ok((*node, Given::Ids)),
            "attention_mask" => Ok((*node, Given::Mask)),
            "token_type_ids" => Ok((*node, Given::Segments)),
            other => Err(bad(path, format!("an input `{other}` that encoders lack"))),
        }
    };
    model.input_ids().iter().map(known).collect()
}
