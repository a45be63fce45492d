//! One game in which one seat after the other is asked.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use backchannel::Command;
use backchannel::wording::sentence;
use gym::{Asked, Episode, MenuItem};
use numpy::{IntoPyArray, PyArray1};
use parley::{Audience, Game as _, Language, Seat};
use pyo3::prelude::*;

use crate::common::{self, layout_json, number};
use crate::error::{GameOver, IllegalAction, episode, value};
use crate::{recorded, setup};

/// One game; the seats take turns. Bots act by themselves.
#[pyclass(module = "backchannel._native", frozen)]
pub(crate) struct Env {
    episode: Mutex<Episode>,
    seats: usize,
}

impl Env {
    fn lock(&self) -> MutexGuard<'_, Episode> {
        self.episode.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn check(&self, seat: usize) -> PyResult<Seat> {
        if seat < self.seats {
            return Ok(Seat(seat as u8));
        }
        Err(value(format!("seat: {seat} is out of range; use 0 to {}", self.seats - 1)))
    }
}

#[pymethods]
impl Env {
    /// Begins a game. `arguments` is JSON.
    #[new]
    fn new(py: Python<'_>, arguments: &str, seed: u64) -> PyResult<Env> {
        let plan = Arc::new(setup::plan(arguments)?);
        let seats = plan.rules.seats();
        let begun = py.detach(|| Episode::new(plan, seed)).map_err(episode)?;
        Ok(Env { episode: Mutex::new(begun), seats })
    }

    /// Begins another game.
    fn reset(&self, py: Python<'_>, seed: u64) -> PyResult<()> {
        py.detach(|| self.lock().reset(seed)).map_err(episode)
    }

    /// The same game once more, which can go another way from here.
    fn fork(&self, py: Python<'_>) -> PyResult<Env> {
        let copy = py.detach(|| self.lock().fork()).map_err(episode)?;
        Ok(Env { episode: Mutex::new(copy), seats: self.seats })
    }

    /// The seed of the game.
    #[getter]
    fn seed(&self) -> u64 {
        self.lock().seed()
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.seats
    }

    /// Who is to act.
    #[getter]
    fn to_act(&self) -> Option<u8> {
        self.lock().to_act().map(|(seat, _)| seat.0)
    }

    /// Whether the seat that is to act is only asked for an answer.
    #[getter]
    fn is_asked(&self) -> bool {
        self.lock().to_act().is_some_and(|(_, asked)| asked == Asked::Answer)
    }

    /// What is chosen next, one of `STAGES`.
    #[getter]
    fn stage(&self) -> &'static str {
        self.lock().composer().stage().name()
    }

    /// The choices that were made for the command in the making.
    #[getter]
    fn made(&self) -> Vec<u8> {
        self.lock().composer().made().to_vec()
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

    /// The seats that are not out.
    #[getter]
    fn living(&self) -> Vec<u8> {
        self.lock().living().into_iter().map(|seat| seat.0).collect()
    }

    /// The seats of learners.
    #[getter]
    fn learners(&self) -> Vec<usize> {
        let episode = self.lock();
        let bots = episode.plan().bots.iter().enumerate();
        bots.filter(|(_, bot)| bot.is_none()).map(|(seat, _)| seat).collect()
    }

    /// The display name of each seat.
    #[getter]
    fn names(&self) -> Vec<String> {
        let episode = self.lock();
        let rules = &episode.plan().rules;
        Seat::all(self.seats).map(|seat| rules.name(seat).to_owned()).collect()
    }

    /// The rewards of each seat for the last step.
    #[getter]
    fn rewards(&self) -> Vec<f32> {
        self.lock().rewards().to_vec()
    }

    /// The winners, the scores and how it ended, as JSON; `None` while it goes on.
    #[getter]
    fn outcome(&self) -> Option<String> {
        let outcome = self.lock().game().outcome()?;
        serde_json::to_string(&outcome).ok()
    }

    /// The state hash, which is the same for the same game on every machine.
    #[getter]
    fn digest(&self) -> String {
        self.lock().game().digest().to_string()
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

    /// What a seat sees, as an array of bytes.
    fn observe<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let seat = self.check(seat)?;
        let episode = self.lock();
        let mut out = vec![0; episode.plan().layout.size];
        episode.observe_as(seat, &mut out);
        Ok(out.into_pyarray(py))
    }

    /// The possible choices of the seat that is to act, as an array of bytes.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mask = self.lock().mask();
        (0..gym::CHOICES).map(|bit| (mask >> bit & 1) as i8).collect::<Vec<_>>().into_pyarray(py)
    }

    /// The numbers on the menu of the seat that is to act, as an array of bytes.
    fn menu_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let episode = self.lock();
        let mut mask = vec![0i8; episode.plan().menu];
        if episode.to_act().is_some() {
            let menu = episode.menu();
            mask[..menu.len() as usize].fill(1);
            mask[0] = i8::from(menu.waits());
        }
        mask.into_pyarray(py)
    }

    /// Makes a choice; `True` if a command was completed.
    fn choose(&self, py: Python<'_>, choice: i64) -> PyResult<bool> {
        let choice = number(choice)?;
        py.detach(|| self.lock().choose(choice)).map_err(episode)
    }

    /// Chooses from the menu.
    fn pick(&self, py: Python<'_>, number: i64) -> PyResult<()> {
        let number = crate::common::number(number)?;
        py.detach(|| self.lock().pick(number)).map_err(episode)
    }

    /// Carries out a whole command, which is JSON.
    fn act(&self, py: Python<'_>, command: &str) -> PyResult<()> {
        let command: Command = serde_json::from_str(command)
            .map_err(|error| IllegalAction::new_err(format!("command: {error}")))?;
        py.detach(|| self.lock().act(&command)).map_err(episode)
    }

    /// Leaves what has arrived for later.
    fn wait(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.lock().wait()).map_err(episode)
    }

    /// The menu of the seat that is to act: numbers, sentences and commands as JSON.
    fn menu(&self) -> PyResult<Vec<(u64, String, Option<String>)>> {
        let episode = self.lock();
        let Some((seat, _)) = episode.to_act() else {
            return Err(GameOver::new_err("the game is over; reset the environment"));
        };
        let rules = &episode.plan().rules;
        let view = episode.game().view(Audience::Seat(seat));
        let item = |(number, item)| match item {
            MenuItem::Wait => (number, "Wait.".to_owned(), None),
            MenuItem::Command(command) => {
                let json = serde_json::to_string(&command).unwrap_or_default();
                (number, sentence(rules, &view, &command, Language::English), Some(json))
            }
        };
        Ok(episode.menu().items().map(item).collect())
    }

    /// Everything that a seat may know, as JSON.
    fn view(&self, seat: usize) -> PyResult<String> {
        let seat = self.check(seat)?;
        let view = self.lock().game().view(Audience::Seat(seat));
        serde_json::to_string(&view).map_err(value)
    }

    /// What a seat knows, as text.
    fn report(&self, seat: usize) -> PyResult<String> {
        let seat = self.check(seat)?;
        Ok(common::report(self.lock().game(), seat))
    }

    /// The log of a seat from its line `since` on, and its length. Without a seat nothing is hidden.
    #[pyo3(signature = (seat=None, since=0))]
    fn log(&self, seat: Option<usize>, since: usize) -> PyResult<Vec<String>> {
        let audience = match seat {
            Some(seat) => Audience::Seat(self.check(seat)?),
            None => Audience::Replay,
        };
        let episode = self.lock();
        common::log(episode.journal(), &episode.plan().rules, audience, since)
    }

    /// Writes the game so far as a replay file.
    fn save(&self, py: Python<'_>, path: std::path::PathBuf) -> PyResult<()> {
        let (setup, seed, commands) = {
            let episode = self.lock();
            if !episode.plan().keeps_log {
                return Err(value("save: this environment keeps no log; make it with log=True"));
            }
            (episode.plan().rules.setup(), episode.seed(), episode.commands().to_vec())
        };
        py.detach(|| recorded::write(&path, &setup, seed, &commands))
    }
}
