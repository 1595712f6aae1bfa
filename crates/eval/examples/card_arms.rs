//! Whether tables are found better by vectors of their cards than by their words.
//!
//! `cargo run --release -p perusal-eval --example card_arms -- CACHE SET[:PART] [QUESTIONS]`
//! builds one library of all tables of a set below `CACHE` with the default model, embeds its cards
//! as well, and looks for the gold table, with the title of the page given and without: among the
//! cards by words, by vectors, by both, and among the relations that `ask` would ask, which are
//! those of the best cards by words and of the best passages, by words alone or by words and
//! vectors.

#![allow(
    clippy::print_stdout,
    clippy::expect_used,
    reason = "a bench prints its figures and stops on errors"
)]

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use eval::Builder;
use eval::tables::{TableSet, read_tables, titled};
use perusal::index::{Card, RelationId, Scope, Snapshot};
use perusal::models::{self, Embedder, Limits, Role};
use perusal::question::LibraryQuestion;
use perusal::retrieve::{SearchRequest, Strategy, retrieve};
use perusal::tables::relations_for;
use perusal::{IngestConfig, RetrieveConfig};

/// Places up to which the gold table counts as found.
const PLACES: [usize; 4] = [1, 5, 20, 40];
/// Cards of each ranking that are joined.
const DEPTH: usize = 100;
/// The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009).
const RRF: f64 = 60.0;
const SEED: u64 = 1;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let cache = PathBuf::from(arguments.next().expect("a folder for libraries"));
    let set = arguments.next().expect("a set");
    let count = arguments
        .next()
        .map_or(200, |count| count.parse().expect("a number"));
    let (folder, part) = set.split_once(':').unwrap_or((&set, "dev"));
    let ingest = IngestConfig::default();
    let model = models::open(models::DEFAULT, None, &models::cache_dir()).expect("the model");
    let builder = Builder {
        cache,
        ingest: &ingest,
        embedder: Some(model.as_ref()),
        cancel: Default::default(),
    };
    let all = read_tables(Path::new(folder), part, Default::default()).expect("a set");
    let mut set = titled(&builder, &all).expect("copies");
    let snapshot = builder.build(&set.documents).expect("a library").snapshot;
    set.keep(count, SEED);
    let vectors = Vectors::of(&snapshot, model.as_ref());
    println!(
        "{}: {} questions, {} cards",
        set.name,
        set.questions.len(),
        vectors.cards.len()
    );
    for with_title in [true, false] {
        let said = if with_title {
            "title given"
        } else {
            "no title"
        };
        for (arm, found) in arms(&set, &snapshot, &vectors, with_title) {
            let found = PLACES.iter().zip(found);
            let found: Vec<String> = found
                .map(|(place, found)| format!("first {place}: {found}"))
                .collect();
            println!("{said:12} {arm:15} {}", found.join(", "));
        }
    }
}

/// The cards of a library, embedded.
struct Vectors<'a> {
    model: &'a dyn Embedder,
    cards: Vec<(RelationId, Vec<f32>)>,
}

impl<'a> Vectors<'a> {
    fn of(snapshot: &Snapshot, model: &'a dyn Embedder) -> Vectors<'a> {
        let mut ids = Vec::new();
        let mut texts = Vec::new();
        for document in snapshot.documents() {
            let cards = snapshot.cards_of(&document.id).expect("cards");
            for (ordinal, card) in (0..).zip(cards.iter()) {
                let document = document.id.clone();
                ids.push(RelationId { document, ordinal });
                texts.push(described(card));
            }
        }
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let embedded = model
            .embed(&texts, Role::Passage, &Limits::none())
            .expect("vectors");
        let vectors = embedded.into_iter().map(|one| one.vector);
        Vectors {
            model,
            cards: ids.into_iter().zip(vectors).collect(),
        }
    }

    /// The nearest to a question, the nearest first.
    fn nearest(&self, question: &str) -> Vec<RelationId> {
        let mut embedded = self
            .model
            .embed(&[question], Role::Query, &Limits::none())
            .expect("a vector");
        let asked = embedded.remove(0).vector;
        let cosine = |card: &[f32]| -> f32 { card.iter().zip(&asked).map(|(a, b)| a * b).sum() };
        let mut near: Vec<(f32, &RelationId)> = self
            .cards
            .iter()
            .map(|(id, vector)| (cosine(vector), id))
            .collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
        near.into_iter()
            .take(DEPTH)
            .map(|(_, id)| id.clone())
            .collect()
    }
}

/// What a card says: its title, what stands around it, its columns with some values.
fn described(card: &Card) -> String {
    let mut lines: Vec<String> = card.title.iter().chain(&card.context).cloned().collect();
    for column in &card.columns {
        let name = column.path.join(" ");
        lines.push(format!("{name}: {}", column.samples.join(", ")));
    }
    lines.join("\n")
}

/// Of how many questions each arm has the gold table among its first places.
fn arms(
    set: &TableSet,
    snapshot: &Snapshot,
    vectors: &Vectors<'_>,
    with_title: bool,
) -> Vec<(&'static str, [usize; 4])> {
    let arms = [
        "words",
        "vectors",
        "both",
        "asked by words",
        "asked by both",
        "and vectors",
    ];
    let mut found = arms.map(|arm| (arm, [0; 4]));
    for question in &set.questions {
        let text = match question.title.as_ref().filter(|_| with_title) {
            Some(title) => format!("In \"{title}\": {}", question.question),
            None => question.question.clone(),
        };
        let is_gold = |id: &RelationId| {
            let document = snapshot.document(&id.document).expect("a document");
            question.document.ends_with(&document.path)
                || document.path.ends_with(&question.document)
        };
        let words = by_words(snapshot, &text);
        let near = vectors.nearest(&text);
        let both = joined(&words, &near);
        let by_words = asked(snapshot, None, &text);
        let by_both = asked(snapshot, Some(vectors.model), &text);
        let and_vectors = joined(&by_both, &near);
        let rankings = [&words, &near, &both, &by_words, &by_both, &and_vectors];
        for ((_, counts), ranking) in found.iter_mut().zip(rankings) {
            let place = ranking.iter().position(is_gold).unwrap_or(usize::MAX);
            for (count, places) in counts.iter_mut().zip(PLACES) {
                *count += usize::from(place < places);
            }
        }
    }
    found.into()
}

/// The relations that `ask` would ask.
fn asked(snapshot: &Snapshot, model: Option<&dyn Embedder>, text: &str) -> Vec<RelationId> {
    let request = SearchRequest {
        strategy: if model.is_some() {
            Strategy::Auto
        } else {
            Strategy::Keyword
        },
        ..SearchRequest::new(text)
    };
    let hits = retrieve(
        snapshot,
        model,
        &request,
        &RetrieveConfig::default(),
        &Limits::none(),
    );
    let records = snapshot.chunks(&hits.expect("a search").chunks());
    let question = LibraryQuestion::read(snapshot, text);
    let found = relations_for(snapshot, &question, &[], &records.expect("passages"));
    found
        .expect("relations")
        .into_iter()
        .map(|one| one.id)
        .collect()
}

fn by_words(snapshot: &Snapshot, text: &str) -> Vec<RelationId> {
    let question = LibraryQuestion::read(snapshot, text);
    let terms = question.query.terms.iter().map(|one| one.term.as_str());
    let terms: Vec<&str> = terms.collect();
    let hits = snapshot.cards(&terms, &Scope::all(), DEPTH).expect("cards");
    hits.into_iter().map(|hit| hit.relation).collect()
}

/// Both rankings by reciprocal ranks.
fn joined(one: &[RelationId], other: &[RelationId]) -> Vec<RelationId> {
    let mut scores: HashMap<&RelationId, f64> = HashMap::new();
    for ranking in [one, other] {
        for (rank, id) in (1..).zip(ranking) {
            *scores.entry(id).or_default() += 1.0 / (RRF + f64::from(rank));
        }
    }
    let mut all: Vec<(&RelationId, f64)> = scores.into_iter().collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    all.into_iter().map(|(id, _)| id.clone()).collect()
}
