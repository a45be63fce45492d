//! A command in the making: one masked choice after the other.

use arrayvec::ArrayVec;
use backchannel::card::MOST_SLOTS;
use backchannel::options::{Assault, March, Span, Targets};
use backchannel::signal::{Phrase, Signal, Signals, Word, WordKind};
use backchannel::{
    Agreement, Card, Cards, Command, GAMBLE_CARDS, Mode, Options, Rules, Slots, Target, Territory,
    TerritorySet, TreatyRef,
};
use parley::signal::{Reaction, Template};
use parley::{Seat, SeatSet};
use thiserror::Error;

use crate::choice::{CHOICES, Mask, Stage, Verb, amount, amounts};

/// A choice that is not possible now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{choice} is not a possible {} now; choose a number that the mask allows", stage.name())]
pub struct BadChoice {
    pub choice: u64,
    pub stage: Stage,
}

/// What a choice led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Composed {
    /// Another choice is needed.
    More,
    Command(Command),
    /// The seat leaves it for later.
    Wait,
}

/// A command in the making. Choices with one possibility are made by themselves, except for the only one of a command.
#[derive(Clone, PartialEq, Debug)]
pub struct Composer {
    me: Seat,
    seats: u8,
    may_wait: bool,
    pub(crate) stage: Stage,
    pub(crate) verb: Option<Verb>,
    pub(crate) place: Option<Territory>,
    pub(crate) second: Option<Territory>,
    pub(crate) seat: Option<Seat>,
    pub(crate) third: Option<Seat>,
    pub(crate) card: Option<Card>,
    pub(crate) slots: ArrayVec<Card, MOST_SLOTS>,
    pub(crate) template: Option<Template>,
    agreement: Option<Agreement>,
    kind: Option<WordKind>,
    needed: u8,
    made: ArrayVec<u8, 12>,
}

impl Default for Composer {
    fn default() -> Composer {
        Composer::new(Seat(0), 2, false)
    }
}

impl Composer {
    fn new(me: Seat, seats: usize, may_wait: bool) -> Composer {
        Composer {
            me,
            seats: seats as u8,
            may_wait,
            stage: Stage::Verb,
            verb: None,
            place: None,
            second: None,
            seat: None,
            third: None,
            card: None,
            slots: ArrayVec::new(),
            template: None,
            agreement: None,
            kind: None,
            needed: 0,
            made: ArrayVec::new(),
        }
    }

    /// Begins a command of `me`, who may leave it for later if `may_wait`.
    pub fn begin(rules: &Rules, options: &Options, me: Seat, may_wait: bool) -> Composer {
        Composer::begin_with_mask(rules, options, me, may_wait).0
    }

    /// The same, with the choices that are possible.
    pub(crate) fn begin_with_mask(
        rules: &Rules,
        options: &Options,
        me: Seat,
        may_wait: bool,
    ) -> (Composer, Mask) {
        let mut composer = Composer::new(me, rules.seats(), may_wait);
        let (_, mask) = composer.skip_forced(rules, options, false);
        (composer, mask)
    }

    /// Whether the caller has made a choice.
    pub(crate) fn is_begun(&self) -> bool {
        !self.made.is_empty()
    }

    pub(crate) fn may_wait(&self) -> bool {
        self.may_wait
    }

    pub(crate) fn me(&self) -> Seat {
        self.me
    }

    /// What is chosen next.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The choices that were made by the caller, for [`resume`](Composer::resume).
    pub fn made(&self) -> &[u8] {
        &self.made
    }

    /// The same choices with other options, as far as they are still possible; otherwise a fresh start.
    #[must_use]
    pub fn resume(&self, rules: &Rules, options: &Options) -> Composer {
        let mut fresh = Composer::begin(rules, options, self.me, self.may_wait);
        for &choice in &self.made {
            if fresh.choose(rules, options, choice.into()) != Ok(Composed::More) {
                return Composer::begin(rules, options, self.me, self.may_wait);
            }
        }
        fresh
    }

    /// Makes a choice.
    ///
    /// # Errors
    /// If the [mask](Composer::mask) does not allow it. Then nothing has changed.
    pub fn choose(
        &mut self,
        rules: &Rules,
        options: &Options,
        choice: u64,
    ) -> Result<Composed, BadChoice> {
        let mask = self.mask(rules, options);
        self.choose_from(mask, rules, options, choice).map(|(composed, _)| composed)
    }

    /// Makes a choice if `mask`, which is known already, allows it. What is possible then comes with the result.
    pub(crate) fn choose_from(
        &mut self,
        mask: Mask,
        rules: &Rules,
        options: &Options,
        choice: u64,
    ) -> Result<(Composed, Mask), BadChoice> {
        let bad = BadChoice { choice, stage: self.stage };
        if choice >= CHOICES as u64 || mask >> choice & 1 == 0 {
            return Err(bad);
        }
        let made = choice as u8;
        match self.take(options, made) {
            Some(Composed::More) => {
                self.made.push(made);
                Ok(self.skip_forced(rules, options, true))
            }
            Some(composed) => Ok((composed, 0)),
            None => Err(bad),
        }
    }

    /// The choices that lead to a command from here, if it can be composed.
    pub fn spell(&self, rules: &Rules, options: &Options, wanted: &Command) -> Option<Vec<u8>> {
        let mut mask = self.mask(rules, options);
        while mask != 0 {
            let choice = mask.trailing_zeros() as u8;
            mask &= mask - 1;
            let mut next = self.clone();
            match next.choose(rules, options, choice.into()).ok()? {
                Composed::Wait => {}
                Composed::Command(command) if command == *wanted => return Some(vec![choice]),
                Composed::Command(_) => {}
                Composed::More => {
                    if let Some(mut rest) = next.spell(rules, options, wanted) {
                        rest.insert(0, choice);
                        return Some(rest);
                    }
                }
            }
        }
        None
    }

    /// Makes choices that have one possibility; without `to_the_end` only as long as another choice is left.
    fn skip_forced(
        &mut self,
        rules: &Rules,
        options: &Options,
        to_the_end: bool,
    ) -> (Composed, Mask) {
        loop {
            let mask = self.mask(rules, options);
            if mask.count_ones() != 1 {
                return (Composed::More, mask);
            }
            let choice = mask.trailing_zeros() as u8;
            if to_the_end {
                match self.take(options, choice) {
                    Some(Composed::More) => {}
                    composed => return (composed.unwrap_or(Composed::More), mask),
                }
            } else {
                let mut next = self.clone();
                match next.take(options, choice) {
                    Some(Composed::More) => *self = next,
                    _ => return (Composed::More, mask),
                }
            }
        }
    }

    /// The choices that are possible now.
    #[inline]
    pub fn mask(&self, rules: &Rules, options: &Options) -> Mask {
        match self.stage {
            Stage::Verb => self.verbs(options),
            Stage::Place => self.places(options),
            Stage::SecondPlace => self.second_places(options),
            Stage::Seat => self.seats(options),
            Stage::ThirdSeat => self.thirds(options),
            Stage::Card => self.cards(options),
            Stage::Slot => self.slots(options),
            Stage::Agreement => self.agreements(options),
            Stage::Amount => self.span(options).map_or(0, amounts),
            Stage::Template => templates(),
            Stage::WordKind => self.word_kinds(rules),
            Stage::Word => self.words(rules),
            Stage::Reaction => (1 << Signals::standard().catalogue().reactions().len()) - 1,
        }
    }

    #[inline]
    fn verbs(&self, options: &Options) -> Mask {
        let mut mask = 0;
        let mut add = |open: bool, verb: Verb| mask |= if open { verb.bit() } else { 0 };
        add(options.pass, Verb::Pass);
        add(!options.deploy.is_empty(), Verb::Deploy);
        add(!options.attack.is_empty(), Verb::Attack);
        add(options.attack.iter().any(|it| it.stop_loss.is_some()), Verb::Blitz);
        add(options.attack.iter().any(stops), Verb::StopLoss);
        add(options.occupy.is_some(), Verb::Occupy);
        add(options.end_attack, Verb::EndAttack);
        add(!options.reinforce.is_empty(), Verb::Reinforce);
        add(options.end_turn, Verb::EndTurn);
        add(!options.propose.is_empty(), Verb::Propose);
        add(!options.play.is_empty(), Verb::Play);
        add(!options.apply.is_empty(), Verb::Apply);
        add(options.gamble, Verb::Gamble);
        add(options.answer.iter().any(|it| it.affordable), Verb::Accept);
        add(!options.answer.is_empty(), Verb::Decline);
        add(self.may_wait, Verb::Wait);
        add(options.broadcast, Verb::Broadcast);
        add(!options.signal.is_empty(), Verb::Signal);
        add(options.react.iter().any(|it| !it.public), Verb::React);
        add(options.react.iter().any(|it| it.public), Verb::ReactPublicly);
        mask
    }

    fn places(&self, options: &Options) -> Mask {
        let from = |assaults: &mut dyn Iterator<Item = &Assault>| {
            assaults.fold(0, |mask, it| mask | place_bit(it.from))
        };
        match self.verb {
            Some(Verb::Deploy) => {
                options.deploy.iter().fold(0, |mask, placing| mask | place_bit(placing.on))
            }
            Some(Verb::Attack) => from(&mut options.attack.iter()),
            Some(Verb::Blitz) => {
                from(&mut options.attack.iter().filter(|it| it.stop_loss.is_some()))
            }
            Some(Verb::StopLoss) => from(&mut options.attack.iter().filter(|it| stops(it))),
            Some(Verb::Reinforce) => {
                options.reinforce.iter().fold(0, |mask, march| mask | place_bit(march.from))
            }
            Some(Verb::Play) => match self.targets(options) {
                Some(Targets::Territories(set)) => place_bits(set),
                _ => 0,
            },
            _ => 0,
        }
    }

    fn second_places(&self, options: &Options) -> Mask {
        let Some(from) = self.place else { return 0 };
        match self.verb {
            Some(Verb::Reinforce) => options
                .reinforce
                .iter()
                .filter(|march| march.from == from)
                .fold(0, |mask, march| mask | place_bits(march.to)),
            _ => self.assault(options).map_or(0, |assault| place_bits(assault.to)),
        }
    }

    fn seats(&self, options: &Options) -> Mask {
        match self.verb {
            Some(Verb::Propose) => self.pitch(options).map_or(0, |it| self.seat_bits(it.to)),
            Some(Verb::Play) => match self.targets(options) {
                Some(Targets::Seats(set)) => self.seat_bits(set),
                Some(Targets::Treaties) => {
                    self.seat_bits(options.treaties.iter().map(|it| it.with).collect())
                }
                _ => 0,
            },
            Some(Verb::Accept) => {
                let open = options.answer.iter().filter(|it| it.affordable);
                self.seat_bits(open.map(|it| it.proposal.from).collect())
            }
            Some(Verb::Decline) => {
                self.seat_bits(options.answer.iter().map(|it| it.proposal.from).collect())
            }
            Some(Verb::Signal) => self.seat_bits(options.signal),
            Some(verb @ (Verb::React | Verb::ReactPublicly)) => {
                let public = verb == Verb::ReactPublicly;
                let heard = options.react.iter().filter(|it| it.public == public);
                self.seat_bits(heard.map(|it| it.from).collect())
            }
            _ => 0,
        }
    }

    fn thirds(&self, options: &Options) -> Mask {
        let Some(to) = self.seat else { return 0 };
        match self.verb {
            Some(Verb::Propose) => {
                self.pitch(options).map_or(0, |it| self.seat_bits(it.thirds.with(to)))
            }
            _ => {
                self.seat_bits(self.chosen_treaties(options).filter_map(|it| it.against).collect())
            }
        }
    }

    fn cards(&self, options: &Options) -> Mask {
        let bits = |cards: &mut dyn Iterator<Item = Card>| {
            cards.fold(0, |mask, card| mask | 1u64 << card.0)
        };
        match self.verb {
            Some(Verb::Propose) => bits(&mut options.propose.iter().map(|it| it.card)),
            Some(Verb::Play) => bits(&mut options.play.iter().map(|it| it.card)),
            Some(Verb::Apply) => bits(&mut options.apply.iter().copied()),
            _ => 0,
        }
    }

    /// Cards from the last one chosen on, as long as enough are left to choose from.
    fn slots(&self, options: &Options) -> Mask {
        let heap = self.heap(options);
        let first = self.slots.last().map_or(0, |card| card.0);
        let left = u32::from(self.needed) - self.slots.len() as u32;
        let (mut mask, mut there) = (0, 0);
        for kind in (first..backchannel::card::MOST_KINDS as u8).rev() {
            let card = Card(kind);
            let taken = self.slots.iter().filter(|&&it| it == card).count() as u8;
            let rest = heap.count(card).saturating_sub(taken);
            there += u32::from(rest);
            if rest > 0 && there >= left {
                mask |= 1 << kind;
            }
        }
        mask
    }

    fn heap<'o>(&self, options: &'o Options) -> &'o Cards {
        if self.verb == Some(Verb::Gamble) { &options.free } else { &options.free_troops }
    }

    fn agreements(&self, options: &Options) -> Mask {
        let treaties = options.treaties.iter().filter(|it| Some(it.with) == self.seat);
        treaties.fold(0, |mask, it| mask | 1 << it.agreement.index())
    }

    fn chosen_treaties<'o>(&self, options: &'o Options) -> impl Iterator<Item = &'o TreatyRef> {
        let (seat, agreement) = (self.seat, self.agreement);
        let fits = move |it: &&TreatyRef| Some(it.with) == seat && Some(it.agreement) == agreement;
        options.treaties.iter().filter(fits)
    }

    fn word_kinds(&self, rules: &Rules) -> Mask {
        let Some(spec) = self.template.and_then(|it| Signals::standard().catalogue().template(it))
        else {
            return 0;
        };
        let filled =
            spec.slot.iter().filter(|&&kind| rules.vocabulary.words(kind).next().is_some());
        let kinds = filled.fold(0, |mask, &kind| mask | 2 << kind as u8);
        kinds | Mask::from(spec.slot.is_empty() || spec.optional)
    }

    fn words(&self, rules: &Rules) -> Mask {
        let Some(kind) = self.kind else { return 0 };
        let count = rules.vocabulary.words(kind).count().min(CHOICES);
        let all = ((1u128 << count) - 1) as u64;
        let others_only = self
            .template
            .and_then(|it| Signals::standard().catalogue().template(it))
            .is_some_and(|spec| spec.others_only);
        if kind == WordKind::Player && others_only { all & !1 } else { all }
    }

    fn span(&self, options: &Options) -> Option<Span> {
        let up_to = |most: u32| Span { least: 1, most };
        match self.verb? {
            Verb::Deploy => {
                let placing = options.deploy.iter().find(|it| Some(it.on) == self.place)?;
                Some(up_to(placing.most))
            }
            Verb::Occupy => options.occupy,
            Verb::StopLoss => self.assault(options)?.stop_loss,
            Verb::Reinforce => {
                let (from, to) = (self.place?, self.second?);
                let fits = |march: &&March| march.from == from && march.to.contains(to);
                Some(up_to(options.reinforce.iter().find(fits)?.most))
            }
            _ => None,
        }
    }

    fn assault<'o>(&self, options: &'o Options) -> Option<&'o Assault> {
        options.attack.iter().find(|it| Some(it.from) == self.place)
    }

    fn pitch<'o>(&self, options: &'o Options) -> Option<&'o backchannel::options::Pitch> {
        options.propose.iter().find(|it| Some(it.card) == self.card)
    }

    fn targets(&self, options: &Options) -> Option<Targets> {
        options.play.iter().find(|it| Some(it.card) == self.card).map(|ploy| ploy.targets)
    }

    /// Takes a choice that the mask allows. `None` if something is missing, which the masks rule out.
    fn take(&mut self, options: &Options, choice: u8) -> Option<Composed> {
        let next = match self.stage {
            Stage::Verb => {
                let verb = *Verb::ALL.get(usize::from(choice))?;
                self.verb = Some(verb);
                match verb {
                    Verb::Deploy
                    | Verb::Attack
                    | Verb::Blitz
                    | Verb::StopLoss
                    | Verb::Reinforce => Some(Stage::Place),
                    Verb::Occupy => Some(Stage::Amount),
                    Verb::Propose | Verb::Play | Verb::Apply => Some(Stage::Card),
                    Verb::Gamble => {
                        self.needed = GAMBLE_CARDS;
                        Some(Stage::Slot)
                    }
                    Verb::Accept
                    | Verb::Decline
                    | Verb::Signal
                    | Verb::React
                    | Verb::ReactPublicly => Some(Stage::Seat),
                    Verb::Broadcast => Some(Stage::Template),
                    Verb::Wait => return Some(Composed::Wait),
                    Verb::Pass | Verb::EndAttack | Verb::EndTurn => None,
                }
            }
            Stage::Place => {
                self.place = Some(Territory(choice));
                match self.verb? {
                    Verb::Deploy => Some(Stage::Amount),
                    Verb::Play => None,
                    _ => Some(Stage::SecondPlace),
                }
            }
            Stage::SecondPlace => {
                self.second = Some(Territory(choice));
                match self.verb? {
                    Verb::Attack | Verb::Blitz => None,
                    _ => Some(Stage::Amount),
                }
            }
            Stage::Seat => {
                self.seat = Some(self.absolute(choice));
                self.after_seat(options)?
            }
            Stage::ThirdSeat => {
                self.third = Some(self.absolute(choice));
                self.after_third()
            }
            Stage::Card => {
                self.card = Some(Card(choice));
                match self.verb? {
                    Verb::Propose => Some(Stage::Seat),
                    Verb::Apply => None,
                    _ => match self.targets(options)? {
                        Targets::Nothing => None,
                        Targets::Territories(_) => Some(Stage::Place),
                        Targets::Seats(_) | Targets::Treaties => Some(Stage::Seat),
                    },
                }
            }
            Stage::Slot => {
                self.slots.push(Card(choice));
                self.more_slots()
            }
            Stage::Agreement => {
                self.agreement = Agreement::ALL.get(usize::from(choice)).copied();
                let joint = self.agreement == Some(Agreement::JointOffensive);
                joint.then_some(Stage::ThirdSeat)
            }
            Stage::Template => {
                self.template = Some(Template(choice));
                Some(Stage::WordKind)
            }
            Stage::WordKind => {
                self.kind = choice
                    .checked_sub(1)
                    .and_then(|it| WordKind::ALL.get(usize::from(it)).copied());
                self.kind.map(|_| Stage::Word)
            }
            Stage::Amount | Stage::Word | Stage::Reaction => None,
        };
        match next {
            Some(stage) => {
                self.stage = stage;
                Some(Composed::More)
            }
            None => self.finish(options, choice).map(Composed::Command),
        }
    }

    fn after_seat(&mut self, options: &Options) -> Option<Option<Stage>> {
        Some(match self.verb? {
            Verb::Propose => {
                let pitch = self.pitch(options)?;
                self.needed = pitch.slots;
                if pitch.names_third { Some(Stage::ThirdSeat) } else { self.more_slots() }
            }
            Verb::Play => match self.targets(options)? {
                Targets::Treaties => Some(Stage::Agreement),
                _ => None,
            },
            Verb::Accept => {
                let from = self.seat?;
                self.needed = options.answer.iter().find(|it| it.proposal.from == from)?.slots;
                self.more_slots()
            }
            Verb::Signal => Some(Stage::Template),
            Verb::React | Verb::ReactPublicly => Some(Stage::Reaction),
            _ => None,
        })
    }

    fn after_third(&self) -> Option<Stage> {
        if self.verb == Some(Verb::Propose) { self.more_slots() } else { None }
    }

    fn more_slots(&self) -> Option<Stage> {
        (self.slots.len() < usize::from(self.needed)).then_some(Stage::Slot)
    }

    /// The command, whose last choice was `last`.
    fn finish(&self, options: &Options, last: u8) -> Option<Command> {
        let slots = || Slots::new(&self.slots).ok();
        let troops = || self.span(options).map(|span| amount(span, last));
        let attack = |mode| Some(Command::Attack { from: self.place?, to: self.second?, mode });
        Some(match self.verb? {
            Verb::Pass => Command::Pass,
            Verb::Deploy => Command::Deploy { to: self.place?, troops: troops()? },
            Verb::Attack => attack(Mode::Once)?,
            Verb::Blitz => attack(Mode::Blitz)?,
            Verb::StopLoss => attack(Mode::StopLoss(troops()?))?,
            Verb::Occupy => Command::Occupy { troops: troops()? },
            Verb::EndAttack => Command::EndAttack,
            Verb::Reinforce => {
                Command::Reinforce { from: self.place?, to: self.second?, troops: troops()? }
            }
            Verb::EndTurn => Command::EndTurn,
            Verb::Propose => Command::Propose {
                to: self.seat?,
                card: self.card?,
                slots: slots()?,
                against: self.third,
            },
            Verb::Play => Command::Play { card: self.card?, target: self.target(options)? },
            Verb::Apply => Command::Apply { card: self.card? },
            Verb::Gamble => Command::Gamble { cards: slots()? },
            Verb::Accept => Command::Accept { proposal: self.proposal(options)?, slots: slots()? },
            Verb::Decline => Command::Decline { proposal: self.proposal(options)? },
            Verb::Wait => return None,
            Verb::Broadcast => Command::Signal { to: None, signal: self.signal(last)? },
            Verb::Signal => Command::Signal { to: Some(self.seat?), signal: self.signal(last)? },
            Verb::React | Verb::ReactPublicly => {
                let public = self.verb == Some(Verb::ReactPublicly);
                let heard = |it: &&backchannel::SignalRef| {
                    it.public == public && Some(it.from) == self.seat
                };
                let signal = *options.react.iter().find(heard)?;
                Command::React { signal, reaction: Reaction(last) }
            }
        })
    }

    fn target(&self, options: &Options) -> Option<Target> {
        Some(match self.targets(options)? {
            Targets::Nothing => Target::Nothing,
            Targets::Territories(_) => Target::Territory(self.place?),
            Targets::Seats(_) => Target::Seat(self.seat?),
            Targets::Treaties => Target::Treaty(TreatyRef {
                with: self.seat?,
                agreement: self.agreement?,
                against: self.third,
            }),
        })
    }

    fn proposal(&self, options: &Options) -> Option<parley::OfferRef> {
        let from = self.seat?;
        options.answer.iter().map(|it| it.proposal).find(|it| it.from == from)
    }

    fn signal(&self, last: u8) -> Option<Signal> {
        let filler = match self.kind {
            None => None,
            Some(WordKind::Player) => Some(Word::Player(self.absolute(last))),
            Some(kind) => Some(Word::of(kind, last.into())?),
        };
        Some(Signal::single(Phrase { template: self.template?, filler }))
    }

    fn absolute(&self, relative: u8) -> Seat {
        Seat((self.me.0 + relative) % self.seats)
    }

    /// A set of seats, counted from this one.
    fn seat_bits(&self, set: SeatSet) -> Mask {
        set.into_iter().fold(0, |mask, seat| mask | 1 << relative(self.me, seat, self.seats))
    }
}

/// How many places after `me` a seat comes in turn order.
#[inline]
pub(crate) fn relative(me: Seat, seat: Seat, seats: u8) -> u8 {
    if seat.0 >= me.0 { seat.0 - me.0 } else { seat.0 + seats - me.0 }
}

fn stops(assault: &Assault) -> bool {
    assault.stop_loss.is_some_and(|span| span.least <= span.most)
}

#[inline]
fn place_bit(place: Territory) -> Mask {
    1 << place.0
}

fn place_bits(set: TerritorySet) -> Mask {
    set.into_iter().fold(0, |mask, place| mask | place_bit(place))
}

fn templates() -> Mask {
    let count = Signals::standard().catalogue().templates().len().min(CHOICES);
    ((1u128 << count) - 1) as u64
}
