//! Questions that describe what they ask about.

use super::{Kind, shelve};

const TOWN: &str = "# Orlow town book

## Departments

The 2019 budget was approved by the Harbour Department after two readings.
The 2020 budget was approved by the Roads Department.

The Harbour Department is headed by Ada Brook. The Roads Department is headed by Jan Moll.

## Rule T-4 Moorings

A berth is let on form KT-12, which the clerk keeps.

## Rule T-5 Refuse

Refuse is put out on Mondays.

## Forms

Forms and their fees

| Form | Fee | Copies |
|---|---|---|
| KT-11 | $15 | 1 |
| KT-12 | $40 | 2 |

## What is not carried

The following goods are excluded from the ferry:

- Fireworks
- Refuse
- Live bees

## Tests

### Q-1 Salt by titration
Samples are kept for four days.

### Q-2 Oil by extraction
Samples are kept for nine days.

### Q-3 Lead by furnace
Samples are kept for a year.
";

#[test]
fn what_is_described_in_prose_is_found_and_the_next_step_uses_it() {
    let town = shelve(&[("town.md", TOWN)]);
    let planned = town.ask(
        "Who heads the department that approved the 2019 budget?",
        false,
    );
    let resolved = planned.resolved.as_ref().expect("a hop");
    assert_eq!(resolved.question, "Who heads Harbour Department?");
    assert!(
        resolved.findings[0]
            .citation
            .quote
            .contains("approved by the Harbour Department")
    );
    assert_eq!(planned.steps.last().map(|step| step.expects), Some("name"));
}

#[test]
fn a_plan_answers_behind_a_hop_and_both_are_cited() {
    let town = shelve(&[("town.md", TOWN)]);
    let question = "What is the fee of the form named in Rule T-4?";
    town.value(question, Kind::Hops, "$40");
    let planned = town.ask(question, false);
    let answer = planned.answer.unwrap();
    let quotes: Vec<&str> = answer
        .citations
        .iter()
        .map(|citation| citation.quote.as_str())
        .collect();
    assert!(quotes.iter().any(|quote| quote.contains("form KT-12")));
    assert!(quotes.iter().any(|quote| quote.contains("$40")));
    assert!(answer.text.contains("form named in Rule T-4: form KT-12"));
    let last = planned.steps.last().unwrap();
    assert!(!last.needs.is_empty(), "{:#?}", planned.steps);
}

#[test]
fn a_labelled_heading_is_what_a_clause_means() {
    let town = shelve(&[("town.md", TOWN)]);
    let planned = town.ask(
        "How long are samples kept for the test that measures oil by extraction?",
        false,
    );
    let resolved = planned.resolved.expect("a hop");
    assert_eq!(resolved.question, "How long are samples kept for Q-2?");
}

#[test]
fn members_of_a_list_that_have_a_rule_of_their_own() {
    let town = shelve(&[("town.md", TOWN)]);
    let planned = town.ask(
        "Which of the goods excluded from the ferry also have their own rule, and what does it say?",
        false,
    );
    assert_eq!(planned.kind, Kind::Hops, "{planned:#?}");
    let answer = planned.answer.unwrap();
    assert_eq!(answer.items.len(), 1, "{answer:#?}");
    assert_eq!(answer.items[0].text, "Refuse");
    assert!(answer.text.contains("Rule T-5 Refuse"));
    assert!(answer.text.contains("put out on Mondays"));
    assert!(answer.text.contains("1 of the 3 items"));
}

#[test]
fn what_is_not_found_is_named_and_nothing_is_guessed() {
    let town = shelve(&[("town.md", TOWN)]);
    let planned = town.ask(
        "Who heads the department that approved the 2031 budget?",
        false,
    );
    assert!(planned.resolved.is_none(), "{planned:#?}");
    assert_eq!(
        planned.missing.as_deref(),
        Some("Not found: the department that approved the 2031 budget.")
    );
    for question in [
        "Who heads the Harbour Department?",
        "What is put out on Mondays?",
    ] {
        let planned = town.ask(question, false);
        assert!(
            planned.missing.is_none() && planned.resolved.is_none(),
            "{planned:#?}"
        );
    }
}

#[test]
fn of_two_things_that_fit_alike_none_is_taken() {
    let twins = "# Twins\n\nThe bridge was built by the Alder Company. The bridge was built by the \
                 Birch Company.\n\nThe Alder Company is in Orlow. The Birch Company is in Senn.\n";
    let planned = shelve(&[("twins.md", twins)])
        .ask("Where is the company that built the bridge seated?", false);
    assert!(planned.resolved.is_none(), "{planned:#?}");
}

const BARGES: &str = "# Barge insurance of the Orlow Guild

The guild insures barges and lighters on the river and in the basin behind the lock. Policies run \
from May to April, and are renewed by letter unless the master has sold the barge meanwhile.

## Rates

Rates by kind of barge

| Kind | Terr. 1 | Terr. 2 | Terr. 3 |
|---|---|---|---|
| Coal barge | 0.71 | 0.84 | 0.93 |
| Lighter | 0.52 | 0.61 | 0.70 |
| Timber raft | 1.10 | 1.25 | 1.41 |

## Premiums

Premiums by value

| Value | Territory 1 roofed | Territory 1 open | Territory 2 roofed | Territory 2 open |
|---|---|---|---|---|
| $10,000 | 90 | 120 | 105 | 140 |
| $20,000 | 170 | 230 | 200 | 265 |

## Where

Territory 1 is the parishes of Ash, Birk and Cole. Territory 2 is the town of Orlow and Dell parish.
All others are territory 3.

## Codes

Territories by harbour code

| Code | Terr. |
|---|---|
| 4410 | 2 |
| 4425 | 1 |
| 4433 | 2 |
";

#[test]
fn a_key_leads_to_a_column_that_is_called_by_it() {
    let barges = shelve(&[("barges.md", BARGES)]);
    barges.value(
        "What is the rate for a lighter in Birk?",
        Kind::Hops,
        "0.52",
    );
    barges.value("Which rate has a timber raft in Dell?", Kind::Hops, "1.25");
    barges.value(
        "What is the premium for $20,000, open, harbour code 4433?",
        Kind::Hops,
        "265",
    );
    // Which of the two columns of a territory is meant, nothing says.
    barges.left("What is the premium for $20,000, harbour code 4433?");
}
