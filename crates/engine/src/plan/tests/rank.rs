//! Things that are told by their rank, kinds that are called by a word alone, and tables that
//! are printed once for both directions or in groups side by side.

use super::{Kind, shelve};

const MILLS: &str = "# Report of the Tarn mills

The mills of the Tarn are inspected twice a year by the office of works, which measures their wheels, \
counts their hands and looks into the state of weirs and sluices before the winter floods come down \
from the hills and close the upper valley for some weeks.

## Wheels

Wheels and stones of the mills

| Mill | Class | Power kW | Stones |
|---|---|---|---|
| Ambler | steady | 14.5 | 3 |
| Brook | very steady | 22.0 | 2 |
| Cray | steady | 9.5 | 4 |
| Dove | idle | 31.5 | 6 |
| Elm Weir | very steady | 12.0 | 5 |
| Ford | steady | 18.5 | 1 |
| Gill | very steady | 11.0 | 7 |

## Hands

Hands at the end of the year

| Mill | Hands | Apprentices |
|---|---|---|
| Ambler | 12 | 2 |
| Brook | 9 | 1 |
| Cray | 17 | 3 |
| Dove | 23 | 5 |
| Elm Weir | 8 | 4 |
| Ford | 6 | 0 |
| Gill | 14 | 6 |

## Roads

Miles between mills

|  | Ambler | Brook | Cray |
|---|---|---|---|
| Brook | 4.5 |  |  |
| Cray | 9.0 | 5.5 |  |
| Dove | 13.0 | 9.5 | 4.0 |

## Postal codes

Zones by postal code

| Code | Zone | Code | Zone | Code |
|---|---|---|---|---|
| 60114 | 2 | 60207 | 1 | 60311 |
| 60119 | 1 | 60218 | 2 | 60340 |
| 60125 | 3 | 60226 | 3 | 60352 |

## Joining

How to open an account with the office:

1. Fill in the yellow form.
2. Pay a deposit of 20 crowns.
3. Hang the plate on the sluice.
";

#[test]
fn what_is_told_by_its_rank_is_found_in_a_table_first() {
    let mills = shelve(&[("mills.md", MILLS)]);
    for (question, hands, by) in [
        (
            "How many hands has the mill with the highest power?",
            "23",
            "Dove",
        ),
        (
            "How many apprentices has the mill that has the most stones?",
            "6",
            "Gill",
        ),
        (
            "How many hands has the mill with the fewest stones?",
            "6",
            "Ford",
        ),
    ] {
        mills.value(question, Kind::Hops, hands);
        let text = mills.ask(question, false).answer.unwrap().text;
        assert!(text.contains(&format!(": {by}, by")), "{text}");
    }
    // Two mills alike are none.
    let alike = MILLS.replace("| Dove | idle | 31.5 | 6 |", "| Dove | idle | 31.5 | 7 |");
    let alike = shelve(&[("mills.md", &alike)]);
    let planned = alike.ask(
        "How many apprentices has the mill that has the most stones?",
        false,
    );
    assert_eq!(planned.answer.and_then(|answer| answer.value), None);
}

#[test]
fn a_row_is_not_stated_for_what_a_clause_tells_that_nothing_meets() {
    let mills = shelve(&[("mills.md", MILLS)]);
    mills.left("How many hands has the Brook mill that keeps the tall chimney?");
    mills.value("How many hands has the Brook mill?", Kind::Lookup, "9");
}

#[test]
fn a_kind_is_called_by_its_word_alone() {
    let mills = shelve(&[("mills.md", MILLS)]);
    mills.items("Which mills are steady?", true, &["Ambler", "Cray", "Ford"]);
    mills.items(
        "Which mills are very steady?",
        true,
        &["Brook", "Elm Weir", "Gill"],
    );
}

#[test]
fn a_distance_is_read_in_either_direction() {
    let mills = shelve(&[("mills.md", MILLS)]);
    mills.value(
        "How many miles is it from Cray to Brook?",
        Kind::Lookup,
        "5.5",
    );
    mills.value(
        "How many miles is it from Brook to Cray?",
        Kind::Lookup,
        "5.5",
    );
    // Where both halves are printed, an empty cell says that there is none.
    let both = MILLS.replace(
        "| Brook | 4.5 |  |  |",
        "| Brook | 4.5 |  |  |\n| Ambler |  | 4.5 | 9.5 |",
    );
    let both = shelve(&[("mills.md", &both)]);
    let planned = both.ask("How many miles is it from Brook to Cray?", false);
    let value = planned.answer.and_then(|answer| answer.value);
    assert_ne!(value.as_deref(), Some("5.5"));
}

#[test]
fn groups_side_by_side_are_one_table_though_the_last_is_cut() {
    let mills = shelve(&[("mills.md", MILLS)]);
    mills.items(
        "Which postal codes are in zone 3?",
        true,
        &["60125", "60226"],
    );
}

#[test]
fn steps_are_a_list_and_no_cell() {
    let mills = shelve(&[("mills.md", MILLS)]);
    mills.items(
        "How do I open an account with the office?",
        false,
        &[
            "1 Fill in the yellow form.",
            "2 Pay a deposit of 20 crowns.",
            "3 Hang the plate on the sluice.",
        ],
    );
}

#[test]
fn the_parts_of_a_document_are_not_what_its_title_names() {
    let home = "# Home program HP-4\n\n## Part A Filing\n\nFiled in May.\n\n## Part B Rules\n\nRules \
        apply from June.\n\n## Part C Tables\n\nTables follow.\n";
    let home = shelve(&[("home-program.md", home), ("mills.md", MILLS)]);
    let planned = home.ask("List the homes that the home program turns away.", true);
    assert_eq!(planned.kind, Kind::Passages, "{planned:#?}");
    home.items(
        "List the parts of the home program.",
        true,
        &["Part A Filing", "Part B Rules", "Part C Tables"],
    );
}
