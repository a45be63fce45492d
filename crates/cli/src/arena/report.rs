//! `backchannel arena report`: what the results of leagues say.

use std::io::Write;
use std::path::{Path, PathBuf};

use arena::league::LeagueReader;
use arena::standings::{LeagueReport, Standings, csv, html};

use crate::failure::Failure;
use crate::grid::Grid;
use crate::paint::Paint;

/// The most files of one report.
const MOST_FILES: usize = 100;

/// Rate the bots of finished leagues, and report their deals, broken words and talk.
#[derive(clap::Args)]
pub(crate) struct Report {
    /// Files that `arena run` has written.
    #[arg(value_name = "FILE.ndjson", required = true, num_args = 1..=MOST_FILES)]
    files: Vec<PathBuf>,
    /// Write a self-contained HTML page.
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
    /// The title of that page.
    #[arg(long, value_name = "TEXT", default_value = "The arena", requires = "html")]
    title: String,
    /// Print the report as one JSON object.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print the bots as comma-separated values.
    #[arg(long)]
    csv: bool,
}

impl Report {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let report = collect(&self.files)?;
        if let Some(path) = &self.html {
            write_file("--html", path, &html(&self.title, &report))?;
        }
        if self.json {
            serde_json::to_writer_pretty(&mut *out, &report)?;
            return Ok(writeln!(out)?);
        }
        if self.csv {
            return Ok(out.write_all(csv(&report).as_bytes())?);
        }
        tell(&report, out)
    }
}

/// The report on all games of several files.
pub(crate) fn collect(files: &[PathBuf]) -> Result<LeagueReport, Failure> {
    let mut standings = Standings::default();
    for path in files {
        let mut reader = LeagueReader::open(path).map_err(|error| Failure::input(&error))?;
        standings.begin(&reader.header);
        while let Some(rows) = reader
            .next_game()
            .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?
        {
            standings.add(&rows);
        }
    }
    Ok(standings.report())
}

pub(crate) fn write_file(option: &str, path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| {
        let place = path.display();
        Failure::Input(format!("{option}: {place} cannot be written ({error}); check the path"))
    })
}

/// The report as tables.
pub(crate) fn tell(report: &LeagueReport, out: &mut impl Write) -> Result<(), Failure> {
    let paint = Paint::for_output();
    let title = format!("{} games, {} bots", report.games, report.bots.len());
    writeln!(out, "{}, {:.1} rounds a game\n", paint.bold(&title), report.mean_rounds)?;
    standings(report).write(out, paint)?;
    seats(report).write(out, paint)?;
    deals(report).write(out, paint)?;
    breaks(report).write(out, paint)?;
    for bot in report.bots.iter().filter(|bot| bot.forfeits > 0) {
        writeln!(out, "{} forfeited {} moves to the caretaker.", bot.name, bot.forfeits)?;
    }
    Ok(())
}

/// The bots, the best first.
pub(crate) fn standings(report: &LeagueReport) -> Grid {
    let titles =
        ["bot", "seats", "wins", "95 % interval", "fair", "rating", "95 % interval", "Weng–Lin"];
    let mut grid = Grid::new(&titles);
    for bot in &report.bots {
        let (wins, rating) = (&bot.wins, &bot.bradley_terry);
        grid.row([
            bot.name.clone(),
            bot.seats_played.to_string(),
            percent(wins.rate),
            format!("{} – {}", percent(wins.low), percent(wins.high)),
            percent(wins.fair),
            format!("{:.0}", rating.rating),
            format!("{:.0} – {:.0}", rating.low, rating.high),
            format!("{:.1}", bot.weng_lin.rating),
        ]);
    }
    grid
}

fn seats(report: &LeagueReport) -> Grid {
    let most = report.tables.iter().map(|table| table.by_seat.len()).max().unwrap_or(0);
    let titles: Vec<String> = (1..=most).map(|seat| format!("seat {seat}")).collect();
    let titles: Vec<&str> =
        ["wins by seat", "games"].into_iter().chain(titles.iter().map(String::as_str)).collect();
    let mut grid = Grid::new(&titles);
    for table in &report.tables {
        let label = format!("{}, {} seats", table.map, table.seats);
        let shares = table.by_seat.iter().map(|wins| percent(wins.rate));
        grid.row([label, table.games.to_string()].into_iter().chain(shares));
    }
    grid
}

fn deals(report: &LeagueReport) -> Grid {
    let mut grid = Grid::new(&["deals", "offered", "accepted", "declined", "expired", "broken"]);
    for (kind, deals) in &report.deals {
        let counts = [deals.offered, deals.accepted, deals.declined, deals.lapsed, deals.broken];
        let cells = counts.map(|count| count.to_string());
        grid.row([kind.replace('_', " ")].into_iter().chain(cells));
    }
    grid
}

fn breaks(report: &LeagueReport) -> Grid {
    let titles = [
        "broken words",
        "card",
        "early attack",
        "promise",
        "word kept",
        "truth",
        "µs per decision",
    ];
    let mut grid = Grid::new(&titles);
    for bot in &report.bots {
        let part = |share: Option<f64>| share.map_or_else(|| "–".to_owned(), percent);
        let counts = bot.broken.map(|count| count.to_string());
        let rest = [
            part(bot.word_kept.known()),
            part(bot.talk.truth().known()),
            format!("{:.1}", bot.thinking.microseconds_each),
        ];
        grid.row([bot.name.clone()].into_iter().chain(counts).chain(rest));
    }
    grid
}

fn percent(part: f64) -> String {
    format!("{:.1} %", part * 100.0)
}
