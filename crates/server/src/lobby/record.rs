//! A table as it is kept.

use parley::{Commitment, Seat, Seed};
use serde::{Deserialize, Serialize};

use crate::wire::person::PersonId;
use crate::wire::table::{Invitation, Standing, TableId, TableSettings};

/// Everything about a table except what happened at it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableRecord {
    pub id: TableId,
    pub owner: PersonId,
    pub settings: TableSettings,
    pub standing: Standing,
    /// Who sits where, in seat order. It is frozen at the start.
    pub seats: Vec<Holding>,
    /// The code of the link.
    pub invite: String,
    #[serde(default)]
    pub invitations: Vec<Invitation>,
    /// People who were let in by a private invitation.
    #[serde(default)]
    pub admitted: Vec<PersonId>,
    /// What the game was started with; none before.
    pub game: Option<Started>,
    pub rematch: Option<TableId>,
    pub created_at: i64,
    pub ended_at: Option<i64>,
}

/// What a game was started with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Started {
    pub at: i64,
    /// The ruleset's own set-up, as JSON; its names are masks at a table of masks.
    pub setup: serde_json::Value,
    /// The secret of the game.
    pub seed: Seed,
    pub commitment: Commitment,
}

/// Who has a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Holding {
    Nobody,
    Person {
        person: PersonId,
        name: String,
        /// What it is called at a table of masks.
        mask: String,
    },
    Bot {
        bot: String,
        name: String,
    },
}

impl TableRecord {
    pub fn seats_of(&self, person: &PersonId) -> impl Iterator<Item = Seat> {
        let holds = move |holding: &Holding| matches!(holding, Holding::Person { person: it, .. } if it == person);
        let seats = self.seats.iter().enumerate().filter(move |(_, holding)| holds(holding));
        seats.map(|(index, _)| Seat(index as u8))
    }
}
