//! What time it is at the tables.

use std::future::pending;
use std::time::Duration;

use tokio::sync::watch;

use crate::api::app::now;

/// The clock on the wall, or one that somebody turns by hand.
#[derive(Clone, Debug, Default)]
pub enum Time {
    #[default]
    Wall,
    Hand(watch::Receiver<i64>),
}

/// Turns a clock.
#[derive(Debug)]
pub struct Hand(watch::Sender<i64>);

impl Time {
    /// A clock that stands at `at`, in milliseconds since 1970, until it is turned.
    pub fn by_hand(at: i64) -> (Hand, Time) {
        let (hand, face) = watch::channel(at);
        (Hand(hand), Time::Hand(face))
    }

    /// Milliseconds since 1970.
    pub fn now(&self) -> i64 {
        match self {
            Time::Wall => now(),
            Time::Hand(face) => *face.borrow(),
        }
    }

    /// Done when that time has come.
    pub async fn reach(&self, at: i64) {
        match self {
            Time::Wall => {
                let wait = at.saturating_sub(now()).max(0);
                tokio::time::sleep(Duration::from_millis(wait as u64)).await;
            }
            Time::Hand(face) => {
                if face.clone().wait_for(|now| *now >= at).await.is_err() {
                    // Nobody can turn it any more, so that it stands for ever.
                    pending::<()>().await;
                }
            }
        }
    }
}

impl Hand {
    /// Turns the clock on.
    pub fn turn(&self, by: Duration) {
        let by = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        self.0.send_modify(|now| *now = now.saturating_add(by));
    }

    /// A further face of the same clock.
    pub fn face(&self) -> Time {
        Time::Hand(self.0.subscribe())
    }
}
