//! A child process that is spoken to in lines: never waited for longer than allowed, and never left behind.

use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line that a program may write, in bytes.
pub const MOST_LINE: usize = 64 * 1024;
/// How much of a program's error output is kept: the end of it.
const MOST_ERRORS: usize = 2 * 1024;
/// How much of it is shown.
const MOST_SHOWN: usize = 256 * 1024;
/// How many lines may wait to be read. If there are more, the program waits.
const WAITING: usize = 64;
/// How long a program may take to end after its input has ended.
const GRACE: Duration = Duration::from_secs(2);

/// What becomes of what a program writes to its error output. Its end is kept for reports in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorOutput {
    Keep,
    /// It is also passed on to ours, up to a limit.
    Show,
}

/// What came from a program.
#[derive(Debug)]
pub(crate) enum Received {
    Line(String),
    TooLong,
    NotText,
    Late,
    Ended,
}

enum Output {
    Line(Vec<u8>),
    TooLong,
}

/// A running program.
pub(crate) struct Process {
    child: Child,
    /// `None` once its input has ended.
    input: Option<SyncSender<String>>,
    output: Receiver<Output>,
    /// What has come of a line that has not ended.
    unfinished: Arc<Mutex<Vec<u8>>>,
    errors: Arc<Mutex<Vec<u8>>>,
    /// How it ended, once it has.
    ended: Option<ExitStatus>,
    stopped: bool,
}

impl Process {
    pub(crate) fn start(command: &[String], errors: ErrorOutput) -> io::Result<Process> {
        let (program, arguments) = command
            .split_first()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "no program is named"))?;
        let mut start = std::process::Command::new(program);
        start.args(arguments);
        start.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // In a group of its own, so that what it has started ends with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut start, 0);
        let mut child = start.spawn()?;
        let taken = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = taken else {
            return Err(io::Error::other("its pipes are missing"));
        };
        let kept = Arc::new(Mutex::new(Vec::new()));
        let (input, lines) = mpsc::sync_channel(4);
        let (tell, output) = mpsc::sync_channel(WAITING);
        thread::spawn(move || feed(stdin, &lines));
        let unfinished = Arc::new(Mutex::new(Vec::new()));
        let begun = Arc::clone(&unfinished);
        thread::spawn(move || read_lines(BufReader::new(stdout), &tell, &begun));
        let heap = Arc::clone(&kept);
        thread::spawn(move || keep_errors(stderr, &heap, errors));
        let (input, errors) = (Some(input), kept);
        Ok(Process { child, input, output, unfinished, errors, ended: None, stopped: false })
    }

    /// Sends a line; `false` if the program does not read, or has ended.
    pub(crate) fn send(&self, line: String) -> bool {
        self.input.as_ref().is_some_and(|input| input.try_send(line).is_ok())
    }

    pub(crate) fn receive(&self, until: Instant) -> Received {
        let left = until.saturating_duration_since(Instant::now());
        match self.output.recv_timeout(left) {
            Ok(Output::Line(line)) => {
                String::from_utf8(line).map_or(Received::NotText, Received::Line)
            }
            Ok(Output::TooLong) => Received::TooLong,
            Err(RecvTimeoutError::Timeout) => Received::Late,
            Err(RecvTimeoutError::Disconnected) => Received::Ended,
        }
    }

    /// Ends its input and waits for a moment; then it is killed, with everything that it has started. Returns how it
    /// ended, if it did so by itself.
    pub(crate) fn stop(&mut self, grace: Duration) -> Option<ExitStatus> {
        if std::mem::replace(&mut self.stopped, true) {
            return self.ended;
        }
        self.input = None;
        let until = Instant::now() + grace;
        while !matches!(self.receive(until), Received::Ended | Received::Late) {}
        // Its output has ended, so it is about to end itself.
        while self.ended.is_none() && Instant::now() < until {
            self.ended = self.child.try_wait().ok().flatten();
            if self.ended.is_none() {
                thread::sleep(Duration::from_millis(1));
            }
        }
        self.kill_group();
        if self.ended.is_none() {
            // If it cannot be killed it is no longer there.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        self.ended
    }

    #[cfg(unix)]
    fn kill_group(&self) {
        use rustix::process::{Pid, Signal, kill_process_group};
        let group = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        if let Some(group) = group {
            // Most programs have started nothing, and their group is gone with them.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }

    #[cfg(not(unix))]
    fn kill_group(&self) {}

    /// What it has written of a line that has not ended.
    pub(crate) fn unfinished(&self) -> Vec<u8> {
        self.unfinished.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The end of what it has written to its error output.
    pub(crate) fn errors(&self) -> String {
        let kept = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&kept).trim().to_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.stop(GRACE);
    }
}

fn feed(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        let written = stdin.write_all(line.as_bytes()).and_then(|()| stdin.write_all(b"\n"));
        if written.and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Passes on whole lines. What has come of a line that has not ended is in `unfinished`.
fn read_lines(mut from: impl io::BufRead, tell: &SyncSender<Output>, unfinished: &Mutex<Vec<u8>>) {
    loop {
        let Ok(buffer) = from.fill_buf() else { return };
        let end = buffer.iter().position(|byte| *byte == b'\n').map(|at| at + 1);
        let taken = end.unwrap_or(buffer.len());
        let mut line = unfinished.lock().unwrap_or_else(PoisonError::into_inner);
        let room = (MOST_LINE + 1).saturating_sub(line.len());
        line.extend_from_slice(&buffer[..taken.min(room)]);
        from.consume(taken);
        if end.is_none() && taken > 0 {
            continue;
        }
        let line = std::mem::take(&mut *line);
        if line.is_empty() {
            return;
        }
        let whole = line.last() == Some(&b'\n');
        let too_long = !whole && line.len() > MOST_LINE;
        let output = if too_long { Output::TooLong } else { Output::Line(line) };
        if tell.send(output).is_err() {
            return;
        }
    }
}

fn keep_errors(mut stderr: impl Read, kept: &Mutex<Vec<u8>>, errors: ErrorOutput) {
    let mut buffer = [0; 4096];
    let mut shown = 0;
    while let Ok(count @ 1..) = stderr.read(&mut buffer) {
        let bytes = &buffer[..count];
        if errors == ErrorOutput::Show && shown < MOST_SHOWN {
            shown += count;
            // Nobody may be reading ours.
            let _ = io::stderr().write_all(bytes);
        }
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(bytes);
        let surplus = kept.len().saturating_sub(MOST_ERRORS);
        kept.drain(..surplus);
    }
}
