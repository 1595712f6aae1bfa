//! What each stage takes as its settings: plain values, already resolved.

use serde::{Deserialize, Serialize};
use text::{ChunkConfig, ReadLimits};

use crate::reader::Reader;

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
        }
    }
}

/// What of a chunk's text the embedding model reads; the keyword arm has it all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Embedded {
    /// Table rows keep their labels and lose their figures.
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
}

impl Default for RetrieveConfig {
    fn default() -> Self {
        Self {
            fusion: Fusion::Minmax,
            dense_weight: None,
            depth: 100,
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
