//! A small disk, for what happens when there is no room or nothing may be written.

use std::process::Command;

use crate::home::Home;

/// A disk of a size of its own, in memory; taken away at the end.
pub struct SmallDisk<'h> {
    home: &'h Home,
    path: &'static str,
}

impl<'h> SmallDisk<'h> {
    /// `None`, and a word about it, when this user may not mount.
    pub fn new(home: &'h Home, path: &'static str, size: &str) -> Option<Self> {
        std::fs::create_dir_all(home.path(path)).unwrap();
        let disk = Self { home, path };
        disk.mount(&format!("size={size}"))
            .then_some(disk)
            .or_else(|| {
                println!("skipped: no right to mount a small disk");
                None
            })
    }

    /// Mounts it, or changes how it is mounted; whether that could be done.
    pub fn mount(&self, options: &str) -> bool {
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", options, "tmpfs"])
            .arg(self.home.path(self.path))
            .output();
        mounted.is_ok_and(|output| output.status.success())
    }

    /// Has nothing written there any more, also while files are open; whether that could be done.
    pub fn forbid_writing(&self) -> bool {
        let run = |arguments: &[&str]| {
            let mut mount = Command::new("mount");
            mount.args(arguments).arg(self.home.path(self.path));
            mount.output().is_ok_and(|output| output.status.success())
        };
        let over = self.home.path(self.path).display().to_string();
        run(&["--bind", &over]) && run(&["-o", "remount,bind,ro"])
    }

    /// Takes that back; what is open stays open.
    pub fn allow_writing(&self) {
        assert!(self.unmount());
    }

    fn unmount(&self) -> bool {
        let mut unmount = Command::new("umount");
        unmount.arg("--lazy").arg(self.home.path(self.path));
        unmount.output().is_ok_and(|output| output.status.success())
    }

    /// Fills it to its last byte.
    pub fn fill(&self) {
        use std::io::Write;
        let mut ballast = std::fs::File::create(self.home.path(self.path).join("ballast")).unwrap();
        for size in [65_536, 4_096, 1] {
            while ballast.write_all(&vec![1; size]).is_ok() {}
        }
    }

    /// Gives it its room back.
    pub fn unfill(&self) {
        std::fs::remove_file(self.home.path(self.path).join("ballast")).unwrap();
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        // Twice, where writing was forbidden when the test ended.
        while self.unmount() {}
    }
}
