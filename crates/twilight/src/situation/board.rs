//! The map of a situation, with the players on it.

use parley::Seat;

use super::Read;
use super::error::{SituationError, Wrong};
use super::format::GalaxySpec;
use super::names::Names;
use crate::ability::traits::Trait;
use crate::galaxy::{Galaxy, Modifiers};
use crate::table::player::Player;

pub(super) fn read(names: &Names<'_>, spec: &GalaxySpec, players: &[Player]) -> Read<Galaxy> {
    let mut galaxy = Galaxy::from_map_string(&spec.map)
        .map_err(|error| SituationError::at("galaxy.map", Wrong::Json(error.to_string())))?;
    let seated = || Seat::all(players.len()).zip(players);
    galaxy.modifiers = Modifiers::of(seated().map(|(seat, player)| (seat, player.faction)));
    galaxy.modifiers.wormhole_reconstruction = spec.wormhole_reconstruction;
    for (seat, player) in seated() {
        galaxy.settle(seat, player.faction);
        if player.can(Trait::NeighboursMecatol) {
            galaxy.modifiers.modernized = galaxy.modifiers.modernized.with(seat);
        }
    }
    for (index, presence) in spec.presence.iter().enumerate() {
        let field = format!("galaxy.presence[{index}]");
        let seat = names.seat(&format!("{field}.player"), &presence.player)?;
        for (at, name) in presence.units_in.iter().enumerate() {
            let system = galaxy.find(name).map_err(|unknown| {
                SituationError::at(format!("{field}.units_in[{at}]"), Wrong::Unknown(unknown))
            })?;
            galaxy.place(seat, system);
        }
        for (at, name) in presence.controls.iter().enumerate() {
            let planet = galaxy.find_planet(name).map_err(|unknown| {
                SituationError::at(format!("{field}.controls[{at}]"), Wrong::Unknown(unknown))
            })?;
            galaxy.gain(planet, seat);
        }
    }
    Ok(galaxy)
}
