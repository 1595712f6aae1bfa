//! Summaries that a language model writes, with the sentences that they rest on.
//!
//! It is given numbered sentences and names those it used; numbers that none of these holds are
//! refused. What it fails at keeps its extractive summary. Each document is kept when it is done,
//! so that a run that was stopped goes on where it was; a summary of the same model and prompt is
//! not asked for again, and where a person wrote one, that stands.

use std::collections::BTreeSet;

use index::{
    DocumentId, DocumentRecord, Library, SectionSummary, Snapshot, State, Summaries, Writer,
    WrittenSummary, WrittenTopic,
};
use models::schemars::JsonSchema;
use models::{LanguageModel, Limits, TypedRequest, ask_typed};
use serde::Deserialize;
use text::{Document, Language, Span, sentences};

use crate::EngineError;
use crate::answer::Read;
use crate::prompts::{Prompt, Prompts, language_name, window_left};

/// Sections of a document that are summarised, the largest first.
const SECTIONS_MAX: usize = 12;
/// Sentences that a summary is written from, and their bytes.
const SENTENCES_MAX: usize = 40;
const SENTENCES_BYTES_MAX: usize = 5_000;
/// Bytes of a summary; less than the first says nothing.
const SUMMARY_BYTES: (usize, usize) = (15, 800);
/// Documents of a cluster that a model is shown, and characters of each.
const MEMBERS_MAX: usize = 12;
const MEMBER_CHARS_MAX: usize = 240;
/// Words of a topic.
const TOPIC_WORDS: (usize, usize) = (2, 4);
/// Tokens of an answer.
const REPLY_TOKENS: u32 = 300;

/// What is to be written, and by whom.
#[derive(Clone, Copy)]
pub struct Writing<'a> {
    /// The model.
    pub model: &'a dyn LanguageModel,
    /// What it is asked.
    pub prompts: &'a Prompts,
    /// Documents at most in this run; the next one goes on.
    pub documents_max: usize,
    /// When to stop.
    pub limits: &'a Limits,
}

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Built {
    /// Documents that have written summaries now and had none.
    pub documents: usize,
    /// Sections among them.
    pub sections: usize,
    /// Clusters that have a topic.
    pub topics: usize,
    /// Documents that are left for the next run.
    pub left: usize,
    /// What a model failed at, and why.
    pub failed: Vec<(String, String)>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "models::schemars")]
struct Reply {
    summary: String,
    /// numbers of sentences
    rests_on: Vec<usize>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "models::schemars")]
struct TopicReply {
    /// two to four words
    topic: String,
    summary: String,
    /// numbers of documents
    rests_on: Vec<usize>,
}

/// Has summaries written for the documents that have none of this model and prompt. `hear` is told
/// of each document before it is begun: its place from 1, all there are to do, its path.
///
/// # Errors
/// A store that cannot be read or written; [`EngineError::Interrupted`] keeps what was done, and
/// [`EngineError::Model`] for a model that is not there.
pub fn write(
    writer: &mut Writer,
    writing: &Writing<'_>,
    hear: &mut dyn FnMut(usize, usize, &str),
) -> Result<Built, EngineError> {
    let snapshot = Library::open(writer.dir())?.snapshot()?;
    let prompt = writing.prompts.get("summary")?;
    writing.model.prepare(writing.limits)?;
    let mut built = Built::default();
    let todo = outstanding(&snapshot, writing, prompt.version)?;
    built.left = todo.len().saturating_sub(writing.documents_max);
    let now = todo.len().min(writing.documents_max);
    for (at, record) in todo.iter().take(now).enumerate() {
        hear(at + 1, now, &record.path);
        let Some(document) = snapshot.stored_document(&record.id)? else {
            continue;
        };
        let corrected = snapshot.correction(&record.id)?.is_some();
        let of = Of {
            writing,
            prompt: &prompt,
            document: &document,
            path: &record.path,
        };
        let summaries = snapshot.summaries(&record.id)?;
        let written = of.all(&summaries, corrected, &mut built)?;
        if !written.is_empty() {
            built.documents += 1;
            built.sections += written.iter().filter(|one| one.section.is_some()).count();
            writer.put_written(&record.id, &written)?;
        }
    }
    if built.left == 0 {
        topics(writer, &snapshot, writing, &mut built)?;
    }
    Ok(built)
}

/// Documents without summaries of this model and prompt, in order of path.
fn outstanding<'s>(
    snapshot: &'s Snapshot,
    writing: &Writing<'_>,
    version: u32,
) -> Result<Vec<&'s DocumentRecord>, EngineError> {
    let model = &writing.model.profile().id;
    let mut todo = Vec::new();
    for record in snapshot.documents() {
        if record.state != State::Ready || record.chunks == 0 {
            continue;
        }
        let known = snapshot.written_summaries(&record.id)?;
        if !known
            .iter()
            .any(|one| one.model == *model && one.prompt == version)
        {
            todo.push(record);
        }
    }
    todo.sort_by(|a, b| (&a.path, &a.id).cmp(&(&b.path, &b.id)));
    Ok(todo)
}

/// A document that is summarised.
struct Of<'a> {
    writing: &'a Writing<'a>,
    prompt: &'a Prompt,
    document: &'a Document,
    path: &'a str,
}

impl Of<'_> {
    /// The summary of the whole, unless a person wrote one, and those of the largest sections.
    fn all(
        &self,
        summaries: &Summaries,
        corrected: bool,
        built: &mut Built,
    ) -> Result<Vec<WrittenSummary>, EngineError> {
        let mut written = Vec::new();
        if !corrected {
            let spans = telling(summaries);
            written.extend(self.one(None, self.path, &spans, built)?);
        }
        for section in largest(self.document, &summaries.sections) {
            let about = &self.document.sections[section];
            let context = format!("{}, {}", self.path, about.title);
            let spans = self.sentences_of(about.span);
            written.extend(self.one(Some(section), &context, &spans, built)?);
        }
        Ok(written)
    }

    /// Asks for one summary; what it fails at is counted.
    fn one(
        &self,
        section: Option<usize>,
        context: &str,
        spans: &[Span],
        built: &mut Built,
    ) -> Result<Option<WrittenSummary>, EngineError> {
        let shown = self.bounded(spans);
        if shown.is_empty() {
            return Ok(None);
        }
        match self.asked(context, &shown) {
            Ok(reply) => {
                let rests: BTreeSet<usize> = reply.rests_on.into_iter().collect();
                Ok(Some(WrittenSummary {
                    section,
                    text: reply.summary.trim().to_owned(),
                    spans: rests.iter().map(|number| shown[number - 1]).collect(),
                    model: self.writing.model.profile().id.clone(),
                    prompt: self.prompt.version,
                }))
            }
            Err(Failed::Stopped) => Err(EngineError::Interrupted),
            Err(Failed::Told(why)) => {
                built.failed.push((context.to_owned(), why));
                Ok(None)
            }
        }
    }

    fn asked(&self, context: &str, shown: &[Span]) -> Result<Reply, Failed> {
        let texts: Vec<&str> = shown
            .iter()
            .filter_map(|span| span.slice(&self.document.text))
            .collect();
        let language = Language::detect(&texts.join(" "));
        let context = context.split_whitespace().collect::<Vec<_>>().join(" ");
        let slots = [
            ("language", language_name(language)),
            ("context", &*context),
            ("evidence", &*numbered(&texts)),
        ];
        let check = |reply: &Reply| -> Result<(), String> {
            sized(&reply.summary)?;
            let known = rested_on(&reply.rests_on, &texts)?;
            numbers_stand(&reply.summary, &known, language)
        };
        self.writing.ask(self.prompt, &slots, &check)
    }

    /// Sentences of a stretch, in order.
    fn sentences_of(&self, span: Span) -> Vec<Span> {
        let Some(text) = span.slice(&self.document.text) else {
            return Vec::new();
        };
        let found = sentences(text, Language::detect(text)).into_iter();
        found
            .map(|one| Span::new(span.start + one.start, span.start + one.end))
            .collect()
    }

    /// As many of the first as a model is given, blank ones left out.
    fn bounded(&self, spans: &[Span]) -> Vec<Span> {
        let mut left = SENTENCES_BYTES_MAX;
        let written = spans.iter().filter(|span| {
            let text = span.slice(&self.document.text).unwrap_or_default();
            text.chars().any(char::is_alphanumeric)
        });
        let fits = written.take(SENTENCES_MAX).take_while(|span| {
            let fits = span.len() <= left;
            left = left.saturating_sub(span.len());
            fits
        });
        fits.copied().collect()
    }
}

/// Why a model gave nothing.
enum Failed {
    Stopped,
    Told(String),
}

impl Writing<'_> {
    fn ask<T: JsonSchema + serde::de::DeserializeOwned>(
        &self,
        prompt: &Prompt,
        slots: &[(&str, &str)],
        check: &dyn Fn(&T) -> Result<(), String>,
    ) -> Result<T, Failed> {
        let messages = prompt.render(slots);
        let messages = messages.map_err(|error| Failed::Told(error.to_string()))?;
        if window_left(self.model, &messages, 2 * REPLY_TOKENS) == 0 {
            let window = self.model.profile().context_tokens;
            let why = format!("it does not fit into the {window} tokens of the model");
            return Err(Failed::Told(why));
        }
        let request = TypedRequest {
            messages,
            tokens_max: REPLY_TOKENS,
        };
        let answered = ask_typed::<T>(self.model, &request, self.limits, check);
        answered
            .map(|answered| answered.value)
            .map_err(|error| match self.limits.check() {
                Ok(()) => Failed::Told(error.to_string()),
                Err(_) => Failed::Stopped,
            })
    }
}

/// The central sentences of a document and of its sections, in reading order.
fn telling(summaries: &Summaries) -> Vec<Span> {
    let of_sections = summaries.sections.iter();
    let of_sections = of_sections.flat_map(|section| section.summary.sentences.first());
    let whole = summaries.document.sentences.iter();
    let mut spans: Vec<Span> = whole.chain(of_sections).copied().collect();
    spans.sort_unstable();
    spans.dedup();
    spans
}

/// The largest sections that have a summary, in order.
fn largest(document: &Document, sections: &[SectionSummary]) -> Vec<usize> {
    let mut all: Vec<usize> = sections.iter().map(|one| one.section).collect();
    all.retain(|at| *at < document.sections.len());
    all.sort_by_key(|at| (std::cmp::Reverse(document.sections[*at].span.len()), *at));
    all.truncate(SECTIONS_MAX);
    all.sort_unstable();
    all
}

fn numbered(texts: &[&str]) -> String {
    let line = |(at, text): (usize, &&str)| {
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("{} {words}", at + 1)
    };
    let lines: Vec<String> = texts.iter().enumerate().map(line).collect();
    lines.join("\n")
}

fn sized(summary: &str) -> Result<(), String> {
    let (least, most) = SUMMARY_BYTES;
    let bytes = summary.trim().len();
    match (least..=most).contains(&bytes) {
        true => Ok(()),
        false => Err(format!(
            "the summary has {bytes} bytes, {least} to {most} are possible"
        )),
    }
}

/// The texts that are named, by number.
fn rested_on(numbers: &[usize], texts: &[&str]) -> Result<String, String> {
    if numbers.is_empty() {
        return Err("it rests on nothing".to_owned());
    }
    let known = numbers.iter().map(|number| {
        let at = number.checked_sub(1).filter(|at| *at < texts.len());
        let at = at.ok_or_else(|| format!("there is no {number}, but 1 to {}", texts.len()))?;
        Ok(texts[at])
    });
    Ok(known.collect::<Result<Vec<&str>, String>>()?.join("\n"))
}

fn numbers_stand(summary: &str, known: &str, language: Language) -> Result<(), String> {
    let stand =
        Read::new(summary, language).numbers_in(&Read::new(known, language), &BTreeSet::new());
    match stand {
        true => Ok(()),
        false => Err("it has a number that none of the sentences it rests on has".to_owned()),
    }
}

/// Has clusters named that have no topic of this model and prompt.
fn topics(
    writer: &mut Writer,
    snapshot: &Snapshot,
    writing: &Writing<'_>,
    built: &mut Built,
) -> Result<(), EngineError> {
    let Some(clusters) = snapshot.clusters()? else {
        return Ok(());
    };
    let prompt = writing.prompts.get("topic")?;
    let model = &writing.model.profile().id;
    let known = snapshot.written_topics()?;
    let mut all: Vec<WrittenTopic> = Vec::new();
    for cluster in &clusters.clusters {
        let mut documents = cluster.documents.clone();
        documents.sort_unstable();
        let same = |one: &&WrittenTopic| {
            one.documents == documents && one.model == *model && one.prompt == prompt.version
        };
        if let Some(known) = known.iter().find(same) {
            all.push(known.clone());
            continue;
        }
        match topic(snapshot, &cluster.documents, writing, &prompt)? {
            Ok((reply, rests_on)) => all.push(WrittenTopic {
                documents,
                topic: reply.topic.trim().to_owned(),
                text: reply.summary.trim().to_owned(),
                rests_on,
                model: model.clone(),
                prompt: prompt.version,
            }),
            Err(Failed::Stopped) => {
                writer.put_topics(&all)?;
                return Err(EngineError::Interrupted);
            }
            Err(Failed::Told(why)) => built.failed.push((cluster.topic.clone(), why)),
        }
    }
    built.topics = all.len();
    writer.put_topics(&all)?;
    Ok(())
}

/// A topic of some documents, and those that it rests on.
fn topic(
    snapshot: &Snapshot,
    documents: &[DocumentId],
    writing: &Writing<'_>,
    prompt: &Prompt,
) -> Result<Result<(TopicReply, Vec<DocumentId>), Failed>, EngineError> {
    let shown = &documents[..documents.len().min(MEMBERS_MAX)];
    let lines: Result<Vec<String>, EngineError> =
        shown.iter().map(|id| about(snapshot, id)).collect();
    let lines = lines?;
    let texts: Vec<&str> = lines.iter().map(String::as_str).collect();
    let language = language_name(Language::detect(&lines.join(" ")));
    let slots = [("language", language), ("evidence", &*numbered(&texts))];
    let check = |reply: &TopicReply| -> Result<(), String> {
        let words = reply.topic.split_whitespace().count();
        let (least, most) = TOPIC_WORDS;
        if !(least..=most).contains(&words) {
            return Err(format!(
                "the topic has {words} words, {least} to {most} are possible"
            ));
        }
        sized(&reply.summary)?;
        rested_on(&reply.rests_on, &texts).map(|_| ())
    };
    Ok(writing
        .ask::<TopicReply>(prompt, &slots, &check)
        .map(|reply| {
            let rests: BTreeSet<usize> = reply.rests_on.iter().copied().collect();
            let rests_on = rests.iter().map(|number| shown[number - 1].clone());
            let rests_on = rests_on.collect();
            (reply, rests_on)
        }))
}

/// What is told of a document: its path, title, and what it is about, by a person before a model
/// before its key terms.
pub fn about(snapshot: &Snapshot, id: &DocumentId) -> Result<String, EngineError> {
    let record = snapshot.document(id)?;
    let written = snapshot.written_summaries(id)?;
    let whole = written.into_iter().find(|one| one.section.is_none());
    let by_hand = snapshot.correction(id)?.map(|correction| correction.text);
    let summary = match by_hand.or(whole.map(|one| one.text)) {
        Some(summary) => summary,
        None => snapshot.summaries(id)?.document.key_terms.join(", "),
    };
    let title = record.title.clone().unwrap_or_default();
    let parts = [record.path.clone(), title, summary].into_iter();
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    let line = parts.join(" · ");
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(line.chars().take(MEMBER_CHARS_MAX).collect())
}

#[cfg(test)]
mod tests;
