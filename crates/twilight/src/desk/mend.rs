//! Asking for a correction, agreeing to it and declining it (TI-127).

use parley::{Faith, Seat};

use crate::ability::traits::Trait;
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
    if asked.by != by && !correction.touches().contains(by) {
        return Err(Refusal::NoCorrection);
    }
    events.push(Event::CorrectionDropped { by, correction: correction.clone() });
    Ok(())
}

fn find<'a>(state: &'a DeskState, correction: &Correction) -> Option<&'a AskedCorrection> {
    state.corrections.iter().find(|it| it.correction == *correction)
}

fn check(state: &DeskState, by: Seat, correction: &Correction) -> Result<(), Refusal> {
    match correction {
        Correction::Holdings { facts } => holdings(state, facts),
        Correction::Promise { promise, faith } => {
            let party = promise.from == by || promise.to == by;
            let found = state.promises.iter().find(|it| it.id == *promise && party);
            match found.ok_or(Refusal::NoSuchPromise)?.faith {
                Faith::Pending => Err(Refusal::NoSuchPromise),
                now if now == *faith => Err(Refusal::NothingNew),
                _ => Ok(()),
            }
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
    let (value, uncapped) =
        (state.table.player(of).commodity_value(), state.table.in_force.does(Trait::LiftsTheCap));
    let counts: Vec<u16> = match fact {
        Fact::Commodities { count, .. } if *count > value && !uncapped => {
            return Err(Refusal::OverCap { room: value });
        }
        Fact::TradeGoods { count, .. } | Fact::Commodities { count, .. } => vec![*count],
        Fact::Fragments { fragments, .. } => fragments.each().map(|(_, count)| count).to_vec(),
        _ => Vec::new(),
    };
    match counts.iter().all(|count| *count < room::NUMBER) {
        true => Ok(()),
        false => Err(Refusal::TooLong { most: room::WORD }),
    }
}
