//! Operators over small tables, bounds, learning that repeats itself.

mod bounds;
mod confidence;
mod features;
mod learning;
mod queries;

use text::Language;
use text::table::{TableKind, Unit, Value};

use super::pool::Pool;
use super::vocabulary::Vocabulary;
use super::{Gold, Limits, Prepared, answer, prepare};
use crate::question::Question;
use crate::relation::{Reading, Relation, RelationCell, RelationColumn, RelationRow, identifier};

/// A relation of rows, the first of which names the columns.
fn relation(rows: &[&[&str]], language: Language) -> Relation {
    let (header, body) = rows.split_first().expect("a header");
    let columns = header.iter().enumerate().map(|(at, name)| {
        let cells: Vec<RelationCell> = body
            .iter()
            .map(|row| RelationCell {
                text: row[at].into(),
                value: Value::read(row[at], language),
                ..RelationCell::default()
            })
            .collect();
        RelationColumn {
            name: identifier(name, at),
            path: vec![(*name).to_owned()],
            kind: text::table::kind_of(cells.iter().map(|cell| &cell.value)),
            unit: Unit::NONE,
            key: at == 0,
            cells,
        }
    });
    Relation {
        name: "t".into(),
        kind: TableKind::Table,
        reading: Reading::AsIs,
        title: None,
        context: Vec::new(),
        document: String::new(),
        columns: columns.collect(),
        rows: body
            .iter()
            .map(|row| RelationRow {
                total: row[0] == "Total",
                ..RelationRow::default()
            })
            .collect(),
    }
}

fn cities() -> Relation {
    relation(
        &[
            &["City", "Country", "Population", "Founded"],
            &["Lisbon", "Portugal", "545", "1147"],
            &["Porto", "Portugal", "232", "1123"],
            &["Madrid", "Spain", "3223", "1085"],
            &["Seville", "Spain", "684", "1248"],
            &["Bilbao", "Spain", "346", "1300"],
            &["Total", "", "5030", ""],
        ],
        Language::En,
    )
}

fn sales() -> Relation {
    relation(
        &[
            &["Item", "2019", "2018", "2017"],
            &["Net sales", "120", "100", "80"],
            &["Cost", "60", "40", "50"],
        ],
        Language::En,
    )
}

fn by_quarter() -> Relation {
    relation(
        &[
            &["Item", "Q4 2024", "Q1 2025", "May 2025"],
            &["Net sales", "120", "100", "80"],
            &["Cost", "60", "40", "50"],
        ],
        Language::En,
    )
}

/// Queries among the candidates that give these values by this operator.
fn queries(
    relation: &Relation,
    language: Language,
    asked: &str,
    operator: &str,
    values: &[&str],
) -> Vec<String> {
    let question = Question::read(asked, language);
    let tables = prepare(relation, language);
    let tables: Vec<&Prepared> = tables.iter().map(AsRef::as_ref).collect();
    let limits = Limits::default();
    let pool = Pool::build(&question, (&tables, &[]), &Vocabulary::default(), &limits);
    let values: Vec<String> = values.iter().map(ToString::to_string).collect();
    let right = pool.right(
        &tables,
        &(0..tables.len()).collect::<Vec<_>>(),
        &Gold::new(&values, 0, language),
    );
    (0..pool.answers().len())
        .filter(|at| right[*at] && answer::operator(pool.form(*at)) == operator)
        .map(|at| pool.sql(&question, &tables, at))
        .collect()
}

#[track_caller]
fn has(relation: &Relation, asked: &str, operator: &str, values: &[&str], sql: &str) {
    let found = queries(relation, Language::En, asked, operator, values);
    assert!(
        found.iter().any(|one| one == sql),
        "{asked}: {sql} is not among {found:#?}"
    );
}

#[test]
fn rows_are_chosen_in_every_way() {
    let t = cities();
    let is = |asked: &str, values: &[&str], sql: &str| has(&t, asked, "project", values, sql);
    is(
        "What is the population of Porto?",
        &["232"],
        "SELECT DISTINCT population FROM t WHERE city = 'Porto'",
    );
    is(
        "Which city is the largest by population?",
        &["Madrid"],
        "SELECT DISTINCT city FROM t WHERE NOT total AND population = \
         (SELECT MAX(population) FROM t WHERE NOT total)",
    );
    is(
        "Which cities have more than 600 population?",
        &["Madrid", "Seville"],
        "SELECT DISTINCT city FROM t WHERE population > 600 AND NOT total",
    );
    is(
        "Which city comes right after Madrid?",
        &["Seville"],
        "SELECT DISTINCT city FROM t WHERE row IN (SELECT row + 1 FROM t WHERE city = 'Madrid')",
    );
    is(
        "Which city was founded before 1100?",
        &["Madrid"],
        "SELECT DISTINCT city FROM t WHERE founded < 1100 AND NOT total",
    );
    is(
        "What is the first city in Spain?",
        &["Madrid"],
        "SELECT DISTINCT city FROM t WHERE row = (SELECT MIN(row) FROM t WHERE country = 'Spain')",
    );
    is(
        "Which city has a smaller population, Lisbon or Bilbao?",
        &["Bilbao"],
        "SELECT DISTINCT city FROM t WHERE (city = 'Lisbon' OR city = 'Bilbao') AND population = \
         (SELECT MIN(population) FROM t WHERE (city = 'Lisbon' OR city = 'Bilbao'))",
    );
}

#[test]
fn amounts_and_shares_of_a_hundred_have_no_sum() {
    let t = relation(
        &[
            &["Item", "2022", "2021"],
            &["Revenue", "$17,606", "$15,785"],
            &["Growth", "12%", "23%"],
            &["Margin", "88%", "87%"],
        ],
        Language::En,
    );
    let sums = |asked: &str, value: &str| queries(&t, Language::En, asked, "sum", &[value]);
    assert_eq!(
        sums("What is the total of 2022?", "17706"),
        Vec::<String>::new()
    );
    let shares = "What is the total of growth and margin in 2022?";
    assert!(!sums(shares, "100").is_empty());
}

#[test]
fn values_are_counted_added_and_compared() {
    let t = cities();
    has(
        &t,
        "How many cities are in Spain?",
        "count",
        &["3"],
        "SELECT COUNT(*) FROM t WHERE country = 'Spain'",
    );
    has(
        &t,
        "What is the total population of Portugal?",
        "sum",
        &["777"],
        "SELECT SUM(population) FROM t WHERE country = 'Portugal'",
    );
    has(
        &t,
        "What is the average population of Portugal?",
        "average",
        &["388.5"],
        "SELECT AVG(population) FROM t WHERE country = 'Portugal'",
    );
    has(
        &t,
        "Which country has the most cities?",
        "most_common",
        &["Spain"],
        "SELECT country FROM t WHERE NOT total GROUP BY country ORDER BY COUNT(*) DESC LIMIT 1",
    );
    has(
        &t,
        "What is the difference in population between Lisbon and Porto?",
        "difference",
        &["313"],
        "SELECT ABS((SELECT population FROM t WHERE city = 'Lisbon') - \
         (SELECT population FROM t WHERE city = 'Porto'))",
    );
    has(
        &t,
        "Is the population of Lisbon more than of Porto?",
        "is_more",
        &["yes"],
        "SELECT CASE WHEN (SELECT population FROM t WHERE city = 'Lisbon') > \
         (SELECT population FROM t WHERE city = 'Porto') THEN 'yes' ELSE 'no' END",
    );
}

#[test]
fn columns_of_marks_choose_rows_and_are_no_answer_to_who_is_marked() {
    let members = relation(
        &[
            &["Name", "Paid 2025", "Rating"],
            &["Ana", "yes", "12"],
            &["Ben", "no", "14"],
            &["Cleo", "ja", "11"],
            &["Dan", "No", "17"],
        ],
        Language::En,
    );
    let who = |asked: &str, values: &[&str], sql: &str| {
        has(&members, asked, "project", values, sql);
    };
    who(
        "who has paid for 2025?",
        &["Ana", "Cleo"],
        "SELECT DISTINCT name FROM t WHERE paid_2025 IN ('yes', 'ja')",
    );
    who(
        "who hasnt paid for 2025 yet",
        &["Ben", "Dan"],
        "SELECT DISTINCT name FROM t WHERE paid_2025 IN ('no', 'No')",
    );
    has(
        &members,
        "How many members have not paid for 2025?",
        "count",
        &["2"],
        "SELECT COUNT(*) FROM t WHERE paid_2025 IN ('no', 'No')",
    );
    let repeats = queries(
        &members,
        Language::En,
        "who has paid for 2025?",
        "project",
        &["yes"],
    );
    let repeats = repeats
        .iter()
        .any(|sql| sql.ends_with("WHERE paid_2025 IN ('yes', 'ja')"));
    assert!(!repeats);
}

#[test]
fn periods_as_columns_are_read_by_rows_too() {
    let t = sales();
    let turned = queries(
        &t,
        Language::En,
        "In which year were net sales the highest?",
        "project",
        &["2019"],
    );
    assert!(
        turned.iter().any(|one| one.contains("t__by_rows")),
        "{turned:#?}"
    );
    for (asked, operator, value) in [
        (
            "What is the change in net sales from 2018 to 2019?",
            "change",
            "20",
        ),
        (
            "What is the change in cost from 2017 to 2018?",
            "change",
            "-10",
        ),
        (
            "What is the percentage change in net sales from 2018 to 2019?",
            "percent_change",
            "20",
        ),
        (
            "What is the ratio of cost to net sales in 2019?",
            "ratio",
            "0.5",
        ),
        ("What is the average cost?", "average", "50"),
        ("What is the 2019 average cost?", "mean", "50"),
    ] {
        let found = queries(&t, Language::En, asked, operator, &[value]);
        assert!(!found.is_empty(), "{asked}");
    }
}

#[test]
fn spanish_and_german_ask_the_same() {
    let spanish = relation(
        &[
            &["Jugador", "Equipo", "Goles"],
            &["Ruiz", "Sevilla", "12"],
            &["Vega", "Betis", "7"],
            &["Soto", "Sevilla", "9"],
        ],
        Language::Es,
    );
    let es = |asked: &str, operator: &str, value: &str| {
        let found = queries(&spanish, Language::Es, asked, operator, &[value]);
        assert!(!found.is_empty(), "{asked}");
    };
    es("¿Cuántos jugadores hay en Sevilla?", "count", "2");
    es("¿Qué jugador tiene más goles?", "project", "Ruiz");
    es("¿Cuál es la suma de goles de Sevilla?", "sum", "21");
    let german = relation(
        &[
            &["Stadt", "Land", "Einwohner"],
            &["Köln", "NRW", "1080"],
            &["Essen", "NRW", "580"],
            &["Kiel", "SH", "247"],
        ],
        Language::De,
    );
    let de = |asked: &str, operator: &str, value: &str| {
        let found = queries(&german, Language::De, asked, operator, &[value]);
        assert!(!found.is_empty(), "{asked}");
    };
    de("Welche Stadt hat die meisten Einwohner?", "project", "Köln");
    de("Wie viele Städte liegen in NRW?", "count", "2");
    de(
        "Wie groß ist die Differenz der Einwohner von Köln und Essen?",
        "difference",
        "500",
    );
}
