//! The server's log, for tests that look for an entry.

use std::io;
use std::sync::{Mutex, Once, PoisonError};

use tracing_subscriber::fmt::MakeWriter;

static LINES: Mutex<Vec<u8>> = Mutex::new(Vec::new());

struct Log;

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        LINES.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Log;

    fn make_writer(&self) -> Log {
        Log
    }
}

/// From now on, warnings and errors are recorded, for all tests of the process.
pub fn keep() {
    static BEGUN: Once = Once::new();
    BEGUN.call_once(|| {
        let log = tracing_subscriber::fmt().with_writer(Log).with_ansi(false);
        log.with_max_level(tracing_subscriber::filter::LevelFilter::WARN).init();
    });
}

/// The lines that have all these words in them.
pub fn lines(words: &[&str]) -> Vec<String> {
    let lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
    let text = String::from_utf8_lossy(&lines);
    let fits = |line: &&str| words.iter().all(|word| line.contains(word));
    text.lines().filter(fits).map(str::to_owned).collect()
}
