//! Proposals: answering those of others, and making one's own in the window.

use backchannel::view::Proposal;
use backchannel::{Agreement, Command, Options, Rules, View};
use parley::{Chance, Round, Seat};

use super::Diplomat;
use crate::deal::{DealTerms, GRATITUDE, thirds};
use crate::front::truces;
use crate::reasons::Consideration;
use crate::window::{self, Choice, Stance};

/// The assumed probability that a hint leads to a deal, before it is tried.
const HOPE: f32 = 0.6;

/// What an offer to somebody who said yes is hoped for.
const AGREED: f32 = 0.95;

/// The share of the usual hope for an offer without a hint.
const UNASKED: f32 = 0.6;

/// A word given makes a deal worth that much more: it is kept even at a small loss.
const GIVEN_WORD: f32 = 0.6;

/// Rounds without an offer to a seat from which on it is missed.
const PATIENCE: u16 = 1;

/// Rounds without an offer after which one comes without a hint.
const UNANNOUNCED: u16 = 5;

/// The least that an offer made for its own sake may be worth.
const LEAST_OFFER: f32 = -0.5;

impl Diplomat {
    /// Accepts or declines the first proposal that waits.
    pub(super) fn settle_proposal(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
    ) -> Option<Command> {
        let waiting = options.answer.first()?.proposal;
        let own = view.own.as_ref()?;
        let proposal = own.received.iter().find(|received| received.id == waiting)?;
        let from = waiting.from;
        let dossier = &mut self.dossiers[from.index()];
        let welcome = dossier.welcome.contains(proposal.agreement);
        dossier.welcome = dossier.welcome.without(proposal.agreement);
        let least = self.policy.least_worth - if welcome { GIVEN_WORD } else { 0.0 };
        let appraiser = self.appraiser(rules, view);
        let offered = appraiser.offered(proposal, &options.free_troops);
        let worth = offered.map(|(deal, _)| appraiser.worth(&deal));
        let (accepts, keeps) = (self.trust.accepts(from), self.keeps(from, view.round));
        self.notes.concerns(from, accepts, keeps);
        let deal = Consideration::Deal { agreement: proposal.agreement, with: from };
        self.weigh(deal, worth.unwrap_or(f32::MIN_POSITIVE));
        let wanted = worth.is_some_and(|worth| worth >= least) && !self.boycotts(from, view.round);
        match offered.filter(|_| wanted) {
            Some((deal, slots)) => {
                self.notes.gain = worth.unwrap_or(0.0);
                self.accepted(view.round, proposal, &deal);
                Some(Command::Accept { proposal: waiting, slots })
            }
            None => {
                self.outbox.after_declining(from, proposal.agreement, keeps < self.policy.boycott);
                Some(Command::Decline { proposal: waiting })
            }
        }
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
        if let Some(command) = self.remark(rules, view, options, chance) {
            return command;
        }
        if let Some(command) = self.keep_appointment(rules, view, options) {
            return command;
        }
        let front = &self.marshal.front;
        let friends = truces(view, front.me).or(self.trust.partners());
        let keeps = if self.trust.has_talkers(front.rivals) { self.level.deal_cards() } else { 0 };
        let betrays = self.policy.treachery > 0.0;
        let stance = Stance { friends, deal_cards: keeps, betrays };
        let alone = window::best(rules, view, options, &self.marshal, stance);
        self.weigh(Consideration::Cards, alone.worth);
        let betrayal = self.betrayal(rules, view, options);
        let alone = betrayal.map_or(alone, |betrayal| alone.or(betrayal));
        let Some(offer) = self.best_proposal(rules, view, options) else {
            return self.settle_for(alone);
        };
        let best = alone.or(offer);
        let Command::Propose { to, card, against, .. } = best.command else {
            return self.settle_for(alone);
        };
        let Some(terms) = rules.cards.terms(card) else { return self.settle_for(best) };
        let dossier = &mut self.dossiers[to.index()];
        // Those who have been kept waiting get their offer unannounced.
        let waited = dossier.wait(view.round) > UNANNOUNCED;
        let may_ask = options.signal.contains(to) && dossier.ask_from <= view.round;
        if may_ask && self.trust.listens(to) && !waited {
            dossier.ask(terms.agreement, view.round);
            self.trust.hinted(to);
            return self.hint(to, terms.agreement, chance);
        }
        dossier.offer(terms.agreement, against, view.round);
        self.notes.concerns(to, self.trust.accepts(to), self.keeps(to, view.round));
        self.settle_for(best)
    }

    fn settle_for(&mut self, choice: Choice) -> Command {
        self.notes.gain = choice.worth;
        choice.command
    }

    /// Proposes what was agreed on with somebody.
    fn keep_appointment(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
    ) -> Option<Command> {
        for seat in self.marshal.front.rivals {
            let Some((agreed, from)) = self.dossiers[seat.index()].settled else { continue };
            if from > view.round || self.boycotts(seat, view.round) {
                continue;
            }
            let Some((command, worth)) = self.pitch_for(rules, view, options, seat, agreed) else {
                continue;
            };
            self.dossiers[seat.index()].settled = None;
            if worth < self.policy.least_worth - GIVEN_WORD {
                continue;
            }
            let Command::Propose { against, .. } = command else { continue };
            self.dossiers[seat.index()].offer(agreed, against, view.round);
            self.notes.concerns(seat, AGREED, self.keeps(seat, view.round));
            self.weigh(Consideration::Deal { agreement: agreed, with: seat }, worth);
            self.notes.gain = worth;
            return Some(command);
        }
        None
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
            for third in thirds(pitch, to) {
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

    /// The proposal that promises most; whoever has waited long for one comes first.
    fn best_proposal(&mut self, rules: &Rules, view: &View, options: &Options) -> Option<Choice> {
        let appraiser = self.appraiser(rules, view);
        let mut best: Option<(Choice, DealTerms, f32)> = None;
        for pitch in &options.propose {
            for to in pitch.to {
                if self.boycotts(to, view.round) {
                    continue;
                }
                for third in thirds(pitch, to) {
                    let against = pitch.names_third.then_some(third);
                    let Some((deal, slots)) =
                        appraiser.pitched(pitch, (to, against), &options.free_troops)
                    else {
                        continue;
                    };
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

    /// What can be hoped for from a proposal; `None` for one that is not to be made.
    fn promise_of(
        &self,
        appraiser: &crate::deal::Appraiser<'_>,
        view: &View,
        options: &Options,
        deal: &DealTerms,
    ) -> Option<f32> {
        let dossier = &self.dossiers[deal.with.index()];
        let repeats = dossier.repeats(deal.agreement, deal.against);
        if repeats || dossier.is_refused(deal.agreement, view.round) {
            return None;
        }
        let worth = appraiser.worth(deal);
        if worth < LEAST_OFFER {
            return None;
        }
        let missed = dossier.wait(view.round).saturating_sub(PATIENCE);
        let longing = self.policy.eagerness * f32::from(missed);
        let hope = self.hope(view, options, deal) * likelihood(appraiser.worth_to_partner(deal));
        Some(hope * worth + longing)
    }

    /// The estimated probability that a proposal is accepted, apart from its terms.
    fn hope(&self, view: &View, options: &Options, deal: &DealTerms) -> f32 {
        let (to, dossier) = (deal.with, &self.dossiers[deal.with.index()]);
        let accepts = self.trust.accepts(to);
        let can_ask = options.signal.contains(to) && dossier.ask_from <= view.round;
        if can_ask && self.trust.listens(to) {
            return accepts.max(HOPE);
        }
        UNASKED * accepts
    }

    /// Its opinion of a deal of this kind, should `from` propose it: worth making, or not affordable.
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

/// How likely somebody takes what seems to be worth so much to it.
fn likelihood(worth: f32) -> f32 {
    (0.4 + 0.3 * worth).clamp(0.08, 1.0)
}
