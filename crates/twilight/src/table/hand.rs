//! Where every promissory note is (TI-55 … TI-64). Each is one physical card, so it is in one place.

use parley::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ability::note::NoteKind;

/// One promissory note: there is one of each kind for each player who issues it.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
pub struct Note {
    pub issuer: Seat,
    pub kind: NoteKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "NotePlace")]
pub enum Place {
    /// In somebody's hand, for nobody else to see (TI-62).
    Hand(Seat),
    /// Face up in somebody's play area.
    Play(Seat),
    /// Out of the game: purged, or its issuer is eliminated (TI-64).
    Gone,
    /// In some hand, and this audience may not know in whose.
    Unseen,
}

/// Every note of the game with its place, in order of issuer and kind.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Notes(Vec<(Note, Place)>);

impl Notes {
    pub fn place(&self, note: Note) -> Option<Place> {
        let at = self.0.binary_search_by_key(&note, |(note, _)| *note).ok()?;
        Some(self.0[at].1)
    }

    /// Puts a note into a place, wherever it was before. A note that is new joins the game.
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
