//! `perusal read-child`: the process in which files are parsed, started by
//! `perusal add` for itself.
//!
//! No settings are read here, and nothing else is done before the process has
//! given up its rights.

use perusal::reader::{ChildLimits, serve};
use perusal::text;

use crate::failure::Code;
use crate::output::note;

/// Reads files until the parent hangs up.
pub fn run(memory_bytes_max: u64, cpu_seconds_max: u64) -> Code {
    let limits = ChildLimits {
        memory_bytes_max,
        cpu_seconds_max,
    };
    let served = serve(&limits, |request| {
        text::read(&request.bytes, &request.name, &request.limits)
    });
    match served {
        Ok(()) => Code::Done,
        Err(error) => {
            note(&error.to_string());
            Code::Unreachable
        }
    }
}
