//! The galaxy: its systems, who is where, and therefore who neighbours whom (TI-40 … TI-54).
//!
//! ```
//! use parley::Seat;
//! use twilight::galaxy::Galaxy;
//!
//! // Ring 1 of a map: Sol's home system north of Mecatol Rex, then Wellon, then gaps.
//! let mut galaxy = Galaxy::from_map_string("1 19 -1 -1 -1 -1")?;
//! let (sol, hacan) = (Seat(0), Seat(1));
//! galaxy.gain(galaxy.find_planet("Jord")?, sol);
//! galaxy.place(hacan, galaxy.find("Wellon")?);
//!
//! let border = galaxy.why(sol, hacan).expect("they are neighbours");
//! assert_eq!(galaxy.tell(&border), "Jord touches Wellon");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod border;
mod chart;
mod check;
mod hex;
mod hyperlane;
mod map_string;
mod modifier;
mod presence;
mod system;
mod tile;
mod wormhole;

use parley::{Seat, SeatSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use border::{Border, Link};
pub use chart::Chart;
pub use hex::{Hex, Side};
pub use hyperlane::{HyperlaneTile, Lanes};
pub use map_string::{MapError, MapString};
pub use modifier::{Conduit, MapReadings, Memoria, Modifiers, Tether};
pub use system::{
    Breach, MOST_SYSTEMS, MapPlanet, NexusSide, PlanetId, System, SystemId, SystemSet,
};
pub use tile::{Anomaly, Back, PlanetTrait, PrintedPlanet, TileSpec, Tiles, TilesError};
pub use wormhole::{Wormhole, WormholeSet};

use crate::room;
use crate::shared::Shared;
use crate::similar::{self, Unknown, fold};

/// The name of the planet at the centre.
pub const MECATOL_REX: &str = "Mecatol Rex";

/// The systems of a game and everything that makes them adjacent.
///
/// Deserialising one checks it: each tile has a position, and every system and seat that is named exists.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "check::Unchecked")]
pub struct Galaxy {
    #[schemars(length(max = MOST_SYSTEMS))]
    systems: Vec<Shared<System>>,
    #[schemars(length(max = room::LINKS))]
    hyperlanes: Vec<HyperlaneTile>,
    /// Systems that the table declared adjacent.
    #[schemars(length(max = room::LINKS))]
    stated: Vec<(SystemId, SystemId)>,
    pub modifiers: Modifiers,
    pub readings: MapReadings,
}

/// Why something cannot be added to a galaxy.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GalaxyError {
    #[error("a galaxy has at most {MOST_SYSTEMS} systems")]
    Full,
    #[error("there is already a tile at {}, {}; give {name} another place", at.q, at.r)]
    Taken { at: Hex, name: String },
    #[error("{field}: there is no system {}; the last is {}", .id.0, .systems.saturating_sub(1))]
    NoSystem { field: &'static str, id: SystemId, systems: usize },
    #[error("{field}: there is no {seat}; a table has at most sixteen seats")]
    NoSeat { field: &'static str, seat: Seat },
}

impl Galaxy {
    pub fn new() -> Galaxy {
        Galaxy::default()
    }

    /// The galaxy of a map string of standard tiles: see [`MapString`].
    ///
    /// # Errors
    /// The error names the position in the string and how to fix it.
    pub fn from_map_string(text: &str) -> Result<Galaxy, MapError> {
        Ok(MapString::parse(text, Tiles::standard())?.galaxy(Tiles::standard()))
    }

    /// Adds a system.
    ///
    /// # Errors
    /// If its position is taken or there are too many systems.
    pub fn add(&mut self, system: System) -> Result<SystemId, GalaxyError> {
        if let Some(at) = system.at.filter(|&at| self.is_taken(at)) {
            return Err(GalaxyError::Taken { at, name: system.name });
        }
        if self.systems.len() >= MOST_SYSTEMS {
            return Err(GalaxyError::Full);
        }
        self.systems.push(system.into());
        Ok(SystemId((self.systems.len() - 1) as u8))
    }

    /// Adds a hyperlane tile, which is not a system (TI-49).
    ///
    /// # Errors
    /// If its position is taken.
    pub fn add_hyperlane(&mut self, at: Hex, lanes: Lanes) -> Result<(), GalaxyError> {
        if self.is_taken(at) {
            return Err(GalaxyError::Taken { at, name: "the hyperlane".to_owned() });
        }
        self.hyperlanes.push(HyperlaneTile { at, lanes });
        Ok(())
    }

    /// Adds the wormhole nexus off the map, inactive side up (TI-47).
    ///
    /// # Errors
    /// If there are too many systems.
    pub fn add_nexus(&mut self) -> Result<SystemId, GalaxyError> {
        let tile = Tiles::standard().iter().find(|tile| tile.back == Back::Nexus);
        let system = System::of(tile.expect("the nexus is a standard tile"), None);
        self.add(System { nexus: Some(NexusSide::Inactive), ..system })
    }

    /// Declares two systems adjacent, for a map without positions or for the Fracture.
    pub fn state_adjacent(&mut self, one: SystemId, other: SystemId) {
        self.stated.push((one, other));
    }

    fn is_taken(&self, at: Hex) -> bool {
        self.systems.iter().any(|system| system.at == Some(at))
            || self.hyperlanes.iter().any(|tile| tile.at == at)
    }

    /// Every system with its id, in the order they were added.
    pub fn systems(&self) -> impl ExactSizeIterator<Item = (SystemId, &System)> {
        self.systems.iter().enumerate().map(|(place, system)| (SystemId(place as u8), &**system))
    }

    /// # Panics
    /// If the galaxy has no such system.
    pub fn system(&self, id: SystemId) -> &System {
        &self.systems[id.index()]
    }

    /// # Panics
    /// If the galaxy has no such system.
    pub fn system_mut(&mut self, id: SystemId) -> &mut System {
        &mut self.systems[id.index()]
    }

    pub fn hyperlanes(&self) -> &[HyperlaneTile] {
        &self.hyperlanes
    }

    /// The system at that position.
    pub fn at(&self, hex: Hex) -> Option<SystemId> {
        self.systems().find(|(_, system)| system.at == Some(hex)).map(|(id, _)| id)
    }

    /// Finds a system by its name, tile number or one of its planets.
    ///
    /// # Errors
    /// The error names the closest match, or lists every system.
    pub fn find(&self, name: &str) -> Result<SystemId, Unknown> {
        self.look_up(name).ok_or_else(|| Unknown::among("system", name, self.names()))
    }

    /// The same without a suggestion, which is slow to compute.
    pub(crate) fn look_up(&self, name: &str) -> Option<SystemId> {
        let folded = fold(name);
        let named = |system: &System| {
            let tile = system.tile.as_deref().unwrap_or(&system.name);
            let planets = system.planets.iter().map(|planet| planet.spec.name.as_str());
            [system.name.as_str(), tile]
                .into_iter()
                .chain(planets)
                .any(|known| similar::is(known, &folded))
        };
        self.systems().find(|(_, system)| named(system)).map(|(id, _)| id)
    }

    fn names(&self) -> impl Iterator<Item = (&str, &str)> + Clone {
        self.systems.iter().flat_map(|system| {
            let planets = system.planets.iter().map(|planet| planet.spec.name.as_str());
            std::iter::once(system.name.as_str())
                .chain(planets)
                .map(|name| (name, system.name.as_str()))
        })
    }

    /// The system with Mecatol Rex, if there is one.
    pub fn mecatol_rex(&self) -> Option<SystemId> {
        let holds = |system: &System| system.planets.iter().any(|it| it.spec.name == MECATOL_REX);
        self.systems().find(|(_, system)| holds(system)).map(|(id, _)| id)
    }

    /// Everything that follows from where everybody is. Use it to answer more than one question at a time.
    pub fn chart(&self) -> Chart<'_> {
        Chart::new(self)
    }

    /// Whether two systems are adjacent for a player without any relevant ability.
    pub fn adjacent(&self, one: SystemId, other: SystemId) -> bool {
        self.chart().adjacent(one, other)
    }

    /// Whether two systems are adjacent for that seat (TI-42).
    pub fn adjacent_for(&self, seat: Seat, one: SystemId, other: SystemId) -> bool {
        self.chart().adjacent_for(seat, one, other)
    }

    /// TI-40: the systems where that seat has a unit or controls a planet.
    pub fn occupied(&self, seat: Seat) -> SystemSet {
        self.chart().occupied(seat)
    }

    /// TI-40: whether two players are neighbours from either point of view (TI-42).
    pub fn neighbours(&self, one: Seat, other: Seat) -> bool {
        self.chart().neighbours(one, other)
    }

    /// All neighbours of that seat.
    pub fn neighbours_of(&self, seat: Seat) -> SeatSet {
        self.chart().neighbours_of(seat)
    }

    /// Where and how two players meet, if they are neighbours; the simplest way.
    pub fn why(&self, one: Seat, other: Seat) -> Option<Border> {
        self.chart().why(one, other)
    }
}
