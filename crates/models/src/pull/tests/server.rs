//! A server on this machine that does as it is told, one answer a connection.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

/// What the server sends to one request.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub status: u16,
    pub headers: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
    /// Bytes of the body after which the connection is cut.
    pub cut: Option<usize>,
    /// Sends the body over and over.
    pub endless: bool,
}

impl Answer {
    /// All of a file.
    pub(super) fn whole(body: &[u8]) -> Self {
        let headers = vec![("Content-Length", body.len().to_string())];
        Self {
            status: 200,
            headers,
            body: body.to_vec(),
            cut: None,
            endless: false,
        }
    }

    /// The rest of a file from `start` on.
    pub(super) fn rest(body: &[u8], start: usize) -> Self {
        let range = format!("bytes {start}-{}/{}", body.len() - 1, body.len());
        let mut answer = Self::whole(&body[start..]).header("Content-Range", &range);
        answer.status = 206;
        answer
    }

    /// No more than a status.
    pub(super) fn status(status: u16) -> Self {
        Self {
            status,
            ..Self::whole(b"")
        }
    }

    pub(super) fn header(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    pub(super) fn cut_after(mut self, bytes: usize) -> Self {
        self.cut = Some(bytes);
        self
    }

    /// Never ends, and does not say how long it is.
    pub(super) fn endless(mut self) -> Self {
        self.headers.clear();
        self.endless = true;
        self
    }
}

/// A running server; it is given one answer a request, the last one again and again.
pub(super) struct Server {
    pub address: String,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub(super) fn start(answers: Vec<Answer>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("its address"));
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&requests);
        // Ends with the process: the tests are short.
        thread::spawn(move || {
            for (at, stream) in listener.incoming().enumerate() {
                let Ok(stream) = stream else { return };
                let answer = &answers[at.min(answers.len() - 1)];
                let request = read_request(&stream);
                seen.lock().expect("the list").push(request);
                // The client may hang up, which is what some tests are about.
                let _ = send(stream, answer);
            }
        });
        Self { address, requests }
    }

    /// The heads of the requests so far, in lower case.
    pub(super) fn requests(&self) -> Vec<String> {
        self.requests.lock().expect("the list").clone()
    }
}

fn read_request(stream: &TcpStream) -> String {
    let mut request = String::new();
    for line in BufReader::new(stream).take(1 << 16).lines() {
        let Ok(line) = line else { break };
        if line.is_empty() {
            break;
        }
        request.push_str(&line.to_lowercase());
        request.push('\n');
    }
    request
}

fn send(mut stream: TcpStream, answer: &Answer) -> std::io::Result<()> {
    write!(
        stream,
        "HTTP/1.1 {} Told\r\nConnection: close\r\n",
        answer.status
    )?;
    for (name, value) in &answer.headers {
        write!(stream, "{name}: {value}\r\n")?;
    }
    stream.write_all(b"\r\n")?;
    stream.write_all(&answer.body[..answer.cut.unwrap_or(answer.body.len())])?;
    if answer.endless {
        // Until the client hangs up.
        loop {
            stream.write_all(&answer.body)?;
        }
    }
    stream.flush()
}
