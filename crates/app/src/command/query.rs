//! `perusal query`: cited SQL over the tables inside documents.

mod csv;
mod json;
mod print;

use perusal::tables::sql::{self, Limits, Queried};

use crate::cli::QueryArgs;
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::library;
use json::notes;

/// Rows shown on a terminal; the rest are counted.
const ROWS_SHOWN_MAX: usize = 50;

/// Runs one query and prints its rows.
pub fn run(context: &Context, args: &QueryArgs) -> Result<Code, Failure> {
    let snapshot = library::snapshot(context)?;
    let limits = Limits::default();
    let output = &context.output;
    let cited = match (args.csv, output.json) {
        (true, _) => 0,
        (false, true) => limits.rows,
        (false, false) => ROWS_SHOWN_MAX,
    };
    let queried = sql::run(&snapshot, &args.sql, &limits, cited)?;
    if args.csv {
        csv::print(&queried.outcome)?;
    } else if output.json {
        output.object(&json::object(&queried, &args.sql, args.explain))?;
    } else {
        print::rows(context, &queried, ROWS_SHOWN_MAX)?;
        if args.explain {
            print::explanation(context, &queried)?;
        }
    }
    if args.csv || !output.json {
        say_notes(context, &queried, args.csv);
    }
    Ok(match queried.outcome.rows_total {
        0 => Code::Nothing,
        _ => Code::Done,
    })
}

/// The object of `query --json`; shared with the server.
///
/// # Errors
/// A query that is none, or a library that cannot be used.
pub fn object(context: &Context, sql: &str, explain: bool) -> Result<serde_json::Value, Failure> {
    let snapshot = library::snapshot(context)?;
    let limits = Limits::default();
    let queried = sql::run(&snapshot, sql, &limits, limits.rows)?;
    Ok(json::object(&queried, sql, explain))
}

/// What a reader of the rows must know of them.
fn say_notes(context: &Context, queried: &Queried, all: bool) {
    let outcome = &queried.outcome;
    let output = &context.output;
    let made = outcome.rows.len() as u64;
    if all && outcome.rows_total > made {
        output.say(&format!(
            "note: the first {made} of {} rows; OFFSET gives those behind them",
            outcome.rows_total
        ));
    }
    if outcome.rows_total == 0 {
        output.say("nothing found: no row meets the query");
    }
    for note in notes(queried) {
        output.say(&format!("note: {note}"));
    }
}
