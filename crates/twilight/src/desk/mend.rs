//! Asking for a correction, agreeing to it and declining it (TI-127).

use parley::{Faith, Seat};

use crate::deal::ledger::Promise;
use crate::desk::cap;
use crate::desk::correction::{AskedCorrection, Correction, MOST_FACTS};
use crate::desk::event::Event;
use crate::desk::fact::Fact;
use crate::desk::fed::current;
use crate::desk::refusal::Refusal;
use crate::desk::state::DeskState;
use crate::room;

/// Corrections of holdings, or between two players, that wait at a time.
const MOST_WAITING: usize = 8;

/// Asks for a correction, or agrees to one that was asked for. It is made when everybody whom it touches agrees.
pub(crate) fn correct(
    state: &DeskState,
    by: Seat,
    correction: &Correction,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    check(state, by, correction)?;
    let waiting = find(state, correction);
    if waiting.is_some_and(|it| it.agreed.contains(by)) {
        return Err(Refusal::SaidAlready);
    }
    let touched = correction.touches();
    let agreed = waiting.map(|it| it.agreed).unwrap_or_default().with(by);
    let mut missing = touched.minus(agreed).iter().filter(|seat| state.table.is_in(*seat));
    let (correction, done) = (correction.clone(), missing.next().is_none());
    if done {
        events.push(Event::Corrected { by, correction });
        return Ok(());
    }
    let same = |it: &&AskedCorrection| it.correction.between() == correction.between();
    if waiting.is_none() && state.corrections.iter().filter(same).count() >= MOST_WAITING {
        return Err(Refusal::TooMany);
    }
    events.push(Event::CorrectionAsked { by, correction });
    Ok(())
}

/// Declines a correction, or withdraws it.
pub(crate) fn leave_it(
    state: &DeskState,
    by: Seat,
    correction: &Correction,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let asked = find(state, correction).ok_or(Refusal::NoCorrection)?;
    if !may_leave(asked, by) {
        return Err(Refusal::NoCorrection);
    }
    events.push(Event::CorrectionDropped { by, correction: correction.clone() });
    Ok(())
}

/// Whether a player may decline or withdraw a correction: whoever asked for it, and whoever it touches.
pub(crate) fn may_leave(asked: &AskedCorrection, by: Seat) -> bool {
    asked.by == by || asked.correction.touches().contains(by)
}

/// What a party may ask to have recorded instead of how a promise ended.
pub(crate) fn may_correct(promise: &Promise, by: Seat) -> impl Iterator<Item = Faith> {
    let ends = [Faith::Kept, Faith::Broken, Faith::Void];
    ends.into_iter().filter(move |faith| check_promise(promise, by, *faith).is_ok())
}

fn check_promise(promise: &Promise, by: Seat, faith: Faith) -> Result<(), Refusal> {
    if promise.id.from != by && promise.id.to != by {
        return Err(Refusal::NoSuchPromise);
    }
    match promise.faith {
        Faith::Pending => Err(Refusal::NoSuchPromise),
        now if now == faith => Err(Refusal::NothingNew),
        Faith::Kept | Faith::Broken | Faith::Void => Ok(()),
    }
}

fn find<'a>(state: &'a DeskState, correction: &Correction) -> Option<&'a AskedCorrection> {
    state.corrections.iter().find(|it| it.correction == *correction)
}

fn check(state: &DeskState, by: Seat, correction: &Correction) -> Result<(), Refusal> {
    match correction {
        Correction::Holdings { facts } => holdings(state, facts),
        Correction::Promise { promise, faith } => {
            let found = state.promises.iter().find(|it| it.id == *promise);
            check_promise(found.ok_or(Refusal::NoSuchPromise)?, by, *faith)
        }
    }
}

fn holdings(state: &DeskState, facts: &[Fact]) -> Result<(), Refusal> {
    if facts.is_empty() || facts.len() > MOST_FACTS {
        return Err(Refusal::TooMany);
    }
    // What is owed in this step is judged by what players hold now.
    if !state.owed.is_empty() {
        return Err(Refusal::StillOwed);
    }
    for (at, fact) in facts.iter().enumerate() {
        let Some(of) = fact.holder() else { return Err(Refusal::NotADeed) };
        if !state.table.is_in(of) {
            return Err(Refusal::TheyAreOut);
        }
        if facts[..at].iter().any(|other| other.is_about_the_same(fact)) {
            return Err(Refusal::NothingNew);
        }
        let ours = current(state, fact).ok_or(Refusal::NotRecorded)?;
        if ours == *fact {
            return Err(Refusal::NothingNew);
        }
        fits(state, of, fact)?;
    }
    Ok(())
}

fn fits(state: &DeskState, of: Seat, fact: &Fact) -> Result<(), Refusal> {
    let counts: Vec<u16> = match fact {
        Fact::Commodities { count, .. } => {
            cap::check(&state.table, of, *count)?;
            vec![*count]
        }
        Fact::TradeGoods { count, .. } | Fact::CommodityValue { count, .. } => vec![*count],
        Fact::Fragments { fragments, .. } => fragments.each().map(|(_, count)| count).to_vec(),
        // Notes change places by commands of their own.
        Fact::NoteInPlay { .. } => return Err(Refusal::NotADeed),
        Fact::Points { .. }
        | Fact::Debt { .. }
        | Fact::Speaker { .. }
        | Fact::Moment { .. }
        | Fact::Law { .. }
        | Fact::Units { .. }
        | Fact::Control { .. }
        | Fact::Neighbours { .. }
        | Fact::Map { .. } => Vec::new(),
    };
    match counts.iter().all(|count| *count < room::NUMBER) {
        true => Ok(()),
        false => Err(Refusal::TooLong { most: room::WORD }),
    }
}
