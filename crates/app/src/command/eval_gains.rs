//! The table of `perusal eval retrieval --gains`.

use std::collections::BTreeSet;

use eval::Interval;
use eval::gains::{ALL_KINDS, GainRow, Gains, Recall};
use perusal::retrieve::Strategy;
use serde_json::{Value, json};

use crate::context::Context;
use crate::failure::Failure;

/// What a strategy was hoped to gain.
const HOPED_FOR: f64 = 0.15;

/// Prints gains by set and kind of question, and what gains nothing anywhere.
pub(super) fn print(context: &Context, all: &[Gains]) -> Result<(), Failure> {
    let output = &context.output;
    output.line(&format!(
        "gains in recall by kind of question, with 95 % intervals; hoped for was {:+.0} %",
        HOPED_FOR * 100.0
    ))?;
    for gains in all {
        let counted = match gains.recall {
            Recall::Documents => "right documents among the first 5",
            Recall::Evidence => "evidence on the pages of the first 10 hits",
        };
        output.line(&format!("{}: {counted}", gains.name))?;
        output.line(
            "  kind               questions  strategy      recall  over dense, %           over hybrid, %",
        )?;
        for row in &gains.rows {
            let line = format!(
                "  {:18} {:9}  {:12}  {:.4}  {:22}  {:22}{}",
                row.kind,
                row.questions,
                row.strategy.as_str(),
                row.mean,
                percent(row.over_dense),
                percent(row.over_hybrid),
                verdict(row)
            );
            output.line(line.trim_end())?;
        }
    }
    for (base, over) in [
        (
            Strategy::Dense,
            over_dense as fn(&GainRow) -> Option<Interval>,
        ),
        (Strategy::Hybrid, over_hybrid),
    ] {
        for (told, of_sets) in [("any set", true), ("any kind of question", false)] {
            output.line(&format!(
                "gains nothing over {} on {told}: {}",
                base.as_str(),
                match without_gain(all, base, of_sets, over).as_slice() {
                    [] => "no strategy".to_owned(),
                    names => names.join(", "),
                }
            ))?;
        }
    }
    Ok(())
}

fn over_dense(row: &GainRow) -> Option<Interval> {
    row.over_dense
}

fn over_hybrid(row: &GainRow) -> Option<Interval> {
    row.over_hybrid
}

/// Strategies whose interval lies above 0 nowhere.
fn without_gain(
    all: &[Gains],
    base: Strategy,
    of_sets: bool,
    over: fn(&GainRow) -> Option<Interval>,
) -> Vec<&'static str> {
    let rows = all.iter().flat_map(|gains| &gains.rows);
    let rows: Vec<&GainRow> = rows
        .filter(|row| row.strategy != base && (row.kind == ALL_KINDS) == of_sets)
        .collect();
    let gains = |row: &&&GainRow| over(row).is_some_and(|gain| gain.low > 0.0);
    let gaining: BTreeSet<&str> = rows
        .iter()
        .filter(gains)
        .map(|row| row.strategy.as_str())
        .collect();
    let mut seen = BTreeSet::new();
    let names = rows.iter().map(|row| row.strategy.as_str());
    names
        .filter(|name| !gaining.contains(name) && seen.insert(*name))
        .collect()
}

fn percent(gain: Option<Interval>) -> String {
    gain.map_or(String::new(), |gain| {
        let [mean, low, high] = [gain.mean, gain.low, gain.high].map(|share| share * 100.0);
        format!("{mean:+.1} [{low:+.1}, {high:+.1}]")
    })
}

fn verdict(row: &GainRow) -> &'static str {
    match row.over_hybrid {
        Some(gain) if gain.low >= HOPED_FOR => "  surely as hoped",
        Some(gain) if gain.low > 0.0 && gain.mean >= HOPED_FOR => "  as hoped",
        Some(gain) if gain.low > 0.0 => "  gain",
        Some(gain) if gain.high < 0.0 => "  loss",
        _ => "",
    }
}

/// For programs.
pub(super) fn as_json(all: &[Gains]) -> Vec<Value> {
    let interval = |gain: Option<Interval>| gain.map(|one| json!([one.mean, one.low, one.high]));
    let row = |row: &GainRow| {
        json!({
            "kind": row.kind,
            "questions": row.questions,
            "strategy": row.strategy.as_str(),
            "recall": row.mean,
            "over_dense": interval(row.over_dense),
            "over_hybrid": interval(row.over_hybrid),
        })
    };
    all.iter()
        .map(|gains| {
            json!({
                "name": gains.name,
                "recall_of": match gains.recall {
                    Recall::Documents => "documents",
                    Recall::Evidence => "evidence",
                },
                "rows": gains.rows.iter().map(row).collect::<Vec<_>>(),
            })
        })
        .collect()
}
