//! The child: reads as it should, unless told otherwise.

use std::fs::File;
use std::io::Write;
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::time::Duration;

use perusal::reader::{ChildLimits, Guard, serve};
use perusal::text::exchange::{self, Answer, Request};
use perusal::text::{Document, Format, Page};

/// First argument of a child.
pub const MARK: &str = "reading-child";

/// A file that starts with this tells the child what to do.
pub const ORDER: &str = "order: ";

/// Arguments: the mood, a word for whoever looks, memory, processor time.
pub fn run(arguments: &[String]) {
    let [mood, _, memory, cpu] = arguments else {
        panic!("not the arguments of a child: {arguments:?}");
    };
    let limits = ChildLimits {
        memory_bytes_max: memory.parse().unwrap(),
        cpu_seconds_max: cpu.parse().unwrap(),
    };
    match mood.as_str() {
        "obey" => serve(&limits, obey).unwrap(),
        // Good for a single file.
        "frail" => {
            let files = std::cell::Cell::new(0);
            let read = |request: &Request| {
                if files.replace(files.get() + 1) > 0 {
                    std::process::exit(7);
                }
                obey(request)
            };
            serve(&limits, read).unwrap();
        }
        // Has one second to live.
        "tired" => {
            let limits = ChildLimits {
                cpu_seconds_max: 1,
                ..limits
            };
            serve(&limits, obey).unwrap();
        }
        "rubbish" => answer_with(|_| b"<html>this is no answer, but it is long enough".to_vec()),
        "huge" => answer_with(|mut answer| {
            answer[12..20].copy_from_slice(&u64::MAX.to_le_bytes());
            answer
        }),
        "large" => answer_with(|mut answer| {
            // Allowed, but it never comes.
            answer[12..20].copy_from_slice(&(200_u64 << 20).to_le_bytes());
            answer
        }),
        "unsound" => answer_with(|_| {
            let mut document = Document::from_text("text", Format::Plain);
            document.pages = vec![Page {
                start: 99,
                ..Page::default()
            }];
            written(Ok((document, Vec::new())))
        }),
        "short" => answer_with(|answer| answer[..answer.len() / 2].to_vec()),
        "mute" => {
            greet(|greeting| greeting);
            std::thread::sleep(Duration::from_secs(3600));
        }
        "stranger" => {
            greet(|mut greeting| {
                greeting[4..6].copy_from_slice(&999_u16.to_le_bytes());
                greeting
            });
            std::thread::sleep(Duration::from_secs(3600));
        }
        "stillborn" => {
            eprintln!("a library is missing");
            std::process::exit(127);
        }
        other => panic!("no mood {other}"),
    }
}

/// Reads, or does what the file says.
fn obey(request: &Request) -> Answer {
    let content = String::from_utf8_lossy(&request.bytes);
    let Some(order) = content.strip_prefix(ORDER) else {
        return perusal::text::read(&request.bytes, &request.name, &request.limits);
    };
    let (order, argument) = order.trim().split_once(' ').unwrap_or((order.trim(), ""));
    let done = match order {
        "allocate" => allocate(argument.parse().unwrap()),
        "hoard" => hoard(),
        "spin" => spin(),
        "recurse" => Ok(recurse(1).to_string()),
        "panic" => panic!("told to"),
        "exit" => std::process::exit(7),
        "print" => print(),
        "long" => Ok("word ".repeat(argument.parse::<usize>().unwrap() / 5)),
        "start" => start(argument),
        "thread" => std::thread::Builder::new().spawn(|| ()).map(told),
        "connect" => TcpStream::connect(argument).map(told),
        "listen" => TcpListener::bind("127.0.0.1:0").map(told),
        "datagram" => UdpSocket::bind("127.0.0.1:0").map(told),
        "open" => File::open(argument).map(told),
        "list" => std::fs::read_dir(argument).map(told),
        "write" => write(argument),
        other => panic!("no order {other}"),
    };
    let text = match done {
        Ok(text) => text,
        Err(error) => format!("refused: {error}"),
    };
    Ok((Document::from_text(text, Format::Plain), Vec::new()))
}

fn told<T>(_: T) -> String {
    "done".to_owned()
}

fn allocate(bytes: usize) -> std::io::Result<String> {
    let memory = std::hint::black_box(vec![1_u8; bytes]);
    Ok(format!("{} bytes", memory.len()))
}

fn hoard() -> ! {
    let mut hoard = Vec::new();
    loop {
        hoard.push(std::hint::black_box(vec![1_u8; 100_000]));
    }
}

fn spin() -> ! {
    let mut number = 0_u64;
    loop {
        number = std::hint::black_box(number.wrapping_add(1));
    }
}

fn recurse(depth: u64) -> u64 {
    let frame = std::hint::black_box([depth; 64]);
    if depth == u64::MAX {
        return 0;
    }
    recurse(depth + 1) + frame[0]
}

/// More than any pipe holds.
fn print() -> std::io::Result<String> {
    let noise = "noise ".repeat(100_000);
    for _ in 0..20 {
        println!("{noise}");
        eprintln!("{noise}");
    }
    Ok("quiet again".to_owned())
}

fn start(program: &str) -> std::io::Result<String> {
    let mut child = std::process::Command::new(program).arg("60").spawn()?;
    let _ = child.kill();
    let _ = child.wait();
    Ok("done".to_owned())
}

fn write(path: &str) -> std::io::Result<String> {
    let mut file = File::create(path)?;
    let block = vec![7_u8; 1 << 20];
    for _ in 0..1024 {
        file.write_all(&block)?;
    }
    Ok("done".to_owned())
}

fn greet(change: impl Fn(Vec<u8>) -> Vec<u8>) {
    let mut greeting = Vec::new();
    exchange::write_greeting(&mut greeting, &Vec::<Guard>::new()).unwrap();
    say(&change(greeting));
}

/// Answers each request with a good answer that was changed.
fn answer_with(change: impl Fn(Vec<u8>) -> Vec<u8>) {
    greet(|greeting| greeting);
    let mut from = std::io::stdin().lock();
    while let Ok(Some(request)) = exchange::read_request(&mut from, u64::MAX) {
        let answer = perusal::text::read(&request.bytes, &request.name, &request.limits);
        say(&change(written(answer)));
    }
}

fn written(answer: Answer) -> Vec<u8> {
    let mut bytes = Vec::new();
    exchange::write_answer(&mut bytes, answer).unwrap();
    bytes
}

fn say(bytes: &[u8]) {
    let mut to = std::io::stdout().lock();
    to.write_all(bytes).unwrap();
    to.flush().unwrap();
}
