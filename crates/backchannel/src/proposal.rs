//! Proposals and how they end (sections 5 and 6).

use parley::{OfferRef, Seat, SeatSet};

use crate::Agreement;
use crate::card::{Card, Slots};
use crate::draft::Draft;
use crate::event::{ActivatedDeal, Event};
use crate::lockout::{Lockout, lockout};
use crate::refusal::{Doing, Refusal};
use crate::settings::Rules;
use crate::state::{Offer, Pending, State};
use crate::study::Regime;
use crate::treaty::Treaty;

/// A proposal as somebody makes it.
pub(crate) struct NewOffer {
    pub to: Seat,
    pub card: Card,
    pub slots: Slots,
    pub against: Option<Seat>,
}

pub(crate) fn propose(
    rules: &Rules,
    state: &State,
    from: Seat,
    NewOffer { to, card, slots, against }: NewOffer,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    check_partner(rules, state, from, to)?;
    if !rules.cards.exists(card) {
        return Err(Refusal::NoSuchCard { doing: Doing::Propose });
    }
    let terms = rules.cards.terms(card).ok_or(Refusal::NotAnAgreement)?;
    check_third(state, from, to, terms.agreement, against)?;
    check_slots(rules, state, from, terms.gives, slots)?;
    if !state.seat(from).hand.contains_all(slots.iter().chain([card])) {
        return Err(Refusal::NotInHand { doing: Doing::Propose });
    }
    events.push(Event::Proposed {
        from,
        to,
        number: state.seat(from).offers_made[to.index()] + 1,
        card,
        slots,
        against,
        expires: state.round + rules.settings().proposal_rounds,
    });
    Ok(())
}

/// Whether `from` may propose to `to` at all.
pub(crate) fn check_partner(
    rules: &Rules,
    state: &State,
    from: Seat,
    to: Seat,
) -> Result<(), Refusal> {
    if rules.regime() == Regime::None {
        return Err(Refusal::NoAgreements);
    }
    if to.index() >= rules.seats() {
        return Err(Refusal::NoSuchSeat);
    }
    if to == from {
        return Err(Refusal::ToYourself);
    }
    if !state.living.contains(to) {
        return Err(Refusal::TargetOut { doing: Doing::Propose });
    }
    if state.offer(from, to).is_some() {
        return Err(Refusal::ProposalOpen);
    }
    match lockout(state, from, to) {
        None => Ok(()),
        Some(Lockout { windows, after, .. }) => Err(Refusal::LockedOut { windows, after }),
    }
}

fn check_third(
    state: &State,
    from: Seat,
    to: Seat,
    agreement: Agreement,
    against: Option<Seat>,
) -> Result<(), Refusal> {
    match (agreement, against) {
        (Agreement::JointOffensive, Some(third))
            if third_seats(state, from, to).contains(third) =>
        {
            Ok(())
        }
        (Agreement::JointOffensive, _) => Err(Refusal::NeedsThirdSeat),
        (_, Some(_)) => Err(Refusal::NoThirdSeat),
        (_, None) => Ok(()),
    }
}

/// Whom a joint offensive of two seats can be aimed at.
pub(crate) fn third_seats(state: &State, from: Seat, to: Seat) -> SeatSet {
    state.living.without(from).without(to)
}

fn check_slots(
    rules: &Rules,
    state: &State,
    from: Seat,
    gives: u8,
    slots: Slots,
) -> Result<(), Refusal> {
    let needed = slots_needed(state, from, gives);
    let given = slots.len() as u8;
    if given != needed {
        return Err(if state.is_traitor(from) {
            Refusal::TraitorSlots { needed, given }
        } else {
            Refusal::WrongSlots { needed, given, doing: Doing::Propose }
        });
    }
    check_troop_cards(rules, slots)
}

fn check_troop_cards(rules: &Rules, slots: Slots) -> Result<(), Refusal> {
    if slots.iter().all(|card| rules.cards.value(card).is_some()) {
        Ok(())
    } else {
        Err(Refusal::SlotsTakeTroopCards)
    }
}

/// Troop cards that a traitor's proposal needs beyond those of its card (BC-304).
pub const TRAITOR_SLOTS: u8 = 1;

/// The troop cards that a proposal of `seat` needs.
pub(crate) fn slots_needed(state: &State, seat: Seat, gives: u8) -> u8 {
    if state.is_traitor(seat) { gives + TRAITOR_SLOTS } else { gives }
}

/// The open proposal that `to` refers to. Only the two parties learn that it was ever made.
fn find(state: &State, to: Seat, proposal: OfferRef) -> Result<&Offer, Refusal> {
    let OfferRef { from, number } = proposal;
    if let Some(offer) = state.offer(from, to).filter(|offer| offer.number == number) {
        return Ok(offer);
    }
    let made = state.seats.get(from.index()).map_or(0, |seat| seat.offers_made[to.index()]);
    let closed = (1..=made).contains(&number);
    Err(if closed { Refusal::ProposalClosed } else { Refusal::UnknownProposal })
}

pub(crate) fn accept(
    rules: &Rules,
    state: &State,
    to: Seat,
    proposal: OfferRef,
    slots: Slots,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let offer = find(state, to, proposal)?;
    let (needed, given) = (asks(rules, offer), slots.len() as u8);
    if given != needed {
        return Err(Refusal::WrongSlots { needed, given, doing: Doing::Accept });
    }
    check_troop_cards(rules, slots)?;
    if !state.seat(to).hand.contains_all(slots.iter()) {
        return Err(Refusal::NotInHand { doing: Doing::Accept });
    }
    let OfferRef { from, number } = proposal;
    events.push(Event::Accepted { from, to, number, filled: slots });
    Ok(())
}

/// The troop cards that accepting a proposal takes.
pub(crate) fn asks(rules: &Rules, offer: &Offer) -> u8 {
    rules.cards.terms(offer.card).map_or(0, |terms| terms.asks)
}

pub(crate) fn decline(
    state: &State,
    to: Seat,
    proposal: OfferRef,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    find(state, to, proposal)?;
    let OfferRef { from, number } = proposal;
    events.push(Event::Declined { from, to, number });
    Ok(())
}

/// Proposals whose time is up expire (BC-504).
pub(crate) fn expire(draft: &mut Draft<'_>) {
    let round = draft.state.round;
    for (from, to) in pairs(draft.state.living) {
        match draft.state.offer(from, to) {
            Some(&Offer { number, expires, .. }) if expires <= round => {
                draft.emit(Event::Lapsed { from, to, number });
            }
            _ => {}
        }
    }
}

/// Every ordered pair of seats.
pub(crate) fn pairs(seats: SeatSet) -> impl Iterator<Item = (Seat, Seat)> {
    seats.into_iter().flat_map(move |from| seats.into_iter().map(move |to| (from, to)))
}

/// Treaties whose time is up end.
pub(crate) fn end_treaties(draft: &mut Draft<'_>) {
    let round = draft.state.round;
    end_those(draft, |treaty| treaty.ends <= round);
}

/// Ends every treaty that `over` approves of.
pub(crate) fn end_those(draft: &mut Draft<'_>, over: impl Fn(&Treaty) -> bool) {
    while let Some(&treaty) = draft.state.treaties.iter().find(|treaty| over(treaty)) {
        draft.emit(Event::TreatyEnded { treaty });
    }
}

/// Accepted agreements take effect (BC-505).
pub(crate) fn activate(draft: &mut Draft<'_>) {
    while let Some(&pending) = draft.state.pending.first() {
        let deal = deal(draft.rules, &draft.state, &pending);
        let Pending { from, to, offer, .. } = pending;
        draft.emit(Event::Activated { from, to, number: offer.number, deal });
    }
}

/// What an accepted proposal does when it activates in this round.
fn deal(rules: &Rules, state: &State, pending: &Pending) -> ActivatedDeal {
    let terms = rules.cards.terms(pending.offer.card).expect("only agreements are proposed");
    ActivatedDeal {
        agreement: terms.agreement,
        against: pending.offer.against,
        to_recipient: rules.cards.total_value(pending.offer.slots.iter()),
        to_proposer: rules.cards.total_value(pending.filled.iter()),
        ends: (terms.rounds > 0).then(|| state.round + terms.rounds),
    }
}
