//! Counting: a table that has not recorded holdings begins to record them exactly (TI-122).

use parley::{Seat, SeatSet};

use crate::desk::booking;
use crate::desk::cap;
use crate::desk::event::Event;
use crate::desk::holdings::Holdings;
use crate::desk::refusal::Refusal;
use crate::desk::state::DeskState;
use crate::room;
use crate::table::hand::{Note, Place};
use crate::table::player::MOST_ACTION_CARDS;

/// Records what a player holds. With the last player's count the table becomes exact, unless two players have counted
/// the same note.
pub(crate) fn count(
    state: &DeskState,
    by: Seat,
    holdings: &Holdings,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    if !state.table.loose {
        return Err(Refusal::ExactAlready);
    }
    if !state.owed.is_empty() {
        return Err(Refusal::StillOwed);
    }
    check(state, by, holdings)?;
    events.push(Event::Counted { seat: by, holdings: Box::new(holdings.clone()) });
    let mut uncounted = state.table.unknown.iter();
    if uncounted.any(|seat| seat != by && state.table.is_in(seat)) {
        return Ok(());
    }
    let twice = counted_twice(state, by, &holdings.notes);
    events.push(if twice.is_empty() {
        Event::MadeExact
    } else {
        Event::CountedTwice { seats: twice }
    });
    Ok(())
}

/// Everybody who has counted a note that somebody else has counted too.
fn counted_twice(state: &DeskState, by: Seat, notes: &[Note]) -> SeatSet {
    let others = state.claims.iter().copied().filter(|(seat, _)| *seat != by);
    let claims: Vec<(Seat, Note)> = others.chain(notes.iter().map(|note| (by, *note))).collect();
    let shared = |(seat, note): &&(Seat, Note)| {
        claims.iter().any(|(other, counted)| other != seat && counted == note)
    };
    claims.iter().filter(shared).map(|(seat, _)| *seat).collect()
}

fn check(state: &DeskState, by: Seat, holdings: &Holdings) -> Result<(), Refusal> {
    let Holdings {
        trade_goods,
        commodities,
        fragments,
        resources,
        influence,
        notes,
        action_cards,
        secrets,
        captives,
    } = holdings;
    let fragments = fragments.each().map(|(_, count)| count);
    let numbers = [trade_goods, commodities, resources, influence];
    if numbers.into_iter().chain(&fragments).any(|number| *number >= room::NUMBER) {
        return Err(Refusal::TooLong { most: room::TITLE });
    }
    cap::check(&state.table, by, *commodities)?;
    let lists = [notes.len(), secrets.len(), captives.len()];
    if action_cards.len() > MOST_ACTION_CARDS || lists.iter().any(|count| *count > room::GIFTS) {
        return Err(Refusal::TooMany);
    }
    let is_name = |name: &String| {
        let length = name.chars().count();
        !name.trim().is_empty() && length <= room::TITLE
    };
    let mut names = action_cards.iter().chain(secrets).chain(captives.iter().map(|it| &it.unit));
    if !names.all(is_name) {
        return Err(Refusal::TooLong { most: room::TITLE });
    }
    captives.iter().try_for_each(|captive| booking::can_capture(state, by, captive))?;
    match notes
        .iter()
        .enumerate()
        .all(|(at, note)| could_have(state, by, *note) && !notes[..at].contains(note))
    {
        true => Ok(()),
        false => Err(Refusal::NotHeld),
    }
}

/// Whether another player's note could be in this hand: it is in the game, and neither in play nor shown on receipt.
fn could_have(state: &DeskState, by: Seat, note: Note) -> bool {
    note.issuer != by
        && state.table.notes.place(note) == Some(Place::Unseen)
        && !note.kind.spec().rests.shows_on_receipt()
}
