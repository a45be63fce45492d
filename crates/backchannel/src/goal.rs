//! What wins, how near everybody is to it, and who holds how much of each zone, as far as an audience knows.

use parley::{Seat, SeatSet};
use serde::Serialize;

use crate::map::Map;
use crate::settings::{MOST_SEATS, Rules};
use crate::state::{Ending, State};

/// What wins besides being the last one standing (BC-901, BC-902). All of it is public.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Goal {
    /// The ways in which this game can end.
    pub ways: Vec<Ending>,
    /// Territories that win when they are held at the end of one's turn.
    pub needed: Option<u32>,
    /// Rounds left, this one included.
    pub rounds_left: Option<u16>,
    /// The pairs that win together if nobody else is left.
    pub sharing: Vec<(Seat, Seat)>,
    /// Who is about to win, the nearest first; late in the game also who leads by what everybody can count.
    pub threats: Vec<Threat>,
    /// How far those are who are still in, the furthest first.
    pub standings: Vec<GoalStanding>,
}

/// How far somebody is, by what everybody can count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GoalStanding {
    pub seat: Seat,
    pub territories: u32,
    /// Percent of the map, rounded.
    pub share: u8,
    /// Territories that are missing to the share that wins; `None` if there is no such share.
    pub missing: Option<u32>,
    /// What land and troops would bring in the last round, in hundredths of a percent (BC-903). Hands, which nobody else
    /// sees, bring the rest. `None` without a last round.
    pub score: Option<u16>,
}

/// Somebody, or a pair, who is about to win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Threat {
    pub seats: SeatSet,
    pub ending: Ending,
    /// Territories that are still to be taken; with none, the victory only waits for the end of a turn, or of the last
    /// round.
    pub missing: u32,
}

/// What is known of who holds a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ZoneHoldings {
    /// Who holds all of it, if all of it is in sight.
    pub holder: Option<Seat>,
    /// How many of its territories each seat holds, in sight or as last seen.
    pub held: [u8; MOST_SEATS],
    /// Its territories that are in sight.
    pub seen: u8,
    /// Its territories that have never been in sight.
    pub unknown: u8,
}

/// Whoever is no further than this share of the map from winning is a threat.
const NEAR: usize = 8;

/// In so many last rounds, whoever leads is a threat.
const LATE: u16 = 5;

/// The territories that win when they are held at the end of one's turn (BC-901).
pub(crate) fn needed(rules: &Rules) -> Option<usize> {
    let share = usize::from(rules.settings().map_share?);
    Some((share * rules.map.len()).div_ceil(100))
}

pub(crate) fn fill(rules: &Rules, state: &State, truces: &[(Seat, Seat)], goal: &mut Goal) {
    goal.ways.clear();
    goal.sharing.clear();
    goal.threats.clear();
    goal.standings.clear();
    (goal.needed, goal.rounds_left) = (None, None);
    if state.outcome.is_some() {
        return;
    }
    let settings = rules.settings();
    goal.needed = needed(rules).map(|needed| needed as u32);
    goal.rounds_left = settings.round_limit.map(|limit| (limit + 1).saturating_sub(state.round.0));
    let ways = [
        (Ending::LastStanding, true),
        (Ending::MapShare, goal.needed.is_some()),
        (Ending::SharedVictory, settings.shared_victory),
        (Ending::RoundLimit, goal.rounds_left.is_some()),
    ];
    goal.ways.extend(ways.into_iter().filter_map(|(ending, open)| open.then_some(ending)));
    if settings.shared_victory {
        goal.sharing.extend_from_slice(truces);
        goal.sharing.dedup();
    }
    fill_standings(rules, state, goal);
    fill_threats(rules, state, goal);
}

fn fill_standings(rules: &Rules, state: &State, goal: &mut Goal) {
    let [for_lands, for_troops, _] = rules.numbers().score;
    let lands = |seat: Seat| state.seat(seat).lands.len() as u32;
    let troops = |seat: Seat| state.seat(seat).troops;
    let sum = |of: &dyn Fn(Seat) -> u32| state.living.into_iter().map(of).sum::<u32>().max(1);
    let (all_lands, all_troops) = (sum(&lands), sum(&troops));
    let part = |percent: u32, held: u32, all: u32| {
        u64::from(percent) * 100 * u64::from(held) / u64::from(all)
    };
    let map = rules.map.len() as u32;
    let Goal { needed, rounds_left, standings, .. } = goal;
    standings.extend(state.living.into_iter().map(|seat| {
        let territories = lands(seat);
        let score =
            part(for_lands, territories, all_lands) + part(for_troops, troops(seat), all_troops);
        GoalStanding {
            seat,
            territories,
            share: ((territories * 100 + map / 2) / map) as u8,
            missing: needed.map(|needed| needed.saturating_sub(territories)),
            score: rounds_left.map(|_| score as u16),
        }
    }));
    standings.sort_by_key(|it| std::cmp::Reverse((it.score, it.territories)));
}

fn fill_threats(rules: &Rules, state: &State, goal: &mut Goal) {
    let near = rules.map.len().div_ceil(NEAR) as u32;
    let held = |seats: SeatSet| -> u32 {
        seats.into_iter().map(|seat| state.seat(seat).lands.len() as u32).sum()
    };
    let all = held(state.living);
    let Goal { needed, rounds_left, sharing, threats, standings, .. } = goal;
    let mut add = |seats: SeatSet, ending: Ending, missing: u32| {
        if missing <= near {
            threats.push(Threat { seats, ending, missing });
        }
    };
    for seat in state.living {
        let alone = SeatSet::only(seat);
        match *needed {
            Some(needed) => add(alone, Ending::MapShare, needed.saturating_sub(held(alone))),
            None => add(alone, Ending::LastStanding, all - held(alone)),
        }
    }
    for &(one, other) in sharing.iter() {
        let pair = SeatSet::only(one).with(other);
        add(pair, Ending::SharedVictory, all - held(pair));
    }
    threats.sort_by_key(|threat| threat.missing);
    if rounds_left.is_some_and(|left| left <= LATE) {
        let best = standings.first().and_then(|it| it.score);
        let leaders = standings.iter().take_while(|it| it.score == best);
        let seats = leaders.fold(SeatSet::EMPTY, |seats, it| seats.with(it.seat));
        threats.push(Threat { seats, ending: Ending::RoundLimit, missing: 0 });
    }
}

/// Counts the zones by what `known` says of each territory: its holder, and whether it is in sight.
pub(crate) fn fill_zones(
    map: &Map,
    known: impl Fn(usize) -> Option<(Option<Seat>, bool)>,
    zones: &mut Vec<ZoneHoldings>,
) {
    zones.clear();
    zones.extend(map.zones().iter().map(|zone| {
        let mut counted = ZoneHoldings::default();
        for territory in zone.territories {
            match known(territory.index()) {
                None => counted.unknown += 1,
                Some((owner, in_sight)) => {
                    counted.seen += u8::from(in_sight);
                    if let Some(owner) = owner {
                        counted.held[owner.index()] += 1;
                    }
                }
            }
        }
        let size = zone.territories.len() as u8;
        let all_of_it = |seat: &Seat| counted.seen == size && counted.held[seat.index()] == size;
        counted.holder = Seat::all(MOST_SEATS).find(all_of_it);
        counted
    }));
}
