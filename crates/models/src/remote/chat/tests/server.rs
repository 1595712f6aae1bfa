//! A server of a language model on this machine, in each of the protocols: its tokens are words, and
//! it answers what it always answers, unless told to misbehave.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use serde_json::{Value, json};

use super::super::ChatService;

/// Tokens of its window.
pub(super) const WINDOW: usize = 1_000;

/// A request as it came.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub path: String,
    /// In lower case, `name: value`.
    pub headers: Vec<String>,
    pub body: Value,
}

/// What is done with a request for an answer.
#[derive(Clone)]
pub(super) enum Act {
    /// The answer.
    Answer,
    /// Another answer, word by word.
    Speak(&'static str),
    /// A status with headers and a body.
    Say(u16, Vec<(&'static str, String)>, String),
    /// These bytes of a body, each after a pause, and then the end.
    Write(Vec<(u64, Vec<u8>)>, Then),
    /// These bytes again and again.
    Flood(Vec<u8>),
    /// A good part of an answer each so many milliseconds, without end.
    Drip(u64),
    /// Not a word.
    Hang,
    /// The connection is closed without an answer.
    Close,
}

/// What comes behind some bytes.
#[derive(Clone, Copy)]
pub(super) enum Then {
    End,
    BreakOff,
    Hang,
}

impl Act {
    pub(super) fn status(status: u16) -> Self {
        Self::Say(status, Vec::new(), json!({"error": "told to"}).to_string())
    }
}

type Script = dyn Fn(usize, &Request) -> Act + Send + Sync;

pub(super) struct Server {
    pub address: String,
    requests: Arc<Mutex<Vec<Request>>>,
    /// Bytes that were written to whoever would read them.
    written: Arc<AtomicUsize>,
}

struct Shared {
    service: ChatService,
    script: Box<Script>,
    requests: Arc<Mutex<Vec<Request>>>,
    asked: AtomicUsize,
    written: Arc<AtomicUsize>,
}

impl Server {
    /// Does with the nth request for an answer, from 0, what the script says.
    pub(super) fn start(
        service: ChatService,
        script: impl Fn(usize, &Request) -> Act + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("its address"));
        let (requests, written) = (Arc::default(), Arc::default());
        let shared = Arc::new(Shared {
            service,
            script: Box::new(script),
            requests: Arc::clone(&requests),
            asked: AtomicUsize::new(0),
            written: Arc::clone(&written),
        });
        // Ends with the process: the tests are short.
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let shared = Arc::clone(&shared);
                thread::spawn(move || serve(&stream, &shared));
            }
        });
        Self {
            address,
            requests,
            written,
        }
    }

    /// Does each act in turn, then answers.
    pub(super) fn acting(service: ChatService, acts: Vec<Act>) -> Self {
        Self::start(service, move |nth, _| {
            acts.get(nth).cloned().unwrap_or(Act::Answer)
        })
    }

    /// Does the same each time.
    pub(super) fn always(service: ChatService, act: Act) -> Self {
        Self::start(service, move |_, _| act.clone())
    }

    pub(super) fn requests(&self) -> Vec<Request> {
        self.requests.lock().expect("the list").clone()
    }

    /// The requests for an answer.
    pub(super) fn asked(&self) -> Vec<Request> {
        let all = self.requests().into_iter();
        all.filter(|request| is_chat(&request.path)).collect()
    }

    pub(super) fn written(&self) -> usize {
        self.written.load(Ordering::SeqCst)
    }
}

fn is_chat(path: &str) -> bool {
    path.ends_with("/chat") || path.ends_with("/chat/completions")
}

fn serve(stream: &TcpStream, shared: &Shared) {
    let mut reader = BufReader::new(stream);
    while let Some(request) = read(&mut reader) {
        shared
            .requests
            .lock()
            .expect("the list")
            .push(request.clone());
        let act = if is_chat(&request.path) {
            let nth = shared.asked.fetch_add(1, Ordering::SeqCst);
            (shared.script)(nth, &request)
        } else {
            about(&request)
        };
        // The client may hang up, which is what some tests are about.
        if act_on(stream, shared, &request, act).is_err() {
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
        .find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).ok()?;
    Some(Request {
        path,
        headers,
        body: serde_json::from_slice(&body).unwrap_or_default(),
    })
}

/// What it tells about itself.
fn about(request: &Request) -> Act {
    let say = |status, body: Value| Act::Say(status, Vec::new(), body.to_string());
    let known = request.body["model"] == "words";
    match request.path.as_str() {
        "/api/show" if known => say(
            200,
            json!({
                "details": {"family": "test"}, "capabilities": ["completion", "thinking"],
                "model_info": {"general.architecture": "test", "test.context_length": WINDOW},
            }),
        ),
        "/api/show" => say(404, json!({"error": "model 'other' not found"})),
        "/api/tags" | "/api/ps" => say(200, json!({"models": [{"name": "words:latest"}]})),
        "/health" => say(200, json!({"status": "ok"})),
        "/props" => say(
            200,
            json!({"default_generation_settings": {"n_ctx": WINDOW}}),
        ),
        "/v1/models" => say(
            200,
            json!({"data": [{"id": "words", "max_model_len": WINDOW}]}),
        ),
        "/tokenize" => {
            let words = request.body["content"].as_str().unwrap_or_default();
            let tokens: Vec<usize> = words.split_whitespace().map(str::len).collect();
            say(200, json!({"tokens": tokens}))
        }
        _ => Act::Say(404, Vec::new(), "<html>Not here</html>".to_owned()),
    }
}

/// Answers whatever is asked that there is no such path.
pub(super) fn say_no_such_path(stream: &TcpStream) {
    let told = json!({"error": {"code": 404, "message": "File Not Found"}}).to_string();
    let mut reader = BufReader::new(stream);
    while read(&mut reader).is_some() && say(stream, 404, &[], &told).is_ok() {}
}

/// An error ends the connection.
fn act_on(mut stream: &TcpStream, shared: &Shared, request: &Request, act: Act) -> io::Result<()> {
    let closed = || Err(io::Error::other("closed"));
    match act {
        Act::Answer => speak(stream, shared.service, request, &answer(&request.body)),
        Act::Speak(text) => speak(stream, shared.service, request, text),
        Act::Say(status, headers, body) => say(stream, status, &headers, &body),
        Act::Write(pieces, then) => {
            head(stream)?;
            for (pause_ms, bytes) in pieces {
                thread::sleep(Duration::from_millis(pause_ms));
                stream.write_all(&bytes)?;
            }
            match then {
                Then::End => stream.shutdown(Shutdown::Both)?,
                // Behind what a chunk says that there is.
                Then::BreakOff => {
                    stream.write_all(b"x")?;
                    stream.shutdown(Shutdown::Both)?;
                }
                Then::Hang => thread::sleep(Duration::from_secs(30)),
            }
            closed()
        }
        Act::Flood(bytes) => {
            head(stream)?;
            loop {
                stream.write_all(&bytes)?;
                shared.written.fetch_add(bytes.len(), Ordering::SeqCst);
            }
        }
        Act::Drip(pause_ms) => {
            head(stream)?;
            loop {
                stream.write_all(part(shared.service, "drop ").as_bytes())?;
                thread::sleep(Duration::from_millis(pause_ms));
            }
        }
        Act::Hang => {
            thread::sleep(Duration::from_secs(30));
            closed()
        }
        Act::Close => {
            stream.shutdown(Shutdown::Both)?;
            closed()
        }
    }
}

/// A body that ends with the connection.
fn head(mut stream: &TcpStream) -> io::Result<()> {
    stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
}

fn say(
    mut stream: &TcpStream,
    status: u16,
    headers: &[(&str, String)],
    body: &str,
) -> io::Result<()> {
    let length = body.len();
    let mut head = format!("HTTP/1.1 {status} Told\r\nContent-Length: {length}\r\n");
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    stream.write_all(format!("{head}\r\n{body}").as_bytes())
}

/// Says a text word by word, in chunks, so that the connection can be used again.
fn speak(
    mut stream: &TcpStream,
    service: ChatService,
    request: &Request,
    text: &str,
) -> io::Result<()> {
    stream.write_all(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")?;
    let most = tokens_max(&request.body);
    let all: Vec<&str> = text.split_inclusive(' ').collect();
    let kept = &all[..all.len().min(most)];
    for word in kept {
        chunk(stream, &part(service, word))?;
    }
    let (cut, prompt) = (kept.len() < all.len(), prompt_tokens(&request.body));
    for line in ending(service, cut, prompt, kept.len()) {
        chunk(stream, &line)?;
    }
    stream.write_all(b"0\r\n\r\n")
}

fn chunk(mut stream: &TcpStream, data: &str) -> io::Result<()> {
    stream.write_all(format!("{:x}\r\n{data}\r\n", data.len()).as_bytes())
}

/// A line with a part of an answer.
pub(super) fn part(service: ChatService, text: &str) -> String {
    match service {
        ChatService::Ollama => {
            let message = json!({"role": "assistant", "content": text});
            format!(
                "{}\n",
                json!({"model": "words", "message": message, "done": false})
            )
        }
        _ => {
            let choice = json!({"index": 0, "delta": {"content": text}, "finish_reason": null});
            format!(
                "data: {}\n\n",
                json!({"object": "chunk", "choices": [choice]})
            )
        }
    }
}

/// The lines that end an answer.
pub(super) fn ending(service: ChatService, cut: bool, prompt: usize, said: usize) -> Vec<String> {
    let reason = if cut { "length" } else { "stop" };
    if service == ChatService::Ollama {
        let last = json!({
            "message": {"role": "assistant", "content": ""}, "done": true, "done_reason": reason,
            "prompt_eval_count": prompt, "eval_count": said, "total_duration": 1,
        });
        return vec![format!("{last}\n")];
    }
    let end = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]});
    let usage = json!({
        "choices": [], "usage": {"prompt_tokens": prompt, "completion_tokens": said, "more": {}},
    });
    vec![
        format!("data: {end}\n\n"),
        format!("data: {usage}\n\n"),
        "data: [DONE]\n\n".to_owned(),
    ]
}

fn tokens_max(body: &Value) -> usize {
    let places = [
        "/options/num_predict",
        "/max_tokens",
        "/max_completion_tokens",
    ];
    let most = places
        .iter()
        .find_map(|place| body.pointer(place)?.as_u64());
    usize::try_from(most.unwrap_or(u64::MAX)).expect("few tokens")
}

fn texts(body: &Value) -> impl Iterator<Item = &str> {
    let messages = body["messages"].as_array().into_iter().flatten();
    messages.filter_map(|message| message["content"].as_str())
}

pub(super) fn prompt_tokens(body: &Value) -> usize {
    texts(body)
        .map(|text| text.split_whitespace().count() + 4)
        .sum()
}

/// What it answers: JSON of the schema it is given, one of the words it is given, or four words.
fn answer(body: &Value) -> String {
    let places = [
        "/format",
        "/json_schema",
        "/response_format/json_schema/schema",
    ];
    let schema = places.iter().find_map(|place| body.pointer(place));
    if let Some(schema) = schema.filter(|schema| schema.is_object()) {
        return fitting(schema).to_string();
    }
    for text in texts(body) {
        if let Some((_, schema)) = text.split_once("with nothing else: ")
            && let Ok(schema) = serde_json::from_str(schema)
        {
            return fitting(&schema).to_string();
        }
        if let Some((_, words)) = text.split_once("nothing else: ") {
            return words.split(',').next().unwrap_or_default().to_owned();
        }
    }
    "one two three four".to_owned()
}

/// The simplest value that a schema allows.
fn fitting(schema: &Value) -> Value {
    if let Some(first) = schema.pointer("/enum/0") {
        return first.clone();
    }
    match schema["type"].as_str() {
        Some("object") => {
            let fields = schema["properties"].as_object().into_iter().flatten();
            Value::Object(
                fields
                    .map(|(name, field)| (name.clone(), fitting(field)))
                    .collect(),
            )
        }
        Some("array") => json!([]),
        Some("integer" | "number") => json!(schema["minimum"].as_f64().unwrap_or(0.0) as i64),
        Some("boolean") => json!(true),
        Some("string") => json!("x"),
        _ => Value::Null,
    }
}
