//! What is said of the routes.

use serde_json::Value;

use super::Server;
use crate::home::Home;

#[test]
fn what_the_routes_take_and_give_is_described() {
    let home = Home::new();
    let server = Server::start(&home, &[]);
    let told = server.get("/openapi.json", "").is(200, "").json();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
    let kept: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    // Shown to be saved, where it is meant to change.
    if std::env::var_os("SAVE_OPENAPI").is_some() {
        let mut text = serde_json::to_string_pretty(&told).unwrap();
        text.push('\n');
        std::fs::write(file, text).unwrap();
        return;
    }
    let agree = told == kept;
    assert!(
        agree,
        "docs/openapi.json is old: run this test with SAVE_OPENAPI=1"
    );
}
