//! What a league is: who plays whom, where and how often.

use backchannel::settings::MOST_SEATS;
use backchannel::{Map, Rules, Settings, Setup, SetupError};
use bots::UnknownBot;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::table::LeagueTable;

pub const MOST_LEAGUE_GAMES: u64 = 10_000_000;
/// The most bots in a line-up.
pub const MOST_LINE_UP: usize = 64;
/// The most maps times numbers of seats.
pub const MOST_TABLES: usize = 64;
/// The longest name of a bot or map.
const LONGEST_NAME: usize = 200;
/// The longest file with a plan, in bytes.
const LONGEST_FILE: usize = 65_536;

/// A plan for a league. The same plan gives the same rows on any number of threads.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LeaguePlan {
    /// The line-up. A bot that is named twice has two places in it.
    pub bots: Vec<String>,
    /// Games in all; rounded up until every bot has had every seat on every table equally often.
    pub games: u64,
    pub maps: Vec<String>,
    /// Numbers of seats; each is played on each map.
    pub seats: Vec<usize>,
    pub schedule: LeagueSchedule,
    pub seed: u64,
    /// The settings of every table.
    pub settings: Settings,
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeagueSchedule {
    /// Everybody against everybody: as many of the line-up as there are seats sit down together, and a line-up that is
    /// shorter repeats.
    #[default]
    FreeForAll,
    /// Every pair of bots meets alone: the two share the seats of a table.
    RoundRobin,
}

impl Default for LeaguePlan {
    fn default() -> LeaguePlan {
        LeaguePlan {
            bots: vec!["soldier".to_owned(), "envoy".to_owned()],
            games: 100,
            maps: vec!["passes-of-sarn".to_owned()],
            seats: vec![4],
            schedule: LeagueSchedule::default(),
            seed: 0,
            settings: Settings::default(),
        }
    }
}

impl LeaguePlan {
    /// Reads a plan as TOML. What is left out has its default.
    ///
    /// # Errors
    /// Names the field that is wrong.
    pub fn from_toml(text: &str) -> Result<LeaguePlan, LeagueError> {
        read_toml(text)
    }

    /// What plays it again: a command if options can say all of it, and otherwise the file that the command reads.
    pub fn command(&self) -> String {
        let study = self.settings.study;
        let usual = Settings { study, ..Settings::default() };
        if self.settings != usual {
            let file = toml::to_string(self).unwrap_or_default();
            return format!("backchannel arena run FILE.toml, with the file:\n{file}");
        }
        let schedule = match self.schedule {
            LeagueSchedule::FreeForAll => "free-for-all",
            LeagueSchedule::RoundRobin => "round-robin",
        };
        let seats = self.seats.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let (bots, maps) = (self.bots.join(","), self.maps.join(","));
        let study = study.map_or_else(String::new, |study| {
            let signals = if study.signals { "on" } else { "off" };
            format!(" --agreements {} --signals {signals}", study.agreements.id())
        });
        format!(
            "backchannel arena run --bots {bots} --games {} --maps {maps} --seats {seats} \
             --schedule {schedule} --seed {}{study}",
            self.games, self.seed
        )
    }

    /// The tables of this plan, each map with each number of seats. `find` knows maps by name.
    ///
    /// # Errors
    /// If the plan cannot be carried out; the error names the field and the fix. Bots are not checked here.
    pub fn tables<E: ToString>(
        &self,
        find: impl Fn(&str, usize) -> Result<Map, E>,
    ) -> Result<Vec<LeagueTable>, LeagueError> {
        self.check()?;
        let mut tables = Vec::new();
        for name in &self.maps {
            for &seats in &self.seats {
                let map = find(name, seats).map_err(|error| LeagueError::Map(error.to_string()))?;
                let setup = Setup {
                    settings: self.settings.clone(),
                    ..Setup::standard(map.file().clone(), seats)
                };
                let rules = Rules::new(setup).map_err(|error| match error {
                    SetupError::MapSeats { seats, made_for } => LeagueError::MapSeats {
                        map: name.clone(),
                        seats,
                        least: made_for.least,
                        most: made_for.most,
                    },
                    other => LeagueError::Setup(other),
                })?;
                tables.push(LeagueTable::new(name.clone(), rules));
            }
        }
        Ok(tables)
    }

    pub(super) fn check(&self) -> Result<(), LeagueError> {
        if self.games == 0 || self.games > MOST_LEAGUE_GAMES {
            return Err(LeagueError::Games(self.games));
        }
        check_list("bots", self.bots.len(), MOST_LINE_UP)?;
        check_list("maps", self.maps.len(), MOST_TABLES)?;
        check_list("seats", self.seats.len(), MOST_SEATS)?;
        check_list("maps", self.maps.len() * self.seats.len(), MOST_TABLES)?;
        if let Some(seats) = self.seats.iter().find(|seats| !(2..=MOST_SEATS).contains(*seats)) {
            return Err(LeagueError::Seats(*seats));
        }
        for (field, names) in [("bots", &self.bots), ("maps", &self.maps)] {
            if names.iter().any(|name| name.is_empty() || name.len() > LONGEST_NAME) {
                return Err(LeagueError::Name(field));
            }
        }
        if self.schedule == LeagueSchedule::RoundRobin && distinct(&self.bots).len() < 2 {
            return Err(LeagueError::OneBot);
        }
        Ok(())
    }
}

fn check_list(field: &'static str, count: usize, most: usize) -> Result<(), LeagueError> {
    match count {
        0 => Err(LeagueError::Empty(field)),
        _ if count > most => Err(LeagueError::TooMany { field, count, most }),
        _ => Ok(()),
    }
}

/// Each name once, in the order of their first appearance.
pub(crate) fn distinct(names: &[String]) -> Vec<String> {
    let mut once: Vec<String> = Vec::new();
    for name in names {
        if !once.contains(name) {
            once.push(name.clone());
        }
    }
    once
}

/// Reads a TOML file strictly; errors name the field.
pub(crate) fn read_toml<T: for<'de> Deserialize<'de>>(text: &str) -> Result<T, LeagueError> {
    if text.len() > LONGEST_FILE {
        return Err(LeagueError::LongFile(text.len()));
    }
    let reader = toml::Deserializer::parse(text).map_err(|error| toml_error("", text, &error))?;
    serde_path_to_error::deserialize(reader)
        .map_err(|error| toml_error(&error.path().to_string(), text, error.inner()))
}

fn toml_error(path: &str, text: &str, error: &toml::de::Error) -> LeagueError {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
    let line = 1 + before.matches('\n').count();
    let field = if matches!(path, "" | ".") { String::new() } else { format!("{path}: ") };
    LeagueError::Toml { line, told: format!("{field}{}", error.message().replace('\n', " ")) }
}

/// Why a league cannot be played: the field and the fix.
#[derive(Debug, Error)]
pub enum LeagueError {
    #[error("line {line}: {told}")]
    Toml { line: usize, told: String },
    #[error("the file has {0} bytes; a plan has at most {LONGEST_FILE}")]
    LongFile(usize),
    #[error("games: {0} is out of range; use 1 to {MOST_LEAGUE_GAMES}")]
    Games(u64),
    #[error("{0}: the list is empty; name at least one")]
    Empty(&'static str),
    #[error("{field}: there are {count}, and {most} are the most; name fewer")]
    TooMany { field: &'static str, count: usize, most: usize },
    #[error("seats: {0} is out of range; use 2 to {MOST_SEATS}")]
    Seats(usize),
    #[error("{0}: a name has 1 to {LONGEST_NAME} characters; choose another")]
    Name(&'static str),
    #[error("bots: a round-robin needs two different bots; name another or use free-for-all")]
    OneBot,
    #[error("maps: {0}")]
    Map(String),
    #[error("{0}")]
    Field(String),
    #[error("seats: {map} is made for {least} to {most} seats, not {seats}; change seats or maps")]
    MapSeats { map: String, seats: usize, least: u8, most: u8 },
    #[error("bots: {0}")]
    Bot(#[from] UnknownBot),
    #[error("{0}")]
    Setup(SetupError),
}
