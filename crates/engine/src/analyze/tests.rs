//! Analyses with models that are scripted: what they are asked, what of it stands, what it may take.

mod reporter;

use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use index::{Library, Snapshot, Writer};
use models::scripted::HashEmbedder;
use models::{Allowance, Cancel, Embedder, Limits};

use super::*;
use crate::answer::{Mode, Weights};
use crate::ask::Status;
use crate::generate::Prompts;
use crate::ingest::{AddRequest, add, identity};
use crate::{AnswerConfig, IngestConfig};
use reporter::{Behaviour, Reporter};

const TOLD: &str = "The bridge at Aldmoor was rebuilt in 1912 by the engineer Ines Morgan.";
const WHO: &str = "Who rebuilt the bridge at Aldmoor?";

/// Sections of a made-up report, of which some hold what is asked for.
fn report(sections: usize, holds: &[(usize, &str)]) -> String {
    let mut text = String::from("# The report\n\n");
    for section in 0..sections {
        write!(text, "## Section {section}\n\n").unwrap();
        for line in 0..12 {
            match holds.iter().find(|(at, _)| *at == section && line == 5) {
                Some((_, told)) => writeln!(text, "{told}\n").unwrap(),
                None => writeln!(
                    text,
                    "The committee of section {section} met on day {line} and spoke of roads, \
                     bridges and the price of grain in the valley.\n"
                )
                .unwrap(),
            }
        }
    }
    text
}

fn library(dir: &Path, text: &str, embedder: Option<&dyn Embedder>) -> Snapshot {
    let texts = dir.join("texts");
    std::fs::create_dir_all(&texts).unwrap();
    std::fs::write(texts.join("report.md"), text).unwrap();
    let config = IngestConfig::default();
    let store = dir.join("store");
    let mut writer = Writer::open(&store, &identity(&config, embedder)).unwrap();
    let request = AddRequest {
        paths: vec![texts],
        ..AddRequest::default()
    };
    let cancel = Cancel::default();
    add(
        &mut writer,
        embedder,
        &request,
        &config,
        &cancel,
        &mut |_| {},
    )
    .unwrap();
    drop(writer);
    Library::open(&store).unwrap().snapshot().unwrap()
}

/// A question and how it is asked.
struct Trial<'a> {
    snapshot: &'a Snapshot,
    question: &'a str,
    wish: Option<Wish>,
    pyramid: Pyramid,
    model: Option<&'a Reporter>,
    allowance: Allowance,
    workers: Option<usize>,
    cache: Option<&'a Cache>,
    embedder: Option<&'a dyn Embedder>,
    deadline: Option<Duration>,
    cancel: Cancel,
}

impl<'a> Trial<'a> {
    fn new(snapshot: &'a Snapshot, question: &'a str, model: Option<&'a Reporter>) -> Trial<'a> {
        Trial {
            snapshot,
            question,
            wish: Some(Wish::Question),
            pyramid: Pyramid::default(),
            model,
            allowance: Allowance::ANALYZE,
            workers: None,
            cache: None,
            embedder: None,
            deadline: None,
            cancel: Cancel::default(),
        }
    }

    fn run(&self) -> Analysis {
        let prompts = Prompts::default();
        let answer = AnswerConfig::default();
        let means = Means {
            embedder: self.embedder,
            model: self.model.map(|model| Model {
                model,
                prompts: &prompts,
                allowance: self.allowance,
                workers: self.workers,
            }),
            cache: self.cache,
            answer: &answer,
            weights: Weights::shipped(),
        };
        let documents = self.snapshot.documents().iter();
        let request = AnalyzeRequest {
            question: self.question.to_owned(),
            documents: documents.map(|one| one.id.clone()).collect(),
            wish: self.wish,
            pyramid: self.pyramid.clone(),
        };
        let limits = Limits {
            deadline: self.deadline.map(|time| Instant::now() + time),
            cancel: self.cancel.clone(),
        };
        analyze(self.snapshot, &request, &means, &limits, &mut |_| {}).unwrap()
    }
}

/// All that may not depend on time.
fn told(analysis: &Analysis) -> String {
    let findings: Vec<_> = analysis
        .findings
        .iter()
        .map(|one| (one.segment, &one.text, one.confidence, &one.asked))
        .collect();
    let levels: Vec<_> = analysis
        .levels
        .iter()
        .map(|one| (one.segments, one.read, one.by_model, one.tokens_read))
        .collect();
    format!(
        "{:?} {findings:?} {levels:?} {:?}",
        analysis.answer, analysis.read
    )
}

#[test]
fn a_model_reads_the_likeliest_first_and_writes_from_what_stands_there() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library(dir.path(), &report(60, &[(41, TOLD)]), None);
    let model = Reporter::new("Ines Morgan", Behaviour::default());
    let analysis = Trial::new(&snapshot, WHO, Some(&model)).run();
    assert_eq!(analysis.status, Status::Answered, "{:?}", analysis.model);
    let answer = analysis.answer.as_ref().unwrap();
    assert_eq!(answer.mode, Mode::Generated);
    assert!(answer.text.contains("Ines Morgan") && answer.text.contains("[1]"));
    assert_eq!(answer.citations[0].quote.trim(), TOLD);
    let report = analysis.model.as_ref().unwrap();
    assert!(report.wrote && report.read >= 1, "{report:?}");
    // Eight that say nothing in a row end it: it is no map over all of the text.
    assert!(report.usage.calls <= 18, "{report:?}");
    let by_model = |one: &&Finding| one.by != ReadBy::Extractive;
    let finding = analysis.findings.iter().find(by_model).unwrap();
    assert!(finding.text.contains("Ines Morgan"), "{}", finding.text);
    let section = &finding.citations[0].section;
    assert_eq!(section.last().unwrap(), "Section 41");
}

#[test]
fn a_second_question_finds_what_the_first_one_left() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library(dir.path(), &report(60, &[(41, TOLD)]), None);
    let cache = Cache::open(&dir.path().join("store"), 1_000, 3_600).unwrap();
    let model = Reporter::new("Ines Morgan", Behaviour::default());
    let trial = Trial {
        cache: Some(&cache),
        ..Trial::new(&snapshot, WHO, Some(&model))
    };
    let first = trial.run();
    let calls = model.spent().calls;
    let second = trial.run();
    assert_eq!(told(&first), told(&second));
    // The synthesis alone is asked again.
    assert_eq!(model.spent().calls, calls + 1);
    let report = second.model.unwrap();
    assert_eq!(report.cached, report.read);
    assert!(second.levels.iter().any(|level| level.cached > 0));
    // Another question, another model: nothing is known.
    let other = Trial {
        question: "Which engineer rebuilt the bridge at Aldmoor?",
        ..trial
    };
    assert_eq!(other.run().model.unwrap().cached, 0);
    assert_eq!(cache.trouble(), None);
}

#[test]
fn any_number_of_workers_gives_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let holds = [
        (3, TOLD),
        (
            17,
            "Ines Morgan was paid 900 crowns for the bridge at Aldmoor.",
        ),
        (41, TOLD),
    ];
    let snapshot = library(dir.path(), &report(60, &holds), None);
    let of = |workers: usize| {
        let behaviour = Behaviour {
            slowest_ms: 6,
            unsure: true,
            ..Behaviour::default()
        };
        let model = Reporter::new("Ines Morgan", behaviour);
        let trial = Trial {
            workers: Some(workers),
            allowance: Allowance {
                calls: 12,
                ..Allowance::ANALYZE
            },
            ..Trial::new(&snapshot, WHO, Some(&model))
        };
        let told = told(&trial.run());
        assert!(
            model.most_running() <= workers,
            "{} of {workers}",
            model.most_running()
        );
        told
    };
    let one = of(1);
    assert_eq!(one, of(2));
    assert_eq!(one, of(8));
}

#[test]
fn a_finding_that_is_not_sure_is_followed_by_a_sub_question() {
    let dir = tempfile::tempdir().unwrap();
    let more = "The stones for the arches of the span were carted from Dunmere quarry.";
    let snapshot = library(dir.path(), &report(60, &[(41, TOLD), (43, more)]), None);
    let behaviour = Behaviour {
        unsure: true,
        missing: "From which quarry were the stones carted?",
        ..Behaviour::default()
    };
    let model = Reporter::new("Ines Morgan|Dunmere", behaviour);
    let analysis = Trial::new(&snapshot, WHO, Some(&model)).run();
    let deeper = analysis.findings.iter().find(|one| one.asked.is_some());
    let deeper = deeper.expect("a finding for the sub-question");
    assert!(deeper.text.contains("Dunmere quarry"), "{}", deeper.text);
    let share = analysis.coverage.tokens_read as f64 / analysis.coverage.tokens_total as f64;
    assert!(share <= 0.4, "{share}");
}

#[test]
fn what_a_model_invents_is_not_shown() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library(dir.path(), &report(60, &[(41, TOLD)]), None);
    let behaviour = Behaviour {
        lies: true,
        ..Behaviour::default()
    };
    let model = Reporter::new("Ines Morgan", behaviour);
    let analysis = Trial::new(&snapshot, WHO, Some(&model)).run();
    let shown = format!("{:?} {:?}", analysis.answer, analysis.findings);
    assert!(
        !shown.contains("evil.example") && !shown.contains("Napoleon"),
        "{shown}"
    );
    // What is found without a model stands.
    assert!(analysis.answer.unwrap().text.contains("Ines Morgan"));
}

#[test]
fn a_backend_that_hangs_costs_the_deadline_and_not_the_answer() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library(dir.path(), &report(60, &[(41, TOLD)]), None);
    let behaviour = Behaviour {
        hangs: true,
        ..Behaviour::default()
    };
    let model = Reporter::new("Ines Morgan", behaviour);
    let trial = Trial {
        deadline: Some(Duration::from_millis(800)),
        ..Trial::new(&snapshot, WHO, Some(&model))
    };
    let started = Instant::now();
    let analysis = trial.run();
    let took = started.elapsed();
    assert!(took < Duration::from_millis(1_050), "{took:?}");
    assert_eq!(analysis.status, Status::Partial);
    assert_eq!(analysis.stopped, Some(Stopped::Deadline));
    assert!(analysis.answer.unwrap().text.contains("Ines Morgan"));
    let report = analysis.model.unwrap();
    assert!(
        !report.waiting.is_empty() || report.failed > 0,
        "{report:?}"
    );
    assert!(!report.wrote);
}

#[test]
fn an_interrupt_ends_it_at_once_with_what_there_is() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library(dir.path(), &report(60, &[(41, TOLD)]), None);
    let behaviour = Behaviour {
        hangs: true,
        ..Behaviour::default()
    };
    let model = Reporter::new("Ines Morgan", behaviour);
    let trial = Trial::new(&snapshot, WHO, Some(&model));
    let cancel = trial.cancel.clone();
    let (analysis, took) = trial.run_until_asked(&model, &cancel);
    assert!(took < Duration::from_millis(200), "{took:?}");
    assert_eq!(analysis.stopped, Some(Stopped::Interrupted));
    assert!(analysis.answer.unwrap().text.contains("Ines Morgan"));
}

impl Trial<'_> {
    /// Runs, and interrupts once the model is asked; how long it took from then on.
    fn run_until_asked(&self, model: &Reporter, cancel: &Cancel) -> (Analysis, Duration) {
        std::thread::scope(|scope| {
            let interrupt = scope.spawn(|| {
                let began = Instant::now();
                while model.spent().calls == 0 && began.elapsed() < Duration::from_secs(60) {
                    std::thread::sleep(Duration::from_millis(2));
                }
                cancel.cancel();
                Instant::now()
            });
            let analysis = self.run();
            let ended = Instant::now();
            let interrupted = interrupt.join().unwrap();
            (analysis, ended.saturating_duration_since(interrupted))
        })
    }
}

fn levels(scoring: [Scoring; 2]) -> Pyramid {
    let level = |segment_tokens, scoring| Level {
        segment_tokens,
        overlap_tokens: 0,
        top_k: 4,
        relevance_threshold: 0.5,
        scoring,
    };
    Pyramid {
        levels: vec![level(2_000, scoring[0]), level(1_000, scoring[1])],
        ..Pyramid::default()
    }
}

#[test]
fn each_level_is_scored_by_its_own_method() {
    let dir = tempfile::tempdir().unwrap();
    let embedder = HashEmbedder::default();
    let text = report(170, &[(41, TOLD)]);
    let snapshot = library(dir.path(), &text, Some(&embedder));
    let model = Reporter::new("Ines Morgan", Behaviour::default());
    let trial = Trial {
        pyramid: levels([Scoring::Llm, Scoring::MultiVector]),
        embedder: Some(&embedder),
        ..Trial::new(&snapshot, WHO, Some(&model))
    };
    let analysis = trial.run();
    let methods: Vec<Scoring> = analysis.levels.iter().map(|one| one.method).collect();
    assert_eq!(methods, [Scoring::Llm, Scoring::MultiVector]);
    assert!(analysis.levels.iter().all(|one| one.fallback.is_none()));
    // At most sixteen are graded, the most promising ones.
    assert!(analysis.levels[0].segments > 16, "{:?}", analysis.levels[0]);
    let best = analysis.segments.iter().filter(|one| one.level == 0);
    let best = best.max_by(|a, b| a.score.total_cmp(&b.score)).unwrap();
    assert!((best.score - 1.0).abs() < 1e-9, "{}", best.score);
    assert!(model.graded() <= 16, "{}", model.graded());
    let looked_at = analysis.segments.iter().filter(|one| one.level == 1);
    assert!(looked_at.clone().count() > 0);
    assert!(looked_at.clone().all(|one| one.parts.tokens.is_some()));

    // Without them, the cheapest method, and it is said.
    let bare = Trial {
        pyramid: levels([Scoring::Llm, Scoring::MultiVector]),
        ..Trial::new(&snapshot, WHO, None)
    };
    let analysis = bare.run();
    for level in &analysis.levels {
        assert_eq!(level.method, Scoring::DenseSparse);
        let fallback = level.fallback.as_deref().unwrap();
        assert!(fallback.contains("gave way to dense+sparse"), "{fallback}");
    }
}

#[test]
fn a_grader_that_hangs_leaves_time_to_read() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library(dir.path(), &report(60, &[(41, TOLD)]), None);
    let behaviour = Behaviour {
        hangs: true,
        ..Behaviour::default()
    };
    let model = Reporter::new("Ines Morgan", behaviour);
    let trial = Trial {
        pyramid: levels([Scoring::Llm, Scoring::Llm]),
        deadline: Some(Duration::from_millis(1_200)),
        ..Trial::new(&snapshot, WHO, Some(&model))
    };
    let started = Instant::now();
    let analysis = trial.run();
    assert!(
        started.elapsed() < Duration::from_millis(1_450),
        "{:?}",
        started.elapsed()
    );
    let fallback = analysis.levels[0].fallback.as_deref().unwrap_or_default();
    assert!(fallback.contains("llm gave way"), "{fallback:?}");
    assert!(analysis.answer.unwrap().text.contains("Ines Morgan"));
}

#[test]
fn a_summary_is_written_from_findings_by_section_and_quotes_stay_behind_it() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library(dir.path(), &report(8, &[(4, TOLD)]), None);
    let model = Reporter::new("committee|Ines Morgan", Behaviour::default());
    let trial = Trial {
        wish: Some(Wish::Summary),
        ..Trial::new(&snapshot, "Summarize the report", Some(&model))
    };
    let analysis = trial.run();
    let answer = analysis.answer.unwrap();
    assert_eq!(answer.mode, Mode::Generated, "{:?}", analysis.model);
    let markers: Vec<usize> = answer.citations.iter().map(|one| one.marker).collect();
    assert!(markers.iter().copied().eq(1..=markers.len()), "{markers:?}");
    for item in &answer.items {
        assert!(item.citation <= markers.len() && item.citation > 0);
    }
}

#[test]
fn a_document_that_is_replaced_while_it_is_read_is_read_to_its_end() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library(dir.path(), &report(60, &[(41, TOLD)]), None);
    let later = library(
        dir.path(),
        &report(60, &[(41, &TOLD.replace("1912", "1977"))]),
        None,
    );
    assert_ne!(snapshot.version(), later.version());
    let model = Reporter::new("Ines Morgan", Behaviour::default());
    for (snapshot, year) in [(&snapshot, "1912"), (&later, "1977")] {
        let analysis = Trial::new(snapshot, WHO, Some(&model)).run();
        let answer = analysis.answer.unwrap();
        assert!(answer.text.contains(year), "{}", answer.text);
        for citation in &answer.citations {
            crate::answer::verify(snapshot, citation).unwrap();
        }
    }
}

/// One run with everything drawn from a seed: latencies, failures, budget, workers, deadline.
fn seeded_run(snapshot: &Snapshot, seed: u64) {
    let mut draw = reporter::Draw::new(seed);
    let behaviour = Behaviour {
        seed,
        slowest_ms: draw.below(25),
        fails: draw.below(3) == 0,
        unsure: draw.below(2) == 0,
        hangs: draw.below(12) == 0,
        missing: "Who else worked on roads and bridges?",
        ..Behaviour::default()
    };
    let model = Reporter::new("Ines Morgan|bridges", behaviour);
    let allowance = Allowance {
        calls: 1 + draw.below(14),
        prompt_tokens: 1_000 + draw.below(60_000),
        completion_tokens: 500 + draw.below(8_000),
    };
    let workers = 1 + usize::try_from(draw.below(8)).unwrap();
    let scoring = match draw.below(2) {
        0 => [Scoring::Llm, Scoring::DenseSparse],
        _ => [Scoring::DenseSparse, Scoring::DenseSparse],
    };
    let deadline = Duration::from_millis(30 + draw.below(400));
    let trial = Trial {
        allowance,
        workers: Some(workers),
        pyramid: levels(scoring),
        deadline: Some(deadline),
        ..Trial::new(snapshot, WHO, Some(&model))
    };
    let started = Instant::now();
    let analysis = trial.run();
    let took = started.elapsed();
    let spent = model.spent();
    assert!(
        spent.calls <= allowance.calls,
        "{seed}: {spent:?} of {allowance:?}"
    );
    assert!(
        spent.prompt_tokens <= allowance.prompt_tokens,
        "{seed}: {spent:?} of {allowance:?}"
    );
    assert!(
        spent.completion_tokens <= allowance.completion_tokens,
        "{seed}: {spent:?} of {allowance:?}"
    );
    assert!(model.most_running() <= workers, "{seed}");
    // The 250 ms are of a machine that does nothing else.
    assert!(
        took <= deadline + Duration::from_millis(750),
        "{seed}: {took:?} of {deadline:?}"
    );
    let partial = analysis.status == Status::Partial;
    assert_eq!(analysis.stopped.is_some(), partial, "{seed}");
    for finding in &analysis.findings {
        for citation in &finding.citations {
            crate::answer::verify(snapshot, citation).unwrap();
        }
    }
}

fn seeded_runs(seeds: std::ops::Range<u64>) {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library(dir.path(), &report(40, &[(17, TOLD)]), None);
    for seed in seeds {
        seeded_run(&snapshot, seed);
    }
}

#[test]
fn no_budget_is_exceeded_whatever_a_backend_does() {
    seeded_runs(0..30);
}

#[test]
#[ignore = "the same a thousand times: some minutes"]
fn no_budget_is_exceeded_in_a_thousand_runs() {
    seeded_runs(1_000..2_000);
}
