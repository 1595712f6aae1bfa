//! The language model of `perusal eval tables --model`, and what its proposals are worth.

use eval::tables::{TableResult, model_figures};
use perusal::advise::{Adviser, Plans, Uses};
use perusal::models::{LanguageModel, Limits};
use serde_json::{Value, json};

use crate::cli::EvalTablesArgs;
use crate::command::writer::Tape;
use crate::config::LanguageRole;
use crate::context::Context;
use crate::failure::Failure;

/// Surer than anything.
const ALWAYS: f64 = 2.0;

/// A model that answers.
pub(super) struct Opened(Box<dyn LanguageModel>);

/// Opens the model that is named; `None` where none is.
pub(super) fn open(context: &Context, args: &EvalTablesArgs) -> Result<Option<Opened>, Failure> {
    if args.language.is_none() {
        return Ok(None);
    }
    let limits = Limits {
        deadline: None,
        cancel: context.cancel.clone(),
    };
    let opened = Tape::of(&args.tape)?.open(context, LanguageRole::Main, &limits)?;
    let Some(model) = opened else {
        return Err(Failure::Usage {
            message: "no language model can be asked".to_owned(),
            hint: "`--model ollama:NAME` names one, `perusal models ls` says whether it answers"
                .to_owned(),
        });
    };
    model.prepare(&limits)?;
    Ok(Some(Opened(model)))
}

impl Opened {
    /// The model as it is asked for plans.
    pub(super) fn adviser<'a>(
        &'a self,
        context: &'a Context,
        args: &EvalTablesArgs,
    ) -> Adviser<'a> {
        let uses = context.settings.advice;
        let plans = match uses.plans {
            Plans::Off => Plans::Write,
            plans => plans,
        };
        let plans_below = if args.always {
            ALWAYS
        } else {
            uses.plans_below
        };
        Adviser {
            model: &*self.0,
            prompts: &context.settings.generate.prompts,
            uses: Uses {
                plans,
                plans_below,
                ..uses
            },
        }
    }
}

/// For people.
pub(super) fn print(context: &Context, results: &[TableResult]) -> std::io::Result<()> {
    let figures = model_figures(results);
    if figures.asked == 0 {
        return Ok(());
    }
    let output = &context.output;
    output.line(&format!(
        "the model was asked {} times; its own values are right {} times",
        figures.asked, figures.right
    ))?;
    for (case, (right, all)) in &figures.cases {
        output.line(&format!("  {case:10} {right} of {all}"))?;
    }
    for (reason, times) in &figures.reasons {
        output.line(&format!("  {times} times: {reason}"))?;
    }
    Ok(())
}

/// For programs.
pub(super) fn add(object: &mut Value, results: &[TableResult]) {
    let figures = model_figures(results);
    if figures.asked > 0 {
        let cases = figures.cases.iter();
        let cases = cases.map(|(case, (right, all))| {
            let shown = json!({"right": right, "questions": all});
            ((*case).to_owned(), shown)
        });
        object["model"] = json!({
            "asked": figures.asked, "right": figures.right,
            "cases": Value::Object(cases.collect()), "reasons": figures.reasons,
        });
    }
}
