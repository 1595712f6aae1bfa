//! `perusal reindex --from-files`, and `perusal reindex` where documents are to be cut
//! otherwise: a new library beside the old one, which serves until it is done.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use perusal::EngineError;
use perusal::index::{self, IndexError, Original, Writer};
use perusal::ingest::{self, Action, Begun, Beside, RebuildReport, Source};
use perusal::models::Embedder;
use serde_json::{Value, json};

use crate::cli::ReindexArgs;
use crate::context::Context;
use crate::embedder::{self, Choice};
use crate::failure::{Code, Failure};
use crate::json::{SCHEMA, ms};
use crate::optional;
use crate::output::{Output, printable};
use crate::progress::Progress;

/// Makes a new library of the documents of the old one, and changes over to it.
pub fn run(context: &Context, args: &ReindexArgs, source: Source) -> Result<Code, Failure> {
    let started = Instant::now();
    let output = &context.output;
    let beside = Beside::of(&context.settings.store)?;
    let begun = beside.begun()?;
    if let Begun::Switched(backup) = &begun {
        tell_backup(output, Some(backup));
        let object = json!({"schema": SCHEMA, "switched": true, "backup": backup});
        return finished(output, args, object);
    }
    let original = Original::open(&beside.place)?;
    if begun == Begun::Nothing {
        check_room(&original)?;
    }
    let embedder = model(context, &original)?;
    let config = match &embedder {
        Some(_) => optional::ingest_config(context, embedder.as_ref())?,
        None => context.settings.ingest.clone(),
    };
    let identity = ingest::identity(&config, embedder.as_deref());
    let mut writer = new_library(&beside, &identity)?;
    let mut progress = Progress::new(output, args.jsonl);
    let report = ingest::rebuild(
        &original,
        &mut writer,
        source,
        embedder.as_deref(),
        &config,
        &context.cancel,
        &mut |event| progress.show(output, &event),
    );
    progress.finish();
    drop(writer);
    let mut report = report?;
    let backup = if report.whole {
        Some(switched(&beside, original, source)?)
    } else {
        None
    };
    let kept = backup.clone().filter(|backup| backup.exists());
    let mut object = as_json(&report, source);
    object["switched"] = json!(backup.is_some());
    object["backup"] = json!(kept);
    object["timings_ms"]["total"] = json!(ms(started.elapsed()));
    if !args.jsonl && !output.json {
        tell(output, &report, source)?;
    }
    if backup.is_some() {
        tell_backup(output, kept.as_deref());
    } else {
        let again = match source {
            Source::Files => "perusal reindex --from-files",
            Source::Stored => "perusal reindex",
        };
        output.say(&format!(
            "not finished: the library is as it was, and what was made stays; `{again}` goes on"
        ));
    }
    finished(output, args, object)?;
    match report.added.embedding_error.take() {
        Some(error) => Err(error.into()),
        None => Ok(code(&report)),
    }
}

/// The object that ends the output, where one is asked for.
fn finished(output: &Output, args: &ReindexArgs, mut object: Value) -> Result<Code, Failure> {
    if args.jsonl {
        object["event"] = json!("done");
        output.line(&object.to_string())?;
    } else if output.json {
        output.object(&object)?;
    }
    Ok(Code::Done)
}

fn code(report: &RebuildReport) -> Code {
    let left_out = report.gone.iter().any(|gone| !gone.kept);
    if report.added.interrupted {
        Code::Interrupted
    } else if left_out || report.added.count(Action::Failed) > 0 {
        Code::Partial
    } else {
        Code::Done
    }
}

/// The model of the new library. A library with vectors does not lose them because a
/// model is not there.
fn model(context: &Context, original: &Original) -> Result<Option<Arc<dyn Embedder>>, Failure> {
    let built = original.identity();
    if built.embedder.is_some()
        && let Some(choice) = Choice::of(&context.settings, Some(built))
    {
        return embedder::to_change_to(context, &choice).map(Some);
    }
    embedder::to_build(context, Some(built))
}

fn check_room(original: &Original) -> Result<(), Failure> {
    match ingest::room_lacking(original.dir(), original.bytes()) {
        None => Ok(()),
        Some(lacking) => Err(Failure::Usage {
            message: format!(
                "a second library of {:.1} MB beside this one needs {:.1} MB more room",
                original.bytes() as f64 / 1e6,
                lacking as f64 / 1e6
            ),
            hint: "make room on the disk; nothing was changed".to_owned(),
        }),
    }
}

/// The library that is made, or that an earlier run has begun with the same settings.
fn new_library(beside: &Beside, identity: &index::Identity) -> Result<Writer, Failure> {
    beside.begin()?;
    match Writer::open(&beside.new, identity) {
        Err(IndexError::IdentityMismatch { .. } | IndexError::FormatVersion { .. }) => {
            beside.give_up()?;
            beside.begin()?;
            Ok(Writer::open(&beside.new, identity)?)
        }
        opened => Ok(opened?),
    }
}

/// Checks the new library and lets it take the place. Cut anew, nothing of the old one is
/// needed any more; files that are read again may come to less than before.
fn switched(beside: &Beside, original: Original, source: Source) -> Result<PathBuf, Failure> {
    let damage = index::check(&beside.new)?.problems.into_iter().next();
    if let Some(problem) = damage {
        beside.give_up()?;
        return Err(Failure::from(EngineError::from(IndexError::Damaged {
            file: problem.file,
            reason: problem.what,
        })));
    }
    let backup = beside.switch()?;
    drop(original);
    if source == Source::Stored {
        // What cannot be removed is named as the backup that it is.
        let _ = std::fs::remove_dir_all(&backup);
    }
    Ok(backup)
}

fn as_json(report: &RebuildReport, source: Source) -> Value {
    let added = &report.added;
    let embedded = added.embedded.as_ref();
    let gone = report.gone.iter().map(|gone| {
        json!({
            "document": gone.path, "root": gone.root, "kept": gone.kept,
            "fetched": gone.is_fetched(),
        })
    });
    json!({
        "schema": SCHEMA,
        "from": match source { Source::Files => "files", Source::Stored => "stored" },
        "documents": report.documents,
        "read": documents_read(report),
        "held": added.files.iter().filter(|file| file.held).count(),
        "made_before": added.count(Action::Unchanged),
        "failed": added.count(Action::Failed),
        "gone": gone.collect::<Vec<_>>(),
        "changed": report.changed,
        "vectors_reused": report.vectors_reused,
        "chunks_embedded": embedded.map_or(0, |embedded| embedded.chunks),
        "chunks_pending": added.chunks_pending,
        "embedding_error": added.embedding_error.as_ref().map(ToString::to_string),
        "interrupted": added.interrupted,
        "timings_ms": {"read": ms(added.read_time)},
    })
}

/// Files that a reader was asked about and could read.
fn documents_read(report: &RebuildReport) -> usize {
    let new = |action| matches!(action, Action::Added | Action::Replaced);
    let files = report.added.files.iter();
    files.filter(|file| !file.held && new(file.action)).count()
}

fn tell(output: &Output, report: &RebuildReport, source: Source) -> Result<(), Failure> {
    for gone in &report.gone {
        let path = &gone.path;
        let what = match (gone.is_fetched(), gone.kept) {
            (true, _) => format!("not fetched again: {path}: kept as it was read"),
            (false, true) => format!("gone: {path}: kept as it was read"),
            (false, false) => format!("gone: {path}: left out, it could not be read before"),
        };
        output.say(&printable(&what));
    }
    for path in &report.changed {
        output.say(&printable(&format!("changed since it was added: {path}")));
    }
    let added = &report.added;
    let held = added.files.iter().filter(|file| file.held).count();
    let mut parts = vec![match source {
        Source::Files => format!("{} documents read", documents_read(report)),
        Source::Stored => format!("{held} documents cut anew, none read"),
    }];
    if source == Source::Files && held > 0 {
        parts.push(format!("{held} as they were stored"));
    }
    let before = added.count(Action::Unchanged);
    if before > 0 {
        parts.push(format!("{before} made by an earlier run"));
    }
    let failed = added.count(Action::Failed);
    if failed > 0 {
        parts.push(format!("{failed} failed"));
    }
    let seconds = added.total_time.as_secs_f64();
    output.line(&format!("{} in {seconds:.1} s", parts.join(", ")))?;
    if report.vectors_reused > 0 {
        output.line(&format!("{} vectors taken over", report.vectors_reused))?;
    }
    if let Some(embedded) = added.embedded.as_ref().filter(|made| made.chunks > 0) {
        output.line(&format!(
            "{} chunks embedded by {} ({} tokens) in {:.1} s",
            embedded.chunks,
            embedded.model,
            embedded.tokens,
            embedded.time.as_secs_f64()
        ))?;
    }
    Ok(())
}

/// The old library is the user's to delete.
fn tell_backup(output: &Output, backup: Option<&Path>) {
    let Some(backup) = backup else {
        output.say("the library is the new one now");
        return;
    };
    let backup = backup.display();
    output.say(&format!(
        "the library is the new one now; the old one is kept in {backup}: when you need it no \
         more, delete that folder (`rm -r '{backup}'`)"
    ));
}
