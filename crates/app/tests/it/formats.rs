//! One manual in four formats: what can be found does not depend on how it was
//! published.

use serde_json::Value;

use crate::home::{Home, data};

/// A fact counts as found in so many first hits.
const HITS: &str = "5";

/// A question and what its answer says, in any of its forms.
struct Fact {
    question: String,
    answers: Vec<String>,
}

fn facts() -> Vec<Fact> {
    let read: Value = serde_json::from_str(include_str!("../data/policy-facts.json")).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let facts = read.as_array().unwrap().iter().map(|fact| Fact {
        question: text(&fact["question"]),
        answers: fact["answers"]
            .as_array()
            .unwrap()
            .iter()
            .map(text)
            .collect(),
    });
    facts.collect()
}

/// Words alone: quotation marks, dashes and line breaks differ by format.
fn words(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    format!(" {} ", words.collect::<Vec<_>>().join(" "))
}

/// The questions whose answers stand in no hit.
fn not_found(home: &Home) -> Vec<String> {
    let missed = facts().into_iter().filter(|fact| {
        let found = home.json(&[
            "search",
            &fact.question,
            "-k",
            HITS,
            "--strategy",
            "keyword",
        ]);
        let hits = found["hits"].as_array().unwrap();
        let told = |hit: &Value| words(hit["text"].as_str().unwrap());
        let answered = |hit: &Value| {
            fact.answers
                .iter()
                .any(|answer| told(hit).contains(&words(answer)))
        };
        !hits.iter().any(answered)
    });
    missed.map(|fact| fact.question).collect()
}

#[test]
fn the_same_facts_are_found_in_each_format() {
    let Some(folder) = data("multiformat-debian-policy") else {
        return;
    };
    assert_eq!(facts().len(), 20);
    let mut missed = Vec::new();
    for (format, files) in [
        ("epub", "policy.epub"),
        ("html", "html"),
        ("plain", "policy.txt"),
        ("pdf", "policy.pdf"),
    ] {
        let home = Home::new();
        let path = folder.join(files);
        home.run(&["add", path.to_str().unwrap()]).expect(0, "");
        let not_found = not_found(&home);
        println!("{format}: {} of 20 facts", 20 - not_found.len());
        missed.extend(
            not_found
                .into_iter()
                .map(|question| format!("{format}: {question}")),
        );
        let other = home.json(&["search", "package", "--filter", &format!("type={format}")]);
        assert!(
            !other["hits"].as_array().unwrap().is_empty(),
            "no hit of type {format}"
        );
    }
    assert_eq!(missed, Vec::<String>::new());
}
