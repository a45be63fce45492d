//! What is agreed before play, for any game.

use std::fmt::Display;

use parley::replay::Header;
use parley::{Commitment, Seat, SeatSet};

use super::Ruleset;
use crate::once;
use crate::raw::RawJson;
use crate::wire::{GameSettings, Problem};

/// The parsed settings of some game.
pub trait AnySettings: Send + Sync {
    fn seats(&self) -> usize;

    fn title(&self) -> String;

    fn label(&self, seat: Seat) -> SeatLabel;

    /// How many seconds spectators lag behind at least.
    fn least_delay(&self) -> u32;

    /// Removes what the holders of these seats may not know, and names where seats wear masks.
    fn conceal(&mut self, seats: SeatSet, masked: bool);

    /// As JSON, with all defaults filled in.
    ///
    /// # Errors
    /// If they cannot be written as JSON.
    fn write(&self) -> Result<GameSettings, Problem>;

    /// The map, if it is stored once for many tables.
    ///
    /// # Errors
    /// If there is none for these settings.
    fn shared(&self) -> Result<Option<RawJson>, Problem>;

    /// The set-up that a table would start with.
    ///
    /// # Errors
    /// `invalid` if no game can be played with it.
    fn plan(&self, names: Vec<String>, draw: Draw) -> Result<Planned, Problem>;
}

/// The name of a seat before the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatLabel {
    /// The name that the owner has given it.
    pub given: Option<String>,
    /// The name while the seat is free.
    pub free: String,
}

/// How the seed of a table is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Draw {
    /// The server's part of the seed.
    pub secret: Commitment,
    /// Whether it shuffled the seats.
    pub shuffled: bool,
    /// Whether seats wear masks.
    pub masked: bool,
    /// The seats that people take.
    pub people: SeatSet,
}

/// The set-up that a table starts with.
pub struct Planned {
    /// As it is stored.
    pub setup: RawJson,
    /// The names of its seats.
    pub names: Vec<String>,
    /// What the table commits to.
    pub header: Header,
}

/// The settings of this game.
pub(super) struct Agreed<G: Ruleset>(pub G::Settings);

impl<G: Ruleset> AnySettings for Agreed<G> {
    fn seats(&self) -> usize {
        G::count_seats(&self.0)
    }

    fn title(&self) -> String {
        G::title(&self.0)
    }

    fn label(&self, seat: Seat) -> SeatLabel {
        G::label(&self.0, seat)
    }

    fn least_delay(&self) -> u32 {
        G::least_delay(&self.0)
    }

    fn conceal(&mut self, seats: SeatSet, masked: bool) {
        G::conceal(&mut self.0, seats, masked);
    }

    fn write(&self) -> Result<GameSettings, Problem> {
        GameSettings::write(G::NAME, &self.0).map_err(|_| Problem::internal())
    }

    fn shared(&self) -> Result<Option<RawJson>, Problem> {
        G::shared(&self.0)
    }

    fn plan(&self, names: Vec<String>, draw: Draw) -> Result<Planned, Problem> {
        let mut setup = G::plan(&self.0, names, draw.masked)?;
        G::set_people(&mut setup, draw.people);
        let header = Header::drawn::<G>(&setup, G::VERSIONS, draw.secret, draw.shuffled);
        let (Ok(header), Ok(kept)) = (header, G::kept(&setup)) else {
            return Err(Problem::internal());
        };
        Ok(Planned { setup: kept, names: G::names(&setup), header })
    }
}

/// The stored record of a table is not a valid game.
pub fn unplayable(error: impl Display) -> Problem {
    let error = error.to_string();
    if once::is_new(&error) {
        tracing::error!(error, "the stored set-up of a table is invalid");
    }
    Problem::quarantined("table")
}
