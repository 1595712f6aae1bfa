//! What language models wrote about documents, with what it rests on.
//!
//! It has no versions: a snapshot shows it as it is now, for the documents that it sees. It
//! shapes what is shown of a document, never what is found or quoted.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use text::Span;

use crate::records::{documents, parsed, written};
use crate::{DocumentId, DocumentRecord, IndexError, Original, Snapshot, Writer};

/// Longest summary, in bytes.
pub const WRITTEN_BYTES_MAX: usize = 4 * 1_024;

/// A summary that a model wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenSummary {
    /// Index of the section; `None` for the whole document.
    pub section: Option<usize>,
    /// What was written.
    pub text: String,
    /// The sentences of the document that it rests on, in order.
    pub spans: Vec<Span>,
    /// The model that wrote it.
    pub model: String,
    /// Version of the prompt that it was asked with.
    pub prompt: u32,
}

/// What a model calls a cluster of documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenTopic {
    /// The documents of the cluster, in order of id.
    pub documents: Vec<DocumentId>,
    /// Two to four words.
    pub topic: String,
    /// What they are about.
    pub text: String,
    /// Those of the documents that it rests on.
    pub rests_on: Vec<DocumentId>,
    /// The model that wrote it.
    pub model: String,
    /// Version of the prompt that it was asked with.
    pub prompt: u32,
}

impl Snapshot {
    /// The summaries of a document that a model wrote, the whole one first; none where none were.
    ///
    /// # Errors
    /// [`IndexError::UnknownDocument`]; a store that cannot be read.
    pub fn written_summaries(
        &self,
        document: &DocumentId,
    ) -> Result<Vec<WrittenSummary>, IndexError> {
        let row = self.document(document)?.row;
        self.shared()
            .with(|records| records.run(|connection| written::of_document(connection, row)))
    }

    /// What models call clusters whose documents this snapshot all sees.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn written_topics(&self) -> Result<Vec<WrittenTopic>, IndexError> {
        let mut all = self
            .shared()
            .with(|records| records.consistent(written::topics))?;
        all.retain(|topic| topic.documents.iter().all(|id| self.document(id).is_ok()));
        Ok(all)
    }
}

impl Writer {
    /// Keeps summaries of a document in place of those that models wrote before.
    ///
    /// # Errors
    /// [`IndexError::UnknownDocument`]; [`IndexError::CorrectionTooLong`] for a text beyond
    /// [`WRITTEN_BYTES_MAX`].
    pub fn put_written(
        &mut self,
        document: &DocumentId,
        summaries: &[WrittenSummary],
    ) -> Result<(), IndexError> {
        summaries.iter().try_for_each(|one| bounded(&one.text))?;
        self.settle()?;
        let row = self
            .records
            .run(|connection| documents::visible_row(connection, document))?
            .ok_or_else(|| IndexError::UnknownDocument {
                id: document.to_string(),
            })?;
        self.records
            .transaction(|connection| written::insert(connection, row, summaries))
    }

    /// Keeps topics of clusters in place of all there are.
    ///
    /// # Errors
    /// As [`Writer::put_written`].
    pub fn put_topics(&mut self, topics: &[WrittenTopic]) -> Result<(), IndexError> {
        topics.iter().try_for_each(|one| bounded(&one.text))?;
        self.settle()?;
        for id in topics.iter().flat_map(|topic| &topic.documents) {
            let row = self
                .records
                .run(|connection| documents::visible_row(connection, id))?;
            if row.is_none() {
                return Err(IndexError::UnknownDocument { id: id.to_string() });
            }
        }
        self.records
            .transaction(|connection| written::replace_topics(connection, topics))
    }

    /// Keeps what models wrote about the documents of another store that this one holds as they
    /// stand there, text and sections: a summary says where its sentences are. Topics of clusters
    /// stay where every document of theirs does.
    pub(crate) fn take_over_written(&mut self, original: &Original) -> Result<(), IndexError> {
        let mut taken = Vec::new();
        for record in original.documents() {
            let summaries =
                original.run(|connection| written::of_document(connection, record.row))?;
            if summaries.is_empty() {
                continue;
            }
            let ours = self
                .records
                .run(|connection| documents::visible_record(connection, &record.id))?;
            if let Some(ours) = ours
                && self.reads_as_in(original, record, &ours)?
            {
                taken.push((ours.row, summaries));
            }
        }
        let held: BTreeSet<DocumentId> = self.documents()?.into_iter().map(|one| one.id).collect();
        let mut topics = original.run(written::topics)?;
        topics.retain(|topic| topic.documents.iter().all(|id| held.contains(id)));
        self.records.transaction(|connection| {
            for (row, summaries) in &taken {
                written::insert(connection, *row, summaries)?;
            }
            match topics.is_empty() {
                true => Ok(()),
                false => written::replace_topics(connection, &topics),
            }
        })
    }

    /// Whether a document has the text and the sections that it has in another store.
    fn reads_as_in(
        &self,
        original: &Original,
        theirs: &DocumentRecord,
        ours: &DocumentRecord,
    ) -> Result<bool, IndexError> {
        let here = self
            .records
            .run(|connection| parsed::without_tables(connection, ours))?;
        let there = original.run(|connection| parsed::without_tables(connection, theirs))?;
        Ok(match (here, there) {
            (Some(here), Some(there)) => here.text == there.text && here.sections == there.sections,
            _ => false,
        })
    }
}

fn bounded(text: &str) -> Result<(), IndexError> {
    if text.len() > WRITTEN_BYTES_MAX {
        return Err(IndexError::CorrectionTooLong {
            limit: WRITTEN_BYTES_MAX,
            got: text.len(),
        });
    }
    Ok(())
}
