//! From the settings of a table to the set-up of a game.

use std::fmt;

use backchannel::map::{self, Map, MapFile, library};
use backchannel::settings::SetupError;
use backchannel::{CardCatalogue, Rules, Setup};
use parley::SeatSet;
use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use server::text::{capital, within, without_field};
use server::wire::Problem;

/// What the owner of a table decides.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BackchannelOwnerSettings {
    pub map: MapChoice,
    /// 2 to 8, within the range of the map.
    #[schemars(range(min = 2, max = 8))]
    pub seats: u8,
    #[serde(default)]
    pub settings: backchannel::Settings,
}

/// Seconds that spectators lag behind where they see the whole map (BC-809).
pub const OPEN_MAP_DELAY: u32 = 60;

pub fn least_delay(settings: &BackchannelOwnerSettings) -> u32 {
    if settings.settings.fog && settings.settings.open_map { OPEN_MAP_DELAY } else { 0 }
}

/// A map of the library by id, or a custom map.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum MapChoice {
    Named(#[schemars(length(max = 60))] String),
    Own(Box<MapFile>),
}

/// Written by hand so that the error says what is wrong with a custom map.
impl<'de> Deserialize<'de> for MapChoice {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<MapChoice, D::Error> {
        struct Choice;

        impl<'de> Visitor<'de> for Choice {
            type Value = MapChoice;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the id of a map, or a map")
            }

            fn visit_str<E>(self, id: &str) -> Result<MapChoice, E> {
                Ok(MapChoice::Named(id.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<MapChoice, A::Error> {
                let file = Deserialize::deserialize(MapAccessDeserializer::new(map))?;
                Ok(MapChoice::Own(Box::new(file)))
            }
        }

        reader.deserialize_any(Choice)
    }
}

/// # Errors
/// `invalid`, naming the field and how to fix it.
pub fn check(settings: &BackchannelOwnerSettings) -> Result<(), Problem> {
    check_points(&settings.map)?;
    within("game.seats", u32::from(settings.seats), 2, 8)?;
    let names = (1..=settings.seats).map(|seat| format!("Seat {seat}")).collect();
    plan(settings, names).map(drop)
}

pub fn plan(settings: &BackchannelOwnerSettings, names: Vec<String>) -> Result<Setup, Problem> {
    let setup = Setup {
        map: map(&settings.map)?.file().clone(),
        cards: CardCatalogue::standard().specs().to_vec(),
        settings: settings.settings.clone(),
        names,
        people: SeatSet::EMPTY,
    };
    let rules = Rules::new(setup).map_err(|error| problem(&error))?;
    Ok(rules.setup())
}

/// The maximum number of points in the outlines of a map; every shape is compared with every other.
const MOST_POINTS: usize = 6_000;

fn check_points(choice: &MapChoice) -> Result<(), Problem> {
    let MapChoice::Own(file) = choice else { return Ok(()) };
    let points: usize = file.territories.iter().map(|territory| territory.shape.len()).sum();
    if points <= MOST_POINTS {
        return Ok(());
    }
    let sentence =
        format!("Its outlines have {points} points, and no more than {MOST_POINTS} fit.");
    Err(Problem::invalid("game.map", sentence))
}

/// The chosen map.
///
/// # Errors
/// `invalid` if no map has that name, or a custom map does not pass its checks.
pub fn map(choice: &MapChoice) -> Result<Map, Problem> {
    match choice {
        MapChoice::Named(id) => {
            library::find(id).map_err(|unknown| Problem::invalid("game.map", capital(&unknown)))
        }
        MapChoice::Own(file) => {
            Map::new((**file).clone()).map_err(|problems| problem(&SetupError::Map(problems)))
        }
    }
}

/// An error in a set-up, with the field of the table's settings.
fn problem(error: &SetupError) -> Problem {
    let field = match error {
        SetupError::Seats(_) | SetupError::MapSeats { .. } | SetupError::Name { .. } => {
            "game.seats".to_owned()
        }
        SetupError::OutOfRange { field, .. } => format!("game.settings.{field}"),
        SetupError::HeadStarts { at } => format!("game.settings.head_starts[{at}]"),
        SetupError::Map(_) => "game.map".to_owned(),
        SetupError::ShortDeck { .. } => "game.settings.numbers.starting_hand".to_owned(),
        SetupError::Cards(_) => "game".to_owned(),
    };
    let text = match error {
        SetupError::Map(problems) => first_few(problems),
        error => without_field(&error.to_string()),
    };
    Problem::invalid(field, text)
}

/// The number of errors of a map that are reported at once.
const MOST_FAULTS: usize = 8;

fn first_few(problems: &[map::MapProblem]) -> String {
    let told = problems.iter().take(MOST_FAULTS).map(ToString::to_string);
    let told = capital(&told.collect::<Vec<_>>().join("; "));
    match problems.len().saturating_sub(MOST_FAULTS) {
        0 => told,
        more => format!("{told} There are {more} errors in all."),
    }
}
