//! Proposals: answering those of others, and making one's own in the window.

use backchannel::view::Proposal;
use backchannel::{Agreement, Command, Options, Rules, Slots, View};
use parley::{Chance, Round, Seat, SeatSet};

use super::Diplomat;
use super::appointments::GIVEN_WORD;
use crate::deal::{DealTerms, GRATITUDE, thirds};
use crate::front::truces;
use crate::reasons::Consideration;
use crate::turn_order::after;
use crate::window::{self, Choice, Stance};

/// The assumed probability that a hint leads to a deal, before it is tried.
const HOPE: f32 = 0.6;

/// How likely an offer without a hint is to be accepted, compared with one after it.
const UNASKED: f32 = 0.6;

/// Rounds without an offer to a seat before the next one gains in value.
const PATIENCE: u16 = 1;

/// Rounds beyond that after which it gains twice as much.
const LONG_WAIT: f32 = 2.0;

/// Rounds without an offer after which one comes without a hint, to those who have ever answered and to the others.
const UNANNOUNCED: [u16; 2] = [5, 2];

/// Rounds without an offer after which one is made although it gains nothing.
const OVERDUE: u16 = 3;

/// The least that an offer may be worth to be made at all. It may be worth less with every round, down to a limit.
const LEAST_OFFER: f32 = -0.5;
const MOST_SACRIFICE: f32 = -3.0;

/// How much more an offer is worth if nobody else could make one.
const ONLY_RIVAL: f32 = 3.0;

/// How much somebody has to fear before anything is demanded of it.
const LEAST_FEAR: f32 = 0.6;

/// A proposal that waits for an answer, and its value to the recipient.
pub(crate) struct WeighedProposal {
    proposal: Proposal,
    /// The deal, and the cards that it would be paid with; `None` if it cannot be paid.
    offered: Option<(DealTerms, Slots)>,
    worth: f32,
    /// Whether it said that it would accept.
    pub welcome: bool,
    wanted: bool,
}

impl WeighedProposal {
    pub(crate) fn decline(&self) -> Command {
        Command::Decline { proposal: self.proposal.id }
    }

    /// `None` if it cannot be paid.
    pub(crate) fn accept(&self) -> Option<Command> {
        self.offered.map(|(_, slots)| Command::Accept { proposal: self.proposal.id, slots })
    }

    pub(crate) fn deal(&self) -> Consideration {
        Consideration::Deal { agreement: self.proposal.agreement, with: self.proposal.id.from }
    }
}

impl Diplomat {
    /// Accepts or declines the first proposal that waits.
    pub(super) fn settle_proposal(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
    ) -> Option<Command> {
        let waiting = self.weigh_proposal(rules, view, options)?;
        Some(self.answer_proposal(view.round, &waiting, waiting.wanted))
    }

    /// Weighs the first proposal that waits.
    pub(crate) fn weigh_proposal(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
    ) -> Option<WeighedProposal> {
        let waiting = options.answer.first()?.proposal;
        let own = view.own.as_ref()?;
        let proposal = *own.received.iter().find(|received| received.id == waiting)?;
        let from = waiting.from;
        let dossier = &mut self.dossiers[from.index()];
        let welcome = dossier.welcome.contains(proposal.agreement);
        dossier.welcome = dossier.welcome.without(proposal.agreement);
        let least = self.policy.least_worth - if welcome { GIVEN_WORD } else { 0.0 };
        let appraiser = self.appraiser(rules, view);
        let offered = appraiser.offered(&proposal, &options.free_troops);
        let worth = offered.map(|(deal, _)| appraiser.worth(&deal));
        let (accepts, keeps) = (self.trust.accepts(from), self.keeps(from, view.round));
        self.notes.concerns(from, accepts, keeps);
        let wanted = worth.is_some_and(|worth| worth >= least) && !self.boycotts(from, view.round);
        let worth = worth.unwrap_or(f32::MIN_POSITIVE);
        let waiting = WeighedProposal { proposal, offered, worth, welcome, wanted };
        self.weigh(waiting.deal(), worth);
        Some(waiting)
    }

    /// Accepts or declines, and remembers it.
    pub(crate) fn answer_proposal(
        &mut self,
        round: Round,
        waiting: &WeighedProposal,
        wanted: bool,
    ) -> Command {
        let WeighedProposal { proposal, offered, worth, .. } = waiting;
        let accepted = offered.filter(|_| wanted).zip(waiting.accept());
        let Some(((deal, _), accept)) = accepted else {
            let (from, kind) = (proposal.id.from, proposal.agreement);
            self.outbox.after_declining(from, kind, self.boycotts(from, round));
            return waiting.decline();
        };
        self.notes.gain = *worth;
        self.accepted(round, proposal, &deal);
        accept
    }

    fn accepted(&mut self, round: Round, proposal: &Proposal, deal: &DealTerms) {
        let from = deal.with;
        self.trust.made_deal(from);
        if proposal.agreement == Agreement::Ceasefire {
            self.witness.agreed_with(from, round);
        }
        let receives = deal.is_gift() && deal.got > 0.0;
        if receives {
            self.pledges.spare(from, round + GRATITUDE);
        }
        let peaceful = receives || proposal.agreement == Agreement::Ceasefire;
        if peaceful {
            self.pledges.spare(from, round + 1);
        }
        self.outbox.after_accepting(from, proposal.agreement, peaceful);
    }

    /// The best use of the window; what was agreed on comes first, and a proposal is mostly announced by a hint.
    pub(super) fn window(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Command {
        if let Some(command) = self.excuse(rules, view, options) {
            return command;
        }
        if let Some(command) = self.remark(rules, view, options, chance) {
            return command;
        }
        if let Some(command) = self.keep_appointment(rules, view, options) {
            return command;
        }
        let alone = self.use_cards(rules, view, options);
        self.weigh(Consideration::Cards, alone.worth);
        let betrayal = self.betrayal(rules, view, options);
        let alone = betrayal.map_or(alone, |betrayal| alone.or(betrayal));
        let rivals = self.marshal.front.rivals;
        let Some(offer) = self.best_proposal(rules, view, options, rivals) else {
            return self.settle_for(alone);
        };
        let best = alone.or(offer);
        let Command::Propose { to, card, against, .. } = best.command else {
            return self.settle_for(alone);
        };
        let Some(terms) = rules.cards.terms(card) else { return self.settle_for(best) };
        if let Some(hint) = self.ask_about(view, options, (to, terms.agreement), chance) {
            return hint;
        }
        self.offer(view, (to, terms.agreement), against);
        self.settle_for(best)
    }

    /// The best use of the window without anybody else.
    pub(crate) fn use_cards(&self, rules: &Rules, view: &View, options: &Options) -> Choice {
        let front = &self.marshal.front;
        let friends = truces(view, front.me).or(self.trust.partners());
        let keeps = if self.trust.has_talkers(front.rivals) { self.level.deal_cards() } else { 0 };
        let betrays = self.policy.treachery > 0.0;
        let reserve = self.reserve(rules, view.round, None);
        let stance = Stance { friends, deal_cards: keeps, reserve, betrays };
        window::best(rules, view, options, &self.marshal, stance)
    }

    /// Asks a seat about a deal before it is proposed; `None` if it is proposed without a hint.
    pub(crate) fn ask_about(
        &mut self,
        view: &View,
        options: &Options,
        (to, agreement): (Seat, Agreement),
        chance: &mut Chance,
    ) -> Option<Command> {
        let dossier = &mut self.dossiers[to.index()];
        // Those who have been kept waiting get their offer unannounced.
        let unannounced = UNANNOUNCED[usize::from(!self.trust.has_answered(to))];
        let waited = dossier.wait(view.round) > unannounced;
        let may_ask = options.signal.contains(to) && dossier.ask_from <= view.round;
        if !may_ask || waited || !self.trust.listens(to) {
            return None;
        }
        dossier.ask(agreement, view.round);
        self.trust.hinted(to);
        Some(self.hint(to, agreement, chance))
    }

    /// Remembers a proposal that is about to be made.
    pub(crate) fn offer(
        &mut self,
        view: &View,
        (to, agreement): (Seat, Agreement),
        against: Option<Seat>,
    ) {
        self.dossiers[to.index()].offer(agreement, against, view.round);
        self.notes.concerns(to, self.trust.accepts(to), self.keeps(to, view.round));
    }

    fn settle_for(&mut self, choice: Choice) -> Command {
        self.notes.gain = choice.worth;
        choice.command
    }

    /// The best proposal of one kind to one seat, and its worth.
    pub(super) fn pitch_for(
        &self,
        rules: &Rules,
        view: &View,
        options: &Options,
        to: Seat,
        agreement: Agreement,
    ) -> Option<(Command, f32)> {
        let appraiser = self.appraiser(rules, view);
        let mut best: Option<(Command, f32)> = None;
        for pitch in options.propose.iter().filter(|pitch| pitch.to.contains(to)) {
            if rules.cards.terms(pitch.card).map(|terms| terms.agreement) != Some(agreement) {
                continue;
            }
            for third in after(appraiser.front.me, thirds(pitch, to)) {
                let against = pitch.names_third.then_some(third);
                let pitched = appraiser.pitched(pitch, (to, against), &options.free_troops);
                let Some((deal, slots)) = pitched else { continue };
                let worth = appraiser.worth(&deal);
                if best.is_none_or(|(_, most)| worth > most) {
                    let card = pitch.card;
                    best = Some((Command::Propose { to, card, slots, against }, worth));
                }
            }
        }
        best
    }

    /// The proposal with the highest expected value; those who have waited long for one come first.
    fn best_proposal(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        seats: SeatSet,
    ) -> Option<Choice> {
        let appraiser = self.appraiser(rules, view);
        let mut best: Option<(Choice, DealTerms, f32)> = None;
        for pitch in &options.propose {
            for to in after(appraiser.front.me, pitch.to.and(seats)) {
                for third in after(appraiser.front.me, thirds(pitch, to)) {
                    let against = pitch.names_third.then_some(third);
                    let Some((deal, slots)) =
                        appraiser.pitched(pitch, (to, against), &options.free_troops)
                    else {
                        continue;
                    };
                    if !self.can_spare(rules, view, options, (to, deal.agreement)) {
                        continue;
                    }
                    let Some(worth) = self.promise_of(&appraiser, view, options, &deal) else {
                        continue;
                    };
                    if best.as_ref().is_none_or(|(best, ..)| worth > best.worth) {
                        let command = Command::Propose { to, card: pitch.card, slots, against };
                        best = Some((Choice { command, worth }, deal, appraiser.worth(&deal)));
                    }
                }
            }
        }
        let (choice, deal, worth) = best?;
        let seen = appraiser.worth_to_partner(&deal);
        let (agreement, with) = (deal.agreement, deal.with);
        self.weigh(Consideration::Deal { agreement, with }, worth);
        self.weigh(Consideration::Partner { agreement, with }, seen);
        Some(choice)
    }

    /// The expected value of making a proposal; `None` for one that must not be made.
    fn promise_of(
        &self,
        appraiser: &crate::deal::Appraiser<'_>,
        view: &View,
        options: &Options,
        deal: &DealTerms,
    ) -> Option<f32> {
        if !self.may_offer((deal.with, deal.agreement), deal.against, view.round) {
            return None;
        }
        // Nobody pays who has nothing to fear.
        let demands = deal.is_gift() && deal.got > 0.0;
        if demands && appraiser.fear_of_me(deal.with) < LEAST_FEAR {
            return None;
        }
        let dossier = &self.dossiers[deal.with.index()];
        let worth = appraiser.worth(deal);
        let missed = f32::from(dossier.wait(view.round).saturating_sub(PATIENCE));
        // Those who talk get their deals by talking; who never answers at all may only be slow.
        let eager = if self.trust.has_answered(deal.with) {
            missed * if missed > LONG_WAIT { 2.0 } else { 1.0 }
        } else {
            missed * missed
        };
        let alone = appraiser.front.rivals.len() == 1;
        let least = if alone { MOST_SACRIFICE } else { LEAST_OFFER * (1.0 + missed) };
        let least = least.max(MOST_SACRIFICE);
        if worth < least {
            return None;
        }
        let eager = if alone { eager * ONLY_RIVAL } else { eager };
        let longing = self.policy.eagerness * eager * self.trust.openness(deal.with);
        let hope =
            self.hope(view, options, deal.with) * likelihood(appraiser.worth_to_partner(deal));
        Some(hope * worth + longing)
    }

    /// An offer to somebody who has had none for long, for one who otherwise only makes offers that gain something.
    pub(crate) fn overdue_offer(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
    ) -> Option<Command> {
        let overdue = |seat: Seat| {
            self.dossiers[seat.index()].wait(view.round) >= OVERDUE
                && self.trust.openness(seat) >= 0.5
        };
        let seats: SeatSet =
            self.marshal.front.rivals.into_iter().filter(|&it| overdue(it)).collect();
        if seats.is_empty() {
            return None;
        }
        let command = self.best_proposal(rules, view, options, seats)?.command;
        let Command::Propose { to, card, against, .. } = command else { return None };
        let agreement = rules.cards.terms(card)?.agreement;
        self.offer(view, (to, agreement), against);
        Some(command)
    }

    /// Whether a deal may be proposed at all: not to a breaker, not twice in a row, and not after a refusal.
    pub(crate) fn may_offer(
        &self,
        (to, agreement): (Seat, Agreement),
        against: Option<Seat>,
        round: Round,
    ) -> bool {
        let dossier = &self.dossiers[to.index()];
        let friends = against.is_some_and(|third| dossier.is_friend_of(third, round));
        !friends
            && !dossier.repeats(agreement, against, round)
            && !dossier.is_refused(agreement, round)
            && !self.boycotts(to, round)
    }

    /// The estimated probability that `to` accepts a proposal, apart from its terms.
    pub(crate) fn hope(&self, view: &View, options: &Options, to: Seat) -> f32 {
        let dossier = &self.dossiers[to.index()];
        let accepts = self.trust.accepts(to);
        let can_ask = options.signal.contains(to) && dossier.ask_from <= view.round;
        if can_ask && self.trust.listens(to) {
            return accepts.max(HOPE);
        }
        UNASKED * accepts
    }

    /// Whether it would accept a deal of this kind from `from`; `None` if it could not pay for it.
    pub(super) fn would_accept(
        &mut self,
        rules: &Rules,
        view: &View,
        agreement: Agreement,
        from: Seat,
    ) -> Option<bool> {
        let own = view.own.as_ref()?;
        let appraiser = self.appraiser(rules, view);
        let deal = appraiser.hinted(agreement, from, &own.hand)?;
        let worth = appraiser.worth(&deal);
        self.weigh(Consideration::Deal { agreement, with: from }, worth);
        Some(worth >= self.policy.least_worth && !self.boycotts(from, view.round))
    }
}

/// How likely somebody is to accept a deal that seems to be worth this much to it.
fn likelihood(worth: f32) -> f32 {
    (0.4 + 0.3 * worth).clamp(0.08, 1.0)
}
