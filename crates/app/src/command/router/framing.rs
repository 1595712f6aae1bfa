//! `perusal router framing`

use eval::routing::{Framed, leave_out_framing, read_marked, train_framing};
use serde_json::json;

use crate::cli::FramingArgs;
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::json::SCHEMA;

/// Trains on marked questions, to a file; or judges each hand by what the others marked.
pub fn run(context: &Context, args: &FramingArgs) -> Result<Code, Failure> {
    let questions = read_marked(&args.data, args.public.as_deref())?;
    let Some(out) = &args.out else {
        return tell(context, &leave_out_framing(&questions));
    };
    let bytes = train_framing(&questions).to_bytes();
    std::fs::write(out, &bytes).map_err(|error| Failure::Usage {
        message: format!("{}: {error}", out.display()),
        hint: "name a file that can be written".to_owned(),
    })?;
    let hash = perusal::content_hash(&bytes);
    if context.output.json {
        context.output.object(&json!({
            "schema": SCHEMA, "questions": questions.len(), "bytes": bytes.len(), "hash": hash,
        }))?;
    } else {
        let (questions, bytes) = (questions.len(), bytes.len());
        context.output.line(&format!(
            "{questions} questions, {bytes} bytes, BLAKE3 {}",
            &hash[..16]
        ))?;
    }
    Ok(Code::Done)
}

fn tell(context: &Context, hands: &[Framed]) -> Result<Code, Failure> {
    if context.output.json {
        let rows = hands.iter().map(|one| {
            json!({
                "left_out": one.hand, "questions": one.questions.0, "with_framing": one.questions.1,
                "framing_words": one.framing.0, "told": one.framing.1,
                "asked_words": one.asked.0, "taken": one.asked.1, "plain_touched": one.touched,
            })
        });
        context
            .output
            .object(&json!({"schema": SCHEMA, "rows": rows.collect::<Vec<_>>()}))?;
        return Ok(Code::Done);
    }
    context.output.line("left out         words around  told            asked words  taken for them  plain questions  touched")?;
    for one in hands {
        let share = |(whole, part): (usize, usize)| match whole {
            0 => 0.0,
            whole => part as f64 / whole as f64,
        };
        context.output.line(&format!(
            "{:16} {:12}  {:5.3}           {:11}  {:5.3}           {:15}  {}",
            one.hand,
            one.framing.0,
            share(one.framing),
            one.asked.0,
            share(one.asked),
            one.questions.0 - one.questions.1,
            one.touched
        ))?;
    }
    Ok(Code::Done)
}
