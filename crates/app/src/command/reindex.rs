//! `perusal reindex`: the vectors of another model. What asks for a new library is
//! left to `rebuild`.

use std::time::Instant;

use perusal::ingest::{self, ReindexReport, Source};
use serde_json::{Value, json};

use super::rebuild;
use crate::cli::ReindexArgs;
use crate::config::{self, FlagValues};
use crate::context::Context;
use crate::embedder::{self, Choice};
use crate::failure::{Code, Failure};
use crate::json::{SCHEMA, ms};
use crate::progress::Progress;
use crate::{cluster, library};

/// Makes the vectors of another model, and changes over to them; with other settings of
/// chunks, or from files, a new library.
pub fn run(context: &Context, args: &ReindexArgs) -> Result<Code, Failure> {
    if args.from_files {
        return rebuild::run(context, args, Source::Files);
    }
    let started = Instant::now();
    let output = &context.output;
    let built = library::records(context)?.identity().clone();
    let wanted = ingest::identity(&context.settings.ingest, None);
    if (&built.analyzer, &built.chunking) != (&wanted.analyzer, &wanted.chunking) {
        return rebuild::run(context, args, Source::Stored);
    }
    let choice = Choice::of(&context.settings, Some(&built)).ok_or_else(|| Failure::Usage {
        message: "there is no embedding model to change to".to_owned(),
        hint: "name one: `perusal reindex --embedder NAME`".to_owned(),
    })?;
    let embedder = embedder::to_change_to(context, &choice)?;
    // Opened without a model: that of the library is the one to be changed.
    let mut writer = library::writer(&context.settings, None)?;
    let mut progress = Progress::new(output, args.jsonl);
    let report = ingest::reindex(
        &mut writer,
        embedder.as_ref(),
        context.settings.ingest.embedded,
        args.force,
        &context.cancel,
        &mut |event| progress.show(output, &event),
    );
    progress.finish();
    cluster::catch_up(context, &mut writer);
    drop(writer);
    let report = report?;
    let mut object = as_json(&report);
    object["timings_ms"] = json!({"total": ms(started.elapsed())});
    if args.jsonl {
        object["event"] = json!("done");
        output.line(&object.to_string())?;
    } else if output.json {
        output.object(&object)?;
    } else {
        tell(context, &report)?;
    }
    tell_settings(context, &choice, &report);
    Ok(if report.interrupted {
        Code::Interrupted
    } else {
        Code::Done
    })
}

fn as_json(report: &ReindexReport) -> Value {
    json!({
        "schema": SCHEMA,
        "before": report.before,
        "model": report.embedded.model,
        "chunks_total": report.chunks_total,
        "chunks_kept": report.chunks_kept,
        "chunks_embedded": report.embedded.chunks,
        "chunks_windowed": report.embedded.chunks_windowed,
        "tokens_embedded": report.embedded.tokens,
        "switched": report.switched,
        "unchanged": report.unchanged,
        "interrupted": report.interrupted,
    })
}

fn tell(context: &Context, report: &ReindexReport) -> Result<(), Failure> {
    let output = &context.output;
    let embedded = &report.embedded;
    if report.unchanged && embedded.chunks == 0 {
        output.line(&format!(
            "the library has the vectors of {} already; `--force` makes them anew",
            embedded.model
        ))?;
    } else {
        let kept = match report.chunks_kept {
            0 => String::new(),
            kept => format!(", {kept} were there"),
        };
        output.line(&format!(
            "{} chunks embedded by {} ({} tokens) in {:.1} s{kept}",
            embedded.chunks,
            embedded.model,
            embedded.tokens,
            embedded.time.as_secs_f64()
        ))?;
    }
    if report.interrupted {
        output.say(
            "interrupted: the library is searched as before, and what was made stays; run the \
             same command again to go on",
        );
    } else if report.switched {
        let before = report.before.as_deref().unwrap_or("keywords alone");
        output.say(&format!(
            "the library is searched with them now, instead of {before}"
        ));
    }
    Ok(())
}

/// Settings that name another model would be in the way of the next command.
fn tell_settings(context: &Context, choice: &Choice, report: &ReindexReport) {
    let Ok(without_flags) = config::load(&FlagValues::default()) else {
        return;
    };
    let named = without_flags.embedder.as_ref() == Some(&choice.name);
    if report.switched && without_flags.embedder_chosen && !named {
        let origin = without_flags.values.origin("model.embedder");
        context.output.say(&format!(
            "note: set `model.embedder` to `{}` in {origin}, which names another model",
            choice.name
        ));
    }
}
