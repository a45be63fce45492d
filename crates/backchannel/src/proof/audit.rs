//! Checks that each card and each troop is in exactly one place, and that all derived values are right.

use parley::{Seat, SeatSet};

use crate::Agreement;
use crate::card::Cards;
use crate::ending;
use crate::fog;
use crate::map::TerritorySet;
use crate::settings::Rules;
use crate::state::State;

type Findings = Result<(), String>;

pub(super) fn audit(rules: &Rules, state: &State) -> Findings {
    audit_cards(rules, state)?;
    audit_map(rules, state)?;
    for seat in Seat::all(rules.seats()) {
        audit_seat(rules, state, seat)?;
    }
    audit_moment(rules, state)
}

fn ensure(holds: bool, what: impl FnOnce() -> String) -> Findings {
    if holds { Ok(()) } else { Err(what()) }
}

fn audit_cards(rules: &Rules, state: &State) -> Findings {
    let mut all: Cards = state.deck.iter().chain(state.discards.iter()).collect();
    for seat in Seat::all(rules.seats()) {
        let hand = state.seat(seat).hand;
        let locked = ending::locked(state, seat);
        let held = hand.total() + locked.total();
        ensure(held == u32::from(state.seat(seat).held), || {
            format!("{seat} is said to hold {} cards and holds {held}", state.seat(seat).held)
        })?;
        ensure(held <= u32::from(rules.numbers().hand_limit), || {
            format!("{seat} holds {held} cards, over the limit")
        })?;
        all.add_all(hand.iter().chain(locked.iter()));
    }
    ensure(all == rules.cards.deck(), || "cards were made or lost".to_owned())
}

fn audit_map(rules: &Rules, state: &State) -> Findings {
    for territory in rules.map.all() {
        let land = state.land(territory);
        ensure(land.troops > 0, || format!("{territory:?} is empty"))?;
        ensure(land.troops <= rules.map.most(territory), || format!("{territory:?} overflows"))?;
        let holders: SeatSet = Seat::all(rules.seats())
            .filter(|&seat| state.seat(seat).lands.contains(territory))
            .collect();
        let owner: SeatSet = land.owner.into_iter().collect();
        ensure(holders == owner, || format!("{territory:?} is held by {holders:?}"))?;
        ensure(land.owner.is_some() || (land.trap, land.fortified) == (0, 0), || {
            format!("neutral {territory:?} has a trap or a wall")
        })?;
    }
    Ok(())
}

fn audit_seat(rules: &Rules, state: &State, id: Seat) -> Findings {
    let seat = state.seat(id);
    let troops: u32 = seat.lands.into_iter().map(|place| state.land(place).troops).sum();
    ensure(seat.troops == troops, || format!("{id} is said to have {} troops", seat.troops))?;
    ensure(seat.eyes == fog::eyes(&rules.map, seat.lands), || format!("{id} sees wrongly"))?;
    let lives = state.living.contains(id);
    ensure(lives != seat.lands.is_empty(), || format!("{id} is neither in nor out"))?;
    let bound = |agreement| -> SeatSet {
        let of_kind = state.treaties.iter().filter(|treaty| treaty.agreement == agreement);
        of_kind.filter_map(|treaty| treaty.partner(id)).collect()
    };
    ensure(
        (seat.truces, seat.intel, seat.passage)
            == (
                bound(Agreement::Ceasefire),
                bound(Agreement::IntelPact),
                bound(Agreement::SafePassage),
            ),
        || format!("the treaties of {id} are indexed wrongly"),
    )?;
    if lives {
        return Ok(());
    }
    let dealing = state.treaties.iter().any(|treaty| treaty.concerns(id))
        || state.pending.iter().any(|deal| deal.from == id || deal.to == id)
        || seat.offers.iter().any(Option::is_some)
        || state.seats.iter().any(|other| other.offers[id.index()].is_some());
    ensure(!dealing && seat.held == 0, || format!("{id} is out and still holds or deals"))
}

fn audit_moment(rules: &Rules, state: &State) -> Findings {
    let over = state.outcome.is_some();
    ensure(super::phase_is_sound(state.phase, over), || "a finished game goes on".to_owned())?;
    ensure(over || state.living.contains(state.turn), || "a dead seat is at turn".to_owned())?;
    ensure(over || state.living.len() > 1, || "one seat is left and plays on".to_owned())?;
    let stale = state.treaties.iter().any(|treaty| treaty.ends <= state.round);
    ensure(!stale, || "a treaty outlived its end".to_owned())?;
    let late = state.seats.iter().flat_map(|seat| seat.offers.iter().flatten());
    ensure(late.into_iter().all(|offer| offer.expires > state.round), || {
        "a proposal outlived its time".to_owned()
    })?;
    let beyond = state.lands[rules.map.len()..].iter().any(|land| *land != Default::default());
    ensure(!beyond, || "something lies beyond the edge of the map".to_owned())?;
    let all: TerritorySet =
        state.seats.iter().fold(TerritorySet::EMPTY, |all, seat| all.or(seat.lands));
    ensure(rules.map.all().contains_all(all), || "a seat holds what is not there".to_owned())?;
    match state.outcome {
        Some(outcome) => {
            let sum: u32 = outcome.scores.iter().map(|&score| u32::from(score)).sum();
            ensure(sum == 10_000, || format!("the scores make {sum}, not 10,000"))
        }
        None => Ok(()),
    }
}
