//! The complete state of the desk. Only the engine holds it; everybody else gets a view.

use parley::{Seat, SeatSet};
use serde::Serialize;

use crate::ability::Ability;
use crate::deal::ledger::{Clock, Promise, Record};
use crate::deal::{Deal, Term};
use crate::galaxy::Galaxy;
use crate::shared::Shared;
use crate::table::DeskTable;
use crate::table::hand::Note;
use crate::table::pairs::MOST_PLAYERS;
use crate::table::survey::survey;

#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct DeskState {
    pub table: DeskTable,
    /// The map, if neighbours are computed from one.
    pub galaxy: Option<Shared<Galaxy>>,
    pub clock: Clock,
    /// Whether the moment can be set directly.
    pub desk: bool,
    /// Whether the custodians token has been removed, so that there is an agenda phase (TI-85).
    pub agendas: bool,
    /// Agendas resolved in this agenda phase.
    pub agendas_done: u8,
    /// Strategy cards that each player takes (TI-86).
    pub cards_each: u8,
    /// Strategy cards taken in this strategy phase.
    pub cards_taken: u8,
    /// Open offers, at most one from one player to another.
    pub offers: Vec<Shared<OpenOffer>>,
    /// How many offers each player has made to each other.
    pub offers_made: [[u16; MOST_PLAYERS]; MOST_PLAYERS],
    /// Terms of binding deals that must be performed in this step.
    pub owed: Vec<Shared<Promise>>,
    /// Terms of non-binding deals, settled or not.
    pub promises: Shared<Vec<Shared<Promise>>>,
    /// Notes played in this window: none can be played in it again (TI-28).
    pub played: Vec<Note>,
    /// Chances to pillage, as (who, whom).
    pub pillages: Vec<(Seat, Seat)>,
    /// Abilities used in this step: none can be used again in one window (TI-28).
    pub used: Vec<(Seat, Ability)>,
    /// Notes that an ability demands, as (by whom, from whom).
    pub demands: Vec<(Seat, Seat)>,
    /// Revealed hands, as (to whom, whose).
    pub takings: Vec<(Seat, Seat)>,
    /// The two players who have just transacted.
    pub exchanged: Option<(Seat, Seat)>,
    /// The player whose Visionaria Select lets others pay for research now, and who has paid.
    pub research: Option<Seat>,
    pub researched: SeatSet,
    /// The player who has played Black Market Forgery as this action.
    pub forging: Option<Seat>,
    pub records: Vec<Record>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct OpenOffer {
    pub from: Seat,
    pub to: Seat,
    pub number: u16,
    pub terms: Vec<Term>,
}

impl OpenOffer {
    pub(crate) fn deal(&self) -> Deal {
        Deal { parties: (self.from, self.to), terms: self.terms.clone() }
    }

    pub(crate) fn involves(&self, seat: Seat) -> bool {
        self.from == seat || self.to == seat
    }
}

impl DeskState {
    pub(crate) fn offer(&self, from: Seat, to: Seat) -> Option<&OpenOffer> {
        self.offers.iter().map(|offer| &**offer).find(|it| it.from == from && it.to == to)
    }

    /// The player who has to discard before anything else can happen (TI-103).
    pub(crate) fn overfull(&self) -> Option<Seat> {
        let limit = crate::table::player::MOST_ACTION_CARDS;
        self.table.seats().find(|seat| self.table.player(*seat).action_cards.len() > limit)
    }

    /// Recomputes who neighbours whom, if there is a map.
    pub(crate) fn survey(&mut self) {
        if let Some(galaxy) = &self.galaxy {
            self.table.neighbours = survey(galaxy, self.table.players.len());
        }
    }
}
