//! An analysis as people read it.

use perusal::analyze::{Analysis, SegmentState, Stopped};
use perusal::answer::Citation;
use perusal::ask::Status;

use super::super::ask::source;
use crate::context::Context;
use crate::failure::Failure;
use crate::library;
use crate::output::printable;

/// Prints the answer, what contradicts itself, and how much was read.
pub fn tell(context: &Context, analysis: &Analysis) -> Result<(), Failure> {
    let output = &context.output;
    if let Some(stopped) = analysis.stopped {
        let why = match stopped {
            Stopped::Deadline => "The deadline passed",
            Stopped::Budget => "The share of the text that may be read was used up",
            Stopped::Interrupted => "Interrupted",
        };
        let rests = match analysis.coverage.tokens_total {
            0 => "nothing was read until then.",
            _ => "this rests on what was read until then.",
        };
        let line = format!("{why}; {rests}");
        output.line(&output.bold(&line))?;
    }
    if analysis.coverage.tokens_total == 0 {
        return Ok(());
    }
    match &analysis.answer {
        Some(answer) => {
            for line in answer.text.lines() {
                output.line(&printable(line))?;
            }
            output.line("")?;
            for citation in &answer.citations {
                output.line(&printable(&source(citation)))?;
            }
            let by = match &analysis.model {
                Some(model) if model.wrote => format!(", written by {}", printable(&model.name)),
                _ => String::new(),
            };
            let sure = format!("confidence {:.2}, quotes verified{by}", answer.confidence);
            output.line(&output.dim(&sure))?;
        }
        None => unanswered(context, analysis)?,
    }
    for conflict in &analysis.conflicts {
        output.line(&output.bold("These contradict each other:"))?;
        for citation in [&conflict.first, &conflict.second] {
            let quote: Vec<&str> = citation.quote.split_whitespace().collect();
            output.line(&printable(&format!("  {}", quote.join(" "))))?;
            output.line(&printable(&format!("    {}", place(citation))))?;
        }
    }
    output.line(&output.dim(&coverage(analysis)))?;
    if let Some(model) = &analysis.model {
        let waiting = match model.waiting.len() {
            0 => String::new(),
            waiting => format!(", {waiting} were still waiting for it"),
        };
        let line = format!(
            "{} read {} segments ({} known before) in {} calls{waiting}",
            model.name, model.read, model.cached, model.usage.calls
        );
        output.line(&output.dim(&printable(&line)))?;
    }
    Ok(())
}

/// Where a quote stands, without its number.
fn place(citation: &Citation) -> String {
    let place = source(citation);
    let place = place.split_once("] ").map(|(_, place)| place.to_owned());
    place.unwrap_or_default()
}

/// The best findings, as what they are.
fn unanswered(context: &Context, analysis: &Analysis) -> Result<(), Failure> {
    const SHOWN: usize = 3;
    let output = &context.output;
    let line = match analysis.status {
        Status::NotFound => "Not in what was read of these documents.",
        _ => "Not sure: nothing that was read surely answers it.",
    };
    output.line(&output.bold(line))?;
    let mut best: Vec<_> = analysis.findings.iter().collect();
    best.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    if !best.is_empty() {
        output.line("What comes nearest:")?;
    }
    for citation in best
        .iter()
        .take(SHOWN)
        .filter_map(|one| one.citations.first())
    {
        let quote: Vec<&str> = citation.quote.split_whitespace().collect();
        output.line(&printable(&format!("  {}", quote.join(" "))))?;
        output.line(&printable(&format!("    {}", place(citation))))?;
    }
    Ok(())
}

/// How much was read, in one line.
fn coverage(analysis: &Analysis) -> String {
    let coverage = &analysis.coverage;
    let share = 100.0 * coverage.tokens_read as f64 / coverage.tokens_total.max(1) as f64;
    let about = if coverage.counted { "" } else { "about " };
    let (read, total) = (coverage.tokens_read, coverage.tokens_total);
    if analysis.segments.is_empty() {
        return format!("all of the text, {about}{total} tokens");
    }
    let queued = analysis.segments.iter();
    let queued = queued.filter(|one| one.state == SegmentState::Queued);
    let queued = match queued.count() {
        0 => String::new(),
        1 => ", 1 segment was still waiting".to_owned(),
        queued => format!(", {queued} segments were still waiting"),
    };
    format!("read {about}{read} of {total} tokens ({share:.0} %), the likeliest first{queued}")
}

/// Prints the levels and the likeliest segments.
pub fn explain(context: &Context, analysis: &Analysis) -> Result<(), Failure> {
    let output = &context.output;
    output.line("")?;
    for level in &analysis.levels {
        let fallback = level.fallback.as_deref();
        let method = fallback.unwrap_or_else(|| level.method.as_str());
        output.line(&format!(
            "level {}: {} segments, {} kept, {} read, {} waiting, {} tokens, {:.1} ms, {method}{}",
            level.level,
            level.segments,
            level.kept,
            level.read,
            level.queued,
            level.tokens_read,
            level.time.as_secs_f64() * 1_000.0,
            match level.calls + level.cached {
                0 => String::new(),
                _ => format!(
                    "; {} calls of the model, {} known before, {:.1} ms",
                    level.calls,
                    level.cached,
                    level.time_asking.as_secs_f64() * 1_000.0
                ),
            }
        ))?;
    }
    let mut segments: Vec<_> = analysis.segments.iter().collect();
    segments.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.id.cmp(&b.id)));
    const SHOWN: usize = 20;
    for segment in segments.iter().take(SHOWN) {
        let locator = library::locator(None, segment.pages, None);
        let line = format!(
            "{:>4}  level {}  {:.3}  {:<6}  {}{}  {}",
            segment.id,
            segment.level,
            segment.score,
            segment.state.as_str(),
            segment.path,
            crate::command::search::after_path(&locator),
            segment.section.join(" › ")
        );
        output.line(&printable(line.trim_end()))?;
    }
    Ok(())
}
