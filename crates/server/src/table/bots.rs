//! The bots of a table: which one moves next, and the moves that they chose.

use std::collections::BTreeMap;
use std::future::pending;

use parley::{Audience, Chance, Game, Seat, Seed};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::body::{BotQuestion, BotTask, BotThought};
use super::live::{LiveTable, StepNews};
use super::pace::BotPace;
use crate::ruleset::{BotPlayer, Ruleset};
use crate::secret;
use crate::work::Work;

/// How many signals a bot may send in one turn. Every reply opens a channel again, so without a limit two bots could
/// talk forever.
const WORDS_A_TURN: u8 = 8;

/// How many questions are remembered from one move of a bot to its next. A bot that was asked more often cannot be
/// repeated from there on.
const MOST_QUESTIONS: usize = 256;

/// The bots of a table, at most one of which is thinking. While one waits before it answers, the others play on.
pub(crate) struct Bots<G: Ruleset> {
    seats: BTreeMap<Seat, Station<G>>,
    thinking: bool,
    /// Created when a bot first thinks; most tables have no bots and never need it.
    line: Option<Line<G>>,
    pace: BotPace,
    /// What their randomness comes from.
    seed: Seed,
    /// Whose turn it is, if it is a bot's, and when it makes its next move.
    turn: Option<(Seat, Instant)>,
    /// When the next bot is to be asked, if none is thinking.
    wake: Option<Instant>,
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
    /// When it answers; `None` if there is no news.
    answers_at: Option<Instant>,
    /// Whether a person waits for the answer.
    owes: bool,
    words: u8,
    /// Which of all bots of the table it is.
    mind: u32,
    /// What it was asked since its last move; `None` if that was too much to store.
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

/// Who is asked next.
enum NextBot {
    Asked(Seat, BotTask),
    Waits(Instant),
    Nobody,
}

impl<G: Ruleset> Bots<G> {
    /// `seed` is the game's.
    pub fn new(pace: BotPace, seed: Seed) -> Bots<G> {
        let (seats, seed) = (BTreeMap::new(), seed.for_bots());
        Bots { seats, thinking: false, line: None, pace, seed, turn: None, wake: None }
    }

    /// The next decision, or `None` when it is time to ask somebody.
    pub async fn next(&mut self) -> Option<Box<Thought<G>>> {
        match (&mut self.line, self.wake) {
            (Some((_, heard)), _) if self.thinking => heard.recv().await,
            (_, Some(wake)) => {
                sleep_until(wake).await;
                None
            }
            (_, None) => pending().await,
        }
    }

    /// Passes on what each bot has learned from a step.
    pub fn note(&mut self, live: &LiveTable<G>, told: &StepNews<G>) {
        let from_person = live.moved_by.is_some_and(|seat| live.company.is_person(seat));
        for (state, learned) in live.audiences.iter().zip(told) {
            let Some(seat) = state.audience.seat() else { continue };
            let Some(station) = self.seats.get_mut(&seat) else { continue };
            let news = learned.proposals + learned.signals;
            if news > 0 {
                let moment = self.pace.before_answer(seat, live.steps);
                station.answers_at.get_or_insert_with(|| Instant::now() + moment);
                station.owes |= from_person;
            }
            station.news = station.news.saturating_add(news);
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

    /// Called when that is stored.
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
                    let player = live.game.player(&name, seat, &live.memory);
                    let waits = live.waits(seat);
                    let moment = || Instant::now() + self.pace.before_answer(seat, live.steps);
                    let station = Station {
                        name,
                        player,
                        news: u16::from(waits),
                        answers_at: waits.then(moment),
                        owes: waits,
                        words: 0,
                        mind: u32::from_le_bytes(secret::random()),
                        asked: Some(Vec::new()),
                    };
                    self.seats.insert(seat, station);
                }
                Some(_) => {}
                None => {
                    self.seats.remove(&seat);
                }
            }
        }
    }

    /// Asks the next bot, unless one is already thinking or none is due yet. Returns whether there is anything to wait
    /// for.
    pub fn rouse(&mut self, live: &LiveTable<G>) -> bool {
        if self.thinking || live.company.paused || live.is_over() {
            self.wake = None;
            return self.thinking;
        }
        self.keep_pace(live);
        self.muster(live);
        match self.next_in_line(live, Instant::now()) {
            NextBot::Asked(seat, question) => self.ask(live, seat, question),
            NextBot::Waits(until) => {
                self.wake = Some(until);
                true
            }
            NextBot::Nobody => {
                self.wake = None;
                false
            }
        }
    }

    /// After another pace was chosen, nobody waits as long as they would have before.
    fn keep_pace(&mut self, live: &LiveTable<G>) {
        if !self.pace.set(live.company.bot_pace_ms()) {
            return;
        }
        self.turn = None;
        for (seat, station) in &mut self.seats {
            let soon = Instant::now() + self.pace.before_answer(*seat, live.steps);
            station.answers_at = station.answers_at.map(|at| at.min(soon));
        }
    }

    fn ask(&mut self, live: &LiveTable<G>, seat: Seat, question: BotTask) -> bool {
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
        let (step, thoughts) = (live.steps, thoughts.clone());
        self.thinking = true;
        tokio::spawn(async move {
            let thought = Work::Thinking.run(move || {
                let began = std::time::Instant::now();
                let command = head.think(asked);
                metrics::histogram!("bot_decision_seconds").record(began.elapsed().as_secs_f64());
                Thought { seat, command, question, step, player: Some(head.player) }
            });
            let lost = Thought { seat, command: None, question, step, player: None };
            // The table may be gone by now.
            let _ = thoughts.send(Box::new(thought.await.unwrap_or(lost))).await;
        });
        true
    }

    /// Answers that are due come first, then the move of the bot whose turn it is. One that owes a person an answer gives
    /// it before it moves.
    fn next_in_line(&mut self, live: &LiveTable<G>, now: Instant) -> NextBot {
        let answers = self.seats.iter().filter_map(|(seat, it)| Some((it.answers_at?, *seat)));
        let answer = answers.min();
        if let Some((_, seat)) = answer.filter(|(at, _)| *at <= now) {
            return NextBot::Asked(seat, BotTask::Answer);
        }
        let alone = live.is_left_to_bots();
        let step = if alone { self.pace.among_bots() } else { self.pace.before_move() };
        let on_turn = live.game.duty().map(|duty| duty.seat);
        let on_turn = on_turn.and_then(|seat| Some((seat, self.seats.get(&seat)?)));
        let moves = on_turn.map(|(seat, station)| {
            let kept = self.turn.filter(|(before, _)| *before == seat).map(|(_, at)| at);
            // Further news does not delay the move again.
            let at = kept.unwrap_or_else(|| {
                let owed = station.answers_at.filter(|_| station.owes);
                (now + step).max(owed.unwrap_or(now))
            });
            (at, seat)
        });
        self.turn = moves.map(|(at, seat)| (seat, at));
        match (answer, moves) {
            (_, Some((at, seat))) if at <= now => NextBot::Asked(seat, BotTask::Act),
            (Some((one, _)), Some((other, _))) => NextBot::Waits(one.min(other)),
            (Some((at, _)), None) | (None, Some((at, _))) => NextBot::Waits(at),
            (None, None) => NextBot::Nobody,
        }
    }

    /// Takes the bot back after its decision. Returns the command if it is still about the current state.
    pub fn take_in(
        &mut self,
        thought: Thought<G>,
        now: u32,
    ) -> Option<(Seat, BotTask, Option<G::Command>)> {
        self.thinking = false;
        let Some(player) = thought.player else {
            self.seats.remove(&thought.seat);
            self.turn = None;
            return Some((thought.seat, thought.question, None));
        };
        let station = self.seats.get_mut(&thought.seat)?;
        station.player = Some(player);
        if thought.step != now {
            return None;
        }
        match thought.question {
            BotTask::Act => self.turn = None,
            BotTask::Answer => {
                station.news =
                    if thought.command.is_some() { station.news.saturating_sub(1) } else { 0 };
                let moment = || Instant::now() + self.pace.before_answer(thought.seat, now);
                station.answers_at = (station.news > 0).then(moment);
                station.owes &= station.news > 0;
            }
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

/// The random stream of one decision: every question has its own, so that the decision can be repeated.
pub(super) fn chance(bots: Seed, seat: Seat, BotQuestion(step, task, _): BotQuestion) -> Chance {
    let task = match task {
        BotTask::Act => 0,
        BotTask::Answer => 1,
    };
    bots.stream(u64::from(step) << 16 | u64::from(seat.0) << 1 | task)
}
