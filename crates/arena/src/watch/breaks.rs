//! Broken words, of three kinds that are counted separately.

use backchannel::honour::Pledge;
use backchannel::signal::Word;
use backchannel::{Event, HonourRecord, Outcome};
use parley::{Faith, Round, Seat};
use serde::{Deserialize, Serialize};

use super::deals::SeatDealWatch;
use super::row::{BreakRow, SeatRow, promise_id};
use super::worth::{JUDGED_AFTER, ROUNDS_AFTER, WorthWatch};

/// How a word was broken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BreakKind {
    /// A Betrayal card on an agreement in force (BC-304).
    Card,
    /// An attack on the partner between the acceptance of a ceasefire and its activation.
    EarlyAttack,
    /// A promise that the record of honour counts as broken (BC-1001).
    Promise,
}

impl BreakKind {
    pub const ALL: [BreakKind; 3] = [BreakKind::Card, BreakKind::EarlyAttack, BreakKind::Promise];
}

/// Who gained by a break, from the worth of both before and after it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Deviation {
    BothGain,
    /// Only the breaker gained.
    Selfish,
    /// Only the victim gained.
    Altruistic,
    /// Nobody gained.
    Spiteful,
}

/// The worth of a seat at the start of the round of a break, and of each of the following rounds.
pub type WorthAfter = [u16; ROUNDS_AFTER + 1];

impl Deviation {
    pub const ALL: [Deviation; 4] =
        [Deviation::BothGain, Deviation::Selfish, Deviation::Altruistic, Deviation::Spiteful];

    /// To gain is to be worth more [`JUDGED_AFTER`] rounds later than at the break.
    pub fn of(breaker: &WorthAfter, victim: &WorthAfter) -> Deviation {
        let gained = |worth: &WorthAfter| worth[JUDGED_AFTER] > worth[0];
        match (gained(breaker), gained(victim)) {
            (true, true) => Deviation::BothGain,
            (true, false) => Deviation::Selfish,
            (false, true) => Deviation::Altruistic,
            (false, false) => Deviation::Spiteful,
        }
    }
}

struct Break {
    kind: BreakKind,
    what: &'static str,
    by: Seat,
    victim: Option<Seat>,
    round: Round,
}

/// Follows the broken words of one game.
#[derive(Default)]
pub(super) struct BreakWatch {
    breaks: Vec<Break>,
    /// Whether each promise of the record is known to be broken.
    broken: Vec<bool>,
}

impl BreakWatch {
    /// An event of `round`, which the record of honour has seen.
    pub(super) fn note(
        &mut self,
        honour: &HonourRecord,
        deals: &mut SeatDealWatch,
        round: Round,
        event: &Event,
    ) {
        match *event {
            Event::Betrayed { by, treaty, .. } => {
                let (what, victim) = (treaty.agreement.id(), treaty.partner(by));
                self.breaks.push(Break { kind: BreakKind::Card, what, by, victim, round });
            }
            Event::Fought { battle } => {
                self.attacked(deals, battle.attacker, battle.defender, round);
                self.check_promises(honour, round);
            }
            Event::TrapSprung { attacker, owner, .. } => {
                self.attacked(deals, attacker, Some(owner), round);
                self.check_promises(honour, round);
            }
            Event::RoundStarted { .. } | Event::GameOver { .. } => {
                self.check_promises(honour, round);
            }
            _ => {}
        }
    }

    fn attacked(
        &mut self,
        deals: &mut SeatDealWatch,
        by: Seat,
        victim: Option<Seat>,
        round: Round,
    ) {
        if victim.is_some_and(|victim| deals.spoil_ceasefire(by, victim)) {
            let kind = BreakKind::EarlyAttack;
            self.breaks.push(Break { kind, what: "ceasefire", by, victim, round });
        }
    }

    fn check_promises(&mut self, honour: &HonourRecord, round: Round) {
        self.broken.resize(honour.promises.len(), false);
        for (known, pledge) in self.broken.iter_mut().zip(&honour.promises) {
            if pledge.faith == Faith::Broken && !*known {
                *known = true;
                let (what, by, victim) = (promise_id(pledge.promise), pledge.by, victim(pledge));
                self.breaks.push(Break { kind: BreakKind::Promise, what, by, victim, round });
            }
        }
    }

    pub(super) fn write(&self, worth: &WorthWatch, outcome: &Outcome, rows: &mut [SeatRow]) {
        for one in &self.breaks {
            let round = one.round.0;
            let after = |seat: Seat| -> WorthAfter {
                std::array::from_fn(|later| worth.at(seat, usize::from(round) + later, outcome))
            };
            let broken = BreakRow {
                kind: one.kind,
                what: one.what.to_owned(),
                round,
                victim: one.victim.map(|seat| seat.0),
                victim_bot: one.victim.map(|seat| rows[seat.index()].bot.clone()),
                worth: after(one.by),
                victim_worth: one.victim.map(after),
            };
            rows[one.by.index()].breaks.push(broken);
        }
    }
}

/// To whom a promise was made; one to everybody is owed to the player it names.
fn victim(pledge: &Pledge) -> Option<Seat> {
    let named = match pledge.about {
        Word::Player(seat) => Some(seat),
        Word::Territory(_) | Word::Zone(_) | Word::Concept(_) | Word::Agreement(_) => None,
    };
    pledge.to.or(named)
}
