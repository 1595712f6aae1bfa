//! Tables whose columns, rows and titles say little alone: names over several rows,
//! forms, crossings, figures that only the text above explains.

use super::{Kind, shelve};

const REPORT: &str = "# Annual report of the Orlow mills 2031

## Branches

|  | Sales | Sales | Staff | Staff |
|---|---|---|---|---|
|  | 2031 | 2030 | 2031 | 2030 |
|  | £000 | £000 | number | number |
| Flour mills | 8,420 | 7,915 | 112 | 108 |
| Oil mills | 3,105 | 3,260 | 54 | 61 |
| Saw mills | 1,980 | 1,744 | 39 | 37 |

## Wages

| Pay band | Share of pay (percent) Day shift Night shift |
|---|---|
| up to 900 | 4.10 5.20 |
| 901 - 1,400 | 4.60 5.90 |
| over 1,400 | 5.30 6.40 |

## Loading
Crowns per tonne. The day of arrival is not counted.

| Goods | Inland | Abroad |
|---|---|---|
| Barley | 1.20 | 1.75 |
| Linseed | 2.10 | 2.60 |
| Timber | 0.80 | no service |
| Sawdust | – | 0.90 |

## Cash for a pension
Crowns of cash for each crown of yearly pension, by age at retirement.

| Age | Alone | With a partner |
|---|---|---|
| 61 | 21.10 | 22.40 |
| 62 | 20.60 | 21.90 |
| 63 | 20.15 | 21.45 |

## Grades

| Grade | Bottom | Top |
|---|---|---|
| B3 | 900 | 1,300 |
| B4 | 1,250 | 1,800 |
";

const COURSES: &str = "# Handbook of courses

## K-101 Milling

| | |
|---|---|
| Course | K-101 |
| Title | Milling |
| Teacher | Dr. Hale |
| Points | 6 |
| Exam | written, 90 min |

## K-102 Grain

| | |
|---|---|
| Course | K-102 |
| Title | Grain |
| Teacher | Dr. Voss |
| Points | 4 |
| Exam | spoken, 20 min |

## K-104 Engines

| | |
|---|---|
| Course | K-104 |
| Title | Engines |
| Teacher | Dr. Hale |
| Points | 5 |
| Exam | spoken, 30 min |
";

const TRAINS: &str = "# Light railway, fares in crowns

## Peak (before 9:30 from the coast, working days)

| From \\ to | Arle | Bost | Corm | Dunn |
|---|---|---|---|---|
| Arle | – | 4.30 | 6.45 | 8.90 |
| Bost | 4.10 | – | 4.60 | 7.00 |
| Corm | 6.45 | 4.50 | – | 4.85 |
| Dunn | 8.90 | 7.00 | 4.85 | – |

## Off-peak

| From \\ to | Arle | Bost | Corm | Dunn |
|---|---|---|---|---|
| Arle | – | 3.35 | 5.05 | 6.95 |
| Bost | 3.35 | – | 3.60 | 5.45 |
| Corm | 5.05 | 3.60 | – | 3.80 |
| Dunn | 6.95 | 5.45 | 3.80 | – |

## Regatta

| Event | Boat | Fee |
|---|---|---|
| 1 | Men's single | 24 |
| 2 | Women's single | 24 |
| 3 | Women's double | 34 |
| 4 | Junior quad, boys | 30 |
| 5 | Junior quad, girls | 30 |
| 6 | Men's eight | 88 |
";

#[test]
fn names_of_columns_may_stand_in_several_rows() {
    let report = shelve(&[("report.md", REPORT)]);
    report.value(
        "How many staff did the oil mills have in 2030?",
        Kind::Lookup,
        "61",
    );
    report.value(
        "What were the sales of the saw mills in the year before?",
        Kind::Lookup,
        "1,744",
    );
    report.value(
        "What were the sales of the saw mills?",
        Kind::Lookup,
        "1,980",
    );
}

#[test]
fn figures_read_as_one_column_are_parted() {
    let report = shelve(&[("report.md", REPORT)]);
    report.value(
        "What share of pay is given for the night shift in the pay band of 1,000?",
        Kind::Lookup,
        "5.90",
    );
}

#[test]
fn the_text_above_a_table_says_what_its_figures_are() {
    let report = shelve(&[("report.md", REPORT)]);
    report.value(
        "What do 40 tonnes of linseed cost abroad?",
        Kind::Calculation,
        "104",
    );
    report.value(
        "Cash per crown of pension with a partner for someone retiring at 62?",
        Kind::Lookup,
        "21.90",
    );
    report.value(
        "What does loading a tonne of sawdust inland cost?",
        Kind::Lookup,
        "none",
    );
}

#[test]
fn two_cells_of_one_thing_are_compared() {
    let report = shelve(&[("report.md", REPORT)]);
    report.value(
        "How much did the sales of the flour mills grow from 2030 to 2031, in thousand pounds?",
        Kind::Comparison,
        "505",
    );
    report.value(
        "By how much does the top of grade B4 exceed its bottom?",
        Kind::Comparison,
        "550",
    );
}

#[test]
fn forms_are_rows_of_one_table() {
    let courses = shelve(&[("courses.md", COURSES)]);
    courses.items(
        "Which courses does Dr. Hale give?",
        true,
        &["K-101 Milling", "K-104 Engines"],
    );
    courses.value("How many points does Grain have?", Kind::Lookup, "4");
}

#[test]
fn a_crossing_is_found_by_its_two_names() {
    let trains = shelve(&[("trains.md", TRAINS)]);
    trains.value("Peak fare from Bost to Arle", Kind::Lookup, "4.10");
    trains.value("off-peak fare from Arle to Dunn", Kind::Lookup, "6.95");
}

#[test]
fn a_number_with_its_unit_finds_the_stretch_of_a_column() {
    let freight = "# Freight

## Rates by zone
Crowns for a parcel by its weight in kg.

| Zone | 1-45 | 46-99 | 100-249 | 250 up |
|---|---|---|---|---|
| 1 | 12 | 11 | 10 | 9 |
| 2 | 16 | 15 | 14 | 13 |
| 3 | 20 | 19 | 18 | 17 |
";
    let freight = shelve(&[("freight.md", freight)]);
    freight.value("Rate for a parcel of 60 kg in zone 2?", Kind::Lookup, "15");
    freight.value("Rate for a parcel of 400 kg in zone 3?", Kind::Lookup, "17");
}

#[test]
fn what_stands_in_brackets_is_no_part_of_the_name() {
    let cards = "# Cards

| Card | Price | Loan |
|---|---|---|
| Youth (16 - 25) | 30 | 21 days |
| Senior (60+) | 25 | 28 days |
| Family or household | 45 | not lent |
";
    let cards = shelve(&[("cards.md", cards)]);
    cards.value("What is the price of the Youth card?", Kind::Lookup, "30");
    cards.value(
        "How many days is the loan of a Senior card?",
        Kind::Lookup,
        "28 days",
    );
    cards.value(
        "How much is the loan of a family card?",
        Kind::Lookup,
        "not lent",
    );
}

#[test]
fn either_of_two_words_selects_a_row() {
    let trains = shelve(&[("trains.md", TRAINS)]);
    trains.items(
        "List all boats of the regatta for women or girls.",
        true,
        &["Women's single", "Women's double", "Junior quad, girls"],
    );
}
