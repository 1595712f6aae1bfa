//! Whom and what documents name, and how it belongs together: a table of names with how often
//! they stand there, and one of relations, each line with the sentence that states it.
//!
//! A relation is what stands between two names of one sentence, where that is short, holds a verb,
//! and the first name is no part of a phrase with `of` or the like. It is taken as it is written:
//! what is implied, or told over two sentences, is not found. Names are written with a capital.

use std::collections::{BTreeMap, BTreeSet};

use index::Snapshot;
use text::{Document, Format, Language, Mention, Span, mentions, sentences};

use super::asking::{Analysis, Asking, Wish, told};
use super::inquiry::plain;
use super::segment::Source;
use super::state::Stopped;
use crate::EngineError;
use crate::answer::{Answer, AnswerItem, Citation, Mode, cited_span};
use crate::lexicon::List;

/// Names that are told of.
const NAMES_MAX: usize = 15;
/// Relations that are told of.
const RELATIONS_MAX: usize = 25;
/// Times that a name must stand in a document.
const TIMES_MIN: usize = 2;
/// Words between two names that say how they belong together.
const BETWEEN_WORDS: std::ops::RangeInclusive<usize> = 1..=5;
/// Words of a sentence that is quoted for a relation.
const SENTENCE_WORDS_MAX: usize = 60;

/// A relation as it is written.
struct Relation {
    source: usize,
    from: Mention,
    to: Mention,
    /// How often both stand in the document.
    weight: usize,
    words: String,
    sentence: Span,
}

/// Tells of names and relations.
pub(super) fn entities(asking: Asking<'_>) -> Result<Analysis, EngineError> {
    let snapshot = asking.snapshot;
    let wanted = named(&asking.request.question);
    let mut names: BTreeMap<String, Name> = BTreeMap::new();
    let mut relations = Vec::new();
    let mut whole = true;
    for (at, source) in asking.sources.iter().enumerate() {
        if asking.limits.check().is_err() {
            whole = false;
            break;
        }
        let Some(document) = snapshot.stored_document(&source.id)? else {
            continue;
        };
        take_names(at, &document, &wanted, &mut names, &mut relations);
    }
    relations.sort_by(|a, b| {
        let place = |one: &Relation| (one.source, one.sentence, one.from.span);
        b.weight
            .cmp(&a.weight)
            .then_with(|| place(a).cmp(&place(b)))
    });
    let answer = write(snapshot, asking.sources, names, &relations)?;
    let stopped = (!whole).then_some(Stopped::Deadline);
    Ok(told(
        Wish::Entities,
        asking.route,
        answer,
        asking.sources,
        stopped,
    ))
}

/// A name over all documents.
struct Name {
    written: String,
    times: usize,
    source: usize,
    first: Span,
}

/// Names that the question itself holds, by their keys: then only these and what belongs to them
/// is wanted.
fn named(question: &str) -> BTreeSet<String> {
    // The first word of a question is a capital for no reason.
    let rest = question.split_once(' ').map_or("", |(_, rest)| rest);
    let document = Document::from_text(rest, Format::Plain);
    mentions(&document)
        .into_iter()
        .map(|one| one.entity)
        .collect()
}

/// Takes names and relations of a document.
fn take_names(
    at: usize,
    document: &Document,
    wanted: &BTreeSet<String>,
    names: &mut BTreeMap<String, Name>,
    relations: &mut Vec<Relation>,
) {
    let mut found = mentions(document);
    // A short name gives the longer one that it stands for, too, at the same place.
    found.sort_by_key(|one| (one.span.start, std::cmp::Reverse(one.span.end)));
    found.dedup_by_key(|one| one.span.start);
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for mention in &found {
        *times.entry(mention.entity.as_str()).or_default() += 1;
    }
    let is_wanted = |key: &str| wanted.is_empty() || wanted.contains(key);
    for mention in &found {
        if times[mention.entity.as_str()] < TIMES_MIN
            || !is_wanted(&mention.entity)
            || !is_name(mention, &document.text)
        {
            continue;
        }
        let written = mention.span.slice(&document.text).unwrap_or_default();
        // One name may stand for another that is written alike.
        let key = joined(written).to_lowercase();
        let name = names.entry(key).or_insert_with(|| Name {
            written: joined(written),
            times: 0,
            source: at,
            first: mention.span,
        });
        name.times += 1;
    }
    let mut told: BTreeSet<(&str, &str)> = BTreeSet::new();
    let mut next = 0;
    for sentence in sentences(&document.text, document.language) {
        while found
            .get(next)
            .is_some_and(|one| one.span.start < sentence.start)
        {
            next += 1;
        }
        let within = found[next..]
            .iter()
            .take_while(|one| one.span.end <= sentence.end)
            .collect::<Vec<_>>();
        let text = sentence.slice(&document.text).unwrap_or_default();
        if text.split_whitespace().count() > SENTENCE_WORDS_MAX || document.is_row(sentence) {
            continue;
        }
        for pair in within.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let known = |one: &Mention| times[one.entity.as_str()] >= TIMES_MIN;
            let wished = is_wanted(&from.entity) || is_wanted(&to.entity);
            if from.span.end >= to.span.start
                || from.entity == to.entity
                || !wished
                || !(known(from) || known(to))
            {
                continue;
            }
            if !is_name(from, &document.text)
                || !is_name(to, &document.text)
                || !begins(&document.text[sentence.start..from.span.start])
                || document.text[to.span.end..].starts_with(['’', '\''])
            {
                continue;
            }
            let between = Span::new(from.span.end, to.span.start);
            let between = between.slice(&document.text).unwrap_or_default();
            let Some(words) = relation(between, document.language) else {
                continue;
            };
            if told.insert((&from.entity, &to.entity)) {
                relations.push(Relation {
                    source: at,
                    from: from.clone(),
                    to: to.clone(),
                    weight: times[from.entity.as_str()].min(times[to.entity.as_str()]),
                    words,
                    sentence,
                });
            }
        }
    }
}

/// Whether a mention is written like a name and owns nothing.
fn is_name(mention: &Mention, text: &str) -> bool {
    let written = mention.span.slice(text).unwrap_or_default();
    let capital = written.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    capital && !written.ends_with("’s") && !written.ends_with("'s")
}

/// Whether what stands before a name lets it be what a sentence is about.
fn begins(before: &str) -> bool {
    let mut words = before.split_whitespace().rev().map(|word| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        bare.to_lowercase()
    });
    let last = words.find(|word| !List::Determiners.has(word));
    last.is_none_or(|word| !List::BeforeNoSubject.has(&word))
}

/// What stands between two names, where it says how they belong together.
fn relation(between: &str, language: Language) -> Option<String> {
    if between.contains([
        ',', ';', ':', '(', ')', '"', '“', '”', '—', '.', '?', '!', '\n',
    ]) {
        return None;
    }
    let words: Vec<&str> = between.split_whitespace().collect();
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    if !BETWEEN_WORDS.contains(&words.len())
        || lower.iter().any(|word| List::NoRelation.has(word))
        || words.iter().any(|word| word.starts_with(['’', '\'']))
    {
        return None;
    }
    let is_verb = |word: &String| {
        List::RelationVerbs.has(word)
            || language == Language::En && word.len() >= 5 && word.ends_with("ed")
            || language == Language::De && word.len() >= 5 && word.ends_with("te")
    };
    lower.iter().any(is_verb).then(|| words.join(" "))
}

fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Both tables; `None` where nothing is named.
fn write(
    snapshot: &Snapshot,
    sources: &[Source],
    names: BTreeMap<String, Name>,
    relations: &[Relation],
) -> Result<Option<Answer>, EngineError> {
    let mut written = Written {
        snapshot,
        sources,
        lines: Vec::new(),
        citations: Vec::new(),
        items: Vec::new(),
    };
    let mut most: Vec<Name> = names.into_values().collect();
    most.sort_by(|a, b| {
        let by_times = b.times.cmp(&a.times);
        by_times.then_with(|| (a.source, a.first).cmp(&(b.source, b.first)))
    });
    if most.is_empty() && relations.is_empty() {
        return Ok(None);
    }
    written.lines.push("| name | times | first |".to_owned());
    written.lines.push("|---|---|---|".to_owned());
    for name in most.iter().take(NAMES_MAX) {
        let place = sentence_of(&sources[name.source], snapshot, name.first)?;
        if let Some(marker) = written.cite(name.source, place)? {
            let cell = name.written.replace('|', " ");
            written
                .lines
                .push(format!("| {cell} | {} | [{marker}] |", name.times));
        }
    }
    if !relations.is_empty() {
        written.lines.push(String::new());
        written.lines.push("| from | relation | to | |".to_owned());
        written.lines.push("|---|---|---|---|".to_owned());
    }
    for one in relations.iter().take(RELATIONS_MAX) {
        let source = &sources[one.source];
        let name = |mention: &Mention| -> Result<String, EngineError> {
            let text = snapshot.text(&source.id, mention.span)?;
            Ok(joined(&text).replace('|', " "))
        };
        let (from, to) = (name(&one.from)?, name(&one.to)?);
        let Some(marker) = written.cite(one.source, one.sentence)? else {
            continue;
        };
        written
            .lines
            .push(format!("| {from} | {} | {to} | [{marker}] |", one.words));
        written.items.push(AnswerItem {
            label: format!("{from}, {to}"),
            text: one.words.clone(),
            citation: marker,
        });
    }
    Ok(Some(Answer {
        items: written.items,
        ..plain(
            written.lines.join("\n"),
            Mode::Extractive,
            written.citations,
        )
    }))
}

/// The tables in the making.
struct Written<'a> {
    snapshot: &'a Snapshot,
    sources: &'a [Source],
    lines: Vec<String>,
    citations: Vec<Citation>,
    items: Vec<AnswerItem>,
}

impl Written<'_> {
    /// The marker of a sentence; the same for what stands in the same.
    fn cite(&mut self, source: usize, span: Span) -> Result<Option<usize>, EngineError> {
        let source = &self.sources[source];
        let mut known = self.citations.iter();
        if let Some(known) = known.find(|one| one.document == source.id && one.span == span) {
            return Ok(Some(known.marker));
        }
        let text = self.snapshot.text(&source.id, span)?;
        let marker = self.citations.len() + 1;
        let quoted = (span, text.as_str());
        match cited_span(self.snapshot, &source.structure, &source.id, quoted, marker) {
            Ok(citation) => {
                self.citations.push(citation);
                Ok(Some(marker))
            }
            Err(EngineError::QuoteNotFound { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// The sentence of the chunk around a place in which it stands.
fn sentence_of(source: &Source, snapshot: &Snapshot, place: Span) -> Result<Span, EngineError> {
    let holds = |span: Span| span.start <= place.start && place.end <= span.end;
    let Some(chunk) = source.chunks.iter().find(|chunk| holds(chunk.span)) else {
        return Ok(place);
    };
    let text = snapshot.text(&source.id, chunk.span)?;
    let spans = sentences(&text, source.structure.language).into_iter();
    let mut moved =
        spans.map(|one| Span::new(chunk.span.start + one.start, chunk.span.start + one.end));
    Ok(moved.find(|one| holds(*one)).unwrap_or(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relation_is_a_short_phrase_with_a_verb() {
        assert!(begins("") && begins("Then ") && begins("said the "));
        assert!(!begins("The mate of the ") && !begins("What the "));
        for (between, told) in [
            (" had not met ", None),
            (" acquired ", Some("acquired")),
            (" was founded by ", Some("was founded by")),
            (" and ", None),
            (", who hated ", None),
            (" of ", None),
            ("’s brother was ", None),
            (" whom he had met once long ago in ", None),
        ] {
            assert_eq!(
                relation(between, Language::En).as_deref(),
                told,
                "{between}"
            );
        }
    }

    #[test]
    fn relations_of_a_text_are_those_it_states() {
        let text = "Acme Widgets acquired Borealis Foods in 1999. Acme Widgets and Borealis Foods \
                    make tins. Ines Morgan leads Acme Widgets. Ines Morgan, of Borealis Foods, \
                    wrote to Acme Widgets.";
        let document = Document::from_text(text, Format::Plain);
        let (mut names, mut relations) = (BTreeMap::new(), Vec::new());
        take_names(0, &document, &BTreeSet::new(), &mut names, &mut relations);
        let told: Vec<(&str, &str, &str)> = relations
            .iter()
            .map(|one| {
                (
                    one.from.entity.as_str(),
                    one.words.as_str(),
                    one.to.entity.as_str(),
                )
            })
            .collect();
        assert_eq!(
            told[..2],
            [
                ("acme widgets", "acquired", "borealis foods"),
                ("ines morgan", "leads", "acme widgets"),
            ]
        );
        // Two names joined by `and` are told as one.
        assert_eq!(names["acme widgets"].times, 3);
        // The question may name what it is about.
        let wanted = named("Relations of Ines Morgan in it");
        let (mut names, mut relations) = (BTreeMap::new(), Vec::new());
        take_names(0, &document, &wanted, &mut names, &mut relations);
        assert!(
            names.keys().all(|name| name == "ines morgan"),
            "{:?}",
            names.keys()
        );
        assert_eq!(relations[0].words, "leads");
    }
}
