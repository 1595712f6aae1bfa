//! What failed over a mistake of the program's own is counted, and told to who asks.

use perusal::index::state::{FaultRow, State};

use crate::home::Home;

/// A library whose questions met a fault three times.
fn home_with_faults() -> Home {
    let home = Home::new();
    home.write("docs/a.txt", "The heron stands by the river at dawn.\n");
    home.run(&["add", "docs"]).expect(0, "");
    let row = FaultRow {
        step: "tables".to_owned(),
        file: "crates/engine/src/tables/mod.rs".to_owned(),
        line: 82,
        message: "index out of bounds: the len is 0 but the index is 0".to_owned(),
        times: 3,
        last: 1_800_000_000,
    };
    let state = State::open(&home.path("library")).unwrap();
    state.count_faults(&[row]).unwrap();
    home
}

#[test]
fn doctor_names_the_step_that_failed() {
    let home = home_with_faults();
    let told = home.run(&["doctor"]).expect(0, "").stdout;
    let line = "the step `tables` failed 3 times at crates/engine/src/tables/mod.rs:82: index \
                out of bounds";
    assert!(
        told.contains(line) && !told.contains("all is well"),
        "{told}"
    );
    let object = home.json(&["doctor"]);
    assert_eq!(object["faults"][0]["step"], "tables");
    assert_eq!(object["faults"][0]["times"], 3);
    assert_eq!(object["damaged"], false);
}

#[test]
fn stats_counts_the_faults() {
    let home = home_with_faults();
    let told = home.run(&["stats"]).expect(0, "").stdout;
    let line = "3 faults in the step `tables` at crates/engine/src/tables/mod.rs:82";
    assert!(told.contains(line), "{told}");
    assert_eq!(home.json(&["stats"])["faults"][0]["line"], 82);
}

#[test]
fn where_nothing_failed_nothing_is_told() {
    let home = Home::new();
    home.write("docs/a.txt", "The heron stands by the river at dawn.\n");
    home.run(&["add", "docs"]).expect(0, "");
    let asked = home.json(&["ask", "Where does the heron stand?"]);
    assert!(asked.get("faults").is_none(), "{asked}");
    assert!(!home.run(&["stats"]).stdout.contains("fault"));
    let faults = &home.json(&["doctor"])["faults"];
    assert_eq!(faults.as_array().map(Vec::len), Some(0));
}
