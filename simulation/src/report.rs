//! What a run covered, and what it found.

use std::fmt;

use clap::ValueEnum as _;
use serde::Serialize;

use crate::SimulationPlan;

/// How much a run covered.
#[derive(Clone, Copy, Default, Debug, Serialize)]
pub struct Counts {
    pub tables: u64,
    pub steps: u64,
    pub acknowledged: u64,
    pub refused: u64,
    /// Commands that were retried long after their response.
    pub repeated: u64,
    pub sockets: u64,
    pub messages: u64,
    pub bytes: u64,
    /// How often the world was found healed.
    pub inspections: u64,
}

/// How many faults there were, by kind.
#[derive(Clone, Copy, Default, Debug, Serialize)]
pub struct Faults {
    pub crashes: u64,
    pub stops: u64,
    pub pauses: u64,
    pub jumps: u64,
    pub database_restarts: u64,
    pub breaks: u64,
    /// Requests that were dropped at an await.
    pub cancellations: u64,
    /// Store operations that failed, hung, tore or were late.
    pub operations: u64,
}

/// The result of a run.
#[derive(Clone, Debug, Serialize)]
pub struct SimulationReport {
    pub plan: SimulationPlan,
    /// Simulated hours, with the time in which the world healed.
    pub hours: f64,
    /// Real seconds that it took.
    pub seconds: f64,
    /// The same for the same seed and the same program.
    pub hash: String,
    pub counts: Counts,
    pub faults: Faults,
    /// The first check that failed.
    pub broken: Option<String>,
    /// What happened just before.
    pub last: Vec<String>,
}

impl SimulationReport {
    /// The command that repeats the run.
    pub fn command(&self) -> String {
        let SimulationPlan { seed, hours, mutant, .. } = self.plan;
        let mutant = mutant.and_then(|it| it.to_possible_value());
        let mutant = mutant.map(|it| format!(" --mutant {}", it.get_name())).unwrap_or_default();
        format!("cargo xtask simulate --seed {seed} --hours {hours}{mutant}")
    }
}

impl fmt::Display for SimulationReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SimulationReport { plan, hours, seconds, hash, counts, faults, broken, last } = self;
        if let Some(broken) = broken {
            for line in last {
                writeln!(f, "{line}")?;
            }
            writeln!(f, "\nA check failed: {broken}")?;
            writeln!(f, "To repeat it: {}\n", self.command())?;
        }
        let (seed, pace) = (plan.seed, hours / (seconds / 60.0).max(1e-9));
        writeln!(
            f,
            "seed {seed}: {hours:.2} simulated hours in {seconds:.1} s ({pace:.1} hours a minute)"
        )?;
        writeln!(f, "{counts}\n{faults}")?;
        write!(f, "  trace {hash}")
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { tables, steps, acknowledged, refused, repeated, .. } = self;
        let Counts { sockets, messages, bytes, inspections, .. } = self;
        writeln!(
            f,
            "  {tables} tables played out, {steps} steps in them; {acknowledged} commands acknowledged, {refused} refused, {repeated} repeated"
        )?;
        write!(
            f,
            "  {sockets} sockets, {messages} messages checked, {bytes} bytes received; healed {inspections} times"
        )
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Faults { crashes, stops, pauses, jumps, database_restarts, .. } = self;
        let Faults { breaks, cancellations, operations, .. } = self;
        writeln!(
            f,
            "  {crashes} crashes, {stops} stops, {pauses} pauses, {jumps} clock jumps, {database_restarts} database restarts"
        )?;
        write!(
            f,
            "  {breaks} times connections broke, {cancellations} requests cancelled, {operations} store operations failed"
        )
    }
}
