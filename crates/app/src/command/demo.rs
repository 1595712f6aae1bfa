//! `perusal demo`: the first thing a newcomer runs.

use std::path::{Path, PathBuf};
use std::time::Instant;

use perusal::ask::{AskRequest, Models};
use perusal::ingest::AddRequest;
use perusal::models::Limits;
use serde::Deserialize;
use serde_json::json;

use super::writer::Outcome;
use super::{add, ask, asking};
use crate::config::{FlagValues, Settings};
use crate::context::{Context, now};
use crate::failure::{Code, Failure};
use crate::json::SCHEMA;
use crate::{json as outside, library, optional};

/// The sample documents, shipped inside the binary.
pub const SAMPLES: [(&str, &[u8]); 4] = [
    (
        "heat-pump-manual.pdf",
        include_bytes!("../../../../samples/documents/heat-pump-manual.pdf"),
    ),
    (
        "island-ferry.md",
        include_bytes!("../../../../samples/documents/island-ferry.md"),
    ),
    (
        "library-handbook.md",
        include_bytes!("../../../../samples/documents/library-handbook.md"),
    ),
    (
        "wild-bees.txt",
        include_bytes!("../../../../samples/documents/wild-bees.txt"),
    ),
];
/// The questions asked of them.
const QUESTIONS: &str = include_str!("../../../../samples/questions.json");

#[derive(Deserialize)]
struct SampleQuestion {
    kind: String,
    question: String,
}

/// Adds the samples to a library of their own and asks three questions.
pub fn run(context: &Context) -> Result<Code, Failure> {
    let output = &context.output;
    let folder = crate::config::xdg("XDG_DATA_HOME", ".local/share").join("demo");
    let demo = Context {
        settings: demo_settings(context, &folder)?.into(),
        ..context.clone()
    };
    // Where a library was named, nothing is written elsewhere.
    let beside = match context.settings.values.is_set("store") {
        true => &demo.settings.store,
        false => &folder,
    };
    let samples = write_samples(&beside.join("samples"))?;
    output.say(&format!(
        "Adding the sample documents in {}",
        samples.display()
    ));
    let request = AddRequest {
        paths: vec![samples],
        collection: "samples".to_owned(),
        prune: true,
        now: now(),
        ..AddRequest::default()
    };
    let report = add::add(&demo, &request, false, true)?;
    output.say(&format!(
        "{} documents, searchable by keywords after {:.2} s, all vectors after {:.2} s",
        report.files.len(),
        report.searchable_time.as_secs_f64(),
        report.total_time.as_secs_f64()
    ));
    let code = questions(&demo)?;
    output.say(&format!(
        "\nAsk your own: perusal add FOLDER, then perusal ask \"…\"   (the samples: perusal --store {} ask \"…\")",
        demo.settings.store.display()
    ));
    Ok(code)
}

/// Asks each question; all must be answered.
fn questions(demo: &Context) -> Result<Code, Failure> {
    let asked: Vec<SampleQuestion> =
        serde_json::from_str(QUESTIONS).map_err(|error| Failure::Usage {
            message: format!("the sample questions are broken: {error}"),
            hint: "this build is not whole".to_owned(),
        })?;
    let (snapshot, embedder) = library::reader(demo)?;
    let retrieve = optional::retrieve_config(demo, embedder.as_ref())?;
    let mut objects = Vec::new();
    let mut code = Code::Done;
    for SampleQuestion { kind, question } in asked {
        let started = Instant::now();
        let request = AskRequest::new(question.clone());
        let limits = Limits {
            deadline: Some(started + ask::DEMO_DEADLINE),
            cancel: demo.cancel.clone(),
        };
        let answered = asking::of_library(
            demo,
            &snapshot,
            Models {
                embedder: embedder.as_deref(),
                ..Models::default()
            },
            &retrieve,
            &request,
            &limits,
        )?;
        if answered.answer.is_none() {
            code = Code::Nothing;
        }
        if demo.output.json {
            objects.push(outside::asked(&snapshot, &answered, "", started.elapsed()));
            continue;
        }
        demo.output.line("")?;
        demo.output
            .line(&demo.output.bold(&format!("A {kind}: {question}")))?;
        ask::tell(demo, &snapshot, &answered, &Outcome::Quotes)?;
    }
    if demo.output.json {
        demo.output
            .object(&json!({"schema": SCHEMA, "answers": objects}))?;
    }
    Ok(code)
}

/// A library of the demo's own, unless one was named: the samples should not
/// land among a person's documents by accident.
fn demo_settings(context: &Context, folder: &Path) -> Result<Settings, Failure> {
    let store = if context.settings.values.is_set("store") {
        context.settings.store.clone()
    } else {
        folder.join("library")
    };
    let store = store.display().to_string();
    crate::config::load(&FlagValues::from([("store", store.into())]))
}

/// Writes the samples beside the library, so that they can be opened and read.
fn write_samples(folder: &Path) -> Result<PathBuf, Failure> {
    std::fs::create_dir_all(folder)?;
    for (name, bytes) in SAMPLES {
        let place = folder.join(name);
        if std::fs::read(&place).ok().as_deref() != Some(bytes) {
            std::fs::write(&place, bytes)?;
        }
    }
    Ok(folder.to_owned())
}
