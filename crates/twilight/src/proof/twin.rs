//! The same desk with everything rewritten that one seat may not know.

use parley::{Chance, Faith, Seat};

use crate::command::BLACK_MARKET;
use crate::deal::{Act, Term, When};
use crate::demand::{DIPLOMATIC_PRESSURE, SALVAGE, SEIZE_ARTIFACT};
use crate::hand::{Note, Place};
use crate::ledger::{Due, Promise, PromiseRef};
use crate::look::LIE_IN_WAIT;
use crate::note::Rest;
use crate::state::{Offer, State};

/// Other cards in the hands that `seat` does not see, other offers and other promises between others.
///
/// Cards stay where they are that an offer to `seat` or an obligation names: the desk has checked that they are
/// there. Nor is a hand rewritten that lies open to `seat`.
pub(super) fn twin(state: &State, seat: Seat, chance: &mut Chance) -> State {
    let mut twin = state.clone();
    other_offers(&mut twin, seat, chance);
    other_promises(&mut twin, seat, chance);
    let named = named_cards(&twin);
    other_notes(&mut twin, seat, &named.0, chance);
    other_cards(&mut twin, seat, &named.1, chance);
    twin
}

fn strangers(state: &State, seat: Seat) -> Vec<(Seat, Seat)> {
    let seats = || state.table.seats().filter(|it| *it != seat && state.table.is_in(*it));
    seats().flat_map(|a| seats().filter(move |b| a != *b).map(move |b| (a, b))).collect()
}

fn words(by: Seat, chance: &mut Chance) -> Term {
    let text = format!("promise {}", chance.below(100));
    Term { by, act: Act::Words { text }, when: When::SomeDay, after: None }
}

fn other_offers(twin: &mut State, seat: Seat, chance: &mut Chance) {
    twin.offers.retain(|offer| offer.involves(seat));
    for (from, to) in strangers(twin, seat) {
        let made = &mut twin.offers_made[from.index()][to.index()];
        *made = made.saturating_add(chance.below(3) as u16);
        let number = *made;
        if number > 0 && chance.one_in(3) {
            let terms = vec![words(from, chance)];
            twin.offers.push(Offer { from, to, number, terms }.into());
        }
    }
}

fn other_promises(twin: &mut State, seat: Seat, chance: &mut Chance) {
    twin.promises.retain(|promise| promise.by == seat || promise.to == seat);
    for (by, to) in strangers(twin, seat) {
        if !chance.one_in(3) {
            continue;
        }
        let id = PromiseRef { from: by, to, number: u16::MAX, term: chance.below(5) as u8 };
        let term = words(by, chance);
        let due = if chance.one_in(2) { Due::Never } else { Due::Round(twin.table.round) };
        let said = [None, Some(Faith::Kept), Some(Faith::Broken)];
        let words = (said[chance.index(3)], None);
        let promise = Promise { id, by, to, term, due, faith: Faith::Pending, words };
        twin.promises.push(promise.into());
    }
}

fn other_notes(twin: &mut State, seat: Seat, named: &[Note], chance: &mut Chance) {
    // Support and Alliance are in their issuer's hand or in play, for everybody to know.
    let is_free =
        |note: &Note| !named.contains(note) && note.kind.spec().rests != Rest::PlayAreaOnReceipt;
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

fn other_cards(twin: &mut State, seat: Seat, named: &[String], chance: &mut Chance) {
    let known = [
        "Bribery",
        "Sabotage",
        BLACK_MARKET,
        LIE_IN_WAIT,
        SALVAGE,
        DIPLOMATIC_PRESSURE,
        SEIZE_ARTIFACT,
    ];
    let takings = twin.takings.clone();
    for (holder, player) in Seat::all(twin.table.players.len()).zip(&mut twin.table.players) {
        if holder == seat {
            continue;
        }
        let open = takings.contains(&(seat, holder));
        let cards = player.action_cards.iter_mut().flatten();
        for card in cards.filter(|card| !open && !named.contains(card)) {
            *card = known[chance.index(known.len())].to_owned();
        }
        let secrets = player.secrets.iter_mut().flatten();
        for card in secrets.filter(|card| !named.contains(card)) {
            *card = format!("Secret {}", chance.below(5));
        }
    }
}

/// Notes and cards that are where an offer or an obligation says.
fn named_cards(state: &State) -> (Vec<Note>, Vec<String>) {
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
            _ => {}
        }
    }
    (notes, cards)
}
