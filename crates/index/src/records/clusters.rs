//! Rows of clusters, and the one row that says what they were made from.

use rusqlite::{Connection, OptionalExtension, params};

use super::broken_row::broken;
use super::seal::Seal;
use crate::{Basis, Cluster, Clusters};

pub(super) const TABLES: &str = "
CREATE TABLE clustering(
  one INTEGER PRIMARY KEY CHECK (one = 1),
  basis TEXT NOT NULL, fingerprint BLOB NOT NULL, clusters INTEGER NOT NULL, seal INTEGER NOT NULL
) STRICT;
CREATE TABLE clusters(
  ordinal INTEGER PRIMARY KEY, cluster TEXT NOT NULL, seal INTEGER NOT NULL
) STRICT;
";

fn basis_of(name: &str) -> rusqlite::Result<Basis> {
    [Basis::Vectors, Basis::Terms]
        .into_iter()
        .find(|basis| basis.as_str() == name)
        .ok_or_else(|| broken(format!("`{name}` is nothing clusters are made from")))
}

fn head_seal(basis: &str, fingerprint: &[u8; 32], clusters: i64) -> Seal {
    Seal::of("clustering")
        .text(basis)
        .bytes(fingerprint)
        .int(clusters)
}

fn seal(ordinal: i64, cluster: &str) -> Seal {
    Seal::of("clusters").int(ordinal).text(cluster)
}

/// Takes all clusters away.
pub(crate) fn clear(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM clusters", [])?;
    connection.execute("DELETE FROM clustering", [])?;
    Ok(())
}

/// Writes clusters in place of those there are.
pub(crate) fn replace(connection: &Connection, clusters: &Clusters) -> rusqlite::Result<()> {
    clear(connection)?;
    let mut insert =
        connection.prepare_cached("INSERT INTO clusters(ordinal, cluster, seal) VALUES (?,?,?)")?;
    for (ordinal, cluster) in (0_i64..).zip(&clusters.clusters) {
        let json = serde_json::to_string(cluster).map_err(|error| broken(error.to_string()))?;
        insert.execute(params![ordinal, json, seal(ordinal, &json).done()])?;
    }
    let count = i64::try_from(clusters.clusters.len()).unwrap_or(i64::MAX);
    let basis = clusters.basis.as_str();
    connection.execute(
        "INSERT INTO clustering VALUES (1,?,?,?,?)",
        params![
            basis,
            clusters.fingerprint,
            count,
            head_seal(basis, &clusters.fingerprint, count).done()
        ],
    )?;
    Ok(())
}

/// What the clusters were made from, and how many there are.
fn head(connection: &Connection) -> rusqlite::Result<Option<(Basis, [u8; 32], i64)>> {
    let found = connection
        .prepare_cached("SELECT basis, fingerprint, clusters, seal FROM clustering WHERE one = 1")?
        .query_row([], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })
        .optional()?;
    let Some((basis, fingerprint, count, stored)): Option<(String, [u8; 32], i64, i64)> = found
    else {
        return Ok(None);
    };
    head_seal(&basis, &fingerprint, count).check(stored, || "the row of the clustering".into())?;
    Ok(Some((basis_of(&basis)?, fingerprint, count)))
}

/// The fingerprint of the clusters, if there are any.
pub(crate) fn fingerprint(connection: &Connection) -> rusqlite::Result<Option<[u8; 32]>> {
    Ok(head(connection)?.map(|(_, fingerprint, _)| fingerprint))
}

/// The clusters, if they were made.
pub(crate) fn load(connection: &Connection) -> rusqlite::Result<Option<Clusters>> {
    let Some((basis, fingerprint, count)) = head(connection)? else {
        return Ok(None);
    };
    let clusters = connection
        .prepare_cached("SELECT ordinal, cluster, seal FROM clusters ORDER BY ordinal")?
        .query_map([], |row| {
            let (ordinal, json, stored): (i64, String, i64) =
                (row.get(0)?, row.get(1)?, row.get(2)?);
            seal(ordinal, &json).check(stored, || format!("cluster {ordinal}"))?;
            serde_json::from_str(&json).map_err(|error| broken(error.to_string()))
        })?
        .collect::<rusqlite::Result<Vec<Cluster>>>()?;
    if i64::try_from(clusters.len()) != Ok(count) {
        return Err(broken(format!(
            "{} clusters instead of {count}",
            clusters.len()
        )));
    }
    Ok(Some(Clusters {
        basis,
        fingerprint,
        clusters,
    }))
}
