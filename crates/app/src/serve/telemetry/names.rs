//! Names of the semantic conventions for generative AI, as of their release 1.38, and our own for
//! what these have no word for. They are still changing: this is the one place that knows them.

/// What is being done.
pub const OPERATION: &str = "gen_ai.operation.name";
/// The model that was asked.
pub const MODEL: &str = "gen_ai.request.model";
/// Where passages came from.
pub const SOURCE: &str = "gen_ai.data_source.id";
/// Tokens that a model read.
pub const INPUT_TOKENS: &str = "gen_ai.usage.input_tokens";
/// Tokens that a model wrote.
pub const OUTPUT_TOKENS: &str = "gen_ai.usage.output_tokens";
/// What was asked, where content may be sent.
pub const INPUT: &str = "gen_ai.input.messages";
/// What was answered, where content may be sent.
pub const OUTPUT: &str = "gen_ai.output.messages";

/// A whole question.
pub const WORKFLOW: &str = "invoke_workflow";
/// Where it goes, and by which steps.
pub const PLAN: &str = "plan";
/// Passages being found.
pub const RETRIEVAL: &str = "retrieval";
/// A text becoming a vector.
pub const EMBEDDINGS: &str = "embeddings";
/// The best passages being read again.
pub const RERANK: &str = "rerank";
/// A language model writing.
pub const CHAT: &str = "chat";
/// Sentences being chosen and checked.
pub const EXTRACT: &str = "extract";

/// answered, partial, unsure, `not_found` or clarify.
pub const STATUS: &str = "perusal.status";
/// How passages were found.
pub const STRATEGY: &str = "perusal.strategy";
/// Who decided where it went.
pub const LAYER: &str = "perusal.route.layer";
/// The trace that this server keeps of it.
pub const TRACE: &str = "perusal.trace";
/// Calls of language models.
pub const CALLS: &str = "perusal.llm_calls";
