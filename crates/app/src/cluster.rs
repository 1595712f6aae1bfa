//! The chunks of a library on a cluster, where the settings name one.

use perusal::index::{Patience, Snapshot, Stop, Writer};

use crate::context::Context;
use crate::failure::Failure;

/// How long a command waits for a cluster: until it is interrupted.
pub fn patience(context: &Context) -> Patience {
    let cancel = context.cancel.clone();
    Patience {
        deadline: None,
        stop: Stop::when(move || cancel.is_cancelled()),
    }
}

/// After a change of the records: tells the cluster of it, and removes what waited for that.
/// What the records have is durable; a cluster that is away hears of it with the next change.
pub fn catch_up(context: &Context, writer: &mut Writer) {
    #[cfg(feature = "qdrant")]
    if context.settings.index.on_cluster
        && let Err(failure) = told(context, writer)
    {
        let stored = "what was stored is kept here, and the cluster has not heard of all of it";
        let output = &context.output;
        output.say(&format!("note: {stored}: {failure}"));
        output.say("hint: `perusal migrate` tells it; until then searches see the version before");
    }
    #[cfg(not(feature = "qdrant"))]
    let _ = (context, writer);
}

#[cfg(feature = "qdrant")]
fn told(context: &Context, writer: &mut Writer) -> Result<(), Failure> {
    // A library is put there when somebody says so, not by the way.
    if perusal::index::Checkpoint::load(writer.dir())?.is_none() {
        return Ok(());
    }
    let settings = context.settings.index.cluster(None)?;
    let cluster = qdrant::Cluster::new(writer.dir(), &settings)?;
    cluster.follow(&patience(context), |_| {})?;
    writer.vacuum()?;
    Ok(())
}

/// Says that words alone were looked for, and why.
pub fn tell_degraded(context: &Context, snapshot: &Snapshot) {
    if let Some(error) = snapshot.degraded() {
        let output = &context.output;
        output.say(&format!(
            "note: words alone, looked up in the store: {error}"
        ));
    }
}

/// What is wrong with the cluster, and what mends it; nothing where none is configured.
pub fn findings(context: &Context) -> Vec<(String, String)> {
    #[cfg(feature = "qdrant")]
    if context.settings.index.on_cluster {
        return examined(context).unwrap_or_else(|failure| {
            let mend = failure.hint().unwrap_or_default();
            vec![(failure.to_string(), mend)]
        });
    }
    let _ = context;
    Vec::new()
}

#[cfg(feature = "qdrant")]
fn examined(context: &Context) -> Result<Vec<(String, String)>, Failure> {
    let settings = context.settings.index.cluster(None)?;
    let cluster = qdrant::Cluster::new(&context.settings.store, &settings)?;
    let health = cluster.health(&patience(context))?;
    let mut findings: Vec<(String, String)> = health
        .findings
        .iter()
        .map(|finding| {
            let what = format!("collection {}: {}", health.collection, finding.what);
            let mend = match finding.mend {
                qdrant::Mend::Follow => "`perusal migrate` makes what is missing",
                qdrant::Mend::Afresh => {
                    "`perusal migrate --afresh` fills it anew from the records, as the settings say"
                }
                qdrant::Mend::There => "look at the cluster itself",
            };
            (what, mend.to_owned())
        })
        .collect();
    if health.behind > 0 {
        findings.push((
            format!(
                "the cluster is {} versions behind the records",
                health.behind
            ),
            "`perusal migrate` tells it the rest".to_owned(),
        ));
    }
    Ok(findings)
}
