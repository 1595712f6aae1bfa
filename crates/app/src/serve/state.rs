//! What all requests share: collections, gates against overload, counters.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use axum::http::StatusCode;
use perusal::models::Cancel;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;

use super::access::Access;
use super::follow::status::Following;
use super::job::Job;
use super::jobs::Jobs;
use super::logins::Logins;
use super::metrics::Metrics;
use super::problem::Problem;
use super::publications::Publications;
use super::tokens::Tokens;
use super::trials::Trials;
use super::warming::Warming;
use crate::context::{Answered, Context};
use crate::failure::Failure;

/// The collection that requests mean which name none.
pub const DEFAULT_COLLECTION: &str = "default";

/// Questions that are answered at once, and those that may wait.
const ASKS: (usize, usize) = (4, 32);
/// The same of searches, which take a fraction of the time.
const SEARCHES: (usize, usize) = (8, 256);

/// The server.
pub struct Served {
    /// Who may do what.
    pub tokens: Tokens,
    /// Browsers that showed a token.
    pub logins: Logins,
    /// Only programs of this machine reach it.
    pub loopback: bool,
    /// The port it listens on.
    pub port: u16,
    /// Clients of gRPC are told what there is.
    pub reflects: bool,
    /// What is still being loaded.
    pub warming: Warming,
    /// Set when it is about to stop: what only waits ends.
    pub stopping: Cancel,
    /// Set when it stops: all work ends.
    pub stop: Cancel,
    /// What was asked, and how it went.
    pub metrics: Arc<Metrics>,
    /// Documents that are being added.
    pub jobs: Jobs,
    /// Experiments that are being run.
    pub trials: Trials,
    /// Versions that other servers fetch.
    pub publications: Publications,
    /// Set where this server follows another.
    pub following: Option<Arc<Following>>,
    collections: RwLock<BTreeMap<String, Context>>,
    turns: Mutex<BTreeMap<String, Arc<tokio::sync::Mutex<()>>>>,
    asks: Gate,
    searches: Gate,
}

/// How much a piece of work costs.
#[derive(Debug, Clone, Copy)]
pub enum RequestKind {
    /// Milliseconds.
    Search,
    /// Up to the deadline of a question.
    Ask,
}

impl Served {
    /// A server of these collections, by name.
    pub fn new(
        collections: BTreeMap<String, Context>,
        tokens: Tokens,
        (loopback, port): (bool, u16),
        stop: Cancel,
    ) -> Self {
        let metrics = Arc::new(Metrics::default());
        let counts = Arc::clone(&metrics);
        let mut served = Self {
            tokens,
            logins: Logins::default(),
            loopback,
            port,
            reflects: false,
            warming: Warming::default(),
            stopping: Cancel::default(),
            stop,
            metrics,
            jobs: Jobs::default(),
            trials: Trials::default(),
            publications: Publications::default(),
            following: None,
            collections: RwLock::new(collections),
            turns: Mutex::default(),
            asks: Gate::new(ASKS),
            searches: Gate::new(SEARCHES),
        };
        served.hear(Arc::new(move |object| counts.answer(object)));
        served
    }

    /// Has every answer heard, after those that hear it already.
    pub fn hear(&mut self, hear: Arc<Answered>) {
        let collections = self.collections.get_mut();
        for context in collections
            .unwrap_or_else(PoisonError::into_inner)
            .values_mut()
        {
            let (before, hear) = (context.answered.take(), Arc::clone(&hear));
            context.answered = Some(Arc::new(move |object| {
                if let Some(before) = &before {
                    before(object);
                }
                hear(object);
            }));
        }
    }

    /// Whether a request without a token is refused.
    ///
    /// # Errors
    /// A token file that cannot be used.
    pub fn needs_token(&self) -> Result<bool, Failure> {
        Ok(!self.loopback || self.tokens.are_needed()?)
    }

    /// A collection by its name; one that may not be seen is as one that is not there.
    pub fn collection(&self, access: &Access, name: Option<&str>) -> Result<Context, Problem> {
        let name = name.unwrap_or(DEFAULT_COLLECTION);
        let seen = self.context(name).filter(|_| access.sees(name));
        let seen = seen.ok_or_else(|| Problem::not_found("collection"))?;
        if let Some(following) = &self.following {
            following.is_there(name)?;
        }
        Ok(seen)
    }

    /// Answers from another folder from now on; returns what was answered from until now.
    pub fn show(&self, name: &str, context: Context) -> Option<Context> {
        let mut all = self
            .collections
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        let answered = all.get(name).and_then(|before| before.answered.clone());
        let context = Context {
            answered,
            ..context
        };
        all.insert(name.to_owned(), context)
    }

    fn all(&self) -> Vec<(String, Context)> {
        let all = self.collections.read();
        let all = all.unwrap_or_else(PoisonError::into_inner);
        let each = all.iter();
        each.map(|(name, context)| (name.clone(), context.clone()))
            .collect()
    }

    /// All collections that may be seen, by name.
    pub fn collections(&self, access: &Access) -> Vec<(String, Context)> {
        let mut all = self.all();
        all.retain(|(name, _)| access.sees(name));
        all
    }

    /// The folders of all collections.
    pub fn stores(&self) -> Vec<(String, PathBuf)> {
        let all = self.all().into_iter();
        all.map(|(name, context)| (name, context.settings.store.clone()))
            .collect()
    }

    /// A collection for work of the server's own.
    pub fn context(&self, name: &str) -> Option<Context> {
        let all = self.collections.read();
        let all = all.unwrap_or_else(PoisonError::into_inner);
        all.get(name).cloned()
    }

    /// Collections that cannot be read.
    pub fn broken(&self) -> usize {
        let all = self.all().into_iter();
        let read = all.map(|(_, context)| context.warm.snapshot(&context.settings));
        read.filter(|read| matches!(read, Err(failure) if !failure.is_no_library()))
            .count()
    }

    /// The turn to write to a collection: one at a time.
    pub fn turn(&self, collection: &str) -> Arc<tokio::sync::Mutex<()>> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(turns.entry(collection.to_owned()).or_default())
    }

    /// A context whose work ends when `ticket` goes: when the server stops, or when nobody waits
    /// for it any more.
    pub fn ticket(&self, context: &Context) -> (Context, Ticket) {
        let cancel = self.stop.part();
        let context = Context {
            cancel: cancel.clone(),
            ..context.clone()
        };
        (context, Ticket(cancel))
    }

    /// How many searches and questions are worked on now.
    pub fn working(&self) -> (usize, usize) {
        (self.searches.working(), self.asks.working())
    }

    /// How many wait for a place.
    pub fn waiting(&self) -> (usize, usize) {
        (self.searches.waiting(), self.asks.waiting())
    }

    /// A place to work in, once there is one.
    ///
    /// # Errors
    /// Too many wait already, or the server stops.
    pub async fn place(&self, work: RequestKind) -> Result<OwnedSemaphorePermit, Problem> {
        let gate = match work {
            RequestKind::Search => &self.searches,
            RequestKind::Ask => &self.asks,
        };
        gate.enter(&self.metrics).await
    }

    /// Does work on a thread that may block. It ends early when the one who asked leaves.
    ///
    /// # Errors
    /// What the work fails with; too much work at once.
    pub async fn work<T: Send + 'static>(
        &self,
        cost: RequestKind,
        context: &Context,
        work: impl FnOnce(&Context) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Problem> {
        let place = self.place(cost).await?;
        let (context, _ticket) = self.ticket(context);
        let done = tokio::task::spawn_blocking(move || {
            let _place = place;
            work(&context)
        });
        match done.await {
            Ok(done) => done.map_err(Problem::from),
            Err(_) => Err(bug()),
        }
    }

    /// Adds what a job holds, after the jobs of the same collection before it.
    pub fn run_job(self: &Arc<Self>, context: &Context, job: &Job) -> JoinHandle<()> {
        let (served, context) = (Arc::clone(self), context.clone());
        let kept = job.kept.clone();
        tokio::spawn(async move {
            let turn = served.turn(&kept.collection);
            let _turn = turn.lock_owned().await;
            if served.stop.is_cancelled() {
                return;
            }
            let context = Context {
                cancel: served.stop.part(),
                ..context
            };
            let _ = tokio::task::spawn_blocking(move || served.jobs.run(&context, &kept.id)).await;
        })
    }
}

/// A panic outside of the steps that contain one.
pub fn bug() -> Problem {
    Problem::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        "internal",
        "a mistake in Perusal; nothing that was stored is lost",
    )
}

/// Ends its work when it is dropped.
pub struct Ticket(Cancel);

impl Drop for Ticket {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// How many may work at once, and how many wait.
struct Gate {
    places: Arc<Semaphore>,
    places_max: usize,
    waiting: AtomicUsize,
    waiting_max: usize,
}

impl Gate {
    fn new((working, waiting_max): (usize, usize)) -> Self {
        Self {
            places: Arc::new(Semaphore::new(working)),
            places_max: working,
            waiting: AtomicUsize::new(0),
            waiting_max,
        }
    }

    fn working(&self) -> usize {
        self.places_max - self.places.available_permits()
    }

    fn waiting(&self) -> usize {
        self.waiting.load(Ordering::SeqCst)
    }

    async fn enter(&self, metrics: &Metrics) -> Result<OwnedSemaphorePermit, Problem> {
        if let Ok(place) = Arc::clone(&self.places).try_acquire_owned() {
            return Ok(place);
        }
        let before = self.waiting.fetch_add(1, Ordering::SeqCst);
        let _left = Waits(&self.waiting);
        if before >= self.waiting_max {
            metrics.shed();
            return Err(Problem::overloaded());
        }
        let place = Arc::clone(&self.places).acquire_owned().await;
        place.map_err(|_| Problem::stopping())
    }
}

/// Counts one less who waits, also when the one who waited is gone.
struct Waits<'a>(&'a AtomicUsize);

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}
