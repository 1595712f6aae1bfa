//! Operands, rates and keys.

use super::{Kind, shelve};

const RATES: &str = "# Barge rates

## Exhibit 1

Hull Rate

| Timber | Grain | Coal |
|---|---|---|
| $120 | $90 | $210 |

## Exhibit 2

Lock Deposit Factor

| Class | Tonnage | Lock Deposit | Timber | Grain | Coal |
|---|---|---|---|---|---|
| K2 | 400 | 3% | 1.150 | 1.000 | 1.310 |
| K2 | 400 | 7% | 0.905 | 1.000 | 1.105 |
| K4 | 400 | 3% | 1.250 | 1.000 | 1.410 |

## Exhibit 3

Insured cargo

| Goods | Rate per Value | Rate per Value Amount |
|---|---|---|
| Glass | $2.40 | $100 |
| Glass with agreed price | $3.10 | $100 |
| Tin | $0.80 | $500 |

## Lock deposits
- Barges that moor less than 900 metres from a lock receive the 7% lock deposit. If the lock is closed, no deposit is due.
- Barges that moor more than 900 metres from a lock receive the 3% lock deposit.
";

#[test]
fn operands_are_looked_up_and_a_missing_key_is_read_in_the_prose() {
    let rates = shelve(&[("rates.md", RATES)]);
    let question = "Using the Hull Rate and the applicable Lock Deposit Factor, calculate the unadjusted Coal \
                    premium for a K2 barge of 400 tonnage that moors 1,500 metres from a lock.";
    rates.value(question, Kind::Calculation, "275.1");
    let near = question.replace("1,500", "600");
    let planned = rates.ask(&near, false);
    let answer = planned.answer.unwrap();
    assert_eq!(answer.expression.as_deref(), Some("210 × 1.105 = 232.05"));
    assert!(
        answer.text.contains("If the lock is closed"),
        "the exception stands beside it: {}",
        answer.text
    );
    assert!(planned.steps.len() >= 3 && !planned.steps[2].needs.is_empty());
}

#[test]
fn a_rate_per_unit_is_applied_to_an_amount() {
    let rates = shelve(&[("rates.md", RATES)]);
    rates.value(
        "How much does it cost to insure $4,000 of glass cargo (not agreed price)?",
        Kind::Calculation,
        "96",
    );
}

const GARAGE: &str = "# Garage manual

## Exhibit 1 - Base Rates

Base Rates

| COMP | COLL |
|---|---|
| $101 | $240 |

## Exhibit 2 - Zones

Zone by postal code

| ZIP | Zone |
|---|---|
| 48100 | 7 |
| 48200 | 9 |

## Exhibit 3 - Zone Factors

Zone Factors

| Program | Zone | COMP | COLL |
|---|---|---|---|
| Plus | 7 | 1.364 | 0.900 |
| Plus | 9 | 1.100 | 0.950 |
| Basic | 7 | 1.500 | 0.990 |

## Exhibit 4 - Tool deposits

Tool deposit by size

| Deposit | Hammer Size 1 - 9 | Hammer Size 10 - 18 |
|---|---|---|
| $100 | 1.33 | 1.27 |
| $250 | 1.15 | 1.11 |

## Exhibit 5 - Pumps

Technical data of pumps

| Quantity | PX-22 | PX-40 |
|---|---|---|
| Nominal power (kW) | 22 | 40 |
| Free air at 10 bar (l/min) | 3.9 | 6.0 |
";

#[test]
fn a_key_is_looked_up_in_another_table() {
    let garage = shelve(&[("garage.md", GARAGE)]);
    garage.value(
        "Using base rate and zone factor alone, what is the comprehensive premium for a Plus car garaged in ZIP 48100?",
        Kind::Calculation,
        "137.764",
    );
}

#[test]
fn headers_are_met_by_abbreviations_and_by_stretches() {
    let garage = shelve(&[("garage.md", GARAGE)]);
    garage.value(
        "What is the collision zone factor of the Plus program in zone 9?",
        Kind::Lookup,
        "0.950",
    );
    garage.value(
        "Which factor has a hammer of size 14 at a deposit of $250?",
        Kind::Lookup,
        "1.11",
    );
    garage.value(
        "How much free air does the PX-40 deliver at 10 bar?",
        Kind::Lookup,
        "6.0",
    );
}
