//! A web site on this machine, whose pages a test can change.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// Content type and content of a page; none is not there.
type Pages = BTreeMap<String, (&'static str, Vec<u8>)>;

/// A running site.
pub struct Site {
    at: SocketAddr,
    pages: Arc<Mutex<Pages>>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Site {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let site = Self {
            at: listener.local_addr().unwrap(),
            pages: Arc::default(),
            asked: Arc::default(),
        };
        let (pages, asked) = (Arc::clone(&site.pages), Arc::clone(&site.asked));
        // Ends with the process.
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                // A client that hung up has what it wanted.
                let _ = answer(&stream, &pages, &asked);
            }
        });
        site
    }

    /// `host:port`, as it is allowed in the settings.
    pub fn host(&self) -> String {
        self.at.to_string()
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.at)
    }

    /// Puts a page there, or another one in its place.
    pub fn put(&self, path: &str, content_type: &'static str, content: impl Into<Vec<u8>>) {
        let page = (content_type, content.into());
        self.pages.lock().unwrap().insert(path.to_owned(), page);
    }

    /// Puts a web page there: a title, text and links.
    pub fn page(&self, path: &str, title: &str, body: &str) {
        let html = format!(
            "<!doctype html><html><head><title>{title}</title></head>\
             <body><nav><a href=\"./\">Start</a></nav><main><h1>{title}</h1>{body}</main></body></html>"
        );
        self.put(path, "text/html; charset=utf-8", html);
    }

    pub fn remove(&self, path: &str) {
        self.pages.lock().unwrap().remove(path);
    }

    /// Paths that were asked for since the last time.
    pub fn asked(&self) -> Vec<String> {
        std::mem::take(&mut *self.asked.lock().unwrap())
    }
}

fn answer(
    mut stream: &TcpStream,
    pages: &Mutex<Pages>,
    asked: &Mutex<Vec<String>>,
) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
    asked.lock().unwrap().push(path.clone());
    let page = pages.lock().unwrap().get(&path).cloned();
    let (status, (content_type, content)) = match page {
        // `moved PATH` leads there.
        Some(("moved", to)) => {
            let to = String::from_utf8_lossy(&to).into_owned();
            return write!(
                stream,
                "HTTP/1.1 301 Moved\r\nLocation: {to}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            );
        }
        Some(page) => (200, page),
        None => (404, ("text/html", Vec::new())),
    };
    write!(
        stream,
        "HTTP/1.1 {status} Told\r\nContent-Type: {content_type}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        content.len()
    )?;
    stream.write_all(&content)
}
