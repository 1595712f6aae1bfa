//! Which files, found or fetched, are new, and which the library knows.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::PathBuf;

use index::DocumentRecord;

use super::content::Content;
use super::planned::{Filing, NO_ROOT, Planned, absolute, is_fetched};
use super::request::AddRequest;
use super::walk::Walked;

/// All files of a request, each beside the document the library has of it, in order of absolute
/// path, then fetched ones in order of address. A file under an added folder that was added before
/// through another folder stays filed under the first.
pub fn files_of(walked: &Walked, known: &[DocumentRecord], request: &AddRequest) -> Vec<Planned> {
    let mut files = found(walked, known, request);
    files.extend(fetched(known, request));
    note_same(&mut files);
    files
}

fn found(walked: &Walked, known: &[DocumentRecord], request: &AddRequest) -> Vec<Planned> {
    let known: BTreeMap<PathBuf, &DocumentRecord> = known
        .iter()
        .filter(|record| !is_fetched(record))
        .map(|record| (absolute(record), record))
        .collect();
    walked
        .files
        .iter()
        .map(|file| {
            let record = known.get(&file.absolute).copied();
            let (root, path) = match record {
                Some(record) => (record.root.clone(), record.path.clone()),
                None => (file.root.to_string_lossy().into_owned(), file.shown()),
            };
            planned(file.absolute.clone(), root, path, record, request)
        })
        .collect()
}

/// Each address once, the first file given for it.
fn fetched(known: &[DocumentRecord], request: &AddRequest) -> Vec<Planned> {
    let known: BTreeMap<&str, &DocumentRecord> = known
        .iter()
        .filter(|record| is_fetched(record))
        .map(|record| (record.path.as_str(), record))
        .collect();
    let mut seen = BTreeSet::new();
    let mut files: Vec<Planned> = request
        .fetched
        .iter()
        .filter(|fetched| seen.insert(fetched.address.as_str()))
        .map(|fetched| {
            let (file, address) = (fetched.file.clone(), fetched.address.clone());
            let record = known.get(fetched.address.as_str()).copied();
            planned(file, NO_ROOT.to_owned(), address, record, request)
        })
        .collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

fn planned(
    absolute: PathBuf,
    root: String,
    path: String,
    record: Option<&DocumentRecord>,
    request: &AddRequest,
) -> Planned {
    Planned {
        absolute,
        root,
        path,
        known: record.cloned().map(Box::new),
        filed_alike: record.is_some_and(|record| {
            record.collection == request.collection && record.metadata == request.metadata
        }),
        filing: Filing {
            collection: request.collection.clone(),
            metadata: request.metadata.clone(),
            added: request.now,
        },
        same_as: None,
    }
}

/// Notes in each file that has the bytes of an earlier one that it has; a file of another size
/// is not looked at.
pub fn note_same(files: &mut [Planned]) {
    let mut by_size: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (index, file) in files.iter().enumerate() {
        // What cannot be looked at is told when it is read.
        if let Ok(about) = std::fs::metadata(&file.absolute)
            && about.is_file()
        {
            by_size.entry(about.len()).or_default().push(index);
        }
    }
    for alike in by_size.values().filter(|alike| alike.len() > 1) {
        let mut seen = HashSet::new();
        for &index in alike {
            let file = &mut files[index];
            let content = std::fs::read(&file.absolute).ok().and_then(|bytes| {
                let hash = *blake3::hash(&bytes).as_bytes();
                Content::of(&bytes, hash, &file.path)
            });
            file.same_as = content.filter(|content| !seen.insert(*content));
        }
    }
}
