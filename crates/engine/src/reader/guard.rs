//! What holds a reading child.

use serde::{Deserialize, Serialize};

/// What holds a reading child, where the system has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Guard {
    /// A limit on memory.
    Memory,
    /// A limit on processor time.
    ProcessorTime,
    /// Regular files cannot grow.
    FileSize,
    /// No further file or socket can be opened.
    Descriptors,
    /// No further process can be started.
    Processes,
    /// It leaves no image of its memory behind.
    MemoryImage,
    /// It ends when the process that started it does.
    Orphan,
    /// It cannot gain rights by starting a program.
    Privileges,
    /// No path of the file system can be reached (landlock).
    FileSystem,
    /// Only the system calls that computing needs (seccomp).
    SystemCalls,
}

impl Guard {
    /// Every guard, as they are listed.
    pub const ALL: [Guard; 10] = [
        Guard::Memory,
        Guard::ProcessorTime,
        Guard::FileSize,
        Guard::Descriptors,
        Guard::Processes,
        Guard::MemoryImage,
        Guard::Orphan,
        Guard::Privileges,
        Guard::FileSystem,
        Guard::SystemCalls,
    ];

    /// Its name in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Guard::Memory => "memory limit",
            Guard::ProcessorTime => "processor time limit",
            Guard::FileSize => "no file growth",
            Guard::Descriptors => "no new descriptors",
            Guard::Processes => "no new processes",
            Guard::MemoryImage => "no core dump",
            Guard::Orphan => "ends with its parent",
            Guard::Privileges => "no new privileges",
            Guard::FileSystem => "no file system (landlock)",
            Guard::SystemCalls => "computing only (seccomp)",
        }
    }
}

/// What a child may use in its whole life: the two arguments that
/// [`super::ReaderCommand`] puts behind its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChildLimits {
    /// Memory beyond what the process has at its start, in bytes.
    pub memory_bytes_max: u64,
    /// Processor time in seconds.
    pub cpu_seconds_max: u64,
}
