//! The problems that a live table responds with.

use crate::lobby::record::TableRecord;
use crate::wire::problem::{Problem, ProblemKind};

/// The rules refused it, and the whole response is no longer remembered.
pub(crate) fn refused_before() -> Problem {
    let detail = "It was refused when it was first sent; to try again takes a new id.";
    Problem::new(ProblemKind::Refused, detail)
}

/// The command is not one of this game.
pub(crate) fn unreadable(field: &str, reason: &str) -> Problem {
    let field = if field == "." { "command".to_owned() } else { format!("command.{field}") };
    let detail = format!("`{field}` cannot be read: {reason}.");
    Problem::invalid(field, detail)
}

pub(crate) fn paused() -> Problem {
    Problem::new(ProblemKind::Paused, "Play is paused; resume it first.")
}

pub(crate) fn over() -> Problem {
    Problem::new(ProblemKind::Over, "This table is over.")
}

pub(crate) fn not_over() -> Problem {
    Problem::new(ProblemKind::NotOver, "Replays and records are available once the game is over.")
}

/// The replay has the seed, and others still play it.
pub(crate) fn sealed() -> Problem {
    let detail = "The replay of a daily table opens when its day ends, at midnight UTC.";
    Problem::new(ProblemKind::NotOver, detail)
}

/// The command is not an offer to the seat that is to accept it.
pub(crate) fn nothing_to_accept() -> Problem {
    Problem::invalid("command", "It is no offer that this seat could accept.")
}

/// It has to be answered or withdrawn first.
pub(crate) fn offer_is_open() -> Problem {
    Problem::conflict("There is an open offer between these two already; answer it or withdraw it.")
}

/// Somebody still plays.
pub(crate) fn not_left_to_bots() -> Problem {
    let detail = "The rest can be skipped once every person at the table is out of the game.";
    Problem::new(ProblemKind::Conflict, detail)
}

/// The step does not exist, or a person, a caretaker or nobody made it.
pub(crate) fn not_a_bots_move() -> Problem {
    Problem::new(ProblemKind::NotFound, "No bot made a move in that step.")
}

pub(crate) fn no_such_seat() -> Problem {
    Problem::new(ProblemKind::NotFound, "You do not have that seat at this table.")
}

/// It may or may not be on disk: the client retries with the same id.
pub(crate) fn unavailable() -> Problem {
    let detail = "The table cannot be reached at the moment; try again with the same id.";
    Problem::new(ProblemKind::Unavailable, detail).after(1)
}

/// The stored table cannot be read: a retry does not help.
pub(crate) fn quarantined() -> Problem {
    Problem::quarantined("table")
}

pub(crate) fn busy() -> Problem {
    Problem::conflict(
        "Others kept changing the table before this command could be carried out; try again.",
    )
    .after(1)
}

pub(crate) fn bad_id(longest: usize) -> Problem {
    let detail = format!(
        "`id` is 1 to {longest} characters, none of them a control character, and new for each command."
    );
    Problem::invalid("id", detail)
}

pub(crate) fn id_used() -> Problem {
    let detail = "This id belongs to another command of yours; use a new one for each.";
    Problem::new(ProblemKind::IdUsed, detail).at("id")
}

/// A table that has not begun, according to its record.
pub(crate) fn not_begun(table: &TableRecord) -> Problem {
    if table.game.is_some() { table.contradicts() } else { not_started() }
}

pub(crate) fn not_started() -> Problem {
    Problem::conflict("The game has not begun.")
}
