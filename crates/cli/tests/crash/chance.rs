//! Random numbers that a seed repeats.

use std::time::Duration;

/// SplitMix64.
#[derive(Clone)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// From `CRASH_SEED`, or a new seed; it is printed so that a failure can be repeated.
    pub fn announced(test: &str) -> SplitMix64 {
        let fresh = || std::time::UNIX_EPOCH.elapsed().map_or(1, |since| since.as_nanos() as u64);
        let given = std::env::var("CRASH_SEED").ok().and_then(|seed| seed.parse().ok());
        let seed = given.unwrap_or_else(fresh);
        eprintln!("{test}: CRASH_SEED={seed}");
        SplitMix64(seed)
    }

    /// A generator of its own for one of many things, whatever the others draw.
    pub fn branch(&self, number: u64) -> SplitMix64 {
        let mut chance =
            SplitMix64(self.0.wrapping_add(number.wrapping_mul(0xd134_2543_de82_ef95)));
        SplitMix64(chance.next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    pub fn millis(&mut self, least: u64, most: u64) -> Duration {
        Duration::from_millis(least + self.below(most - least))
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}
