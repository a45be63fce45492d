//! How likely each seat is to win from a position that lies open.

use backchannel::settings::MOST_SEATS;
use backchannel::{Rules, TerritorySet, View};
use parley::{Seat, SeatSet};

/// What is measured of each seat.
pub(crate) const FEATURES: usize = 12;

pub(crate) type Features = [f32; FEATURES];

/// The share of the victory of each seat.
pub(crate) type Shares = [f32; MOST_SEATS];

/// What each feature counts with two, three, and four or more seats left: fitted to the outcomes of games between
/// envoys by `fit`.
const WEIGHTS: [Features; 3] = [
    [2.225, 0.691, 1.042, -0.289, 0.414, -0.453, 0.000, -1.000, -0.226, -0.317, 0.445, -0.032],
    [1.612, 0.006, 0.691, -0.259, 0.218, -0.044, 0.630, -0.317, -0.098, -0.407, 0.555, 0.011],
    [0.903, 0.278, 0.447, -0.150, 0.337, -0.020, -0.050, -0.264, -0.090, -0.167, 0.504, -0.013],
];

/// Reads positions of which everything is known; its buffers are reused.
#[derive(Default)]
pub(crate) struct Surveyor {
    owner: Vec<Option<Seat>>,
    troops: Vec<u32>,
    lands: [TerritorySet; MOST_SEATS],
    foes: [SeatSet; MOST_SEATS],
    power: [f32; MOST_SEATS],
}

impl Surveyor {
    /// The estimated share of the victory of each seat. `view` is from above, where nothing is hidden.
    pub(crate) fn shares(&mut self, rules: &Rules, view: &View) -> Shares {
        let mut shares = [0.0; MOST_SEATS];
        if let Some(outcome) = view.outcome {
            let each = 1.0 / outcome.winners.len().max(1) as f32;
            outcome.winners.into_iter().for_each(|seat| shares[seat.index()] = each);
            return shares;
        }
        let living = self.survey(rules, view);
        let weights = weights(&WEIGHTS, living.len());
        let mut total = 0.0;
        for seat in living {
            let features = self.features(rules, view, seat, living);
            let score: f32 = features.iter().zip(weights).map(|(x, w)| x * w).sum();
            shares[seat.index()] = score.exp();
            total += shares[seat.index()];
        }
        shares.map(|share| share / total)
    }

    /// Reads who is where; returns who is left.
    pub(crate) fn survey(&mut self, rules: &Rules, view: &View) -> SeatSet {
        self.owner.clear();
        self.troops.clear();
        self.lands = [TerritorySet::EMPTY; MOST_SEATS];
        for (place, land) in rules.map.all().into_iter().zip(&view.lands) {
            let (owner, troops) = land.known().unwrap_or((None, 0));
            self.owner.push(owner);
            self.troops.push(troops);
            if let Some(owner) = owner {
                let lands = &mut self.lands[owner.index()];
                *lands = lands.with(place);
            }
        }
        let in_play = view.scoreboard.iter().filter(|score| score.is_in);
        let living: SeatSet = in_play.clone().map(|score| score.seat).collect();
        for score in in_play {
            self.foes[score.seat.index()] = living.without(score.seat);
            self.power[score.seat.index()] = score.troops as f32 + 1.5 * score.territories as f32;
        }
        for &(a, b) in &view.truces {
            self.foes[a.index()] = self.foes[a.index()].without(b);
            self.foes[b.index()] = self.foes[b.index()].without(a);
        }
        living
    }

    pub(crate) fn features(
        &self,
        rules: &Rules,
        view: &View,
        seat: Seat,
        living: SeatSet,
    ) -> Features {
        let lands = self.lands[seat.index()];
        let score = &view.scoreboard[seat.index()];
        let secrets = view.opened.get(seat.index());
        let bonus = secrets.map_or(0, |own| own.bonus + own.deploy) as f32;
        let debt = secrets.map_or(0, |own| own.debt.due + own.debt.later) as f32;
        let cards = secrets.map_or(0, |own| {
            rules.cards.total_value(own.hand.iter()) + rules.cards.total_value(own.locked.iter())
        });
        let held = score.territories as f32;
        let troops = score.troops as f32 + bonus;
        let base = score.territories / rules.numbers().territories_per_troop.max(1);
        let base = base.max(rules.settings().deploy_floor) as f32;
        let (zones, hopes) = self.zones(rules, lands);
        let (threat, chance, neighbours, front) = self.border(rules, seat, lands);
        let others: f32 =
            living.without(seat).into_iter().map(|other| self.power[other.index()]).sum();
        let truced = living.without(seat).minus(self.foes[seat.index()]);
        let friends: f32 = truced.into_iter().map(|other| self.power[other.index()]).sum();
        let turn = view.turn.map_or(0, Seat::index);
        let wait = living.into_iter().filter(|other| {
            let at = (other.index() + MOST_SEATS - turn) % MOST_SEATS;
            at < (seat.index() + MOST_SEATS - turn) % MOST_SEATS
        });
        [
            (troops + 1.0).ln(),
            (held + 1.0).ln(),
            (base + zones - 0.3 * debt).max(1.0).ln(),
            score.cards as f32 / 5.0,
            cards as f32 / 10.0,
            wait.count() as f32,
            friends / others.max(1.0),
            threat / troops.max(1.0),
            chance / held.max(1.0),
            neighbours as f32,
            front / troops.max(1.0),
            hopes,
        ]
    }

    /// The troops that whole zones bring, and how near others are.
    fn zones(&self, rules: &Rules, lands: TerritorySet) -> (f32, f32) {
        let (mut whole, mut hopes) = (0.0, 0.0);
        for zone in rules.map.zones() {
            let reward = zone.troops as f32 + 1.3 * zone.cards as f32;
            let held = zone.territories.and(lands).len() as f32 / zone.territories.len() as f32;
            if held == 1.0 {
                whole += reward;
            } else {
                hopes += reward * held * held;
            }
        }
        (whole, hopes)
    }

    /// Troops that enemies are ahead by at the border, territories that lie open to attack, how many seats are
    /// neighbours, and the largest army there.
    fn border(&self, rules: &Rules, seat: Seat, lands: TerritorySet) -> (f32, f32, usize, f32) {
        let foes = self.foes[seat.index()];
        let (mut threat, mut neighbours, mut front) = (0.0, SeatSet::EMPTY, 0);
        let mut open = TerritorySet::EMPTY;
        for place in lands {
            let here = self.troops[place.index()];
            let mut strongest = 0;
            for near in rules.map.near(place).minus(lands) {
                let there = self.troops[near.index()];
                let Some(owner) = self.owner[near.index()] else {
                    front = front.max(here);
                    if here > there + 1 {
                        open = open.with(near);
                    }
                    continue;
                };
                if !foes.contains(owner) {
                    continue;
                }
                neighbours = neighbours.with(owner);
                strongest = strongest.max(there);
                front = front.max(here);
                if here > there + 1 {
                    open = open.with(near);
                }
            }
            threat += strongest.saturating_sub(here) as f32;
        }
        (threat, open.len() as f32, neighbours.len(), front as f32)
    }
}

/// The weights for a number of seats that are left.
fn weights(all: &[Features; 3], living: usize) -> &Features {
    &all[living.clamp(2, 4) - 2]
}
