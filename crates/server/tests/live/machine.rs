//! A machine whose clocks are set by the test.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde_json::Value;
use server::store::{RecordKind, Store};
use server::time::Clocks;
use tokio::sync::watch;

/// It is the same machine after the server on it was stopped and started again.
pub struct TestMachine {
    /// The wall clock, and the monotonic clock.
    clocks: watch::Sender<(i64, i64)>,
}

/// When its wall clock begins.
pub const MORNING: i64 = 1_800_000_000_000;

/// The interval of heartbeats.
const BEAT: i64 = 5_000;

impl TestMachine {
    pub fn new() -> Arc<TestMachine> {
        TestMachine::at(MORNING)
    }

    /// One whose wall clock shows that time, in milliseconds since 1970.
    pub fn at(wall: i64) -> Arc<TestMachine> {
        Arc::new(TestMachine { clocks: watch::channel((wall, 0)).0 })
    }

    /// Sets the wall clock.
    pub fn jump(&self, seconds: i64) {
        self.clocks.send_modify(|(wall, _)| *wall += seconds * 1_000);
    }

    /// Advances time at once, without letting a server run.
    pub fn freeze(&self, seconds: i64) {
        self.clocks.send_modify(|(wall, steady)| {
            *wall += seconds * 1_000;
            *steady += seconds * 1_000;
        });
    }

    /// Advances time while a server runs.
    pub async fn pass(&self, store: &dyn Store, seconds: i64) {
        let mut left = seconds * 1_000;
        while left > 0 {
            let (now, step) = (heartbeat(store).await, left.min(BEAT));
            self.clocks.send_modify(|(wall, steady)| {
                *wall += step;
                *steady += step;
            });
            left -= step;
            while step == BEAT && heartbeat(store).await == now {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
    }
}

async fn heartbeat(store: &dyn Store) -> Value {
    let record = store.get(RecordKind::Heartbeat, "heartbeat").await.unwrap();
    record.map_or(Value::Null, |record| serde_json::from_str(&record.body).unwrap())
}

#[async_trait]
impl Clocks for TestMachine {
    fn wall(&self) -> i64 {
        self.clocks.borrow().0
    }

    fn steady(&self) -> i64 {
        self.clocks.borrow().1
    }

    async fn reach(&self, until: i64) {
        let mut clocks = self.clocks.subscribe();
        // The machine outlives whoever waits for it.
        let _ = clocks.wait_for(|(_, steady)| *steady >= until).await;
    }
}
