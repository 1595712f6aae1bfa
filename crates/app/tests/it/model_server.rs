//! A model server on this machine that speaks Ollama's protocol: `words` gives the
//! vectors of the scripted embedder, any other model some of another length. As a reranker
//! it finds those passages best that speak of sand.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use perusal::models::scripted::HashEmbedder;
use perusal::models::{Embedder, Limits, Role};
use serde_json::{Value, json};

/// Numbers in a vector of the model `words`.
pub const WORDS_DIM: usize = 64;

/// How the server behaves from now on.
#[derive(Default)]
struct Manners {
    /// Pause before each answer.
    pause_ms: AtomicU64,
    /// Numbers in a vector of every model but `words`.
    other_dim: AtomicUsize,
    /// Texts embedded so far.
    texts: AtomicUsize,
    /// Every model but `words` gives no answer once so many texts were embedded.
    held_from: AtomicUsize,
    /// Takes no more connections.
    down: AtomicBool,
    /// Heads of the requests so far.
    heads: Mutex<Vec<String>>,
}

/// A running server; its address stays the same when it is stopped and started.
pub struct ModelServer {
    at: SocketAddr,
    manners: Arc<Manners>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl ModelServer {
    pub fn start() -> Self {
        let manners = Arc::new(Manners::default());
        manners.other_dim.store(48, Ordering::SeqCst);
        manners.held_from.store(usize::MAX, Ordering::SeqCst);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut server = Self {
            at: listener.local_addr().unwrap(),
            manners,
            thread: None,
        };
        server.listen(listener);
        server
    }

    pub fn address(&self) -> String {
        format!("http://{}", self.at)
    }

    /// Takes so long for each answer.
    pub fn pause(&self, pause: Duration) {
        let pause = u64::try_from(pause.as_millis()).unwrap();
        self.manners.pause_ms.store(pause, Ordering::SeqCst);
    }

    /// Every model but `words` embeds so many texts more, or one request, and then
    /// nothing until it is released.
    pub fn hold_after(&self, texts: usize) {
        let from = self.texts() + texts;
        self.manners.held_from.store(from, Ordering::SeqCst);
    }

    pub fn release(&self) {
        self.manners.held_from.store(usize::MAX, Ordering::SeqCst);
    }

    /// Every model but `words` gives vectors of this length.
    pub fn other_dim(&self, dim: usize) {
        self.manners.other_dim.store(dim, Ordering::SeqCst);
    }

    /// Texts embedded so far.
    pub fn texts(&self) -> usize {
        self.manners.texts.load(Ordering::SeqCst)
    }

    /// Heads of the requests so far.
    pub fn heads(&self) -> Vec<String> {
        self.manners.heads.lock().unwrap().clone()
    }

    /// Refuses connections until it is started again.
    pub fn stop(&mut self) {
        self.manners.down.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }

    pub fn start_again(&mut self) {
        self.listen(TcpListener::bind(self.at).unwrap());
    }

    fn listen(&mut self, listener: TcpListener) {
        self.manners.down.store(false, Ordering::SeqCst);
        listener.set_nonblocking(true).unwrap();
        let manners = Arc::clone(&self.manners);
        self.thread = Some(std::thread::spawn(move || {
            while !manners.down.load(Ordering::SeqCst) {
                match listener.accept() {
                    Ok((stream, _)) => {
                        stream.set_nonblocking(false).unwrap();
                        let manners = Arc::clone(&manners);
                        std::thread::spawn(move || serve(&stream, &manners));
                    }
                    Err(error) if error.kind() == ErrorKind::WouldBlock => {
                        std::thread::sleep(Duration::from_millis(2));
                    }
                    Err(error) => panic!("{error}"),
                }
            }
        }));
    }
}

impl Drop for ModelServer {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Answers the requests of one connection; whoever is killed hangs up.
fn serve(mut stream: &TcpStream, manners: &Manners) {
    let mut reader = BufReader::new(stream);
    while let Some((head, body)) = read(&mut reader) {
        manners.heads.lock().unwrap().push(head);
        let pause = manners.pause_ms.load(Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(pause));
        let held = || {
            let (so_far, from) = (&manners.texts, &manners.held_from);
            so_far.load(Ordering::SeqCst) >= from.load(Ordering::SeqCst)
        };
        while body["model"] != "words" && held() {
            std::thread::sleep(Duration::from_millis(2));
        }
        let answer = answer(&body, manners).to_string();
        let head = format!(
            "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n",
            answer.len()
        );
        if stream.write_all((head + &answer).as_bytes()).is_err() {
            return;
        }
    }
}

fn read(reader: &mut BufReader<&TcpStream>) -> Option<(String, Value)> {
    let mut head = String::new();
    loop {
        let before = head.len();
        if reader.read_line(&mut head).ok()? == 0 {
            return None;
        }
        if head[before..].trim().is_empty() {
            break;
        }
    }
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        let named = name.eq_ignore_ascii_case("content-length");
        named.then(|| value.trim().parse().ok()).flatten()
    })?;
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some((head, serde_json::from_slice(&body).ok()?))
}

fn answer(body: &Value, manners: &Manners) -> Value {
    if let Some(documents) = body["documents"].as_array().or(body["texts"].as_array()) {
        return reranked(body, documents);
    }
    let texts = body["input"].as_array().unwrap();
    let texts: Vec<&str> = texts.iter().map(|text| text.as_str().unwrap()).collect();
    manners.texts.fetch_add(texts.len(), Ordering::SeqCst);
    let embeddings = HashEmbedder::default()
        .embed(&texts, Role::Passage, &Limits::none())
        .unwrap();
    let dim = match body["model"].as_str() {
        Some("words") => WORDS_DIM,
        _ => manners.other_dim.load(Ordering::SeqCst),
    };
    let shaped = |vector: Vec<f32>| vector.into_iter().take(dim).collect::<Vec<f32>>();
    let vectors: Vec<_> = embeddings
        .into_iter()
        .map(|embedding| shaped(embedding.vector))
        .collect();
    json!({"model": body["model"], "embeddings": vectors})
}

/// As Text Embeddings Inference and Cohere answer, by what they call the texts.
fn reranked(body: &Value, documents: &[Value]) -> Value {
    let score = |text: &Value| f32::from(u8::from(text.as_str().unwrap().contains("sand")));
    let items = documents.iter().map(score).enumerate();
    if body["texts"].is_array() {
        return items
            .map(|(index, score)| json!({"index": index, "score": score}))
            .collect();
    }
    let results: Vec<Value> = items
        .map(|(index, score)| json!({"index": index, "relevance_score": score}))
        .collect();
    json!({"results": results})
}
