//! Units, scales and percentages.

use text::table::Unit;

use super::{ask, check, refused};

#[test]
fn scales_meet_and_are_kept() {
    check(
        "SELECT _2019 - _2018 FROM income WHERE item = 'Net sales'",
        "150 million",
    );
    check(
        "SELECT _2019 - _2018 FROM income WHERE item = 'Tax'",
        "20 million",
    );
    check("SELECT item FROM income WHERE _2019 > 1000", "Net sales");
    check(
        "SELECT _2020 * 2 FROM income WHERE item = 'tax'",
        "70 million",
    );
    check(
        "SELECT _2020 / _2019 FROM income WHERE item = 'tax'",
        "1.75",
    );
    // 500 thousand and 20 million.
    check(
        "SELECT output + _2019 FROM income JOIN plants ON item = 'tax' AND plant = 'North'",
        "20,500 thousand",
    );
    check(
        "SELECT plant FROM income JOIN plants ON item = 'tax' WHERE output > _2019",
        "",
    );
    check(
        "SELECT (SELECT _2019 FROM income WHERE item = 'tax') + (SELECT output FROM plants WHERE row = 1)",
        "20,500 thousand",
    );
    check(
        "SELECT output / (SELECT _2019 FROM income WHERE item = 'tax') FROM plants WHERE row = 1",
        "0.025",
    );
}

#[test]
fn a_scale_is_said_beside_the_number() {
    let outcome = ask("SELECT _2019 - _2018 AS growth FROM income").expect("a query");
    let column = &outcome.columns[0];
    assert_eq!((column.name.as_str(), column.scale), ("growth", 6));
    let output = &outcome.rows[0][0];
    assert_eq!(
        output.number.map(|number| number.to_string()),
        Some("150".to_owned())
    );
    assert_eq!(
        output.whole().map(|number| number.to_string()),
        Some("150000000".to_owned())
    );
}

#[test]
fn a_cell_keeps_its_own_text() {
    let outcome = ask("SELECT price, MAX(price) FROM rates.motorcycles GROUP BY price LIMIT 1")
        .expect("a query");
    let output = &outcome.rows[0][1];
    assert_eq!(
        (output.text.as_str(), output.unit),
        ("$11,500", Unit::named("USD"))
    );
    assert_eq!(
        output.number.map(|number| number.to_string()),
        Some("11500".to_owned())
    );
}

#[test]
fn percentages_are_numbers_of_percent() {
    check(
        "SELECT price * discount / 100 FROM rates.motorcycles WHERE code = 'A2'",
        "$1,050",
    );
    check(
        "SELECT price * (1 - discount / 100) FROM rates.motorcycles WHERE code = 'A2'",
        "$19,950",
    );
    check(
        "SELECT price * discount * 0.01 FROM rates.motorcycles WHERE code = 'A2'",
        "$1,050",
    );
    check(
        "SELECT SUM(price * discount) / 100 FROM rates.motorcycles",
        "$1,413.50",
    );
    check(
        "SELECT discount * 2 FROM rates.motorcycles WHERE code = 'A2'",
        "10%",
    );
    refused(
        "SELECT price * discount FROM rates.motorcycles",
        "`price * discount` counts with a number of percent; divide it by 100: `base * rate / 100`",
    );
    refused(
        "SELECT price / discount FROM rates.motorcycles",
        "`price / discount` counts with a number of percent; divide it by 100: `base * rate / 100`",
    );
    refused(
        "SELECT price + price * discount FROM rates.motorcycles",
        "`price + price * discount` counts with a number of percent; divide it by 100: `base * rate / 100`",
    );
}

#[test]
fn a_quotient_of_like_things_times_100_is_a_percentage() {
    check(
        "SELECT (_2019 - _2018) / _2018 * 100 FROM income WHERE item = 'Net sales'",
        "12.5%",
    );
    check(
        "SELECT 100 * (_2019 - _2018) / _2018 FROM income WHERE item = 'Net sales'",
        "12.5%",
    );
    check(
        "SELECT (_2019 / _2018 - 1) * 100 FROM income WHERE item = 'Net sales'",
        "12.5%",
    );
    check(
        "SELECT ROUND(price / (SELECT SUM(price) FROM rates.motorcycles) * 100, 1) FROM rates.motorcycles LIMIT 1",
        "18.3%",
    );
    check(
        "SELECT price * 100 FROM rates.motorcycles LIMIT 1",
        "$1,150,000",
    );
}

#[test]
fn units_that_do_not_meet_are_refused() {
    refused(
        "SELECT price + discount FROM rates.motorcycles",
        "units do not fit: USD and % in `price + discount`",
    );
    refused(
        "SELECT model FROM rates.motorcycles WHERE price > discount",
        "units do not fit: USD and % in `price`",
    );
    refused(
        "SELECT price * price FROM rates.motorcycles",
        "units do not fit: USD and USD in `price * price`",
    );
    refused(
        "SELECT item, monster + panigale FROM motorcycles__by_rows",
        "no relation is called `motorcycles__by_rows`; did you mean `rates.motorcycles`?",
    );
    // Columns of a turned table hold what a row held: single cells tell.
    refused(
        "SELECT MAX(monster) FROM rates.motorcycles__by_rows WHERE item = 'Price' OR item = 'Discount'",
        "units do not fit: % and USD in `MAX(monster)`",
    );
    check(
        "SELECT price * year FROM rates.motorcycles LIMIT 1",
        "$23,218,500",
    );
}
