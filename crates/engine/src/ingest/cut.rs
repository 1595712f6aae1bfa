//! What a reader made of a file, cut and summarised.

use std::collections::BTreeMap;

use index::{DocumentRecord, NewDocument};

use crate::{IngestConfig, summarize};

/// What a reader made of a file: now, or before.
pub struct Parse {
    pub document: text::Document,
    warnings: Vec<String>,
    report: text::Report,
    reader_version: u32,
}

impl Parse {
    /// Of a reader of this version.
    pub fn fresh(document: text::Document, warnings: &[text::Warning]) -> Self {
        Self {
            warnings: warnings.iter().map(ToString::to_string).collect(),
            report: text::Report::of(&document, warnings),
            reader_version: text::READER_VERSION,
            document,
        }
    }

    /// As it was stored.
    pub fn stored(document: text::Document, record: &DocumentRecord) -> Self {
        Self {
            document,
            warnings: record.warnings.clone(),
            report: record.report.clone(),
            reader_version: record.reader_version,
        }
    }
}

/// Cuts and summarises a document. Where it is filed and what it was read from is not
/// filled in.
pub fn cut(parse: Parse, config: &IngestConfig) -> NewDocument {
    let chunks = text::chunk(&parse.document, &config.chunk);
    let summaries = summarize::summaries(&parse.document);
    filled(parse, chunks, summaries)
}

/// As [`cut`], of chunks and summaries that were made.
pub fn filled(parse: Parse, chunks: Vec<text::Chunk>, summaries: index::Summaries) -> NewDocument {
    let document = parse.document;
    NewDocument {
        path: String::new(),
        root: String::new(),
        content_hash: [0; 32],
        format: document.format,
        bytes: 0,
        modified: None,
        added: 0,
        collection: String::new(),
        metadata: BTreeMap::new(),
        page_count: u32::try_from(document.pages.len())
            .ok()
            .filter(|&pages| pages > 0),
        warnings: parse.warnings,
        report: parse.report,
        reader_version: parse.reader_version,
        document,
        chunks,
        tokens: None,
        summaries,
    }
}
