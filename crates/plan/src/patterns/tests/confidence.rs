//! What the shipped weights say, and how sure they are: what is measured of an answer has no other effect
//! than on these numbers.

use text::Language;

use super::{by_quarter, cities, sales};
use crate::patterns::{Limits, candidates, prepare, shipped};
use crate::question::Question;
use crate::relation::Relation;

/// The two likeliest answers, with their query and a probability of three digits.
fn first_two(relations: &[Relation], asked: &str) -> Vec<String> {
    let weights = shipped().expect("the shipped file is whole");
    let question = Question::read(asked, Language::En);
    let tables: Vec<_> = relations
        .iter()
        .flat_map(|one| prepare(one, Language::En))
        .collect();
    let found = candidates(&question, (&tables, &[]), weights, &Limits::default());
    let said = |one: &crate::patterns::Candidate| {
        let values: Vec<&str> = one.values.iter().map(|value| value.text.as_str()).collect();
        format!("{:.3} {} | {}", one.probability, values.join("; "), one.sql)
    };
    found.iter().take(2).map(said).collect()
}

#[test]
fn answers_are_as_sure_as_they_were() {
    let asked = [
        (vec![cities()], "Which city has the largest population?"),
        (vec![cities()], "How many cities are in Spain?"),
        (
            vec![sales()],
            "What was the change in net sales from 2018 to 2019?",
        ),
        (
            vec![sales()],
            "By what percentage did cost fall from 2017 to 2018?",
        ),
        (vec![sales(), cities()], "What were the net sales in 2018?"),
        (
            vec![sales(), by_quarter()],
            "What is the ratio of cost to net sales in Q4 2024?",
        ),
        (
            vec![sales(), cities(), by_quarter()],
            "What is the difference between net sales and cost in 2017?",
        ),
        (
            vec![cities(), by_quarter()],
            "Which cities were founded after 1200?",
        ),
    ];
    let said = asked
        .iter()
        .flat_map(|(relations, asked)| first_two(relations, asked));
    let said: Vec<String> = said.collect();
    assert_eq!(said, EXPECTED, "{said:#?}");
}

const EXPECTED: [&str; 16] = [
    "0.965 Madrid | SELECT DISTINCT city FROM t WHERE NOT total AND population = (SELECT MAX(population) FROM t WHERE NOT total)",
    "0.005 1085 | SELECT DISTINCT founded FROM t WHERE NOT total AND population = (SELECT MAX(population) FROM t WHERE NOT total)",
    "0.957 3 | SELECT COUNT(*) FROM t WHERE country = 'Spain'",
    "0.004 Spain | SELECT DISTINCT country FROM t WHERE country = 'Spain'",
    "0.970 20 | SELECT (SELECT _2019 FROM t WHERE item = 'Net sales') - (SELECT _2018 FROM t WHERE item = 'Net sales')",
    "0.005 40 | SELECT (SELECT _2019 FROM t WHERE item = 'Net sales') - (SELECT _2017 FROM t WHERE item = 'Net sales')",
    "0.931 -20 | SELECT ((SELECT _2018 FROM t WHERE item = 'Cost') - (SELECT _2017 FROM t WHERE item = 'Cost')) * 100 / (SELECT _2017 FROM t WHERE item = 'Cost')",
    "0.011 50 | SELECT ((SELECT _2019 FROM t WHERE item = 'Cost') - (SELECT _2018 FROM t WHERE item = 'Cost')) * 100 / (SELECT _2018 FROM t WHERE item = 'Cost')",
    "0.962 100 | SELECT DISTINCT net_sales FROM t__by_rows WHERE YEAR(item) = 2018",
    "0.005 120 | SELECT DISTINCT _2019 FROM t WHERE item = 'Net sales'",
    "0.507 120 | SELECT DISTINCT net_sales FROM t__by_rows WHERE YEAR(item) = 2024 AND QUARTER(item) = 4",
    "0.053 0.5 | SELECT (SELECT q4_2024 FROM t WHERE item = 'Cost') / (SELECT q4_2024 FROM t WHERE item = 'Net sales')",
    "0.365 30 | SELECT ABS((SELECT _2017 FROM t WHERE item = 'Net sales') - (SELECT _2017 FROM t WHERE item = 'Cost'))",
    "0.064 80 | SELECT DISTINCT net_sales FROM t__by_rows WHERE YEAR(item) = 2017",
    "0.511 Seville; Bilbao | SELECT DISTINCT city FROM t WHERE founded > 1200 AND NOT total",
    "0.074 Seville | SELECT DISTINCT city FROM t WHERE row = (SELECT MIN(row) FROM t WHERE founded > 1200 AND NOT total)",
];
