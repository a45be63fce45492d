//! `backchannel map new`: generates a balanced map.

use std::io::Write;
use std::path::PathBuf;

use crate::args::{seats, seed};
use crate::failure::{Failure, write_text};
use crate::maps;

/// Make a balanced map, the same for the same seed.
#[derive(clap::Args)]
pub(crate) struct New {
    /// Seats to make it for, 2 to 8.
    #[arg(long, value_name = "N", default_value = "4", value_parser = seats)]
    seats: usize,
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = seed)]
    seed: u64,
    /// Where to write it; by default to the output.
    #[arg(short, long, value_name = "FILE.json")]
    output: Option<PathBuf>,
}

impl New {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let map = maps::generate(self.seats, self.seed);
        let text = serde_json::to_string_pretty(map.file())? + "\n";
        write_text(self.output.as_deref(), &text, out)
    }
}
