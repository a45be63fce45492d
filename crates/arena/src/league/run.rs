//! Plays a league on several threads; results come out in the order of the games.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use backchannel::Game;
use bots::{Bot, UnknownBot};
use parley::Seat;
use thiserror::Error;

use super::schedule::{Fixture, Fixtures};
use super::table::LeagueTable;
use crate::play::{ACTIONS_A_GAME, ArenaPlayer, PlayBuffers, PlayError, play};
use crate::watch::{GameLabel, LeagueWatch, SeatRow, Stopwatch, timed};

/// In one out of this many sets, the bots are timed.
const TIMED: u64 = 8;

/// How far a thread may be ahead of the oldest unfinished game, so that few results wait for it.
const AHEAD: u64 = 4096;

/// Makes a bot by its name, for one seat of one game.
pub type BotMaker<'a> = dyn Fn(&str) -> Result<Box<dyn Bot>, UnknownBot> + Sync + 'a;

/// The bots that come with the game, and programs.
pub fn by_name(name: &str) -> Result<Box<dyn Bot>, UnknownBot> {
    agents::by_name(name)
}

/// Why a league stopped.
#[derive(Debug, Error)]
pub enum RunError {
    #[error("bots: {0}")]
    Bot(#[from] UnknownBot),
    #[error("game {game} failed: {fault}")]
    Game { game: u64, fault: PlayError },
    #[error("out: the results cannot be written ({0}); check the disk")]
    Write(io::Error),
}

/// Plays the games from number `first` on. `prepare` turns the rows of a game into what `accept` is given, one game after
/// the other, in their order.
///
/// # Errors
/// If a bot is unknown or breaks the rules, or `accept` fails.
pub fn run<T: Send>(
    fixtures: &Fixtures,
    tables: &[LeagueTable],
    make: &BotMaker<'_>,
    first: u64,
    threads: usize,
    prepare: impl Fn(Vec<SeatRow>) -> T + Sync,
    accept: impl FnMut(T) -> io::Result<()> + Send,
) -> Result<(), RunError> {
    fixtures.names().iter().try_for_each(|name| make(name).map(|_| ()))?;
    let line = FinishLine {
        order: Mutex::new(InOrder { next: first, waiting: BTreeMap::new(), accept, failed: None }),
        moved: Condvar::new(),
        stopped: AtomicBool::new(false),
    };
    let next = AtomicU64::new(first);
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut desk = PlayBuffers::default();
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= fixtures.games() || !line.wait_for(game) {
                        return;
                    }
                    let fixture = fixtures.fixture(game);
                    let played = play_fixture(fixtures, &fixture, tables, make, &mut desk);
                    line.finish(game, played.map(&prepare));
                }
            });
        }
    });
    line.into_result()
}

/// Where finished games wait for those before them.
struct FinishLine<T, A> {
    order: Mutex<InOrder<T, A>>,
    moved: Condvar,
    stopped: AtomicBool,
}

struct InOrder<T, A> {
    next: u64,
    waiting: BTreeMap<u64, T>,
    accept: A,
    failed: Option<(u64, RunError)>,
}

impl<T, A: FnMut(T) -> io::Result<()>> FinishLine<T, A> {
    fn lock(&self) -> MutexGuard<'_, InOrder<T, A>> {
        self.order.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a game may begin; `false` if it should not.
    fn wait_for(&self, game: u64) -> bool {
        let mut order = self.lock();
        while game >= order.next + AHEAD && !self.stopped.load(Ordering::Relaxed) {
            order = self.moved.wait(order).unwrap_or_else(PoisonError::into_inner);
        }
        !self.stopped.load(Ordering::Relaxed)
    }

    fn finish(&self, game: u64, played: Result<T, RunError>) {
        let mut order = self.lock();
        match played {
            Ok(result) => {
                order.waiting.insert(game, result);
            }
            Err(error) => self.fail(&mut order, game, error),
        }
        while let Some(result) = {
            let next = order.next;
            order.waiting.remove(&next)
        } {
            if let Err(error) = (order.accept)(result) {
                let next = order.next;
                self.fail(&mut order, next, RunError::Write(error));
                break;
            }
            order.next += 1;
        }
        drop(order);
        self.moved.notify_all();
    }

    /// Of several failures the first game's is kept, whichever thread was faster.
    fn fail(&self, order: &mut InOrder<T, A>, game: u64, error: RunError) {
        self.stopped.store(true, Ordering::Relaxed);
        if order.failed.as_ref().is_none_or(|(first, _)| game < *first) {
            order.failed = Some((game, error));
        }
    }

    fn into_result(self) -> Result<(), RunError> {
        let order = self.order.into_inner().unwrap_or_else(PoisonError::into_inner);
        order.failed.map_or(Ok(()), |(_, error)| Err(error))
    }
}

/// Plays one game of a plan. Its rows are those that [`run`] gives for it, except for `thinking`.
///
/// # Errors
/// If a bot is unknown or breaks the rules.
pub fn play_fixture(
    fixtures: &Fixtures,
    fixture: &Fixture,
    tables: &[LeagueTable],
    make: &BotMaker<'_>,
    desk: &mut PlayBuffers,
) -> Result<Vec<SeatRow>, RunError> {
    let table = &tables[fixture.table];
    let names: Vec<&str> = fixture.bots.iter().map(|bot| &*fixtures.names()[*bot]).collect();
    let stopwatches = || names.iter().map(|_| Stopwatch::default()).collect();
    let watches: Option<Vec<Stopwatch>> = fixture.set.is_multiple_of(TIMED).then(stopwatches);
    // Two seeds per game: the bots' random numbers must not reveal the game's.
    let (deal, chance) = fixtures.seeds(fixture);
    let mut players = Vec::with_capacity(names.len());
    for seat in Seat::all(names.len()) {
        let bot = make(names[seat.index()])?;
        let bot = match &watches {
            Some(watches) => timed(bot, &watches[seat.index()]),
            None => bot,
        };
        players.push(ArenaPlayer { bot, chance: chance.stream(seat.0.into()) });
    }
    let mut game = Game::deal(Arc::clone(&table.rules), deal);
    let mut watch = LeagueWatch::new(&game);
    play(&mut game, &mut players, ACTIONS_A_GAME, desk, &mut watch)
        .map_err(|fault| RunError::Game { game: fixture.game, fault })?;
    let label = GameLabel { game: fixture.game, set: fixture.set, map: &table.map, bots: &names };
    let mut rows = watch.rows(&label, &game);
    for (row, watch) in rows.iter_mut().zip(watches.iter().flatten()) {
        row.thinking = Some(watch.read());
    }
    for (row, conduct) in rows.iter_mut().zip(desk.end(&game, &mut players)) {
        row.forfeits = conduct.unwrap_or_default().forfeits;
    }
    Ok(rows)
}
