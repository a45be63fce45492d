//! What happens, including the dice.

use parley::signal::Reaction;
use parley::{Round, Seat};
use serde::{Deserialize, Serialize};

use crate::Agreement;
use crate::card::{Card, Slots};
use crate::command::{Mode, SignalRef};
use crate::dice::EarlierRolls;
use crate::map::Territory;
use crate::signal::Signal;
use crate::state::{Outcome, Queued, Recon};
use crate::treaty::Treaty;

pub use crate::dice::{ATTACK_DICE, Beaten, DEFENCE_DICE, Dice, FORTIFY_BONUS};

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
#[derive(Clone, Copy, Eq, Debug, Serialize, Deserialize)]
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
    /// The rolls before it, for those who watch.
    #[serde(default, skip_serializing_if = "EarlierRolls::is_empty")]
    pub earlier: EarlierRolls,
}

/// Battles of earlier releases lack the earlier rolls, and nothing follows from these.
impl PartialEq for Battle {
    fn eq(&self, other: &Battle) -> bool {
        let all = |battle: &Battle| {
            let Battle { attacker, defender, from, to, mode, rolls, .. } = *battle;
            let Battle { attacker_lost, defender_lost, dice, earlier: _, .. } = *battle;
            ((attacker, defender, from, to, mode), (rolls, attacker_lost, defender_lost, dice))
        };
        all(self) == all(other)
    }
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
