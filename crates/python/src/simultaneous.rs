//! One game in which all learners choose at once.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gym::Simultaneous as Game;
use numpy::{IntoPyArray, PyArray1};
use parley::{Audience, Game as _, Seat};
use pyo3::prelude::*;

use crate::common::{self, layout_json, number};
use crate::error::{episode, value};
use crate::{recorded, setup};

/// One game; all learners choose at once.
#[pyclass(module = "backchannel._native", frozen)]
pub(crate) struct Simultaneous {
    game: Mutex<Game>,
    seats: usize,
}

impl Simultaneous {
    fn lock(&self) -> MutexGuard<'_, Game> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn check(&self, seat: usize) -> PyResult<Seat> {
        if seat < self.seats {
            return Ok(Seat(seat as u8));
        }
        Err(value(format!("seat: {seat} is out of range; use 0 to {}", self.seats - 1)))
    }

    fn numbers(&self, actions: Vec<(usize, i64)>) -> PyResult<Vec<(Seat, u64)>> {
        let each =
            actions.into_iter().map(|(seat, choice)| Ok((self.check(seat)?, number(choice)?)));
        each.collect()
    }
}

#[pymethods]
impl Simultaneous {
    /// Begins a game. `arguments` is JSON.
    #[new]
    fn new(py: Python<'_>, arguments: &str, seed: u64) -> PyResult<Simultaneous> {
        let plan = Arc::new(setup::plan(arguments)?);
        let seats = plan.rules.seats();
        let game = py.detach(|| Game::new(plan, seed)).map_err(episode)?;
        Ok(Simultaneous { game: Mutex::new(game), seats })
    }

    /// Begins another game.
    fn reset(&self, py: Python<'_>, seed: u64) -> PyResult<()> {
        py.detach(|| self.lock().reset(seed)).map_err(episode)
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.lock().is_over()
    }

    /// Whether the game was broken off by `max_steps`.
    #[getter]
    fn is_truncated(&self) -> bool {
        self.lock().is_truncated()
    }

    /// Learners who are not out.
    #[getter]
    fn learners(&self) -> Vec<u8> {
        self.lock().learners().into_iter().map(|seat| seat.0).collect()
    }

    /// Whose turn or between-turn window it is.
    #[getter]
    fn turn(&self) -> u8 {
        self.lock().game().turn().0
    }

    /// The rewards of each seat for the last step.
    #[getter]
    fn rewards(&self) -> Vec<f32> {
        self.lock().rewards().to_vec()
    }

    /// The size of an observation and what is where, as JSON.
    #[getter]
    fn layout(&self) -> String {
        layout_json(&self.lock().plan().layout)
    }

    /// The numbers of a menu.
    #[getter]
    fn menu_size(&self) -> usize {
        self.lock().plan().menu
    }

    /// The state hash.
    #[getter]
    fn digest(&self) -> String {
        self.lock().game().digest().to_string()
    }

    /// What a seat chooses next, one of `STAGES`.
    fn stage(&self, seat: usize) -> PyResult<&'static str> {
        Ok(self.lock().composer(self.check(seat)?).stage().name())
    }

    /// What a seat sees, as an array of bytes.
    fn observe<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let seat = self.check(seat)?;
        let game = self.lock();
        let mut out = vec![0; game.plan().layout.size];
        game.observe(seat, &mut out);
        Ok(out.into_pyarray(py))
    }

    /// The possible choices of a seat, as an array of bytes.
    fn mask<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mask = self.lock().mask(self.check(seat)?);
        let bytes: Vec<i8> = (0..gym::CHOICES).map(|bit| (mask >> bit & 1) as i8).collect();
        Ok(bytes.into_pyarray(py))
    }

    /// The numbers on the menu of a seat, as an array of bytes.
    fn menu_mask<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let seat = self.check(seat)?;
        let game = self.lock();
        let mut mask = vec![0i8; game.plan().menu];
        if game.mask(seat) != 0 {
            let menu = game.menu(seat);
            mask[..menu.len() as usize].fill(1);
            mask[0] = i8::from(menu.waits());
        }
        Ok(mask.into_pyarray(py))
    }

    /// One choice for each learner, as pairs of a seat and a number.
    fn choose(&self, py: Python<'_>, choices: Vec<(usize, i64)>) -> PyResult<()> {
        let choices = self.numbers(choices)?;
        py.detach(|| self.lock().choose(&choices)).map_err(episode)
    }

    /// One number of each learner's menu, as pairs of a seat and a number.
    fn pick(&self, py: Python<'_>, numbers: Vec<(usize, i64)>) -> PyResult<()> {
        let numbers = self.numbers(numbers)?;
        py.detach(|| self.lock().pick(&numbers)).map_err(episode)
    }

    /// What a seat knows, as text.
    fn report(&self, seat: usize) -> PyResult<String> {
        let seat = self.check(seat)?;
        Ok(common::report(self.lock().game(), seat))
    }

    /// The same game once more, which can go another way from here.
    fn fork(&self, py: Python<'_>) -> PyResult<Simultaneous> {
        let copy = py.detach(|| self.lock().fork()).map_err(episode)?;
        Ok(Simultaneous { game: Mutex::new(copy), seats: self.seats })
    }

    /// The seed of the game.
    #[getter]
    fn seed(&self) -> u64 {
        self.lock().seed()
    }

    /// The winners, the scores and how it ended, as JSON; `None` while it goes on.
    #[getter]
    fn outcome(&self) -> Option<String> {
        let outcome = self.lock().game().outcome()?;
        serde_json::to_string(&outcome).ok()
    }

    /// The log of a seat from its line `since` on. Without a seat nothing is hidden.
    #[pyo3(signature = (seat=None, since=0))]
    fn log(&self, seat: Option<usize>, since: usize) -> PyResult<Vec<String>> {
        let audience = match seat {
            Some(seat) => Audience::Seat(self.check(seat)?),
            None => Audience::Replay,
        };
        let game = self.lock();
        common::log(game.journal(), &game.plan().rules, audience, since)
    }

    /// Writes the game so far as a replay file.
    fn save(&self, py: Python<'_>, path: std::path::PathBuf) -> PyResult<()> {
        let (setup, seed, commands) = {
            let game = self.lock();
            if !game.plan().keeps_log {
                return Err(value("save: this environment keeps no log; make it with log=True"));
            }
            (game.plan().rules.setup(), game.seed(), game.commands().to_vec())
        };
        py.detach(|| recorded::write(&path, &setup, seed, &commands))
    }
}
