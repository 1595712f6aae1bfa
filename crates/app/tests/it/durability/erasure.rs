//! What was removed is gone: no file of the library holds it.

use std::collections::{BTreeMap, BTreeSet};

use crate::home::Home;
use crate::made_up::{SplitMix64, text, word, words_in};

/// A canary: as written, and the part of it that its stemmed term keeps.
struct Canary {
    written: &'static str,
    stem: &'static str,
}

/// In Latin letters, for the records and the traces; with an ending that the
/// stemmer takes off.
const LATIN: Canary = Canary {
    written: "Zyxolqvarizations",
    stem: "zyxolqvar",
};
/// In Greek letters: the dictionary of the keyword index writes such letters
/// byte by byte, where it would give common ones less than a byte.
const GREEK: Canary = Canary {
    written: "Ξψωζφθξψω",
    stem: "ξψωζφθξψω",
};
/// As an identifier, which is kept whole and in parts.
const CODE: Canary = Canary {
    written: "ZQX-77415592",
    stem: "77415592",
};

const CANARIES: [Canary; 3] = [LATIN, GREEK, CODE];

fn with_canaries() -> String {
    let [latin, greek, code] = CANARIES.map(|canary| canary.written);
    format!(
        "# The {latin} report\n\nThe fee for {latin} is 4,715 crowns a year. The engineers \
         of {greek} agreed to that.\n\n| part | days |\n|---|---|\n| {code} | 12 |\n\n\
         Orders for {code} are taken at the northern gate of {greek}.\n"
    )
}

const OTHER: &str = "# Herons\n\nThe heron stands by the river at dawn. It eats 21 fish a day.\n";

fn contains(bytes: &[u8], sought: &[u8]) -> bool {
    bytes.windows(sought.len()).any(|window| window == sought)
}

/// True when the bytes hold a term as the keyword dictionary does: a finite
/// state transducer is written from its end, so the term stands there
/// backwards, a byte of state behind each of its bytes. Its first bytes may be
/// shared with other terms, so they do not count.
fn in_dictionary(bytes: &[u8], term: &str) -> bool {
    const SHARED: usize = 2;
    let backwards: Vec<u8> = term.bytes().skip(SHARED).rev().skip(1).collect();
    let length = backwards.len() * 2 - 1;
    bytes
        .windows(length)
        .any(|window| window.iter().step_by(2).eq(&backwards))
}

/// By file, what of a canary it holds.
fn traces_of_canaries(home: &Home) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in home.files("library") {
        let bytes = std::fs::read(&path).unwrap();
        let lower = bytes.to_ascii_lowercase();
        for Canary { written, stem } in CANARIES {
            let as_text = contains(&lower, stem.as_bytes())
                || contains(&lower, &written.to_ascii_lowercase().into_bytes())
                || contains(&bytes, written.as_bytes());
            let mut hold = |what: &str| {
                let name = path
                    .strip_prefix(home.path("library"))
                    .unwrap()
                    .display()
                    .to_string();
                found
                    .entry(name)
                    .or_default()
                    .push(format!("{written} as {what}"));
            };
            if as_text {
                hold("text");
            }
            if !stem.is_ascii() && in_dictionary(&bytes, stem) {
                hold("term");
            }
        }
    }
    found
}

fn is_in(found: &BTreeMap<String, Vec<String>>, file: &str, what: &str) -> bool {
    found
        .iter()
        .any(|(name, held)| name.contains(file) && held.iter().any(|held| held.contains(what)))
}

/// A home whose library holds the canaries in every place it can.
fn with_canaries_everywhere() -> Home {
    let mut home = Home::new().answering();
    home.set("PERUSAL_GRAPH__ENABLED", "true");
    home.write("docs/canary.md", with_canaries());
    home.write("docs/heron.md", OTHER);
    home.run(&["add", "docs"]).expect(0, "");
    let question = "What is the fee for Zyxolqvarizations?";
    let asked = home
        .run(&["ask", question, "--json"])
        .expect(0, "")
        .object();
    let quote = asked["answer"]["citations"][0]["quote"].as_str().unwrap();
    assert!(quote.contains(LATIN.written), "{asked}");

    // The search for canaries finds them where they are.
    let found = traces_of_canaries(&home);
    assert!(is_in(&found, "library.sqlite", "as text"), "{found:?}");
    assert!(is_in(&found, "state.sqlite", "as text"), "{found:?}");
    assert!(is_in(&found, ".term", "as term"), "{found:?}");
    home
}

#[track_caller]
fn nothing_is_left(home: &Home) {
    let found = traces_of_canaries(home);
    assert!(found.is_empty(), "still there: {found:#?}");
    for canary in CANARIES {
        let run = home.run(&["search", canary.written, "--strategy", "keyword", "--json"]);
        let hits = run.object()["hits"].as_array().unwrap().clone();
        assert!(hits.is_empty(), "{hits:?}");
    }
    let run = home.run(&["search", "heron", "--json"]).expect(0, "");
    assert_eq!(run.object()["hits"][0]["document"], "heron.md");
    home.run(&["doctor"]).expect(0, "");
}

/// Summaries, clusters and a correction hold canaries, too.
fn with_canaries_above_the_document(home: &Home) {
    home.run(&["summaries", "edit", "canary.md", "--text", &with_canaries()])
        .expect(0, "");
    let clusters = home.run(&["summaries", "show"]).expect(0, "").stdout;
    assert!(clusters.contains(LATIN.written), "{clusters}");
}

#[test]
fn rm_leaves_no_byte_of_a_document() {
    let home = with_canaries_everywhere();
    with_canaries_above_the_document(&home);
    home.run(&["rm", "canary.md"]).expect(0, "");
    std::fs::remove_file(home.path("docs/canary.md")).unwrap();
    nothing_is_left(&home);
    assert_eq!(
        home.digest("library"),
        home.fresh_digest("fresh", &["docs"])
    );
}

#[test]
fn prune_leaves_no_byte_of_a_document() {
    let home = with_canaries_everywhere();
    with_canaries_above_the_document(&home);
    std::fs::remove_file(home.path("docs/canary.md")).unwrap();
    home.run(&["add", "docs", "--prune"]).expect(0, "");
    nothing_is_left(&home);
}

#[test]
fn a_replaced_document_leaves_no_byte_of_what_it_was() {
    let home = with_canaries_everywhere();
    home.write("docs/canary.md", "# A report\n\nThe fee is a secret now.\n");
    home.run(&["add", "docs"]).expect(0, "");
    nothing_is_left(&home);
}

#[test]
fn a_document_that_became_unreadable_leaves_no_byte() {
    let home = with_canaries_everywhere();
    home.write("docs/canary.md", "");
    home.run(&["add", "docs"]).expect(4, "failed: canary.md");
    nothing_is_left(&home);
}

#[test]
fn a_killed_removal_is_made_good_by_the_next_command() {
    let home = with_canaries_everywhere();
    for millis in [10, 20, 30, 40, 60] {
        let mut rm = home
            .command()
            .args(["--quiet", "rm", "canary.md"])
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(millis));
        rm.kill().unwrap();
        rm.wait().unwrap();
    }
    std::fs::remove_file(home.path("docs/canary.md")).unwrap();
    home.run(&["add", "docs", "--prune"]).expect(0, "");
    nothing_is_left(&home);
}

/// Documents come and go, several of them to a page of the records: their
/// texts are moved from page to page before they leave.
#[test]
fn many_documents_leave_no_byte_when_they_go() {
    const ROUNDS: u32 = 40;
    const FILES: usize = 60;
    let home = Home::new();
    let mut random = SplitMix64::new(1);
    let mut there: BTreeMap<usize, u32> = BTreeMap::new();
    for round in 1..=ROUNDS {
        for _ in 0..random.below(10) + 1 {
            let file = random.below(FILES);
            home.write(&name(file), text(file, round, random.below(9) + 1));
            there.insert(file, round);
        }
        let files: Vec<usize> = there.keys().copied().collect();
        for file in random.some(&files, 10) {
            std::fs::remove_file(home.path(&name(file))).unwrap();
            there.remove(&file);
        }
        home.run(&["add", "docs", "--prune"]);
        let alive: BTreeSet<String> = there
            .iter()
            .map(|(file, version)| word(*file, *version))
            .collect();
        for path in home.files("library") {
            let held = words_in(&std::fs::read(&path).unwrap());
            let dead: Vec<&String> = held.difference(&alive).collect();
            assert!(
                dead.is_empty(),
                "round {round}: {} holds {dead:?}",
                path.display()
            );
        }
    }
}

fn name(file: usize) -> String {
    format!("docs/{file}.txt")
}
