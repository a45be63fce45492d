//! Entries: what the game itself gives and takes, recorded by the player it happens to.

use parley::Seat;

use crate::ability::Ability;
use crate::ability::row::Kind;
use crate::ability::traits::Trait;
use crate::desk::cap;
use crate::desk::command::{Entry, Named};
use crate::desk::effect::relic;
use crate::desk::event::Event;
use crate::desk::offers::is_word;
use crate::desk::refusal::Refusal;
use crate::desk::state::DeskState;
use crate::room;
use crate::table::goods::Captive;
use crate::table::player::{Planet, Player, relic_name};

const TOO_LONG: Refusal = Refusal::TooLong { most: room::WORD };

pub(crate) fn book(
    state: &DeskState,
    by: Seat,
    entry: &Entry,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let entry = tidy(state, entry)?;
    check(state, by, &entry)?;
    events.push(Event::Booked { seat: by, entry });
    Ok(())
}

/// Whether the game could have given or taken that.
fn check(state: &DeskState, by: Seat, entry: &Entry) -> Result<(), Refusal> {
    let table = &state.table;
    let player = table.player(by);
    if table.is_unknown(by) && takes_from_hand(entry) {
        return Ok(());
    }
    match entry {
        Entry::GainGoods { count } => has_room(player.trade_goods, *count),
        Entry::SpendGoods { count } => enough(player.purse(), *count),
        Entry::GainCommodities { count } => match room(state, by) {
            room if *count > room => Err(Refusal::OverCap { room }),
            _ => Ok(()),
        },
        Entry::Replenish => can_replenish(state, by),
        Entry::Convert { count } => {
            enough(player.commodities, *count)?;
            has_room(player.trade_goods, *count)
        }
        Entry::GainFragments { fragments } => {
            let mut counts = fragments.each().into_iter().zip(player.fragments.each());
            counts.try_for_each(|((_, more), (_, has))| has_room(has, more))
        }
        Entry::PurgeFragments { fragments } => {
            let mut counts = fragments.each().into_iter().zip(player.fragments.each());
            counts.try_for_each(|((_, less), (_, has))| enough(has, less))
        }
        Entry::MakeRelic { fragments, relic } => {
            relic::can_make(state, by, *fragments)?;
            can_gain_relic(state, by, relic)
        }
        Entry::GainAbility { ability } => can_gain(player, *ability),
        Entry::LoseAbility { ability } => held(player.gained.contains(ability)),
        Entry::Draw { card } => named(card),
        Entry::Discard { card } => {
            match player.action_cards.iter().flatten().any(|it| it == card) {
                true => Ok(()),
                false => Err(Refusal::NotHeld),
            }
        }
        Entry::Ready { resources, influence } => has_room(*resources.max(influence), 0),
        Entry::Points { points: _ } | Entry::Initiative { number: _, strategy_cards: _ } => Ok(()),
        Entry::GainRelic { relic } => can_gain_relic(state, by, relic),
        Entry::LoseRelic { relic } => held(player.has_relic(relic)),
        Entry::Capture { captive } => can_capture(state, by, captive),
        Entry::FreeCaptive { captive } => held(player.captives.contains(captive)),
        Entry::GainTechnology { technology } => {
            named(&technology.name)?;
            fits(player.technologies.len())?;
            free(player.technologies.iter().any(|known| known.name == technology.name))
        }
        Entry::LoseTechnology { name } => {
            held(player.technologies.iter().any(|known| known.name == *name))
        }
        // Whether somebody else holds the same card is secret, so it is not checked.
        Entry::DrawSecret { card } => named(card).and(fits(player.secrets.len())),
        Entry::ReturnSecret { card } | Entry::ScoreSecret { card } => {
            held(player.secrets.iter().flatten().any(|it| it == card))
        }
        Entry::Stations { count } if usize::from(*count) > room::THINGS => Err(Refusal::TooMany),
        Entry::Stations { count } if *count == player.stations => Err(Refusal::NothingNew),
        Entry::Stations { count: _ } => Ok(()),
        Entry::HoldPlanet { planet } => can_hold(state, by, planet),
        Entry::LosePlanet { name } => held(player.planet(name).is_some()),
    }
}

/// Whether it only removes something that a loose table does not record.
fn takes_from_hand(entry: &Entry) -> bool {
    match entry {
        Entry::SpendGoods { .. } | Entry::PurgeFragments { .. } => true,
        Entry::Discard { card } | Entry::ReturnSecret { card } | Entry::ScoreSecret { card } => {
            is_word(card)
        }
        Entry::FreeCaptive { captive } => is_word(&captive.unit),
        Entry::Convert { count } => *count < room::NUMBER,
        Entry::GainGoods { .. }
        | Entry::GainCommodities { .. }
        | Entry::Replenish
        | Entry::GainFragments { .. }
        | Entry::MakeRelic { .. }
        | Entry::GainAbility { .. }
        | Entry::LoseAbility { .. }
        | Entry::Draw { .. }
        | Entry::Ready { .. }
        | Entry::Points { .. }
        | Entry::Initiative { .. }
        | Entry::GainRelic { .. }
        | Entry::LoseRelic { .. }
        | Entry::Capture { .. }
        | Entry::GainTechnology { .. }
        | Entry::LoseTechnology { .. }
        | Entry::DrawSecret { .. }
        | Entry::Stations { .. }
        | Entry::HoldPlanet { .. }
        | Entry::LosePlanet { .. } => false,
    }
}

fn enough(has: u16, needs: u16) -> Result<(), Refusal> {
    if has >= needs { Ok(()) } else { Err(Refusal::TooFew { has, needs }) }
}

fn has_room(has: u16, more: u16) -> Result<(), Refusal> {
    if has.saturating_add(more) < room::NUMBER { Ok(()) } else { Err(TOO_LONG) }
}

fn fits(held: usize) -> Result<(), Refusal> {
    if held < room::THINGS { Ok(()) } else { Err(Refusal::TooMany) }
}

fn held(holds: bool) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(Refusal::NotYoursToLose) }
}

fn free(taken: bool) -> Result<(), Refusal> {
    if taken { Err(Refusal::HeldAlready) } else { Ok(()) }
}

/// Commodities that still fit (TI-32).
pub(crate) fn room(state: &DeskState, seat: Seat) -> u16 {
    let most = cap::most(&state.table, seat).unwrap_or(room::NUMBER - 1);
    most.saturating_sub(state.table.player(seat).commodities)
}

/// At the full value nothing is gained, but it still counts (TI-33). Without a cap there is still a limit.
pub(crate) fn can_replenish(state: &DeskState, seat: Seat) -> Result<(), Refusal> {
    let player = state.table.player(seat);
    let fits = player.commodities.saturating_add(player.commodity_value()) < room::NUMBER;
    if fits { Ok(()) } else { Err(TOO_LONG) }
}

/// An ability of the player's faction that is not printed on its sheet, or one that can be lent.
fn can_gain(player: &Player, ability: Ability) -> Result<(), Refusal> {
    let printed = ability.kind() == Kind::Sheet && player.faction.has(ability);
    match () {
        () if printed || player.gained.contains(&ability) => Err(Refusal::NothingNew),
        () if !ability.can_be_lent() && !player.faction.has(ability) => {
            Err(Refusal::NotLent { ability })
        }
        () => Ok(()),
    }
}

fn can_gain_relic(state: &DeskState, by: Seat, relic: &str) -> Result<(), Refusal> {
    named(relic)?;
    fits(state.table.player(by).relics.len())?;
    free(state.table.players.iter().any(|it| it.has_relic(relic) && !it.eliminated))
}

pub(crate) fn can_capture(state: &DeskState, by: Seat, captive: &Captive) -> Result<(), Refusal> {
    named(&captive.unit)?;
    fits(state.table.player(by).captives.len())?;
    match captive.owner {
        owner if owner.index() >= state.table.players.len() => Err(Refusal::NoSuchSeat),
        owner if owner == by => Err(Refusal::OwnUnit),
        owner if !state.table.is_in(owner) => Err(Refusal::TheyAreOut),
        _ => Ok(()),
    }
}

fn can_hold(state: &DeskState, by: Seat, planet: &Planet) -> Result<(), Refusal> {
    let table = &state.table;
    let player = table.player(by);
    named(&planet.name)?;
    fits(player.planets.len())?;
    if planet.pride_of_kenara && !player.faction.may(Trait::TradesItsPlanet) {
        return Err(Refusal::NotHacan);
    }
    if player.planets.contains(planet) {
        return Err(Refusal::NothingNew);
    }
    let zoned = |it: &Planet| it.demilitarized && it.name != planet.name;
    if planet.demilitarized && table.players.iter().flat_map(|it| &it.planets).any(zoned) {
        return Err(Refusal::SecondZone);
    }
    let mut others = table.seats().filter(|seat| *seat != by && table.is_in(*seat));
    free(others.any(|seat| table.player(seat).planet(&planet.name).is_some()))
}

fn named(name: &str) -> Result<(), Refusal> {
    if is_word(name) { Ok(()) } else { Err(TOO_LONG) }
}

/// Normalises names so that what was entered can be found again. With a map, a planet must be on the map and gets the
/// map's spelling.
fn tidy(state: &DeskState, entry: &Entry) -> Result<Entry, Refusal> {
    let mut entry = entry.clone();
    match entry.named() {
        Some(Named::Relic(name)) => *name = relic_name(name),
        Some(Named::Unit(name)) => *name = name.trim().to_lowercase(),
        Some(Named::Thing(name)) => *name = name.trim().to_owned(),
        Some(Named::Planet(name)) => *name = planet_name(state, name)?,
        None => {}
    }
    Ok(entry)
}

fn planet_name(state: &DeskState, name: &str) -> Result<String, Refusal> {
    let Some(galaxy) = state.galaxy.as_deref() else { return Ok(name.trim().to_owned()) };
    let planet = galaxy.look_up_planet(name.trim()).ok_or(Refusal::NoSuchPlace)?;
    Ok(galaxy.planet_name(planet).to_owned())
}

/// Commodities that no longer fit after the value has dropped (TI-32).
pub(crate) fn overflow(state: &DeskState, _: &[Event]) -> Vec<Event> {
    let over = state.table.seats().filter_map(|seat| {
        let most = cap::most(&state.table, seat)?;
        let count = state.table.player(seat).commodities.saturating_sub(most);
        (count > 0).then_some(Event::Overflowed { seat, count })
    });
    over.collect()
}
