//! A small disk for a SQLite file, which can be full.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Result, ensure};
use tempfile::TempDir;

/// It uses memory only for what is on it.
const ROOM: u64 = 2 << 30;

pub struct Disk {
    folder: TempDir,
    mounted: bool,
}

impl Disk {
    /// A tmpfs, if mounting is permitted; otherwise a folder that is never full.
    pub fn new() -> Result<Disk> {
        let folder = tempfile::tempdir()?;
        let mounted = mount(folder.path(), &format!("size={ROOM}"), &["-t", "tmpfs", "tmpfs"]);
        Ok(Disk { folder, mounted })
    }

    pub fn can_fill(&self) -> bool {
        self.mounted
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Fills it until the result is dropped.
    pub fn fill(&self) -> Result<Full<'_>> {
        let full = Full(self);
        // Somebody may take a block between measuring and filling.
        let filled = (0..50).any(|_| {
            let taken = rustix::fs::statvfs(self.path())
                .map(|disk| (disk.f_blocks - disk.f_bfree) * disk.f_frsize);
            taken.is_ok_and(|taken| self.resize(taken))
        });
        ensure!(filled, "the disk cannot be made smaller");
        Ok(full)
    }

    fn resize(&self, bytes: u64) -> bool {
        mount(self.path(), &format!("remount,size={bytes}"), &[])
    }
}

/// A disk without room.
pub struct Full<'a>(&'a Disk);

impl Drop for Full<'_> {
    fn drop(&mut self) {
        if !self.0.resize(ROOM) {
            eprintln!("the disk cannot be made larger again");
        }
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if self.mounted {
            // A server that is still about to end does not keep it.
            let _ = Command::new("umount").arg("--lazy").arg(self.path()).status();
        }
    }
}

fn mount(at: &Path, options: &str, what: &[&str]) -> bool {
    let mut mount = Command::new("mount");
    mount.args(["-o", options]).args(what).arg(at).stderr(Stdio::null());
    mount.status().is_ok_and(|status| status.success())
}
