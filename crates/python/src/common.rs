//! What several classes need.

use backchannel::Game;
use gym::Layout;
use parley::{Audience, Game as _, Journal, Language, Seat};
use pyo3::prelude::*;

use crate::error::{IllegalAction, value};

/// What a seat knows, as text.
pub(crate) fn report(game: &Game, seat: Seat) -> String {
    let view = game.view(Audience::Seat(seat));
    backchannel::brief::brief(game.rules(), &view, Language::English)
}

/// The log of a seat from its line `since` on; without a seat nothing is hidden.
pub(crate) fn log(
    journal: Option<&Journal<Game>>,
    rules: &backchannel::Rules,
    audience: Audience,
    since: usize,
) -> PyResult<Vec<String>> {
    let journal =
        journal.ok_or_else(|| value("log: this environment keeps none; make it with log=True"))?;
    Ok(journal.log(audience).skip(since).map(|notice| told(&notice, rules)).collect())
}

/// A notice as a sentence in English.
pub(crate) fn told(notice: &backchannel::Notice, rules: &backchannel::Rules) -> String {
    backchannel::signal::plain(&backchannel::narrate::line(notice, rules, Language::English))
}

/// A number that counts something.
pub(crate) fn number(number: i64) -> PyResult<u64> {
    u64::try_from(number).map_err(|_| {
        IllegalAction::new_err(format!(
            "action: {number} is not possible now; choose a number that the mask allows"
        ))
    })
}

/// A layout for the Python side.
pub(crate) fn layout_json(layout: &Layout) -> String {
    let field = |field: &gym::Field| {
        serde_json::json!({
            "name": field.name, "offset": field.offset, "rows": field.rows,
            "features": field.features, "scales": field.scales,
        })
    };
    let fields: Vec<_> = layout.fields.iter().map(field).collect();
    serde_json::json!({ "size": layout.size, "fields": fields }).to_string()
}

/// The rules name and version, for replays.
pub(crate) const RULES: &str = <Game as parley::Game>::RULES;
