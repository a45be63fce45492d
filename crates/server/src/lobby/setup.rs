//! From the settings of a table to the set-up of a game.

use backchannel::{Catalogue, Rules, Settings};
use parley::replay::Header;
use parley::{Commitment, Game as _, Seat, Seed};
use twilight::galaxy::{Galaxy, MapError, MapString, Modifiers, Tiles};

use super::record::{Holding, TableRecord};
use super::settings::{backchannel_problem, capital, map, twilight_problem};
use super::{maps, names};
use crate::raw::Raw;
use crate::wire::Problem;
use crate::wire::table::{GameSettings, MapChoice};

/// The set-up that a table starts with.
pub struct Planned {
    /// With the hash of its map in the map's place.
    pub setup: Raw,
    /// What its seats are called.
    pub names: Vec<String>,
    /// What the table commits to.
    pub header: Header,
}

/// The set-up that the table would start with; `secret` and `shuffled` are of its seed.
///
/// # Errors
/// `invalid` if no game can be played by it; seats without anybody are not looked for here.
pub fn of(table: &TableRecord, secret: Commitment, shuffled: bool) -> Result<Planned, Problem> {
    let names = names::distinct(table.seats.iter().map(|holding| called(holding, table)));
    let planned = match &table.settings.game {
        GameSettings::Backchannel { map, settings, .. } => {
            let setup = backchannel(map, settings, names)?;
            let header = Header::drawn::<backchannel::Game>(
                &setup,
                backchannel::Game::VERSIONS,
                secret,
                shuffled,
            );
            (maps::referring(&setup), setup.names, header)
        }
        GameSettings::Twilight { setup, map_string } => {
            let masked = table.settings.anonymous;
            let setup = twilight(setup, map_string.as_deref(), names, masked)?;
            let header =
                Header::drawn::<twilight::Game>(&setup, twilight::Game::VERSIONS, secret, shuffled);
            let names = setup.players.iter().map(|player| player.name.clone()).collect();
            (Raw::of(&setup), names, header)
        }
    };
    let (Ok(setup), names, Ok(header)) = planned else { return Err(Problem::internal()) };
    Ok(Planned { setup, names, header })
}

fn called(holding: &Holding, table: &TableRecord) -> String {
    match holding {
        Holding::Person { mask, .. } if table.settings.anonymous => mask.clone(),
        Holding::Person { name, .. } | Holding::Bot { name, .. } => name.clone(),
        Holding::Nobody => "Nobody".to_owned(),
    }
}

pub fn backchannel(
    choice: &MapChoice,
    settings: &Settings,
    names: Vec<String>,
) -> Result<backchannel::Setup, Problem> {
    let setup = backchannel::Setup {
        map: map(choice)?.file().clone(),
        cards: Catalogue::standard().specs().to_vec(),
        settings: settings.clone(),
        names,
    };
    let rules = Rules::new(setup).map_err(|error| backchannel_problem(&error))?;
    Ok(rules.setup())
}

/// Names that the owner has given stay, unless seats wear masks.
pub fn twilight(
    setup: &twilight::Setup,
    map_string: Option<&str>,
    names: Vec<String>,
    masked: bool,
) -> Result<twilight::Setup, Problem> {
    let mut setup = setup.clone();
    check_texts(&setup)?;
    for (player, name) in setup.players.iter_mut().zip(names) {
        if masked || player.name.trim().is_empty() {
            player.name = name;
        }
    }
    if let Some(text) = map_string {
        let galaxy = galaxy(text, &setup);
        let galaxy =
            galaxy.map_err(|error| Problem::invalid("game.map_string", capital(&error)))?;
        setup.galaxy = Some(Box::new(galaxy));
    }
    twilight::Game::start(&setup, Seed::numbered(0, 0))
        .map_err(|error| twilight_problem(&error))?;
    Ok(setup)
}

fn check_texts(setup: &twilight::Setup) -> Result<(), Problem> {
    for (at, player) in setup.players.iter().enumerate() {
        let field = format!("game.setup.players[{at}]");
        crate::people::text::line(&format!("{field}.name"), &player.name, 0, 40)?;
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

/// The galaxy of a map string with everybody at home: where a home is not on the map, its owner gets the
/// next place that is given as `0`.
fn galaxy(text: &str, setup: &twilight::Setup) -> Result<Galaxy, MapError> {
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
