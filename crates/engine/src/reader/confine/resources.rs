//! Limits on what the process may use.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::reader::{ChildLimits, Guard};

/// Between the signal that says that the time is used up, by which the parent
/// knows the reason, and the one that only kills.
const CPU_GRACE_SECONDS: u64 = 1;

/// Limits all but memory.
pub(super) fn limit(limits: &ChildLimits) -> Vec<Guard> {
    let wanted = [
        (
            Guard::ProcessorTime,
            Resource::Cpu,
            limits.cpu_seconds_max.saturating_add(CPU_GRACE_SECONDS),
        ),
        (Guard::FileSize, Resource::Fsize, 0),
        (Guard::Descriptors, Resource::Nofile, 0),
        (Guard::Processes, Resource::Nproc, 0),
        (Guard::MemoryImage, Resource::Core, 0),
    ];
    wanted
        .into_iter()
        .filter(|(_, resource, most)| lower(*resource, *most))
        .map(|(guard, _, _)| guard)
        // The super-user may start processes beyond any limit.
        .filter(|guard| *guard != Guard::Processes || !rustix::process::geteuid().is_root())
        .collect()
}

/// Limits the address space to what there is and `limits.memory_bytes_max`
/// more. Memory that is only reserved counts, but a program of one thread
/// reserves little, and this is what makes an allocation fail where a limit on
/// used memory would end the process without a word.
///
/// Only Linux keeps to it.
#[cfg(target_os = "linux")]
pub(super) fn limit_memory(before_bytes: u64, limits: &ChildLimits) -> Option<Guard> {
    let most = before_bytes.saturating_add(limits.memory_bytes_max);
    lower(Resource::As, most).then_some(Guard::Memory)
}

/// Lowers a limit for good; false when it cannot be.
fn lower(resource: Resource, most: u64) -> bool {
    let hard = getrlimit(resource).maximum;
    let most = hard.map_or(most, |hard| hard.min(most));
    let grace = match resource {
        Resource::Cpu => CPU_GRACE_SECONDS,
        _ => 0,
    };
    let limit = Rlimit {
        current: Some(most.saturating_sub(grace)),
        maximum: Some(most),
    };
    setrlimit(resource, limit).is_ok()
}
