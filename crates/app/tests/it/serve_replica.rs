//! Servers that follow another: what they answer, what they refuse, and what kills do to them.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::home::Home;
use crate::made_up::{SplitMix64, text, word, words_in};
use crate::serve::{Response, Server, bearer};

/// Longest time for what should come.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often a follower asks here.
const EVERY: &str = "50";

fn url(server: &Server) -> String {
    format!("http://{}", server.at)
}

fn follow(home: &Home, writer: &str, store: &str, more: &[&str]) -> Server {
    let start = ["--replica-of", writer, "--replica-every-ms", EVERY];
    let store = home.path(store);
    let store = store.to_str().unwrap();
    Server::start_at(home, &["--store", store], &[&start, more].concat())
}

/// What a header of an answer says.
fn header(response: &Response, name: &str) -> Option<String> {
    let mut lines = response.head.lines();
    let line = lines.find(|line| line.to_lowercase().starts_with(&format!("{name}:")))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(started.elapsed() < PATIENCE, "{what} did not come");
        std::thread::sleep(Duration::from_millis(30));
    }
}

fn search(server: &Server, words: &str) -> Response {
    let body = json!({"query": words, "strategy": "keyword", "k": 100});
    server.post("/api/v1/search", "", &body)
}

fn finds(server: &Server, words: &str) -> bool {
    let found = search(server, words);
    found.status == 200 && !found.json()["hits"].as_array().unwrap().is_empty()
}

#[test]
fn a_server_that_follows_answers_changes_nothing_and_says_how_far_behind_it_is() {
    let home = Home::new().answering();
    home.write(
        "docs/ferry.md",
        "# Ferry\n\nThe ferry to Inis Mor costs 12 euros.\n",
    );
    home.run(&["add", "docs"]).expect(0, "");
    let writer = Server::start(&home, &[]);
    let replica = follow(&home, &url(&writer), "copy", &[]);
    until("the first version", || {
        finds(&replica, "ferry").then_some(())
    });
    let question = json!({"question": "What does the ferry to Inis Mor cost?"});
    let answer = replica
        .post("/api/v1/ask", "", &question)
        .is(200, "")
        .json();
    assert!(
        answer["answer"]["text"].to_string().contains("12 euros"),
        "{answer}"
    );

    home.write(
        "docs/lease.md",
        "# Lease\n\nThe rent of Quillfeather House is 900 euros.\n",
    );
    home.run(&["add", "docs"]).expect(0, "");
    until("the second version", || {
        finds(&replica, "Quillfeather").then_some(())
    });
    let told = until("the last of the second version", || {
        let told = header(&search(&replica, "ferry"), "x-perusal-replica").unwrap();
        told.contains("behind=0").then_some(told)
    });
    assert!(
        told.contains("version=") && told.contains("heard="),
        "{told}"
    );
    assert!(header(&search(&writer, "ferry"), "x-perusal-replica").is_none());
    let stats = replica.get("/api/v1/stats", "").is(200, "").json();
    assert_eq!(stats["replica"]["behind"], json!(0), "{stats}");
    assert_eq!(stats["replica"]["of"], json!(url(&writer)));
    assert_eq!(replica.ready()["versions_behind"], json!(0));
    let metrics = replica.get("/metrics", "").body;
    assert!(
        metrics.contains("perusal_replica_versions_behind 0"),
        "{metrics}"
    );

    // What is asked here is remembered here, from version to version.
    let traces = replica.get("/api/v1/traces", "").is(200, "").json();
    assert_eq!(traces["traces"].as_array().unwrap().len(), 1, "{traces}");

    let id = search(&replica, "ferry").json()["hits"][0]["document"].clone();
    let id = id.as_str().unwrap_or_default().to_owned();
    let page = json!({"url": "https://example.org/"});
    replica
        .post("/api/v1/documents", "X-Perusal: 1\r\n", &page)
        .is(403, "replica");
    replica
        .delete(&format!("/api/v1/documents/{id}"), "")
        .is(403, "replica");
    replica
        .post("/api/v1/samples", "X-Perusal: 1\r\n", &json!({}))
        .is(403, "replica");
    replica.get("/api/v1/replica", "").is(403, "");

    // Equal to the last value, and readable where it is.
    assert_eq!(home.digest("copy/current"), home.digest("library"));
    // Documents that are removed leave it too, and versions that nobody reads go.
    home.run(&["rm", "lease.md"]).expect(0, "");
    until("the removal", || {
        (!finds(&replica, "Quillfeather")).then_some(())
    });
    until("tidy versions", || {
        let left = std::fs::read_dir(home.path("copy/versions")).unwrap();
        (left.count() == 1).then_some(())
    });
    // Without its writer it goes on, and says so.
    drop(writer);
    let told = until("the writer's absence", || {
        let stats = replica.get("/api/v1/stats", "").json();
        stats["replica"]["problem"].as_str().map(str::to_owned)
    });
    assert!(told.contains("no answer from"), "{told}");
    assert!(finds(&replica, "ferry"));
    drop(replica);
    // And begins again with what it has.
    let again = follow(&home, "http://127.0.0.1:9", "copy", &[]);
    assert!(finds(&again, "ferry"));
}

#[test]
fn tokens_say_who_may_follow_and_what() {
    let home = Home::new();
    home.write("docs/a.txt", "The zzharbour opens at dawn.");
    home.write("law/b.txt", "The zzlease ends in May.");
    home.run(&["add", "docs"]).expect(0, "");
    home.run(&["--store", "law-library", "add", "law"])
        .expect(0, "");
    let tokens = home.path("tokens.json");
    let file = tokens.to_str().unwrap();
    let make = |arguments: &[&str]| {
        let made = home.run(&[&["token", "--token-file", file, "add"], arguments].concat());
        made.expect(0, "").stdout.trim().to_owned()
    };
    let reader = make(&["reader"]);
    let follower = make(&["follower", "--scope", "follow"]);
    let narrow = make(&["narrow", "--scope", "follow", "--collection", "law"]);
    let law = format!("law={}", home.path("law-library").display());
    let writer = Server::start(&home, &["--token-file", file, "--collection", &law]);
    let path = "/api/v1/replica";
    writer.get(path, "").is(401, "unauthorized");
    writer.get(path, &bearer(&reader)).is(403, "scope_missing");
    writer.get(path, &bearer(&narrow)).is(404, "not_found");
    writer.get(path, &bearer(&follower)).is(200, "");
    // Who may follow may not ask by that.
    let asked = writer.post("/api/v1/search", &bearer(&follower), &json!({"query": "a"}));
    asked.is(403, "scope_missing");
    let told = writer
        .get("/api/v1/replica?collection=law", &bearer(&narrow))
        .json();
    let publication = told["publication"].as_str().unwrap();
    let block = |file: &str, number: &str| {
        let path = format!(
            "/api/v1/replica/block?collection=law&publication={publication}&file={file}&block={number}"
        );
        writer.get(&path, &bearer(&narrow))
    };
    block("library.sqlite", "0").is(200, "");
    block("library.sqlite", "9999").is(404, "not_found");
    block("..%2F..%2Ftokens.json", "0").is(404, "not_found");
    block("library.sqlite", "-1").is(400, "bad_request");
    let gone = writer.get(
        "/api/v1/replica/block?collection=law&publication=00&file=library.sqlite&block=0",
        &bearer(&narrow),
    );
    gone.is(410, "publication_gone");

    // A follower with the wrong token says so; with the right one it follows two collections.
    let wrong = home.write("wrong.token", &reader);
    let refused = follow(
        &home,
        &url(&writer),
        "refused",
        &["--writer-token-file", wrong.to_str().unwrap()],
    );
    let told = until("a refusal", || {
        let answer = search(&refused, "a");
        (answer.body.contains("follow")).then_some(answer)
    });
    told.is(503, "replica_empty");
    until("models are loaded", || {
        let answer = refused.get("/readyz", "");
        (!answer.body.contains("warming")).then_some(answer)
    })
    .is(503, "replica_empty");
    let right = home.write("right.token", &follower);
    let copies = format!("law={}", home.path("law-copy").display());
    let replica = follow(
        &home,
        &url(&writer),
        "copy",
        &[
            "--writer-token-file",
            right.to_str().unwrap(),
            "--collection",
            &copies,
        ],
    );
    until("a version of the first", || {
        finds(&replica, "zzharbour").then_some(())
    });
    let body = json!({"query": "zzlease", "strategy": "keyword", "collection": "law"});
    until("a version of the second", || {
        let found = replica.post("/api/v1/search", "", &body);
        (found.status == 200 && found.body.contains("zzlease")).then_some(())
    });
}

#[test]
fn it_says_why_it_cannot_follow() {
    let home = Home::new();
    home.write("docs/a.txt", "The harbour opens at dawn.");
    home.run(&["add", "docs"]).expect(0, "");
    let serve = ["serve", "--listen", "127.0.0.1:0", "--replica-of"];
    let run = |arguments: &[&str]| home.run(&[&serve[..], arguments].concat());
    let own = run(&["http://127.0.0.1:9"]);
    own.expect(2, "holds a library of its own");
    let bad = home.run(&[&["--store", "new"], &serve[..], &["ftp://files.example"]].concat());
    bad.expect(2, "http:// or https://");
    let missing = ["http://127.0.0.1:9", "--writer-token-file", "none.token"];
    let missing = home.run(&[&["--store", "new"], &serve[..], &missing].concat());
    missing.expect(2, "token of the writer");
    let alone = home.run(&["serve", "--writer-token-file", "none.token"]);
    assert_eq!(alone.code, Some(2), "{alone:?}");
    let first = follow(&home, "http://127.0.0.1:9", "copy", &[]);
    let second = home.run(&[&["--store", "copy"], &serve[..], &["http://127.0.0.1:9"]].concat());
    second.expect(2, "another server follows in");
    drop(first);
}

/// A process that is killed and begun again: at the same address, in the same folder.
struct Killed {
    child: Child,
    at: SocketAddr,
    arguments: Vec<String>,
}

impl Killed {
    fn start(home: &Home, wire: &str, arguments: Vec<String>) -> Self {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = free.local_addr().unwrap();
        drop(free);
        let child = spawn(home, wire, at, &arguments);
        Self {
            child,
            at,
            arguments,
        }
    }

    fn kill_and_start(&mut self, home: &Home, wire: &str) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.child = spawn(home, wire, self.at, &self.arguments);
    }

    fn search(&self, words: &str) -> Option<(u16, Value)> {
        let body = json!({"query": words, "strategy": "keyword", "k": 100}).to_string();
        let head = format!(
            "POST /api/v1/search HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            self.at,
            body.len()
        );
        let mut stream = TcpStream::connect(self.at).ok()?;
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all((head + &body).as_bytes()).ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some((status, serde_json::from_str(body).ok()?))
    }
}

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn on_cluster(command: &mut std::process::Command, wire: &str) {
    command
        .env("PERUSAL_INDEX__BACKEND", "qdrant")
        .env("PERUSAL_INDEX__URL", wire)
        .env("PERUSAL_INDEX__TIMEOUT_MS", "2000");
}

fn spawn(home: &Home, wire: &str, at: SocketAddr, arguments: &[String]) -> Child {
    let started = Instant::now();
    loop {
        let mut command = home.command();
        on_cluster(&mut command, wire);
        let listen = at.to_string();
        let mut child = command
            .args(["--quiet", "serve", "--listen", &listen])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut line).unwrap();
        if line.contains("listening") {
            return child;
        }
        // Its port may still be on its way out.
        child.wait().unwrap();
        assert!(started.elapsed() < PATIENCE, "it does not start");
        std::thread::sleep(Duration::from_millis(50));
    }
}

const FILES: usize = 6;

/// The round that every document of an answer is of; more than one is a wrong version.
fn round(answer: &Value, rounds: u32) -> u32 {
    let hits = answer["hits"].as_array().unwrap();
    let documents: BTreeSet<String> = hits.iter().map(|hit| hit["document"].to_string()).collect();
    assert_eq!(documents.len(), FILES, "{answer}");
    let found = words_in(answer["hits"].to_string().as_bytes());
    let all = |round: u32| {
        (0..FILES)
            .map(|file| word(file, round))
            .collect::<BTreeSet<_>>()
    };
    let of = (0..=rounds).find(|&round| all(round) == found);
    of.unwrap_or_else(|| panic!("words of more than one version: {found:?}"))
}

fn write(home: &Home, round: u32) {
    for file in 0..FILES {
        home.write(&format!("docs/{file}.txt"), text(file, round, 3));
    }
}

fn add(home: &Home, wire: &str) -> Child {
    let mut command = home.command();
    on_cluster(&mut command, wire);
    let command = command.args(["--quiet", "add", "docs"]);
    command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// A writer and two replicas that search the same cluster; in each round documents are all
/// replaced, and one of the processes is killed at some moment.
fn kill_at_any_moment(rounds: u32) {
    let cluster = crate::cluster_server::Wire::start();
    let wire = cluster.url();
    let home = Home::new();
    write(&home, 0);
    assert!(add(&home, &wire).wait().unwrap().success());
    let to = wire.replace("http", "qdrant");
    home.run(&["migrate", "--to", &to, "--verify", "5"])
        .expect(0, "");

    let mut writer = Killed::start(&home, &wire, Vec::new());
    let of = format!("http://{}", writer.at);
    let follower = |name: &str| {
        let store = home.path(name).display().to_string();
        let more = [
            "--store",
            &store,
            "--replica-of",
            &of,
            "--replica-every-ms",
            EVERY,
        ];
        Killed::start(&home, &wire, more.map(str::to_owned).to_vec())
    };
    let mut replicas = [follower("first"), follower("second")];
    let mut seen = [0_u32; 2];
    let (mut answered, mut refused, mut killed) = (0, 0, [0; 4]);
    let mut chance = SplitMix64::new(u64::from(rounds));
    for number in 1..=rounds {
        write(&home, number);
        let mut adding = add(&home, &wire);
        std::thread::sleep(Duration::from_millis(chance.below(500) as u64));
        let target = chance.below(4);
        killed[target] += 1;
        match target {
            0 => writer.kill_and_start(&home, &wire),
            1 => adding.kill().unwrap(),
            other => replicas[other - 2].kill_and_start(&home, &wire),
        }
        for (replica, seen) in replicas.iter().zip(&mut seen) {
            for _ in 0..chance.below(4) {
                match replica.search("warden") {
                    Some((200, answer)) => {
                        let round = round(&answer, number);
                        assert!(round >= *seen, "back from {seen} to {round}");
                        *seen = round;
                        answered += 1;
                    }
                    // It has nothing yet, or is behind what the cluster keeps: told, not guessed.
                    Some((status, problem)) => {
                        assert!(matches!(status, 503 | 502), "{status}: {problem}");
                        refused += 1;
                    }
                    None => panic!("a replica that lives does not answer"),
                }
            }
        }
        adding.wait().unwrap();
    }
    let last = rounds + 1;
    write(&home, last);
    assert!(add(&home, &wire).wait().unwrap().success());
    for replica in &replicas {
        until("the last version", || {
            let (status, answer) = replica.search("warden")?;
            (status == 200 && round(&answer, last) == last).then_some(())
        });
    }
    let digest = home.digest("library");
    for name in ["first/current", "second/current"] {
        assert_eq!(home.digest(name), digest, "{name}");
    }
    assert!(answered > 0);
    println!(
        "{rounds} kills (writer's server {}, add {}, replicas {} and {}): {answered} answers of one \
         version each, {refused} told that there is none to answer from; digests equal",
        killed[0], killed[1], killed[2], killed[3]
    );
}

#[test]
fn a_writer_and_two_replicas_are_killed_at_any_moment() {
    kill_at_any_moment(10);
}

#[test]
#[ignore = "two hundred kills: scripts/test --long"]
fn a_writer_and_two_replicas_are_killed_two_hundred_times() {
    kill_at_any_moment(200);
}

#[test]
fn a_follower_takes_nothing_that_was_changed_on_its_way() {
    let home = Home::new();
    home.write("docs/a.txt", "The harbour opens at dawn.");
    home.run(&["add", "docs"]).expect(0, "");
    let writer = Server::start(&home, &[]);
    let between = Between::start(writer.at);
    let replica = follow(&home, &format!("http://{}", between.at), "copy", &[]);
    let told = until("a refusal", || {
        let stats = search(&replica, "harbour");
        stats
            .body
            .contains("not what was published")
            .then_some(stats)
    });
    told.is(503, "replica_empty");
    assert!(!Path::new(&home.path("copy/current")).exists());
    between
        .honest
        .store(true, std::sync::atomic::Ordering::SeqCst);
    until("a version", || finds(&replica, "harbour").then_some(()));
}

/// A proxy that changes a byte of each block until it is told to be honest.
struct Between {
    at: SocketAddr,
    honest: std::sync::Arc<std::sync::atomic::AtomicBool>,
}

impl Between {
    fn start(to: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = listener.local_addr().unwrap();
        let honest = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        let is_honest = std::sync::Arc::clone(&honest);
        // Ends with the process of the tests.
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let honest = is_honest.load(std::sync::atomic::Ordering::SeqCst);
                let _ = pass(stream.unwrap(), to, honest);
            }
        });
        Self { at, honest }
    }
}

/// One request and its answer; the connection is closed then.
fn pass(mut from: TcpStream, to: SocketAddr, honest: bool) -> std::io::Result<()> {
    let mut head = String::new();
    let mut lines = BufReader::new(from.try_clone()?);
    while lines.read_line(&mut head)? > 2 {}
    let head = head.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
    let own = from.local_addr()?.to_string();
    let mut there = TcpStream::connect(to)?;
    there.write_all(head.replace(&own, &to.to_string()).as_bytes())?;
    let mut answer = Vec::new();
    there.read_to_end(&mut answer)?;
    if head.starts_with("GET /api/v1/replica/block") && !honest {
        let last = answer.len() - 1;
        answer[last] ^= 1;
    }
    from.write_all(&answer)
}
