//! `perusal chat`

use std::io::{BufRead, IsTerminal, Read};

use super::ask;
use super::writer::Tape;
use crate::cli::ChatArgs;
use crate::context::Context;
use crate::failure::{Code, Failure};

/// Session of a chat that was given no name.
const SESSION: &str = "chat";
/// A longer line is no question.
const LINE_BYTES_MAX: u64 = 64 * 1024;

/// Answers each line of standard input in one session, until it ends.
pub fn run(context: &Context, args: &ChatArgs) -> Result<Code, Failure> {
    let session = args.options.session.as_deref().unwrap_or(SESSION);
    let tape = Tape::of(&args.options.tape)?;
    let mut input = std::io::stdin().lock();
    let mut code = Code::Done;
    loop {
        if std::io::stdin().is_terminal() {
            context.output.say("your question (end with Ctrl-D):");
        }
        let mut line = Vec::new();
        let read = input
            .by_ref()
            .take(LINE_BYTES_MAX)
            .read_until(b'\n', &mut line)?;
        if read == 0 || context.cancel.is_cancelled() {
            return Ok(code);
        }
        let line = String::from_utf8_lossy(&line);
        let question = line.trim();
        if question.is_empty() {
            continue;
        }
        // One question that cannot be answered does not end the conversation.
        match ask::one(context, question, &args.options, Some(session), &tape) {
            Ok(ended) => code = ended,
            Err(failure) => failure.print(context.output.json),
        }
    }
}
