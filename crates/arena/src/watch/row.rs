//! A row of results: one seat of one game.

use std::collections::BTreeMap;

use backchannel::signal::SignalPromise;
use backchannel::{Agreement, Ending, Outcome};
use bots::Forfeits;
use parley::Seat;
use serde::{Deserialize, Serialize};

use super::breaks::{BreakKind, WorthAfter};

/// One seat of one game. Fields that are empty or zero are left out of the file; everything but `thinking` depends on the
/// plan alone, unless programs play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatRow {
    /// The number of the game in its plan, from 0.
    pub game: u64,
    /// Games of one set have the same deal and dice; every bot of the line-up has each seat once.
    pub set: u64,
    pub map: String,
    pub seats: u8,
    /// From 0, in turn order.
    pub seat: u8,
    pub bot: String,
    /// 1 for a win, a fraction for a shared one.
    pub won: f64,
    /// The score in hundredths of a percent; those of a game add up to 10,000.
    pub score: u16,
    /// 1 for the winners; then by score, and then who was eliminated last.
    pub place: u8,
    /// The rounds of the game.
    pub rounds: u16,
    /// The round in which the seat was eliminated, or the last one.
    pub survived: u16,
    pub ending: Ending,
    /// Commands of the seat, moves and words.
    pub actions: u32,
    /// Signals and reactions among them.
    pub words: u32,
    /// The mean share of power over all rounds, in hundredths of a percent.
    pub worth: u16,
    /// Troops lost in fights.
    pub troops_lost: u32,
    /// By kind of agreement.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub deals: BTreeMap<Agreement, SeatDeals>,
    /// Words that this seat has broken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub breaks: Vec<BreakRow>,
    /// Promises in signals that the record of honour can check.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub promises: BTreeMap<SignalPromise, PromiseCounts>,
    /// Statements that the log can check.
    #[serde(default, skip_serializing_if = "ClaimCounts::is_none")]
    pub claims: ClaimCounts,
    /// Tactical cards played, by their id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tactics: BTreeMap<String, u32>,
    /// Templates used in signals, by their id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub said: BTreeMap<String, u32>,
    /// Moves that a caretaker made, because the program on the seat did not.
    #[serde(default, skip_serializing_if = "Forfeits::is_none")]
    pub forfeits: Forfeits,
    /// The time that decisions took on this machine; measured in one set out of eight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thinking: Option<ThinkingRow>,
}

/// What is known of a game of a plan before it is played.
pub struct GameLabel<'a> {
    pub game: u64,
    pub set: u64,
    pub map: &'a str,
    /// By seat.
    pub bots: &'a [&'a str],
}

impl SeatRow {
    pub(crate) fn of(label: &GameLabel<'_>, outcome: &Outcome, seat: Seat, rounds: u16) -> SeatRow {
        let wins = outcome.winners.contains(seat);
        SeatRow {
            game: label.game,
            set: label.set,
            map: label.map.to_owned(),
            seats: label.bots.len() as u8,
            seat: seat.0,
            bot: label.bots[seat.index()].to_owned(),
            won: if wins { 1.0 / outcome.winners.len() as f64 } else { 0.0 },
            score: outcome.scores[seat.index()],
            place: 1,
            rounds,
            survived: rounds,
            ending: outcome.ending,
            actions: 0,
            words: 0,
            worth: 0,
            troops_lost: 0,
            deals: BTreeMap::new(),
            breaks: Vec::new(),
            promises: BTreeMap::new(),
            claims: ClaimCounts::default(),
            tactics: BTreeMap::new(),
            said: BTreeMap::new(),
            forfeits: Forfeits::default(),
            thinking: None,
        }
    }
}

/// The deals of a seat of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SeatDeals {
    /// Its proposals, and what became of them; the rest was open when the game ended.
    #[serde(skip_serializing_if = "is_nought")]
    pub offered: u32,
    #[serde(skip_serializing_if = "is_nought")]
    pub accepted: u32,
    #[serde(skip_serializing_if = "is_nought")]
    pub declined: u32,
    #[serde(skip_serializing_if = "is_nought")]
    pub lapsed: u32,
    /// A party was eliminated first.
    #[serde(skip_serializing_if = "is_nought")]
    pub voided: u32,
    /// Proposals made to it, and those that it accepted.
    #[serde(skip_serializing_if = "is_nought")]
    pub received: u32,
    #[serde(skip_serializing_if = "is_nought")]
    pub signed: u32,
    /// Agreements of its own, from either side, that took effect and held to their end.
    #[serde(skip_serializing_if = "is_nought")]
    pub kept: u32,
    /// Those that it broke with a card.
    #[serde(skip_serializing_if = "is_nought")]
    pub broken: u32,
    /// Those that its partner broke with a card.
    #[serde(skip_serializing_if = "is_nought")]
    pub betrayed: u32,
}

/// A word that a seat has broken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BreakRow {
    pub kind: BreakKind,
    /// The agreement or the promise.
    pub what: String,
    pub round: u16,
    /// `None` for a promise to everybody.
    pub victim: Option<u8>,
    pub victim_bot: Option<String>,
    /// The breaker's share of power at the start of that round and of the next five, in hundredths of a percent; after
    /// the end of the game its score.
    pub worth: WorthAfter,
    pub victim_worth: Option<WorthAfter>,
}

/// What became of promises.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PromiseCounts {
    #[serde(skip_serializing_if = "is_nought")]
    pub kept: u32,
    #[serde(skip_serializing_if = "is_nought")]
    pub broken: u32,
    #[serde(skip_serializing_if = "is_nought")]
    pub void: u32,
}

/// Statements about the present ("I have a deal with …") that were true or false when they were made.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ClaimCounts {
    pub right: u32,
    pub wrong: u32,
}

impl ClaimCounts {
    fn is_none(&self) -> bool {
        *self == ClaimCounts::default()
    }
}

/// The cost of thinking, as measured.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThinkingRow {
    pub decisions: u64,
    pub nanoseconds: u64,
}

/// The name of a promise in data files.
pub(super) fn promise_id(promise: SignalPromise) -> &'static str {
    match promise {
        SignalPromise::SpareTerritory => "spare_territory",
        SignalPromise::SpareZone => "spare_zone",
        SignalPromise::SparePlayer => "spare_player",
        SignalPromise::HuntPlayer => "hunt_player",
        SignalPromise::TakeTerritory => "take_territory",
        SignalPromise::HoldTerritory => "hold_territory",
    }
}

fn is_nought(count: &u32) -> bool {
    *count == 0
}
