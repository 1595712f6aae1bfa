//! The library as it is now.

use perusal::index::{Identity, Library, Snapshot};

use crate::cluster;
use crate::context::Context;
use crate::failure::Failure;

/// The newest state of the library.
pub fn snapshot(context: &Context) -> Result<Snapshot, Failure> {
    let mut snapshot = context.warm.snapshot(&context.settings)?;
    snapshot.heed(cluster::patience(context));
    Ok(snapshot)
}

/// The newest state of the records, also where a cluster has not heard of all of it.
pub fn records(context: &Context) -> Result<Snapshot, Failure> {
    Ok(Library::open(&context.settings.store)?.snapshot()?)
}

/// What the library is built with; `None` when there is none yet.
pub fn identity(context: &Context) -> Option<Identity> {
    let snapshot = records(context);
    // Whatever else is wrong with it shows when it is opened to be used.
    Some(snapshot.ok()?.identity().clone())
}

/// The same of a library that is about to be asked: by the one that this process has open.
pub fn identity_to_ask(context: &Context) -> Option<Identity> {
    // A cluster that is away must not be waited for twice.
    if context.settings.index.on_cluster {
        return identity(context);
    }
    let snapshot = context.warm.snapshot(&context.settings);
    Some(snapshot.ok()?.identity().clone())
}
