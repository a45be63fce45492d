//! Who is where: units, planets, tokens, and the nexus that they flip.

use parley::Seat;

use super::{Breach, Galaxy, NexusSide, PlanetId, SystemId, Wormhole};
use crate::ability::faction::Faction;
use crate::similar::{self, Unknown, fold};

impl Galaxy {
    /// Puts a unit of that seat into a system. The nexus flips at once (TI-47).
    ///
    /// # Panics
    /// If the seat is not one of the first sixteen, or there is no such system.
    pub fn place(&mut self, seat: Seat, system: SystemId) {
        self.move_in(seat, system);
        self.turn_over(system);
    }

    /// A ship of that seat moves into a system. The nexus flips only when the movement step ends: see
    /// [`end_movement`](Galaxy::end_movement).
    ///
    /// # Panics
    /// If the seat is not one of the first sixteen, or there is no such system.
    pub fn move_in(&mut self, seat: Seat, system: SystemId) {
        assert!(seat.0 < 16, "a table has at most sixteen seats");
        let units = &mut self.system_mut(system).units;
        *units = units.with(seat);
    }

    /// TI-47: the nexus flips if a ship has moved there.
    pub fn end_movement(&mut self) {
        let nexus = self.systems().find(|(_, system)| system.nexus.is_some());
        if let Some(id) = nexus.filter(|(_, system)| !system.units.is_empty()).map(|(id, _)| id) {
            self.turn_over(id);
        }
    }

    /// The last unit of that seat leaves a system.
    pub fn leave(&mut self, seat: Seat, system: SystemId) {
        let units = &mut self.system_mut(system).units;
        *units = units.without(seat);
    }

    /// That seat gains control of a planet. The nexus flips at once (TI-47).
    ///
    /// # Panics
    /// If the seat is not one of the first sixteen, or there is no such planet.
    pub fn gain(&mut self, planet: PlanetId, seat: Seat) {
        assert!(seat.0 < 16, "a table has at most sixteen seats");
        self.set_controller(planet, Some(seat));
        self.turn_over(planet.system);
    }

    /// Nobody controls a planet any longer.
    pub fn lose(&mut self, planet: PlanetId) {
        self.set_controller(planet, None);
    }

    fn set_controller(&mut self, planet: PlanetId, controller: Option<Seat>) {
        self.system_mut(planet.system).planets[usize::from(planet.place)].controller = controller;
    }

    fn turn_over(&mut self, system: SystemId) {
        if let Some(side) = &mut self.system_mut(system).nexus {
            *side = NexusSide::Active;
        }
    }

    /// A token or attachment adds a wormhole to a system (TI-46).
    pub fn add_wormhole(&mut self, system: SystemId, wormhole: Wormhole) {
        self.system_mut(system).tokens.push(wormhole);
    }

    /// Removes one token of that kind from a system, and returns whether there was one.
    pub fn remove_wormhole(&mut self, system: SystemId, wormhole: Wormhole) -> bool {
        let tokens = &mut self.system_mut(system).tokens;
        match tokens.iter().position(|&token| token == wormhole) {
            Some(place) => {
                tokens.remove(place);
                true
            }
            None => false,
        }
    }

    /// TI-52: sets or removes the breach in a system.
    pub fn set_breach(&mut self, system: SystemId, breach: Option<Breach>) {
        self.system_mut(system).breach = breach;
    }

    /// Finds a planet by name.
    ///
    /// # Errors
    /// The error names the closest match, or lists every planet.
    pub fn find_planet(&self, name: &str) -> Result<PlanetId, Unknown> {
        self.look_up_planet(name).ok_or_else(|| {
            let names = self.planets().map(|planet| self.planet_name(planet));
            Unknown::among("planet", name, names.map(|name| (name, name)))
        })
    }

    /// The same without a suggestion, which is slow to compute.
    pub(crate) fn look_up_planet(&self, name: &str) -> Option<PlanetId> {
        let folded = fold(name);
        self.planets().find(|&planet| similar::is(self.planet_name(planet), &folded))
    }

    /// Every planet, by system.
    pub fn planets(&self) -> impl Iterator<Item = PlanetId> + Clone {
        (0u8..).map(SystemId).zip(&self.systems).flat_map(|(id, system)| {
            (0..system.planets.len() as u8).map(move |place| PlanetId { system: id, place })
        })
    }

    pub fn planet_name(&self, planet: PlanetId) -> &str {
        &self.system(planet.system).planets[usize::from(planet.place)].spec.name
    }

    /// Who controls a planet.
    pub fn controller(&self, planet: PlanetId) -> Option<Seat> {
        self.system(planet.system).planets[usize::from(planet.place)].controller
    }

    /// The home system of a faction: the one with its planets, not the gate to it.
    pub fn home(&self, faction: Faction) -> Option<SystemId> {
        let tiles = super::Tiles::standard();
        let gate = tiles.home(faction)?;
        let id = gate.brings.as_ref().unwrap_or(&gate.id);
        let home = self.systems().find(|(_, system)| system.tile.as_ref() == Some(id));
        home.map(|(id, _)| id)
    }

    /// Seats a faction: puts its units into its home system and gives it control of the planets there. Returns whether
    /// the galaxy has that home system.
    ///
    /// # Panics
    /// If the seat is not one of the first sixteen, or there is no such system.
    pub fn settle(&mut self, seat: Seat, faction: Faction) -> bool {
        let Some(home) = self.home(faction) else { return false };
        self.place(seat, home);
        for planet in &mut self.system_mut(home).planets {
            planet.controller = Some(seat);
        }
        true
    }
}
