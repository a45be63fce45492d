//! A wall clock for the server that can be set while it runs, by libfaketime.

use std::fs;
use std::path::PathBuf;

use anyhow::Result;
use tempfile::TempDir;

/// Beyond this it is no longer a plausible adjustment of a clock.
const MOST_HOURS: i64 = 72;

pub struct FakeClock {
    library: PathBuf,
    folder: TempDir,
    /// How far it is ahead of the real time.
    hours: i64,
}

impl FakeClock {
    /// `None` if libfaketime is not installed.
    pub fn new() -> Result<Option<FakeClock>> {
        let Some(library) = library() else { return Ok(None) };
        let clock = FakeClock { library, folder: tempfile::tempdir()?, hours: 0 };
        clock.show()?;
        Ok(Some(clock))
    }

    /// Sets it forward, or back.
    pub fn jump(&mut self, hours: i64) -> Result<()> {
        self.hours = (self.hours + hours).clamp(-MOST_HOURS, MOST_HOURS);
        self.show()
    }

    fn show(&self) -> Result<()> {
        let new = self.folder.path().join("new");
        fs::write(&new, format!("{:+}h\n", self.hours))?;
        // A reader finds the old time or the new one, never half of it.
        Ok(fs::rename(new, self.file())?)
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("time")
    }

    /// The environment of a process that uses it. Only its wall clock is changed.
    pub fn environment(&self) -> Vec<(&'static str, String)> {
        vec![
            ("LD_PRELOAD", self.library.display().to_string()),
            ("FAKETIME_TIMESTAMP_FILE", self.file().display().to_string()),
            ("FAKETIME_NO_CACHE", "1".to_owned()),
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1".to_owned()),
            ("NO_FAKE_STAT", "1".to_owned()),
        ]
    }
}

/// A process that is killed cannot remove what the library shares with its children.
pub fn forget(pid: i32) {
    for name in [format!("faketime_shm_{pid}"), format!("sem.faketime_sem_{pid}")] {
        // Most processes use the real time and have none.
        let _ = fs::remove_file(PathBuf::from("/dev/shm").join(name));
    }
}

/// Where Debian's package `faketime` has it.
fn library() -> Option<PathBuf> {
    let folders = fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    let places = folders.map(|folder| folder.path().join("faketime/libfaketimeMT.so.1"));
    places.into_iter().find(|place| place.exists())
}
