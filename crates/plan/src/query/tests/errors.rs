//! What is refused, and in which words.

use std::sync::Arc;

use super::{ask_of, check, lines, refused, relation, rows};
use crate::query::{Limits, QueryError, parse, run};

#[test]
fn only_select_exists() {
    const ALLOWED: &str = "a query is one SELECT … FROM … WHERE … GROUP BY … HAVING … ORDER BY … LIMIT …, or several with UNION between";
    for statement in [
        "DROP TABLE makers",
        "INSERT INTO makers VALUES (1)",
        "UPDATE makers SET name = 'x'",
        "DELETE FROM makers",
        "WITH x AS (SELECT 1) SELECT * FROM x",
        "EXPLAIN SELECT 1",
        "PRAGMA x",
    ] {
        let word = statement.split(' ').next().unwrap_or_default();
        refused(
            statement,
            &format!("{word} is not possible here; {ALLOWED}"),
        );
    }
    refused(
        "SELECT 1; DROP TABLE makers",
        &format!("`DROP` behind the query is not possible here; {ALLOWED}"),
    );
    refused(
        "SELECT 1 EXCEPT SELECT 2",
        &format!("EXCEPT is not possible here; {ALLOWED}"),
    );
    refused(
        "SELECT 1 INTO x",
        "INTO is not possible here; a query changes nothing",
    );
    refused(
        "SELECT name FROM makers m LEFT JOIN income i ON m.name = i.item",
        "LEFT JOIN income i ON m.name = i.item is not possible here; joins are written JOIN relation ON a.column = b.column",
    );
    refused(
        "SELECT 1 FROM makers, income",
        "a comma in FROM is not possible here; FROM takes one relation, and JOIN … ON … for each other",
    );
    refused(
        "SELECT 1 FROM (SELECT 1)",
        "(SELECT 1) is not possible here; FROM takes one relation, and JOIN … ON … for each other",
    );
    refused(
        "SELECT UPPER(name) FROM makers",
        "the function UPPER is not possible here; functions are COUNT, SUM, AVG, MIN, MAX, ROUND, ABS, YEAR, QUARTER, MONTH, DAY, NUMBER, BEFORE, and LAG and LEAD … OVER ()",
    );
    refused(
        "SELECT LAG(name) OVER (ORDER BY name) FROM makers",
        "LAG or LEAD otherwise is not possible here; LAG and LEAD go by document order: LAG(x) OVER (), or OVER (ORDER BY row)",
    );
    for sql in [
        "SELECT 1 || 2",
        "SELECT 5 % 2",
        "SELECT CAST(1 AS TEXT)",
        "SELECT EXISTS (SELECT 1)",
        "SELECT name FROM makers WHERE name = ANY (SELECT 1)",
    ] {
        let error = ask_of(sql, &[]).expect_err(sql);
        assert!(
            matches!(error, QueryError::Refused { .. }),
            "{sql}: {error}"
        );
    }
    for sql in [
        "",
        "SELECT",
        "SELECT FROM makers",
        "hello",
        "SELECT 'open",
        "SELECT name FROM makers WHERE",
        "SELECT name FROM makers LIMIT 'x'",
        "🦆",
    ] {
        ask_of(sql, &super::library()).expect_err(sql);
    }
}

#[test]
fn names_that_are_not_there_are_mended() {
    refused(
        "SELECT model FROM rates.motorcycle",
        "no relation is called `rates.motorcycle`; did you mean `rates.motorcycles`?",
    );
    refused(
        "SELECT modle FROM rates.motorcycles",
        "no column is called `modle` in rates.motorcycles; did you mean `model`?",
    );
    refused(
        "SELECT makers.nam FROM makers",
        "no column is called `nam` in makers; did you mean `name`?",
    );
    refused(
        "SELECT maker.name FROM makers",
        "no relation is called `maker`; did you mean `makers`?",
    );
    refused(
        "SELECT zzzzzz FROM makers",
        "no column is called `zzzzzz` in makers",
    );
    refused(
        "SELECT a.name FROM makers a JOIN makers b ON a.name = name",
        "`name` is a column of a and b; write `a.name`",
    );
    refused(
        "SELECT row FROM makers a JOIN makers b ON a.name = b.name",
        "`row` is a column of a and b; write `a.row`",
    );
    refused(
        "SELECT 1 FROM makers JOIN makers ON 1 = 1",
        "`makers` stands twice in one FROM; give each an alias with AS",
    );
    refused(
        "SELECT name FROM makers WHERE founded = (SELECT MAX(year) FROM rates.motorcycles WHERE name = make)",
        "no column is called `name` in rates.motorcycles; did you mean `make`?",
    );
    refused(
        "SELECT a + 1 AS b, b + 1 AS a FROM makers GROUP BY a",
        "no column is called `a` in makers",
    );
    refused("SELECT *", "`*` needs a relation: SELECT * FROM relation");
}

#[test]
fn types_must_fit() {
    refused(
        "SELECT SUM(code) FROM rates.motorcycles",
        "`code` holds codes, not numbers; codes name things and are never counted with",
    );
    refused(
        "SELECT code + 1 FROM rates.motorcycles",
        "`code` holds codes, not numbers; codes name things and are never counted with",
    );
    refused(
        "SELECT model FROM rates.motorcycles WHERE code > 5",
        "`code` holds codes, not numbers; codes have no size",
    );
    refused(
        "SELECT AVG(model) FROM rates.motorcycles",
        "`model` holds text, not numbers; NUMBER(x, 1) takes the first number out of a text",
    );
    refused(
        "SELECT since - 1 FROM rates.motorcycles",
        "`since` holds dates, not numbers; YEAR(x) takes the year of a date",
    );
    refused(
        "SELECT model FROM rates.motorcycles WHERE model > 5",
        "`model` holds text, not numbers; NUMBER(x, 1) takes the first number out of a text",
    );
    refused(
        "SELECT model FROM rates.motorcycles WHERE price > 'dear'",
        "`price` holds numbers, not text",
    );
    refused(
        "SELECT model FROM rates.motorcycles WHERE price",
        "`price` holds numbers, not a condition; compare it with something",
    );
    refused(
        "SELECT model FROM rates.motorcycles WHERE total = 1",
        "`1` holds numbers, not yes or no",
    );
    refused(
        "SELECT model FROM rates.motorcycles WHERE NOT model",
        "`model` holds text, not a condition; compare it with something",
    );
    refused(
        "SELECT total + 1 FROM plants",
        "`total` holds yes or no, not numbers; CASE WHEN x THEN 1 ELSE 0 END makes a number of it",
    );
    refused(
        "SELECT name FROM makers WHERE name LIKE 5",
        "`5` holds numbers, not text",
    );
    // A code is text where it is put in order.
    check(
        "SELECT code FROM rates.motorcycles ORDER BY code DESC LIMIT 1",
        "C10",
    );
}

#[test]
fn aggregates_have_their_place() {
    refused(
        "SELECT make, MAX(price) FROM rates.motorcycles",
        "`make` differs within a group; name it in GROUP BY, or take MIN or MAX of it",
    );
    refused(
        "SELECT * FROM makers GROUP BY name",
        "`country` differs within a group; name it in GROUP BY, or take MIN or MAX of it",
    );
    refused(
        "SELECT make FROM rates.motorcycles WHERE MAX(price) > 1",
        "MAX(price) is not possible in WHERE",
    );
    refused(
        "SELECT MAX(COUNT(*)) FROM makers",
        "COUNT(*) is not possible in another aggregate",
    );
    refused(
        "SELECT 1 FROM makers GROUP BY COUNT(*)",
        "COUNT(*) is not possible in GROUP BY",
    );
    refused(
        "SELECT name FROM makers WHERE LAG(name) OVER () = 'x'",
        "LAG(name, 1) OVER () is not possible in WHERE",
    );
    refused(
        "SELECT country, LAG(country) OVER () FROM makers GROUP BY country",
        "LAG or LEAD is not possible in a selection of groups",
    );
    refused("SELECT SUM(*) FROM makers", "SUM(*) needs a column");
    refused(
        "SELECT name FROM makers UNION SELECT item, _2018 FROM income",
        "UNION gives 2 columns where 1 are needed",
    );
    refused(
        "SELECT (SELECT name, country FROM makers)",
        "a subquery gives 2 columns where 1 are needed",
    );
    refused(
        "SELECT (SELECT name FROM makers)",
        "a subquery gives 3 rows where one value is needed; narrow it, or take MIN, MAX or LIMIT 1",
    );
    refused(
        "SELECT name FROM makers ORDER BY 2",
        "2 is no place among 1 columns",
    );
    refused(
        "SELECT name FROM makers UNION SELECT item FROM income ORDER BY founded",
        "a UNION is ordered by its columns: name; not by founded",
    );
    refused(
        "SELECT NUMBER(name, 0) FROM makers",
        "NUMBER takes a value and a place from 1: NUMBER(x, 2)",
    );
    refused(
        "SELECT ROUND(founded, founded) FROM makers",
        "ROUND takes a number and how many digits, 0 to 28: ROUND(x, 2)",
    );
}

#[test]
fn numbers_stay_exact_or_are_refused() {
    refused(
        "SELECT 9999999999999999999999999999 * 99",
        "`9999999999999999999999999999 * 99` gives a number of more than 28 digits",
    );
    refused(
        "SELECT 99999999999999999999999999999999",
        "99999999999999999999999999999999 is not possible here; numbers have at most 28 digits",
    );
    check("SELECT 0.1 + 0.2", "0.3");
    check("SELECT 1e3", "1000");
}

#[test]
fn empty_and_odd_tables_answer() {
    let empty = relation("empty", &[&["name", "amount"]]);
    let wide: Vec<String> = (0..500).map(|at| format!("c{at}")).collect();
    let wide: Vec<&str> = wide.iter().map(String::as_str).collect();
    let wide = relation("wide", &[&wide, &vec!["1"; 500]]);
    let keyword = lines("select", "from | order | Total | row\n a | 2 | 3 | 9");
    let bare = crate::relation::Relation {
        columns: Vec::new(),
        rows: Vec::new(),
        ..empty.clone()
    };
    let bare = crate::relation::Relation {
        name: "bare".to_owned(),
        ..bare
    };
    let relations = [empty, wide, keyword, bare].map(Arc::new);
    let check = |sql: &str, expected: &str| {
        let outcome = ask_of(sql, &relations).unwrap_or_else(|error| panic!("{sql}: {error}"));
        assert_eq!(rows(&outcome), expected, "{sql}");
    };
    check("SELECT name FROM empty", "");
    check("SELECT COUNT(*), SUM(amount) FROM empty", "0 | ");
    check("SELECT COUNT(*) FROM empty GROUP BY name", "");
    check("SELECT COUNT(*) FROM bare", "0");
    check("SELECT * FROM bare", "");
    check("SELECT c499 + c0 FROM wide", "2");
    let all = ask_of("SELECT * FROM wide", &relations).expect("a query");
    assert_eq!((all.columns.len(), all.rows[0].len()), (500, 500));
    check(r#"SELECT "from", "order" FROM "select""#, "a | 2");
    // A column goes before what is known of rows; `_row` is always that.
    check(
        r#"SELECT total, row, _row, _total FROM "select""#,
        "3 | 9 | 1 | no",
    );
}

#[test]
fn cells_that_were_not_loaded_are_missed() {
    let mut relation = lines("t", "a | b\n 1 | 2");
    relation.columns[1].cells.clear();
    let relations = [Arc::new(relation)];
    let limits = Limits::default();
    let query = |sql| parse(sql, &limits).and_then(|query| run(&query, &relations[..], &limits));
    assert_eq!(rows(&query("SELECT a FROM t").expect("loaded")), "1");
    assert_eq!(
        query("SELECT b FROM t"),
        Err(QueryError::NotLoaded("b".to_owned()))
    );
}
