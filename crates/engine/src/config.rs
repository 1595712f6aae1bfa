//! What each stage takes as its settings: plain values, already resolved.

use std::fmt;
use std::sync::Arc;

use index::DenseScan;
use models::web::WebSearch;
use models::{Embedder, Reranker};
use serde::{Deserialize, Serialize};
use text::{ChunkConfig, ReadLimits};

use crate::reader::Reader;

/// A model that several stages share; shown by its identity.
#[derive(Clone)]
pub struct SharedModel(Arc<dyn Embedder>);

impl SharedModel {
    /// The model.
    pub fn get(&self) -> &dyn Embedder {
        self.0.as_ref()
    }
}

impl From<Arc<dyn Embedder>> for SharedModel {
    fn from(model: Arc<dyn Embedder>) -> Self {
        Self(model)
    }
}

impl fmt::Debug for SharedModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.profile().id)
    }
}

/// A search of the web that several questions share; shown by where it asks.
#[derive(Clone)]
pub struct SharedSearch(Arc<dyn WebSearch>);

impl SharedSearch {
    /// The search.
    pub fn get(&self) -> &dyn WebSearch {
        self.0.as_ref()
    }
}

impl From<Arc<dyn WebSearch>> for SharedSearch {
    fn from(search: Arc<dyn WebSearch>) -> Self {
        Self(search)
    }
}

impl fmt::Debug for SharedSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name())
    }
}

/// An arm with a model of its own, and its share in the fusion, 0 to 1.
#[derive(Debug, Clone)]
pub struct ArmModel {
    /// What makes the query's vectors.
    pub model: SharedModel,
    /// Its share; the other arms divide the rest.
    pub weight: f32,
}

/// A reranker that several questions share; shown by its identity.
#[derive(Clone)]
pub struct SharedReranker(Arc<dyn Reranker>);

impl SharedReranker {
    /// The model.
    pub fn get(&self) -> &dyn Reranker {
        self.0.as_ref()
    }
}

impl From<Arc<dyn Reranker>> for SharedReranker {
    fn from(model: Arc<dyn Reranker>) -> Self {
        Self(model)
    }
}

impl fmt::Debug for SharedReranker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.profile().id)
    }
}

/// What reads the best hits again together with the question.
#[derive(Debug, Clone)]
pub struct RerankModel {
    /// The model.
    pub model: SharedReranker,
    /// Hits that are read again.
    pub depth: usize,
    /// 1 for the model's order, 0 for the fused one, else a mix of both orders' scores, scaled
    /// over these hits.
    pub weight: f32,
}

impl RerankModel {
    /// Hits unless told otherwise: three times what is shown, so that what moves up can come from
    /// beyond it. The time grows with each.
    pub const DEPTH: usize = 30;
    /// Weight unless told otherwise: the model's order.
    pub const WEIGHT: f32 = 1.0;
}

/// Settings of reading and cutting.
#[derive(Debug, Clone)]
pub struct IngestConfig {
    /// How documents are cut.
    pub chunk: ChunkConfig,
    /// What of a chunk is embedded.
    pub embedded: Embedded,
    /// Bounds of one parsed file.
    pub read: ReadLimits,
    /// Where files are parsed.
    pub reader: Reader,
    /// Largest file that is opened, in bytes.
    pub file_bytes_max: u64,
    /// Files parsed at the same time.
    pub threads: usize,
    /// What makes sparse vectors, where they are wanted.
    pub sparse: Option<SharedModel>,
    /// What makes token vectors for the late arm, where they are wanted.
    pub late: Option<SharedModel>,
    /// Whether entities are found and kept, for the graph strategy.
    pub graph: bool,
}

impl Default for IngestConfig {
    fn default() -> Self {
        Self {
            chunk: ChunkConfig::default(),
            embedded: Embedded::Labels,
            read: ReadLimits::default(),
            reader: Reader::default(),
            file_bytes_max: 200 * 1024 * 1024,
            threads: std::thread::available_parallelism()
                .map_or(1, usize::from)
                .min(8),
            sparse: None,
            late: None,
            graph: false,
        }
    }
}

/// What of a chunk's text the embedding model reads; the keyword arm has it all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Embedded {
    /// Lines of figures, such as rows of a table, keep their words and lose their figures.
    Labels,
    /// Everything.
    Whole,
}

/// How the lists of several arms become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fusion {
    /// Weighted sum of scores scaled over each list.
    Minmax,
    /// Reciprocal rank fusion, `weight / (60 + rank)`.
    Rrf,
}

/// Which sections a search through sections looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sections {
    /// Those around the first hits.
    #[default]
    Around,
    /// Every section of the library.
    All,
}

/// Settings of retrieval.
#[derive(Debug, Clone)]
pub struct RetrieveConfig {
    /// How lists are fused.
    pub fusion: Fusion,
    /// Share of the dense arm in the fusion, 0 to 1; the keyword arm has the rest.
    /// `None` lets the text decide: prose gets an even share, figures less.
    pub dense_weight: Option<f32>,
    /// Hits each arm brings to the fusion.
    pub depth: usize,
    /// Whether a first pass may choose which vectors are scored.
    pub scan: DenseScan,
    /// The sparse arm; `None` leaves it out.
    pub sparse: Option<ArmModel>,
    /// The late arm; `None` leaves it out.
    pub late: Option<ArmModel>,
    /// Whether `auto` looks again in every other way while the result looks unsure; else
    /// it does in the one that the router suggests and, where that is set up, in the web.
    /// Of 1,797 questions that people ask one was answered by it, so it is off.
    pub ladder: bool,
    /// Which sections the strategy `hierarchical` looks at.
    pub sections: Sections,
    /// The search of the web; `None` leaves it out.
    pub web: Option<SharedSearch>,
    /// What reads the best hits again; `None` leaves it out.
    pub rerank: Option<RerankModel>,
}

impl Default for RetrieveConfig {
    fn default() -> Self {
        Self {
            fusion: Fusion::Minmax,
            dense_weight: None,
            depth: 100,
            scan: DenseScan::Auto,
            sparse: None,
            late: None,
            ladder: false,
            sections: Sections::default(),
            web: None,
            rerank: None,
        }
    }
}

/// Settings of the extractive answer.
#[derive(Debug, Clone)]
pub struct AnswerConfig {
    /// Least calibrated confidence at which an answer is shown; below it the
    /// answer is "not in your documents". `None` takes the fitted threshold.
    pub confidence_min: Option<f32>,
    /// Most sentences or rows quoted.
    pub quotes_max: usize,
}

impl Default for AnswerConfig {
    fn default() -> Self {
        Self {
            confidence_min: None,
            quotes_max: 3,
        }
    }
}
