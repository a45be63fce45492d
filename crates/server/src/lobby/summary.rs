//! What lists show of a table, stored beside the record, which may be large.

use parley::Seat;
use serde::{Deserialize, Serialize};

use super::access::{self, Sight};
use super::record::{DailyAttempt, Holding, TableRecord};
use crate::document::Summarized;
use crate::wire::RulesetName;
use crate::wire::clock::ClockSettings;
use crate::wire::person::PersonId;
use crate::wire::table::{Listing, Spectators, Standing, TableId};

/// The stored summary of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableSummary {
    pub id: TableId,
    pub ruleset: RulesetName,
    pub standing: Standing,
    pub title: String,
    /// The name of its map.
    pub map: Option<String>,
    pub seats: Vec<Seated>,
    /// What the seats are called, in seat order; empty for free ones.
    pub names: Vec<String>,
    #[serde(default)]
    pub daily: Option<DailyAttempt>,
    pub clock: ClockSettings,
    pub anonymous: bool,
    pub spectators: Spectators,
    pub created_at: i64,
    pub started_at: Option<i64>,
    pub ended_at: Option<i64>,
}

/// Who has a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seated {
    Nobody,
    Bot,
    Person(PersonId),
}

impl Summarized for TableRecord {
    type Summary = TableSummary;

    fn summarize(&self) -> TableSummary {
        TableSummary {
            id: self.id.clone(),
            ruleset: self.ruleset().clone(),
            standing: self.standing,
            title: self.settings.title.clone(),
            map: self.settings.game.map(),
            seats: self.seats.iter().map(Seated::of).collect(),
            names: self.names(),
            daily: self.daily,
            clock: self.settings.clock,
            anonymous: self.settings.anonymous,
            spectators: self.settings.spectators,
            created_at: self.created_at,
            started_at: self.game.as_ref().map(|game| game.at),
            ended_at: self.ended_at,
        }
    }
}

impl TableRecord {
    fn names(&self) -> Vec<String> {
        let masked = self.settings.anonymous;
        let called = |holding: &Holding| match holding {
            Holding::Nobody => String::new(),
            Holding::Person { mask, .. } | Holding::Bot { mask, .. } if masked => mask.clone(),
            Holding::Person { name, .. } | Holding::Bot { name, .. } => name.clone(),
        };
        match &self.game {
            Some(started) if started.names.len() == self.seats.len() => started.names.clone(),
            _ => self.seats.iter().map(called).collect(),
        }
    }
}

impl Seated {
    fn of(holding: &Holding) -> Seated {
        match holding {
            Holding::Nobody => Seated::Nobody,
            Holding::Bot { .. } => Seated::Bot,
            Holding::Person { person, .. } => Seated::Person(person.clone()),
        }
    }
}

impl TableSummary {
    pub fn seats_of(&self, person: &PersonId) -> impl Iterator<Item = Seat> {
        let seats = Seat::all(self.seats.len()).zip(&self.seats);
        seats.filter(move |(_, it)| matches!(it, Seated::Person(it) if it == person)).map(|it| it.0)
    }

    /// How much of its status in play the visitor may know.
    pub fn sight(&self, person: &PersonId) -> Sight {
        let sits = self.seats_of(person).next().is_some();
        access::sight(self.standing, self.spectators, sits)
    }

    /// What the seats of others are called.
    pub fn others(&self, person: &PersonId) -> Vec<String> {
        let others = self.seats.iter().zip(&self.names).filter(|(seat, name)| {
            !name.is_empty() && !matches!(seat, Seated::Person(it) if it == person)
        });
        others.map(|(_, name)| name.clone()).collect()
    }

    /// A line in the list of open tables.
    pub fn listing(self) -> Listing {
        let taken = self.seats.iter().filter(|seat| **seat != Seated::Nobody).count();
        Listing {
            id: self.id,
            ruleset: self.ruleset,
            standing: self.standing,
            title: self.title,
            map: self.map,
            seats: self.seats.len() as u8,
            taken: taken as u8,
            clock: self.clock,
            anonymous: self.anonymous,
            created_at: self.created_at,
        }
    }
}
