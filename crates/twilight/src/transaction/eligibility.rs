//! Whether two players may transact now at all (TI-02 … TI-15).

use parley::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ability::Ability;
use crate::ability::traits::Trait;
use crate::ability::window::Event;
use crate::round::step::{Phase, Step};
use crate::similar::fold;
use crate::table::question::Question;
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
    if [a, b].into_iter().any(|seat| table.scene.censured.contains(seat)) {
        return Err(Bar::Censured);
    }
    undisturbed(table, a, b)?;
    if let Some(grant) = table.grants.iter().find(|grant| grant.is_between(a, b))
        && lifts_the_limit(grant.by, table.moment.phase())
    {
        return Ok(Right::Grant(grant.by));
    }
    match table.moment.phase() {
        Phase::Action => in_turn(table, a, b).map(|()| Right::Turn),
        Phase::Agenda => in_agenda(table, a, b).map(|()| Right::Agenda),
        Phase::Benediction => in_benediction(table, a, b).map(|()| Right::Agenda),
        phase => Err(Bar::NoTransactionsNow { phase }),
    }
}

/// Some abilities lift the limit only in the action phase and change nothing in the agenda phase.
fn lifts_the_limit(ability: Ability, phase: Phase) -> bool {
    phase != Phase::Agenda || !ability.has(Trait::KeepsTheLimitOfAnAgenda)
}

/// Whether the table lets the player who acts outside their own turn transact like an active player (TI-106).
fn acts_as_active(table: &DeskTable) -> Option<bool> {
    let question = acting_question(table);
    let all = table.readings.acting_outside_turn.map(|permit| permit == Permit::Yes);
    table.readings.settled.reads(question).or(all)
}

/// The question that the ability raises by which somebody acts outside their own turn.
pub(crate) fn acting_question(table: &DeskTable) -> Question {
    let by = table.scene.acting_by.as_deref().map(fold);
    match by.as_deref() {
        Some("puppetsonastring") => Question::PuppetsOnAString,
        Some("zeu") => Question::Zeu,
        _ => Question::Interrupts,
    }
}

/// A question that bars a transaction unless the table has settled it in its favour.
pub(crate) fn settled(table: &DeskTable, question: Question) -> Result<(), Bar> {
    match table.readings.settled.reads(question) {
        Some(true) => Ok(()),
        Some(false) => Err(Bar::SettledAgainst { question }),
        None => Err(Bar::Unsettled { question }),
    }
}

/// Nothing that was announced and is still to be resolved stands in the way.
fn undisturbed(table: &DeskTable, a: Seat, b: Seat) -> Result<(), Bar> {
    if table.scene.happened.is_empty() {
        return Ok(());
    }
    let party = |seat: Option<Seat>| seat.is_none_or(|seat| seat == a || seat == b);
    let cards = [
        ("Diplomatic Pressure", Question::UnderPressure),
        ("Salvage", Question::BeforeSalvage),
        ("Extreme Duress", Question::UnderDuress),
    ];
    for (card, question) in cards {
        if table.scene.announced(card).is_some_and(|it| party(it.on)) {
            settled(table, question)?;
        }
    }
    if table.scene.announced("Reflect").is_some_and(|it| party(it.by)) {
        settled(table, Question::Reflect)?;
    }
    match [a, b].into_iter().any(|seat| could_be_pillaged(table, seat)) {
        true => settled(table, Question::SecondBeforePillage),
        false => Ok(()),
    }
}

/// Whether this player has just resolved a transaction and somebody can pillage them for it.
fn could_be_pillaged(table: &DeskTable, seat: Seat) -> bool {
    const LEAST: u16 = 3;
    let mut just = table.scene.happened.iter().filter(|it| it.event == Event::Transaction);
    let traded = just.any(|it| it.by == Some(seat) || it.on == Some(seat));
    let robber = |other: Seat| {
        other != seat
            && table.player(other).can(Trait::Pillages)
            && table.tie(other, seat) == Tie::Neighbours
            && !table.is_kept_from_pillage(seat, other)
    };
    traded && table.player(seat).trade_goods >= LEAST && table.seats().any(robber)
}

/// Twilight's Fall: whether there are transactions at all, and how many.
fn in_benediction(table: &DeskTable, a: Seat, b: Seat) -> Result<(), Bar> {
    settled(table, Question::Benediction)?;
    match table.transacted.contains(a, b) {
        true => settled(table, Question::EdictLimit),
        false => Ok(()),
    }
}

fn in_turn(table: &DeskTable, a: Seat, b: Seat) -> Result<(), Bar> {
    let party = |seat: Option<Seat>| seat == Some(a) || seat == Some(b);
    if !party(table.moment.active()) {
        match (party(table.acting), acts_as_active(table)) {
            (true, Some(true)) => {}
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
        Tie::Disputed(Question::MapEffects) => Err(Bar::NeighboursDisputed),
        Tie::Disputed(question) => Err(Bar::Unsettled { question }),
        Tie::Apart => Err(Bar::NotNeighbours),
    }
}

fn in_agenda(table: &DeskTable, a: Seat, b: Seat) -> Result<(), Bar> {
    if table.in_force.does(Trait::ClosesTheAgendaPhase) {
        return Err(Bar::HiddenAgenda);
    }
    if [a, b].into_iter().any(|seat| table.player(seat).can(Trait::KeepsOutOfAgendaTrades)) {
        return Err(Bar::KeepsOutOfAgendas);
    }
    let step = table.moment.step();
    let is_over = step == Step::PredictionRewards && table.scene.between_steps;
    if step == Step::ReadyPlanets || is_over {
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
