//! The `web-data` that AsyncTI4 publishes of a game.

use serde_json::Value;

use super::value::{count, list, points, short, text, texts};
use super::{
    FeedError, FeedMoment, FeedPlanet, FeedPlayer, FeedReport, FeedSystem, MOST_PLACES,
    MOST_PLAYERS, WhichPlanet, faction, laws,
};
use crate::ability::faction::Faction;
use crate::ability::note::NoteKind;
use crate::galaxy::Tiles;
use crate::similar::fold;
use crate::table::goods::Fragments;

/// The largest map: five rings.
const RINGS: usize = 5;

pub(super) fn report(whole: &Value) -> Result<FeedReport, FeedError> {
    let listed = whole.get("playerData").and_then(Value::as_array);
    let listed = listed.ok_or(FeedError::NoPlayers("playerData"))?;
    let mut report = FeedReport::default();
    let mut neighbours = Vec::new();
    let colours = colours(listed);
    for player in listed.iter().take(MOST_PLAYERS) {
        let name = text(player, "faction").unwrap_or_default();
        let Some(found) = faction(name) else {
            report.unknown.extend((!name.is_empty()).then(|| name.to_owned()));
            continue;
        };
        report.players.push(of_player(player, found, &colours));
        if player.get("isSpeaker").and_then(Value::as_bool) == Some(true) {
            report.speaker = Some(found);
        }
        if player.get("neighbors").is_some_and(Value::is_array) {
            let near = texts(player, "neighbors").take(MOST_PLAYERS).filter_map(faction);
            neighbours.extend(near.map(|other| (found, other)));
            report.neighbours.get_or_insert_default();
        }
    }
    report.neighbours = report.neighbours.map(|_| neighbours);
    report.moment = moment(whole, &report);
    report.laws = in_force(whole);
    let tiles = tiles(whole);
    report.map_string = map_string(&tiles);
    report.systems = systems(whole, &tiles);
    Ok(report)
}

/// The factions by colour: tokens and notes are named by colours there.
fn colours(players: &[Value]) -> Vec<(String, Faction)> {
    let seated = players.iter().take(MOST_PLAYERS);
    let named = seated.filter_map(|player| {
        Some((fold(text(player, "color")?), faction(text(player, "faction")?)?))
    });
    named.collect()
}

/// A faction by its colour or its name.
fn whose(name: &str, colours: &[(String, Faction)]) -> Option<Faction> {
    let colour = colours.iter().find(|(colour, _)| *colour == fold(name));
    colour.map(|(_, faction)| *faction).or_else(|| faction(name))
}

/// `{"blue": 2}`: the blue player owes this one two.
fn debts(player: &Value, colours: &[(String, Faction)]) -> Option<Vec<(Faction, u16)>> {
    let tokens = player.get("debtTokens")?.as_object()?;
    let known = tokens
        .keys()
        .take(MOST_PLAYERS)
        .filter_map(|name| Some((whose(name, colours)?, count(player.get("debtTokens")?, name)?)));
    Some(known.collect())
}

/// `["blue_sftt", "dark_pact"]`: the blue player's Support for the Throne, and the Dark Pact of its faction.
fn notes_in_play(
    player: &Value,
    colours: &[(String, Faction)],
) -> Option<Vec<(Faction, NoteKind)>> {
    player.get("promissoryNotesInPlayArea")?.as_array()?;
    let named = texts(player, "promissoryNotesInPlayArea").take(MOST_PLACES);
    Some(named.filter_map(|name| note(name, colours)).collect())
}

/// What AsyncTI4 calls notes that lie in play areas, where it is not their name.
const SHORT_NOTES: [(&str, &str); 5] = [
    ("sftt", "support-for-the-throne"),
    ("an", "alliance"),
    ("pop", "promise-of-protection"),
    ("convoys", "trade-convoys"),
    ("gift", "gift-of-prescience"),
];

fn note(name: &str, colours: &[(String, Faction)]) -> Option<(Faction, NoteKind)> {
    let kind = |name: &str| {
        let short = SHORT_NOTES.iter().find(|(short, _)| *short == name);
        NoteKind::find(short.map_or(name, |(_, id)| *id)).ok()
    };
    if let Some(kind) = kind(name) {
        return Some((kind.faction()?, kind));
    }
    let (colour, rest) = name.rsplit_once('_')?;
    Some((whose(colour, colours)?, kind(rest)?))
}

fn of_player(player: &Value, faction: Faction, colours: &[(String, Faction)]) -> FeedPlayer {
    let kinds = ["crf", "hrf", "irf", "urf"].map(|kind| count(player, kind));
    let fragments = kinds.iter().any(Option::is_some).then(|| {
        let [cultural, hazardous, industrial, unknown] = kinds.map(Option::unwrap_or_default);
        Fragments { cultural, hazardous, industrial, unknown }
    });
    FeedPlayer {
        faction,
        trade_goods: count(player, "tg"),
        commodities: count(player, "commodities"),
        commodity_value: count(player, "commoditiesTotal"),
        fragments,
        points: points(player, "totalVps"),
        debts: debts(player, colours),
        notes: notes_in_play(player, colours),
    }
}

fn moment(whole: &Value, report: &FeedReport) -> Option<FeedMoment> {
    let state = whole.get("gameState")?;
    let active = text(state, "activePlayer").and_then(faction);
    let active = active.filter(|it| report.players.iter().any(|player| player.faction == *it));
    Some(match text(state, "phase")? {
        "strategy" => FeedMoment::Strategy,
        "action" => FeedMoment::Action(active?),
        phase if phase.starts_with("status") => FeedMoment::Status,
        "agenda.readyToFlip" => FeedMoment::AgendaRevealed,
        "agenda.whens" => FeedMoment::Whens,
        "agenda.afters" => FeedMoment::Afters,
        "agenda.voting" => FeedMoment::Voting(active),
        "agenda.resolving" => FeedMoment::Resolving,
        _ => return None,
    })
}

fn in_force(whole: &Value) -> Vec<super::FeedLaw> {
    if whole.get("lawsInPlay").is_none() {
        return Vec::new();
    }
    let law = |law| Some((text(law, "name")?, text(law, "electedFaction").and_then(faction)));
    laws(list(whole, "lawsInPlay").iter().filter_map(law))
}

/// Positions with the tiles there: `"101:26"`, or a field `"101"` with the value `"26"`.
fn tiles(whole: &Value) -> Vec<(String, String)> {
    let pair =
        |position: &str, tile: &str| (position.trim().to_owned(), tile.trim().to_uppercase());
    match whole.get("tilePositions") {
        Some(Value::Array(all)) => {
            let all = all.iter().take(2 * MOST_PLACES).filter_map(short);
            all.filter_map(|it| it.split_once(':')).map(|(at, tile)| pair(at, tile)).collect()
        }
        Some(Value::Object(all)) => {
            let all = all.iter().take(2 * MOST_PLACES);
            all.filter_map(|(at, tile)| Some(pair(at, short(tile)?))).collect()
        }
        _ => Vec::new(),
    }
}

/// A position by its ring and its place in it: `"000"` is the centre, `"203"` the third of the second ring.
fn place(position: &str) -> Option<usize> {
    let (ring, place) = position.split_at_checked(position.len().checked_sub(2)?)?;
    let (ring, place): (usize, usize) = (ring.parse().ok()?, place.parse().ok()?);
    match (ring, place) {
        (0, 0) => Some(0),
        (1..=RINGS, 1..) if place <= 6 * ring => Some(3 * ring * (ring - 1) + place),
        _ => None,
    }
}

/// The map as a map string; a tile that is unknown here is a gap.
fn map_string(tiles: &[(String, String)]) -> Option<String> {
    let known = |tile: &str| Tiles::standard().get(tile).is_some();
    let placed = || tiles.iter().filter_map(|(at, tile)| Some((place(at)?, tile.as_str())));
    let last = placed().filter(|(_, tile)| known(tile)).map(|(at, _)| at).max()?;
    let mut words = vec!["-1".to_owned(); last + 1];
    for (at, tile) in placed().filter(|(at, tile)| *at <= last && known(tile)) {
        words[at] = tile.to_owned();
    }
    words[0] = match words[0].as_str() {
        "-1" => return None,
        centre => format!("{{{centre}}}"),
    };
    let beside = tiles.iter().find(|(at, tile)| place(at).is_none() && tile.starts_with("82"));
    words.extend(beside.map(|(_, tile)| tile.clone()));
    Some(words.join(" "))
}

fn systems(whole: &Value, tiles: &[(String, String)]) -> Vec<FeedSystem> {
    let Some(all) = whole.get("tileUnitData").and_then(Value::as_object) else { return Vec::new() };
    let system = |(position, data): (&String, &Value)| {
        let (_, tile) = tiles.iter().find(|(at, _)| at == position)?;
        let mut units = present(data.get("space"));
        let mut planets = Vec::new();
        let listed = data.get("planets").and_then(Value::as_object);
        for (name, planet) in listed.into_iter().flatten().take(MOST_PLAYERS) {
            units.extend(present(planet.get("entities")));
            let which = WhichPlanet::Name(planet_name(name));
            let controller = text(planet, "controlledBy").and_then(faction);
            planets.push(FeedPlanet { which, controller });
        }
        units.sort_by_key(|faction| faction.id());
        units.dedup();
        Some(FeedSystem { tile: tile.clone(), units, planets })
    };
    all.iter().take(MOST_PLACES).filter_map(system).collect()
}

fn planet_name(name: &str) -> String {
    match fold(name).as_str() {
        "mr" | "mrte" => fold(crate::galaxy::MECATOL_REX),
        name => name.to_owned(),
    }
}

/// The factions that have units in a place: `{"sol": [{"entityId": "cv", "entityType": "unit"}]}`.
fn present(place: Option<&Value>) -> Vec<Faction> {
    let Some(all) = place.and_then(Value::as_object) else { return Vec::new() };
    let is_unit = |it: &Value| text(it, "entityType").is_none_or(|kind| kind == "unit");
    let here = all.iter().take(2 * MOST_PLAYERS).filter(|(_, units)| match units {
        Value::Array(units) => units.iter().any(is_unit),
        _ => false,
    });
    here.filter_map(|(name, _)| faction(name)).collect()
}
