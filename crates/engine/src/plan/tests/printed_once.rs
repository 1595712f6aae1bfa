//! What is printed once and holds for several rows or columns, and columns that say whether there
//! is any.

use super::{Kind, shelve};

const ORCHARDS: &str = "# Orchard cover of the Lenn growers

## Trees

Yearly premium for an acre of trees

| District | Trees | Soil A | Soil B | Soil C |
|---|---|---|---|---|
| 1 | Apple | 31 | 38 | 47 |
|  | Cherry | 42 | 51 | 63 |
|  | Walnut | 25 | 30 | 37 |
| 2 | Apple | 36 | 44 | 54 |
|  | Cherry | 49 | 59 | 73 |
|  | Walnut | 29 | 35 | 43 |
| 3 | Apple | 40 | 49 | 60 |
|  | Cherry | 54 | 66 | 81 |
|  | Walnut | 32 | 39 | 48 |

## Sheds

Rate per $100 of sheds

| Shed | Excess | Excess | Excess |
|---|---|---|---|
|  | $250 | $500 | $1,000 |
| Brick | 0.41 | 0.37 | 0.33 |
| Timber | 0.92 | 0.85 | 0.76 |
| Glass | 1.65 | 1.50 | 1.38 |

## Ladders

Weight of a ladder in kilograms

| Steps |  | Reach, m |  |  |
|---|---|---|---|---|
|  | 3 | 4 | 5 | 6 |
| 8 | 5.1 | 6.0 | – | – |
| 10 | 5.9 | 6.8 | 7.7 | – |
| 12 | 6.6 | 7.5 | 8.4 | 9.4 |

## Hives

Dollars a head

| Animal | Plain | Wide |
|---|---|---|
| Goose | 1.15 | 1.80 |
| Beehive | 2.40 | 3.60 |
| Pony | 14.00 | 21.50 |

## Barns

| Barn | Owner | Cold rooms | Half day | Goods |
|---|---|---|---|---|
| North barn | Lenn | 4 | – | crates, ladders, nets, saws |
| Mill barn | Lenn | – | 12.00 | sacks |
| Lake barn | Orr | 2 | 9.00 | boats, oars, ropes |
| High barn | Orr | – | – | hay |
";

#[test]
fn a_key_printed_once_holds_for_the_rows_below() {
    let orchards = shelve(&[("orchards.md", ORCHARDS)]);
    for (question, value) in [
        (
            "What is the premium for cherry trees in district 2 on soil B?",
            "59",
        ),
        (
            "What is the premium for apple trees in district 3 on soil C?",
            "60",
        ),
        (
            "What is the premium for walnut trees in district 1 on soil A?",
            "25",
        ),
    ] {
        orchards.value(question, Kind::Lookup, value);
    }
}

#[test]
fn a_scale_under_a_heading_names_the_columns() {
    let orchards = shelve(&[("orchards.md", ORCHARDS)]);
    orchards.value(
        "What rate per $100 has a timber shed with an excess of $1,000?",
        Kind::Lookup,
        "0.76",
    );
    orchards.value(
        "How heavy is a ladder of 12 steps with a reach of 5 m?",
        Kind::Lookup,
        "8.4",
    );
}

#[test]
fn heads_are_counted_at_the_price_of_one() {
    let orchards = shelve(&[("orchards.md", ORCHARDS)]);
    orchards.value(
        "What does it cost to insure 12 ponies on Wide?",
        Kind::Calculation,
        "258",
    );
}

#[test]
fn a_dash_says_that_there_is_none() {
    let orchards = shelve(&[("orchards.md", ORCHARDS)]);
    orchards.items(
        "Which barns have cold rooms?",
        true,
        &["North barn", "Lake barn"],
    );
    orchards.items(
        "Which barns are not let for half a day?",
        true,
        &["North barn", "High barn"],
    );
}

#[test]
fn a_cell_may_be_the_list() {
    let orchards = shelve(&[("orchards.md", ORCHARDS)]);
    orchards.items(
        "Which goods are in the North barn?",
        true,
        &["crates", "ladders", "nets", "saws"],
    );
}
