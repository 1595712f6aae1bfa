//! A new library of the files of an old one, or of what it holds of them: the old one
//! serves until the switch, a kill costs a commit, and nothing is lost without a word.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::crash::fault::Fault;
use crate::home::{Home, has};
use crate::made_up::{SplitMix64, text, word};
use crate::model_server::ModelServer;

/// Where SQLite keeps the number that is our format, in its header.
const FORMAT_AT: usize = 60;

/// Makes a library one of an older format, as far as its readers look.
fn make_older(home: &Home, format: u32) {
    let path = home.path("library/library.sqlite");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[FORMAT_AT..FORMAT_AT + 4].copy_from_slice(&format.to_be_bytes());
    std::fs::write(path, bytes).unwrap();
}

fn table(file: usize) -> String {
    format!(
        "Port,Calls,Fee\n{},{file},\"$1,{file:03}\"\nHigh,7,$980\n",
        word(file, 2)
    )
}

/// A home with documents of several kinds in two collections, and a library of them.
fn home(files: usize) -> Home {
    let home = Home::new().answering();
    for file in 0..files {
        match file % 3 {
            0 => home.write(&format!("docs/{file}.csv"), table(file)),
            _ => home.write(&format!("docs/{file}.txt"), text(file, 1, file % 4 + 1)),
        };
    }
    home.write("more/notes.md", format!("# Notes\n\n{}", text(900, 1, 2)));
    home.run(&["add", "docs"]).expect(0, "");
    home.run(&["add", "more", "--collection", "work", "--meta", "year=2025"])
        .expect(0, "");
    home
}

/// The digest of a library of the same files.
fn fresh(home: &Home) -> String {
    home.run(&["--store", "fresh", "add", "docs"]).expect(0, "");
    let more = ["--store", "fresh", "add", "more"];
    let filed = ["--collection", "work", "--meta", "year=2025"];
    home.run(&[&more[..], &filed[..]].concat()).expect(0, "");
    home.digest("fresh")
}

fn found(home: &Home, file: usize) -> Value {
    let found = home.json(&["search", &word(file, 1), "--strategy", "keyword", "-k", "1"]);
    found["hits"][0]["document"].clone()
}

fn from_files(home: &Home) -> Value {
    let run = home.run(&["reindex", "--from-files", "--json"]);
    assert!(matches!(run.code, Some(0 | 4)), "{run:?}");
    run.object()
}

/// Folders beside the library that are left of a change.
fn left(home: &Home) -> Vec<String> {
    let beside = std::fs::read_dir(home.path("")).unwrap();
    let mut names: Vec<String> = beside
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with("library."))
        .collect();
    names.sort();
    names
}

#[test]
fn a_library_of_an_older_format_is_made_anew_of_its_files() {
    let home = home(12);
    let expected = fresh(&home);
    home.run(&[
        "summaries",
        "edit",
        "notes.md",
        "--text",
        "What the warden wrote.",
    ])
    .expect(0, "");
    let question = format!("How many herons did the warden of {} count?", word(1, 1));
    home.run(&["ask", &question]).expect(0, "");
    make_older(&home, 3);
    for command in [&["ls"][..], &["ask", &question], &["add", "docs"]] {
        home.run(command)
            .expect(2, "hint: `perusal reindex --from-files`");
    }
    let made = from_files(&home);
    assert_eq!(
        (&made["switched"], &made["read"], &made["held"]),
        (&json!(true), &json!(13), &json!(0)),
        "{made}"
    );
    assert_eq!(made["gone"], json!([]));
    let backup = made["backup"].as_str().unwrap();
    assert!(Path::new(backup).join("library.sqlite").is_file(), "{made}");
    assert_eq!(left(&home), ["library.backup"]);
    assert_eq!(home.digest("library"), expected);
    assert_eq!(found(&home, 1), "1.txt");
    let notes = home.json(&["show", "notes.md"]);
    assert_eq!(
        (&notes["collection"], &notes["metadata"]["year"]),
        (&json!("work"), &json!("2025"))
    );
    assert_eq!(notes["correction"]["text"], "What the warden wrote.");
    assert_eq!(home.json(&["stats"])["questions"], 1);
    // The other way to be told, and a second backup beside the first.
    let again = home.run(&["reindex", "--from-files"]).expect(0, "");
    assert!(again.stdout.contains("13 documents read in"), "{again:?}");
    assert!(again.stderr.contains("rm -r '"), "{again:?}");
    assert_eq!(left(&home), ["library.backup", "library.backup-2"]);
    home.run(&["reindex", "--from-files", "--force"])
        .expect(0, "");
    home.run(&["--store", "nowhere", "reindex", "--from-files"])
        .expect(2, "hint: `perusal add PATH` makes a library");
}

#[test]
fn what_is_gone_is_listed_and_kept_where_it_was_read() {
    let home = home(9);
    home.write("docs/broken.pdf", "%PDF-1.4 and nothing else");
    home.write("docs/empty.txt", "");
    home.run(&["add", "docs"]).expect(4, "");
    for name in ["1.txt", "3.csv", "broken.pdf"] {
        std::fs::remove_file(home.path("docs").join(name)).unwrap();
    }
    home.write("docs/2.txt", text(2, 7, 2));
    let run = home.run(&["reindex", "--from-files"]).expect(4, "");
    for said in [
        "gone: 1.txt: kept as it was read",
        "gone: 3.csv: kept as it was read",
        "gone: broken.pdf: left out, it could not be read before",
        "changed since it was added: 2.txt",
    ] {
        assert!(run.stderr.contains(said), "`{said}` is not in {run:?}");
    }
    assert_eq!(found(&home, 1), "1.txt");
    let asked = home.json(&["query", "SELECT fee FROM \"3.csv#1\" WHERE calls = 3"]);
    assert_eq!(asked["rows"][0][0]["text"], "$1,003", "{asked}");
    let listed = home.json(&["ls"]);
    let names: Vec<&str> = listed["documents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|document| document["document"].as_str().unwrap())
        .collect();
    assert!(
        names.contains(&"empty.txt") && !names.contains(&"broken.pdf"),
        "{names:?}"
    );
    let made = from_files(&home);
    let gone = made["gone"].as_array().unwrap();
    assert_eq!(gone.len(), 2, "{made}");
    assert!(gone.iter().all(|gone| gone["kept"] == true), "{made}");
    assert_eq!(home.json(&["doctor"])["damaged"], false);
}

#[test]
fn chunks_are_cut_anew_without_any_file() {
    let mut home = home(12);
    home.run(&[
        "summaries",
        "edit",
        "notes.md",
        "--text",
        "What the warden wrote.",
    ])
    .expect(0, "");
    home.set("PERUSAL_CHUNK__SIZE_CHARS", "300");
    home.set("PERUSAL_CHUNK__OVERLAP_CHARS", "0");
    let expected = fresh(&home);
    home.run(&["add", "docs"])
        .expect(2, "hint: `perusal reindex`");
    // Nothing can be read: there is nothing.
    std::fs::remove_dir_all(home.path("docs")).unwrap();
    std::fs::remove_dir_all(home.path("more")).unwrap();
    let made = home.json(&["reindex"]);
    assert_eq!(
        (
            &made["from"],
            &made["read"],
            &made["held"],
            &made["switched"]
        ),
        (&json!("stored"), &json!(0), &json!(13), &json!(true)),
        "{made}"
    );
    assert_eq!(home.digest("library"), expected);
    assert_eq!(left(&home), [] as [&str; 0]);
    let notes = home.json(&["show", "notes.md"]);
    assert_eq!(notes["correction"]["text"], "What the warden wrote.");
}

#[test]
fn the_same_bytes_are_read_once() {
    let home = home(6);
    for (from, to) in [
        ("docs/1.txt", "copies/other name.txt"),
        ("docs/0.csv", "copies/a.csv"),
    ] {
        home.write(to, std::fs::read(home.path(from)).unwrap());
    }
    home.write("copies/b.csv", table(77));
    home.write("copies/c.csv", table(77));
    // Other name, other format: the text of a table as plain text.
    home.write("copies/plain.txt", table(77));
    let added = home.json(&["add", "copies"]);
    assert_eq!(added["held"], 3, "{added}");
    let run = ["--store", "apart", "add", "copies"];
    home.run(&run).expect(0, "");
    home.run(&["--store", "apart", "add", "docs"]).expect(0, "");
    let more = [
        "--store",
        "apart",
        "add",
        "more",
        "--collection",
        "work",
        "--meta",
        "year=2025",
    ];
    home.run(&more).expect(0, "");
    assert_eq!(home.digest("library"), home.digest("apart"));
    // Filed otherwise, it is not read again either.
    let filed = home.json(&["add", "copies", "--collection", "copies"]);
    assert_eq!(filed["held"], 5, "{filed}");
}

#[test]
fn vectors_of_equal_texts_are_taken_over() {
    let server = ModelServer::start();
    let mut home = home(9);
    home.set("PERUSAL_MODEL__ENDPOINT", server.address());
    home.run(&["reindex", "--embedder", "ollama:words"])
        .expect(0, "");
    let expected = home.digest("library");
    home.write("docs/1.txt", text(1, 5, 1));
    let before = server.texts();
    let made = from_files(&home);
    assert_eq!(made["switched"], true, "{made}");
    assert!(made["vectors_reused"] == 9, "{made}");
    let asked = server.texts() - before;
    assert!(asked <= 3, "{asked} texts for one changed file");
    // With the file as it was, the library is as it was.
    home.write("docs/1.txt", text(1, 1, 2));
    from_files(&home);
    assert_eq!(home.digest("library"), expected);
    // Without its model, a library does not lose its vectors.
    home.run(&["reindex", "--from-files", "--embedder", "no-such-model"])
        .expect(2, "perusal models ls");
}

/// After whatever befell a run: there is a library, whole, and it answers.
fn look(home: &Home, random: &mut SplitMix64, files: usize, about: &str) {
    let file = random.below(files);
    if !file.is_multiple_of(3) {
        assert_eq!(found(home, file), format!("{file}.txt"), "{about}");
    }
    let doctor = home.json(&["doctor"]);
    assert_eq!(doctor["damaged"], false, "{about}: {doctor}");
}

#[test]
fn kills_cost_a_commit_and_never_the_library() {
    const FILES: usize = 150;
    const KILLS: usize = 14;
    let home = home(FILES);
    let expected = fresh(&home);
    home.copy("library", "base");
    let started = Instant::now();
    from_files(&home);
    let whole = started.elapsed();
    assert_eq!(home.digest("library"), expected);
    let again = |home: &Home| {
        for name in left(home) {
            std::fs::remove_dir_all(home.path(&name)).unwrap();
        }
        home.copy("base", "library");
    };
    again(&home);
    let mut random = SplitMix64::new(5);
    let (mut resumed, mut switched) = (0, 0);
    for kill in 0..KILLS {
        let about = format!("kill {kill}");
        let thousandths = u32::try_from(random.below(1_050)).unwrap();
        let fault = Fault::KillAfter(whole * thousandths / 1_000);
        fault.befalls(&home, &["--quiet", "reindex", "--from-files"]);
        look(&home, &mut random, FILES, &about);
        if random.below(2) == 0 {
            let made = from_files(&home);
            assert_eq!(made["switched"], true, "{about}: {made}");
            resumed += usize::from(made["made_before"].as_u64().is_some_and(|made| made > 0));
            switched += 1;
            assert_eq!(home.digest("library"), expected, "{about}");
            assert!(
                left(&home).iter().all(|name| name.contains("backup")),
                "{about}"
            );
            again(&home);
        }
    }
    from_files(&home);
    assert_eq!(home.digest("library"), expected);
    println!("{KILLS} kills within {whole:?}, {resumed} of {switched} runs went on");
}

#[test]
fn a_kill_at_any_step_of_the_switch_leaves_a_library() {
    if !has("strace", "-V") {
        return;
    }
    let home = home(5);
    let expected = fresh(&home);
    home.copy("library", "base");
    let mut random = SplitMix64::new(6);
    let calls = [
        "rename,renameat,renameat2",
        "unlink,unlinkat,rmdir",
        "mkdir,mkdirat",
        "fsync",
    ];
    for call in calls {
        for nth in (1..).step_by(if call == "fsync" { 7 } else { 1 }) {
            for name in left(&home) {
                std::fs::remove_dir_all(home.path(&name)).unwrap();
            }
            home.copy("base", "library");
            let about = format!("{call} {nth}");
            let fault = Fault::KillAt {
                call,
                file: None,
                nth,
            };
            let ended = fault.befalls(&home, &["--quiet", "reindex", "--from-files"]);
            if ended.code.is_some() {
                println!("{call}: {nth}");
                break;
            }
            look(&home, &mut random, 5, &about);
            let made = from_files(&home);
            assert_eq!(made["switched"], true, "{about}: {made}");
            assert_eq!(home.digest("library"), expected, "{about}");
            // Killed behind the switch, it was made once more.
            let backups = left(&home);
            let all = backups
                .iter()
                .all(|name| name.starts_with("library.backup"));
            assert!(all && backups.len() <= 2, "{about}: {backups:?}");
        }
    }
}

#[test]
fn an_interrupt_stops_it_and_the_next_run_goes_on() {
    let home = home(400);
    let expected = fresh(&home);
    let mut child = home
        .command()
        .args(["reindex", "--from-files", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let records = home.path("library.new/library.sqlite");
    let started = Instant::now();
    while !records.exists() && started.elapsed() < Duration::from_secs(60) {
        assert!(child.try_wait().unwrap().is_none(), "it was over too soon");
        std::thread::sleep(Duration::from_millis(1));
    }
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
    let ended = crate::home::Run::from(child.wait_with_output().unwrap());
    let told = ended.object();
    assert_eq!(ended.code, Some(130), "{ended:?}");
    assert_eq!(
        (&told["interrupted"], &told["switched"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(home.digest("library"), expected, "the old one serves");
    let doctor = home.run(&["doctor"]);
    assert!(doctor.stdout.contains("is not finished"), "{doctor:?}");
    assert_eq!(from_files(&home)["switched"], true);
    assert_eq!(home.digest("library"), expected);
}
