//! One game in which all learners choose at once.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gym::Simultaneous as Game;
use numpy::{IntoPyArray, PyArray1};
use parley::{Audience, Game as _, Seat};
use pyo3::prelude::*;

use crate::common::{layout_json, number};
use crate::error::{episode, value};
use crate::setup;

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

    #[getter]
    fn is_over(&self) -> bool {
        self.lock().is_over()
    }

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

    #[getter]
    fn rewards(&self) -> Vec<f32> {
        self.lock().rewards().to_vec()
    }

    #[getter]
    fn layout(&self) -> String {
        layout_json(&self.lock().plan().layout)
    }

    #[getter]
    fn menu_size(&self) -> usize {
        self.lock().plan().menu
    }

    /// The state hash.
    #[getter]
    fn digest(&self) -> String {
        self.lock().game().digest().to_string()
    }

    fn stage(&self, seat: usize) -> PyResult<&'static str> {
        Ok(self.lock().composer(self.check(seat)?).stage().name())
    }

    fn observe<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let seat = self.check(seat)?;
        let game = self.lock();
        let mut out = vec![0; game.plan().layout.size];
        game.observe(seat, &mut out);
        Ok(out.into_pyarray(py))
    }

    fn mask<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mask = self.lock().mask(self.check(seat)?);
        let bytes: Vec<i8> = (0..gym::CHOICES).map(|bit| (mask >> bit & 1) as i8).collect();
        Ok(bytes.into_pyarray(py))
    }

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
        let game = self.lock();
        let view = game.game().view(Audience::Seat(seat));
        Ok(gym::report(&game.plan().rules, &view))
    }
}
