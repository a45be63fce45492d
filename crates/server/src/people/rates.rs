//! Rate limits. Each process counts for itself.

use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::address::Address;
use crate::config::Limits;
use crate::wire::{PersonId, Problem};

/// Counts requests.
pub struct Rates {
    guests: DefaultKeyedRateLimiter<IpAddr>,
    sign_ins: DefaultKeyedRateLimiter<IpAddr>,
    guesses: DefaultKeyedRateLimiter<String>,
    questions: DefaultKeyedRateLimiter<IpAddr>,
    writes: DefaultKeyedRateLimiter<String>,
}

impl Rates {
    pub fn new(limits: &Limits) -> Rates {
        let hour = Duration::from_secs(3600);
        let minute = Duration::from_secs(60);
        Rates {
            guests: RateLimiter::keyed(quota(limits.guests_per_hour, hour)),
            sign_ins: RateLimiter::keyed(quota(limits.sign_ins_per_minute, minute)),
            guesses: RateLimiter::keyed(quota(limits.guesses_per_hour, hour)),
            questions: RateLimiter::keyed(quota(limits.questions_per_minute, minute)),
            writes: RateLimiter::keyed(quota(limits.writes_per_minute, minute)),
        }
    }

    /// # Errors
    /// `too_many`, with the time to wait; so do the others.
    pub fn guest(&self, from: Address) -> Result<(), Problem> {
        ask(&self.guests, &from.0, "Too many guests have come from your address")
    }

    pub fn sign_in(&self, from: Address) -> Result<(), Problem> {
        ask(&self.sign_ins, &from.0, "Somebody at your address has tried to sign in too often")
    }

    /// Guesses of a signed-in person's password, possibly by somebody who found their browser open.
    pub fn guess(&self, person: &PersonId) -> Result<(), Problem> {
        ask(&self.guesses, &person.0, "You have tried to change your password too often")
    }

    pub fn question(&self, from: Address) -> Result<(), Problem> {
        ask(&self.questions, &from.0, "Too many requests come from your address")
    }

    pub fn write(&self, person: &PersonId) -> Result<(), Problem> {
        ask(&self.writes, &person.0, "You are sending commands too fast")
    }

    /// Drops the counters of those who have not come for a while.
    pub fn tidy(&self) {
        self.guests.retain_recent();
        self.sign_ins.retain_recent();
        self.guesses.retain_recent();
        self.questions.retain_recent();
        self.writes.retain_recent();
    }
}

fn quota(count: u32, time: Duration) -> Quota {
    let burst = NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN);
    let quota = Quota::with_period(time / burst.get()).unwrap_or(Quota::per_second(burst));
    quota.allow_burst(burst)
}

fn ask<K: Hash + Eq + Clone>(
    limiter: &DefaultKeyedRateLimiter<K>,
    key: &K,
    sentence: &str,
) -> Result<(), Problem> {
    limiter.check_key(key).map_err(|not_yet| {
        let wait = not_yet.wait_time_from(DefaultClock::default().now()).as_secs() as u32 + 1;
        Problem::too_many(format!("{sentence}; try again in {wait} s."), Some(wait))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_one_too_many_is_told_how_long_to_wait() {
        let rates = Rates::new(&Limits { sign_ins_per_minute: 2, ..Limits::default() });
        let from = Address("203.0.113.9".parse().unwrap());
        assert!(rates.sign_in(from).is_ok());
        assert!(rates.sign_in(from).is_ok());
        let problem = rates.sign_in(from).unwrap_err();
        assert_eq!(problem.status, 429);
        assert!((1..=31).contains(&problem.retry_after.unwrap()));
        assert!(rates.sign_in(Address("203.0.113.10".parse().unwrap())).is_ok());
    }
}
