//! A model server on this machine: it embeds as the scripted embedder does, unless told to
//! misbehave.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use serde_json::{Value, json};

use crate::{
    Embedder, Limits, Reranker, Role,
    scripted::{HashEmbedder, WordReranker},
};

/// A request as it came.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub path: String,
    /// In lower case, `name: value`.
    pub headers: Vec<String>,
    pub body: Value,
}

/// What is done with a request.
#[derive(Clone, Debug)]
pub(super) enum Act {
    /// The vectors.
    Embed,
    /// A status with headers and a body.
    Say(u16, Vec<(&'static str, String)>, String),
    /// The beginning of a good answer, then the end of the connection.
    BreakOff,
    /// Not a word.
    Hang,
    /// A body without end.
    Flood,
    /// The connection is closed without an answer.
    Close,
}

impl Act {
    pub(super) fn status(status: u16) -> Self {
        Self::Say(status, Vec::new(), json!({"error": "told to"}).to_string())
    }

    pub(super) fn ok(body: impl ToString) -> Self {
        Self::Say(200, Vec::new(), body.to_string())
    }
}

/// What the server does with the nth request, from 0.
type Script = dyn Fn(usize, &Request) -> Act + Send + Sync;

pub(super) struct Server {
    pub address: String,
    requests: Arc<Mutex<Vec<Request>>>,
    connections: Arc<AtomicUsize>,
}

impl Server {
    pub(super) fn start(script: impl Fn(usize, &Request) -> Act + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("its address"));
        let (requests, connections) = (Arc::default(), Arc::new(AtomicUsize::new(0)));
        let server = Self {
            address,
            requests: Arc::clone(&requests),
            connections: Arc::clone(&connections),
        };
        let script: Arc<Script> = Arc::new(script);
        // Ends with the process: the tests are short.
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                connections.fetch_add(1, Ordering::SeqCst);
                let (script, requests) = (Arc::clone(&script), Arc::clone(&requests));
                thread::spawn(move || serve(&stream, &*script, &requests));
            }
        });
        server
    }

    /// Does each act in turn, then embeds.
    pub(super) fn acting(acts: Vec<Act>) -> Self {
        Self::start(move |nth, _| acts.get(nth).cloned().unwrap_or(Act::Embed))
    }

    pub(super) fn requests(&self) -> Vec<Request> {
        self.requests.lock().expect("the list").clone()
    }

    pub(super) fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }
}

fn serve(stream: &TcpStream, script: &Script, requests: &Mutex<Vec<Request>>) {
    let mut reader = BufReader::new(stream);
    while let Some(request) = read(&mut reader) {
        let nth = {
            let mut requests = requests.lock().expect("the list");
            requests.push(request.clone());
            requests.len() - 1
        };
        let act = script(nth, &request);
        // The client may hang up, which is what some tests are about.
        if act_on(stream, &request, act).is_err() {
            return;
        }
    }
}

fn read(reader: &mut BufReader<&TcpStream>) -> Option<Request> {
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim() {
            "" => break,
            line => headers.push(line.to_owned()),
        }
    }
    let path = headers.first()?.split(' ').nth(1)?.to_owned();
    let headers: Vec<String> = headers.iter().map(|line| line.to_lowercase()).collect();
    let length = headers
        .iter()
        .find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok())?;
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let body = serde_json::from_slice(&body).ok()?;
    Some(Request {
        path,
        headers,
        body,
    })
}

/// An error ends the connection.
fn act_on(mut stream: &TcpStream, request: &Request, act: Act) -> std::io::Result<()> {
    let closed = || Err(std::io::Error::other("closed"));
    match act {
        Act::Embed => say(stream, 200, &[], &answer(request).to_string()),
        Act::Say(status, headers, body) => say(stream, status, &headers, &body),
        Act::BreakOff => {
            let body = answer(request).to_string();
            let (half, length) = (&body[..body.len() / 2], body.len());
            write!(
                stream,
                "HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n{half}"
            )?;
            stream.shutdown(std::net::Shutdown::Both)?;
            closed()
        }
        Act::Hang => {
            thread::sleep(Duration::from_secs(30));
            closed()
        }
        Act::Flood => {
            write!(stream, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n[[")?;
            let numbers = "0.123456789,".repeat(8 << 10);
            loop {
                stream.write_all(numbers.as_bytes())?;
            }
        }
        Act::Close => {
            stream.shutdown(std::net::Shutdown::Both)?;
            closed()
        }
    }
}

fn say(
    mut stream: &TcpStream,
    status: u16,
    headers: &[(&str, String)],
    body: &str,
) -> std::io::Result<()> {
    let mut head = format!(
        "HTTP/1.1 {status} Told\r\nContent-Length: {}\r\n",
        body.len()
    );
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    stream.write_all(format!("{head}\r\n{body}").as_bytes())
}

/// The texts of a request to any of the services.
pub(super) fn texts(request: &Request) -> Vec<String> {
    let body = &request.body;
    let names = ["input", "inputs", "texts", "documents"];
    let list = names.iter().find_map(|name| body.get(name));
    list.and_then(Value::as_array)
        .map(|texts| {
            let text = |text: &Value| text.as_str().unwrap_or_default().to_owned();
            texts.iter().map(text).collect()
        })
        .unwrap_or_default()
}

/// The vectors of the texts, as their service gives them; not of length 1.
pub(super) fn vectors(texts: &[String]) -> Vec<Vec<f32>> {
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let embeddings = HashEmbedder::default()
        .embed(&texts, Role::Passage, &Limits::none())
        .expect("vectors");
    let longer = |vector: Vec<f32>| vector.into_iter().map(|x| x * 3.0).collect();
    embeddings
        .into_iter()
        .map(|embedding| longer(embedding.vector))
        .collect()
}

/// The scores of the texts for the query, by place.
pub(super) fn scores(request: &Request) -> Vec<f32> {
    let (query, texts) = (&request.body["query"], texts(request));
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let query = query.as_str().unwrap_or_default();
    let scores = WordReranker::default().score(query, &texts, &Limits::none());
    scores
        .expect("scores")
        .iter()
        .map(|one| one.score)
        .collect()
}

pub(super) fn answer(request: &Request) -> Value {
    if request.path.ends_with("/rerank") {
        return reranked(request);
    }
    let vectors = vectors(&texts(request));
    match request.path.as_str() {
        "/api/embed" => json!({"model": "words", "embeddings": vectors}),
        "/v1/embeddings" => {
            let item = |(index, vector): (usize, &Vec<f32>)| json!({"object": "embedding", "index": index, "embedding": vector});
            // The protocol promises the index, not the order.
            let data: Vec<Value> = vectors.iter().enumerate().rev().map(item).collect();
            json!({"object": "list", "data": data, "model": "words"})
        }
        "/embed" => json!(vectors),
        other => json!({"error": format!("no such path: {other}")}),
    }
}

/// Best first, as the services give them.
fn reranked(request: &Request) -> Value {
    let mut items: Vec<(usize, f32)> = scores(request).into_iter().enumerate().collect();
    items.sort_by(|a, b| b.1.total_cmp(&a.1));
    if request.path == "/rerank" {
        let item = |(index, score): &(usize, f32)| json!({"index": index, "score": score});
        return items.iter().map(item).collect();
    }
    let item = |(index, score): &(usize, f32)| json!({"index": index, "relevance_score": score});
    json!({"id": "1", "results": items.iter().map(item).collect::<Vec<_>>(), "meta": {}})
}
