//! Moving on: steps, turns, phases and rounds (TI-85 … TI-103).

use parley::{Faith, Seat};

use crate::deal::Act;
use crate::desk::command::Presence;
use crate::desk::event::Event;
use crate::desk::evolve::evolve;
use crate::desk::notice::Boarding;
use crate::desk::offers::other;
use crate::desk::refusal::Refusal;
use crate::desk::state::DeskState;
use crate::round::moment::{Fresh, Moment};
use crate::round::step::{Phase, Step};

/// Agendas in one agenda phase (TI-89).
const AGENDAS: u8 = 2;

pub(crate) fn advance(
    state: &DeskState,
    by: Seat,
    to: Step,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    if state.table.moment.decides(state.table.speaker) != by {
        return Err(Refusal::NotYours);
    }
    let moment = next(state, to).ok_or(Refusal::NotNext { to })?;
    let player = state.table.player(by);
    if to == Step::Passing && player.strategy_cards > 0 {
        return Err(Refusal::StrategyCardLeft);
    }
    end_step(state, events)?;
    if to == Step::Passing {
        events.push(Event::Passed { seat: by });
        observe(state, by, &Act::Pass, events)?;
    }
    if starts_strategic_action(to) {
        events.push(Event::StrategyCardUsed { seat: by });
    }
    moved(state, moment, events);
    Ok(())
}

fn starts_strategic_action(to: Step) -> bool {
    matches!(to, Step::Primary | Step::TradeGainGoods | Step::PoliticsChooseSpeaker)
}

/// A table that uses only the desk sets the moment directly.
pub(crate) fn set(
    state: &DeskState,
    moment: Moment,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    if !state.desk {
        return Err(Refusal::NotADesk);
    }
    let named = [moment.active(), moment.asked()];
    if named.into_iter().flatten().any(|seat| !state.table.is_in(seat)) {
        return Err(Refusal::TheyAreOut);
    }
    if Moment::new(moment.step(), moment.active(), moment.asked()).is_err() {
        return Err(Refusal::NotNext { to: moment.step() });
    }
    end_step(state, events)?;
    moved(state, moment, events);
    Ok(())
}

/// A step cannot end while something is owed in it.
pub(crate) fn may_end(state: &DeskState) -> Result<(), Refusal> {
    if state.owed.iter().any(|owed| !owed.term.act.is_abstention()) {
        return Err(Refusal::StillOwed);
    }
    if !state.demands.is_empty() || !state.takings.is_empty() {
        return Err(Refusal::StillDemanded);
    }
    Ok(())
}

/// Promises not to do something in a step are kept when the step ends (TI-102).
fn end_step(state: &DeskState, events: &mut Vec<Event>) -> Result<(), Refusal> {
    may_end(state)?;
    let kept = |owed: &crate::deal::ledger::Promise| Event::Discharged {
        id: owed.id,
        by: owed.by,
        faith: Faith::Kept,
    };
    events.extend(state.owed.iter().map(|owed| kept(owed)));
    Ok(())
}

/// Goes to the moment that a feed reports; nothing may be owed in the step that ends.
pub(crate) fn follow(state: &DeskState, moment: Moment, events: &mut Vec<Event>) {
    if end_step(state, events).is_err() {
        return;
    }
    events.push(Event::Followed { moment });
    let mut later = Vec::new();
    moved(state, moment, &mut later);
    events.append(&mut later);
}

/// The step itself, and the promises whose time is up with it.
fn moved(state: &DeskState, moment: Moment, events: &mut Vec<Event>) {
    let was = state.table.moment;
    let turn = moment.phase() == Phase::Action
        && (moment.step() == Step::StartOfTurn || moment.active() != was.active());
    let agenda = moment.step() == Step::RevealAgenda
        || (moment.phase() == Phase::Agenda && was.phase() != Phase::Agenda);
    let phase = moment.phase() != was.phase();
    let round = phase && moment.phase() == Phase::Strategy;
    let fresh = Fresh { turn, agenda, phase, round };
    events.push(Event::Moved { moment, fresh });
    let mut after = state.clone();
    events.iter().for_each(|event| evolve(&mut after, event));
    let over = after.promises.iter().filter_map(|promise| {
        let faith = promise.lapsed(&after.clock)?;
        Some(Event::Settled { id: promise.id, by: promise.by, faith })
    });
    let over: Vec<Event> = over.collect();
    let returns = crate::desk::deeds::returning(&after);
    events.extend(over.into_iter().chain(returns));
}

/// How an act affects what was owed and promised.
pub(crate) fn observe(
    state: &DeskState,
    by: Seat,
    done: &Act,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    for owed in state.owed.iter().filter(|owed| owed.by == by) {
        match owed.judged_by(done) {
            Some(Faith::Broken) => return Err(Refusal::Bound),
            Some(faith) => events.push(Event::Discharged { id: owed.id, by, faith }),
            None => {}
        }
    }
    let promises = state.promises.iter().filter(|promise| promise.by == by);
    events.extend(promises.filter_map(|promise| {
        let faith = promise.judged_by(done)?;
        Some(Event::Settled { id: promise.id, by, faith })
    }));
    Ok(())
}

/// The moments to which a table that uses only the desk can go at once: over fine steps to the next ones that matter, and
/// over the rest of the turn.
pub(crate) fn leaps(state: &DeskState) -> Vec<Moment> {
    if !state.desk {
        return Vec::new();
    }
    let now = state.table.moment;
    let mut leaps: Vec<Moment> = Vec::new();
    let (mut open, mut passed) = (vec![now], Vec::new());
    while let Some(at) = open.pop() {
        for moment in at.step().next().iter().filter_map(|to| next_after(state, at, *to)) {
            let step = moment.step();
            if !step.is_fine() {
                leaps.push(moment);
            } else if !passed.contains(&step) {
                passed.push(step);
                open.push(moment);
            }
        }
    }
    leaps.sort_by_key(Moment::step);
    leaps.dedup();
    leaps.extend(after_turn(state));
    leaps.retain(|leap| !now.step().next().contains(&leap.step()));
    leaps
}

/// Where the table is when the open turn is over: in the next turn, or in the status phase once everybody has passed.
pub(crate) fn after_turn(state: &DeskState) -> Option<Moment> {
    let active = state.table.moment.active()?;
    Some(match state.table.next_turn(Some(active)) {
        Some(seat) => Moment::turn(seat, Step::StartOfTurn),
        None => Moment::of(Step::ScoreObjectives),
    })
}

/// The moment `to`, if it can follow here.
fn next(state: &DeskState, to: Step) -> Option<Moment> {
    next_after(state, state.table.moment, to)
}

/// The moment `to`, if it can follow after `now`.
fn next_after(state: &DeskState, now: Moment, to: Step) -> Option<Moment> {
    let table = &state.table;
    if !now.step().next().contains(&to) {
        return None;
    }
    let active = now.active();
    match to {
        Step::ChooseStrategyCard => next_picker(state).map(|seat| Moment::of(to).asking(seat)),
        Step::PlaceTradeGoods => next_picker(state).is_none().then(|| Moment::of(to)),
        Step::StartOfTurn => table.next_turn(active).map(|seat| Moment::turn(seat, to)),
        Step::ScoreObjectives => table.next_turn(active).is_none().then(|| Moment::of(to)),
        Step::Secondary => {
            let seat = next_secondary(state, now)?;
            Some(Moment::turn(active?, to).asking(seat))
        }
        Step::EndOfAction if now.step() == Step::Secondary => {
            next_secondary(state, now).is_none().then_some(Moment::turn(active?, to))
        }
        Step::Vote => next_voter(state, now).map(|seat| Moment::of(to).asking(seat)),
        Step::AfterSpeakerVotes => next_voter(state, now).is_none().then(|| Moment::of(to)),
        Step::RevealAgenda => reveals(state, now).then(|| Moment::of(to)),
        Step::ReadyPlanets => (agendas_over(state, now) >= AGENDAS).then(|| Moment::of(to)),
        Step::StartOfStrategy if now.step() == Step::ReturnStrategyCards => {
            (!state.agendas).then(|| Moment::of(to))
        }
        _ if to.phase() == Phase::Action => Some(Moment::turn(active?, to)),
        _ => Some(Moment::of(to)),
    }
}

fn reveals(state: &DeskState, now: Moment) -> bool {
    match now.step() {
        Step::ReturnStrategyCards => state.agendas,
        // A discarded agenda is replaced: a new instance of the same one (TI-12).
        Step::WhenRevealed => true,
        _ => agendas_over(state, now) < AGENDAS,
    }
}

/// The number of agendas done if the table moves on now; a cancelled agenda counts (TI-89).
fn agendas_over(state: &DeskState, now: Moment) -> u8 {
    state.agendas_done + u8::from(now.step() == Step::CancelAgenda)
}

/// Who takes a strategy card next: clockwise from the speaker, and more than once around a small table (TI-86).
fn next_picker(state: &DeskState) -> Option<Seat> {
    let table = &state.table;
    let order: Vec<Seat> = std::iter::once(table.speaker)
        .chain(table.clockwise_after(table.speaker).filter(|seat| *seat != table.speaker))
        .filter(|seat| table.is_in(*seat))
        .collect();
    let taken = usize::from(state.cards_taken);
    let picks = order.len() * usize::from(state.cards_each);
    (taken < picks).then(|| order[taken % order.len()])
}

/// Who has the secondary next, clockwise from the active player's left (TI-93).
fn next_secondary(state: &DeskState, now: Moment) -> Option<Seat> {
    let active = now.active()?;
    let mut order = state.table.clockwise_after(active).filter(|seat| *seat != active);
    match now.asked() {
        None => order.next(),
        Some(asked) => order.skip_while(|seat| *seat != asked).nth(1),
    }
}

/// Who votes next (TI-97).
fn next_voter(state: &DeskState, now: Moment) -> Option<Seat> {
    let mut order = state.table.voting_order();
    match now.asked() {
        None => order.next(),
        Some(asked) => order.skip_while(|seat| *seat != asked).nth(1),
    }
}

/// Moves the speaker token; orders that start with the speaker change from the next one on (TI-86, TI-97).
pub(crate) fn speaker(state: &DeskState, to: Seat, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let now = state.table.moment.step();
    match to {
        _ if to.index() >= state.table.players.len() => return Err(Refusal::NoSuchSeat),
        _ if !state.table.is_in(to) => return Err(Refusal::TheyAreOut),
        _ if state.table.speaker == to => return Err(Refusal::SpeakerAlready),
        // In the middle of an order somebody would be skipped or asked twice.
        _ if matches!(now, Step::ChooseStrategyCard | Step::Vote) => {
            return Err(Refusal::NotNow { now });
        }
        _ => events.push(Event::SpeakerMoved { to }),
    }
    Ok(())
}

pub(crate) fn neighbour(
    state: &DeskState,
    by: Seat,
    with: Seat,
    are: bool,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    other(state, by, with)?;
    if state.galaxy.is_some() {
        return Err(Refusal::ComputedNeighbours);
    }
    if state.table.neighbours.pairs.contains(by, with) == are {
        return Err(Refusal::NoChange);
    }
    events.push(Event::Neighboured { sides: (by, with), are });
    Ok(())
}

/// Units move and planets change hands, and neighbours change with them (TI-40).
pub(crate) fn board(
    state: &DeskState,
    by: Seat,
    change: &Presence,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let galaxy = state.galaxy.as_deref().ok_or(Refusal::NoMap)?;
    let system = |name: &str| galaxy.look_up(name).ok_or(Refusal::NoSuchPlace);
    let planet = |name: &str| galaxy.look_up_planet(name).ok_or(Refusal::NoSuchPlace);
    let (change, changes) = match change {
        Presence::Enter(name) => {
            let id = system(name)?;
            (Boarding::Entered(id), !galaxy.system(id).units.contains(by))
        }
        Presence::Leave(name) => {
            let id = system(name)?;
            (Boarding::Left(id), galaxy.system(id).units.contains(by))
        }
        Presence::Take(name) => {
            let id = planet(name)?;
            (Boarding::Took(id), galaxy.controller(id) != Some(by))
        }
        Presence::Lose(name) => {
            let id = planet(name)?;
            (Boarding::Lost(id), galaxy.controller(id) == Some(by))
        }
    };
    if !changes {
        return Err(Refusal::NoChange);
    }
    events.push(Event::Boarded { seat: by, change });
    Ok(())
}
