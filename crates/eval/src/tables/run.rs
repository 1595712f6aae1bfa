//! Asks questions over tables, each over its own or all over one library.

use std::time::Instant;

use perusal::advise::Adviser;
use perusal::answer::Weights;
use perusal::ask::Asked;
use perusal::index::Snapshot;
use perusal::question::LibraryQuestion;
use perusal::retrieve::Strategy;
use perusal::{AnswerConfig, EngineError, RetrieveConfig};

use super::by_model::by_model;
use super::pools::{PoolFiles, PoolQuestion, copied, ends_with, found, libraries_of_few, titled};
use super::result::TableResult;
use super::set::{TableQuestion, TableSet};
use crate::denotation::is_same_denotation;
use crate::questions::{Asking, caught, endured};
use crate::stated::{Candidate, Form, candidates, form};
use crate::{Builder, EvalError};

/// Relations among which the gold one is looked for.
pub const CARDS: usize = 20;

/// How questions over tables are asked.
pub struct TableRun<'a> {
    /// Where libraries are kept.
    pub builder: Builder<'a>,
    /// How to look.
    pub strategy: Strategy,
    /// Settings of retrieval.
    pub retrieve: &'a RetrieveConfig,
    /// Settings of the answer.
    pub answer: &'a AnswerConfig,
    /// Weights of the answer.
    pub weights: &'a Weights,
    /// A language model that is asked for plans, if any.
    pub adviser: Option<&'a Adviser<'a>>,
}

/// What hears each outcome, for predictions.
pub type Seen<'a> = dyn FnMut(&TableQuestion, &Snapshot, &Asked, &TableResult) + 'a;

impl TableRun<'_> {
    /// Each question over a library of its own table, in order of the tables.
    ///
    /// # Errors
    /// A table that cannot be read or stored; [`EngineError::Interrupted`].
    pub fn alone(
        &self,
        set: &TableSet,
        seen: &mut Seen<'_>,
    ) -> Result<Vec<TableResult>, EvalError> {
        let mut questions: Vec<&TableQuestion> = set.questions.iter().collect();
        questions.sort_by(|a, b| a.document.cmp(&b.document));
        let mut results = Vec::with_capacity(questions.len());
        for of_table in questions.chunk_by(|a, b| a.document == b.document) {
            let built = self
                .builder
                .build(&set.folder.join(&of_table[0].document))?;
            let asking = self.asking(&built.snapshot);
            for question in of_table {
                results.push(self.ask(&asking, question, &question.question, seen)?);
            }
        }
        Ok(results)
    }

    /// All questions over one library of all tables, with the title given.
    ///
    /// # Errors
    /// See [`TableRun::alone`].
    pub fn pooled(
        &self,
        set: &TableSet,
        seen: &mut Seen<'_>,
    ) -> Result<Vec<TableResult>, EvalError> {
        let set = &titled(&self.builder, set)?;
        let built = self.builder.build(&set.documents)?;
        let asking = self.asking(&built.snapshot);
        let mut results = Vec::with_capacity(set.questions.len());
        for question in &set.questions {
            let words = in_words(&built.snapshot, question);
            let mut result = self.ask(&asking, question, &words, seen)?;
            let found = endured(caught(|| is_found(&asking, question, &words)))?;
            result.found = Some(found.unwrap_or(false));
            results.push(result);
        }
        Ok(results)
    }

    /// Writes the pools of a set's questions over one library of all its tables; every
    /// second question names the page's title.
    ///
    /// # Errors
    /// See [`TableRun::alone`]; files that cannot be written.
    pub fn pools(&self, set: &TableSet, files: &mut PoolFiles) -> Result<(), EvalError> {
        let set = &titled(&self.builder, set)?;
        let built = self.builder.build(&set.documents)?;
        let questions = set.questions.iter().enumerate().map(|(at, question)| {
            let words = match at % 2 {
                0 => in_words(&built.snapshot, question),
                _ => question.question.clone(),
            };
            PoolQuestion::of_table(&set.name, words, question)
        });
        let questions: Vec<PoolQuestion> = questions.collect();
        files.write(&built.snapshot, &questions, self.retrieve)
    }

    /// Writes the pools of a set's questions, as they are, over libraries of two to eight of
    /// its tables, each table in one library.
    ///
    /// # Errors
    /// See [`TableRun::pools`].
    pub fn pools_of_few(
        &self,
        set: &TableSet,
        seed: u64,
        files: &mut PoolFiles,
    ) -> Result<(), EvalError> {
        let set = &titled(&self.builder, set)?;
        for (at, documents) in libraries_of_few(set, seed).iter().enumerate() {
            let folder = copied(&self.builder, set, at, documents)?;
            let built = self.builder.build(&folder)?;
            let of_these = |one: &&TableQuestion| documents.contains(&one.document.as_str());
            let name = format!("{} few", set.name);
            let questions: Vec<PoolQuestion> = (set.questions.iter().filter(of_these))
                .map(|one| PoolQuestion::of_table(&name, one.question.clone(), one))
                .collect();
            files.write(&built.snapshot, &questions, self.retrieve)?;
        }
        Ok(())
    }

    fn asking<'s>(&'s self, snapshot: &'s Snapshot) -> Asking<'s> {
        Asking {
            snapshot,
            embedder: self.builder.embedder,
            strategy: self.strategy,
            retrieve: self.retrieve,
            answer: self.answer,
            weights: self.weights,
            tables: true,
            adviser: self.adviser,
        }
    }

    fn ask(
        &self,
        asking: &Asking<'_>,
        question: &TableQuestion,
        words: &str,
        seen: &mut Seen<'_>,
    ) -> Result<TableResult, EvalError> {
        if self.builder.cancel.is_cancelled() {
            return Err(EngineError::Interrupted.into());
        }
        let started = Instant::now();
        let asked = endured(asking.ask_in_words(words))?;
        let milliseconds = started.elapsed().as_secs_f64() * 1000.0;
        let considered = asked.as_ref().map(candidates).unwrap_or_default();
        let result = TableResult {
            milliseconds,
            stated: asked
                .as_ref()
                .is_ok_and(|asked| form(asked) != Form::Nothing),
            proposed: asked
                .as_ref()
                .ok()
                .and_then(|asked| by_model(question, asked)),
            fault: asked.as_ref().err().map(ToString::to_string),
            ..judged(question, &considered)
        };
        if let Ok(asked) = &asked {
            seen(question, asking.snapshot, asked, &result);
        }
        Ok(result)
    }
}

/// What the candidates of a question are worth.
fn judged(question: &TableQuestion, considered: &[Candidate]) -> TableResult {
    let is_right = |one: &Candidate| is_same_denotation(&one.values, &question.gold);
    let best = considered.first();
    TableResult {
        id: question.id.clone(),
        kind: question.kind.clone(),
        by: best.map(|best| best.by.clone()),
        right: best.is_some_and(is_right),
        oracle: considered.iter().any(is_right),
        confidence: best.map_or(0.0, |best| best.confidence),
        stated: false,
        found: None,
        proposed: None,
        milliseconds: 0.0,
        fault: None,
    }
}

/// A question with the title of its document.
fn in_words(snapshot: &Snapshot, question: &TableQuestion) -> String {
    match title(snapshot, question) {
        Some(title) => format!("In \"{title}\": {}", question.question),
        None => question.question.clone(),
    }
}

/// The title that the set gives, else the one that the document has.
fn title(snapshot: &Snapshot, question: &TableQuestion) -> Option<String> {
    let mut documents = snapshot.documents().iter();
    let of_document = || {
        let document = documents.find(|one| ends_with(&question.document, &one.path))?;
        document.title.clone()
    };
    question.title.clone().or_else(of_document)
}

/// Whether a relation of the question's document is among the first [`CARDS`] that the
/// question is asked of.
fn is_found(asking: &Asking<'_>, question: &TableQuestion, words: &str) -> Result<bool, EvalError> {
    let asked = LibraryQuestion::read(asking.snapshot, words);
    let found = found(asking.snapshot, &asked, asking.retrieve)?;
    Ok(found.iter().take(CARDS).any(|one| {
        let document = asking.snapshot.document(&one.id.document);
        document.is_ok_and(|document| ends_with(&question.document, &document.path))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::denotation::Value;

    fn candidate(values: &[&str], confidence: f64) -> Candidate {
        Candidate {
            values: values.iter().map(|value| Value::parse(value)).collect(),
            confidence,
            by: "lookup".to_owned(),
        }
    }

    #[test]
    fn the_first_candidate_counts_and_the_others_make_the_oracle() {
        let question = TableQuestion {
            id: "q".to_owned(),
            question: "?".to_owned(),
            document: "tables/1.csv".to_owned(),
            title: None,
            kind: "number".to_owned(),
            gold: vec![Value::parse("12,467")],
            answers: vec!["12,467".to_owned()],
            scale: String::new(),
        };
        let result = judged(
            &question,
            &[candidate(&["3"], 0.6), candidate(&["12467"], 0.3)],
        );
        assert!(!result.right && result.oracle);
        assert_eq!(result.confidence, 0.6);
        let result = judged(&question, &[candidate(&["12467", "3"], 0.6)]);
        assert!(!result.right && !result.oracle, "and no others");
        let nothing = judged(&question, &[]);
        assert!(!nothing.right && nothing.by.is_none() && nothing.confidence == 0.0);
        assert!(ends_with(&question.document, "1.csv"));
        assert!(ends_with(&question.document, "tables/1.csv"));
        assert!(!ends_with(&question.document, "11.csv"));
    }
}
