//! What happened in a run.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Write as _;
use std::time::{Duration, Instant};

use anyhow::Result;
use serde::Serialize;

use crate::faults::CrashFault;
use crate::player::PlayerTally;

#[derive(Serialize)]
pub struct CrashReport {
    store: &'static str,
    rounds: u32,
    pub acknowledged: u64,
    /// Commands that had to be sent again.
    repeated: u64,
    /// Games that were played to their end and checked as a whole.
    games: u64,
    seconds: f64,
    faults: BTreeMap<&'static str, Figures>,
    #[serde(skip)]
    begun: Instant,
}

/// How often a fault struck, and how long it then took until everybody had played on.
#[derive(Default, Serialize)]
struct Figures {
    rounds: u32,
    mean_recovery_ms: f64,
    longest_recovery_ms: f64,
}

impl CrashReport {
    pub fn new(store: &'static str) -> CrashReport {
        let begun = Instant::now();
        let (faults, seconds) = (BTreeMap::new(), 0.0);
        CrashReport {
            store,
            rounds: 0,
            acknowledged: 0,
            repeated: 0,
            games: 0,
            seconds,
            faults,
            begun,
        }
    }

    pub fn note(&mut self, fault: CrashFault, recovery: Duration) {
        let took = recovery.as_secs_f64() * 1e3;
        let figures = self.faults.entry(fault.name()).or_default();
        figures.rounds += 1;
        figures.mean_recovery_ms += (took - figures.mean_recovery_ms) / f64::from(figures.rounds);
        figures.longest_recovery_ms = figures.longest_recovery_ms.max(took);
        self.rounds += 1;
        self.seconds = self.begun.elapsed().as_secs_f64();
    }

    /// A line every so often.
    pub fn progress(&self, of: u32) {
        if self.rounds.is_multiple_of(25) {
            let CrashReport { store, rounds, acknowledged, seconds, .. } = self;
            eprintln!(
                "{store}: {rounds} of {of} rounds, {acknowledged} acknowledged, {seconds:.0} s"
            );
        }
    }

    /// Prints it, and adds it to the file `CRASH_REPORT` as a line of JSON.
    pub fn finish(&mut self, tally: &PlayerTally) -> Result<()> {
        let PlayerTally { acknowledged, games, repeated } = *tally;
        (self.acknowledged, self.games, self.repeated) = (acknowledged, games, repeated);
        eprint!("{self}");
        if let Some(place) = std::env::var_os("CRASH_REPORT") {
            let mut file = std::fs::File::options().create(true).append(true).open(place)?;
            writeln!(file, "{}", serde_json::to_string(self)?)?;
        }
        Ok(())
    }
}

impl fmt::Display for CrashReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CrashReport { store, rounds, acknowledged, repeated, games, seconds, .. } = self;
        writeln!(
            f,
            "{store}: {rounds} rounds in {seconds:.0} s, {acknowledged} commands acknowledged,"
        )?;
        writeln!(f, "{repeated} sent again, {games} games checked as a whole; nothing was lost")?;
        writeln!(
            f,
            "  {:<10}{:>8}{:>20}{:>12}",
            "fault", "rounds", "back after (mean)", "(longest)"
        )?;
        for (name, it) in &self.faults {
            let (mean, longest) = (it.mean_recovery_ms, it.longest_recovery_ms);
            writeln!(f, "  {name:<10}{:>8}{mean:>17.0} ms{longest:>9.0} ms", it.rounds)?;
        }
        Ok(())
    }
}
