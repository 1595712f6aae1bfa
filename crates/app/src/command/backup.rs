//! `perusal backup`, `perusal restore`

use std::path::Path;

use perusal::index::{self, Backup};
use serde_json::json;

use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::json::SCHEMA;

/// Writes the library into one file.
pub fn make(context: &Context, file: &Path) -> Result<Code, Failure> {
    let made = index::backup(&context.settings.store, file)?;
    tell(context, "backup", file, &made)
}

/// Makes a library of such a file in the place of the one that is not there.
pub fn restore(context: &Context, file: &Path) -> Result<Code, Failure> {
    let made = index::restore(file, &context.settings.store)?;
    tell(context, "restore", &context.settings.store, &made)
}

fn tell(context: &Context, did: &str, place: &Path, made: &Backup) -> Result<Code, Failure> {
    if context.output.json {
        context.output.object(&json!({
            "schema": SCHEMA,
            "did": did,
            "place": place.display().to_string(),
            "documents": made.documents,
            "chunks": made.chunks,
            "version": made.version,
        }))?;
    } else {
        context.output.line(&format!(
            "{} documents, {} chunks, version {}: {}",
            made.documents,
            made.chunks,
            made.version,
            place.display()
        ))?;
    }
    Ok(Code::Done)
}
