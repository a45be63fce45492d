//! The cost of a request: time on the request thread, time on all threads, and memory.

use std::fmt::{Display, Formatter, Result as Written};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cost {
    /// CPU time of the request thread, for which everybody else waits.
    pub answering: Duration,
    /// CPU time of all threads but the client's.
    pub all: Duration,
    /// Peak memory, in bytes above the level before.
    pub memory: u64,
}

impl Display for Cost {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        let Cost { answering, all, memory } = self;
        write!(f, "{answering:.1?} of the answering thread, {all:.1?} of all, {} kB", memory >> 10)
    }
}

/// The thread that calls this.
pub fn this_thread() -> PathBuf {
    fs::canonicalize("/proc/thread-self").expect("Linux tells it")
}

/// A measurement that has begun.
pub struct Meter<'a> {
    answering: &'a PathBuf,
    before: (Duration, Duration),
    resident: u64,
}

impl Meter<'_> {
    pub fn begin(answering: &PathBuf) -> Meter<'_> {
        // Resets the peak.
        fs::write("/proc/self/clear_refs", "5").expect("Linux lets a process do so");
        let before = (spent(answering), spent_by_all());
        Meter { answering, before, resident: memory("VmRSS:") }
    }

    pub fn end(self) -> Cost {
        Cost {
            answering: spent(self.answering).saturating_sub(self.before.0),
            all: spent_by_all().saturating_sub(self.before.1),
            memory: memory("VmHWM:").saturating_sub(self.resident),
        }
    }
}

/// The CPU time of a thread; `None` if it is gone.
fn spent(thread: &Path) -> Duration {
    let line = fs::read_to_string(thread.join("schedstat")).unwrap_or_default();
    let nanoseconds = line.split(' ').next().and_then(|number| number.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or_default())
}

fn spent_by_all() -> Duration {
    let client = this_thread();
    let threads = fs::read_dir("/proc/self/task").expect("Linux lists them");
    let threads = threads.filter_map(|thread| fs::canonicalize(thread.ok()?.path()).ok());
    threads.filter(|thread| *thread != client).map(|thread| spent(&thread)).sum()
}

fn memory(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux tells it");
    let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("it is there");
    line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") << 10
}
