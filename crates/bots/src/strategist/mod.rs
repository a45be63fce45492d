//! A bot that searches: it imagines worlds that fit its view, and plays them out by the real rules.
//!
//! It talks and remembers as an envoy does. What it does is decided in the same way every time: a few ideas, what an
//! envoy would do first among them, are played out in the same imagined worlds (`search`), and the one that wins most
//! often is carried out.

mod beliefs;
#[cfg(test)]
mod fit;
mod plan;
mod rollout;
mod search;
#[cfg(test)]
mod tests;
mod thinking;
mod window;
mod worth;

use std::sync::Arc;

use backchannel::{Command, Options, Rules, View};
use parley::{Chance, Options as _, Round, Seat, SeatSet};

use crate::Bot;
use crate::diplomat::Diplomat;
use crate::reasons::{Consideration, Reasons, Weighed};
use crate::witness::Remembered;
use beliefs::Beliefs;
use plan::{PlanLeader, TurnPlan};
pub use search::play_out;
use search::{Opening, Question, Scores, Searcher};
pub use thinking::Thinking;
use window::WindowPlan;

/// What breaking its word costs beyond what playouts show: a share of the victory.
const HONOUR: f32 = 0.02;

/// An idea has to be better than the first by so many standard errors.
const DOUBT: f32 = 0.5;

/// From this round on, a seat that has never said anything is assumed never to deal.
const SILENT_FROM: Round = Round(3);

/// Compares what it could do by playing it out in worlds that fit its view.
pub struct Strategist {
    thinking: Thinking,
    rules: Option<Arc<Rules>>,
    beliefs: Beliefs,
    /// Reads the map, talks, and remembers who said and did what.
    diplomat: Diplomat,
    searcher: Searcher,
    /// Seats that have ever proposed something to this one.
    proposers: SeatSet,
    leader: Option<PlanLeader>,
    /// For which round the turn was planned, and with how many territories.
    planned: (Round, usize),
    window: Option<WindowPlan>,
    /// What was played out last.
    weighed: Vec<Weighed>,
}

impl Default for Strategist {
    fn default() -> Strategist {
        Strategist::new(Thinking::STANDARD)
    }
}

impl Strategist {
    pub fn new(thinking: Thinking) -> Strategist {
        Strategist {
            thinking,
            rules: None,
            beliefs: Beliefs::default(),
            diplomat: search::thinker(),
            searcher: Searcher::default(),
            proposers: SeatSet::EMPTY,
            leader: None,
            planned: (Round::NEVER, 0),
            window: None,
            weighed: Vec::new(),
        }
    }

    fn look(&mut self, rules: &Rules, view: &View, chance: &mut Chance) {
        let Some(own) = &view.own else { return };
        self.rules.get_or_insert_with(|| Arc::new(rules.clone()));
        self.beliefs.observe(view);
        let proposers = own.received.iter().map(|proposal| proposal.id.from);
        self.proposers = self.proposers.or(proposers.collect());
        self.diplomat.look(rules, view, chance);
    }

    fn compare(&mut self, view: &View, openings: &[Opening], chance: &mut Chance) -> Scores {
        let Some(rules) = &self.rules else { return Scores::default() };
        let front = &self.diplomat.marshal.front;
        let silent = |seat: &Seat| {
            view.round >= SILENT_FROM
                && !self.diplomat.trust.talks(*seat)
                && !self.proposers.contains(*seat)
        };
        let silent = front.rivals.into_iter().filter(silent).collect();
        let (me, beliefs, thinking) = (front.me, &self.beliefs, self.thinking);
        let question = Question { rules, view, me, beliefs, silent, thinking };
        self.searcher.compare(&question, openings, chance)
    }

    /// The best opening, which is the first unless another is better with some certainty. `cost` is what an opening
    /// costs beyond what playouts show; `None` excludes it.
    fn best(&self, scores: &Scores, cost: impl Fn(usize) -> Option<f32>) -> usize {
        let mut best = (0, 0.0);
        for at in 1..scores.len() {
            let Some(cost) = cost(at) else { continue };
            let sure = scores.gain(at) - DOUBT * scores.error(at) - cost;
            if sure > best.1 {
                best = (at, sure);
            }
        }
        best.0
    }

    fn decide(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Command {
        self.look(rules, view, chance);
        let answer = self.settle(rules, view, options, chance);
        if let Some(command) = answer.or_else(|| self.diplomat.speak(view, options)) {
            return command;
        }
        if let Some(order) = self.order(rules, view, options, chance) {
            return order;
        }
        if !options.pass {
            return options.sample_move(chance).expect("a seat at its turn can do something");
        }
        let diplomat = &mut self.diplomat;
        let said = diplomat.announce(rules, view, options);
        let said = said.or_else(|| diplomat.excuse(rules, view, options));
        let said = said.or_else(|| diplomat.remark(rules, view, options, chance));
        let settled = said.or_else(|| diplomat.keep_appointment(rules, view, options));
        settled.unwrap_or_else(|| self.use_window(rules, view, options, chance))
    }

    /// The next order of a turn, by the plan that was chosen for it.
    fn order(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Option<Command> {
        let own = view.own.as_ref().filter(|_| !options.pass)?;
        let held = own.lands.len();
        let (round, before) = self.planned;
        let is_new = round != view.round;
        // A conquest changes what is worth doing next.
        if is_new || (options.end_attack && held > before) {
            self.planned = (view.round, held);
            let attitude = self.diplomat.attitude(rules, view, own);
            let marshal = &self.diplomat.marshal;
            let mut plans = plan::plans(view, attitude, &marshal.front);
            plans.extend(plan::deployments(rules, marshal, options, plans[0]));
            if !is_new {
                plans.iter_mut().for_each(TurnPlan::expect_no_card);
            }
            let plan = self.choose_plan(rules, view, &plans, chance);
            self.leader = Some(PlanLeader::new(plan, view.round));
        }
        self.diplomat.notes.play_out(&self.weighed);
        self.leader.as_mut()?.order(rules, view, options)
    }

    fn choose_plan(
        &mut self,
        rules: &Rules,
        view: &View,
        plans: &[TurnPlan],
        chance: &mut Chance,
    ) -> TurnPlan {
        let openings: Vec<Opening> = plans.iter().copied().map(Opening::Turn).collect();
        let scores = self.compare(view, &openings, chance);
        self.weighed = weighed(rules, &openings, &scores);
        plans[self.best(&scores, |at| Some(if plans[at].breaks { HONOUR } else { 0.0 }))]
    }

    /// Accepts or declines the first proposal that waits, by what it gains.
    fn settle(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Option<Command> {
        let waiting = self.diplomat.weigh_proposal(rules, view, options)?;
        let Some(accept) = waiting.accept() else {
            return Some(self.diplomat.answer_proposal(view.round, &waiting, false));
        };
        let openings = [waiting.decline(), accept].map(Opening::Command);
        let scores = self.compare(view, &openings, chance);
        let least = if waiting.welcome { -HONOUR } else { 0.0 };
        let (what, worth, worlds) = (waiting.deal(), scores.gain(1), scores.worlds(1));
        self.diplomat.notes.play_out(&[Weighed { what, worth, worlds }]);
        Some(self.diplomat.answer_proposal(view.round, &waiting, worth > least))
    }
}

impl Bot for Strategist {
    fn act(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Command {
        let command = self.decide(rules, view, options, chance);
        self.diplomat.conclude(rules, view, command);
        command
    }

    fn answer(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Option<Command> {
        self.look(rules, view, chance);
        let answer = self.settle(rules, view, options, chance);
        let command = answer.or_else(|| self.diplomat.reply(view, options));
        self.diplomat.notes.command = command;
        command
    }

    fn remind(&mut self, deeds: &[Remembered], round: Round) {
        self.diplomat.remind(deeds, round);
    }

    fn memory(&self) -> Vec<Remembered> {
        self.diplomat.memory()
    }

    fn reasons(&self) -> Option<Reasons> {
        self.diplomat.reasons()
    }
}

/// How the openings did, for the reasons of a decision.
fn weighed(rules: &Rules, openings: &[Opening], scores: &Scores) -> Vec<Weighed> {
    let what = |opening: &Opening| match *opening {
        Opening::Turn(plan) => Consideration::Turn(plan.style),
        Opening::Deal(command @ Command::Propose { to: with, card, .. }) => {
            let terms = rules.cards.terms(card);
            terms.map_or(Consideration::Command(command), |terms| Consideration::Deal {
                agreement: terms.agreement,
                with,
            })
        }
        Opening::Deal(command) | Opening::Command(command) => Consideration::Command(command),
    };
    let each = openings.iter().enumerate();
    each.map(|(at, opening)| Weighed {
        what: what(opening),
        worth: scores.gain(at),
        worlds: scores.worlds(at),
    })
    .collect()
}
