//! `perusal eval routing --task` and `--leave-out`: questions that other hands labelled,
//! one decision a file.

use std::io::Write as _;
use std::path::Path;

use eval::routing::{
    Decides, Figures, Judgement, Judgements, Labelling, Meanings, Router, figures, is_prefixed,
    judge, lists, read_folder, read_labellings, train,
};
use perusal::route::Classifiers;
use serde_json::{Value, json};

use crate::cli::EvalRoutingArgs;
use crate::context::Context;
use crate::failure::Failure;

/// Measures one file.
pub fn file(
    context: &Context,
    args: &EvalRoutingArgs,
    (path, decides): (&Path, Decides),
    router: &Router<'_>,
) -> Result<Value, Failure> {
    let asked = read_labellings(path, decides)?;
    let judged = judge(&asked, decides, router)?;
    if let Some(out) = &args.predictions {
        write_predictions(out, &judged)?;
    }
    tell(context, &path.display().to_string(), decides, &judged)
}

/// Trains on the questions of `--data` alone and measures on those of other hands, of
/// which nothing was learned.
pub fn leave_out(
    context: &Context,
    args: &EvalRoutingArgs,
    others: &Path,
    router: &Router<'_>,
) -> Result<Vec<Value>, Failure> {
    let items = read_folder(&args.data)?;
    let texts = items.iter().map(|item| item.text.as_str());
    let meanings = router
        .embedder
        .map(|embedder| Meanings::of(texts, embedder));
    let classifier = train(&items, meanings.transpose()?.as_ref());
    let router = Router {
        classifiers: Classifiers::default().with(Some(&classifier)),
        ..*router
    };
    let mut objects = Vec::new();
    for (decides, name) in Decides::ALL {
        // Granularities stand beside intents.
        let file = match decides {
            Decides::Granularity => "intent",
            _ => name,
        };
        let asked = read_labellings(&others.join(format!("{file}.jsonl")), decides)?;
        objects.push(without_prefixes(context, (name, decides), &asked, &router)?);
        if decides == Decides::Strategy {
            objects.push(tell_lists(context, &asked, &router)?);
        }
    }
    Ok(objects)
}

/// A registered prefix in mid-text is decided by the letter of a rule, which other hands
/// labelled by sense: those are told apart.
fn without_prefixes(
    context: &Context,
    (name, decides): (&str, Decides),
    asked: &[Labelling],
    router: &Router<'_>,
) -> Result<Value, Failure> {
    let prefixes = &router.config.platform_prefixes;
    let is_quoted = |one: &Labelling| {
        is_prefixed(&one.text, prefixes)
            && decides == Decides::QuestionType
            && one.label != "platform"
    };
    let (quoted, plain): (Vec<Labelling>, Vec<Labelling>) =
        asked.iter().cloned().partition(is_quoted);
    let object = tell(context, name, decides, &judge(&plain, decides, router)?)?;
    if !quoted.is_empty() {
        let judged = judge(&quoted, decides, router)?;
        let platform = judged.judgements.iter();
        let platform = platform.filter(|one| one.predicted == "platform").count();
        context.output.say(&format!(
            "{name}: {platform} of {} with a registered prefix in mid-text are platform, as the rule has it",
            quoted.len()
        ));
    }
    Ok(object)
}

fn tell(
    context: &Context,
    name: &str,
    decides: Decides,
    judged: &Judgements<'_>,
) -> Result<Value, Failure> {
    let mut languages: Vec<&str> = judged
        .judgements
        .iter()
        .map(|one| one.asked.lang.as_str())
        .collect();
    languages.sort_unstable();
    languages.dedup();
    let of = |language: Option<&str>| {
        let some = judged.judgements.iter();
        figures(some.filter(|one| language.is_none_or(|known| known == one.asked.lang)))
    };
    let all = of(None);
    let by_language: Vec<(&str, Figures)> = languages
        .into_iter()
        .filter(|language| !language.is_empty())
        .map(|language| (language, of(Some(language))))
        .collect();
    let micros = judged.time.as_secs_f64() * 1e6;
    if !context.output.json {
        print(context, (name, decides), (&all, &by_language), micros)?;
    }
    Ok(json!({
        "set": name, "task": decides.as_str(), "questions": all.right.whole,
        "accuracy": all.right.value(), "acceptable": all.acceptable.value(),
        "macro_f1": all.macro_f1, "calibration_error": all.calibration_error,
        "undecided": all.undecided.value(), "right_among_decided": all.kept_right.value(),
        "layers": all.by_layer, "us_per_decision": micros,
        "languages": by_language.iter().map(|(language, one)| json!({
            "language": language, "questions": one.right.whole,
            "accuracy": one.right.value(), "acceptable": one.acceptable.value(),
        })).collect::<Vec<_>>(),
        "labels": all.by_label.iter().map(|(label, share)| json!({
            "label": label, "questions": share.whole, "accuracy": share.value(),
        })).collect::<Vec<_>>(),
    }))
}

fn print(
    context: &Context,
    (name, decides): (&str, Decides),
    (all, by_language): (&Figures, &[(&str, Figures)]),
    micros: f64,
) -> Result<(), Failure> {
    let output = &context.output;
    let error = all.calibration_error;
    let error = error.map_or("-".to_owned(), |error| format!("{error:.3}"));
    let also = if all.acceptable == all.right {
        String::new()
    } else {
        format!(
            " (with labels that are right, too: {:.3})",
            all.acceptable.value()
        )
    };
    output.line(&format!(
        "{name}: {} right {:.3} of {}{also}, macro F1 {:.3}, calibration error {error}, {micros:.0} µs a decision",
        decides.as_str(),
        all.right.value(),
        all.right.whole,
        all.macro_f1,
    ))?;
    let row =
        |title: &str, told: Vec<String>| output.line(&format!("  {title}: {}", told.join(", ")));
    let share = |(name, one): &(&str, Figures)| {
        format!(
            "{name} {:.3} of {}",
            one.acceptable.value(),
            one.right.whole
        )
    };
    row("language", by_language.iter().map(share).collect())?;
    let label = all.by_label.iter();
    row(
        "label",
        label
            .map(|(name, one)| format!("{name} {:.3} of {}", one.value(), one.whole))
            .collect(),
    )?;
    if decides == Decides::QuestionType {
        row(
            "layer",
            all.by_layer
                .iter()
                .map(|(name, count)| format!("{name} {count}"))
                .collect(),
        )?;
        output.line(&format!(
            "  layer 3: {:.3}, right among the rest {:.3}",
            all.undecided.value(),
            all.kept_right.value()
        ))?;
    }
    Ok(())
}

fn tell_lists(
    context: &Context,
    asked: &[Labelling],
    router: &Router<'_>,
) -> Result<Value, Failure> {
    let (precision, recall) = lists(asked, router)?;
    if !context.output.json {
        context.output.line(&format!(
            "lists: precision {:.3} of {}, recall {:.3} of {}",
            precision.value(),
            precision.whole,
            recall.value(),
            recall.whole
        ))?;
    }
    Ok(json!({"set": "lists", "precision": precision.value(), "recall": recall.value()}))
}

/// One JSON object a line, the decision named as the file's labels are: in capitals, and as
/// the wire has it, where they are.
fn write_predictions(path: &Path, judged: &Judgements<'_>) -> Result<(), Failure> {
    let capitals = judged
        .judgements
        .iter()
        .all(|one| !one.asked.written.chars().any(char::is_lowercase));
    let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
    for one in &judged.judgements {
        let line = json!({
            "id": one.asked.id, "predicted": named(one, capitals),
            "confidence": one.confidence, "layer": one.layer.as_str(),
        });
        writeln!(file, "{line}")?;
    }
    Ok(file.flush()?)
}

fn named(one: &Judgement<'_>, capitals: bool) -> String {
    match (one.predicted, capitals) {
        ("code", true) => "CODE_GENERATION".to_owned(),
        (name, true) => name.to_uppercase(),
        (name, false) => name.to_owned(),
    }
}
