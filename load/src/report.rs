//! The measurements, and the goals.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

#[derive(Serialize)]
pub struct LoadReport {
    game: String,
    store: &'static str,
    tables: usize,
    watchers: usize,
    /// Requests that were aborted meanwhile.
    hang_ups: u64,
    seconds: f64,
    commands: usize,
    commands_per_s: f64,
    /// From sending a command until the other seat has seen it.
    p50_ms: f64,
    p99_ms: f64,
    p999_ms: f64,
    first_answer_ms: f64,
    /// The CPU time of the server per command.
    cpu_us_per_command: f64,
    /// A live table with its two sockets.
    kb_per_table: f64,
    kb_per_watcher: Option<f64>,
    /// The result of the bare server in the same run, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    bare_commands_per_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bare_p99_ms: Option<f64>,
}

impl LoadReport {
    pub fn new(
        game: &str,
        db: &Option<String>,
        tables: usize,
        watchers: usize,
        mut latencies: Vec<Duration>,
        took: Duration,
    ) -> LoadReport {
        latencies.sort_unstable();
        let at = |share: f64| {
            let index = ((latencies.len() as f64 * share) as usize).min(latencies.len().max(1) - 1);
            latencies.get(index).map_or(0.0, |latency| latency.as_secs_f64() * 1e3)
        };
        LoadReport {
            game: game.to_owned(),
            store: match db {
                Some(db) if db.starts_with("postgres") => "postgres",
                _ => "sqlite",
            },
            tables,
            watchers,
            hang_ups: 0,
            seconds: took.as_secs_f64(),
            commands: latencies.len(),
            commands_per_s: latencies.len() as f64 / took.as_secs_f64(),
            p50_ms: at(0.5),
            p99_ms: at(0.99),
            p999_ms: at(0.999),
            first_answer_ms: 0.0,
            cpu_us_per_command: 0.0,
            kb_per_table: 0.0,
            kb_per_watcher: None,
            bare_commands_per_s: None,
            bare_p99_ms: None,
        }
    }

    pub fn beside(self, bare: Option<LoadReport>) -> LoadReport {
        let bare_commands_per_s = bare.as_ref().map(|bare| bare.commands_per_s);
        LoadReport { bare_commands_per_s, bare_p99_ms: bare.map(|bare| bare.p99_ms), ..self }
    }

    pub fn memory(self, kb_per_table: f64, kb_of_watchers: u64) -> LoadReport {
        let watcher = kb_of_watchers as f64 / self.watchers as f64;
        let kb_per_watcher = (self.watchers > 0).then_some(watcher);
        LoadReport { kb_per_table, kb_per_watcher, ..self }
    }

    pub fn cpu(self, seconds: f64) -> LoadReport {
        let cpu_us_per_command = seconds * 1e6 / self.commands.max(1) as f64;
        LoadReport { cpu_us_per_command, ..self }
    }

    pub fn hang_ups(self, hang_ups: u64) -> LoadReport {
        LoadReport { hang_ups, ..self }
    }

    pub fn first_answer(self, first_answer_ms: f64) -> LoadReport {
        LoadReport { first_answer_ms, ..self }
    }
}

impl fmt::Display for LoadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (commands, p99) =
            if self.store == "postgres" { (8_000.0, 50.0) } else { (25_000.0, 20.0) };
        let (game, tables) = (&self.game, self.tables);
        writeln!(f, "{tables} tables of {game}, {} watchers, {}:", self.watchers, self.store)?;
        let mut line = |name: &str, value: f64, unit: &str, wanted: String| {
            writeln!(f, "  {name:<28}{value:>10.1} {unit:<5} {wanted}")
        };
        line("acknowledged commands", self.commands_per_s, "/s", format!("wanted {commands}"))?;
        if self.hang_ups > 0 {
            let rate = self.hang_ups as f64 / self.seconds;
            line("requests aborted", rate, "/s", String::new())?;
        }
        line("seen by the other seat, p50", self.p50_ms, "ms", String::new())?;
        line("p99", self.p99_ms, "ms", format!("wanted under {p99}"))?;
        line("p99.9", self.p999_ms, "ms", String::new())?;
        line("CPU time per command", self.cpu_us_per_command, "us", String::new())?;
        line("start to first answer", self.first_answer_ms, "ms", "wanted under 300".to_owned())?;
        line(
            "memory per table, two sockets",
            self.kb_per_table,
            "kB",
            "wanted up to 40".to_owned(),
        )?;
        if let (Some(rate), Some(p99)) = (self.bare_commands_per_s, self.bare_p99_ms) {
            let share = format!("of it: {:.0} %", self.commands_per_s / rate * 100.0);
            line("the bare loop, commands", rate, "/s", share)?;
            line("p99", p99, "ms", String::new())?;
        }
        if let Some(kb) = self.kb_per_watcher {
            line("memory per spectator", kb, "kB", "wanted up to 25".to_owned())?;
        }
        Ok(())
    }
}
