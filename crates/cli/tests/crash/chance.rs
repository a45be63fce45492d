//! Chance that a seed repeats.

use std::time::Duration;

/// SplitMix64.
pub struct Chance(u64);

impl Chance {
    /// From `CRASH_SEED`, or a new one; it is printed so that a failure can be had again.
    pub fn announced(test: &str) -> Chance {
        let fresh = || std::time::UNIX_EPOCH.elapsed().map_or(1, |since| since.as_nanos() as u64);
        let given = std::env::var("CRASH_SEED").ok().and_then(|seed| seed.parse().ok());
        let seed = given.unwrap_or_else(fresh);
        println!("{test}: CRASH_SEED={seed}");
        Chance(seed)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }

    pub fn millis(&mut self, least: u64, most: u64) -> Duration {
        Duration::from_millis(least + self.below(most - least))
    }
}
