//! What happens, including the dice.

use parley::signal::Reaction;
use parley::{Round, Seat};
use serde::{Deserialize, Serialize};

use crate::Agreement;
use crate::card::{Card, Slots};
use crate::command::{Mode, SignalRef};
use crate::map::Territory;
use crate::signal::Signal;
use crate::state::{Outcome, Queued, Recon};
use crate::treaty::Treaty;

/// Something that happened in a game. It is never sent to anybody in this form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    RoundStarted {
        round: Round,
    },
    TurnStarted {
        seat: Seat,
    },
    /// A seat's recon and fortifications of the last round ended.
    Faded {
        seat: Seat,
    },
    /// A queued action had no effect because its target is gone.
    Fizzled {
        seat: Seat,
        action: Queued,
    },
    TrapSet {
        seat: Seat,
        on: Territory,
        strength: u16,
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
        seat: Seat,
        by: Seat,
        troops: u16,
    },
    Mustered {
        seat: Seat,
        cards: u8,
    },
    /// A troop card that a seat applied to itself takes effect, and creates a debt.
    Reinforcements {
        seat: Seat,
        troops: u32,
        debt: u32,
    },
    Betrayed {
        by: Seat,
        treaty: Treaty,
        marked_until: Round,
    },
    /// The discards were shuffled into the deck.
    Reshuffled,
    Drew {
        seat: Seat,
        card: Card,
    },
    DeployCounted {
        seat: Seat,
        count: DeployCount,
    },
    Deployed {
        seat: Seat,
        to: Territory,
        troops: u32,
    },
    TrapSprung {
        attacker: Seat,
        owner: Seat,
        from: Territory,
        to: Territory,
        lost: u32,
        /// Whether too few troops were left to roll, or as few as the stop-loss keeps.
        repelled: bool,
    },
    Fought {
        battle: Battle,
    },
    Conquered {
        by: Seat,
        from: Territory,
        to: Territory,
        loser: Option<Seat>,
        moved: u32,
    },
    /// A territory taken in a joint offensive earned troops.
    Bounty {
        seat: Seat,
        troops: u32,
    },
    /// More troops moved into a conquest; `troops` in addition to those already there.
    Occupied {
        seat: Seat,
        from: Territory,
        to: Territory,
        troops: u32,
    },
    AttackEnded {
        seat: Seat,
    },
    Reinforced {
        seat: Seat,
        from: Territory,
        to: Territory,
        troops: u32,
    },
    TurnEnded {
        seat: Seat,
    },
    Proposed {
        from: Seat,
        to: Seat,
        number: u16,
        card: Card,
        slots: Slots,
        against: Option<Seat>,
        expires: Round,
    },
    Played {
        seat: Seat,
        card: Card,
        action: Queued,
    },
    Gambled {
        seat: Seat,
        cards: Slots,
    },
    Passed {
        seat: Seat,
    },
    Accepted {
        from: Seat,
        to: Seat,
        number: u16,
        filled: Slots,
    },
    Declined {
        from: Seat,
        to: Seat,
        number: u16,
    },
    /// Nobody responded in time (BC-504).
    Lapsed {
        from: Seat,
        to: Seat,
        number: u16,
    },
    /// A party was eliminated; the cards of an open proposal were returned (BC-209).
    Voided {
        from: Seat,
        to: Seat,
        number: u16,
    },
    /// A party was eliminated between acceptance and activation; both sides' cards were returned.
    Undone {
        from: Seat,
        to: Seat,
        number: u16,
    },
    Activated {
        from: Seat,
        to: Seat,
        number: u16,
        deal: ActivatedDeal,
    },
    TreatyEnded {
        treaty: Treaty,
    },
    Signalled {
        from: Seat,
        to: Option<Seat>,
        number: u16,
        signal: Signal,
    },
    Reacted {
        by: Seat,
        signal: SignalRef,
        reaction: Reaction,
    },
    Eliminated {
        seat: Seat,
        by: Seat,
    },
    /// A card of an eliminated seat passed to its conqueror.
    Inherited {
        by: Seat,
        from: Seat,
        card: Card,
    },
    /// What the conqueror could not take was discarded.
    HandDiscarded {
        seat: Seat,
    },
    GameOver {
        outcome: Outcome,
    },
}

/// How a deploy was counted (BC-203).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeployCount {
    /// For territories, or the minimum.
    pub base: u32,
    /// For zones held whole.
    pub zones: i32,
    pub bonus: u32,
    pub sabotage: u32,
    pub traitor: u32,
    /// Debt paid back.
    pub repaid: u32,
    pub total: u32,
}

/// The fighting of one attack command (BC-205, BC-206).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Battle {
    pub attacker: Seat,
    pub defender: Option<Seat>,
    pub from: Territory,
    pub to: Territory,
    pub mode: Mode,
    pub rolls: u32,
    pub attacker_lost: u32,
    pub defender_lost: u32,
    /// The last roll.
    pub dice: Dice,
}

/// The most dice that an attacker rolls (BC-205).
pub const ATTACK_DICE: usize = 3;
/// The most dice that a defender rolls (BC-205).
pub const DEFENCE_DICE: usize = 2;
/// What a fortified territory adds to a die of its defender (BC-304).
pub const FORTIFY_BONUS: u8 = 1;

/// A roll of the dice, highest first; 0 for a die that was not rolled.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Dice {
    pub attack: [u8; ATTACK_DICE],
    pub defence: [u8; DEFENCE_DICE],
    /// How many of the defender's dice count 1 more.
    pub fortified: u8,
}

impl Dice {
    /// How many dice the attacker rolled.
    pub fn attackers(&self) -> u32 {
        self.attack.iter().filter(|&&die| die > 0).count() as u32
    }

    /// The highest dice are compared, then the next; ties go to the defender (BC-205).
    pub fn beaten(&self) -> Beaten {
        let mut beaten = Beaten::default();
        for (place, (&attack, &defence)) in self.attack.iter().zip(&self.defence).enumerate() {
            if attack == 0 || defence == 0 {
                break;
            }
            let bonus = if place < usize::from(self.fortified) { FORTIFY_BONUS } else { 0 };
            let wins = attack > defence + bonus;
            beaten.attack[place] = !wins;
            beaten.defence[place] = wins;
        }
        beaten
    }
}

/// Which dice of a roll were beaten, in the order in which they are listed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Beaten {
    pub attack: [bool; ATTACK_DICE],
    pub defence: [bool; DEFENCE_DICE],
}

/// An agreement that took effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ActivatedDeal {
    pub agreement: Agreement,
    pub against: Option<Seat>,
    /// Troops for the recipient, and for the proposer.
    pub to_recipient: u32,
    pub to_proposer: u32,
    /// When it ends; `None` for one that is carried out at once.
    pub ends: Option<Round>,
}
