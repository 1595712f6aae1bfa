//! A web server on this machine that answers as a test tells it, and counts who comes.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

/// What is done with a request.
#[derive(Clone, Debug)]
pub(super) enum Act {
    /// A status, headers and a body.
    Say(u16, Vec<(&'static str, String)>, Vec<u8>),
    /// Not a word.
    Hang,
    /// A good head, then a byte now and then.
    Drip,
    /// A good head of this type, then a gigabyte.
    Flood(&'static str),
    /// Half of an answer.
    BreakOff,
    /// The connection is closed without an answer.
    Close,
    /// A head without end.
    LongHead,
}

impl Act {
    pub(super) fn page(html: impl Into<String>) -> Self {
        Self::typed("text/html; charset=utf-8", html)
    }

    pub(super) fn typed(content_type: &str, body: impl Into<String>) -> Self {
        let headers = vec![("Content-Type", content_type.to_owned())];
        Self::Say(200, headers, body.into().into_bytes())
    }

    pub(super) fn status(status: u16) -> Self {
        Self::Say(status, Vec::new(), Vec::new())
    }

    pub(super) fn redirect(to: impl Into<String>) -> Self {
        Self::Say(302, vec![("Location", to.into())], Vec::new())
    }
}

/// A path with its query to what is done.
type Script = dyn Fn(&str) -> Act + Send + Sync;

pub(super) struct Server {
    pub at: SocketAddr,
    heads: Arc<Mutex<Vec<String>>>,
    connections: Arc<AtomicUsize>,
}

impl Server {
    /// On any port of 127.0.0.1.
    pub(super) fn start(script: impl Fn(&str) -> Act + Send + Sync + 'static) -> Self {
        Self::serve(
            TcpListener::bind("127.0.0.1:0").expect("a free port"),
            script,
        )
    }

    /// On a port that web servers have, so that nothing but the address speaks against it. There are
    /// few of these.
    pub(super) fn on_web_port(script: impl Fn(&str) -> Act + Send + Sync + 'static) -> Self {
        // Tests run side by side, so that the first try differs by process and by server.
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let start = std::process::id() as usize * 31;
        let listener = (0..1_000).find_map(|_| {
            let port = 8_000 + (start + NEXT.fetch_add(1, Ordering::Relaxed)) % 1_000;
            TcpListener::bind(("127.0.0.1", u16::try_from(port).ok()?)).ok()
        });
        Self::serve(listener.expect("a free port"), script)
    }

    /// Answers for the paths that are written; any other is not there. `robots.txt` neither, unless
    /// it is written.
    pub(super) fn of(pages: impl IntoIterator<Item = (&'static str, Act)>) -> Self {
        let pages: BTreeMap<&str, Act> = pages.into_iter().collect();
        Self::start(move |path| pages.get(path).cloned().unwrap_or(Act::status(404)))
    }

    fn serve(listener: TcpListener, script: impl Fn(&str) -> Act + Send + Sync + 'static) -> Self {
        let server = Self {
            at: listener.local_addr().expect("its address"),
            heads: Arc::default(),
            connections: Arc::default(),
        };
        let (heads, connections) = (Arc::clone(&server.heads), Arc::clone(&server.connections));
        let script: Arc<Script> = Arc::new(script);
        // Ends with the process: the tests are short.
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                connections.fetch_add(1, Ordering::SeqCst);
                let (script, heads) = (Arc::clone(&script), Arc::clone(&heads));
                thread::spawn(move || answer(&stream, &*script, &heads));
            }
        });
        server
    }

    pub(super) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.at)
    }

    pub(super) fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    /// Heads of the requests, in lower case.
    pub(super) fn heads(&self) -> Vec<String> {
        self.heads.lock().expect("the list").clone()
    }

    /// Paths that were asked for.
    pub(super) fn paths(&self) -> Vec<String> {
        let path = |head: &String| head.split(' ').nth(1).map(str::to_owned);
        self.heads().iter().filter_map(path).collect()
    }
}

/// An error means that the client hung up, which is what some tests are about.
fn answer(stream: &TcpStream, script: &Script, heads: &Mutex<Vec<String>>) -> Option<()> {
    let mut reader = BufReader::new(stream);
    let (mut head, mut path) = (String::new(), String::new());
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line.trim().is_empty() {
            break;
        }
        if head.is_empty() {
            path = line.split(' ').nth(1)?.to_owned();
        }
        head.push_str(&line.to_lowercase());
    }
    heads.lock().expect("the list").push(head);
    act(stream, script(&path)).ok()
}

fn act(mut stream: &TcpStream, act: Act) -> std::io::Result<()> {
    match act {
        Act::Say(status, headers, body) => {
            let length = body.len();
            let mut head = format!("HTTP/1.1 {status} Told\r\nContent-Length: {length}\r\n");
            for (name, value) in headers {
                head.push_str(&format!("{name}: {value}\r\n"));
            }
            write!(stream, "{head}Connection: close\r\n\r\n")?;
            stream.write_all(&body)
        }
        Act::Hang => {
            thread::sleep(Duration::from_secs(20));
            Ok(())
        }
        Act::Drip => {
            write!(
                stream,
                "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n"
            )?;
            loop {
                stream.write_all(b".")?;
                thread::sleep(Duration::from_millis(20));
            }
        }
        Act::Flood(content_type) => {
            write!(
                stream,
                "HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\n\r\n{{"
            )?;
            let block = vec![b' '; 1 << 20];
            for _ in 0..1 << 10 {
                stream.write_all(&block)?;
            }
            Ok(())
        }
        Act::BreakOff => write!(
            stream,
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100\r\n\r\n<p>half"
        ),
        Act::Close => stream.shutdown(std::net::Shutdown::Both),
        Act::LongHead => {
            write!(stream, "HTTP/1.1 200 OK\r\n")?;
            loop {
                write!(stream, "X-Filler: {}\r\n", "x".repeat(1_000))?;
            }
        }
    }
}
