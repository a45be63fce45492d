//! The log of the world, its hash, and the first failure.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use sha2::{Digest as _, Sha256};

use crate::lock;

/// How many of the last lines are shown with a failure.
const KEPT: usize = 60;

/// The shared log of the world.
#[derive(Clone)]
pub(crate) struct SimulationLog(Arc<Mutex<Lines>>);

struct Lines {
    hash: Sha256,
    last: VecDeque<String>,
    print: bool,
    failure: Option<String>,
}

impl SimulationLog {
    pub fn new(print: bool) -> SimulationLog {
        let (hash, last) = (Sha256::new(), VecDeque::new());
        SimulationLog(Arc::new(Mutex::new(Lines { hash, last, print, failure: None })))
    }

    pub fn line(&self, now: i64, line: impl FnOnce() -> String) {
        let text = format!("{:>10.3} s  {}", now as f64 / 1_000.0, line());
        let mut lines = lock(&self.0);
        lines.hash.update(text.as_bytes());
        if lines.print {
            eprintln!("{text}");
        }
        if lines.last.len() == KEPT {
            lines.last.pop_front();
        }
        lines.last.push_back(text);
    }

    /// Records a failed check. Only the first counts.
    pub fn fail(&self, now: i64, what: impl Into<String>) {
        let what = what.into();
        self.line(now, || format!("BROKEN: {what}"));
        lock(&self.0).failure.get_or_insert(what);
    }

    pub fn failure(&self) -> Option<String> {
        lock(&self.0).failure.clone()
    }

    pub fn last(&self) -> Vec<String> {
        lock(&self.0).last.iter().cloned().collect()
    }

    pub fn hash(&self) -> String {
        hex::encode(lock(&self.0).hash.clone().finalize())
    }
}
