//! What a run covered, and what it found.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

#[derive(Clone, Copy, Default, Debug, Serialize)]
pub struct Counts {
    pub tables: u64,
    pub steps: u64,
    pub acknowledged: u64,
    pub refused: u64,
    pub sockets: u64,
    pub messages: u64,
    pub bytes: u64,
    /// How often the world was found healed.
    pub inspections: u64,
}

#[derive(Clone, Copy, Default, Debug, Serialize)]
pub struct Faults {
    pub crashes: u64,
    pub pauses: u64,
    pub jumps: u64,
    pub database_restarts: u64,
    pub breaks: u64,
    /// Store operations that failed, hung, tore or were late.
    pub operations: u64,
}

#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub seed: u64,
    /// Simulated hours.
    pub hours: f64,
    /// Real seconds that it took.
    pub seconds: f64,
    /// The same for the same seed and the same program.
    pub hash: String,
    pub counts: Counts,
    pub faults: Faults,
    /// The promise that was broken first.
    pub broken: Option<String>,
    /// What happened just before.
    pub last: Vec<String>,
}

impl Report {
    pub fn simulated(&self) -> Duration {
        Duration::from_secs_f64(self.hours * 3_600.0)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { seed, hours, seconds, hash, counts, faults, broken, last } = self;
        let Counts { tables, steps, acknowledged, refused, sockets, messages, bytes, inspections } =
            counts;
        if let Some(broken) = broken {
            for line in last {
                writeln!(f, "{line}")?;
            }
            writeln!(f, "\nA promise is broken: {broken}")?;
            writeln!(
                f,
                "It happens again with --seed {seed} --hours {:.2}\n",
                (hours + 0.1).ceil()
            )?;
        }
        let pace = hours / (seconds / 60.0).max(1e-9);
        writeln!(
            f,
            "seed {seed}: {hours:.2} simulated hours in {seconds:.1} s ({pace:.1} hours a minute)"
        )?;
        writeln!(
            f,
            "  {tables} tables played out, {steps} steps in them; {acknowledged} commands acknowledged, {refused} refused"
        )?;
        writeln!(
            f,
            "  {sockets} sockets, {messages} messages checked, {bytes} bytes heard; healed {inspections} times"
        )?;
        let Faults { crashes, pauses, jumps, database_restarts, breaks, operations } = faults;
        writeln!(
            f,
            "  {crashes} crashes, {pauses} pauses, {jumps} clock jumps, {database_restarts} database restarts, {breaks} cuts, {operations} store operations failed"
        )?;
        write!(f, "  trace {hash}")
    }
}
