//! The clock of a table, folded from the steps and their times, so that it survives a restart.
//!
//! It uses [served time](super::time::Time::served) only: nobody is charged for an outage.

use parley::Seat;

use crate::ruleset::Duty;
use crate::wire::clock::{ClockFace, ClockSettings, Stage};

const SECOND: i64 = 1_000;
const HOUR: i64 = 3_600 * SECOND;

/// The clock of a table, in served time.
#[derive(Clone, Debug)]
pub(crate) struct TableClock {
    settings: ClockSettings,
    /// What is left in each seat's time bank.
    banks: Vec<i64>,
    /// Whose clock is running, and since when.
    running: Option<(Duty, i64)>,
    stopped_at: Option<i64>,
}

impl TableClock {
    pub fn new(settings: ClockSettings, seats: usize) -> TableClock {
        let bank = match settings {
            ClockSettings::Live { bank_seconds, .. } => i64::from(bank_seconds) * SECOND,
            ClockSettings::None | ClockSettings::Post { .. } => 0,
        };
        TableClock { settings, banks: vec![bank; seats], running: None, stopped_at: None }
    }

    /// A step happened at `at`, and `duty` is whose turn it is now.
    pub fn follow(&mut self, duty: Option<Duty>, at: i64, paused: bool) {
        self.rest(paused, at);
        if self.running.map(|(running, _)| running) == duty {
            return;
        }
        if let Some((done, since)) = self.running {
            let over = at - since - self.allowance(done.stage).unwrap_or(i64::MAX / 2);
            let bank = &mut self.banks[done.seat.index()];
            *bank = (*bank - over.max(0)).max(0);
        }
        self.running = duty.map(|duty| (duty, at));
    }

    /// No clock runs while the table is paused.
    fn rest(&mut self, paused: bool, at: i64) {
        match (self.stopped_at, paused) {
            (None, true) => self.stopped_at = Some(at),
            (Some(stopped), false) => {
                self.stopped_at = None;
                if let Some((_, since)) = &mut self.running {
                    *since += at - stopped;
                }
            }
            _ => {}
        }
    }

    fn allowance(&self, stage: Stage) -> Option<i64> {
        match (self.settings, stage) {
            (ClockSettings::None, _) => None,
            (ClockSettings::Live { turn_seconds, .. }, Stage::Turn) => {
                Some(i64::from(turn_seconds) * SECOND)
            }
            (ClockSettings::Live { window_seconds, .. }, Stage::Window) => {
                Some(i64::from(window_seconds) * SECOND)
            }
            (ClockSettings::Post { turn_hours, .. }, Stage::Turn) => {
                Some(i64::from(turn_hours) * HOUR)
            }
            (ClockSettings::Post { window_hours, .. }, Stage::Window) => {
                Some(i64::from(window_hours) * HOUR)
            }
        }
    }

    /// When the current player times out.
    pub fn deadline(&self) -> Option<i64> {
        let (duty, since) = self.running.filter(|_| self.stopped_at.is_none())?;
        Some(since + self.allowance(duty.stage)? + self.banks[duty.seat.index()])
    }

    /// The face of the clock at time 0.
    pub fn face(&self) -> Option<ClockFace> {
        let (Duty { seat, stage, .. }, _) = self.running?;
        self.allowance(stage)?;
        let bank_ms = self.banks[Seat::index(seat)];
        Some(ClockFace { seat, stage, deadline: self.deadline(), bank_ms, now: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIVE: ClockSettings =
        ClockSettings::Live { turn_seconds: 60, window_seconds: 20, bank_seconds: 30 };

    fn duty(seat: u8, stage: Stage) -> Option<Duty> {
        Some(Duty { seat: Seat(seat), stage, round: 1 })
    }

    #[test]
    fn a_turn_ends_when_its_time_and_the_bank_are_used_up() {
        let mut clock = TableClock::new(LIVE, 2);
        clock.follow(duty(0, Stage::Turn), 1_000, false);
        assert_eq!(clock.deadline(), Some(1_000 + 60_000 + 30_000));
    }

    #[test]
    fn what_a_turn_takes_beyond_its_time_comes_out_of_the_bank() {
        let mut clock = TableClock::new(LIVE, 2);
        clock.follow(duty(0, Stage::Turn), 0, false);
        clock.follow(duty(0, Stage::Window), 70_000, false);
        assert_eq!(clock.deadline(), Some(70_000 + 20_000 + 20_000));
    }

    #[test]
    fn time_stands_still_while_the_table_rests() {
        let mut clock = TableClock::new(LIVE, 2);
        clock.follow(duty(0, Stage::Turn), 0, false);
        clock.follow(duty(0, Stage::Turn), 10_000, true);
        assert_eq!(clock.deadline(), None);
        clock.follow(duty(0, Stage::Turn), 500_000, false);
        assert_eq!(clock.deadline(), Some(490_000 + 90_000));
    }

    #[test]
    fn moves_within_a_turn_do_not_wind_the_clock_up_again() {
        let mut clock = TableClock::new(LIVE, 2);
        clock.follow(duty(0, Stage::Turn), 0, false);
        clock.follow(duty(0, Stage::Turn), 30_000, false);
        assert_eq!(clock.deadline(), Some(90_000));
    }

    #[test]
    fn without_a_clock_nothing_is_ever_due() {
        let mut clock = TableClock::new(ClockSettings::None, 2);
        clock.follow(duty(1, Stage::Turn), 0, false);
        assert_eq!((clock.deadline(), clock.face()), (None, None));
    }
}
