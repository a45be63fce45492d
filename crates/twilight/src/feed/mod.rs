//! Games that are recorded elsewhere: what Tabletop Playground's mod posts and what AsyncTI4 publishes, read from
//! foreign bytes. Only what is public at a table is read; hands are not.

mod asyncti4;
mod hexes;
mod resolve;
mod tree;
mod ttpg;
mod value;

use thiserror::Error;

pub(crate) use self::resolve::facts;
use crate::ability::faction::Faction;
use crate::ability::note::NoteKind;
use crate::desk::condition::Condition;
use crate::desk::fact::FeedSource;
use crate::table::goods::Fragments;

/// Bytes of a report; the largest games have a fifth of that.
pub const LARGEST: usize = 1 << 20;
/// Players of whom a report is read.
const MOST_PLAYERS: usize = 8;
/// Systems and planets of which a report is read.
const MOST_PLACES: usize = 128;

/// What a game elsewhere looks like, by faction. Whatever it does not say is left out.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FeedReport {
    pub players: Vec<FeedPlayer>,
    pub speaker: Option<Faction>,
    pub moment: Option<FeedMoment>,
    pub laws: Vec<FeedLaw>,
    pub map_string: Option<String>,
    pub systems: Vec<FeedSystem>,
    /// Everybody's neighbours, if the game says who they are.
    pub neighbours: Option<Vec<(Faction, Faction)>>,
    /// Factions that are unknown here, as they were written.
    pub unknown: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeedPlayer {
    pub faction: Faction,
    pub trade_goods: Option<u16>,
    pub commodities: Option<u16>,
    /// How many commodities they replenish to.
    pub commodity_value: Option<u16>,
    pub fragments: Option<Fragments>,
    pub points: Option<u8>,
    /// Who owes this player how many debt tokens, if the game says so.
    pub debts: Option<Vec<(Faction, u16)>>,
    /// Notes of others in this player's play area, if the game says so: whose they are, and which.
    pub notes: Option<Vec<(Faction, NoteKind)>>,
}

/// What is known of the moment: whose turn it is, or the phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FeedMoment {
    /// Somebody's turn; the phase is not known.
    Turn(Faction),
    Strategy,
    Action(Faction),
    Status,
    AgendaRevealed,
    Whens,
    Afters,
    Voting(Option<Faction>),
    Resolving,
}

/// Whether a law or an event is in force, and whose it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeedLaw {
    pub condition: Condition,
    pub of: Option<Faction>,
    pub holds: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeedSystem {
    /// The number of its tile.
    pub tile: String,
    pub units: Vec<Faction>,
    /// Who controls its planets.
    pub planets: Vec<FeedPlanet>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeedPlanet {
    pub which: WhichPlanet,
    pub controller: Option<Faction>,
}

/// A planet, as a report names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WhichPlanet {
    /// By its place on the tile.
    Place(usize),
    /// By its name without spaces and capitals.
    Name(String),
}

/// Why foreign bytes are no report.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FeedError {
    #[error("it is larger than {LARGEST} bytes, or has too many values")]
    TooLarge,
    #[error("it is not JSON: {0}")]
    NotJson(String),
    #[error("it is not a game: it has no list of players under `{0}`")]
    NoPlayers(&'static str),
    #[error("none of its factions is known here: {0}")]
    NoFactions(String),
}

/// Reads a report.
///
/// # Errors
/// If it is too large, no JSON, or has no players that are known here.
pub fn read(source: FeedSource, bytes: &[u8]) -> Result<FeedReport, FeedError> {
    let whole = tree::parse(bytes)?;
    let report = match source {
        FeedSource::TabletopPlayground => ttpg::report(&whole)?,
        FeedSource::Asyncti4 => asyncti4::report(&whole)?,
    };
    match report.players.is_empty() {
        true => Err(FeedError::NoFactions(report.unknown.join(", "))),
        false => Ok(report),
    }
}

/// The laws and events that touch trade, and whether each is in force.
fn laws<'a>(named: impl Iterator<Item = (&'a str, Option<Faction>)>) -> Vec<FeedLaw> {
    let named: Vec<(String, Option<Faction>)> =
        named.take(MOST_PLACES).map(|(name, of)| (crate::similar::fold(name), of)).collect();
    let watched = [
        Condition::AgeOfCommerce,
        Condition::HiddenAgenda,
        Condition::MinisterOfCommerce,
        Condition::WormholeReconstruction,
    ];
    let law = |condition: Condition| {
        let name = crate::similar::fold(condition.name());
        let all = || named.iter().filter(|(it, _)| *it == name);
        // The same law may be listed for the table and, with its owner, for a player.
        let of = all().find_map(|(_, of)| *of);
        FeedLaw { condition, of, holds: all().next().is_some() }
    };
    watched.map(law).to_vec()
}

/// A faction as other programs write it: "Keleres - Argent" and "keleresa" are Keleres.
fn faction(name: &str) -> Option<Faction> {
    let plain = name.split(" - ").next().unwrap_or(name).trim();
    if plain.is_empty() {
        return None;
    }
    let keleres = plain.to_ascii_lowercase().starts_with("keleres").then_some("keleres");
    [name, plain].into_iter().chain(keleres).find_map(|it| Faction::find(it).ok())
}
