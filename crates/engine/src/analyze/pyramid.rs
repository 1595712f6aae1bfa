//! The pyramid: how large segments are on each level, and what is done with them.
//!
//! Level 0 has the largest segments. A file of settings is checked as a whole; what it says
//! in the words of earlier versions is understood, and a notice gives the new ones.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Levels that a pyramid may have.
pub const LEVELS_MAX: usize = 4;
/// Tokens that a segment may have.
const TOKENS: std::ops::RangeInclusive<u32> = 1_000..=32_000;
/// Segments kept of one that was opened, where nothing is said.
const TOP_K: u32 = 3;
/// Tokens that neighbouring segments share, where nothing is said.
const OVERLAP_TOKENS: u32 = 200;

/// How a segment is scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scoring {
    /// Vectors and words.
    #[serde(rename = "dense+sparse", alias = "dense_sparse")]
    DenseSparse,
    /// Token vectors of question and text.
    #[serde(rename = "multi-vector", alias = "multi_vector")]
    MultiVector,
    /// A language model reads both.
    #[serde(rename = "llm")]
    Llm,
    /// Fine questions by multi-vector, holistic ones by llm.
    #[serde(rename = "adaptive")]
    Adaptive,
}

impl Scoring {
    /// Its name in files and output.
    pub fn as_str(self) -> &'static str {
        match self {
            Scoring::DenseSparse => "dense+sparse",
            Scoring::MultiVector => "multi-vector",
            Scoring::Llm => "llm",
            Scoring::Adaptive => "adaptive",
        }
    }
}

/// One level.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Level {
    /// Most tokens of a segment, 1,000 to 32,000; fewer from level to level.
    pub segment_tokens: u32,
    /// Tokens shared with the segment before where a section is cut, under half the size.
    pub overlap_tokens: u32,
    /// Segments kept of a document, or of the segment that was opened, at least 1.
    pub top_k: u32,
    /// Score from which a segment is kept, 0 to 1; does not fall from level to level.
    pub relevance_threshold: f64,
    /// How segments are scored.
    pub scoring: Scoring,
}

/// Weights of the scoring of earlier versions; they add up to whatever they add up to.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct OlderWeights {
    /// Of the words.
    pub bm25: f64,
    /// Of the vectors.
    pub semantic: f64,
    /// Of abstract, summary, conclusion, table of contents.
    pub structure: f64,
}

/// All levels, thresholds and times.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Pyramid {
    /// A finding that is less sure is opened, 0 to 1.
    pub deep_dive_threshold: f64,
    /// Of the documents' tokens, the share that may be read, over 0 to 1.
    pub read_share_max: f64,
    /// Time for one level, in milliseconds, over 0.
    pub level_timeout_ms: u64,
    /// Time for all, in milliseconds, over 0.
    pub total_timeout_ms: u64,
    /// Whether scores and findings of models are kept for later questions.
    pub score_cache: bool,
    /// How long they are used, in seconds, over 0.
    pub cache_ttl_seconds: u64,
    /// Calls of a language model on their way at the same time, 1 to 64; left out, as many as its
    /// backend takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub segments_parallel_max: Option<u32>,
    /// The same by backend (`ollama`, `openai`, …), 1 to 64.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub worker_limits: BTreeMap<String, u32>,
    /// In place of dense+sparse, where settings of earlier versions are used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub older_weights: Option<OlderWeights>,
    /// From the largest segments to the smallest, 1 to 4.
    pub levels: Vec<Level>,
}

impl Default for Pyramid {
    fn default() -> Self {
        let level = |segment_tokens, top_k, relevance_threshold, scoring| Level {
            segment_tokens,
            overlap_tokens: OVERLAP_TOKENS,
            top_k,
            relevance_threshold,
            scoring,
        };
        Pyramid {
            deep_dive_threshold: 0.6,
            read_share_max: 0.4,
            level_timeout_ms: 10_000,
            total_timeout_ms: 30_000,
            score_cache: true,
            cache_ttl_seconds: 3_600,
            segments_parallel_max: None,
            worker_limits: BTreeMap::new(),
            older_weights: None,
            levels: vec![
                level(16_384, 5, 0.5, Scoring::DenseSparse),
                level(8_192, 4, 0.6, Scoring::DenseSparse),
                level(4_096, 3, 0.7, Scoring::Adaptive),
                level(2_048, 2, 0.8, Scoring::Adaptive),
            ],
        }
    }
}

/// Settings that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PyramidError(String);

impl fmt::Display for PyramidError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PyramidError {}

fn wrong<T>(text: String) -> Result<T, PyramidError> {
    Err(PyramidError(text))
}

/// A level as it is written; what is left out has a default.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenLevel {
    level: Option<u32>,
    #[serde(alias = "segment_size_tokens", alias = "segment_size")]
    segment_tokens: u32,
    overlap_tokens: Option<u32>,
    #[serde(alias = "top_k_subsegments")]
    top_k: Option<u32>,
    relevance_threshold: Option<f64>,
    #[serde(alias = "scoring_method")]
    scoring: Option<Scoring>,
}

/// A file as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    levels: Option<Vec<WrittenLevel>>,
    deep_dive_threshold: Option<f64>,
    read_share_max: Option<f64>,
    level_timeout_ms: Option<u64>,
    total_timeout_ms: Option<u64>,
    older_weights: Option<WrittenWeights>,
    // What earlier versions said.
    timeout_per_level: Option<f64>,
    max_total_latency: Option<f64>,
    #[serde(alias = "segment_size_tokens", alias = "segment_size")]
    segment_tokens: Option<u32>,
    overlap_tokens: Option<u32>,
    #[serde(alias = "max_depth")]
    depth_max: Option<u32>,
    relevance_threshold: Option<f64>,
    bm25_weight: Option<f64>,
    semantic_weight: Option<f64>,
    structure_weight: Option<f64>,
    #[serde(alias = "max_parallel_segments", alias = "max_parallel_workers")]
    segments_parallel_max: Option<u32>,
    worker_limits: Option<BTreeMap<String, u32>>,
    #[serde(alias = "cache_segment_scores")]
    score_cache: Option<bool>,
    cache_ttl_seconds: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenWeights {
    bm25: f64,
    semantic: f64,
    structure: f64,
}

/// Words of earlier versions, and what they are now.
const FORMER: [(&str, &str); 11] = [
    ("segment_size_tokens", "segment_tokens"),
    ("segment_size", "segment_tokens"),
    ("top_k_subsegments", "top_k"),
    ("scoring_method", "scoring"),
    ("max_depth", "[[levels]], one a level"),
    ("timeout_per_level", "level_timeout_ms, in milliseconds"),
    ("max_total_latency", "total_timeout_ms, in milliseconds"),
    ("bm25_weight", "[older_weights] bm25, semantic, structure"),
    ("max_parallel_segments", "segments_parallel_max"),
    ("max_parallel_workers", "segments_parallel_max"),
    ("cache_segment_scores", "score_cache"),
];

/// Calls of a language model at the same time that may be asked for.
const PARALLEL: std::ops::RangeInclusive<u32> = 1..=64;

impl Pyramid {
    /// Reads settings, and says what of them is said otherwise now.
    ///
    /// # Errors
    /// What is no TOML, an unknown word, a value out of its bounds: the message names level,
    /// field, value and what is allowed.
    pub fn parse(text: &str) -> Result<(Pyramid, Vec<String>), PyramidError> {
        let read = |error: toml::de::Error| PyramidError(error.to_string().trim_end().to_owned());
        let table: toml::Table = toml::from_str(text).map_err(read)?;
        let written: Written = toml::from_str(text).map_err(read)?;
        let notices = notices(&table);
        let pyramid = resolve(written)?;
        pyramid.check()?;
        Ok((pyramid, notices))
    }

    /// The settings as a file that [`Pyramid::parse`] reads back.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }

    /// Calls at the same time of a language model, by its name (`ollama:NAME`), at most; `None`
    /// leaves that to its backend.
    pub fn workers(&self, model: &str) -> Option<usize> {
        let backend = model.split(':').next().unwrap_or_default();
        let own = self.worker_limits.get(backend).copied();
        let most = [own, self.segments_parallel_max];
        let least = most.into_iter().flatten().min();
        least.and_then(|most| usize::try_from(most).ok())
    }

    /// Time for one level.
    pub fn level_timeout(&self) -> Duration {
        Duration::from_millis(self.level_timeout_ms)
    }

    /// Checks all levels, each beside the one above.
    ///
    /// # Errors
    /// See [`Pyramid::parse`].
    pub fn check(&self) -> Result<(), PyramidError> {
        if !(1..=LEVELS_MAX).contains(&self.levels.len()) {
            let got = self.levels.len();
            return wrong(format!(
                "levels: {got} are given, allowed are 1 to {LEVELS_MAX}"
            ));
        }
        share("deep_dive_threshold", self.deep_dive_threshold)?;
        share("read_share_max", self.read_share_max)?;
        if self.read_share_max == 0.0 {
            return wrong("read_share_max is 0, allowed is over 0 up to 1".to_owned());
        }
        for (name, value) in [
            ("cache_ttl_seconds", self.cache_ttl_seconds),
            ("level_timeout_ms", self.level_timeout_ms),
            ("total_timeout_ms", self.total_timeout_ms),
        ] {
            if value == 0 {
                return wrong(format!("{name} is 0, allowed is at least 1"));
            }
        }
        let limits = self.worker_limits.iter();
        let limits = limits.map(|(name, most)| (format!("worker_limits.{name}"), *most));
        let all = self.segments_parallel_max.into_iter();
        let all = all.map(|most| ("segments_parallel_max".to_owned(), most));
        for (name, most) in all.chain(limits) {
            if !PARALLEL.contains(&most) {
                return wrong(format!("{name} is {most}, allowed are 1 to 64"));
            }
        }
        let mut above: Option<&Level> = None;
        for (at, level) in self.levels.iter().enumerate() {
            check_level(at, level, above)?;
            above = Some(level);
        }
        Ok(())
    }
}

fn check_level(at: usize, level: &Level, above: Option<&Level>) -> Result<(), PyramidError> {
    let size = level.segment_tokens;
    if !TOKENS.contains(&size) {
        return wrong(format!(
            "level {at}: segment_tokens is {size}, allowed are {} to {}",
            TOKENS.start(),
            TOKENS.end()
        ));
    }
    if level.overlap_tokens >= size.div_ceil(2) {
        return wrong(format!(
            "level {at}: overlap_tokens is {}, allowed is less than half of segment_tokens ({size})",
            level.overlap_tokens
        ));
    }
    if level.top_k == 0 {
        return wrong(format!("level {at}: top_k is 0, allowed is at least 1"));
    }
    share(
        &format!("level {at}: relevance_threshold"),
        level.relevance_threshold,
    )?;
    let Some(above) = above else { return Ok(()) };
    if size >= above.segment_tokens {
        return wrong(format!(
            "level {at}: segment_tokens is {size}, allowed is less than the {} of the level above",
            above.segment_tokens
        ));
    }
    if level.relevance_threshold < above.relevance_threshold {
        return wrong(format!(
            "level {at}: relevance_threshold is {}, allowed is at least the {} of the level above",
            level.relevance_threshold, above.relevance_threshold
        ));
    }
    Ok(())
}

fn share(name: &str, value: f64) -> Result<(), PyramidError> {
    if (0.0..=1.0).contains(&value) {
        return Ok(());
    }
    wrong(format!("{name} is {value}, allowed are 0 to 1"))
}

fn notices(table: &toml::Table) -> Vec<String> {
    let levels = table.get("levels").and_then(toml::Value::as_array);
    let mut words: Vec<&str> = table.keys().map(String::as_str).collect();
    let tables = levels
        .into_iter()
        .flatten()
        .filter_map(|one| one.as_table());
    words.extend(tables.flat_map(|level| level.keys().map(String::as_str)));
    let said = |word: &str| words.contains(&word);
    let former = FORMER.iter().filter(|(old, _)| said(old));
    let mut notices: Vec<String> = former
        .map(|(old, new)| format!("`{old}` is written `{new}` now"))
        .collect();
    let alone = ["segment_tokens", "depth_max", "relevance_threshold"];
    if alone.iter().any(|word| table.contains_key(*word)) {
        notices.push("one size for all levels is written as [[levels]] now".to_owned());
    }
    if !notices.is_empty() {
        notices
            .push("`perusal analyze --print-config --levels FILE` prints the new form".to_owned());
    }
    notices
}

fn resolve(written: Written) -> Result<Pyramid, PyramidError> {
    let default = Pyramid::default();
    let older = written.segment_tokens.is_some()
        || written.depth_max.is_some()
        || written.relevance_threshold.is_some();
    if older && written.levels.is_some() {
        return wrong(
            "levels: segment_tokens, depth_max and relevance_threshold stand inside [[levels]]"
                .to_owned(),
        );
    }
    let levels = match &written.levels {
        Some(levels) => written_levels(levels)?,
        None if older => older_levels(&written)?,
        None => default.levels,
    };
    let seconds = |name: &str, value: Option<f64>| match value {
        Some(value) if !(value > 0.0 && value < 1e6) => wrong(format!(
            "{name} is {value}, allowed is over 0 up to 1000000 seconds"
        )),
        Some(value) => Ok(Some(Duration::from_secs_f64(value).as_millis() as u64)),
        None => Ok(None),
    };
    let level_seconds = seconds("timeout_per_level", written.timeout_per_level)?;
    let total_seconds = seconds("max_total_latency", written.max_total_latency)?;
    Ok(Pyramid {
        deep_dive_threshold: written
            .deep_dive_threshold
            .unwrap_or(default.deep_dive_threshold),
        read_share_max: written.read_share_max.unwrap_or(default.read_share_max),
        level_timeout_ms: written
            .level_timeout_ms
            .or(level_seconds)
            .unwrap_or(default.level_timeout_ms),
        total_timeout_ms: written
            .total_timeout_ms
            .or(total_seconds)
            .unwrap_or(default.total_timeout_ms),
        score_cache: written.score_cache.unwrap_or(default.score_cache),
        cache_ttl_seconds: written
            .cache_ttl_seconds
            .unwrap_or(default.cache_ttl_seconds),
        segments_parallel_max: written.segments_parallel_max,
        older_weights: older_weights(&written, older)?,
        worker_limits: written.worker_limits.unwrap_or_default(),
        levels,
    })
}

fn older_weights(written: &Written, older: bool) -> Result<Option<OlderWeights>, PyramidError> {
    let weights = match &written.older_weights {
        Some(given) => Some((given.bm25, given.semantic, given.structure)),
        None => {
            let given = (
                written.bm25_weight,
                written.semantic_weight,
                written.structure_weight,
            );
            let any = given.0.is_some() || given.1.is_some() || given.2.is_some();
            let or_default = (
                given.0.unwrap_or(0.4),
                given.1.unwrap_or(0.5),
                given.2.unwrap_or(0.1),
            );
            (any || older).then_some(or_default)
        }
    };
    let Some((bm25, semantic, structure)) = weights else {
        return Ok(None);
    };
    for (name, value) in [
        ("bm25", bm25),
        ("semantic", semantic),
        ("structure", structure),
    ] {
        share(&format!("the weight {name}"), value)?;
    }
    Ok(Some(OlderWeights {
        bm25,
        semantic,
        structure,
    }))
}

fn written_levels(levels: &[WrittenLevel]) -> Result<Vec<Level>, PyramidError> {
    let mut read = Vec::new();
    for (at, level) in levels.iter().enumerate() {
        if let Some(named) = level.level.filter(|named| *named as usize != at) {
            return wrong(format!(
                "level {at}: level is {named}, allowed is its place, counted from 0"
            ));
        }
        read.push(Level {
            segment_tokens: level.segment_tokens,
            overlap_tokens: level.overlap_tokens.unwrap_or(OVERLAP_TOKENS),
            top_k: level.top_k.unwrap_or(TOP_K),
            relevance_threshold: level.relevance_threshold.unwrap_or(0.5),
            scoring: level.scoring.unwrap_or(Scoring::Adaptive),
        });
    }
    Ok(read)
}

/// One size, halved from level to level.
fn older_levels(written: &Written) -> Result<Vec<Level>, PyramidError> {
    let depth = written.depth_max.unwrap_or(3);
    if !(1..=3).contains(&depth) {
        return wrong(format!("depth_max is {depth}, allowed are 1 to 3"));
    }
    let first = written.segment_tokens.unwrap_or(8_192);
    let size = |at: u32| first >> at;
    let fits = (0..depth).take_while(|at| *at == 0 || size(*at) >= *TOKENS.start());
    let level = |at: u32| Level {
        segment_tokens: size(at),
        overlap_tokens: written.overlap_tokens.unwrap_or(OVERLAP_TOKENS),
        top_k: TOP_K,
        relevance_threshold: written.relevance_threshold.unwrap_or(0.4),
        scoring: Scoring::DenseSparse,
    };
    Ok(fits.map(level).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        Pyramid::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn what_is_printed_is_read_back() {
        let default = Pyramid::default();
        let (read, notices) = Pyramid::parse(&default.to_toml()).unwrap();
        assert_eq!(read, default);
        assert!(notices.is_empty(), "{notices:?}");
        let (older, _) = Pyramid::parse("segment_size = 8192\nmax_depth = 2").unwrap();
        let (again, notices) = Pyramid::parse(&older.to_toml()).unwrap();
        assert_eq!((again, notices.len()), (older, 0));
    }

    #[test]
    fn a_level_without_fields_has_defaults() {
        let (read, _) = Pyramid::parse("[[levels]]\nsegment_tokens = 4000").unwrap();
        let expected = Level {
            segment_tokens: 4_000,
            overlap_tokens: 200,
            top_k: 3,
            relevance_threshold: 0.5,
            scoring: Scoring::Adaptive,
        };
        assert_eq!(read.levels, [expected]);
    }

    #[test]
    fn earlier_settings_are_understood_with_a_notice() {
        let text = "segment_size_tokens = 8192\nmax_depth = 3\nmax_parallel_segments = 5\n\
                    timeout_per_level = 10\nmax_total_latency = 0.5\nbm25_weight = 0.3\n\
                    cache_segment_scores = true";
        let (read, notices) = Pyramid::parse(text).unwrap();
        let sizes: Vec<u32> = read
            .levels
            .iter()
            .map(|level| level.segment_tokens)
            .collect();
        assert_eq!(sizes, [8_192, 4_096, 2_048]);
        assert_eq!(read.levels[0].relevance_threshold, 0.4);
        assert_eq!(
            (read.level_timeout_ms, read.total_timeout_ms),
            (10_000, 500)
        );
        assert_eq!(read.older_weights.unwrap().bm25, 0.3);
        assert_eq!(read.workers("openai:gpt"), Some(5));
        assert!(read.score_cache);
        let limited = "worker_limits = { ollama = 2 }\ncache_ttl_seconds = 60\nscore_cache = false";
        let (limited, notices_now) = Pyramid::parse(limited).unwrap();
        assert_eq!(limited.workers("ollama:qwen"), Some(2));
        assert_eq!(limited.workers("openai:gpt"), None);
        assert_eq!(
            (limited.cache_ttl_seconds, limited.score_cache),
            (60, false)
        );
        assert!(notices_now.is_empty(), "{notices_now:?}");
        assert_eq!(Pyramid::parse(&limited.to_toml()).unwrap().0, limited);
        assert!(message("worker_limits = { ollama = 0 }").contains("worker_limits.ollama is 0"));
        let told = notices.join("\n");
        for word in [
            "segment_size_tokens",
            "max_depth",
            "cache_segment_scores",
            "--print-config",
        ] {
            assert!(told.contains(word), "{word}: {told}");
        }
    }

    #[test]
    fn levels_are_checked_beside_each_other() {
        let two = |first: &str, second: &str| format!("[[levels]]\n{first}\n[[levels]]\n{second}");
        assert_eq!(
            message(&two("segment_tokens = 4000", "segment_tokens = 4000")),
            "level 1: segment_tokens is 4000, allowed is less than the 4000 of the level above"
        );
        assert_eq!(
            message(&two(
                "segment_tokens = 4000",
                "segment_tokens = 2000\nrelevance_threshold = 0.2"
            )),
            "level 1: relevance_threshold is 0.2, allowed is at least the 0.5 of the level above"
        );
        assert_eq!(
            message("[[levels]]\nsegment_tokens = 999"),
            "level 0: segment_tokens is 999, allowed are 1000 to 32000"
        );
        assert_eq!(
            message("[[levels]]\nsegment_tokens = 2000\noverlap_tokens = 1000"),
            "level 0: overlap_tokens is 1000, allowed is less than half of segment_tokens (2000)"
        );
        assert_eq!(
            message("total_timeout_ms = 0"),
            "total_timeout_ms is 0, allowed is at least 1"
        );
        assert!(message("levels = []").starts_with("levels: 0 are given"));
        assert!(message("segmnt_tokens = 5").contains("segmnt_tokens"));
        assert!(
            message("[[levels]]\nsegment_tokens = 2000\nscoring = \"magic\"").contains("magic")
        );
        assert!(message("read_share_max = nan").contains("read_share_max is NaN"));
    }
}
