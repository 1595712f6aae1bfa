//! What Linux has besides limits and the filter of system calls.

use landlock::{
    ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetError, RulesetStatus, Scope,
};
use rustix::process::{
    DumpableBehavior, Signal, set_dumpable_behavior, set_parent_process_death_signal,
};

use crate::reader::Guard;

/// The newest rights known here; older kernels take those they know.
const LANDLOCK: ABI = ABI::V6;

/// Taken for the size of the program where the system does not tell it.
const PROGRAM_BYTES: u64 = 256 << 20;

/// Address space in use, in bytes.
pub(super) fn address_space_bytes() -> u64 {
    let told = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = told.split(' ').next().and_then(|pages| pages.parse().ok());
    pages.map_or(PROGRAM_BYTES, |pages: u64| {
        pages.saturating_mul(rustix::param::page_size() as u64)
    })
}

/// Ties the process to its parent and to the rights it has.
pub(super) fn detach() -> Vec<Guard> {
    // A name for whoever looks at the processes: the program may have been
    // started by a path that says nothing.
    let _ = rustix::thread::set_name(c"perusal-reader");
    // A crash must not leave the contents of a document in a core dump, which
    // limits alone do not prevent where a program collects them.
    let undumpable = set_dumpable_behavior(DumpableBehavior::NotDumpable).is_ok();
    let done = [
        (Guard::MemoryImage, undumpable),
        (
            Guard::Orphan,
            set_parent_process_death_signal(Some(Signal::KILL)).is_ok(),
        ),
        (
            Guard::Privileges,
            rustix::thread::set_no_new_privs(true).is_ok(),
        ),
    ];
    done.into_iter()
        .filter(|(_, done)| *done)
        .map(|(guard, _)| guard)
        .collect()
}

/// Takes away every path, every port and every process outside.
pub(super) fn shut_file_system() -> Option<Guard> {
    let shut = || -> Result<RulesetStatus, RulesetError> {
        let status = Ruleset::default()
            .handle_access(AccessFs::from_all(LANDLOCK))?
            .handle_access(AccessNet::from_all(LANDLOCK))?
            .scope(Scope::from_all(LANDLOCK))?
            .create()?
            .restrict_self()?;
        Ok(status.ruleset)
    };
    // Partly enforced is an older kernel, on which every path is shut as well.
    matches!(
        shut(),
        Ok(RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced)
    )
    .then_some(Guard::FileSystem)
}
