//! The bots of a table: which one moves next, and the moves that they chose.

use std::collections::BTreeMap;
use std::time::Duration;

use parley::{Audience, Chance, Game, Seat, Seed};
use tokio::sync::mpsc;

use super::body::{BotQuestion, BotTask, BotThought};
use super::live::{LiveTable, StepNews};
use crate::ruleset::{BotPlayer, Ruleset};
use crate::secret;
use crate::work::Work;

/// How many signals a bot may send in one turn. Every reply opens a channel again, so without a limit two bots could
/// talk for ever.
const WORDS_A_TURN: u8 = 8;

/// How many questions are remembered from one move of a bot to its next. A bot that was asked more often cannot be
/// repeated from there on.
const MOST_QUESTIONS: usize = 256;

/// The bots of a table, at most one of which is thinking.
pub(crate) struct Bots<G: Ruleset> {
    seats: BTreeMap<Seat, Station<G>>,
    thinking: bool,
    /// Created when a bot thinks for the first time; most tables of people never need it.
    line: Option<Line<G>>,
    pace: Duration,
    /// What their randomness comes from.
    seed: Seed,
}

/// Boxed, because a channel allocates room for many in advance.
type Line<G> = (mpsc::Sender<Box<Thought<G>>>, mpsc::Receiver<Box<Thought<G>>>);

/// A bot on its seat.
struct Station<G: Ruleset> {
    /// The kind of bot, to notice when another takes over.
    name: String,
    /// `None` while it thinks.
    player: Option<Box<dyn BotPlayer<G>>>,
    news: u16,
    words: u8,
    /// Which of all bots of the table it is.
    mind: u32,
    /// What it was asked since its last move; `None` if that was too much.
    asked: Option<Vec<BotQuestion>>,
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
    player: Option<Box<dyn BotPlayer<G>>>,
}

impl<G: Ruleset> Bots<G> {
    /// `seed` is the game's.
    pub fn new(pace_ms: u32, seed: Seed) -> Bots<G> {
        let pace = Duration::from_millis(pace_ms.into());
        Bots { seats: BTreeMap::new(), thinking: false, line: None, pace, seed: seed.for_bots() }
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

    /// How a bot came to what it has just decided, unless too much happened since its last move.
    pub fn thought(&self, seat: Seat) -> Option<BotThought> {
        let Station { mind, asked, .. } = self.seats.get(&seat)?;
        Some(BotThought { mind: *mind, asked: asked.clone()? })
    }

    /// That is stored now.
    pub fn thought_is_kept(&mut self, seat: Seat) {
        if let Some(asked) = self.seats.get_mut(&seat).and_then(|station| station.asked.as_mut()) {
            asked.clear();
        }
    }

    /// Creates a bot for every seat that one plays.
    fn muster(&mut self, live: &LiveTable<G>) {
        for seat in live.game.seats() {
            match live.company.bot(seat, G::RELIEF) {
                Some(name) if self.seats.get(&seat).is_none_or(|station| station.name != name) => {
                    let player = live.game.player(&name);
                    let news = u16::from(live.waits(seat));
                    let (mind, asked) = (u32::from_le_bytes(secret::random()), Some(Vec::new()));
                    let station = Station { name, player, news, words: 0, mind, asked };
                    self.seats.insert(seat, station);
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
        let Some(player) = station.player.take() else { return false };
        let asked = BotQuestion(live.steps, question, station.words >= WORDS_A_TURN);
        station.asked = station.asked.take().filter(|asked| asked.len() < MOST_QUESTIONS);
        station.asked.iter_mut().for_each(|all| all.push(asked));
        let mut head = BotMind {
            player,
            chance: chance(self.seed, seat, asked),
            view: state.view.clone(),
            options: state.options.clone(),
        };
        let (thoughts, _) = self.line.get_or_insert_with(|| mpsc::channel(1));
        let (step, thoughts, pace) = (live.steps, thoughts.clone(), self.pace);
        self.thinking = true;
        tokio::spawn(async move {
            tokio::time::sleep(if question == BotTask::Act { pace } else { pace / 2 }).await;
            let thought = Work::Thinking.run(move || {
                let command = head.think(asked);
                Thought { seat, command, question, step, player: Some(head.player) }
            });
            let lost = Thought { seat, command: None, question, step, player: None };
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
        let Some(player) = thought.player else {
            self.seats.remove(&thought.seat);
            return Some((thought.seat, thought.question, None));
        };
        let station = self.seats.get_mut(&thought.seat)?;
        station.player = Some(player);
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
pub(super) struct BotMind<G: Ruleset> {
    pub player: Box<dyn BotPlayer<G>>,
    pub chance: Chance,
    pub view: G::View,
    pub options: G::Options,
}

impl<G: Ruleset> BotMind<G> {
    pub fn think(&mut self, BotQuestion(_, task, silent): BotQuestion) -> Option<G::Command> {
        let BotMind { player, chance, view, options } = self;
        match task {
            BotTask::Act => player.act(view, options, chance, silent),
            BotTask::Answer => player.answer(view, options, chance, silent),
        }
    }
}

/// The chance of one decision: every question has its own, so that it can be asked again.
pub(super) fn chance(bots: Seed, seat: Seat, BotQuestion(step, task, _): BotQuestion) -> Chance {
    let task = match task {
        BotTask::Act => 0,
        BotTask::Answer => 1,
    };
    bots.stream(u64::from(step) << 16 | u64::from(seat.0) << 1 | task)
}
