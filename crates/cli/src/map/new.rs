//! `backchannel map new`: generates a balanced map.

use std::io::Write;
use std::path::PathBuf;

use arena::MOST_GAMES;
use arena::balance::{BalancePlan, SeatShares, fairness};
use backchannel::map::{HeadStarts, MapFile};

use crate::arena::balance::{deviation, searched};
use crate::args::{cores, seats, seed, within};
use crate::failure::{Failure, write_text};
use crate::maps;

/// Make a balanced map, the same for the same seed, and say how fair it is to each seat.
#[derive(clap::Args)]
pub(crate) struct New {
    /// Seats to make it for, 2 to 8.
    #[arg(long, value_name = "N", default_value = "4", value_parser = seats)]
    seats: usize,
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = seed)]
    seed: u64,
    /// Games to play on it between envoys and between soldiers, to see how often each seat wins; 0 for none.
    #[arg(long, value_name = "N", default_value = "2000", value_parser = within(0..=MOST_GAMES))]
    games: u64,
    /// Find head starts of its own for it, rather than those of a similar map.
    #[arg(long)]
    balance: bool,
    /// Where to write it; by default to standard output.
    #[arg(short, long, value_name = "FILE.json")]
    output: Option<PathBuf>,
}

impl New {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut file = maps::generate(self.seats, self.seed).file().clone();
        if self.balance && self.games > 0 {
            file.head_starts = self.head_starts(&file)?;
        }
        let text = serde_json::to_string_pretty(&file)? + "\n";
        write_text(self.output.as_deref(), &text, out)?;
        if self.games > 0 && !self.balance {
            let shares = fairness(&self.plan(&file, self.seats)).map_err(|e| Failure::input(&e))?;
            self.tell(self.seats, &shares);
        }
        Ok(())
    }

    fn head_starts(&self, file: &MapFile) -> Result<Vec<HeadStarts>, Failure> {
        let every = usize::from(file.seats.least)..=usize::from(file.seats.most);
        let found = every.map(|seats| {
            let found =
                searched(&self.plan(file, seats)).map_err(|error| Failure::input(&error))?;
            self.tell(seats, &found.after);
            Ok(found.head_starts)
        });
        found.collect()
    }

    fn plan(&self, file: &MapFile, seats: usize) -> BalancePlan {
        BalancePlan {
            map: file.clone(),
            seats,
            bots: ["envoy", "soldier"].map(str::to_owned).to_vec(),
            games: self.games,
            seed: self.seed,
            threads: cores(),
        }
    }

    /// To standard error, because the map may go to standard output.
    fn tell(&self, seats: usize, shares: &[SeatShares]) {
        for of in shares {
            eprintln!("{seats} seats, {} games, {}", self.games, deviation(of));
        }
    }
}
