//! A damaged file is named, never served, and mended when it can be made from
//! the records.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::home::{Home, Run};
use crate::made_up::{SplitMix64, text, word};

/// A way to spoil a file.
#[derive(Debug, Clone, Copy)]
enum Damage {
    /// One bit of the byte at this offset is another.
    Flip(usize),
    /// Only so many bytes are left.
    Cut(usize),
    Gone,
}

impl Damage {
    fn apply(self, path: &Path) {
        let mut bytes = std::fs::read(path).unwrap();
        match self {
            Damage::Flip(at) => bytes[at] ^= 1 << (at % 7),
            Damage::Cut(length) => bytes.truncate(length),
            Damage::Gone => return std::fs::remove_file(path).unwrap(),
        }
        std::fs::write(path, bytes).unwrap();
    }
}

/// Files whose absence or content decides nothing: who writes and who reads.
fn is_about_processes(file: &str) -> bool {
    file.ends_with("lock") || file.starts_with("readers") || file.ends_with("-shm")
}

/// What a sound library says, to compare with.
struct Sound {
    home: Home,
    question: String,
    query: String,
    digest: String,
    listed: Value,
    found: Value,
    answer: Value,
    files: Vec<String>,
}

impl Sound {
    /// A finished library with a trace, in `sound` below the home.
    fn new(mut home: Home) -> Self {
        home.set("PERUSAL_CHUNK__SIZE_CHARS", "300");
        home.set("PERUSAL_CHUNK__OVERLAP_CHARS", "50");
        for file in 0..12 {
            home.write(
                &format!("docs/{file}.md"),
                format!("# House {file}\n\n{}", text(file, 1, 8)),
            );
        }
        home.run(&["--store", "sound", "add", "docs"]).expect(0, "");
        // Several commits, so that there are several segments and free pages.
        for file in 8..12 {
            home.write(
                &format!("docs/{file}.md"),
                format!("# Hall {file}\n\n{}", text(file, 2, 8)),
            );
        }
        home.run(&["--store", "sound", "add", "docs"]).expect(0, "");
        let question = format!("How many herons did the warden of {} count?", word(3, 1));
        home.run(&["--store", "sound", "ask", &question])
            .expect(0, "");
        let query = format!("{} {} keeper of the book", word(9, 2), word(5, 1));
        let root = home.path("sound");
        let files = home
            .files("sound")
            .iter()
            .map(|path| {
                path.strip_prefix(&root)
                    .unwrap()
                    .to_str()
                    .unwrap()
                    .to_owned()
            })
            .collect();
        home.copy("sound", "library");
        let digest = home.digest("library");
        let listed = home.json(&["ls"])["documents"].clone();
        let found = home.json(&["search", &query, "-k", "30"])["hits"].clone();
        let answer = home.json(&["ask", &question])["answer"].clone();
        assert_eq!(answer["citations"][0]["document"], "3.md");
        Self {
            home,
            question,
            query,
            digest,
            listed,
            found,
            answer,
            files,
        }
    }

    fn length(&self, file: &str) -> usize {
        usize::try_from(self.home.path("sound").join(file).metadata().unwrap().len()).unwrap()
    }

    /// A copy of the library with one file spoilt.
    fn spoil(&self, file: &str, damage: Damage) -> PathBuf {
        self.home.copy("sound", "library");
        let path = self.home.path("library").join(file);
        damage.apply(&path);
        path
    }

    /// What a spoilt library answers is what the sound one answers, or an
    /// error that names a file of it. Gives whether all was answered.
    fn tells_the_truth(&self, about: &str) -> bool {
        let mut sound = true;
        let mut check = |run: Run, part: &str, expected: &Value| {
            let text = &run.stderr;
            assert!(
                !text.contains("panicked") && run.code.is_some(),
                "{about}: {run:?}"
            );
            assert_ne!(run.code, Some(101), "{about}: {run:?}");
            match serde_json::from_str::<Value>(&run.stdout) {
                Ok(told) => assert_eq!(told[part], *expected, "{about}: wrong {part} from {run:?}"),
                Err(_) => {
                    sound = false;
                    assert!(text.contains("error"), "{about}: {run:?}");
                    let library = self.home.path("library");
                    assert!(text.contains(library.to_str().unwrap()), "{about}: {run:?}");
                }
            }
        };
        check(self.home.run(&["ls", "--json"]), "documents", &self.listed);
        let query = ["search", &self.query, "-k", "30", "--json"];
        check(self.home.run(&query), "hits", &self.found);
        check(
            self.home.run(&["ask", &self.question, "--json"]),
            "answer",
            &self.answer,
        );
        sound
    }

    /// The library takes another document, finds it, and still holds the rest.
    fn goes_on(&self, about: &str) {
        self.home.write(
            "more/new.md",
            "# New\n\nThe ostrich of Quuxbury is new here.\n",
        );
        let added = self.home.run(&["add", "more"]);
        assert_eq!(added.code, Some(0), "{about}: {added:?}");
        let hits = self.home.json(&["search", "ostrich"]);
        assert_eq!(hits["hits"][0]["document"], "new.md", "{about}: {hits}");
        let removed = self.home.run(&["rm", "new.md"]);
        assert_eq!(removed.code, Some(0), "{about}: {removed:?}");
        assert_eq!(self.home.digest("library"), self.digest, "{about}");
    }

    /// Spoils a file and checks all that is promised.
    fn check(&self, file: &str, damage: Damage) {
        let about = format!("{file} {damage:?} of {}", self.length(file));
        self.spoil(file, damage);
        let doctor = self.home.run(&["doctor", "--json"]);
        assert!(!doctor.stderr.contains("panicked"), "{about}: {doctor:?}");
        let answered = self.tells_the_truth(&about);
        if doctor.code == Some(0) {
            assert!(answered, "{about}: the doctor found nothing");
            assert_eq!(self.home.digest("library"), self.digest, "{about}");
            self.goes_on(&about);
            return;
        }
        // A file that says of another make what it is, or of none, is named too.
        assert!(matches!(doctor.code, Some(5 | 2)), "{about}: {doctor:?}");
        let top = file.split('/').next().unwrap();
        let name = Path::new(file).file_name().unwrap().to_str().unwrap();
        let told = format!("{}{}", doctor.stdout, doctor.stderr);
        assert!(
            told.contains(name) || told.contains(top),
            "{about}: not named in {told}"
        );
        if doctor.code == Some(5) && (file.starts_with("keyword") || file.starts_with("vectors")) {
            self.mend(file, &about);
        }
    }

    fn mend(&self, file: &str, about: &str) {
        let repair = self.home.run(&["doctor", "--repair"]);
        assert_eq!(repair.code, Some(0), "{about}: {repair:?}");
        if file.starts_with("vectors") {
            self.home.run(&["add", "docs"]).expect(0, "");
        }
        let doctor = self.home.run(&["doctor", "--json"]);
        assert_eq!(doctor.code, Some(0), "{about}, mended: {doctor:?}");
        assert_eq!(self.home.digest("library"), self.digest, "{about}, mended");
        assert!(self.tells_the_truth(&format!("{about}, mended")));
        self.goes_on(&format!("{about}, mended"));
    }
}

#[test]
fn every_file_is_guarded() {
    let sound = Sound::new(Home::with_model().unwrap_or_else(Home::new));
    assert!(sound.files.iter().any(|file| file == "library.sqlite"));
    assert!(sound.files.iter().any(|file| file.starts_with("keyword")));
    for file in &sound.files {
        let length = sound.length(file);
        if length > 0 {
            sound.check(file, Damage::Flip(length / 2));
            sound.check(file, Damage::Cut(length / 2));
        }
        if is_about_processes(file) {
            sound.check(file, Damage::Gone);
        } else if length > 0 {
            sound.check(file, Damage::Flip(length - 1));
        }
    }
}

#[test]
fn no_bit_of_the_records_is_served_wrong() {
    let sound = Sound::new(Home::new());
    let mut random = SplitMix64::new(5);
    let length = sound.length("library.sqlite");
    for _ in 0..40 {
        sound.check("library.sqlite", Damage::Flip(random.below(length)));
    }
    for _ in 0..3 {
        sound.check("library.sqlite", Damage::Cut(random.below(length)));
    }
}

#[test]
fn no_bit_of_the_keyword_index_is_served_wrong() {
    let sound = Sound::new(Home::new());
    let mut random = SplitMix64::new(6);
    let files: Vec<&String> = sound
        .files
        .iter()
        .filter(|file| file.starts_with("keyword") && sound.length(file) > 0)
        .collect();
    for _ in 0..30 {
        let file = files[random.below(files.len())];
        sound.check(file, Damage::Flip(random.below(sound.length(file))));
    }
    // The list of segments is small, and every byte of it steers the rest.
    let list = files
        .iter()
        .find(|file| file.ends_with("meta.json"))
        .unwrap();
    for at in (0..sound.length(list)).step_by(sound.length(list) / 24) {
        sound.check(list, Damage::Flip(at));
    }
}

#[test]
fn a_keyword_index_that_is_gone_is_made_again() {
    let sound = Sound::new(Home::new());
    sound.home.copy("sound", "library");
    let folder = sound
        .files
        .iter()
        .find(|file| file.starts_with("keyword"))
        .unwrap();
    let folder = folder.split('/').next().unwrap();
    std::fs::remove_dir_all(sound.home.path("library").join(folder)).unwrap();
    assert!(!sound.tells_the_truth("without a keyword index"));
    sound.home.run(&["doctor"]).expect(5, "");
    sound.mend(folder, "without a keyword index");
}

#[test]
fn vectors_that_are_gone_are_made_again() {
    let Some(home) = Home::with_model() else {
        return;
    };
    let sound = Sound::new(home);
    sound.home.copy("sound", "library");
    let file = sound
        .files
        .iter()
        .find(|file| file.starts_with("vectors"))
        .unwrap();
    std::fs::remove_file(sound.home.path("library").join(file)).unwrap();
    sound.home.run(&["doctor"]).expect(5, "");
    sound.mend(file, "without vectors");
}
