//! How long the bots of a table take, so that people can follow.

use std::time::Duration;

use parley::{Seat, Seed};
use sha2::{Digest, Sha256};

use crate::lobby::record::TableRecord;
use crate::wire::table::TableId;

/// The longest that anybody waits for an answer.
const LONGEST_ANSWER: Duration = Duration::from_secs(10);

/// How many times faster they are when no person plays any more.
const HURRY: u32 = 4;

/// The pace of the bots at one table.
#[derive(Clone, Debug)]
pub(crate) struct BotPace {
    /// Before each move.
    step: Duration,
    seed: Seed,
}

impl BotPace {
    pub fn of(record: &TableRecord) -> BotPace {
        BotPace::new(&record.id, record.settings.bot_pace_ms)
    }

    fn new(table: &TableId, pace_ms: u32) -> BotPace {
        let seed = Seed::from_bytes(Sha256::digest(&table.0).into());
        BotPace { step: Duration::from_millis(pace_ms.into()), seed }
    }

    /// Returns whether it was another pace until now.
    pub fn set(&mut self, pace_ms: u32) -> bool {
        let step = Duration::from_millis(pace_ms.into());
        std::mem::replace(&mut self.step, step) != step
    }

    pub fn before_move(&self) -> Duration {
        self.step
    }

    /// The pace among themselves, when no person plays any more: faster, and as much slower as somebody wants to watch.
    pub fn among_bots(&self) -> Duration {
        self.step / HURRY
    }

    /// How long a seat waits before it answers what came with a step, as a person would: at the usual pace one to three
    /// seconds, and a different time at each step.
    pub fn before_answer(&self, seat: Seat, step: u32) -> Duration {
        let mut chance = self.seed.stream(u64::from(step) << 8 | u64::from(seat.0));
        let share = 150 + chance.below(251) as u32;
        (self.step * share / 100).min(LONGEST_ANSWER)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn moments(pace: &BotPace) -> Vec<u128> {
        (0..200).map(|step| pace.before_answer(Seat(1), step).as_millis()).collect()
    }

    #[test]
    fn an_answer_takes_a_human_moment_and_never_the_same() {
        let table = TableId("one".into());
        let pace = BotPace::new(&table, 700);
        let moments = moments(&pace);
        assert!(moments.iter().all(|ms| (1_000..=3_000).contains(ms)), "{moments:?}");
        assert!(moments.iter().collect::<BTreeSet<_>>().len() > 50);
        assert_eq!(moments, self::moments(&BotPace::new(&table, 700)), "each table has its own");
        assert_ne!(moments, self::moments(&BotPace::new(&TableId("two".into()), 700)));
    }

    #[test]
    fn bots_that_are_left_alone_hurry_at_the_pace_that_is_chosen() {
        let pace = |ms| BotPace::new(&TableId("one".into()), ms).among_bots().as_millis();
        assert_eq!([1_500, 700, 250, 0].map(pace), [375, 175, 62, 0]);
    }

    #[test]
    fn without_a_pace_nothing_takes_time_and_nobody_waits_for_ever() {
        let table = TableId("one".into());
        assert!(moments(&BotPace::new(&table, 0)).iter().all(|ms| *ms == 0));
        assert!(moments(&BotPace::new(&table, 10_000)).iter().all(|ms| *ms <= 10_000));
    }
}
