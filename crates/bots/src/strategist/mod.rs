//! A bot that searches: it imagines worlds that fit its view, and plays them out by the real rules.
//!
//! Every decision is made in the same way: a few ideas, what a soldier or an envoy would do first among them, are
//! played out in the same imagined worlds (`search`), and the one that wins most often is carried out.

mod beliefs;
#[cfg(test)]
mod fit;
mod plan;
mod rollout;
mod search;
#[cfg(test)]
mod tests;
mod thinking;
mod thought;
mod window;
mod words;
mod worth;

use std::sync::Arc;

use backchannel::view::{Own, ReceivedSignal};
use backchannel::{Agreement, Command, Options, Rules, View};
use parley::{Chance, Options as _, Round, SeatSet};

use crate::Bot;
use crate::bargain::Broker;
use crate::front::Spared;
use crate::marshal::Marshal;
use crate::talk::Phrases;
use beliefs::Beliefs;
use plan::{Leader, Plan};
pub use search::play_out;
use search::{Opening, Question, Scores, Searcher};
pub use thinking::Thinking;
pub use thought::{Idea, Thought, WeighedIdea};
use window::Window;
use words::Words;

/// What breaking its word costs beyond what playouts show: a share of the victory.
const HONOUR: f32 = 0.02;

/// An idea has to be better than the first by so many standard errors.
const DOUBT: f32 = 0.5;

/// From this round on, a seat that has never said anything is taken for one that never deals.
const SILENT_FROM: Round = Round(3);

/// Compares what it could do by playing it out in worlds that fit its view.
pub struct Strategist {
    thinking: Thinking,
    rules: Option<Arc<Rules>>,
    beliefs: Beliefs,
    words: Words,
    /// Its reading of the map.
    marshal: Marshal,
    searcher: Searcher,
    leader: Option<Leader>,
    /// For which round the turn was planned, and with how many territories.
    planned: (Round, usize),
    window: Option<Window>,
    thought: Option<Thought>,
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
            words: Words::default(),
            marshal: Marshal::default(),
            searcher: Searcher::default(),
            leader: None,
            planned: (Round::NEVER, 0),
            window: None,
            thought: None,
        }
    }

    /// What it weighed up last: the reasons for what it does.
    pub fn thought(&self) -> Option<&Thought> {
        self.thought.as_ref()
    }

    /// Reads the view; returns the newest signal since the last time.
    fn look(&mut self, rules: &Rules, view: &View) -> Option<ReceivedSignal> {
        let own = view.own.as_ref()?;
        self.rules.get_or_insert_with(|| Arc::new(rules.clone()));
        self.beliefs.observe(view);
        self.marshal.read(rules, view, Spared { seats: soon_at_peace(own), ..Spared::default() });
        self.words.listen(view, own)
    }

    fn compare(&mut self, view: &View, openings: &[Opening], chance: &mut Chance) -> Scores {
        let Some(rules) = &self.rules else { return Scores::default() };
        let silent = match view.round < SILENT_FROM {
            true => SeatSet::EMPTY,
            false => self.marshal.front.rivals.minus(self.words.talkers),
        };
        let me = self.marshal.front.me;
        let (beliefs, thinking) = (&self.beliefs, self.thinking);
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
            let mut plans = plan::plans(view, soon_at_peace(own), self.marshal.front.rivals);
            plans.extend(plan::deployments(rules, &self.marshal, options, plans[0]));
            if !is_new {
                plans.iter_mut().for_each(Plan::expect_no_card);
            }
            let plan = self.choose_plan(view, &plans, chance);
            self.leader = Some(Leader::new(plan, view.round));
        }
        self.leader.as_mut()?.order(rules, view, options)
    }

    fn choose_plan(&mut self, view: &View, plans: &[Plan], chance: &mut Chance) -> Plan {
        let openings: Vec<Opening> = plans.iter().copied().map(Opening::Turn).collect();
        let scores = self.compare(view, &openings, chance);
        let best = self.best(&scores, |at| Some(if plans[at].breaks { HONOUR } else { 0.0 }));
        self.thought = Some(Thought::new(view.round, &openings, &scores, best));
        plans[best]
    }

    /// Accepts or declines the first proposal that waits, by what it gains.
    fn settle(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Option<Command> {
        let proposal = options.answer.first()?.proposal;
        let own = view.own.as_ref()?;
        let offer = own.received.iter().find(|received| received.id == proposal)?;
        let (from, agreement) = (proposal.from.index(), offer.agreement);
        let given_word = self.words.agreed[from].take() == Some(agreement);
        let broker = Broker { rules, view, front: &self.marshal.front };
        let decline = Command::Decline { proposal };
        let Some((_, slots)) = broker.offered(offer, &options.free_troops) else {
            self.words.courtesy[from] = Some(Phrases::known().cannot_afford(agreement));
            return Some(decline);
        };
        let openings = [decline, Command::Accept { proposal, slots }].map(Opening::Command);
        let scores = self.compare(view, &openings, chance);
        let least = if given_word { -HONOUR } else { 0.0 };
        let accepts = scores.gain(1) > least;
        self.thought = Some(Thought::new(view.round, &openings, &scores, usize::from(accepts)));
        let phrases = Phrases::known();
        let word = if accepts { phrases.thanks(agreement) } else { phrases.sorry(agreement) };
        self.words.courtesy[from] = Some(word);
        Some(if accepts { Command::Accept { proposal, slots } } else { decline })
    }

    /// Answers a question about a deal in words, anything else with a reaction.
    fn reply(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        news: &ReceivedSignal,
    ) -> Option<Command> {
        let Some(agreement) = words::hinted_at(news) else {
            return self.words.react(news, &self.marshal.front, options);
        };
        let from = news.id.from;
        if !options.signal.contains(from) {
            return None;
        }
        let own = view.own.as_ref()?;
        let broker = Broker { rules, view, front: &self.marshal.front };
        let phrases = Phrases::known();
        let signal = match broker.hinted(agreement, from, &own.hand) {
            None => phrases.cannot_afford(agreement),
            Some(deal) if broker.worth(&deal) >= 0.0 => {
                self.words.agreed[from.index()] = Some(agreement);
                phrases.yes(agreement)
            }
            Some(_) => phrases.not_yet(),
        };
        Some(Command::Signal { to: Some(from), signal })
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
        self.look(rules, view);
        if let Some(answer) = self.settle(rules, view, options, chance) {
            return answer;
        }
        let spoken = self.words.speak(options);
        let warning = |words: &mut Words| {
            let front = &self.marshal.front;
            if options.pass { words.warn(front, view.round, options) } else { None }
        };
        if let Some(signal) = spoken.or_else(|| warning(&mut self.words)) {
            return signal;
        }
        if let Some(order) = self.order(rules, view, options, chance) {
            return order;
        }
        if options.pass {
            return self.use_window(rules, view, options, chance);
        }
        options.sample_move(chance).expect("a seat at its turn can do something")
    }

    fn answer(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Option<Command> {
        let news = self.look(rules, view);
        let answer = self.settle(rules, view, options, chance);
        answer.or_else(|| self.reply(rules, view, options, &news?))
    }
}

/// Partners whose ceasefire is agreed and about to begin.
fn soon_at_peace(own: &Own) -> SeatSet {
    let truces = own.pending.iter().filter(|deal| deal.agreement == Agreement::Ceasefire);
    truces.map(|deal| if deal.to == own.seat { deal.id.from } else { deal.to }).collect()
}
