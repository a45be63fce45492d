//! The turn: its start, the deploy, its end, and whose turn comes next (section 2).

use parley::Seat;

use crate::draft::Draft;
use crate::ending;
use crate::event::{DeployCount, Event};
use crate::garrison;
use crate::map::{Territory, TerritorySet};
use crate::proposal;
use crate::refusal::{Doing, Refusal};
use crate::settings::Rules;
use crate::state::State;
use crate::tactical;

/// Begins the first round and the first turn.
pub(crate) fn open(draft: &mut Draft<'_>) {
    start_round(draft);
    let first = draft.state.turn;
    start_turn(draft, first);
}

/// The window has closed: the next living seat's turn begins, and a round with it if this one is over (BC-105).
pub(crate) fn advance(draft: &mut Draft<'_>) {
    let current = draft.state.turn;
    let next = draft.state.next_living(current);
    if next <= current {
        if ending::time_is_up(draft.rules, &draft.state) {
            return ending::by_time(draft);
        }
        start_round(draft);
    }
    if draft.state.outcome.is_none() {
        start_turn(draft, next);
    }
}

/// Proposals expire, agreements end, accepted agreements activate (BC-202).
fn start_round(draft: &mut Draft<'_>) {
    let round = draft.state.round + 1;
    draft.emit(Event::RoundStarted { round });
    proposal::expire(draft);
    proposal::end_treaties(draft);
    proposal::activate(draft);
    ending::check_shared(draft);
}

/// Queued effects take effect, cards are drawn, the deploy is counted (BC-202).
fn start_turn(draft: &mut Draft<'_>, seat: Seat) {
    draft.emit(Event::TurnStarted { seat });
    tactical::fade(draft, seat);
    tactical::take_hold(draft, seat);
    for _ in 0..cards_due(draft.rules, &draft.state, seat) {
        draft.draw(seat);
    }
    let count = count_deploy(draft.rules, &draft.state, seat);
    draft.emit(Event::DeployCounted { seat, count });
}

/// The cards that a seat draws at its turn start (BC-204).
pub(crate) fn cards_due(rules: &Rules, state: &State, seat: Seat) -> u32 {
    let numbers = rules.numbers();
    let seat = state.seat(seat);
    let conquest = if seat.conquered { numbers.cards_for_conquest } else { 0 };
    let plain = i32::from(numbers.cards_per_turn) + i32::from(conquest) + i32::from(seat.muster);
    let zones: i32 = zones_held(rules, seat.lands).map(|zone| zone.cards).sum();
    (plain + zones).max(0) as u32
}

fn zones_held(rules: &Rules, lands: TerritorySet) -> impl Iterator<Item = &crate::map::ZoneRules> {
    rules.map.zones().iter().filter(move |zone| lands.contains_all(zone.territories))
}

/// The troops that a seat deploys (BC-203).
pub(crate) fn count_deploy(rules: &Rules, state: &State, seat: Seat) -> DeployCount {
    let traitor = if state.is_traitor(seat) { rules.numbers().traitor_deploy } else { 0 };
    let seat = state.seat(seat);
    let base = (seat.lands.len() as u32 / rules.numbers().territories_per_troop)
        .max(rules.settings().deploy_floor);
    let zones: i32 = zones_held(rules, seat.lands).map(|zone| zone.troops).sum();
    let gross = i64::from(base) + i64::from(zones) + i64::from(seat.bonus);
    let penalised = gross - i64::from(seat.sabotage) - i64::from(traitor);
    let available = penalised.max(0) as u32;
    let repaid = seat.debt.min(available);
    let total = (available - repaid).min(garrison::room(rules, state, seat.lands));
    DeployCount { base, zones, bonus: seat.bonus, sabotage: seat.sabotage, traitor, repaid, total }
}

pub(crate) fn deploy(
    rules: &Rules,
    state: &State,
    seat: Seat,
    (to, troops): (Territory, u32),
    left: u32,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    garrison::own(rules, state, seat, to, Doing::Deploy)?;
    if troops == 0 {
        return Err(Refusal::NoTroops { doing: Doing::Deploy });
    }
    if troops > left {
        return Err(Refusal::DeployTooMany { left, asked: troops });
    }
    let room = garrison::room_on(rules, state, to);
    if troops > room {
        return Err(Refusal::NoRoom { room });
    }
    events.push(Event::Deployed { seat, to, troops });
    Ok(())
}

/// The turn is over; its between-turn window opens, unless the turn has won the game.
pub(crate) fn end(rules: &Rules, state: &State, seat: Seat, events: &mut Vec<Event>) {
    events.push(Event::TurnEnded { seat });
    if let Some(outcome) = ending::by_map_share(rules, state, seat) {
        events.push(Event::GameOver { outcome });
    }
}
