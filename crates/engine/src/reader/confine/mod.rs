//! The rights a reading child gives up.
//!
//! Several fences stand one behind the other, since kernels and containers
//! differ in what they have. Each one that cannot be put up is left out of the
//! list that the parent gets; none is reason to stop, or nobody could read on
//! a system that lacks one.

// The numbers of system calls are known for machines of 64 bits.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod calls;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(any(target_os = "linux", target_os = "macos"))]
mod resources;

use super::guard::{ChildLimits, Guard};

/// Puts up every fence there is around this process, which answers on
/// `answers`; lists those that stand.
#[cfg(target_os = "linux")]
pub(super) fn confine(limits: &ChildLimits, answers: &std::fs::File) -> Vec<Guard> {
    let memory_before = linux::address_space_bytes();
    let mut guards = linux::detach();
    // Landlock needs a descriptor, which the limits forbid; the filter of
    // system calls forbids to set limits.
    guards.extend(linux::shut_file_system());
    guards.extend(resources::limit_memory(memory_before, limits));
    guards.extend(resources::limit(limits));
    #[cfg(target_pointer_width = "64")]
    guards.extend(calls::filter(answers));
    #[cfg(not(target_pointer_width = "64"))]
    let _ = answers;
    guards.sort_unstable();
    guards.dedup();
    guards
}

/// Puts up every fence there is around this process; lists those that stand.
#[cfg(not(target_os = "linux"))]
pub(super) fn confine<W>(limits: &ChildLimits, _answers: &W) -> Vec<Guard> {
    #[cfg(target_os = "macos")]
    let guards = resources::limit(limits);
    #[cfg(not(target_os = "macos"))]
    let guards = {
        let _ = limits;
        Vec::new()
    };
    guards
}
