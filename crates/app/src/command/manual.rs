//! `perusal manual FOLDER`: the pages that `man` shows, from the same definitions as `--help`.

use std::path::Path;

use clap::CommandFactory;

use crate::cli::Cli;
use crate::failure::{Code, Failure};

/// Writes `perusal.1`, `perusal-add.1` and so on, one page a command that help lists.
pub fn write(folder: &Path) -> Result<Code, Failure> {
    std::fs::create_dir_all(folder)?;
    clap_mangen::generate_to(Cli::command(), folder)?;
    Ok(Code::Done)
}
