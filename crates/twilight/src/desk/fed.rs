//! What the desk has recorded of the things that a feed reports, and how a fact is recorded. It holds no rule.

use parley::{Seat, SeatSet};

use crate::desk::condition;
use crate::desk::condition::Condition;
use crate::desk::fact::{DebtTokens, Fact};
use crate::desk::state::DeskState;
use crate::galaxy::{Galaxy, PlanetId, SystemId};
use crate::round::moment::Moment;
use crate::table::hand::{Note, Place};
use crate::table::player::{Planet, Player};

/// What the desk says of the same thing; `None` if it has no such thing, or does not record it.
pub(crate) fn current(state: &DeskState, fact: &Fact) -> Option<Fact> {
    let player = |of: Seat| state.table.players.get(of.index()).map(|it| &**it);
    let counted = |of: Seat| player(of).filter(|_| !state.table.is_unknown(of));
    match fact {
        Fact::TradeGoods { of, .. } => {
            counted(*of).map(|it| Fact::TradeGoods { of: *of, count: it.trade_goods })
        }
        Fact::Commodities { of, .. } => {
            counted(*of).map(|it| Fact::Commodities { of: *of, count: it.commodities })
        }
        Fact::Fragments { of, .. } => {
            counted(*of).map(|it| Fact::Fragments { of: *of, fragments: it.fragments })
        }
        Fact::Points { of, .. } => {
            player(*of).map(|it| Fact::Points { of: *of, points: it.victory_points })
        }
        Fact::CommodityValue { of, .. } => {
            player(*of).map(|it| Fact::CommodityValue { of: *of, count: it.commodity_value() })
        }
        Fact::Debt { by, to, .. } => {
            Some(Fact::Debt { by: *by, to: *to, count: state.debt(*by, *to) })
        }
        Fact::NoteInPlay { note, .. } => {
            let by = match state.table.notes.place(*note)? {
                Place::Play(seat) => Some(seat),
                Place::Hand(_) | Place::Gone | Place::Unseen => None,
            };
            Some(Fact::NoteInPlay { note: *note, by })
        }
        Fact::Speaker { .. } => Some(Fact::Speaker { seat: state.table.speaker }),
        Fact::Moment { .. } => Some(Fact::Moment { moment: state.table.moment }),
        Fact::Law { condition, .. } => law(state, *condition),
        Fact::Units { system, .. } => {
            let units = galaxy_with(state, *system)?.system(*system).units;
            Some(Fact::Units { system: *system, of: units })
        }
        Fact::Control { planet, .. } => {
            controller(state, *planet).map(|by| Fact::Control { planet: *planet, by })
        }
        Fact::Neighbours { sides, .. } if state.galaxy.is_none() => {
            let are = state.table.neighbours.pairs.contains(sides.0, sides.1);
            Some(Fact::Neighbours { sides: *sides, are })
        }
        Fact::Map { .. } if state.galaxy.is_none() => Some(Fact::Map { map_string: String::new() }),
        Fact::Neighbours { .. } | Fact::Map { .. } => None,
    }
}

/// Whether nobody has recorded anything else, if this is what the desk says and no feed has spoken of it.
pub(crate) fn is_untouched(state: &DeskState, ours: &Fact) -> bool {
    let printed = |of: Seat| {
        let player = state.table.player(of);
        player.value_change == 0 && player.stations == 0 && player.relics.is_empty()
    };
    ours.is_blank() || matches!(ours, Fact::CommodityValue { of, .. } if printed(*of))
}

fn law(state: &DeskState, condition: Condition) -> Option<Fact> {
    match condition {
        Condition::MinisterOfCommerce => {
            let of = state.table.in_force.minister_of_commerce;
            Some(Fact::Law { condition, of, holds: of.is_some() })
        }
        Condition::AgeOfCommerce | Condition::HiddenAgenda | Condition::WormholeReconstruction => {
            let known = condition != Condition::WormholeReconstruction || state.galaxy.is_some();
            let holds = condition::holds(state, Seat(0), condition);
            known.then_some(Fact::Law { condition, of: None, holds })
        }
        Condition::AgendaPhase
        | Condition::LostStarChart
        | Condition::LazaxGateFolding
        | Condition::IihqModernization
        | Condition::Censure => None,
    }
}

fn galaxy_with(state: &DeskState, system: SystemId) -> Option<&Galaxy> {
    state.galaxy.as_deref().filter(|galaxy| system.index() < galaxy.systems().len())
}

fn controller(state: &DeskState, planet: PlanetId) -> Option<Option<Seat>> {
    let galaxy = galaxy_with(state, planet.system)?;
    let planets = &galaxy.system(planet.system).planets;
    planets.get(usize::from(planet.place)).map(|it| it.controller)
}

/// Records a fact. A map and a moment have events of their own.
pub(crate) fn land(state: &mut DeskState, fact: &Fact) {
    match fact {
        Fact::TradeGoods { of, count } => player(state, *of).trade_goods = *count,
        Fact::Commodities { of, count } => player(state, *of).commodities = *count,
        Fact::CommodityValue { of, count } => {
            let player = player(state, *of);
            let value = i32::from(player.value_change) + i32::from(*count);
            let change = value - i32::from(player.commodity_value());
            player.value_change = change.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        }
        Fact::Debt { by, to, count } => {
            state.debts.retain(|it| (it.by, it.to) != (*by, *to));
            if *count > 0 {
                state.debts.push(DebtTokens { by: *by, to: *to, count: *count });
                state.debts.sort_unstable_by_key(|it| (it.by, it.to));
            }
        }
        Fact::NoteInPlay { note, by } => lay(state, *note, *by),
        Fact::Fragments { of, fragments } => player(state, *of).fragments = *fragments,
        Fact::Points { of, points } => player(state, *of).victory_points = *points,
        Fact::Speaker { seat } => state.table.speaker = *seat,
        Fact::Law { condition, of, holds } => {
            let owner = of.or(state.table.in_force.minister_of_commerce).unwrap_or(Seat(0));
            condition::set(state, owner, *condition, *holds);
        }
        Fact::Units { system, of } => units(state, *system, *of),
        Fact::Control { planet, by } => control(state, *planet, *by),
        Fact::Neighbours { sides: (a, b), are } => {
            let pairs = &mut state.table.neighbours.pairs;
            *pairs = if *are { pairs.with(*a, *b) } else { pairs.without(*a, *b) };
        }
        Fact::Moment { .. } | Fact::Map { .. } => {}
    }
}

fn player(state: &mut DeskState, seat: Seat) -> &mut Player {
    &mut state.table.players[seat.index()]
}

/// A note that is no longer in play is back with its issuer.
fn lay(state: &mut DeskState, note: Note, by: Option<Seat>) {
    let to = by.map_or(Place::Hand(note.issuer), Place::Play);
    let from = state.table.notes.place(note);
    if state.table.loose {
        state.claims.retain(|(_, counted)| *counted != note);
    } else {
        if let Some(Place::Hand(seat)) = from {
            player(state, seat).notes_in_hand -= 1;
        }
        if let Place::Hand(seat) = to {
            player(state, seat).notes_in_hand += 1;
        }
    }
    state.table.notes.put(note, to);
}

fn units(state: &mut DeskState, system: SystemId, of: SeatSet) {
    let Some(galaxy) = &mut state.galaxy else { return };
    let before = galaxy.system(system).units;
    for seat in before.minus(of) {
        galaxy.leave(seat, system);
    }
    for seat in of.minus(before) {
        galaxy.place(seat, system);
    }
}

fn control(state: &mut DeskState, planet: PlanetId, by: Option<Seat>) {
    let Some(galaxy) = &mut state.galaxy else { return };
    let name = galaxy.planet_name(planet).to_owned();
    match by {
        Some(seat) => galaxy.gain(planet, seat),
        None => galaxy.lose(planet),
    }
    // The card of a planet goes with its control.
    let mut card: Option<Planet> = None;
    for player in &mut state.table.players {
        if let Some(at) = player.planets.iter().position(|held| held.name == name) {
            card = Some(player.planets.remove(at));
        }
    }
    if let (Some(card), Some(seat)) = (card, by) {
        player(state, seat).planets.push(Planet { pride_of_kenara: false, ..card });
    }
}

/// Whether the table already is where the feed says: in the turn of that player, in that phase, or in that step of an
/// agenda.
pub(crate) fn is_there(now: Moment, told: Moment) -> bool {
    use crate::round::step::Phase;
    match told.phase() {
        Phase::Action => now.phase() == Phase::Action && now.active() == told.active(),
        Phase::Strategy | Phase::Status => now.phase() == told.phase(),
        Phase::Agenda | Phase::Benediction => {
            now.step() == told.step() && now.asked() == told.asked()
        }
    }
}
