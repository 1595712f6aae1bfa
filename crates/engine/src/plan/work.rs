//! What the steps of a plan share: the question, the documents, the way to
//! their sentences.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use index::{Filter, Snapshot};
use text::{Language, Span};

use super::kin;
use super::question::Question;
use super::shelf::Shelf;
use super::{Meaning, PlanRequest, Step};
use crate::EngineError;
use crate::retrieve::{QueryText, rank_documents, usual_language};

/// Chunks whose sentences are read for what a table leaves open.
const CHUNKS_MAX: usize = 40;

/// A plan at work.
pub struct Work<'a> {
    /// The store.
    pub snapshot: &'a Snapshot,
    /// The question.
    pub question: Question,
    /// The documents.
    pub shelf: Arc<Shelf>,
    /// The language most of them are in.
    pub language: Language,
    /// The question without the names of the documents it names, where it names some: they
    /// alone are read.
    pub rest: Option<String>,
    /// What compares meanings.
    pub meaning: Option<Meaning<'a>>,
    /// The question surely asks for a list.
    pub enumerates: bool,
    /// Steps done.
    pub steps: Vec<Step>,
    /// What must be said beside the answer.
    pub note: Option<String>,
    /// A list may be asked for, and none is called by the words of the question.
    pub unlisted: bool,
    /// What the question rests on and was not found, for when there is no answer.
    pub missing: Option<String>,
    filters: &'a [Filter],
    rarities: RefCell<HashMap<String, f64>>,
}

impl<'a> Work<'a> {
    /// Reads the documents and takes the question apart.
    pub fn new(snapshot: &'a Snapshot, request: &PlanRequest<'a>) -> Result<Work<'a>, EngineError> {
        let likely = likely(snapshot, request)?;
        let shelf = Shelf::open(snapshot, request.filters, &|id| {
            likely
                .iter()
                .position(|known| known == id)
                .unwrap_or(usize::MAX)
        })?;
        let mut work = Work {
            snapshot,
            language: usual_language(snapshot),
            question: Question::read("", Language::En, false, &|_| 0.0),
            shelf,
            rest: None,
            meaning: request.meaning,
            enumerates: request.enumerates,
            steps: Vec::new(),
            note: None,
            unlisted: false,
            missing: None,
            filters: request.filters,
            rarities: RefCell::default(),
        };
        work.question = work.read(request.question, request.enumerates);
        Ok(work)
    }

    /// The filters that documents must pass.
    pub fn filters(&self) -> &'a [Filter] {
        self.filters
    }

    /// Takes a question or a part of one apart.
    pub fn read(&self, text: &str, enumerates: bool) -> Question {
        let mut question = Question::read(text, self.spoken(text), enumerates, &|word| {
            self.rarity(word)
        });
        kin::adopt(&mut question, &self.shelf);
        question
    }

    /// The language of a question, as far as it tells how numbers are written: that of
    /// most documents, unless some are in the question's own.
    fn spoken(&self, text: &str) -> Language {
        let own = Language::detect(text);
        let mut books = self.shelf.books.iter();
        if books.any(|book| book.document.language == own) {
            own
        } else {
            self.language
        }
    }

    /// How rare a word is: BM25's weight, ln(1 + (N − n + ½) / (n + ½)).
    fn rarity(&self, word: &str) -> f64 {
        if let Some(known) = self.rarities.borrow().get(word) {
            return *known;
        }
        let chunks = float(self.snapshot.statistics().chunks);
        // Of a word with parts the rarest tells most.
        let rarest = text::terms(word, self.language)
            .iter()
            .filter_map(|term| self.snapshot.document_frequency(&term.text).ok())
            .min()
            .unwrap_or(0);
        let found = float(rarest).min(chunks);
        let rarity = (1.0 + (chunks - found + 0.5) / (found + 0.5)).ln();
        self.rarities.borrow_mut().insert(word.to_owned(), rarity);
        rarity
    }

    /// True when a word stands anywhere in the library, in its text or in the name of a
    /// document, or begins like one that names a table or a list.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn knows(&self, word: &str) -> Result<bool, EngineError> {
        for language in [self.language, Language::detect(&self.question.text)] {
            for term in text::terms(word, language) {
                if self.snapshot.document_frequency(&term.text)? > 0 {
                    return Ok(true);
                }
            }
        }
        let key = super::scan::stem(word);
        let known = self.shelf.words();
        let begins = known.range(key.clone()..).next();
        Ok(begins.is_some_and(|known| known.starts_with(&key))
            || self.shelf.books.iter().any(|book| book.name.contains(&key)))
    }

    /// The sentences of the chunks that hold most of a text's words, in order of
    /// document and place.
    pub fn sentences(&self, text: &str) -> Result<Vec<(usize, Span)>, EngineError> {
        let query = QueryText::new(text, usual_language(self.snapshot));
        let scope = self.snapshot.scope(self.filters)?;
        let ranking = self.snapshot.keyword(&query.terms, &scope, CHUNKS_MAX)?;
        let ids: Vec<_> = ranking.hits.iter().map(|hit| hit.chunk).collect();
        let mut found: BTreeSet<(usize, Span)> = BTreeSet::new();
        for record in self.snapshot.chunks(&ids)? {
            let Some(book) = self
                .shelf
                .books
                .iter()
                .position(|book| book.id == record.document)
            else {
                continue;
            };
            let sentences = text::sentences(&record.text, self.shelf.books[book].document.language);
            found.extend(sentences.into_iter().map(|span| {
                (
                    book,
                    Span::new(record.span.start + span.start, record.span.start + span.end),
                )
            }));
        }
        Ok(found.into_iter().collect())
    }

    /// Notes a step, and gives its id.
    pub fn step(
        &mut self,
        query: &str,
        expects: &'static str,
        books: &[usize],
        found: String,
    ) -> String {
        let id = format!("s{}", self.steps.len() + 1);
        let mut documents: Vec<String> = books
            .iter()
            .map(|&book| self.shelf.books[book].path.clone())
            .collect();
        documents.dedup();
        self.steps.push(Step {
            id: id.clone(),
            query: query.to_owned(),
            expects,
            documents,
            needs: Vec::new(),
            found,
        });
        id
    }

    /// Notes a step that uses what others found.
    pub fn step_after(
        &mut self,
        query: &str,
        expects: &'static str,
        needs: Vec<String>,
        found: String,
    ) -> String {
        let id = self.step(query, expects, &[], found);
        if let Some(step) = self.steps.last_mut() {
            step.needs = needs;
        }
        id
    }
}

/// The order in which documents are read; empty where all of them are read anyway.
fn likely(
    snapshot: &Snapshot,
    request: &PlanRequest<'_>,
) -> Result<Vec<index::DocumentId>, EngineError> {
    const FEW_BYTES: u64 = 48 * 1024 * 1024;
    let bytes: u64 = snapshot
        .documents()
        .iter()
        .map(|record| record.text_bytes)
        .sum();
    if bytes <= FEW_BYTES {
        return Ok(Vec::new());
    }
    let ranked = rank_documents(snapshot, request.asked, request.filters)?;
    Ok(ranked.into_iter().map(|score| score.document).collect())
}

#[expect(clippy::cast_precision_loss, reason = "counts of chunks")]
fn float(n: u64) -> f64 {
    n as f64
}
