//! A program against bots, without a server.

use std::io::Write;
use std::path::PathBuf;

use agents::{PREFIX, ProgramSpec};
use arena::MOST_GAMES;

use crate::args::{seats, seed, within};
use crate::failure::Failure;
use crate::sim::Sim;

/// Games against bots on this machine.
#[derive(clap::Args)]
pub(crate) struct LocalPlay {
    /// Games to play.
    #[arg(long, value_name = "N", default_value = "1", value_parser = within(1..=MOST_GAMES))]
    games: u64,
    /// Seats at the table, 2 to 8.
    #[arg(long, value_name = "N", default_value = "4", value_parser = seats)]
    seats: usize,
    /// A map of the library, a map file, or random:SEED; by default the one that suits the seats.
    #[arg(long, value_name = "MAP")]
    map: Option<String>,
    /// Who plays against it; if there are fewer bots than seats, the list repeats.
    #[arg(long, value_name = "BOT,…", value_delimiter = ',', default_value = "soldier,envoy")]
    bots: Vec<String>,
    /// The same seed gives the same games, if the program plays them the same.
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = seed)]
    seed: u64,
    /// Print the report as one JSON object.
    #[arg(long)]
    json: bool,
    /// Write one replay file per game into this directory.
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
}

impl LocalPlay {
    pub(crate) fn run(&self, spec: &ProgramSpec, out: &mut impl Write) -> Result<(), Failure> {
        let others = self.bots.iter().cycle().take(self.seats - 1).cloned();
        let bots = [name(spec)?].into_iter().chain(others).collect();
        let sim = Sim {
            games: self.games,
            seats: self.seats,
            map: self.map.clone(),
            bots,
            seed: self.seed,
            json: self.json,
            save: self.save.clone(),
            ..Sim::default()
        };
        sim.run(out)
    }
}

/// The name of a program where bots are named.
fn name(spec: &ProgramSpec) -> Result<String, Failure> {
    let words = spec.command.iter().map(String::as_str);
    let command = shlex::try_join(words).map_err(|_| {
        Failure::Input("CMD: it contains a character that no command can".to_owned())
    })?;
    let (a_move, a_game) = (spec.time.a_move.as_millis(), spec.time.a_game.as_millis());
    Ok(format!("{PREFIX}@{a_move}ms/{a_game}ms:{command}"))
}
