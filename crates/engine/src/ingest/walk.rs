//! Which files a list of paths means.
//!
//! Folders are walked like git does it: hidden files and what `.gitignore` and
//! `.ignore` name are left out, links are not followed. A path that names a
//! file is taken as it is.

use std::path::{Path, PathBuf};

use ignore::WalkBuilder;

use crate::EngineError;

/// A file to look at.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FoundFile {
    /// Where it lies, absolute.
    pub absolute: PathBuf,
    /// The added folder, or the folder of an added file; absolute.
    pub root: PathBuf,
}

impl FoundFile {
    /// Path below the root, with `/` between its parts, as shown to people.
    pub fn shown(&self) -> String {
        let below = self
            .absolute
            .strip_prefix(&self.root)
            .unwrap_or(&self.absolute);
        let parts: Vec<_> = below
            .components()
            .map(|part| part.as_os_str().to_string_lossy())
            .collect();
        parts.join("/")
    }
}

/// What a walk found.
#[derive(Debug, Clone, Default)]
pub struct Walked {
    /// Sorted by absolute path, each once.
    pub files: Vec<FoundFile>,
    /// The folders that were walked, absolute.
    pub folders: Vec<PathBuf>,
    /// Parts of folders that could not be read, as sentences.
    pub unreadable: Vec<String>,
}

/// Finds the files under `paths`.
///
/// # Errors
/// [`EngineError::MissingPath`] for the first path that does not exist.
pub fn walk(paths: &[PathBuf]) -> Result<Walked, EngineError> {
    let mut walked = Walked::default();
    for path in paths {
        let absolute = std::fs::canonicalize(path)
            .map_err(|_| EngineError::MissingPath { path: path.clone() })?;
        if absolute.is_dir() {
            walk_folder(&absolute, &mut walked);
            walked.folders.push(absolute);
        } else {
            let root = absolute.parent().unwrap_or(Path::new("/")).to_owned();
            walked.files.push(FoundFile { absolute, root });
        }
    }
    walked.files.sort();
    walked.files.dedup_by(|a, b| a.absolute == b.absolute);
    Ok(walked)
}

fn walk_folder(root: &Path, walked: &mut Walked) {
    let walker = WalkBuilder::new(root)
        .require_git(false)
        .follow_links(false)
        .sort_by_file_path(Path::cmp)
        .build();
    for entry in walker {
        match entry {
            Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
                walked.files.push(FoundFile {
                    absolute: entry.into_path(),
                    root: root.to_owned(),
                });
            }
            Ok(_) => {}
            Err(error) => walked.unreadable.push(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_like_git_and_shows_paths_below_the_root() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "x").unwrap();
        };
        for name in ["b.md", "sub/a.txt", ".hidden", "skip/c.md", "d.log"] {
            write(name);
        }
        std::fs::write(folder.path().join(".gitignore"), "skip/\n*.log\n").unwrap();
        let walked = walk(&[folder.path().to_owned()]).unwrap();
        let shown: Vec<_> = walked.files.iter().map(FoundFile::shown).collect();
        assert_eq!(shown, ["b.md", "sub/a.txt"]);
    }

    #[test]
    fn a_file_named_twice_is_found_once_and_a_missing_one_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.md");
        std::fs::write(&file, "x").unwrap();
        let walked = walk(&[file.clone(), folder.path().to_owned()]).unwrap();
        assert_eq!(walked.files.len(), 1);
        let missing = folder.path().join("none");
        assert!(matches!(
            walk(&[missing]),
            Err(EngineError::MissingPath { .. })
        ));
    }
}
