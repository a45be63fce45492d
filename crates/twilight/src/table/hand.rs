//! Where each promissory note is (TI-55 … TI-64). Each is one physical card, so it is in exactly one place.

use parley::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ability::note::NoteKind;

/// One promissory note: each player has one of each kind that they issue.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
pub struct Note {
    pub issuer: Seat,
    pub kind: NoteKind,
}

/// Where a promissory note is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "NotePlace")]
pub enum Place {
    /// In a player's hand, visible to nobody else (TI-62).
    Hand(Seat),
    /// Face up in a player's play area.
    Play(Seat),
    /// Out of the game: purged, or its issuer was eliminated (TI-64).
    Gone,
    /// In a hand that this audience may not know.
    Unseen,
}

/// Every note of the game with its place, ordered by issuer and kind.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Notes(Vec<(Note, Place)>);

impl Notes {
    pub fn place(&self, note: Note) -> Option<Place> {
        let at = self.0.binary_search_by_key(&note, |(note, _)| *note).ok()?;
        Some(self.0[at].1)
    }

    /// Moves a note from wherever it was to a place. A note that is new joins the game.
    pub fn put(&mut self, note: Note, place: Place) {
        match self.0.binary_search_by_key(&note, |(note, _)| *note) {
            Ok(at) => self.0[at].1 = place,
            Err(at) => self.0.insert(at, (note, place)),
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (Note, Place)> {
        self.0.iter().copied()
    }

    pub fn in_hand(&self, seat: Seat) -> impl Iterator<Item = Note> {
        self.iter().filter(move |(_, place)| *place == Place::Hand(seat)).map(|(note, _)| note)
    }

    pub fn in_play(&self, seat: Seat) -> impl Iterator<Item = Note> {
        self.iter().filter(move |(_, place)| *place == Place::Play(seat)).map(|(note, _)| note)
    }
}
