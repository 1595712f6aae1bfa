//! Questions that name their document, things that stand for a key, and shares in prose.

use super::{Shelved, shelve};
use crate::plan::Kind;

const ALDER: &str = "# Alder Ferry rate manual\n\nParcels are rated by zone.\n\n\
    Zone 3: 4410, 4412, 4418\n\nZone 4: 4420, 4431\n\n\
    ## Base rates by zone\n\n| Zone | Fire rate | Flood rate |\n|---|---|---|\n\
    | 1 | 18.10 | 7.40 |\n| 3 | 21.30 | 9.20 |\n| 4 | 25.70 | 11.60 |\n\n\
    ## Depots\n\n| Depot | Zone | Opened |\n|---|---|---|\n| Quarrel | 1 | 1998 |\n\
    | Sandling | 4 | 2004 |\n| Tormouth | 3 | 2011 |\n\n\
    ## Payment\n\nPremiums of $900 and more may be paid in parts: 30 percent at inception, and \
    35 percent after 60 days.\n\n\
    ## Excluded goods\n\nThese do not count as parcels:\n\n- loose coal\n- live eels\n- empty crates\n";
const BIRCH: &str = "# Birch Ferry rate manual\n\nParcels are rated by zone.\n\n\
    ## Base rates by zone\n\n| Zone | Fire rate | Flood rate |\n|---|---|---|\n\
    | 1 | 11.10 | 2.40 |\n| 3 | 14.30 | 3.20 |\n| 4 | 16.70 | 4.60 |\n";
const CLUB: &str = "# Rules of the rowing club\n\nBoats are kept in the shed by the river.\n";

fn ferries() -> Shelved {
    shelve(&[
        ("alder-ferry.md", ALDER),
        ("birch-ferry.md", BIRCH),
        ("club.md", CLUB),
    ])
}

#[test]
fn a_named_document_alone_is_read() {
    let library = ferries();
    library.value(
        "What is the Birch fire rate for zone 3?",
        Kind::Lookup,
        "14.30",
    );
    library.value(
        "What is the Alder fire rate for zone 3?",
        Kind::Lookup,
        "21.30",
    );
}

#[test]
fn a_line_or_a_row_says_which_key_a_thing_has() {
    let library = ferries();
    library.value(
        "What is the Alder flood rate in ZIP code 4431?",
        Kind::Hops,
        "11.60",
    );
    library.value(
        "What is the Alder flood rate for the depot at Tormouth?",
        Kind::Hops,
        "9.20",
    );
}

#[test]
fn a_share_in_prose_is_applied_to_the_amount() {
    let library = ferries();
    let asked = "An Alder premium of $1,200 is paid in parts. How much is due at inception?";
    library.value(asked, Kind::Calculation, "360");
}

#[test]
fn what_is_refused_is_the_list_that_denies() {
    let library = ferries();
    library.items(
        "Which goods does Alder refuse as parcels?",
        true,
        &["loose coal", "live eels", "empty crates"],
    );
}
