//! Processes as the system knows them: groups, signals, the end.

use std::process::{Child, ExitStatus};

#[cfg(any(target_os = "linux", target_os = "macos"))]
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// The signal of a process that has used up its processor time.
#[cfg(any(target_os = "linux", target_os = "macos"))]
pub(super) const TIME_SIGNAL: i32 = Signal::XCPU.as_raw();
/// No signal has this number.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
pub(super) const TIME_SIGNAL: i32 = 0;

/// Ends a process that leads a group, and all it started.
#[cfg(any(target_os = "linux", target_os = "macos"))]
pub(super) fn kill_group(process: &mut Child) {
    let _ = kill_process_group(Pid::from_child(process), Signal::KILL);
    let _ = process.kill();
}

/// Ends a process.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
pub(super) fn kill_group(process: &mut Child) {
    let _ = process.kill();
}

/// True when it has ended; where there are groups, its number is still its own.
#[cfg(any(target_os = "linux", target_os = "macos"))]
pub(super) fn has_ended(process: &mut Child) -> bool {
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let ended = waitid(WaitId::Pid(Pid::from_child(process)), look);
    !matches!(ended, Ok(None))
}

/// True when it has ended.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
pub(super) fn has_ended(process: &mut Child) -> bool {
    !matches!(process.try_wait(), Ok(None))
}

/// The signal that ended it.
#[cfg(unix)]
pub(super) fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

/// The signal that ended it: there are none.
#[cfg(not(unix))]
pub(super) fn signal(_: ExitStatus) -> Option<i32> {
    None
}
