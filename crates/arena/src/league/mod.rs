//! Many games between several bots on several tables, with one row of results per seat and game.

mod file;
mod plan;
mod run;
mod schedule;
mod table;

pub use file::{FileError, LeagueFile, LeagueHeader, LeagueReader, RowError};
pub use plan::{
    LeagueError, LeaguePlan, LeagueSchedule, MOST_LEAGUE_GAMES, MOST_LINE_UP, MOST_TABLES,
};
pub use run::{BotMaker, RunError, by_name, play_fixture, run};
pub use schedule::{Fixture, Fixtures};
pub use table::LeagueTable;

pub(crate) use plan::read_toml;
