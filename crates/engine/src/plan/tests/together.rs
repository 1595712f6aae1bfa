//! Things that are added up, and growth in percent.

use super::{Kind, shelve};

const YARD: &str = "# Yearly report of the Ostrey yard

## Repairs

Repairs, thousand marks

| Repairs | 2025 | 2024 |
|---|---|---|
| Roofs | 874 | 1,162 |
| Slipway | 1,310 | 990 |
| Heating | 812 | 640 |
| Gates and fences | 455 | 470 |

## Income

|  |  |  |
|---|---|---|
| Note | 2025 | 2024 restated |
| Rents | 9,240 | 8,800 |
| Berths | 12,100 | 11,900 |
| Other income | 392 | 448 |
| Total income | 25,519 | 23,750 |
";

#[test]
fn named_rows_are_added() {
    let shelf = shelve(&[("yard.md", YARD)]);
    shelf.value(
        "How much did roofs, heating and gates together cost in repairs in 2025?",
        Kind::Calculation,
        "2141",
    );
    shelf.value(
        "What did the slipway and the gates cost together in 2024?",
        Kind::Calculation,
        "1460",
    );
}

#[test]
fn growth_is_in_parts_of_the_year_before() {
    let shelf = shelve(&[("yard.md", YARD)]);
    shelf.value(
        "By what percentage did the total income grow in 2025?",
        Kind::Comparison,
        "7.4 %",
    );
    shelf.value(
        "By how many percent did rents rise from 2024 to 2025?",
        Kind::Comparison,
        "5 %",
    );
}

const CLAIMS: &str = "# Losses of the Ostrey fund

## Experience

| Year | Members | Claims | Paid, thousand |
|---|---|---|---|
| 2020 | 2,506 | 611 | 31,990 |
| 2021 | 2,588 | 648 | 34,180 |
| 2022 | 2,671 | 622 | 33,470 |
| 2023 | 2,759 | 597 | 32,880 |

## Ferry

| Ferry | 2021 | 2022 | 2023 |
|---|---|---|---|
| Passengers | 4,100 | 4,400 | 4,700 |
| Cars | 810 | 790 | 860 |
";

#[test]
fn years_are_added_or_averaged() {
    let shelf = shelve(&[("fund.md", CLAIMS)]);
    shelf.value(
        "On average, how many claims were there a year from 2020 to 2023?",
        Kind::Calculation,
        "619.5",
    );
    shelf.value(
        "How many passengers did the ferry carry in total between 2021 and 2023?",
        Kind::Calculation,
        "13200",
    );
    // One of the years is missing.
    let planned = shelf.ask(
        "How many claims were there on average from 2019 to 2023?",
        false,
    );
    assert_ne!(planned.kind, Kind::Calculation);
}
