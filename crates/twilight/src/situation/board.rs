//! The map of a situation, with the players on it.

use parley::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Read;
use super::error::{SituationError, Wrong};
use super::names::Names;
use crate::ability::traits::Trait;
use crate::galaxy::{
    Breach, Conduit, Galaxy, MapString, Memoria, Modifiers, NexusSide, SystemId, Tether, Tiles,
    Wormhole,
};
use crate::room;
use crate::table::player::Player;

/// A map of tiles and who is where on it. A faction whose home system is on the map starts there.
#[derive(Clone, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GalaxySpec {
    /// A Tabletop Simulator map string: tile numbers, ring by ring, clockwise from the north.
    #[schemars(length(max = room::MAP_STRING))]
    pub map: String,
    /// Who has units where and controls which planets.
    #[serde(default)]
    #[schemars(length(max = room::THINGS))]
    pub presence: Vec<PresenceSpec>,
    /// The law Wormhole Reconstruction: alpha and beta wormholes match.
    #[serde(default)]
    pub wormhole_reconstruction: bool,
    /// Lost Star Chart was played in this tactical action.
    #[serde(default)]
    pub lost_star_chart: bool,
    /// Wormhole tokens, such as `{"wormhole": "alpha", "in": "Quann"}`.
    #[serde(default)]
    #[schemars(length(max = room::THINGS))]
    pub tokens: Vec<TokenSpec>,
    /// Void Tethers of Empyrean.
    #[serde(default)]
    #[schemars(length(max = room::TETHERS))]
    pub tethers: Vec<TetherSpec>,
    /// Systems with active breaches of the Crimson Rebellion.
    #[serde(default)]
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub breaches: Vec<String>,
    /// Systems with ingress tokens, and the Fracture's egress systems.
    #[serde(default)]
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub ingress: Vec<String>,
    #[serde(default)]
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub egress: Vec<String>,
    /// The side of the wormhole nexus; with it the nexus is on the table even if nobody is there.
    #[serde(default)]
    pub nexus: Option<NexusSide>,
    /// The system of Creuss' flagship.
    #[serde(default)]
    #[schemars(length(max = room::WORD))]
    pub hil_colish: Option<String>,
    /// Winnu, during its own tactical action with Lazax Gate Folding.
    #[serde(default)]
    #[schemars(length(max = room::WORD))]
    pub gate_folding: Option<String>,
    /// Spatial Conduit Cylinders: whose, and the active system.
    #[serde(default)]
    pub conduit: Option<ConduitSpec>,
    /// Memoria II: whose, the flagship's system and those of the mechs.
    #[serde(default)]
    pub memoria: Option<MemoriaSpec>,
    /// Pairs of systems that are adjacent for another reason.
    #[serde(default)]
    #[schemars(length(max = room::PAIRS), inner(inner(length(max = room::WORD))))]
    pub adjacent: Vec<[String; 2]>,
    /// Systems with units that belong to nobody.
    #[serde(default)]
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub neutral: Vec<String>,
}

/// A player's units and planets on the map. Coexisting units are units in the system.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PresenceSpec {
    #[schemars(length(max = room::WORD))]
    pub player: String,
    /// Systems with units, by name, tile number or one of their planets.
    #[serde(default)]
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub units_in: Vec<String>,
    /// Planets and space stations that the player controls.
    #[serde(default)]
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub controls: Vec<String>,
}

/// A wormhole token in a system.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenSpec {
    pub wormhole: Wormhole,
    #[serde(rename = "in")]
    #[schemars(length(max = room::WORD))]
    pub system: String,
}

/// A Void Tether on the border of two systems.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TetherSpec {
    #[schemars(length(max = room::WORD))]
    pub of: String,
    #[schemars(inner(length(max = room::WORD)))]
    pub between: [String; 2],
}

/// The active system, joined to every other system with the owner's units.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConduitSpec {
    #[schemars(length(max = room::WORD))]
    pub of: String,
    #[schemars(length(max = room::WORD))]
    pub active: String,
}

/// Nomad's flagship and mechs.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoriaSpec {
    #[schemars(length(max = room::WORD))]
    pub of: String,
    #[schemars(length(max = room::WORD))]
    pub flagship: String,
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub mechs: Vec<String>,
}

/// Who sits where, and at which tile a homebrew faction is at home.
pub(super) struct Seated<'a> {
    pub players: &'a [Player],
    /// Whether the player has a faction, and so a home system.
    pub settled: &'a [bool],
    pub homes: &'a [Option<String>],
}

pub(super) fn read(
    names: &Names<'_>,
    spec: &GalaxySpec,
    tiles: &Tiles,
    seated: &Seated<'_>,
) -> Read<Galaxy> {
    let unreadable = |text: String| SituationError::at("galaxy.map", Wrong::Json(text));
    let map = MapString::parse(&spec.map, tiles).map_err(|error| unreadable(error.to_string()))?;
    let mut galaxy = map.galaxy(tiles);
    settle(&mut galaxy, seated);
    if let Some(side) = spec.nexus {
        let nexus = galaxy.systems().find(|(_, it)| it.nexus.is_some()).map(|(id, _)| id);
        let id = match nexus {
            Some(id) => id,
            None => galaxy.add_nexus().map_err(|error| unreadable(error.to_string()))?,
        };
        galaxy.system_mut(id).nexus = Some(side);
    }
    features(names, spec, &mut galaxy)?;
    for (index, presence) in spec.presence.iter().enumerate() {
        let field = format!("galaxy.presence[{index}]");
        let seat = names.seat(&format!("{field}.player"), &presence.player)?;
        for (at, name) in presence.units_in.iter().enumerate() {
            let system = find(&galaxy, &format!("{field}.units_in[{at}]"), name)?;
            galaxy.place(seat, system);
        }
        for (at, name) in presence.controls.iter().enumerate() {
            let planet = galaxy.find_planet(name).map_err(|unknown| {
                SituationError::at(format!("{field}.controls[{at}]"), Wrong::Unknown(unknown))
            })?;
            galaxy.gain(planet, seat);
        }
    }
    if let (Some(NexusSide::Inactive), Some(id)) = (spec.nexus, nexus_of(&galaxy)) {
        galaxy.system_mut(id).nexus = Some(NexusSide::Inactive);
    }
    Ok(galaxy)
}

fn nexus_of(galaxy: &Galaxy) -> Option<SystemId> {
    galaxy.systems().find(|(_, it)| it.nexus.is_some()).map(|(id, _)| id)
}

fn settle(galaxy: &mut Galaxy, seated: &Seated<'_>) {
    let all = || Seat::all(seated.players.len()).zip(seated.players).zip(seated.settled);
    let with_faction = || all().filter(|(_, settled)| **settled).map(|(it, _)| it);
    galaxy.modifiers = Modifiers::of(with_faction().map(|(seat, player)| (seat, player.faction)));
    for (seat, player) in with_faction() {
        galaxy.settle(seat, player.faction);
    }
    for (seat, home) in Seat::all(seated.homes.len()).zip(seated.homes) {
        let id = home.as_ref().and_then(|tile| galaxy.look_up(tile));
        if let Some(id) = id {
            galaxy.place(seat, id);
            galaxy.system_mut(id).planets.iter_mut().for_each(|it| it.controller = Some(seat));
        }
    }
    for ((seat, player), _) in all() {
        let modifiers = &mut galaxy.modifiers;
        if player.can(Trait::NeighboursMecatol) {
            modifiers.modernized = modifiers.modernized.with(seat);
        }
        if player.homebrew.has(Trait::MatchesAlphaAndBeta) {
            modifiers.entangled = modifiers.entangled.with(seat);
        }
    }
}

fn find(galaxy: &Galaxy, field: &str, name: &str) -> Read<SystemId> {
    galaxy.find(name).map_err(|unknown| SituationError::at(field, Wrong::Unknown(unknown)))
}

/// Tokens, breaches, tethers and the other effects that the rules name (TI-50).
fn features(names: &Names<'_>, spec: &GalaxySpec, galaxy: &mut Galaxy) -> Read<()> {
    for (at, token) in spec.tokens.iter().enumerate() {
        let system = find(galaxy, &format!("galaxy.tokens[{at}].in"), &token.system)?;
        galaxy.add_wormhole(system, token.wormhole);
    }
    for (at, name) in spec.breaches.iter().enumerate() {
        let system = find(galaxy, &format!("galaxy.breaches[{at}]"), name)?;
        galaxy.set_breach(system, Some(Breach::Active));
    }
    for (at, name) in spec.ingress.iter().enumerate() {
        let system = find(galaxy, &format!("galaxy.ingress[{at}]"), name)?;
        galaxy.system_mut(system).ingress = true;
    }
    for (at, name) in spec.egress.iter().enumerate() {
        let system = find(galaxy, &format!("galaxy.egress[{at}]"), name)?;
        galaxy.system_mut(system).egress = true;
    }
    for (at, name) in spec.neutral.iter().enumerate() {
        let system = find(galaxy, &format!("galaxy.neutral[{at}]"), name)?;
        galaxy.system_mut(system).neutral = true;
    }
    for (at, [one, other]) in spec.adjacent.iter().enumerate() {
        let field = format!("galaxy.adjacent[{at}]");
        let (one, other) = (find(galaxy, &field, one)?, find(galaxy, &field, other)?);
        galaxy.state_adjacent(one, other);
    }
    modify(names, spec, galaxy)
}

fn modify(names: &Names<'_>, spec: &GalaxySpec, galaxy: &mut Galaxy) -> Read<()> {
    let mut tethers = Vec::new();
    for (at, tether) in spec.tethers.iter().enumerate() {
        let field = format!("galaxy.tethers[{at}]");
        let owner = names.seat(&format!("{field}.of"), &tether.of)?;
        let [one, other] = &tether.between;
        let border = format!("{field}.between");
        let between = (find(galaxy, &border, one)?, find(galaxy, &border, other)?);
        tethers.push(Tether { owner, between });
    }
    let colish = spec.hil_colish.as_deref();
    let hil_colish = colish.map(|it| find(galaxy, "galaxy.hil_colish", it)).transpose()?;
    let conduit = spec.conduit.as_ref().map(|it| {
        let owner = names.seat("galaxy.conduit.of", &it.of)?;
        Ok(Conduit { owner, active: find(galaxy, "galaxy.conduit.active", &it.active)? })
    });
    let memoria = spec.memoria.as_ref().map(|it| {
        let owner = names.seat("galaxy.memoria.of", &it.of)?;
        let flagship = find(galaxy, "galaxy.memoria.flagship", &it.flagship)?;
        let mechs = it.mechs.iter().map(|name| find(galaxy, "galaxy.memoria.mechs", name));
        Ok(Memoria { owner, flagship, mechs: mechs.collect::<Read<_>>()? })
    });
    let (conduit, memoria) = (conduit.transpose()?, memoria.transpose()?);
    let modifiers = &mut galaxy.modifiers;
    modifiers.wormhole_reconstruction = spec.wormhole_reconstruction;
    modifiers.lost_star_chart = spec.lost_star_chart;
    modifiers.gate_folding = names.optional("galaxy.gate_folding", spec.gate_folding.as_deref())?;
    modifiers.hil_colish = hil_colish;
    modifiers.tethers = tethers;
    modifiers.conduit = conduit;
    modifiers.memoria = memoria;
    Ok(())
}
