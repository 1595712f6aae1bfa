//! The sentences and rows that could answer, with what is known of each.

use std::collections::{BTreeMap, BTreeSet};

use index::{ChunkRecord, Snapshot};
use text::{Document, Language};

use super::designations::designations;
use super::evidence::{Candidate, Evidence, Found, Ground, Names, term_set};
use super::labels::{is_label, naming_terms};
use super::meaning::{AskedWord, asked_words, standing};
use super::pieces::{Piece, Placed, leads_on, pieces, titled};
use crate::EngineError;
use crate::fault::contained;
use crate::question::LibraryQuestion;
use crate::retrieve::{Passage, Rarity, Retrieval};

/// Gathers the evidence of a retrieval, as far as words alone tell it.
///
/// # Errors
/// A store that cannot be read.
pub fn gather(
    snapshot: &Snapshot,
    question: &LibraryQuestion,
    found: &Found<'_>,
) -> Result<Evidence, EngineError> {
    let asked = &question.parsed;
    let &Found {
        retrieval,
        records,
        passages,
    } = found;
    // Where to look is no part of what is looked for: title pages are full of it.
    let sought = retrieval.query.terms.iter();
    let sought = sought.filter(|one| !retrieval.naming.contains(&one.term));
    let terms = Rarity::of(snapshot, sought)?.terms;
    let mut candidates = Vec::new();
    let words = asked_words(asked);
    let mut names = Vec::new();
    let best = records.first().map(|record| &record.document);
    let mut ground = Ground::default();
    // Whom a question surely names, others do not answer for, as long as anything is found there.
    let named = question.mentions.as_ref().filter(|one| one.sure);
    let named = named.map(|one| &one.ids);
    let of_named = |one: &&Passage| named.is_some_and(|ids| ids.contains(&one.document));
    let narrowed = passages.iter().any(|one| of_named(&one));
    for passage in passages.iter().filter(|one| !narrowed || of_named(one)) {
        let structure = &snapshot.structure(&passage.document)?;
        if best == Some(&passage.document) {
            ground = Ground::of(structure);
        }
        let file = snapshot.document(&passage.document)?.path.as_str();
        let question = Asked {
            words: &words,
            file,
        };
        // What was collected of a passage before it failed is whole.
        contained("candidates of a passage", || {
            let into = (&mut candidates, &mut names);
            collect(structure, retrieval, &question, records, passage, into);
        });
    }
    for candidate in &mut candidates {
        candidate.label |= leads_on(&candidate.text) || echoes(candidate, &terms);
    }
    // They say where an answer stands, which a citation shows anyway.
    if candidates.iter().any(|candidate| !candidate.label) {
        candidates.retain(|candidate| !candidate.label);
    }
    let language = retrieval.query.language;
    let hit_terms = records
        .iter()
        .map(|record| {
            let mut found = term_set(&record.text, language);
            found.extend(term_set(&record.context, language));
            found
        })
        .collect();
    let codes = retrieval.query.codes.iter();
    let codes: BTreeSet<String> = codes
        .filter(|code| !retrieval.naming.contains(*code))
        .cloned()
        .collect();
    Ok(Evidence {
        terms,
        asked: words,
        names,
        designations: designations(asked, &codes),
        codes,
        candidates,
        hit_terms,
        dense: false,
        language,
        ground,
        chunks: snapshot.counts().chunks,
    })
}

/// What of the question the sentences of a document are compared with.
struct Asked<'a> {
    /// Its words with content.
    words: &'a [AskedWord],
    /// The path of the passage's document.
    file: &'a str,
}

fn collect(
    structure: &Document,
    retrieval: &Retrieval,
    question: &Asked<'_>,
    records: &[ChunkRecord],
    passage: &Passage,
    (candidates, names): (&mut Vec<Candidate>, &mut Vec<Names>),
) {
    let language = retrieval.query.language;
    let text = Placed::of(passage);
    let spans = text.sentences(structure.language);
    let sets: Vec<BTreeSet<String>> = spans
        .iter()
        .map(|span| term_set(text.slice(*span).unwrap_or(""), language))
        .collect();
    let best = retrieval
        .hits
        .first()
        .map_or(0.0, |hit| hit.score)
        .max(f32::MIN_POSITIVE);
    let share = |hit: usize| f64::from(retrieval.hits[hit].score / best);
    let contexts: BTreeMap<usize, BTreeSet<String>> = passage
        .hits
        .iter()
        .map(|&hit| (hit, term_set(&records[hit].context, language)))
        .collect();
    let lists = text.lists(structure);
    for piece in pieces(&lists, text, &spans) {
        let Piece {
            span,
            ref of,
            whole_list,
        } = piece;
        let row = structure.is_row(span);
        // The number of a page, a rule, what a page of pictures leaves: without a letter
        // nothing is said, but in a row.
        let says = |text: &&str| row || text.contains(char::is_alphabetic);
        let Some(said) = text.slice(span).filter(says) else {
            continue;
        };
        let hit = passage
            .hits
            .iter()
            .copied()
            .find(|&hit| records[hit].span.overlaps(span));
        let of_hit = hit.unwrap_or(passage.hits[0]);
        let terms: BTreeSet<String> = sets[of.clone()].iter().flatten().cloned().collect();
        // Rows that stand beside each other say nothing of each other.
        let beside = match row {
            true => of.clone(),
            false => of.start.saturating_sub(1)..sets.len().min(of.end + 1),
        };
        let mut around: BTreeSet<String> = sets[beside].iter().flatten().cloned().collect();
        if let Some(context) = contexts.get(&of_hit) {
            around.extend(context.iter().cloned());
        }
        let mut named = BTreeSet::new();
        if row {
            named = naming_terms(structure, text, span, language);
            around.extend(named.iter().cloned());
            named.extend(terms.iter().cloned());
        }
        let title = named_by(question.file, &records[of_hit].context);
        let title = titled((structure, &lists), text, (&spans, of), title);
        candidates.push(Candidate {
            document: passage.document.clone(),
            span,
            text: said.to_owned(),
            row,
            whole_list,
            label: is_label(structure, span, said),
            hit,
            hit_share: hit.map_or_else(|| share(passage.hits[0]) / 2.0, share),
            said: standing(question.words, &terms),
            terms,
            around,
            named,
            place: of.start,
            cosine: 0.0,
            names: place_of(names, title, question.words, language),
        });
    }
}

/// The name of a file without its folders and ending, and what else names a chunk.
fn named_by(file: &str, context: &str) -> String {
    let name = file.rsplit('/').next().unwrap_or(file);
    let name = name.rsplit_once('.').map_or(name, |(name, _)| name);
    format!("{} {context}", name.replace(['-', '_'], " "))
}

/// The place of a text among the names, where it is put if it is new.
fn place_of(
    names: &mut Vec<Names>,
    text: String,
    words: &[AskedWord],
    language: Language,
) -> usize {
    if let Some(place) = names.iter().position(|one| one.text == text) {
        return place;
    }
    let said = standing(words, &term_set(&text, language));
    names.push(Names { text, said });
    names.len() - 1
}

/// True when a sentence says nothing beyond the question's own words: the title
/// of what is asked about, say. A row of figures has codes for terms, and what ends
/// with a full stop is a statement: "Dogs are allowed." answers whether they are.
fn echoes(candidate: &Candidate, question: &[(String, f64)]) -> bool {
    let asked = |term: &String| question.iter().any(|(asked, _)| asked == term);
    let states = candidate.text.trim_end().ends_with('.') && candidate.terms.len() > 1;
    !candidate.row && !states && candidate.terms.iter().all(asked)
}
