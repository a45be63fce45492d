//! Whether two players may transact now at all (TI-02 … TI-15).

use parley::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ability::Ability;
use crate::ability::traits::Trait;
use crate::round::step::{Phase, Step};
use crate::table::readings::Permit;
use crate::table::{DeskTable, Tie};
use crate::transaction::bar::Bar;

/// What permits a transaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Right {
    /// The pair's one transaction of this turn (TI-02).
    Turn,
    /// The pair's one transaction of this agenda (TI-11).
    Agenda,
    /// An ability that allows it in addition to the ordinary one.
    Grant(Ability),
}

/// What permits `a` and `b` to transact now.
///
/// # Errors
/// What prevents it.
pub fn right(table: &DeskTable, a: Seat, b: Seat) -> Result<Right, Bar> {
    if a == b || !table.is_in(a) || !table.is_in(b) {
        return Err(Bar::NotTwoPlayers);
    }
    if let Some(grant) = table.grants.iter().find(|grant| grant.is_between(a, b))
        && lifts_the_limit(grant.by, table.moment.phase())
    {
        return Ok(Right::Grant(grant.by));
    }
    match table.moment.phase() {
        Phase::Action => in_turn(table, a, b).map(|()| Right::Turn),
        Phase::Agenda => in_agenda(table, a, b).map(|()| Right::Agenda),
        phase => Err(Bar::NoTransactionsNow { phase }),
    }
}

/// Some abilities lift the limit only in the action phase and change nothing in the agenda phase.
fn lifts_the_limit(ability: Ability, phase: Phase) -> bool {
    phase != Phase::Agenda || !ability.has(Trait::KeepsTheLimitOfAnAgenda)
}

fn in_turn(table: &DeskTable, a: Seat, b: Seat) -> Result<(), Bar> {
    let party = |seat: Option<Seat>| seat == Some(a) || seat == Some(b);
    if !party(table.moment.active()) {
        match (party(table.acting), table.readings.acting_outside_turn) {
            (true, Some(Permit::Yes)) => {}
            (true, None) => return Err(Bar::ActingOutsideTurn),
            _ => return Err(Bar::NeitherActive),
        }
    }
    if table.transacted.contains(a, b) {
        return Err(Bar::OncePerTurn);
    }
    reach(table, a, b)
}

/// Checks that they are neighbours, or that something makes up for it.
fn reach(table: &DeskTable, a: Seat, b: Seat) -> Result<(), Bar> {
    let reaches = table.in_force.does(Trait::ReachesAnybody)
        || [a, b].into_iter().any(|seat| table.can(seat, Trait::ReachesAnybody))
        || (table.player(a).stations > 0 && table.player(b).stations > 0);
    match table.tie(a, b) {
        _ if reaches => Ok(()),
        Tie::Neighbours => Ok(()),
        Tie::Disputed => Err(Bar::NeighboursDisputed),
        Tie::Apart => Err(Bar::NotNeighbours),
    }
}

fn in_agenda(table: &DeskTable, a: Seat, b: Seat) -> Result<(), Bar> {
    if table.in_force.does(Trait::ClosesTheAgendaPhase) {
        return Err(Bar::HiddenAgenda);
    }
    if table.moment.step() == Step::ReadyPlanets {
        match table.readings.ready_planets {
            Some(Permit::Yes) => {}
            Some(Permit::No) => return Err(Bar::NoTransactionsNow { phase: Phase::Agenda }),
            None => return Err(Bar::BetweenAgendas),
        }
    }
    if table.transacted.contains(a, b) {
        return Err(Bar::OncePerAgenda);
    }
    Ok(())
}
