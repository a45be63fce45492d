//! The bots of a table: which one moves next, and the moves that they chose.

use std::collections::BTreeMap;
use std::time::Duration;

use parley::{Audience, Chance, Game, Seat, Seed};
use tokio::sync::mpsc;

use super::live::{LiveTable, StepNews};
use crate::ruleset::{BotPlayer, Ruleset};
use crate::secret;
use crate::work::Work;

/// How many signals a bot may send in one turn. Every reply opens a channel again, so without a limit two bots could
/// talk for ever.
const WORDS_A_TURN: u8 = 8;

/// The bots of a table, at most one of which is thinking.
pub(crate) struct Bots<G: Ruleset> {
    seats: BTreeMap<Seat, Station<G>>,
    thinking: bool,
    /// Created when a bot thinks for the first time; most tables of people never need it.
    line: Option<Line<G>>,
    pace: Duration,
}

/// Boxed, because a channel allocates room for many in advance.
type Line<G> = (mpsc::Sender<Box<Thought<G>>>, mpsc::Receiver<Box<Thought<G>>>);

/// A bot on its seat.
struct Station<G: Ruleset> {
    /// The kind of bot, to notice when another takes over.
    name: String,
    /// `None` while it thinks.
    player: Option<Box<dyn BotPlayer<G>>>,
    chance: Option<Chance>,
    news: u16,
    words: u8,
}

/// What a bot decided.
pub(crate) struct Thought<G: Ruleset> {
    pub seat: Seat,
    pub command: Option<<G as Game>::Command>,
    /// What it was asked.
    pub question: BotTask,
    /// The step that its view was made after.
    pub step: u32,
    /// The bot itself, unless it panicked.
    mind: Option<(Box<dyn BotPlayer<G>>, Chance)>,
}

/// What a bot is asked to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BotTask {
    Act,
    Answer,
}

impl<G: Ruleset> Bots<G> {
    pub fn new(pace_ms: u32) -> Bots<G> {
        let pace = Duration::from_millis(pace_ms.into());
        Bots { seats: BTreeMap::new(), thinking: false, line: None, pace }
    }

    /// The next decision; pending while no bot thinks.
    pub async fn next(&mut self) -> Option<Box<Thought<G>>> {
        let (_, heard) = self.line.as_mut()?;
        heard.recv().await
    }

    /// Passes on what each bot has learned from a step.
    pub fn note(&mut self, live: &LiveTable<G>, told: &StepNews<G>) {
        for (state, learned) in live.audiences.iter().zip(told) {
            let Some(station) = state.audience.seat().and_then(|seat| self.seats.get_mut(&seat))
            else {
                continue;
            };
            station.news = station.news.saturating_add(learned.proposals + learned.signals);
            if learned.turn_began {
                station.words = 0;
            }
        }
    }

    pub fn said(&mut self, seat: Seat) {
        if let Some(station) = self.seats.get_mut(&seat) {
            station.words = station.words.saturating_add(1);
        }
    }

    /// Creates a bot for every seat that one plays.
    fn muster(&mut self, live: &LiveTable<G>) {
        for seat in live.game.seats() {
            match live.company.bot(seat, G::RELIEF) {
                Some(name) if self.seats.get(&seat).is_none_or(|station| station.name != name) => {
                    let player = live.game.player(&name);
                    let news = u16::from(live.waits(seat));
                    let chance = Some(fresh_chance());
                    self.seats.insert(seat, Station { name, player, chance, news, words: 0 });
                }
                Some(_) => {}
                None => {
                    self.seats.remove(&seat);
                }
            }
        }
    }

    /// Asks the next bot, unless one is thinking already. Returns whether any is thinking.
    pub fn rouse(&mut self, live: &LiveTable<G>) -> bool {
        if self.thinking || live.company.paused || live.is_over() {
            return self.thinking;
        }
        self.muster(live);
        let Some((seat, question)) = self.next_in_line(live) else { return false };
        let Some(station) = self.seats.get_mut(&seat) else { return false };
        let Some(state) = live.audience_state(Audience::Seat(seat)) else { return false };
        let (Some(player), Some(chance)) = (station.player.take(), station.chance.take()) else {
            return false;
        };
        let mut head = Head {
            player,
            chance,
            view: state.view.clone(),
            options: state.options.clone(),
            silent: station.words >= WORDS_A_TURN,
        };
        let (thoughts, _) = self.line.get_or_insert_with(|| mpsc::channel(1));
        let (step, thoughts, pace) = (live.steps, thoughts.clone(), self.pace);
        self.thinking = true;
        tokio::spawn(async move {
            tokio::time::sleep(if question == BotTask::Act { pace } else { pace / 2 }).await;
            let thought = Work::Thinking.run(move || {
                let command = head.think(question);
                let mind = Some((head.player, head.chance));
                Thought { seat, command, question, step, mind }
            });
            let lost = Thought { seat, command: None, question, step, mind: None };
            // The table may be gone by now.
            let _ = thoughts.send(Box::new(thought.await.unwrap_or(lost))).await;
        });
        true
    }

    fn next_in_line(&self, live: &LiveTable<G>) -> Option<(Seat, BotTask)> {
        let called = self.seats.iter().find(|(_, station)| station.news > 0);
        if let Some((seat, _)) = called {
            return Some((*seat, BotTask::Answer));
        }
        let seat = live.game.duty()?.seat;
        self.seats.contains_key(&seat).then_some((seat, BotTask::Act))
    }

    /// Takes a decision back. Returns its command if it is still about the current state.
    pub fn take_in(
        &mut self,
        thought: Thought<G>,
        now: u32,
    ) -> Option<(Seat, BotTask, Option<G::Command>)> {
        self.thinking = false;
        let Some((player, chance)) = thought.mind else {
            self.seats.remove(&thought.seat);
            return Some((thought.seat, thought.question, None));
        };
        let station = self.seats.get_mut(&thought.seat)?;
        (station.player, station.chance) = (Some(player), Some(chance));
        if thought.step != now {
            return None;
        }
        if thought.question == BotTask::Answer {
            station.news =
                if thought.command.is_some() { station.news.saturating_sub(1) } else { 0 };
        }
        Some((thought.seat, thought.question, thought.command))
    }
}

/// Everything that a bot needs to decide.
struct Head<G: Ruleset> {
    player: Box<dyn BotPlayer<G>>,
    chance: Chance,
    view: G::View,
    options: G::Options,
    silent: bool,
}

impl<G: Ruleset> Head<G> {
    fn think(&mut self, question: BotTask) -> Option<G::Command> {
        let Head { player, chance, view, options, silent } = self;
        match question {
            BotTask::Act => player.act(view, options, chance, *silent),
            BotTask::Answer => player.answer(view, options, chance, *silent),
        }
    }
}

/// A bot's randomness is independent of the game's.
fn fresh_chance() -> Chance {
    Seed::from_bytes(secret::random()).stream(0)
}
