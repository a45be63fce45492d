//! A soldier who also negotiates, and keeps its word.

use backchannel::settings::MOST_SEATS;
use backchannel::signal::Signal;
use backchannel::view::{Own, ReceivedSignal, Score};
use backchannel::{Agreement, Command, Options, Rules, SignalRef, Territory, TerritorySet, View};
use parley::{Chance, Options as _, Round, Seat, SeatSet};

use crate::Bot;
use crate::bargain::Broker;
use crate::front::{Spared, truces};
use crate::ledger::{Ledger, ProposalAnswer};
use crate::marshal::Marshal;
use crate::talk::{Meaning, Phrases};
use crate::window::{self, Choice, Stance};

/// The minimum value of a deal.
const LEAST_WORTH: f32 = 0.3;

/// Rounds between two public warnings.
const WARNING_ROUNDS: u16 = 4;

/// A rival is warned of from this share of the rivals' strength on.
const TOO_STRONG: f32 = 0.5;

/// The assumed probability that a hint leads to a deal, before it is tried.
const HOPE: f32 = 0.6;

/// The share of that for a proposal without a hint.
const UNASKED: f32 = 0.6;

/// Fights like a soldier, and compares a deal with every card it could play.
///
/// It never betrays an agreement and keeps every promise that it makes.
#[derive(Default)]
pub struct Envoy {
    marshal: Marshal,
    ledger: Ledger,
    /// The last private and public signal of each seat that was taken in.
    heard: [[u16; 2]; MOST_SEATS],
    /// What each seat was last asked about, and its answer.
    asked: [Option<Agreement>; MOST_SEATS],
    reply: [Option<Meaning>; MOST_SEATS],
    /// What it said yes to, from whom.
    agreed: [Option<Agreement>; MOST_SEATS],
    /// A signal to send as soon as the limits allow.
    courtesy: [Option<Signal>; MOST_SEATS],
    warned: Round,
    /// An attack that was announced publicly, and is therefore made before anything else.
    announced: Option<Command>,
}

impl Bot for Envoy {
    fn act(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Command {
        self.look(rules, view);
        let announced = self.announced.take();
        if let Some(attack) = announced.filter(|attack| options.contains(attack)) {
            return attack;
        }
        let answer = self.settle_proposal(rules, view, options);
        if let Some(command) = answer.or_else(|| self.speak(view, options)) {
            return command;
        }
        if let Some(command) = self.announce(rules, view, options) {
            return command;
        }
        if let Some(order) = self.marshal.order(rules, view, options) {
            return order;
        }
        if options.pass {
            return self.window(rules, view, options);
        }
        options.sample_move(chance).expect("a seat at its turn can do something")
    }

    fn answer(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        _: &mut Chance,
    ) -> Option<Command> {
        let news = self.look(rules, view);
        let answer = self.settle_proposal(rules, view, options);
        answer.or_else(|| self.reply(rules, view, options, news?))
    }
}

impl Envoy {
    /// Reads the view; returns the newest signal since the last time.
    fn look(&mut self, rules: &Rules, view: &View) -> Option<ReceivedSignal> {
        let own = view.own.as_ref()?;
        if let Some((seat, verdict)) = self.ledger.settle(own) {
            self.courtesy[seat.index()] = self.after(own, seat, verdict);
        }
        let promised = self.ledger.spared(view.round);
        let seats = promised.or(soon_at_peace(own));
        let spared = Spared { seats, lands: last_stand(view, own.seat) };
        self.marshal.read(rules, view, spared);
        self.listen(own)
    }

    /// What is said after an own proposal was answered.
    fn after(&self, own: &Own, seat: Seat, verdict: ProposalAnswer) -> Option<Signal> {
        let phrases = Phrases::known();
        match verdict {
            ProposalAnswer::Refused => Some(phrases.no_hard_feelings()),
            ProposalAnswer::Accepted => {
                let deal = own.pending.iter().find(|deal| deal.to == seat)?;
                Some(phrases.thanks(deal.agreement))
            }
        }
    }

    fn listen(&mut self, own: &Own) -> Option<ReceivedSignal> {
        let mut newest = None;
        for heard in &own.heard {
            let SignalRef { from, public, number } = heard.id;
            let known = &mut self.heard[from.index()][usize::from(public)];
            if *known == number {
                continue;
            }
            *known = number;
            if !public {
                let meaning = Phrases::known().meaning(&heard.signal);
                self.ledger.heard_from(from);
                self.reply[from.index()] = Some(meaning);
                if meaning == Meaning::No {
                    self.ledger.turned_down(from);
                }
            }
            newest = Some(*heard);
        }
        newest
    }

    /// Accepts or declines the first proposal that waits.
    fn settle_proposal(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
    ) -> Option<Command> {
        let waiting = options.answer.first()?.proposal;
        let own = view.own.as_ref()?;
        let proposal = own.received.iter().find(|received| received.id == waiting)?;
        let from = waiting.from;
        let given_word = self.agreed[from.index()].take() == Some(proposal.agreement);
        let least = if given_word { -LEAST_WORTH } else { LEAST_WORTH };
        let broker = Broker { rules, view, front: &self.marshal.front };
        let offered = broker.offered(proposal, &options.free_troops);
        match offered.filter(|(deal, _)| broker.worth(deal) >= least) {
            Some((_, slots)) => {
                self.courtesy[from.index()] = Some(self.welcome(proposal.agreement, from));
                Some(Command::Accept { proposal: waiting, slots })
            }
            None => {
                self.courtesy[from.index()] = Some(Phrases::known().sorry(proposal.agreement));
                Some(Command::Decline { proposal: waiting })
            }
        }
    }

    fn welcome(&self, agreement: Agreement, from: Seat) -> Signal {
        match agreement {
            Agreement::Ceasefire => Phrases::known().will_spare(from),
            _ => Phrases::known().thanks(agreement),
        }
    }

    /// Sends signals of courtesy.
    fn speak(&mut self, view: &View, options: &Options) -> Option<Command> {
        let open = options.signal.into_iter();
        let to = open.into_iter().find(|to| self.courtesy[to.index()].is_some())?;
        let signal = self.courtesy[to.index()].take()?;
        if signal == Phrases::known().will_spare(to) {
            self.ledger.promise_to_spare(to, view.round + 1);
        }
        Some(Command::Signal { to: Some(to), signal })
    }

    /// Public signals: a warning of the strongest, or the target of the next attack.
    fn announce(&mut self, rules: &Rules, view: &View, options: &Options) -> Option<Command> {
        let due = self.warned == Round::NEVER || self.warned + WARNING_ROUNDS <= view.round;
        let leader = self.marshal.front.leader()?;
        let looming = self.marshal.front.rivalry(leader) >= TOO_STRONG;
        if !options.broadcast || !due || !looming || self.marshal.front.rivals.len() < 2 {
            return None;
        }
        let signal = if options.end_attack {
            let attack = self.marshal.attack(rules, view, options)?;
            let Command::Attack { to, .. } = attack else { return None };
            if self.marshal.front.owner(to) != Some(leader) {
                return None;
            }
            self.announced = Some(attack);
            Phrases::known().going_after(leader)
        } else if options.pass {
            Phrases::known().too_strong(leader)
        } else {
            return None;
        };
        self.warned = view.round;
        Some(Command::Signal { to: None, signal })
    }

    /// Answers a signal: a hint in words, the rest with a reaction.
    fn reply(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        news: ReceivedSignal,
    ) -> Option<Command> {
        let SignalRef { from, public, .. } = news.id;
        let meaning = Phrases::known().meaning(&news.signal);
        if let (Meaning::Hint(agreement), false) = (meaning, public) {
            let signal = self.opinion(rules, view, agreement, from);
            return options
                .signal
                .contains(from)
                .then_some(Command::Signal { to: Some(from), signal });
        }
        let front = &self.marshal.front;
        let reaction = Phrases::known().reaction(meaning, front.me, front.leader())?;
        options.react.contains(&news.id).then_some(Command::React { signal: news.id, reaction })
    }

    /// Its opinion of a deal that somebody hints at.
    fn opinion(&mut self, rules: &Rules, view: &View, agreement: Agreement, from: Seat) -> Signal {
        let phrases = Phrases::known();
        let Some(own) = &view.own else { return phrases.not_yet() };
        let broker = Broker { rules, view, front: &self.marshal.front };
        match broker.hinted(agreement, from, &own.hand) {
            None => phrases.cannot_afford(agreement),
            Some(deal) if broker.worth(&deal) >= LEAST_WORTH => {
                self.agreed[from.index()] = Some(agreement);
                phrases.yes(agreement)
            }
            Some(_) => phrases.not_yet(),
        }
    }

    /// The best use of the window; a proposal is announced by a hint.
    fn window(&mut self, rules: &Rules, view: &View, options: &Options) -> Command {
        let front = &self.marshal.front;
        let friends = truces(view, front.me).or(self.ledger.partners());
        let stance = Stance { friends, deals: self.ledger.has_talkers(front.rivals) };
        let alone = window::best(rules, view, options, &self.marshal, stance);
        let best = self.best_proposal(rules, view, options).map_or(alone, |deal| alone.or(deal));
        let Command::Propose { to, card, .. } = best.command else { return best.command };
        let Some(terms) = rules.cards.terms(card) else { return best.command };
        if options.signal.contains(to) && self.ledger.is_unasked(to, view.round) {
            self.ledger.hinted(to, view.round);
            self.reply[to.index()] = None;
            self.asked[to.index()] = Some(terms.agreement);
            let signal = Phrases::known().hint(terms.agreement);
            return Command::Signal { to: Some(to), signal };
        }
        self.asked[to.index()] = None;
        best.command
    }

    fn best_proposal(&self, rules: &Rules, view: &View, options: &Options) -> Option<Choice> {
        let broker = Broker { rules, view, front: &self.marshal.front };
        let mut best: Option<Choice> = None;
        for pitch in &options.propose {
            for to in pitch.to {
                let thirds =
                    if pitch.names_third { pitch.against.without(to) } else { SeatSet::only(to) };
                for third in thirds {
                    let against = pitch.names_third.then_some(third);
                    let Some((deal, slots)) =
                        broker.pitched(pitch, (to, against), &options.free_troops)
                    else {
                        continue;
                    };
                    let worth = self.hope(view, options, to, deal.agreement) * broker.worth(&deal);
                    let command = Command::Propose { to, card: pitch.card, slots, against };
                    let choice = Choice { command, worth };
                    best = Some(best.map_or(choice, |best| best.or(choice)));
                }
            }
        }
        best
    }

    /// The estimated probability that a proposal is accepted.
    fn hope(&self, view: &View, options: &Options, to: Seat, agreement: Agreement) -> f32 {
        let trust = self.ledger.trust(to);
        let can_ask = options.signal.contains(to) && self.ledger.is_unasked(to, view.round);
        let was_asked = self.asked[to.index()] == Some(agreement);
        let hope = match self.reply[to.index()] {
            _ if can_ask => trust.max(HOPE),
            Some(Meaning::Yes) if was_asked => 0.95,
            Some(Meaning::No) if was_asked => 0.05,
            _ => UNASKED * trust,
        };
        match agreement {
            Agreement::Levy => 0.1 * hope,
            Agreement::Tribute | Agreement::SafePassage => hope.max(0.5),
            _ => hope,
        }
    }
}

/// Partners whose ceasefire is agreed and about to begin.
fn soon_at_peace(own: &Own) -> SeatSet {
    let truces = own.pending.iter().filter(|deal| deal.agreement == Agreement::Ceasefire);
    truces.map(|deal| if deal.to == own.seat { deal.id.from } else { deal.to }).collect()
}

/// The last territory of the last enemy, while a much weaker partner would share the victory (BC-902).
fn last_stand(view: &View, me: Seat) -> TerritorySet {
    let friends = truces(view, me);
    let strength = |score: &Score| score.troops + score.territories;
    let living = || view.scoreboard.iter().filter(|score| score.is_in);
    let mine = living().find(|score| score.seat == me).map_or(0, strength);
    let others = || living().filter(|score| score.seat != me);
    let weak = |score: &Score| friends.contains(score.seat) && strength(score) * 5 < mine * 4;
    if others().count() != 2 || !others().any(weak) {
        return TerritorySet::EMPTY;
    }
    let last = others().find(|score| !friends.contains(score.seat) && score.territories == 1);
    let held = |owner| last.is_some_and(|last| owner == Some(last.seat));
    let lands = (0u8..).map(Territory).zip(&view.lands);
    lands
        .filter(|(_, land)| land.known().is_some_and(|(owner, _)| held(owner)))
        .map(|(territory, _)| territory)
        .collect()
}
