//! What a simulated world provides instead of the operating system: the time of day and random numbers; and work for
//! other threads is done at once. A thread that has not entered a world is unaffected.

use std::cell::RefCell;

use parley::{Chance, Seed};
use tokio::time::Instant;

struct World {
    chance: Chance,
    /// The time of day at an instant.
    clock: (Instant, i64),
}

thread_local! {
    static WORLD: RefCell<Option<World>> = const { RefCell::new(None) };
}

/// Enters a world that is generated from a seed.
pub fn enter(seed: Seed) {
    let world = World { chance: seed.stream(0), clock: (Instant::now(), 0) };
    WORLD.with_borrow_mut(|it| *it = Some(world));
}

pub fn leave() {
    WORLD.with_borrow_mut(|it| *it = None);
}

/// Sets the time of day at an instant, in milliseconds since 1970.
pub fn set_clock(instant: Instant, at: i64) {
    WORLD.with_borrow_mut(|it| {
        if let Some(world) = it {
            world.clock = (instant, at);
        }
    });
}

pub(crate) fn is_entered() -> bool {
    WORLD.with_borrow(Option::is_some)
}

pub(crate) fn now() -> Option<i64> {
    WORLD.with_borrow(|it| {
        let (instant, at) = it.as_ref()?.clock;
        Some(at + Instant::now().saturating_duration_since(instant).as_millis() as i64)
    })
}

/// Fills the bytes; returns whether this thread is in a world.
pub(crate) fn fill(bytes: &mut [u8]) -> bool {
    WORLD.with_borrow_mut(|it| match it {
        Some(world) => {
            bytes.fill_with(|| world.chance.below(256) as u8);
            true
        }
        None => false,
    })
}
