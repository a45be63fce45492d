//! One task for each live table: it handles requests one at a time, stores the step, and only then broadcasts it.

mod agreed;
mod auto;
mod command;
mod commit;
mod finish;
mod past;
mod watch;

use std::pin::pin;
use std::sync::Arc;

use tokio::sync::mpsc;
use tokio::task::JoinSet;

use self::past::Past;
use super::around::TableOutline;
use super::ask::{Ask, Reply, Watcher};
use super::body::TableChange;
use super::bots::Bots;
use super::delayed::Delayed;
use super::fold::{self, Observer, Until};
use super::idempotency::IdempotencyKeys;
use super::live::{FoldError, LiveTable};
use super::origin::Origin;
use super::pace::BotPace;
use super::refusals::Refusals;
use super::{TableContext, trouble};
use crate::lobby::live::TableStatus;
use crate::lobby::record::TableRecord;
use crate::ruleset::{GameEntry, Ruleset};
use crate::store::StoredStep;
use crate::wire::problem::Problem;
use crate::wire::table::Standing;
use crate::work::Work;

/// How long an idle table stays in memory.
const IDLE_MS: i64 = 60_000;
/// The most steps that a table may have, after which it is closed. No game comes near it.
const MOST_STEPS: u32 = 100_000;

/// The task that owns a table in memory.
pub(crate) struct Actor<G: Ruleset> {
    entry: Arc<GameEntry<G>>,
    shared: Arc<TableContext>,
    origin: Arc<Origin<G>>,
    live: LiveTable<G>,
    asks: mpsc::Receiver<Box<Ask>>,
    watchers: Vec<Watcher>,
    delayed: Option<Delayed<G>>,
    bots: Bots<G>,
    /// The number of steps that were broadcast.
    published: u32,
    status: TableStatus,
    /// Whether it was ever stored; the first release did not always do so.
    has_status: bool,
    due: Option<i64>,
    /// What was last broadcast of what is around the game.
    outline: TableOutline,
    idempotency_keys: IdempotencyKeys,
    refusals: Refusals,
    last_asked: i64,
    /// How far this table is ahead of the time that passed here: other servers may have other clocks, and a table's
    /// time never goes back. A clock that is adjusted later catches up with it.
    ahead: i64,
    /// Until then, a deadline at which no caretaker could move is ignored.
    stuck_until: i64,
    /// Folds that run in the background.
    past: JoinSet<Past<G>>,
    /// Requests that wait until the state of the spectators is known.
    waiting: Vec<Ask>,
}

/// What is known of the steps of a table beside the game.
#[derive(Default)]
struct Known {
    idempotency_keys: IdempotencyKeys,
    /// When the last of them was written.
    at: i64,
}

impl<G: Ruleset> Observer<G> for Known {
    fn note(&mut self, step: &StoredStep) {
        self.idempotency_keys.note(step.idempotency_key.as_deref(), step.seq);
        self.at = step.at;
    }
}

/// The result of storing a step.
enum Fate {
    Kept,
    /// Another process was faster; the table has caught up.
    Overtaken,
}

/// The table cannot continue in memory: it is dropped, and loaded again on the next request.
struct Lost;

/// Why a request was not carried out.
enum Undone {
    Refused(Problem),
    /// It may or may not be on disk.
    Lost,
}

impl From<Problem> for Undone {
    fn from(problem: Problem) -> Undone {
        Undone::Refused(problem)
    }
}

impl From<Lost> for Undone {
    fn from(Lost: Lost) -> Undone {
        Undone::Lost
    }
}

/// Sends the result of a request; the caller may have gone away.
fn tell<T>(reply: Reply<T>, done: Result<T, Undone>) -> Result<(), Lost> {
    let lost = matches!(done, Err(Undone::Lost));
    let _ = reply.send(done.map_err(|undone| match undone {
        Undone::Refused(problem) => problem,
        Undone::Lost => trouble::unavailable(),
    }));
    if lost { Err(Lost) } else { Ok(()) }
}

impl<G: Ruleset> Actor<G> {
    /// Loads a table from its steps. A table without any is opened.
    pub async fn load(
        entry: Arc<GameEntry<G>>,
        shared: Arc<TableContext>,
        record: TableRecord,
        asks: mpsc::Receiver<Box<Ask>>,
    ) -> Result<Actor<G>, Problem> {
        let origin = Origin::<G>::of(&*shared.store, &entry.cache, record).await?;
        let origin = origin.timed(shared.time.clone());
        let all = (Work::Folding, Until::NOW);
        let fold = || fold::fold(&shared, &origin, all, fold::seats(&origin), Known::default());
        let mut folded = fold().await?;
        if shared.time.hear_of(folded.1.at, &*shared.store).await? {
            folded = fold().await?;
        }
        let (live, Known { idempotency_keys, at }) = folded;
        let seed = origin.seed().map_err(|broken| shared.broken(&origin.record.id, &broken))?;
        let mut actor = Actor {
            bots: Bots::new(BotPace::of(&origin.record), seed),
            published: live.steps,
            outline: live.outline(),
            status: TableStatus::default(),
            has_status: false,
            due: None,
            watchers: Vec::new(),
            delayed: None,
            idempotency_keys,
            past: JoinSet::new(),
            waiting: Vec::new(),
            refusals: Refusals::default(),
            last_asked: shared.now(),
            ahead: at - shared.time.passed(),
            stuck_until: i64::MIN,
            entry,
            shared,
            origin: Arc::new(origin),
            live,
            asks,
        };
        // When something last changed for a seat is only known from the stored status: the last step may not concern
        // it.
        let before = actor.shared.status(&actor.origin.record.id).await?;
        // A table that has a status has had steps. If they are lost, it is not begun again; but another server may
        // have begun it just now.
        let begun = actor.live.steps > 0
            || before.is_some() && actor.catch_up().await.map_err(|Lost| trouble::unavailable())?;
        if !begun && before.is_some() {
            let lost = FoldError::Missing { seq: 0 };
            return Err(actor.shared.broken(&actor.origin.record.id, &lost));
        }
        actor.has_status = before.is_some();
        actor.status = TableStatus::of(&actor.live, &before.unwrap_or_default(), 0);
        actor.due = actor.due_at(at);
        if !begun {
            actor.open().await?;
        }
        // The server may have been stopped right after the last move.
        if actor.live.is_over() && actor.origin.record.standing != Standing::Over {
            actor.finish(at).await.map_err(|Lost| trouble::unavailable())?;
        }
        Ok(actor)
    }

    async fn open(&mut self) -> Result<(), Problem> {
        let at = self.now();
        let (body, told) = self.live.open(at);
        match self.commit(&body, &told, None, at).await {
            Ok(_) => Ok(()),
            Err(Lost) => Err(trouble::unavailable()),
        }
    }

    /// The time at this table, in milliseconds since 1970.
    pub(super) fn now(&self) -> i64 {
        self.shared.now().max(self.shared.time.passed() + self.ahead)
    }

    /// Runs until there has been no request for a while. Returns the requests that arrived at the last moment, for
    /// the table that is loaded next.
    pub async fn run(&mut self) -> Vec<Box<Ask>> {
        let time = self.shared.time.clone();
        let (mut due, mut rung) = (i64::MAX, true);
        let mut alarm = pin!(time.reach(due));
        loop {
            let working = self.bots.rouse(&self.live);
            let wake = self.wake();
            // A timer that fires too early does no harm, so it is rarely reset.
            if rung || wake < due {
                (due, rung) = (wake, false);
                alarm.set(time.reach(due - (self.now() - time.now())));
            }
            // Timers, bots and background folds are rare, so a flood of requests cannot starve them.
            let done = tokio::select! {
                biased;
                () = &mut alarm => {
                    rung = true;
                    self.on_time().await
                }
                Some(past) = self.past.join_next() => Box::pin(self.remember(past)).await,
                thought = self.bots.next(), if working => match thought {
                    Some(thought) => self.bot_moves(thought).await,
                    None => Ok(()),
                },
                ask = self.asks.recv() => match ask {
                    Some(ask) => self.answer(*ask).await,
                    None => break,
                },
            };
            if done.is_err() {
                break;
            }
            if self.is_idle(working) {
                return self.rest().await;
            }
            if self.live.steps >= MOST_STEPS && !self.live.is_over() {
                let closed = self.change(TableChange::Closed).await;
                if matches!(closed, Err(Undone::Lost)) {
                    break;
                }
            }
        }
        self.waiting.drain(..).for_each(Ask::turn_away);
        self.rest().await.into_iter().for_each(|ask| ask.turn_away());
        Vec::new()
    }

    /// Takes no more requests, and returns those that were not handled.
    async fn rest(&mut self) -> Vec<Box<Ask>> {
        self.asks.close();
        let mut unheard = Vec::new();
        while let Some(ask) = self.asks.recv().await {
            unheard.push(ask);
        }
        unheard
    }

    /// When to wake up if there is no request.
    fn wake(&self) -> i64 {
        let delayed = self.delayed.as_ref().and_then(Delayed::due);
        let deadline = self.live.deadline().filter(|_| !self.live.is_over());
        let deadline = deadline.map(|deadline| deadline.max(self.stuck_until));
        let next = [delayed, deadline].into_iter().flatten().min();
        let idle = self.now() + IDLE_MS;
        next.map_or(idle, |at| at.min(idle))
    }

    fn is_idle(&self, working: bool) -> bool {
        let watched = !self.watchers.is_empty()
            || self.delayed.as_ref().is_some_and(|delayed| !delayed.watchers.is_empty());
        let remembers = !self.past.is_empty();
        !working && !watched && !remembers && self.shared.now() - self.last_asked >= IDLE_MS
    }

    async fn answer(&mut self, ask: Ask) -> Result<(), Lost> {
        self.last_asked = self.shared.now();
        if self.is_too_early(&ask) {
            self.waiting.push(ask);
            return Ok(());
        }
        // The caller may have gone away; then nobody gets the result.
        match ask {
            Ask::Command { seat, id, command, reply } => {
                tell(reply, self.command(seat, id, command).await)?;
            }
            Ask::Agreed { seats, id, command, reply } => {
                tell(reply, Box::pin(self.agreed(seats, &id, command)).await)?;
            }
            Ask::Watch { watcher, since, reply } => {
                Box::pin(self.watch(watcher, since, reply)).await;
            }
            Ask::View { audience, language, reply } => {
                let watcher = Watcher { audience, language, tell: mpsc::channel(1).0 };
                let _ = reply.send(Box::pin(self.whole_view(&watcher)).await);
            }
            Ask::Change { change, reply } => {
                tell(reply, self.change(change).await)?;
            }
            Ask::Due { reply } => {
                let _ = reply.send(Ok(self.due_at(self.now())));
            }
            Ask::LeftToBots { reply } => {
                let _ = reply.send(Ok(self.live.is_left_to_bots()));
            }
            Ask::Watched { reply } => {
                let answer = Box::pin(self.late()).await;
                let _ = reply.send(answer.map(|delayed| TableStatus::watched(&delayed.live)));
            }
            Ask::Question { question, reply } => {
                let _ = reply.send(question(&self.live));
            }
            Ask::Look => drop(Box::pin(self.catch_up()).await?),
        }
        Ok(())
    }
}

impl Ask {
    pub fn turn_away(self) {
        match self {
            Ask::Command { reply, .. } | Ask::Agreed { reply, .. } => {
                drop(reply.send(Err(trouble::unavailable())));
            }
            Ask::Watch { reply, .. } | Ask::Change { reply, .. } => {
                drop(reply.send(Err(trouble::unavailable())));
            }
            Ask::View { reply, .. } => drop(reply.send(Err(trouble::unavailable()))),
            Ask::Question { reply, .. } => drop(reply.send(Err(trouble::unavailable()))),
            Ask::LeftToBots { reply } => drop(reply.send(Err(trouble::unavailable()))),
            Ask::Watched { reply } => drop(reply.send(Err(trouble::unavailable()))),
            Ask::Due { reply } => drop(reply.send(Err(trouble::unavailable()))),
            Ask::Look => {}
        }
    }
}
