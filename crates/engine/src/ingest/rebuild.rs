//! A new library of all documents of another one: of their files, read again, or of
//! what their readers gave then, cut anew.
//!
//! The new library is made in a folder of its own, document by document as `add` does it, so that
//! a kill costs one commit, and the next run goes on behind it. What the old
//! library holds that costs time is taken over where it still fits: vectors of equal texts,
//! corrections, traces.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::time::Instant;

use index::{DocumentRecord, Original, State, Writer};
use models::{Cancel, Embedder};

use super::content::Contents;
use super::cut::{Parse, cut};
use super::parse::{About, Intake, Parsed};
use super::planned::{self, FailReason, Filing, Planned};
use super::report::{AddReport, Event};
use super::{complete, embed, files, take_in};
use crate::reader::Reading;
use crate::{EngineError, IngestConfig};

/// Where the documents of a new library come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// From their files. What is gone comes from the old library.
    Files,
    /// From the old library: nothing is read.
    Stored,
}

/// A document whose file is not there any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gone {
    /// The folder it was added from; empty for a page of the web.
    pub root: String,
    /// Its path below that folder, or its address.
    pub path: String,
    /// Whether the old library holds enough of it: then it is in the new one as it was
    /// read; else it is left out.
    pub kept: bool,
}

impl Gone {
    fn of(record: &DocumentRecord) -> Self {
        Self {
            root: record.root.clone(),
            path: record.path.clone(),
            kept: record.state == State::Ready,
        }
    }

    /// Whether it never had a file: a page of the web is not fetched again.
    pub fn is_fetched(&self) -> bool {
        self.root.is_empty()
    }
}

/// What came of a new library.
#[derive(Debug, Default)]
pub struct RebuildReport {
    /// What became of each document.
    pub added: AddReport,
    /// Documents of the old library.
    pub documents: usize,
    /// Those whose files could not be opened, in order of path.
    pub gone: Vec<Gone>,
    /// Paths of files that have changed since they were added.
    pub changed: Vec<String>,
    /// Vectors that were taken over.
    pub vectors_reused: u64,
    /// Whether the new library has all that it should: it can take the place of the old.
    pub whole: bool,
}

/// Makes, in the store behind `writer`, a library of the documents of `original`, or goes on
/// with it.
///
/// # Errors
/// As [`super::add`]; what was stored stays.
pub fn rebuild(
    original: &Original,
    writer: &mut Writer,
    source: Source,
    embedder: Option<&dyn Embedder>,
    config: &IngestConfig,
    cancel: &Cancel,
    on_event: &mut dyn FnMut(Event<'_>),
) -> Result<RebuildReport, EngineError> {
    let started = Instant::now();
    let known = writer.documents()?;
    let origins = Origins::of(original, &known, source);
    let mut report = RebuildReport {
        documents: original.documents().len(),
        gone: origins.gone,
        ..RebuildReport::default()
    };
    let intake = Intake {
        config,
        contents: Contents::of(writer.dir(), &known)?,
        embedder,
        cancel,
    };
    let stored = origins.stored;
    let parse = |planned: &Planned, reading: &mut Reading<'_>| match stored.get(&key(planned)) {
        Some(record) => from_stored(original, record, planned, &intake),
        None => intake.parse(planned, reading),
    };
    let added = &mut report.added;
    take_in(writer, &intake, &origins.files, parse, added, on_event)?;
    if cancel.is_cancelled() {
        report.added.interrupted = true;
        report.added.total_time = started.elapsed();
        return Ok(report);
    }
    forget_others(writer, &origins.files)?;
    let prepared = embed::preparation(config.embedded);
    if original.identity().chunking.ends_with(prepared) {
        report.vectors_reused = writer.reuse_vectors_of(original)?;
    }
    report.added.searchable_time = started.elapsed();
    complete(writer, &intake, &mut report.added, on_event)?;
    writer.take_over(original)?;
    report.changed = changed(original, &report.added);
    let lacks_vectors = embedder.is_some() && report.added.chunks_pending > 0;
    report.whole = !lacks_vectors && !report.added.interrupted;
    report.added.total_time = started.elapsed();
    Ok(report)
}

/// Which document comes from where.
struct Origins<'o> {
    /// In order of absolute path.
    files: Vec<Planned>,
    /// Those of them that come from the old library, by place.
    stored: BTreeMap<(String, String), &'o DocumentRecord>,
    gone: Vec<Gone>,
}

/// The key of a document: folder and path.
fn key(planned: &Planned) -> (String, String) {
    (planned.root.clone(), planned.path.clone())
}

impl<'o> Origins<'o> {
    fn of(original: &'o Original, known: &[DocumentRecord], source: Source) -> Self {
        let known: BTreeMap<(&str, &str), &DocumentRecord> = known
            .iter()
            .map(|record| ((record.root.as_str(), record.path.as_str()), record))
            .collect();
        let mut origins = Self {
            files: Vec::new(),
            stored: BTreeMap::new(),
            gone: Vec::new(),
        };
        for record in original.documents() {
            let absolute = planned::absolute(record);
            if source == Source::Stored || planned::is_fetched(record) || !opens(&absolute) {
                if source == Source::Files {
                    let gone = Gone::of(record);
                    let kept = gone.kept;
                    origins.gone.push(gone);
                    if !kept {
                        continue;
                    }
                }
                let place = (record.root.clone(), record.path.clone());
                origins.stored.insert(place, record);
            }
            let place = (record.root.as_str(), record.path.as_str());
            origins
                .files
                .push(planned(record, known.get(&place).copied()));
        }
        origins.files.sort_by(|a, b| a.absolute.cmp(&b.absolute));
        origins.gone.sort_by(|a, b| a.path.cmp(&b.path));
        if source == Source::Files {
            files::note_same(&mut origins.files);
        }
        origins
    }
}

/// Whether there is a file that can be opened.
fn opens(path: &std::path::Path) -> bool {
    // A pipe would block for ever on opening.
    let is_file = std::fs::metadata(path).is_ok_and(|about| about.is_file());
    is_file && File::open(path).is_ok()
}

fn planned(record: &DocumentRecord, known: Option<&DocumentRecord>) -> Planned {
    Planned {
        absolute: planned::absolute(record),
        root: record.root.clone(),
        path: record.path.clone(),
        known: known.cloned().map(Box::new),
        filed_alike: known.is_some_and(|known| {
            known.collection == record.collection && known.metadata == record.metadata
        }),
        filing: Filing {
            collection: record.collection.clone(),
            metadata: record.metadata.clone(),
            added: record.added,
        },
        same_as: None,
    }
}

/// A document as the old library holds it, cut anew.
fn from_stored(
    original: &Original,
    record: &DocumentRecord,
    planned: &Planned,
    intake: &Intake<'_>,
) -> Result<Parsed, EngineError> {
    if let Some(known) = &planned.known
        && known.content_hash == record.content_hash
        && known.state == record.state
        && planned.filed_alike
    {
        return Ok(Parsed::Unchanged(known.clone()));
    }
    if let State::Failed { reason } = &record.state {
        return Ok(Parsed::Failed(FailReason {
            message: reason.clone(),
            content_hash: Some(record.content_hash),
            bytes: record.bytes,
            modified: record.modified,
            lasting: record.reader_version == text::READER_VERSION,
        }));
    }
    let Some(document) = original.document(record)? else {
        return Ok(Parsed::Failed(FailReason::default()));
    };
    let document = intake.counted(cut(Parse::stored(document, record), intake.config));
    let document = About::of_record(record).filed(planned, document);
    Ok(Parsed::Held(Box::new(document)))
}

/// Removes what an earlier run took in and the old library holds no more.
fn forget_others(writer: &mut Writer, files: &[Planned]) -> Result<(), EngineError> {
    let wanted: BTreeSet<(String, String)> = files.iter().map(key).collect();
    let others: Vec<_> = writer
        .documents()?
        .into_iter()
        .filter(|record| !wanted.contains(&(record.root.clone(), record.path.clone())))
        .map(|record| record.id)
        .collect();
    writer.remove(&others)?;
    Ok(())
}

/// Paths of documents whose content is no more what it was.
fn changed(original: &Original, added: &AddReport) -> Vec<String> {
    let before: BTreeMap<(&str, &str), &DocumentRecord> = original
        .documents()
        .iter()
        .map(|record| ((record.root.as_str(), record.path.as_str()), record))
        .collect();
    let differs = |record: &&DocumentRecord| {
        let before = before.get(&(record.root.as_str(), record.path.as_str()));
        before.is_some_and(|before| before.content_hash != record.content_hash)
    };
    let records = added.files.iter().filter_map(|file| file.record.as_ref());
    records
        .filter(differs)
        .map(|record| record.path.clone())
        .collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use index::{DocumentId, Library, WrittenSummary, WrittenTopic};
    use models::scripted::HashEmbedder;

    use super::*;
    use crate::ingest::{AddRequest, add, identity};
    use crate::reader::{Reader, ReaderCommand};

    /// Settings under which every question to a reader is an error.
    fn without_reader() -> IngestConfig {
        IngestConfig {
            reader: Reader::Command(ReaderCommand::new("/there/is/no/such/program", &[])),
            ..IngestConfig::default()
        }
    }

    fn written(dir: &Path, files: &[(&str, String)]) -> AddRequest {
        for (name, text) in files {
            let path = dir.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        AddRequest {
            paths: vec![dir.to_owned()],
            ..AddRequest::default()
        }
    }

    fn added(store: &Path, request: &AddRequest, config: &IngestConfig) -> AddReport {
        let mut writer = Writer::open(store, &identity(config, None)).unwrap();
        let cancel = Cancel::default();
        add(&mut writer, None, request, config, &cancel, &mut |_| ()).unwrap()
    }

    fn digest(store: &Path) -> String {
        let snapshot = Library::open(store).unwrap().snapshot().unwrap();
        snapshot.digest().unwrap()
    }

    fn files() -> Vec<(&'static str, String)> {
        let prose = "The pilot comes aboard at the outer buoy. ".repeat(60);
        vec![
            ("a.md", format!("# Pilots\n\n{prose}\n")),
            ("b.csv", "Port,Fee\nLow,\"$1,250\"\nHigh,$980\n".to_owned()),
            ("empty.txt", String::new()),
        ]
    }

    #[test]
    fn stored_documents_are_cut_anew_without_a_reader() {
        let home = tempfile::tempdir().unwrap();
        let [docs, old, new, fresh] =
            ["docs", "old", "new", "fresh"].map(|name| home.path().join(name));
        let request = written(&docs, &files());
        added(&old, &request, &IngestConfig::default());
        let mut config = IngestConfig::default();
        config.chunk.size_chars = 300;
        added(&fresh, &request, &config);
        config.reader = without_reader().reader;
        let original = Original::open(&old).unwrap();
        let mut writer = Writer::open(&new, &identity(&config, None)).unwrap();
        let cancel = Cancel::default();
        let mut make = || {
            rebuild(
                &original,
                &mut writer,
                Source::Stored,
                None,
                &config,
                &cancel,
                &mut |_| (),
            )
            .unwrap()
        };
        let report = make();
        assert!(report.whole && report.gone.is_empty(), "{report:?}");
        assert_eq!(
            report.added.files.iter().filter(|file| file.held).count(),
            2
        );
        // Once more, there is nothing to do.
        assert!(make().added.files.iter().all(|file| !file.held));
        drop(writer);
        assert_eq!(digest(&new), digest(&fresh));
    }

    #[test]
    fn what_a_model_wrote_stays_with_documents_that_are_as_they_were() {
        let home = tempfile::tempdir().unwrap();
        let [docs, old, new] = ["docs", "old", "new"].map(|name| home.path().join(name));
        let request = written(&docs, &files());
        let config = IngestConfig::default();
        added(&old, &request, &config);
        let said = |text: &str| WrittenSummary {
            section: None,
            text: text.to_owned(),
            spans: vec![text::Span::new(0, 8)],
            model: "scripted".to_owned(),
            prompt: 1,
        };
        let mut writer = Writer::open(&old, &identity(&config, None)).unwrap();
        let documents = writer.documents().unwrap();
        let id_of = |path: &str| {
            let one = documents.iter().find(|one| one.path == path);
            one.unwrap().id.clone()
        };
        let (pilots, fees) = (id_of("a.md"), id_of("b.csv"));
        writer.put_written(&pilots, &[said("Of pilots.")]).unwrap();
        writer.put_written(&fees, &[said("Of fees.")]).unwrap();
        let topic = |documents: &[&DocumentId]| WrittenTopic {
            documents: documents.iter().map(|&id| id.clone()).collect(),
            topic: "Harbour fees".to_owned(),
            text: "What ports ask.".to_owned(),
            rests_on: vec![pilots.clone()],
            model: "scripted".to_owned(),
            prompt: 1,
        };
        let topics = [topic(&[&pilots]), topic(&[&pilots, &fees])];
        writer.put_topics(&topics).unwrap();
        drop(writer);
        std::fs::write(docs.join("b.csv"), "Port,Fee\nLow,$7\n").unwrap();

        let original = Original::open(&old).unwrap();
        let mut writer = Writer::open(&new, &identity(&config, None)).unwrap();
        let cancel = Cancel::default();
        let source = Source::Files;
        rebuild(
            &original,
            &mut writer,
            source,
            None,
            &config,
            &cancel,
            &mut |_| (),
        )
        .unwrap();
        drop(writer);
        let snapshot = Library::open(&new).unwrap().snapshot().unwrap();
        let kept = snapshot.written_summaries(&pilots).unwrap();
        assert_eq!(kept, [said("Of pilots.")]);
        assert_eq!(snapshot.written_topics().unwrap(), topics[..1]);
        let changed = snapshot.documents().iter().find(|one| one.path == "b.csv");
        let lost = snapshot.written_summaries(&changed.unwrap().id).unwrap();
        assert!(lost.is_empty(), "the file has changed");
    }

    #[test]
    fn tokens_are_counted_by_the_model_at_hand_and_estimated_without() {
        let home = tempfile::tempdir().unwrap();
        let [docs, store] = ["docs", "store"].map(|name| home.path().join(name));
        let request = written(&docs, &files()[..1]);
        let embedder = HashEmbedder::default();
        let (config, cancel) = (IngestConfig::default(), Cancel::default());
        let tokens = || {
            let snapshot = Library::open(&store).unwrap().snapshot().unwrap();
            let document = &snapshot.documents()[0];
            let chunk = snapshot.chunk(document.first_chunk).unwrap();
            (chunk.tokens, chunk.tokens_counted, chunk.text)
        };
        added(&store, &request, &config);
        let (estimated, counted, text) = tokens();
        assert_eq!((estimated, counted), (text::estimated_tokens(&text), false));
        let refiled = AddRequest {
            collection: "pilots".to_owned(),
            ..request
        };
        let with_model = identity(&config, Some(&embedder));
        let mut writer = Writer::open(&store, &with_model).unwrap();
        let model = Some(&embedder as &dyn Embedder);
        add(&mut writer, model, &refiled, &config, &cancel, &mut |_| ()).unwrap();
        let (counted, by_model, text) = tokens();
        let specials = embedder.count_tokens("").unwrap();
        let expected = embedder.count_tokens(&text).unwrap() - specials;
        assert_eq!((counted as usize, by_model), (expected, true));
    }

    #[test]
    fn known_bytes_under_another_name_need_no_reader() {
        let home = tempfile::tempdir().unwrap();
        let [docs, store, fresh] = ["docs", "store", "fresh"].map(|name| home.path().join(name));
        let files = files();
        let request = written(&docs, &files[..2]);
        added(&store, &request, &IngestConfig::default());
        let copy = [("more/c.md", files[0].1.clone())];
        let request = written(&docs, &copy);
        let report = added(&store, &request, &without_reader());
        let held: Vec<&str> = report
            .files
            .iter()
            .filter(|file| file.held)
            .map(|file| file.path.as_str())
            .collect();
        assert_eq!(held, ["more/c.md"]);
        added(&fresh, &request, &IngestConfig::default());
        assert_eq!(digest(&store), digest(&fresh));
    }
}
