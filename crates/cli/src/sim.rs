//! `backchannel sim`: games between bots, and their results.

use std::io::Write;
use std::path::PathBuf;

use arena::{ArenaPlan, ArenaReport, MOST_GAMES, MOST_THREADS, ProgramConduct, SimError, simulate};
use backchannel::{Map, Setup};

use crate::args::{cores, seats, seed, within};
use crate::failure::Failure;
use crate::grid::Grid;
use crate::maps;
use crate::paint::Paint;
use crate::progress;
use crate::study::StudyArgs;

/// Let bots play many games and report who won, how fast and with which deals.
#[derive(clap::Args, Default)]
pub(crate) struct Sim {
    /// Games to play.
    #[arg(long, value_name = "N", default_value = "100", value_parser = within(1..=MOST_GAMES))]
    pub(crate) games: u64,
    /// Seats at the table, 2 to 8.
    #[arg(long, value_name = "N", default_value = "4", value_parser = seats)]
    pub(crate) seats: usize,
    /// A map of the library, a map file, or random:SEED; by default the one that suits the seats.
    #[arg(long, value_name = "MAP")]
    pub(crate) map: Option<String>,
    /// Who plays, by name or as agent:COMMAND; if there are fewer bots than seats, the list repeats. Seats change from
    /// game to game.
    #[arg(long, value_name = "BOT,…", value_delimiter = ',', default_value = "soldier,envoy")]
    pub(crate) bots: Vec<String>,
    #[command(flatten)]
    pub(crate) study: StudyArgs,
    /// The same seed gives the same games, on any number of threads.
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = seed)]
    pub(crate) seed: u64,
    /// Threads to play on; by default one per core.
    #[arg(long, value_name = "T", value_parser = within(1..=MOST_THREADS))]
    pub(crate) threads: Option<usize>,
    /// Print the report as one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
    /// Write one replay file per game into this directory.
    #[arg(long, value_name = "DIR")]
    pub(crate) save: Option<PathBuf>,
}

impl Sim {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let map = self.map()?;
        let mut setup = Setup::standard(map.file().clone(), self.seats);
        setup.settings.study = self.study.study();
        let plan = ArenaPlan {
            save: self.save.clone(),
            ..ArenaPlan::new(setup, self.bots.clone())
                .games(self.games)
                .seed(self.seed)
                .threads(self.threads.unwrap_or_else(cores))
        };
        let bar = progress::bar(self.games, self.json);
        let report = simulate(&plan, |games| bar.inc(games));
        bar.finish_and_clear();
        let report = report.map_err(|error| match error {
            // A failed game is named by itself, anything else by its option.
            SimError::Game { .. } => Failure::input(&error),
            _ => Failure::Input(format!("--{error}")),
        })?;
        if self.json {
            serde_json::to_writer_pretty(&mut *out, &report)?;
            return Ok(writeln!(out)?);
        }
        self.tell(&map, &report, out)
    }

    fn map(&self) -> Result<Map, Failure> {
        let Some(name) = &self.map else { return maps::for_seats(self.seats) };
        let map = maps::find("--map", name, Some(self.seats))?;
        let range = map.file().seats;
        if (range.least.into()..=range.most.into()).contains(&self.seats) {
            return Ok(map);
        }
        Err(Failure::Input(format!(
            "--seats: {} is made for {} to {} seats, not {}; change --seats or --map",
            map.file().name,
            range.least,
            range.most,
            self.seats
        )))
    }

    fn tell(&self, map: &Map, report: &ArenaReport, out: &mut impl Write) -> Result<(), Failure> {
        let paint = Paint::for_output();
        let title = format!("{} games on {}", report.games, map.file().name);
        writeln!(out, "{}, {} seats, seed {}", paint.bold(&title), self.seats, self.seed)?;
        writeln!(
            out,
            "{:.2} s: {:.0} games/s, {:.0} actions/s, {:.0} actions a game\n",
            report.seconds,
            report.games_per_s,
            report.actions_per_s,
            report.actions as f64 / report.games as f64
        )?;
        wins(report).write(out, paint)?;
        rounds(report).write(out, paint)?;
        deals(report).write(out, paint)?;
        tell_programs(report, out)
    }
}

/// What went wrong with bots that are programs.
pub(crate) fn tell_programs(report: &ArenaReport, out: &mut impl Write) -> Result<(), Failure> {
    for (name, conduct) in &report.results.programs {
        let ProgramConduct { forfeits, games, first } = conduct;
        let Some(first) = first else {
            writeln!(out, "{name} made all its moves itself.")?;
            continue;
        };
        writeln!(
            out,
            "{name} forfeited {} moves to the caretaker ({} late, {} nonsense, {} after it had ended), in {games} of \
             {} games.\n  The first thing that went wrong: {first}",
            forfeits.total(),
            forfeits.late,
            forfeits.nonsense,
            forfeits.gone,
            report.games,
        )?;
    }
    Ok(())
}

fn percent(part: f64) -> String {
    format!("{:.1} %", part * 100.0)
}

fn wins(report: &ArenaReport) -> Grid {
    let mut grid = Grid::new(&["bot", "places", "wins", "rate", "95 % interval", "mean score"]);
    for (name, rate) in &report.results.win_rates {
        grid.row([
            name.clone(),
            rate.places.to_string(),
            format!("{:.1}", report.results.wins[name]),
            percent(rate.rate),
            format!("{} – {}", percent(rate.low), percent(rate.high)),
            percent(report.results.scores[name] / 100.0),
        ]);
    }
    grid
}

fn rounds(report: &ArenaReport) -> Grid {
    let rounds = &report.results.rounds;
    let mut grid = Grid::new(&["rounds", "mean", "median", "p10", "p90", "p99", "least", "most"]);
    let whole = [rounds.median, rounds.p10, rounds.p90, rounds.p99, rounds.least, rounds.most];
    let cells = ["a game".to_owned(), format!("{:.1}", rounds.mean)];
    grid.row(cells.into_iter().chain(whole.map(|number| number.to_string())));
    for (ending, games) in &report.results.endings {
        let name = ending.replace('_', " ");
        grid.row([name, percent(*games as f64 / report.games as f64)]);
    }
    grid
}

fn deals(report: &ArenaReport) -> Grid {
    let titles = ["deals", "proposed", "accepted", "declined", "lapsed", "void", "betrayed"];
    let mut grid = Grid::new(&titles);
    let all = [("all", &report.results.deals.all)];
    let kinds = report.results.deals.by_agreement.iter().map(|(kind, counts)| (*kind, counts));
    for (kind, counts) in kinds.chain(all) {
        let numbers = [
            counts.proposed,
            counts.accepted,
            counts.declined,
            counts.lapsed,
            counts.voided,
            counts.betrayed,
        ];
        let name = kind.replace('_', " ");
        grid.row([name].into_iter().chain(numbers.map(|number| number.to_string())));
    }
    grid
}
