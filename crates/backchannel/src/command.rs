//! The commands of a seat.

use parley::signal::Reaction;
use parley::{OfferRef, Seat};
use serde::{Deserialize, Serialize};

use crate::card::{Card, Slots};
use crate::map::Territory;
use crate::signal::Signal;
use crate::treaty::TreatyRef;

/// What a seat asks the engine to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "BackchannelCommand")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Places troops in the deploy phase (BC-203).
    Deploy { to: Territory, troops: u32 },
    /// Attacks a territory that is linked to one of yours (BC-205).
    Attack { from: Territory, to: Territory, mode: Mode },
    /// Moves `troops` in all into a territory that was just conquered (BC-207).
    Occupy { troops: u32 },
    /// Moves on from attacking to reinforcing (BC-201).
    EndAttack,
    /// Makes the one move between your own territories and ends the turn (BC-208).
    Reinforce { from: Territory, to: Territory, troops: u32 },
    /// Ends the turn without a reinforce move (BC-208).
    EndTurn,
    /// Sends a deal to another seat (BC-502).
    Propose {
        to: Seat,
        card: Card,
        slots: Slots,
        /// The seat that a joint offensive is aimed at.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        against: Option<Seat>,
    },
    /// Plays a tactical card (BC-304).
    Play { card: Card, target: Target },
    /// Applies a troop card to yourself (BC-403).
    Apply { card: Card },
    /// Burns three cards and draws one (BC-404).
    Gamble { cards: Slots },
    /// Passes the between-turn action (BC-401).
    Pass,
    /// Accepts a proposal and fills its slots (BC-503).
    Accept { proposal: OfferRef, slots: Slots },
    /// Declines a proposal (BC-503).
    Decline { proposal: OfferRef },
    /// Sends a signal to one seat, or to all (BC-701).
    Signal {
        /// The recipient; `null` for everybody.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Seat>,
        signal: Signal,
    },
    /// Reacts to the last signal on a channel (BC-703).
    React { signal: SignalRef, reaction: Reaction },
}

/// How far an attack goes (BC-206).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// One roll of the dice.
    Once,
    /// Until the target falls or the source can attack no more.
    Blitz,
    /// A blitz that stops when the source has this many troops left.
    StopLoss(u32),
}

/// What a tactical card is aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CardTarget"))]
#[serde(rename_all = "snake_case")]
pub enum Target {
    Nothing,
    Territory(Territory),
    Seat(Seat),
    Treaty(TreatyRef),
}

/// Identifies a signal for those who received it: the `number`th that `from` sent on that channel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SignalRef {
    pub from: Seat,
    /// Whether it was public.
    pub public: bool,
    pub number: u16,
}
