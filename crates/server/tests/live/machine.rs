//! A machine whose clocks the test has in its hands.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde_json::Value;
use server::store::{RecordKind, Store};
use server::time::Clocks;
use tokio::sync::watch;

/// It is the same machine after the server on it was stopped and started again.
pub struct TestMachine {
    /// The clock on the wall, and the time that really passes.
    clocks: watch::Sender<(i64, i64)>,
}

/// When the clock on its wall begins.
pub const MORNING: i64 = 1_800_000_000_000;

/// A server writes its time down this often.
const BEAT: i64 = 5_000;

impl TestMachine {
    pub fn new() -> Arc<TestMachine> {
        TestMachine::at(MORNING)
    }

    /// One on whose wall it is that time, in milliseconds since 1970.
    pub fn at(wall: i64) -> Arc<TestMachine> {
        Arc::new(TestMachine { clocks: watch::channel((wall, 0)).0 })
    }

    /// The clock on the wall is put elsewhere.
    pub fn jump(&self, seconds: i64) {
        self.clocks.send_modify(|(wall, _)| *wall += seconds * 1_000);
    }

    /// Time passes at once, in which no server gets to do anything.
    pub fn freeze(&self, seconds: i64) {
        self.clocks.send_modify(|(wall, steady)| {
            *wall += seconds * 1_000;
            *steady += seconds * 1_000;
        });
    }

    /// Time passes while a server runs.
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
