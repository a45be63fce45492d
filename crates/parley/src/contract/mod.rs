//! The test suite that every ruleset passes.
//!
//! [`examine`] plays one game at random and checks at every step what everything else relies on: listed commands are
//! accepted, options know exactly which commands are accepted, refusals change nothing, a replay equals play byte for
//! byte, nothing is created or lost, and nobody learns what they may not know.

mod mutation;

use std::fmt;

use self::mutation::mutated;
use crate::{Audience, Chance, Game, Options, Seat, Seed, Table};

/// What a ruleset implements so that it can be examined.
pub trait Subject: Game {
    /// Any command at all, legal or not, in range or not.
    fn any_command(&self, chance: &mut Chance) -> Self::Command;

    /// Something that `by` can do now, if there is anything, for random play. Where options list less than is accepted,
    /// it makes up commands as a player would; these are never sent to anybody as options.
    fn choice(&self, by: Seat, chance: &mut Chance) -> Option<Self::Command> {
        let options = self.options(by);
        let word = if chance.one_in(8) { options.sample_word(chance) } else { None };
        word.or_else(|| options.sample_move(chance))
    }

    /// Whether each thing is in exactly one place and all derived values are right.
    ///
    /// # Errors
    /// What is wrong, as a sentence.
    fn audit(&self) -> Result<(), String>;

    /// A game that differs from this one in everything that `seat` may not know, and in nothing else.
    fn twin(&self, seat: Seat, chance: &mut Chance) -> Self;

    /// Whether `command` reveals nothing that `seat` may not know.
    ///
    /// It is called for both twins. (A game that is over may reveal everything.) Where it is `true` for both, what
    /// `seat` sees of the command must be the same.
    fn is_quiet(&self, seat: Seat, by: Seat, command: &Self::Command) -> bool;

    /// Two courses of play that begin with `by`, or with nothing at all, and that only the returned seats can tell
    /// apart.
    fn lookalikes(&self, by: Seat, chance: &mut Chance) -> Option<Lookalikes<Self::Command>>;
}

/// Two courses of play that look the same to all other seats.
#[derive(Clone, Debug)]
pub struct Lookalikes<C> {
    pub one: Vec<(Seat, C)>,
    pub other: Vec<(Seat, C)>,
    /// The seats that may tell them apart.
    pub in_the_know: crate::SeatSet,
}

impl<C> Lookalikes<C> {
    /// One command or another, both by the same seat.
    pub fn commands(by: Seat, one: C, other: C, in_the_know: crate::SeatSet) -> Lookalikes<C> {
        Lookalikes { one: vec![(by, one)], other: vec![(by, other)], in_the_know }
    }
}

/// How much an examination covered, to notice a check that never ran.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    pub actions: u64,
    pub events: u64,
    pub refusals: u64,
    /// Listed commands, which were all accepted.
    pub listed: u64,
    /// Pairs of games that differed in secrets and looked alike.
    pub twins: u64,
    /// Commands carried out in both twins that looked alike.
    pub quiet: u64,
    pub lookalikes: u64,
    pub finished: u64,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, more: Tally) {
        self.actions += more.actions;
        self.events += more.events;
        self.refusals += more.refusals;
        self.listed += more.listed;
        self.twins += more.twins;
        self.quiet += more.quiet;
        self.lookalikes += more.lookalikes;
        self.finished += more.finished;
    }
}

/// A violation of the contract, and how to reproduce it.
#[derive(Clone, Debug)]
pub struct ContractBreach {
    pub seed: Seed,
    pub action: u64,
    pub what: String,
}

impl fmt::Display for ContractBreach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "after {} actions with seed {}: {}", self.action, self.seed, self.what)
    }
}

impl std::error::Error for ContractBreach {}

/// Plays one game at random for at most `most` actions, and checks it throughout.
///
/// # Errors
/// The first violation.
pub fn examine<G: Subject>(
    setup: &G::Setup,
    seed: Seed,
    most: u64,
) -> Result<Tally, ContractBreach> {
    let mut exam = Exam::<G>::open(setup, seed)?;
    while exam.tally.actions < most && !exam.table.game().is_over() {
        exam.step()?;
    }
    exam.close(setup, seed)
}

/// The randomness of everything that the examination itself decides.
const EXAMINER: u64 = 1 << 40;

struct Exam<G: Subject> {
    table: Table<G>,
    seed: Seed,
    chance: Chance,
    tally: Tally,
    options: G::Options,
}

impl<G: Subject> Exam<G> {
    fn open(setup: &G::Setup, seed: Seed) -> Result<Self, ContractBreach> {
        let broken =
            |error: G::SetupError| ContractBreach { seed, action: 0, what: error.to_string() };
        let table = Table::open(setup, seed).map_err(broken)?;
        let chance = seed.stream(EXAMINER);
        let options = G::Options::default();
        let exam = Exam { table, seed, chance, tally: Tally::default(), options };
        exam.audit()?;
        Ok(exam)
    }

    /// One random action, with every check around it.
    fn step(&mut self) -> Result<(), ContractBreach> {
        self.probe()?;
        if self.chance.one_in(4) {
            self.check_list()?;
        }
        if self.chance.one_in(4) {
            self.compare_twins()?;
        }
        if self.chance.one_in(4) {
            self.compare_lookalikes()?;
        }
        if let Some((by, command)) = self.choose() {
            self.act(by, &command)?;
            self.audit()?;
        }
        Ok(())
    }

    /// A legal command of a seat that is to move.
    fn choose(&mut self) -> Option<(Seat, G::Command)> {
        let game = self.table.game();
        let awaited = game.awaiting();
        let by = awaited.nth(self.chance.index(awaited.len()))?;
        Some((by, game.choice(by, &mut self.chance)?))
    }

    fn act(&mut self, by: Seat, command: &G::Command) -> Result<(), ContractBreach> {
        self.table.game().options_into(by, &mut self.options);
        if !self.options.contains(command) {
            return self
                .breach(format!("{by} chose {command:?}, which its options do not contain"));
        }
        match self.table.act(by, command) {
            Ok(events) => {
                self.tally.actions += 1;
                self.tally.events += events.len() as u64;
                Ok(())
            }
            Err(refusal) => {
                let what =
                    format!("options of {by} contain {command:?}, which is refused: {refusal}");
                self.breach(what)
            }
        }
    }

    /// Any command of any seat, valid, almost valid or invalid, is accepted if and only if its options contain it.
    fn probe(&mut self) -> Result<(), ContractBreach> {
        let game = self.table.game();
        let by = Seat(self.chance.below(game.seats().len() as u64 + 2) as u8);
        let mut command = game.any_command(&mut self.chance);
        if self.chance.one_in(2) {
            command = mutated(&command, &mut self.chance).unwrap_or(command);
        }
        game.options_into(by, &mut self.options);
        self.compare(by, &command)
    }

    /// Everything that is listed is accepted. Of a long list only some are tried.
    fn check_list(&mut self) -> Result<(), ContractBreach> {
        let by = self.any_seat();
        self.table.game().options_into(by, &mut self.options);
        let (moves, words) = (self.options.moves(), self.options.words());
        for n in some_of(moves, &mut self.chance) {
            self.try_listed(by, self.options.nth_move(n))?;
        }
        for n in some_of(words, &mut self.chance) {
            self.try_listed(by, self.options.nth_word(n))?;
        }
        Ok(())
    }

    fn try_listed(&mut self, by: Seat, command: Option<G::Command>) -> Result<(), ContractBreach> {
        let Some(command) = command else {
            return self.breach(format!("options of {by} count more than they list"));
        };
        if !self.options.contains(&command) {
            return self.breach(format!("options of {by} list {command:?} but do not contain it"));
        }
        self.tally.listed += 1;
        self.compare(by, &command)
    }

    /// What the options say about a command is what happens to it.
    fn compare(&mut self, by: Seat, command: &G::Command) -> Result<(), ContractBreach> {
        let contained = self.options.contains(command);
        let mut events = Vec::new();
        let decided = self.table.game().decide(by, command, &mut events);
        match (decided, contained) {
            (Ok(()), true) => Ok(()),
            (Err(_), false) if events.is_empty() => {
                self.tally.refusals += 1;
                Ok(())
            }
            (Err(_), false) => self.breach(format!("a refusal of {command:?} left events behind")),
            (Ok(()), false) => {
                self.breach(format!("{command:?} of {by} is accepted but is no option"))
            }
            (Err(refusal), true) => {
                self.breach(format!("{command:?} of {by} is an option but refused: {refusal}"))
            }
        }
    }

    fn compare_twins(&mut self) -> Result<(), ContractBreach> {
        let seat = self.any_seat();
        let game = self.table.game();
        let twin = game.twin(seat, &mut self.chance);
        if twin == *game {
            return Ok(());
        }
        self.tally.twins += 1;
        if let Err(what) = same_to(game, &twin, Audience::Seat(seat)) {
            return self.breach(what);
        }
        self.compare_refusals(seat, &game.clone(), &twin)?;
        self.compare_quiet(seat, twin)
    }

    /// If `seat` is refused something, both twins refuse it with the same refusal.
    fn compare_refusals(&mut self, seat: Seat, here: &G, there: &G) -> Result<(), ContractBreach> {
        for _ in 0..8 {
            let command = here.any_command(&mut self.chance);
            let (one, other) = (refusal(here, seat, &command), refusal(there, seat, &command));
            if one != other {
                let what =
                    format!("{seat} can tell games apart by {command:?}: {one:?}, {other:?}");
                return self.breach(what);
            }
        }
        Ok(())
    }

    /// A quiet command looks the same in both twins, while and after it happens.
    fn compare_quiet(&mut self, seat: Seat, twin: G) -> Result<(), ContractBreach> {
        let Some((by, command)) = self.choose() else { return Ok(()) };
        let game = self.table.game();
        if !game.is_quiet(seat, by, &command) || !twin.is_quiet(seat, by, &command) {
            return Ok(());
        }
        let mut here = Table::at(game.clone());
        let mut there = Table::at(twin);
        if here.act(by, &command).is_err() || there.act(by, &command).is_err() {
            return Ok(());
        }
        if here.game().is_over() || there.game().is_over() {
            return Ok(());
        }
        self.tally.quiet += 1;
        match same_tables(&here, &there, Audience::Seat(seat)) {
            Ok(()) => Ok(()),
            Err(what) => self.breach(format!("after {command:?} of {by}: {what}")),
        }
    }

    fn compare_lookalikes(&mut self) -> Result<(), ContractBreach> {
        let game = self.table.game();
        let awaited = game.awaiting();
        let Some(by) = awaited.nth(self.chance.index(awaited.len())) else { return Ok(()) };
        let Some(pair) = game.lookalikes(by, &mut self.chance) else { return Ok(()) };
        let courses = [&pair.one, &pair.other].map(|course| played(game, course));
        let [Some(here), Some(there)] = courses else { return Ok(()) };
        if here.game().is_over() || there.game().is_over() {
            return Ok(());
        }
        self.tally.lookalikes += 1;
        let outsiders = game.seats().minus(pair.in_the_know);
        for audience in outsiders.into_iter().map(Audience::Seat).chain([Audience::Spectator]) {
            if let Err(what) = same_tables(&here, &there, audience) {
                return self.breach(format!("{pair:?} do not look alike: {what}"));
            }
        }
        outsiders
            .into_iter()
            .try_for_each(|seat| self.compare_refusals(seat, here.game(), there.game()))
    }

    fn any_seat(&mut self) -> Seat {
        let count = self.table.game().seats().len();
        Seat(self.chance.index(count) as u8)
    }

    fn audit(&self) -> Result<(), ContractBreach> {
        self.table.game().audit().or_else(|what| self.breach(what))
    }

    fn breach<T>(&self, what: String) -> Result<T, ContractBreach> {
        Err(ContractBreach { seed: self.seed, action: self.tally.actions, what })
    }

    /// The journal, serialised and read back, folds to the same bytes.
    fn close(mut self, setup: &G::Setup, seed: Seed) -> Result<Tally, ContractBreach> {
        let broken = |what: String| ContractBreach { seed, action: self.tally.actions, what };
        let mut copy = G::start(setup, seed).map_err(|error| broken(error.to_string()))?;
        for entry in self.table.journal().entries() {
            let text = serde_json::to_string(&entry.event).map_err(|e| broken(e.to_string()))?;
            let event = serde_json::from_str(&text).map_err(|e| broken(e.to_string()))?;
            copy.evolve(&event);
        }
        if copy.encode() != self.table.game().encode() {
            return self.breach("replay does not equal play".to_owned());
        }
        self.tally.finished += u64::from(self.table.game().is_over());
        Ok(self.tally)
    }
}

/// All indices below `count`, or a random sample of them if there are too many.
fn some_of(count: u64, chance: &mut Chance) -> Vec<u64> {
    const MOST: u64 = 48;
    match count <= MOST {
        true => (0..count).collect(),
        false => (0..MOST).map(|_| chance.below(count)).collect(),
    }
}

/// The game after a course of play, unless a part of it is refused.
fn played<G: Game>(game: &G, course: &[(Seat, G::Command)]) -> Option<Table<G>> {
    let mut table = Table::at(game.clone());
    let mut all = course.iter();
    all.all(|(by, command)| table.act(*by, command).is_ok()).then_some(table)
}

fn refusal<G: Game>(game: &G, by: Seat, command: &G::Command) -> Option<G::Refusal> {
    game.decide(by, command, &mut Vec::new()).err()
}

/// Whether `audience` can tell two tables apart by its notices or by its view.
fn same_tables<G: Game>(
    here: &Table<G>,
    there: &Table<G>,
    audience: Audience,
) -> Result<(), String> {
    let log = |table: &Table<G>| table.journal().log(audience).collect::<Vec<_>>();
    same(&log(here), &log(there), audience, "what happened")?;
    same_to(here.game(), there.game(), audience)
}

fn same_to<G: Game>(here: &G, there: &G, audience: Audience) -> Result<(), String> {
    same(&here.view(audience), &there.view(audience), audience, "its view")?;
    match audience.seat() {
        Some(seat) => same(&here.options(seat), &there.options(seat), audience, "its options"),
        None => Ok(()),
    }
}

fn same<T: PartialEq + fmt::Debug>(
    here: &T,
    there: &T,
    audience: Audience,
    by: &str,
) -> Result<(), String> {
    if here == there {
        return Ok(());
    }
    Err(format!("{audience:?} can tell two games apart by {by}:\n{here:#?}\n{there:#?}"))
}
