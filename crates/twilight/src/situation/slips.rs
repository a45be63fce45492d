//! Names in terms that are probably slips: an error with "did you mean", instead of a term that cannot be judged.

use super::Read;
use super::error::{SituationError, Wrong};
use crate::ability::power;
use crate::ability::row::Kind;
use crate::deal::lexicon;
use crate::deal::{Act, Term, subject};
use crate::galaxy::Tiles;
use crate::similar::Unknown;
use crate::table::DeskTable;

/// Checks one term of a deal.
pub(super) fn check(table: &DeskTable, field: &str, term: &Term) -> Read<()> {
    if subject::of(table, term).is_ok() {
        return Ok(());
    }
    let places = || places(table);
    let (verb, unknown) = match &term.act {
        Act::Research { technology } => {
            ("research", among("technology", technology, &technologies()))
        }
        Act::Score { objective } => {
            let known: Vec<String> = lexicon::objectives().map(str::to_owned).collect();
            ("score", among("objective", objective, &known))
        }
        Act::Activate { system } => ("activate", among("system", system, &places())),
        Act::LeaveAlone { system } => ("do_not_activate", among("system", system, &places())),
        Act::MoveInto { system } => ("move_into", among("system", system, &places())),
        Act::StayOut { system } => ("do_not_move_into", among("system", system, &places())),
        Act::Vote { outcome, .. } => {
            let players = table.players.iter().map(|it| it.name.clone());
            let mut known: Vec<String> = vec!["For".to_owned(), "Against".to_owned()];
            known.extend(players);
            known.extend(places());
            ("vote", among("outcome", outcome, &known))
        }
        Act::Transfer { .. }
        | Act::Produce { .. }
        | Act::Abstain
        | Act::Use { .. }
        | Act::Refrain { .. }
        | Act::UseNote { .. }
        | Act::KeepNote { .. }
        | Act::Choose { .. }
        | Act::Avoid { .. }
        | Act::Replenish
        | Act::Pass
        | Act::PlayCard { .. }
        | Act::CardResult { .. }
        | Act::PayBack { .. }
        | Act::Words { .. } => return Ok(()),
    };
    match unknown.is_slip() {
        true => Err(SituationError::at(format!("{field}.{verb}"), Wrong::Unknown(unknown))),
        false => Ok(()),
    }
}

fn among(kind: &'static str, typed: &str, known: &[String]) -> Unknown {
    Unknown::among(kind, typed, known.iter().map(|name| (name.as_str(), name.as_str())))
}

fn technologies() -> Vec<String> {
    let all = power::all().iter().filter(|it| it.kind == Kind::Technology);
    all.map(|it| it.name.to_owned()).collect()
}

/// The systems and planets that have names; numbers are never slips of each other.
fn places(table: &DeskTable) -> Vec<String> {
    let all = lexicon::place_names(Tiles::standard()).chain(table.scene.places.iter().cloned());
    all.filter(|name| {
        !name.starts_with(|it: char| it.is_ascii_digit()) && !name.starts_with("tile ")
    })
    .collect()
}
