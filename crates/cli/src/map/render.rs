//! `backchannel map render`: a map as a drawing.

use std::io::Write;
use std::path::PathBuf;

use backchannel::map::render::render;

use crate::failure::{Failure, write_text};
use crate::maps;

/// Draw a map as SVG.
#[derive(clap::Args)]
pub(crate) struct Render {
    /// A map of the library, a map file, or random:SEED.
    map: String,
    /// Where to write it; by default to standard output.
    #[arg(short, long, value_name = "FILE.svg")]
    output: Option<PathBuf>,
}

impl Render {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let map = maps::find("MAP", &self.map, None)?;
        write_text(self.output.as_deref(), &render(&map), out)
    }
}
