//! `backchannel arena run`: plays a league and keeps its results.

use std::io::Write;
use std::path::{Path, PathBuf};

use arena::league::{
    Fixtures, LeagueError, LeagueFile, LeagueHeader, LeaguePlan, LeagueSchedule, LeagueTable,
    MOST_LEAGUE_GAMES, RunError, by_name, run,
};
use arena::standings::{LeagueReport, Standings};
use arena::{MOST_THREADS, SeatRow};
use backchannel::Settings;

use super::report::{collect, tell};
use crate::args::{cores, seats, seed, within};
use crate::failure::{Failure, read_text};
use crate::study::StudyArgs;
use crate::{maps, progress};

/// Play a league: every bot has every seat of every table equally often, on the same deals.
#[derive(clap::Args)]
pub(crate) struct Run {
    /// A TOML file with the fields of a plan, which are these options; instead of them.
    #[arg(value_name = "FILE.toml", conflicts_with_all = ["bots", "games", "maps", "seats", "schedule", "seed", "agreements", "signals"])]
    file: Option<PathBuf>,
    #[command(flatten)]
    plan: PlanOptions,
    /// Threads to play on; by default one per core.
    #[arg(long, value_name = "T", value_parser = within(1..=MOST_THREADS))]
    threads: Option<usize>,
    /// Where the results go, one line per seat and game. If the file has games of this plan already, the rest is played.
    #[arg(long, value_name = "FILE.ndjson")]
    out: Option<PathBuf>,
    /// Print the report as one JSON object.
    #[arg(long)]
    json: bool,
}

/// A plan on the command line.
#[derive(clap::Args)]
pub(crate) struct PlanOptions {
    /// Who plays, by name or as agent:COMMAND. A bot that is named twice has two places.
    #[arg(long, value_name = "BOT,…", value_delimiter = ',', default_value = "soldier,envoy")]
    bots: Vec<String>,
    /// Games in all, rounded up until everybody has had every seat equally often.
    #[arg(long, value_name = "N", default_value = "100", value_parser = within(1..=MOST_LEAGUE_GAMES))]
    games: u64,
    /// Maps of the library, map files, or random:SEED.
    #[arg(long, value_name = "MAP,…", value_delimiter = ',', default_value = "passes-of-sarn")]
    maps: Vec<String>,
    /// Numbers of seats; each is played on each map.
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "4", value_parser = seats)]
    seats: Vec<usize>,
    /// Everybody together, or every pair of bots alone.
    #[arg(long, value_enum, default_value = "free-for-all")]
    schedule: ScheduleOption,
    /// The same seed gives the same games, on any number of threads.
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = seed)]
    seed: u64,
    #[command(flatten)]
    study: StudyArgs,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum ScheduleOption {
    FreeForAll,
    RoundRobin,
}

impl PlanOptions {
    fn plan(&self) -> LeaguePlan {
        LeaguePlan {
            bots: self.bots.clone(),
            games: self.games,
            maps: self.maps.clone(),
            seats: self.seats.clone(),
            schedule: match self.schedule {
                ScheduleOption::FreeForAll => LeagueSchedule::FreeForAll,
                ScheduleOption::RoundRobin => LeagueSchedule::RoundRobin,
            },
            seed: self.seed,
            settings: Settings { study: self.study.study(), ..Settings::default() },
        }
    }
}

impl Run {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let (plan, source) = match &self.file {
            None => (self.plan.plan(), "--".to_owned()),
            Some(path) => (read_plan(path)?, format!("{}: ", path.display())),
        };
        let named = |error: &dyn ToString| Failure::Input(format!("{source}{}", error.to_string()));
        let tables = tables(&plan).map_err(|error| named(&error))?;
        let job = Job {
            fixtures: Fixtures::new(&plan, &tables),
            plan: &plan,
            tables: &tables,
            threads: self.threads.unwrap_or_else(cores),
            quiet: self.json,
        };
        let played = match &self.out {
            None => job.in_memory(),
            Some(path) => job.write_to(path),
        };
        let report = played.map_err(|stop| match stop {
            Stop::Run(RunError::Bot(error)) => named(&format!("bots: {error}")),
            Stop::Run(error) => Failure::input(&error),
            Stop::Other(failure) => failure,
        })?;
        if self.json {
            serde_json::to_writer_pretty(&mut *out, &report)?;
            return Ok(writeln!(out)?);
        }
        tell(&report, out)
    }
}

fn read_plan(path: &Path) -> Result<LeaguePlan, Failure> {
    let text = read_text("FILE", path)?;
    LeaguePlan::from_toml(&text).map_err(|error| failed(path, &error))
}

fn failed(path: &Path, error: &LeagueError) -> Failure {
    Failure::Input(format!("{}: {error}", path.display()))
}

/// The tables of a plan.
pub(crate) fn tables(plan: &LeaguePlan) -> Result<Vec<LeagueTable>, LeagueError> {
    plan.tables(|name, seats| maps::named(name, Some(seats)))
}

/// A league that is about to be played.
pub(super) struct Job<'a> {
    pub plan: &'a LeaguePlan,
    pub fixtures: Fixtures,
    pub tables: &'a [LeagueTable],
    pub threads: usize,
    /// Without a bar.
    pub quiet: bool,
}

/// Why it was not played.
pub(super) enum Stop {
    Run(RunError),
    Other(Failure),
}

impl Job<'_> {
    pub(super) fn in_memory(&self) -> Result<LeagueReport, Stop> {
        let mut standings = Standings::default();
        standings.begin(&LeagueHeader::new(self.plan, self.tables));
        self.play(
            0,
            |rows| rows,
            |rows| {
                standings.add(&rows);
                Ok(())
            },
        )?;
        Ok(standings.report())
    }

    fn write_to(&self, path: &Path) -> Result<LeagueReport, Stop> {
        let header = LeagueHeader::new(self.plan, self.tables);
        let mut file = LeagueFile::open(path, &header)
            .map_err(|error| Stop::Other(Failure::Input(format!("--out: {error}"))))?;
        let first = file.games;
        self.play(first, |rows| LeagueFile::lines(&rows), |lines| file.append(&lines))?;
        file.close().map_err(|error| Stop::Run(RunError::Write(error)))?;
        collect(&[path.to_owned()]).map_err(Stop::Other)
    }

    fn play<T: Send>(
        &self,
        first: u64,
        prepare: impl Fn(Vec<SeatRow>) -> T + Sync,
        mut accept: impl FnMut(T) -> std::io::Result<()> + Send,
    ) -> Result<(), Stop> {
        let bar = progress::bar(self.fixtures.games(), self.quiet);
        bar.set_position(first);
        let done =
            run(&self.fixtures, self.tables, &by_name, first, self.threads, prepare, |game| {
                bar.inc(1);
                accept(game)
            });
        bar.finish_and_clear();
        done.map_err(Stop::Run)
    }
}
