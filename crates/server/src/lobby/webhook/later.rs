//! What is to be done, and when: each once, at the earliest of its times.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use crate::wire::PersonId;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Errand {
    /// To find out who has a webhook, and to look at each of them.
    Everybody,
    One(PersonId),
}

#[derive(Default)]
pub(super) struct Later {
    order: BTreeSet<(Instant, Errand)>,
    times: HashMap<Errand, Instant>,
}

impl Later {
    pub fn add(&mut self, errand: Errand, wait: Duration) {
        let at = Instant::now() + wait;
        match self.times.get(&errand) {
            Some(before) if *before <= at => return,
            Some(before) => self.order.remove(&(*before, errand.clone())),
            None => false,
        };
        self.times.insert(errand.clone(), at);
        self.order.insert((at, errand));
    }

    /// The next errand, when its time has come.
    pub async fn next(&mut self) -> Errand {
        let Some((at, _)) = self.order.first() else { return std::future::pending().await };
        sleep_until(*at).await;
        let (_, errand) = self.order.pop_first().expect("it was there before the wait");
        self.times.remove(&errand);
        errand
    }
}
