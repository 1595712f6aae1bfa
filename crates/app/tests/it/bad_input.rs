//! What goes wrong is told, and the rest goes on.

use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use crate::home::{Home, data};

/// A home with one good file beside the bad one under test.
fn home_with(name: &str, content: impl AsRef<[u8]>) -> Home {
    let home = Home::new();
    home.write("docs/good.txt", "The heron stands by the river at dawn.\n");
    home.write(&format!("docs/{name}"), content);
    home
}

/// Adds both files: the good one is there, the bad one is reported with `reason`.
#[track_caller]
fn one_fails(home: &Home, name: &str, reason: &str) {
    let run = home.run(&["add", "docs", "--json"]).expect(4, "");
    let added: Value = serde_json::from_str(&run.stdout).unwrap();
    let file = |path: &str| {
        let files = added["documents"].as_array().unwrap();
        files
            .iter()
            .find(|file| file["document"] == path)
            .unwrap()
            .clone()
    };
    assert_eq!(file("good.txt")["action"], "added");
    assert_eq!(file(name)["action"], "failed");
    let told = file(name)["reason"].as_str().unwrap().to_owned();
    assert!(told.contains(reason), "`{reason}` is not in `{told}`");
    let found = home.json(&["search", "heron"]);
    assert_eq!(found["hits"].as_array().unwrap().len(), 1);
}

#[test]
fn a_missing_path_adds_nothing_and_makes_no_library() {
    let home = Home::new();
    home.run(&["add", "none"])
        .expect(2, "error: none does not exist");
    assert!(!home.path("library").exists());
}

#[test]
fn an_unreadable_file_is_reported() {
    let home = home_with("secret.txt", "hidden");
    let path = home.path("docs/secret.txt");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::read(&path).is_ok() {
        // The super-user reads everything; a link into nothing is unreadable even then.
        std::fs::remove_file(&path).unwrap();
        std::os::unix::fs::symlink("/nonexistent/target", &path).unwrap();
        home.run(&["add", "docs/secret.txt"])
            .expect(2, "does not exist");
        return;
    }
    one_fails(&home, "secret.txt", "cannot be opened");
}

#[test]
fn an_unknown_format_is_reported() {
    let home = home_with(
        "picture.png",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01",
    );
    one_fails(&home, "picture.png", "format");
}

#[test]
fn an_empty_file_is_reported() {
    one_fails(&home_with("empty.txt", ""), "empty.txt", "empty");
}

#[test]
fn an_encrypted_pdf_is_reported() {
    let Some(pdf) = data("pdf-kinds/files/libreoffice-writer-password.pdf") else {
        return;
    };
    one_fails(
        &home_with("locked.pdf", std::fs::read(pdf).unwrap()),
        "locked.pdf",
        "password",
    );
}

#[test]
fn a_pdf_without_text_is_reported_and_never_ready() {
    let Some(pdf) = data("pdf-kinds/files/imagemagick-CCITTFaxDecode.pdf") else {
        return;
    };
    let home = home_with("scan.pdf", std::fs::read(pdf).unwrap());
    one_fails(&home, "scan.pdf", "has text; the file holds pictures only");
    let listed = home.json(&["ls"]);
    let scan = listed["documents"]
        .as_array()
        .unwrap()
        .iter()
        .find(|d| d["document"] == "scan.pdf");
    assert_eq!(scan.unwrap()["state"], "failed");
}

#[test]
fn a_broken_pdf_is_reported() {
    one_fails(
        &home_with("broken.pdf", b"%PDF-1.7\nthis is no pdf at all"),
        "broken.pdf",
        "",
    );
}

#[test]
fn a_failed_file_that_did_not_change_still_counts_as_failed() {
    let home = home_with("empty.txt", "");
    home.run(&["add", "docs"]).expect(4, "");
    home.run(&["add", "docs"]).expect(4, "failed: empty.txt");
}

#[test]
fn when_all_fail_nothing_was_found() {
    let home = Home::new();
    home.write("docs/empty.txt", "");
    home.run(&["add", "docs"]).expect(1, "failed: empty.txt");
}

#[test]
fn a_folder_without_documents_is_said() {
    let home = Home::new();
    std::fs::create_dir_all(home.path("docs")).unwrap();
    home.run(&["add", "docs"]).expect(1, "no documents found");
}

#[test]
fn a_pipe_does_not_block() {
    let home = Home::new();
    home.write("docs/good.txt", "text of a good file\n");
    let made = std::process::Command::new("mkfifo")
        .arg(home.path("docs/pipe"))
        .status();
    if made.is_ok_and(|status| status.success()) {
        home.run(&["add", "docs"]).expect(0, "");
        home.run(&["add", "docs/pipe"]).expect(1, "regular file");
    }
}

#[test]
fn a_file_over_the_limit_is_reported() {
    let home = home_with("large.txt", "word ".repeat(1000));
    let run = home
        .command()
        .env("PERUSAL_LIMITS__FILE_BYTES_MAX", "1000")
        .args(["add", "docs"])
        .output()
        .unwrap();
    crate::home::Run::from(run).expect(4, "at most 1000");
}

#[test]
fn no_library_yet_is_said() {
    let home = Home::new();
    for arguments in [&["ls"][..], &["search", "x"], &["ask", "x"], &["doctor"]] {
        home.run(arguments)
            .expect(2, "hint: `perusal add PATH` makes a library");
    }
}

#[test]
fn a_foreign_folder_is_no_library() {
    let home = Home::new();
    home.write("library/letter.txt", "dear aunt");
    home.run(&["ls"]).expect(2, "error:");
    home.write("docs/a.txt", "alpha");
    home.run(&["add", "docs"]);
    assert_eq!(
        std::fs::read_to_string(home.path("library/letter.txt")).unwrap(),
        "dear aunt"
    );
}

#[test]
fn unknown_documents_and_ambiguous_prefixes_are_told() {
    let home = Home::new();
    for name in 0..40 {
        home.write(&format!("docs/{name}.txt"), format!("file number {name}"));
    }
    home.run(&["add", "docs"]).expect(0, "");
    home.run(&["show", "nowhere.txt"])
        .expect(2, "no document is named `nowhere.txt`");
    // 40 documents share 16 first digits, so one digit at least is shared.
    let listed = home.json(&["ls"]);
    let mut firsts: Vec<char> = listed["documents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|d| d["document_id"].as_str().unwrap().chars().next().unwrap())
        .collect();
    firsts.sort_unstable();
    let shared = firsts.windows(2).find(|pair| pair[0] == pair[1]).unwrap()[0];
    home.run(&["rm", &shared.to_string()]).expect(2, "could be");
    assert_eq!(
        home.json(&["ls"])["documents"].as_array().unwrap().len(),
        40
    );
}

#[test]
fn bad_filters_are_errors_never_no_filter() {
    let home = Home::new();
    home.write("docs/a.txt", "alpha beta");
    home.run(&["add", "docs"]).expect(0, "");
    home.run(&["search", "alpha", "--filter", "collektion=x"])
        .expect(2, "collection");
    home.run(&["search", "alpha", "--filter", "nonsense"])
        .expect(2, "error:");
    home.run(&["search", "alpha", "--filter", "pages>=many"])
        .expect(2, "error:");
}

#[test]
fn bad_questions_are_told() {
    let home = Home::new();
    home.write("docs/a.txt", "alpha beta");
    home.run(&["add", "docs"]).expect(0, "");
    home.run(&["ask", "   "]).expect(2, "the question is empty");
    home.run(&["ask", &"word ".repeat(3000)])
        .expect(2, "at most 8192");
    home.run(&["search", "x", "-k", "0"]).expect(2, "");
    home.run(&["search", "x", "-k", "101"]).expect(2, "");
    home.run(&["search", "x", "--strategy", "magic"])
        .expect(2, "expected one of auto");
}

#[test]
fn a_store_from_another_version_is_refused_with_both_versions() {
    let home = Home::new();
    home.write("docs/a.txt", "alpha beta");
    home.run(&["add", "docs"]).expect(0, "");
    assert!(set_format(&home, 9999));
    home.run(&["search", "alpha"]).expect(2, "9999");
    home.run(&["add", "docs"]).expect(2, "9999");
}

/// Changes the stored format version by the SQLite command of the Python that
/// every test machine has.
fn set_format(home: &Home, version: u32) -> bool {
    let script = "import sqlite3, sys\n\
        c = sqlite3.connect(sys.argv[1])\n\
        c.execute('pragma user_version = ' + sys.argv[2])\n\
        c.commit()";
    std::process::Command::new("python3")
        .args(["-c", script])
        .arg(home.path("library/library.sqlite"))
        .arg(version.to_string())
        .status()
        .unwrap()
        .success()
}

#[test]
fn a_locked_store_is_refused_and_still_read() {
    let home = Home::new();
    home.write("docs/a.txt", "alpha beta");
    home.run(&["add", "docs"]).expect(0, "");
    let lock = std::fs::read_dir(home.path("library"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.to_string_lossy().contains("lock"))
        .expect("a lock file");
    let held = std::fs::File::options()
        .read(true)
        .write(true)
        .open(lock)
        .unwrap();
    held.lock().unwrap();
    home.run(&["add", "docs"])
        .expect(2, "hint: wait for the other command");
    home.run(&["search", "alpha"]).expect(0, "");
}

#[test]
fn a_model_with_the_wrong_hash_is_named_and_not_used() {
    let home = Home::new();
    home.write("docs/a.txt", "alpha beta");
    home.run(&["add", "docs"]).expect(0, "");
    for name in [
        "model.safetensors",
        "tokenizer.json",
        "config.json",
        "sentence_bert_config.json",
    ] {
        home.write(
            &format!(".cache/perusal/models/all-minilm-l6-v2/{name}"),
            "not the model",
        );
    }
    let run = home.run(&["search", "alpha"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(run.stderr.contains("SHA-256"), "{run:?}");
    let listed = home.run(&["models", "ls"]);
    assert!(listed.stdout.contains("damaged"), "{listed:?}");
    assert!(home.run(&["doctor"]).stdout.contains("wrong SHA-256"));
}

#[test]
fn without_a_network_pulling_fails_clearly_and_offline_never_tries() {
    let home = Home::new();
    let offline = home.run(&["models", "pull", "--offline"]);
    assert_eq!(offline.code, Some(3), "{offline:?}");
    let cut = home
        .command()
        .env("HTTPS_PROXY", "http://127.0.0.1:9")
        .env("HTTP_PROXY", "http://127.0.0.1:9")
        .env("ALL_PROXY", "http://127.0.0.1:9")
        .env("PIP_PROXY", "http://127.0.0.1:9")
        .env("PIP_RETRIES", "0")
        .env("PIP_TIMEOUT", "2")
        .args(["models", "pull"])
        .output()
        .unwrap();
    let cut = crate::home::Run::from(cut).expect(3, "error:");
    assert!(cut.stderr.contains("hint:"), "{cut:?}");
    home.run(&["models", "pull", "no-such-model"])
        .expect(2, "models ls");
}
