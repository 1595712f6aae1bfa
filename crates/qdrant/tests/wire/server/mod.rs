//! A Qdrant in process: the protocol's own server traits over a small exact index in memory.
//!
//! The client, its connections and its messages are real; shards, graphs and quantisation are
//! not there, so that every search is exact. It can be told to delay, fail, lose an answer,
//! acknowledge without doing, answer out of order, and be taken away and come back.

mod condition;
mod points;
mod services;
mod store;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use qdrant_client::qdrant::collections_server::CollectionsServer;
use qdrant_client::qdrant::points_server::PointsServer;
use qdrant_client::qdrant::qdrant_server::QdrantServer;
use tokio::runtime::Runtime;
use tonic::{Code, Status};

pub use store::Store;

/// What becomes of a call.
#[derive(Debug, Clone, PartialEq)]
pub enum Fault {
    /// It is answered.
    None,
    /// It is answered late.
    Delay(Duration),
    /// It is not done, and the answer is an error.
    Fail(Code, String),
    /// It is done, and the answer is lost.
    Lost,
    /// It is heard and not done, and the answer says so.
    Acknowledged,
    /// It is done, and lists come in another order.
    Shuffled,
}

type Faults = Arc<Mutex<Box<dyn FnMut(&str) -> Fault + Send>>>;

/// The server, shared with its services.
#[derive(Clone)]
pub struct Shared {
    store: Arc<Mutex<Store>>,
    faults: Faults,
    key: Option<String>,
    identity: Option<tonic::transport::Identity>,
}

impl Shared {
    /// Answers one call as the faults will have it.
    async fn serve<Q: 'static, A: store::Answer>(
        self,
        name: &'static str,
        request: tonic::Request<Q>,
        answer: fn(&mut Store, Q) -> Result<A, Status>,
    ) -> Result<tonic::Response<A>, Status> {
        let given = request.metadata().get("api-key");
        if self.key.as_deref() != given.and_then(|key| key.to_str().ok()) && self.key.is_some() {
            return Err(Status::permission_denied("wrong key"));
        }
        let fault = (self.faults.lock().unwrap_or_else(PoisonError::into_inner))(name);
        let answered = |shared: &Shared| {
            let mut store = shared.store.lock().unwrap_or_else(PoisonError::into_inner);
            answer(&mut store, request.into_inner())
        };
        match fault {
            Fault::None => answered(&self),
            Fault::Delay(pause) => {
                tokio::time::sleep(pause).await;
                answered(&self)
            }
            Fault::Fail(code, message) => Err(Status::new(code, message)),
            Fault::Lost => {
                answered(&self)?;
                Err(Status::unavailable("connection reset"))
            }
            Fault::Acknowledged => match A::acknowledged() {
                Some(heard) => Ok(heard),
                None => answered(&self),
            },
            Fault::Shuffled => answered(&self).map(A::shuffled),
        }
        .map(tonic::Response::new)
    }
}

/// A running server; taken away when dropped.
pub struct Wire {
    address: SocketAddr,
    shared: Shared,
    running: Option<Runtime>,
}

impl Wire {
    /// Starts one on a port of its own.
    pub fn start() -> Wire {
        Self::with_key(None)
    }

    /// One that wants a key.
    pub fn with_key(key: Option<&str>) -> Wire {
        let mut wire = Wire {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            shared: Shared {
                store: Arc::default(),
                faults: Arc::new(Mutex::new(Box::new(|_| Fault::None))),
                key: key.map(str::to_owned),
                identity: None,
            },
            running: None,
        };
        wire.up();
        wire
    }

    /// Speaks TLS from the next start on.
    pub fn show(&mut self, certificate: &[u8], key: &[u8]) {
        let identity = tonic::transport::Identity::from_pem(certificate, key);
        self.shared.identity = Some(identity);
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Decides from now on what becomes of each call, by the name of its method.
    pub fn faults(&self, faults: impl FnMut(&str) -> Fault + Send + 'static) {
        *self.shared.faults.lock().unwrap() = Box::new(faults);
    }

    /// What it holds.
    pub fn store(&self) -> std::sync::MutexGuard<'_, Store> {
        self.shared.store.lock().unwrap()
    }

    /// Takes it away: connections break off. What was done stays.
    pub fn down(&mut self) {
        if let Some(running) = self.running.take() {
            running.shutdown_timeout(Duration::from_secs(5));
        }
    }

    /// Brings it back under the same address.
    pub fn up(&mut self) {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let address = self.address;
        let listener = runtime.block_on(async move {
            for _ in 0..200 {
                match tokio::net::TcpListener::bind(address).await {
                    Ok(listener) => return listener,
                    Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
                }
            }
            panic!("the port is not to be had again");
        });
        self.address = listener.local_addr().unwrap();
        let shared = self.shared.clone();
        runtime.spawn(async move {
            let incoming = tokio_stream::wrappers::TcpListenerStream::new(listener);
            let mut server = tonic::transport::Server::builder();
            if let Some(identity) = shared.identity.clone() {
                let tls = tonic::transport::ServerTlsConfig::new().identity(identity);
                server = server.tls_config(tls)?;
            }
            server
                .add_service(QdrantServer::new(shared.clone()))
                .add_service(CollectionsServer::new(shared.clone()))
                .add_service(PointsServer::new(shared).max_decoding_message_size(64 << 20))
                .serve_with_incoming(incoming)
                .await
        });
        self.running = Some(runtime);
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        self.down();
    }
}
