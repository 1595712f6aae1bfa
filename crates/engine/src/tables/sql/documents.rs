//! Documents as queries name them: by path, or by the start of their id.

use index::{DocumentId, DocumentRecord, Snapshot};

/// Letters of a document's id that tell it apart in a message.
const ID_LETTERS: usize = 12;

/// The documents of a path, in any case; where none has it, those whose id begins so.
pub(in super::super) fn documents_called<'s>(
    snapshot: &'s Snapshot,
    name: &str,
) -> Vec<&'s DocumentRecord> {
    let documents = || snapshot.documents().iter();
    let of_path = |record: &&DocumentRecord| record.path.eq_ignore_ascii_case(name);
    let exact: Vec<&DocumentRecord> = documents().filter(|one| one.path == name).collect();
    if !exact.is_empty() || name.is_empty() {
        return exact;
    }
    let found: Vec<&DocumentRecord> = documents().filter(of_path).collect();
    if !found.is_empty() {
        return found;
    }
    documents()
        .filter(|record| record.id.as_str().starts_with(name))
        .collect()
}

/// What names one document and no other: its path, or the start of its id where several have
/// that.
pub(in super::super) fn called<'s>(snapshot: &'s Snapshot, id: &'s DocumentId) -> &'s str {
    let of_path = |path: &str| {
        let documents = snapshot.documents().iter();
        documents.filter(|one| one.path == path).count()
    };
    let path = snapshot.document(id).map(|record| record.path.as_str());
    match path {
        Ok(path) if of_path(path) == 1 && !path.contains('"') => path,
        _ => {
            let whole = id.as_str();
            whole.get(..ID_LETTERS).unwrap_or(whole)
        }
    }
}
