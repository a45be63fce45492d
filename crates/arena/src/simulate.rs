//! Plays a plan on several threads.

use std::fs::File;
use std::io::{self, BufWriter};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use backchannel::{Command, Event, Game, Rules};
use parley::replay::Header;
use parley::{Seat, Seed};
use thiserror::Error;

use crate::deals::DealWatch;
use crate::inbox::is_word;
use crate::plan::{ArenaPlan, PlanError};
use crate::play::{ArenaPlayer, GameObserver, PlayBuffers, PlayError, play};
use crate::record::{Recorder, file_name};
use crate::report::ArenaReport;
use crate::seating::Lineup;
use crate::tally::{ArenaTally, Finished};

/// Why a simulation failed.
#[derive(Debug, Error)]
pub enum SimError {
    #[error(transparent)]
    Plan(#[from] PlanError),
    #[error("save: {} cannot be written ({error}); choose another directory", path.display())]
    Save { path: PathBuf, error: io::Error },
    #[error("last: there are no games from {first} up to {last}; the plan has {games}")]
    Range { first: u64, last: u64, games: u64 },
    #[error("game {game} failed: {fault}")]
    Game { game: u64, fault: PlayError },
}

/// Plays a plan; `progress` is called after every game.
///
/// # Errors
/// If the plan cannot be carried out or a game fails; of several games the first in order.
pub fn simulate(plan: &ArenaPlan, progress: impl Fn(u64) + Sync) -> Result<ArenaReport, SimError> {
    let started = Instant::now();
    let tally = play_range(plan, 0..plan.games, progress)?;
    report_on(plan, &tally, started.elapsed())
}

/// Plays the games of a plan with these numbers. What others have played of it can be merged.
///
/// # Errors
/// As for [`simulate`], and if the plan does not have these games.
pub fn simulate_part(plan: &ArenaPlan, games: Range<u64>) -> Result<ArenaTally, SimError> {
    if games.start > games.end || games.end > plan.games {
        return Err(SimError::Range { first: games.start, last: games.end, games: plan.games });
    }
    play_range(plan, games, |_| ())
}

/// The report on all games of a plan, which took that long.
///
/// # Errors
/// If the plan cannot be carried out.
pub fn report_on(
    plan: &ArenaPlan,
    tally: &ArenaTally,
    took: Duration,
) -> Result<ArenaReport, SimError> {
    let rules = Rules::new(plan.setup.clone()).map_err(PlanError::Setup)?;
    plan.check()?;
    let seating = Lineup::new(&plan.bots, rules.seats());
    Ok(ArenaReport::new(tally, &seating, rules.seats(), took))
}

fn play_range(
    plan: &ArenaPlan,
    games: Range<u64>,
    progress: impl Fn(u64) + Sync,
) -> Result<ArenaTally, SimError> {
    let count = games.end - games.start;
    let hall = Hall::open(plan, games)?;
    let tally = Mutex::new(ArenaTally::default());
    let threads = plan.threads.min(usize::try_from(count).unwrap_or(usize::MAX));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let played = hall.work(&progress);
                tally.lock().unwrap_or_else(PoisonError::into_inner).merge(&played);
            });
        }
    });
    if let Some(error) = hall.failure() {
        return Err(error);
    }
    Ok(tally.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// What the threads share.
struct Hall<'a> {
    plan: &'a ArenaPlan,
    rules: Arc<Rules>,
    seating: Lineup,
    /// What all games have in common, if they are saved.
    header: Option<Header>,
    next: AtomicU64,
    /// The number after the last game.
    end: u64,
    /// The first game that failed; those before it are still played, later ones are not begun.
    failed: Mutex<Option<(u64, SimError)>>,
}

impl Hall<'_> {
    fn open(plan: &ArenaPlan, games: Range<u64>) -> Result<Hall<'_>, SimError> {
        let rules = Rules::new(plan.setup.clone()).map_err(PlanError::Setup)?;
        plan.check()?;
        let mut header = None;
        if let Some(path) = &plan.save {
            let lost = |error| SimError::Save { path: path.clone(), error };
            std::fs::create_dir_all(path).map_err(lost)?;
            let written = Header::new::<Game>(&rules.setup()).map_err(io::Error::from);
            header = Some(written.map_err(lost)?);
        }
        Ok(Hall {
            plan,
            header,
            seating: Lineup::new(&plan.bots, rules.seats()),
            rules: Arc::new(rules),
            next: AtomicU64::new(games.start),
            end: games.end,
            failed: Mutex::new(None),
        })
    }

    /// One thread's share of the games.
    fn work(&self, progress: &impl Fn(u64)) -> ArenaTally {
        let (mut tally, mut desk) = (ArenaTally::default(), PlayBuffers::default());
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.end {
                return tally;
            }
            match self.game(number, &mut desk, &mut tally) {
                Ok(()) => progress(1),
                Err(error) => self.fail(number, error),
            }
        }
    }

    fn game(
        &self,
        number: u64,
        desk: &mut PlayBuffers,
        tally: &mut ArenaTally,
    ) -> Result<(), SimError> {
        // Two seeds per game: the bots' random numbers must not reveal the game's.
        let seed = Seed::numbered(self.plan.seed, number * 2);
        let mut players = self.players(number, Seed::numbered(self.plan.seed, number * 2 + 1))?;
        let mut game = Game::deal(Arc::clone(&self.rules), seed);
        let path = self.plan.save.as_ref().map(|directory| directory.join(file_name(number)));
        let file = path.as_ref().zip(self.header.as_ref());
        let recorder = file.map(|(path, header)| Recorder::create(path, header, seed)).transpose();
        let lost = |error| SimError::Save { path: path.clone().unwrap_or_default(), error };
        let mut watch =
            GameWatch { recorder: recorder.map_err(lost)?, deals: DealWatch::default(), words: 0 };
        let actions = play(&mut game, &mut players, self.plan.most_actions, desk, &mut watch)
            .map_err(|fault| SimError::Game { game: number + 1, fault })?;
        watch.deals.finish();
        if let Some(recorder) = watch.recorder {
            recorder.seal(None).map_err(lost)?;
        }
        if let Some(outcome) = game.outcome() {
            let (round, words, deals) = (game.round(), watch.words, &watch.deals);
            let conduct = &desk.end(&game, &mut players)[..];
            let finished = Finished { number, outcome, round, actions, words, deals, conduct };
            tally.add(&self.seating, self.rules.seats(), &finished);
        }
        Ok(())
    }

    fn players(&self, number: u64, seed: Seed) -> Result<Vec<ArenaPlayer>, SimError> {
        Seat::all(self.rules.seats())
            .map(|seat| {
                let name = &self.seating.names[self.seating.bot(number, seat.index())];
                let bot = agents::by_name(name).map_err(PlanError::UnknownBot)?;
                Ok(ArenaPlayer { bot, chance: seed.stream(seat.0.into()) })
            })
            .collect()
    }

    fn fail(&self, number: u64, error: SimError) {
        self.next.fetch_max(self.end, Ordering::Relaxed);
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if failed.as_ref().is_none_or(|(first, _)| number < *first) {
            *failed = Some((number, error));
        }
    }

    fn failure(&self) -> Option<SimError> {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.take().map(|(_, error)| error)
    }
}

/// Counts what the report needs, and saves the game if requested.
struct GameWatch {
    recorder: Option<Recorder<BufWriter<File>>>,
    deals: DealWatch,
    words: u64,
}

impl GameObserver for GameWatch {
    fn opened(&mut self, game: &Game, events: &[Event]) -> io::Result<()> {
        self.recorder.as_mut().map_or(Ok(()), |recorder| recorder.opened(game, events))
    }

    fn acted(
        &mut self,
        game: &Game,
        by: Seat,
        command: &Command,
        events: &[Event],
    ) -> io::Result<()> {
        self.words += u64::from(is_word(command));
        events.iter().for_each(|event| self.deals.note(game.rules(), event));
        self.recorder.as_mut().map_or(Ok(()), |recorder| recorder.acted(game, by, command, events))
    }
}
