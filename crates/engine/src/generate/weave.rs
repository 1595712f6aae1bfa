//! One answer from quotes of many places, each sentence traced to the quotes that bear it out.

use std::collections::BTreeSet;

use models::{End, LanguageModel, Limits, Request, Shape};
use text::Language;

use super::NotWritten;
use super::sentences::{Piece, Sentences};
use super::support::{Problem, support};
use crate::answer::{Citation, Read};
use crate::prompts::{Prompts, SLACK, language_name, tokens};

/// Tokens of the answer.
const ANSWER_TOKENS: u32 = 700;
/// Tokens of all quotes together, however large a model's window is.
const QUOTES_TOKENS_MAX: usize = 6_000;
/// Signs of addresses, images and markup: nothing with one of them is shown.
const LINKS: [&str; 6] = ["://", "www.", "](", "![", "</", "/>"];

/// What was written of quotes.
#[derive(Debug, Clone, PartialEq)]
pub struct Woven {
    /// Sentences with markers.
    pub text: String,
    /// What they cite, in order of marker, the first of which is `first`.
    pub citations: Vec<Citation>,
    /// Sentences that no quote bears out, left out, and why.
    pub unsupported: Vec<(String, Problem)>,
    /// Quotes that the model was not given for want of room.
    pub left_out: usize,
}

/// Writes an answer to a question from quotes, the most telling first; markers count from `first`.
/// Sentences that nothing bears out are left out.
///
/// # Errors
/// [`NotWritten`]: the quotes stand as they are.
pub fn weave(
    question: &str,
    quotes: &[Citation],
    first: usize,
    model: &dyn LanguageModel,
    prompts: &Prompts,
    limits: &Limits,
) -> Result<Woven, NotWritten> {
    if quotes.is_empty() {
        return Err(NotWritten::Nothing);
    }
    let prompt = prompts.get("synthesis")?;
    let language = Language::detect(question);
    let slots = |evidence: &str| {
        prompt.render(&[
            ("question", question),
            ("language", language_name(language)),
            ("evidence", evidence),
        ])
    };
    model.prepare(limits)?;
    let window = model.profile().context_tokens;
    let fixed: usize = slots("")?
        .iter()
        .map(|message| tokens(model, &message.text))
        .sum();
    let free = (window as f64 * (1.0 - SLACK)) as usize;
    let room = free.saturating_sub(fixed + ANSWER_TOKENS as usize);
    let (evidence, given) = packed(quotes, model, room.min(QUOTES_TOKENS_MAX));
    if given == 0 {
        return Err(NotWritten::Window { window });
    }
    let request = Request {
        messages: slots(&evidence)?,
        tokens_max: ANSWER_TOKENS,
        shape: Shape::Text,
    };
    let completion = model.complete(&request, limits, &mut |_| {})?;
    let cut = completion.end == End::Cut;
    let woven = traced(question, &completion.text, cut, &quotes[..given], first);
    if woven.citations.is_empty() {
        return Err(NotWritten::Unsupported);
    }
    Ok(Woven {
        left_out: quotes.len() - given,
        ..woven
    })
}

/// Numbered quotes with their places, as many as there is room for, and how many these are.
fn packed(quotes: &[Citation], model: &dyn LanguageModel, room: usize) -> (String, usize) {
    let (mut text, mut left) = (String::new(), room);
    for (at, quote) in quotes.iter().enumerate() {
        let words: Vec<&str> = quote.quote.split_whitespace().collect();
        let place = [&quote.path, &quote.section.join(" › ")].map(|one| one.replace('\n', " "));
        let block = format!("[{}] {}\n{}\n\n", at + 1, place.join(", "), words.join(" "));
        let size = tokens(model, &block);
        if size > left {
            return (text.trim_end().to_owned(), at);
        }
        left -= size;
        text.push_str(&block);
    }
    (text.trim_end().to_owned(), quotes.len())
}

/// The sentences of a text that quotes bear out, with markers.
fn traced(question: &str, written: &str, cut: bool, quotes: &[Citation], first: usize) -> Woven {
    let language = Language::detect(written);
    let asked = Read::new(question, language);
    let evidence: Vec<Read> = quotes
        .iter()
        .map(|quote| Read::new(&quote.quote, language))
        .collect();
    let mut woven = Woven {
        text: String::new(),
        citations: Vec::new(),
        unsupported: Vec::new(),
        left_out: 0,
    };
    let mut used: Vec<usize> = Vec::new();
    let mut sentences = Sentences::new(language);
    let mut pieces = sentences.push(written);
    pieces.extend(sentences.finish(cut));
    for piece in pieces {
        let (text, named, line) = match piece {
            Piece::Sentence { text, named, line } => (text, named, line),
            Piece::Code(code) => {
                woven.unsupported.push((code, Problem::Words));
                continue;
            }
        };
        if LINKS.iter().any(|sign| text.contains(sign)) {
            woven.unsupported.push((text, Problem::Link));
            continue;
        }
        let hinted: BTreeSet<usize> = named.iter().filter_map(|one| one.checked_sub(1)).collect();
        match support(&Read::new(&text, language), &asked, &evidence, &hinted) {
            Err(problem) => woven.unsupported.push((text, problem)),
            Ok(found) => {
                let mut markers = BTreeSet::new();
                for at in found {
                    let known = used.iter().position(|one| *one == at);
                    markers.insert(
                        first
                            + known.unwrap_or_else(|| {
                                used.push(at);
                                used.len() - 1
                            }),
                    );
                }
                let markers: String = markers.iter().map(|one| format!("[{one}]")).collect();
                let before = match (woven.text.is_empty(), line) {
                    (true, _) => "",
                    (false, true) => "\n",
                    (false, false) => " ",
                };
                woven.text.push_str(&format!("{before}{text} {markers}"));
            }
        }
    }
    let cited = used.iter().enumerate().map(|(at, quote)| Citation {
        marker: first + at,
        ..quotes[*quote].clone()
    });
    woven.citations = cited.collect();
    woven
}

/// Whether quotes bear a statement out, and it holds no address.
pub(crate) fn is_borne(question: &str, statement: &str, quotes: &[&str]) -> bool {
    if LINKS.iter().any(|sign| statement.contains(sign)) {
        return false;
    }
    let language = Language::detect(statement);
    let evidence: Vec<Read> = quotes
        .iter()
        .map(|quote| Read::new(quote, language))
        .collect();
    let (said, asked) = (
        Read::new(statement, language),
        Read::new(question, language),
    );
    support(&said, &asked, &evidence, &BTreeSet::new()).is_ok()
}

#[cfg(test)]
mod tests {
    use models::scripted::Script;
    use text::{Format, Span};

    use super::*;

    fn quote(text: &str) -> Citation {
        Citation {
            marker: 1,
            document: "0123456789abcdef".into(),
            path: "a.md".to_owned(),
            format: Format::Markdown,
            pages: None,
            rows: None,
            section: vec!["Bridges".to_owned()],
            span: Span::new(0, text.len()),
            quote: text.to_owned(),
            columns: None,
        }
    }

    #[test]
    fn sentences_that_quotes_bear_out_stand_and_others_do_not() {
        let quotes = [
            quote("The bridge at Aldmoor was rebuilt in 1912."),
            quote("Ines Morgan was the engineer of the bridge."),
        ];
        let said = "The engineer was Ines Morgan [2]. The bridge was rebuilt in 1912 [1]. It cost \
                    4,000 crowns [1]. See https://evil.example [1].";
        let model = Script::new([("", said)]);
        let prompts = Prompts::default();
        let woven = weave("Who?", &quotes, 3, &model, &prompts, &Limits::none()).unwrap();
        assert_eq!(
            woven.text,
            "The engineer was Ines Morgan. [3] The bridge was rebuilt in 1912. [4]"
        );
        let markers: Vec<usize> = woven.citations.iter().map(|one| one.marker).collect();
        assert_eq!(markers, [3, 4]);
        assert!(woven.citations[0].quote.contains("Ines Morgan"));
        assert!(woven.unsupported.len() >= 2, "{:?}", woven.unsupported);

        let liar = Script::new([("", "Whales are fish [1].")]);
        let told = weave("Who?", &quotes, 1, &liar, &prompts, &Limits::none());
        assert!(matches!(told, Err(NotWritten::Unsupported)), "{told:?}");
    }
}
