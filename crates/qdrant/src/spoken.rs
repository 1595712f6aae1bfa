//! Whether this version can talk to a cluster.

use index::{IndexError, Patience};

use crate::call::Caller;

/// Versions of the cluster that the client speaks to: its own, one before, one after.
const MAJOR: u64 = 1;
const MINORS: std::ops::RangeInclusive<u64> = 19..=21;

/// Whether this version can talk to the cluster; its version.
pub(crate) fn fits(caller: &Caller, patience: &Patience) -> Result<String, IndexError> {
    let answer = caller.call(
        patience,
        |client| async move { client.health_check().await },
    )?;
    let mut numbers = answer.version.split('.').map(str::parse::<u64>);
    match (numbers.next(), numbers.next()) {
        (Some(Ok(MAJOR)), Some(Ok(minor))) if MINORS.contains(&minor) => Ok(answer.version),
        _ => Err(caller.refused(format!(
            "its version is `{}`, expected {MAJOR}.{} to {MAJOR}.{}",
            shown(&answer.version),
            MINORS.start(),
            MINORS.end()
        ))),
    }
}

fn shown(text: &str) -> String {
    text.chars()
        .filter(|it| !it.is_control())
        .take(40)
        .collect()
}
