//! A queue of jobs by time; each is in it once, at the earliest of its times.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

/// Jobs in the order of their times.
pub(crate) struct JobQueue<J> {
    order: BTreeSet<(Instant, J)>,
    times: BTreeMap<J, Instant>,
}

impl<J> Default for JobQueue<J> {
    fn default() -> JobQueue<J> {
        JobQueue { order: BTreeSet::new(), times: BTreeMap::new() }
    }
}

impl<J: Clone + Ord> JobQueue<J> {
    pub fn add(&mut self, job: J, wait: Duration) {
        let at = Instant::now() + wait;
        match self.times.get(&job) {
            Some(before) if *before <= at => return,
            Some(before) => self.order.remove(&(*before, job.clone())),
            None => false,
        };
        self.times.insert(job.clone(), at);
        self.order.insert((at, job));
    }

    /// The next job, when its time has come.
    pub async fn next(&mut self) -> J {
        let Some((at, _)) = self.order.first() else { return std::future::pending().await };
        sleep_until(*at).await;
        let (_, job) = self.order.pop_first().expect("it was there before the wait");
        self.times.remove(&job);
        job
    }
}
