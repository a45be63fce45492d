//! One game in which all learners choose at once.

use std::sync::Arc;

use backchannel::{Command, Game, Options, View};
use parley::{Audience, Game as _, Journal, Seat, SeatSet};

use crate::choice::Mask;
use crate::composer::{Composed, Composer};
use crate::episode::EpisodeError;
use crate::menu::{Menu, MenuItem};
use crate::observe::observe;
use crate::plan::EnvPlan;
use crate::table::{Asked, EnvTable};

/// One game in which all learners choose at once: the seat whose turn or window it is acts, then the others answer, speak
/// or do nothing, in seat order. What has become impossible by then counts as nothing.
pub struct Simultaneous {
    table: EnvTable,
    seats: Vec<Chooser>,
    steps: u32,
    truncated: bool,
    /// What was chosen, if it is needed to play the game once more.
    history: Vec<Chosen>,
}

/// What all learners chose in one step.
#[derive(Clone)]
enum Chosen {
    Choices(Vec<(Seat, u64)>),
    Numbers(Vec<(Seat, u64)>),
}

/// A learner's side of the game.
#[derive(Clone, Default)]
struct Chooser {
    options: Options,
    composer: Composer,
}

impl Simultaneous {
    /// # Errors
    /// If a bot breaks the rules.
    pub fn new(plan: Arc<EnvPlan>, seed: u64) -> Result<Simultaneous, EpisodeError> {
        let seats = vec![Chooser::default(); plan.rules.seats()];
        let table = EnvTable::new(plan, seed);
        let mut all =
            Simultaneous { table, seats, steps: 0, truncated: false, history: Vec::new() };
        all.settle(SeatSet::EMPTY)?;
        Ok(all)
    }

    /// Begins another game.
    ///
    /// # Errors
    /// If a bot breaks the rules.
    pub fn reset(&mut self, seed: u64) -> Result<(), EpisodeError> {
        self.table.reset(seed);
        (self.steps, self.truncated) = (0, false);
        self.history.clear();
        self.settle(SeatSet::EMPTY)
    }

    pub fn plan(&self) -> &Arc<EnvPlan> {
        &self.table.plan
    }

    pub fn game(&self) -> &Game {
        &self.table.game
    }

    pub fn seed(&self) -> u64 {
        self.table.seed
    }

    /// The log, if it is kept.
    pub fn journal(&self) -> Option<&Journal<Game>> {
        self.table.journal.as_ref()
    }

    /// All commands so far, of bots too, if they are kept.
    pub fn commands(&self) -> &[(Seat, Command)] {
        &self.table.commands
    }

    /// The same game once more, which can go another way from here. With bots it is played again up to here.
    ///
    /// # Errors
    /// If a bot does not repeat its moves.
    pub fn fork(&self) -> Result<Simultaneous, EpisodeError> {
        if let Some(table) = self.table.copy() {
            let (seats, steps, truncated) = (self.seats.clone(), self.steps, self.truncated);
            return Ok(Simultaneous { table, seats, steps, truncated, history: Vec::new() });
        }
        let mut copy = Simultaneous::new(Arc::clone(&self.table.plan), self.table.seed)?;
        for chosen in &self.history {
            match chosen {
                Chosen::Choices(choices) => copy.choose(choices),
                Chosen::Numbers(numbers) => copy.pick(numbers),
            }
            .map_err(|_| EpisodeError::Fork)?;
        }
        if copy.table.game == self.table.game { Ok(copy) } else { Err(EpisodeError::Fork) }
    }

    fn remember(&mut self, chosen: impl FnOnce() -> Chosen) {
        if self.table.plan.keeps_history() {
            self.history.push(chosen());
        }
    }

    /// Learners who are not out.
    pub fn learners(&self) -> SeatSet {
        self.table.living.into_iter().filter(|&seat| !self.table.is_bot(seat)).collect()
    }

    pub fn is_over(&self) -> bool {
        self.table.game.is_over()
    }

    pub fn is_truncated(&self) -> bool {
        self.truncated
    }

    /// The rewards of each seat for the last step.
    pub fn rewards(&self) -> &[f32] {
        &self.table.rewards.sums[..self.table.plan.rules.seats()]
    }

    pub fn composer(&self, seat: Seat) -> &Composer {
        &self.seats[seat.index()].composer
    }

    /// The possible choices of a seat.
    pub fn mask(&self, seat: Seat) -> Mask {
        if self.is_over() || !self.learners().contains(seat) {
            return 0;
        }
        let Chooser { options, composer } = &self.seats[seat.index()];
        composer.mask(&self.table.plan.rules, options)
    }

    /// The menu of a seat.
    pub fn menu(&self, seat: Seat) -> Menu<'_> {
        let view = self.table.game.view(Audience::Seat(seat));
        let EnvPlan { rules, menu, words, .. } = &*self.table.plan;
        let waits = self.waits(seat) && self.mask(seat) != 0;
        Menu::new(rules, &view, &self.seats[seat.index()].options, waits, *words, *menu)
    }

    /// What a seat sees.
    ///
    /// # Panics
    /// If `out` does not have the size of the layout.
    pub fn observe(&self, seat: Seat, out: &mut [u8]) {
        let mut view = View::default();
        self.table.game.view_into(Audience::Seat(seat), &mut view);
        let EnvPlan { layout, rules, .. } = &*self.table.plan;
        let chooser = &self.seats[seat.index()];
        observe(layout, rules, &view, self.waits(seat), Some(&chooser.composer), out);
    }

    /// Makes a choice for each learner who is not out.
    ///
    /// # Errors
    /// If one of them is not possible. Then nothing has changed.
    pub fn choose(&mut self, choices: &[(Seat, u64)]) -> Result<(), EpisodeError> {
        let rules = Arc::clone(&self.table.plan.rules);
        let mut chosen = Vec::with_capacity(choices.len());
        for &(seat, choice) in choices {
            self.check(seat)?;
            let Chooser { options, composer } = &self.seats[seat.index()];
            let mut composer = composer.clone();
            let composed = composer
                .choose(&rules, options, choice)
                .map_err(|error| EpisodeError::SeatChoice { seat, error })?;
            chosen.push((seat, composer, composed));
        }
        self.remember(|| Chosen::Choices(choices.to_vec()));
        let mut commands = Vec::new();
        for (seat, composer, composed) in chosen {
            match composed {
                Composed::More => self.seats[seat.index()].composer = composer,
                Composed::Wait => self.begin(seat),
                Composed::Command(command) => commands.push((seat, command)),
            }
        }
        self.carry_out(&commands)
    }

    /// Picks from each learner's menu.
    ///
    /// # Errors
    /// If a number is not on a menu. Then nothing has changed.
    pub fn pick(&mut self, numbers: &[(Seat, u64)]) -> Result<(), EpisodeError> {
        let mut commands = Vec::new();
        for &(seat, number) in numbers {
            self.check(seat)?;
            match self.menu(seat).item(number) {
                None => return Err(EpisodeError::SeatNumber { seat, number }),
                Some(MenuItem::Wait) => {}
                Some(MenuItem::Command(command)) => commands.push((seat, command)),
            }
        }
        self.remember(|| Chosen::Numbers(numbers.to_vec()));
        self.carry_out(&commands)
    }

    fn check(&self, seat: Seat) -> Result<(), EpisodeError> {
        let plays = !self.is_over() && !self.truncated && self.learners().contains(seat);
        if plays { Ok(()) } else { Err(EpisodeError::Over) }
    }

    fn carry_out(&mut self, commands: &[(Seat, Command)]) -> Result<(), EpisodeError> {
        self.table.rewards.sums.fill(0.0);
        let turn = self.table.game.turn();
        let (first, then): (Vec<_>, Vec<_>) = commands.iter().partition(|(seat, _)| *seat == turn);
        let mut acted = SeatSet::EMPTY;
        for (seat, command) in first.into_iter().chain(then) {
            acted = acted.with(seat);
            if !self.is_over() {
                // It was possible when it was chosen; somebody before it may have made it impossible.
                let _ = self.table.act(seat, &command);
            }
        }
        self.steps += 1;
        self.settle(acted)?;
        let limit = self.table.plan.most_steps.is_some_and(|most| self.steps >= most);
        self.truncated = !self.is_over() && (limit || self.table.is_endless());
        Ok(())
    }

    /// Whether a seat may do nothing: everybody may but the one whose turn it is.
    fn waits(&self, seat: Seat) -> bool {
        self.table.game.turn() != seat
    }

    fn begin(&mut self, seat: Seat) {
        let waits = self.waits(seat);
        let rules = Arc::clone(&self.table.plan.rules);
        let Chooser { options, composer } = &mut self.seats[seat.index()];
        *composer = Composer::begin(&rules, options, seat, waits);
    }

    /// Bots act until a learner's turn; then everybody's options are listed. Learners who `acted` begin a new command, and the
    /// others go on with theirs if it is still possible.
    fn settle(&mut self, acted: SeatSet) -> Result<(), EpisodeError> {
        while let Some((seat, asked)) = self.table.next()? {
            if asked == Asked::Turn {
                break;
            }
            self.table.dismiss(seat);
        }
        let words = self.table.plan.words;
        for seat in self.learners() {
            let waited = self.seats[seat.index()].composer.may_wait();
            let waits = self.waits(seat);
            let Chooser { options, composer } = &mut self.seats[seat.index()];
            self.table.list(seat, words, options);
            let rules = &self.table.plan.rules;
            let fresh = acted.contains(seat) || waited != waits || composer.made().is_empty();
            *composer = match fresh {
                true => Composer::begin(rules, options, seat, waits),
                false => composer.resume(rules, options),
            };
        }
        Ok(())
    }
}
