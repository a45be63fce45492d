//! What players report of the game at the table: acts, notes, gains and losses.

use parley::{Faith, Resolution, Seat, SeatSet};

use crate::ability::note::{Rest, Return};
use crate::ability::power;
use crate::ability::traits::Trait;
use crate::deal::Act;
use crate::deal::opportunity::{self, Opportunity};
use crate::desk::command::Invocation;
use crate::desk::effect::notes;
use crate::desk::event::Event;
use crate::desk::exchange::{hand_note, keep_promises};
use crate::desk::offers::{bundle_is_modest, is_modest, other};
use crate::desk::progress::observe;
use crate::desk::refusal::Refusal;
use crate::desk::state::DeskState;
use crate::room;
use crate::round::step::Step;
use crate::table::Eye;
use crate::table::goods::Bundle;
use crate::table::hand::{Note, Place};
use crate::transaction::bar::Bar;
use crate::transaction::content;

pub(crate) fn report(
    state: &DeskState,
    by: Seat,
    act: &Act,
    units_of: SeatSet,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    if !is_modest(state, act) {
        return Err(Refusal::TooLong { most: room::WORD });
    }
    let now = state.table.moment.step();
    if !act.is_deed() || has_its_own_command(act) {
        return Err(Refusal::NotADeed);
    }
    match opportunity::of(&state.table, by, act) {
        Opportunity::Open | Opportunity::Awaited | Opportunity::Unknown => {}
        _ => return Err(Refusal::NotNow { now }),
    }
    pay_for(state, by, act, events)?;
    events.push(Event::Reported { by, act: act.clone() });
    if let Act::Activate { .. } = act {
        events.extend(returned_by_activation(state, by, units_of));
    }
    observe(state, by, act, events)
}

/// Abilities that the desk carries out itself are used there, not reported.
fn has_its_own_command(act: &Act) -> bool {
    let Act::Use { power, .. } = act else { return false };
    power::find(power).is_some_and(|power| power.needs.is_some())
}

/// What an act costs its performer.
fn pay_for(state: &DeskState, by: Seat, act: &Act, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let player = state.table.player(by);
    let unknown = state.table.is_unknown(by);
    match act {
        Act::Produce { .. } if unknown => {}
        Act::Produce { cost, .. } => {
            let resources = player.resources.min(*cost);
            let goods = cost - resources;
            if goods > player.purse() {
                let has = player.resources.saturating_add(player.purse());
                return Err(Refusal::TooFew { has, needs: *cost });
            }
            events.push(Event::Spent { seat: by, resources, influence: 0, goods });
        }
        Act::Vote { .. } | Act::Abstain if !player.may_vote() => return Err(Refusal::CannotVote),
        Act::Vote { .. } if unknown => {}
        Act::Vote { votes, .. } if *votes > state.table.votes(by) => {
            return Err(Refusal::TooFew { has: state.table.votes(by), needs: *votes });
        }
        Act::Vote { votes, .. } => {
            let influence = player.influence.min(*votes);
            events.push(Event::Spent { seat: by, resources: 0, influence, goods: 0 });
        }
        Act::PlayCard { card, .. } => {
            let held = player.action_cards.iter().any(|it| it.as_deref() == Some(card));
            if !(held || unknown) || player.silenced {
                return Err(Refusal::NotHeld);
            }
        }
        Act::Transfer { .. }
        | Act::Abstain
        | Act::Use { .. }
        | Act::Refrain { .. }
        | Act::UseNote { .. }
        | Act::KeepNote { .. }
        | Act::Activate { .. }
        | Act::LeaveAlone { .. }
        | Act::MoveInto { .. }
        | Act::StayOut { .. }
        | Act::Choose { .. }
        | Act::Replenish
        | Act::Pass
        | Act::CardResult { .. }
        | Act::PayBack { .. }
        | Act::Words { .. }
        | Act::Avoid { .. }
        | Act::Research { .. }
        | Act::Score { .. } => {}
    }
    Ok(())
}

/// Notes in play that are returned when their holder activates a system with their issuer's units (TI-66).
fn returned_by_activation(state: &DeskState, by: Seat, units_of: SeatSet) -> Vec<Event> {
    let back = state.table.notes.in_play(by).filter(|note| {
        note.kind.spec().returns == Return::ActivatesIssuersSystem && units_of.contains(note.issuer)
    });
    back.flat_map(|note| send_back(note, by)).collect()
}

fn send_back(note: Note, holder: Seat) -> Vec<Event> {
    let (from, to) = (Place::Play(holder), Place::Hand(note.issuer));
    let mut events = vec![Event::NoteMoved { note, from, to }];
    events.extend(points_lost(note, holder));
    events
}

/// Victory points that are lost when a note leaves its holder's play area.
fn points_lost(note: Note, holder: Seat) -> Option<Event> {
    let points = note.kind.spec().points;
    (points != 0).then_some(Event::Scored { seat: holder, change: -points })
}

/// Notes in play that are returned because of the step that has just begun.
pub(crate) fn returning(state: &DeskState) -> Vec<Event> {
    let due = match state.table.moment.step() {
        Step::RevealAgenda | Step::StartOfStrategy => Return::EndOfStatusPhase,
        Step::Production | Step::Bombardment => Return::EndOfCombat,
        _ => return Vec::new(),
    };
    let places = state.table.notes.iter();
    let back = places.filter_map(|(note, place)| match place {
        Place::Play(holder) if note.kind.spec().returns == due => Some((note, holder)),
        _ => None,
    });
    back.flat_map(|(note, holder)| send_back(note, holder)).collect()
}

pub(crate) fn play_note(
    state: &DeskState,
    by: Seat,
    note: Note,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    if note.issuer == by {
        return Err(Refusal::OwnNote);
    }
    if !holds_note(state, by, note) {
        return Err(Refusal::NotHeld);
    }
    if state.played.contains(&note) {
        return Err(Refusal::PlayedAlready);
    }
    let act = Act::UseNote { note };
    if opportunity::of(&state.table, by, &act) != Opportunity::Open {
        return Err(Refusal::NotNow { now: state.table.moment.step() });
    }
    let spec = note.kind.spec();
    let to = match (spec.rests, spec.returns) {
        (Rest::PlayAreaWhenPlayed | Rest::AttachedToPlanet | Rest::PlayAreaOnReceipt, _) => {
            Place::Play(by)
        }
        (_, Return::EndOfCombat | Return::EndOfStatusPhase | Return::ActivatesIssuersSystem) => {
            Place::Play(by)
        }
        (_, Return::Purged) => Place::Gone,
        _ => Place::Hand(note.issuer),
    };
    observe(state, by, &act, events)?;
    events.push(Event::Reported { by, act });
    notes::take_effect(state, by, note, events);
    events.push(Event::NoteMoved { note, from: Place::Hand(by), to });
    Ok(())
}

fn holds_note(state: &DeskState, by: Seat, note: Note) -> bool {
    match state.table.loose {
        true => state.table.could_hold(Eye::Of(by), by, note),
        false => state.table.notes.place(note) == Some(Place::Hand(by)),
    }
}

/// Giving because an effect forces it: no neighbours needed, no limit, no transaction (TI-26).
pub(crate) fn give(
    state: &DeskState,
    by: Seat,
    to: Seat,
    goods: &Bundle,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    other(state, by, to)?;
    let plain = Bundle {
        planets: Vec::new(),
        technologies: Vec::new(),
        other: Vec::new(),
        captives: Vec::new(),
        ..goods.clone()
    };
    if goods.is_empty() || plain != *goods || !bundle_is_modest(state, goods) {
        return Err(Refusal::NotADeed);
    }
    if !goods.notes.iter().all(|note| state.table.could_hold(Eye::Of(by), by, *note))
        || has_twins(&goods.notes)
    {
        return Err(Refusal::NotHeld);
    }
    let hubris = state.table.player(to).faction.may(Trait::HasNoAlliance);
    if hubris && goods.notes.iter().any(|note| note.kind.has(Trait::LendsTheCommander)) {
        return Err(Bar::Hubris.into());
    }
    content::holdings(&state.table, Eye::Of(by), by, goods)?;
    events.push(Event::Given { from: by, to, goods: goods.clone() });
    goods.notes.iter().for_each(|note| hand_note(*note, by, to, events));
    if !goods.notes.is_empty() && state.demands.contains(&(to, by)) {
        events.push(Event::Yielded { by: to, from: by });
    }
    keep_promises(state, by, to, goods, events);
    Ok(())
}

fn has_twins(notes: &[Note]) -> bool {
    notes.iter().enumerate().any(|(at, note)| notes[..at].contains(note))
}

/// A card or ability that permits two players to transact when they otherwise could not (TI-08, TI-10, TI-18).
pub(crate) fn invoke(
    state: &DeskState,
    by: Seat,
    with: Seat,
    power: Invocation,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    other(state, by, with)?;
    let player = state.table.player(by);
    let has = match power {
        Invocation::BlackMarketDealings => {
            let mut hand = player.action_cards.iter().flatten();
            let held = hand.any(|card| card == power.row().name);
            !player.silenced && (held || state.table.is_unknown(by))
        }
        Invocation::Ability(ability) => {
            ability.has(Trait::OpensATransaction) && player.has(ability)
        }
    };
    if !has {
        return Err(Refusal::NotHeld);
    }
    if state.table.grants.iter().any(|grant| grant.is_between(by, with)) {
        return Err(Refusal::NoChange);
    }
    events.push(Event::Invoked { by, with, power });
    Ok(())
}

/// A player is eliminated: notes of that colour leave the game, notes of others return to their issuers (TI-64).
pub(crate) fn leave(state: &DeskState, by: Seat, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let table = &state.table;
    if table.seats().filter(|seat| table.is_in(*seat)).count() <= 2 {
        return Err(Refusal::LastTwo);
    }
    // The turn or vote of an eliminated player would never end.
    if table.moment.decides(table.speaker) == by || table.speaker == by {
        return Err(Refusal::NotNow { now: table.moment.step() });
    }
    if table.moment.active() == Some(by) {
        return Err(Refusal::NotNow { now: table.moment.step() });
    }
    for offer in state.offers.iter().filter(|offer| offer.involves(by)) {
        let (from, to, number) = (offer.from, offer.to, offer.number);
        events.push(Event::Resolved { from, to, number, resolution: Resolution::Void });
    }
    let void = state.promises.iter().filter(|promise| {
        promise.faith == Faith::Pending && (promise.by == by || promise.to == by)
    });
    events.extend(void.map(|promise| Event::Settled {
        id: promise.id,
        by: promise.by,
        faith: Faith::Void,
    }));
    let owed = state.owed.iter().filter(|owed| owed.by == by || owed.to == by);
    events.extend(owed.map(|owed| Event::Discharged {
        id: owed.id,
        by: owed.by,
        faith: Faith::Void,
    }));
    for (note, from) in table.notes.iter() {
        let to = match from {
            _ if note.issuer == by => Place::Gone,
            Place::Hand(seat) | Place::Play(seat) if seat == by => Place::Hand(note.issuer),
            _ => continue,
        };
        if from == Place::Gone {
            continue;
        }
        events.push(Event::NoteMoved { note, from, to });
        if let Place::Play(seat) = from {
            events.extend(points_lost(note, seat));
        }
    }
    events.push(Event::Left { seat: by });
    Ok(())
}
