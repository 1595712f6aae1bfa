//! Rules of plans on small made documents: each rule has its own, of another
//! field than the ones it was found on.

mod any_question;
mod calculation;
mod doubt;
mod heads;
mod hops;
mod layouts;
mod naming;
mod printed_once;
mod rank;
mod side_by_side;
mod signs;
mod together;

use index::{Identity, Library, Snapshot, Writer};
use tempfile::TempDir;
use text::ChunkConfig;

use super::{Kind, PlanRequest, Planned, run};
use crate::IngestConfig;
use crate::question::Question;
use crate::retrieve::rank_documents;

struct Shelved {
    _dir: TempDir,
    snapshot: Snapshot,
}

fn shelve(files: &[(&str, &str)]) -> Shelved {
    let dir = tempfile::tempdir().unwrap();
    let identity = Identity {
        analyzer: text::ANALYZER_VERSION.to_owned(),
        chunking: ChunkConfig::default().identity(),
        embedder: None,
        dim: None,
    };
    let mut writer = Writer::open(dir.path(), &identity).unwrap();
    let documents = files.iter().map(|(name, text)| {
        crate::ingest::prepare(text.as_bytes(), name, &IngestConfig::default()).unwrap()
    });
    writer.put(documents.collect()).unwrap();
    let snapshot = Library::open(dir.path()).unwrap().snapshot().unwrap();
    Shelved {
        _dir: dir,
        snapshot,
    }
}

impl Shelved {
    fn ask(&self, question: &str, enumerates: bool) -> Planned {
        let asked = Question::read(&self.snapshot, question);
        let request = PlanRequest {
            question,
            asked: &asked,
            filters: &[],
            enumerates,
            meaning: None,
        };
        run(&self.snapshot, &request).unwrap()
    }

    #[track_caller]
    fn value(&self, question: &str, kind: Kind, value: &str) {
        let planned = self.ask(question, false);
        let found = planned
            .answer
            .as_ref()
            .and_then(|answer| answer.value.clone());
        assert_eq!(
            (planned.kind, found.as_deref()),
            (kind, Some(value)),
            "{question} {planned:#?}"
        );
    }

    #[track_caller]
    fn items(&self, question: &str, enumerates: bool, items: &[&str]) -> Planned {
        let planned = self.ask(question, enumerates);
        let found: Vec<String> = planned
            .answer
            .iter()
            .flat_map(|answer| &answer.items)
            .map(|item| format!("{} {}", item.label, item.text).trim().to_owned())
            .collect();
        assert_eq!(found, items, "{question} {planned:#?}");
        planned
    }

    #[track_caller]
    fn declined(&self, question: &str, reason: &str) {
        let planned = self.ask(question, false);
        let note = planned.note.clone().unwrap_or_default();
        assert!(
            planned.declines() && note.contains(reason),
            "{question} {planned:#?}"
        );
    }

    #[track_caller]
    fn left(&self, question: &str) {
        let planned = self.ask(question, false);
        assert_eq!(planned.kind, Kind::Passages, "{question} {planned:#?}");
    }
}

const FERRY: &str = "# Ferry tariff

## Part A: Passengers

### Clause A-1: Adults
Adults pay the full fare.

### Clause A-2: Children
Children pay half.

### Clause A-4: Dogs
Dogs travel free.

## Part B: Cargo

### Clause B-1: Crates
Crates are weighed.

### Clause B-2: Livestock
Livestock is counted.

### Clause B-3: Vehicles
Vehicles are measured.

## Prohibited goods
The following goods are not carried on deck:

- Fireworks
- Open fuel cans
- Live bees

## Fares

Crossing fare

| Route | Season | Length min | Length max | Bicycle | Car |
|---|---|---|---|---|---|
| Northport | summer | 0 | 4.5 | $4.00 | $31.50 |
| Northport | summer | 4.6 | 6 | $4.00 | $38.20 |
| Northport | winter | 0 | 4.5 | $3.00 | $24.10 |
| Southport | summer | 0 | 4.5 | $5.50 | $40.00 |
| Southport | winter | 0 | 4.5 | $5.00 | $33.00 |

## Sailings

Sailings by month

| Month | Sailings | Passengers |
|---|---|---|
| May 2021 | 40 | 2,150 |
| June 2021 | 62 | 3,310 |
| July 2021 | 62 | 4,005 |
| Total | 164 | 9,465 |
";

#[test]
fn a_series_is_given_whole_and_its_gap_is_named() {
    let ferry = shelve(&[("ferry.md", FERRY)]);
    let planned = ferry.items(
        "List all clauses of the cargo part",
        true,
        &[
            "Clause B-1 Crates",
            "Clause B-2 Livestock",
            "Clause B-3 Vehicles",
        ],
    );
    assert!(planned.answer.unwrap().text.contains("3 of 3, no gap"));
    let planned = ferry.items(
        "List all clauses about passengers",
        true,
        &[
            "Clause A-1 Adults",
            "Clause A-2 Children",
            "Clause A-4 Dogs",
        ],
    );
    let answer = planned.answer.unwrap();
    assert!(answer.text.contains("missing: A-3"), "{}", answer.text);
    assert_eq!(
        answer.completeness.map(|complete| complete.units_total),
        Some(4)
    );
}

#[test]
fn a_list_is_found_by_its_lead_in() {
    let ferry = shelve(&[("ferry.md", FERRY)]);
    let goods = ["Fireworks", "Open fuel cans", "Live bees"];
    ferry.items("List the goods that are not carried on deck", true, &goods);
    ferry.items("Which goods are not carried on deck?", false, &goods);
}

#[test]
fn a_column_is_filtered_by_what_stands_in_other_columns() {
    let ferry = shelve(&[("ferry.md", FERRY)]);
    ferry.items(
        "List all routes with a winter season",
        true,
        &["Northport", "Southport"],
    );
    let none = ferry.ask("List all chimneys of the lighthouse", true);
    assert_eq!(none.kind, Kind::Passages);
    assert!(none.note.unwrap().contains("need not be complete"));
}

#[test]
fn a_cell_is_found_by_its_conditions() {
    let ferry = shelve(&[("ferry.md", FERRY)]);
    ferry.value(
        "What is the crossing fare for a bicycle to Southport in winter?",
        Kind::Lookup,
        "$5.00",
    );
    ferry.value(
        "What is the car fare to Northport in summer for a length of 5.2?",
        Kind::Lookup,
        "$38.20",
    );
    ferry.value(
        "How many passengers were there in June 2021?",
        Kind::Lookup,
        "3,310",
    );
}

#[test]
fn what_no_row_has_is_declined_with_what_there_is() {
    let ferry = shelve(&[("ferry.md", FERRY)]);
    ferry.declined(
        "How many passengers were there in October 2021?",
        "October 2021",
    );
    ferry.declined(
        "What does Clause B-9 say about barrels?",
        "Clause B-1 to B-3",
    );
    ferry.declined("What does Clause A-3 regulate?", "without A-3");
    ferry.left("Who wrote the ferry tariff?");
}

#[test]
fn rows_are_folded() {
    let ferry = shelve(&[("ferry.md", FERRY)]);
    ferry.value(
        "Which month had the most passengers?",
        Kind::Extreme,
        "July 2021",
    );
    ferry.value(
        "Which month has the fewest sailings?",
        Kind::Extreme,
        "May 2021",
    );
    ferry.value(
        "Which had more passengers, May 2021 or June 2021, and by how much?",
        Kind::Comparison,
        "1160",
    );
}

#[test]
fn where_only_the_total_fits_no_row_is_counted() {
    let stores = "# Shops\n\nShops by town\n\n| Shop | Town | Manager |\n|---|---|---|\n\
                  | Quay | Norhaven | Ada |\n| Mill | Norhaven | Ben |\n| Gate | Sudbrook | Cleo |\n\
                  | Total | Estmoor | Dora |\n";
    let shops = shelve(&[("shops.md", stores)]);
    shops.value("How many shops are in Norhaven?", Kind::Count, "2");
    let ((), faults) = crate::fault::gather(|| shops.left("How many shops are in Estmoor?"));
    assert_eq!(faults, []);
}

#[test]
fn a_correction_by_hand_moves_a_document_forward() {
    let files = [
        ("one.md", "# One\n\nA text of nothing much."),
        ("two.md", "# Two\n\nA text of nothing much."),
    ];
    let dir = tempfile::tempdir().unwrap();
    let identity = Identity {
        analyzer: text::ANALYZER_VERSION.to_owned(),
        chunking: ChunkConfig::default().identity(),
        embedder: None,
        dim: None,
    };
    let mut writer = Writer::open(dir.path(), &identity).unwrap();
    let documents = files.map(|(name, text)| {
        crate::ingest::prepare(text.as_bytes(), name, &IngestConfig::default()).unwrap()
    });
    writer.put(documents.into()).unwrap();
    let first = || {
        let snapshot = Library::open(dir.path()).unwrap().snapshot().unwrap();
        let question = Question::read(&snapshot, "Which lighthouse keepers worked here?");
        rank_documents(&snapshot, &question, &[]).unwrap()[0].clone()
    };
    let before = first();
    let other = if before.path == "one.md" {
        "two.md"
    } else {
        "one.md"
    };
    let snapshot = Library::open(dir.path()).unwrap().snapshot().unwrap();
    let id = snapshot
        .documents()
        .iter()
        .find(|record| record.path == other)
        .unwrap()
        .id
        .clone();
    writer
        .correct(&id, Some("The lighthouse keepers of the coast."), 1)
        .unwrap();
    assert_eq!(first().path, other);
}
