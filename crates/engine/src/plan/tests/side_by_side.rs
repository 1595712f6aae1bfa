//! Documents and sections side by side.

use super::{Kind, Planned, Shelved, shelve};

const ALDER: &str = "# Alder lease

## 1 Rent
The rent is 900 euros a month.

## 2 Deposit
The tenant pays a deposit of two months.

## 3 Notice
Notice is given three months ahead.
";

const BIRCH: &str = "# Birch lease

## 1 Deposit
The tenant pays a deposit of two months.

## 2 Rent
The rent is 750 euros a month.

## 3 Animals
Dogs are allowed, cats are not.
";

const PLANS: &str = "# Mobile plans

## Plan North

| Service | Price |
|---|---|
| Data | 9 euros |
| Calls | 3 euros |
| Roaming | 5 euros |

## Plan South

| Service | Price |
|---|---|
| Calls | 3 euros |
| Data | 12 euros |
";

fn leases() -> Shelved {
    shelve(&[("alder-lease.md", ALDER), ("birch-lease.md", BIRCH)])
}

/// Items as `label: text`, each with a citation that holds what the text shows.
#[track_caller]
fn cells(planned: &Planned) -> Vec<String> {
    assert_eq!(planned.kind, Kind::SideBySide, "{planned:#?}");
    let answer = planned.answer.as_ref().unwrap();
    let cells = answer.items.iter().map(|item| {
        let citation = &answer.citations[item.citation - 1];
        let last = item.text.rsplit([';', ':']).next().unwrap().trim();
        assert!(citation.quote.contains(last), "{item:?} {citation:?}");
        format!("{}: {}", item.label, item.text)
    });
    cells.collect()
}

#[test]
fn named_aspects_are_found_in_each_and_gaps_are_said() {
    let planned = leases().ask(
        "Compare the Alder lease and the Birch lease on rent and notice.",
        false,
    );
    assert_eq!(
        cells(&planned),
        [
            "rent, the Alder lease: The rent is 900 euros a month.",
            "rent, the Birch lease: The rent is 750 euros a month.",
            "notice, the Alder lease: Notice is given three months ahead.",
        ]
    );
    assert_eq!(
        planned.note.as_deref(),
        Some("not found: notice of the Birch lease")
    );
    let text = &planned.answer.as_ref().unwrap().text;
    assert!(
        text.ends_with("| notice | Notice is given three months ahead. [3] | not found |"),
        "{text}"
    );
    assert_eq!(planned.steps[2].needs, ["s1", "s2"]);
}

#[test]
fn without_aspects_what_differs_under_shared_headings_comes_first() {
    let planned = leases().ask(
        "What is the difference between the Alder lease and the Birch lease?",
        false,
    );
    assert_eq!(
        cells(&planned),
        [
            "1 Rent, the Alder lease: The rent is 900 euros a month.",
            "1 Rent, the Birch lease: The rent is 750 euros a month.",
            "2 Deposit, the Alder lease: The tenant pays a deposit of two months.",
            "2 Deposit, the Birch lease: The tenant pays a deposit of two months.",
        ]
    );
}

#[test]
fn sections_are_compared_by_the_rows_they_share() {
    let planned = shelve(&[("plans.md", PLANS)]).ask("Compare Plan North with Plan South.", false);
    assert_eq!(
        cells(&planned),
        [
            "Data, Plan North: Service: Data; Price: 9 euros",
            "Data, Plan South: Service: Data; Price: 12 euros",
            "Calls, Plan North: Service: Calls; Price: 3 euros",
            "Calls, Plan South: Service: Calls; Price: 3 euros",
        ]
    );
}

#[test]
fn a_name_that_nothing_has_or_several_have_is_not_guessed() {
    let leases = leases();
    for question in [
        "Compare the Alder lease and the Cedar lease on rent.",
        "Compare the Alder lease and the lease on rent.",
        "Compare the Alder lease and the Alder lease on rent.",
        "Compare the Alder lease and the Birch lease on parking and heating.",
    ] {
        let planned = leases.ask(question, false);
        assert_ne!(planned.kind, Kind::SideBySide, "{question} {planned:#?}");
    }
}
