//! The between-turn window: cards, and deals chosen by Nash bargaining.

use backchannel::options::{Ploy, Targets};
use backchannel::{Command, Options, Rules, Tactic, Target, Territory, View};
use parley::{Chance, Options as _, Round, Seat};

use super::search::{Opening, Scores};
use super::{DOUBT, HONOUR, Strategist, weighed};
use crate::deal::thirds;
use crate::turn_order::after;
use crate::window::Choice;

/// Deals that are played out; the others look worse at first sight.
const MOST_DEALS: usize = 6;

/// What is left to do in a window.
pub(crate) struct WindowPlan {
    pub round: Round,
    /// The best use of it that needs nobody else.
    alone: Command,
    /// Deals that are better than that, best first.
    deals: Vec<Bargain>,
    /// What is lost against `alone` if a proposal comes to nothing.
    loss: f32,
}

/// A proposal, and what both sides gain over no deal if it is accepted.
#[derive(Clone, Copy, Debug)]
struct Bargain {
    command: Command,
    to: Seat,
    mine: f32,
    theirs: f32,
}

impl Bargain {
    /// Nash's product of the gains.
    fn product(&self) -> f32 {
        self.mine * self.theirs
    }
}

impl Strategist {
    /// The next step of a window: to ask about a deal, to propose it, or to do without.
    pub(super) fn use_window(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Command {
        // A deal that was made meanwhile may have taken the cards.
        let holds = |plan: &WindowPlan| plan.round == view.round && options.contains(&plan.alone);
        let mut plan = match self.window.take().filter(holds) {
            Some(plan) => plan,
            None => self.think_window(rules, view, options, chance),
        };
        self.diplomat.notes.play_out(&self.weighed);
        let command = self.next_bargain(rules, view, options, &mut plan, chance);
        let command = command.or_else(|| self.diplomat.overdue_offer(rules, view, options));
        let command = command.unwrap_or(plan.alone);
        self.window = Some(plan);
        command
    }

    /// A hint at the best deal that is left, or its proposal.
    fn next_bargain(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        plan: &mut WindowPlan,
        chance: &mut Chance,
    ) -> Option<Command> {
        while let Some(&Bargain { command, to, mine, .. }) = plan.deals.first() {
            let Command::Propose { card, against, .. } = command else { return None };
            let what = (to, rules.cards.terms(card)?.agreement);
            let may_offer = self.diplomat.may_offer(what, against, view.round);
            if may_offer && options.contains(&command) {
                let hint = self.diplomat.ask_about(view, options, what, chance);
                if hint.is_some() {
                    return hint;
                }
                let hope = self.diplomat.hope(view, options, to);
                if hope * mine > (1.0 - hope) * plan.loss {
                    self.diplomat.offer(view, what, against);
                    return Some(command);
                }
            }
            plan.deals.remove(0);
        }
        None
    }

    fn think_window(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> WindowPlan {
        let openings = self.window_openings(rules, view, options);
        let scores = self.compare(view, &openings, chance);
        let alone = self.best(&scores, |at| match openings[at] {
            Opening::Command(Command::Play { target: Target::Treaty(_), .. }) => Some(HONOUR),
            Opening::Command(_) | Opening::Turn(_) => Some(0.0),
            Opening::Deal(_) => None,
        });
        let deals = good_deals(&openings, &scores, alone);
        let is_pass = |opening: &Opening| matches!(opening, Opening::Command(Command::Pass));
        let pass = openings.iter().position(is_pass).unwrap_or(0);
        let loss = (scores.gain(alone) - scores.gain(pass)).max(0.0);
        self.weighed = weighed(rules, &openings, &scores);
        let Opening::Command(alone) = openings[alone] else {
            unreachable!("only commands are weighed against each other")
        };
        WindowPlan { round: view.round, alone, deals, loss }
    }

    /// What an envoy would do, and then everything else that may be worth it.
    fn window_openings(&self, rules: &Rules, view: &View, options: &Options) -> Vec<Opening> {
        let first = self.diplomat.use_cards(rules, view, options).command;
        let reserve = self.diplomat.reserve(rules, view.round, None);
        let spare = options.free_troops.total() > reserve.slots;
        let applied = options.apply.iter().filter(|_| spare);
        let applied = applied.map(|&card| Command::Apply { card });
        let played = options.play.iter().flat_map(|ploy| {
            let targets = self.targets(rules, ploy, options);
            targets.into_iter().map(|target| Command::Play { card: ploy.card, target })
        });
        let deals = self.pitches(rules, view, options).into_iter().map(Opening::Deal);
        let others = applied.chain(played).chain([Command::Pass]);
        let others = others.filter(|&command| command != first).map(Opening::Command);
        [Opening::Command(first)].into_iter().chain(deals).chain(others).collect()
    }

    /// Targets of a tactical card that may be worth it.
    fn targets(&self, rules: &Rules, ploy: &Ploy, options: &Options) -> Vec<Target> {
        let front = &self.diplomat.marshal.front;
        let Some((tactic, _)) = rules.cards.tactic(ploy.card) else { return Vec::new() };
        match (tactic, ploy.targets) {
            // Playouts know everything, so they cannot tell what it is worth to see more.
            (Tactic::Recon | Tactic::Survey, _) => Vec::new(),
            (_, Targets::Nothing) => vec![Target::Nothing],
            (_, Targets::Seats(seats)) => seats.into_iter().map(Target::Seat).collect(),
            (_, Targets::Treaties) => {
                options.treaties.iter().map(|&treaty| Target::Treaty(treaty)).collect()
            }
            (_, Targets::Territories(places)) => {
                let stake = |place: &Territory| front.danger(*place) * front.worth(*place);
                let border = places.and(front.border).into_iter();
                let most = border.max_by(|a, b| stake(a).total_cmp(&stake(b)));
                most.map(Target::Territory).into_iter().collect()
            }
        }
    }

    /// The proposals that look best at first sight.
    fn pitches(&self, rules: &Rules, view: &View, options: &Options) -> Vec<Command> {
        let appraiser = self.diplomat.appraiser(rules, view);
        let mut choices: Vec<Choice> = Vec::new();
        for pitch in &options.propose {
            for (to, third) in after(appraiser.front.me, pitch.to)
                .flat_map(|to| thirds(pitch, to).into_iter().map(move |third| (to, third)))
            {
                let against = pitch.names_third.then_some(third);
                let terms = appraiser.pitched(pitch, (to, against), &options.free_troops);
                let Some((deal, slots)) = terms else { continue };
                let what = (to, deal.agreement);
                if self.diplomat.may_offer(what, against, view.round)
                    && self.diplomat.can_spare(rules, view, options, what)
                {
                    let command = Command::Propose { to, card: pitch.card, slots, against };
                    choices.push(Choice { command, worth: appraiser.worth(&deal) });
                }
            }
        }
        choices.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        choices.truncate(MOST_DEALS);
        choices.into_iter().map(|choice| choice.command).collect()
    }
}

/// The deals by which both sides gain, the one with the largest product first.
fn good_deals(openings: &[Opening], scores: &Scores, alone: usize) -> Vec<Bargain> {
    let mut deals: Vec<Bargain> = Vec::new();
    for (at, opening) in openings.iter().enumerate() {
        let Opening::Deal(command @ Command::Propose { to, .. }) = *opening else { continue };
        let mine = scores.gain(at) - scores.gain(alone);
        let theirs = scores.gain_of(at, to) - scores.gain_of(alone, to);
        if mine - DOUBT * scores.error(at) > 0.0 && theirs > 0.0 {
            deals.push(Bargain { command, to, mine, theirs });
        }
    }
    deals.sort_by(|a, b| b.product().total_cmp(&a.product()));
    deals
}
