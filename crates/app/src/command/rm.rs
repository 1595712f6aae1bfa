//! `perusal rm`

use perusal::hierarchy;
use serde_json::json;

use super::Context;
use crate::failure::{Code, Failure};
use crate::{json as outside, library};

/// Deletes documents for good: afterwards no file of the library holds their text.
pub fn run(context: &Context, named: &[String]) -> Result<Code, Failure> {
    // Names are looked up first, so that a typo removes nothing.
    let snapshot = library::snapshot(&context.settings)?;
    let identity = snapshot.identity().clone();
    let mut found = Vec::new();
    for name in named {
        let record = library::find(snapshot.documents(), name)?.clone();
        if !found
            .iter()
            .any(|other: &perusal::index::DocumentRecord| other.id == record.id)
        {
            found.push(record);
        }
    }
    // Our own reader must not hold the old version back from being wiped.
    drop(snapshot);
    let mut writer = perusal::index::Writer::open(&context.settings.store, &identity)?;
    let ids: Vec<_> = found.iter().map(|record| record.id.clone()).collect();
    writer.remove(&ids)?;
    // The clusters went with the documents; those of the rest come back.
    hierarchy::refresh(&mut writer)?;
    let vacuum = writer.vacuum()?;
    if context.output.json {
        let list: Vec<_> = found
            .iter()
            .map(|record| {
                let mut object = outside::document(record);
                object.insert("action".to_owned(), json!("removed"));
                object
            })
            .collect();
        context.output.object(&json!({
            "schema": outside::SCHEMA,
            "documents": list,
            "wiped": vacuum.postponed.is_empty(),
        }))?;
    } else {
        for record in &found {
            context.output.line(&format!("removed {}", record.path))?;
        }
    }
    for reason in &vacuum.postponed {
        context.output.say(&format!(
            "note: {reason}; the text leaves the disk with the next `perusal add` or `perusal rm`"
        ));
    }
    Ok(Code::Done)
}
