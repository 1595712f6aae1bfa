//! What is wrong with a cluster, a key, a collection or a clock is said, with both values.

use std::time::{Duration, Instant};

use index::{Checkpoint, IndexError, Library, Patience, Scope, Stop, Version, Writer};
use qdrant::{Cluster, Settings};
use tonic::Code;

use crate::server::{Fault, Wire};
use crate::support::*;

/// A store with three documents, and its cluster.
pub struct Case {
    pub folder: tempfile::TempDir,
}

impl Case {
    pub fn new() -> Case {
        let folder = tempfile::tempdir().unwrap();
        let texts = ["zzone zzall", "zztwo zzall", "zzthree zzall"];
        let documents = (0..3).map(|at| document(&format!("{at}.txt"), texts[at]));
        store_with(&folder.path().join("store"), documents.collect());
        Case { folder }
    }

    pub fn dir(&self) -> std::path::PathBuf {
        self.folder.path().join("store")
    }

    pub fn cluster(&self, settings: &Settings) -> Cluster {
        Cluster::new(&self.dir(), settings).unwrap()
    }

    pub fn follow(&self, settings: &Settings) -> Result<(), IndexError> {
        let followed = self.cluster(settings).follow(&Patience::default(), |_| {});
        followed.map(|_| ())
    }

    pub fn search(&self, settings: &Settings) -> Result<usize, IndexError> {
        let index = std::sync::Arc::new(self.cluster(settings));
        let snapshot = Library::open_with(&self.dir(), index)?.snapshot()?;
        let found = snapshot.dense(&embed("zzone"), &Scope::all(), 5)?;
        Ok(found.hits.len())
    }
}

pub fn quick(url: &str) -> Settings {
    Settings {
        timeout: Duration::from_millis(400),
        ..Settings::of(url)
    }
}

#[track_caller]
pub fn says<T: std::fmt::Debug>(got: Result<T, IndexError>, words: &[&str]) {
    let error = got.unwrap_err();
    let refused = matches!(error, IndexError::Refused { .. });
    assert!(refused, "{error:?}");
    for word in words {
        assert!(error.to_string().contains(word), "`{word}` in: {error}");
    }
}

#[test]
fn a_version_nobody_knows_is_refused() {
    let wire = Wire::start();
    for version in [
        "1.4.1",
        "2.0.0",
        "",
        "a\u{1b}[31m",
        "1.99999999999999999999",
    ] {
        wire.store().version = version.to_owned();
        let got = Case::new().follow(&quick(&wire.url()));
        says(got, &["its version is", "expected 1.19 to 1.21"]);
    }
    assert!(wire.store().collections.is_empty());
}

#[test]
fn a_key_that_is_wrong_or_without_rights_is_told() {
    let wire = Wire::with_key(Some("right"));
    let case = Case::new();
    let with = |key: Option<&str>| Settings {
        api_key: key.map(str::to_owned),
        ..quick(&wire.url())
    };
    says(case.follow(&with(None)), &["API key"]);
    says(case.follow(&with(Some("wrong"))), &["API key"]);
    case.follow(&with(Some("right"))).unwrap();
    says(case.search(&with(Some("wrong"))), &["API key"]);
    assert!(!format!("{:?}", with(Some("wrong"))).contains("wrong"));
    // It may read and not write.
    wire.faults(|method| match method {
        "upsert" => Fault::Fail(Code::PermissionDenied, "read only".to_owned()),
        _ => Fault::None,
    });
    let mut writer = Writer::open(&case.dir(), &identity()).unwrap();
    writer.put(vec![document("4.txt", "zzfour")]).unwrap();
    says(case.follow(&with(Some("right"))), &["API key", "read only"]);
    assert_eq!(case.search(&with(Some("right"))).unwrap(), 3);
}

#[test]
fn a_collection_of_others_is_not_touched() {
    let wire = Wire::start();
    let (one, other) = (Case::new(), Case::new());
    one.follow(&quick(&wire.url())).unwrap();
    // The other library is made to believe that this collection is its own.
    let ours = Checkpoint::load(&one.dir()).unwrap().unwrap();
    let theirs = Checkpoint {
        library: "another".to_owned(),
        ..ours.clone()
    };
    theirs.save(&other.dir()).unwrap();
    says(
        other.search(&quick(&wire.url())),
        &["belongs to another library"],
    );
    let forgotten = other
        .cluster(&quick(&wire.url()))
        .forget(&Patience::default());
    says(forgotten, &["is not ours"]);
    // A collection under our name that somebody else made.
    let name = ours.collection.clone();
    wire.store()
        .collections
        .get_mut(&name)
        .unwrap()
        .points
        .clear();
    says(one.follow(&quick(&wire.url())), &["emptied or made anew"]);
    says(
        one.search(&quick(&wire.url())),
        &["not made by this version"],
    );
    wire.store()
        .collections
        .get_mut(&name)
        .unwrap()
        .made
        .sparse_vectors_config = None;
    says(one.follow(&quick(&wire.url())), &["is not ours", "`terms`"]);
    wire.store().collections.remove(&name);
    says(one.search(&quick(&wire.url())), &["doesn't exist"]);
}

#[test]
fn vectors_of_another_length_are_told_with_both_lengths() {
    use qdrant_client::qdrant::vectors_config::Config;
    let wire = Wire::start();
    let case = Case::new();
    case.follow(&quick(&wire.url())).unwrap();
    let name = Checkpoint::load(&case.dir()).unwrap().unwrap().collection;
    if let Some(Config::ParamsMap(map)) = &mut wire
        .store()
        .collections
        .get_mut(&name)
        .unwrap()
        .made
        .vectors_config
        .as_mut()
        .unwrap()
        .config
    {
        map.map.get_mut("dense").unwrap().size = 99;
    }
    says(
        case.follow(&quick(&wire.url())),
        &["length 99", "expected 16"],
    );
}

#[test]
fn a_full_disk_at_the_other_end_is_told_and_nothing_is_lost() {
    let wire = Wire::start();
    let case = Case::new();
    wire.faults(|method| match method {
        "upsert" => Fault::Fail(
            Code::Internal,
            "Service internal error: No space left on device: WAL buffer size exceeds".to_owned(),
        ),
        _ => Fault::None,
    });
    says(
        case.follow(&quick(&wire.url())),
        &["no space is left there"],
    );
    wire.faults(|_| Fault::None);
    case.follow(&quick(&wire.url())).unwrap();
    assert_eq!(case.search(&quick(&wire.url())).unwrap(), 3);
}

#[test]
fn a_cluster_that_is_away_or_hangs_ends_in_time() {
    let mut wire = Wire::start();
    let case = Case::new();
    let settings = quick(&wire.url());
    case.follow(&settings).unwrap();
    let unreachable = |got: Result<usize, IndexError>| {
        assert!(
            matches!(got, Err(IndexError::Unreachable { .. })),
            "{got:?}"
        );
    };
    wire.faults(|_| Fault::Delay(Duration::from_secs(30)));
    let started = Instant::now();
    unreachable(case.search(&settings));
    assert!(
        started.elapsed() < Duration::from_secs(3),
        "{:?}",
        started.elapsed()
    );
    // Words are found in the store, and once it is known that the cluster is away, at once.
    let index = std::sync::Arc::new(case.cluster(&settings));
    let snapshot = Library::open_with(&case.dir(), index)
        .unwrap()
        .snapshot()
        .unwrap();
    let found = snapshot.keyword(&query("zzall"), &Scope::all(), 5).unwrap();
    assert_eq!(found.hits.len(), 3);
    assert!(snapshot.degraded().is_some());
    let started = Instant::now();
    let found = snapshot.keyword(&query("zzone"), &Scope::all(), 5).unwrap();
    assert_eq!(found.hits.len(), 1);
    assert!(started.elapsed() < Duration::from_millis(200));
    wire.down();
    unreachable(case.search(&settings));
    wire.faults(|_| Fault::None);
    wire.up();
    assert_eq!(case.search(&settings).unwrap(), 3);
}

#[test]
fn who_stops_waiting_is_let_go() {
    let wire = Wire::start();
    let case = Case::new();
    let settings = Settings::of(&wire.url());
    wire.faults(|_| Fault::Delay(Duration::from_secs(30)));
    let asked = Instant::now();
    let patience = Patience {
        deadline: None,
        stop: Stop::when(move || asked.elapsed() > Duration::from_millis(100)),
    };
    let got = case.cluster(&settings).follow(&patience, |_| {});
    assert!(matches!(got, Err(IndexError::Stopped)), "{got:?}");
    assert!(
        asked.elapsed() < Duration::from_millis(300),
        "{:?}",
        asked.elapsed()
    );
    let patience = Patience {
        deadline: Some(Instant::now() + Duration::from_millis(100)),
        ..Patience::default()
    };
    let asked = Instant::now();
    let got = case.cluster(&settings).follow(&patience, |_| {});
    assert!(
        matches!(got, Err(IndexError::Unreachable { .. })),
        "{got:?}"
    );
    assert!(
        asked.elapsed() < Duration::from_millis(300),
        "{:?}",
        asked.elapsed()
    );
}

#[test]
fn a_collection_that_was_set_back_is_not_searched() {
    let wire = Wire::start();
    let case = Case::new();
    let settings = quick(&wire.url());
    case.follow(&settings).unwrap();
    let copy: std::collections::BTreeMap<_, _> = {
        let store = wire.store();
        let all = store.collections.iter();
        all.map(|(name, it)| (name.clone(), it.points.clone()))
            .collect()
    };
    let mut writer = Writer::open(&case.dir(), &identity()).unwrap();
    writer.put(vec![document("4.txt", "zzfour")]).unwrap();
    drop(writer);
    case.follow(&settings).unwrap();
    // A copy of before is put back there.
    for (name, points) in copy {
        wire.store().collections.get_mut(&name).unwrap().points = points;
    }
    says(case.search(&settings), &["it was set back"]);
    says(case.follow(&settings), &["it was set back"]);
    let cluster = case.cluster(&settings);
    cluster.forget(&Patience::default()).unwrap();
    case.follow(&settings).unwrap();
    assert_eq!(case.search(&settings).unwrap(), 3);
}

#[test]
fn a_version_that_was_removed_is_told_and_not_guessed() {
    let wire = Wire::start();
    let case = Case::new();
    let settings = quick(&wire.url());
    case.follow(&settings).unwrap();
    let index = std::sync::Arc::new(case.cluster(&settings));
    let older = Library::open_with(&case.dir(), index)
        .unwrap()
        .snapshot()
        .unwrap();
    let mut writer = Writer::open(&case.dir(), &identity()).unwrap();
    writer.put(vec![document("0.txt", "zzother")]).unwrap();
    drop(writer);
    case.follow(&settings).unwrap();
    // Somebody on another machine vacuums, who cannot know of this reader.
    let now = Checkpoint::load(&case.dir()).unwrap().unwrap().version;
    let cluster = case.cluster(&settings);
    cluster.vacuum(now, &Patience::default()).unwrap();
    let got = older.dense(&embed("zzone"), &Scope::all(), 5);
    says(got, &["is not kept any more"]);
    assert!(older.version() < now && now > Version(1));
}

#[test]
fn an_answer_that_is_not_done_does_not_count() {
    let wire = Wire::start();
    let case = Case::new();
    let settings = quick(&wire.url());
    wire.faults(|method| match method {
        "upsert" => Fault::Acknowledged,
        _ => Fault::None,
    });
    let got = case.follow(&settings);
    assert!(
        matches!(got, Err(IndexError::Unreachable { .. })),
        "{got:?}"
    );
    says(case.search(&settings), &["never put there"]);
}

#[test]
fn what_is_wrong_with_a_cluster_is_found() {
    let wire = Wire::start();
    let case = Case::new();
    let settings = quick(&wire.url());
    case.follow(&settings).unwrap();
    let health = |settings: &Settings| {
        let cluster = case.cluster(settings);
        cluster.health(&Patience::default()).unwrap()
    };
    assert_eq!(health(&settings).findings, []);
    let more = Settings {
        shards: 6,
        ..settings.clone()
    };
    let name = Checkpoint::load(&case.dir()).unwrap().unwrap().collection;
    wire.store()
        .collections
        .get_mut(&name)
        .unwrap()
        .schema
        .remove("died");
    let mut writer = Writer::open(&case.dir(), &identity()).unwrap();
    writer.put(vec![document("4.txt", &prose(3, 200))]).unwrap();
    drop(writer);
    let found = health(&more);
    let all: Vec<&str> = found.findings.iter().map(|it| it.what.as_str()).collect();
    for words in [
        "`died` of the payload has no index",
        "1 there, 6 configured",
        "in the mean",
    ] {
        assert!(all.iter().any(|it| it.contains(words)), "{words}: {all:?}");
    }
    assert_eq!(found.behind, 1);
    // Following puts the index back.
    case.follow(&settings).unwrap();
    assert!(
        health(&settings)
            .findings
            .iter()
            .all(|it| !it.what.contains("died"))
    );
}

#[test]
fn a_certificate_that_is_not_trusted_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let made = std::process::Command::new("openssl")
        .args("req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost".split(' '))
        .args(["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"])
        .args([std::ffi::OsStr::new("-keyout"), path("key").as_os_str()])
        .args([std::ffi::OsStr::new("-out"), path("cert").as_os_str()])
        .output();
    if !made.is_ok_and(|made| made.status.success()) {
        println!("skipped: there is no openssl here");
        return;
    }
    let read = |name| std::fs::read(path(name)).unwrap();
    let mut wire = Wire::start();
    wire.down();
    wire.show(&read("cert"), &read("key"));
    wire.up();
    let case = Case::new();
    let url = wire.url().replace("http", "https");
    says(case.follow(&quick(&url)), &["certificate is not trusted"]);
    // And a cluster that speaks no TLS where it is expected to, or the other way round.
    let got = case.follow(&quick(&wire.url()));
    assert!(
        matches!(got, Err(IndexError::Unreachable { .. })),
        "{got:?}"
    );
}
