//! What a transaction sets off: notes that fall into place, pacts that pay, promises that are kept (table H1).

use parley::{Faith, Seat};

use crate::ability::known;
use crate::ability::note::{NoteKind, Rest};
use crate::deal::{Act, Deal};
use crate::desk::event::Event;
use crate::desk::refusal::Refusal;
use crate::desk::state::State;
use crate::table::goods::Bundle;
use crate::table::hand::{Note, Place};
use crate::table::{Eye, Table};

/// Exchanges at once what a deal hands over now, with everything that follows from it.
pub(crate) fn carry_out(
    state: &State,
    deal: &Deal,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let transaction = deal.transaction(state.table.moment.step());
    if transaction.is_empty() {
        return Ok(());
    }
    let right = transaction.check(&state.table, Eye::Of(deal.parties.1))?;
    let mut halves =
        transaction.halves().map(|(giver, taker, goods)| (giver, taker, goods.clone()));
    halves.sort_by_key(|(giver, ..)| precedence(&state.table, *giver));
    events.push(Event::Exchanged { transaction, right });
    for (giver, taker, goods) in &halves {
        goods.notes.iter().for_each(|note| hand_note(*note, *giver, *taker, events));
        pay_dark_pact(state, *giver, *taker, goods, events);
        keep_promises(state, *giver, *taker, goods, events);
    }
    Ok(())
}

/// Whose effect comes first: the active player's; in the agenda phase, in speaker order (TI-22).
pub(crate) fn precedence(table: &Table, seat: Seat) -> usize {
    let first = table.moment.active().unwrap_or(table.speaker);
    let count = table.players.len();
    (seat.index() + count - first.index()) % count
}

/// A note that changes hands: into the other's hand, or straight into play (TI-63).
pub(crate) fn hand_note(note: Note, giver: Seat, taker: Seat, events: &mut Vec<Event>) {
    let rests = note.kind.spec().rests;
    let to = match rests {
        _ if note.issuer == taker => Place::Hand(taker),
        Rest::PlayAreaOnReceipt => Place::Play(taker),
        Rest::ResolvedOnReceipt => Place::Gone,
        _ => Place::Hand(taker),
    };
    events.push(Event::NoteMoved { note, from: Place::Hand(giver), to });
    match to {
        Place::Play(_) if note.kind == NoteKind::SUPPORT_FOR_THE_THRONE => {
            events.push(Event::Scored { seat: taker, change: 1 });
        }
        Place::Gone if note.kind == known::black_ops() => {
            events.push(Event::Gained { seat: taker, count: 2 });
        }
        _ => {}
    }
}

/// Dark Pact in play: who gives Empyrean as many commodities as fit on the sheet earns both one trade good.
fn pay_dark_pact(state: &State, giver: Seat, taker: Seat, goods: &Bundle, events: &mut Vec<Event>) {
    let pact = Note { issuer: taker, kind: known::dark_pact() };
    let in_play = state.table.notes.place(pact) == Some(Place::Play(giver));
    let value = state.table.player(giver).commodity_value();
    if in_play && value > 0 && goods.commodities == value {
        events.push(Event::Gained { seat: giver, count: 1 });
        events.push(Event::Gained { seat: taker, count: 1 });
    }
}

/// What is handed over may be what was promised or owed.
pub(crate) fn keep_promises(
    state: &State,
    giver: Seat,
    taker: Seat,
    goods: &Bundle,
    events: &mut Vec<Event>,
) {
    if goods.is_empty() {
        return;
    }
    let done = Act::Transfer { goods: goods.clone() };
    // One payment settles one debt, the oldest that it covers.
    let promise = state.promises.iter().find(|promise| {
        (promise.by, promise.to) == (giver, taker) && promise.judged_by(&done) == Some(Faith::Kept)
    });
    if let Some(promise) = promise {
        events.push(Event::Settled { id: promise.id, by: giver, faith: Faith::Kept });
    }
}
