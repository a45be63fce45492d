//! Following a game that is recorded elsewhere: what a feed reports is recorded unless players have recorded something
//! else (TI-123, TI-124).

use parley::Seat;

use crate::desk::cap;
use crate::desk::event::Event;
use crate::desk::evolve::evolve;
use crate::desk::fact::{Fact, FeedSource};
use crate::desk::fed::{current, is_there, is_untouched, land};
use crate::desk::progress;
use crate::desk::refusal::Refusal;
use crate::desk::state::DeskState;
use crate::galaxy::{Galaxy, Modifiers};
use crate::room;
use crate::round::moment::Moment;
use crate::round::step::Step;
use crate::table::hand::{Note, Place};

/// What becomes of the facts of one report.
#[derive(Default)]
struct Sorted {
    /// They say something new, and nobody has recorded anything else.
    taken: Vec<Fact>,
    /// They agree with what the desk says.
    agreed: Vec<Fact>,
    /// They differ from what players have recorded.
    disputed: Vec<Fact>,
}

pub(crate) fn sync(
    state: &DeskState,
    by: Seat,
    source: FeedSource,
    facts: &[Fact],
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    if facts.len() > room::FACTS {
        return Err(Refusal::TooMany);
    }
    facts.iter().try_for_each(|fact| check(state, fact))?;
    let Sorted { taken, agreed, disputed } = sort(state, facts);
    let new = |fact: &&Fact| !state.fed.contains(fact) || is_in(&state.disputed, fact);
    let agreed: Vec<Fact> = agreed.iter().filter(new).cloned().collect();
    let moment = facts.iter().find_map(|fact| to_follow(state, fact));
    let (taken, map) = without_map(taken);
    if taken.is_empty()
        && agreed.is_empty()
        && disputed.is_empty()
        && moment.is_none()
        && map.is_none()
    {
        return Err(Refusal::NothingNew);
    }
    events.push(Event::Synced { by, source, taken, agreed, disputed });
    if let Some((map_string, galaxy)) =
        map.and_then(|text| Some((text.clone(), chart(state, &text)?)))
    {
        events.push(Event::Mapped { map_string, galaxy: Box::new(galaxy) });
    }
    if let Some(moment) = moment {
        let mut after = state.clone();
        events.iter().for_each(|event| evolve(&mut after, event));
        progress::follow(&after, moment, events);
    }
    Ok(())
}

fn is_in(facts: &[Fact], fact: &Fact) -> bool {
    facts.iter().any(|it| it.is_about_the_same(fact))
}

fn without_map(mut taken: Vec<Fact>) -> (Vec<Fact>, Option<String>) {
    let at = taken.iter().position(|fact| matches!(fact, Fact::Map { .. }));
    match at.map(|at| taken.remove(at)) {
        Some(Fact::Map { map_string }) => (taken, Some(map_string)),
        _ => (taken, None),
    }
}

/// The galaxy of a map string with every player at home.
fn chart(state: &DeskState, map_string: &str) -> Option<Galaxy> {
    let mut galaxy = Galaxy::from_map_string(map_string).ok()?;
    let seated = || state.table.seats().map(|seat| (seat, state.table.player(seat).faction));
    galaxy.modifiers.add(&Modifiers::of(seated()));
    for (seat, faction) in seated().filter(|(seat, _)| state.table.is_in(*seat)) {
        galaxy.settle(seat, faction);
    }
    Some(galaxy)
}

/// A fact is taken if the feed has changed and the desk has not; it is disputed if both have.
fn sort(state: &DeskState, facts: &[Fact]) -> Sorted {
    let mut sorted = Sorted::default();
    // Whether something fits depends on what was taken before it.
    let mut after = state.clone();
    for (at, fact) in facts.iter().enumerate() {
        let again = is_in(&facts[..at], fact);
        let Some(ours) = current(state, fact).filter(|_| !again) else { continue };
        // Only a feed that moves on moves the desk: what it has said before does not call players back.
        if let Fact::Moment { moment } = fact {
            let there = is_there(state.table.moment, *moment);
            sorted.agreed.extend(there.then(|| fact.clone()));
            continue;
        }
        // What is owed in this step is judged by what players hold now.
        let waits = fact.holder().is_some() && !state.owed.is_empty();
        if waits {
            continue;
        }
        let before = state.fed.iter().find(|it| it.is_about_the_same(fact));
        let untouched = before.map_or_else(|| is_untouched(state, &ours), |it| *it == ours);
        let fits = || is_public(state, fact) && check_possible(&after, fact).is_ok();
        match () {
            () if ours == *fact => sorted.agreed.push(fact.clone()),
            () if before == Some(fact) => {}
            () if untouched && fits() => {
                land(&mut after, fact);
                sorted.taken.push(fact.clone());
            }
            () => sorted.disputed.push(fact.clone()),
        }
    }
    sorted
}

/// # Errors
/// If the rules as the desk knows them do not allow it.
fn check_possible(state: &DeskState, fact: &Fact) -> Result<(), Refusal> {
    let now = state.table.moment.step();
    match fact {
        Fact::Commodities { of, count } => cap::check(&state.table, *of, *count),
        Fact::Speaker { .. } if matches!(now, Step::ChooseStrategyCard | Step::Vote) => {
            Err(Refusal::NotNow { now })
        }
        Fact::NoteInPlay { note, by: Some(by) } => can_lay_down(state, *note, *by),
        Fact::TradeGoods { .. }
        | Fact::CommodityValue { .. }
        | Fact::Fragments { .. }
        | Fact::Points { .. }
        | Fact::Debt { .. }
        | Fact::NoteInPlay { .. }
        | Fact::Speaker { .. }
        | Fact::Moment { .. }
        | Fact::Law { .. }
        | Fact::Units { .. }
        | Fact::Control { .. }
        | Fact::Neighbours { .. }
        | Fact::Map { .. } => Ok(()),
    }
}

/// Where hands are recorded, a note comes into play from the hand of the player who says so. What a feed says does not
/// settle it: it would tell everybody which hand the desk has it in (TI-62).
fn can_lay_down(state: &DeskState, note: Note, by: Seat) -> Result<(), Refusal> {
    match state.table.notes.place(note) {
        Some(Place::Hand(holder)) if holder == by || state.table.loose => Ok(()),
        Some(Place::Play(_) | Place::Unseen) => Ok(()),
        Some(Place::Hand(_) | Place::Gone) | None => Err(Refusal::NotHeld),
    }
}

/// Whether a report alone may record it, whatever is in hands.
fn is_public(state: &DeskState, fact: &Fact) -> bool {
    match fact {
        Fact::NoteInPlay { by: Some(_), .. } => state.table.loose,
        Fact::NoteInPlay { by: None, .. }
        | Fact::TradeGoods { .. }
        | Fact::Commodities { .. }
        | Fact::CommodityValue { .. }
        | Fact::Fragments { .. }
        | Fact::Points { .. }
        | Fact::Debt { .. }
        | Fact::Speaker { .. }
        | Fact::Moment { .. }
        | Fact::Law { .. }
        | Fact::Units { .. }
        | Fact::Control { .. }
        | Fact::Neighbours { .. }
        | Fact::Map { .. } => true,
    }
}

/// The moment to go to, if the feed has moved on, the desk is not there yet, and nothing holds its step.
fn to_follow(state: &DeskState, fact: &Fact) -> Option<Moment> {
    let Fact::Moment { moment } = fact else { return None };
    let known = state.fed.contains(fact);
    let open = !known && !is_there(state.table.moment, *moment) && progress::may_end(state).is_ok();
    open.then_some(*moment)
}

/// Seats, places and numbers that exist.
fn check(state: &DeskState, fact: &Fact) -> Result<(), Refusal> {
    let seat = |seat: Seat| match seat.index() < state.table.players.len() {
        true => Ok(()),
        false => Err(Refusal::NoSuchSeat),
    };
    let number = |count: u16| match count < room::NUMBER {
        true => Ok(()),
        false => Err(Refusal::TooLong { most: room::WORD }),
    };
    match fact {
        Fact::TradeGoods { of, count }
        | Fact::Commodities { of, count }
        | Fact::CommodityValue { of, count } => seat(*of).and_then(|()| number(*count)),
        Fact::Debt { by, to, .. } if by == to => Err(Refusal::ToYourself),
        Fact::Debt { by, to, count } => {
            seat(*by).and_then(|()| seat(*to)).and_then(|()| number(*count))
        }
        Fact::NoteInPlay { note, by } => {
            by.map_or(Ok(()), seat)?;
            match state.table.notes.place(*note) {
                Some(_) if *by == Some(note.issuer) => Err(Refusal::ToYourself),
                Some(_) => Ok(()),
                None => Err(Refusal::NotHeld),
            }
        }
        Fact::Fragments { of, fragments } => {
            seat(*of)?;
            fragments.each().into_iter().try_for_each(|(_, count)| number(count))
        }
        Fact::Points { of, .. } => seat(*of),
        Fact::Speaker { seat: it } => match state.table.is_in(*it) {
            true => Ok(()),
            false => Err(Refusal::TheyAreOut),
        },
        Fact::Law { of, .. } | Fact::Control { by: of, .. } => of.map_or(Ok(()), seat),
        Fact::Units { of, .. } => of.iter().try_for_each(seat),
        Fact::Neighbours { sides: (a, b), .. } if a < b => seat(*b),
        Fact::Neighbours { .. } => Err(Refusal::ToYourself),
        Fact::Moment { moment } => {
            let named = [moment.active(), moment.asked()];
            if !named.into_iter().flatten().all(|seat| state.table.is_in(seat)) {
                return Err(Refusal::TheyAreOut);
            }
            match Moment::new(moment.step(), moment.active(), moment.asked()) {
                Ok(_) => Ok(()),
                Err(_) => Err(Refusal::NotNext { to: moment.step() }),
            }
        }
        Fact::Map { map_string } if map_string.len() > room::MAP_STRING => {
            Err(Refusal::TooLong { most: room::MAP_STRING })
        }
        Fact::Map { map_string } => match Galaxy::from_map_string(map_string) {
            Ok(_) => Ok(()),
            Err(_) => Err(Refusal::NoSuchPlace),
        },
    }
}

/// Whether a dispute is up to this player: anybody's, unless it is about what somebody else holds.
pub(crate) fn may_decide(state: &DeskState, fact: &Fact, by: Seat) -> bool {
    fact.holder().is_none_or(|holder| holder == by || !state.table.is_in(holder))
}

/// Decides a dispute: takes what the feed says, or keeps what the desk says. Only its holder decides about holdings.
pub(crate) fn reconcile(
    state: &DeskState,
    by: Seat,
    fact: &Fact,
    take: bool,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    if !state.disputed.contains(fact) {
        return Err(Refusal::NoDispute);
    }
    if !may_decide(state, fact, by) {
        return Err(Refusal::TheirsToSay);
    }
    if take {
        check_possible(state, fact)?;
    }
    if take && fact.holder().is_some() && !state.owed.is_empty() {
        return Err(Refusal::StillOwed);
    }
    events.push(Event::Reconciled { by, fact: fact.clone(), taken: take });
    Ok(())
}
