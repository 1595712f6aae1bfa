//! `perusal eval mini --fit`

use std::collections::BTreeMap;
use std::path::Path;

use eval::mini::MiniLibrary;
use eval::qa::{GoldQuestion, read_questions};
use eval::{
    Builder, Held, LineLimits, Observed, auc, calibration_error, fit_head, hold, weights_json,
};
use perusal::answer::Head;
use perusal::models::Embedder;

use super::super::eval::{Configs, cache, share};
use super::asking::asking;
use crate::cli::EvalMiniArgs;
use crate::context::Context;
use crate::failure::{Code, Failure};

/// How the weights say that they were made.
const MADE: &str = "perusal eval mini --fit, on what scripts/tiny-libraries makes of public sets";

/// Equal parts of questions by confidence, over which its error is taken.
const BINS: usize = 5;

/// Fits, with vectors and without; prints each source as the others see it.
pub(super) fn run(
    context: &Context,
    args: &EvalMiniArgs,
    libraries: &[MiniLibrary],
    (builder, config, embedder): (&Builder<'_>, &Configs, Option<&dyn Embedder>),
    out: &Path,
) -> Result<Code, Failure> {
    let Some(embedder) = embedder else {
        return Err(Failure::Usage {
            message: "weights with vectors need an embedding model".to_owned(),
            hint: "leave out `--embedder none`".to_owned(),
        });
    };
    let mut heads = Vec::new();
    for (name, embedder) in [("with vectors", Some(embedder)), ("keywords alone", None)] {
        let looked = looked(context, args, libraries, (builder, config, embedder))?;
        // Questions in languages that the model does not know are asked by keywords.
        let kept = looked.iter().filter(|one| one.dense == embedder.is_some());
        heads.push(fitted(context, name, &kept.collect::<Vec<_>>())?);
    }
    let keyword = heads.pop();
    let (Some(dense), Some(keyword)) = (heads.pop(), keyword) else {
        return Ok(Code::Nothing);
    };
    std::fs::write(out, weights_json(dense, keyword, MADE.to_owned()))?;
    context.output.say(&format!("wrote {}", out.display()));
    Ok(Code::Done)
}

/// All questions as they are asked, by passages alone.
fn looked(
    context: &Context,
    args: &EvalMiniArgs,
    libraries: &[MiniLibrary],
    (builder, config, embedder): (&Builder<'_>, &Configs, Option<&dyn Embedder>),
) -> Result<Vec<Observed>, Failure> {
    let mut all = Vec::new();
    for library in libraries {
        let folder = library.write(&cache().join("mini"))?;
        let built = builder.build(&folder)?;
        let mut asking = asking(context, args, config, &built.snapshot, embedder);
        asking.tables = false;
        for question in &library.questions {
            if context.cancel.is_cancelled() {
                return Err(perusal::EngineError::Interrupted.into());
            }
            let asked = asking.ask_in_words(&question.question)?;
            all.push(Observed::new(
                &library.name,
                question.pattern.as_ref(),
                &asked,
            ));
        }
    }
    for (file, folder) in &args.questions {
        let built = builder.build(folder)?;
        let mut asking = asking(context, args, config, &built.snapshot, embedder);
        asking.tables = false;
        let file = Path::new(file);
        for gold in read_questions(file, LineLimits::default())? {
            let library = library_of(file, &gold);
            for words in std::iter::once(&gold.question).chain(&gold.paraphrases) {
                if context.cancel.is_cancelled() {
                    return Err(perusal::EngineError::Interrupted.into());
                }
                let asked = asking.ask_in_words(words)?;
                all.push(Observed::of_gold(&library, &gold, &asked));
            }
        }
    }
    Ok(all)
}

/// Questions about one document are held out together, all of a set as one source: the folder
/// of its file names it.
fn library_of(file: &Path, gold: &GoldQuestion) -> String {
    let set = file.parent().and_then(Path::file_name);
    let set = set.map_or_else(String::new, |name| name.to_string_lossy().replace('-', "_"));
    let document = gold
        .evidence
        .first()
        .map_or(gold.id.as_str(), |one| &one.document);
    format!("{set}-{document}")
}

/// Fits on all, after each source was judged by a fit on the others.
fn fitted(context: &Context, name: &str, looked: &[&Observed]) -> Result<Head, Failure> {
    let mut sources: BTreeMap<&str, Vec<&Observed>> = BTreeMap::new();
    for one in looked {
        sources.entry(one.source()).or_default().push(one);
    }
    for (source, held) in sources.iter().filter(|_| sources.len() > 1) {
        let others = sources.iter().filter(|(other, _)| *other != source);
        let others: Vec<&Observed> = others.flat_map(|(_, all)| all.iter().copied()).collect();
        let seen = hold(&fit_head(&others)?, held);
        context.output.line(&line(name, source, &seen))?;
    }
    Ok(fit_head(looked)?)
}

fn line(name: &str, source: &str, held: &Held) -> String {
    format!(
        "{name}, {source}: best sentence right {}, answered rightly {}, of the quoted right {}, \
         declined of the absent {}; area for right {}, for answerable {}, \
         calibration error {:.3}",
        share(held.best_right),
        share(held.answered_rightly),
        share(held.right),
        share(held.declined),
        area(&held.judged),
        area(&held.answerable),
        calibration_error(&held.judged, BINS).unwrap_or_default(),
    )
}

/// The area under the curve; none where all questions are of one kind.
fn area(judged: &[eval::Judged]) -> String {
    auc(judged).map_or("none".to_owned(), |area| format!("{area:.3}"))
}
