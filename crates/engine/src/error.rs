//! What can go wrong above the store and the models.

use std::path::PathBuf;

use index::IndexError;
use models::ModelError;
use models::web::WebError;

/// Variants by what the caller can do about them.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The store refused, or is damaged, or could not be written.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// A model could not be loaded or used.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A prompt cannot be used.
    #[error(transparent)]
    Prompt(#[from] crate::prompts::PromptError),
    /// A page could not be fetched, or the web not be searched.
    #[error(transparent)]
    Web(#[from] WebError),
    /// Nothing there under this name.
    #[error("{} does not exist", path.display())]
    MissingPath {
        /// As the caller gave it.
        path: PathBuf,
    },
    /// The question is longer than a question can be.
    #[error("the question has {got} bytes, at most {limit} are read")]
    QueryTooLong {
        /// Bytes allowed.
        limit: usize,
        /// Bytes given.
        got: usize,
    },
    /// Nothing to look for.
    #[error("the question is empty")]
    QueryEmpty,
    /// More hits were asked for than a ranking holds.
    #[error("{got} hits were asked for, at most {limit} are given")]
    TooManyHits {
        /// Hits allowed.
        limit: usize,
        /// Hits asked for.
        got: usize,
    },
    /// Dense retrieval was asked for by name and cannot run.
    #[error("dense retrieval needs vectors: {reason}")]
    NoVectors {
        /// Why there are none.
        reason: String,
    },
    /// An arm was asked for by name and cannot run.
    #[error("{} retrieval cannot run: {reason}", arm.as_str())]
    NoArm {
        /// The arm.
        arm: crate::retrieve::Arm,
        /// Why not.
        reason: String,
    },
    /// The library's vectors come from another model than the one configured.
    #[error("the library was built with embedder `{built_with}`, but `{configured}` is configured")]
    EmbedderMismatch {
        /// Identity stored in the library.
        built_with: String,
        /// Identity of the model at hand.
        configured: String,
    },
    /// A citation could not be found again in the store: a broken promise, never shown.
    #[error("the quote at bytes {start}..{end} of {document} is not in the store")]
    QuoteNotFound {
        /// The document cited.
        document: String,
        /// First byte cited.
        start: usize,
        /// One past the last byte cited.
        end: usize,
    },
    /// Files are to be read in a child process, and none can be started.
    #[error("the reading process could not be started: {reason}")]
    NoReader {
        /// What happened.
        reason: String,
    },
    /// A session's history that does not hold what a history holds.
    #[error("the history cannot be used: {reason}")]
    History {
        /// What does not fit.
        reason: String,
    },
    /// A query over tables that cannot be asked.
    #[error(transparent)]
    Query(#[from] plan::query::QueryError),
    /// A name that several tables have.
    #[error("`{name}` is the name of {count} tables: {}", choices.join(", "))]
    AmbiguousRelation {
        /// As it was written.
        name: String,
        /// How many there are.
        count: usize,
        /// What to write in its place, of the first few.
        choices: Vec<String>,
    },
    /// The caller asked to stop.
    #[error("interrupted")]
    Interrupted,
}
