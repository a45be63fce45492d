//! Offers from one player to another, and what happens when one is accepted (TI-23, TI-70 … TI-75).

use parley::{Faith, OfferRef, Resolution, Seat};

use crate::deal::ledger::{Promise, PromiseRef};
use crate::deal::verdict::{self, Finding, Verdict};
use crate::deal::{Act, Deal, Term};
use crate::desk::capacity;
use crate::desk::decide::{holds_cards, is_deliverable};
use crate::desk::event::Event;
use crate::desk::evolve::evolve;
use crate::desk::exchange;
use crate::desk::refusal::Refusal;
use crate::desk::state::{DeskState, OpenOffer};
use crate::room;
use crate::table::Eye;
use crate::table::goods::Bundle;

pub(crate) fn offer(
    state: &DeskState,
    by: Seat,
    to: Seat,
    terms: &[Term],
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    check_terms(state, by, to, terms)?;
    if state.offer(by, to).is_some() {
        return Err(Refusal::OfferOpen);
    }
    let made = state.offers_made[by.index()][to.index()];
    let number = made.checked_add(1).ok_or(Refusal::LedgerFull)?;
    let offer = OpenOffer { from: by, to, number, terms: terms.to_vec() };
    check_exchange(state, Eye::Of(by), &offer.deal())?;
    if !holds_cards(state, by, &offer.deal()) {
        return Err(Refusal::NotHeld);
    }
    if !is_deliverable(state, &offer) {
        return Err(Refusal::Bound);
    }
    events.push(Event::Offered { from: by, to, number, terms: terms.to_vec() });
    Ok(())
}

/// Whether these can be terms between these two at all, sensible or not.
pub(crate) fn check_terms(
    state: &DeskState,
    by: Seat,
    to: Seat,
    terms: &[Term],
) -> Result<(), Refusal> {
    other(state, by, to)?;
    if terms.is_empty() || terms.len() > room::TERMS {
        return Err(Refusal::Terms { most: room::TERMS });
    }
    if terms.iter().any(|term| term.by != by && term.by != to) {
        return Err(Refusal::ThirdParty);
    }
    if !terms.iter().all(|term| is_modest(state, &term.act)) {
        return Err(Refusal::TooLong { most: room::WORD });
    }
    capacity::check_deal(terms)
}

/// Another player who is still in the game.
pub(crate) fn other(state: &DeskState, by: Seat, to: Seat) -> Result<(), Refusal> {
    match to {
        _ if to.index() >= state.table.players.len() => Err(Refusal::NoSuchSeat),
        _ if to == by => Err(Refusal::ToYourself),
        _ if !state.table.is_in(to) => Err(Refusal::TheyAreOut),
        _ => Ok(()),
    }
}

/// A deal that includes a transaction must follow the rules for transactions (TI-72).
fn check_exchange(state: &DeskState, eye: Eye, deal: &Deal) -> Result<(), Refusal> {
    let now = state.table.moment.step();
    let transaction = deal.transaction(now);
    let transfers = deal
        .terms
        .iter()
        .any(|term| matches!(term.act, Act::Transfer { .. }) && term.when.is_now(now));
    if transfers {
        transaction.check(&state.table, eye)?;
    }
    Ok(())
}

pub(crate) fn accept(
    state: &DeskState,
    by: Seat,
    id: OfferRef,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let offer = find(state, by, id)?;
    let deal = offer.deal();
    check_exchange(state, Eye::Of(by), &deal)?;
    if !holds_cards(state, by, &deal) {
        return Err(Refusal::NotHeld);
    }
    let verdict = verdict::judge_as(&state.table, Eye::Of(by), &deal);
    let (from, to, number) = (offer.from, offer.to, offer.number);
    events.push(Event::Resolved { from, to, number, resolution: Resolution::Accepted });
    events.push(Event::Struck { from, to, number, class: verdict.class });
    record_terms(state, offer, &verdict, events);
    exchange::carry_out(state, &deal, events)?;
    let mut after = state.clone();
    events.iter().for_each(|event| evolve(&mut after, event));
    match [from, to].into_iter().any(|seat| is_overcommitted(&after, seat)) {
        true => Err(Refusal::Bound),
        false => Ok(()),
    }
}

/// Whether a player owes more production over all deals than they can pay for.
fn is_overcommitted(state: &DeskState, seat: Seat) -> bool {
    let owed = state.owed.iter().filter(|owed| owed.by == seat);
    let cost: u32 = owed.map(|owed| u32::from(owed.term.act.production_cost())).sum();
    let player = state.table.player(seat);
    if state.table.is_unknown(seat) {
        return false;
    }
    let has = u32::from(player.resources) + u32::from(player.purse());
    cost > has
}

/// A term that is not exchanged at once is owed in this step if it binds, and promised if it does not.
fn record_terms(state: &DeskState, offer: &OpenOffer, verdict: &Verdict, events: &mut Vec<Event>) {
    let now = state.table.moment.step();
    for (index, term) in offer.terms.iter().enumerate() {
        if matches!(term.act, Act::Transfer { .. }) && term.when.is_now(now) {
            continue;
        }
        let id =
            PromiseRef { from: offer.from, to: offer.to, number: offer.number, term: index as u8 };
        let to = if term.by == offer.from { offer.to } else { offer.from };
        let due = state.clock.due(term.when, state.table.moment.phase());
        let (by, term) = (term.by, term.clone());
        let promise = Promise { id, by, to, term, due, faith: Faith::Pending, words: (None, None) };
        let binds = verdict.binds(index) && verdict.terms[index].finding == Finding::Binds;
        events.push(if binds { Event::Bound { promise } } else { Event::Promised { promise } });
    }
}

pub(crate) fn decline(
    state: &DeskState,
    by: Seat,
    id: OfferRef,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let offer = find(state, by, id)?;
    events.push(ended(offer, Resolution::Declined));
    Ok(())
}

pub(crate) fn withdraw(
    state: &DeskState,
    by: Seat,
    to: Seat,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let offer = state.offer(by, to).ok_or(Refusal::NoSuchOffer)?;
    events.push(ended(offer, Resolution::Void));
    Ok(())
}

fn find(state: &DeskState, by: Seat, id: OfferRef) -> Result<&OpenOffer, Refusal> {
    let offer = state.offer(id.from, by).filter(|offer| offer.number == id.number);
    offer.ok_or(Refusal::NoSuchOffer)
}

fn ended(offer: &OpenOffer, resolution: Resolution) -> Event {
    Event::Resolved { from: offer.from, to: offer.to, number: offer.number, resolution }
}

/// Whether the texts and numbers of an act are small enough.
pub(crate) fn is_modest(state: &DeskState, act: &Act) -> bool {
    let word = |text: &String| is_word(text);
    let note = |note: &crate::table::hand::Note| state.table.notes.place(*note).is_some();
    match act {
        Act::Transfer { goods } | Act::PayBack { goods } => {
            !goods.is_empty() && bundle_is_modest(state, goods)
        }
        Act::Produce { unit, cost } => word(unit) && *cost < room::NUMBER,
        Act::Vote { outcome, votes } => word(outcome) && *votes < room::NUMBER,
        Act::Use { power, .. } | Act::Refrain { power, .. } => word(power),
        Act::UseNote { note: it } | Act::KeepNote { note: it } => note(it),
        Act::Activate { system: text }
        | Act::LeaveAlone { system: text }
        | Act::MoveInto { system: text }
        | Act::StayOut { system: text }
        | Act::Choose { what: text, .. }
        | Act::PlayCard { card: text, .. }
        | Act::Words { text }
        | Act::Avoid { what: text, .. }
        | Act::Research { technology: text }
        | Act::Score { objective: text } => word(text),
        Act::CardResult { card, result } => word(card) && word(result),
        Act::Abstain | Act::Replenish | Act::Pass => true,
    }
}

pub(crate) fn is_word(text: &str) -> bool {
    !text.trim().is_empty() && text.chars().count() <= room::WORD
}

pub(crate) fn bundle_is_modest(state: &DeskState, goods: &Bundle) -> bool {
    let numbers = [goods.trade_goods, goods.commodities];
    let fragments = goods.fragments.each().map(|(_, count)| count);
    let lists = [&goods.action_cards, &goods.planets, &goods.relics, &goods.secrets];
    let more = [&goods.technologies, &goods.other];
    numbers.iter().chain(&fragments).all(|number| *number < room::NUMBER)
        && goods.notes.len() <= room::GIFTS
        && goods.notes.iter().all(|note| state.table.notes.place(*note).is_some())
        && goods.captives.len() <= room::GIFTS
        && goods.captives.iter().all(|captive| {
            is_word(&captive.unit) && captive.owner.index() < state.table.players.len()
        })
        && lists
            .into_iter()
            .chain(more)
            .all(|list| list.len() <= room::GIFTS && list.iter().all(|text| is_word(text)))
}
