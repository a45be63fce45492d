//! What one audience learns of an event, if anything.

use parley::{Audience, Seat};

use super::{from_outside, is_party, without_cards};
use crate::deal::ledger::{Promise, PromiseRef};
use crate::desk::command::Entry;
use crate::desk::effect::look::Seen;
use crate::desk::event::Event;
use crate::desk::notice::{Handed, Notice};
use crate::table::goods::Bundle;
use crate::table::hand::{Note, Place};
use crate::transaction::Transaction;

pub(crate) fn notice(event: &Event, audience: Audience) -> Option<Notice> {
    let party = |one: Seat, other: Seat| is_party(audience, one, other);
    Some(match event.clone() {
        Event::Offered { from, to, number, terms } => {
            return party(from, to).then_some(Notice::Offered { from, to, number, terms });
        }
        Event::Resolved { from, to, number, resolution } => {
            return party(from, to).then_some(Notice::Resolved { from, to, number, resolution });
        }
        Event::Struck { from, to, number, class } => {
            return party(from, to).then_some(Notice::Struck { from, to, number, class });
        }
        Event::Promised { promise } => {
            let told = party(promise.by, promise.to);
            return told.then(|| Notice::Promised { promise: promise.into() });
        }
        Event::Settled { id, by, faith } => {
            return party(id.from, id.to).then_some(Notice::Settled { id, by, faith });
        }
        Event::Said { id, by, faith } => {
            return party(id.from, id.to).then_some(Notice::Said { id, by, faith });
        }
        Event::Bound { promise } => bound(promise, audience),
        Event::Discharged { id, by, faith } => {
            let PromiseRef { from, to, number: _, term: _ } = id;
            let other = if by == from { to } else { from };
            Notice::Discharged { id: party(from, to).then_some(id), by, to: other, faith }
        }
        Event::Exchanged { transaction: Transaction { sides, gives }, right, assumed } => {
            let known = party(sides.0, sides.1);
            let gives = (handed(&gives.0, known), handed(&gives.1, known)).into();
            Notice::Exchanged { sides, gives, right, assumed }
        }
        Event::Given { from, to, goods } => {
            Notice::Given { from, to, goods: handed(&goods, party(from, to)).into() }
        }
        Event::NoteMoved { note, from, to } => moved(note, from, to, audience),
        Event::Booked { seat, entry } => booked(seat, entry, audience.is_privy(seat)),
        Event::Looked { by, at, hand, cards } => {
            Notice::Looked { by, at, hand, cards: party(by, at).then_some(cards) }
        }
        Event::Taken { by, from, card } => {
            Notice::Taken { by, from, card: party(by, from).then_some(card) }
        }
        Event::Shown { by, to, cards } => shown(by, to, cards, party(by, to)),
        // Everything else is public.
        Event::Gained { seat, count } => Notice::Gained { seat, count },
        Event::Scored { seat, change } => Notice::Scored { seat, change },
        Event::Silenced { seat } => Notice::Silenced { seat },
        Event::Moved { moment, fresh } => Notice::Moved { moment, fresh },
        Event::Passed { seat } => Notice::Passed { seat },
        Event::StrategyCardUsed { seat } => Notice::StrategyCardUsed { seat },
        Event::Reported { by, act } => Notice::Reported { by, act },
        Event::Spent { seat, resources, influence, goods } => {
            Notice::Spent { seat, resources, influence, goods }
        }
        Event::Overflowed { seat, count } => Notice::Overflowed { seat, count },
        Event::PillageOpened { by, victim } => Notice::PillageOpened { by, victim },
        Event::PillageClosed { by, victim } => Notice::PillageClosed { by, victim },
        Event::Pillaged { by, victim, takes } => Notice::Pillaged { by, victim, takes },
        Event::Neighboured { sides, are } => Notice::Neighboured { sides, are },
        Event::Invoked { by, with, power } => Notice::Invoked { by, with, power },
        Event::Boarded { seat, change } => Notice::Boarded { seat, change },
        Event::SpeakerMoved { to } => Notice::SpeakerMoved { to },
        Event::Declared { by, condition, begins } => Notice::Declared { by, condition, begins },
        Event::Used { by, ability, on } => Notice::Used { by, ability, on },
        Event::Demanded { by, from } => Notice::Demanded { by, from },
        Event::Yielded { by, from } => Notice::Yielded { by, from },
        Event::Waived { by, from } => Notice::Waived { by, from },
        Event::Waylaid { by, from } => Notice::Waylaid { by, from },
        Event::Researched { by, to } => Notice::Researched { by, to },
        Event::Charted { by, feature } => Notice::Charted { by, feature },
        Event::Left { seat } => Notice::Left { seat },
        Event::Counted { seat, holdings } => {
            let known = audience.is_privy(seat);
            let holdings = if known { holdings } else { Box::new(holdings.face_up()) };
            Notice::Counted { seat, holdings }
        }
        Event::CountedTwice { seats } => Notice::CountedTwice { seats },
        Event::MadeExact => Notice::MadeExact,
        Event::Synced { by, source, taken, agreed: _, disputed } => {
            let tells = !taken.is_empty() || !disputed.is_empty();
            return tells.then_some(Notice::Synced { by, source, taken, disputed });
        }
        Event::Mapped { map_string: _, galaxy } => {
            Notice::Mapped { systems: galaxy.systems().len() }
        }
        Event::Reconciled { by, fact, taken } => Notice::Reconciled { by, fact, taken },
        Event::CorrectionAsked { by, correction } => {
            let told = correction.between().is_none_or(|(one, other)| party(one, other));
            return told.then_some(Notice::CorrectionAsked { by, correction });
        }
        Event::CorrectionDropped { by, correction } => {
            let told = correction.between().is_none_or(|(one, other)| party(one, other));
            return told.then_some(Notice::CorrectionDropped { by, correction });
        }
        Event::Corrected { by, correction } => {
            let told = correction.between().is_none_or(|(one, other)| party(one, other));
            return told.then_some(Notice::Corrected { by, correction });
        }
        // The step itself has a line of its own.
        Event::Followed { moment: _ } => return None,
    })
}

/// It is public that a deal binds, but not which offer it was or which card it names.
fn bound(promise: Promise, audience: Audience) -> Notice {
    let Promise { id, by, to, term, due: _, faith: _, words: _ } = promise;
    match is_party(audience, by, to) {
        true => Notice::Bound { id: Some(id), by, to, term: term.into() },
        false => Notice::Bound { id: None, by, to, term: from_outside(&term).into() },
    }
}

fn handed(goods: &Bundle, known: bool) -> Handed {
    let cards = || Seen {
        notes: goods.notes.clone(),
        action_cards: goods.action_cards.clone(),
        secrets: goods.secrets.clone(),
    };
    Handed {
        goods: without_cards(goods),
        notes: goods.notes.len(),
        action_cards: goods.action_cards.len(),
        secrets: goods.secrets.len(),
        cards: known.then(cards),
    }
}

/// A note moves face down from hand to hand; otherwise everybody sees it.
fn moved(note: Note, from: Place, to: Place, audience: Audience) -> Notice {
    let known = match (from, to) {
        (Place::Hand(giver), Place::Hand(taker)) => is_party(audience, giver, taker),
        (Place::Hand(_) | Place::Play(_) | Place::Gone | Place::Unseen, _) => true,
    };
    Notice::NoteMoved { note: known.then_some(note), from, to }
}

fn shown(by: Seat, to: Seat, cards: Seen, known: bool) -> Notice {
    // A secret objective is never shown (TI-84).
    let Seen { notes, action_cards, secrets: _ } = &cards;
    let (notes, action_cards) = (notes.len(), action_cards.len());
    Notice::Shown { by, to, notes, action_cards, cards: known.then_some(cards) }
}

/// Cards are drawn and returned unseen; every other entry is public.
fn booked(seat: Seat, entry: Entry, own: bool) -> Notice {
    match entry {
        Entry::Draw { card } => Notice::Drew { seat, card: own.then_some(card) },
        Entry::DrawSecret { card } => Notice::DrewSecret { seat, card: own.then_some(card) },
        Entry::ReturnSecret { card } => Notice::ReturnedSecret { seat, card: own.then_some(card) },
        Entry::GainGoods { count: _ }
        | Entry::SpendGoods { count: _ }
        | Entry::GainCommodities { count: _ }
        | Entry::Replenish
        | Entry::Convert { count: _ }
        | Entry::GainFragments { fragments: _ }
        | Entry::PurgeFragments { fragments: _ }
        | Entry::MakeRelic { fragments: _, relic: _ }
        | Entry::GainAbility { ability: _ }
        | Entry::LoseAbility { ability: _ }
        | Entry::Discard { card: _ }
        | Entry::Ready { resources: _, influence: _ }
        | Entry::Points { points: _ }
        | Entry::Initiative { number: _, strategy_cards: _ }
        | Entry::GainRelic { relic: _ }
        | Entry::LoseRelic { relic: _ }
        | Entry::Capture { captive: _ }
        | Entry::FreeCaptive { captive: _ }
        | Entry::GainTechnology { technology: _ }
        | Entry::LoseTechnology { name: _ }
        | Entry::ScoreSecret { card: _ }
        | Entry::Stations { count: _ }
        | Entry::HoldPlanet { planet: _ }
        | Entry::LosePlanet { name: _ } => Notice::Booked { seat, entry },
    }
}
