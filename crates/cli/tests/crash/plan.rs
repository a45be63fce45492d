//! Which fault happens in which round.

use anyhow::{Context as _, Result, ensure};

use crate::chance::SplitMix64;
use crate::faults::CrashFault;

/// Every possible fault comes once in as many rounds as there are faults, in random order.
pub struct CrashPlan {
    pub rounds: u32,
    faults: Vec<CrashFault>,
    chance: SplitMix64,
}

impl CrashPlan {
    /// From `CRASH_ROUNDS` and `CRASH_FAULTS`; without them, each of the `possible` ones once.
    pub fn announced(store: &str, possible: &[CrashFault]) -> Result<CrashPlan> {
        let faults = match std::env::var("CRASH_FAULTS") {
            Ok(names) => chosen(&names)?,
            Err(_) => CrashFault::ALL.to_vec(),
        };
        let faults: Vec<_> = faults.into_iter().filter(|fault| possible.contains(fault)).collect();
        ensure!(!faults.is_empty(), "none of the faults in CRASH_FAULTS is possible on {store}");
        let rounds = match std::env::var("CRASH_ROUNDS") {
            Ok(rounds) => rounds.parse().context("CRASH_ROUNDS is a number")?,
            Err(_) => faults.len() as u32,
        };
        Ok(CrashPlan { rounds, faults, chance: SplitMix64::announced(store) })
    }

    pub fn includes(&self, fault: CrashFault) -> bool {
        self.faults.contains(&fault)
    }

    /// The fault of a round (from 0), and random numbers for it.
    pub fn round(&self, number: u32) -> (CrashFault, SplitMix64) {
        let count = self.faults.len() as u32;
        let mut faults = self.faults.clone();
        self.chance.branch(u64::from(number / count)).shuffle(&mut faults);
        let chance = self.chance.branch(u64::from(number) | 1 << 32);
        (faults[(number % count) as usize], chance)
    }

    pub fn chance(&self, player: usize) -> SplitMix64 {
        self.chance.branch(player as u64 | 1 << 33)
    }
}

fn chosen(names: &str) -> Result<Vec<CrashFault>> {
    let known = || CrashFault::ALL.map(CrashFault::name).join(", ");
    let named = |name: &str| CrashFault::ALL.into_iter().find(|fault| fault.name() == name.trim());
    names
        .split(',')
        .map(|name| named(name).with_context(|| format!("{name:?} is none of {}", known())))
        .collect()
}
