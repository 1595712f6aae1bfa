//! Errors as people and scripts meet them: a message, a hint, an exit code.

use std::process::ExitCode;

use perusal::EngineError;
use perusal::index::IndexError;
use perusal::models::ModelError;
use perusal::models::web::WebError;
use perusal::tables::sql::QueryError;

use crate::identity;

/// Exit codes, the same for every command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// Done.
    Done = 0,
    /// Nothing found, or a measured bar missed.
    Nothing = 1,
    /// Wrong usage or configuration.
    Usage = 2,
    /// A backend cannot be reached.
    Unreachable = 3,
    /// A partial result.
    Partial = 4,
    /// The store is damaged.
    Damaged = 5,
    /// A mistake in Perusal itself.
    Bug = 101,
    /// The user interrupted.
    Interrupted = 130,
}

impl From<Code> for ExitCode {
    fn from(code: Code) -> Self {
        ExitCode::from(code as u8)
    }
}

/// What a command fails with.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// From the library.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// From an evaluation.
    #[error(transparent)]
    Eval(#[from] eval::EvalError),
    /// The configuration cannot be used.
    #[error("{message}")]
    Config {
        /// What is wrong and where.
        message: String,
        /// What to do.
        hint: String,
    },
    /// A DOC argument that names no document, or several.
    #[error("{message}")]
    Document {
        /// What was given and what it could mean.
        message: String,
    },
    /// The arguments do not go together.
    #[error("{message}")]
    Usage {
        /// What is wrong.
        message: String,
        /// What to do.
        hint: String,
    },
    /// A panic outside of the parsers and of the steps of a question.
    #[error(
        "Perusal stopped over a mistake of its own{}; nothing that was stored is lost",
        place.as_ref().map(|place| format!(" at {place}")).unwrap_or_default()
    )]
    Bug {
        /// The line of source, where it is known.
        place: Option<String>,
    },
    /// Output could not be written.
    #[error("cannot write: {0}")]
    Output(#[from] std::io::Error),
}

impl From<IndexError> for Failure {
    fn from(error: IndexError) -> Self {
        Failure::Engine(error.into())
    }
}

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Self {
        Failure::Engine(error.into())
    }
}

impl From<WebError> for Failure {
    fn from(error: WebError) -> Self {
        Failure::Engine(error.into())
    }
}

impl Failure {
    /// Whether it says that there is no library where one was looked for.
    pub fn is_no_library(&self) -> bool {
        matches!(
            self,
            Failure::Engine(EngineError::Index(IndexError::NotAStore { .. }))
        )
    }

    /// The exit code for it.
    pub fn code(&self) -> Code {
        match self {
            Failure::Engine(error) => engine_code(error),
            Failure::Eval(error) => match error.engine() {
                Some(error) => engine_code(error),
                None => Code::Usage,
            },
            Failure::Config { .. } | Failure::Document { .. } | Failure::Usage { .. } => {
                Code::Usage
            }
            // A reader that closed the pipe has what it wanted.
            Failure::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Code::Done,
            Failure::Output(_) => Code::Usage,
            Failure::Bug { .. } => Code::Bug,
        }
    }

    /// What to do about it, where something can be done.
    pub fn hint(&self) -> Option<String> {
        match self {
            Failure::Engine(error) => engine_hint(error),
            Failure::Eval(error) => match error.engine() {
                Some(error) => engine_hint(error),
                None => Some(
                    "`perusal eval --help` says what each measure reads; samples/qa.jsonl is a file \
                     of questions"
                        .to_owned(),
                ),
            },
            Failure::Config { hint, .. } | Failure::Usage { hint, .. } => Some(hint.clone()),
            Failure::Document { .. } => Some("`perusal ls` shows the documents".to_owned()),
            Failure::Output(_) => Some(WRITABLE.to_owned()),
            Failure::Bug { .. } => Some(
                "run it again with PERUSAL_PANICS=1 and RUST_BACKTRACE=1, and report what it prints"
                    .to_owned(),
            ),
        }
    }

    /// Prints it: for scripts one JSON object on standard error, else text.
    pub fn print(&self, json: bool) {
        if matches!(self.code(), Code::Done) {
            return;
        }
        let hint = self.hint();
        if json {
            let object = serde_json::json!({
                "schema": 1,
                "error": {"message": self.to_string(), "hint": hint, "code": self.code() as u8},
            });
            crate::output::note(&object.to_string());
            return;
        }
        crate::output::note(&format!("error: {self}"));
        if let Some(hint) = hint {
            crate::output::note(&format!("hint: {hint}"));
        }
    }
}

fn engine_code(error: &EngineError) -> Code {
    match error {
        EngineError::Index(IndexError::Damaged { .. }) | EngineError::QuoteNotFound { .. } => {
            Code::Damaged
        }
        EngineError::Model(
            ModelError::Network { .. }
            | ModelError::PipMissing { .. }
            | ModelError::Offline { .. }
            | ModelError::RemoteOffline { .. }
            | ModelError::Unreachable { .. }
            | ModelError::BadAnswer { .. }
            | ModelError::WrongShape { .. },
        ) => Code::Unreachable,
        EngineError::Model(ModelError::OverBudget { .. }) => Code::Partial,
        EngineError::Model(ModelError::Cancelled)
        | EngineError::Web(WebError::Stopped(ModelError::Cancelled))
        | EngineError::Index(IndexError::Stopped)
        | EngineError::Interrupted => Code::Interrupted,
        EngineError::Web(WebError::BadUrl { .. } | WebError::Refused { .. }) => Code::Usage,
        EngineError::Web(_) => Code::Unreachable,
        EngineError::Index(IndexError::Unreachable { .. }) => Code::Unreachable,
        EngineError::Index(_)
        | EngineError::Model(_)
        | EngineError::Prompt(_)
        | EngineError::MissingPath { .. }
        | EngineError::QueryTooLong { .. }
        | EngineError::QueryEmpty
        | EngineError::TooManyHits { .. }
        | EngineError::NoVectors { .. }
        | EngineError::NoArm { .. }
        | EngineError::EmbedderMismatch { .. }
        | EngineError::Query(_)
        | EngineError::AmbiguousRelation { .. }
        | EngineError::History { .. } => Code::Usage,
        EngineError::NoReader { .. } => Code::Unreachable,
    }
}

fn engine_hint(error: &EngineError) -> Option<String> {
    let hint = match error {
        EngineError::Index(error) => return index_hint(error),
        EngineError::Model(error) => return model_hint(error),
        EngineError::Web(error) => web_hint(error)?,
        EngineError::Prompt(_) => "`perusal prompts ls` lists the prompts in force",
        EngineError::MissingPath { .. } => "check the path; nothing was added",
        EngineError::QueryTooLong { .. } => "ask for one thing at a time",
        EngineError::QueryEmpty => "ask something: `perusal ask \"When is the library open?\"`",
        EngineError::TooManyHits { .. } => "use a smaller -k, or filters",
        EngineError::NoArm { .. } => {
            "`index.sparse = true` or `index.late = true`, then `perusal add` the folders again"
        }
        EngineError::NoVectors { .. } => {
            "`perusal models pull all-minilm-l6-v2`, then `perusal add` again; or `--strategy keyword`"
        }
        EngineError::EmbedderMismatch { configured, .. } => {
            return Some(reindex_hint(configured));
        }
        EngineError::QuoteNotFound { .. } => "`perusal doctor` checks the store",
        EngineError::NoReader { .. } => {
            "what was stored stays; `read.in_child = false` reads without a process of its own, \
             and without its protection"
        }
        EngineError::Query(error) => query_hint(error),
        EngineError::AmbiguousRelation { .. } => {
            "write one of these, quotes included: `SELECT … FROM \"DOC#1\"`"
        }
        EngineError::History { .. } => "start a session of another name: `--session NAME`",
        EngineError::Interrupted => "run the same command again to go on",
    };
    Some(hint.to_owned())
}

fn query_hint(error: &QueryError) -> &'static str {
    match error {
        QueryError::UnknownRelation { .. } => "`perusal tables` lists the tables and their columns",
        QueryError::UnknownColumn { .. } | QueryError::Ambiguous { .. } => {
            "`perusal tables DOC` lists the columns of its tables"
        }
        QueryError::Syntax(_) => {
            "a query looks like `SELECT model, price FROM cars.prices WHERE make = 'X' ORDER BY price`; \
             texts stand in single quotes"
        }
        QueryError::Refused { .. } => {
            "a query only reads: SELECT, JOIN, WHERE, GROUP BY, HAVING, ORDER BY, LIMIT, UNION"
        }
        QueryError::NoKey { .. } => "join by a column that both tables have: `ON a.code = b.code`",
        QueryError::Bound { .. } => "ask of fewer rows or columns, or in parts",
        QueryError::Type { .. } | QueryError::Units { .. } | QueryError::Percent(_) => {
            "`perusal tables DOC` shows what each column holds, with unit and scale"
        }
        _ => "`perusal tables` lists what can be asked, `query --help` how",
    }
}

/// What helps where a file cannot be made.
const WRITABLE: &str = "check that the folder is there, may be written and has room";

fn index_hint(error: &IndexError) -> Option<String> {
    let hint = match error {
        IndexError::Io { .. } => WRITABLE,
        IndexError::NotAStore { .. } => {
            "`perusal add PATH` makes a library, `--store DIR` names one"
        }
        IndexError::Locked { .. } => "wait for the other command to end, then try again",
        IndexError::FormatVersion { found, expected } if found < expected => {
            "`perusal reindex --from-files` makes a new library of its files and keeps the old one"
        }
        IndexError::FormatVersion { .. } => {
            "use the version of perusal that made it, or add the documents to a new `--store`"
        }
        IndexError::IdentityMismatch {
            what: "embedder",
            configured,
            ..
        } => return Some(reindex_hint(configured)),
        IndexError::IdentityMismatch {
            what: "dimension", ..
        } => "`perusal reindex` makes the vectors anew, the library serving meanwhile",
        IndexError::IdentityMismatch { .. } => {
            "`perusal reindex` cuts the stored documents anew, or use the settings the library was \
             built with (`perusal config show --origin`)"
        }
        IndexError::Damaged { .. } => {
            "`perusal doctor` names the damage, `perusal doctor --repair` mends it"
        }
        IndexError::Unreachable { .. } => {
            "start the cluster, or look at `index.url`; `index.backend = \"local\"` searches in the \
             store, and `--strategy keyword` by words alone"
        }
        IndexError::Refused { reason, .. } => refused_hint(reason),
        IndexError::InTheWay { .. } => "name another: nothing is written over",
        IndexError::Archive { .. } => {
            "nothing was kept of it; take another backup, as `perusal backup FILE` made it"
        }
        IndexError::CorrectionTooLong { .. } => "say it in fewer words",
        IndexError::DiskFull { .. } => "make room and run the same command again; nothing was lost",
        IndexError::UnknownFilterKey { .. } | IndexError::BadFilter { .. } => {
            "filters look like `collection=work`, `pages>=10`, `type in (pdf,markdown)`"
        }
        _ => return None,
    };
    Some(hint.to_owned())
}

/// What mends what a cluster will not do.
fn refused_hint(reason: &str) -> &'static str {
    let says = |words: &str| reason.contains(words);
    if says("API key") {
        "`index.api_key` or `index.api_key_file` says where the key is; it must be allowed to write"
    } else if says("its version is") {
        "use a cluster of a version that fits, or `index.backend = \"local\"`"
    } else if says("certificate") {
        "give the cluster a certificate that this system trusts for its name, or look at `index.url`"
    } else if says("no space") {
        "make room at the cluster, then `perusal migrate` goes on; nothing was lost"
    } else if says("was never put there") {
        "`perusal migrate --to qdrant://HOST` puts it there"
    } else if says("set back")
        || says("emptied")
        || says("has lost the point")
        || says("doesn't exist")
    {
        "`perusal migrate --to qdrant://HOST --afresh` fills it anew from the records"
    } else if says("another library") || says("not ours") {
        "name another with `index.collection`; nothing was changed there"
    } else if says("is not kept any more") {
        "ask again: the newest version is read then"
    } else {
        "`perusal doctor` looks at the cluster"
    }
}

/// What to do about an error of a model.
pub fn model_hint(error: &ModelError) -> Option<String> {
    let hint = match error {
        ModelError::NotInstalled { name } => return Some(format!("`perusal models pull {name}`")),
        ModelError::NoSuchHead { .. } => "`perusal models ls` says what each model gives",
        ModelError::HashMismatch { .. } => {
            "the file was not used; `perusal models pull NAME` fetches it again"
        }
        ModelError::Network { .. } => "check the network and try again: what was fetched is kept",
        ModelError::PipMissing { .. } => {
            "install Python's pip, or put the files into the model folder by hand"
        }
        ModelError::Offline { .. } => {
            "run without `--offline` once, or copy the model folder from another machine"
        }
        ModelError::UnknownModel { .. } => "`perusal models ls` shows the names",
        ModelError::BadEndpoint { .. } => "`model.endpoint` looks like `http://127.0.0.1:11434`",
        ModelError::RemoteOffline { .. } => {
            "run without `--offline`, or `perusal reindex --embedder` with a model of this machine"
        }
        ModelError::Unreachable { .. } => {
            "start the server (`ollama serve`), or set `model.endpoint`, of a language model \
             `models.endpoint`; `--strategy keyword` works without it"
        }
        ModelError::Refused { .. } => {
            "`ollama pull NAME` fetches a model; `model.api_key` and `model.api_key_file` say where \
             a key is"
        }
        ModelError::BadAnswer { .. } => {
            "look at `model.endpoint`, which may be another kind of server; `perusal doctor` asks it"
        }
        ModelError::NoSuchModel { name, model, .. } => {
            return Some(match name.starts_with("ollama:") {
                true => format!("`ollama pull {model}` fetches it"),
                false => "write a name that the server knows in `models.main`".to_owned(),
            });
        }
        ModelError::KeyRefused { sent, .. } => return Some(key_hint(*sent)),
        ModelError::WrongShape { .. } => "ask again, or use a larger model",
        ModelError::OverBudget { .. } => "ask for one thing at a time",
        ModelError::NotRecorded { .. } => {
            "the run asks something else than the recorded one: make the recording anew"
        }
        ModelError::Io { .. } => "check the path, and whether it may be read",
        ModelError::BadRecording { .. } => "make the recording anew with `--record FILE`",
        ModelError::Dimension { name, .. } => {
            return Some(format!(
                "the model on the server has changed: `perusal reindex --embedder {name}` makes \
                 all vectors anew"
            ));
        }
        _ => return None,
    };
    Some(hint.to_owned())
}

/// Variables that other programs read keys from.
const KEY_VARIABLES: [&str; 3] = ["OPENAI_API_KEY", "DASHSCOPE_API_KEY", "OLLAMA_API_KEY"];

/// Where a key should come from, when a server wants one.
pub fn key_hint(sent: bool) -> String {
    let set = |name: &&&str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let variable = KEY_VARIABLES.iter().find(set);
    match (sent, variable) {
        (false, Some(name)) => format!(
            "{name} is set, and no setting names it: `models.api_key = \"${{{name}}}\"` sends it"
        ),
        (false, None) => {
            "`models.api_key = \"${VARIABLE}\"` names the variable that holds the key".to_owned()
        }
        (true, _) => "`models.api_key` names the variable of another key than this server's; \
                      `perusal config show --origin` tells which"
            .to_owned(),
    }
}

fn web_hint(error: &WebError) -> Option<&'static str> {
    match error {
        WebError::BadUrl { .. } => Some("addresses look like `https://docs.example/guide/`"),
        WebError::Refused { .. } => Some(
            "only places on the internet are fetched from; `web.allow_hosts` names servers of your \
             own, as `host:port`",
        ),
        WebError::BadAnswer { .. } => {
            Some("look at `web.endpoint`: it must be a SearXNG server whose JSON format is on")
        }
        WebError::Robots { .. } | WebError::RobotsUnknown { .. } => {
            Some("save the page by hand and add the file")
        }
        _ => None,
    }
}

/// What to do about vectors of another model; `configured` is its identity.
fn reindex_hint(configured: &str) -> String {
    let name = identity::model_name(configured);
    format!(
        "`perusal reindex --embedder {name}` makes the vectors anew, the library serving meanwhile; \
         or set `model.embedder` and `model.precision` as it was built"
    )
}
