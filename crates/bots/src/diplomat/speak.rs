//! What a bot says: answers, accusations, remarks. Words are paced and rare enough to matter.

use backchannel::map::Zone;
use backchannel::signal::{Phrase, Signal, Word};
use backchannel::view::Land;
use backchannel::{Agreement, Command, Options, Rules, Territory, TerritorySet, View};
use parley::{Chance, Options as _, Round, Seat, SeatSet};

use super::Diplomat;
use crate::front::truces;
use crate::speech::{Join, Say};
use crate::turn_order::after;
use crate::{Level, Temper};

/// Rounds between two public signals that nobody asked for.
const PUBLIC_PACE: u16 = 4;

/// Rounds between two private remarks to the same seat.
const PRIVATE_PACE: u16 = 3;

/// The same for those who renew their promises of peace as soon as they run out.
const COURTING_PACE: u16 = 2;

/// A rival is warned of from this share of the rivals' strength on.
const TOO_STRONG: f32 = 0.5;

impl Diplomat {
    /// Sends an answer or a reaction to something that has just arrived.
    pub(crate) fn reply(&mut self, view: &View, options: &Options) -> Option<Command> {
        let open = options.signal.and(self.outbox.replies).into_iter();
        let open: SeatSet = open.filter(|&to| self.outbox.may_answer(to, view.round)).collect();
        if let Some((to, signal)) = self.outbox.take(self.marshal.front.me, open) {
            return self.send(view, options, to, signal);
        }
        let (signal, reaction) = self.outbox.reaction.take()?;
        let reaction = reaction.reaction();
        options.react.contains(&signal).then_some(Command::React { signal, reaction })
    }

    /// Says what waits to be said.
    pub(crate) fn speak(&mut self, view: &View, options: &Options) -> Option<Command> {
        let (to, signal) = self.outbox.take(self.marshal.front.me, options.signal)?;
        self.send(view, options, to, signal)
    }

    /// Sends a signal, unless it cannot be said: an answer may repeat a word that does not fit it.
    pub(super) fn send(
        &mut self,
        view: &View,
        options: &Options,
        to: Seat,
        signal: Signal,
    ) -> Option<Command> {
        let command = Command::Signal { to: Some(to), signal };
        if !options.contains(&command) {
            return None;
        }
        self.dossiers[to.index()].question_last = false;
        signal.phrases().for_each(|phrase| self.pledge(view.round, phrase));
        Some(command)
    }

    /// Remembers a promise that is being made.
    fn pledge(&mut self, round: Round, phrase: Phrase) {
        let is = |said: Say, word| Signal::single(phrase) == said.about(word);
        match phrase.filler {
            Some(word @ Word::Player(seat)) if is(Say::SparePlayer, word) => {
                self.pledges.spare(seat, round + 1);
            }
            Some(word @ Word::Territory(place)) if is(Say::SpareTerritory, word) => {
                let lands = TerritorySet::EMPTY.with(place);
                self.pledges.spare_lands(lands, round, round + 1);
            }
            _ => {}
        }
    }

    /// A hint that a proposal may follow.
    pub(super) fn hint(&mut self, to: Seat, kind: Agreement, chance: &mut Chance) -> Command {
        let word = Word::Agreement(kind);
        let signal = match self.temper {
            Temper::Busy if chance.one_in(3) => Say::DoYouNeed.about(word),
            Temper::Sly if chance.one_in(3) => {
                Join::And.chain(Say::WillPropose.about(word), Say::Secret.bare())
            }
            _ => Say::Talk.about(word),
        };
        Command::Signal { to: Some(to), signal }
    }

    /// Public signals: an accusation, a warning of the strongest, or the target of the next attack.
    pub(crate) fn announce(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
    ) -> Option<Command> {
        if !options.broadcast || !(options.end_attack || options.pass) {
            return None;
        }
        let attack =
            options.end_attack.then(|| self.marshal.attack(rules, view, options)).flatten();
        let prey = attack.and_then(|attack| self.prey(view, attack));
        // Nothing is announced about somebody who is out.
        let rivals = self.marshal.front.rivals;
        let names = |signal: &Signal| match signal.first.filler {
            Some(Word::Player(seat)) => rivals.contains(seat),
            _ => true,
        };
        self.outbox.public = self.outbox.public.filter(names);
        let waiting = self.outbox.public;
        let hunts = |seat| Say::HuntPlayer.about(Word::Player(seat));
        if let Some(signal) = waiting {
            // An attack is announced when it is made, so that the word is kept.
            let about = self.marshal.front.rivals.into_iter().find(|&seat| hunts(seat) == signal);
            match about {
                Some(seat) if prey != Some(seat) => {
                    if !options.pass {
                        return None;
                    }
                    self.outbox.public = None;
                    return self.broadcast(view, Say::Next.about(Word::Player(seat)));
                }
                Some(_) => self.announced = attack,
                None => {}
            }
            self.outbox.public = None;
            return self.broadcast(view, signal);
        }
        let due = self.outbox.public_in == Round::NEVER
            || self.outbox.public_in + PUBLIC_PACE <= view.round;
        if !due || self.marshal.front.rivals.len() < 2 {
            return None;
        }
        self.proclaim(view, options, attack, prey)
    }

    /// What it tells everybody now and then.
    fn proclaim(
        &mut self,
        view: &View,
        options: &Options,
        attack: Option<Command>,
        prey: Option<Seat>,
    ) -> Option<Command> {
        let front = &self.marshal.front;
        let leader = front.leader()?;
        let looming = front.rivalry(leader) >= TOO_STRONG;
        let resented = prey.is_some_and(|prey| {
            self.temper == Temper::Stern && self.trust.resents(prey, view.round, &self.policy) > 0.2
        });
        if prey.is_some_and(|prey| (looming && prey == leader) || resented) {
            self.announced = attack;
            return self.broadcast(view, Say::HuntPlayer.about(Word::Player(prey?)));
        }
        if options.pass && looming {
            let named = Word::Player(leader);
            let signal = match self.temper {
                Temper::Busy => {
                    Join::Because.chain(Say::Attack.about(named), Say::TooStrong.about(named))
                }
                _ => Say::TooStrong.about(named),
            };
            return self.broadcast(view, signal);
        }
        if options.pass && view.round == Round(1) && self.temper == Temper::Courteous {
            return self.broadcast(view, Say::Greetings.bare());
        }
        None
    }

    fn broadcast(&mut self, view: &View, signal: Signal) -> Option<Command> {
        self.outbox.public_in = view.round;
        Some(Command::Signal { to: None, signal })
    }

    /// Whom an attack is made on, if that is seen and not only remembered.
    fn prey(&self, view: &View, attack: Command) -> Option<Seat> {
        let Command::Attack { to, .. } = attack else { return None };
        let is_seen = matches!(view.lands.get(to.index()), Some(Land::Seen { .. }));
        self.marshal.front.owner(to).filter(|_| is_seen)
    }

    /// A remark to somebody, in the window, now and then.
    pub(crate) fn remark(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Option<Command> {
        self.outbox.tidy(self.marshal.front.rivals);
        let pace = if self.courts_everybody() { COURTING_PACE } else { PRIVATE_PACE };
        let open = options.signal.into_iter().filter(|&to| {
            let last = self.dossiers[to.index()].spoken_to;
            last == Round::NEVER || last + pace <= view.round
        });
        let open: SeatSet = open.collect();
        if open.is_empty() || !self.in_the_mood(chance) {
            return None;
        }
        let (to, signal) =
            self.peace_offer(view, open).or_else(|| self.idle_word(rules, view, open, chance))?;
        self.dossiers[to.index()].spoken_to = view.round;
        self.trust.hinted(to);
        self.send(view, options, to, signal)
    }

    /// Whether it promises peace to whoever listens: because it is clever, or because it does not mean it.
    fn courts_everybody(&self) -> bool {
        self.level == Level::Hard || self.policy.candour < 0.5
    }

    fn in_the_mood(&self, chance: &mut Chance) -> bool {
        self.level == Level::Hard || chance.below(100) < (100.0 * self.policy.talk) as u64
    }

    /// "I will not attack you", unasked, to a neighbour that it wants to be off its guard. Honest players do not begin
    /// with it: the first seat would get most of such promises, because it is the first to speak.
    fn peace_offer(&self, view: &View, open: SeatSet) -> Option<(Seat, Signal)> {
        if !self.courts_everybody() {
            return None;
        }
        let front = &self.marshal.front;
        let spared = self.pledges.spared(view.round).or(truces(view, front.me));
        let foes = front.rivals.minus(spared).into_iter().filter(|&foe| front.contact(foe) > 0);
        let foes: SeatSet = foes.collect();
        let deals = |seat: &Seat| {
            self.trust.listens(*seat)
                && self.keeps(*seat, view.round) > 0.4
                && front.power(*seat) > 0.0
        };
        let sly = self.policy.candour < 0.5;
        let strength = |seat: Seat| front.power(seat) * if sly { -1.0 } else { 1.0 };
        let to = after(front.me, open.and(foes))
            .filter(deals)
            .reduce(|best, seat| if strength(seat) > strength(best) { seat } else { best })?;
        Some((to, Say::SparePlayer.about(Word::Player(to))))
    }

    /// What characters say when they have nothing to settle.
    fn idle_word(
        &mut self,
        rules: &Rules,
        view: &View,
        open: SeatSet,
        chance: &mut Chance,
    ) -> Option<(Seat, Signal)> {
        let front = &self.marshal.front;
        let listeners: SeatSet = open.into_iter().filter(|&seat| self.trust.talks(seat)).collect();
        let to = listeners.nth(chance.index(listeners.len().max(1)))?;
        let third = self.worth_a_word(to);
        let partner = self.trust.partners().contains(to);
        let signal = match self.temper {
            Temper::Stern => self.ultimatum(rules, view, to)?,
            Temper::Sly => self.lie(to, third?, chance)?,
            Temper::Busy => match (third, chance.below(5)) {
                (Some(third), 0) => Join::And.chain(
                    Say::Attack.about(Word::Player(third)),
                    Say::HelpAgainst.about(Word::Player(third)),
                ),
                (Some(third), 1) if front.weakest() == Some(third) => {
                    Say::Weak.about(Word::Player(third))
                }
                (Some(third), 2) if partner => Say::Watch.about(Word::Player(third)),
                (Some(third), 3) if partner => Say::Movement.about(self.army_of(third)?),
                (_, 3) => Say::Price.about(Word::Agreement(Agreement::SupplyPact)),
                _ if self.wished_zone(rules, to).is_some() => {
                    Say::Need.about(self.wished_zone(rules, to)?)
                }
                _ => Say::Need.about(Word::Agreement(Agreement::IntelPact)),
            },
            Temper::Bitter => match third {
                Some(third) if self.trust.resents(third, view.round, &self.policy) > 0.2 => {
                    Say::DoNotTrust.about(Word::Player(third))
                }
                _ if partner => Join::AsLongAs.chain(Say::StandWith.bare(), Say::CountOn.bare()),
                _ => return None,
            },
            Temper::Courteous => match (third, chance.below(5)) {
                (Some(third), 0) => Say::SideWith.about(Word::Player(third)),
                (_, 1) if partner => Say::CountOn.bare(),
                (_, 2) if front.leader() == Some(to) => Say::PlaysWell.bare(),
                (_, 3) => Say::Propose.about(Word::Agreement(self.wish(view))),
                (_, 4) => self.ultimatum(rules, view, to)?,
                _ => Say::GoodLuck.bare(),
            },
        };
        Some((to, signal))
    }

    /// A zone of which only `to` holds what is missing.
    fn wished_zone(&self, rules: &Rules, to: Seat) -> Option<Word> {
        let front = &self.marshal.front;
        let theirs = front.lands_of(SeatSet::only(to));
        let nearly = rules.map.zones().iter().position(|zone| {
            let missing = zone.territories.minus(front.mine);
            !missing.is_empty()
                && missing.len() < zone.territories.len()
                && theirs.contains_all(missing)
        });
        nearly.map(|at| Word::Zone(Zone(at as u8)))
    }

    /// Where a seat has most troops, as far as is known.
    fn army_of(&self, seat: Seat) -> Option<Word> {
        let front = &self.marshal.front;
        let held = front.lands_of(SeatSet::only(seat));
        let most = held.into_iter().max_by_key(|&place| front.troops(place))?;
        Some(Word::Territory(most))
    }

    /// A kind of agreement that it would like and has no card for.
    fn wish(&mut self, view: &View) -> Agreement {
        let truced = !truces(view, self.marshal.front.me).is_empty();
        if truced { Agreement::SupplyPact } else { Agreement::Ceasefire }
    }

    /// The rival that there is most to say about, to somebody else.
    fn worth_a_word(&self, to: Seat) -> Option<Seat> {
        let front = &self.marshal.front;
        let others = front.rivals.without(to);
        after(front.me, others)
            .reduce(|best, seat| if front.power(seat) > front.power(best) { seat } else { best })
    }

    /// "Leave Alder Marsh alone, or you will regret it", and it is meant.
    fn ultimatum(&mut self, rules: &Rules, view: &View, to: Seat) -> Option<Signal> {
        let front = &self.marshal.front;
        let near = |place: &Territory| {
            let around = rules.map.near(*place);
            front.danger(*place) > 0.1
                && around.into_iter().any(|next| front.owner(next) == Some(to))
        };
        let stake = |place: Territory| front.danger(place) * front.worth(place);
        let place = front
            .border
            .into_iter()
            .filter(near)
            .reduce(|best, place| if stake(place) > stake(best) { place } else { best })?;
        if truces(view, front.me).contains(to) || front.power(to) > 1.5 * front.power(front.me) {
            return None;
        }
        let zone = rules.map.zones().iter().position(|zone| {
            zone.territories.contains(place) && front.mine.contains_all(zone.territories)
        });
        let (word, lands) = match zone {
            Some(at) => (Word::Zone(Zone(at as u8)), rules.map.zones()[at].territories),
            None => (Word::Territory(place), TerritorySet::only(place)),
        };
        self.pledges.guard(lands, view.round + 1);
        let stop = Say::LeaveAlone.about(word);
        Some(if self.temper == Temper::Stern {
            Join::Or.chain(stop, Say::Cost.about(word))
        } else {
            Join::Unless.chain(Say::Regret.bare(), stop)
        })
    }

    /// Something that is not true.
    fn lie(&self, to: Seat, third: Seat, chance: &mut Chance) -> Option<Signal> {
        let front = &self.marshal.front;
        let named = Word::Player(third);
        Some(match chance.below(6) {
            0 => Say::ComingForYou.about(named),
            1 => Say::Lying.about(named),
            2 => Say::StandWith.bare(),
            3 => Say::Trap.about(Word::Territory(front.border.into_iter().next()?)),
            4 => Say::DealWith.about(named),
            _ if front.contact(to) > 0 => {
                Join::If.chain(Say::SparePlayer.about(Word::Player(to)), Say::CountOn.bare())
            }
            _ => Say::HelpAgainst.about(named),
        })
    }
}
