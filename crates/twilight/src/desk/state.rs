//! The complete state of the desk. Only the engine holds it; everybody else gets a view.

use parley::{Seat, SeatSet};
use serde::Serialize;

use crate::ability::Ability;
use crate::deal::ledger::{Clock, Promise, Record};
use crate::deal::verdict::Class;
use crate::deal::{Deal, Term};
use crate::desk::correction::AskedCorrection;
use crate::desk::fact::{DebtTokens, Fact, FeedSource};
use crate::galaxy::Galaxy;
use crate::shared::Shared;
use crate::table::DeskTable;
use crate::table::goods::Fragments;
use crate::table::hand::{Note, Place};
use crate::table::pairs::MOST_PLAYERS;
use crate::table::player::Player;
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
    /// Notes that players have counted in their hands at a table that is not exact yet (TI-122).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<(Seat, Note)>,
    /// What a feed has said last of each thing that it reports (TI-123).
    #[serde(skip_serializing_if = "is_unfed")]
    pub fed: Shared<Vec<Fact>>,
    /// What it says and players have recorded otherwise (TI-124).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub disputed: Vec<Fact>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<FeedSource>,
    /// Corrections that somebody has asked for (TI-127).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub corrections: Vec<AskedCorrection>,
    /// Debt tokens that a feed reports, by debtor and creditor.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub debts: Vec<DebtTokens>,
    /// Whether everybody may read promises and verdicts (TI-126).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub open_ledger: bool,
    /// The last deal that was agreed, at a table with an open ledger.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub struck: Option<Shared<StruckDeal>>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct OpenOffer {
    pub from: Seat,
    pub to: Seat,
    pub number: u16,
    pub terms: Vec<Term>,
}

/// A deal that was agreed, and the verdict on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct StruckDeal {
    pub from: Seat,
    pub to: Seat,
    pub terms: Vec<Term>,
    pub class: Option<Class>,
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
    /// The debt tokens of one player that another has.
    pub(crate) fn debt(&self, by: Seat, to: Seat) -> u16 {
        self.debts.iter().find(|it| (it.by, it.to) == (by, to)).map_or(0, |it| it.count)
    }

    pub(crate) fn offer(&self, from: Seat, to: Seat) -> Option<&OpenOffer> {
        self.offers.iter().map(|offer| &**offer).find(|it| it.from == from && it.to == to)
    }

    /// The player who has to discard before anything else can happen (TI-103).
    pub(crate) fn overfull(&self) -> Option<Seat> {
        let limit = crate::table::player::MOST_ACTION_CARDS;
        self.table.seats().find(|seat| self.table.player(*seat).action_cards.len() > limit)
    }

    /// Removes what is not recorded at a loose table (TI-121).
    pub(crate) fn forget_holdings(&mut self) {
        if !self.table.loose {
            return;
        }
        for seat in self.table.unknown {
            if holds_something(self.table.player(seat)) {
                forget(&mut self.table.players[seat.index()]);
            }
        }
        let placed: Vec<(Note, Place)> = self.table.notes.iter().collect();
        for (note, place) in placed {
            if let Place::Hand(_) = place {
                self.table.notes.put(note, Place::Unseen);
            }
        }
        for seat in self.table.seats() {
            if self.table.player(seat).notes_in_hand > 0 {
                self.table.players[seat.index()].notes_in_hand = 0;
            }
        }
    }

    /// Recomputes who neighbours whom, if there is a map.
    pub(crate) fn survey(&mut self) {
        if let Some(galaxy) = &self.galaxy {
            self.table.neighbours = survey(galaxy, self.table.players.len());
            self.table.map = Some(galaxy.clone());
        }
    }
}

fn is_unfed(fed: &Shared<Vec<Fact>>) -> bool {
    fed.is_empty()
}

/// Players are shared with earlier states, so one that has nothing to forget is not touched.
fn holds_something(player: &Player) -> bool {
    let numbers = [player.trade_goods, player.commodities, player.resources, player.influence];
    numbers.iter().any(|number| *number > 0)
        || player.fragments != Fragments::NONE
        || !player.action_cards.is_empty()
        || !player.secrets.is_empty()
        || !player.captives.is_empty()
}

fn forget(player: &mut Player) {
    (player.trade_goods, player.commodities) = (0, 0);
    (player.resources, player.influence) = (0, 0);
    player.fragments = Fragments::NONE;
    player.action_cards.clear();
    player.secrets.clear();
    player.captives.clear();
}
