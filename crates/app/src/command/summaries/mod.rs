//! `perusal summaries`: what documents are about, to be read and corrected.

mod edit;
mod written;

use perusal::hierarchy::{self, Refreshed};
use perusal::index::{
    Cluster, Correction, DocumentId, DocumentRecord, Sentence, Snapshot, Summaries, Summary, Writer,
};
use perusal::text::{Document, Section};
use serde_json::{Value, json};

use crate::cli::{SummariesBuildArgs, SummariesCommand};
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::output::printable;
use crate::{json as outside, library};
use edit::one_line;

/// Key terms shown of a cluster in a list.
const LISTED_TERMS: usize = 6;

/// Shows, corrects and makes summaries.
pub fn run(context: &Context, command: &SummariesCommand) -> Result<Code, Failure> {
    match command {
        SummariesCommand::Show { document: None } => show_clusters(context),
        SummariesCommand::Show {
            document: Some(named),
        } => show_document(context, named),
        SummariesCommand::Edit(args) => edit::run(context, args),
        SummariesCommand::Build(args) => build(context, args),
    }
}

fn show_clusters(context: &Context) -> Result<Code, Failure> {
    let snapshot = library::snapshot(context)?;
    let made = snapshot.clusters()?;
    let current = hierarchy::is_current(&snapshot)?;
    let clusters = made.as_ref().map_or(&[][..], |made| &made.clusters);
    let output = &context.output;
    if output.json {
        let list = clusters
            .iter()
            .map(|cluster| cluster_json(&snapshot, cluster))
            .collect::<Result<Vec<Value>, Failure>>()?;
        output.object(&json!({
            "schema": outside::SCHEMA,
            "basis": made.as_ref().map(|made| made.basis.as_str()),
            "current": current,
            "clusters": list,
        }))?;
    } else {
        for cluster in clusters {
            tell_cluster(context, &snapshot, cluster)?;
        }
    }
    if !current {
        output.say("the clusters are not those of the documents now: `perusal summaries build`");
    }
    Ok(if clusters.is_empty() {
        Code::Nothing
    } else {
        Code::Done
    })
}

fn tell_cluster(context: &Context, snapshot: &Snapshot, cluster: &Cluster) -> Result<(), Failure> {
    const DOCUMENTS_SHOWN: usize = 5;
    let output = &context.output;
    let count = cluster.documents.len();
    let documents = if count == 1 { "document" } else { "documents" };
    let written = written::topic(snapshot, cluster)?;
    let topic = written.as_ref().map_or(&cluster.topic, |one| &one.topic);
    let topic = output.bold(&printable(topic));
    output.line(&format!("{topic}  {count} {documents}"))?;
    let terms: Vec<&str> = cluster
        .key_terms
        .iter()
        .take(LISTED_TERMS)
        .map(String::as_str)
        .collect();
    output.line(&printable(&format!("  about: {}", terms.join(", "))))?;
    for sentence in &cluster.summary {
        let text = snapshot.text(&sentence.document, sentence.span)?;
        output.line(&printable(&format!("  “{}”", one_line(&text))))?;
    }
    for id in cluster.documents.iter().take(DOCUMENTS_SHOWN) {
        output.line(&printable(&format!("  {}", library::path_of(snapshot, id))))?;
    }
    if count > DOCUMENTS_SHOWN {
        output.line(&format!("  … and {} more", count - DOCUMENTS_SHOWN))?;
    }
    Ok(())
}

fn cluster_json(snapshot: &Snapshot, cluster: &Cluster) -> Result<Value, Failure> {
    let summary = cluster
        .summary
        .iter()
        .map(|sentence| sentence_json(snapshot, sentence))
        .collect::<Result<Vec<Value>, Failure>>()?;
    let named = |id: &DocumentId| json!({"document": library::path_of(snapshot, id), "document_id": id.as_str()});
    let written = written::topic(snapshot, cluster)?.map(|one| {
        json!({"topic": one.topic, "text": one.text, "model": one.model, "prompt": one.prompt})
    });
    Ok(json!({
        "topic": cluster.topic,
        "written": written,
        "key_terms": cluster.key_terms,
        "summary": summary,
        "count": cluster.documents.len(),
        "documents": cluster.documents.iter().map(named).collect::<Vec<_>>(),
    }))
}

fn sentence_json(snapshot: &Snapshot, sentence: &Sentence) -> Result<Value, Failure> {
    Ok(json!({
        "document": library::path_of(snapshot, &sentence.document),
        "document_id": sentence.document.as_str(),
        "text": snapshot.text(&sentence.document, sentence.span)?,
        "span": {"start": sentence.span.start, "end": sentence.span.end},
    }))
}

fn show_document(context: &Context, named: &str) -> Result<Code, Failure> {
    let snapshot = library::snapshot(context)?;
    let record = library::find(snapshot.documents(), named)?;
    let mut document = (*snapshot.structure(&record.id)?).clone();
    document.text = snapshot.full_text(&record.id)?;
    let summaries = snapshot.summaries(&record.id)?;
    let correction = snapshot.correction(&record.id)?;
    let clusters = snapshot.clusters()?.map(|made| made.clusters);
    let cluster = clusters
        .iter()
        .flatten()
        .find(|cluster| cluster.documents.contains(&record.id));
    if context.output.json {
        let mut object = outside::document(record);
        object.insert("schema".to_owned(), json!(outside::SCHEMA));
        object.insert(
            "summary".to_owned(),
            summary_json(&document, &summaries.document),
        );
        object.insert("sections".to_owned(), sections_json(&document, &summaries));
        let written = snapshot.written_summaries(&record.id)?;
        object.insert("written".to_owned(), written::as_json(&document, &written));
        object.insert(
            "correction".to_owned(),
            correction_json(record, correction.as_ref()),
        );
        let topic =
            cluster.map(|cluster| json!({"topic": cluster.topic, "key_terms": cluster.key_terms}));
        object.insert("cluster".to_owned(), json!(topic));
        context.output.object(&Value::Object(object))?;
        return Ok(Code::Done);
    }
    let output = &context.output;
    output.line(&output.bold(&printable(&record.path)))?;
    tell_summary(
        context,
        record,
        &document,
        &summaries.document,
        correction.as_ref(),
    )?;
    let written = snapshot.written_summaries(&record.id)?;
    // What a person wrote stands instead.
    if correction.is_none() {
        written::tell_one(context, &written, None, "\n")?;
    }
    if let Some(cluster) = cluster {
        output.line(&printable(&format!("\nAmong: {}", cluster.topic)))?;
    }
    for made in &summaries.sections {
        if let Some(section) = document.sections.get(made.section) {
            tell_section(context, &document, section, &made.summary)?;
            written::tell_one(context, &written, Some(made.section), "  ")?;
        }
    }
    Ok(Code::Done)
}

fn tell_section(
    context: &Context,
    document: &Document,
    section: &Section,
    summary: &Summary,
) -> Result<(), Failure> {
    let output = &context.output;
    let indent = "  ".repeat(usize::from(section.level.saturating_sub(1)));
    let terms = output.dim(&printable(&summary.key_terms.join(", ")));
    output.line(&format!("\n{indent}{}  {terms}", printable(&section.title)))?;
    for span in &summary.sentences {
        let sentence = one_line(span.slice(&document.text).unwrap_or_default());
        output.line(&printable(&format!("{indent}  “{sentence}”")))?;
    }
    Ok(())
}

/// A summary as text: the corrected one first, where there is one.
pub fn tell_summary(
    context: &Context,
    record: &DocumentRecord,
    document: &Document,
    summary: &Summary,
    correction: Option<&Correction>,
) -> Result<(), Failure> {
    let output = &context.output;
    if let Some(correction) = correction {
        let flag = if is_outdated(record, correction) {
            ", written for an earlier version of the document"
        } else {
            ""
        };
        output.line(&format!("\nSummary (corrected by hand{flag}):"))?;
        for line in printable(&correction.text).lines() {
            output.line(&format!("  {line}"))?;
        }
    }
    output.line(&printable(&format!(
        "\nAbout: {}",
        summary.key_terms.join(", ")
    )))?;
    for span in &summary.sentences {
        let sentence = one_line(span.slice(&document.text).unwrap_or_default());
        output.line(&printable(&format!("  “{sentence}”")))?;
    }
    Ok(())
}

/// A summary with its sentences as `show` prints them, too.
pub fn summary_json(document: &Document, summary: &Summary) -> Value {
    json!({
        "key_terms": summary.key_terms,
        "sentences": summary.sentences.iter().map(|span| json!({
            "text": span.slice(&document.text),
            "span": {"start": span.start, "end": span.end},
            "pages": document.pages_of(*span).map(|(first, last)| [first, last]),
            "rows": document.rows_of(*span).map(|(first, last)| [first, last]),
        })).collect::<Vec<_>>(),
    })
}

fn sections_json(document: &Document, summaries: &Summaries) -> Value {
    let sections = summaries.sections.iter().filter_map(|made| {
        let section = document.sections.get(made.section)?;
        let mut object = summary_json(document, &made.summary);
        object["title"] = json!(section.title);
        object["level"] = json!(section.level);
        object["span"] = json!({"start": section.span.start, "end": section.span.end});
        Some(object)
    });
    Value::Array(sections.collect())
}

/// A correction, and whether the document has changed since.
pub fn correction_json(record: &DocumentRecord, correction: Option<&Correction>) -> Value {
    correction.map_or(Value::Null, |correction| {
        json!({
            "text": correction.text,
            "written": correction.written,
            "outdated": is_outdated(record, correction),
        })
    })
}

fn is_outdated(record: &DocumentRecord, correction: &Correction) -> bool {
    correction.content_hash != record.content_hash
}

fn build(context: &Context, args: &SummariesBuildArgs) -> Result<Code, Failure> {
    let snapshot = library::records(context)?;
    let identity = snapshot.identity().clone();
    drop(snapshot);
    let mut writer = Writer::open(&context.settings.store, &identity)?;
    let (summarized, refreshed) = hierarchy::build(&mut writer, &context.cancel)?;
    let clusters = match refreshed {
        Refreshed::Current { clusters } => clusters,
        Refreshed::Deferred => 0,
    };
    if args.language.is_some() {
        let built = written::build(context, args, &mut writer);
        crate::cluster::catch_up(context, &mut writer);
        return built;
    }
    crate::cluster::catch_up(context, &mut writer);
    if context.output.json {
        context.output.object(&json!({
            "schema": outside::SCHEMA,
            "summarized": summarized,
            "clusters": clusters,
        }))?;
    } else {
        context.output.line(&format!(
            "{summarized} documents summarised anew, {clusters} clusters"
        ))?;
    }
    Ok(Code::Done)
}
