//! Pillage: Mentak may rob players who transact or gain trade goods (section 9 of the manual).

use parley::Seat;

use crate::ability::traits::Trait;
use crate::desk::command::{Entry, Loot};
use crate::desk::effect::carry::used;
use crate::desk::event::Event;
use crate::desk::exchange::precedence;
use crate::desk::progress::observe;
use crate::desk::refusal::Refusal;
use crate::desk::state::DeskState;
use crate::table::{DeskTable, Tie};

/// Its name in promises.
const PILLAGE: &str = "Pillage";
/// The number of trade goods from which a player can be pillaged.
const WORTH_ROBBING: u16 = 3;

/// The chances to pillage that `events` opened, given the table `after` them.
pub(crate) fn opened(after: &DeskState, events: &[Event]) -> Vec<Event> {
    let table = &after.table;
    let watched = watched(table, events);
    let pirates = table.seats().filter(|by| table.is_in(*by));
    let pirates = pirates.filter(|by| table.player(*by).can(Trait::Pillages));
    let pairs = pirates.flat_map(|by| watched.iter().map(move |victim| (by, *victim)));
    let open = pairs
        .filter(|(by, victim)| is_prey(table, *by, *victim))
        .filter(|chance| !after.pillages.contains(chance));
    open.map(|(by, victim)| Event::PillageOpened { by, victim }).collect()
}

/// The players who transacted or gained trade goods, in order of whose effect resolves first (TI-22).
fn watched(table: &DeskTable, events: &[Event]) -> Vec<Seat> {
    let mut seats: Vec<Seat> = events.iter().flat_map(gainers).collect();
    seats.sort_by_key(|seat| precedence(table, *seat));
    seats.dedup();
    seats
}

/// Converting one's own commodities into trade goods is not gaining them (TI-36).
fn gainers(event: &Event) -> Vec<Seat> {
    match event {
        Event::Exchanged { transaction, .. } => vec![transaction.sides.0, transaction.sides.1],
        Event::Given { to, goods, .. } if goods.trade_goods > 0 || goods.commodities > 0 => {
            vec![*to]
        }
        Event::Gained { seat, count: 1.. }
        | Event::Booked { seat, entry: Entry::GainGoods { count: 1.. } } => vec![*seat],
        Event::Pillaged { by, .. } => vec![*by],
        Event::Given { .. }
        | Event::Gained { .. }
        | Event::Booked { .. }
        | Event::Offered { .. }
        | Event::Resolved { .. }
        | Event::Struck { .. }
        | Event::NoteMoved { .. }
        | Event::Scored { .. }
        | Event::Silenced { .. }
        | Event::Bound { .. }
        | Event::Promised { .. }
        | Event::Discharged { .. }
        | Event::Settled { .. }
        | Event::Said { .. }
        | Event::Moved { .. }
        | Event::Passed { .. }
        | Event::StrategyCardUsed { .. }
        | Event::Reported { .. }
        | Event::Spent { .. }
        | Event::Overflowed { .. }
        | Event::PillageOpened { .. }
        | Event::PillageClosed { .. }
        | Event::Neighboured { .. }
        | Event::Invoked { .. }
        | Event::Boarded { .. }
        | Event::SpeakerMoved { .. }
        | Event::Declared { .. }
        | Event::Used { .. }
        | Event::Demanded { .. }
        | Event::Yielded { .. }
        | Event::Waived { .. }
        | Event::Looked { .. }
        | Event::Waylaid { .. }
        | Event::Taken { .. }
        | Event::Shown { .. }
        | Event::Researched { .. }
        | Event::Charted { .. }
        | Event::Left { .. }
        | Event::Counted { .. }
        | Event::CountedTwice { .. }
        | Event::MadeExact
        | Event::Synced { .. }
        | Event::Mapped { .. }
        | Event::Reconciled { .. }
        | Event::CorrectionAsked { .. }
        | Event::CorrectionDropped { .. }
        | Event::Corrected { .. }
        | Event::Followed { .. } => Vec::new(),
    }
}

fn is_prey(table: &DeskTable, by: Seat, victim: Seat) -> bool {
    let safe = table.in_play(victim, Trait::KeepsFromPillage).any(|note| note.issuer == by);
    let rich = table.player(victim).trade_goods >= WORTH_ROBBING;
    by != victim && rich && !safe && table.tie(by, victim) == Tie::Neighbours
}

pub(crate) fn pillage(
    state: &DeskState,
    by: Seat,
    victim: Seat,
    takes: Option<Loot>,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    if !state.pillages.contains(&(by, victim)) {
        return Err(Refusal::NoPillage);
    }
    let Some(takes) = takes else {
        events.push(Event::PillageClosed { by, victim });
        return Ok(());
    };
    let robbed = state.table.player(victim);
    let has = match takes {
        Loot::TradeGood => robbed.trade_goods,
        Loot::Commodity => robbed.commodities,
    };
    if has == 0 {
        return Err(Refusal::TooFew { has, needs: 1 });
    }
    events.push(Event::Pillaged { by, victim, takes });
    observe(state, by, &used(PILLAGE), events)
}
