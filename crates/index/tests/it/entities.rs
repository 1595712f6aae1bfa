//! Entities as the store keeps them, and what their graph reaches.

use index::{
    DocumentId, Entities, Entity, Filter, GraphSize, Hit, IndexError, Repair, Scope, Snapshot,
    Walk, Writer, check, forget_entities,
};

use crate::support::*;

/// Entities by name, with the chunks about them and those that mention them.
fn entities(named: &[(&str, &[u32], &[u32])]) -> Entities {
    let mut entities: Vec<Entity> = named
        .iter()
        .map(|(name, about, mentioned)| Entity {
            name: (*name).to_owned(),
            about: about.to_vec(),
            mentioned: mentioned.to_vec(),
        })
        .collect();
    entities.sort_by(|a, b| a.name.cmp(&b.name));
    Entities {
        version: 1,
        entities,
    }
}

/// The mill names its builder, the builder's page another town, the rest nothing.
fn named(path: &str) -> Entities {
    match path {
        "mill.txt" => entities(&[("old mill", &[0], &[]), ("ada voss", &[], &[0])]),
        "ada.txt" => entities(&[("ada voss", &[0], &[0]), ("lindow", &[], &[0])]),
        "town.txt" => entities(&[("lindow", &[0], &[0])]),
        _ => entities(&[]),
    }
}

const PATHS: [&str; 4] = ["mill.txt", "ada.txt", "town.txt", "other.txt"];

fn put(writer: &mut Writer, path: &str) -> DocumentId {
    let new = document(path, &format!("{} {}", path.replace('.', " "), prose(3, 5)));
    let id = new.id();
    writer.put(vec![new]).unwrap();
    id
}

fn keep(writer: &mut Writer) {
    let lacking = writer.without_entities(1, 100).unwrap();
    let made: Vec<(DocumentId, Entities)> = lacking
        .into_iter()
        .map(|record| (record.id, named(&record.path)))
        .collect();
    writer.put_entities(&made).unwrap();
}

/// Paths that a walk from what a question names reaches, best first.
fn reached(snapshot: &Snapshot, asked: &[&str], seeds: &[Hit], scope: &Scope) -> Vec<String> {
    let asked: Vec<_> = asked
        .iter()
        .filter_map(|name| snapshot.find_entity(name).unwrap())
        .collect();
    let walk = Walk {
        asked: &asked,
        known: &[],
        seeds,
    };
    let ranking = snapshot.walk(&walk, scope, 10).unwrap();
    assert_eq!(ranking.candidates, ranking.hits.len());
    let path = |hit: &Hit| snapshot.document_of(hit.chunk).unwrap().path.clone();
    ranking.hits.iter().map(path).collect()
}

#[test]
fn a_walk_reaches_what_lies_behind_a_name_in_any_order_of_adding() {
    let mut rankings = Vec::new();
    for reverse in [false, true] {
        let dir = tempfile::tempdir().unwrap();
        let mut writer = Writer::open(dir.path(), &identity()).unwrap();
        let mut paths = PATHS;
        if reverse {
            paths.reverse();
        }
        for path in paths {
            put(&mut writer, path);
            keep(&mut writer);
        }
        let snapshot = snapshot(dir.path());
        let found = reached(&snapshot, &["old mill"], &[], &Scope::all());
        assert_eq!(found, ["ada.txt", "town.txt"]);
        // A filter leaves chunks out and no paths.
        let filter = Filter::parse("document = town.txt").unwrap();
        let scope = snapshot.scope(&[filter]).unwrap();
        assert_eq!(reached(&snapshot, &["old mill"], &[], &scope), ["town.txt"]);
        // From a hit of another arm instead of a name.
        let mill = snapshot.documents().iter().find(|it| it.path == "mill.txt");
        let seed = Hit {
            chunk: mill.unwrap().first_chunk,
            score: 0.5,
        };
        assert_eq!(
            reached(&snapshot, &[], &[seed], &Scope::all()),
            ["ada.txt", "town.txt"]
        );
        rankings.push(snapshot.digest().unwrap());
    }
    assert_eq!(rankings[0], rankings[1]);
}

#[test]
fn a_reader_sees_what_its_version_saw() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    put(&mut writer, "mill.txt");
    let ada = put(&mut writer, "ada.txt");
    let before = snapshot(dir.path());
    keep(&mut writer);
    let kept = snapshot(dir.path());
    writer.remove(std::slice::from_ref(&ada)).unwrap();
    put(&mut writer, "town.txt");
    let after = snapshot(dir.path());

    let missing = |snapshot: &Snapshot| snapshot.graph_size().unwrap().documents_missing;
    assert_eq!(missing(&before), 2);
    assert_eq!(before.graph_size().unwrap().entities, 0);
    assert_eq!(missing(&kept), 0);
    assert_eq!(kept.entities(&ada).unwrap(), Some(named("ada.txt")));
    assert_eq!(
        reached(&kept, &["old mill"], &[], &Scope::all()),
        ["ada.txt"]
    );
    assert_eq!(missing(&after), 1);
    assert_eq!(reached(&after, &["old mill"], &[], &Scope::all()), [""; 0]);
}

#[test]
fn entities_go_with_their_document() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    let ada = put(&mut writer, "ada.txt");
    put(&mut writer, "town.txt");
    keep(&mut writer);
    let held = |needle: &str| {
        let bytes = std::fs::read(dir.path().join("library.sqlite")).unwrap();
        bytes
            .windows(needle.len())
            .any(|part| part == needle.as_bytes())
    };
    writer.vacuum().unwrap();
    assert!(held("ada voss"));
    writer.remove(&[ada]).unwrap();
    assert_eq!(writer.vacuum().unwrap().postponed, []);
    assert!(!held("ada voss"));
    assert!(held("lindow"));
    assert_eq!(check(dir.path()).unwrap().problems, []);
}

#[test]
fn what_does_not_fit_its_document_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    let id = put(&mut writer, "ada.txt");
    let chunks = snapshot(dir.path()).document(&id).unwrap().chunks;
    let long = "x".repeat(index::ENTITY_BYTES_MAX + 1);
    let mut twice = entities(&[("a", &[], &[0])]);
    twice.entities.extend(twice.entities.clone());
    for wrong in [
        entities(&[("ada", &[chunks], &[])]),
        entities(&[("ada", &[], &[0, 0])]),
        entities(&[(&long, &[], &[0])]),
        entities(&[("", &[], &[0])]),
        twice,
    ] {
        let refused = writer.put_entities(&[(id.clone(), wrong)]);
        assert!(
            matches!(refused, Err(IndexError::BadDocument { .. })),
            "{refused:?}"
        );
    }
    assert_eq!(writer.without_entities(1, 9).unwrap().len(), 1);
    let unknown = DocumentId::from("0123456789abcdef");
    let refused = writer.put_entities(&[(unknown, Entities::default())]);
    assert!(
        matches!(refused, Err(IndexError::UnknownDocument { .. })),
        "{refused:?}"
    );
}

#[test]
fn another_version_of_the_finder_finds_them_again() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    put(&mut writer, "mill.txt");
    keep(&mut writer);
    assert!(writer.without_entities(1, 9).unwrap().is_empty());
    assert_eq!(writer.without_entities(2, 9).unwrap().len(), 1);
}

#[test]
fn damaged_entities_are_told_and_found_again() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    for path in PATHS {
        put(&mut writer, path);
    }
    keep(&mut writer);
    writer.vacuum().unwrap();
    let whole = snapshot(dir.path()).digest().unwrap();
    drop(writer);
    let file = dir.path().join("library.sqlite");
    let mut bytes = std::fs::read(&file).unwrap();
    let at = bytes
        .windows(8)
        .position(|part| part == b"ada voss")
        .unwrap();
    bytes[at] = b'e';
    std::fs::write(&file, &bytes).unwrap();

    let problems = check(dir.path()).unwrap().problems;
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(problems[0].repair, Repair::ForgetEntities);
    let broken = snapshot(dir.path()).graph_size();
    assert!(
        matches!(broken, Err(IndexError::Damaged { .. })),
        "{broken:?}"
    );

    forget_entities(dir.path()).unwrap();
    assert_eq!(check(dir.path()).unwrap().problems, []);
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    keep(&mut writer);
    assert_eq!(snapshot(dir.path()).digest().unwrap(), whole);
}

#[test]
fn a_store_from_before_has_no_graph_and_can_get_one() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(dir.path(), &identity()).unwrap();
    for path in PATHS {
        put(&mut writer, path);
    }
    let none = GraphSize {
        documents_missing: PATHS.len(),
        ..GraphSize::default()
    };
    let size = snapshot(dir.path()).graph_size().unwrap();
    assert_eq!(GraphSize { bytes: 0, ..size }, none);
    assert_eq!(check(dir.path()).unwrap().problems, []);
    keep(&mut writer);
    let size = snapshot(dir.path()).graph_size().unwrap();
    assert_eq!(
        (size.documents_missing, size.entities, size.mentions),
        (0, 3, 4)
    );
}
