//! `perusal router export`, and what of sessions is kept for it.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;

use eval::routing::taught::{RETRAIN_SESSIONS, Turn, drift, taught};
use perusal::index::state::{DecisionRow, State};
use perusal::route::{Decision, Layer, QuestionType};
use serde_json::json;

use crate::context::{Context, now};
use crate::failure::{Code, Failure};
use crate::json::SCHEMA;

/// Keeps a decision of a session, where `route.learn` says so. What cannot be
/// kept is not worth failing a question for.
pub fn record(context: &Context, session: &str, text: &str, previous: bool, decision: &Decision) {
    let store = &context.settings.store;
    if !context.settings.learn || !store.is_dir() {
        return;
    }
    let row = DecisionRow {
        session: session.to_owned(),
        asked: now(),
        text: text.to_owned(),
        previous,
        kind: decision.kind.question_type().as_str().to_owned(),
        layer: decision.layer.as_str().to_owned(),
        confidence: decision.confidence,
        low_confidence: decision.low_confidence,
    };
    let keep = |state: &State| state.record_decision(&row);
    if let Err(error) = context.warm.with_state(store, keep) {
        context
            .output
            .say(&format!("note: the decision was not kept: {error}"));
    }
}

/// Writes what sessions teach, one JSON object a line.
pub fn run(context: &Context, out: &Path) -> Result<Code, Failure> {
    let turns = turns(context)?;
    let taught = taught(&turns);
    let mut file = std::io::BufWriter::new(std::fs::File::create(out)?);
    for one in &taught {
        let line = json!({
            "text": one.text,
            "previous": one.previous,
            "type": one.kind.as_str(),
            "layer": one.layer.as_str(),
        });
        writeln!(file, "{line}")?;
    }
    file.flush()?;
    let sessions = sessions(&turns);
    if context.output.json {
        context.output.object(&json!({
            "schema": SCHEMA, "decisions": turns.len(), "sessions": sessions,
            "exported": taught.len(), "retraining_due": sessions >= RETRAIN_SESSIONS,
        }))?;
    } else {
        context.output.line(&format!(
            "{} of {} decisions in {sessions} sessions",
            taught.len(),
            turns.len()
        ))?;
        for (finding, mend) in told(&turns) {
            context.output.line(&format!("{finding}: {mend}"))?;
        }
    }
    if turns.is_empty() && !context.settings.learn {
        context
            .output
            .say("note: decisions are kept only with `route.learn = true`");
    }
    Ok(if taught.is_empty() {
        Code::Nothing
    } else {
        Code::Done
    })
}

/// What `doctor` says of the router: training is due, people ask other things.
pub fn findings(context: &Context) -> Vec<(String, String)> {
    if !context.settings.store.is_dir() {
        return Vec::new();
    }
    turns(context).map(|turns| told(&turns)).unwrap_or_default()
}

fn told(turns: &[Turn]) -> Vec<(String, String)> {
    const MEND: &str = "`perusal router export --out FILE`, then `perusal router train --exported \
                        FILE`";
    let mut findings = Vec::new();
    if sessions(turns) >= RETRAIN_SESSIONS {
        findings.push((
            format!("the router was not trained on {RETRAIN_SESSIONS} sessions and more"),
            MEND.to_owned(),
        ));
    }
    if let Some(drift) = drift(turns).filter(|drift| drift.alarms()) {
        findings.push((
            format!(
                "the router is less sure than it was: undecided {:.2}, before {:.2}; mean \
                 confidence {:.2}, before {:.2}",
                drift.undecided.1, drift.undecided.0, drift.confidence.1, drift.confidence.0
            ),
            MEND.to_owned(),
        ));
    }
    findings
}

fn sessions(turns: &[Turn]) -> usize {
    let names: BTreeSet<&str> = turns.iter().map(|turn| turn.session.as_str()).collect();
    names.len()
}

fn turns(context: &Context) -> Result<Vec<Turn>, Failure> {
    let state = State::open(&context.settings.store)?;
    let (rows, unhelpful) = (state.decisions()?, state.unhelpful()?);
    let turns = rows.into_iter().filter_map(|row| {
        let of = (row.session.clone(), row.text.clone());
        turn(row, unhelpful.contains(&of))
    });
    Ok(turns.collect())
}

/// `None` for names of another version.
fn turn(row: DecisionRow, refused: bool) -> Option<Turn> {
    Some(Turn {
        refused,
        kind: QuestionType::parse(&row.kind)?,
        layer: Layer::parse(&row.layer)?,
        session: row.session,
        asked: row.asked,
        text: row.text,
        previous: row.previous,
        confidence: row.confidence,
        low_confidence: row.low_confidence,
    })
}
