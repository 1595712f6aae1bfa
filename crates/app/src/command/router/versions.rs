//! Versions of the router's weights beside a library: files that are only ever
//! added, and the name of the one in use.

use std::io::Read;
use std::path::{Path, PathBuf};

use perusal::classifier::Classifier;
use serde_json::json;

use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::json::SCHEMA;

/// Folder of the versions within a store.
const FOLDER: &str = "router";
/// The file that names the version in use; without it this build's weights are.
const CURRENT: &str = "current";
/// What a version's file ends in.
const ENDING: &str = ".weights";
/// A larger file of weights is not read.
const WEIGHTS_BYTES_MAX: u64 = 64 << 20;

/// The weights in use beside the library, unless they are this build's own.
/// Damaged ones are said to and left out.
pub fn current(context: &Context) -> Option<Classifier> {
    let folder = context.settings.store.join(FOLDER);
    let name = named(&folder)?;
    weights(&folder.join(name))
        .inspect_err(|failure| {
            context.output.say(&format!(
                "note: trained weights are left out: {failure} (`perusal router rollback`)"
            ));
        })
        .ok()
}

/// What the weights in use are called in traces: `0001`, or `build` for those of this build.
pub fn in_use(store: &Path) -> String {
    let name = named(&store.join(FOLDER));
    let number = name.as_deref().and_then(|name| name.strip_suffix(ENDING));
    number.unwrap_or("build").to_owned()
}

/// Adds a version and puts it in use.
pub fn promote(context: &Context, bytes: &[u8]) -> Result<String, Failure> {
    let folder = context.settings.store.join(FOLDER);
    std::fs::create_dir_all(&folder)?;
    let number = numbers(&folder).last().map_or(1, |last| last + 1);
    let name = format!("{number:04}{ENDING}");
    write(&folder.join(&name), bytes)?;
    write(&folder.join(CURRENT), name.as_bytes())?;
    Ok(name)
}

/// Lists the versions.
pub fn list(context: &Context) -> Result<Code, Failure> {
    let folder = context.settings.store.join(FOLDER);
    let current = named(&folder);
    let versions: Vec<String> = numbers(&folder)
        .into_iter()
        .map(|number| format!("{number:04}{ENDING}"))
        .collect();
    if context.output.json {
        context.output.object(&json!({
            "schema": SCHEMA, "versions": versions, "current": current,
        }))?;
        return Ok(Code::Done);
    }
    let mark = |used: bool| if used { "*" } else { " " };
    let shipped = format!("{} the weights of this build", mark(current.is_none()));
    context.output.line(&shipped)?;
    for version in versions {
        let used = current.as_ref() == Some(&version);
        context.output.line(&format!("{} {version}", mark(used)))?;
    }
    Ok(Code::Done)
}

/// Puts the version before the one in use in its place; before the first stand
/// the weights of this build.
pub fn rollback(context: &Context) -> Result<Code, Failure> {
    let folder = context.settings.store.join(FOLDER);
    let Some(current) = named(&folder) else {
        context.output.say("the weights of this build are in use");
        return Ok(Code::Nothing);
    };
    let number: u32 = number(&current).unwrap_or(0);
    let before = numbers(&folder).into_iter().rfind(|one| *one < number);
    match before {
        Some(before) => write(
            &folder.join(CURRENT),
            format!("{before:04}{ENDING}").as_bytes(),
        )?,
        None => std::fs::remove_file(folder.join(CURRENT))?,
    }
    list(context)
}

/// The version in use.
fn named(folder: &Path) -> Option<String> {
    let name = std::fs::read_to_string(folder.join(CURRENT)).ok()?;
    // What was tampered with must not lead out of the folder.
    number(name.trim()).map(|number| format!("{number:04}{ENDING}"))
}

fn number(name: &str) -> Option<u32> {
    name.strip_suffix(ENDING)?.parse().ok()
}

/// Numbers of the versions, ascending.
fn numbers(folder: &Path) -> Vec<u32> {
    let mut numbers: Vec<u32> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| number(entry.ok()?.file_name().to_str()?))
        .collect();
    numbers.sort_unstable();
    numbers
}

/// Whole or not at all.
fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let beside: PathBuf = path.with_extension("new");
    std::fs::write(&beside, bytes)?;
    Ok(std::fs::rename(&beside, path)?)
}

/// Weights from a file.
pub fn weights(path: &Path) -> Result<Classifier, Failure> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)
        .and_then(|file| file.take(WEIGHTS_BYTES_MAX + 1).read_to_end(&mut bytes))
        .map_err(|error| bad_weights(path, &error.to_string()))?;
    Classifier::from_bytes(&bytes).map_err(|error| bad_weights(path, &error.to_string()))
}

fn bad_weights(path: &Path, reason: &str) -> Failure {
    Failure::Usage {
        message: format!("{}: {reason}", path.display()),
        hint: "`perusal router train --out FILE` writes weights; without `--weights` those of \
               this build are used"
            .to_owned(),
    }
}
