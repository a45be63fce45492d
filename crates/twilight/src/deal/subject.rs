//! What a term is about, once the judge has recognised it. A term without a subject is not judged, so it cannot bind.

use crate::ability::power::{self, Power};
use crate::ability::row::Kind;
use crate::deal::choice::{self, Choice};
use crate::deal::lexicon::{self, Objective};
use crate::deal::phrase::{self, Parts, Phrase};
use crate::deal::why::Why;
use crate::deal::{Act, Term};
use crate::similar::{fold, is};
use crate::table::DeskTable;
use crate::table::hand::Note;
use crate::table::scene::Custom;

/// What an act is about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Subject<'a> {
    Units,
    Votes,
    Abstention,
    Power(&'static Power),
    Custom(&'a Custom),
    Note(Note),
    Place,
    Choice(Choice, Phrase),
    Replenish,
    Pass,
    /// A technology of the game, or one that the situation declares.
    Technology(Option<&'static Power>),
    Objective(Option<Objective>),
}

/// The subject of a term.
///
/// # Errors
/// Why nobody can judge it.
pub(crate) fn of<'a>(table: &'a DeskTable, term: &Term) -> Result<Subject<'a>, Why> {
    match &term.act {
        Act::Produce { unit, .. } => match are_units(table, unit) {
            true => Ok(Subject::Units),
            false => Err(unrecognised("unit", unit)),
        },
        Act::Vote { outcome, .. } => match is_outcome(table, outcome) {
            true => Ok(Subject::Votes),
            false => Err(unrecognised("outcome of an agenda", outcome)),
        },
        Act::Abstain => Ok(Subject::Abstention),
        Act::Use { power, .. } | Act::Refrain { power, .. } => of_power(table, power),
        Act::PlayCard { card, .. } => match of_power(table, card)? {
            Subject::Power(power) if power.kind != Kind::ActionCard => Err(Why::UnknownPower),
            found => Ok(found),
        },
        Act::UseNote { note } | Act::KeepNote { note } => Ok(Subject::Note(*note)),
        Act::Activate { system }
        | Act::LeaveAlone { system }
        | Act::MoveInto { system }
        | Act::StayOut { system } => match is_place(table, system) {
            true => Ok(Subject::Place),
            false => Err(unrecognised("system or planet", system)),
        },
        Act::Choose { what, at } | Act::Avoid { what, at } => {
            let step = at.unwrap_or(table.moment.step());
            let found = choice::about(table, step, what);
            let offers = || choice::offered_in_words(step);
            found
                .map(|(choice, phrase)| Subject::Choice(choice, phrase))
                .ok_or_else(|| Why::NotOffered { now: step, offers: offers() })
        }
        Act::Replenish => Ok(Subject::Replenish),
        Act::Pass => Ok(Subject::Pass),
        Act::Research { technology } => of_technology(table, technology),
        Act::Score { objective } => of_objective(table, term, objective),
        Act::Words { .. } | Act::Transfer { .. } | Act::CardResult { .. } | Act::PayBack { .. } => {
            Err(Why::FreeWords)
        }
    }
}

fn unrecognised(kind: &'static str, what: &str) -> Why {
    Why::Unrecognised { kind, what: what.to_owned() }
}

fn of_power<'a>(table: &'a DeskTable, name: &str) -> Result<Subject<'a>, Why> {
    if let Some(custom) = table.scene.custom(name) {
        return Ok(Subject::Custom(custom));
    }
    match power::find(name) {
        Some(power) if power.is_transaction() => Err(Why::SayWhatIsGiven),
        Some(power) => Ok(Subject::Power(power)),
        None => Err(Why::UnknownPower),
    }
}

fn of_technology<'a>(table: &'a DeskTable, name: &str) -> Result<Subject<'a>, Why> {
    let known = power::find(name).filter(|it| it.kind == Kind::Technology);
    match (known, table.scene.custom(name)) {
        (Some(power), _) => Ok(Subject::Technology(Some(power))),
        (None, Some(_)) => Ok(Subject::Technology(None)),
        (None, None) => Err(unrecognised("technology", name)),
    }
}

/// An objective of the game, or one that the performer is said to hold.
fn of_objective<'a>(table: &'a DeskTable, term: &Term, name: &str) -> Result<Subject<'a>, Why> {
    let folded = fold(name);
    let held = || table.player(term.by).secrets.iter().flatten().any(|it| is(it, &folded));
    match lexicon::objective(&folded) {
        Some(objective) => Ok(Subject::Objective(Some(objective))),
        None if held() => Ok(Subject::Objective(None)),
        None => Err(unrecognised("objective", name)),
    }
}

pub(crate) fn is_place(table: &DeskTable, words: &str) -> bool {
    lexicon::is_place(words)
        || table.map.as_ref().is_some_and(|map| map.look_up(words).is_some())
        || phrase::read(table, words).is_some_and(|it| Choice::Place.fits(it.parts))
}

pub(crate) fn is_outcome(table: &DeskTable, words: &str) -> bool {
    let plain = ["for", "against"].iter().any(|it| is(words, it));
    plain || phrase::read(table, words).is_some_and(|it| choice::is_outcome(it.parts))
}

fn are_units(table: &DeskTable, words: &str) -> bool {
    let allowed = Parts::UNIT.and(Parts::NUMBER).and(Parts::TECHNOLOGY);
    let known = crate::table::price::of(words, 1).is_some();
    known
        || phrase::read(table, words).is_some_and(|it| {
            it.parts.has_any(Parts::UNIT.and(Parts::TECHNOLOGY)) && it.parts.is_within(allowed)
        })
}
