//! What the parties say about a promise (TI-82).

use parley::{Faith, Seat};

use crate::deal::ledger::{Promise, PromiseRef};
use crate::desk::event::Event;
use crate::desk::refusal::Refusal;
use crate::desk::state::DeskState;

/// Records what a party says about a promise. It is settled when both say the same, or at once by a statement against
/// one's own interest: a performer who admits breaking it, or a creditor who does not claim that it was broken.
pub(crate) fn settle(
    state: &DeskState,
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

/// Whether `by` may report this result of a promise now.
fn check(promise: &Promise, by: Seat, faith: Faith) -> Result<(), Refusal> {
    let party = promise.by == by || promise.to == by;
    if !party || promise.faith != Faith::Pending || faith == Faith::Pending {
        return Err(Refusal::NoSuchPromise);
    }
    let said = if promise.by == by { promise.words.0 } else { promise.words.1 };
    if said == Some(faith) { Err(Refusal::SaidAlready) } else { Ok(()) }
}

/// The results of a promise that `by` may report.
pub(crate) fn may_say(promise: &Promise, by: Seat) -> impl Iterator<Item = Faith> {
    let words = [Faith::Kept, Faith::Broken, Faith::Void];
    words.into_iter().filter(move |faith| check(promise, by, *faith).is_ok())
}

/// A creditor releases the other party from an obligation.
pub(crate) fn release(
    state: &DeskState,
    by: Seat,
    id: PromiseRef,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let found = state.owed.iter().find(|owed| owed.id == id && owed.to == by);
    let owed = found.ok_or(Refusal::NoSuchPromise)?;
    events.push(Event::Discharged { id, by: owed.by, faith: Faith::Void });
    Ok(())
}
