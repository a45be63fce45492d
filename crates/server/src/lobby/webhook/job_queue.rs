//! A queue of jobs by time; each is in it once, at the earliest of its times.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use crate::wire::PersonId;

/// A job of the webhook task.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum WebhookJob {
    /// Find everybody who has a webhook, and queue a job for each.
    Everybody,
    One(PersonId),
}

/// Jobs in the order of their times.
#[derive(Default)]
pub(super) struct JobQueue {
    order: BTreeSet<(Instant, WebhookJob)>,
    times: HashMap<WebhookJob, Instant>,
}

impl JobQueue {
    pub fn add(&mut self, job: WebhookJob, wait: Duration) {
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
    pub async fn next(&mut self) -> WebhookJob {
        let Some((at, _)) = self.order.first() else { return std::future::pending().await };
        sleep_until(*at).await;
        let (_, job) = self.order.pop_first().expect("it was there before the wait");
        self.times.remove(&job);
        job
    }
}
