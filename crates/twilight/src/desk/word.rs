//! The parties' word on what became of a promise (TI-82).

use parley::{Faith, Seat};

use crate::deal::ledger::{Promise, PromiseRef};
use crate::desk::event::Event;
use crate::desk::refusal::Refusal;
use crate::desk::state::State;

/// Says what became of a promise. It is settled when both say the same, and at once by a word
/// against one's own interest: a performer who admits a breach, a creditor who is content.
pub(crate) fn settle(
    state: &State,
    by: Seat,
    id: PromiseRef,
    faith: Faith,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let promise = state.promises.iter().find(|promise| promise.id == id);
    let promise = promise.ok_or(Refusal::NoSuchPromise)?;
    check(promise, by, faith)?;
    let performs = promise.by == by;
    let others = if performs { promise.words.1 } else { promise.words.0 };
    let against_interest = if performs { faith == Faith::Broken } else { faith != Faith::Broken };
    if against_interest || others == Some(faith) {
        events.push(Event::Settled { id, by: promise.by, faith });
    } else {
        events.push(Event::Said { id, by, faith });
    }
    Ok(())
}

/// Whether `by` may say that of a promise now.
fn check(promise: &Promise, by: Seat, faith: Faith) -> Result<(), Refusal> {
    let party = promise.by == by || promise.to == by;
    if !party || promise.faith != Faith::Pending || faith == Faith::Pending {
        return Err(Refusal::NoSuchPromise);
    }
    let said = if promise.by == by { promise.words.0 } else { promise.words.1 };
    if said == Some(faith) { Err(Refusal::SaidAlready) } else { Ok(()) }
}

/// What `by` may say became of a promise.
pub(crate) fn may_say(promise: &Promise, by: Seat) -> impl Iterator<Item = Faith> {
    let words = [Faith::Kept, Faith::Broken, Faith::Void];
    words.into_iter().filter(move |faith| check(promise, by, *faith).is_ok())
}

/// The one to whom something is owed lets the other off.
pub(crate) fn release(
    state: &State,
    by: Seat,
    id: PromiseRef,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let found = state.owed.iter().find(|owed| owed.id == id && owed.to == by);
    let owed = found.ok_or(Refusal::NoSuchPromise)?;
    events.push(Event::Discharged { id, by: owed.by, faith: Faith::Void });
    Ok(())
}
