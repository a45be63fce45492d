//! The events that somebody's word depends on. The record of honour and the list of broken words are both computed from
//! these.

use parley::signal::SignalOf;
use parley::{Resolution, Round, Seat};

use crate::Agreement;
use crate::event::{ActivatedDeal, Event};
use crate::map::Territory;
use crate::settings::Rules;
use crate::signal::Word;
use crate::treaty::Treaty;

/// A proposal: a seat numbers its proposals to each other seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ProposalId {
    pub from: Seat,
    pub to: Seat,
    pub number: u16,
}

pub(crate) enum WordEvent {
    RoundStarted(Round),
    CeasefireProposed(ProposalId),
    Accepted(ProposalId),
    /// It was declined, expired or became void before or after it was accepted.
    Closed {
        id: ProposalId,
        how: Resolution,
    },
    Activated {
        id: ProposalId,
        deal: ActivatedDeal,
    },
    TreatyEnded(Treaty),
    Betrayed {
        by: Seat,
        treaty: Treaty,
    },
    Signalled {
        by: Seat,
        to: Option<Seat>,
        signal: SignalOf<Word>,
    },
    /// A fight, or a trap that the attacker walked into.
    Attacked {
        by: Seat,
        defender: Option<Seat>,
        at: Territory,
    },
    Conquered {
        by: Seat,
        at: Territory,
    },
    Eliminated(Seat),
    GameOver,
}

impl WordEvent {
    /// What an event means for somebody's word; `None` if nothing.
    pub(crate) fn of(rules: &Rules, event: &Event) -> Option<WordEvent> {
        let id = |from, to, number| ProposalId { from, to, number };
        let closed =
            |from, to, number, how| WordEvent::Closed { id: ProposalId { from, to, number }, how };
        Some(match *event {
            Event::RoundStarted { round } => WordEvent::RoundStarted(round),
            Event::Proposed { from, to, number, card, .. } => {
                let terms = rules.cards.terms(card);
                terms.filter(|terms| terms.agreement == Agreement::Ceasefire)?;
                WordEvent::CeasefireProposed(id(from, to, number))
            }
            Event::Accepted { from, to, number, .. } => WordEvent::Accepted(id(from, to, number)),
            Event::Declined { from, to, number } => closed(from, to, number, Resolution::Declined),
            Event::Lapsed { from, to, number } => closed(from, to, number, Resolution::Lapsed),
            Event::Voided { from, to, number } | Event::Undone { from, to, number } => {
                closed(from, to, number, Resolution::Void)
            }
            Event::Activated { from, to, number, deal } => {
                WordEvent::Activated { id: id(from, to, number), deal }
            }
            Event::TreatyEnded { treaty } => WordEvent::TreatyEnded(treaty),
            Event::Betrayed { by, treaty, .. } => WordEvent::Betrayed { by, treaty },
            Event::Signalled { from: by, to, signal, .. } => {
                WordEvent::Signalled { by, to, signal }
            }
            Event::TrapSprung { attacker: by, owner, to: at, .. } => {
                WordEvent::Attacked { by, defender: Some(owner), at }
            }
            Event::Fought { battle } => WordEvent::Attacked {
                by: battle.attacker,
                defender: battle.defender,
                at: battle.to,
            },
            Event::Conquered { by, to: at, .. } => WordEvent::Conquered { by, at },
            Event::Eliminated { seat, .. } => WordEvent::Eliminated(seat),
            Event::GameOver { .. } => WordEvent::GameOver,
            Event::TurnStarted { .. }
            | Event::Faded { .. }
            | Event::Fizzled { .. }
            | Event::TrapSet { .. }
            | Event::Fortified { .. }
            | Event::ReconOpened { .. }
            | Event::Sabotaged { .. }
            | Event::Mustered { .. }
            | Event::Reinforcements { .. }
            | Event::Reshuffled
            | Event::Drew { .. }
            | Event::DeployCounted { .. }
            | Event::Deployed { .. }
            | Event::Bounty { .. }
            | Event::Occupied { .. }
            | Event::AttackEnded { .. }
            | Event::Reinforced { .. }
            | Event::TurnEnded { .. }
            | Event::Played { .. }
            | Event::Gambled { .. }
            | Event::Passed { .. }
            | Event::Reacted { .. }
            | Event::Inherited { .. }
            | Event::HandDiscarded { .. } => return None,
        })
    }
}
