//! A set-up as it may be shown: each player's starting hand is hidden from the others.

use parley::{Seat, SeatSet};

use crate::desk::setup::{Setup, Sitting};

impl Setup {
    /// The set-up as the players at these seats may see it; with [no seat](SeatSet::EMPTY), the public part.
    #[must_use]
    pub fn shown_to(&self, seats: SeatSet) -> Setup {
        let Setup {
            players,
            speaker,
            neighbours,
            galaxy,
            readings,
            desk,
            agendas,
            prophecy_of_kings,
            age_of_commerce,
            hidden_agenda,
            loose,
            open_ledger,
        } = self;
        let players = Seat::all(players.len()).zip(players);
        Setup {
            players: players.map(|(seat, it)| sitting(it, seats.contains(seat))).collect(),
            speaker: *speaker,
            neighbours: neighbours.clone(),
            galaxy: galaxy.clone(),
            readings: *readings,
            desk: *desk,
            agendas: *agendas,
            prophecy_of_kings: *prophecy_of_kings,
            age_of_commerce: *age_of_commerce,
            hidden_agenda: *hidden_agenda,
            loose: *loose,
            open_ledger: *open_ledger,
        }
    }
}

fn sitting(sitting: &Sitting, own: bool) -> Sitting {
    let Sitting {
        name,
        faction,
        trade_goods,
        commodities,
        fragments,
        resources,
        influence,
        action_cards,
        abilities,
        relics,
        planets,
        stations,
    } = sitting;
    Sitting {
        name: name.clone(),
        faction: *faction,
        trade_goods: *trade_goods,
        commodities: *commodities,
        fragments: *fragments,
        resources: *resources,
        influence: *influence,
        action_cards: if own { action_cards.clone() } else { Vec::new() },
        abilities: abilities.clone(),
        relics: relics.clone(),
        planets: planets.clone(),
        stations: *stations,
    }
}
