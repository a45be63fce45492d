//! The proposals of each seat, and those made to it.

use backchannel::settings::MOST_SEATS;
use backchannel::{Agreement, Event, HonourRecord, Rules};
use parley::{Faith, Seat};

use super::row::{SeatDeals, SeatRow};

const KINDS: usize = Agreement::ALL.len();

/// Follows the deals of one game, seat by seat.
#[derive(Default)]
pub(super) struct SeatDealWatch {
    counts: [[SeatDeals; KINDS]; MOST_SEATS],
    /// Unanswered proposals. A seat has at most one open proposal to another, so the pair identifies it.
    open: [[Option<Agreement>; MOST_SEATS]; MOST_SEATS],
    /// Accepted proposals that have not taken effect; there is at most one a pair as well (BC-506).
    waiting: [[Option<Agreement>; MOST_SEATS]; MOST_SEATS],
    /// Ceasefires among them whose parties have already fought.
    spoilt: [[bool; MOST_SEATS]; MOST_SEATS],
}

impl SeatDealWatch {
    pub(super) fn note(&mut self, rules: &Rules, event: &Event) {
        match *event {
            Event::Proposed { from, to, card, .. } => {
                let Some(terms) = rules.cards.terms(card) else { return };
                self.open[from.index()][to.index()] = Some(terms.agreement);
                self.count(from, terms.agreement).offered += 1;
                self.count(to, terms.agreement).received += 1;
            }
            Event::Accepted { from, to, .. } => {
                let Some(agreement) = self.open[from.index()][to.index()].take() else { return };
                self.waiting[from.index()][to.index()] = Some(agreement);
                self.spoilt[from.index()][to.index()] = false;
                self.count(from, agreement).accepted += 1;
                self.count(to, agreement).signed += 1;
            }
            Event::Declined { from, to, .. } => self.close(from, to, |deals| &mut deals.declined),
            Event::Lapsed { from, to, .. } => self.close(from, to, |deals| &mut deals.lapsed),
            Event::Voided { from, to, .. } => self.close(from, to, |deals| &mut deals.voided),
            Event::Activated { from, to, .. } | Event::Undone { from, to, .. } => {
                self.waiting[from.index()][to.index()] = None;
            }
            _ => {}
        }
    }

    /// Whether something that two seats have agreed on has still to take effect.
    pub(super) fn awaits(&self, a: Seat, b: Seat) -> bool {
        let (a, b) = (a.index(), b.index());
        self.waiting[a][b].or(self.waiting[b][a]).is_some()
    }

    /// Whether a ceasefire of two seats has still to take effect; says so once for each.
    pub(super) fn spoil_ceasefire(&mut self, a: Seat, b: Seat) -> bool {
        let mut first = false;
        for (from, to) in [(a.index(), b.index()), (b.index(), a.index())] {
            if self.waiting[from][to] == Some(Agreement::Ceasefire) {
                first |= !std::mem::replace(&mut self.spoilt[from][to], true);
            }
        }
        first
    }

    /// How the agreements of the game ended, and all the counts.
    pub(super) fn write(mut self, honour: &HonourRecord, rows: &mut [SeatRow]) {
        for accord in &honour.agreements {
            for seat in [accord.from, accord.to] {
                let deals = self.count(seat, accord.agreement);
                match (accord.faith, accord.betrayed_by) {
                    (Faith::Kept, _) => deals.kept += 1,
                    (Faith::Broken, Some(by)) if by == seat => deals.broken += 1,
                    (Faith::Broken, _) => deals.betrayed += 1,
                    (Faith::Void | Faith::Pending, _) => {}
                }
            }
        }
        for (row, counts) in rows.iter_mut().zip(self.counts) {
            let kinds = Agreement::ALL.into_iter().zip(counts);
            row.deals = kinds.filter(|(_, deals)| *deals != SeatDeals::default()).collect();
        }
    }

    fn close(&mut self, from: Seat, to: Seat, fate: fn(&mut SeatDeals) -> &mut u32) {
        if let Some(agreement) = self.open[from.index()][to.index()].take() {
            *fate(self.count(from, agreement)) += 1;
        }
    }

    fn count(&mut self, seat: Seat, agreement: Agreement) -> &mut SeatDeals {
        &mut self.counts[seat.index()][agreement.index()]
    }
}
