//! What `perusal eval qa` prints.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use eval::qa::GoldQuestion;
use eval::questions::{DEPTHS, QuestionResult, Totals, by_way, totals};
use eval::{auc, calibration_error, in_training, risk_at_coverage, risk_coverage};
use serde_json::json;

use super::trust;
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::json::SCHEMA;

/// Prints the tables, or one JSON object.
pub(super) fn report(
    context: &Context,
    questions: &[GoldQuestion],
    results: &[QuestionResult],
) -> Result<Code, Failure> {
    let (by_kind, all) = totals(results);
    if context.output.json {
        let kinds: serde_json::Map<_, _> = by_kind
            .iter()
            .map(|(kind, totals)| (kind.clone(), totals_json(totals)))
            .collect();
        context.output.object(&json!({
            "schema": SCHEMA,
            "types": kinds,
            "all": totals_json(&all),
            "confidence": confidence_json(results),
            "trust": trust::json(results),
        }))?;
        return Ok(code(results, &all));
    }
    context.output.line(&format!(
        "{:16} {:>4}  evidence @5         @10         @20         docs   answer  cited   p50 s",
        "type", "n"
    ))?;
    for (kind, totals) in by_kind.iter().chain([(&"all".to_owned(), &all)]) {
        context.output.line(&row(kind, totals))?;
    }
    let listless: Totals = {
        let mut sum = Totals::default();
        for result in results.iter().filter(|result| result.kind != "enumeration") {
            sum.add(result);
        }
        sum
    };
    context.output.line(&row("no enumerations", &listless))?;
    answers(context, &by_kind, &all)?;
    for (name, totals) in [("all", &all), ("no enumerations", &listless)] {
        context.output.line(&reached_line(name, totals))?;
    }
    context.output.line(&format!(
        "characters read at 10 hits: {:.0} in the mean; citations not found in the store: {}",
        mean(all.characters.0 as f64, all.characters.1),
        all.unverified
    ))?;
    context.output.line(&format!(
        "gold evidence among what ask used (no enumerations): {}, in its citations {}",
        share(listless.used.0, listless.used.2),
        share(listless.used.1, listless.used.2)
    ))?;
    plans(context, results, &all)?;
    if all.sentences.1 > 0 {
        context.output.line(&format!(
            "right first sentence: {}; quotes an answer {:.2}, right ones among them {}",
            share(all.sentences.0, all.sentences.1),
            mean(all.quotes.0 as f64, all.quotes.2),
            share(all.quotes.1, all.quotes.0)
        ))?;
    }
    confidence(context, questions, results, &all)?;
    trust::print(context, results)?;
    Ok(code(results, &all))
}

/// A citation that is not in the store and a question that failed are bars missed.
fn code(results: &[QuestionResult], all: &Totals) -> Code {
    let wordings = results
        .iter()
        .flat_map(|result| [&result.outcome].into_iter().chain(&result.paraphrases));
    let failed = wordings.filter(|outcome| outcome.fault.is_some()).count();
    match all.unverified + failed {
        0 => Code::Done,
        _ => Code::Nothing,
    }
}

/// Lists, stated values, and which plan answered what.
fn plans(context: &Context, results: &[QuestionResult], all: &Totals) -> Result<(), Failure> {
    let output = &context.output;
    if all.lists.2 > 0 {
        output.line(&format!(
            "lists: {}, item recall {:.3}, item precision {:.3}",
            all.lists.2,
            mean(all.lists.0, all.lists.2),
            mean(all.lists.1, all.lists.2)
        ))?;
    }
    output.line(&format!(
        "values stated: right and from a gold page {}; wrong {}",
        share(all.values.1, all.values.0),
        all.values.0 - all.values.1
    ))?;
    for (kind, (questions, right, wrongly)) in by_way(results) {
        output.line(&format!(
            "by {:12} {questions:>4} questions, right {right}, answered without an answer {wrongly}",
            kind.as_str()
        ))?;
    }
    Ok(())
}

/// Evidence by question: of how many any piece, and every piece, was found.
fn reached_line(name: &str, totals: &Totals) -> String {
    let questions = totals.characters.1;
    let mut line = format!("questions with evidence found ({name}):");
    for (depth, (any, every)) in DEPTHS.iter().zip(totals.reached) {
        let _ = write!(
            line,
            " @{depth} any {}, every piece {};",
            share(any, questions),
            share(every, questions)
        );
    }
    line.trim_end_matches(';').to_owned()
}

fn row(kind: &str, totals: &Totals) -> String {
    let mut line = format!("{kind:16} {:>4}  ", totals.questions);
    for (found, total) in totals.evidence {
        let _ = write!(line, "{:11} ", share(found, total));
    }
    let _ = write!(
        line,
        "{:.3}  {:.3}   {:.3}  {:.3}",
        mean(totals.documents.0, totals.documents.1),
        mean(totals.scores.0, totals.scores.1),
        mean(totals.citations.1 as f64, totals.citations.0),
        totals.seconds_p50()
    );
    line
}

/// Answers by how right they are, documents by rank, and declining, by type.
fn answers(
    context: &Context,
    by_kind: &BTreeMap<String, Totals>,
    all: &Totals,
) -> Result<(), Failure> {
    context.output.line(&format!(
        "{:16} {:>4}  exact        contains     number       list recall, precision  documents @1 @3 @5    declined rightly: recall, precision",
        "type", "n"
    ))?;
    for (kind, totals) in by_kind.iter().chain([(&"all".to_owned(), all)]) {
        let mut line = format!("{kind:16} {:>4}  ", totals.questions);
        for (right, of) in [totals.exact, totals.contains, totals.numbers] {
            let _ = write!(line, "{:12} ", share(right, of));
        }
        let lists = totals.lists.2;
        let list = match lists {
            0 => "none".to_owned(),
            _ => format!(
                "{:.3}, {:.3}",
                mean(totals.lists.0, lists),
                mean(totals.lists.1, lists)
            ),
        };
        let (sums, questions) = totals.documents_first;
        let first = match questions {
            0 => "none".to_owned(),
            _ => sums
                .map(|sum| format!("{:.3}", mean(sum, questions)))
                .join(" "),
        };
        let _ = write!(
            line,
            "{list:23} {first:21} {}, {}",
            optional(totals.abstention.recall()),
            optional(totals.abstention.precision())
        );
        context.output.line(line.trim_end())?;
    }
    Ok(())
}

fn optional(value: Option<f64>) -> String {
    value.map_or("none".to_owned(), |value| format!("{value:.3}"))
}

/// Who is declined, and what is risked at each coverage; on the half that was
/// not trained on, where the set is one that weights were fitted on.
fn confidence(
    context: &Context,
    questions: &[GoldQuestion],
    results: &[QuestionResult],
    all: &Totals,
) -> Result<(), Failure> {
    if !questions.iter().any(|question| !question.answerable) {
        return Ok(());
    }
    context.output.line(&format!(
        "declined of the unanswerable {}, answered of the answerable {}, precision of declining {}",
        optional(all.abstention.recall()),
        optional(all.abstention.answered_share()),
        optional(all.abstention.precision())
    ))?;
    let absent = |answerable: bool| {
        let all = results
            .iter()
            .filter(|result| result.judged.right == answerable);
        let (absent, all) = all.fold((0, 0), |(absent, all), result| {
            (absent + usize::from(result.absent), all + 1)
        });
        share(absent, all)
    };
    context.output.line(&format!(
        "said not to be in the documents: of the answerable {}, of the unanswerable {}",
        absent(true),
        absent(false)
    ))?;
    let right = results
        .iter()
        .filter(|result| result.right_sentence == Some(true));
    let (right, declined) = right.fold((0, 0), |(right, declined), result| {
        (right + 1, declined + usize::from(result.declined))
    });
    context.output.line(&format!(
        "declined with a right first sentence: {}",
        share(declined, right)
    ))?;
    let given = results.iter().filter(|result| is_rightly_answered(result));
    context.output.line(&format!(
        "right answers wrongly declined, of these and the right answers given: {}",
        share(declined, declined + given.count())
    ))?;
    for (name, half) in [("training half", true), ("held-out half", false)] {
        let of_half: Vec<&QuestionResult> = results
            .iter()
            .filter(|result| in_training(&result.id) == half)
            .collect();
        let judged: Vec<_> = of_half.iter().map(|result| result.judged).collect();
        let mut abstention = eval::qa::Abstention::default();
        for result in &of_half {
            abstention.count(result.judged.right, result.declined);
        }
        context.output.line(&format!(
            "{name}: {} questions, area under the curve {}, calibration error {}, declined {}, answered {}",
            judged.len(),
            optional(auc(&judged)),
            optional(calibration_error(&judged, 10)),
            optional(abstention.recall()),
            optional(abstention.answered_share())
        ))?;
        if !half {
            let curve = risk_coverage(&judged);
            for coverage in [0.2, 0.4, 0.5, 0.6, 0.8, 1.0] {
                if let Some(point) = risk_at_coverage(&curve, coverage) {
                    context.output.line(&format!(
                        "  at coverage {:.2}: risk {:.3} (confidence from {:.2})",
                        point.coverage, point.risk, point.threshold
                    ))?;
                }
            }
        }
    }
    Ok(())
}

fn totals_json(totals: &Totals) -> serde_json::Value {
    let evidence: serde_json::Map<_, _> = DEPTHS
        .iter()
        .zip(totals.evidence)
        .map(|(depth, (found, total))| {
            (
                format!("at_{depth}"),
                json!({"found": found, "total": total}),
            )
        })
        .collect();
    let reached: serde_json::Map<_, _> = DEPTHS
        .iter()
        .zip(totals.reached)
        .map(|(depth, (any, every))| (format!("at_{depth}"), json!({"any": any, "every": every})))
        .collect();
    json!({
        "questions": totals.questions,
        "evidence": evidence,
        "questions_with_evidence": totals.characters.1,
        "questions_reached": reached,
        "characters_mean": mean(totals.characters.0 as f64, totals.characters.1),
        "document_recall": mean(totals.documents.0, totals.documents.1),
        "document_recall_first": {
            "at_1": mean(totals.documents_first.0[0], totals.documents_first.1),
            "at_3": mean(totals.documents_first.0[1], totals.documents_first.1),
            "at_5": mean(totals.documents_first.0[2], totals.documents_first.1),
        },
        "answer_score": mean(totals.scores.0, totals.scores.1),
        "answers": {
            "questions": totals.exact.1,
            "exact": totals.exact.0,
            "contains": totals.contains.0,
            "numbers": {"questions": totals.numbers.1, "right": totals.numbers.0},
        },
        "citations": totals.citations.0,
        "citation_precision": mean(totals.citations.1 as f64, totals.citations.0),
        "citations_unverified": totals.unverified,
        "lists": {
            "questions": totals.lists.2,
            "recall": mean(totals.lists.0, totals.lists.2),
            "precision": mean(totals.lists.1, totals.lists.2),
        },
        "values": {
            "stated": totals.values.0,
            "right": totals.values.1,
        },
        "used": {"found": totals.used.0, "cited": totals.used.1, "total": totals.used.2},
        "right_first_sentence": mean(totals.sentences.0 as f64, totals.sentences.1),
        "quotes": totals.quotes.0,
        "quotes_right": totals.quotes.1,
        "abstention": totals.abstention,
        "abstention_precision": totals.abstention.precision(),
        "abstention_recall": totals.abstention.recall(),
        "seconds": totals.seconds.iter().sum::<f64>(),
        "seconds_p50": totals.seconds_p50(),
    })
}

fn confidence_json(results: &[QuestionResult]) -> serde_json::Value {
    let of = |half: bool| {
        let judged: Vec<_> = results
            .iter()
            .filter(|result| in_training(&result.id) == half)
            .map(|result| result.judged)
            .collect();
        json!({
            "questions": judged.len(),
            "auc": auc(&judged),
            "calibration_error": calibration_error(&judged, 10),
            "risk_coverage": risk_coverage(&judged),
        })
    };
    json!({"training_half": of(true), "held_out_half": of(false)})
}

fn share(part: usize, whole: usize) -> String {
    crate::command::eval::share((part, whole))
}

fn mean(sum: f64, count: usize) -> f64 {
    if count == 0 { 0.0 } else { sum / count as f64 }
}

/// The answer given holds what is accepted, or opens with a right sentence.
fn is_rightly_answered(result: &QuestionResult) -> bool {
    let whole = result
        .score
        .as_ref()
        .is_some_and(|score| score.score >= 1.0);
    !result.declined && (whole || result.right_sentence == Some(true))
}
