//! Games in replay files: written, verified, and read as demonstrations for learners.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use arena::{GameObserver as _, Recorder};
use backchannel::{Command, Event, Game, Setup};
use gym::{Demonstration, demonstrate};
use numpy::{IntoPyArray, PyArray1};
use parley::replay::{self, Header, Replay};
use parley::{Audience, Game as _, Seat, Seed};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::common::{RULES, told};
use crate::error::value;
use crate::setup;

/// Writes a game as a replay file; a game that is over is sealed with its seed.
pub(crate) fn write(
    path: &Path,
    setup: &Setup,
    seed: u64,
    commands: &[(Seat, Command)],
) -> PyResult<()> {
    let lost = |error: std::io::Error| PyOSError::new_err(format!("path: {error}"));
    let seed = Seed::numbered(seed, 0);
    let header = Header::new::<Game>(setup).map_err(value)?;
    let mut recorder = Recorder::create(path, &header, seed).map_err(lost)?;
    let mut game = Game::start(setup, seed).map_err(value)?;
    let mut events: Vec<Event> = Vec::new();
    game.opening(&mut events);
    events.iter().for_each(|event| game.evolve(event));
    recorder.opened(&game, &events).map_err(lost)?;
    for (seat, command) in commands {
        events.clear();
        game.decide(*seat, command, &mut events).map_err(value)?;
        events.iter().for_each(|event| game.evolve(event));
        recorder.acted(&game, *seat, command, &events).map_err(lost)?;
    }
    if game.is_over() {
        recorder.seal(None).map_err(lost)?;
    }
    Ok(())
}

/// A game from a replay file, checked against the rules.
#[pyclass(module = "backchannel._native", frozen)]
pub(crate) struct Recorded {
    replay: Replay<Game>,
    /// Whether the seed was revealed and every command was decided again.
    #[pyo3(get)]
    is_verified: bool,
}

#[pymethods]
impl Recorded {
    /// Reads a replay file. A game that is over is verified; of one that is not, only the set-up and the commands are
    /// shown.
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Recorded> {
        py.detach(|| {
            let file = File::open(&path).map_err(|error| {
                PyOSError::new_err(format!("path: {} cannot be read ({error})", path.display()))
            })?;
            let replay: Replay<Game> = replay::read(BufReader::new(file))
                .map_err(|error| value(format!("path: {}: {error}", path.display())))?;
            let is_verified = replay.seed.is_some();
            if is_verified {
                replay::verify(&replay)
                    .map_err(|error| value(format!("path: {}: {error}", path.display())))?;
            }
            Ok(Recorded { replay, is_verified })
        })
    }

    /// The rules that it was played by.
    #[getter]
    fn rules(&self) -> &'static str {
        RULES
    }

    /// What was agreed before play, as JSON.
    #[getter]
    fn setup(&self) -> PyResult<String> {
        serde_json::to_string(&self.replay.setup).map_err(value)
    }

    /// Every command with its seat and the state hash after it; the command is JSON.
    #[getter]
    fn steps(&self) -> PyResult<Vec<(u8, String, String)>> {
        let step = |step: &replay::ReplayStep<Game>| {
            let command = serde_json::to_string(&step.command).map_err(value)?;
            Ok((step.seat.0, command, step.outcome.hash.to_string()))
        };
        self.replay.steps.iter().map(step).collect()
    }

    /// The outcome as JSON; `None` if the game is not over.
    #[getter]
    fn outcome(&self) -> PyResult<Option<String>> {
        if !self.is_verified {
            return Ok(None);
        }
        let outcome = self.events().find_map(|event| match event {
            Event::GameOver { outcome } => Some(outcome),
            _ => None,
        });
        outcome.map(|outcome| serde_json::to_string(outcome).map_err(value)).transpose()
    }

    /// The log as a seat saw it; without a seat nothing is hidden.
    #[pyo3(signature = (seat=None))]
    fn log(&self, seat: Option<i64>) -> PyResult<Vec<String>> {
        self.check_over()?;
        let audience = match seat {
            None => Audience::Replay,
            Some(seat) => Audience::Seat(self.check(seat)?),
        };
        let mut game = self.start()?;
        let mut lines = Vec::new();
        for event in self.events() {
            let witness = game.witness(event);
            let notice = Game::notice(event, witness, audience);
            lines.extend(notice.map(|notice| told(&notice, game.rules())));
            game.evolve(event);
        }
        Ok(lines)
    }

    /// Every choice of the game as the seat saw it: seat, observation, mask and choice.
    #[allow(clippy::type_complexity, reason = "a row of a table")]
    fn demonstrations<'py>(
        &self,
        py: Python<'py>,
        arguments: &str,
    ) -> PyResult<Vec<(u8, Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<i8>>, u8)>> {
        self.check_over()?;
        let plan = setup::plan(arguments)?;
        let here = plan.rules.setup();
        let same = (&here.map, here.names.len())
            == (&self.replay.setup.map, self.replay.setup.names.len());
        if !same {
            return Err(value(
                "path: the game was played on another map or with another number of seats",
            ));
        }
        let game = self.start()?;
        let rows = py.detach(|| demonstrate(&plan, game, &self.replay));
        let row = |Demonstration { seat, observation, mask, choice }: Demonstration| {
            (seat.0, observation.into_pyarray(py), mask.to_vec().into_pyarray(py), choice)
        };
        Ok(rows.into_iter().map(row).collect())
    }
}

impl Recorded {
    fn check(&self, seat: i64) -> PyResult<Seat> {
        let seats = self.replay.setup.names.len();
        let there = u8::try_from(seat).ok().filter(|&seat| usize::from(seat) < seats);
        let wrong = || value(format!("seat: {seat} is out of range; use 0 to {}", seats - 1));
        there.map(Seat).ok_or_else(wrong)
    }

    /// Without its seed nothing can be decided again, and events that nobody decided must not be applied.
    fn check_over(&self) -> PyResult<()> {
        if self.is_verified {
            return Ok(());
        }
        Err(value(
            "path: the game is not over, so its seed is not revealed; only its set-up and its commands can be read",
        ))
    }

    fn start(&self) -> PyResult<Game> {
        let seed = self.replay.seed.unwrap_or(Seed::from_bytes([0; 32]));
        let game = Game::start(&self.replay.setup, seed).map_err(value)?;
        Ok(game)
    }

    fn events(&self) -> impl Iterator<Item = &Event> {
        let steps = self.replay.steps.iter().flat_map(|step| &step.outcome.events);
        self.replay.opening.events.iter().chain(steps)
    }
}
