//! The event log as each audience reads it: who learns what, and how much fog hides (section 8).

use parley::signal::Reaction;
use parley::{Audience, OfferRef, Round, Seat};
use serde::{Deserialize, Serialize};

use crate::Agreement;
use crate::card::{Card, Slots};
use crate::command::SignalRef;
use crate::dice::SeenRolls;
use crate::event::{ActivatedDeal, Battle, Beaten, DeployCount, Dice, Event};
use crate::map::Territory;
use crate::signal::Signal;
use crate::state::{Outcome, Queued, Recon};
use crate::treaty::Treaty;
use crate::witness::Glass;
pub use crate::witness::{LoggedTerritory, Witness};

/// What the log can be filtered by (BC-801).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Category {
    Combat,
    Public,
    Signals,
    Deals,
}

/// One line of a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "BackchannelNotice")
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Notice {
    RoundStarted {
        round: Round,
    },
    TurnStarted {
        seat: Seat,
    },
    TurnEnded {
        seat: Seat,
    },
    Deployed {
        seat: Seat,
        to: LoggedTerritory,
        troops: Option<u32>,
    },
    TrapSprung {
        attacker: Seat,
        owner: Seat,
        from: LoggedTerritory,
        to: LoggedTerritory,
        lost: u32,
    },
    Fought {
        attacker: Seat,
        /// The defender; `null` for a neutral territory.
        defender: Option<Seat>,
        from: LoggedTerritory,
        to: LoggedTerritory,
        /// `None` for a fight that is out of sight (BC-804).
        report: Option<FightReport>,
    },
    Conquered {
        by: Seat,
        loser: Option<Seat>,
        from: LoggedTerritory,
        to: LoggedTerritory,
    },
    Occupied {
        seat: Seat,
        from: LoggedTerritory,
        to: LoggedTerritory,
        troops: Option<u32>,
    },
    Reinforced {
        seat: Seat,
        from: LoggedTerritory,
        to: LoggedTerritory,
        troops: Option<u32>,
    },
    Eliminated {
        seat: Seat,
        by: Seat,
    },
    TruceBegan {
        sides: (Seat, Seat),
    },
    TruceEnded {
        sides: (Seat, Seat),
    },
    Betrayed {
        by: Seat,
        with: Seat,
        agreement: Agreement,
        against: Option<Seat>,
        marked_until: Round,
    },
    GameOver {
        outcome: Outcome,
    },
    Signalled {
        from: Seat,
        to: Option<Seat>,
        id: SignalRef,
        signal: Signal,
    },
    Reacted {
        by: Seat,
        signal: SignalRef,
        reaction: Reaction,
    },
    Proposed {
        to: Seat,
        id: OfferRef,
        card: Card,
        slots: Slots,
        against: Option<Seat>,
        expires: Round,
    },
    Accepted {
        to: Seat,
        id: OfferRef,
        filled: Slots,
    },
    Declined {
        to: Seat,
        id: OfferRef,
    },
    Lapsed {
        to: Seat,
        id: OfferRef,
    },
    Voided {
        to: Seat,
        id: OfferRef,
    },
    Undone {
        to: Seat,
        id: OfferRef,
    },
    Activated {
        to: Seat,
        id: OfferRef,
        deal: ActivatedDeal,
    },
    TreatyEnded {
        treaty: Treaty,
    },
    Queued {
        seat: Seat,
        action: Queued,
    },
    Gambled {
        seat: Seat,
        cards: Slots,
    },
    Passed {
        seat: Seat,
    },
    Fizzled {
        seat: Seat,
        action: Queued,
    },
    TrapSet {
        seat: Seat,
        on: Territory,
    },
    Fortified {
        seat: Seat,
        on: Territory,
        dice: u8,
    },
    ReconOpened {
        seat: Seat,
        recon: Recon,
    },
    Sabotaged {
        by: Seat,
        seat: Seat,
        troops: u16,
    },
    Mustered {
        seat: Seat,
        cards: u8,
    },
    Reinforcements {
        seat: Seat,
        troops: u32,
        debt: u32,
    },
    Drew {
        seat: Seat,
        card: Card,
    },
    Inherited {
        by: Seat,
        from: Seat,
        card: Card,
    },
    DeployCounted {
        seat: Seat,
        count: DeployCount,
    },
    Bounty {
        seat: Seat,
        troops: u32,
    },
    /// Recon and fortifications of the last round ended.
    Faded {
        seat: Seat,
    },
    HandDiscarded {
        seat: Seat,
    },
    /// The discards were shuffled into the deck; only shown in replays.
    Reshuffled,
}

/// How a fight went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FightReport {
    pub rolls: u32,
    pub attacker_lost: u32,
    pub defender_lost: u32,
    /// The last roll.
    pub dice: Dice,
    pub beaten: Beaten,
    /// The rolls before it, in order; of more than nine, the latest.
    #[serde(skip_serializing_if = "SeenRolls::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<crate::dice::EarlierRoll>>"))]
    pub earlier: SeenRolls,
}

impl Notice {
    /// Whether the log shows this line under `filter`. A ceasefire of one's own is a deal, and it is
    /// also a public announcement (BC-606); so is a betrayal. Every filter has the rounds as headings,
    /// and what is neither news nor a deal is in none.
    pub fn is_in(&self, filter: Category) -> bool {
        let both = match self {
            Notice::RoundStarted { .. } => return true,
            Notice::Activated { deal, .. } => deal.agreement == Agreement::Ceasefire,
            Notice::TreatyEnded { treaty } => treaty.agreement == Agreement::Ceasefire,
            Notice::Betrayed { .. } => true,
            _ => false,
        };
        let filed = self.category() == filter && !self.is_routine();
        filed || (both && matches!(filter, Category::Public | Category::Deals))
    }

    /// Whether a line only accounts for a seat's turn: its beginning and end, cards, income and orders.
    fn is_routine(&self) -> bool {
        matches!(
            self,
            Notice::TurnStarted { .. }
                | Notice::TurnEnded { .. }
                | Notice::Queued { .. }
                | Notice::Gambled { .. }
                | Notice::Passed { .. }
                | Notice::Fizzled { .. }
                | Notice::TrapSet { .. }
                | Notice::Fortified { .. }
                | Notice::ReconOpened { .. }
                | Notice::Sabotaged { .. }
                | Notice::Mustered { .. }
                | Notice::Reinforcements { .. }
                | Notice::Drew { .. }
                | Notice::Inherited { .. }
                | Notice::DeployCounted { .. }
                | Notice::Bounty { .. }
                | Notice::Faded { .. }
                | Notice::HandDiscarded { .. }
                | Notice::Reshuffled
        )
    }

    /// The main category of a line.
    pub fn category(&self) -> Category {
        match self {
            Notice::Deployed { .. }
            | Notice::TrapSprung { .. }
            | Notice::Fought { .. }
            | Notice::Conquered { .. }
            | Notice::Occupied { .. }
            | Notice::Reinforced { .. } => Category::Combat,
            Notice::RoundStarted { .. }
            | Notice::TurnStarted { .. }
            | Notice::TurnEnded { .. }
            | Notice::Eliminated { .. }
            | Notice::TruceBegan { .. }
            | Notice::TruceEnded { .. }
            | Notice::Betrayed { .. }
            | Notice::GameOver { .. } => Category::Public,
            Notice::Signalled { .. } | Notice::Reacted { .. } => Category::Signals,
            Notice::Proposed { .. }
            | Notice::Accepted { .. }
            | Notice::Declined { .. }
            | Notice::Lapsed { .. }
            | Notice::Voided { .. }
            | Notice::Undone { .. }
            | Notice::Activated { .. }
            | Notice::TreatyEnded { .. }
            | Notice::Queued { .. }
            | Notice::Gambled { .. }
            | Notice::Passed { .. }
            | Notice::Fizzled { .. }
            | Notice::TrapSet { .. }
            | Notice::Fortified { .. }
            | Notice::ReconOpened { .. }
            | Notice::Sabotaged { .. }
            | Notice::Mustered { .. }
            | Notice::Reinforcements { .. }
            | Notice::Drew { .. }
            | Notice::Inherited { .. }
            | Notice::DeployCounted { .. }
            | Notice::Bounty { .. }
            | Notice::Faded { .. }
            | Notice::HandDiscarded { .. }
            | Notice::Reshuffled => Category::Deals,
        }
    }
}

pub(crate) fn notice(event: &Event, witness: Witness, audience: Audience) -> Option<Notice> {
    let glass = Glass::new(witness, audience);
    match *event {
        Event::RoundStarted { round } => Some(Notice::RoundStarted { round }),
        Event::TurnStarted { seat } => Some(Notice::TurnStarted { seat }),
        Event::TurnEnded { seat } => Some(Notice::TurnEnded { seat }),
        Event::Eliminated { seat, by } => Some(Notice::Eliminated { seat, by }),
        Event::GameOver { outcome } => Some(Notice::GameOver { outcome }),
        Event::Betrayed { by, treaty, marked_until } => betrayed(by, treaty, marked_until),

        // Combat and movement: each place is named to those who saw it, and numbers are shown to those who saw any.
        Event::Deployed { seat, to, troops } => {
            Some(Notice::Deployed { seat, to: glass.to(to), troops: glass.number(troops) })
        }
        Event::TrapSprung { attacker, owner, from, to, lost, repelled } => match glass.sees() {
            true => {
                let (from, to) = (glass.from(from), glass.to(to));
                Some(Notice::TrapSprung { attacker, owner, from, to, lost })
            }
            // For those who see it from outside, an attack that a trap ended looks like any other.
            false => repelled.then_some(Notice::Fought {
                attacker,
                defender: Some(owner),
                from: None,
                to: None,
                report: None,
            }),
        },
        Event::Fought { battle } => Some(fought(&battle, &glass)),
        Event::Conquered { by, from, to, loser, moved: _ } => {
            Some(Notice::Conquered { by, loser, from: glass.from(from), to: glass.to(to) })
        }
        Event::Occupied { troops: 0, seat: _, from: _, to: _ } => None,
        Event::Occupied { seat, from, to, troops } => Some(Notice::Occupied {
            seat,
            from: glass.from(from),
            to: glass.to(to),
            troops: glass.number(troops),
        }),
        Event::Reinforced { seat, from, to, troops } => Some(Notice::Reinforced {
            seat,
            from: glass.from(from),
            to: glass.to(to),
            troops: glass.number(troops),
        }),

        Event::Signalled { from, to, number, signal } => {
            let id = SignalRef { from, public: to.is_none(), number };
            let line = Notice::Signalled { from, to, id, signal };
            match to {
                Some(to) => glass.parties(from, to, line),
                None => Some(line),
            }
        }
        Event::Reacted { by, signal, reaction } => {
            let line = Notice::Reacted { by, signal, reaction };
            if signal.public { Some(line) } else { glass.parties(by, signal.from, line) }
        }

        // Deals are between their two parties; a ceasefire and its parties are public (BC-606).
        Event::Proposed { from, to, number, card, slots, against, expires } => {
            let id = OfferRef { from, number };
            glass.parties(from, to, Notice::Proposed { to, id, card, slots, against, expires })
        }
        Event::Accepted { from, to, number, filled } => {
            glass.parties(from, to, Notice::Accepted { to, id: OfferRef { from, number }, filled })
        }
        Event::Declined { from, to, number } => {
            glass.parties(from, to, Notice::Declined { to, id: OfferRef { from, number } })
        }
        Event::Lapsed { from, to, number } => {
            glass.parties(from, to, Notice::Lapsed { to, id: OfferRef { from, number } })
        }
        Event::Voided { from, to, number } => {
            glass.parties(from, to, Notice::Voided { to, id: OfferRef { from, number } })
        }
        Event::Undone { from, to, number } => {
            glass.parties(from, to, Notice::Undone { to, id: OfferRef { from, number } })
        }
        Event::Activated { from, to, number, deal } => {
            let id = OfferRef { from, number };
            let sides = crate::treaty::sides(from, to);
            glass
                .parties(from, to, Notice::Activated { to, id, deal })
                .or_else(|| announced(deal.agreement).then_some(Notice::TruceBegan { sides }))
        }
        Event::TreatyEnded { treaty } => {
            let sides = treaty.sides;
            glass
                .parties(sides.0, sides.1, Notice::TreatyEnded { treaty })
                .or_else(|| announced(treaty.agreement).then_some(Notice::TruceEnded { sides }))
        }

        // What is private.
        Event::Played { seat, action, card: _ } => {
            glass.only(seat, Notice::Queued { seat, action })
        }
        Event::Gambled { seat, cards } => glass.only(seat, Notice::Gambled { seat, cards }),
        Event::Passed { seat } => glass.only(seat, Notice::Passed { seat }),
        Event::Fizzled { seat, action } => glass.only(seat, Notice::Fizzled { seat, action }),
        Event::TrapSet { seat, on, strength: _ } => glass.only(seat, Notice::TrapSet { seat, on }),
        Event::Fortified { seat, on, dice } => {
            glass.only(seat, Notice::Fortified { seat, on, dice })
        }
        Event::ReconOpened { seat, recon } => glass.only(seat, Notice::ReconOpened { seat, recon }),
        // The victim is notified when its deploy is counted: notified now, it would know who did it.
        Event::Sabotaged { seat, by, troops } => {
            glass.only(by, Notice::Sabotaged { by, seat, troops })
        }
        Event::Mustered { seat, cards } => glass.only(seat, Notice::Mustered { seat, cards }),
        Event::Reinforcements { seat, troops, debt } => {
            glass.only(seat, Notice::Reinforcements { seat, troops, debt })
        }
        Event::Drew { seat, card } => glass.only(seat, Notice::Drew { seat, card }),
        Event::Inherited { by, from, card } => glass.only(by, Notice::Inherited { by, from, card }),
        Event::DeployCounted { seat, count } => {
            glass.only(seat, Notice::DeployCounted { seat, count })
        }
        Event::Bounty { seat, troops } => glass.only(seat, Notice::Bounty { seat, troops }),
        Event::Faded { seat } => glass.only(seat, Notice::Faded { seat }),
        Event::HandDiscarded { seat } => glass.only(seat, Notice::HandDiscarded { seat }),
        Event::Reshuffled => (audience == Audience::Replay).then_some(Notice::Reshuffled),
        Event::AttackEnded { seat: _ } => None,
    }
}

fn betrayed(by: Seat, treaty: Treaty, marked_until: Round) -> Option<Notice> {
    let Treaty { agreement, against, .. } = treaty;
    Some(Notice::Betrayed { by, with: treaty.partner(by)?, agreement, against, marked_until })
}

fn fought(battle: &Battle, glass: &Glass) -> Notice {
    let Battle { attacker, defender, from, to, mode: _, rolls, .. } = *battle;
    let Battle { attacker_lost, defender_lost, dice, .. } = *battle;
    let beaten = dice.beaten();
    let earlier = SeenRolls::new(battle.earlier, dice.fortified);
    let report = FightReport { rolls, attacker_lost, defender_lost, dice, beaten, earlier };
    Notice::Fought {
        attacker,
        defender,
        from: glass.from(from),
        to: glass.to(to),
        report: glass.sees().then_some(report),
    }
}

/// Whether a deal is announced to those who are not a party to it.
fn announced(agreement: Agreement) -> bool {
    agreement == Agreement::Ceasefire
}
