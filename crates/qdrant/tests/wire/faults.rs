//! Whatever a cluster does while it is told of changes: nothing acknowledged is lost, nothing is
//! there twice, and no search sees a version other than its own.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use index::{IndexError, Library, Patience, Scope, Snapshot, Writer};
use qdrant::{Cluster, Settings};
use tonic::Code;

use crate::server::{Fault, Wire};
use crate::support::*;

/// The usual small generator; the same numbers for the same seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }
}

/// What becomes of the calls of one schedule.
fn schedule(seed: u64) -> impl FnMut(&str) -> Fault + Send {
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    move |_| match dice.roll(12) {
        0 => Fault::Delay(Duration::from_millis(dice.roll(40))),
        1 => Fault::Delay(Duration::from_millis(400)),
        2 => Fault::Fail(Code::Unavailable, "shard 1 is not active".to_owned()),
        3 => Fault::Fail(Code::Internal, "consensus is lost".to_owned()),
        4 => Fault::Lost,
        5 => Fault::Acknowledged,
        6 => Fault::Shuffled,
        _ => Fault::None,
    }
}

/// What each version shows: the texts by path.
type Past = BTreeMap<u64, BTreeMap<String, String>>;

struct World {
    _folder: tempfile::TempDir,
    dir: std::path::PathBuf,
    cluster: Arc<Cluster>,
    past: Past,
    now: BTreeMap<String, String>,
}

impl World {
    fn new(url: &str) -> World {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("store");
        let settings = Settings {
            timeout: Duration::from_millis(250),
            attempts: 2,
            ..Settings::of(url)
        };
        World {
            cluster: Arc::new(Cluster::new(&dir, &settings).unwrap()),
            _folder: folder,
            dir,
            past: Past::new(),
            now: BTreeMap::new(),
        }
    }

    /// Changes the records by what the dice say.
    fn change(&mut self, dice: &mut Dice, mark: u64) {
        let mut writer = Writer::open(&self.dir, &identity()).unwrap();
        let path = format!("{}.txt", dice.roll(6));
        let known = writer.documents().unwrap();
        let known = known.iter().find(|one| one.path == path);
        match known {
            Some(one) if dice.roll(3) == 0 => {
                writer.remove(std::slice::from_ref(&one.id)).unwrap();
                self.now.remove(&path);
            }
            _ => {
                let text = format!("zzall {}", word(mark));
                writer.put(vec![document(&path, &text)]).unwrap();
                self.now.insert(path, text);
            }
        }
        self.past.insert(writer.version().0, self.now.clone());
        if dice.roll(4) > 0 {
            embed_all(&mut writer);
            self.past.insert(writer.version().0, self.now.clone());
        }
    }

    fn follow(&self) -> Result<(), IndexError> {
        let followed = self.cluster.follow(&Patience::default(), |_| {});
        followed.map(|_| ())
    }

    fn snapshot(&self) -> Option<Snapshot> {
        let index: Arc<dyn index::ChunkIndex> = self.cluster.clone();
        let library = Library::open_with(&self.dir, index).unwrap();
        match library.snapshot() {
            Ok(snapshot) => Some(snapshot),
            // It was never there.
            Err(IndexError::Refused { .. }) => None,
            Err(error) => panic!("{error}"),
        }
    }

    /// A search finds what its version shows, all of it and each once, or says that it cannot.
    fn look(&self, snapshot: &Snapshot) {
        let Some(shown) = self.past.get(&snapshot.version().0) else {
            assert_eq!(snapshot.version().0, 0);
            return;
        };
        let text = |hit: &index::Hit| {
            let chunk = snapshot.chunk(hit.chunk).unwrap();
            (
                snapshot.document(&chunk.document).unwrap().path.clone(),
                chunk.text,
            )
        };
        let all = snapshot
            .keyword(&query("zzall"), &Scope::all(), 100)
            .unwrap();
        let found: Vec<(String, String)> = all.hits.iter().map(text).collect();
        let distinct: BTreeMap<String, String> = found.iter().cloned().collect();
        assert_eq!(found.len(), distinct.len(), "twice");
        assert_eq!(&distinct, shown, "version {}", snapshot.version().0);
        match snapshot.dense(&embed("zzall"), &Scope::all(), 100) {
            Ok(near) => {
                let found: BTreeSet<String> = near.hits.iter().map(text).map(|it| it.0).collect();
                let with_vector = snapshot
                    .documents()
                    .iter()
                    .filter(|it| it.embedded_chunks > 0);
                let wanted: BTreeSet<String> = with_vector.map(|it| it.path.clone()).collect();
                assert_eq!(found, wanted, "version {}", snapshot.version().0);
                assert_eq!(near.hits.len(), wanted.len(), "twice");
            }
            Err(IndexError::Unreachable { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }

    /// When all is well again, the cluster has what the records have.
    fn settle(&self) {
        self.follow().unwrap();
        let (there, here) = (self.snapshot().unwrap(), snapshot(&self.dir));
        assert_eq!(there.version(), here.version());
        assert_eq!(there.indexed().unwrap(), here.indexed().unwrap());
        self.look(&there);
        assert!(there.degraded().is_none());
    }
}

#[test]
fn five_hundred_schedules_lose_nothing_double_nothing_and_mix_no_versions() {
    let (worlds, schedules) = (10, 50);
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..worlds)
            .map(|world| scope.spawn(move || one_world(world, schedules)))
            .collect();
        for one in running {
            one.join().unwrap();
        }
    });
}

fn one_world(number: u64, schedules: u64) {
    let mut wire = Wire::start();
    let mut world = World::new(&wire.url());
    let mut dice = Dice(number * 7_919 + 13);
    let mut kept: Option<Snapshot> = None;
    for at in 0..schedules {
        let seed = number * schedules + at;
        wire.faults(schedule(seed));
        for step in 0..1 + dice.roll(2) {
            world.change(&mut dice, seed * 4 + step);
        }
        if dice.roll(6) == 0 {
            wire.down();
            let away = world.follow();
            assert!(
                matches!(away, Err(IndexError::Unreachable { .. })),
                "{away:?}"
            );
            world.snapshot().iter().for_each(|it| world.look(it));
            wire.up();
        }
        // It may go well or not, and is cut off anywhere.
        match world.follow() {
            Ok(()) | Err(IndexError::Unreachable { .. }) => {}
            Err(error) => panic!("schedule {seed}: {error}"),
        }
        world.snapshot().iter().for_each(|it| world.look(it));
        if let Some(older) = kept.take_if(|_| dice.roll(3) == 0) {
            world.look(&older);
        }
        wire.faults(|_| Fault::None);
        if dice.roll(2) == 0 {
            world.settle();
            kept = kept.or_else(|| world.snapshot());
        }
    }
    world.settle();
}
