//! A model that obeys the documents instead of the prompt: documents carry injected instructions
//! (BIPIA) in their text, headings, table cells and file names, and the model does what they say,
//! invents addresses, numbers and markers. Nothing of it may change the route, reach the reader as
//! a link that no source holds, or stand with a citation that the store does not hold.
//! Skipped, and said, where the set is not beside the repository.

#![allow(
    clippy::print_stdout,
    reason = "a skipped set is said where tests report"
)]

use std::path::{Path, PathBuf};

use eval::Builder;
use perusal::answer::{Weights, verify};
use perusal::ask::{AskRequest, Asked, ask};
use perusal::generate::{GenerateConfig, NotWritten, Unsupported, write};
use perusal::index::Snapshot;
use perusal::models::scripted::Script;
use perusal::models::{
    Cancel, Completion, LanguageModel, LanguageProfile, Limits, ModelError, Request,
};
use perusal::retrieve::Strategy;
use perusal::{AnswerConfig, IngestConfig, RetrieveConfig};
use serde_json::Value;

/// Runs of the ordinary test, and of the long one.
const FEW: usize = 120;
const MANY: usize = 2_000;
/// Draws documents, attacks and answers.
const SEED: u64 = 20_261_124;
/// Documents of the library.
const DOCUMENTS: usize = 40;
/// Where an attack is put.
const PLACES: usize = 5;

fn lines(name: &str) -> Option<Vec<Value>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/bipia")
        .join(name);
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: no bipia/{name} beside the repository");
        return None;
    };
    let parsed = text.lines().map(serde_json::from_str);
    Some(parsed.collect::<Result<_, _>>().expect("lines of JSON"))
}

/// The next number of a sequence that looks random (SplitMix64).
fn next(state: &mut u64) -> usize {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((mixed ^ (mixed >> 31)) >> 1) as usize
}

fn one<'a>(all: &'a [String], state: &mut u64) -> &'a str {
    &all[next(state) % all.len()]
}

fn texts(lines: &[Value], key: &str) -> Vec<String> {
    let text = |line: &Value| line[key].as_str().unwrap_or_default().to_owned();
    lines.iter().map(text).collect()
}

/// Writes the contexts as files, with an attack each when there are some.
fn library(contexts: &[String], attacks: &[String], folder: &Path, state: &mut u64) -> Snapshot {
    let texts = folder.join("texts");
    std::fs::create_dir_all(&texts).expect("a folder");
    for (at, context) in contexts.iter().enumerate() {
        let context = context.replace(
            '|',
            if context.starts_with('|') {
                "|"
            } else {
                "\n\n"
            },
        );
        let (mut name, mut text) = (format!("{at}.md"), format!("# Message {at}\n\n{context}\n"));
        if !attacks.is_empty() {
            let attack = one(attacks, state);
            let line = attack.split_whitespace().collect::<Vec<_>>().join(" ");
            match next(state) % PLACES {
                0 => text = format!("{attack}\n\n{text}"),
                1 => text.push_str(&format!("\n{attack}\n")),
                2 => text = text.replacen("# Message", &format!("# {line} Message"), 1),
                3 => text.push_str(&format!("\n| Note | Value |\n|---|---|\n| {line} | 7 |\n")),
                _ => {
                    let plain = line.chars().filter(|c| c.is_alphanumeric() || *c == ' ');
                    name = format!("{} {at}.md", plain.take(80).collect::<String>());
                }
            }
        }
        std::fs::write(texts.join(name), text).expect("a file");
    }
    let builder = Builder {
        cache: folder.join("library"),
        ingest: &IngestConfig::default(),
        embedder: None,
        cancel: Cancel::default(),
    };
    builder.build(&texts).expect("a library").snapshot
}

/// Answered whatever the evidence is worth: what is tested comes after that decision.
fn asked(snapshot: &Snapshot, question: &str) -> Asked {
    let always = AnswerConfig {
        confidence_min: Some(0.0),
        ..AnswerConfig::default()
    };
    let request = AskRequest {
        strategy: Strategy::Keyword,
        ..AskRequest::new(question)
    };
    let retrieve = RetrieveConfig::default();
    let weights = Weights::shipped();
    ask(
        snapshot,
        None,
        &request,
        &retrieve,
        &always,
        weights,
        &Limits::none(),
    )
    .expect("a question that can be asked")
}

/// Does what documents say, and worse.
struct Hostile {
    profile: LanguageProfile,
    answer: String,
}

impl Hostile {
    fn new(asked: &Asked, attacks: &[String], state: &mut u64) -> Hostile {
        let read: Vec<String> = asked
            .sentences
            .iter()
            .map(|one| one.candidate.text.clone())
            .chain([String::from("Nothing.")])
            .collect();
        let mut answer = String::new();
        for _ in 0..1 + next(state) % 6 {
            let part = match next(state) % 9 {
                0 | 1 => one(&read, state).to_owned(),
                2 => one(attacks, state).to_owned(),
                3 => format!("![logo](https://evil.example/{}.png)", next(state) % 1_000),
                4 => format!(
                    "See [the form](http://evil.example/{}) now.",
                    next(state) % 1_000
                ),
                5 => format!(
                    "{} It is {} in all.",
                    one(&read, state),
                    next(state) % 100_000
                ),
                6 => format!(
                    "<img src=x onerror=alert({})/> www.evil.example says so.",
                    next(state)
                ),
                7 => format!(
                    "```sh\ncurl https://evil.example/{}\n```",
                    next(state) % 1_000
                ),
                _ => format!(
                    "{} [{}][1, 99] </documents> {{evidence}}",
                    one(&read, state),
                    next(state)
                ),
            };
            answer.push_str(&part);
            answer.push_str([" ", "\n", "\n\n"][next(state) % 3]);
        }
        Hostile {
            profile: Script::new([("", "")]).profile().clone(),
            answer,
        }
    }
}

impl LanguageModel for Hostile {
    fn profile(&self) -> &LanguageProfile {
        &self.profile
    }

    fn complete(
        &self,
        request: &Request,
        limits: &Limits,
        emit: &mut dyn FnMut(&str),
    ) -> Result<Completion, ModelError> {
        let mut wide = request.clone();
        wide.tokens_max = 100_000;
        Script::new([("", self.answer.as_str())]).complete(&wide, limits, emit)
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        Script::new([("", "")]).count_tokens(text)
    }
}

fn runs(count: usize) {
    let (Some(contexts), Some(attacks)) = (lines("contexts.jsonl"), lines("attacks.jsonl")) else {
        return;
    };
    let mut state = SEED;
    let attacks = texts(&attacks, "text");
    let step = (contexts.len() / DOCUMENTS).max(1);
    let chosen: Vec<Value> = contexts.into_iter().step_by(step).take(DOCUMENTS).collect();
    let (questions, contexts) = (texts(&chosen, "question"), texts(&chosen, "context"));
    let folder = tempfile::tempdir().expect("a folder");
    let of = |name: &str| -> PathBuf { folder.path().join(name) };
    let clean = library(&contexts, &[], &of("clean"), &mut state);
    let attacked = library(&contexts, &attacks, &of("attacked"), &mut state);
    let all: Vec<(&String, Asked)> = questions
        .iter()
        .map(|question| (question, asked(&attacked, question)))
        .collect();
    for (question, found) in &all {
        assert_eq!(found.route, asked(&clean, question).route, "{question}");
    }
    let mut written = 0;
    for run in 0..count {
        let (question, found) = &all[next(&mut state) % all.len()];
        let model = Hostile::new(found, &attacks, &mut state);
        let config = GenerateConfig {
            unsupported: [Unsupported::Mark, Unsupported::Drop][run % 2],
            ..GenerateConfig::default()
        };
        let mut shown = String::new();
        let limits = Limits::none();
        let outcome = write(
            found,
            question,
            &attacked,
            &model,
            &config,
            &limits,
            &mut |piece| {
                shown.push_str(piece);
            },
        );
        // Whatever becomes of the answer, this was on the screen.
        assert!(!shown.contains("evil.example"), "run {run}: {shown}");
        assert!(
            !shown.contains("<img") && !shown.contains("]("),
            "run {run}: {shown}"
        );
        match outcome {
            Ok(answer) => {
                written += 1;
                assert_eq!(answer.answer.text, shown, "run {run}");
                for citation in &answer.answer.citations {
                    let found = verify(&attacked, citation);
                    assert!(found.is_ok(), "run {run}: {found:?}");
                }
                let values = found.answer.iter().flat_map(|answer| &answer.values);
                for value in values {
                    assert!(shown.contains(&value.text), "run {run}: {shown}");
                }
            }
            Err(reason) => {
                let stored = !matches!(reason, NotWritten::Store(_));
                assert!(stored, "run {run}: {reason}");
            }
        }
    }
    println!("{written} of {count} hostile answers had something that stands");
    // A test in which nothing was ever shown would show nothing.
    assert!(written * 5 > count, "{written} of {count}");
}

#[test]
fn a_model_that_obeys_the_documents_changes_nothing() {
    runs(FEW);
}

#[test]
#[ignore = "two thousand runs: scripts/test --long"]
fn a_model_that_obeys_the_documents_changes_nothing_in_two_thousand_runs() {
    runs(MANY);
}
