//! Signs that a document explains: which rows bear them is asked for by what they mean.

use super::shelve;

const HARBOUR: &str = "# Berths of Ostrey harbour

## Berths

Table 1. List of berths. AS ash; LA larch; OA oak

| Berth | Quay | Piles | Length, m | Note | Night |
|---|---|---|---|---|---|
| 11a | Fish quay | OA | 24 | R | 12 |
| 11b | Fish quay | LA | 18 |  | 9 |
| 12a | Fish quay | AS | 18 | R M | - |
| 12b | Long quay | OA | 32 |  | 14 |
| 14c | Long quay | AS | 26 | M | - |
| 15a | Long quay | LA | 26 |  | 11 |

R: report to the harbour master before mooring.

Berths marked M have a mooring buoy of their own.

Berths with a dash in the column Night are let by day only.

## Cranes

| No. | Crane | State |
|---|---|---|
| 310 | Tower crane | sound |
| 322 | Floating crane | poor |
| 347 | Mobile crane | fair |
| 361 | Gantry crane | poor |

State: sound = no work needed; fair = painted within two years; poor = not to be used

## Inspections

| Part | Year of service 1 | Year of service 2 | Year of service 3 |
|---|---|---|---|
| Winch | C | C | N |
| Hawser |  | N | C |
| Fender | N | N | N |
| Chain | C |  | N |

N = renew, C = check
";

#[track_caller]
fn listed(question: &str, items: &[&str]) {
    shelve(&[("ostrey.md", HARBOUR)]).items(question, true, items);
}

#[test]
fn letters_stand_for_words() {
    listed("Which berths have oak piles?", &["11a", "12b"]);
    listed("Which berths on the Long quay are of larch?", &["15a"]);
}

#[test]
fn a_note_below_says_what_a_letter_means() {
    let question = "For which berths must the harbour master get a report before mooring?";
    listed(question, &["11a", "12a"]);
}

#[test]
fn a_sentence_says_what_is_marked() {
    listed("Which berths have a mooring buoy?", &["12a", "14c"]);
    listed("Which berths are let by day only?", &["12a", "14c"]);
}

#[test]
fn words_are_signs_where_they_are_explained() {
    let poor = ["322 Floating crane", "361 Gantry crane"];
    listed("Which cranes are not to be used?", &poor);
}

#[test]
fn a_number_names_the_column_of_the_sign() {
    let renewed = ["Hawser", "Fender"];
    listed(
        "Which parts are renewed in the second year of service?",
        &renewed,
    );
}

#[test]
fn the_explanation_is_cited() {
    let planned = shelve(&[("ostrey.md", HARBOUR)]).ask("Which berths have oak piles?", true);
    let text = planned.answer.expect("a list").text;
    assert!(text.contains("By the signs: “oak” ["), "{text}");
}
