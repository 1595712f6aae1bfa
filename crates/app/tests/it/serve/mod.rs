//! `perusal serve` as other programs meet it.

mod access;
mod adding;
mod answers;
mod described;
mod ending;
mod matrix;
mod refused;
mod tools;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::home::Home;

/// A server with a home of its own; it ends with the test.
pub struct Server {
    child: Child,
    pub at: SocketAddr,
}

/// An answer.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Response {
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    #[track_caller]
    pub fn is(self, status: u16, code: &str) -> Self {
        assert_eq!(self.status, status, "{self:?}");
        if !code.is_empty() {
            assert!(self.body.contains(&format!("\"{code}\"")), "{self:?}");
        }
        self
    }
}

impl Server {
    pub fn start(home: &Home, arguments: &[&str]) -> Self {
        Self::start_at(home, &[], arguments)
    }

    /// The same with flags of every command.
    pub fn start_at(home: &Home, flags: &[&str], arguments: &[&str]) -> Self {
        let quiet = ["--quiet", "serve", "--listen", "127.0.0.1:0"];
        Self::begin(home, &[flags, &quiet, arguments].concat(), Stdio::null())
    }

    /// One that logs into a file.
    pub fn start_logged(home: &Home, log: &std::path::Path) -> Self {
        let log = std::fs::File::create(log).unwrap();
        Self::begin(home, &["serve", "--listen", "127.0.0.1:0"], log.into())
    }

    fn begin(home: &Home, arguments: &[&str], log: Stdio) -> Self {
        let mut child = home
            .command()
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut line).unwrap();
        let at = line.trim().rsplit("http://").next().unwrap();
        let at = at
            .parse()
            .unwrap_or_else(|_| panic!("no address: {line:?}"));
        Self { child, at }
    }

    pub fn send(&self, head: &str, body: &[u8]) -> Response {
        let mut stream = TcpStream::connect(self.at).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        // A server that refuses early may close before it has read all.
        let _ = stream.write_all(body);
        let mut whole = Vec::new();
        let _ = stream.read_to_end(&mut whole);
        let whole = String::from_utf8_lossy(&whole).into_owned();
        let (head, body) = whole.split_once("\r\n\r\n").unwrap_or((&whole, ""));
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
        Response {
            status: status.unwrap_or_else(|| panic!("no status: {whole:?}")),
            head: head.to_owned(),
            body: body.to_owned(),
        }
    }

    pub fn ask(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Response {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n",
            self.at,
            body.len()
        );
        self.send(&head, body)
    }

    pub fn get(&self, path: &str, headers: &str) -> Response {
        self.ask("GET", path, headers, b"")
    }

    pub fn delete(&self, path: &str, headers: &str) -> Response {
        self.ask("DELETE", path, &format!("X-Perusal: 1\r\n{headers}"), b"")
    }

    /// The names and data of events.
    pub fn events(&self, path: &str, headers: &str, body: &Value) -> Vec<(String, Value)> {
        let headers = format!("Accept: text/event-stream\r\n{headers}");
        let told = self.post(path, &headers, body).is(200, "");
        let lines = told.body.lines();
        let names = lines
            .clone()
            .filter_map(|line| line.strip_prefix("event: "));
        let data = lines.filter_map(|line| line.strip_prefix("data: "));
        names
            .zip(data)
            .map(|(name, data)| (name.to_owned(), serde_json::from_str(data).unwrap()))
            .collect()
    }

    /// Waits until it says that it is ready.
    pub fn ready(&self) -> Value {
        let started = Instant::now();
        loop {
            let told = self.get("/readyz", "");
            if told.status == 200 {
                return told.json();
            }
            assert!(told.body.contains("warming"), "{told:?}");
            assert!(started.elapsed() < Duration::from_secs(60), "{told:?}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// A job when it is over.
    pub fn job(&self, id: &str, headers: &str) -> Value {
        let started = Instant::now();
        loop {
            let job = self
                .get(&format!("/api/v1/jobs/{id}"), headers)
                .is(200, "")
                .json();
            if job["state"] != "queued" && job["state"] != "running" {
                return job;
            }
            assert!(started.elapsed() < Duration::from_secs(60), "{job}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    pub fn post(&self, path: &str, headers: &str, body: &Value) -> Response {
        let headers = format!("Content-Type: application/json\r\n{headers}");
        self.ask("POST", path, &headers, body.to_string().as_bytes())
    }

    /// Sends a file to be added, as a program of this machine does.
    pub fn upload(&self, name: &str, text: &str) -> Response {
        let form = form(&[(name, text)]);
        self.ask("POST", "/api/v1/documents", FORM, form.as_bytes())
    }

    /// Processor time that it took so far, its children's left out; in steps of 10 ms.
    pub fn processor_time(&self) -> Duration {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        let fields = stat.rsplit(')').next().unwrap().split_whitespace();
        let ticks: u64 = fields
            .skip(11)
            .take(2)
            .map(|ticks| ticks.parse::<u64>().unwrap())
            .sum();
        Duration::from_millis(ticks * 10)
    }

    /// Ends it as a service manager does, and gives its exit code.
    pub fn terminate(mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        std::process::Command::new("kill")
            .args(["-TERM", &id])
            .status()
            .unwrap();
        self.child.wait().unwrap().code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Headers of a form that a program of this machine sends.
pub const FORM: &str = "Content-Type: multipart/form-data; boundary=x\r\nX-Perusal: 1\r\n";

/// A form of files.
pub fn form(files: &[(&str, &str)]) -> String {
    let parts = files.iter().map(|(name, text)| {
        format!(
            "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n{text}\r\n"
        )
    });
    parts.collect::<String>() + "--x--\r\n"
}

pub fn bearer(token: &str) -> String {
    format!("Authorization: Bearer {token}\r\n")
}

/// A home with a library, and another library beside it.
pub fn libraries() -> Home {
    let home = Home::new().answering();
    home.write(
        "docs/ferry.md",
        "# The ferry\n\nThe ferry to Inis Mor leaves at nine. A ticket costs 12 euros.\n",
    );
    home.write(
        "law/lease.md",
        "# The lease\n\nThe rent of Quillfeather House is 900 euros a month.\n",
    );
    home.run(&["add", "docs"]).expect(0, "");
    home.run(&["--store", "legal", "add", "law"]).expect(0, "");
    home
}
