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
    fn new(home: Home) -> Self {
        let mut home = home.answering();
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
                    let named = text.contains(library.to_str().unwrap());
                    assert!(
                        named || text.contains("the store has format"),
                        "{about}: {run:?}"
                    );
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

    /// Spoils a file and checks all that is promised. Gives whether the doctor saw it.
    fn check(&self, file: &str, damage: Damage) -> bool {
        let about = format!("{file} {damage:?} of {}", self.length(file));
        self.spoil(file, damage);
        let doctor = self.home.run(&["doctor", "--json"]);
        assert!(!doctor.stderr.contains("panicked"), "{about}: {doctor:?}");
        let answered = self.tells_the_truth(&about);
        if doctor.code == Some(0) {
            assert!(answered, "{about}: the doctor found nothing");
            assert_eq!(self.home.digest("library"), self.digest, "{about}");
            self.goes_on(&about);
            return false;
        }
        let told = format!("{}{}", doctor.stdout, doctor.stderr);
        if doctor.code == Some(2) {
            // The bytes that say what the file is, and of which format.
            assert_eq!(file, "library.sqlite", "{about}: {doctor:?}");
            let refused = told.contains("not a Perusal store") || told.contains("has format");
            assert!(refused, "{about}: {doctor:?}");
            return true;
        }
        assert_eq!(doctor.code, Some(5), "{about}: {doctor:?}");
        let name = Path::new(file).file_name().unwrap().to_str().unwrap();
        assert!(told.contains(name), "{about}: not named in {told}");
        if file.starts_with("keyword") || file.starts_with("vectors") {
            self.mend(file, &about);
        }
        true
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

/// Spoils these files in the middle, at the end, and by half.
fn check_each(sound: &Sound, files: &[&String]) {
    for file in files {
        let length = sound.length(file);
        if length > 0 {
            sound.check(file, Damage::Flip(length / 2));
            sound.check(file, Damage::Flip(length - 1));
            sound.check(file, Damage::Cut(length / 2));
        }
    }
}

/// Flips one bit at each place; says how many of them the doctor saw.
fn check_flips(sound: &Sound, file: &str, places: impl IntoIterator<Item = usize>) {
    let seen: Vec<bool> = places
        .into_iter()
        .map(|at| sound.check(file, Damage::Flip(at)))
        .collect();
    let found = seen.iter().filter(|seen| **seen).count();
    println!(
        "{file}: {found} of {} flipped bits were found, the others harmless",
        seen.len()
    );
}

#[test]
fn every_file_is_guarded() {
    let sound = Sound::new(Home::new());
    let (idle, vital): (Vec<&String>, Vec<&String>) = sound
        .files
        .iter()
        .partition(|file| is_about_processes(file));
    assert!(vital.iter().any(|file| *file == "library.sqlite"));
    assert!(vital.iter().any(|file| file.starts_with("keyword")));
    check_each(&sound, &vital);
    check_each(&sound, &idle);
    for file in idle {
        sound.check(file, Damage::Gone);
    }
}

#[test]
fn vectors_are_guarded() {
    let Some(home) = Home::with_model() else {
        return;
    };
    let sound = Sound::new(home);
    let vectors: Vec<&String> = sound
        .files
        .iter()
        .filter(|file| file.starts_with("vectors"))
        .collect();
    assert_eq!(vectors.len(), 1);
    check_each(&sound, &vectors);
    sound.check(vectors[0], Damage::Gone);
}

#[test]
fn no_bit_of_the_records_is_served_wrong() {
    let sound = Sound::new(Home::new());
    let mut random = SplitMix64::new(5);
    let file = "library.sqlite";
    let length = sound.length(file);
    check_flips(&sound, file, (0..30).map(|_| random.below(length)));
    // The header, of which SQLite takes much on trust.
    check_flips(&sound, file, (0..100).step_by(4).map(|at| at + at / 4 % 4));
    for _ in 0..3 {
        assert!(sound.check(file, Damage::Cut(random.below(length))));
    }
}

#[test]
fn no_bit_of_the_keyword_index_is_served_wrong() {
    let sound = Sound::new(Home::new());
    let mut random = SplitMix64::new(6);
    for file in sound
        .files
        .iter()
        .filter(|file| file.starts_with("keyword"))
    {
        let length = sound.length(file);
        // The lists of segments and files are small, and every byte steers the rest.
        let flips = if file.ends_with(".json") { 10 } else { 2 };
        if length > 0 {
            check_flips(&sound, file, (0..flips).map(|_| random.below(length)));
        }
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
