//! Each operator gives what it should.

use std::sync::Arc;

use super::{ask, ask_of, check, lines};

#[test]
fn rows_are_filtered_by_text_numbers_dates_and_codes() {
    check(
        "SELECT model FROM rates.motorcycles WHERE make = 'ducati'",
        "Monster; Panigale",
    );
    check(
        "SELECT model FROM rates.motorcycles WHERE model = '  cafe  RACER'",
        "Café Racer",
    );
    check(
        "SELECT model FROM rates.motorcycles WHERE make <> 'Ducati' AND year >= 2020",
        "Ninja; Versys 650",
    );
    check(
        "SELECT model FROM rates.motorcycles WHERE price > 11500",
        "Panigale; Café Racer",
    );
    check(
        "SELECT model FROM rates.motorcycles WHERE price >= '$11,500'",
        "Monster; Panigale; Café Racer",
    );
    check(
        "SELECT model FROM rates.motorcycles WHERE since < 2018",
        "Monster; Café Racer",
    );
    check(
        "SELECT model FROM rates.motorcycles WHERE since = 2018",
        "Panigale",
    );
    check(
        "SELECT model FROM rates.motorcycles WHERE since = '2019-05'",
        "Ninja",
    );
    check(
        "SELECT model FROM rates.motorcycles WHERE since >= DATE '2019-05-02'",
        "Ninja; Versys 650",
    );
    check(
        "SELECT model FROM rates.motorcycles WHERE code = 'A1'",
        "Monster",
    );
    check("SELECT model FROM rates.motorcycles WHERE code = 'a1'", "");
    check(
        "SELECT model FROM rates.motorcycles WHERE year BETWEEN 2019 AND 2020",
        "Monster; Ninja",
    );
    check(
        "SELECT model FROM rates.motorcycles WHERE year NOT BETWEEN 2019 AND 2020",
        "Panigale; Versys 650; Café Racer",
    );
    check(
        "SELECT model FROM rates.motorcycles WHERE make IN ('triumph', 'honda') OR NOT year < 2021",
        "Panigale; Versys 650; Café Racer",
    );
    check(
        "SELECT model FROM rates.motorcycles WHERE make LIKE 'd%'",
        "Monster; Panigale",
    );
    check(
        "SELECT model FROM rates.motorcycles WHERE model LIKE '%r_y%'",
        "Versys 650",
    );
    check(
        "SELECT model FROM rates.motorcycles WHERE model NOT LIKE '%n%'",
        "Versys 650; Café Racer",
    );
    check(
        "SELECT model FROM rates.motorcycles WHERE model MATCHES 'Monsters'",
        "Monster",
    );
    check(
        "SELECT model FROM rates.motorcycles WHERE model NOT MATCHES 'monsters' AND year < 2020",
        "Café Racer",
    );
}

#[test]
fn what_holds_nothing_equals_nothing() {
    check(
        "SELECT model FROM rates.motorcycles WHERE discount IS EMPTY",
        "Ninja; Café Racer",
    );
    check(
        "SELECT model FROM rates.motorcycles WHERE discount IS NOT EMPTY",
        "Monster; Panigale; Versys 650",
    );
    check(
        "SELECT model FROM rates.motorcycles WHERE discount IS NULL",
        "Ninja; Café Racer",
    );
    check(
        "SELECT model FROM rates.motorcycles WHERE discount <> 2",
        "Panigale; Versys 650",
    );
    check(
        "SELECT model FROM rates.motorcycles WHERE NOT discount = 2",
        "Panigale; Versys 650",
    );
    check(
        "SELECT model FROM rates.motorcycles WHERE discount < 100",
        "Monster; Panigale; Versys 650",
    );
}

#[test]
fn many_rows_make_one_value() {
    check(
        "SELECT COUNT(*), COUNT(discount), COUNT(DISTINCT make) FROM rates.motorcycles",
        "5 | 3 | 3",
    );
    check(
        "SELECT SUM(price), AVG(price) FROM rates.motorcycles",
        "$62,900 | $12,580",
    );
    check(
        "SELECT AVG(discount), SUM(discount) FROM rates.motorcycles",
        "2.8333% | 8.5%",
    );
    check(
        "SELECT MIN(price), MAX(price) FROM rates.motorcycles",
        "$8,900 | $21,000",
    );
    check(
        "SELECT MIN(since), MAX(since) FROM rates.motorcycles",
        "July 20, 2015 | 2020-01-15",
    );
    check(
        "SELECT MIN(model), MAX(make) FROM rates.motorcycles",
        "Café Racer | Triumph",
    );
    check("SELECT SUM(DISTINCT year) FROM rates.motorcycles", "8078");
    check(
        "SELECT SUM(price), COUNT(price), MAX(price) FROM rates.motorcycles WHERE year = 1900",
        " | 0 | ",
    );
    check("SELECT MAX(year) - MIN(year) FROM rates.motorcycles", "3");
}

#[test]
fn groups_keep_document_order() {
    check(
        "SELECT make, COUNT(*) FROM rates.motorcycles GROUP BY make",
        "DUCATI | 2; Kawasaki | 2; Triumph | 1",
    );
    check(
        "SELECT make, MAX(price) AS top FROM rates.motorcycles GROUP BY 1 HAVING COUNT(*) > 1 ORDER BY top",
        "Kawasaki | $9,200; DUCATI | $21,000",
    );
    check(
        "SELECT make AS m FROM rates.motorcycles GROUP BY m HAVING SUM(price) > 20000",
        "DUCATI",
    );
    check(
        "SELECT make FROM rates.motorcycles GROUP BY make ORDER BY COUNT(*) DESC, make DESC LIMIT 2",
        "Kawasaki; DUCATI",
    );
    check(
        "SELECT YEAR(since) / 10 AS d, COUNT(*) FROM rates.motorcycles WHERE make = 'ducati' GROUP BY YEAR(since) / 10",
        "201.5 | 1; 201.8 | 1",
    );
    check(
        "SELECT COUNT(*) FROM rates.motorcycles HAVING COUNT(*) > 9",
        "",
    );
}

#[test]
fn order_ties_stay_and_nothing_stands_last() {
    check(
        "SELECT model FROM rates.motorcycles ORDER BY make",
        "Monster; Panigale; Ninja; Versys 650; Café Racer",
    );
    check(
        "SELECT model FROM rates.motorcycles ORDER BY year DESC",
        "Panigale; Versys 650; Ninja; Monster; Café Racer",
    );
    check(
        "SELECT model FROM rates.motorcycles ORDER BY discount DESC",
        "Panigale; Monster; Versys 650; Ninja; Café Racer",
    );
    check(
        "SELECT model FROM rates.motorcycles ORDER BY discount",
        "Versys 650; Monster; Panigale; Ninja; Café Racer",
    );
    check(
        "SELECT model FROM rates.motorcycles ORDER BY since LIMIT 1",
        "Monster",
    );
    check(
        "SELECT model FROM rates.motorcycles ORDER BY price DESC LIMIT 1 OFFSET 1",
        "Café Racer",
    );
    check(
        "SELECT model AS x, price FROM rates.motorcycles ORDER BY x, 2 LIMIT 1",
        "Café Racer | $12,300",
    );
    check("SELECT model FROM rates.motorcycles LIMIT 0", "");
    check(
        "SELECT DISTINCT make FROM rates.motorcycles ORDER BY price",
        "Kawasaki; DUCATI; Triumph",
    );
}

#[test]
fn values_are_counted_with_and_taken_apart() {
    check(
        "SELECT 1 + 2 * 3 - 4 / 2, (1 + 2) * 3, -(5) + 7, - 2.50",
        "5 | 9 | 2 | -2.50",
    );
    check(
        "SELECT ROUND(10 / 3, 2), ROUND(2.5), ABS(3 - 5)",
        "3.33 | 3 | 2",
    );
    check(
        "SELECT YEAR(since), MONTH(since), DAY(since) FROM rates.motorcycles LIMIT 2",
        "2015 | 7 | 20; 2018 | 3 | ",
    );
    check(
        "SELECT EXTRACT(YEAR FROM since) FROM rates.motorcycles LIMIT 1",
        "2015",
    );
    check(
        "SELECT NUMBER(score, 1), NUMBER(score, 2), NUMBER(score) FROM plants",
        "2 | 1 | 2; 10 | 12 | 10;  |  | ",
    );
    check("SELECT BEFORE(score, '-') FROM plants", "2; 10; n/a");
    check("SELECT SUM(BEFORE(score, '-')) FROM plants", "12");
    check(
        "SELECT model FROM rates.motorcycles WHERE BEFORE(model, ' ') = 'versys'",
        "Versys 650",
    );
    check(
        "SELECT CASE WHEN year > 2020 THEN 'new' WHEN year > 2018 THEN 'used' ELSE model END FROM rates.motorcycles",
        "used; new; used; new; Café Racer",
    );
    check(
        "SELECT CASE make WHEN 'Triumph' THEN price END FROM rates.motorcycles WHERE year < 2020",
        "; $12,300",
    );
    check(
        "SELECT price / 0, price * discount / 100 FROM rates.motorcycles WHERE code = 'A1' OR code = 'B1'",
        " | $230;  | ",
    );
    check(
        "SELECT year > 2019 FROM rates.motorcycles LIMIT 2",
        "no; yes",
    );
}

#[test]
fn quarters_are_dates() {
    let quarters = Arc::new(lines(
        "quarters",
        "Quarter  | Sales
         2024     | 400
         Q4 2024  | 120
         Q1 2025  | 100
         May 2025 | 30
         Q2 2025  | 80",
    ));
    let check = |sql: &str, expected: &str| {
        let outcome = ask_of(sql, std::slice::from_ref(&quarters)).expect("a query");
        assert_eq!(super::rows(&outcome), expected, "{sql}");
    };
    check(
        "SELECT YEAR(quarter), QUARTER(quarter), MONTH(quarter) FROM quarters",
        "2024 |  | ; 2024 | 4 | ; 2025 | 1 | ; 2025 | 2 | 5; 2025 | 2 | ",
    );
    check(
        "SELECT sales FROM quarters WHERE quarter = '2025-Q1'",
        "100",
    );
    check(
        "SELECT sales FROM quarters WHERE quarter > DATE '2025-Q1'",
        "30; 80",
    );
    check(
        "SELECT EXTRACT(QUARTER FROM quarter) FROM quarters WHERE sales = 120",
        "4",
    );
    check(
        "SELECT quarter FROM quarters ORDER BY quarter DESC LIMIT 2",
        "May 2025; Q2 2025",
    );
}

#[test]
fn division_by_zero_is_empty_and_said() {
    let outcome = ask("SELECT 1 / (year - 2019) FROM rates.motorcycles LIMIT 2").expect("a query");
    assert_eq!(super::rows(&outcome), "; 0.5");
    assert!(outcome.divided_by_zero);
    assert!(!ask("SELECT 1 / 2").expect("a query").divided_by_zero);
}

#[test]
fn neighbors_go_by_document_order() {
    check(
        "SELECT model, LAG(model) OVER (), LEAD(model, 2) OVER (ORDER BY row) FROM rates.motorcycles WHERE year >= 2019",
        "Monster |  | Ninja; Panigale | Monster | Versys 650; Ninja | Panigale | ; Versys 650 | Ninja | ",
    );
    check(
        "SELECT model FROM rates.motorcycles ORDER BY LEAD(price) OVER () LIMIT 2",
        "Ninja; Panigale",
    );
    check(
        "SELECT model FROM rates.motorcycles WHERE row = (SELECT row FROM rates.motorcycles WHERE model = 'ninja') + 1",
        "Versys 650",
    );
}

#[test]
fn rows_know_their_place_bands_and_totals() {
    check(
        "SELECT row, band, total, plant FROM plants",
        "1 | Europe | no | North; 2 | Europe / Warm | no | South; 3 |  | yes | Total",
    );
    check(
        "SELECT SUM(output) FROM plants WHERE NOT total",
        "750 thousand",
    );
    check("SELECT plant FROM plants WHERE total = TRUE", "Total");
    check("SELECT plant FROM plants WHERE band LIKE '%warm'", "South");
    check("SELECT plants._row, _page FROM plants LIMIT 1", "1 | ");
}

#[test]
fn relations_are_joined_united_and_nested() {
    check(
        "SELECT model, country FROM rates.motorcycles JOIN makers ON make = name",
        "Monster | Italy; Panigale | Italy; Ninja | Japan; Versys 650 | Japan",
    );
    check(
        "SELECT m.model, k.name FROM rates.motorcycles AS m JOIN makers k ON k.name = m.make AND m.year > 2020",
        "Panigale | Ducati; Versys 650 | Kawasaki",
    );
    check(
        "SELECT a.name, b.name FROM makers a JOIN makers b ON a.founded < b.founded AND a.country = b.country",
        "Kawasaki | Honda",
    );
    check(
        "SELECT a.name FROM makers a JOIN makers b ON a.founded > b.founded",
        "Ducati; Honda; Honda",
    );
    check(
        "SELECT motorcycles.model FROM rates.motorcycles WHERE rates.motorcycles.year = 2018",
        "Café Racer",
    );
    check(
        "SELECT name FROM makers WHERE name IN (SELECT make FROM rates.motorcycles)",
        "Ducati; Kawasaki",
    );
    check(
        "SELECT name FROM makers WHERE name NOT IN (SELECT make FROM rates.motorcycles WHERE year > 2020)",
        "Honda",
    );
    check(
        "SELECT make FROM rates.motorcycles UNION SELECT name FROM makers ORDER BY make DESC",
        "Triumph; Kawasaki; Honda; DUCATI",
    );
    check(
        "SELECT year FROM rates.motorcycles UNION ALL SELECT founded FROM makers LIMIT 2 OFFSET 4",
        "2018; 1926",
    );
    check(
        "SELECT (SELECT price FROM rates.motorcycles WHERE model = 'Panigale') - (SELECT price FROM rates.motorcycles WHERE model = 'Ninja')",
        "$11,800",
    );
    check(
        "SELECT (SELECT model FROM rates.motorcycles WHERE year = 1900) IS EMPTY",
        "yes",
    );
    check(
        "SELECT * FROM makers WHERE founded = (SELECT MIN(founded) FROM makers)",
        "Kawasaki | Japan | 1896",
    );
}

#[test]
fn tables_are_read_three_ways() {
    check(
        "SELECT item, net_sales FROM income__by_rows WHERE item > 2018",
        "2019 | 1,350; 2020 | 1,500",
    );
    check(
        "SELECT value FROM income__long WHERE item = 'cost' AND name = 2020",
        "(820)",
    );
    check(
        "SELECT net_sales - cost FROM income__by_rows WHERE item = 2019",
        "540 million",
    );
    check(
        "SELECT SUM(value) FROM income__long WHERE item = 'tax'",
        "55 million",
    );
}
