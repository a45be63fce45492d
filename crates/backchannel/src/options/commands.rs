use super::*;
use crate::signal::Signals;

impl Assault {
    /// Modes for each target: one roll; or a blitz and each stop-loss besides.
    #[inline]
    fn modes(&self) -> u64 {
        self.stop_loss.map_or(1, |span| 2 + span.len())
    }

    #[inline]
    fn count(&self) -> u64 {
        self.to.len() as u64 * self.modes()
    }

    fn nth(&self, n: u64) -> Option<Command> {
        let to = self.to.nth((n / self.modes()) as usize)?;
        let mode = match (n % self.modes(), self.stop_loss) {
            (0, _) => Mode::Once,
            (1, _) => Mode::Blitz,
            (n, Some(span)) => Mode::StopLoss(span.least + (n - 2) as u32),
            (_, None) => return None,
        };
        Some(Command::Attack { from: self.from, to, mode })
    }

    fn allows(&self, mode: Mode) -> bool {
        match mode {
            Mode::Once => true,
            Mode::Blitz => self.stop_loss.is_some(),
            Mode::StopLoss(keep) => self.stop_loss.is_some_and(|span| span.contains(keep)),
        }
    }
}

impl Pitch {
    /// Partner and third seat, for the `n`th pair of them.
    fn pair(&self, mut n: u64) -> Option<(Seat, Option<Seat>)> {
        for to in self.to {
            let thirds = self.choices(to);
            if n < thirds {
                let third = self.names_third.then(|| self.thirds.with(to).nth(n as usize));
                return Some((to, third.flatten()));
            }
            n -= thirds;
        }
        None
    }

    /// How many choices of a third seat there are with a partner; one if none is named.
    fn choices(&self, to: Seat) -> u64 {
        if self.names_third { self.thirds.with(to).len() as u64 } else { 1 }
    }

    fn pairs(&self) -> u64 {
        self.to.into_iter().map(|to| self.choices(to)).sum()
    }

    fn allows(&self, to: Seat, against: Option<Seat>) -> bool {
        self.to.contains(to)
            && match against {
                Some(third) => self.names_third && self.thirds.with(to).contains(third),
                None => !self.names_third,
            }
    }
}

impl Targets {
    fn count(&self, treaties: &[TreatyRef]) -> u64 {
        match self {
            Targets::Nothing => 1,
            Targets::Territories(set) => set.len() as u64,
            Targets::Seats(set) => set.len() as u64,
            Targets::Treaties => treaties.len() as u64,
        }
    }

    fn nth(&self, treaties: &[TreatyRef], n: u64) -> Option<Target> {
        let n = n as usize;
        match self {
            Targets::Nothing => (n == 0).then_some(Target::Nothing),
            Targets::Territories(set) => set.nth(n).map(Target::Territory),
            Targets::Seats(set) => set.nth(n).map(Target::Seat),
            Targets::Treaties => treaties.get(n).copied().map(Target::Treaty),
        }
    }
}

/// How many reactions there are to choose from.
fn reactions() -> u64 {
    Signals::standard().catalogue().reactions().len() as u64
}

/// Finds the `n`th command in lists of options that each stand for several.
struct Search {
    n: u64,
}

impl Search {
    /// Whether it is among these `count`; if not, they are skipped.
    fn among(&mut self, count: u64) -> bool {
        if self.n < count {
            return true;
        }
        self.n -= count;
        false
    }
}

impl Options {
    fn accept_ways(&self, answer: &Answer) -> u64 {
        self.troop_ways[usize::from(answer.slots)]
    }

    fn pitch_ways(&self, pitch: &Pitch) -> u64 {
        self.troop_ways[usize::from(pitch.slots)]
    }

    fn nth_on_the_map(&self, search: &mut Search) -> Option<Command> {
        for placing in &self.deploy {
            if search.among(placing.most.into()) {
                let troops = search.n as u32 + 1;
                return Some(Command::Deploy { to: placing.on, troops });
            }
        }
        for assault in &self.attack {
            if search.among(assault.count()) {
                return assault.nth(search.n);
            }
        }
        if let Some(span) = self.occupy
            && search.among(span.len())
        {
            return Some(Command::Occupy { troops: span.least + search.n as u32 });
        }
        for &March { from, to, most } in &self.reinforce {
            let most = u64::from(most);
            if search.among(to.len() as u64 * most) {
                let to = to.nth((search.n / most) as usize)?;
                return Some(Command::Reinforce { from, to, troops: (search.n % most) as u32 + 1 });
            }
        }
        None
    }

    fn nth_in_window(&self, search: &mut Search) -> Option<Command> {
        for pitch in &self.propose {
            let ways = self.pitch_ways(pitch);
            if search.among(pitch.pairs() * ways) {
                let (to, against) = pitch.pair(search.n / ways)?;
                let slots = self.free_troops.nth_way(pitch.slots.into(), search.n % ways)?;
                return Some(Command::Propose { to, card: pitch.card, slots, against });
            }
        }
        for ploy in &self.play {
            if search.among(ploy.targets.count(&self.treaties)) {
                let target = ploy.targets.nth(&self.treaties, search.n)?;
                return Some(Command::Play { card: ploy.card, target });
            }
        }
        if search.among(self.apply.len() as u64) {
            return Some(Command::Apply { card: self.apply[search.n as usize] });
        }
        if search.among(self.gamble_ways) {
            let cards = self.free.nth_way(GAMBLE_CARDS.into(), search.n)?;
            return Some(Command::Gamble { cards });
        }
        None
    }

    fn nth_answer(&self, search: &mut Search) -> Option<Command> {
        for answer in &self.answer {
            let proposal = answer.proposal;
            if search.among(1) {
                return Some(Command::Decline { proposal });
            }
            if search.among(self.accept_ways(answer)) {
                let slots = self.free_troops.nth_way(answer.slots.into(), search.n)?;
                return Some(Command::Accept { proposal, slots });
            }
        }
        None
    }

    /// A uniform choice among the answers to open proposals.
    pub fn sample_answer(&self, chance: &mut parley::Chance) -> Option<Command> {
        match self.answer.iter().map(|answer| 1 + self.accept_ways(answer)).sum() {
            0 => None,
            count => self.nth_answer(&mut Search { n: chance.below(count) }),
        }
    }

    /// Whether `slots` are `count` cards of `heap`.
    fn fits(heap: &Cards, count: u8, slots: Slots) -> bool {
        slots.len() == usize::from(count) && heap.contains_all(slots.iter())
    }
}

impl parley::Options for Options {
    type Command = Command;

    fn moves(&self) -> u64 {
        let plain = [self.end_attack, self.end_turn, self.pass];
        let deploy = self.deploy.iter().map(|placing| u64::from(placing.most));
        let attack = self.attack.iter().map(Assault::count);
        let march =
            self.reinforce.iter().map(|march| march.to.len() as u64 * u64::from(march.most));
        let propose = self.propose.iter().map(|pitch| pitch.pairs() * self.pitch_ways(pitch));
        let play = self.play.iter().map(|ploy| ploy.targets.count(&self.treaties));
        let answers = self.answer.iter().map(|answer| 1 + self.accept_ways(answer));
        deploy.sum::<u64>()
            + attack.sum::<u64>()
            + self.occupy.map_or(0, Span::len)
            + march.sum::<u64>()
            + propose.sum::<u64>()
            + play.sum::<u64>()
            + self.apply.len() as u64
            + self.gamble_ways
            + answers.sum::<u64>()
            + plain.into_iter().map(u64::from).sum::<u64>()
    }

    fn words(&self) -> u64 {
        let Some(vocabulary) = &self.vocabulary else { return 0 };
        let channels = self.signal.len() as u64 + u64::from(self.broadcast);
        channels * vocabulary.signals_count() + self.react.len() as u64 * reactions()
    }

    fn nth_move(&self, n: u64) -> Option<Command> {
        let mut search = Search { n };
        if let Some(found) = self.nth_on_the_map(&mut search) {
            return Some(found);
        }
        if let Some(found) = self.nth_in_window(&mut search) {
            return Some(found);
        }
        if let Some(found) = self.nth_answer(&mut search) {
            return Some(found);
        }
        let plain = [
            (self.end_attack, Command::EndAttack),
            (self.end_turn, Command::EndTurn),
            (self.pass, Command::Pass),
        ];
        plain.into_iter().filter(|(open, _)| *open).nth(search.n as usize).map(|(_, plain)| plain)
    }

    fn nth_word(&self, n: u64) -> Option<Command> {
        let (vocabulary, seat) = (self.vocabulary.as_ref()?, self.seat?);
        let mut search = Search { n };
        if self.broadcast && search.among(vocabulary.signals_count()) {
            return Some(Command::Signal {
                to: None,
                signal: vocabulary.nth_signal(seat, search.n)?,
            });
        }
        for to in self.signal {
            if search.among(vocabulary.signals_count()) {
                return Some(Command::Signal {
                    to: Some(to),
                    signal: vocabulary.nth_signal(seat, search.n)?,
                });
            }
        }
        let signal = *self.react.get((search.n / reactions()) as usize)?;
        let reaction = Reaction((search.n % reactions()) as u8);
        Some(Command::React { signal, reaction })
    }

    fn contains(&self, command: &Command) -> bool {
        match *command {
            Command::Deploy { to, troops } => self
                .deploy
                .iter()
                .any(|placing| placing.on == to && (1..=placing.most).contains(&troops)),
            Command::Attack { from, to, mode } => self.attack.iter().any(|assault| {
                assault.from == from && assault.to.contains(to) && assault.allows(mode)
            }),
            Command::Occupy { troops } => self.occupy.is_some_and(|span| span.contains(troops)),
            Command::EndAttack => self.end_attack,
            Command::Reinforce { from, to, troops } => self.reinforce.iter().any(|march| {
                march.from == from && march.to.contains(to) && (1..=march.most).contains(&troops)
            }),
            Command::EndTurn => self.end_turn,
            Command::Propose { to, card, slots, against } => self.propose.iter().any(|pitch| {
                pitch.card == card
                    && pitch.allows(to, against)
                    && Options::fits(&self.free_troops, pitch.slots, slots)
            }),
            Command::Play { card, target } => self.play.iter().any(|ploy| {
                ploy.card == card && ploy.targets.contains(target, |it| self.treaties.contains(&it))
            }),
            Command::Apply { card } => self.apply.contains(&card),
            Command::Gamble { cards } => {
                self.gamble && Options::fits(&self.free, GAMBLE_CARDS, cards)
            }
            Command::Pass => self.pass,
            Command::Accept { proposal, slots } => self.answer.iter().any(|answer| {
                answer.proposal == proposal && Options::fits(&self.free_troops, answer.slots, slots)
            }),
            Command::Decline { proposal } => {
                self.answer.iter().any(|answer| answer.proposal == proposal)
            }
            Command::Signal { to, signal } => {
                let open = to.map_or(self.broadcast, |to| self.signal.contains(to));
                open && self
                    .vocabulary
                    .as_ref()
                    .zip(self.seat)
                    .is_some_and(|(vocabulary, seat)| vocabulary.contains(seat, &signal))
            }
            Command::React { signal, reaction } => {
                self.react.contains(&signal) && u64::from(reaction.0) < reactions()
            }
        }
    }
}
