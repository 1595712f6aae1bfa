//! What a document says that a word means.
//!
//! `Charging Month: the period from …`, `An over-vote is a contest in which …`: such a
//! sentence opens with the word and goes on with a colon or a verb that explains. Where
//! the question asks for a meaning, it is the answer, however many other passages speak
//! of the same.

use text::Span;

use super::Kind;
use super::compose::Draft;
use super::list::Candidate;
use super::scan::{Kind as TokenKind, Token, fold, lowered, scan};
use super::work::Work;
use crate::EngineError;
use crate::answer::Answer;

/// How questions for a meaning open, the word asked for behind it.
const OPENINGS: &[&str] = &[
    "what is meant by ",
    "what is an ",
    "what is a ",
    "what is the meaning of ",
    "what counts as ",
    "what qualifies as ",
    "what does ",
    "what do ",
    "how is ",
    "define ",
    "qué es un ",
    "qué es una ",
    "qué se entiende por ",
    "qué significa ",
    "was ist ein ",
    "was ist eine ",
    "was bedeutet ",
    "was versteht man unter ",
];
/// What ends the word asked for, where it stands before.
const ENDS: &[&str] = &[" mean", " means", " defined"];
/// Words that may stand before a word that is explained, and are none of it.
const ARTICLES: &[&str] = &[
    "a", "an", "the", "un", "una", "el", "la", "los", "las", "ein", "eine", "einen", "der", "die",
    "das", "by", "por", "unter", "term",
];
/// Prepositions that say where the word is used, behind it.
const PLACES: &[&str] = &[
    "in",
    "at",
    "under",
    "for",
    "on",
    "within",
    "according",
    "en",
    "según",
    "segun",
    "im",
    "nach",
    "bei",
    "by",
    "from",
    "of",
    "de",
    "von",
    "der",
];
/// Verbs that explain, surely and less so.
const SURE: &[&str] = &[
    "means",
    "mean",
    "refers",
    "denotes",
    "significa",
    "bedeutet",
    "bezeichnet",
    "heisst",
    "entiende",
    "meant",
    "defined",
];
const LIKELY: &[&str] = &[
    "is",
    "are",
    "was",
    "es",
    "son",
    "ist",
    "sind",
    "counts",
    "se",
    "versteht",
    "considera",
    "gilt",
    "gelten",
];
/// Words of what is asked for, at most.
const WORDS_MAX: usize = 6;
/// Confidence in a sentence that explains surely, and in the others.
const CONFIDENCE: [f64; 2] = [0.9, 0.8];
/// Bytes between an explanation that ends with a colon and its list.
const GAP_BYTES: usize = 200;

/// A sentence that explains.
struct Found {
    /// Lower is better: words left out, then how surely it explains.
    rank: (usize, usize),
    book: usize,
    span: Span,
}

/// The explanation that a question for a meaning asks for.
pub fn meaning(work: &mut Work<'_>) -> Result<Option<(Kind, Answer)>, EngineError> {
    let question = work.question.text.clone();
    let Some(asked) = asked(&question) else {
        return Ok(None);
    };
    let sentences = work.sentences(&question)?;
    let mut best: Option<Found> = None;
    let mut books: Vec<usize> = (0..work.shelf.books.len()).collect();
    // Of two documents that explain a word the one that the question names is meant.
    books.sort_by_key(|book| std::cmp::Reverse(named(work, *book)));
    let place = |book: usize| books.iter().position(|one| *one == book);
    for (book, span) in sentences {
        let text = work.shelf.books[book].text(span);
        let Some(rank) = explains(text, &asked, work) else {
            continue;
        };
        let better = |known: &Found| {
            (rank, place(book), span.start) < (known.rank, place(known.book), known.span.start)
        };
        if best.as_ref().is_none_or(better) {
            best = Some(Found { rank, book, span });
        }
    }
    let Some(found) = best else { return Ok(None) };
    let text = work.shelf.books[found.book].text(found.span);
    let told = text.split_whitespace().collect::<Vec<_>>().join(" ");
    work.step(&question, "meaning", &[found.book], told.clone());
    let mut draft = Draft::new(&work.shelf);
    let marker = draft.cite(found.book, found.span, None);
    draft.line(format!("{told} [{marker}]"));
    if told.ends_with(':')
        && let Some(list) = behind(work, &found)
    {
        for item in &list.items {
            let marker = draft.cite(list.book, item.span, None);
            draft.item(&item.label, &item.text, marker);
        }
    }
    let confidence = CONFIDENCE[found.rank.1.min(1)];
    let answer = draft.finish(work.snapshot, confidence)?;
    Ok(Some((Kind::Definition, answer)))
}

/// True for a question for a meaning, which a table gives only where the word names a row.
pub fn asks_meaning(question: &str) -> bool {
    asked(question).is_some()
}

/// Words of the question in a document's name.
fn named(work: &Work<'_>, book: usize) -> usize {
    let name = &work.shelf.books[book].name;
    let words = work.question.wanted();
    words.filter(|term| name.contains(&term.token.key)).count()
}

/// The words asked for: all of them, and without what says where they are used.
fn asked(question: &str) -> Option<Vec<Vec<String>>> {
    let lower = lowered(question);
    let start = lower.len()
        - lower
            .trim_start_matches(|c: char| !c.is_alphanumeric())
            .len();
    let bare = lower[start..].trim_end_matches(|c: char| !c.is_alphanumeric());
    let opening = OPENINGS
        .iter()
        .find(|opening| bare.starts_with(**opening))?;
    let mut rest = &bare[opening.len()..];
    if matches!(*opening, "what does " | "what do " | "how is ") {
        let end = ENDS.iter().find_map(|end| {
            let at = rest.find(end)?;
            let whole = rest[at + end.len()..].chars().next();
            whole.is_none_or(|c| !c.is_alphanumeric()).then_some(at)
        })?;
        rest = &rest[..end];
    }
    let tokens = scan(rest, super::scan::Notation::Point);
    let word = |token: &Token| fold(&rest[token.start..token.end]);
    let first = tokens
        .iter()
        .position(|token| !ARTICLES.contains(&word(token).as_str()))?;
    let tokens = &tokens[first..];
    let keys = |tokens: &[Token]| tokens.iter().map(|token| token.key.clone()).collect();
    let mut found: Vec<Vec<String>> = vec![keys(tokens)];
    let cuts = (1..tokens.len()).rev();
    found.extend(
        cuts.filter(|at| PLACES.contains(&word(&tokens[*at]).as_str()))
            .map(|at| keys(&tokens[..at])),
    );
    found.retain(|words: &Vec<String>| words.len() <= WORDS_MAX);
    (!found.is_empty()).then_some(found)
}

/// How well a sentence explains what is asked for; `None` where it does not.
fn explains(text: &str, asked: &[Vec<String>], work: &Work<'_>) -> Option<(usize, usize)> {
    // An entry of an index or of a table of contents.
    if text.contains(" ... ") {
        return None;
    }
    let tokens = scan(text, super::scan::Notation::of(work.language));
    let word = |token: &Token| fold(&text[token.start..token.end]);
    // `3.2 Charging month: …`
    let skipped = |token: &&Token| {
        token.is_number()
            || token.kind == TokenKind::Code
            || ARTICLES.contains(&word(token).as_str())
    };
    let first = tokens.iter().take_while(skipped).count();
    let tokens = &tokens[first..];
    asked.iter().enumerate().find_map(|(shorter, words)| {
        let (own, behind) = tokens.split_at_checked(words.len())?;
        if own.iter().map(|token| &token.key).ne(words) {
            return None;
        }
        let end = own.last()?.end;
        let sign = text[end..].trim_start_matches(['"', '”', '“', '’', '»']);
        let sign = sign.trim_start();
        let next = behind.first().map(&word).unwrap_or_default();
        let told = behind.len() >= 2;
        if told && (sign.starts_with(':') || SURE.contains(&next.as_str())) {
            return Some((shorter, 0));
        }
        // A row of two cells is an entry of a glossary.
        let entry = sign.starts_with('|') && text.matches('|').count() == 1;
        let dash = sign.starts_with(['–', '—']);
        (told && (dash || entry || LIKELY.contains(&next.as_str()))).then_some((shorter, 1))
    })
}

/// The list that an explanation announces.
fn behind(work: &Work<'_>, found: &Found) -> Option<Candidate> {
    let lists = work.shelf.lists().iter();
    let own = lists.filter(|list| list.book == found.book);
    let near = own.filter(|list| {
        let start = list.items.first().map_or(0, |item| item.span.start);
        start >= found.span.end && start <= found.span.end + GAP_BYTES
    });
    near.min_by_key(|list| list.items[0].span.start).cloned()
}

#[cfg(test)]
mod tests {
    use super::asked;

    #[test]
    fn the_word_asked_for_stands_with_and_without_its_place() {
        let found = asked("What is a Charging Month at Lumora?");
        let words: Vec<String> = found
            .unwrap_or_default()
            .iter()
            .map(|words| words.join(" "))
            .collect();
        assert_eq!(words, ["charg month at lumora", "charg month"]);
        let found = asked("What does over-vote mean in the canvass?").unwrap_or_default();
        assert_eq!(found[0].join(" "), "over vot");
        assert!(asked("What does the canvass cost?").is_none());
    }
}
