//! `perusal rm`

use perusal::hierarchy;
use perusal::index::{DocumentRecord, Writer};
use serde_json::{Value, json};

use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::{cluster, json as outside, library};

/// What was deleted.
pub struct Removed {
    /// The object of `rm --json`.
    pub object: Value,
    /// The documents.
    pub documents: Vec<DocumentRecord>,
    /// Why some text is still on the disk, where it is.
    pub postponed: Vec<String>,
}

/// Deletes documents for good, and prints which.
pub fn run(context: &Context, named: &[String]) -> Result<Code, Failure> {
    let removed = remove(context, named)?;
    if context.output.json {
        context.output.object(&removed.object)?;
    } else {
        for record in &removed.documents {
            context.output.line(&format!("removed {}", record.path))?;
        }
    }
    for reason in &removed.postponed {
        context.output.say(&format!(
            "note: {reason}; the text leaves the disk with the next `perusal add` or `perusal rm`"
        ));
    }
    Ok(Code::Done)
}

/// Deletes documents for good: afterwards no file of the library holds their text.
///
/// # Errors
/// A name of no document, or of several: then nothing is deleted. A library that cannot be
/// written.
pub fn remove(context: &Context, named: &[String]) -> Result<Removed, Failure> {
    // Names are looked up first, so that a typo removes nothing.
    let snapshot = library::records(context)?;
    let identity = snapshot.identity().clone();
    let mut documents: Vec<DocumentRecord> = Vec::new();
    for name in named {
        let record = library::find(snapshot.documents(), name)?.clone();
        if !documents.iter().any(|other| other.id == record.id) {
            documents.push(record);
        }
    }
    // Our own reader must not hold the old version back from being wiped.
    drop(snapshot);
    let mut writer = Writer::open(&context.settings.store, &identity)?;
    let ids: Vec<_> = documents.iter().map(|record| record.id.clone()).collect();
    writer.remove(&ids)?;
    // The clusters went with the documents; those of the rest come back.
    hierarchy::refresh(&mut writer)?;
    cluster::catch_up(context, &mut writer);
    let postponed = writer.vacuum()?.postponed;
    let list: Vec<_> = documents
        .iter()
        .map(|record| {
            let mut object = outside::document(record);
            object.insert("action".to_owned(), json!("removed"));
            object
        })
        .collect();
    Ok(Removed {
        object: json!({
            "schema": outside::SCHEMA,
            "documents": list,
            "wiped": postponed.is_empty(),
        }),
        documents,
        postponed: postponed.iter().map(ToString::to_string).collect(),
    })
}
