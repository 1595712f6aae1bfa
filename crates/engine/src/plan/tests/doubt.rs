//! Cells that look like the answer and are not.

use super::shelve;

const TARIFF: &str = "# Town fees and freight of Barl

## Licences

| Code | Service | Fee 2030 | Fee 2031 |
|---|---|---|---|
| L-1 | Marriage licence | 40 | 45 |
| L-2 | Dog licence | 12 | 14 |
| L-3 | Fishing licence, day | 6 | 7 |

## Rates by zone

| Zone | Least | Rate per crate |
|---|---|---|
| 1 | 20 | 1.10 |
| 2 | 24 | 1.30 |
| 3 | 28 | 1.55 |

## Further charges

| Item | Service | Charge |
|---|---|---|
| 36 | Storage, day 4 to 10 | 3.20 |
| 37 | Storage, from day 11 | 6.90 |
| 40 | Customs documents, declaration | 42.00 |

## Weights

| Boat | Load | Load |
|---|---|---|
| Barge | 40 | 45 |
| Tug | 4 | 6 |
";

#[track_caller]
fn not_stated(question: &str) {
    let town = shelve(&[("town-fees.md", TARIFF)]);
    let planned = town.ask(question, false);
    let value = planned
        .answer
        .as_ref()
        .and_then(|answer| answer.value.clone());
    assert_eq!(value, None, "{question} {planned:#?}");
}

#[test]
fn a_row_of_another_name_is_not_the_one() {
    not_stated("How much is a liquor licence in 2031?");
}

#[test]
fn a_number_is_met_only_where_it_counts_the_same() {
    not_stated("What rate does Barl charge in zone 10?");
}

#[test]
fn columns_of_one_name_are_not_told_apart() {
    not_stated("What is the load of the barge?");
}

#[test]
fn a_count_that_nothing_meets_is_no_look_up() {
    not_stated("What is the charge for customs documents of one declaration with nine lines?");
}

#[test]
fn a_number_is_sought_in_the_column_of_its_unit() {
    let leave = "# Leave

| Years of service | Days, hourly | Days, salaried |
|---|---|---|
| Less than 2 | 12 | 15 |
| 2 - 9 | 18 | 21 |
| 10 - 19 | 22 | 25 |
";
    let leave = shelve(&[("leave.md", leave)]);
    leave.value(
        "How many days of leave does an hourly employee with 12 years of service have?",
        super::Kind::Lookup,
        "22",
    );
}

#[test]
fn a_measure_that_another_table_has_is_said() {
    let rates = "# Barge cover

## Base rates

| Cargo | Rate |
|---|---|
| Timber | 120 |
| Grain | 90 |

## Harbour factors

| Harbour | Factor |
|---|---|
| Senn | 1.10 |
| Orlow | 0.95 |
| Barl | 1.02 |
";
    let rates = shelve(&[("barge-cover.md", rates)]);
    let planned = rates.ask("What is the base rate in the harbour of Senn?", false);
    let missing = planned.missing.clone().unwrap_or_default();
    assert!(
        planned.answer.is_none() && missing.contains("base rate"),
        "{planned:#?}"
    );
}

#[test]
fn what_is_there_is_still_stated() {
    let town = shelve(&[("town-fees.md", TARIFF)]);
    for (question, value) in [
        ("How much is a dog licence in 2031?", "14"),
        ("What is the rate per crate in zone 2?", "1.30"),
        ("What is the charge for customs documents?", "42.00"),
    ] {
        town.value(question, super::Kind::Lookup, value);
    }
}
