//! Clients that leave before their answer: the work behind them ends at once, whichever way they
//! came, and nothing of it is left.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::home::Home;
use crate::serve::Server;
use crate::serve_trouble::begun;
use crate::written;

/// Work may go on for so long after its client left.
const BOUND: Duration = Duration::from_millis(200);
/// On a machine that does much else, where nothing but an end can be asked for.
const BUSY_BOUND: Duration = Duration::from_secs(5);
/// How often is looked: looking is work, too.
const LOOK_EVERY: Duration = Duration::from_millis(5);
/// What never ends, ends here.
const GIVE_UP: Duration = Duration::from_secs(30);

/// How a client came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// HTTP, for a whole object.
    Object,
    /// HTTP, for events.
    Events,
    /// A tool of the Model Context Protocol.
    Tool,
    #[cfg(feature = "grpc")]
    Call,
    #[cfg(feature = "grpc")]
    CallForEvents,
}

impl Way {
    const ALL: &'static [Way] = &[
        Way::Object,
        Way::Events,
        Way::Tool,
        #[cfg(feature = "grpc")]
        Way::Call,
        #[cfg(feature = "grpc")]
        Way::CallForEvents,
    ];
}

/// What is done for a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Deed {
    /// A long text is read: the processor works.
    Reading,
    /// A model writes, slowly: a connection is waited for.
    Writing,
}

/// A client that waits, until it is dropped.
enum Client {
    Socket {
        _stream: TcpStream,
    },
    #[cfg(feature = "grpc")]
    Call {
        _call: remote::Call,
    },
}

#[cfg(feature = "grpc")]
mod remote {
    use tokio::runtime::Runtime;
    use tonic::transport::Channel;

    use super::{QUESTION, Server};
    use crate::serve_grpc::generated::AgentRequest;
    use crate::serve_grpc::generated::agent_client::AgentClient;

    /// A call that is waited for on a thread of its own.
    pub struct Call {
        runtime: Option<Runtime>,
    }

    impl Call {
        pub fn begin(server: &Server, events: bool) -> Self {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(1)
                .enable_all()
                .build()
                .unwrap();
            let channel = Channel::from_shared(format!("http://{}", server.at)).unwrap();
            let question = AgentRequest {
                query: QUESTION.to_owned(),
                ..AgentRequest::default()
            };
            runtime.spawn(async move {
                let mut client = AgentClient::new(channel.connect().await.unwrap());
                if events {
                    let mut events = client.ask_stream(question).await.unwrap().into_inner();
                    while events.message().await.unwrap().is_some() {}
                } else {
                    client.ask(question).await.unwrap();
                }
            });
            let runtime = Some(runtime);
            Self { runtime }
        }
    }

    impl Drop for Call {
        fn drop(&mut self) {
            if let Some(runtime) = self.runtime.take() {
                runtime.shutdown_background();
            }
        }
    }
}

const QUESTION: &str = "How high is the late fee for rent?";

impl Client {
    fn begin(server: &Server, way: Way, deed: Deed, text: &str) -> Self {
        let (path, body) = match deed {
            Deed::Reading => (
                "/api/v1/documents/analyze-recursive",
                json!({"document": text, "query": "Who met?"}),
            ),
            Deed::Writing => ("/api/v1/ask", json!({"question": QUESTION})),
        };
        let stream = match way {
            Way::Object => begun(server, path, "", &body.to_string()),
            Way::Events => {
                let headers = "Accept: text/event-stream\r\n";
                begun(server, path, headers, &body.to_string())
            }
            Way::Tool => {
                let name = if deed == Deed::Reading {
                    "analyze"
                } else {
                    "ask"
                };
                let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                    "params": {"name": name, "arguments": body}});
                let headers = "Accept: application/json, text/event-stream\r\n";
                begun(server, "/mcp", headers, &call.to_string())
            }
            #[cfg(feature = "grpc")]
            Way::Call => return Self::called(server, false),
            #[cfg(feature = "grpc")]
            Way::CallForEvents => return Self::called(server, true),
        };
        Self::Socket { _stream: stream }
    }

    #[cfg(feature = "grpc")]
    fn called(server: &Server, events: bool) -> Self {
        let call = remote::Call::begin(server, events);
        Self::Call { _call: call }
    }
}

/// Looks at what the server does, over one connection.
struct Watch(BufReader<TcpStream>);

impl Watch {
    fn begin(server: &Server) -> Self {
        Self(BufReader::new(TcpStream::connect(server.at).unwrap()))
    }

    fn metrics(&mut self) -> String {
        let stream = self.0.get_mut();
        let host = stream.peer_addr().unwrap();
        write!(stream, "GET /metrics HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.0.read_line(&mut line).unwrap();
            if let Some(given) = line.to_lowercase().strip_prefix("content-length:") {
                length = given.trim().parse().unwrap();
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).unwrap();
        String::from_utf8(body).unwrap()
    }

    /// A gauge.
    fn of(&mut self, name: &str) -> usize {
        let metrics = self.metrics();
        let line = metrics.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap().trim().parse().unwrap()
    }

    fn works(&mut self) -> bool {
        self.of("perusal_working{kind=\"ask\"} ") > 0
    }

    /// How long it takes until this holds.
    #[track_caller]
    fn until(&mut self, holds: impl Fn(&mut Self) -> bool) -> Duration {
        let started = Instant::now();
        while !holds(self) {
            assert!(started.elapsed() < GIVE_UP, "{}", self.metrics());
            std::thread::sleep(LOOK_EVERY);
        }
        started.elapsed()
    }
}

fn home(model: &written::Server) -> Home {
    let mut home = Home::new().answering();
    home.set("PERUSAL_MODEL__EMBEDDER", "none");
    home.set("PERUSAL_MODELS__MAIN", "ollama:writer");
    home.set("PERUSAL_MODELS__ENDPOINT", &model.address);
    home.write(
        "docs/lease.md",
        "# Lease\n\nRent is due on the first. A late fee of $50 applies after the fifth.\n",
    );
    home.run(&["add", "docs"]).expect(0, "");
    home
}

/// How long work went on after its client left, and the processor time that the server took then.
type WentOn = (Duration, Duration);

/// Lets clients come and leave, and gives what each cost afterwards, least time first.
fn work_goes_on(times: usize) -> Vec<WentOn> {
    let said = "The late fee is $50 and applies after the fifth. ".repeat(200);
    let said: &'static str = said.leak();
    let model = written::Server::start_slow(&[("writer", said)], Duration::from_millis(20));
    let home = home(&model);
    let server = Server::start(&home, &[]);
    server.ready();
    let text = "The committee met and spoke of roads, wells and grain. ".repeat(16_000);
    let mut watch = Watch::begin(&server);
    watch.until(|watch| !watch.works());
    let tasks = watch.of("perusal_tasks ");
    let deeds = Way::ALL.iter().flat_map(|way| {
        let reads = matches!(way, Way::Object | Way::Events | Way::Tool);
        let reading = reads.then_some((*way, Deed::Reading));
        [Some((*way, Deed::Writing)), reading].into_iter().flatten()
    });
    let deeds: Vec<_> = deeds.collect();
    let mut went_on = Vec::new();
    for at in 0..times {
        let (way, deed) = deeds[at % deeds.len()];
        let asked = model.models().len();
        let client = Client::begin(&server, way, deed, &text);
        watch.until(Watch::works);
        if deed == Deed::Writing {
            watch.until(|_| model.models().len() > asked);
        }
        // At another point of the work each time.
        std::thread::sleep(Duration::from_millis((at % 40) as u64 * 3));
        assert!(watch.works(), "{at}: {way:?} {deed:?} was over too soon");
        drop(client);
        let before = server.processor_time();
        let left = watch.until(|watch| !watch.works());
        let worked = server.processor_time() - before;
        if left > BOUND {
            println!("{at}: {way:?} {deed:?}: {left:?}, of these {worked:?} on a processor");
        }
        went_on.push((left, worked));
    }
    // Neither a connection nor work of the runtime is left behind.
    watch.until(|watch| watch.of("perusal_tasks ") <= tasks);
    assert_eq!(watch.of("perusal_waiting{kind=\"ask\"} "), 0);
    went_on.sort();
    let late = went_on.iter().filter(|(left, _)| *left > BOUND).count();
    let worked = went_on.iter().map(|(_, worked)| *worked);
    let worked = worked.max().unwrap_or_default();
    println!(
        "{times} clients left; the work went on for {:?} at the median, {:?} at most, {worked:?} at \
         most on a processor; {late} times beyond {BOUND:?}",
        went_on[times / 2].0,
        went_on[times - 1].0
    );
    went_on
}

#[test]
fn the_work_of_clients_that_leave_ends() {
    let went_on = work_goes_on(104);
    let (last, _) = went_on[went_on.len() - 1];
    assert!(last < BUSY_BOUND, "{went_on:?}");
    // What others do on the machine does not change this.
    assert!(
        went_on.iter().all(|(_, worked)| *worked <= BOUND),
        "{went_on:?}"
    );
}

#[test]
#[ignore = "takes minutes, and an idle machine"]
fn the_work_of_a_thousand_clients_that_leave_ends() {
    let went_on = work_goes_on(1_000);
    assert!(went_on[went_on.len() - 1].0 <= BOUND, "{went_on:?}");
}
