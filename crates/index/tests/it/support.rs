//! Small documents and stores for tests.

use std::collections::BTreeMap;
use std::path::Path;

use index::{
    ChunkId, DocumentId, Identity, IndexError, Library, NewDocument, Payload, PayloadKind,
    PayloadModel, QueryTerm, Snapshot, Summaries, Writer,
};
use text::{Chunk, ContextFields, Document, Format, Language, Section, Span};

/// Length of test vectors.
pub const DIM: usize = 16;

/// What test stores are built with.
pub fn identity() -> Identity {
    Identity {
        analyzer: text::ANALYZER_VERSION.to_owned(),
        chunking: "words-12".to_owned(),
        embedder: Some("hash".to_owned()),
        dim: Some(DIM),
    }
}

/// An unpaged document cut every 12 words.
pub fn document(path: &str, text: &str) -> NewDocument {
    let mut document = Document::from_text(text, Format::Plain);
    // Short texts have no detectable language; stemming must not depend on it here.
    document.language = Language::En;
    new_document(path, document)
}

/// A document with its chunks.
pub fn new_document(path: &str, document: Document) -> NewDocument {
    NewDocument {
        path: path.to_owned(),
        root: "/root".to_owned(),
        content_hash: *blake3_of(&document.text),
        format: document.format,
        bytes: document.text.len() as u64,
        modified: Some(1_755_513_000),
        added: 1_755_600_000,
        collection: String::new(),
        metadata: BTreeMap::new(),
        chunks: chunks(&document, 12),
        tokens: None,
        summaries: Summaries::default(),
        warnings: Vec::new(),
        report: text::Report::default(),
        page_count: (!document.pages.is_empty()).then_some(document.pages.len() as u32),
        reader_version: 1,
        document,
    }
}

/// Any 32 bytes that differ for different texts will do.
fn blake3_of(text: &str) -> Box<[u8; 32]> {
    let mut hash = Box::new([0_u8; 32]);
    for (index, byte) in text.bytes().enumerate() {
        let at = index % 32;
        hash[at] = hash[at].wrapping_mul(31).wrapping_add(byte ^ (index as u8));
    }
    hash
}

/// Cuts after every `words` words; the context is the heading path.
pub fn chunks(document: &Document, words: usize) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    let mut start = 0;
    let mut count = 0;
    let ends = document
        .text
        .match_indices([' ', '\n'])
        .map(|(at, _)| at + 1);
    for end in ends.chain([document.text.len()]) {
        count += 1;
        if (count == words || end == document.text.len()) && start < end {
            let span = Span::new(start, end);
            let section = document.section_at(start);
            let path = section.map(|section| document.heading_path(section).join("\n"));
            chunks.push(Chunk {
                ordinal: chunks.len() as u32,
                span,
                pages: document.pages_of(span),
                section,
                fields: ContextFields {
                    title_end: 0,
                    headings_end: path.as_ref().map_or(0, String::len),
                },
                context: path.unwrap_or_default(),
            });
            (start, count) = (end, 0);
        }
    }
    chunks
}

/// A section with its heading line and body.
pub fn section(title: &str, level: u8, span: Span, parent: Option<usize>) -> Section {
    Section {
        title: title.to_owned(),
        level,
        span,
        parent,
    }
}

/// A unit vector that depends on the text alone: hashed words.
pub fn embed(text: &str) -> Vec<f32> {
    let mut vector = vec![0.0_f32; DIM];
    for term in text::terms(text, Language::En) {
        let hash = term.text.bytes().fold(17_usize, |hash, byte| {
            hash.wrapping_mul(131).wrapping_add(byte.into())
        });
        vector[hash % DIM] += 1.0;
        vector[hash / DIM % DIM] -= 0.5;
    }
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|value| *value /= length);
    }
    vector
}

/// Embeds everything that is pending.
pub fn embed_all(writer: &mut Writer) {
    while embed_some(writer, 7).unwrap() {}
}

/// Embeds up to `count` pending chunks; false when there were none.
pub fn embed_some(writer: &mut Writer, count: usize) -> Result<bool, IndexError> {
    let pending = writer.pending(count)?;
    let vectors: Vec<(ChunkId, Vec<f32>)> = pending
        .iter()
        .map(|chunk| (chunk.id, embed(&chunk.text)))
        .collect();
    writer.attach(&vectors)?;
    Ok(!vectors.is_empty())
}

/// Ids of test sparse vectors.
pub const VOCABULARY: u32 = 500;

/// Which model makes the test payloads of a kind.
pub fn payload_model(kind: PayloadKind) -> PayloadModel {
    PayloadModel {
        model: format!("hash-{}", kind.as_str()),
        dim: match kind {
            PayloadKind::Sparse => VOCABULARY,
            PayloadKind::Tokens => DIM as u32,
        },
    }
}

/// A sparse vector that depends on the text alone: how often each hash occurs.
pub fn sparse(text: &str) -> Vec<(u32, f32)> {
    let mut counts: BTreeMap<u32, f32> = BTreeMap::new();
    for term in text::terms(text, Language::En) {
        let hash = term.text.bytes().fold(5_u32, |hash, byte| {
            hash.wrapping_mul(31).wrapping_add(byte.into())
        });
        *counts.entry(hash % VOCABULARY).or_default() += 1.0;
    }
    counts.into_iter().collect()
}

/// Token vectors that depend on the text alone: the first twenty words'.
pub fn tokens(text: &str) -> Vec<f32> {
    let terms = text::terms(text, Language::En);
    terms
        .iter()
        .take(20)
        .flat_map(|term| embed(&term.text))
        .collect()
}

/// A payload of a text.
pub fn payload(kind: PayloadKind, text: &str) -> Payload {
    match kind {
        PayloadKind::Sparse => Payload::Sparse(sparse(text)),
        PayloadKind::Tokens => Payload::Tokens(tokens(text)),
    }
}

/// Makes every payload that is pending.
pub fn pay_all(writer: &mut Writer) {
    for kind in PayloadKind::ALL {
        while pay_some(writer, kind, 9).unwrap() {}
    }
}

/// Makes up to `count` pending payloads; false when there were none.
pub fn pay_some(writer: &mut Writer, kind: PayloadKind, count: usize) -> Result<bool, IndexError> {
    writer.use_payload_model(kind, &payload_model(kind))?;
    let pending = writer.pending_payloads(kind, count)?;
    let payloads: Vec<(ChunkId, Payload)> = pending
        .iter()
        .map(|chunk| (chunk.id, payload(kind, &chunk.text)))
        .collect();
    writer.attach_payloads(kind, &payloads)?;
    Ok(!payloads.is_empty())
}

/// A store with these documents, all their vectors and all their payloads.
pub fn paid_store_with(dir: &Path, documents: Vec<NewDocument>) -> Library {
    drop(store_with(dir, documents));
    let mut writer = Writer::open(dir, &identity()).unwrap();
    pay_all(&mut writer);
    drop(writer);
    Library::open(dir).unwrap()
}

/// A query of these words, all of weight 1.
pub fn query(words: &str) -> Vec<QueryTerm> {
    text::terms(words, Language::En)
        .into_iter()
        .map(|term| QueryTerm {
            term: term.text,
            weight: 1.0,
        })
        .collect()
}

/// A store with these documents and all their vectors.
pub fn store_with(dir: &Path, documents: Vec<NewDocument>) -> Library {
    let mut writer = Writer::open(dir, &identity()).unwrap();
    for document in documents {
        writer.put(vec![document]).unwrap();
    }
    embed_all(&mut writer);
    drop(writer);
    Library::open(dir).unwrap()
}

/// The snapshot of a fresh library.
pub fn snapshot(dir: &Path) -> Snapshot {
    Library::open(dir).unwrap().snapshot().unwrap()
}

/// Chunks as what does not depend on the order of adding: document id and ordinal.
pub fn names(snapshot: &Snapshot, ranking: &index::Ranking) -> Vec<(DocumentId, u32, f32)> {
    let ids: Vec<ChunkId> = ranking.hits.iter().map(|hit| hit.chunk).collect();
    let chunks = snapshot.chunks(&ids).unwrap();
    chunks
        .into_iter()
        .zip(&ranking.hits)
        .map(|(chunk, hit)| (chunk.document, chunk.ordinal, hit.score))
        .collect()
}

/// A word that no analyzer changes: letters without vowels or endings.
pub fn word(number: u64) -> String {
    let letter = |digit: char| char::from(b"bcdfghjklm"[digit as usize - '0' as usize]);
    format!(
        "zz{}",
        number.to_string().chars().map(letter).collect::<String>()
    )
}

/// The words of these numbers.
pub fn w(numbers: &str) -> String {
    let words: Vec<String> = numbers
        .split(' ')
        .map(|n| word(n.parse().unwrap()))
        .collect();
    words.join(" ")
}

/// Prose without meaning: `words` words of a Zipf-like vocabulary, the same
/// for the same seed.
pub fn prose(seed: u64, words: usize) -> String {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(1);
    let mut text = String::new();
    for _ in 0..words {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        // Uniform exponent: each octave of the vocabulary is as frequent as the next.
        let octave = state % 9;
        let word = (state >> 16) % (1 << octave) + (1 << octave);
        text.push_str(&self::word(word));
        text.push(' ');
    }
    text
}
