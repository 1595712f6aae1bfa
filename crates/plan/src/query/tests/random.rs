//! Random queries over random relations: a plain second evaluator, written here
//! on nothing but the cells' values, gives the same values from the cells that
//! the lineage names; and the same query twice gives the same outcome.

use std::sync::Arc;

use proptest::prelude::*;
use text::table::Decimal;

use super::{relation, rows};
use crate::query::{
    AggregateFunction, ArithmeticOp, Branch, CompareOp, Expr, Limits, Lineage, Order, Outcome,
    Query, Select, Selected, run,
};
use crate::relation::Relation;

/// A relation of a text column and two of numbers, with dashes and gaps.
fn table() -> impl Strategy<Value = Relation> {
    let label = prop::sample::select(vec!["north", "South", "EAST", "west side"]);
    let number = prop_oneof![
        6 => (-500_i64..500).prop_map(|number| number.to_string()),
        1 => Just("—".to_owned()),
        1 => Just(String::new()),
        1 => Just("12.5".to_owned()),
    ];
    prop::collection::vec((label, number.clone(), number), 0..12).prop_map(|rows| {
        let mut cells: Vec<Vec<&str>> = vec![vec!["label", "a", "b"]];
        // One row makes the columns numbers whatever the others hold.
        cells.push(vec!["first", "1", "2"]);
        cells.extend(
            rows.iter()
                .map(|(label, a, b)| vec![*label, a.as_str(), b.as_str()]),
        );
        let cells: Vec<&[&str]> = cells.iter().map(Vec::as_slice).collect();
        relation("t", &cells)
    })
}

/// An expression of one row: columns and numbers counted with.
fn counted() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        3 => prop::sample::select(vec!["a", "b"]).prop_map(Expr::column),
        1 => (1_i64..20).prop_map(Expr::number),
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        let op = prop::sample::select(vec![
            ArithmeticOp::Add,
            ArithmeticOp::Subtract,
            ArithmeticOp::Multiply,
        ]);
        prop_oneof![
            (inner.clone(), op, inner.clone())
                .prop_map(|(left, op, right)| left.arithmetic(op, right)),
            inner.clone().prop_map(|of| Expr::Negate(Box::new(of))),
            (condition(), inner.clone(), prop::option::of(inner)).prop_map(
                |(condition, value, otherwise)| {
                    Expr::Case {
                        branches: vec![Branch { condition, value }],
                        otherwise: otherwise.map(Box::new),
                    }
                }
            ),
        ]
    })
}

fn condition() -> impl Strategy<Value = Expr> {
    let op = prop::sample::select(vec![
        CompareOp::Equal,
        CompareOp::NotEqual,
        CompareOp::Less,
        CompareOp::GreaterOrEqual,
    ]);
    let column = || prop::sample::select(vec!["a", "b"]).prop_map(Expr::column);
    let label = prop::sample::select(vec!["North", "south", "west  SIDE", "nowhere"]);
    let leaf = prop_oneof![
        (column(), op.clone(), -300_i64..300)
            .prop_map(|(column, op, number)| column.compare(op, Expr::number(number))),
        (column(), op, column()).prop_map(|(left, op, right)| left.compare(op, right)),
        label.prop_map(|label| Expr::column("label").compare(CompareOp::Equal, Expr::text(label))),
        column().prop_map(|column| Expr::IsEmpty(Box::new(column))),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(one, two)| Expr::And(vec![one, two])),
            (inner.clone(), inner.clone()).prop_map(|(one, two)| Expr::Or(vec![one, two])),
            inner.prop_map(|of| Expr::Not(Box::new(of))),
        ]
    })
}

/// What the second evaluator knows of a value.
#[derive(Debug, Clone, PartialEq)]
enum Plain {
    Nothing,
    Dash,
    Number(Decimal),
    Text(String),
}

/// The second evaluator. It sees only cells that it is allowed to see; a cell
/// that it needs and may not see is a fault of the lineage.
struct Seer<'r> {
    relation: &'r Relation,
    row: usize,
    /// `None` sees all.
    seen: Option<&'r Lineage>,
}

impl Seer<'_> {
    fn cell(&self, name: &str) -> Plain {
        let column = self.relation.column(name).expect("a column");
        if let Some(lineage) = self.seen {
            let named = lineage.cells.iter().any(|cell| {
                (cell.row as usize, cell.column) == (self.row, Some(column))
                    && cell.span == self.relation.columns[column].cells[self.row].span
            });
            assert!(named, "{name} of row {} is not in {lineage:?}", self.row);
        }
        let text = &*self.relation.columns[column].cells[self.row].text;
        match text {
            "" => Plain::Nothing,
            "—" => Plain::Dash,
            number if name != "label" => {
                Plain::Number(Decimal::from_str_exact(number).expect("a number"))
            }
            text => Plain::Text(text.to_lowercase()),
        }
    }

    fn value(&self, expr: &Expr) -> Plain {
        match expr {
            Expr::Column { name, .. } => self.cell(name),
            Expr::Literal(crate::query::Literal::Number(number)) => Plain::Number(*number),
            Expr::Negate(of) => match self.value(of) {
                Plain::Number(number) => Plain::Number(-number),
                _ => Plain::Nothing,
            },
            Expr::Arithmetic { op, left, right } => {
                let sum = *op != ArithmeticOp::Multiply;
                let number = |expr: &Expr| match self.value(expr) {
                    Plain::Number(number) => Some(number),
                    Plain::Dash if sum => Some(Decimal::ZERO),
                    _ => None,
                };
                // Both sides are looked at, as both are in the lineage.
                match (number(left), number(right)) {
                    (Some(one), Some(two)) => Plain::Number(match op {
                        ArithmeticOp::Add => one + two,
                        ArithmeticOp::Subtract => one - two,
                        ArithmeticOp::Multiply | ArithmeticOp::Divide => one * two,
                    }),
                    _ => Plain::Nothing,
                }
            }
            Expr::Case {
                branches,
                otherwise,
            } => {
                if self.holds(&branches[0].condition) == Some(true) {
                    self.value(&branches[0].value)
                } else {
                    otherwise
                        .as_ref()
                        .map_or(Plain::Nothing, |value| self.value(value))
                }
            }
            other => panic!("{other}"),
        }
    }

    fn holds(&self, expr: &Expr) -> Option<bool> {
        match expr {
            Expr::Compare { op, left, right } => {
                let order = match (self.value(left), self.side(right)) {
                    (Plain::Number(one), Plain::Number(two)) => one.cmp(&two),
                    (Plain::Text(one), Plain::Text(two)) => one.cmp(&two),
                    _ => return None,
                };
                Some(match op {
                    CompareOp::Equal => order.is_eq(),
                    CompareOp::NotEqual => order.is_ne(),
                    CompareOp::Less => order.is_lt(),
                    _ => order.is_ge(),
                })
            }
            Expr::IsEmpty(of) => Some(matches!(self.value(of), Plain::Nothing | Plain::Dash)),
            Expr::Not(of) => self.holds(of).map(|truth| !truth),
            Expr::And(members) => {
                let all: Vec<Option<bool>> = members.iter().map(|one| self.holds(one)).collect();
                if all.contains(&Some(false)) {
                    return Some(false);
                }
                all.iter().all(Option::is_some).then_some(true)
            }
            Expr::Or(members) => {
                let all: Vec<Option<bool>> = members.iter().map(|one| self.holds(one)).collect();
                if all.contains(&Some(true)) {
                    return Some(true);
                }
                all.iter().all(Option::is_some).then_some(false)
            }
            other => panic!("{other}"),
        }
    }

    fn side(&self, expr: &Expr) -> Plain {
        match expr {
            Expr::Literal(crate::query::Literal::Text(text)) => {
                let words: Vec<&str> = text.split_whitespace().collect();
                Plain::Text(words.join(" ").to_lowercase())
            }
            other => self.value(other),
        }
    }
}

fn kept(relation: &Relation, filter: &Expr) -> Vec<usize> {
    let holds = |row: &usize| {
        let seer = Seer {
            relation,
            row: *row,
            seen: None,
        };
        seer.holds(filter) == Some(true)
    };
    (0..relation.rows.len()).filter(holds).collect()
}

fn select(columns: Vec<Selected>, filter: &Expr) -> Query {
    Query::from(Select {
        columns,
        from: Some("t".into()),
        filter: Some(filter.clone()),
        ..Select::default()
    })
}

fn outcome(query: &Query, relation: &Relation) -> Outcome {
    let limits = Limits::default();
    let relations = [Arc::new(relation.clone())];
    let outcome =
        run(query, &relations[..], &limits).unwrap_or_else(|error| panic!("{query}: {error}"));
    assert_eq!(
        run(query, &relations[..], &limits).as_ref(),
        Ok(&outcome),
        "{query}"
    );
    outcome
}

/// The number of a value, nothing where there is none.
fn number(plain: Plain) -> Option<Decimal> {
    match plain {
        Plain::Number(number) => Some(number),
        _ => None,
    }
}

/// A value of many rows, the plain way.
fn many(function: AggregateFunction, values: &[Plain]) -> Option<Decimal> {
    let numbers: Vec<Decimal> = values.iter().cloned().filter_map(number).collect();
    let dashes = values.contains(&Plain::Dash);
    let sum: Decimal = numbers.iter().sum();
    match function {
        AggregateFunction::Count => Some(Decimal::from(numbers.len())),
        AggregateFunction::Sum => (!numbers.is_empty() || dashes).then_some(sum),
        AggregateFunction::Avg => (!numbers.is_empty()).then(|| sum / Decimal::from(numbers.len())),
        AggregateFunction::Min => numbers.into_iter().min(),
        AggregateFunction::Max => numbers.into_iter().max(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn rows_are_what_a_second_evaluator_gives_from_their_lineage(
        relation in table(), value in counted(), filter in condition(),
    ) {
        let query = select(vec![value.clone().into(), Expr::column("_row").into()], &filter);
        let outcome = outcome(&query, &relation);
        let expected = kept(&relation, &filter);
        prop_assert_eq!(outcome.rows.len(), expected.len(), "{}", query);
        for (row, at) in outcome.rows.iter().zip(expected) {
            prop_assert_eq!(row[1].number, Some(Decimal::from(at + 1)));
            let seer = Seer { relation: &relation, row: at, seen: Some(&row[0].lineage) };
            prop_assert_eq!(row[0].number, number(seer.value(&value)), "{}", query);
            prop_assert!(row[0].lineage.cells.iter().all(|cell| cell.row as usize == at));
        }
    }

    #[test]
    fn aggregates_are_what_a_second_evaluator_gives_from_their_lineage(
        relation in table(), value in counted(), filter in condition(),
        function in prop::sample::select(vec![
            AggregateFunction::Count, AggregateFunction::Sum, AggregateFunction::Avg,
            AggregateFunction::Min, AggregateFunction::Max,
        ]),
    ) {
        let query = select(vec![Expr::aggregate(function, value.clone()).into()], &filter);
        let outcome = outcome(&query, &relation);
        let output = &outcome.rows[0][0];
        let all: Vec<Plain> = kept(&relation, &filter)
            .into_iter()
            .map(|row| Seer { relation: &relation, row, seen: None }.value(&value))
            .collect();
        let expected = many(function, &all).map(|number| number.normalize());
        prop_assert_eq!(output.number.map(|number| number.normalize()), expected, "{}", query);
        // The rows that the lineage names give it alone, each from named cells.
        let mut named: Vec<usize> = output.lineage.cells.iter().map(|cell| cell.row as usize).collect();
        named.dedup();
        let looks = |row: usize| Seer { relation: &relation, row, seen: Some(&output.lineage) }.value(&value);
        let values: Vec<Plain> = named.into_iter().map(looks).collect();
        // What has no column in it has no lineage.
        prop_assert_eq!(output.lineage.total, output.lineage.cells.len() as u64);
        if !output.lineage.cells.is_empty() {
            let from_lineage = many(function, &values).map(|number| number.normalize());
            prop_assert_eq!(from_lineage, expected, "{}", query);
        }
    }

    #[test]
    fn groups_and_order_are_the_documents(relation in table(), filter in condition(), descending in any::<bool>()) {
        let mut query = select(vec![Expr::column("label").into(), Expr::count().into()], &filter);
        query.select.group_by = vec![Expr::column("label")];
        let grouped = outcome(&query, &relation);
        let label = relation.column("label").expect("a column");
        let labels: Vec<String> = kept(&relation, &filter)
            .into_iter()
            .map(|row| relation.columns[label].cells[row].text.to_string())
            .collect();
        let mut expected: Vec<(String, usize)> = Vec::new();
        for label in &labels {
            match expected.iter_mut().find(|(other, _)| other == label) {
                Some((_, count)) => *count += 1,
                None => expected.push((label.clone(), 1)),
            }
        }
        let expected: Vec<String> = expected.iter().map(|(label, count)| format!("{label} | {count}")).collect();
        prop_assert_eq!(rows(&grouped), expected.join("; "));

        let mut query = select(vec![Expr::column("a").into(), Expr::column("_row").into()], &filter);
        query.order_by = vec![Order { expr: Expr::column("a"), descending }];
        let ordered = outcome(&query, &relation);
        let keys: Vec<(Option<Decimal>, Option<Decimal>)> =
            ordered.rows.iter().map(|row| (row[0].number, row[1].number)).collect();
        for pair in keys.windows(2) {
            let ((one, row), (two, next)) = (pair[0], pair[1]);
            let fits = match (one, two) {
                (Some(one), Some(two)) if one != two => (one < two) != descending,
                (Some(_), None) => true,
                (None, Some(_)) => false,
                _ => row < next,
            };
            prop_assert!(fits, "{}", rows(&ordered));
        }
    }
}
