//! From the settings of a desk to its set-up.

use parley::{Game as _, Seat, SeatSet, Seed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use twilight::Setup;
use twilight::galaxy::{Galaxy, MapError, MapString, Modifiers, Tiles};

use server::ruleset::SeatLabel;
use server::text::{self, capital, without_field};
use server::wire::Problem;

/// What the owner of a desk decides.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TwilightOwnerSettings {
    /// Empty names are replaced by those of the people who sit there.
    pub setup: Box<Setup>,
    /// The galaxy as a Tabletop Simulator map string, instead of `setup.galaxy`.
    #[serde(default)]
    #[schemars(length(max = 2000))]
    pub map_string: Option<String>,
}

impl TwilightOwnerSettings {
    /// The label of a seat before the start.
    pub fn label(&self, seat: Seat) -> SeatLabel {
        let Some(player) = self.setup.players.get(seat.index()) else {
            return SeatLabel { given: None, free: "Free".to_owned() };
        };
        let given = player.name.trim();
        let given = (!given.is_empty()).then(|| given.to_owned());
        SeatLabel { given, free: player.faction.spec().short.clone() }
    }

    /// # Errors
    /// `invalid`, naming the field and how to fix it.
    pub fn check(&self) -> Result<(), Problem> {
        let names = (1..=self.setup.players.len()).map(|seat| format!("Seat {seat}"));
        self.plan(names.collect(), false).map(drop)
    }

    /// Names that the owner has given are kept, unless the table has masks.
    pub fn plan(&self, names: Vec<String>, masked: bool) -> Result<Setup, Problem> {
        let mut setup = (*self.setup).clone();
        check_texts(&setup)?;
        for (player, name) in setup.players.iter_mut().zip(names) {
            if masked || player.name.trim().is_empty() {
                player.name = name;
            }
        }
        if let Some(text) = &self.map_string {
            let galaxy = galaxy(text, &setup);
            let galaxy =
                galaxy.map_err(|error| Problem::invalid("game.map_string", capital(&error)))?;
            setup.galaxy = Some(Box::new(galaxy));
        }
        twilight::Game::start(&setup, Seed::numbered(0, 0)).map_err(|error| problem(&error))?;
        Ok(setup)
    }

    pub fn conceal(&mut self, seats: SeatSet, masked: bool) {
        *self.setup = self.setup.shown_to(seats);
        if masked {
            self.setup.players.iter_mut().for_each(|player| player.name.clear());
        }
    }
}

pub fn example() -> Value {
    let players =
        ["arborec", "letnev", "hacan"].map(|faction| json!({ "name": "", "faction": faction }));
    json!({ "setup": { "players": players } })
}

fn check_texts(setup: &Setup) -> Result<(), Problem> {
    for (at, player) in setup.players.iter().enumerate() {
        let field = format!("game.setup.players[{at}]");
        text::line(&format!("{field}.name"), &player.name, 0, 40)?;
        let texts = player.action_cards.iter().chain(&player.relics);
        let planets = player.planets.iter().map(|planet| &planet.name);
        if texts.chain(planets).any(|text| text.chars().count() > 60) {
            return Err(Problem::invalid(
                field,
                "The name of a card or planet is longer than 60 characters.",
            ));
        }
    }
    Ok(())
}

/// The galaxy of a map string with every player at home: a player whose home system is not on the map gets the next
/// position given as `0`.
fn galaxy(text: &str, setup: &Setup) -> Result<Galaxy, MapError> {
    let tiles = Tiles::standard();
    let mut parsed = MapString::parse(text, tiles)?;
    let bare = parsed.galaxy(tiles);
    let factions = setup.players.iter().map(|player| player.faction);
    let absent: Vec<_> = factions.filter(|faction| bare.home(*faction).is_none()).collect();
    let placed: Vec<_> = absent.into_iter().filter(|it| tiles.home(*it).is_some()).collect();
    if parsed.homes().len() >= placed.len() {
        parsed = parsed.fill_homes(&placed, tiles)?;
    }
    let mut galaxy = parsed.galaxy(tiles);
    let seated = || Seat::all(setup.players.len()).zip(&setup.players);
    galaxy.modifiers = Modifiers::of(seated().map(|(seat, player)| (seat, player.faction)));
    for (seat, player) in seated() {
        galaxy.settle(seat, player.faction);
    }
    Ok(galaxy)
}

/// What is wrong with a desk's set-up.
fn problem(error: &twilight::SetupError) -> Problem {
    let text = error.to_string();
    let field = text.split(':').next().unwrap_or_default();
    Problem::invalid(format!("game.setup.{field}"), without_field(&text))
}
