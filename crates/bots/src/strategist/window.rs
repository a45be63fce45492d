//! The between-turn window: cards, and deals chosen by Nash bargaining.

use backchannel::options::{Ploy, Targets};
use backchannel::{Command, Options, Rules, Tactic, Target, Territory, View};
use parley::{Chance, Round, Seat, SeatSet};

use super::search::{Opening, Scores};
use super::thought::Thought;
use super::{DOUBT, HONOUR, Strategist};
use crate::bargain::Broker;
use crate::front::truces;
use crate::window::{self as usual, Choice, Stance};

/// Deals that are played out; the others look worse at first sight.
const MOST_DEALS: usize = 6;

/// What is left to do in a window.
pub(crate) struct Window {
    pub round: Round,
    /// The best use of it that needs nobody else.
    alone: Command,
    /// Deals that are better than that, best first.
    deals: Vec<Deal>,
    /// What is lost against `alone` if a proposal comes to nothing.
    loss: f32,
}

/// A proposal, and what both sides gain over no deal if it is accepted.
#[derive(Clone, Copy, Debug)]
struct Deal {
    command: Command,
    to: Seat,
    mine: f32,
    theirs: f32,
}

impl Deal {
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
        if self.window.as_ref().is_none_or(|window| window.round != view.round) {
            self.window = Some(self.think_window(rules, view, options, chance));
        }
        let Some(window) = &mut self.window else { return Command::Pass };
        while let Some(&Deal { command, to, mine, .. }) = window.deals.first() {
            let Command::Propose { card, .. } = command else { break };
            let Some(terms) = rules.cards.terms(card) else { break };
            if let Some(hint) = self.words.ask(to, terms.agreement, view.round, options) {
                return hint;
            }
            let hope = self.words.hope(to, terms.agreement);
            if hope * mine > (1.0 - hope) * window.loss {
                self.words.proposed(to);
                return command;
            }
            window.deals.remove(0);
        }
        window.alone
    }

    fn think_window(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Window {
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
        let first = deals.first().map_or(alone, |&(at, _)| at);
        self.thought = Some(Thought::new(view.round, &openings, &scores, first));
        let Opening::Command(alone) = openings[alone] else {
            unreachable!("only commands are weighed against each other")
        };
        let deals = deals.into_iter().map(|(_, deal)| deal).collect();
        Window { round: view.round, alone, deals, loss }
    }

    /// What a soldier would do, and then everything else that may be worth it.
    fn window_openings(&self, rules: &Rules, view: &View, options: &Options) -> Vec<Opening> {
        let stance = Stance { friends: truces(view, self.marshal.front.me), deals: true };
        let first = usual::best(rules, view, options, &self.marshal, stance).command;
        let applied = options.apply.iter().map(|&card| Command::Apply { card });
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
        let front = &self.marshal.front;
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
        let broker = Broker { rules, view, front: &self.marshal.front };
        let mut choices: Vec<Choice> = Vec::new();
        for pitch in &options.propose {
            for to in pitch.to {
                let thirds =
                    if pitch.names_third { pitch.against.without(to) } else { SeatSet::only(to) };
                for third in thirds {
                    let against = pitch.names_third.then_some(third);
                    let terms = broker.pitched(pitch, (to, against), &options.free_troops);
                    let Some((deal, slots)) = terms else { continue };
                    let command = Command::Propose { to, card: pitch.card, slots, against };
                    choices.push(Choice { command, worth: broker.worth(&deal) });
                }
            }
        }
        choices.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        choices.truncate(MOST_DEALS);
        choices.into_iter().map(|choice| choice.command).collect()
    }
}

/// The deals by which both sides gain, the one with the largest product first.
fn good_deals(openings: &[Opening], scores: &Scores, alone: usize) -> Vec<(usize, Deal)> {
    let mut deals: Vec<(usize, Deal)> = Vec::new();
    for (at, opening) in openings.iter().enumerate() {
        let Opening::Deal(command @ Command::Propose { to, .. }) = *opening else { continue };
        let mine = scores.gain(at) - scores.gain(alone);
        let theirs = scores.gain_of(at, to) - scores.gain_of(alone, to);
        if mine - DOUBT * scores.error(at) > 0.0 && theirs > 0.0 {
            deals.push((at, Deal { command, to, mine, theirs }));
        }
    }
    deals.sort_by(|(_, a), (_, b)| b.product().total_cmp(&a.product()));
    deals
}
