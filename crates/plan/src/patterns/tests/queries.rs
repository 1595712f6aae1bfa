//! Each query, carried out, gives the values that it stands beside.

use std::sync::Arc;

use text::Language;

use super::{by_quarter, cities, sales};
use crate::patterns::Denoted;
use crate::patterns::pool::Pool;
use crate::patterns::pool::{denoted, same};
use crate::patterns::vocabulary::Vocabulary;
use crate::patterns::{Limits, Prepared, prepare};
use crate::question::Question;
use crate::relation::Relation;

/// What a query gives when it is carried out, as texts.
fn carried_out(sql: &str, tables: &[Arc<Prepared>]) -> Result<Vec<Denoted>, String> {
    use crate::query;
    let limits = query::Limits::default();
    let all: Vec<Arc<Relation>> = tables
        .iter()
        .map(|one| Arc::clone(one.relation()))
        .collect();
    let said = |error: query::QueryError| error.to_string();
    let parsed = query::parse(sql, &limits).map_err(said)?;
    let outcome = query::run(&parsed, all.as_slice(), &limits).map_err(said)?;
    let first = outcome.rows.iter().filter_map(|row| row.first());
    Ok(first
        .map(|one| Denoted::read(&one.text, Language::En))
        .collect())
}

#[test]
fn queries_give_the_values_that_they_stand_beside() {
    let mut refused = Vec::new();
    let mut other = Vec::new();
    let mut all = 0;
    for (relation, asked) in [
        (
            cities(),
            "How many cities in Spain have more than 600 population?",
        ),
        (
            cities(),
            "Which city in Spain has the largest population after Madrid?",
        ),
        (
            cities(),
            "What is the difference in population between Lisbon and Porto?",
        ),
        (
            cities(),
            "What is the total or average population of Portugal?",
        ),
        (
            cities(),
            "Which country has the most cities founded before 1200?",
        ),
        (cities(), "Is the population of Lisbon more than of Porto?"),
        (
            sales(),
            "What is the percentage change in net sales from 2018 to 2019?",
        ),
        (sales(), "What was the ratio of cost to net sales in 2018?"),
        (
            by_quarter(),
            "What was the cost in the second quarter of 2025?",
        ),
        (
            by_quarter(),
            "Were net sales more in Q4 2024 than in Q1 2025?",
        ),
        (
            by_quarter(),
            "What were net sales since the first quarter of 2025?",
        ),
        (by_quarter(), "What were net sales after May 2025?"),
    ] {
        let question = Question::read(asked, Language::En);
        let tables = prepare(&relation, Language::En);
        let read: Vec<&Prepared> = tables.iter().map(AsRef::as_ref).collect();
        let pool = Pool::build(
            &question,
            (&read, &[]),
            &Vocabulary::default(),
            &Limits::default(),
        );
        for at in 0..pool.answers().len() {
            let entry = &pool.entries[at];
            let table = usize::from(entry.table);
            let given = &pool.forms[table].candidates[entry.form as usize].given;
            let sql = pool.sql(&question, &read, at);
            all += 1;
            match carried_out(&sql, &tables) {
                Err(error) => refused.push(format!("{sql}: {error}")),
                Ok(values) if !same(&denoted(read[table], given), &values) => {
                    other.push(format!("{sql}: {given:?} but {values:?}"));
                }
                Ok(_) => {}
            }
        }
    }
    println!(
        "{all} queries, {} refused, {} other",
        refused.len(),
        other.len()
    );
    println!("{refused:#?} {other:#?}");
    assert!(refused.is_empty() && other.is_empty());
}
