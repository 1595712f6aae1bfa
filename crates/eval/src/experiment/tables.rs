//! The tables of the page.

use std::fmt::Write as _;

use super::chart::class_of;
use super::escape::escape;
use super::report::{QuestionRow, Report, SetReport, Times, Verdict};
use super::{Measure, Metric};

/// Questions of one table at most, so that a set of thousands stays a page; the rest
/// are in the JSON.
const QUESTIONS_MAX: usize = 200;
/// Changes smaller than this are none.
const SAME: f64 = 1e-9;

/// A table that scrolls by itself where the page is too narrow.
fn table(out: &mut String, heads: &[(&str, &str)], rows: impl FnOnce(&mut String)) {
    out.push_str("<div class=\"wide\"><table><thead><tr>");
    for (class, head) in heads {
        let _ = write!(out, "<th{}>{}</th>", class_attribute(class), escape(head));
    }
    out.push_str("</tr></thead><tbody>\n");
    rows(out);
    out.push_str("</tbody></table></div>\n");
}

fn class_attribute(class: &str) -> String {
    match class.is_empty() {
        true => String::new(),
        false => format!(" class=\"{class}\""),
    }
}

/// A cell; its text is escaped.
fn cell(out: &mut String, class: &str, text: &str) {
    let _ = write!(out, "<td{}>{}</td>", class_attribute(class), escape(text));
}

fn begin_row(out: &mut String, is_baseline: bool) {
    out.push_str(if is_baseline {
        "<tr class=\"base\">"
    } else {
        "<tr>"
    });
}

/// The charts' measure, its difference, and what it costs.
pub(super) fn overview(out: &mut String, report: &Report, set: &SetReport) {
    let heads = [
        ("", "#"),
        ("words", "variation"),
        ("", set.metric.name()),
        ("", "difference"),
        ("words", "verdict"),
        ("", "better"),
        ("", "worse"),
        ("", "characters read"),
        ("", "chunks"),
    ];
    table(out, &heads, |out| {
        for (at, (told, row)) in report.variations.iter().zip(&set.rows).enumerate() {
            begin_row(out, at == report.baseline_at());
            cell(out, "", &(at + 1).to_string());
            cell(out, "words name", &told.name);
            mean_and_difference(out, row.measure(set.metric), at == report.baseline_at());
            cell(out, "", &row.better.len().to_string());
            cell(out, "", &row.worse.len().to_string());
            let read = row.measure(Metric::Characters);
            let read = read.map(|read| Metric::Characters.show(read.mean.mean));
            cell(out, "", &read.unwrap_or_else(|| "–".to_owned()));
            cell(out, "", &row.chunks.to_string());
            out.push_str("</tr>\n");
        }
    });
}

fn mean_and_difference(out: &mut String, measure: Option<&Measure>, is_baseline: bool) {
    let Some(measure) = measure else {
        out.push_str("<td class=\"none\">–</td><td class=\"none\">–</td><td class=\"words\"></td>");
        return;
    };
    let metric = measure.metric;
    let mean = measure.mean;
    let _ = write!(
        out,
        "<td>{} <span class=\"interval\">[{}, {}]</span></td>",
        metric.show(mean.mean),
        metric.show(mean.low),
        metric.show(mean.high)
    );
    match &measure.difference {
        Some(one) => {
            let class = class_of(Some(one));
            let _ = write!(
                out,
                "<td class=\"{class}\">{} <span class=\"interval\">[{}, {}]</span></td>",
                metric.show_difference(one.mean.mean),
                metric.show_difference(one.mean.low),
                metric.show_difference(one.mean.high)
            );
            cell(out, "words", one.verdict.as_str());
        }
        None if is_baseline => {
            out.push_str("<td class=\"none\">–</td><td class=\"words\">baseline</td>");
        }
        None => out.push_str("<td class=\"none\">–</td><td class=\"words\"></td>"),
    }
}

/// Means of every measure; those that differ from the baseline are marked.
pub(super) fn measures(out: &mut String, report: &Report, set: &SetReport) {
    let shown: Vec<Metric> = Metric::ALL
        .into_iter()
        .filter(|metric| set.rows.iter().any(|row| row.measure(*metric).is_some()))
        .collect();
    let mut heads = vec![("", "#"), ("words", "variation")];
    heads.extend(shown.iter().map(|metric| ("", metric.name())));
    table(out, &heads, |out| {
        for (at, (told, row)) in report.variations.iter().zip(&set.rows).enumerate() {
            begin_row(out, at == report.baseline_at());
            cell(out, "", &(at + 1).to_string());
            cell(out, "words name", &told.name);
            for metric in &shown {
                measured(out, row.measure(*metric));
            }
            out.push_str("</tr>\n");
        }
    });
    out.push_str(
        "<p class=\"quiet\">▲ and ▼: above and below the baseline beyond chance, each taken alone. \
         A measure counts the questions that have it.</p>\n",
    );
}

fn measured(out: &mut String, measure: Option<&Measure>) {
    let Some(measure) = measure else {
        cell(out, "none", "–");
        return;
    };
    let mean = measure.metric.show(measure.mean.mean);
    let class = match &measure.difference {
        Some(one) if one.verdict != Verdict::NotShown => class_of(Some(one)),
        _ => "",
    };
    match class {
        "up" => cell(
            out,
            if measure.metric.is_cost() { "" } else { "up" },
            &format!("▲ {mean}"),
        ),
        "down" => cell(
            out,
            if measure.metric.is_cost() { "" } else { "down" },
            &format!("▼ {mean}"),
        ),
        _ => cell(out, "", &mean),
    }
}

/// The charts' measure by type of question.
pub(super) fn kinds(out: &mut String, report: &Report, set: &SetReport) {
    let baseline = &set.rows[report.baseline_at()].by_kind;
    let titles: Vec<String> = baseline
        .iter()
        .map(|(kind, questions, _)| format!("{kind} ({questions})"))
        .collect();
    let mut heads = vec![("", "#"), ("words", "variation")];
    heads.extend(titles.iter().map(|title| ("", title.as_str())));
    table(out, &heads, |out| {
        for (at, (told, row)) in report.variations.iter().zip(&set.rows).enumerate() {
            begin_row(out, at == report.baseline_at());
            cell(out, "", &(at + 1).to_string());
            cell(out, "words name", &told.name);
            for (kind, ..) in baseline {
                let of_kind = row.by_kind.iter().find(|(other, ..)| other == kind);
                match of_kind {
                    Some((.., mean)) => cell(out, "", &set.metric.show(*mean)),
                    None => cell(out, "none", "–"),
                }
            }
            out.push_str("</tr>\n");
        }
    });
}

/// Times of variations that ran alone.
pub(super) fn times(out: &mut String, report: &Report, times: &[Times]) {
    let heads = [("words", "variation"), ("", "p50, ms"), ("", "p95, ms")];
    table(out, &heads, |out| {
        for (at, (told, one)) in report.variations.iter().zip(times).enumerate() {
            begin_row(out, at == report.baseline_at());
            cell(out, "words name", &told.name);
            cell(out, "", &format!("{:.1}", one.p50_ms));
            cell(out, "", &format!("{:.1}", one.p95_ms));
            out.push_str("</tr>\n");
        }
    });
}

/// Questions that some variation scores unlike the baseline, and what each answered.
pub(super) fn questions(out: &mut String, report: &Report, set: &SetReport) {
    let base = report.baseline_at();
    let flips = |question: &&QuestionRow| {
        let of_base = question.scores[base];
        let mut scores = question.scores.iter();
        scores.any(|score| change(*score, of_base) != 0.0)
    };
    let flipped: Vec<&QuestionRow> = set.questions.iter().filter(flips).collect();
    if flipped.is_empty() {
        out.push_str("<p>None: every variation scores every question alike.</p>\n");
        return;
    }
    let _ = writeln!(
        out,
        "<p class=\"quiet\">{} of {}: {} in each variation, by its number above; ▲ better and ▼ \
         worse than the baseline.{}</p>",
        flipped.len(),
        set.questions.len(),
        set.metric.name(),
        match flipped.len() > QUESTIONS_MAX {
            true => format!(" The first {QUESTIONS_MAX} are shown."),
            false => String::new(),
        }
    );
    let numbers: Vec<String> = (1..=report.variations.len())
        .map(|at| at.to_string())
        .collect();
    let mut heads = vec![("words", "id"), ("words", "question")];
    heads.extend(numbers.iter().map(|number| ("", number.as_str())));
    table(out, &heads, |out| {
        for question in flipped.iter().take(QUESTIONS_MAX) {
            out.push_str("<tr>");
            cell(out, "words", &question.id);
            cell(out, "words long", &question.text);
            for score in &question.scores {
                scored(out, *score, question.scores[base], set.metric);
            }
            out.push_str("</tr>\n");
        }
    });
    if flipped
        .iter()
        .any(|question| question.answers.iter().any(|answer| !answer.is_empty()))
    {
        out.push_str("<p class=\"quiet\">What was answered, where answers differ:</p>\n");
        for question in flipped.iter().take(QUESTIONS_MAX) {
            answers(out, report, question);
        }
    }
}

/// How much a score lies above the baseline's; 0 where either has none.
fn change(score: Option<f64>, baseline: Option<f64>) -> f64 {
    match (score, baseline) {
        (Some(score), Some(baseline)) if (score - baseline).abs() > SAME => score - baseline,
        _ => 0.0,
    }
}

fn scored(out: &mut String, score: Option<f64>, baseline: Option<f64>, metric: Metric) {
    let Some(value) = score else {
        cell(out, "none", "–");
        return;
    };
    let told = match metric.is_cost() {
        true => metric.show(value),
        false => format!("{value:.2}"),
    };
    match change(score, baseline) {
        up if up > 0.0 => cell(out, "up", &format!("▲ {told}")),
        down if down < 0.0 => cell(out, "down", &format!("▼ {told}")),
        _ => cell(out, "", &told),
    }
}

/// The different answers to one question, each with the variations that gave it.
fn answers(out: &mut String, report: &Report, question: &QuestionRow) {
    let mut different: Vec<(&str, Option<f64>, Vec<String>)> = Vec::new();
    for at in 0..report.variations.len() {
        let (answer, score) = (question.answers[at].as_str(), question.answer_scores[at]);
        let number = (at + 1).to_string();
        match different.iter_mut().find(|(other, ..)| *other == answer) {
            Some((.., numbers)) => numbers.push(number),
            None => different.push((answer, score, vec![number])),
        }
    }
    if different.len() < 2 {
        return;
    }
    let _ = write!(
        out,
        "<details><summary><b>{}</b> {}</summary>",
        escape(&question.id),
        escape(&question.text)
    );
    let heads = [
        ("words", "variations"),
        ("", "answer score"),
        ("words", "answer"),
    ];
    table(out, &heads, |out| {
        for (answer, score, numbers) in different {
            out.push_str("<tr>");
            cell(out, "words", &numbers.join(", "));
            cell(
                out,
                "",
                &score.map_or("–".to_owned(), |score| format!("{score:.2}")),
            );
            cell(
                out,
                "words long",
                if answer.is_empty() {
                    "(declined)"
                } else {
                    answer
                },
            );
            out.push_str("</tr>\n");
        }
    });
    out.push_str("</details>\n");
}

/// What each variation sets; what all set is told once.
pub(super) fn variations(out: &mut String, report: &Report) {
    let in_all = |setting: &&String| {
        let mut variations = report.variations.iter();
        variations.all(|one| one.settings.contains(setting))
    };
    let first = report.variations.first();
    let common: Vec<&str> = first
        .into_iter()
        .flat_map(|one| one.settings.iter().filter(in_all))
        .map(String::as_str)
        .collect();
    if !common.is_empty() {
        let _ = writeln!(out, "<p>All: {}.</p>", escape(&common.join(", ")));
    }
    let heads = [
        ("", "#"),
        ("words", "variation"),
        ("words", "sets"),
        ("words", "note"),
    ];
    table(out, &heads, |out| {
        for (at, told) in report.variations.iter().enumerate() {
            begin_row(out, at == report.baseline_at());
            cell(out, "", &(at + 1).to_string());
            cell(out, "words name", &told.name);
            let own = told.settings.iter().filter(|setting| !in_all(setting));
            let own: Vec<&str> = own.map(String::as_str).collect();
            cell(out, "words long", &own.join(", "));
            cell(out, "words long", &told.note);
            out.push_str("</tr>\n");
        }
    });
}
