//! Hostile questions and tables.

use std::sync::Arc;

use text::Language;
use text::table::{ColumnKind, Value};

use super::{cities, relation};
use crate::patterns::answer;
use crate::patterns::pool::Pool;
use crate::patterns::vocabulary::Vocabulary;
use crate::patterns::{Limits, Prepared, prepare};
use crate::question::Question;
use crate::relation::{Relation, RelationCell, RelationRow};

#[test]
fn hostile_sizes_stay_within_bounds() {
    let limits = Limits::default();
    let built = |asked: &str, relation: Relation| {
        let question = Question::read(asked, Language::En);
        let tables = prepare(&relation, Language::En);
        let tables: Vec<&Prepared> = tables.iter().map(AsRef::as_ref).collect();
        Pool::build(&question, (&tables, &[]), &Vocabulary::default(), &limits)
            .answers()
            .len()
    };
    assert_eq!(
        built("How many?", relation(&[&["a", "b"]], Language::En)),
        0
    );
    let names: Vec<String> = (0..500).map(|at| format!("name {at}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let numbers: Vec<String> = (0..500).map(|at| at.to_string()).collect();
    let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
    let wide = relation(&[&names, &numbers, &numbers], Language::En);
    assert!(built("What is the total of name 7 or more than 12?", wide) <= limits.candidates);
    let many = (0..2_000)
        .map(|n| format!("{n} or more than "))
        .collect::<String>();
    assert!(built(&many, cities()) <= limits.candidates);
}

#[test]
fn a_million_rows_are_looked_up_not_counted() {
    let cell = |at: usize| RelationCell {
        text: format!("name {at}").into(),
        value: Value::Text,
        ..RelationCell::default()
    };
    let mut long = relation(&[&["Name"]], Language::En);
    long.columns[0].cells = (0..1_000_000).map(cell).collect();
    long.columns[0].kind = ColumnKind::Text;
    long.rows = vec![RelationRow::default(); 1_000_000];
    let question = Question::read("How many are called name 77?", Language::En);
    let table = Prepared::new(Arc::new(long), Language::En);
    let (read, total) = (table.rows_read(), table.relation().rows.len());
    assert_eq!((read, total), (400_000, 1_000_000), "and says so");
    let pool = Pool::build(
        &question,
        (&[&table], &[]),
        &Vocabulary::default(),
        &Limits::default(),
    );
    assert!(!pool.answers().is_empty());
    let looked_up =
        (0..pool.answers().len()).all(|at| answer::operator(pool.form(at)) == "project");
    assert!(
        looked_up,
        "rows behind the first are not known, so that nothing is counted"
    );
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(64))]
    #[test]
    fn any_question_is_answered_within_bounds(asked in "\\PC{0,120}") {
        let question = Question::read(&asked, Language::En);
        let tables = prepare(&cities(), Language::En);
        let tables: Vec<&Prepared> = tables.iter().map(AsRef::as_ref).collect();
        let limits = Limits::default();
        let pool = Pool::build(&question, (&tables, &[]), &Vocabulary::default(), &limits);
        proptest::prop_assert!(pool.answers().len() <= limits.candidates);
    }
}
