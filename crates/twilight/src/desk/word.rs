//! What the parties say about a promise (TI-82).

use parley::{Faith, Seat};

use crate::deal::ledger::PromiseRef;
use crate::desk::event::Event;
use crate::desk::refusal::Refusal;
use crate::desk::state::State;

/// Records what a party says about a promise. It is settled when both say the same, or at once by a statement against
/// one's own interest: a performer who admits breaking it, or a creditor who does not claim that it was broken.
pub(crate) fn settle(
    state: &State,
    by: Seat,
    id: PromiseRef,
    faith: Faith,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let found = state.promises.iter().find(|promise| {
        promise.id == id
            && (promise.by == by || promise.to == by)
            && promise.faith == Faith::Pending
            && faith != Faith::Pending
    });
    let promise = found.ok_or(Refusal::NoSuchPromise)?;
    let performs = promise.by == by;
    let (own, others) = match performs {
        true => (promise.words.0, promise.words.1),
        false => (promise.words.1, promise.words.0),
    };
    if own == Some(faith) {
        return Err(Refusal::SaidAlready);
    }
    let against_interest = if performs { faith == Faith::Broken } else { faith != Faith::Broken };
    if against_interest || others == Some(faith) {
        events.push(Event::Settled { id, by: promise.by, faith });
    } else {
        events.push(Event::Said { id, by, faith });
    }
    Ok(())
}

/// A creditor releases the other party from an obligation.
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
