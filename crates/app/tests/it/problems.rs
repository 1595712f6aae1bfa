//! The page says what the server refuses in the language of its reader: every code that the server
//! can give has words in each of them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

#[test]
fn the_page_has_words_for_every_problem_in_three_languages() {
    let mut given = BTreeSet::new();
    for file in rust_files(&Path::new(ROOT).join("crates/app/src/serve")) {
        given.extend(codes(&fs::read_to_string(file).unwrap()));
    }
    // Were codes written in another manner, none would be found.
    assert!(given.len() > 30, "{given:?}");
    for language in ["en", "de", "es"] {
        let file = format!("{ROOT}/web/src/words/problems/{language}.ts");
        let words = fs::read_to_string(file).unwrap();
        let said: BTreeSet<String> = words.lines().filter_map(key).map(str::to_owned).collect();
        let silent: Vec<_> = given.difference(&said).collect();
        let idle: Vec<_> = said.difference(&given).collect();
        assert!(silent.is_empty(), "{language} has no words for {silent:?}");
        assert!(
            idle.is_empty(),
            "{language} has words for {idle:?}, which is never given"
        );
    }
}

/// Codes stand after the status that goes with them.
fn codes(source: &str) -> Vec<String> {
    let after = source.split("StatusCode::").skip(1);
    let codes = after.filter_map(|rest| {
        let (status, rest) = rest.split_once(',')?;
        let is_status = status
            .bytes()
            .all(|one| one.is_ascii_uppercase() || one == b'_');
        let (code, _) = rest.trim_start().strip_prefix('"')?.split_once('"')?;
        let is_code = code
            .bytes()
            .all(|one| one.is_ascii_lowercase() || one == b'_');
        (is_status && is_code).then(|| code.to_owned())
    });
    codes.collect()
}

/// `  not_found: { title: "…" },`
fn key(line: &str) -> Option<&str> {
    let (key, words) = line.strip_prefix("  ")?.split_once(": { title: \"")?;
    (words.len() > 10).then_some(key)
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|one| one.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let mut found: Vec<PathBuf> = folders.iter().flat_map(|one| rust_files(one)).collect();
    found.extend(
        files
            .into_iter()
            .filter(|path| path.extension() == Some("rs".as_ref())),
    );
    found
}
