//! Learning repeats itself; files are read back or refused; the shipped weights choose.

use text::Language;

use super::{cities, relation, sales};
use crate::patterns::{
    Example, FitOptions, Gold, Limits, Weights, WeightsError, candidates, fit, prepare, shipped,
};
use crate::question::Question;
use crate::relation::Relation;

#[test]
fn the_shipped_weights_choose_in_three_languages() {
    let weights = shipped().expect("the shipped file is whole");
    let best = |relation: &Relation, asked: &str, language: Language| {
        let question = Question::read(asked, language);
        let tables = prepare(relation, language);
        let found = candidates(&question, (&tables, &[]), weights, &Limits::default());
        let first = found.first().expect("a candidate");
        let values: Vec<String> = first.values.iter().map(|one| one.text.clone()).collect();
        (values.join("; "), first.sql.clone())
    };
    let spanish = relation(
        &[
            &["Jugador", "Equipo", "Goles"],
            &["Ruiz", "Sevilla", "12"],
            &["Vega", "Betis", "7"],
            &["Soto", "Sevilla", "9"],
        ],
        Language::Es,
    );
    let german = relation(
        &[
            &["Stadt", "Land", "Einwohner"],
            &["Köln", "NRW", "1080"],
            &["Essen", "NRW", "580"],
            &["Kiel", "SH", "247"],
        ],
        Language::De,
    );
    let (en, es, de) = (Language::En, Language::Es, Language::De);
    for (relation, asked, language, value) in [
        (
            &cities(),
            "Which city has the largest population?",
            en,
            "Madrid",
        ),
        (&cities(), "How many cities are in Spain?", en, "3"),
        (&cities(), "What is the population of Porto?", en, "232"),
        (
            &sales(),
            "What was the change in net sales from 2018 to 2019?",
            en,
            "20",
        ),
        (
            &sales(),
            "What was the percentage change in cost from 2018 to 2019?",
            en,
            "50",
        ),
        (&spanish, "¿Qué jugador tiene más goles?", es, "Ruiz"),
        (&spanish, "¿Cuántos jugadores hay en Sevilla?", es, "2"),
        (
            &german,
            "Welche Stadt hat die meisten Einwohner?",
            de,
            "Köln",
        ),
        (&german, "Wie viele Städte liegen in NRW?", de, "2"),
    ] {
        let (values, sql) = best(relation, asked, language);
        assert_eq!(values, value, "{asked}: {sql}");
    }
}

#[test]
fn a_calculation_is_written_with_its_operands() {
    let weights = shipped().expect("the shipped weights");
    for (asked, written) in [
        (
            "What was the percentage change in cost from 2018 to 2019?",
            Some("(60 − 40) ÷ 40 × 100 = 50"),
        ),
        (
            "What was the change in net sales from 2018 to 2019?",
            Some("120 − 100 = 20"),
        ),
        ("What was the cost in 2018?", None),
    ] {
        let question = Question::read(asked, Language::En);
        let tables = prepare(&sales(), Language::En);
        let found = candidates(&question, (&tables, &[]), weights, &Limits::default());
        assert_eq!(found[0].expression.as_deref(), written, "{asked}");
    }
}

/// Questions about one column, over tables whose numbers differ.
fn examples() -> Vec<Example> {
    let tables = prepare(&cities(), Language::En);
    let asked = [
        ("What is the population of Porto?", "232"),
        ("What is the population of Seville?", "684"),
        ("Which city has the most population?", "Madrid"),
        ("How many cities are in Spain?", "3"),
        ("How many cities are in Portugal?", "2"),
        ("Which country is Bilbao in?", "Spain"),
    ];
    let example = |(source, (asked, value)): (u64, &(&str, &str))| Example {
        question: Question::read(asked, Language::En),
        evidence: Vec::new(),
        about: (0..tables.len()).collect(),
        tables: tables.clone(),
        gold: Gold::new(&[(*value).to_owned()], 0, Language::En),
        source,
        weight: 1.0,
    };
    (0..)
        .zip(asked.iter().cycle().take(24))
        .map(example)
        .collect()
}

#[test]
fn learning_repeats_itself_and_is_read_back() {
    let options = FitOptions {
        word_questions: 2,
        ..FitOptions::default()
    };
    let bytes = fit(&examples(), &options).to_bytes();
    assert_eq!(bytes, fit(&examples(), &options).to_bytes());
    let weights = Weights::from_bytes(&bytes).expect("its own bytes");
    assert_eq!(weights.to_bytes(), bytes);
    let question = Question::read("What is the population of Lisbon?", Language::En);
    let tables = prepare(&cities(), Language::En);
    let found = candidates(&question, (&tables, &[]), &weights, &Limits::default());
    assert_eq!(found[0].values[0].text, "545");
    assert_eq!(found[0].lineage.len(), 1);
    assert!(
        found
            .iter()
            .all(|one| (0.0..=1.0).contains(&one.probability))
    );
    assert_eq!(
        found,
        candidates(&question, (&tables, &[]), &weights, &Limits::default())
    );
}

#[test]
fn other_and_damaged_files_say_so() {
    assert_eq!(Weights::from_bytes(b""), Err(WeightsError::Version));
    assert_eq!(
        Weights::from_bytes(b"PPW0 and more"),
        Err(WeightsError::Version)
    );
    let options = FitOptions {
        epochs: 1,
        ..FitOptions::default()
    };
    let mut bytes = fit(&examples(), &options).to_bytes();
    bytes.pop();
    assert!(matches!(
        Weights::from_bytes(&bytes),
        Err(WeightsError::Damaged { .. })
    ));
}
