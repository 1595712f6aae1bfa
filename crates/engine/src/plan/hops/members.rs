//! Members of one list that something else has, too: `Which of the listed goods
//! also have a rule of their own?`
//!
//! Both lists are found by themselves, and their members compared by their words.

use std::collections::BTreeSet;

use text::Span;

use crate::EngineError;
use crate::answer::Answer;
use crate::plan::Kind;
use crate::plan::compose::Draft;
use crate::plan::list::{self, Item, Listed, heading_span};
use crate::plan::scan::stem;
use crate::plan::shelf::{Book, keys};
use crate::plan::table::{Desk, is_small};
use crate::plan::work::Work;

/// Longest member that is looked for by its words.
const MEMBER_WORDS_MAX: usize = 12;
/// Words of a heading beyond those of a member.
const FURTHER_WORDS_MAX: usize = 4;
/// Confidence of members that were found by their words.
const CONFIDENCE: f64 = 0.75;

/// The two lists of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Asked {
    /// The list whose members are asked for.
    first: String,
    /// What they must have, too.
    second: String,
    /// A section of their own, rather than a place in a second list.
    own: bool,
}

/// A member of the first list with what it has.
struct Shared {
    member: Item,
    book: usize,
    span: Span,
    /// The first sentence below a heading.
    told: Option<Span>,
}

/// The members that two lists share; `None` where the question asks for none, or
/// one of the lists is not found.
///
/// # Errors
/// A store that cannot be read, a quote that is not in it.
pub fn shared_members(work: &mut Work<'_>) -> Result<Option<(Kind, Answer)>, EngineError> {
    let Some(asked) = asked(&work.question.text) else {
        return Ok(None);
    };
    let Some(first) = listed(work, &asked.first)? else {
        work.missing = Some(format!("Not found: a list of {}.", asked.first));
        return Ok(None);
    };
    let mut needs = vec![step(work, &asked.first, &first)];
    let shared = if asked.own {
        let kind = stem(asked.second.split_whitespace().last().unwrap_or_default());
        with_sections(work, &first, &kind)
    } else {
        let Some(second) = listed(work, &asked.second)? else {
            work.missing = Some(format!("Not found: a list of {}.", asked.second));
            return Ok(None);
        };
        needs.push(step(work, &asked.second, &second));
        with_members(work, &first, &second)
    };
    let all = first.best.candidate.items.len();
    let found = format!("{} of {all}", shared.len());
    let question = work.question.text.clone();
    work.step_after(&question, "members of both", needs, found);
    if shared.is_empty() {
        work.missing = Some(format!(
            "None of the {all} {} has {}.",
            asked.first, asked.second
        ));
        return Ok(None);
    }
    let answer = write(work, &first, &shared)?;
    Ok(Some((Kind::Hops, answer)))
}

/// `Which of the listed A also have their own B`, `Which A are also B`.
fn asked(question: &str) -> Option<Asked> {
    let lower = question.to_ascii_lowercase();
    let opening = ["which of the ", "which ", "what "]
        .iter()
        .find(|opening| lower.starts_with(**opening))?;
    let (also, length) = [" also ", " too "]
        .iter()
        .find_map(|word| Some((lower.find(word)?, word.len())))?;
    let mut first = question.get(opening.len()..also)?.trim();
    for word in ["listed ", "named ", "following "] {
        first = first.strip_prefix(word).unwrap_or(first);
    }
    for verb in [" are", " is", " has", " have"] {
        first = first.strip_suffix(verb).unwrap_or(first);
    }
    let behind = question.get(also + length..)?;
    let end = [",", "?", ";", " and what", " and how", " and which"]
        .iter()
        .filter_map(|stop| behind.to_ascii_lowercase().find(stop))
        .min()
        .unwrap_or(behind.len());
    let behind = behind[..end].trim();
    let own = behind.split_whitespace().any(|word| word == "own");
    let second = without_opening(behind);
    (!first.is_empty() && !second.is_empty()).then(|| Asked {
        first: first.to_owned(),
        second,
        own,
    })
}

/// Without the verb, the article and what says that it is their own.
fn without_opening(text: &str) -> String {
    let words = text.split_whitespace().filter(|word| {
        !matches!(
            *word,
            "has"
                | "have"
                | "is"
                | "are"
                | "a"
                | "an"
                | "the"
                | "its"
                | "their"
                | "own"
                | "of"
                | "appear"
                | "appears"
                | "listed"
                | "named"
                | "in"
                | "among"
                | "as"
                | "count"
                | "counts"
        )
    });
    words.collect::<Vec<_>>().join(" ")
}

fn listed(work: &Work<'_>, what: &str) -> Result<Option<Listed>, EngineError> {
    let question = work.read(&format!("List the {what}"), true);
    let sentences = work.sentences(what)?;
    Ok(list::find(&Desk::new(&question, &work.shelf), &sentences, true).ok())
}

fn step(work: &mut Work<'_>, what: &str, listed: &Listed) -> String {
    let candidate = &listed.best.candidate;
    let told = format!("{}, {} items", candidate.name, candidate.items.len());
    let book = candidate.book;
    work.step(what, "list", &[book], told)
}

/// The words that tell a member from others.
fn member_keys(book: &Book, item: &Item) -> BTreeSet<String> {
    let mut found = keys(&item.text, book.notation);
    found.retain(|key| !is_small(key));
    found
}

/// Members whose words stand in a heading of the kind asked for.
fn with_sections(work: &Work<'_>, first: &Listed, kind: &str) -> Vec<Shared> {
    let list = &first.best.candidate;
    let home = &work.shelf.books[list.book];
    let mut found = Vec::new();
    for member in &list.items {
        let wanted = member_keys(home, member);
        if wanted.is_empty() || wanted.len() > MEMBER_WORDS_MAX {
            continue;
        }
        let section = sections(work, list.book).find(|(book, section)| {
            let book = &work.shelf.books[*book];
            let section = &book.document.sections[*section];
            let title = keys(&section.title, book.notation);
            let called = title.contains(kind)
                || matches!(
                    kind,
                    "section" | "chapter" | "heading" | "paragraph" | "article"
                );
            let heading = heading_span(book, section);
            called
                && wanted.is_subset(&title)
                && title.len() <= wanted.len() + FURTHER_WORDS_MAX
                && !heading.overlaps(member.span)
        });
        if let Some((book, section)) = section {
            let of = &work.shelf.books[book];
            let section = &of.document.sections[section];
            let span = heading_span(of, section);
            found.push(Shared {
                member: member.clone(),
                book,
                span,
                told: first_sentence(of, Span::new(span.end, section.span.end)),
            });
        }
    }
    found
}

/// The sections of all documents, those of the list's own first.
fn sections<'w>(work: &'w Work<'_>, home: usize) -> impl Iterator<Item = (usize, usize)> + use<'w> {
    let books = &work.shelf.books;
    let others = (0..books.len()).filter(move |book| *book != home);
    std::iter::once(home)
        .chain(others)
        .flat_map(|book| (0..books[book].document.sections.len()).map(move |at| (book, at)))
}

fn first_sentence(book: &Book, span: Span) -> Option<Span> {
    /// Enough for a sentence, in characters.
    const OPENING: usize = 1_000;
    let text = book.text(span);
    let end = text.char_indices().nth(OPENING).map_or(text.len(), |c| c.0);
    let first = text::sentences(&text[..end], book.document.language)
        .into_iter()
        .next()?;
    Some(Span::new(span.start + first.start, span.start + first.end))
}

/// Members of the first list that the second has with the same words.
fn with_members(work: &Work<'_>, first: &Listed, second: &Listed) -> Vec<Shared> {
    let (list, other) = (&first.best.candidate, &second.best.candidate);
    let (home, away) = (&work.shelf.books[list.book], &work.shelf.books[other.book]);
    let same = |member: &Item| {
        let wanted = member_keys(home, member);
        other.items.iter().find(|item| {
            let found = member_keys(away, item);
            !wanted.is_empty()
                && (wanted.is_subset(&found) || found.is_subset(&wanted))
                && !found.is_empty()
        })
    };
    let members = list.items.iter().filter_map(|member| {
        same(member).map(|item| Shared {
            member: member.clone(),
            book: other.book,
            span: item.span,
            told: None,
        })
    });
    members.collect()
}

fn write(work: &Work<'_>, first: &Listed, shared: &[Shared]) -> Result<Answer, EngineError> {
    let mut draft = Draft::new(&work.shelf);
    let list = &first.best.candidate;
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for one in shared {
        let marker = draft.cite(list.book, one.member.span, None);
        draft.item(&one.member.label, &one.member.text, marker);
        let book = &work.shelf.books[one.book];
        let place = draft.cite(one.book, one.span, None);
        let shown = one_line(book.text(one.span));
        match one.told {
            Some(told) => {
                let quote = draft.cite(one.book, told, None);
                let said = one_line(book.text(told));
                draft.line(format!("  {shown} [{place}]: {said} [{quote}]"));
            }
            None => draft.line(format!("  {shown} [{place}]")),
        }
    }
    draft.line(format!(
        "{} of the {} items of {}.",
        shared.len(),
        list.items.len(),
        list.name
    ));
    draft.finish(work.snapshot, CONFIDENCE)
}

#[cfg(test)]
mod tests {
    use super::asked;

    #[test]
    fn two_lists_are_told_apart() {
        let told = |question: &str| asked(question).map(|one| (one.first, one.second, one.own));
        assert_eq!(
            told("Which of the listed exclusions also has its own rule, and what does it say?"),
            Some(("exclusions".to_owned(), "rule".to_owned(), true))
        );
        assert_eq!(
            told("Which towns are also named among the ports?"),
            Some(("towns".to_owned(), "ports".to_owned(), false))
        );
        assert_eq!(told("Which fees are due in May?"), None);
    }
}
