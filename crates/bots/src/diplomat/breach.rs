//! Breaking one's word: what it would bring and what it costs.

use backchannel::options::{Ploy, Targets};
use backchannel::view::Own;
use backchannel::{Agreement, Command, Options, Rules, Tactic, Target, View};
use parley::{Seat, SeatSet};

use super::Diplomat;
use crate::campaign::Planner;
use crate::front::truces;
use crate::position;
use crate::reasons::Consideration;
use crate::window::Choice;
use crate::witness::ceasefires_to_come;

/// The trust that is lost by an attack between acceptance and activation, or on somebody who was promised peace, as a
/// fraction of what the Betrayal card costs: only the victim knows of it.
const UNPROVEN: f32 = 0.6;

/// What it is worth to be rid of an agreement other than a ceasefire.
const NUISANCE: f32 = 0.2;

impl Diplomat {
    /// Decides at the start of a turn whether to attack somebody who was promised peace or has just agreed to it.
    pub(super) fn consider_breach(&mut self, rules: &Rules, view: &View) {
        let Some(own) = &view.own else { return };
        if self.policy.treachery == 0.0 || self.defied_in == view.round {
            return;
        }
        let given = self.pledges.spared(view.round).or(ceasefires_to_come(own));
        let bound = given.minus(truces(view, own.seat));
        if bound.is_empty() {
            return;
        }
        self.defied_in = view.round;
        for seat in bound {
            let gain = self.temptation(rules, view, own, seat, own.deploy);
            let price = UNPROVEN * self.price_of_distrust();
            self.weigh(Consideration::Breach { with: seat }, gain);
            self.weigh(Consideration::BreachPrice { with: seat }, price);
            if gain > price {
                self.defied = self.defied.with(seat);
            }
        }
        if !self.defied.is_empty() {
            let attitude = self.attitude(rules, view, own);
            self.marshal.read(rules, view, &attitude);
        }
    }

    /// The best use of the Betrayal card, if there is one that pays.
    pub(super) fn betrayal(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
    ) -> Option<Choice> {
        let own = view.own.as_ref()?;
        if self.policy.treachery == 0.0 || options.treaties.is_empty() {
            return None;
        }
        let is_betrayal = |ploy: &&Ploy| ploy.targets == Targets::Treaties;
        let marked = |ploy: &Ploy| match rules.cards.tactic(ploy.card) {
            Some((Tactic::Betrayal, rounds)) => Some(f32::from(rounds)),
            _ => None,
        };
        let cards = options.play.iter().filter(is_betrayal);
        let (ploy, rounds) = cards
            .filter_map(|ploy| Some((ploy, marked(ploy)?)))
            .reduce(|best, next| if next.1 < best.1 { next } else { best })?;
        let price = self.policy.mark_price * rounds + self.price_of_distrust();
        let more = position::income(rules, &self.marshal.front) as u32 + own.bonus;
        let mut best: Option<Choice> = None;
        for &treaty in &options.treaties {
            let ends = own.treaties.iter().find(|one| treaty.names(one, own.seat))?.ends;
            if ends <= view.round + 1 {
                continue;
            }
            let gain = match treaty.agreement {
                Agreement::Ceasefire => self.temptation(rules, view, own, treaty.with, more),
                _ => self.policy.treachery * NUISANCE,
            };
            self.weigh(Consideration::Breach { with: treaty.with }, gain);
            self.weigh(Consideration::BreachPrice { with: treaty.with }, price);
            let command = Command::Play { card: ploy.card, target: Target::Treaty(treaty) };
            let choice = Choice { command, worth: gain - price };
            if choice.worth > 0.0 && best.is_none_or(|best| choice.worth > best.worth) {
                best = Some(choice);
            }
        }
        best
    }

    /// What the freedom to attack `seat` with `more` troops would bring, weighted by the policy's treachery.
    fn temptation(&mut self, rules: &Rules, view: &View, own: &Own, seat: Seat, more: u32) -> f32 {
        let mut attitude = self.attitude(rules, view, own);
        attitude.seats = attitude.seats.without(seat);
        attitude.defied = SeatSet::only(seat);
        let weights = self.marshal.weights;
        self.unbound.read(rules, view, &attitude, &weights);
        let free = Planner { rules, front: &self.unbound, weights: &weights, card_open: true };
        let bound = self.marshal.planner(rules, true);
        let gain = free.best_gain(more) - bound.best_gain(more);
        self.policy.treachery * gain.max(0.0)
    }

    /// The price of everybody's distrust: the fewer there are to deal with, the lower.
    fn price_of_distrust(&self) -> f32 {
        let others = self.marshal.front.rivals.len().saturating_sub(1) as f32;
        self.policy.trust_price * (others / 2.0).min(1.5)
    }
}
