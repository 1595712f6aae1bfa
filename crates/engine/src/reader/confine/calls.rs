//! The system calls that are left: to compute, to listen and to answer.
//!
//! What is not listed fails as forbidden and does not end the process: a parser
//! that looks for fonts, or for the number of processors, goes on without.

use std::collections::BTreeMap;
use std::fs::File;
use std::os::fd::AsRawFd;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter,
};

use crate::reader::Guard;

/// Allowed with any arguments: memory, threads' locks, time, signals of the
/// process's own, the end.
const ANY_ARGUMENTS: [i64; 22] = [
    libc::SYS_brk,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_close,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_futex,
    libc::SYS_getpid,
    libc::SYS_getrandom,
    libc::SYS_gettid,
    libc::SYS_gettimeofday,
    libc::SYS_madvise,
    libc::SYS_mremap,
    libc::SYS_munmap,
    libc::SYS_nanosleep,
    libc::SYS_restart_syscall,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_yield,
    libc::SYS_sigaltstack,
];

/// Lets this process call nothing else from now on.
pub(super) fn filter(answers: &File) -> Option<Guard> {
    let program = program(answers).ok()?;
    apply_filter(&program).ok().map(|()| Guard::SystemCalls)
}

fn program(answers: &File) -> Result<BpfProgram, seccompiler::BackendError> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = ANY_ARGUMENTS
        .into_iter()
        .map(|call| (call, Vec::new()))
        .collect();
    let from = [libc::STDIN_FILENO];
    // Standard output leads nowhere, but a parser may print.
    let to = [
        libc::STDOUT_FILENO,
        libc::STDERR_FILENO,
        answers.as_raw_fd(),
    ];
    rules.insert(libc::SYS_read, first_is_one_of(&from)?);
    rules.insert(libc::SYS_write, first_is_one_of(&to)?);
    rules.insert(libc::SYS_writev, first_is_one_of(&to)?);
    // An abort sends a signal to the process itself.
    let own = i32::try_from(std::process::id()).unwrap_or_default();
    rules.insert(libc::SYS_tgkill, first_is_one_of(&[own])?);
    for call in [libc::SYS_mmap, libc::SYS_mprotect] {
        rules.insert(call, vec![not_executable()?]);
    }
    SeccompFilter::new(
        rules,
        SeccompAction::Errno(libc::EPERM.unsigned_abs()),
        SeccompAction::Allow,
        TargetArch::try_from(std::env::consts::ARCH)?,
    )?
    .try_into()
}

/// The first argument, a descriptor or a process, is one of these.
fn first_is_one_of(values: &[i32]) -> Result<Vec<SeccompRule>, seccompiler::BackendError> {
    values
        .iter()
        .map(|value| {
            let value = u64::from(value.unsigned_abs());
            let is = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value)?;
            SeccompRule::new(vec![is])
        })
        .collect()
}

/// No memory that holds code: the third argument of both calls is what the
/// memory may be used for.
fn not_executable() -> Result<SeccompRule, seccompiler::BackendError> {
    let executable = u64::from(libc::PROT_EXEC.unsigned_abs());
    SeccompRule::new(vec![SeccompCondition::new(
        2,
        SeccompCmpArgLen::Dword,
        SeccompCmpOp::MaskedEq(executable),
        0,
    )?])
}
