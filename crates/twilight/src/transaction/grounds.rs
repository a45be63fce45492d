//! Why two players may transact now, in words.

use parley::{Clause, Seat};

use crate::ability::traits::Trait;
use crate::round::step::Phase;
use crate::table::{DeskTable, Tie};
use crate::transaction::bar::ti;
use crate::transaction::eligibility::Right;

/// A sentence and its clause, for a pair that may transact.
pub(crate) fn of(table: &DeskTable, a: Seat, b: Seat, right: Right) -> (String, Clause) {
    let (text, number) = match right {
        Right::Grant(ability) => (format!("{} permits it.", ability.name()), 10),
        Right::Agenda if table.moment.phase() == Phase::Benediction => {
            ("The edict allows one transaction with each player.".to_owned(), 11)
        }
        Right::Agenda => {
            ("In the agenda phase you may trade with everybody, once per agenda.".to_owned(), 11)
        }
        Right::Turn if table.tie(a, b) == Tie::Neighbours => {
            ("You are neighbours, and it is the turn of one of you.".to_owned(), 2)
        }
        Right::Turn => (beyond_neighbours(table, a, b), 8),
    };
    (text, ti(number))
}

/// The same about two players by their names.
pub(crate) fn told(table: &DeskTable, a: Seat, b: Seat, right: Right) -> (String, Clause) {
    let (one, other) = (&table.player(a).name, &table.player(b).name);
    let (text, number) = match right {
        Right::Turn if table.tie(a, b) == Tie::Neighbours => {
            let active = table.moment.active().map_or("", |seat| table.player(seat).name.as_str());
            (format!("{one} and {other} are neighbours, and it is the turn of {active}."), 2)
        }
        Right::Agenda if table.moment.phase() == Phase::Agenda => {
            let text = format!(
                "{one} and {other} may trade once while an agenda is resolved, neighbours or not."
            );
            (text, 11)
        }
        Right::Turn | Right::Agenda | Right::Grant(_) => return of(table, a, b, right),
    };
    (text, ti(number))
}

/// What makes up for not being neighbours.
fn beyond_neighbours(table: &DeskTable, a: Seat, b: Seat) -> String {
    let reaches = |seat: Seat| table.can(seat, Trait::ReachesAnybody);
    match [a, b].into_iter().find(|seat| reaches(*seat)) {
        Some(seat) => {
            let name = &table.player(seat).name;
            format!("{name} may trade with anybody, neighbour or not.")
        }
        None => "Something in force lets you trade without being neighbours.".to_owned(),
    }
}
