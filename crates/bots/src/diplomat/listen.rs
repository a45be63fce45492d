//! Taking in what others say: whole sentences, whenever they come.

use backchannel::signal::Word;
use backchannel::view::{Own, ReceivedReaction, ReceivedSignal};
use backchannel::{Agreement, Rules, SignalRef, View};
use parley::{Chance, Seat};

use super::Diplomat;
use super::dossier::Appointment;
use super::plea::Plea;
use crate::Temper;
use crate::front::truces;
use crate::meaning::{Idea, Meanings, PhraseSubject, Reading, Said, Sense};
use crate::reasons::Consideration;
use crate::speech::{Join, React, Say};

/// Rounds for which a seat that turned something down is not asked for it again.
const SULK_ROUNDS: u16 = 2;

impl Diplomat {
    /// Takes in every signal that has arrived since the last look.
    pub(super) fn listen(&mut self, rules: &Rules, view: &View, own: &Own, chance: &mut Chance) {
        for &ReceivedSignal { id, signal, .. } in &own.heard {
            let SignalRef { from, public, number } = id;
            let known = &mut self.heard[from.index()][usize::from(public)];
            if std::mem::replace(known, number) == number {
                continue;
            }
            let front = &self.marshal.front;
            let Some(reading) = Meanings::standard().read(rules, front, from, &signal) else {
                continue;
            };
            if public {
                self.overhear(view, id, &reading, chance);
            } else {
                self.trust.heard_from(from);
                self.hear(rules, view, own, id, &reading, chance);
            }
        }
    }

    /// A reaction answers the last thing that was said to somebody.
    pub(super) fn take_reactions(&mut self, rules: &Rules, view: &View, own: &Own) {
        for &ReceivedReaction { by, number, reaction } in &own.reactions {
            let known = &mut self.reacted[by.index()];
            if std::mem::replace(known, number) == number {
                continue;
            }
            self.trust.heard_from(by);
            let dossier = &mut self.dossiers[by.index()];
            if !dossier.question_last {
                continue;
            }
            match Meanings::standard().reaction(reaction) {
                Some(Sense::Yes) => {
                    dossier.said_yes(None, view.round);
                    self.confirm(rules, own, by);
                }
                Some(Sense::No) => dossier.said_no(None, view.round + SULK_ROUNDS),
                Some(Sense::Later) => dossier.said_no(None, view.round + 1),
                _ => {}
            }
        }
    }

    /// A public signal: news about others, and sometimes about oneself.
    fn overhear(&mut self, view: &View, id: SignalRef, reading: &Reading, chance: &mut Chance) {
        for said in reading.claims() {
            let PhraseSubject::Seat(about) = said.subject else { continue };
            let front = &self.marshal.front;
            let reaction = match said.sense {
                Sense::Hunt | Sense::Threat if about == front.me => {
                    self.alarmed[id.from.index()] = view.round + 1;
                    React::Amused
                }
                Sense::Strong | Sense::Hunt | Sense::Threat | Sense::Strike => {
                    if about == front.me {
                        React::Amused
                    } else if Some(about) == front.leader() {
                        React::Agree
                    } else {
                        React::Doubt
                    }
                }
                Sense::Accuse if about != front.me => {
                    let believed = self.hear_accusation(view, id.from, about);
                    if believed { React::Alarmed } else { React::Doubt }
                }
                Sense::Accuse => React::Refuse,
                _ => continue,
            };
            if about == self.marshal.front.me || chance.one_in(3) {
                self.outbox.react(id, reaction);
            }
        }
    }

    /// A private signal.
    fn hear(
        &mut self,
        rules: &Rules,
        view: &View,
        own: &Own,
        id: SignalRef,
        reading: &Reading,
        chance: &mut Chance,
    ) {
        let from = id.from;
        let plea = Plea {
            from,
            agrees: reading.first.sense == Sense::Yes,
            threatens: reading.threatens(),
            rewards: reading.rewards(),
            confides: reading.confides(),
        };
        for said in reading.claims() {
            match said.sense {
                Sense::Talk | Sense::Topic => self.sounded_out(rules, view, from, said),
                Sense::Propose => self.asked_to_propose(rules, view, own, plea, said),
                Sense::WillPropose => self.told_of_proposal(rules, view, from, said),
                Sense::Price => self
                    .outbox
                    .answer(from, Say::Need.about(Word::Agreement(self.need(view, from)))),
                Sense::Yes => self.said_yes(rules, view, own, from, said),
                Sense::No => self.said_no(view, from, said),
                Sense::Later => self.said_no(view, from, said),
                Sense::Stop => self.asked_to_stop(rules, view, plea, said),
                Sense::Strike | Sense::Hold | Sense::Aid => {
                    self.asked_to_strike(rules, view, id, plea, said);
                }
                Sense::Side | Sense::Trust => self.asked_for_a_side(view, from, said),
                Sense::Spare => self.promised_peace(view, own, id, said),
                Sense::Hunt | Sense::Threat => self.threatened(rules, view, id, said),
                Sense::Claim => self.told_of_claim(rules, view, id, plea, said),
                Sense::Coming | Sense::Watch | Sense::Strong | Sense::Weak => {
                    self.warned(view, id, plea, said);
                }
                Sense::Accuse => self.told_of_liar(view, id, said),
                Sense::Cede => {
                    if let PhraseSubject::Lands(lands) = said.subject {
                        self.pledges.want(lands.minus(own.lands), view.round);
                    }
                    self.outbox.react(id, React::Salute);
                }
                Sense::Snare => {
                    if let PhraseSubject::Lands(lands) = said.subject
                        && self.keeps(from, view.round) > 0.6
                    {
                        self.pledges.spare_lands(lands, view.round, view.round + 1);
                    }
                    self.outbox.react(id, React::Alarmed);
                }
                Sense::Sorry => {
                    self.trust.forgave(from);
                    self.outbox.react(id, React::Doubt);
                }
                Sense::Thanks | Sense::Stand | Sense::Rely | Sense::Courtesy => {
                    if chance.one_in(2) {
                        self.outbox.react(id, React::Salute);
                    }
                }
                Sense::Pact => self.told_of_pact(view, id, said),
                Sense::Secret => {
                    // In confidence with something else it is weighed there.
                    if reading.then.is_none() {
                        self.outbox.react(id, React::Salute);
                    }
                }
                Sense::Noted => {}
            }
        }
    }

    /// "Shall we talk about a ceasefire?"
    fn sounded_out(&mut self, rules: &Rules, view: &View, from: Seat, said: Said) {
        let agreement = match said.subject {
            PhraseSubject::Agreement(agreement) => agreement,
            PhraseSubject::Idea(Idea::Peace | Idea::Alliance | Idea::Friendship) => {
                Agreement::Ceasefire
            }
            PhraseSubject::Seat(about) => {
                let wary = Some(about) == self.marshal.front.leader();
                let signal = if wary { Say::TooStrong } else { Say::NoConcern };
                let named = Word::Player(about);
                return self.outbox.answer(
                    from,
                    if about == self.marshal.front.me {
                        Say::Understood.bare()
                    } else {
                        signal.about(named)
                    },
                );
            }
            PhraseSubject::Lands(_) | PhraseSubject::Idea(_) => {
                return self.outbox.answer(from, Say::Understood.bare());
            }
            PhraseSubject::Nothing => {
                let wanted = self.need(view, from);
                return self.outbox.answer(from, Say::Propose.about(Word::Agreement(wanted)));
            }
        };
        let word = Word::Agreement(agreement);
        let signal = match self.would_accept(rules, view, agreement, from) {
            None => Say::CannotAfford.about(word),
            Some(true) => {
                let dossier = &mut self.dossiers[from.index()];
                dossier.welcome = dossier.welcome.with(agreement);
                // If nothing comes of it, this side proposes it in a later round.
                let later = Appointment::meant(agreement, view.round + 1);
                dossier.settled.get_or_insert(later);
                Say::Yes.about(word)
            }
            Some(false) if self.boycotts(from, view.round) => Say::No.about(word),
            Some(false) if self.appraiser(rules, view).fear(from) > 0.5 => Say::Perhaps.bare(),
            Some(false) if self.temper == Temper::Busy => Say::Ask.bare(),
            Some(false) => Say::NotYet.bare(),
        };
        self.outbox.answer(from, signal);
    }

    /// "Propose a ceasefire", "I need Alder Marsh".
    fn asked_to_propose(&mut self, rules: &Rules, view: &View, own: &Own, plea: Plea, said: Said) {
        let agreement = match said.subject {
            PhraseSubject::Agreement(agreement) => agreement,
            PhraseSubject::Lands(_) => return self.asked_to_stop(rules, view, plea, said),
            PhraseSubject::Idea(Idea::Peace | Idea::Alliance) => Agreement::Ceasefire,
            PhraseSubject::Nothing | PhraseSubject::Seat(_) | PhraseSubject::Idea(_) => return,
        };
        let word = Word::Agreement(agreement);
        let wanted = self.would_propose(rules, view, own, agreement, plea);
        let holds_card = own.hand.kinds().any(|(card, _)| {
            rules.cards.terms(card).is_some_and(|terms| terms.agreement == agreement)
        });
        let signal = match (wanted, holds_card) {
            (true, true) => {
                let dossier = &mut self.dossiers[plea.from.index()];
                dossier.settled = Some(Appointment::awaited(agreement, view.round));
                Say::WillPropose.about(word)
            }
            // Neither side has the card.
            (true, false) if plea.agrees => Say::NotYet.bare(),
            (true, false) => {
                let dossier = &mut self.dossiers[plea.from.index()];
                dossier.welcome = dossier.welcome.with(agreement);
                Join::But.chain(Say::Yes.about(word), Say::Propose.about(word))
            }
            (false, true) => Say::No.about(word),
            (false, false) => Say::CannotAfford.about(word),
        };
        self.outbox.answer(plea.from, signal);
    }

    /// Whether it would make a proposal that it is asked for.
    fn would_propose(
        &mut self,
        rules: &Rules,
        view: &View,
        own: &Own,
        agreement: Agreement,
        plea: Plea,
    ) -> bool {
        let appraiser = self.appraiser(rules, view);
        let Some(deal) = appraiser.hinted(agreement, plea.from, &own.hand) else { return false };
        let mirrored = crate::deal::DealTerms { given: deal.got, got: deal.given, ..deal };
        let worth =
            if deal.is_gift() { appraiser.worth(&mirrored) } else { appraiser.worth(&deal) };
        let swayed = worth + self.sway(rules, view, plea);
        self.weigh(Consideration::Request { from: plea.from }, swayed);
        swayed >= self.policy.least_worth && !self.boycotts(plea.from, view.round)
    }

    /// "I will propose a ceasefire."
    fn told_of_proposal(&mut self, rules: &Rules, view: &View, from: Seat, said: Said) {
        let PhraseSubject::Agreement(agreement) = said.subject else { return };
        let welcome = self.would_accept(rules, view, agreement, from) == Some(true);
        let dossier = &mut self.dossiers[from.index()];
        if welcome {
            dossier.welcome = dossier.welcome.with(agreement);
            dossier.forget(agreement);
            self.outbox.answer(from, Say::Agreed.bare());
        } else {
            self.outbox.answer(from, Say::No.about(Word::Agreement(agreement)));
        }
    }

    /// "Yes", to what it was asked about, or unasked to something else.
    fn said_yes(&mut self, rules: &Rules, view: &View, own: &Own, from: Seat, said: Said) {
        let named = match said.subject {
            PhraseSubject::Agreement(agreement) => Some(agreement),
            PhraseSubject::Nothing => None,
            PhraseSubject::Seat(_) | PhraseSubject::Lands(_) | PhraseSubject::Idea(_) => return,
        };
        let agreed = self.dossiers[from.index()].said_yes(named, view.round);
        if agreed.is_none()
            && let Some(agreement) = named
        {
            let plea = Plea { agrees: true, ..Plea::plain(from) };
            if self.would_propose(rules, view, own, agreement, plea) {
                let agreed = Appointment::awaited(agreement, view.round);
                self.dossiers[from.index()].settled = Some(agreed);
            } else if !own.sent.iter().any(|sent| sent.to == from) {
                self.outbox.answer(from, Say::NotYet.bare());
            }
        }
        self.confirm(rules, own, from);
    }

    fn said_no(&mut self, view: &View, from: Seat, said: Said) {
        let named = match said.subject {
            PhraseSubject::Agreement(agreement) => Some(agreement),
            PhraseSubject::Nothing => None,
            PhraseSubject::Seat(_) | PhraseSubject::Lands(_) | PhraseSubject::Idea(_) => return,
        };
        self.dossiers[from.index()].said_no(named, view.round + SULK_ROUNDS);
    }

    /// "Do you trust Red?", "Are you with me?"
    fn asked_for_a_side(&mut self, view: &View, from: Seat, said: Said) {
        let about = match said.subject {
            PhraseSubject::Seat(seat) if seat != self.marshal.front.me => seat,
            PhraseSubject::Nothing => from,
            _ => return,
        };
        let keeps = self.keeps(about, view.round);
        let word = (about != from).then_some(Word::Player(about));
        let signal = match (keeps >= 0.5, word) {
            (true, Some(word)) => Say::Yes.about(word),
            (true, None) => Say::StandWith.bare(),
            (false, Some(word)) => Say::DoNotTrust.about(word),
            (false, None) => Say::No.bare(),
        };
        self.outbox.answer(from, signal);
    }

    /// "I will not attack you", or some land of yours.
    fn promised_peace(&mut self, view: &View, own: &Own, id: SignalRef, said: Said) {
        let (from, round) = (id.from, view.round);
        match said.subject {
            PhraseSubject::Seat(seat) if seat == own.seat => {
                self.witness.promised(from, None, round);
            }
            PhraseSubject::Lands(lands) if !lands.and(own.lands).is_empty() => {
                self.witness.promised(from, Some(lands.and(own.lands)), round);
            }
            _ => return,
        }
        let front = &self.marshal.front;
        let truced = truces(view, own.seat);
        let bound = self.pledges.spared(round).or(truced);
        if bound.contains(from) || self.announced.is_some() {
            return;
        }
        let others = front.rivals.minus(bound).without(from);
        let other_prey = others.into_iter().any(|seat| front.contact(seat) > 0);
        let believes = self.keeps(from, round) > 0.4;
        if believes && other_prey {
            self.outbox.answer(from, Say::SparePlayer.about(Word::Player(from)));
        } else {
            self.outbox.react(id, if believes { React::Salute } else { React::Doubt });
        }
    }

    /// "You will regret it", "I am going after you".
    fn threatened(&mut self, rules: &Rules, view: &View, id: SignalRef, said: Said) {
        let front = &self.marshal.front;
        let (from, round) = (id.from, view.round);
        let at_me = match said.subject {
            PhraseSubject::Seat(seat) => seat == front.me,
            PhraseSubject::Lands(lands) => !lands.and(front.mine).is_empty(),
            PhraseSubject::Nothing => said.sense == Sense::Threat,
            PhraseSubject::Agreement(_) | PhraseSubject::Idea(_) => said.sense == Sense::Threat,
        };
        if !at_me {
            return;
        }
        self.alarmed[from.index()] = round + 1;
        let fear = self.policy.compliance * self.appraiser(rules, view).fear(from);
        self.weigh(Consideration::Request { from }, fear);
        if fear > 1.0 {
            let plea = Appointment::meant(Agreement::Ceasefire, round);
            self.dossiers[from.index()].settled.get_or_insert(plea);
            self.outbox.answer(from, Say::Talk.about(Word::Agreement(Agreement::Ceasefire)));
            self.dossiers[from.index()].ask(Agreement::Ceasefire, round);
        } else {
            self.outbox.react(id, React::Amused);
        }
    }

    /// "Red is coming for you", "Red is too strong".
    fn warned(&mut self, view: &View, id: SignalRef, plea: Plea, said: Said) {
        let front = &self.marshal.front;
        let PhraseSubject::Seat(about) = said.subject else {
            return self.outbox.react(id, React::Alarmed);
        };
        let believes = self.believes(view, plea);
        if about == front.me {
            return self.outbox.react(id, React::Amused);
        }
        match said.sense {
            Sense::Coming if believes => self.alarmed[about.index()] = view.round + 1,
            Sense::Weak if believes && front.contact(about) > 0 => {
                self.pledges.hunt(about, view.round + 1);
            }
            _ => {}
        }
        let seconded = Some(about) == front.leader() || said.sense == Sense::Coming;
        let reaction = match (believes, seconded) {
            (true, true) => React::Alarmed,
            (true, false) => React::Agree,
            (false, _) => React::Doubt,
        };
        self.outbox.react(id, reaction);
    }

    /// "I will hold Alder Marsh": left to whoever can be feared, and a threat if it is one's own.
    fn told_of_claim(&mut self, rules: &Rules, view: &View, id: SignalRef, plea: Plea, said: Said) {
        let PhraseSubject::Lands(lands) = said.subject else { return };
        if !lands.and(self.marshal.front.mine).is_empty() {
            return self.threatened(rules, view, id, said);
        }
        let yields = self.sway(rules, view, plea) >= self.cost_of_leaving(rules, lands);
        if yields {
            self.pledges.spare_lands(lands, view.round, view.round + 1);
        }
        self.outbox.react(id, if yields { React::Agree } else { React::Doubt });
    }

    /// "I have a deal with Red": it is not asked to fight Red for a while.
    fn told_of_pact(&mut self, view: &View, id: SignalRef, said: Said) {
        let front = &self.marshal.front;
        let about = match said.subject {
            PhraseSubject::Seat(about) => about,
            PhraseSubject::Nothing
            | PhraseSubject::Lands(_)
            | PhraseSubject::Agreement(_)
            | PhraseSubject::Idea(_) => return self.outbox.react(id, React::Doubt),
        };
        let wary = Some(about) == front.leader() || about == front.me;
        self.dossiers[id.from.index()].befriended(about, view.round);
        self.outbox.react(id, if wary { React::Alarmed } else { React::Salute });
    }

    /// "Red is lying."
    fn told_of_liar(&mut self, view: &View, id: SignalRef, said: Said) {
        let PhraseSubject::Seat(about) = said.subject else { return };
        if about == self.marshal.front.me {
            return self.outbox.react(id, React::Refuse);
        }
        let believed = self.hear_accusation(view, id.from, about);
        self.outbox.react(id, if believed { React::Alarmed } else { React::Doubt });
    }

    /// An accusation counts as much as its author is trusted more than the accused.
    fn hear_accusation(&mut self, view: &View, from: Seat, about: Seat) -> bool {
        let (author, accused) = (self.keeps(from, view.round), self.keeps(about, view.round));
        let believed = from != about && author >= accused;
        if believed {
            self.trust.accused(about, view.round, 0.5 * author);
        }
        believed
    }
}
