//! One game in which one learner after the other is asked.

use std::cell::RefCell;
use std::sync::Arc;

use backchannel::settings::MOST_SEATS;
use backchannel::{Command, Game, Options, View, ViewChange};
use parley::{Audience, Game as _, Journal, Seat, SeatSet};
use thiserror::Error;

use crate::choice::Mask;
use crate::composer::{BadChoice, Composed, Composer};
use crate::menu::{Menu, MenuItem};
use crate::observe::{observe, observe_change, write_choice};
use crate::plan::EnvPlan;
use crate::table::{Asked, EnvTable, TableError, roomy_options};

thread_local! {
    /// One view a thread: no observation allocates memory.
    static VIEW: RefCell<View> = RefCell::default();
}

/// Why a step was not taken. Nothing has changed.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum EpisodeError {
    #[error("the game is over; reset the environment")]
    Over,
    #[error("action: {0}")]
    Choice(#[from] BadChoice),
    #[error("action: {number} is not on the menu, which has the numbers that the mask allows")]
    Number { number: u64 },
    #[error("actions['seat_{}']: {error}", seat.0)]
    SeatChoice { seat: Seat, error: BadChoice },
    #[error("actions['seat_{}']: {number} is not on the menu, which has the numbers that the mask allows", seat.0)]
    SeatNumber { seat: Seat, number: u64 },
    #[error("action: it is your turn, and there is nothing to wait for")]
    NothingToWaitFor,
    #[error("command: {0}")]
    Table(#[from] TableError),
    #[error(
        "fork: a bot did not repeat its moves, as one does that thinks by the clock; use bots that are deterministic"
    )]
    Fork,
}

/// One game in which one learner after the other is asked.
pub struct Episode {
    table: EnvTable,
    to_act: Option<(Seat, Asked)>,
    options: Options,
    composer: Composer,
    mask: Mask,
    steps: u32,
    truncated: bool,
    looked: LastLook,
    /// What learners did, if it is needed to play the game once more.
    history: Vec<(Seat, EnvStep)>,
}

impl Episode {
    /// # Errors
    /// If a bot breaks the rules.
    pub fn new(plan: Arc<EnvPlan>, seed: u64) -> Result<Episode, EpisodeError> {
        let mut episode = Episode {
            options: roomy_options(&plan.rules),
            table: EnvTable::new(plan, seed),
            to_act: None,
            composer: Composer::default(),
            mask: 0,
            steps: 0,
            truncated: false,
            looked: LastLook::default(),
            history: Vec::new(),
        };
        episode.advance()?;
        Ok(episode)
    }

    /// Begins another game.
    ///
    /// # Errors
    /// If a bot breaks the rules.
    pub fn reset(&mut self, seed: u64) -> Result<(), EpisodeError> {
        self.table.reset(seed);
        (self.steps, self.truncated) = (0, false);
        self.history.clear();
        self.advance()
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

    /// Who is to act, and why.
    pub fn to_act(&self) -> Option<(Seat, Asked)> {
        self.to_act
    }

    /// The seats that are not out.
    pub fn living(&self) -> SeatSet {
        self.table.living
    }

    pub fn is_over(&self) -> bool {
        self.table.game.is_over()
    }

    /// Whether it was broken off.
    pub fn is_truncated(&self) -> bool {
        self.truncated
    }

    /// The commands of learners so far.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// The rewards of each seat for the last step.
    pub fn rewards(&self) -> &[f32] {
        &self.table.rewards.sums[..self.table.plan.rules.seats()]
    }

    /// What the seat that is asked may do.
    pub fn options(&self) -> &Options {
        &self.options
    }

    pub fn composer(&self) -> &Composer {
        &self.composer
    }

    /// The possible choices.
    #[inline]
    pub fn mask(&self) -> Mask {
        self.mask
    }

    /// The log, if it is kept.
    pub fn journal(&self) -> Option<&Journal<Game>> {
        self.table.journal.as_ref()
    }

    /// All commands so far, of bots too, if they are kept.
    pub fn commands(&self) -> &[(Seat, Command)] {
        &self.table.commands
    }

    /// What the seat that is asked sees.
    ///
    /// # Panics
    /// If `out` does not have the size of the layout.
    pub fn observe(&self, out: &mut [u8]) {
        if let Some((seat, _)) = self.to_act {
            self.observe_as(seat, out);
        } else {
            out.fill(0);
        }
    }

    /// What any seat sees.
    ///
    /// # Panics
    /// If `out` does not have the size of the layout.
    pub fn observe_as(&self, seat: Seat, out: &mut [u8]) {
        let asked = self.to_act.filter(|(to_act, _)| *to_act == seat);
        let is_answer = asked.is_some_and(|(_, asked)| asked == Asked::Answer);
        VIEW.with_borrow_mut(|view| {
            self.table.game.view_into(Audience::Seat(seat), view);
            let EnvPlan { layout, rules, .. } = &*self.table.plan;
            observe(layout, rules, view, is_answer, asked.map(|_| &self.composer), out);
        });
    }

    /// The same as [`observe`](Episode::observe), faster: of what was observed last, only what has changed since is
    /// written anew.
    pub(crate) fn look(&mut self) -> &[u8] {
        let change = self.table.take_change();
        let EnvPlan { layout, rules, .. } = &*self.table.plan;
        let LastLook { seat, view, observation } = &mut self.looked;
        let Some((to_act, asked)) = self.to_act else {
            (*seat, *observation) = (None, vec![0; layout.size]);
            return observation;
        };
        let change = if *seat == Some(to_act) { change } else { ViewChange::All };
        if change == ViewChange::NONE && self.composer.is_begun() {
            write_choice(layout, &self.composer, observation);
            return observation;
        }
        self.table.game.update_view(to_act, change, view);
        if seat.replace(to_act).is_none() {
            *observation = vec![0; layout.size];
            reserve(view);
        }
        let is_answer = asked == Asked::Answer;
        observe_change(layout, rules, view, change, is_answer, &self.composer, observation);
        observation
    }

    /// Makes a choice; `true` if a command was completed and carried out.
    ///
    /// # Errors
    /// If it is not possible. Then nothing has changed.
    pub fn choose(&mut self, choice: u64) -> Result<bool, EpisodeError> {
        let Some((seat, _)) = self.to_act else { return Err(EpisodeError::Over) };
        let rules = &self.table.plan.rules;
        match self.composer.choose_from(self.mask, rules, &self.options, choice)? {
            (Composed::More, mask) => {
                self.table.rewards.sums.fill(0.0);
                self.mask = mask;
                Ok(false)
            }
            (Composed::Command(command), _) => {
                self.carry_out(seat, EnvStep::Command(command)).map(|()| true)
            }
            (Composed::Wait, _) => self.carry_out(seat, EnvStep::Wait).map(|()| true),
        }
    }

    /// Carries out a whole command of the seat that is asked.
    ///
    /// # Errors
    /// If the rules forbid it. Then nothing has changed.
    pub fn act(&mut self, command: &Command) -> Result<(), EpisodeError> {
        let Some((seat, _)) = self.to_act else { return Err(EpisodeError::Over) };
        self.carry_out(seat, EnvStep::Command(*command))
    }

    /// Leaves what has arrived for later.
    ///
    /// # Errors
    /// If it is the seat's turn.
    pub fn wait(&mut self) -> Result<(), EpisodeError> {
        match self.to_act {
            None => Err(EpisodeError::Over),
            Some((_, Asked::Turn)) => Err(EpisodeError::NothingToWaitFor),
            Some((seat, Asked::Answer)) => self.carry_out(seat, EnvStep::Wait),
        }
    }

    fn carry_out(&mut self, seat: Seat, step: EnvStep) -> Result<(), EpisodeError> {
        let before = std::mem::take(&mut self.table.rewards.sums);
        match step {
            EnvStep::Wait => self.table.dismiss(seat),
            EnvStep::Command(command) => {
                if let Err(error) = self.table.act(seat, &command) {
                    self.table.rewards.sums = before;
                    return Err(error.into());
                }
            }
        }
        if self.table.plan.keeps_history() {
            self.history.push((seat, step));
        }
        self.steps += 1;
        self.advance()?;
        let limit = self.table.plan.most_steps.is_some_and(|most| self.steps >= most);
        if !self.is_over() && (limit || self.table.is_endless()) {
            self.truncated = true;
            self.nobody_acts();
        }
        Ok(())
    }

    /// The numbered menu of the seat that is asked.
    pub fn menu(&self) -> Menu<'_> {
        let (view, waits) = match self.to_act {
            Some((seat, asked)) => {
                (self.table.game.view(Audience::Seat(seat)), asked == Asked::Answer)
            }
            None => (View::default(), false),
        };
        let EnvPlan { rules, menu, words, .. } = &*self.table.plan;
        Menu::new(rules, &view, &self.options, waits, *words, *menu)
    }

    /// Chooses from the menu.
    ///
    /// # Errors
    /// If the number is not on it. Then nothing has changed.
    pub fn pick(&mut self, number: u64) -> Result<(), EpisodeError> {
        if self.to_act.is_none() {
            return Err(EpisodeError::Over);
        }
        match self.menu().item(number) {
            None => Err(EpisodeError::Number { number }),
            Some(MenuItem::Wait) => self.wait(),
            Some(MenuItem::Command(command)) => self.act(&command),
        }
    }

    fn nobody_acts(&mut self) {
        (self.to_act, self.mask) = (None, 0);
    }

    /// On to the next learner who has something to do.
    fn advance(&mut self) -> Result<(), EpisodeError> {
        loop {
            let next = self.table.next()?;
            let Some((seat, asked)) = next else {
                self.nobody_acts();
                return Ok(());
            };
            let words = self.table.plan.words;
            let silent = self.table.list(seat, words, &mut self.options);
            if asked == Asked::Answer && silent && self.options.answer.is_empty() {
                self.table.dismiss(seat);
                continue;
            }
            let rules = &self.table.plan.rules;
            let may_wait = asked == Asked::Answer;
            (self.composer, self.mask) =
                Composer::begin_with_mask(rules, &self.options, seat, may_wait);
            self.to_act = next;
            return Ok(());
        }
    }

    /// The same game once more, which can go another way from here. With bots it is played again up to here.
    ///
    /// # Errors
    /// If a bot does not repeat its moves.
    pub fn fork(&self) -> Result<Episode, EpisodeError> {
        match self.table.copy() {
            Some(table) => Ok(Episode {
                table,
                to_act: self.to_act,
                options: self.options.clone(),
                composer: self.composer.clone(),
                mask: self.mask,
                steps: self.steps,
                truncated: self.truncated,
                looked: LastLook::default(),
                history: Vec::new(),
            }),
            None => self.play_again(),
        }
    }

    fn play_again(&self) -> Result<Episode, EpisodeError> {
        let mut copy = Episode::new(Arc::clone(&self.table.plan), self.table.seed)?;
        for (seat, step) in &self.history {
            if copy.to_act.map(|(to_act, _)| to_act) != Some(*seat) {
                return Err(EpisodeError::Fork);
            }
            match step {
                EnvStep::Wait => copy.wait(),
                EnvStep::Command(command) => copy.act(command),
            }
            .map_err(|_| EpisodeError::Fork)?;
        }
        for &choice in self.composer.made() {
            copy.choose(choice.into()).map_err(|_| EpisodeError::Fork)?;
        }
        copy.table.rewards.sums = self.table.rewards.sums;
        if copy.table.game == self.table.game { Ok(copy) } else { Err(EpisodeError::Fork) }
    }
}

/// What was last observed, by whom.
#[derive(Default)]
struct LastLook {
    seat: Option<Seat>,
    view: View,
    observation: Vec<u8>,
}

/// Makes room for nearly everything that a view can hold, so that updating it takes no memory later.
fn reserve(view: &mut View) {
    view.truces.reserve(4 * MOST_SEATS);
    view.goal.sharing.reserve(4 * MOST_SEATS);
    view.goal.threats.reserve(4 * MOST_SEATS);
    let Some(own) = &mut view.own else { return };
    own.sent.reserve(MOST_SEATS);
    own.received.reserve(MOST_SEATS);
    own.pending.reserve(4 * MOST_SEATS);
    own.treaties.reserve(8 * MOST_SEATS);
    own.lockouts.reserve(MOST_SEATS);
    own.closed.reserve(MOST_SEATS);
    own.heard.reserve(2 * MOST_SEATS);
    own.reactions.reserve(MOST_SEATS);
    own.attackers.reserve(MOST_SEATS);
    own.borders.reserve(MOST_SEATS);
}

/// What a learner did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EnvStep {
    Wait,
    Command(Command),
}
