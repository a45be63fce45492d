//! From a report by factions to facts about the seats, systems and planets of one table.

use parley::{Seat, SeatSet};

use super::{FeedMoment, FeedReport, FeedSystem, WhichPlanet};
use crate::ability::faction::Faction;
use crate::ability::note::NoteKind;
use crate::desk::condition::Condition;
use crate::desk::fact::Fact;
use crate::desk::state::DeskState;
use crate::galaxy::{Galaxy, PlanetId, SystemId};
use crate::round::moment::Moment;
use crate::round::step::{Phase, Step};
use crate::similar::fold;
use crate::table::hand::Place;

/// What the report says of this table. Players, systems and planets that the table does not have are left out.
pub(crate) fn facts(state: &DeskState, report: &FeedReport) -> Vec<Fact> {
    let mut facts = Vec::new();
    holdings(state, report, &mut facts);
    debts(state, report, &mut facts);
    notes(state, report, &mut facts);
    facts.extend(report.speaker.and_then(|it| seat(state, it)).map(|seat| Fact::Speaker { seat }));
    facts.extend(
        report.moment.and_then(|it| moment(state, it)).map(|moment| Fact::Moment { moment }),
    );
    laws(state, report, &mut facts);
    match (state.galaxy.as_deref(), &report.map_string) {
        (Some(galaxy), _) => places(state, galaxy, report, &mut facts),
        (None, Some(map_string)) if Galaxy::from_map_string(map_string).is_ok() => {
            facts.push(Fact::Map { map_string: map_string.clone() });
        }
        (None, _) => neighbours(state, report, &mut facts),
    }
    facts
}

fn seat(state: &DeskState, faction: Faction) -> Option<Seat> {
    state.table.seats().find(|it| state.table.player(*it).faction == faction)
}

fn seats(state: &DeskState, factions: &[Faction]) -> SeatSet {
    factions.iter().filter_map(|it| seat(state, *it)).collect()
}

fn holdings(state: &DeskState, report: &FeedReport, facts: &mut Vec<Fact>) {
    for player in &report.players {
        let Some(of) = seat(state, player.faction) else { continue };
        facts.extend(player.trade_goods.map(|count| Fact::TradeGoods { of, count }));
        // Before the commodities, which have to fit.
        facts.extend(player.commodity_value.map(|count| Fact::CommodityValue { of, count }));
        facts.extend(player.commodities.map(|count| Fact::Commodities { of, count }));
        facts.extend(player.fragments.map(|fragments| Fact::Fragments { of, fragments }));
        facts.extend(player.points.map(|points| Fact::Points { of, points }));
    }
}

/// Everybody's debts to the players who say what they are owed; none is a debt of nothing.
fn debts(state: &DeskState, report: &FeedReport, facts: &mut Vec<Fact>) {
    for player in &report.players {
        let (Some(to), Some(debts)) = (seat(state, player.faction), &player.debts) else {
            continue;
        };
        for by in state.table.seats().filter(|by| *by != to) {
            let owed = debts.iter().find(|(faction, _)| seat(state, *faction) == Some(by));
            facts.push(Fact::Debt { by, to, count: owed.map_or(0, |(_, count)| *count) });
        }
    }
}

/// Where notes lie in play, if everybody's play area is told: a note that lies nowhere is back with its issuer.
fn notes(state: &DeskState, report: &FeedReport, facts: &mut Vec<Fact>) {
    let areas: Vec<(Seat, &Vec<(Faction, NoteKind)>)> = report
        .players
        .iter()
        .filter_map(|player| Some((seat(state, player.faction)?, player.notes.as_ref()?)))
        .collect();
    if areas.len() < state.table.players.len() {
        return;
    }
    for (note, place) in state.table.notes.iter() {
        let issuer = state.table.player(note.issuer).faction;
        let lies =
            |(_, notes): &&(Seat, &Vec<(Faction, NoteKind)>)| notes.contains(&(issuer, note.kind));
        let by = areas.iter().find(lies).map(|(seat, _)| *seat).filter(|it| *it != note.issuer);
        if by.is_some() || matches!(place, Place::Play(_)) {
            facts.push(Fact::NoteInPlay { note, by });
        }
    }
}

/// Whose turn it is says nothing outside the action phase, where a feed does not know the phase.
fn moment(state: &DeskState, moment: FeedMoment) -> Option<Moment> {
    let turn = |faction| Some(Moment::turn(seat(state, faction)?, Step::StartOfTurn));
    match moment {
        FeedMoment::Turn(faction) if state.table.moment.phase() == Phase::Action => turn(faction),
        FeedMoment::Turn(_) => None,
        FeedMoment::Action(faction) => turn(faction),
        FeedMoment::Strategy => Some(Moment::of(Step::StartOfStrategy)),
        FeedMoment::Status => Some(Moment::of(Step::ScoreObjectives)),
        FeedMoment::AgendaRevealed => Some(Moment::of(Step::RevealAgenda)),
        FeedMoment::Whens => Some(Moment::of(Step::WhenRevealed)),
        FeedMoment::Afters => Some(Moment::of(Step::AfterRevealed)),
        FeedMoment::Voting(asked) => Some(Moment::of(Step::Vote).asking(seat(state, asked?)?)),
        FeedMoment::Resolving => Some(Moment::of(Step::ResolveOutcome)),
    }
}

fn laws(state: &DeskState, report: &FeedReport, facts: &mut Vec<Fact>) {
    for law in &report.laws {
        let condition = law.condition;
        let of = law.of.and_then(|it| seat(state, it));
        match condition {
            Condition::MinisterOfCommerce if law.holds && of.is_none() => {}
            Condition::MinisterOfCommerce => {
                facts.push(Fact::Law { condition, of, holds: law.holds });
            }
            Condition::WormholeReconstruction if state.galaxy.is_none() => {}
            _ => facts.push(Fact::Law { condition, of: None, holds: law.holds }),
        }
    }
}

fn places(state: &DeskState, galaxy: &Galaxy, report: &FeedReport, facts: &mut Vec<Fact>) {
    for told in &report.systems {
        let Some(system) = system(galaxy, &told.tile) else { continue };
        facts.push(Fact::Units { system, of: seats(state, &told.units) });
        planets(state, galaxy, system, told, facts);
    }
}

fn planets(
    state: &DeskState,
    galaxy: &Galaxy,
    system: SystemId,
    told: &FeedSystem,
    facts: &mut Vec<Fact>,
) {
    let printed = &galaxy.system(system).planets;
    for planet in &told.planets {
        let place = match &planet.which {
            WhichPlanet::Place(place) => (*place < printed.len()).then_some(*place),
            WhichPlanet::Name(name) => printed.iter().position(|it| fold(&it.spec.name) == *name),
        };
        let Some(place) = place else { continue };
        let by = planet.controller.and_then(|it| seat(state, it));
        facts.push(Fact::Control { planet: PlanetId { system, place: place as u8 }, by });
    }
}

/// The number of a tile may be written with the side and rotation of the tile.
fn system(galaxy: &Galaxy, tile: &str) -> Option<SystemId> {
    let digits = tile.trim_start_matches('0');
    let number = |text: &str| {
        let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
        text[..end].to_owned()
    };
    let same = |known: &str| {
        known.eq_ignore_ascii_case(digits)
            || (number(known) == number(digits) && !number(known).is_empty())
    };
    let mut all = galaxy.systems();
    all.find(|(_, it)| it.tile.as_deref().is_some_and(same)).map(|(id, _)| id)
}

fn neighbours(state: &DeskState, report: &FeedReport, facts: &mut Vec<Fact>) {
    let Some(pairs) = &report.neighbours else { return };
    let near = |a: Seat, b: Seat| {
        let is = |(one, other): &(Faction, Faction)| {
            let (one, other) = (seat(state, *one), seat(state, *other));
            (one, other) == (Some(a), Some(b)) || (one, other) == (Some(b), Some(a))
        };
        pairs.iter().any(is)
    };
    for a in state.table.seats() {
        for b in state.table.seats().filter(|b| a < *b) {
            facts.push(Fact::Neighbours { sides: (a, b), are: near(a, b) });
        }
    }
}
