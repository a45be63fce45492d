//! The report that the mod of Tabletop Playground posts (`/postkey_ttpg`).

use serde_json::Value;

use super::hexes;
use super::value::{count, points, text, texts};
use super::{
    FeedError, FeedMoment, FeedPlanet, FeedPlayer, FeedReport, FeedSystem, MOST_PLAYERS,
    WhichPlanet, faction, laws,
};
use crate::ability::faction::Faction;
use crate::room;

/// The letter of each colour in `hexSummary`.
const COLOURS: [(&str, char); 8] = [
    ("white", 'W'),
    ("blue", 'B'),
    ("purple", 'P'),
    ("yellow", 'Y'),
    ("red", 'R'),
    ("green", 'G'),
    ("orange", 'E'),
    ("pink", 'K'),
];

pub(super) fn report(whole: &Value) -> Result<FeedReport, FeedError> {
    let listed = whole.get("players").and_then(Value::as_array);
    let listed = listed.ok_or(FeedError::NoPlayers("players"))?;
    let mut report = FeedReport::default();
    let mut seated: Vec<(&str, Faction)> = Vec::new();
    for player in listed.iter().take(MOST_PLAYERS) {
        let names = ["factionFull", "factionName", "factionShort"];
        let names: Vec<&str> = names.iter().filter_map(|name| text(player, name)).collect();
        let Some(found) = names.iter().find_map(|name| faction(name)) else {
            report.unknown.extend(names.first().filter(|it| !it.is_empty()).map(|it| (*it).into()));
            continue;
        };
        seated.extend(text(player, "color").map(|colour| (colour, found)));
        report.players.push(FeedPlayer {
            faction: found,
            trade_goods: count(player, "tradeGoods"),
            commodities: count(player, "commodities"),
            commodity_value: count(player, "maxCommodities"),
            fragments: None,
            points: points(player, "score"),
            debts: None,
            notes: None,
        });
    }
    let of = |colour: &str| {
        let same = |(it, _): &&(&str, Faction)| it.eq_ignore_ascii_case(colour);
        seated.iter().find(same).map(|(_, faction)| *faction)
    };
    report.speaker = text(whole, "speaker").and_then(of);
    report.moment = text(whole, "turn").and_then(of).map(FeedMoment::Turn);
    report.laws = in_force(whole, listed, &of);
    report.map_string = text_of_map(whole);
    report.systems = systems(whole, &of);
    Ok(report)
}

fn text_of_map(whole: &Value) -> Option<String> {
    let text = whole.get("mapString")?.as_str()?;
    (!text.trim().is_empty() && text.len() <= room::MAP_STRING).then(|| text.to_owned())
}

/// An old mod says nothing of laws, which is not the same as that there are none.
fn in_force(
    whole: &Value,
    players: &[Value],
    of: &dyn Fn(&str) -> Option<Faction>,
) -> Vec<super::FeedLaw> {
    if whole.get("laws").is_none() {
        return Vec::new();
    }
    let owned = players.iter().take(MOST_PLAYERS).flat_map(|player| {
        let owner = text(player, "color").and_then(of);
        texts(player, "laws").map(move |law| (law, owner))
    });
    let all = texts(whole, "laws").chain(texts(whole, "galacticEvents")).map(|law| (law, None));
    laws(owned.chain(all))
}

fn systems(whole: &Value, of: &dyn Fn(&str) -> Option<Faction>) -> Vec<FeedSystem> {
    let summary = whole.get("hexSummary").and_then(Value::as_str).unwrap_or_default();
    let owner = |letter: char| {
        let named = COLOURS.iter().find(|(_, it)| *it == letter);
        named.and_then(|(colour, _)| of(colour))
    };
    let system = |written: hexes::Written<'_>| FeedSystem {
        tile: written.tile.to_owned(),
        units: written.units.iter().filter_map(|colour| owner(*colour)).collect(),
        planets: written
            .planets
            .iter()
            .enumerate()
            .map(|(place, colour)| FeedPlanet {
                which: WhichPlanet::Place(place),
                controller: colour.and_then(owner),
            })
            .collect(),
    };
    hexes::read(summary).into_iter().map(system).collect()
}
