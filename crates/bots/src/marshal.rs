//! The command of the troops: deploy, attack, occupy, reinforce.

use backchannel::options::{Assault, March, Span};
use backchannel::{Command, Mode, Options, Rules, Territory, View};
use parley::Round;

use crate::campaign::{Campaign, Planner};
use crate::front::{Attitude, Front};
use crate::weights::Weights;

/// An attack that is at least this likely to succeed is carried through.
const SURE: f32 = 0.8;

/// Leads the troops of one seat.
pub(crate) struct Marshal {
    pub front: Front,
    pub weights: Weights,
    /// The round of the last conquest.
    conquered: Round,
}

impl Default for Marshal {
    fn default() -> Marshal {
        Marshal::new(Weights::STANDARD)
    }
}

impl Marshal {
    pub(crate) fn new(weights: Weights) -> Marshal {
        Marshal { front: Front::default(), weights, conquered: Round::NEVER }
    }

    pub(crate) fn read(&mut self, rules: &Rules, view: &View, attitude: &Attitude) {
        self.front.read(rules, view, attitude, &self.weights);
    }

    /// The next order on the map; `None` in the between-turn window.
    pub(crate) fn order(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
    ) -> Option<Command> {
        if let Some(span) = options.occupy {
            self.conquered = view.round;
            return view.own.as_ref()?.occupying.map(|way| self.occupy(rules, way, span));
        }
        let card_open = self.conquered != view.round;
        if !options.deploy.is_empty() {
            return self.deploy(rules, options, card_open);
        }
        if options.end_attack {
            return Some(self.attack(rules, view, options).unwrap_or(Command::EndAttack));
        }
        if options.end_turn {
            return Some(self.reinforce(rules, &options.reinforce).unwrap_or(Command::EndTurn));
        }
        None
    }

    pub(crate) fn planner<'a>(&'a self, rules: &'a Rules, card_open: bool) -> Planner<'a> {
        Planner { rules, front: &self.front, weights: &self.weights, card_open }
    }

    /// Troops go where they are worth most: to the best campaign, or to what is in danger.
    fn deploy(&self, rules: &Rules, options: &Options, card_open: bool) -> Option<Command> {
        let planner = self.planner(rules, card_open);
        let mut best: Option<(f32, Command)> = None;
        for placing in &options.deploy {
            let gain = self.use_of(&planner, placing.on, placing.most);
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, Command::Deploy { to: placing.on, troops: placing.most }));
            }
        }
        best.map(|(_, command)| command)
    }

    /// What `more` troops are worth on an own territory.
    fn use_of(&self, planner: &Planner<'_>, on: Territory, more: u32) -> f32 {
        let campaign = planner.best_from(on, more).map_or(0.0, |campaign| campaign.gain.max(0.0));
        let relief = self.front.relief(planner.rules, on, more);
        let presence =
            if self.front.border.contains(on) { 0.01 * self.front.troops(on) as f32 } else { 0.0 };
        campaign + self.weights.caution * relief + presence
    }

    /// Whether it is too early for a conquest, or too soon after the last one.
    fn rests(&self, round: Round) -> bool {
        let Weights { rest, calm, .. } = self.weights;
        round < Round(calm) || (self.conquered != Round::NEVER && round < self.conquered + rest)
    }

    /// The most valuable attack, if any is worth it.
    pub(crate) fn attack(&self, rules: &Rules, view: &View, options: &Options) -> Option<Command> {
        if self.rests(view.round) {
            return None;
        }
        let planner = self.planner(rules, self.conquered != view.round);
        let mut best: Option<(Campaign, Assault)> = None;
        for assault in &options.attack {
            let Some(campaign) = planner.best_from(assault.from, 0) else { continue };
            let better = best.is_none_or(|(best, _)| campaign.gain > best.gain);
            if better && assault.to.contains(campaign.to) {
                best = Some((campaign, *assault));
            }
        }
        let (Campaign { from, to, win, .. }, assault) =
            best.filter(|(campaign, _)| campaign.gain > 0.0)?;
        let mode = match assault.stop_loss {
            None => Mode::Once,
            Some(_) if win >= SURE => Mode::Blitz,
            Some(span) => {
                Mode::StopLoss((self.front.troops(to) / 2 + 2).clamp(span.least, span.most))
            }
        };
        Some(Command::Attack { from, to, mode })
    }

    /// Moves forward, unless there is more to do or to lose where the troops came from.
    fn occupy(&self, rules: &Rules, (from, to): (Territory, Territory), span: Span) -> Command {
        let planner = self.planner(rules, false);
        let free = span.most - span.least;
        let gain =
            |campaign: Option<Campaign>| campaign.map_or(0.0, |campaign| campaign.gain.max(0.0));
        let ahead = gain(planner.best_with(to, span.most.saturating_sub(rules.map.least(to))));
        let behind = gain(planner.best_with(from, free));
        let troops = if !self.front.border.contains(from) {
            span.most
        } else if behind > ahead {
            span.least
        } else if ahead > 0.0 {
            span.most - self.cover(rules, from, free)
        } else {
            span.least
                + free * self.front.pressure(rules, to)
                    / (self.front.pressure(rules, to) + self.front.pressure(rules, from)).max(1)
        };
        Command::Occupy { troops: troops.clamp(span.least, span.most) }
    }

    /// Troops that stay behind where enemies are still near.
    fn cover(&self, rules: &Rules, from: Territory, free: u32) -> u32 {
        (self.front.pressure(rules, from) / 4).min(free / 4)
    }

    /// Idle troops go where they are most useful.
    fn reinforce(&self, rules: &Rules, marches: &[March]) -> Option<Command> {
        let planner = self.planner(rules, true);
        let mut best: Option<(f32, Command)> = None;
        let idle = marches.iter().filter(|march| !self.front.border.contains(march.from));
        let each = idle.flat_map(|&March { from, to, most }| {
            to.and(self.front.border).into_iter().map(move |to| (from, to, most))
        });
        for (from, to, most) in each {
            let gain = self.use_of(&planner, to, most);
            if best.is_none_or(|(leading, _)| gain * (most as f32) > leading) {
                best = Some((gain * most as f32, Command::Reinforce { from, to, troops: most }));
            }
        }
        best.map(|(_, command)| command)
    }
}
