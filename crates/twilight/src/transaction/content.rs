//! What one side may give to the other (TI-17 … TI-21, TI-58, TI-59, TI-69).

use parley::Seat;

use crate::ability::row;
use crate::ability::traits::Trait;
use crate::round::step::Phase;
use crate::table::goods::Bundle;
use crate::table::hand::{Note, Place};
use crate::table::player::covers;
use crate::table::question::Question;
use crate::table::readings::Permit;
use crate::table::{DeskTable, Eye};
use crate::transaction::Half;
use crate::transaction::bar::Bar;
use crate::transaction::eligibility::settled;

/// Whether `giver` may give `bundle` to `taker` and has it, by what `eye` may know.
///
/// # Errors
/// The first item that may not be given or is not there.
pub fn check(
    table: &DeskTable,
    eye: Eye,
    Half { giver, taker, goods: bundle }: Half<'_>,
) -> Result<(), Bar> {
    if let Some(what) = bundle.other.first() {
        return Err(Bar::Untradable { what: what.clone() });
    }
    if bundle.commodities > 0 && table.player(giver).can(Trait::KeepsItsCommodities) {
        return Err(Bar::KeepsCommodities);
    }
    notes(table, eye, giver, taker, &bundle.notes)?;
    let black_market = table.in_force.black_market.contains(giver, taker);
    cards(table, giver, taker, bundle, black_market)?;
    captives(bundle, taker)?;
    planets(table, giver, bundle)?;
    technologies(table, giver, bundle)?;
    holdings(table, eye, giver, bundle)
}

fn notes(table: &DeskTable, eye: Eye, giver: Seat, taker: Seat, notes: &[Note]) -> Result<(), Bar> {
    let note = match notes {
        [] => return Ok(()),
        [note] => *note,
        more => return Err(Bar::TooManyNotes { given: more.len() }),
    };
    if matches!(table.notes.place(note), Some(Place::Play(_))) {
        return Err(Bar::NoteInPlay);
    }
    if !table.could_hold(eye, giver, note) {
        return Err(Bar::NoteNotInHand);
    }
    if note.kind.has(Trait::LendsTheCommander)
        && table.player(taker).faction.may(Trait::HasNoAlliance)
    {
        return Err(Bar::Hubris);
    }
    if note.kind.has(Trait::LendsTheCommander) && table.scene.announced("Sabotage").is_some() {
        settled(table, Question::AllianceAgainstSabotage)?;
    }
    match table.readings.malevolency {
        _ if !note.kind.has(Trait::IsOpenInTrade) => Ok(()),
        Some(Permit::Yes) => Ok(()),
        Some(Permit::No) => Err(Bar::Untradable { what: note.kind.to_string() }),
        None => Err(Bar::Malevolency),
    }
}

fn cards(
    table: &DeskTable,
    giver: Seat,
    taker: Seat,
    bundle: &Bundle,
    black_market: bool,
) -> Result<(), Bar> {
    let arbiters =
        [giver, taker].iter().any(|seat| table.player(*seat).can(Trait::TradesActionCards));
    if !bundle.action_cards.is_empty() && !arbiters && !black_market {
        return Err(Bar::ActionCards);
    }
    if !bundle.secrets.is_empty() && !black_market {
        return Err(Bar::Secret);
    }
    if !bundle.relics.iter().all(|relic| may_be_given(relic)) && !black_market {
        return Err(Bar::Relic);
    }
    Ok(())
}

fn may_be_given(relic: &str) -> bool {
    row::relic_called(relic).is_some_and(|row| row.traits.has(Trait::CanBeTraded))
}

fn captives(bundle: &Bundle, taker: Seat) -> Result<(), Bar> {
    match bundle.captives.iter().find(|unit| unit.owner != taker || !unit.may_return()) {
        Some(unit) if !unit.may_return() => Err(Bar::CaptiveTooSmall),
        Some(_) => Err(Bar::CaptiveNotOwners),
        None => Ok(()),
    }
}

fn planets(table: &DeskTable, giver: Seat, bundle: &Bundle) -> Result<(), Bar> {
    for name in &bundle.planets {
        let Some(planet) = table.player(giver).planet(name) else {
            return Err(Bar::NotHeld { what: name.clone() });
        };
        let in_agenda = table.moment.phase() == Phase::Agenda;
        let in_combat = table.moment.step().is_combat();
        let kenara = planet.pride_of_kenara && !table.scene.idle_mechs;
        match (kenara, planet.demilitarized) {
            (true, _) if !in_combat && planet.coexisting => {
                settled(table, Question::CoexistedPlanets)?;
            }
            (true, _) if !in_combat => {}
            (_, true) if in_agenda => {}
            (_, true) if table.moment.step().phase() == Phase::Agenda => {
                settled(table, Question::ZoneInATurn)?;
            }
            (_, true) if table.moment.phase() == Phase::Benediction => {
                settled(table, Question::ZoneInBenediction)?;
            }
            (true, _) => return Err(Bar::KenaraInCombat),
            (false, true) => return Err(Bar::ZoneOutsideAgenda),
            (false, false) => return Err(Bar::Planet),
        }
    }
    Ok(())
}

fn technologies(table: &DeskTable, giver: Seat, bundle: &Bundle) -> Result<(), Bar> {
    if !bundle.technologies.is_empty() && !table.in_force.does(Trait::SharesTechnologies) {
        return Err(Bar::Technology);
    }
    for name in &bundle.technologies {
        match table.player(giver).technologies.iter().find(|held| held.name == *name) {
            None if table.is_unknown(giver) => {}
            None => return Err(Bar::NotHeld { what: name.clone() }),
            Some(technology) if technology.of_faction => return Err(Bar::Technology),
            Some(_) => {}
        }
    }
    Ok(())
}

/// What is given must be held before anything is received (TI-21), as far as holdings are recorded (TI-121).
pub(crate) fn holdings(
    table: &DeskTable,
    eye: Eye,
    giver: Seat,
    bundle: &Bundle,
) -> Result<(), Bar> {
    if table.is_unknown(giver) {
        return Ok(());
    }
    let has = table.player(giver);
    let enough = |what, has, gives| {
        if has >= gives { Ok(()) } else { Err(Bar::TooFew { what, has, gives }) }
    };
    enough("trade goods", has.trade_goods, bundle.trade_goods)?;
    enough("commodities", has.commodities, bundle.commodities)?;
    let (held, given) = (has.fragments, bundle.fragments);
    enough("cultural fragments", held.cultural, given.cultural)?;
    enough("hazardous fragments", held.hazardous, given.hazardous)?;
    enough("industrial fragments", held.industrial, given.industrial)?;
    enough("unknown fragments", held.unknown, given.unknown)?;
    let missing = |what: &str| Err(Bar::NotHeld { what: what.to_owned() });
    if !covers(&has.action_cards, &bundle.action_cards, eye.sees(giver)) {
        return missing("those action cards");
    }
    if !covers(&has.secrets, &bundle.secrets, eye.sees(giver)) {
        return missing("those secret objectives");
    }
    if !holds_all(&has.captives, &bundle.captives) {
        return missing("those captured units");
    }
    if !holds_all(&has.relics, &bundle.relics) {
        return missing("those relics");
    }
    Ok(())
}

fn holds_all<T: PartialEq>(held: &[T], asked: &[T]) -> bool {
    let count = |things: &[T], thing: &T| things.iter().filter(|other| *other == thing).count();
    asked.iter().all(|thing| count(held, thing) >= count(asked, thing))
}

/// Whether all of the hidden cards are there.
pub(crate) fn holds_hidden(table: &DeskTable, giver: Seat, bundle: &Bundle) -> bool {
    let has = table.player(giver);
    table.is_unknown(giver)
        || covers(&has.action_cards, &bundle.action_cards, true)
            && covers(&has.secrets, &bundle.secrets, true)
}
