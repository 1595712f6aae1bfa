//! `perusal serve`: HTTP for other programs.
//!
//! A request passes the guard of its route, takes a place among those that work, and runs on a
//! thread that may block: the engine is not asynchronous. It ends when the client leaves, and when
//! the server stops.

mod access;
mod api;
mod connections;
mod embeddings;
mod examples;
mod follow;
#[cfg(feature = "grpc")]
mod grpc;
mod guard;
mod health;
mod ids;
mod job;
mod jobs;
mod logins;
mod mcp;
mod metrics;
mod observed;
mod openai;
mod openapi;
mod originals;
mod page;
mod parting;
mod problem;
mod publications;
mod responses;
mod routes;
mod run;
mod state;
mod stream;
mod telemetry;
pub mod tokens;
mod trials;
mod warming;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use perusal::models::Cancel;
use rmcp::ServiceExt;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use self::access::Access;
use self::connections::Connections;
use self::follow::{Follow, Following};
use self::mcp::Mcp;
use self::state::{DEFAULT_COLLECTION, Served};
use self::tokens::{Scope, Tokens};
use crate::cli::{McpArgs, ServeArgs, TokenCommand};
use crate::config::{self, FlagValues};
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::output::Output;

/// Time for what is being answered when the server stops.
const STOP_TIME: Duration = Duration::from_secs(10);
/// Of that, the time before work is asked to end.
const FINISH_TIME: Duration = Duration::from_secs(7);
/// How often is looked for what nobody fetches.
const TIDY_EVERY: Duration = Duration::from_secs(10);
/// How often is looked whether it was interrupted.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Serves until it is interrupted.
pub fn run(context: &Context, args: &ServeArgs) -> Result<Code, Failure> {
    let path = args.token_file.clone();
    let tokens = Tokens::at(path.unwrap_or_else(Tokens::default_path));
    let loopback = args.listen.ip().is_loopback();
    if tokens.all()?.is_empty() && !loopback {
        return Err(Failure::Usage {
            message: format!(
                "{} can be reached from elsewhere, and there is no token",
                args.listen
            ),
            hint: "`perusal token add NAME` makes one".to_owned(),
        });
    }
    let mut collections = collections(context, &args.collections)?;
    let follows = match &args.replica_of {
        Some(writer) => Some(follow::prepare(context, args, writer, &mut collections)?),
        None => None,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let serving = serve(context, args, (collections, tokens, loopback), follows);
    let code = runtime.block_on(serving);
    // Work that does not end is left behind: nothing acknowledged depends on it.
    runtime.shutdown_timeout(Duration::from_secs(1));
    code
}

/// Serves tools over standard input and output until its other end closes it.
pub fn mcp(context: &Context, args: &McpArgs) -> Result<Code, Failure> {
    let collections = collections(context, &args.collections)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let stop = context.cancel.clone();
    let tokens = Tokens::at(Tokens::default_path());
    let served = Arc::new(Served::new(collections, tokens, (true, 0), stop.clone()));
    let tools = Mcp::new(
        served,
        Some(Access::local(args.allow_writes)),
        args.allow_writes,
    );
    let done = runtime.block_on(async {
        let running = tools.serve(rmcp::transport::stdio()).await;
        let Ok(running) = running else {
            // It was closed before it began.
            return Code::Done;
        };
        tokio::select! {
            _ = running.waiting() => Code::Done,
            () = interrupted(stop) => Code::Interrupted,
        }
    });
    runtime.shutdown_timeout(Duration::from_secs(1));
    Ok(done)
}

/// One context a collection: the library of the settings, and those that are named.
fn collections(
    context: &Context,
    named: &[(String, PathBuf)],
) -> Result<BTreeMap<String, Context>, Failure> {
    // What is answered goes to the client, and what is logged says nothing of it.
    let output = Output {
        json: true,
        quiet: true,
        color: false,
    };
    let base = Context {
        output,
        cancel: Cancel::default(),
        ..context.clone()
    };
    let mut collections = BTreeMap::new();
    for (name, folder) in named {
        let mut flags: FlagValues = context.flags.clone();
        let folder = std::path::absolute(folder)?;
        flags.insert("store", folder.display().to_string().into());
        let settings = config::load(&flags)?;
        let one = Context {
            settings: settings.into(),
            flags,
            ..base.clone()
        };
        if collections.insert(name.clone(), one).is_some() {
            return Err(Failure::Usage {
                message: format!("the collection `{name}` is named twice"),
                hint: "`--collection NAME=DIR`, each name once".to_owned(),
            });
        }
    }
    let default = DEFAULT_COLLECTION.to_owned();
    collections.entry(default).or_insert(base);
    Ok(collections)
}

async fn serve(
    context: &Context,
    args: &ServeArgs,
    (collections, tokens, loopback): (BTreeMap<String, Context>, Tokens, bool),
    follows: Option<(Following, Vec<Follow>)>,
) -> Result<Code, Failure> {
    let listen = args.listen;
    let listener = TcpListener::bind(listen).await;
    let listener = listener.map_err(|error| Failure::Usage {
        message: format!("{listen} cannot be listened on: {error}"),
        hint: "another port: `perusal serve --listen 127.0.0.1:7334`".to_owned(),
    })?;
    let address = listener.local_addr()?;
    let stop = Cancel::default();
    let mut served = Served::new(
        collections,
        tokens,
        (loopback, address.port()),
        stop.clone(),
    );
    #[cfg(feature = "grpc")]
    {
        served.reflects = args.grpc_reflection;
    }
    #[cfg(feature = "otel")]
    {
        use self::telemetry::otlp;
        if let Some(collector) = otlp::collector(|name| std::env::var(name).ok())? {
            let exporter = otlp::Exporter::begin(collector);
            served.hear(Arc::new(move |object| exporter.answered(object)));
        }
    }
    let (following, follows) = follows.unzip();
    served.following = following.map(Arc::new);
    let served = Arc::new(served);
    if served.following.is_none() {
        resume(&served);
    }
    warming::load::begin(&served);
    follow::begin(&served, follows.unwrap_or_default());
    let router = routes::all(&served, !context.output.quiet);
    // Before anybody knows that it listens: whoever ends it then is heard.
    let mut terminated = signal(SignalKind::terminate())?;
    context
        .output
        .line(&format!("listening on http://{address}"))?;
    if args.open {
        open_page(context, address);
    }

    let connections = Connections::new(router);
    tokio::select! {
        () = connections.accept(&listener) => {}
        _ = terminated.recv() => {}
        () = interrupted(context.cancel.clone()) => {}
        () = tidied(&served) => {}
    }
    drop(listener);
    context.output.say("stopping");
    served.stopping.cancel();
    let ask_to_end = async {
        tokio::time::sleep(FINISH_TIME).await;
        stop.cancel();
        std::future::pending::<()>().await;
    };
    tokio::select! {
        () = connections.end() => {}
        () = ask_to_end => {}
        () = tokio::time::sleep(STOP_TIME) => {}
    }
    stop.cancel();
    Ok(Code::Done)
}

/// Goes on with what a server before was doing.
fn resume(served: &Arc<Served>) {
    for (name, store) in served.stores() {
        if let Some(context) = served.context(&name) {
            trials::runner::go_on(served, (&name, &context));
        }
        for job in served.jobs.left(&store) {
            if let Some(context) = served.context(&name) {
                drop(served.run_job(&context, &job));
            }
        }
    }
}

/// Removes published versions that nobody fetches any more, for as long as the server lives.
async fn tidied(served: &Arc<Served>) {
    loop {
        tokio::time::sleep(TIDY_EVERY).await;
        let served = Arc::clone(served);
        let _ = tokio::task::spawn_blocking(move || served.publications.forget_unused()).await;
    }
}

/// Shows the page in the browser of whoever started the server.
fn open_page(context: &Context, address: SocketAddr) {
    if !page::is_there() {
        return context
            .output
            .say("note: this build holds no page; `scripts/web` builds it");
    }
    let program = match cfg!(target_os = "macos") {
        true => "open",
        false => "xdg-open",
    };
    let opened = std::process::Command::new(program)
        .arg(format!("http://{address}/"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if opened.is_err() {
        context.output.say(&format!(
            "note: no browser could be started: open http://{address}/"
        ));
    }
}

async fn interrupted(cancel: Cancel) {
    while !cancel.is_cancelled() {
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

/// `perusal token`
pub fn token(
    context: &Context,
    command: &TokenCommand,
    file: Option<&Path>,
) -> Result<Code, Failure> {
    let path = file.map_or_else(Tokens::default_path, Path::to_owned);
    let tokens = Tokens::at(path);
    let output = &context.output;
    match command {
        TokenCommand::Add {
            name,
            scopes,
            collections,
        } => {
            let scopes = match scopes.as_slice() {
                [] => vec![Scope::Read],
                scopes => scopes.to_vec(),
            };
            let secret = tokens.add(name, scopes, collections.clone())?;
            if output.json {
                let object = serde_json::json!({"schema": crate::json::SCHEMA, "name": name, "token": secret});
                output.object(&object)?;
            } else {
                output.line(&secret)?;
                output.say("note: this is shown once; send it as `Authorization: Bearer …`");
            }
        }
        TokenCommand::Ls => list(output, &tokens)?,
        TokenCommand::Rm { name } => tokens.remove(name)?,
    }
    Ok(Code::Done)
}

fn list(output: &Output, tokens: &Tokens) -> Result<(), Failure> {
    let all = tokens.all()?;
    if output.json {
        let told: Vec<_> = all
            .iter()
            .map(|token| {
                serde_json::json!({
                    "name": token.name, "scopes": token.scopes, "collections": token.collections,
                })
            })
            .collect();
        output.object(&serde_json::json!({"schema": crate::json::SCHEMA, "tokens": told}))?;
        return Ok(());
    }
    for token in &all {
        let scopes: Vec<String> = token.scopes.iter().map(ToString::to_string).collect();
        let seen = match token.collections.as_slice() {
            [] => "all collections".to_owned(),
            names => names.join(", "),
        };
        output.line(&format!("{}  {}  {seen}", token.name, scopes.join(",")))?;
    }
    Ok(())
}
