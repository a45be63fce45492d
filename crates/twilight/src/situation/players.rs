//! Players and their holdings, checked: nothing negative, nothing above its cap, no note in two places.

use parley::Seat;

use super::Read;
use super::error::{SituationError, Wrong};
use super::format::*;
use super::names::{self, Names};
use crate::ability::Ability;
use crate::ability::faction::Faction;
use crate::ability::note::{NoteKind, Rest, starting_notes};
use crate::table::goods::{Captive, Fragments};
use crate::table::hand::{Notes, Place};
use crate::table::player::{MOST_ACTION_CARDS, Planet, Player, Technology, relic_name};

/// The default player: no relevant ability, a commodity value of 4.
const ANY_FACTION: &str = "sol";
const MOST: i64 = 10_000;

pub(super) fn read(
    names: &Names<'_>,
    specs: &[PlayerOrName],
    uncapped: bool,
) -> Read<(Vec<Player>, Notes)> {
    let mut players = Vec::new();
    let mut full = Vec::new();
    for (index, spec) in specs.iter().enumerate() {
        let bare = PlayerSpec { name: spec.name().to_owned(), ..PlayerSpec::default() };
        let spec = match spec {
            PlayerOrName::Name(_) => bare,
            PlayerOrName::Player(player) => (**player).clone(),
        };
        players.push(player(names, &format!("players[{index}]"), index, &spec, uncapped)?);
        full.push(spec);
    }
    let notes = deal_notes(names, &full, &players)?;
    for (seat, player) in Seat::all(full.len()).zip(&mut players) {
        player.notes_in_hand = notes.in_hand(seat).count() as u8;
    }
    Ok((players, notes))
}

pub(super) fn count(field: String, number: i64) -> Read<u16> {
    match number {
        ..0 => Err(SituationError::at(field, Wrong::Negative(number))),
        MOST.. => Err(SituationError::at(field, Wrong::TooMany(number))),
        _ => Ok(number as u16),
    }
}

pub(super) fn fragments(field: &str, spec: FragmentsSpec) -> Read<Fragments> {
    let kind = |name: &str, number| count(format!("{field}.fragments.{name}"), number);
    Ok(Fragments {
        cultural: kind("cultural", spec.cultural)?,
        hazardous: kind("hazardous", spec.hazardous)?,
        industrial: kind("industrial", spec.industrial)?,
        unknown: kind("unknown", spec.unknown)?,
    })
}

pub(super) fn captive(names: &Names<'_>, field: &str, spec: &CaptiveSpec) -> Read<Captive> {
    let owner = names.seat(&format!("{field}.of"), &spec.of)?;
    Ok(Captive { owner, unit: spec.unit.trim().to_lowercase() })
}

fn player(
    names: &Names<'_>,
    field: &str,
    index: usize,
    spec: &PlayerSpec,
    uncapped: bool,
) -> Read<Player> {
    let number = |name: &str, value| count(format!("{field}.{name}"), value);
    let typed = spec.faction.as_deref().unwrap_or(ANY_FACTION);
    let faction = Faction::find(typed).map_err(|unknown| {
        SituationError::at(format!("{field}.faction"), Wrong::Unknown(unknown))
    })?;
    if spec.action_cards.len() > MOST_ACTION_CARDS {
        let wrong = Wrong::HandLimit(spec.action_cards.len());
        return Err(SituationError::at(format!("{field}.action_cards"), wrong));
    }
    let captives = spec
        .captured
        .iter()
        .enumerate()
        .map(|(at, spec)| captive(names, &format!("{field}.captured[{at}]"), spec));
    let mut player = Player {
        gained: gained(&format!("{field}.abilities"), faction, &spec.abilities)?,
        exhausted: abilities(&format!("{field}.exhausted"), faction, &spec.exhausted)?,
        spends_commodities: spec.spends_commodities,
        trade_goods: number("trade_goods", spec.trade_goods)?,
        commodities: number("commodities", spec.commodities)?,
        fragments: fragments(field, spec.fragments)?,
        action_cards: spec.action_cards.iter().cloned().map(Some).collect(),
        secrets: spec.secrets.iter().cloned().map(Some).collect(),
        captives: captives.collect::<Read<_>>()?,
        planets: spec.planets.iter().map(planet).collect(),
        relics: spec.relics.iter().map(|name| relic_name(name)).collect(),
        technologies: spec.technologies.iter().map(technology).collect(),
        stations: number("space_stations", spec.space_stations)?,
        resources: number("resources", spec.resources)?,
        influence: number("influence", spec.influence)?,
        victory_points: number("victory_points", spec.victory_points)?.min(255) as u8,
        initiative: number("initiative", spec.initiative.unwrap_or(index as i64 + 1))?.min(255)
            as u8,
        strategy_cards: number("strategy_cards", spec.strategy_cards)?.min(255) as u8,
        passed: spec.passed,
        silenced: spec.silenced,
        eliminated: spec.eliminated,
        ..Player::new(spec.name.trim(), faction)
    };
    if let Some(value) = spec.commodity_value {
        let value = number("commodity_value", value)?;
        player.value_change = value as i16 - player.commodity_value() as i16;
    }
    let (has, value) = (player.commodities, player.commodity_value());
    if has > value && !uncapped {
        let wrong = Wrong::OverCap { has, value };
        return Err(SituationError::at(format!("{field}.commodities"), wrong));
    }
    Ok(player)
}

/// Agents need not be listed.
fn gained(field: &str, faction: Faction, typed: &[String]) -> Read<Vec<Ability>> {
    let mut gained = abilities(field, faction, typed)?;
    let missing: Vec<Ability> = faction.agents().filter(|it| !gained.contains(it)).collect();
    gained.extend(missing);
    Ok(gained)
}

/// Abilities of the faction, and those of others that can be lent.
fn abilities(field: &str, faction: Faction, typed: &[String]) -> Read<Vec<Ability>> {
    let lent = Faction::all().filter(|other| *other != faction);
    let lent = lent.flat_map(Faction::abilities).filter(|it| it.can_be_lent());
    let known: Vec<Ability> = faction.abilities().iter().chain(lent).copied().collect();
    let each = typed.iter().enumerate();
    each.map(|(at, name)| names::ability(&format!("{field}[{at}]"), name, &known)).collect()
}

fn planet(spec: &PlanetSpec) -> Planet {
    match spec {
        PlanetSpec::Name(name) => {
            Planet { name: name.clone(), demilitarized: false, pride_of_kenara: false }
        }
        PlanetSpec::Full { name, demilitarized_zone, pride_of_kenara } => Planet {
            name: name.clone(),
            demilitarized: *demilitarized_zone,
            pride_of_kenara: *pride_of_kenara,
        },
    }
}

fn technology(spec: &TechnologySpec) -> Technology {
    match spec {
        TechnologySpec::Name(name) => Technology { name: name.clone(), of_faction: false },
        TechnologySpec::Full { name, faction } => {
            Technology { name: name.clone(), of_faction: *faction }
        }
    }
}

/// Every player holds their own notes, except for those that the situation puts elsewhere.
fn deal_notes(names: &Names<'_>, specs: &[PlayerSpec], players: &[Player]) -> Read<Notes> {
    let mut notes = Notes::default();
    for (holder, spec) in Seat::all(specs.len()).zip(specs) {
        let hand = spec.notes.iter().enumerate().map(|(at, note)| ("notes", at, note));
        let play = spec.in_play.iter().enumerate().map(|(at, note)| ("in_play", at, note));
        for (list, at, typed) in hand.chain(play) {
            let field = format!("players[{}].{list}[{at}]", holder.index());
            let note = names.note(&field, typed, None)?;
            let issuer = &players[note.issuer.index()];
            let wrong = match notes.place(note) {
                _ if note.issuer == holder => Some(Wrong::OwnNote(note.kind.to_string())),
                Some(_) => Some(Wrong::NoteTwice(format!("{}'s {}", issuer.name, note.kind))),
                None if !note.kind.is_issued_by(issuer.faction) => Some(Wrong::NotIssued {
                    note: note.kind.to_string(),
                    issuer: issuer.name.clone(),
                }),
                None if list == "notes" && goes_to_play(note.kind) => {
                    Some(Wrong::NeverInHand(note.kind.to_string()))
                }
                None => None,
            };
            if let Some(wrong) = wrong {
                return Err(SituationError::at(field, wrong));
            }
            let in_hand = list == "notes";
            notes.put(note, if in_hand { Place::Hand(holder) } else { Place::Play(holder) });
        }
    }
    for (issuer, player) in Seat::all(players.len()).zip(players) {
        for kind in starting_notes(player.faction, true) {
            let note = crate::table::hand::Note { issuer, kind };
            if notes.place(note).is_none() {
                notes.put(note, if player.eliminated { Place::Gone } else { Place::Hand(issuer) });
            }
        }
    }
    Ok(notes)
}

fn goes_to_play(kind: NoteKind) -> bool {
    kind.spec().rests == Rest::PlayAreaOnReceipt
}
