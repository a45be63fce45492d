//! `backchannel map list`: the maps that come with the game.

use std::io::Write;

use backchannel::map::library;
use serde_json::json;

use crate::failure::Failure;
use crate::grid::Grid;
use crate::paint::Paint;

/// List the maps that come with the game.
#[derive(clap::Args)]
pub(crate) struct List {
    /// Print the list as a JSON array.
    #[arg(long)]
    json: bool,
}

impl List {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let maps = library::names().filter_map(|id| library::find(id).ok());
        if self.json {
            let entries: Vec<_> = maps
                .map(|map| {
                    let file = map.file();
                    json!({
                        "id": file.id, "name": file.name, "about": file.about, "seats": file.seats,
                        "territories": map.len(), "zones": file.zones.len(),
                    })
                })
                .collect();
            return Ok(writeln!(out, "{}", serde_json::to_string_pretty(&entries)?)?);
        }
        let mut grid = Grid::new(&["id", "seats", "territories", "zones", "name"]);
        for map in maps {
            let file = map.file();
            grid.row([
                file.id.clone(),
                format!("{}–{}", file.seats.least, file.seats.most),
                map.len().to_string(),
                file.zones.len().to_string(),
                file.name.clone(),
            ]);
        }
        Ok(grid.write(out, Paint::for_output())?)
    }
}
