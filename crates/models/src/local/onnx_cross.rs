//! The reranker over other people's cross-encoders in ONNX, which bring their head.

use std::path::{Path, PathBuf};

use rten::NodeId;
use rten_tensor::{AsView, Layout, Tensor};

use super::{
    batch::on_all_cores,
    bert::all_finite,
    encoder::Input,
    naming::Naming,
    onnx::{Graph, Onnx},
    pairs::{Pair, Pairs},
    settings::{Shape, labels, window},
};
use crate::{Limits, ModelError, Relevance, RerankProfile, Reranker};

/// A cross-encoder from `model.onnx`. Pairs run one by one, as single texts do.
pub(super) struct OnnxCross {
    profile: RerankProfile,
    graph: Graph,
    output: NodeId,
    pairs: Pairs,
}

impl OnnxCross {
    /// The weights of a folder, which hubs put one folder deeper; `None` where there are none.
    pub(super) fn weights(dir: &Path) -> Option<PathBuf> {
        let places = [
            dir.join(Onnx::WEIGHTS),
            dir.join("onnx").join(Onnx::WEIGHTS),
        ];
        places.into_iter().find(|path| path.is_file())
    }

    /// Reads a folder whose weights are at `path`; see [`load_reranker`](crate::load_reranker).
    pub(super) fn read(dir: &Path, path: &Path, naming: &Naming<'_>) -> Result<Self, ModelError> {
        let positions = Shape::read(dir)?.positions();
        let window = window(dir, positions)?.min(positions);
        let pairs = Pairs::read(dir, naming.name, window)?;
        let graph = Graph::read(path)?;
        let bad = |reason: String| ModelError::BadModel {
            file: path.to_owned(),
            reason,
        };
        if pairs.segments() > 1 && !graph.has_segments() {
            return Err(bad(
                "no input `token_type_ids`, by which a BERT tells a passage from a question"
                    .to_owned(),
            ));
        }
        let output = graph.output(&["logits"], path)?;
        let profile = naming.profile("onnx", window);
        let cross = Self {
            profile: RerankProfile {
                id: profile.id,
                name: profile.name,
                window_tokens: window,
            },
            graph,
            output,
            pairs,
        };
        cross.try_out(labels(dir)?).map_err(bad)?;
        Ok(cross)
    }

    /// Scores a short pair: whether there is a head, and whether it has the labels that the
    /// settings declare, is only seen by what comes out.
    fn try_out(&self, declared: Option<usize>) -> Result<(), String> {
        let told = |error: ModelError| error.to_string();
        let question = self.pairs.question("a").map_err(told)?;
        let pair = self.pairs.pair(&question, "a").map_err(told)?;
        let run = |input: &Input<'_>| self.graph.run(input, self.output, &self.graph.pool(0));
        let tensor = run(&pair.input())?;
        let last = u32::try_from(self.pairs.vocabulary().saturating_sub(1)).unwrap_or(u32::MAX);
        let (ids, second_from) = (&[last][..], 1);
        run(&Input { ids, second_from })
            .map_err(|error| format!("it does not know all tokens of the tokenizer: {error}"))?;
        match *tensor.shape() {
            [1, labels @ 1..=2] if declared.is_none_or(|declared| declared == labels) => Ok(()),
            [1, labels @ 1..=2] => Err(format!(
                "{labels} labels, expected {}, as config.json has them",
                declared.unwrap_or_default()
            )),
            [1, labels] => Err(format!(
                "{labels} labels, expected one score, or two labels of which the second fits"
            )),
            ref shape => Err(format!(
                "no head that scores pairs (an output of shape {shape:?}): this is no cross-encoder"
            )),
        }
    }

    fn score_of(&self, pair: &Pair, thread: usize) -> Result<f32, ModelError> {
        let failed = |reason: String| ModelError::Failed {
            name: self.profile.name.clone(),
            reason,
        };
        let pool = self.graph.pool(thread);
        let run = self.graph.run(&pair.input(), self.output, &pool);
        let values: Tensor<f32> = run.map_err(failed)?;
        let score = match *values.to_vec() {
            [score] => score,
            [against, for_it] => for_it - against,
            ref other => return Err(failed(format!("{} labels", other.len()))),
        };
        all_finite(&[score], &self.profile.name)?;
        Ok(score)
    }
}

impl Reranker for OnnxCross {
    fn profile(&self) -> &RerankProfile {
        &self.profile
    }

    fn score(
        &self,
        query: &str,
        passages: &[&str],
        limits: &Limits,
    ) -> Result<Vec<Relevance>, ModelError> {
        limits.check()?;
        let question = self.pairs.question(query)?;
        on_all_cores(
            passages.len(),
            |thread| thread,
            |thread, at| {
                limits.check()?;
                let pair = self.pairs.pair(&question, passages[at])?;
                Ok(Relevance {
                    score: self.score_of(&pair, *thread)?,
                    cut_tokens: u32::try_from(pair.cut_tokens).unwrap_or(u32::MAX),
                })
            },
        )
    }
}
