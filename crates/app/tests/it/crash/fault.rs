//! What befalls a running command.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::home::Home;

/// A fault, and when it strikes.
#[derive(Debug, Clone, Copy)]
pub enum Fault {
    /// SIGKILL after this time, unless the command ends before.
    KillAfter(Duration),
    /// SIGKILL instead of this system call, when a thread makes it for the nth
    /// time; only calls on a file below the home are counted where one is given.
    KillAt {
        call: &'static str,
        file: Option<&'static str>,
        nth: usize,
    },
    /// This system call fails with an error, from the nth time on or only then.
    Fail {
        call: &'static str,
        error: &'static str,
        nth: usize,
        for_good: bool,
    },
}

/// How a command ended, seen from outside.
#[derive(Debug)]
pub struct Ended {
    /// `None` when it was killed.
    pub code: Option<i32>,
    /// What it told on standard output, as far as it came.
    pub events: Vec<Value>,
    pub errors: String,
    pub time: Duration,
}

impl Fault {
    /// Runs a command of the binary that meets this fault.
    pub fn befalls(self, home: &Home, arguments: &[&str]) -> Ended {
        match self {
            Fault::KillAfter(life) => {
                let mut command = home.command();
                command.args(arguments);
                run_for(command, life)
            }
            Fault::KillAt { call, file, nth } => {
                let fault = format!("inject={call}:signal=SIGKILL:when={nth}");
                let mut command = traced(home, call, &fault);
                if let Some(file) = file {
                    command.arg("-P").arg(home.path(file));
                }
                run_for(under(command, home, arguments), Duration::MAX)
            }
            Fault::Fail {
                call,
                error,
                nth,
                for_good,
            } => {
                let all = if for_good { "+" } else { "" };
                let fault = format!("inject={call}:error={error}:when={nth}{all}");
                run_for(
                    under(traced(home, call, &fault), home, arguments),
                    Duration::MAX,
                )
            }
        }
    }
}

/// strace with a fault at a call.
fn traced(home: &Home, call: &str, fault: &str) -> Command {
    let mut command = Command::new("strace");
    let trace = format!("trace={call}");
    command.args(["-f", "-o", "/dev/null", "-e", &trace, "-e", fault]);
    command.current_dir(home.path(""));
    command
}

/// A command of the binary under another program.
fn under(mut program: Command, home: &Home, arguments: &[&str]) -> Command {
    let plain = home.command();
    program.arg(plain.get_program()).args(arguments);
    // What the machine has set, a cache of models say, is not the home's.
    program.env_clear();
    for (name, value) in plain.get_envs() {
        program.envs(value.map(|value| (name, value)));
    }
    program
}

/// Runs a command and kills it after a while, unless it ends before.
fn run_for(mut command: Command, life: Duration) -> Ended {
    let started = Instant::now();
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (stdout, mut stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    std::thread::scope(|scope| {
        // A line without its end was not acknowledged: it does not parse.
        let events = scope.spawn(move || {
            let lines = BufReader::new(stdout).lines().map_while(Result::ok);
            lines
                .filter_map(|line| serde_json::from_str(&line).ok())
                .collect()
        });
        let errors = scope.spawn(move || std::io::read_to_string(&mut stderr).unwrap_or_default());
        while started.elapsed() < life && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_micros(200));
        }
        let time = started.elapsed();
        child.kill().unwrap();
        let code = child.wait().unwrap().code();
        Ended {
            code,
            events: events.join().unwrap(),
            errors: errors.join().unwrap(),
            time,
        }
    })
}
