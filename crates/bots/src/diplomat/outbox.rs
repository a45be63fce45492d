//! What waits to be said: answers, courtesies and accusations.

use backchannel::settings::MOST_SEATS;
use backchannel::signal::{Signal, Word};
use backchannel::{Agreement, SignalRef};
use parley::{Round, Seat, SeatSet};

use crate::Temper;
use crate::speech::{Join, React, Say};
use crate::turn_order::after;
use crate::witness::Deed;

/// Answers to the same seat in one round.
const MOST_ANSWERS: u8 = 3;

/// Words that wait until the limits allow them.
#[derive(Clone, Default, Debug)]
pub(crate) struct Outbox {
    pub(super) private: [Option<Signal>; MOST_SEATS],
    /// Those among them that answer something, and are sent as soon as possible.
    pub(super) replies: SeatSet,
    /// How many answers each seat got in a round: talk must come to an end.
    answered: [(Round, u8); MOST_SEATS],
    pub(super) public: Option<Signal>,
    pub(super) public_in: Round,
    pub(super) reaction: Option<(SignalRef, React)>,
}

impl Outbox {
    pub(crate) fn say(&mut self, to: Seat, signal: Signal) {
        self.private[to.index()] = Some(signal);
    }

    pub(crate) fn answer(&mut self, to: Seat, signal: Signal) {
        self.private[to.index()] = Some(signal);
        self.replies = self.replies.with(to);
    }

    pub(crate) fn react(&mut self, to: SignalRef, reaction: React) {
        self.reaction = Some((to, reaction));
    }

    pub(crate) fn after_acceptance(&mut self, by: Seat, kind: Option<Agreement>) {
        let signal = match kind {
            Some(Agreement::Levy) => Say::SparePlayer.about(Word::Player(by)),
            Some(kind) => Say::Thanks.about(Word::Agreement(kind)),
            None => Say::Thanks.bare(),
        };
        self.say(by, signal);
    }

    pub(crate) fn after_refusal(&mut self, by: Seat) {
        self.say(by, Say::NoHardFeelings.bare());
    }

    pub(crate) fn after_accepting(&mut self, from: Seat, kind: Agreement, peaceful: bool) {
        let signal = if peaceful {
            Say::SparePlayer.about(Word::Player(from))
        } else {
            Say::Thanks.about(Word::Agreement(kind))
        };
        self.say(from, signal);
    }

    pub(crate) fn after_declining(&mut self, from: Seat, kind: Agreement, boycotted: bool) {
        let signal = if boycotted {
            Say::Remember.about(Word::Concept(concept("trust")))
        } else {
            Say::Sorry.about(Word::Agreement(kind))
        };
        self.say(from, signal);
    }

    /// Somebody broke its word to this seat: it is told so, and so is everybody.
    pub(crate) fn accuse(
        &mut self,
        seat: Seat,
        (deed, broken): (Deed, Option<Agreement>),
        temper: Temper,
    ) {
        let named = Word::Player(seat);
        let private = match (temper, deed) {
            (Temper::Stern, _) => Join::And.chain(Say::Regret.bare(), Say::NotAgain.bare()),
            (_, Deed::BetrayedMe) => broken.map_or(Say::Regret.bare(), |agreement| {
                Say::Regret.about(Word::Agreement(agreement))
            }),
            (Temper::Bitter, _) => Say::Remember.about(Word::Concept(concept("revenge"))),
            _ => Say::Regret.bare(),
        };
        self.say(seat, private);
        let lies = Say::Lying.about(named);
        self.public = Some(match temper {
            Temper::Stern => Say::HuntPlayer.about(named),
            Temper::Bitter => Join::Because.chain(Say::DoNotTrust.about(named), lies),
            Temper::Courteous | Temper::Sly | Temper::Busy => lies,
        });
        self.public_in = Round::NEVER;
    }

    /// Somebody broke its word to another seat.
    pub(crate) fn condemn(&mut self, seat: Seat, temper: Temper) {
        let named = Word::Player(seat);
        let signal = match temper {
            Temper::Stern => Say::Next.about(named),
            _ => Say::DoNotTrust.about(named),
        };
        self.public.get_or_insert(signal);
    }

    /// Whether a seat may get one more answer in this round; counts it.
    pub(super) fn may_answer(&mut self, to: Seat, round: Round) -> bool {
        let (counted, answers) = &mut self.answered[to.index()];
        if *counted != round {
            (*counted, *answers) = (round, 0);
        }
        if *answers >= MOST_ANSWERS || self.private[to.index()].is_none() {
            return false;
        }
        *answers += 1;
        true
    }

    pub(super) fn take(&mut self, me: Seat, among: SeatSet) -> Option<(Seat, Signal)> {
        let to = after(me, among).find(|to| self.private[to.index()].is_some())?;
        self.replies = self.replies.without(to);
        Some((to, self.private[to.index()].take()?))
    }

    /// Forgets what there is no point in saying later.
    pub(super) fn tidy(&mut self, living: SeatSet) {
        for seat in Seat::all(MOST_SEATS).filter(|&seat| !living.contains(seat)) {
            self.private[seat.index()] = None;
        }
        self.reaction = None;
    }
}

/// A concept by its name in the catalogue.
fn concept(id: &str) -> backchannel::signal::Concept {
    use backchannel::signal::{Concept, Signals, WordKind};
    let nouns = Signals::standard().catalogue().nouns(WordKind::Concept).unwrap_or_default();
    Concept(nouns.iter().position(|noun| noun == id).unwrap_or(0) as u8)
}
