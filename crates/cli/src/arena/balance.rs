//! `backchannel arena balance`: the head starts that make up for moving later.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use arena::balance::{Balance, BalancePlan, SeatShares, balance, fairness};
use arena::{MOST_GAMES, MOST_THREADS, SimError};
use backchannel::Map;
use backchannel::map::HeadStarts;
use serde::Serialize;

use crate::args::{cores, seats, seed, within};
use crate::failure::{Failure, read_text, write_text};
use crate::grid::Grid;
use crate::paint::Paint;
use crate::{map_text, maps};

/// Find what makes every seat win equally often among equal bots.
///
/// Each table is searched with one kind of bot on all seats at a time, and what is found is checked with fresh games.
/// The exit code is 1 if a table stays unfair.
#[derive(clap::Args)]
pub(crate) struct BalanceCommand {
    /// Maps of the library, map files, or random:SEED.
    #[arg(required = true, value_name = "MAP")]
    maps: Vec<String>,
    /// Seats at the table; by default every number that the map is made for.
    #[arg(long, value_name = "N", value_parser = seats)]
    seats: Option<usize>,
    /// Bots to which the table has to be fair.
    #[arg(long, value_name = "BOT,…", value_delimiter = ',', default_value = "envoy,soldier")]
    bots: Vec<String>,
    /// Games of the check of each table, for each bot; searching takes about as many again.
    #[arg(long, value_name = "N", default_value = "20000", value_parser = within(1..=MOST_GAMES))]
    games: u64,
    /// Only check the head starts that the map has.
    #[arg(long, conflicts_with = "write")]
    check: bool,
    /// Write what was found into the map file.
    #[arg(long)]
    write: bool,
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = seed)]
    seed: u64,
    /// Threads to play on; by default one per core.
    #[arg(long, value_name = "T", value_parser = within(1..=MOST_THREADS))]
    threads: Option<usize>,
    /// Print the findings as a JSON array.
    #[arg(long)]
    json: bool,
}

/// What was found for one table.
#[derive(Serialize)]
struct TableBalance {
    map: String,
    seats: usize,
    fair: bool,
    seconds: f64,
    #[serde(flatten)]
    balance: Balance,
}

impl BalanceCommand {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<ExitCode, Failure> {
        let mut found = Vec::new();
        for name in &self.maps {
            let map = maps::find("MAP", name, self.seats)?;
            if self.write && !Path::new(name).is_file() {
                return Err(Failure::Input(format!(
                    "--write: {name} is not a file; name its file"
                )));
            }
            let tables = self.tables(&map)?;
            if self.write {
                write_rows(Path::new(name), &map, &tables)?;
            }
            if !self.json {
                tables.iter().try_for_each(|table| tell(table, out))?;
            }
            found.extend(tables);
        }
        if self.json {
            serde_json::to_writer_pretty(&mut *out, &found)?;
            writeln!(out)?;
        }
        Ok(ExitCode::from(u8::from(!found.iter().all(|table| table.fair))))
    }

    fn tables(&self, map: &Map) -> Result<Vec<TableBalance>, Failure> {
        let range = map.file().seats;
        let every = usize::from(range.least)..=usize::from(range.most);
        match self.seats {
            Some(seats) if !every.contains(&seats) => Err(Failure::Input(format!(
                "--seats: {} is made for {} to {} seats, not {seats}; change --seats or MAP",
                map.file().name,
                range.least,
                range.most
            ))),
            Some(seats) => Ok(vec![self.table(map, seats)?]),
            None => every.map(|seats| self.table(map, seats)).collect(),
        }
    }

    fn table(&self, map: &Map, seats: usize) -> Result<TableBalance, Failure> {
        let plan = BalancePlan {
            map: map.file().clone(),
            seats,
            bots: self.bots.clone(),
            games: self.games,
            seed: self.seed,
            threads: self.threads.unwrap_or_else(cores),
        };
        let started = Instant::now();
        let balance = if self.check { checked(&plan) } else { searched(&plan) };
        let balance = balance.map_err(|error| failure(&error))?;
        let seconds = started.elapsed().as_secs_f64();
        Ok(TableBalance {
            map: map.file().id.clone(),
            seats,
            fair: balance.is_fair(),
            seconds,
            balance,
        })
    }
}

/// The results with the head starts that the map has.
fn checked(plan: &BalancePlan) -> Result<Balance, SimError> {
    let rows = &plan.map.head_starts;
    let row = rows.iter().find(|row| row.seats() == plan.seats).cloned();
    let after = fairness(plan)?;
    Ok(Balance {
        head_starts: row.unwrap_or_else(|| HeadStarts::none(plan.seats)),
        before: Vec::new(),
        games: plan.games * after.len() as u64,
        after,
    })
}

/// Searches, and reports each step to standard error.
pub(crate) fn searched(plan: &BalancePlan) -> Result<Balance, SimError> {
    balance(plan, |row, shares| {
        let off: Vec<_> = shares.iter().map(deviation).collect();
        let (map, seats, games) =
            (&plan.map.id, plan.seats, shares.first().map_or(0, |of| of.games));
        eprintln!("{map}, {seats} seats, {games} games: {} gives {}", given(row), off.join(", "));
    })
}

fn failure(error: &SimError) -> Failure {
    match error {
        SimError::Game { .. } => Failure::input(error),
        _ => Failure::Input(format!("--{error}")),
    }
}

/// A row in words.
fn given(row: &HeadStarts) -> String {
    let list = |row: &[u8]| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    match row.cards.is_empty() {
        true => format!("troops {}", list(&row.troops)),
        false => format!("troops {}, cards {}", list(&row.troops), list(&row.cards)),
    }
}

/// How far from fair the table is for one kind of bot.
pub(crate) fn deviation(of: &SeatShares) -> String {
    let verdict = if of.is_fair() { "fair" } else { "unfair" };
    let (worst, limit) = (of.worst * 100.0, of.limit * 100.0);
    format!("{}: {worst:.1} % off, limit {limit:.0} % ({verdict})", of.bot)
}

fn tell(table: &TableBalance, out: &mut impl Write) -> Result<(), Failure> {
    let paint = Paint::for_output();
    let TableBalance { map, seats, seconds, balance, .. } = table;
    let title = paint.bold(&format!("{map}, {seats} seats"));
    writeln!(out, "{title}: {} games in {seconds:.0} s", balance.games)?;
    let shares = [("before", &balance.before), ("after", &balance.after)];
    let columns = || shares.iter().flat_map(|(when, list)| list.iter().map(move |of| (*when, of)));
    let mut heads = vec!["seat".to_owned(), "troops".to_owned(), "cards".to_owned()];
    heads.extend(columns().map(|(when, of)| format!("{} {when}", of.bot)));
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let mut grid = Grid::new(&heads);
    for seat in 0..*seats {
        let given = balance.head_starts.of(parley::Seat(seat as u8));
        let mut row =
            vec![(seat + 1).to_string(), given.troops.to_string(), given.cards.to_string()];
        row.extend(columns().map(|(_, of)| {
            let share = of.seats[seat];
            let [share, low, high] = [share.share, share.low, share.high].map(|part| part * 100.0);
            format!("{share:.1} % ({low:.1} – {high:.1})")
        }));
        grid.row(row);
    }
    grid.write(out, paint)?;
    for of in &balance.after {
        writeln!(out, "{}", deviation(of))?;
    }
    Ok(writeln!(out)?)
}

/// Puts what was found into the map file, and leaves the rest of it as it is.
fn write_rows(path: &Path, map: &Map, tables: &[TableBalance]) -> Result<(), Failure> {
    let mut rows = map.file().head_starts.clone();
    for table in tables {
        rows.retain(|row| row.seats() != table.seats);
        rows.push(table.balance.head_starts.clone());
    }
    rows.sort_by_key(HeadStarts::seats);
    let text = map_text::with_head_starts(&read_text("MAP", path)?, &rows)?;
    write_text(Some(path), &text, &mut std::io::sink())
}
