//! Places that contradict what a written answer rests on: both are shown, with their quotes.

use std::collections::BTreeSet;

use text::Language;

use super::written::{Drawn, is_linked};
use crate::answer::{Differs, QUESTION_SHARE_MIN, Read};
use crate::asked::Asked;

/// Differences that are shown.
const SHOWN_MAX: usize = 2;
/// Sentences that are held against those that are cited.
const SENTENCES_MAX: usize = 200;
/// Adds to what was drawn the sentences that contradict those that it cites, a line each with both
/// quotes. `before` citations stand before those of the prose.
pub(super) fn add(
    asked: &Asked,
    question: &str,
    language: Language,
    before: usize,
    drawn: &mut Drawn,
    emit: &mut dyn FnMut(&str),
) -> Vec<Differs> {
    let about = Read::new(question, language);
    let mut others: Vec<(usize, Read)> = Vec::new();
    for (at, one) in asked.sentences.iter().enumerate().take(SENTENCES_MAX) {
        let read = Read::new(&one.candidate.text, language);
        // What is shown of a document holds no address that nobody asked for.
        if about.share_in(&read) >= QUESTION_SHARE_MIN && !is_linked(&one.candidate.text) {
            others.push((at, read));
        }
    }
    let mut known: BTreeSet<(String, String)> = BTreeSet::new();
    let mut found = Vec::new();
    for (place, cited) in drawn.cited.clone().into_iter().enumerate() {
        let Some((_, said)) = others.iter().find(|(at, _)| *at == cited) else {
            continue;
        };
        for (at, other) in &others {
            let Some(about) = said.contradicts(other).filter(|_| found.len() < SHOWN_MAX) else {
                continue;
            };
            let quote = |at: usize| -> String {
                let text = &asked.sentences[at].candidate.text;
                text.split_whitespace().collect::<Vec<_>>().join(" ")
            };
            let (ours, theirs) = (quote(cited), quote(*at));
            if !known.insert((ours.clone(), theirs.clone()))
                || known.contains(&(theirs.clone(), ours.clone()))
            {
                continue;
            }
            let second = match drawn.cited.iter().position(|one| one == at) {
                Some(known) => known,
                None => {
                    drawn.cited.push(*at);
                    drawn.cited.len() - 1
                }
            };
            let differs = Differs {
                first: before + place + 1,
                second: before + second + 1,
                about,
            };
            let line = format!("\n{}", differs.line(&ours, &theirs));
            emit(&line);
            drawn.text.push_str(&line);
            found.push(differs);
        }
    }
    found
}
