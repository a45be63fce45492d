//! What an envoy remembers of the others: who talks, who deals, who declines.

use backchannel::card::Card;
use backchannel::settings::MOST_SEATS;
use backchannel::view::Own;
use parley::{OfferRef, Round, Seat, SeatSet};

/// The assumed probability that an unknown seat accepts.
const STRANGER: f32 = 0.35;

/// The probability of acceptance by a seat that answers signals.
const TALKER: f32 = 0.8;

/// Rounds for which a seat that turned a hint down is not asked again.
const SULK_ROUNDS: u16 = 1;

/// What has been seen of one other seat.
#[derive(Clone, Copy, Default, Debug)]
struct Record {
    talks: bool,
    accepted: u16,
    refused: u16,
    /// Hints that nobody answered.
    ignored: u16,
    /// The round from which on it may be asked again.
    ask_from: Round,
    /// Until the end of this round it was promised not to be attacked.
    spared_until: Round,
    open: Option<Open>,
}

/// A proposal whose end is not known yet.
#[derive(Clone, Copy, Debug)]
struct Open {
    id: OfferRef,
    card: Card,
    /// How many of that card were left in the hand: a refusal returns one.
    left: u8,
}

/// What an envoy has seen of the other seats.
#[derive(Default, Debug)]
pub(crate) struct Ledger {
    records: [Record; MOST_SEATS],
    partners: SeatSet,
}

/// How an own proposal ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ProposalAnswer {
    Accepted,
    Refused,
}

impl Ledger {
    /// Updates the own proposals, and returns the latest new answer.
    pub(crate) fn settle(&mut self, own: &Own) -> Option<(Seat, ProposalAnswer)> {
        let mut news = None;
        for seat in Seat::all(MOST_SEATS) {
            let record = &mut self.records[seat.index()];
            let Some(open) = record.open else { continue };
            if own.sent.iter().any(|sent| sent.to == seat && sent.id == open.id) {
                continue;
            }
            record.open = None;
            let answered = own.lockouts.iter().any(|lockout| lockout.with == seat)
                || own.treaties.iter().any(|treaty| treaty.concerns(seat));
            if !answered {
                record.ignored += 1;
            } else if own.hand.count(open.card) > open.left {
                record.refused += 1;
                news = Some((seat, ProposalAnswer::Refused));
            } else {
                record.accepted += 1;
                self.partners = self.partners.with(seat);
                news = Some((seat, ProposalAnswer::Accepted));
            }
        }
        for sent in &own.sent {
            let left = own.hand.count(sent.card);
            let open = Open { id: sent.id, card: sent.card, left };
            self.records[sent.to.index()].open.get_or_insert(open);
        }
        news
    }

    /// The estimated probability that `seat` accepts a fair deal.
    pub(crate) fn trust(&self, seat: Seat) -> f32 {
        let record = &self.records[seat.index()];
        let prior = if record.talks { TALKER } else { STRANGER };
        let yes = prior * 2.0 + f32::from(record.accepted);
        let no = (1.0 - prior) * 2.0 + f32::from(record.refused);
        yes / (yes + no + 2.0 * f32::from(record.ignored))
    }

    /// Whether it is worth trying a hint to `seat` in this round.
    pub(crate) fn is_unasked(&self, seat: Seat, round: Round) -> bool {
        let record = &self.records[seat.index()];
        record.ask_from <= round && (record.talks || record.ignored < 2)
    }

    pub(crate) fn hinted(&mut self, seat: Seat, round: Round) {
        let record = &mut self.records[seat.index()];
        record.ask_from = round + 1;
        record.ignored += 1;
    }

    /// `seat` has turned a hint down: it is not asked again for a while.
    pub(crate) fn turned_down(&mut self, seat: Seat) {
        let record = &mut self.records[seat.index()];
        record.ask_from = record.ask_from + SULK_ROUNDS;
    }

    /// `seat` has sent us a signal, so a hint to it was not in vain.
    pub(crate) fn heard_from(&mut self, seat: Seat) {
        let record = &mut self.records[seat.index()];
        record.talks = true;
        record.ignored = 0;
    }

    /// Whether any of `seats` has ever spoken to us.
    pub(crate) fn has_talkers(&self, seats: SeatSet) -> bool {
        seats.into_iter().any(|seat| self.records[seat.index()].talks)
    }

    /// Seats that a deal was made with and that are not harmed covertly.
    pub(crate) fn partners(&self) -> SeatSet {
        self.partners
    }

    pub(crate) fn promise_to_spare(&mut self, seat: Seat, until: Round) {
        self.records[seat.index()].spared_until = until;
    }

    /// Seats that were promised not to be attacked in `round`.
    pub(crate) fn spared(&self, round: Round) -> SeatSet {
        let is_spared = |seat: &Seat| self.records[seat.index()].spared_until >= round;
        Seat::all(MOST_SEATS).filter(is_spared).collect()
    }
}
