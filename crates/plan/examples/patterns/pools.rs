//! Questions with the relations that a library would ask, as `perusal eval tables --pools`
//! writes them.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use plan::patterns::{Evidence, Example, Gold, Prepared};
use plan::question::Question;
use plan::relation::Relation;
use serde_json::Value;
use text::Language;
use text::table::{CELLS_MAX, unpack};

use super::key;

/// A question of a pool.
#[derive(Clone)]
pub struct Pooled {
    pub set: String,
    pub kind: String,
    /// Its document under every name that a copy has: folds hold out all of it.
    pub document: u64,
    pub example: Example,
}

/// The questions of folders of pools. One of a small set counts for more, or the largest set
/// alone would say how the likeliest answers are put in order.
pub fn read(folders: &[String]) -> Vec<Pooled> {
    let all = folders.iter().map(|folder| read_folder(Path::new(folder)));
    let mut all: Vec<Pooled> = all.flatten().collect();
    let mut counts: HashMap<String, usize> = HashMap::new();
    for one in &all {
        *counts.entry(one.set.clone()).or_default() += 1;
    }
    let most = counts.values().copied().max().unwrap_or(1);
    for one in &mut all {
        one.example.weight = (most as f64 / counts[&one.set] as f64).sqrt();
    }
    all
}

fn read_folder(folder: &Path) -> Vec<Pooled> {
    let lines = std::fs::read_to_string(folder.join("relations.jsonl")).unwrap();
    let relations: Vec<Vec<Arc<Prepared>>> = lines.lines().map(prepared).collect();
    let lines = std::fs::read_to_string(folder.join("pools.jsonl")).unwrap();
    lines.lines().map(|line| pooled(line, &relations)).collect()
}

fn prepared(line: &str) -> Vec<Arc<Prepared>> {
    let line: Value = serde_json::from_str(line).unwrap();
    let hex = line["table"].as_str().unwrap();
    let bytes: Vec<u8> = (0..hex.len() / 2)
        .map(|at| u8::from_str_radix(&hex[at * 2..at * 2 + 2], 16).unwrap())
        .collect();
    let table = unpack(&bytes, CELLS_MAX).unwrap();
    let start = usize::try_from(line["start"].as_u64().unwrap()).unwrap();
    let (name, text) = (
        line["name"].as_str().unwrap(),
        line["text"].as_str().unwrap(),
    );
    let mut relation = Relation::at(name, &table, text, start);
    relation.document = line["document"].as_str().unwrap().to_owned();
    let code = line["language"].as_str().unwrap_or("en");
    let language = Language::ALL.iter().find(|one| one.code() == code);
    plan::patterns::prepare(&relation, *language.unwrap_or(&Language::En))
}

fn pooled(line: &str, relations: &[Vec<Arc<Prepared>>]) -> Pooled {
    let line: Value = serde_json::from_str(line).unwrap();
    let text = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
    let places = |key: &str| -> Vec<usize> {
        let all = line[key].as_array().unwrap().iter();
        all.map(|one| usize::try_from(one.as_u64().unwrap()).unwrap())
            .collect()
    };
    let (of_pool, right) = (places("relations"), places("about"));
    let found = |key: &str, at: usize| {
        let place = line[key].as_array().and_then(|all| all[at].as_u64());
        place.and_then(|one| u16::try_from(one).ok())
    };
    let mut tables = Vec::new();
    let mut about = Vec::new();
    let mut evidence = Vec::new();
    for (at, one) in of_pool.into_iter().enumerate() {
        let of_source = Evidence {
            card: found("cards", at),
            passage: found("passages", at),
        };
        let readings = &relations[one];
        if right.contains(&one) {
            about.extend(tables.len()..tables.len() + readings.len());
        }
        evidence.extend(readings.iter().map(|_| of_source));
        tables.extend(readings.iter().cloned());
    }
    let scale = match text("scale").as_str() {
        "thousand" => 3,
        "million" => 6,
        "billion" => 9,
        _ => 0,
    };
    let language = Language::ALL
        .into_iter()
        .find(|one| one.code() == text("language"))
        .unwrap_or(Language::En);
    let strings = |one: &Value| -> Vec<String> {
        let all = one.as_array().unwrap().iter();
        all.map(|one| one.as_str().unwrap().to_owned()).collect()
    };
    let alternatives = line["alternatives"].as_array().unwrap().iter();
    let gold = alternatives
        .map(|one| match strings(one) {
            one if one.len() > 2 && !text("set").starts_with("wtq") => Gold::listed(&one, language),
            one if scale == 0 => spelled(&one, language),
            one => Gold::new(&one, scale, language),
        })
        .reduce(Gold::or)
        .unwrap_or_default();
    let documents = strings(&line["documents"]);
    let source = documents.first().cloned().unwrap_or_else(|| text("id"));
    Pooled {
        set: text("set"),
        kind: text("kind"),
        document: key(&table_of(&source)),
        example: Example {
            question: without_names(&line, Question::read(&text("question"), language)),
            tables,
            evidence,
            about,
            gold,
            source: key(&source),
            weight: 1.0,
        },
    }
}

/// The document that a copy was made of, which is called by its title, its folder, its name and
/// its ending.
fn table_of(document: &str) -> String {
    let words: Vec<&str> = document.split(' ').collect();
    match words[..] {
        [_, .., folder, name, "csv.csv"] => format!("{folder}/{name}.csv"),
        _ => document.to_owned(),
    }
}

/// A question whose words of names are no operators, as the engine has it.
fn without_names(line: &Value, mut question: Question) -> Question {
    let tokens = line["names"].as_array().into_iter().flatten();
    let tokens = tokens.filter_map(|one| usize::try_from(one.as_u64()?).ok());
    question.leave_name(&tokens.collect(), false);
    question
}

/// Values that may say their scale themselves: `$681 million`.
fn spelled(values: &[String], language: Language) -> Gold {
    let scales = [(" thousand", 3), (" million", 6), (" billion", 9)];
    for (word, scale) in scales {
        if values.iter().any(|value| value.contains(word)) {
            let bare: Vec<String> = values.iter().map(|one| one.replace(word, "")).collect();
            return Gold::new(&bare, scale, language);
        }
    }
    Gold::new(values, 0, language)
}

/// The questions of each of so many folds of sources.
pub fn folds(all: &[Pooled], count: u64) -> impl Iterator<Item = (Vec<Pooled>, Vec<Pooled>)> + '_ {
    (0..count).map(move |fold| {
        let held = |one: &&Pooled| one.document / 7 % count == fold;
        all.iter().cloned().partition(|one| !held(&one))
    })
}

/// What tells sets apart in a table of figures.
pub fn by_kind(all: Vec<Pooled>) -> HashMap<(String, String), Vec<Example>> {
    let mut kinds: HashMap<(String, String), Vec<Example>> = HashMap::new();
    for one in all {
        kinds
            .entry((one.set, one.kind))
            .or_default()
            .push(one.example);
    }
    kinds
}
