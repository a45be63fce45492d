//! What can be wrong with something that a table is asked.

use parley::Refusal;
use serde::Serialize;

use crate::lobby::record::TableRecord;
use crate::wire::problem::Problem;

fn problem(
    kind: &'static str,
    status: u16,
    title: &'static str,
    detail: impl Into<String>,
) -> Problem {
    Problem {
        kind,
        status,
        title,
        detail: detail.into(),
        clause: None,
        field: None,
        refusal: None,
        retry_after: None,
    }
}

const RULES: &str = "The rules do not allow it";

/// The rules say no.
pub(crate) fn refused<R: Refusal + Serialize>(refusal: &R) -> Problem {
    Problem {
        clause: Some(refusal.clause().to_string().into()),
        refusal: serde_json::to_value(refusal).ok().map(Box::new),
        ..problem("refused", 422, RULES, refusal.to_string())
    }
}

/// The rules said no, and nobody remembers which.
pub(crate) fn refused_before() -> Problem {
    let detail = "It was refused when it was first sent; to try again takes a new id.";
    problem("refused", 422, RULES, detail)
}

/// The command is none that this game knows.
pub(crate) fn unreadable(field: &str, reason: &str) -> Problem {
    let field = if field == "." { "command".to_owned() } else { format!("command.{field}") };
    let detail = format!("`{field}` cannot be read: {reason}.");
    Problem {
        field: Some(field.into()),
        ..problem("invalid", 422, "The command cannot be read", detail)
    }
}

pub(crate) fn paused() -> Problem {
    problem("paused", 409, "The table rests", "Play is paused; resume it first.")
}

pub(crate) fn over() -> Problem {
    problem("over", 409, "The table is closed", "This table has come to its end.")
}

pub(crate) fn not_over() -> Problem {
    let detail = "Replays and records open when the game is over.";
    problem("not_over", 409, "The game is not over", detail)
}

pub(crate) fn no_such_seat() -> Problem {
    problem("not_found", 404, "No such seat", "You hold no such seat at this table.")
}

/// What was asked may or may not be on disk: the caller asks again with the same id.
pub(crate) fn unavailable() -> Problem {
    let detail = "The table cannot be reached at the moment; try again with the same id.";
    Problem { retry_after: Some(1), ..problem("unavailable", 503, "Try again", detail) }
}

/// What is kept of the table cannot be read: to try again does not help.
pub(crate) fn quarantined() -> Problem {
    Problem::quarantined("table")
}

pub(crate) fn busy() -> Problem {
    let detail = "The table is moved on faster than this command can be placed; try again.";
    Problem { retry_after: Some(1), ..problem("conflict", 409, "Try again", detail) }
}

pub(crate) fn bad_id(longest: usize) -> Problem {
    let detail = format!(
        "`id` is 1 to {longest} characters, none of them a control character, and new for each command."
    );
    Problem {
        field: Some("id".into()),
        ..problem("invalid", 422, "The command cannot be read", detail)
    }
}

pub(crate) fn id_used() -> Problem {
    let detail = "This id belongs to another command of yours; use a new one for each.";
    Problem { field: Some("id".into()), ..problem("id_used", 409, "The id is taken", detail) }
}

/// A table that says of itself that it has not begun.
pub(crate) fn not_begun(table: &TableRecord) -> Problem {
    if table.game.is_some() { table.contradicts() } else { not_started() }
}

pub(crate) fn not_started() -> Problem {
    problem("conflict", 409, "Too early", "The game has not begun.")
}
