//! What the server does when a library cannot be written, has no room, or is damaged while it
//! serves: a clear answer each, what was stored is answered from, and nothing acknowledged is lost.

use std::path::Path;

use serde_json::{Value, json};

use crate::home::Home;
use crate::made_up::{text, word};
use crate::serve::{Server, libraries};
use crate::small_disk::SmallDisk;

const STORE: &str = "disk/library";

/// A home whose library is on a small disk.
fn home() -> Home {
    let mut home = Home::new().answering();
    home.set("PERUSAL_STORE", STORE);
    home.write(
        "docs/ferry.md",
        "# The ferry\n\nThe ferry to Inis Mor leaves at nine. A ticket costs 12 euros.\n",
    );
    home
}

#[track_caller]
fn still_answers(server: &Server) {
    let ask = json!({"question": "When does the ferry leave?", "session_id": "desk"});
    let told = server.post("/api/v1/ask", "", &ask).is(200, "ferry.md");
    assert!(told.body.contains("nine"), "{told:?}");
    let found = server.post("/api/v1/search", "", &json!({"query": "ferry ticket"}));
    assert!(found.is(200, "").body.contains("12 euros"));
    server.get("/livez", "").is(200, "");
}

/// A problem that says what to do and nothing of the folders of this machine.
#[track_caller]
fn is_plain(home: &Home, problem: &Value) {
    assert!(problem["hint"].is_string(), "{problem}");
    let text = problem.to_string();
    assert!(
        !text.contains(&home.path("").display().to_string()),
        "{text}"
    );
}

#[test]
fn a_library_that_may_only_be_read_answers_and_takes_nothing() {
    let home = home();
    let Some(disk) = SmallDisk::new(&home, "disk", "40m") else {
        return;
    };
    home.run(&["add", "docs"]).expect(0, "");
    let digest = home.digest(STORE);
    let server = Server::start(&home, &[]);
    server.ready();
    assert!(disk.forbid_writing());
    still_answers(&server);
    server.get("/readyz", "").is(200, "");
    let refused = server.upload("tides.txt", "The spring tide reaches five metres.");
    is_plain(&home, &refused.is(500, "store_read_only").json());
    let refused = server.delete("/api/v1/documents/ferry.md", "");
    is_plain(&home, &refused.is(500, "store_read_only").json());
    still_answers(&server);
    // What was opened meanwhile stays as it was opened: the server has to start anew.
    drop(server);
    disk.allow_writing();
    assert_eq!(home.digest(STORE), digest);
    let server = Server::start(&home, &[]);
    let job = server.upload("tides.txt", "The spring tide reaches five metres.");
    let id = job.is(202, "").json()["job"].as_str().unwrap().to_owned();
    assert_eq!(server.job(&id, "")["state"], "done");
    still_answers(&server);
}

#[test]
fn a_disk_that_is_full_is_told_and_what_was_promised_is_kept() {
    let home = home();
    let Some(disk) = SmallDisk::new(&home, "disk", "12m") else {
        return;
    };
    home.run(&["add", "docs"]).expect(0, "");
    let server = Server::start(&home, &[]);
    server.ready();
    // Not one byte is left: it answers, and what is sent is refused before it is acknowledged.
    disk.fill();
    still_answers(&server);
    let refused = server.upload("tides.txt", &"The spring tide. ".repeat(10_000));
    is_plain(&home, &refused.is(507, "disk_full").json());
    still_answers(&server);
    disk.unfill();
    let left = home.files("disk/library.uploads");
    assert!(
        left.is_empty(),
        "parts of what was refused are left: {left:?}"
    );

    // What was acknowledged finds no room on its way into the library.
    let many: String = (0..40).map(|file| text(file, 1, 400)).collect();
    assert!(disk.mount(&format!(
        "remount,size={}k",
        used_kib(&home) + many.len() / 1_024 + 700
    )));
    let job = server.upload("herons.txt", &many).is(202, "").json();
    let id = job["job"].as_str().unwrap();
    let failed = server.job(id, "");
    assert_eq!(failed["state"], "failed", "{failed}");
    assert!(
        failed["error"].as_str().unwrap().contains("full"),
        "{failed}"
    );
    is_plain(&home, &failed);
    still_answers(&server);
    home.run(&["doctor"]).expect(0, "");

    // With room it is done, by the same file.
    assert!(disk.mount("remount,size=200m"));
    server
        .ask(
            "POST",
            &format!("/api/v1/jobs/{id}/retry"),
            "X-Perusal: 1\r\n",
            b"",
        )
        .is(200, "");
    assert_eq!(server.job(id, "")["state"], "done");
    let herons = json!({"query": word(7, 1)});
    let found = server
        .post("/api/v1/search", "", &herons)
        .is(200, "")
        .json();
    assert_eq!(found["hits"][0]["document"], "herons.txt", "{found}");
    still_answers(&server);
}

/// Kibibytes of the small disk that are taken.
fn used_kib(home: &Home) -> usize {
    let files = home.files("disk");
    let pages = |path: &std::path::PathBuf| {
        std::fs::metadata(path).unwrap().len().div_ceil(4_096) as usize * 4
    };
    files.iter().map(pages).sum()
}

#[test]
fn state_that_cannot_be_kept_costs_no_answer() {
    let home = libraries();
    let server = Server::start(&home, &[]);
    server.ready();
    // In its place, something that nothing can be kept in, for whoever is allowed everything, too.
    let beside = home.path("library.uploads");
    std::fs::write(&beside, "").unwrap();
    server.upload("a.txt", "text").is(500, "store_unusable");
    let state = home.path("library/state.sqlite");
    for name in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(home.path(&format!("library/state.sqlite{name}")));
    }
    std::fs::create_dir(&state).unwrap();
    still_answers(&server);
    let untold = server.get("/api/v1/sessions", "").is(500, "store_unusable");
    assert!(!untold.body.contains("sqlite"), "{untold:?}");
}

/// Other bytes in the middle of a file, and its length as it was.
fn spoil(path: &Path) -> bool {
    let mut bytes = std::fs::read(path).unwrap();
    let middle = bytes.len() / 2;
    let end = bytes.len().min(middle + 4_096);
    bytes[middle..end].iter_mut().for_each(|byte| *byte ^= 0x5a);
    std::fs::write(path, &bytes).unwrap();
    middle < end
}

#[test]
fn a_library_that_is_damaged_while_it_serves_is_told_or_answers_rightly() {
    let home = Home::new().answering();
    for file in 0..6 {
        home.write(&format!("docs/{file}.txt"), text(file, 1, 20));
    }
    home.write(
        "docs/ferry.md",
        "# The ferry\n\nThe ferry leaves at nine.\n",
    );
    home.write(
        "law/lease.md",
        "# The lease\n\nThe rent is 900 euros a month.\n",
    );
    home.run(&["--store", "sound", "add", "docs"]).expect(0, "");
    home.run(&["--store", "legal", "add", "law"]).expect(0, "");
    let ferry = json!({"question": "When does the ferry leave?"});
    let rent = json!({"question": "What is the rent?", "collection": "legal"});
    let mut told_damaged = Vec::new();
    for file in home.files("sound") {
        home.copy("sound", "library");
        let _ = std::fs::remove_dir_all(home.path("library.uploads"));
        let below = file.strip_prefix(home.path("sound")).unwrap().to_owned();
        let server = Server::start(&home, &["--collection", "legal=legal"]);
        server.ready();
        if !spoil(&home.path("library").join(&below)) {
            continue;
        }
        let name = below.display().to_string();
        for _ in 0..2 {
            let told = server.post("/api/v1/ask", "", &ferry);
            match told.status {
                // What it holds open may still answer; what it reads anew is never served damaged.
                200 => assert!(told.body.contains("leaves at nine"), "{name}: {told:?}"),
                _ => {
                    is_plain(&home, &told.is(500, "store_damaged").json());
                    told_damaged.push(name.clone());
                }
            }
        }
        // What is sent now is done, or said not to be; it is on disk in any case.
        let sent = server.upload("tides.txt", "The spring tide reaches five metres.");
        if sent.status == 202 {
            let job = server.job(sent.json()["job"].as_str().unwrap(), "");
            let (state, error) = (job["state"].as_str().unwrap(), &job["error"]);
            assert!(
                state == "done" || (state == "failed" && error.is_string()),
                "{name}: {job}"
            );
            let kept = std::fs::read_to_string(home.path("library.uploads/tides.txt")).unwrap();
            assert!(kept.contains("five metres"));
        }
        // Others are served as before.
        let told = server.post("/api/v1/ask", "", &rent).is(200, "lease.md");
        assert!(told.body.contains("900 euros"));
        server.get("/livez", "").is(200, "");
        // A server that starts now reads all of it anew.
        drop(server);
        let server = Server::start(&home, &[]);
        let told = server.post("/api/v1/ask", "", &ferry);
        match told.status {
            200 => assert!(told.body.contains("leaves at nine"), "{name}: {told:?}"),
            _ => {
                is_plain(&home, &told.is(500, "store_damaged").json());
                told_damaged.push(name.clone());
            }
        }
        server.get("/livez", "").is(200, "");
    }
    println!("told as damaged: {told_damaged:?}");
    // What is read for every answer cannot go unnoticed by all of them.
    assert!(!told_damaged.is_empty());
}
