//! What a transaction triggers: notes that take effect, pacts that pay, promises that are kept (section 9 of the
//! manual).

use parley::{Faith, Seat};

use crate::ability::note::Rest;
use crate::ability::traits::Trait;
use crate::deal::{Act, Deal};
use crate::desk::event::Event;
use crate::desk::refusal::Refusal;
use crate::desk::state::DeskState;
use crate::table::goods::Bundle;
use crate::table::hand::{Note, Place};
use crate::table::{DeskTable, Eye};
use crate::transaction::Half;

/// Exchanges what a deal hands over now, with everything that follows.
pub(crate) fn carry_out(
    state: &DeskState,
    deal: &Deal,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let transaction = deal.transaction(state.table.moment.step());
    if transaction.is_empty() {
        return Ok(());
    }
    let right = transaction.check(&state.table, Eye::Of(deal.parties.1))?;
    let halves = transaction.halves();
    let assumed = halves.iter().any(|half| {
        let unknown = state.table.is_unknown(half.giver) && !half.goods.is_empty();
        unknown || (state.table.loose && !half.goods.notes.is_empty())
    });
    events.push(Event::Exchanged { transaction: transaction.clone(), right, assumed });
    let mut halves = transaction.halves();
    halves.sort_by_key(|half| precedence(&state.table, half.giver));
    for half in halves {
        let Half { giver, taker, goods } = half;
        goods.notes.iter().for_each(|note| hand_note(*note, giver, taker, events));
        pay_dark_pact(state, half, events);
        keep_promises(state, giver, taker, goods, events);
    }
    Ok(())
}

/// Whose effect resolves first: the active player's; in the agenda phase, by speaker order (TI-22).
pub(crate) fn precedence(table: &DeskTable, seat: Seat) -> usize {
    let first = table.moment.active().unwrap_or(table.speaker);
    let count = table.players.len();
    (seat.index() + count - first.index()) % count
}

/// Moves a note to the other player's hand, or straight into play (TI-63).
pub(crate) fn hand_note(note: Note, giver: Seat, taker: Seat, events: &mut Vec<Event>) {
    let rests = note.kind.spec().rests;
    let to = match rests {
        _ if note.issuer == taker => Place::Hand(taker),
        Rest::PlayAreaOnReceipt => Place::Play(taker),
        Rest::ResolvedOnReceipt => Place::Gone,
        Rest::Hand | Rest::PlayAreaWhenPlayed | Rest::AttachedToPlanet => Place::Hand(taker),
    };
    events.push(Event::NoteMoved { note, from: Place::Hand(giver), to });
    let spec = note.kind.spec();
    if to == Place::Play(taker) && spec.points != 0 {
        events.push(Event::Scored { seat: taker, change: spec.points });
    }
    if to == Place::Gone && spec.receipt > 0 {
        events.push(Event::Gained { seat: taker, count: spec.receipt });
    }
}

/// Dark Pact in play: giving Empyrean as many commodities as the giver's value earns both one trade good.
fn pay_dark_pact(state: &DeskState, half: Half<'_>, events: &mut Vec<Event>) {
    let Half { giver, taker, goods } = half;
    let mut pacts = state.table.in_play(giver, Trait::PaysForFullLoads);
    let in_play = pacts.any(|note| note.issuer == taker);
    let value = state.table.player(giver).commodity_value();
    if in_play && value > 0 && goods.commodities == value {
        events.push(Event::Gained { seat: giver, count: 1 });
        events.push(Event::Gained { seat: taker, count: 1 });
    }
}

/// What is handed over may fulfil a promise or an obligation.
pub(crate) fn keep_promises(
    state: &DeskState,
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
