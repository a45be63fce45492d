//! Many games at once, written into the caller's arrays.

use std::sync::{Mutex, MutexGuard, PoisonError};

use gym::{CHOICES, VectorBuffers, VectorError};
use numpy::{
    Element, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyReadwriteArrayDyn,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::common::layout_json;
use crate::error::{IllegalAction, value};
use crate::setup;

/// Many games at once. What each call writes is in the arrays that it is given.
#[pyclass(module = "backchannel._native", frozen)]
pub(crate) struct Vector {
    games: Mutex<gym::Vector>,
    n: usize,
    seats: usize,
    width: usize,
}

/// The arrays of a call, borrowed.
struct Arrays<'py> {
    observations: PyReadwriteArrayDyn<'py, u8>,
    masks: PyReadwriteArrayDyn<'py, i8>,
    rewards: PyReadwriteArrayDyn<'py, f32>,
    seats: PyReadwriteArrayDyn<'py, u8>,
    terminated: PyReadwriteArrayDyn<'py, bool>,
    truncated: PyReadwriteArrayDyn<'py, bool>,
}

impl Arrays<'_> {
    fn buffers(&mut self) -> PyResult<VectorBuffers<'_>> {
        Ok(VectorBuffers {
            observations: slice("observations", &mut self.observations)?,
            masks: slice("masks", &mut self.masks)?,
            rewards: slice("rewards", &mut self.rewards)?,
            seats: slice("seats", &mut self.seats)?,
            terminated: slice("terminated", &mut self.terminated)?,
            truncated: slice("truncated", &mut self.truncated)?,
        })
    }
}

impl Vector {
    fn lock(&self) -> MutexGuard<'_, gym::Vector> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn arrays<'py>(&self, out: &Bound<'py, PyAny>) -> PyResult<Arrays<'py>> {
        Ok(Arrays {
            observations: writable(out, "observations", "uint8", &[self.n, self.width])?,
            masks: writable(out, "masks", "int8", &[self.n, CHOICES])?,
            rewards: writable(out, "rewards", "float32", &[self.n, self.seats])?,
            seats: writable(out, "seats", "uint8", &[self.n])?,
            terminated: writable(out, "terminated", "bool", &[self.n])?,
            truncated: writable(out, "truncated", "bool", &[self.n])?,
        })
    }
}

#[pymethods]
impl Vector {
    /// Begins `n` games. `arguments` is JSON.
    #[new]
    fn new(
        py: Python<'_>,
        arguments: &str,
        n: usize,
        threads: usize,
        seed: u64,
    ) -> PyResult<Vector> {
        let plan = setup::plan(arguments)?;
        let (seats, width) = (plan.rules.seats(), plan.layout.size);
        let games = py.detach(|| gym::Vector::new(plan, n, threads, seed)).map_err(told)?;
        Ok(Vector { games: Mutex::new(games), n, seats, width })
    }

    /// The number of games.
    #[getter]
    fn n(&self) -> usize {
        self.n
    }

    /// The seats of each game.
    #[getter]
    fn seats(&self) -> usize {
        self.seats
    }

    /// The size of an observation.
    #[getter]
    fn width(&self) -> usize {
        self.width
    }

    /// The size of an observation and what is where, as JSON.
    #[getter]
    fn layout(&self) -> String {
        layout_json(&self.lock().plan().layout)
    }

    /// Commands of learners so far.
    #[getter]
    fn commands(&self) -> u64 {
        self.lock().commands()
    }

    /// The seed of each game that is being played.
    #[getter]
    fn seeds(&self) -> Vec<u64> {
        self.lock().seeds().collect()
    }

    /// The same games once more, which can go another way from here.
    fn fork(&self, py: Python<'_>) -> PyResult<Vector> {
        let games = py.detach(|| self.lock().fork()).map_err(told)?;
        let Vector { n, seats, width, .. } = *self;
        Ok(Vector { games: Mutex::new(games), n, seats, width })
    }

    /// Begins all games anew.
    fn reset(&self, py: Python<'_>, seed: u64, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut arrays = self.arrays(out)?;
        let buffers = arrays.buffers()?;
        py.detach(|| self.lock().reset(seed, buffers)).map_err(told)
    }

    /// Makes one choice in each game.
    fn step(
        &self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        out: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let actions = cast::<i64>(actions, "actions", "int64", &[self.n])?;
        let actions: PyReadonlyArrayDyn<'_, i64> =
            actions.try_readonly().map_err(|error| value(format!("actions: {error}")))?;
        let choices = actions.as_slice().map_err(|_| contiguous("actions"))?;
        let mut arrays = self.arrays(out)?;
        let buffers = arrays.buffers()?;
        py.detach(|| self.lock().step(choices, buffers)).map_err(told)
    }

    /// A random choice for each game, evenly among the possible ones.
    fn sample(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = cast::<i64>(actions, "actions", "int64", &[self.n])?;
        let mut actions =
            actions.try_readwrite().map_err(|error| value(format!("actions: {error}")))?;
        let choices = actions.as_slice_mut().map_err(|_| contiguous("actions"))?;
        py.detach(|| self.lock().sample(choices)).map_err(told)
    }
}

fn told(error: VectorError) -> PyErr {
    let text = error.to_string();
    match error {
        VectorError::Choice { .. } => IllegalAction::new_err(text),
        _ => PyValueError::new_err(text),
    }
}

fn contiguous(field: &str) -> PyErr {
    PyValueError::new_err(format!(
        "{field}: the array is not contiguous; use numpy.ascontiguousarray"
    ))
}

/// An array of that type and shape.
fn cast<'py, T: Element>(
    array: &Bound<'py, PyAny>,
    field: &str,
    dtype: &str,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let array = array.cast::<PyArrayDyn<T>>().map_err(|_| {
        PyTypeError::new_err(format!("{field}: give a NumPy array of {dtype} with shape {shape:?}"))
    })?;
    if array.shape() != shape {
        let there = array.shape();
        return Err(value(format!("{field}: the shape is {there:?}; it has to be {shape:?}")));
    }
    if !array.is_c_contiguous() {
        return Err(contiguous(field));
    }
    Ok(array.clone())
}

fn writable<'py, T: Element>(
    out: &Bound<'py, PyAny>,
    field: &str,
    dtype: &str,
    shape: &[usize],
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    let array = out.getattr(field)?;
    let array = cast::<T>(&array, field, dtype, shape)?;
    array.try_readwrite().map_err(|error| value(format!("{field}: {error}")))
}

fn slice<'a, T: Element>(
    field: &str,
    array: &'a mut PyReadwriteArrayDyn<'_, T>,
) -> PyResult<&'a mut [T]> {
    array.as_slice_mut().map_err(|_| contiguous(field))
}
