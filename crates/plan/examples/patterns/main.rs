//! Trains and measures the pattern producer: `patterns DATA train OUT POOLS…` writes the
//! weights file, `patterns DATA tatqa` measures by folds of files, `patterns DATA wtq
//! 2500` on a part of the training tables, `patterns 2 pools POOLS…` on pools by folds of
//! their sources. Pools are written by `perusal eval tables --pools`. `SHOW=1` prints
//! questions and queries; with `FEW=0` nothing is learned from libraries of few tables.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)]

mod pools;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use plan::patterns::{Example, FitOptions, Gold, Limits, Prepared, Weights};
use plan::question::Question;
use plan::relation::Relation;
use text::Language;
use text::table::TableKind;

pub struct Asked {
    question: Question,
    table: String,
    gold: Gold,
}

/// The tables of a file, each as it stands and by rows.
fn tables_of(path: &Path) -> Vec<Arc<Prepared>> {
    let bytes = std::fs::read(path).unwrap();
    let name = path.file_name().unwrap().to_str().unwrap();
    let (document, _) = text::read(&bytes, name, &text::ReadLimits::default()).unwrap();
    let tables = document
        .relations
        .iter()
        .filter(|one| one.kind == TableKind::Table);
    let named = tables
        .enumerate()
        .map(|(at, table)| Relation::new(format!("t{at}"), table, &document.text));
    named
        .flat_map(|relation| plan::patterns::prepare(&relation, Language::En))
        .collect()
}

fn wtq(dir: &Path, file: &str) -> Vec<Asked> {
    let lines = std::fs::read_to_string(dir.join(file)).unwrap();
    lines
        .lines()
        .map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            let text = |key: &str| line[key].as_str().unwrap().to_owned();
            let answers: Vec<String> = line["answers"]
                .as_array()
                .unwrap()
                .iter()
                .map(|one| one.as_str().unwrap().to_owned())
                .collect();
            Asked {
                question: Question::read(&text("question"), Language::En),
                table: text("table"),
                gold: Gold::new(&answers, 0, Language::En),
            }
        })
        .collect()
}

#[derive(Default)]
struct Looks {
    seen: Vec<(f64, bool)>,
    all: usize,
    oracle: usize,
    candidates: usize,
    classes: std::collections::BTreeMap<&'static str, (usize, usize)>,
}

impl Looks {
    fn add(&mut self, other: &Looks) {
        self.seen.extend(&other.seen);
        self.all += other.all;
        self.oracle += other.oracle;
        self.candidates += other.candidates;
        for (class, (all, right)) in &other.classes {
            let own = self.classes.entry(class).or_default();
            own.0 += all;
            own.1 += right;
        }
    }
}

fn look(examples: &[Example], weights: &Weights, limits: &Limits) -> Looks {
    let mut looks = Looks::default();
    for one in examples {
        looks.all += 1;
        let Some(judged) = plan::patterns::judge(
            &one.question,
            (&one.tables, &one.evidence),
            &one.about,
            &one.gold,
            weights,
            limits,
        ) else {
            looks.seen.push((0.0, false));
            continue;
        };
        looks.candidates += judged.candidates;
        looks.oracle += usize::from(judged.oracle);
        looks.seen.push((judged.probability, judged.right));
        let class = looks.classes.entry(judged.operator).or_default();
        class.0 += 1;
        class.1 += usize::from(judged.right);
        if std::env::var("SHOW").is_ok() {
            let mark = match (judged.right, judged.oracle) {
                (true, _) => "+",
                (_, true) => "-",
                _ => "!",
            };
            println!(
                "{mark} {:.2} {}\n      {}",
                judged.probability, one.question.text, judged.sql
            );
            if let Some(sql) = judged.right_sql.filter(|_| !judged.right) {
                println!("      gold: {sql}");
            }
        }
    }
    looks
}

fn print(name: &str, looks: &mut Looks, took: std::time::Duration) {
    looks.seen.sort_by(|a, b| b.0.total_cmp(&a.0));
    let n = looks.seen.len();
    let share =
        |k: usize| looks.seen[..k].iter().filter(|one| one.1).count() as f64 / k.max(1) as f64;
    println!(
        "{name}: {n} questions, top-1 {:.3}, oracle {:.3}, precision at 25/50/75 %: {:.3} {:.3} {:.3}, {} candidates, {:?} each",
        share(n),
        looks.oracle as f64 / n as f64,
        share(n / 4),
        share(n / 2),
        share(n * 3 / 4),
        looks.candidates / n.max(1),
        took / n.max(1) as u32
    );
    for low in [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.0] {
        let bin: Vec<_> = looks
            .seen
            .iter()
            .filter(|one| one.0 >= low && (one.0 < low + 0.1 || low == 0.0 && one.0 < 0.2))
            .collect();
        print!(
            "  >={low}: {} of {}",
            bin.iter().filter(|one| one.1).count(),
            bin.len()
        );
    }
    println!();
    println!("  by class {:?}", looks.classes);
}

fn wtq_examples(
    dir: &Path,
    file: &str,
    count: usize,
    tables: &mut HashMap<String, Vec<Arc<Prepared>>>,
) -> Vec<Example> {
    let asked = wtq(dir, file);
    let step = (asked.len() / count).max(1);
    asked
        .into_iter()
        .step_by(step)
        .map(|one| {
            let table = tables
                .entry(one.table.clone())
                .or_insert_with(|| tables_of(&dir.join(&one.table)));
            Example {
                question: one.question,
                evidence: Vec::new(),
                about: (0..table.len()).collect(),
                tables: table.clone(),
                gold: one.gold,
                source: key(&one.table),
                weight: 1.0,
            }
        })
        .collect()
}

/// Questions from tables of annual reports, with their kind of answer.
fn tatqa_examples(dir: &Path) -> Vec<(Example, String)> {
    let mut tables: HashMap<String, Vec<Arc<Prepared>>> = HashMap::new();
    let lines = std::fs::read_to_string(dir.join("qa.jsonl")).unwrap();
    let lines = lines
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let mut found = Vec::new();
    for line in lines.filter(|line| line["answer_from"] != "text") {
        let text = |key: &str| line[key].as_str().unwrap().to_owned();
        let said =
            |one: &serde_json::Value| one.as_str().map_or_else(|| one.to_string(), str::to_owned);
        let answers: Vec<String> = match &line["answer"] {
            serde_json::Value::Array(all) => all.iter().map(said).collect(),
            one => vec![said(one)],
        };
        let scale = match text("scale").as_str() {
            "thousand" => 3,
            "million" => 6,
            "billion" => 9,
            _ => 0,
        };
        let file = text("file");
        let tables = tables
            .entry(file.clone())
            .or_insert_with(|| tables_of(&dir.join(&file)));
        let example = Example {
            question: Question::read(&text("question"), Language::En),
            evidence: Vec::new(),
            about: (0..tables.len()).collect(),
            tables: tables.clone(),
            gold: Gold::new(&answers, scale, Language::En),
            source: key(&file),
            weight: 1.0,
        };
        found.push((example, text("answer_type")));
    }
    found
}

/// Trains without each fifth of the files and measures on it.
fn tatqa_folds(dir: &Path, options: &FitOptions) {
    let all = tatqa_examples(dir);
    let mut by_kind: std::collections::BTreeMap<String, Looks> = Default::default();
    let mut total = Looks::default();
    let mut took = std::time::Duration::ZERO;
    for fold in 0..5 {
        let held = |one: &Example| one.source / 7 % 5 == fold;
        let train: Vec<Example> = all
            .iter()
            .map(|one| &one.0)
            .filter(|one| !held(one))
            .cloned()
            .collect();
        let weights = plan::patterns::fit(&train, options);
        for (one, kind) in all.iter().filter(|one| held(&one.0)) {
            let start = std::time::Instant::now();
            let looks = look(std::slice::from_ref(one), &weights, &options.limits);
            took += start.elapsed();
            total.add(&looks);
            by_kind.entry(kind.clone()).or_default().add(&looks);
        }
    }
    print("tatqa", &mut total, took);
    for (kind, mut looks) in by_kind {
        print(&kind, &mut looks, took);
    }
}

/// Every `step`-th question over its own table and the three of thirty others that
/// have most of its words, ordered by that.
fn pooled(examples: &[Example], step: usize) -> Vec<Example> {
    let mut known: HashMap<u64, (HashSet<String>, &[Arc<Prepared>])> = HashMap::new();
    for one in examples {
        known
            .entry(one.source)
            .or_insert_with(|| (words_of(&one.tables[0]), &one.tables));
    }
    let mut sources: Vec<u64> = known.keys().copied().collect();
    sources.sort_unstable();
    let pool = |(at, one): (usize, &Example)| {
        let met = |source: &u64| {
            let tokens = one.question.tokens.iter().filter(|token| !token.stop);
            tokens
                .filter(|token| known[source].0.contains(&token.folded))
                .count()
        };
        let others =
            (0..30).map(|n| sources[(one.source as usize + at * 31 + n * 97) % sources.len()]);
        let mut others: Vec<(usize, u64)> = others
            .filter(|other| *other != one.source)
            .map(|other| (met(&other), other))
            .collect();
        others.sort_unstable_by(|a, b| b.cmp(a));
        others.dedup();
        others.truncate(3);
        // Half of the questions name the page that the table is on.
        others.push((met(&one.source) + at % 2 * 2, one.source));
        others.sort_by_key(|other| std::cmp::Reverse(other.0));
        let mut made = Example {
            tables: Vec::new(),
            ..one.clone()
        };
        for (_, source) in others {
            let start = made.tables.len();
            made.tables.extend(known[&source].1.iter().cloned());
            if source == one.source {
                made.about = (start..made.tables.len()).collect();
            }
        }
        made
    };
    examples
        .iter()
        .step_by(step)
        .enumerate()
        .map(pool)
        .collect()
}

fn words_of(table: &Prepared) -> HashSet<String> {
    let relation = table.relation();
    let cells = relation
        .columns
        .iter()
        .flat_map(|column| &column.cells)
        .map(|cell| cell.text.to_string());
    let names = relation.columns.iter().map(|column| column.path.join(" "));
    cells
        .chain(names)
        .flat_map(|text| text::tokens(&text, Language::En))
        .map(|token| token.folded)
        .collect()
}

fn key(text: &str) -> u64 {
    text.bytes().fold(7, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(u64::from(byte))
    })
}

/// The training questions of both sets over their own tables, and those of pools.
fn training(data: &Path, folders: &[String]) -> Vec<Example> {
    let wtq = data.join("wtq");
    let mut all = wtq_examples(&wtq, "train.jsonl", usize::MAX, &mut HashMap::new());
    let more = tatqa_examples(&data.join("tatqa"));
    all.extend(more.into_iter().map(|(one, _)| one));
    all.extend(pools::read(folders).into_iter().map(|one| one.example));
    all
}

/// Learns from the training questions of both sets and from pools, writes the weights,
/// measures on the development part of the first.
fn train(data: &Path, out: &str, folders: &[String]) {
    let options = FitOptions::default();
    let weights = plan::patterns::fit(&training(data, folders), &options);
    std::fs::write(out, weights.to_bytes()).unwrap();
    measure_wtq(data, "dev.jsonl", &weights, &options.limits);
}

fn measure_wtq(data: &Path, file: &str, weights: &Weights, limits: &Limits) {
    let test = wtq_examples(&data.join("wtq"), file, usize::MAX, &mut HashMap::new());
    let start = std::time::Instant::now();
    print("wtq", &mut look(&test, weights, limits), start.elapsed());
    let pools = pooled(&test, 4);
    let start = std::time::Instant::now();
    print(
        "wtq, four tables",
        &mut look(&pools, weights, limits),
        start.elapsed(),
    );
}

/// Learns from a part of the training questions, measures on a fifth of the tables.
fn try_wtq(data: &Path, count: usize) {
    let all = wtq_examples(&data.join("wtq"), "train.jsonl", count, &mut HashMap::new());
    let (mut rest, test): (Vec<Example>, Vec<Example>) = all
        .into_iter()
        .partition(|one| !one.source.is_multiple_of(5));
    let pools = pooled(&rest, 5);
    rest.extend(pools);
    let options = FitOptions::default();
    let weights = plan::patterns::fit(&rest, &options);
    let start = std::time::Instant::now();
    print(
        "wtq",
        &mut look(&test, &weights, &options.limits),
        start.elapsed(),
    );
}

/// Trains without each part of the sources of all sets and measures on it.
fn pool_folds(folders: &[String], count: u64) {
    let mut all = pools::read(folders);
    // Questions over single tables are learned from, too; of sets that are measured by folds
    // only those of other folds.
    if let Ok(data) = std::env::var("DATA") {
        let data = Path::new(&data);
        let count = std::env::var("SINGLE").map_or(3_000, |count| count.parse().unwrap());
        let wtq = wtq_examples(&data.join("wtq"), "train.jsonl", count, &mut HashMap::new());
        let tatqa = tatqa_examples(&data.join("tatqa"));
        let tatqa = tatqa.into_iter().map(|(one, _)| ("tatqa alone", one));
        let single = wtq.into_iter().map(|one| ("wtq alone", one)).chain(tatqa);
        all.extend(single.map(|(set, example)| pools::Pooled {
            set: set.to_owned(),
            kind: "all".to_owned(),
            document: example.source,
            example,
        }));
    }
    let options = FitOptions::default();
    let mut found: BTreeMap<(String, String), Looks> = BTreeMap::new();
    let start = std::time::Instant::now();
    for (train, held) in pools::folds(&all, count) {
        let few = std::env::var("FEW").is_err();
        let train = train
            .into_iter()
            .filter(|one| few || !one.set.ends_with("few"));
        let train: Vec<Example> = train.map(|one| one.example).collect();
        let weights = plan::patterns::fit(&train, &options);
        drop(train);
        for (kind, examples) in pools::by_kind(held) {
            let looks = look(&examples, &weights, &options.limits);
            let of_set = (kind.0.clone(), "all".to_owned());
            if kind.1 != "all" {
                found.entry(of_set).or_default().add(&looks);
            }
            found.entry(kind).or_default().add(&looks);
        }
    }
    for ((set, kind), mut looks) in found {
        print(&format!("{set} {kind}"), &mut looks, start.elapsed());
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let data = Path::new(&args[1]);
    match (args[2].as_str(), args.get(3)) {
        ("train", Some(out)) => train(data, out, &args[4..]),
        ("tatqa", _) => tatqa_folds(&data.join("tatqa"), &FitOptions::default()),
        ("wtq", count) => try_wtq(data, count.map_or(2_500, |count| count.parse().unwrap())),
        ("pools", _) => pool_folds(&args[3..], args[1].parse().unwrap()),
        _ => println!(
            "patterns DATA (train OUT [POOLS…] | tatqa | wtq [QUESTIONS]); patterns FOLDS pools POOLS…"
        ),
    }
}
