//! What values and passages do beside each other.

use std::path::Path;
use std::time::{Duration, Instant};

use index::{Library, Snapshot, Writer};
use models::scripted::HashEmbedder;
use models::{Cancel, Embedder, Embedding, Encoded, Heads, Limits, ModelError, Profile, Role};

use super::{AskRequest, Asked, ask};
use crate::answer::Weights;
use crate::ingest::{AddRequest, add, identity};
use crate::question::LibraryQuestion;
use crate::retrieve::Arm;
use crate::{AnswerConfig, IngestConfig, RetrieveConfig};

const TARIFF: &str = "# Lift tariff

## Table 1: Fares by month

| Slope | Summer | Winter |
|---|---|---|
| Northside | $38.20 | $44.10 |
| Southside | $31.00 | $35.90 |

## Rules
Lifts stand still in a storm. Children under six ride free with an adult.
";

/// Panics over texts of one kind.
struct Faulty(HashEmbedder, Role);

impl Embedder for Faulty {
    fn profile(&self) -> &Profile {
        self.0.profile()
    }

    fn embed(
        &self,
        texts: &[&str],
        role: Role,
        limits: &Limits,
    ) -> Result<Vec<Embedding>, ModelError> {
        assert!(role != self.1, "no vectors today");
        self.0.embed(texts, role, limits)
    }

    fn encode(
        &self,
        texts: &[&str],
        role: Role,
        wanted: Heads,
        limits: &Limits,
    ) -> Result<Vec<Encoded>, ModelError> {
        assert!(role != self.1, "no vectors today");
        self.0.encode(texts, role, wanted, limits)
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        self.0.count_tokens(text)
    }
}

fn library(dir: &Path) -> Snapshot {
    library_of(dir, "tariff.md", TARIFF)
}

fn library_of(dir: &Path, name: &str, text: &str) -> Snapshot {
    let texts = dir.join("texts");
    std::fs::create_dir_all(&texts).unwrap();
    std::fs::write(texts.join(name), text).unwrap();
    let (model, config) = (HashEmbedder::default(), IngestConfig::default());
    let store = dir.join("store");
    let mut writer = Writer::open(&store, &identity(&config, Some(&model))).unwrap();
    let request = AddRequest {
        paths: vec![texts],
        ..AddRequest::default()
    };
    let cancel = Cancel::default();
    add(
        &mut writer,
        Some(&model),
        &request,
        &config,
        &cancel,
        &mut |_| {},
    )
    .unwrap();
    Library::open(&store).unwrap().snapshot().unwrap()
}

fn asked(snapshot: &Snapshot, embedder: &dyn Embedder, question: &str) -> Asked {
    ask(
        snapshot,
        Some(embedder),
        &AskRequest::new(question),
        &RetrieveConfig::default(),
        &AnswerConfig::default(),
        Weights::shipped(),
        &Limits {
            // Only what never ends gets there.
            deadline: Some(Instant::now() + Duration::from_secs(60)),
            cancel: Cancel::default(),
        },
    )
    .unwrap()
}

const FARE: &str = "What is the fare for Northside in winter?";

#[test]
fn where_no_table_answers_the_sentences_are_read() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library(dir.path());
    let asked = asked(
        &snapshot,
        &HashEmbedder::default(),
        "Why do the lifts stand still in a storm?",
    );
    assert!(asked.dense && !asked.sentences.is_empty());
}

#[test]
fn a_value_of_a_table_is_considered_with_its_cell_cited() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library(dir.path());
    let asked = asked(&snapshot, &HashEmbedder::default(), FARE);
    let best = asked
        .considered
        .iter()
        .find(|one| one.values[0].text == "$44.10")
        .unwrap_or_else(|| panic!("{:#?}", asked.considered));
    assert_eq!(best.values[0].number.unwrap().to_string(), "44.10");
    let cited = &best.citations[best.values[0].citations[0] - 1];
    assert!(cited.quote.contains("Northside") && cited.quote.contains("$44.10"));
}

const SPENDING: &str = "# Spending\n\nThe Nordic Buoy Programme (“NBP”) paid for the year's purchases. \
The Nordic Buoy Programme went on.\n\n\
| item | 2021 | 2022 |\n|---|---|---|\n| Capital expenditures | 4,120 | 5,310 |\n| EBITDA | 910 | 870 |\n\n\
EBITDA fell. Adjusted EBITDA fell too.\n";

#[test]
fn an_abbreviation_is_read_as_the_words_that_documents_use() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library_of(dir.path(), "spending.md", SPENDING);
    let read = |text: &str| LibraryQuestion::read(&snapshot, text).text().to_owned();
    // Each costs a search: of many only the first are looked up.
    let many = format!("What are {}and the NBP?", "XQ, ".repeat(2_000));
    assert_eq!(read(&many), many);
    for (asked, spelled) in [
        (
            "What was capex in 2022?",
            "What was capital expenditures in 2022?",
        ),
        ("Who ran the NBP?", "Who ran the Nordic Buoy Programme?"),
        // What documents write short stays short, and so does what they never say.
        ("What was EBITDA in 2022?", "What was EBITDA in 2022?"),
        ("What was FCF in 2022?", "What was FCF in 2022?"),
        (
            "What does the Nordic Buoy Programme (NBP) do?",
            "What does the Nordic Buoy Programme (NBP) do?",
        ),
    ] {
        assert_eq!(read(asked), spelled);
    }
    let asked = asked(
        &snapshot,
        &HashEmbedder::default(),
        "What was capex in 2022?",
    );
    assert_eq!(asked.considered[0].values[0].text, "5,310");
    assert_eq!(asked.retrieval.query.text, "What was capex in 2022?");
}

#[test]
fn a_misspelled_word_is_read_as_the_one_that_documents_hold() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library_of(dir.path(), "harbours.md", HARBOURS);
    let read = |text: &str| LibraryQuestion::read(&snapshot, text).text().to_owned();
    for (asked, meant) in [
        // A letter less, more, changed, swapped with the next.
        ("how many vistors had oban?", "how many visitors had oban?"),
        (
            "how many vissitors had oban?",
            "how many visitors had oban?",
        ),
        ("How many visiturs had Oban?", "How many visitors had Oban?"),
        ("Which harobur has most?", "Which harbour has most?"),
        // What says what to do is in the lexicon, whether the documents say it or not.
        (
            "Which has the hgihest number?",
            "Which has the highest number?",
        ),
        // Names, quoted words, short ones and what is further away stay.
        ("Who runs Ullapoll?", "Who runs Ullapoll?"),
        ("Who wrote “vistors”?", "Who wrote “vistors”?"),
        ("How many berhts?", "How many berhts?"),
        ("How many voisturs had Oban?", "How many voisturs had Oban?"),
    ] {
        assert_eq!(read(asked), meant);
    }
    let asked = asked(
        &snapshot,
        &HashEmbedder::default(),
        "how many vistors had oban?",
    );
    assert_eq!(asked.considered[0].values[0].text, "4,310");
    let [misspelled] = &asked.retrieval.misspelled[..] else {
        panic!("{:?}", asked.retrieval.misspelled);
    };
    assert_eq!(
        (&*misspelled.written, &*misspelled.read),
        ("vistors", "visitors")
    );
}

#[test]
fn a_word_that_no_document_holds_is_looked_for_by_its_kin() {
    let terms = |text: &str, asked: &str| {
        let dir = tempfile::tempdir().unwrap();
        let snapshot = library_of(dir.path(), "letter.md", text);
        let read = LibraryQuestion::read(&snapshot, asked);
        let terms = read.query.terms.into_iter().map(|one| one.term);
        terms.collect::<Vec<_>>()
    };
    let letter = "Liebe Eltern, unsere Klassenfahrt geht im Mai nach Cuxhaven. Die Kosten betragen 268 Euro.";
    assert_eq!(
        terms(letter, "Was kostet die Fahrt?"),
        ["kost", "klassenfahrt"]
    );
    // What stands in the documents is looked for as it is, and so is what has no kin there.
    assert_eq!(
        terms(letter, "Wann ist die Klassenfahrt nach Rom?"),
        ["klassenfahrt", "rom"]
    );
    let rules = "Las bicicletas se guardan en el cuarto del sótano; la llave la tiene la portera.";
    assert_eq!(
        terms(rules, "¿Dónde dejo la bici?")
            .last()
            .map(String::as_str),
        Some("biciclet")
    );
    // Only languages that join words look for what ends alike.
    let english = "The Oban lighthouse was built in 1903 by the harbour board of the town.";
    assert_eq!(
        terms(english, "Who owns the house?")
            .last()
            .map(String::as_str),
        Some("hous")
    );
}

#[test]
fn what_announces_a_list_is_quoted_with_it() {
    let dir = tempfile::tempdir().unwrap();
    let lease = "# Lease\n\n## Outgoings\n\nThe tenants shall pay for:\n\n- gas\n- electricity\n- council tax\n\n\
                 Water is met by the landlord.\n\n## Questions\n\nMay the walls be painted?\n\n\
                 Only with written permission.\n";
    let snapshot = library_of(dir.path(), "lease.md", lease);
    let quoted = |question: &str| {
        let asked = asked(&snapshot, &HashEmbedder::default(), question);
        let first = asked.sentences.into_iter().next().expect("a sentence");
        first.candidate.text
    };
    assert_eq!(
        quoted("What shall the tenants pay for?"),
        "The tenants shall pay for:\n\n- gas\n- electricity\n- council tax"
    );
    // A question that the document asks itself names what stands behind it, and is no answer.
    assert_eq!(
        quoted("May the walls be painted?"),
        "Only with written permission."
    );
}

const HARBOURS: &str = "# Harbours of 2022\n\n\
| Harbour | Berths | Visitors | Dredged |\n|---|---|---|---|\n\
| Oban | 120 | 4,310 | 2019 |\n| Tarbert | 95 | 6,270 | 2021 |\n| Ullapool | 64 | 1,880 | 2020 |\n";

/// The values that are likeliest.
fn values(snapshot: &Snapshot, question: &str) -> Vec<String> {
    let asked = asked(snapshot, &HashEmbedder::default(), question);
    let best = asked
        .considered
        .first()
        .unwrap_or_else(|| panic!("{question}"));
    for value in &best.values {
        assert!(!value.citations.is_empty(), "{question}: {value:?}");
        for marker in &value.citations {
            assert!(best.citations.len() >= *marker, "{question}: {value:?}");
        }
    }
    best.values.iter().map(|value| value.text.clone()).collect()
}

#[test]
fn both_halves_of_a_question_are_answered() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library_of(dir.path(), "harbours.md", HARBOURS);
    for (question, both) in [
        (
            "Which harbour has the most visitors, and how many?",
            ["Tarbert", "6,270"],
        ),
        (
            "Which has more berths, Oban or Tarbert, and by how much?",
            ["Oban", "25"],
        ),
        (
            "How many berths does Ullapool have and how many visitors?",
            ["64", "1,880"],
        ),
    ] {
        assert_eq!(values(&snapshot, question), both, "{question}");
    }
    // One question has one answer.
    let one = values(&snapshot, "Which harbour has the most visitors?");
    assert_eq!(one, ["Tarbert"]);
}

#[test]
fn a_question_is_taken_apart_once() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library(dir.path());
    let before = crate::question::read_by_this_thread();
    asked(&snapshot, &HashEmbedder::default(), FARE);
    assert_eq!(crate::question::read_by_this_thread() - before, 1);
}

const STORM: &str = "Why do the lifts stand still in a storm?";

fn steps(asked: &Asked) -> Vec<&str> {
    let faults = asked.faults.iter();
    faults.map(|fault| fault.step.as_str()).collect()
}

#[test]
fn a_search_that_fails_costs_its_list_only() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library(dir.path());
    let faulty = Faulty(HashEmbedder::default(), Role::Query);
    let request = AskRequest {
        // Without a route the router would embed the question first.
        route: Some(asked(&snapshot, &HashEmbedder::default(), FARE).route),
        ..AskRequest::new(FARE)
    };
    let found = ask(
        &snapshot,
        Some(&faulty),
        &request,
        &RetrieveConfig::default(),
        &AnswerConfig::default(),
        Weights::shipped(),
        &Limits::none(),
    )
    .unwrap();
    assert!(steps(&found).contains(&"search: embed"), "{found:#?}");
    assert_eq!(found.faults[0].message, "no vectors today");
    let answer = found.answer.as_ref().unwrap();
    assert_eq!(answer.value.as_deref(), Some("$44.10"));
    let dropped = found.retrieval.dropped.iter();
    assert!(dropped.map(|one| one.arm).any(|arm| arm == Arm::Dense));
    assert!(!found.passages.is_empty());
}

#[test]
fn candidates_that_cannot_be_embedded_are_judged_by_their_words_and_nothing_stays_broken() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library(dir.path());
    let before = asked(&library(dir.path()), &HashEmbedder::default(), STORM);
    let faulty = Faulty(HashEmbedder::default(), Role::Passage);
    let found = asked(&snapshot, &faulty, STORM);
    assert_eq!(steps(&found), ["embed candidates"]);
    assert!(!found.dense && !found.sentences.is_empty());
    let after = asked(&snapshot, &HashEmbedder::default(), STORM);
    assert_eq!(steps(&after), Vec::<&str>::new());
    assert_eq!(before.answer, after.answer);
}

#[test]
fn the_only_table_is_asked_whatever_its_words() {
    let dir = tempfile::tempdir().unwrap();
    let medals = "Nation,Gold,Silver\nNorway,4,9\nKenya,7,2\nPeru,1,1\n";
    let snapshot = library_of(dir.path(), "medals.csv", medals);
    let found = asked(
        &snapshot,
        &HashEmbedder::default(),
        "which land is the best?",
    );
    assert!(!found.considered.is_empty(), "{found:#?}");
}
