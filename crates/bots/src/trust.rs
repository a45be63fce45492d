//! Trust in each partner: whether it accepts deals, and whether it keeps its word.

use backchannel::card::Card;
use backchannel::lockout::LockoutCause;
use backchannel::settings::MOST_SEATS;
use backchannel::view::Own;
use parley::{OfferRef, Round, Seat, SeatSet};

use crate::policy::Policy;

/// The assumed probability that an unknown seat accepts.
const STRANGER: f32 = 0.35;

/// The probability of acceptance by a seat that answers signals.
const TALKER: f32 = 0.8;

/// How many kept words weigh as much as the first impression.
const FIRST_IMPRESSION: f32 = 2.0;

/// How many kept words one broken word undoes.
const BREACH: f32 = 6.0;

/// What somebody else's accusation counts of a breach that was seen.
const RUMOUR: f32 = 0.35;

/// What has been seen of one other seat.
#[derive(Clone, Copy, Default, Debug)]
struct Record {
    talks: bool,
    accepted: u16,
    refused: u16,
    /// Offers and hints that nobody answered.
    ignored: u16,
    /// Refusals, however soon they came, and whether the last one still closes the window.
    refusals: u16,
    closed: bool,
    kept: f32,
    broken: f32,
    breached: Round,
    rumours: f32,
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

/// How an own proposal ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ProposalAnswer {
    Accepted,
    Refused,
    Ignored,
}

/// What a bot thinks of the other seats.
#[derive(Clone, Default, Debug)]
pub(crate) struct Trust {
    records: [Record; MOST_SEATS],
    partners: SeatSet,
}

impl Trust {
    /// Updates the own proposals, and returns the latest new answer.
    pub(crate) fn settle(&mut self, own: &Own) -> Option<(Seat, ProposalAnswer)> {
        self.count_refusals(own);
        let mut news = None;
        for seat in Seat::all(MOST_SEATS) {
            let record = &mut self.records[seat.index()];
            let Some(open) = &mut record.open else { continue };
            if own.sent.iter().any(|sent| sent.to == seat && sent.id == open.id) {
                open.left = own.hand.count(open.card);
                continue;
            }
            let open = *open;
            record.open = None;
            let answer = record.close(own, seat, open);
            if answer == ProposalAnswer::Accepted {
                self.partners = self.partners.with(seat);
            }
            news = Some((seat, answer));
        }
        for sent in &own.sent {
            let left = own.hand.count(sent.card);
            let open = Open { id: sent.id, card: sent.card, left };
            self.records[sent.to.index()].open.get_or_insert(open);
        }
        news
    }

    /// A refusal closes the own window to that seat for a while (BC-604).
    fn count_refusals(&mut self, own: &Own) {
        let by: SeatSet = own
            .lockouts
            .iter()
            .filter(|lockout| lockout.after == LockoutCause::Decline)
            .map(|lockout| lockout.with)
            .collect();
        for (seat, record) in Seat::all(MOST_SEATS).zip(&mut self.records) {
            let closed = by.contains(seat);
            record.refusals += u16::from(closed && !record.closed);
            record.closed = closed;
        }
    }

    /// The estimated probability that `seat` accepts a fair deal.
    pub(crate) fn accepts(&self, seat: Seat) -> f32 {
        let record = &self.records[seat.index()];
        let prior = if record.talks { TALKER } else { STRANGER };
        let yes = prior * 2.0 + f32::from(record.accepted);
        let no = (1.0 - prior) * 2.0 + f32::from(record.refused);
        yes / (yes + no + 1.5 * f32::from(record.ignored))
    }

    /// The estimated probability that `seat` keeps its word.
    pub(crate) fn keeps(&self, seat: Seat, round: Round, policy: &Policy) -> f32 {
        let record = &self.records[seat.index()];
        if record.broken == 0.0 && record.rumours == 0.0 {
            let good = FIRST_IMPRESSION * policy.credulity + record.kept;
            return good / (FIRST_IMPRESSION + record.kept);
        }
        let age = f32::from(round.0.saturating_sub(record.breached.0));
        let faded = 0.5_f32.powf(age / policy.forgiveness);
        let broken = BREACH * (record.broken * faded + RUMOUR * record.rumours * faded);
        let good = FIRST_IMPRESSION * policy.credulity + record.kept;
        (good / (FIRST_IMPRESSION + record.kept + broken)).clamp(0.0, 1.0)
    }

    /// How much of a breach is neither forgiven nor forgotten: a share.
    pub(crate) fn resents(&self, seat: Seat, round: Round, policy: &Policy) -> f32 {
        let record = &self.records[seat.index()];
        if record.broken == 0.0 {
            return 0.0;
        }
        let age = f32::from(round.0.saturating_sub(record.breached.0));
        record.broken.min(1.0) * 0.5_f32.powf(age / policy.forgiveness)
    }

    pub(crate) fn kept_word(&mut self, seat: Seat) {
        let record = &mut self.records[seat.index()];
        record.kept = (record.kept + 1.0).min(6.0);
    }

    pub(crate) fn broke_word(&mut self, seat: Seat, round: Round) {
        let record = &mut self.records[seat.index()];
        record.broken += 1.0;
        record.kept = 0.0;
        record.breached = round;
    }

    /// Somebody says that `seat` breaks its word.
    pub(crate) fn accused(&mut self, seat: Seat, round: Round, weight: f32) {
        let record = &mut self.records[seat.index()];
        record.rumours = (record.rumours + weight).min(1.0);
        record.breached = record.breached.max(round);
    }

    /// `seat` has apologised.
    pub(crate) fn forgave(&mut self, seat: Seat) {
        let record = &mut self.records[seat.index()];
        record.broken *= 0.7;
    }

    /// It was not answered.
    pub(crate) fn hinted(&mut self, seat: Seat) {
        self.records[seat.index()].ignored += 1;
    }

    /// `seat` has sent us a signal, so that a hint to it was not in vain.
    pub(crate) fn heard_from(&mut self, seat: Seat) {
        let record = &mut self.records[seat.index()];
        record.talks = true;
        record.ignored = 0;
    }

    pub(crate) fn talks(&self, seat: Seat) -> bool {
        self.records[seat.index()].talks
    }

    /// Whether a hint to `seat` may still be answered.
    pub(crate) fn listens(&self, seat: Seat) -> bool {
        let record = &self.records[seat.index()];
        record.talks || record.ignored < 2
    }

    /// How much sense it makes to go on offering to `seat`: a share. A quarter of it is left after every refusal by
    /// somebody who has never spoken or accepted anything, and half of it for every other such seat.
    pub(crate) fn openness(&self, seat: Seat) -> f32 {
        let record = &self.records[seat.index()];
        if !record.is_silent() {
            return 1.0;
        }
        let refusers =
            self.records.iter().filter(|record| record.is_silent() && record.refusals > 0);
        let others = refusers.count() - usize::from(record.refusals > 0);
        0.25_f32.powi(record.refusals.into()) * 0.5_f32.powi(others as i32)
    }

    /// Whether any of `seats` has ever spoken to us.
    pub(crate) fn has_talkers(&self, seats: SeatSet) -> bool {
        seats.into_iter().any(|seat| self.talks(seat))
    }

    /// Seats that a deal was made with.
    pub(crate) fn partners(&self) -> SeatSet {
        self.partners
    }

    pub(crate) fn made_deal(&mut self, seat: Seat) {
        self.partners = self.partners.with(seat);
    }
}

impl Record {
    /// Whether it has neither spoken nor accepted anything.
    fn is_silent(&self) -> bool {
        !self.talks && self.accepted == 0
    }

    fn close(&mut self, own: &Own, seat: Seat, open: Open) -> ProposalAnswer {
        let answered = own.lockouts.iter().any(|lockout| lockout.with == seat)
            || own.treaties.iter().any(|treaty| treaty.concerns(seat));
        if !answered {
            self.ignored += 1;
            ProposalAnswer::Ignored
        } else if own.hand.count(open.card) > open.left {
            self.refused += 1;
            ProposalAnswer::Refused
        } else {
            self.accepted += 1;
            ProposalAnswer::Accepted
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Seat = Seat(1);

    #[test]
    fn a_broken_word_costs_trust_and_time_heals_it() {
        let policy = Policy { forgiveness: 4.0, credulity: 0.8, ..Policy::HONEST };
        let mut trust = Trust::default();
        assert!((trust.keeps(RED, Round(3), &policy) - 0.8).abs() < 1e-6);
        trust.broke_word(RED, Round(3));
        let fresh = trust.keeps(RED, Round(3), &policy);
        assert!((fresh - 1.6 / 8.0).abs() < 1e-6, "{fresh}");
        assert!((trust.keeps(RED, Round(7), &policy) - 1.6 / 5.0).abs() < 1e-6);
        assert!(trust.keeps(RED, Round(40), &policy) > 0.79);
    }

    #[test]
    fn one_who_never_forgives_never_trusts_again() {
        let policy = Policy { forgiveness: 100.0, ..Policy::HONEST };
        let mut trust = Trust::default();
        trust.broke_word(RED, Round(3));
        assert!(trust.keeps(RED, Round(30), &policy) < 0.3);
    }

    #[test]
    fn kept_words_build_trust_and_one_breach_ends_it() {
        let mut trust = Trust::default();
        let before = trust.keeps(RED, Round(1), &Policy::HONEST);
        (0..5).for_each(|_| trust.kept_word(RED));
        let proven = trust.keeps(RED, Round(5), &Policy::HONEST);
        assert!(proven > before && proven > 0.9);
        trust.broke_word(RED, Round(5));
        assert!(trust.keeps(RED, Round(5), &Policy::HONEST) < 0.3);
    }

    #[test]
    fn hearsay_counts_less_than_what_was_suffered() {
        let (mut told, mut hurt) = (Trust::default(), Trust::default());
        told.accused(RED, Round(2), 0.8);
        hurt.broke_word(RED, Round(2));
        let keeps = |trust: &Trust| trust.keeps(RED, Round(2), &Policy::HONEST);
        assert!(keeps(&hurt) < keeps(&told) && keeps(&told) < keeps(&Trust::default()));
    }

    #[test]
    fn who_only_ever_refuses_is_left_alone_until_it_speaks() {
        let mut trust = Trust::default();
        assert_eq!(trust.openness(RED), 1.0);
        trust.records[RED.index()].refusals = 2;
        assert_eq!(trust.openness(RED), 0.0625);
        assert_eq!(trust.openness(Seat(2)), 0.5, "a stranger at a table of silent players");
        trust.heard_from(RED);
        assert_eq!(trust.openness(RED), 1.0);
    }

    #[test]
    fn who_answers_is_asked_again() {
        let mut trust = Trust::default();
        (0..3).for_each(|_| trust.hinted(RED));
        assert!(!trust.listens(RED) && trust.accepts(RED) < 0.2);
        trust.heard_from(RED);
        assert!(trust.listens(RED) && trust.accepts(RED) > 0.7);
    }
}
