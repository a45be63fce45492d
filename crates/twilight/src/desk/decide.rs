//! The entry point for every command: who may give it, and what follows automatically. The rules are in the modules
//! beside this one.

use parley::{Faith, Resolution, Seat};

use crate::deal::ledger::Promise;
use crate::deal::verdict::{self, Finding};
use crate::deal::{Act, Deal};
use crate::desk::booking;
use crate::desk::capacity;
use crate::desk::command::{Command, Entry};
use crate::desk::condition;
use crate::desk::count;
use crate::desk::deeds;
use crate::desk::effect;
use crate::desk::effect::demand;
use crate::desk::effect::look;
use crate::desk::effect::pillage;
use crate::desk::event::Event;
use crate::desk::evolve::evolve;
use crate::desk::feature;
use crate::desk::mend;
use crate::desk::offers;
use crate::desk::progress;
use crate::desk::refusal::Refusal;
use crate::desk::state::{DeskState, OpenOffer};
use crate::desk::sync;
use crate::desk::word;
use crate::table::Eye;
use crate::transaction::{Half, content};

pub(crate) fn decide(
    state: &DeskState,
    by: Seat,
    command: &Command,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let (mut own, mut after) = outcome(state, by, command)?;
    events.append(&mut own);
    clear_up(&mut after, events);
    Ok(())
}

/// Whether the command would be accepted.
pub(crate) fn allows(state: &DeskState, by: Seat, command: &Command) -> bool {
    outcome(state, by, command).is_ok()
}

/// The events of a command, and the desk after it.
fn outcome(
    state: &DeskState,
    by: Seat,
    command: &Command,
) -> Result<(Vec<Event>, DeskState), Refusal> {
    check_seat(state, by, command)?;
    let mut own = Vec::new();
    dispatch(state, by, command, &mut own)?;
    let mut after = state.clone();
    own.iter().for_each(|event| evolve(&mut after, event));
    for follow in [effect::minister_pays, pillage::opened, booking::overflow] {
        let more = follow(&after, &own);
        more.iter().for_each(|event| evolve(&mut after, event));
        own.extend(more);
    }
    // A command is refused if it would make impossible a term that this player owes (TI-74).
    if let Some(owed) = after.owed.iter().find(|owed| owed.by == by && is_impossible(&after, owed))
        && state.owed.contains(owed)
    {
        return Err(Refusal::Bound);
    }
    capacity::check(state, &after)?;
    Ok((own, after))
}

fn check_seat(state: &DeskState, by: Seat, command: &Command) -> Result<(), Refusal> {
    if by.index() >= state.table.players.len() {
        return Err(Refusal::NoSuchSeat);
    }
    if !state.table.is_in(by) {
        return Err(Refusal::Out);
    }
    let discards = matches!(command, Command::Book { entry: Entry::Discard { .. } });
    match state.overfull() {
        Some(seat) if seat != by || !discards => Err(Refusal::DiscardFirst),
        Some(_) | None => Ok(()),
    }
}

fn dispatch(
    state: &DeskState,
    by: Seat,
    command: &Command,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    match command {
        Command::Offer { to, terms } => offers::offer(state, by, *to, terms, events),
        Command::Accept { offer } => offers::accept(state, by, *offer, events),
        Command::Decline { offer } => offers::decline(state, by, *offer, events),
        Command::Withdraw { to } => offers::withdraw(state, by, *to, events),
        Command::Advance { to } => progress::advance(state, by, *to, events),
        Command::SetMoment { moment } => progress::set(state, *moment, events),
        Command::Report { act, units_of } => deeds::report(state, by, act, *units_of, events),
        Command::Book { entry } => booking::book(state, by, entry, events),
        Command::Give { to, goods } => deeds::give(state, by, *to, goods, events),
        Command::PlayNote { note } => deeds::play_note(state, by, *note, events),
        Command::Pillage { victim, takes } => pillage::pillage(state, by, *victim, *takes, events),
        Command::Settle { promise, faith } => word::settle(state, by, *promise, *faith, events),
        Command::Release { promise } => word::release(state, by, *promise, events),
        Command::Neighbour { with, are } => progress::neighbour(state, by, *with, *are, events),
        Command::Invoke { with, power } => deeds::invoke(state, by, *with, *power, events),
        Command::Board { change } => progress::board(state, by, change, events),
        Command::Speaker { seat } => progress::speaker(state, *seat, events),
        Command::Declare { condition, begins } => {
            condition::declare(state, by, *condition, *begins, events)
        }
        Command::Use { effect } => effect::carry::carry_out(state, by, effect, events),
        Command::Take { from, card } => look::take(state, by, *from, card, events),
        Command::Waive { from } => demand::waive(state, by, *from, events),
        Command::Show { to, cards } => look::show(state, by, *to, cards, events),
        Command::Chart { feature } => feature::chart(state, by, feature, events),
        Command::Count { holdings } => count::count(state, by, holdings, events),
        Command::Sync { source, facts } => sync::sync(state, by, *source, facts, events),
        Command::Reconcile { fact, take } => sync::reconcile(state, by, fact, *take, events),
        Command::Correct { correction } => mend::correct(state, by, correction, events),
        Command::LeaveIt { correction } => mend::leave_it(state, by, correction, events),
        Command::Leave => deeds::leave(state, by, events),
    }
}

/// What follows automatically: terms that can no longer be performed and offers that can no longer be honoured become
/// void.
fn clear_up(after: &mut DeskState, events: &mut Vec<Event>) {
    let impossible = after.owed.iter().filter(|owed| is_impossible(after, owed));
    let void: Vec<Event> = impossible
        .map(|owed| Event::Discharged { id: owed.id, by: owed.by, faith: Faith::Void })
        .collect();
    void.iter().for_each(|event| evolve(after, event));
    let moot = demand::moot(after);
    moot.iter().for_each(|event| evolve(after, event));
    let dead = after.offers.iter().filter(|offer| !is_deliverable(after, offer));
    let gone = dead.map(|offer| Event::Resolved {
        from: offer.from,
        to: offer.to,
        number: offer.number,
        resolution: Resolution::Void,
    });
    events.extend(void.into_iter().chain(moot).chain(gone));
}

/// Whether a term that is owed in this step can no longer be performed.
pub(crate) fn is_impossible(state: &DeskState, owed: &Promise) -> bool {
    if !state.table.is_in(owed.by) || !state.table.is_in(owed.to) {
        return true;
    }
    let deal = Deal { parties: (owed.by, owed.to), terms: vec![owed.term.clone()] };
    let found = verdict::judge(&state.table, &deal);
    found.terms.iter().any(|term| term.finding == Finding::Fails)
}

/// Whether the player who made an offer still has its cards and may still give what it contains.
pub(crate) fn is_deliverable(state: &DeskState, offer: &OpenOffer) -> bool {
    if !state.table.is_in(offer.from) || !state.table.is_in(offer.to) {
        return false;
    }
    let deal = offer.deal();
    holds_cards(state, offer.from, &deal) && leaves_enough(state, offer.from, &deal)
}

/// Whether `seat` holds every hidden card that it would give or play under the deal.
pub(crate) fn holds_cards(state: &DeskState, seat: Seat, deal: &Deal) -> bool {
    let table = &state.table;
    let holds = |note| table.could_hold(Eye::Of(seat), seat, note);
    let others = deal.terms.iter().filter(|term| term.by != seat);
    let handed_over: Vec<_> = others.flat_map(|term| term.act.notes_given()).collect();
    let now = table.moment.step();
    deal.terms.iter().filter(|term| term.by == seat).all(|term| match &term.act {
        Act::Transfer { goods } if term.when.is_now(now) => {
            goods.notes.iter().all(|note| holds(*note)) && content::holds_hidden(table, seat, goods)
        }
        Act::UseNote { note } | Act::KeepNote { note } => {
            holds(*note) || handed_over.contains(&note)
        }
        Act::PlayCard { card, .. } => {
            let hand = &table.player(seat).action_cards;
            table.is_unknown(seat) || hand.iter().any(|held| held.as_deref() == Some(card))
        }
        Act::Transfer { .. }
        | Act::Produce { .. }
        | Act::Vote { .. }
        | Act::Abstain
        | Act::Use { .. }
        | Act::Refrain { .. }
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
        | Act::Score { .. } => true,
    })
}

/// Whether `seat` can still do what it already owes after giving what the deal says.
fn leaves_enough(state: &DeskState, seat: Seat, deal: &Deal) -> bool {
    if !state.owed.iter().any(|owed| owed.by == seat) {
        return true;
    }
    let mut after = state.clone();
    let transaction = deal.transaction(state.table.moment.step());
    for Half { giver, goods, .. } in transaction.halves() {
        if giver == seat {
            after.table.players[seat.index()].pay(goods);
        }
    }
    let mut owed = state.owed.iter().filter(|owed| owed.by == seat);
    !owed.any(|owed| is_impossible(&after, owed))
}
