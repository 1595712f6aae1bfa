//! Packs the page, which `scripts/web` builds into `web/dist`, for the server to send.
//!
//! Packed once here and sent as it is: a browser takes it so, and the program stays small. A
//! checkout without a built page gives a server without one.

use std::io::Write;
use std::path::{Path, PathBuf};

fn main() -> std::io::Result<()> {
    // Asked when it runs: a target folder may serve several checkouts.
    let crate_folder = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let folder = PathBuf::from(crate_folder).join("../../web/dist");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", folder.display());
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    let mut files = Vec::new();
    if folder.is_dir() {
        collect(&folder, &folder, &mut files)?;
    }
    files.sort();
    let mut table = String::from("static FILES: &[(&str, &[u8])] = &[\n");
    for (number, name) in files.iter().enumerate() {
        let packed = out.join(format!("{number}.gz"));
        let mut writer = flate2::write::GzEncoder::new(
            std::fs::File::create(&packed)?,
            flate2::Compression::best(),
        );
        writer.write_all(&std::fs::read(folder.join(name))?)?;
        writer.finish()?;
        table.push_str(&format!("    ({name:?}, include_bytes!({packed:?})),\n"));
    }
    table.push_str("];\n");
    std::fs::write(out.join("page.rs"), table)
}

/// All files below a folder, by their path from the first, parts joined by `/`.
fn collect(folder: &Path, from: &Path, files: &mut Vec<String>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, from, files)?;
            continue;
        }
        let below = path.strip_prefix(from).unwrap_or(&path);
        let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
        if !below.ends_with("sources.sha256") {
            files.push(parts.join("/"));
        }
    }
    Ok(())
}
