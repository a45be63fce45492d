//! How proposals ended, by kind of agreement.

use std::collections::BTreeMap;

use backchannel::settings::MOST_SEATS;
use backchannel::{Agreement, Event, Rules};
use parley::Seat;
use serde::{Deserialize, Serialize};

/// Proposals and how they ended.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct DealCounts {
    pub proposed: u64,
    pub accepted: u64,
    pub declined: u64,
    pub lapsed: u64,
    /// A party was eliminated before there was an answer.
    pub voided: u64,
    /// Still unanswered when the game ended.
    pub open: u64,
    /// Took effect.
    pub activated: u64,
    pub betrayed: u64,
}

impl DealCounts {
    pub(crate) fn add(&mut self, other: &DealCounts) {
        self.proposed += other.proposed;
        self.accepted += other.accepted;
        self.declined += other.declined;
        self.lapsed += other.lapsed;
        self.voided += other.voided;
        self.open += other.open;
        self.activated += other.activated;
        self.betrayed += other.betrayed;
    }
}

/// All proposals, and those of each kind.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Deals {
    #[serde(flatten)]
    pub all: DealCounts,
    pub by_agreement: BTreeMap<&'static str, DealCounts>,
}

impl Deals {
    pub(crate) fn of(kinds: &[DealCounts; Agreement::ALL.len()]) -> Deals {
        let mut all = DealCounts::default();
        kinds.iter().for_each(|counts| all.add(counts));
        let by_agreement =
            Agreement::ALL.map(|kind| (kind.id(), kinds[kind.index()])).into_iter().collect();
        Deals { all, by_agreement }
    }
}

/// Follows the deals of one game.
#[derive(Clone, Default)]
pub(crate) struct DealWatch {
    pub kinds: [DealCounts; Agreement::ALL.len()],
    /// A seat has at most one open proposal to another, so the pair identifies it.
    open: [[Option<Agreement>; MOST_SEATS]; MOST_SEATS],
}

impl DealWatch {
    #[inline]
    pub(crate) fn note(&mut self, rules: &Rules, event: &Event) {
        match *event {
            Event::Proposed { from, to, card, .. } => {
                let agreement = rules.cards.terms(card).map(|terms| terms.agreement);
                self.open[from.index()][to.index()] = agreement;
                self.count(agreement, |counts| &mut counts.proposed);
            }
            Event::Accepted { from, to, .. } => self.close(from, to, |counts| &mut counts.accepted),
            Event::Declined { from, to, .. } => self.close(from, to, |counts| &mut counts.declined),
            Event::Lapsed { from, to, .. } => self.close(from, to, |counts| &mut counts.lapsed),
            Event::Voided { from, to, .. } => self.close(from, to, |counts| &mut counts.voided),
            Event::Activated { deal, .. } => {
                self.count(Some(deal.agreement), |counts| &mut counts.activated);
            }
            Event::Betrayed { treaty, .. } => {
                self.count(Some(treaty.agreement), |counts| &mut counts.betrayed);
            }
            Event::RoundStarted { .. }
            | Event::TurnStarted { .. }
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
            | Event::TrapSprung { .. }
            | Event::Fought { .. }
            | Event::Conquered { .. }
            | Event::Bounty { .. }
            | Event::Occupied { .. }
            | Event::AttackEnded { .. }
            | Event::Reinforced { .. }
            | Event::TurnEnded { .. }
            | Event::Played { .. }
            | Event::Gambled { .. }
            | Event::Passed { .. }
            | Event::Undone { .. }
            | Event::TreatyEnded { .. }
            | Event::Signalled { .. }
            | Event::Reacted { .. }
            | Event::Eliminated { .. }
            | Event::Inherited { .. }
            | Event::HandDiscarded { .. }
            | Event::GameOver { .. } => {}
        }
    }

    /// The game is over: what is still open stays so.
    pub(crate) fn finish(&mut self) {
        for from in Seat::all(MOST_SEATS) {
            for to in Seat::all(MOST_SEATS) {
                self.close(from, to, |counts| &mut counts.open);
            }
        }
    }

    fn close(&mut self, from: Seat, to: Seat, fate: fn(&mut DealCounts) -> &mut u64) {
        let agreement = self.open[from.index()][to.index()].take();
        self.count(agreement, fate);
    }

    fn count(&mut self, agreement: Option<Agreement>, fate: fn(&mut DealCounts) -> &mut u64) {
        if let Some(agreement) = agreement {
            *fate(&mut self.kinds[agreement.index()]) += 1;
        }
    }
}
