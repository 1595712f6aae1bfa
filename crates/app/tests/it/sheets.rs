//! Sheets through the whole path: hits and citations name the rows.

use serde_json::json;

use crate::home::Home;

fn stock() -> String {
    let mut source = String::from("item;place;amount\n");
    for row in 2..=900 {
        source += &format!("bolt {row};shelf {};{}\n", row % 17, row * 3);
    }
    source += "left-handed screwdriver;cellar;12\n";
    source
}

#[test]
fn hits_and_citations_name_the_rows() {
    let home = Home::new().answering();
    home.write("docs/stock.csv", stock());
    home.run(&["add", "docs"]).expect(0, "");

    let found = home.json(&["search", "left-handed screwdriver", "--filter", "type=csv"]);
    let hit = &found["hits"][0];
    assert!(
        hit["text"].as_str().unwrap().contains("screwdriver"),
        "{hit}"
    );
    assert_eq!(hit["rows"][1], 901);
    assert_eq!(hit["pages"], json!(null));
    let first = hit["rows"][0].as_u64().unwrap();
    assert_eq!(hit["locator"], format!("rows {first}-901"));

    let asked = home.json(&["ask", "Where is the left-handed screwdriver?"]);
    let citation = &asked["answer"]["citations"][0];
    assert_eq!(citation["quote"], "left-handed screwdriver | cellar | 12");
    assert_eq!(citation["columns"], "item | place | amount");
    assert_eq!(
        (&citation["rows"], &citation["locator"]),
        (&json!([901, 901]), &json!("row 901"))
    );

    let told = home
        .run(&["ask", "Where is the left-handed screwdriver?"])
        .stdout;
    assert!(told.contains("stock.csv, row 901"), "{told}");
    let shown = home.json(&["show", "stock.csv"]);
    assert_eq!(shown["type"], "csv");
    assert_eq!(shown["report"]["table_rows"], 900);
}
