//! Imports go one way: the manifests say what each crate may use.

use std::collections::BTreeMap;
use std::path::Path;

/// What each of our crates may import of the others.
const ALLOWED: [(&str, &[&str]); 9] = [
    ("perusal-kernels", &[]),
    ("perusal-text", &[]),
    ("perusal-plan", &["perusal-text"]),
    ("perusal-index", &["perusal-kernels", "perusal-text"]),
    ("perusal-models", &["perusal-kernels"]),
    ("perusal-qdrant", &["perusal-index"]),
    (
        "perusal",
        &[
            "perusal-kernels",
            "perusal-text",
            "perusal-index",
            "perusal-models",
            "perusal-plan",
        ],
    ),
    ("perusal-eval", &["perusal"]),
    (
        "perusal-app",
        &["perusal", "perusal-eval", "perusal-qdrant"],
    ),
];

/// Crates that only these may import: sockets, terminals, arguments, storage.
const RESERVED: [(&str, &[&str]); 13] = [
    ("ureq", &["perusal-models"]),
    ("axum", &["perusal-app"]),
    ("qdrant-client", &["perusal-qdrant"]),
    ("rmcp", &["perusal-app"]),
    ("clap", &["perusal-app"]),
    ("indicatif", &["perusal-app"]),
    ("rusqlite", &["perusal-index"]),
    ("tantivy", &["perusal-index"]),
    ("pdf_oxide", &["perusal-text"]),
    ("tokenizers", &["perusal-models"]),
    // Processes, and what they may do.
    ("rustix", &["perusal"]),
    ("landlock", &["perusal"]),
    ("seccompiler", &["perusal"]),
];

/// Async has no place below the edge: the engine blocks, and the server gives it threads.
const ASYNC: [&str; 4] = ["tokio", "async-std", "smol", "futures"];

/// The one exception below: the client of a cluster is async, and runs behind a synchronous trait
/// in one file.
const ASYNC_WITHIN: [&str; 2] = ["perusal-app", "perusal-qdrant"];
const RUNTIME_OWNER: &str = "qdrant/src/call.rs";

fn manifests() -> BTreeMap<String, Vec<String>> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    std::fs::read_dir(crates)
        .unwrap()
        .map(|entry| {
            let manifest =
                std::fs::read_to_string(entry.unwrap().path().join("Cargo.toml")).unwrap();
            let manifest: toml::Table = manifest.parse().unwrap();
            let name = manifest["package"]["name"].as_str().unwrap().to_owned();
            (name, dependencies(&manifest))
        })
        .collect()
}

/// What a manifest takes on any system.
fn dependencies(manifest: &toml::Table) -> Vec<String> {
    let systems = manifest.get("target").and_then(toml::Value::as_table);
    let tables = systems.into_iter().flat_map(|systems| systems.values());
    std::iter::once(manifest)
        .chain(tables.filter_map(toml::Value::as_table))
        .filter_map(|table| table.get("dependencies")?.as_table())
        .flat_map(|table| table.keys().cloned())
        .collect()
}

#[test]
fn crates_import_one_way() {
    let manifests = manifests();
    let ours: Vec<&str> = ALLOWED.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        manifests.len(),
        ours.len(),
        "a crate is missing from the rules"
    );
    for (name, allowed) in ALLOWED {
        for dependency in manifests[name]
            .iter()
            .filter(|d| ours.contains(&d.as_str()))
        {
            assert!(
                allowed.contains(&dependency.as_str()),
                "{name} may not import {dependency}"
            );
        }
    }
}

#[test]
fn what_touches_the_world_has_its_place() {
    for (name, dependencies) in manifests() {
        for (reserved, owners) in RESERVED {
            if dependencies.iter().any(|dependency| dependency == reserved) {
                assert!(
                    owners.contains(&name.as_str()),
                    "{name} may not import {reserved}"
                );
            }
        }
        let within = ASYNC_WITHIN.contains(&name.as_str());
        for runtime in ASYNC.iter().filter(|_| !within) {
            assert!(
                !dependencies.iter().any(|d| d == *runtime),
                "{name} may not be async"
            );
        }
    }
}

#[test]
fn unsafe_stays_where_it_is_told() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut with_unsafe = Vec::new();
    let mut folders = vec![crates.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let code = std::fs::read_to_string(&path).unwrap();
                let used = code.lines().any(|line| {
                    let line = line.trim_start();
                    !line.starts_with("//")
                        && (line.contains("unsafe {") || line.contains("unsafe fn"))
                });
                if used {
                    with_unsafe.push(path.strip_prefix(crates).unwrap().display().to_string());
                }
            }
        }
    }
    with_unsafe.retain(|path| {
        !path.starts_with("kernels/")
            && path != "index/src/vectors/map.rs"
            && path != "app/tests/it/imports.rs"
    });
    assert!(
        with_unsafe.is_empty(),
        "unsafe outside its places: {with_unsafe:?}"
    );
}

/// What opens a socket, and the code that may: downloads, the client of model servers, and the
/// guarded one of the web.
const SOCKETS: [&str; 5] = ["ureq", "std::net", "net::", "TcpStream", "Qdrant::from_url"];
const SOCKET_OWNERS: [&str; 6] = [
    // An address to listen at is read there, and not opened.
    "app/src/cli.rs",
    "app/src/serve/",
    "models/src/pull/",
    "models/src/remote/",
    "models/src/web/",
    // The client of the cluster connects where it is made.
    "qdrant/src/call.rs",
];

/// In the client of the web only the one place that looks names up makes requests, so that no other
/// can leave the check out.
const WEB_REQUESTS: [&str; 3] = ["ureq", "TcpStream", "to_socket_addrs"];
const WEB_REQUEST_OWNER: &str = "models/src/web/request.rs";

/// Files below a folder of the crates in which a line of code has one of the words, below `crates`.
fn files_with(below: &Path, words: &[&str]) -> Vec<String> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut found = Vec::new();
    let mut folders = vec![below.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let code = std::fs::read_to_string(&path).unwrap();
            let used = code.lines().any(|line| {
                let line = line.trim_start();
                !line.starts_with("//") && words.iter().any(|word| line.contains(word))
            });
            if used {
                found.push(path.strip_prefix(crates).unwrap().display().to_string());
            }
        }
    }
    found
}

#[test]
fn sockets_are_opened_where_it_is_told() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut with_sockets: Vec<String> = std::fs::read_dir(crates)
        .unwrap()
        .flat_map(|krate| files_with(&krate.unwrap().path().join("src"), &SOCKETS))
        .collect();
    assert!(
        !with_sockets.is_empty(),
        "the places are not found any more"
    );
    with_sockets.retain(|path| !SOCKET_OWNERS.iter().any(|owner| path.starts_with(owner)));
    assert!(
        with_sockets.is_empty(),
        "sockets outside their places: {with_sockets:?}"
    );
    let mut requests = files_with(&crates.join("models/src/web"), &WEB_REQUESTS);
    requests.retain(|path| !path.contains("/tests"));
    assert_eq!(requests, [WEB_REQUEST_OWNER], "unguarded requests");
}

#[test]
fn one_file_runs_what_is_async_below_the_edge() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let found = files_with(&crates.join("qdrant/src"), &["tokio::", "block_on"]);
    assert_eq!(found, [RUNTIME_OWNER]);
}

#[test]
fn text_opens_no_file_and_index_knows_no_model() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let forbidden = [
        ("text/src", "std::fs"),
        ("text/src", "std::thread"),
        ("text/src", "std::process"),
        ("index/src", "models::"),
    ];
    for (below, word) in forbidden {
        let mut folders = vec![crates.join(below)];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let code = std::fs::read_to_string(&path).unwrap();
                    assert!(!code.contains(word), "{} has {word}", path.display());
                }
            }
        }
    }
}
