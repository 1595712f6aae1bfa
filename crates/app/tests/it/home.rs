//! A user's home of its own for each test: nothing of the machine's is touched.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A fresh home folder with a library in it.
pub struct Home {
    folder: tempfile::TempDir,
    settings: Vec<(String, OsString)>,
}

/// What a run of the binary gave.
#[derive(Debug)]
pub struct Run {
    /// Exit code; `None` when it was killed.
    pub code: Option<i32>,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl Home {
    /// An empty home without any model: keywords only.
    pub fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            settings: Vec::new(),
        }
    }

    /// An empty home that uses the models of this machine; `None`, and a word
    /// about it, when there are none.
    pub fn with_model() -> Option<Self> {
        let caches = std::env::var_os("XDG_CACHE_HOME")
            .map(PathBuf::from)
            .or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache")))?;
        let models = caches.join("perusal/models");
        if !models.join("all-minilm-l6-v2").is_dir() {
            println!("skipped: no embedding model in {}", models.display());
            return None;
        }
        let mut home = Self::new();
        home.set("PERUSAL_MODEL__CACHE", models);
        Some(home)
    }

    /// The same, but every question is answered: what the best quote is does not
    /// depend on how sure the answer must be.
    pub fn answering(mut self) -> Self {
        self.set("PERUSAL_ANSWER__CONFIDENCE_MIN", "0");
        self
    }

    /// Sets a variable of the environment for every run from now on.
    pub fn set(&mut self, name: &str, value: impl Into<OsString>) {
        self.settings.push((name.to_owned(), value.into()));
    }

    /// A path below the home.
    pub fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    /// Writes a file below the home and gives its path.
    pub fn write(&self, below: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(below);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        path
    }

    /// The binary with this home, ready for arguments.
    pub fn command(&self) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("perusal"));
        command
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.folder.path())
            .env("PERUSAL_STORE", self.path("library"))
            .envs(self.settings.iter().map(|(name, value)| (name, value)))
            .current_dir(self.folder.path());
        command
    }

    /// Runs the binary to its end.
    pub fn run(&self, arguments: &[&str]) -> Run {
        Run::from(self.command().args(arguments).output().unwrap())
    }

    /// Runs with `--json` and gives the object; panics with what was said otherwise.
    pub fn json(&self, arguments: &[&str]) -> Value {
        let run = self.run(&[arguments, &["--json"]].concat());
        serde_json::from_str(&run.stdout)
            .unwrap_or_else(|_| panic!("no JSON from {arguments:?}: {run:?}"))
    }

    /// The content digest of the library in a folder below the home.
    #[track_caller]
    pub fn digest(&self, library: &str) -> String {
        let run = self
            .run(&["--store", library, "doctor", "--digest"])
            .expect(0, "");
        run.stdout.trim().to_owned()
    }

    /// The digest of a new library of these folders, made in `fresh`.
    #[track_caller]
    pub fn fresh_digest(&self, fresh: &str, folders: &[&str]) -> String {
        let library = self.path(fresh);
        if library.exists() {
            std::fs::remove_dir_all(&library).unwrap();
        }
        let add = self.run(&[&["--store", fresh, "add"], folders].concat());
        // 1 for an empty folder, 4 where some files cannot be read.
        assert!(matches!(add.code, Some(0 | 1 | 4)), "{add:?}");
        self.digest(fresh)
    }

    /// Copies a folder below the home with all that is in it, over what was there.
    pub fn copy(&self, from: &str, to: &str) {
        let to = self.path(to);
        if to.exists() {
            std::fs::remove_dir_all(&to).unwrap();
        }
        copy_folder(&self.path(from), &to);
    }

    /// Every file below a folder of the home, sorted; none when it is not there.
    pub fn files(&self, below: &str) -> Vec<PathBuf> {
        let mut files = Vec::new();
        collect(&self.path(below), &mut files);
        files.sort();
        files
    }
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_dir() {
            collect(&entry.path(), files);
        } else {
            files.push(entry.path());
        }
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl Run {
    /// Checks the exit code and that standard error says `said`.
    #[track_caller]
    pub fn expect(self, code: i32, said: &str) -> Self {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert!(self.stderr.contains(said), "`{said}` is not in {self:?}");
        assert!(!self.stderr.contains("panicked"), "{self:?}");
        self
    }

    /// Checks that it ended by itself, with an error that says what to do.
    #[track_caller]
    pub fn fails_with_hint(self) -> Self {
        assert!(
            self.code.is_some_and(|code| code != 0 && code != 101),
            "{self:?}"
        );
        assert!(self.stderr.contains("hint:"), "{self:?}");
        assert!(!self.stderr.contains("panicked"), "{self:?}");
        self
    }

    /// Its JSON; panics with what was said when there is none.
    #[track_caller]
    pub fn object(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }
}

/// True when a program can be started; says so when it cannot.
pub fn has(program: &str, argument: &str) -> bool {
    let found = Command::new(program).arg(argument).output().is_ok();
    if !found {
        println!("skipped: there is no {program} here");
    }
    found
}

/// The evaluation data beside the checkout, where there are any.
pub fn data(below: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data")
        .join(below);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: no {below} beside the checkout");
    None
}
