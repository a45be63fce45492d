//! The bots of a table: which one moves next, and the moves that they chose.

use std::collections::BTreeMap;
use std::future::pending;

use parley::{Audience, Chance, Game, Seat, Seed};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::live::{LiveTable, StepNews};
use super::pace::BotPace;
use crate::ruleset::{BotPlayer, Ruleset};
use crate::secret;
use crate::work::Work;

/// How many signals a bot may send in one turn. Every reply opens a channel again, so without a limit two bots could
/// talk for ever.
const WORDS_A_TURN: u8 = 8;

/// The bots of a table, at most one of which is thinking. While one lets an answer wait, the others play on.
pub(crate) struct Bots<G: Ruleset> {
    seats: BTreeMap<Seat, Station<G>>,
    thinking: bool,
    /// Created when a bot thinks for the first time; most tables of people never need it.
    line: Option<Line<G>>,
    pace: BotPace,
    /// Whose turn it is, if it is a bot's, and when it makes its next move.
    turn: Option<(Seat, Instant)>,
    /// When there is somebody to ask, if nobody is thinking.
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
    chance: Option<Chance>,
    news: u16,
    /// When it answers; `None` if there is no news.
    answers_at: Option<Instant>,
    /// Whether a person waits for the answer.
    owes: bool,
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

/// Who is asked next.
enum NextBot {
    Asked(Seat, BotTask),
    Waits(Instant),
    Nobody,
}

/// What a bot is asked to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BotTask {
    Act,
    Answer,
}

impl<G: Ruleset> Bots<G> {
    pub fn new(pace: BotPace) -> Bots<G> {
        Bots { seats: BTreeMap::new(), thinking: false, line: None, pace, turn: None, wake: None }
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
                        chance: Some(fresh_chance()),
                        news: u16::from(waits),
                        answers_at: waits.then(moment),
                        owes: waits,
                        words: 0,
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

    /// Asks the next bot, unless one is thinking already or none has taken its time. Returns whether there is anything to
    /// wait for.
    pub fn rouse(&mut self, live: &LiveTable<G>) -> bool {
        if self.thinking || live.company.paused || live.is_over() {
            self.wake = None;
            return self.thinking;
        }
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

    fn ask(&mut self, live: &LiveTable<G>, seat: Seat, question: BotTask) -> bool {
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
        let (step, thoughts) = (live.steps, thoughts.clone());
        self.thinking = true;
        tokio::spawn(async move {
            let thought = Work::Thinking.run(move || {
                let began = std::time::Instant::now();
                let command = head.think(question);
                metrics::histogram!("bot_decision_seconds").record(began.elapsed().as_secs_f64());
                let mind = Some((head.player, head.chance));
                Thought { seat, command, question, step, mind }
            });
            let lost = Thought { seat, command: None, question, step, mind: None };
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
        let on_turn = live.game.duty().map(|duty| duty.seat);
        let on_turn = on_turn.and_then(|seat| Some((seat, self.seats.get(&seat)?)));
        let moves = on_turn.map(|(seat, station)| {
            let kept = self.turn.filter(|(before, _)| *before == seat).map(|(_, at)| at);
            // What comes later puts the move off no further.
            let at = kept.unwrap_or_else(|| {
                let owed = station.answers_at.filter(|_| station.owes);
                (now + self.pace.before_move()).max(owed.unwrap_or(now))
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

    /// Takes a decision back. Returns its command if it is still about the current state.
    pub fn take_in(
        &mut self,
        thought: Thought<G>,
        now: u32,
    ) -> Option<(Seat, BotTask, Option<G::Command>)> {
        self.thinking = false;
        let Some((player, chance)) = thought.mind else {
            self.seats.remove(&thought.seat);
            self.turn = None;
            return Some((thought.seat, thought.question, None));
        };
        let station = self.seats.get_mut(&thought.seat)?;
        (station.player, station.chance) = (Some(player), Some(chance));
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
