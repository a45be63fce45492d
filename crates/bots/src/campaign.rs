//! A chain of conquests from one territory, and its value.

use backchannel::{Rules, Territory, TerritorySet};

use crate::front::Front;
use crate::odds::odds;
use crate::weights::Weights;

/// The best plan for the troops of a territory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Campaign {
    pub from: Territory,
    pub to: Territory,
    /// Its expected value, in troops.
    pub gain: f32,
    /// The probability that the first step succeeds.
    pub win: f32,
}

/// Plans campaigns on one reading of the map.
pub(crate) struct Planner<'a> {
    pub rules: &'a Rules,
    pub front: &'a Front,
    pub weights: &'a Weights,
    /// Whether a conquest would still bring a card (BC-204).
    pub card_open: bool,
}

impl Planner<'_> {
    /// The best campaign from `from` with `more` troops than it has.
    pub(crate) fn best_from(&self, from: Territory, more: u32) -> Option<Campaign> {
        let there = self.front.troops(from) + more;
        let force = there.saturating_sub(self.rules.map.least(from));
        self.best_with(from, force)
    }

    /// The gain of the best campaign from anywhere, with `more` troops on top.
    pub(crate) fn best_gain(&self, more: u32) -> f32 {
        let plans = self.front.mine.into_iter().filter_map(|from| self.best_from(from, more));
        plans.fold(0.0, |best, plan| plan.gain.max(best))
    }

    /// The best campaign of `force` troops that may leave `from`.
    pub(crate) fn best_with(&self, from: Territory, force: u32) -> Option<Campaign> {
        let card = if self.card_open { self.weights.card } else { 0.0 };
        let mut best: Option<Campaign> = None;
        for to in self.targets(from, TerritorySet::EMPTY) {
            let Some((gain, win)) =
                self.step(to, force, TerritorySet::EMPTY, card, self.weights.depth)
            else {
                continue;
            };
            let gain = gain - self.weights.leave * win * self.left_behind(from, to);
            if best.is_none_or(|best| gain > best.gain) {
                best = Some(Campaign { from, to, gain, win });
            }
        }
        best
    }

    fn targets(&self, from: Territory, taken: TerritorySet) -> TerritorySet {
        self.rules.map.crossings(from).and(self.front.hostile).minus(taken)
    }

    /// The expected value of attacking `to` with everything that follows, and its probability of success.
    fn step(
        &self,
        to: Territory,
        force: u32,
        taken: TerritorySet,
        card: f32,
        depth: u32,
    ) -> Option<(f32, f32)> {
        let (front, weights) = (self.front, self.weights);
        let odds = odds(force, front.troops(to));
        if odds.win < weights.least_win {
            return None;
        }
        let revenge = front.owner(to).map_or(0.0, |owner| front.rivalry(owner));
        let toll = front.loss * odds.lost - weights.kill * revenge * odds.killed;
        let army = (odds.left as u32).saturating_sub(self.rules.map.least(to));
        let halt = -weights.thin * front.patience * (weights.core - army as f32).max(0.0);
        let then = match depth {
            0 => halt,
            _ => halt.max(self.onward(to, army, taken.with(to), depth)),
        };
        Some((odds.win * (front.worth(to) + card + then) - toll, odds.win))
    }

    /// What is put at risk where the troops leave.
    fn left_behind(&self, from: Territory, to: Territory) -> f32 {
        let around = self.rules.map.near(from).and(self.front.hostile).without(to);
        let enemies = around.into_iter().filter(|&other| self.front.owner(other).is_some()).count();
        if enemies > 0 { self.front.worth(from).max(0.0) } else { 0.0 }
    }

    /// The value of continuing from a conquest.
    fn onward(&self, from: Territory, army: u32, taken: TerritorySet, depth: u32) -> f32 {
        let best = self
            .targets(from, taken)
            .into_iter()
            .filter_map(|to| self.step(to, army, taken, 0.0, depth - 1))
            .fold(f32::MIN, |best, (gain, _)| gain.max(best));
        best - self.weights.spread * self.front.patience
    }
}
