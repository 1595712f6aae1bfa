//! `perusal tables` and `perusal query`: cited SQL over what documents hold.

mod made;
mod million;
mod recounted;
mod refused;

use serde_json::{Value, json};

use crate::home::Home;

const PRICES: &str = "Model,Make,Code,Year,Price,Discount\n\
    Monster,DUCATI,A1,2019,\"$11,500\",2%\n\
    Panigale,Ducati,A2,2021,\"$21,000\",5%\n\
    Ninja,Kawasaki,B1,2020,\"$9,200\",—\n\
    Versys 650,Kawasaki,B2,2021,\"$8,900\",1.5%\n";

/// A library of one file.
fn library(name: &str, content: impl AsRef<[u8]>) -> Home {
    let home = Home::new();
    home.write(&format!("docs/{name}"), content);
    home.run(&["add", "docs"]).expect(0, "");
    home
}

/// Texts of the rows of a query: columns between bars, rows between semicolons.
#[track_caller]
fn rows(home: &Home, sql: &str) -> String {
    let found = home.json(&["query", sql]);
    let rows = found["rows"].as_array().unwrap().iter().map(|row| {
        let texts = row.as_array().unwrap().iter();
        let texts: Vec<&str> = texts.map(|value| value["text"].as_str().unwrap()).collect();
        texts.join(" | ")
    });
    rows.collect::<Vec<String>>().join("; ")
}

#[test]
fn tables_are_listed_with_what_a_query_needs() {
    let home = library("rates.csv", PRICES);
    let told = home.run(&["tables"]).expect(0, "").stdout;
    assert!(
        told.starts_with("rates.table\n  rates.csv, 4 rows\n"),
        "{told}"
    );
    assert!(told.contains("  - price: number, USD"), "{told}");
    let listed = home.json(&["tables", "rates.csv"]);
    assert_eq!(listed["total"], 1);
    let table = &listed["tables"][0];
    assert_eq!(table["name"], "rates.table");
    assert_eq!(
        (&table["rows"], &table["document"]),
        (&json!(4), &json!("rates.csv"))
    );
    assert!(table["id"].as_str().unwrap().ends_with("#1"), "{table}");
    let column = &table["columns"][4];
    assert_eq!(
        (
            &column["name"],
            &column["type"],
            &column["unit"],
            &column["scale"]
        ),
        (&json!("price"), &json!("number"), &json!("USD"), &json!(1))
    );

    home.write("docs/more.csv", "name,size\nash,3\n");
    home.run(&["add", "docs"]).expect(0, "");
    let told = home.run(&["tables", "--limit", "1"]).expect(0, "").stdout;
    assert!(told.ends_with("… and 1 more\n"), "{told}");
    let few = home.json(&["tables", "--filter", "type=pdf"]);
    assert_eq!((&few["total"], &few["tables"]), (&json!(0), &json!([])));
    home.run(&["tables", "none.csv"])
        .expect(2, "no document is named");
}

#[test]
fn values_are_printed_with_their_sources() {
    let home = library("rates.csv", PRICES);
    let told = home
        .run(&[
            "query",
            "SELECT model, price FROM rates.table WHERE make = 'ducati'",
        ])
        .expect(0, "")
        .stdout;
    assert_eq!(
        told,
        "model       price\n\
         Monster   $11,500 [1]\n\
         Panigale  $21,000 [2]\n\
         \n\
         [1] rates.csv, row 2\n\
         [2] rates.csv, row 3\n\
         quotes verified\n"
    );
    let none = home.run(&["query", "SELECT model FROM rates.table WHERE year > 2030"]);
    assert_eq!(none.expect(1, "no row meets the query").stdout, "");
}

#[test]
fn every_value_has_its_cells_and_citations() {
    let home = library("rates.csv", PRICES);
    let sql = "SELECT make, SUM(price) AS sum, COUNT(*) FROM rates.table GROUP BY make";
    let found = home.json(&["query", sql]);
    assert_eq!((&found["schema"], &found["sql"]), (&json!(1), &json!(sql)));
    assert_eq!(
        found["columns"][1],
        json!({"name": "sum", "type": "number", "unit": "USD", "scale": 1})
    );
    let sum = &found["rows"][1][1];
    assert_eq!(sum["number"], "18100");
    assert_eq!(sum["cells_total"], 2);
    let text = home.run(&["show", "rates.csv", "--text"]).stdout;
    let cells: Vec<&Value> = sum["cells"]
        .as_array()
        .unwrap()
        .iter()
        .map(|at| &found["lineage"]["cells"][at.as_u64().unwrap() as usize])
        .collect();
    let told: Vec<(&Value, &Value, &str)> = cells
        .iter()
        .map(|cell| (&cell["row"], &cell["column"], slice(&text, &cell["span"])))
        .collect();
    assert_eq!(
        told,
        [
            (&json!(3), &json!("price"), "$9,200"),
            (&json!(4), &json!("price"), "$8,900")
        ]
    );
    assert_eq!(cells[0]["table"], "rates.table");
    for citation in found["citations"].as_array().unwrap() {
        assert_eq!(citation["verified"], true);
        assert_eq!(
            slice(&text, &citation["span"]),
            citation["quote"],
            "{citation}"
        );
    }
    let markers = sum["citations"].as_array().unwrap();
    let rows: Vec<&Value> = markers
        .iter()
        .map(|marker| &found["citations"][marker.as_u64().unwrap() as usize - 1]["rows"])
        .collect();
    assert_eq!(rows, [&json!([4, 4]), &json!([5, 5])]);
}

fn slice<'t>(text: &'t str, span: &Value) -> &'t str {
    let place = |name: &str| span[name].as_u64().unwrap() as usize;
    &text[place("start")..place("end")]
}

#[test]
fn a_value_of_many_rows_cites_header_first_and_last() {
    let lines: String = (1..=300).map(|at| format!("bolt {at},{at}\n")).collect();
    let home = library("stock.csv", format!("item,amount\n{lines}"));
    let found = home.json(&[
        "query",
        "SELECT SUM(amount) FROM stock.table WHERE amount > 20",
    ]);
    let sum = &found["rows"][0][0];
    assert_eq!(
        (&sum["number"], &sum["cells_total"]),
        (&json!("44940"), &json!(280))
    );
    assert_eq!(sum["cells"].as_array().unwrap().len(), 64);
    let quotes: Vec<&Value> = found["citations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|citation| &citation["quote"])
        .collect();
    assert_eq!(quotes, ["item | amount", "bolt 21 | 21", "bolt 300 | 300"]);
}

#[test]
fn rows_are_given_as_csv() {
    let home = library("rates.csv", PRICES);
    let sql = "SELECT model AS \"a, b\", price, discount FROM rates.table WHERE row <= 3";
    let given = home.run(&["query", sql, "--csv"]).expect(0, "").stdout;
    assert_eq!(
        given,
        "\"a, b\",price,discount\r\nMonster,11500,2\r\nPanigale,21000,5\r\nNinja,9200,—\r\n"
    );
    home.run(&["query", sql, "--csv", "--json"]).expect(2, "");
}

#[test]
fn a_query_says_how_it_was_understood() {
    let home = library("rates.csv", PRICES);
    let sql = "SELECT make, MAX(price) FROM Rates.TABLE WHERE year > 2018 GROUP BY make \
               ORDER BY 2 DESC LIMIT 1";
    let told = home.run(&["query", sql, "--explain"]).expect(0, "").stdout;
    for line in [
        "rates.table: 4 rows, 3 columns loaded; rates.csv #1",
        "2. keep those with year > 2018",
        "3. group by make",
        "6. keep at most 1",
        "gave 1 row, ",
    ] {
        assert!(told.contains(line), "`{line}` is not in {told}");
    }
    let found = home.json(&["query", sql, "--explain"]);
    assert_eq!(found["explain"]["query"]["version"], 1);
    assert_eq!(found["explain"]["query"]["limit"], 1);
}

#[test]
fn tables_are_read_by_rows_and_in_long_form_too() {
    let home = library(
        "income.csv",
        "Item,2018,2019\nNet sales,\"1,200\",\"1,350\"\nCost,700,810\n",
    );
    let sql = "SELECT item, net_sales - cost FROM income.table__by_rows";
    assert_eq!(rows(&home, sql), "2018 | 500; 2019 | 540");
    let sql = "SELECT item, value FROM income.table__long WHERE name = '2019'";
    assert_eq!(rows(&home, sql), "Net sales | 1,350; Cost | 810");
    // Names that a reading made of the header are cited by it.
    let found = home.json(&["query", "SELECT item FROM income.table__by_rows LIMIT 1"]);
    assert_eq!(found["citations"][0]["quote"], "Item | 2018 | 2019");
}

#[test]
fn a_scale_is_shown_and_multiplied_in() {
    let home = library(
        "sales.html",
        "<table><caption>Sales (in millions)</caption><tr><th>Item</th><th>2020</th><th>2021</th></tr>\
         <tr><td>Paper</td><td>$1,200</td><td>$1,350</td></tr>\
         <tr><td>Glue</td><td>$35</td><td>$40</td></tr></table>",
    );
    let listed = home.json(&["tables"]);
    let tables = listed["tables"].as_array().unwrap();
    let table = tables
        .iter()
        .find(|table| table["kind"] == "table")
        .unwrap();
    assert_eq!(table["columns"][1]["scale"], 1_000_000);
    let name = table["name"].as_str().unwrap();
    let sql = format!("SELECT _2020, _2021 - _2020 AS grown FROM {name} WHERE item = 'glue'");
    let value = &home.json(&["query", &sql])["rows"][0][0];
    assert_eq!(
        (&value["text"], &value["number"]),
        (&json!("$35"), &json!("35000000"))
    );
    let told = home.run(&["query", &sql]).stdout;
    assert!(
        told.starts_with("_2020 (in millions)       grown\n"),
        "{told}"
    );
    assert!(told.contains("$35  $5 million [1]"), "{told}");
    let given = home.run(&["query", &sql, "--csv"]).stdout;
    assert_eq!(given, "_2020,grown\r\n35000000,5000000\r\n");
}

#[test]
fn a_name_that_two_documents_have_is_told_apart() {
    let home = Home::new();
    home.write("docs/a/prices.csv", "item,price\nash,3\n");
    home.write("docs/b/prices.csv", "item,price\noak,4\n");
    home.run(&["add", "docs"]).expect(0, "");
    let run = home.run(&["query", "SELECT item FROM prices.table"]);
    let run = run.expect(
        2,
        "`prices.table` is the name of 2 tables: \"a/prices.csv#1\", \"b/prices.csv#1\"",
    );
    assert!(run.stderr.contains("hint:"), "{run:?}");
    assert_eq!(rows(&home, "SELECT item FROM \"b/prices.csv#1\""), "oak");
    let listed = home.json(&["tables", "a/prices.csv"]);
    let id = listed["tables"][0]["id"].as_str().unwrap();
    assert_eq!(rows(&home, &format!("SELECT item FROM \"{id}\"")), "ash");
    let sql = "SELECT one.item, two.item FROM \"a/prices.csv#1\" AS one \
               JOIN \"b/prices.csv#1\" AS two ON one.price < two.price";
    assert_eq!(rows(&home, sql), "ash | oak");
}

#[test]
fn documents_whose_names_begin_with_digits_are_asked_as_others_are() {
    let home = Home::new();
    for name in ["3m sales", "2019"] {
        let rows = "Country,Sales\nNorway,120\nSpain,75\n";
        home.write(&format!("docs/{name}.csv"), rows);
    }
    home.run(&["add", "docs"]).expect(0, "");
    let listed = home.run(&["tables"]).expect(0, "").stdout.clone();
    let names = ["\"3m_sales\".table", "\"2019\".table"];
    for name in names.into_iter().chain(["3m_sales.table"]) {
        let sql = format!("SELECT sales FROM {name} WHERE country = 'Norway'");
        let told = home.run(&["query", &sql]).expect(0, "").stdout.clone();
        assert!(told.contains("120"), "{told}");
    }
    assert!(names.iter().all(|name| listed.contains(name)), "{listed}");
    let ran = home.run(&["ask", "What are the sales of Norway in 3m sales?", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&ran.stdout).expect("one object");
    let sql = object["candidates"][0]["sql"].as_str().expect("a query");
    let again = home.run(&["query", sql]).expect(0, "").stdout.clone();
    assert!(
        sql.contains(names[0]) && again.contains("120"),
        "{sql}: {again}"
    );
}
