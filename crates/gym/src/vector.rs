//! Many games at once, written into the caller's memory.

use std::sync::Arc;

use parley::{Chance, Seed};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use thiserror::Error;

use crate::choice::CHOICES;
use crate::episode::{Episode, EpisodeError};
use crate::plan::EnvPlan;
use crate::policy::spread;

/// The most games of a vector.
pub const MOST_GAMES_AT_ONCE: usize = 1 << 20;

/// Games that a thread takes at a time.
const A_TASK: usize = 16;

/// Why a vector cannot be made, or a step was not taken. Nothing has changed.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum VectorError {
    #[error("n: {0} is out of range; use 1 to {MOST_GAMES_AT_ONCE}")]
    Games(usize),
    #[error("threads: {threads} is out of range; use 1 to {most}")]
    Threads { threads: usize, most: usize },
    #[error("threads: they could not be started ({0})")]
    Pool(String),
    #[error("{field}: it has {there} numbers and needs {needed}")]
    Size { field: &'static str, there: usize, needed: usize },
    #[error("actions[{game}]: {choice} is not possible now; choose a number that the mask allows")]
    Choice { game: usize, choice: i64 },
    #[error("game {game}: {error}")]
    Game { game: usize, error: EpisodeError },
}

/// Where the results of a step are written, game by game.
pub struct VectorBuffers<'b> {
    /// What the seat that is to act sees.
    pub observations: &'b mut [u8],
    /// A byte for each choice: 1 if it is possible.
    pub masks: &'b mut [i8],
    /// For each seat, for this step.
    pub rewards: &'b mut [f32],
    /// Who is to act.
    pub seats: &'b mut [u8],
    /// Whether the game ended with this step; another one has begun.
    pub terminated: &'b mut [bool],
    /// Whether the game was broken off with this step; another one has begun.
    pub truncated: &'b mut [bool],
}

/// Many games that are played at once, by the factored encoding. A game that is over begins again by itself.
pub struct Vector {
    plan: Arc<EnvPlan>,
    games: Vec<VectorGame>,
    threads: usize,
    pool: Option<ThreadPool>,
}

struct VectorGame {
    episode: Episode,
    /// For random choices.
    chance: Chance,
    /// By how much the seed grows from game to game.
    stride: u64,
    /// Commands of learners in the games before this one.
    finished: u64,
    failed: Option<EpisodeError>,
}

/// The part of the buffers that belongs to one game.
struct Cells<'b> {
    observation: &'b mut [u8],
    mask: &'b mut [i8],
    rewards: &'b mut [f32],
    seat: &'b mut u8,
    terminated: &'b mut bool,
    truncated: &'b mut bool,
}

impl Vector {
    /// Game `i` begins with the seed `seed + i`, and every next one with a seed that is larger by `n`.
    ///
    /// # Errors
    /// If a number is out of range.
    pub fn new(plan: EnvPlan, n: usize, threads: usize, seed: u64) -> Result<Vector, VectorError> {
        if !(1..=MOST_GAMES_AT_ONCE).contains(&n) {
            return Err(VectorError::Games(n));
        }
        let most = arena::MOST_THREADS;
        if !(1..=most).contains(&threads) {
            return Err(VectorError::Threads { threads, most });
        }
        let pool = pool(threads)?;
        let plan = Arc::new(plan);
        let game = |number: usize| {
            let seed = seed.wrapping_add(number as u64);
            let episode = Episode::new(Arc::clone(&plan), seed)
                .map_err(|error| VectorError::Game { game: number, error })?;
            let chance = Seed::numbered(seed, 2).stream(0);
            Ok(VectorGame { episode, chance, stride: n as u64, finished: 0, failed: None })
        };
        let games = (0..n).map(game).collect::<Result<_, _>>()?;
        Ok(Vector { plan, games, threads, pool })
    }

    pub fn plan(&self) -> &Arc<EnvPlan> {
        &self.plan
    }

    pub fn len(&self) -> usize {
        self.games.len()
    }

    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The same games once more, which can go another way from here.
    ///
    /// # Errors
    /// If a bot does not repeat its moves.
    pub fn fork(&self) -> Result<Vector, VectorError> {
        let copy = |(number, game): (usize, &VectorGame)| {
            let episode =
                game.episode.fork().map_err(|error| VectorError::Game { game: number, error })?;
            let &VectorGame { ref chance, stride, finished, .. } = game;
            Ok(VectorGame { episode, chance: chance.clone(), stride, finished, failed: None })
        };
        let games = self.games.iter().enumerate().map(copy).collect::<Result<_, _>>()?;
        Ok(Vector {
            plan: Arc::clone(&self.plan),
            games,
            threads: self.threads,
            pool: pool(self.threads)?,
        })
    }

    /// The seed of each game that is being played.
    pub fn seeds(&self) -> impl Iterator<Item = u64> {
        self.games.iter().map(|game| game.episode.seed())
    }

    /// The commands of learners so far, in all games.
    pub fn commands(&self) -> u64 {
        self.games.iter().map(|game| game.finished + u64::from(game.episode.steps())).sum()
    }

    /// Begins all games anew, with seeds from `seed` on.
    ///
    /// # Errors
    /// If a buffer has the wrong size.
    pub fn reset(&mut self, seed: u64, out: VectorBuffers<'_>) -> Result<(), VectorError> {
        self.check(&out)?;
        for (number, game) in self.games.iter_mut().enumerate() {
            let seed = seed.wrapping_add(number as u64);
            game.chance = Seed::numbered(seed, 2).stream(0);
            game.episode.reset(seed).map_err(|error| VectorError::Game { game: number, error })?;
        }
        self.run(out, |_, game, cells| game.show(cells))
    }

    /// Makes one choice in each game.
    ///
    /// # Errors
    /// If a choice is not possible or a buffer has the wrong size. Then nothing has changed.
    pub fn step(&mut self, choices: &[i64], out: VectorBuffers<'_>) -> Result<(), VectorError> {
        size("actions", choices.len(), self.games.len())?;
        self.check(&out)?;
        for (number, (game, &choice)) in self.games.iter().zip(choices).enumerate() {
            let possible =
                (0..CHOICES as i64).contains(&choice) && game.episode.mask() >> choice & 1 == 1;
            if !possible {
                return Err(VectorError::Choice { game: number, choice });
            }
        }
        self.run(out, |number, game, cells| game.step(choices[number] as u64, cells))
    }

    /// A random choice for each game, evenly among the possible ones.
    ///
    /// # Errors
    /// If the buffer has the wrong size.
    pub fn sample(&mut self, out: &mut [i64]) -> Result<(), VectorError> {
        size("actions", out.len(), self.games.len())?;
        let pick = |(game, out): (&mut VectorGame, &mut i64)| *out = game.sample();
        match &self.pool {
            None => self.games.iter_mut().zip(out).for_each(pick),
            Some(pool) => pool.install(|| {
                self.games.par_iter_mut().zip(out).with_min_len(A_TASK).for_each(pick);
            }),
        }
        Ok(())
    }

    fn check(&self, out: &VectorBuffers<'_>) -> Result<(), VectorError> {
        let n = self.games.len();
        size("observations", out.observations.len(), n * self.plan.layout.size)?;
        size("masks", out.masks.len(), n * CHOICES)?;
        size("rewards", out.rewards.len(), n * self.plan.rules.seats())?;
        size("seats", out.seats.len(), n)?;
        size("terminated", out.terminated.len(), n)?;
        size("truncated", out.truncated.len(), n)
    }

    fn run(
        &mut self,
        out: VectorBuffers<'_>,
        work: impl Fn(usize, &mut VectorGame, &mut Cells<'_>) + Sync,
    ) -> Result<(), VectorError> {
        let (width, seats) = (self.plan.layout.size, self.plan.rules.seats());
        let work = |number, game: &mut VectorGame, observation, mask, rewards, ends| {
            let ((seat, terminated), truncated) = ends;
            let mut cells = Cells { observation, mask, rewards, seat, terminated, truncated };
            work(number, game, &mut cells);
        };
        match &self.pool {
            None => {
                let ends = out.seats.iter_mut().zip(out.terminated).zip(out.truncated);
                let cells = out
                    .observations
                    .chunks_exact_mut(width)
                    .zip(out.masks.chunks_exact_mut(CHOICES))
                    .zip(out.rewards.chunks_exact_mut(seats))
                    .zip(ends);
                for (number, (game, (((observation, mask), rewards), ends))) in
                    self.games.iter_mut().zip(cells).enumerate()
                {
                    work(number, game, observation, mask, rewards, ends);
                }
            }
            Some(pool) => pool.install(|| {
                let ends = out.seats.par_iter_mut().zip(out.terminated).zip(out.truncated);
                self.games
                    .par_iter_mut()
                    .zip(out.observations.par_chunks_exact_mut(width))
                    .zip(out.masks.par_chunks_exact_mut(CHOICES))
                    .zip(out.rewards.par_chunks_exact_mut(seats))
                    .zip(ends)
                    .enumerate()
                    .with_min_len(A_TASK)
                    .for_each(|(number, ((((game, observation), mask), rewards), ends))| {
                        work(number, game, observation, mask, rewards, ends);
                    });
            }),
        }
        self.first_failure()
    }

    fn first_failure(&mut self) -> Result<(), VectorError> {
        let mut failed = self.games.iter_mut().map(|game| game.failed.take()).enumerate();
        match failed.find_map(|(game, error)| Some((game, error?))) {
            Some((game, error)) => Err(VectorError::Game { game, error }),
            None => Ok(()),
        }
    }
}

impl VectorGame {
    fn step(&mut self, choice: u64, cells: &mut Cells<'_>) {
        let done = match self.episode.choose(choice) {
            Ok(done) => done,
            Err(error) => {
                self.failed = Some(error);
                return;
            }
        };
        cells.rewards.copy_from_slice(self.episode.rewards());
        *cells.terminated = self.episode.is_over();
        *cells.truncated = self.episode.is_truncated();
        cells.mask.copy_from_slice(&spread(self.episode.mask()));
        if done && self.episode.to_act().is_none() {
            self.finished += u64::from(self.episode.steps());
            let next = self.episode.seed().wrapping_add(self.stride);
            if let Err(error) = self.episode.reset(next) {
                self.failed = Some(error);
                return;
            }
            cells.mask.copy_from_slice(&spread(self.episode.mask()));
        }
        *cells.seat = self.episode.to_act().map_or(0, |(seat, _)| seat.0);
        cells.observation.copy_from_slice(self.episode.look());
    }

    /// Shows a game that has just begun.
    fn show(&mut self, cells: &mut Cells<'_>) {
        cells.rewards.fill(0.0);
        (*cells.terminated, *cells.truncated) = (false, false);
        *cells.seat = self.episode.to_act().map_or(0, |(seat, _)| seat.0);
        cells.mask.copy_from_slice(&spread(self.episode.mask()));
        cells.observation.copy_from_slice(self.episode.look());
    }

    fn sample(&mut self) -> i64 {
        let mut mask = self.episode.mask();
        let count = mask.count_ones();
        if count == 0 {
            return 0;
        }
        for _ in 0..self.chance.below(count.into()) {
            mask &= mask - 1;
        }
        mask.trailing_zeros().into()
    }
}

/// The threads, if there are several.
fn pool(threads: usize) -> Result<Option<ThreadPool>, VectorError> {
    if threads == 1 {
        return Ok(None);
    }
    let built = ThreadPoolBuilder::new().num_threads(threads).build();
    built.map(Some).map_err(|error| VectorError::Pool(error.to_string()))
}

fn size(field: &'static str, there: usize, needed: usize) -> Result<(), VectorError> {
    if there == needed { Ok(()) } else { Err(VectorError::Size { field, there, needed }) }
}
