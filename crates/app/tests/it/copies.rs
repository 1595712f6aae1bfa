//! Two copies of a table: the one of the final document answers.

use crate::home::Home;
use crate::sides::best;

fn fees(passport: u32, rest: &str) -> String {
    format!(
        "Service,Fee\nPassport,{passport}\nIdentity card,30\nDriving licence,45\nBirth certificate,12\n{rest}"
    )
}

#[test]
fn a_table_of_a_draft_gives_way_to_its_final_copy() {
    let home = Home::new();
    home.write("docs/fees.csv", fees(82, "Fishing permit,25\n"));
    home.write("docs/fees draft.csv", fees(75, ""));
    home.run(&["add", "docs"]).expect(0, "");
    let value = |question: &str| best(&home, question)["values"][0]["text"].clone();
    assert_eq!(value("What is the fee for a passport?"), "82");
    // Who asks for the draft gets it.
    assert_eq!(
        value("What is the fee for a passport in fees draft.csv?"),
        "75"
    );
}

#[test]
fn tables_of_other_things_stay_whatever_their_document_is_called() {
    let home = Home::new();
    home.write("docs/fees.csv", fees(82, ""));
    home.write(
        "docs/opening hours draft.csv",
        "Day,Opens,Closes\nMonday,8:30,16:00\nTuesday,8:30,18:00\nFriday,8:30,12:00\n",
    );
    home.run(&["add", "docs"]).expect(0, "");
    let found = best(&home, "When does it close on Tuesday?");
    assert_eq!(found["values"][0]["text"], "18:00", "{found}");
}
