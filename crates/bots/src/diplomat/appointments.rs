//! What was agreed on in words: the cards for it are kept, and the next window is used for it, or it is explained.

use backchannel::signal::{Signal, Word};
use backchannel::view::Own;
use backchannel::{Agreement, Cards, Command, Options, Rules, View};
use parley::{Round, Seat};

use super::Diplomat;
use super::dossier::Appointment;
use crate::reasons::Consideration;
use crate::reserve::Reserve;
use crate::speech::Say;
use crate::turn_order::after;

/// The assumed probability that somebody who said yes accepts.
const AGREED: f32 = 0.95;

/// What having said yes adds to the worth of a deal: the word is kept even at a small loss.
pub(super) const GIVEN_WORD: f32 = 0.6;

/// The same for what this side began with, and the other has agreed to.
const ASKED_FOR: f32 = 2.5;

/// Whether something that was agreed on can be proposed now.
enum Prospect {
    Ready(Command, f32),
    /// There is a hindrance that passes.
    Later,
    /// It will not be proposed: this is said, if anything.
    Off(Signal),
}

impl Diplomat {
    /// What is kept in the hand for others than `apart`.
    pub(crate) fn reserve(&self, rules: &Rules, round: Round, apart: Option<Seat>) -> Reserve {
        let mut reserve = Reserve::default();
        let others = self.marshal.front.rivals.into_iter().filter(|&seat| Some(seat) != apart);
        for seat in others {
            for kind in self.dossiers[seat.index()].reserved(round).iter() {
                reserve.add(kind, least_slots(rules, kind));
            }
        }
        reserve
    }

    /// Whether an agreement of this kind with `to` leaves enough for what others were asked about.
    pub(crate) fn can_spare(
        &self,
        rules: &Rules,
        view: &View,
        options: &Options,
        (to, kind): (Seat, Agreement),
    ) -> bool {
        let Some(own) = &view.own else { return false };
        let reserve = self.reserve(rules, view.round, Some(to));
        let held = count(rules, &own.hand, kind);
        let left = options.free_troops.total().saturating_sub(least_slots(rules, kind));
        held > reserve.cards(kind) && left >= reserve.slots
    }

    /// Tells somebody who said yes at once what stands in the way.
    pub(super) fn confirm(&mut self, rules: &Rules, own: &Own, from: Seat) {
        let dossier = &mut self.dossiers[from.index()];
        let Some(agreed) = dossier.settled.as_mut().filter(|agreed| agreed.awaited) else { return };
        let kind = agreed.kind;
        let troops = rules.cards.troops(&own.hand).total();
        if count(rules, &own.hand, kind) == 0 || troops < least_slots(rules, kind) {
            dossier.settled = None;
            return self.outbox.answer(from, Say::CannotAfford.about(Word::Agreement(kind)));
        }
        let closed = own.lockouts.iter().any(|lockout| lockout.with == from && lockout.windows > 1);
        if closed && !agreed.excused {
            agreed.excused = true;
            self.outbox.answer(from, Say::NotYet.bare());
        }
    }

    /// Explains why something that was agreed on is not proposed in this window.
    pub(crate) fn excuse(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
    ) -> Option<Command> {
        let front = &self.marshal.front;
        let mut served = false;
        for seat in after(front.me, front.rivals) {
            let Some(agreed) = self.due(seat, view.round) else { continue };
            let (signal, excused) = match self.prospect(rules, view, options, seat, agreed) {
                Prospect::Ready(..) if !served => {
                    served = true;
                    continue;
                }
                Prospect::Ready(..) | Prospect::Later => (Say::NotYet.bare(), true),
                Prospect::Off(signal) => (signal, false),
            };
            let dossier = &mut self.dossiers[seat.index()];
            dossier.settled = Some(Appointment { excused: true, ..agreed }).filter(|_| excused);
            if !agreed.awaited || agreed.excused {
                continue;
            }
            if options.signal.contains(seat) {
                return self.send(view, options, seat, signal);
            }
            self.outbox.answer(seat, signal);
        }
        None
    }

    /// Proposes what was agreed on with somebody.
    pub(crate) fn keep_appointment(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
    ) -> Option<Command> {
        let front = &self.marshal.front;
        for seat in after(front.me, front.rivals) {
            let Some(agreed) = self.due(seat, view.round) else { continue };
            let prospect = self.prospect(rules, view, options, seat, agreed);
            let Prospect::Ready(command, worth) = prospect else { continue };
            let Command::Propose { against, .. } = command else { continue };
            self.dossiers[seat.index()].offer(agreed.kind, against, view.round);
            self.notes.concerns(seat, AGREED, self.keeps(seat, view.round));
            self.weigh(Consideration::Deal { agreement: agreed.kind, with: seat }, worth);
            self.notes.gain = worth;
            return Some(command);
        }
        None
    }

    /// What was agreed on with `seat` and is to be proposed by now.
    fn due(&mut self, seat: Seat, round: Round) -> Option<Appointment> {
        let settled = &mut self.dossiers[seat.index()].settled;
        *settled = settled.filter(|agreed| !agreed.is_stale(round));
        settled.filter(|agreed| agreed.is_due(round))
    }

    fn prospect(
        &self,
        rules: &Rules,
        view: &View,
        options: &Options,
        seat: Seat,
        agreed: Appointment,
    ) -> Prospect {
        let word = Word::Agreement(agreed.kind);
        if self.boycotts(seat, view.round) {
            return Prospect::Off(Say::No.about(word));
        }
        let Some((command, worth)) = self.pitch_for(rules, view, options, seat, agreed.kind) else {
            let hand = view.own.as_ref().map(|own| own.hand).unwrap_or_default();
            let payable = options.free_troops.total() >= least_slots(rules, agreed.kind);
            let held = count(rules, &hand, agreed.kind) > 0;
            let hopeless = !held || !payable;
            return if hopeless {
                Prospect::Off(Say::CannotAfford.about(word))
            } else {
                Prospect::Later
            };
        };
        let Command::Propose { against, .. } = command else { return Prospect::Later };
        // Whoever says yes after an offer has lapsed asks for it again.
        let repeats = self.dossiers[seat.index()].repeats(agreed.kind, against, view.round);
        if repeats && !agreed.awaited {
            return Prospect::Later;
        }
        let word_given = if agreed.awaited { ASKED_FOR } else { GIVEN_WORD };
        if worth < self.policy.least_worth - word_given {
            return Prospect::Off(Say::No.about(word));
        }
        Prospect::Ready(command, worth)
    }
}

/// How many cards of a hand are agreements of this kind.
fn count(rules: &Rules, hand: &Cards, kind: Agreement) -> u32 {
    let is_kind = |card| rules.cards.terms(card).is_some_and(|terms| terms.agreement == kind);
    hand.kinds().filter(|&(card, _)| is_kind(card)).map(|(_, number)| u32::from(number)).sum()
}

/// The troop cards that a proposal of this kind needs at least.
fn least_slots(rules: &Rules, kind: Agreement) -> u32 {
    let all = rules.cards.all().filter_map(|card| rules.cards.terms(card));
    let gives = all.filter(|terms| terms.agreement == kind).map(|terms| u32::from(terms.gives));
    gives.min().unwrap_or(0)
}
