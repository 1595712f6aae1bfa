//! `perusal summaries edit`: a summary written by hand.

use std::io::{IsTerminal, Read, Write};
use std::path::Path;

use perusal::index::{CORRECTION_BYTES_MAX, DocumentRecord, Snapshot, State, Writer};
use serde_json::{Value, json};

use crate::cli::SummariesEditArgs;
use crate::context::{Context, now};
use crate::failure::{Code, Failure};
use crate::output::printable;
use crate::{json as outside, library};

/// Keeps what a person wrote, or forgets it.
pub fn run(context: &Context, args: &SummariesEditArgs) -> Result<Code, Failure> {
    let snapshot = library::records(context)?;
    let identity = snapshot.identity().clone();
    let record = library::find(snapshot.documents(), &args.document)?.clone();
    if matches!(record.state, State::Failed { .. }) {
        return Err(usage(
            "the file could not be read, so there is nothing to summarise",
            "`perusal show` says why",
        ));
    }
    let text = match (&args.text, &args.file, args.clear) {
        (Some(text), _, _) => Some(text.clone()),
        (None, Some(path), _) => Some(from_file(path)?),
        (None, None, true) => None,
        (None, None, false) => Some(from_editor(&before(&snapshot, &record)?)?),
    };
    let text = text.map(|text| text.trim().to_owned());
    if text.as_deref() == Some("") {
        return Err(usage(
            "the summary is empty",
            "`--clear` takes a correction away",
        ));
    }
    drop(snapshot);
    let mut writer = Writer::open(&context.settings.store, &identity)?;
    let had = writer.correct(&record.id, text.as_deref(), now())?;
    crate::cluster::catch_up(context, &mut writer);
    let (action, code) = match (text, had) {
        (Some(_), _) => ("corrected", Code::Done),
        (None, true) => ("cleared", Code::Done),
        (None, false) => ("nothing to clear", Code::Nothing),
    };
    if context.output.json {
        let mut object = outside::document(&record);
        object.insert("schema".to_owned(), json!(outside::SCHEMA));
        object.insert("action".to_owned(), json!(action.replace(' ', "_")));
        context.output.object(&Value::Object(object))?;
    } else {
        context
            .output
            .line(&printable(&format!("{action}: {}", record.path)))?;
    }
    Ok(code)
}

fn usage(message: &str, hint: &str) -> Failure {
    Failure::Usage {
        message: message.to_owned(),
        hint: hint.to_owned(),
    }
}

/// The text of a file, read no further than a correction may be long.
fn from_file(path: &Path) -> Result<String, Failure> {
    let unreadable = |error: std::io::Error| {
        usage(
            &format!("{} cannot be read: {error}", path.display()),
            "give a text file in UTF-8",
        )
    };
    let file = std::fs::File::open(path).map_err(unreadable)?;
    let mut text = String::new();
    file.take(CORRECTION_BYTES_MAX as u64 + 1)
        .read_to_string(&mut text)
        .map_err(unreadable)?;
    Ok(text)
}

/// What an editor starts from: the correction there is, else the summary.
fn before(snapshot: &Snapshot, record: &DocumentRecord) -> Result<String, Failure> {
    if let Some(correction) = snapshot.correction(&record.id)? {
        return Ok(correction.text);
    }
    let sentences = snapshot
        .summaries(&record.id)?
        .document
        .sentences
        .iter()
        .map(|span| Ok(one_line(&snapshot.text(&record.id, *span)?)))
        .collect::<Result<Vec<String>, Failure>>()?;
    Ok(sentences.join("\n"))
}

/// Lets the user's editor change a text.
fn from_editor(before: &str) -> Result<String, Failure> {
    const HINT: &str = "use `--text TEXT`, `--file FILE` or `--clear`, or set EDITOR on a terminal";
    let editor = ["VISUAL", "EDITOR"].iter().find_map(|name| {
        std::env::var(name)
            .ok()
            .filter(|value| !value.trim().is_empty())
    });
    let Some(editor) = editor.filter(|_| std::io::stdin().is_terminal()) else {
        return Err(usage("what the summary shall be is not given", HINT));
    };
    let folder = std::env::temp_dir().join(format!("perusal-{}", std::process::id()));
    private_folder(&folder)?;
    let path = folder.join("summary.txt");
    let edited = edited(&editor, &path, before);
    // The text of a document must not stay behind, whatever the editor did.
    std::fs::remove_dir_all(&folder)?;
    edited
}

fn edited(editor: &str, path: &Path, before: &str) -> Result<String, Failure> {
    let mut file = std::fs::File::create_new(path)?;
    file.write_all(before.as_bytes())?;
    drop(file);
    let mut words = editor.split_whitespace();
    let status = std::process::Command::new(words.next().unwrap_or_default())
        .args(words)
        .arg(path)
        .status()?;
    if !status.success() {
        return Err(usage(
            "the editor ended with an error, nothing was changed",
            "check EDITOR",
        ));
    }
    from_file(path)
}

/// A new folder nobody else can look into.
fn private_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
