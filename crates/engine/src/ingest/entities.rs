//! Entities of documents that have none: a queue that lives in the store, as that
//! of the vectors does, so that a library from before gets them with the next `add`.

use std::collections::{BTreeMap, BTreeSet};

use index::{ChunkRecord, DocumentId, DocumentRecord, Entities, Entity, Library, Snapshot, Writer};
use models::Cancel;
use text::{Document, ENTITIES_VERSION, Span, headline, mentions};

use crate::EngineError;
use crate::fault::{self, contained};

/// Documents between two commits.
const BLOCK_DOCUMENTS: usize = 256;

/// Most entities of a chunk: a page of an index of names has more, and is about none
/// of them.
const ENTITIES_A_CHUNK: usize = 48;

/// Most headings of a document that name what their chunk is about.
const HEADINGS_MAX: usize = 2_000;

/// Finds the entities of documents that have none, on so many threads, until there are
/// none or the caller cancels. Returns how many documents were read; what was kept
/// stays.
///
/// # Errors
/// A store that cannot be read or written.
pub fn find_entities(
    writer: &mut Writer,
    threads: usize,
    cancel: &Cancel,
) -> Result<usize, EngineError> {
    let mut read = 0;
    loop {
        let lacking = writer.without_entities(ENTITIES_VERSION, BLOCK_DOCUMENTS)?;
        if lacking.is_empty() || cancel.is_cancelled() {
            return Ok(read);
        }
        let snapshot = Library::open(writer.dir())?.snapshot()?;
        let made = found_in(&snapshot, &lacking, threads)?;
        drop(snapshot);
        if made.is_empty() {
            return Ok(read);
        }
        writer.put_entities(&made)?;
        read += made.len();
    }
}

/// The entities of documents, in their order.
fn found_in(
    snapshot: &Snapshot,
    documents: &[DocumentRecord],
    threads: usize,
) -> Result<Vec<(DocumentId, Entities)>, EngineError> {
    let share = documents.len().div_ceil(threads.max(1)).max(1);
    // A document over which this fails names nothing.
    let found_in = |record: &DocumentRecord| -> Result<(DocumentId, Entities), EngineError> {
        let found = contained("entities", || stored(snapshot, &record.id));
        Ok::<_, EngineError>((record.id.clone(), found.transpose()?.unwrap_or_default()))
    };
    std::thread::scope(|scope| {
        let shares: Vec<_> = documents
            .chunks(share)
            .map(|share| {
                let work = move || share.iter().map(found_in).collect::<Result<Vec<_>, _>>();
                fault::beside(scope, "entities", work)
            })
            .collect();
        let mut made = Vec::with_capacity(documents.len());
        for share in shares {
            made.extend(share.join().unwrap_or_else(|| Ok(Vec::new()))?);
        }
        Ok(made)
    })
}

fn stored(snapshot: &Snapshot, id: &DocumentId) -> Result<Entities, EngineError> {
    let chunks = snapshot.chunk_range(id, 0, u32::MAX)?;
    let spans: Vec<Span> = chunks
        .iter()
        .map(|chunk: &ChunkRecord| chunk.span)
        .collect();
    let document = snapshot.stored_document(id)?;
    Ok(document.map_or_else(Entities::default, |document| entities(&document, &spans)))
}

/// What a document cut into chunks at these spans, in order, names in each.
fn entities(document: &Document, chunks: &[Span]) -> Entities {
    let mut found: BTreeMap<String, (BTreeSet<u32>, BTreeSet<u32>)> = BTreeMap::new();
    for (name, ordinal) in headlines(document, chunks) {
        found.entry(name).or_default().0.insert(ordinal);
    }
    let mentions = mentions(document);
    for (ordinal, chunk) in (0_u32..).zip(chunks) {
        let first = mentions.partition_point(|mention| mention.span.start < chunk.start);
        let within = mentions[first..]
            .iter()
            .take_while(|mention| mention.span.start < chunk.end)
            .filter(|mention| chunk.contains(mention.span));
        let mut names: BTreeSet<&str> = BTreeSet::new();
        for mention in within {
            if names.len() < ENTITIES_A_CHUNK {
                names.insert(&mention.entity);
            }
        }
        for name in names {
            found.entry(name.to_owned()).or_default().1.insert(ordinal);
        }
    }
    let entity = |(name, (about, mentioned)): (String, (BTreeSet<u32>, BTreeSet<u32>))| Entity {
        name,
        about: about.into_iter().collect(),
        mentioned: mentioned.into_iter().collect(),
    };
    Entities {
        version: ENTITIES_VERSION,
        entities: found.into_iter().map(entity).collect(),
    }
}

/// What the title and the headings name, with the chunk that begins under each.
fn headlines(document: &Document, chunks: &[Span]) -> Vec<(String, u32)> {
    let starting = |at: usize| {
        let behind = chunks.partition_point(|chunk| chunk.start <= at);
        let holding = behind.saturating_sub(1);
        let ends_before = chunks.get(holding).is_some_and(|chunk| chunk.end <= at);
        let ordinal = holding + usize::from(ends_before && behind < chunks.len());
        u32::try_from(ordinal).unwrap_or(u32::MAX)
    };
    let title = document
        .metadata
        .title
        .iter()
        .map(|title| (title.as_str(), 0));
    let headings = document
        .sections
        .iter()
        .take(HEADINGS_MAX)
        .map(|section| (section.title.as_str(), starting(section.span.start)));
    if chunks.is_empty() {
        return Vec::new();
    }
    title
        .chain(headings)
        .flat_map(|(title, ordinal)| headline(title).into_iter().map(move |key| (key, ordinal)))
        .collect()
}

#[cfg(test)]
mod tests {
    use text::{Format, Section};

    use super::*;

    #[test]
    fn chunks_are_about_their_headings_and_mention_what_they_hold() {
        let text =
            "Old mill\n\nIt was built by Ada Voss.\nWeir\n\nThe weir feeds it, says Ada Voss.";
        let cut = text.find("Weir").unwrap();
        let mut document = Document::from_text(text, Format::Plain);
        document.metadata.title = Some("Mills of the Varn".to_owned());
        document.sections = vec![Section {
            title: "2.1 Weirs".to_owned(),
            level: 1,
            span: Span::new(cut, text.len()),
            parent: None,
        }];
        let made = entities(&document, &[Span::new(0, cut), Span::new(cut, text.len())]);
        let of = |name: &str| {
            let entity = made.entities.iter().find(|entity| entity.name == name);
            let entity = entity.unwrap_or_else(|| panic!("{name} is not in {made:?}"));
            (entity.about.as_slice(), entity.mentioned.as_slice())
        };
        assert_eq!(of("mills of the varn"), (&[0][..], &[][..]));
        assert_eq!(of("weir").0, [1]);
        assert_eq!(of("ada voss"), (&[][..], &[0, 1][..]));
        assert!(
            made.entities
                .windows(2)
                .all(|pair| pair[0].name < pair[1].name)
        );
        assert_eq!(entities(&document, &[]).entities, []);
    }

    #[test]
    fn a_page_of_names_is_cut_short() {
        let text: String = (0..400)
            .map(|n| format!("Ada{} Voss{}; ", letters(n), letters(n * 7)))
            .collect();
        let document = Document::from_text(&text, Format::Plain);
        let made = entities(&document, &[Span::new(0, text.len())]);
        assert_eq!(made.entities.len(), ENTITIES_A_CHUNK);
    }

    fn letters(number: u32) -> String {
        let digits = format!("{number}");
        let letter = |digit: u8| char::from(digit - b'0' + b'a');
        digits.bytes().map(letter).collect()
    }
}
