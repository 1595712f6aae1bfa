//! A reading child as its parent sees it.
//!
//! Two threads serve a child: one talks with it, one drains what it says on
//! standard error, so that neither a full pipe nor a silent child can hold up
//! the thread that waits, which looks at the clock. They end with the child's
//! pipes and are never waited for without a limit.

use std::io::{BufReader, Read};
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use models::Cancel;
use text::ReadLimits;
use text::exchange::{self, Answer, ExchangeError};

use super::command::{ReadFailure, ReaderCommand};
use super::guard::Guard;
use super::system::{TIME_SIGNAL, has_ended, kill_group, signal};

/// Files a child reads before it is replaced: what leaks stays small.
const FILES_MAX: u32 = 256;

/// Longest time a child may take to say that it is ready: the machine may be
/// busy, and nothing goes on without it.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// How often a waiting thread looks whether the caller asked to stop.
const CANCEL_EVERY: Duration = Duration::from_millis(50);

/// Longest time from a broken pipe to the end of the process behind it, and to
/// the end of what it said.
const END_TIMEOUT: Duration = Duration::from_secs(1);

/// How often a process that hung up is looked at.
const END_EVERY: Duration = Duration::from_millis(2);

/// What is kept of a child's last words.
const LAST_WORDS_BYTES: usize = 4096;

/// How Rust's standard library, and our own messages, begin to say that memory
/// ran out. Said otherwise, the file is told to have crashed the reader.
const OUT_OF_MEMORY: &str = "memory allocation of ";

/// A file on its way to a child.
#[derive(Debug, Clone)]
pub(super) struct Job {
    pub(super) bytes: Arc<Vec<u8>>,
    pub(super) name: String,
    pub(super) limits: ReadLimits,
}

/// What ended a child.
#[derive(Debug)]
pub(super) enum Fault {
    Timeout,
    Memory,
    Crashed { how: String },
    Refused(ExchangeError),
    Interrupted,
}

/// What comes from a child.
enum Reply {
    Greeting(Vec<Guard>),
    Answer(Box<Answer>),
}

/// A running child; dropped, it is killed with all it started.
pub(super) struct Child {
    process: std::process::Child,
    jobs: Sender<Job>,
    replies: Receiver<Result<Reply, ExchangeError>>,
    last_words: Receiver<String>,
    guards: Vec<Guard>,
    files: u32,
    busy: Duration,
    /// True once the system has forgotten it.
    fetched: bool,
}

impl Child {
    /// Starts a child and waits until it is ready.
    pub(super) fn start(command: &ReaderCommand, cancel: &Cancel) -> Result<Self, ReadFailure> {
        let not_started = |reason: String| ReadFailure::NotStarted { reason };
        let program = command.program.display();
        let mut process = spawn(command)
            .map_err(|error| not_started(format!("{program} cannot be run: {error}")))?;
        let (Some(stdin), Some(stdout), Some(stderr)) = (
            process.stdin.take(),
            process.stdout.take(),
            process.stderr.take(),
        ) else {
            return Err(not_started("it has no pipes".to_owned()));
        };
        let (jobs, to_send) = mpsc::channel();
        let (replied, replies) = mpsc::channel();
        let (drained, last_words) = mpsc::channel();
        let mut child = Self {
            process,
            jobs,
            replies,
            last_words,
            guards: Vec::new(),
            files: 0,
            busy: Duration::ZERO,
            fetched: false,
        };
        thread("talk", move || talk(stdin, stdout, &to_send, &replied))
            .and_then(|()| {
                thread("drain", move || {
                    let _ = drained.send(drain(stderr));
                })
            })
            .map_err(|error| not_started(error.to_string()))?;
        match child.wait(START_TIMEOUT, cancel) {
            Ok(Reply::Greeting(guards)) => child.guards = guards,
            Ok(Reply::Answer(_)) => return Err(not_started("it answered unasked".to_owned())),
            Err(Fault::Interrupted) => return Err(ReadFailure::Interrupted),
            Err(fault) => return Err(not_started(child.obituary(fault))),
        }
        Ok(child)
    }

    /// What holds it.
    pub(super) fn guards(&self) -> &[Guard] {
        &self.guards
    }

    /// True once it has read a file.
    pub(super) fn has_served(&self) -> bool {
        self.files > 0
    }

    /// True when the next file should get a new child. Its processor time is
    /// limited to twice the time-out, and the time it was waited for is an
    /// upper bound of what it has used.
    pub(super) fn is_spent(&self, command: &ReaderCommand) -> bool {
        self.files >= FILES_MAX || self.busy >= command.timeout
    }

    /// Reads a file. After a fault the child is of no more use.
    pub(super) fn read(
        &mut self,
        job: &Job,
        timeout: Duration,
        cancel: &Cancel,
    ) -> Result<Answer, Fault> {
        let started = Instant::now();
        // A talker that is gone has told why, which the wait finds.
        let _ = self.jobs.send(job.clone());
        match self.wait(timeout, cancel)? {
            Reply::Answer(answer) => {
                self.files += 1;
                self.busy += started.elapsed();
                Ok(*answer)
            }
            Reply::Greeting(_) => Err(Fault::Refused(ExchangeError::NoMessage)),
        }
    }

    /// The next reply. Looks at the clock and at `cancel`.
    fn wait(&mut self, timeout: Duration, cancel: &Cancel) -> Result<Reply, Fault> {
        let started = Instant::now();
        loop {
            let left = timeout.saturating_sub(started.elapsed());
            match self.replies.recv_timeout(left.min(CANCEL_EVERY)) {
                Ok(Ok(reply)) => return Ok(reply),
                Ok(Err(ExchangeError::Connection(_) | ExchangeError::Truncated { .. }))
                | Err(RecvTimeoutError::Disconnected) => return Err(self.death()),
                Ok(Err(error)) => return Err(Fault::Refused(error)),
                Err(RecvTimeoutError::Timeout) if cancel.is_cancelled() => {
                    return Err(Fault::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Fault::Timeout),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Why a child that hung up did so.
    fn death(&mut self) -> Fault {
        let Some(status) = self.end() else {
            return Fault::Crashed {
                how: "it hung up".to_owned(),
            };
        };
        let said = self.last_words.recv_timeout(END_TIMEOUT);
        if said.as_ref().is_ok_and(|said| said.contains(OUT_OF_MEMORY)) {
            return Fault::Memory;
        }
        match signal(status) {
            Some(TIME_SIGNAL) => Fault::Timeout,
            Some(signal) => Fault::Crashed {
                how: format!("signal {signal}"),
            },
            None => Fault::Crashed {
                how: last_line(said.as_deref().unwrap_or_default())
                    .unwrap_or_else(|| status.to_string()),
            },
        }
    }

    /// How it ended by itself, given a moment for it.
    fn end(&mut self) -> Option<ExitStatus> {
        let started = Instant::now();
        while !has_ended(&mut self.process) {
            if started.elapsed() >= END_TIMEOUT {
                return None;
            }
            std::thread::sleep(END_EVERY);
        }
        self.finish().ok()
    }

    /// Kills what is left of it and its group, and fetches how it ended. The
    /// group goes first: once the process is fetched, its number, which names
    /// the group, may be another's.
    fn finish(&mut self) -> std::io::Result<ExitStatus> {
        if !self.fetched {
            kill_group(&mut self.process);
        }
        self.fetched = true;
        self.process.wait()
    }

    /// Why it never was ready, for people.
    fn obituary(&self, fault: Fault) -> String {
        match fault {
            Fault::Timeout => format!("it was not ready after {} s", START_TIMEOUT.as_secs()),
            Fault::Memory => "its memory limit is too small to start with".to_owned(),
            Fault::Crashed { how } => format!("it ended: {how}"),
            Fault::Refused(error) => format!("it is no reader: {error}"),
            Fault::Interrupted => "interrupted".to_owned(),
        }
    }
}

impl Drop for Child {
    /// Leaves nothing running, and no zombie.
    fn drop(&mut self) {
        let _ = self.finish();
    }
}

/// Starts the process in a group of its own, which an interrupt of the
/// terminal does not reach, without the parent's environment and folder.
fn spawn(command: &ReaderCommand) -> std::io::Result<std::process::Child> {
    // Twice the time-out: the file that makes a child spent may take the
    // whole of it again. More, and it runs although nobody waits for it.
    let cpu_seconds = command
        .timeout
        .as_secs()
        .saturating_mul(2)
        .saturating_add(2);
    let mut process = Command::new(&command.program);
    process
        .args(&command.arguments)
        .arg(command.memory_bytes_max.to_string())
        .arg(cpu_seconds.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        process.env_clear().process_group(0);
        // Where the program's own libraries are, if they are in no usual place.
        for name in ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"] {
            if let Some(value) = std::env::var_os(name) {
                process.env(name, value);
            }
        }
    }
    process.spawn()
}

fn thread(name: &str, work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    std::thread::Builder::new()
        .name(format!("reader-{name}"))
        .spawn(work)
        .map(drop)
}

/// Hears the greeting, then sends each job and hears the answer, until either
/// side hangs up.
fn talk(
    mut to: ChildStdin,
    from: ChildStdout,
    jobs: &Receiver<Job>,
    replies: &Sender<Result<Reply, ExchangeError>>,
) {
    let mut from = BufReader::new(from);
    let greeting = exchange::read_greeting(&mut from).map(Reply::Greeting);
    let tell = |reply: Result<Reply, ExchangeError>| {
        let good = reply.is_ok();
        replies.send(reply).is_ok() && good
    };
    let mut go_on = tell(greeting);
    while go_on && let Ok(job) = jobs.recv() {
        let reply = exchange::write_request(&mut to, &job.name, &job.limits, &job.bytes)
            .and_then(|()| exchange::read_answer(&mut from, &job.limits))
            .map(|answer| Reply::Answer(Box::new(answer)));
        drop(job);
        go_on = tell(reply);
    }
}

/// Reads to the end and keeps the end.
fn drain(mut from: ChildStderr) -> String {
    let mut last = Vec::new();
    let mut buffer = [0; LAST_WORDS_BYTES];
    while let Ok(read @ 1..) = from.read(&mut buffer) {
        last.extend(&buffer[..read]);
        last.drain(..last.len().saturating_sub(LAST_WORDS_BYTES));
    }
    String::from_utf8_lossy(&last).into_owned()
}

fn last_line(said: &str) -> Option<String> {
    let line = said.lines().map(str::trim).rfind(|line| !line.is_empty())?;
    Some(line.chars().take(200).collect())
}
