//! The same desk with everything changed that one seat may not know: which cards others hold, owe or have promised, and
//! what others offer, respond and promise to each other.

use parley::{Chance, Faith, Seat, SeatSet};

use super::private;
use crate::deal::ledger::{Clock, Due, Promise, PromiseRef};
use crate::deal::{Act, Term};
use crate::desk::correction::{AskedCorrection, Correction};
use crate::desk::decide::{is_deliverable, is_impossible};
use crate::desk::state::{DeskState, OpenOffer};
use crate::table::hand::{Note, Place};

/// Cards named in an offer to `seat` or in an obligation stay where they are, because the desk has checked for them. A
/// hand that is revealed to `seat` stays the same too.
pub(super) fn twin(state: &DeskState, seat: Seat, chance: &mut Chance) -> DeskState {
    let mut twin = state.clone();
    twin.offers.retain(|offer| offer.involves(seat));
    // Everybody reads an open ledger.
    if !twin.open_ledger {
        twin.promises.retain(|promise| promise.by == seat || promise.to == seat);
    }
    twin.corrections.retain(|it| {
        let between = it.correction.between();
        between.is_none_or(|(one, other)| one == seat || other == seat)
    });
    let named = named_cards(&twin);
    other_notes(&mut twin, seat, &named.0, chance);
    other_cards(&mut twin, seat, &named.1, chance);
    other_obligations(&mut twin, seat, chance);
    other_claims(&mut twin, seat, chance);
    for pair in strangers(&twin, seat) {
        other_offer(&mut twin, pair, chance);
        if !twin.open_ledger {
            other_promises(&mut twin, pair, chance);
        }
        other_correction(&mut twin, pair, chance);
    }
    twin
}

/// All pairs of other players in the game.
fn strangers(state: &DeskState, seat: Seat) -> Vec<(Seat, Seat)> {
    let seats = || state.table.seats().filter(|it| *it != seat && state.table.is_in(*it));
    seats().flat_map(|a| seats().filter(move |b| a != *b).map(move |b| (a, b))).collect()
}

fn other_offer(twin: &mut DeskState, (from, to): (Seat, Seat), chance: &mut Chance) {
    let made = &mut twin.offers_made[from.index()][to.index()];
    *made = made.saturating_add(chance.below(3) as u16);
    let number = *made;
    if number == 0 || !chance.one_in(3) {
        return;
    }
    let offer = OpenOffer { from, to, number, terms: private::terms(twin, (from, to), chance) };
    if is_deliverable(twin, &offer) {
        twin.offers.push(offer.into());
    }
}

fn other_promises(twin: &mut DeskState, (from, to): (Seat, Seat), chance: &mut Chance) {
    let number = twin.offers_made[from.index()][to.index()];
    if number == 0 || !chance.one_in(3) {
        return;
    }
    let faiths = [Faith::Pending, Faith::Pending, Faith::Kept, Faith::Broken, Faith::Void];
    let said = [None, Some(Faith::Kept), Some(Faith::Broken)];
    for (place, term) in private::terms(twin, (from, to), chance).into_iter().enumerate() {
        let id = PromiseRef { from, to, number, term: place as u8 };
        let (by, to) = if term.by == from { (from, to) } else { (to, from) };
        let words = (said[chance.index(3)], said[chance.index(3)]);
        let (due, faith) = (any_due(&twin.clock, chance), faiths[chance.index(faiths.len())]);
        twin.promises.push(Promise { id, by, to, term, due, faith, words }.into());
    }
}

/// One party of a settled promise asks to have its end corrected.
fn other_correction(twin: &mut DeskState, (from, to): (Seat, Seat), chance: &mut Chance) {
    let settled = twin.promises.iter().find(|it| {
        (it.id.from, it.id.to) == (from, to) && matches!(it.faith, Faith::Kept | Faith::Broken)
    });
    let Some(promise) = settled.filter(|_| chance.one_in(2)) else { return };
    let faith = if promise.faith == Faith::Kept { Faith::Broken } else { Faith::Kept };
    let correction = Correction::Promise { promise: promise.id, faith };
    let by = if chance.one_in(2) { from } else { to };
    twin.corrections.push(AskedCorrection { by, correction, agreed: SeatSet::only(by) });
}

fn any_due(clock: &Clock, chance: &mut Chance) -> Due {
    match chance.below(7) {
        0 => Due::Step(clock.step),
        1 => Due::Turn(clock.turn),
        2 => Due::Agenda(clock.agenda + 1),
        3 => Due::Phase(clock.phase),
        4 => Due::Round(clock.round),
        5 => Due::TurnAfter(clock.turn),
        _ => Due::Never,
    }
}

fn other_notes(twin: &mut DeskState, seat: Seat, named: &[Note], chance: &mut Chance) {
    // A note that is shown on receipt is in its issuer's hand or was seen by everybody.
    let is_free = |note: &Note| !named.contains(note) && !note.kind.spec().rests.shows_on_receipt();
    let hidden = twin.table.notes.iter().filter_map(|(note, place)| match place {
        Place::Hand(holder) if holder != seat && is_free(&note) => Some((note, holder)),
        _ => None,
    });
    let free: Vec<(Note, Seat)> = hidden.collect();
    let mut holders: Vec<Seat> = free.iter().map(|(_, holder)| *holder).collect();
    chance.shuffle(&mut holders);
    for ((note, _), holder) in free.iter().zip(holders) {
        twin.table.notes.put(*note, Place::Hand(holder));
    }
}

fn other_cards(twin: &mut DeskState, seat: Seat, named: &[String], chance: &mut Chance) {
    let takings = twin.takings.clone();
    for (holder, player) in Seat::all(twin.table.players.len()).zip(&mut twin.table.players) {
        if holder == seat {
            continue;
        }
        let open = takings.contains(&(seat, holder));
        let cards = player.action_cards.iter_mut().flatten();
        for card in cards.filter(|card| !open && !named.contains(card)) {
            *card = private::any_card(chance);
        }
        let secrets = player.secrets.iter_mut().flatten();
        for card in secrets.filter(|card| !named.contains(card)) {
            *card = private::any_secret(chance);
        }
    }
}

/// Deals the notes that others have counted to others of those who have counted as many.
fn other_claims(twin: &mut DeskState, seat: Seat, chance: &mut Chance) {
    let places: Vec<usize> =
        (0..twin.claims.len()).filter(|at| twin.claims[*at].0 != seat).collect();
    let mut notes: Vec<Note> = places.iter().map(|at| twin.claims[*at].1).collect();
    chance.shuffle(&mut notes);
    let mut changed = twin.claims.clone();
    places.iter().zip(notes).for_each(|(at, note)| changed[*at].1 = note);
    let possible = |(at, (by, note)): (usize, &(Seat, Note))| {
        *by != note.issuer && !changed[..at].iter().any(|earlier| earlier == &(*by, *note))
    };
    if changed.iter().enumerate().all(possible) {
        twin.claims = changed;
    }
}

/// Changes the numbers of offers, and the cards that others owe each other at once.
fn other_obligations(twin: &mut DeskState, seat: Seat, chance: &mut Chance) {
    for place in 0..twin.owed.len() {
        let owed = &twin.owed[place];
        if owed.by == seat || owed.to == seat {
            continue;
        }
        let mut changed = twin.clone();
        changed.owed[place].id.number += chance.below(3) as u16;
        changed.owed[place].id.term = place as u8;
        if let Some(act) = another_card(twin, &owed.term, chance) {
            changed.owed[place].term.act = act;
        }
        let possible = !is_impossible(&changed, &changed.owed[place]);
        if possible && changed.offers.iter().all(|offer| is_deliverable(&changed, offer)) {
            *twin = changed;
        }
    }
}

fn another_card(state: &DeskState, term: &Term, chance: &mut Chance) -> Option<Act> {
    let notes: Vec<Note> = state.table.notes.in_hand(term.by).collect();
    let note = notes.get(chance.index(notes.len().max(1))).copied();
    let hand = &state.table.player(term.by).action_cards;
    let card = hand.get(chance.index(hand.len().max(1))).cloned().flatten();
    match &term.act {
        // Others cannot tell which kind of card is played.
        Act::UseNote { .. } | Act::PlayCard { .. } if chance.one_in(2) => {
            Some(Act::PlayCard { card: card?, at: None })
        }
        Act::UseNote { .. } | Act::PlayCard { .. } => Some(Act::UseNote { note: note? }),
        Act::KeepNote { .. } => Some(Act::KeepNote { note: note? }),
        Act::Transfer { .. }
        | Act::Produce { .. }
        | Act::Vote { .. }
        | Act::Abstain
        | Act::Use { .. }
        | Act::Refrain { .. }
        | Act::Activate { .. }
        | Act::LeaveAlone { .. }
        | Act::MoveInto { .. }
        | Act::StayOut { .. }
        | Act::Choose { .. }
        | Act::Replenish
        | Act::Pass
        | Act::CardResult { .. }
        | Act::PayBack { .. }
        | Act::Words { .. }
        | Act::Avoid { .. }
        | Act::Research { .. }
        | Act::Score { .. } => None,
    }
}

/// Notes and cards whose place an offer or an obligation gives away.
fn named_cards(state: &DeskState) -> (Vec<Note>, Vec<String>) {
    let offered = state.offers.iter().flat_map(|offer| offer.terms.iter());
    let owed = state.owed.iter().map(|owed| &owed.term);
    let (mut notes, mut cards) = (Vec::new(), Vec::new());
    for term in offered.chain(owed) {
        match &term.act {
            Act::Transfer { goods } => {
                notes.extend(goods.notes.iter().copied());
                cards.extend(goods.action_cards.iter().chain(&goods.secrets).cloned());
            }
            Act::UseNote { note } | Act::KeepNote { note } => notes.push(*note),
            Act::PlayCard { card, .. } => cards.push(card.clone()),
            Act::Produce { .. }
            | Act::Vote { .. }
            | Act::Abstain
            | Act::Use { .. }
            | Act::Refrain { .. }
            | Act::Activate { .. }
            | Act::LeaveAlone { .. }
            | Act::MoveInto { .. }
            | Act::StayOut { .. }
            | Act::Choose { .. }
            | Act::Replenish
            | Act::Pass
            | Act::CardResult { .. }
            | Act::PayBack { .. }
            | Act::Words { .. }
            | Act::Avoid { .. }
            | Act::Research { .. }
            | Act::Score { .. } => {}
        }
    }
    (notes, cards)
}
