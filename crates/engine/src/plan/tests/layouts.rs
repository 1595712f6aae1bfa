//! Tables and lists as other documents lay them out, and the ways people ask of them.

use super::{Kind, shelve};

const HARBOUR: &str = "# Harbour office of Senn

The office is open on weekdays from eight to four. Letters are answered within ten days of their \
arrival, and those that ask for papers from before the great flood within thirty, since these papers \
are kept in the old town hall and have to be fetched from there by hand.

## Charges of the harbour office

Charges

| Code | Charge | Fee 2025 | Fee 2026 | Unit |
|---|---|---|---|---|
| HC-1 | Crane hook, small | 4.50 | 5.00 | per day |
| HC-2 | Crane hook, large | 9.00 | 8.00 | per day |
| HC-3 | Harbour tour | 12.00 | 12.00 | each |
| HC-4 | Office key | 20.00 | no fee | each |
| HC-5 | Hook test at the harbour | 30.00 | 33.00 | per test |

## Berths

Berths by class

| Class | Length | Summer price |
|---|---|---|
| 1 | up to 6 m | 40.00 |
| 2 | 6 - 9 m | 55.00 |
| 3 | 9 - 14 m | 90.00 |

## Years

| Years of service | Days off |
|---|---|
| 1 - 4 | 20 |
| 5 - 9 | 23 |
| 10 - 14 | 26 |

## Seedlings

| Tree | Price per tree, order of 1 or more | Price per tree, order of 10 or more | Price per tree, order of 100 or more |
|---|---|---|---|
| Alder | 3.00 | 2.50 | 1.75 |
| Rowan | 4.00 | 3.25 | 2.50 |

## Wells

A valve is needed where (i) a well exists, (ii) the house is high, or (iii) acid is stored. It is \
tested once a year.
";

const LEVIES: &str = "# Levies

|  |  |  |  |
|---|---|---|---|
| AREA CODE | A5-1 SENN | TAXABLE VALUE | 135,000 |
| 10 | GENERAL FUND | 2.41 | 327.00 |
| 20 | LIBRARY | 0.39 | 52.95 |
| | | TOTAL RATE | 2.80 |
| AREA CODE | A5-2 ORLOW | TAXABLE VALUE | 90,000 |
| 10 | GENERAL FUND | 2.41 | 217.00 |
| 30 | PARKS | 0.87 | 78.84 |
| | | TOTAL RATE | 3.28 |
| AREA CODE | A5-4 BARL | TAXABLE VALUE | 42,500 |
| 10 | GENERAL FUND | 2.41 | 102.40 |
| | | TOTAL RATE | 2.41 |
";

#[test]
fn words_of_the_document_are_conditions_only_where_rows_are_left() {
    let office = shelve(&[("harbour-office.md", HARBOUR)]);
    office.items(
        "Give me every charge of the harbour office that has to do with crane hooks.",
        true,
        &["HC-1 Crane hook, small", "HC-2 Crane hook, large"],
    );
}

#[test]
fn values_that_rose_or_fell_select_rows() {
    let office = shelve(&[("harbour-office.md", HARBOUR)]);
    office.items(
        "Which charges went down from 2025 to 2026?",
        false,
        &["HC-2 Crane hook, large", "HC-4 Office key"],
    );
    office.items(
        "Which charges increased from 2025 to 2026?",
        false,
        &["HC-1 Crane hook, small", "HC-5 Hook test at the harbour"],
    );
}

#[test]
fn a_price_per_unit_is_multiplied_by_the_units() {
    let office = shelve(&[("harbour-office.md", HARBOUR)]);
    office.value(
        "What does a small crane hook cost for 30 days in 2026?",
        Kind::Calculation,
        "150",
    );
    office.value("What do 40 rowan trees cost?", Kind::Calculation, "130");
    office.value("Price per tree for 150 alders?", Kind::Lookup, "1.75");
}

#[test]
fn numbers_in_words_count_as_numbers() {
    let office = shelve(&[("harbour-office.md", HARBOUR)]);
    office.value(
        "How many days off are there after seven years of service?",
        Kind::Lookup,
        "23",
    );
    office.value(
        "What is the summer price of a berth of the third class?",
        Kind::Lookup,
        "90.00",
    );
}

#[test]
fn a_sentence_with_marks_is_a_list() {
    let office = shelve(&[("harbour-office.md", HARBOUR)]);
    office.items(
        "in which cases do i need a valve",
        false,
        &[
            "i a well exists",
            "ii the house is high",
            "iii acid is stored",
        ],
    );
}

#[test]
fn rows_that_open_a_record_are_conditions_of_those_behind_them() {
    let levies = shelve(&[("levies.md", LEVIES)]);
    levies.value(
        "What is the taxable value of area code A5-2?",
        Kind::Lookup,
        "90,000",
    );
    levies.value(
        "What is the total rate in area code A5-4?",
        Kind::Lookup,
        "2.41",
    );
    levies.declined("What is the total rate in area code A5-3?", "A5-3");
}

const RULES: &str = "# Pet cover of Orlow

## Rule 100 Who is covered
Dogs and cats.

## Rule 110 Order
Base by breed by age.

## Rule 130 Teeth
Pulling is covered.

## Trees sold

| Kind | Variety | Form | Price |
|---|---|---|---|
| Apple | Russet | Half standard | 29 |
| Apple | Beauty | Bush | 24 |
| Pear | Abbot | Espalier | 58 |
| Medlar | Royal | Half standard | 33 |

## Examinations

| Code | Service | Price |
|---|---|---|
| X1 | CT, head | 766 |
| X2 | MRI, knee | 1,304 |
| X3 | MRI, spine | 1,490 |
| X4 | X-ray, hand | 90 |
| X5 | X-ray, foot | 95 |
";

#[test]
fn headings_that_count_in_steps_are_a_list() {
    let rules = shelve(&[("pet-cover.md", RULES)]);
    rules.items(
        "Which rules are in the pet cover of Orlow?",
        true,
        &[
            "Rule 100 Who is covered",
            "Rule 110 Order",
            "Rule 130 Teeth",
        ],
    );
}

#[test]
fn a_word_before_the_noun_selects_rows() {
    let rules = shelve(&[("pet-cover.md", RULES)]);
    rules.items(
        "Give me all MRI examinations.",
        true,
        &["X2 MRI, knee", "X3 MRI, spine"],
    );
    rules.items(
        "Which kinds of tree are sold as a half standard?",
        true,
        &["Apple", "Medlar"],
    );
}

#[test]
fn no_cell_explains() {
    let shelved = shelve(&[(
        "pumps.md",
        "# Pumps\n\nDefaults of the option FLOW:\n\n| Model | P1 | P2 |\n|---|---|---|\n| FLOW | 8 | 10 |\n| HEAD | 3 | 4 |\n",
    )]);
    shelved.value("What is FLOW of model P2?", Kind::Lookup, "10");
    for question in ["What does the option FLOW do?", "Why is FLOW of P2 set?"] {
        let planned = shelved.ask(question, false);
        assert_eq!(planned.kind, Kind::Passages, "{question}");
        assert!(planned.answer.is_none(), "{question}");
    }
}

const MANUAL: &str = "# Boat manual of Barl

## Meanings

Charging month: the time from the 12th of one month to the 11th of the next.

An over-vote is a contest in which more names were marked than allowed. A charging month may be \
put off once.

Lay-up credit ... 12

## Deductible factors

Deductible factors

| Deductible | Hull to $149,999 | Hull $150,000 to $299,999 | Hull $300,000 to $499,999 |
|---|---|---|---|
| $500 | 1.00 | 1.02 | 1.03 |
| $2,500 | 0.79 | 0.80 | 0.81 |

## Power factors

Power factors

| Horsepower from | Horsepower to | Runabout, bass boat | Cruiser |
|---|---|---|---|
| 0 | 90 | 0.98 | 0.91 |
| 91 | 180 | 1.16 | 1.11 |
| 181 | 240 | 1.22 | 1.14 |

## Postal codes

Postal codes

| ZIP | Town | Territory | ZIP | Town | Territory |
|---|---|---|---|---|---|
| 40101 | Senn | 1 | 40201 | Orlow | 7 |
| 40102 | Senn | 2 | 40202 | Orlow | 8 |
| 40103 | Senn | 3 | 40203 | Orlow | 9 |

## Halls

Halls of the league

| Club | Hall | Resin |
|---|---|---|
| Ashcombe | Leisure Centre | yes |
| Brindle | Town Hall | no |
| Carrow | Mill Hall | yes |

## Gloves

Gloves

| Glove | Material | Thickness | Breakthrough |
|---|---|---|---|
| Splash | Chloroprene | 0.6 mm | over 240 min |
| Full | Butyl rubber | 0.7 mm | over 480 min |
";

#[test]
fn a_cell_is_told_by_its_row_and_its_column_alone() {
    let manual = shelve(&[("barl-boats.md", MANUAL)]);
    manual.value(
        "Which power factor does a dealer give somebody with a runabout and a 220 hp engine?",
        Kind::Lookup,
        "1.22",
    );
    manual.value(
        "Barl boats: what do we multiply by for a $2,500 deductible on a hull insured for $350,000?",
        Kind::Lookup,
        "0.81",
    );
    manual.value(
        "How long does a glove of chloroprene hold?",
        Kind::Lookup,
        "over 240 min",
    );
}

#[test]
fn groups_of_columns_are_one_table() {
    let manual = shelve(&[("barl-boats.md", MANUAL)]);
    manual.value("Which territory is ZIP 40202 in?", Kind::Lookup, "8");
}

#[test]
fn columns_of_yes_and_no_select_rows() {
    let manual = shelve(&[("barl-boats.md", MANUAL)]);
    let all = ["Ashcombe", "Carrow"];
    manual.items("Which clubs play in a hall with resin?", true, &all);
    manual.items(
        "Which clubs play in a hall that forbids resin?",
        true,
        &["Brindle"],
    );
}

#[test]
fn a_meaning_is_the_sentence_that_gives_it() {
    let manual = shelve(&[("barl-boats.md", MANUAL)]);
    for (question, told) in [
        (
            "What is a charging month at Barl?",
            "Charging month: the time from the 12th",
        ),
        (
            "What does over-vote mean in the manual?",
            "An over-vote is a contest",
        ),
    ] {
        let planned = manual.ask(question, false);
        assert_eq!(planned.kind, Kind::Definition, "{question}");
        let text = planned.answer.map(|answer| answer.text).unwrap_or_default();
        assert!(text.starts_with(told), "{question}: {text}");
    }
    manual.left("What is a lay-up credit at Barl?");
}

#[test]
fn a_name_that_no_document_has_is_told() {
    let manual = shelve(&[("barl-boats.md", MANUAL)]);
    manual.declined(
        "How many boats did the office of Cupertino insure?",
        "Cupertino",
    );
}

#[test]
fn what_is_not_permitted_is_what_is_forbidden() {
    let rules = "# Yard of Senn\n\n## Order\n\nIn the yard it is not permitted to:\n\n- burn wood\n\
        - wash cars\n- keep geese\n";
    let rules = shelve(&[("senn-yard.md", rules)]);
    let items = ["burn wood", "wash cars", "keep geese"];
    rules.items("What is forbidden in the yard?", true, &items);
}
