//! Simulations, leagues and ratings.

use std::sync::{Arc, Mutex, PoisonError};

use arena::league::{Fixtures, LeaguePlan, LeagueTable, by_name, play_fixture};
use arena::standings::Standings;
use arena::{ArenaPlan, MOST_CHALLENGE_GAMES, PlayBuffers, Pool, PoolTable, SeatRow, simulate};
use backchannel::{Settings, map::library};
use bots::Bot;
use gym::{CHOICES, ChoicePolicy, PolicyBot};
use numpy::{PyArray1, ToPyArray};
use pyo3::prelude::*;

use crate::error::value;
use crate::setup::setup;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(simulated, module)?)?;
    module.add_function(wrap_pyfunction!(league_games, module)?)?;
    module.add_function(wrap_pyfunction!(league_rows, module)?)?;
    module.add_function(wrap_pyfunction!(league_report, module)?)?;
    module.add_function(wrap_pyfunction!(challenge, module)?)
}

fn settings(settings: &str) -> PyResult<Settings> {
    serde_json::from_str(settings).map_err(|error| value(format!("settings: {error}")))
}

/// Plays games between bots and reports on them as JSON.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "the Python side names them")]
fn simulated(
    py: Python<'_>,
    map: &str,
    seats: usize,
    settings: &str,
    bots: Vec<String>,
    games: u64,
    seed: u64,
    threads: usize,
    save: Option<std::path::PathBuf>,
) -> PyResult<String> {
    let setup = setup(map, seats, self::settings(settings)?)?;
    let mut plan = ArenaPlan::new(setup, bots).games(games).seed(seed).threads(threads);
    plan.save = save;
    let report = py.detach(|| simulate(&plan, |_| ())).map_err(value)?;
    serde_json::to_string(&report).map_err(value)
}

/// A league that was checked.
struct League {
    fixtures: Fixtures,
    tables: Vec<LeagueTable>,
}

impl League {
    fn new(plan: &str) -> PyResult<League> {
        let plan: LeaguePlan =
            serde_json::from_str(plan).map_err(|error| value(format!("plan: {error}")))?;
        let tables = plan.tables(|name, _| library::find(name)).map_err(value)?;
        plan.bots
            .iter()
            .try_for_each(|name| by_name(name).map(|_| ()))
            .map_err(|error| value(format!("bots: {error}")))?;
        Ok(League { fixtures: Fixtures::new(&plan, &tables), tables })
    }
}

/// The number of games of a plan, which is JSON.
#[pyfunction]
fn league_games(plan: &str) -> PyResult<u64> {
    Ok(League::new(plan)?.fixtures.games())
}

/// The rows of the games from `first` up to `last`, each as JSON. They depend on the plan alone.
#[pyfunction]
fn league_rows(py: Python<'_>, plan: &str, first: u64, last: u64) -> PyResult<Vec<String>> {
    let League { fixtures, tables } = League::new(plan)?;
    if first > last || last > fixtures.games() {
        let games = fixtures.games();
        return Err(value(format!("last: {last} is out of range; use {first} to {games}")));
    }
    py.detach(|| {
        let mut desk = PlayBuffers::default();
        let mut rows = Vec::new();
        for game in first..last {
            let fixture = fixtures.fixture(game);
            let played = play_fixture(&fixtures, &fixture, &tables, &by_name, &mut desk);
            for row in played.map_err(value)? {
                let row = SeatRow { thinking: None, ..row };
                rows.push(serde_json::to_string(&row).map_err(value)?);
            }
        }
        Ok(rows)
    })
}

/// The report on rows, which are JSON, game by game.
#[pyfunction]
fn league_report(py: Python<'_>, rows: Vec<String>) -> PyResult<String> {
    py.detach(|| {
        let read = |(number, row): (usize, &String)| {
            serde_json::from_str::<SeatRow>(row)
                .map_err(|error| value(format!("rows[{number}]: {error}")))
        };
        let rows: Vec<SeatRow> = rows.iter().enumerate().map(read).collect::<PyResult<_>>()?;
        let mut standings = Standings::default();
        for game in rows.chunk_by(|one, other| one.game == other.game) {
            standings.add(game);
        }
        serde_json::to_string(&standings.report()).map_err(value)
    })
}

/// A policy in Python, and what went wrong in it first.
#[derive(Clone)]
struct Called {
    choose: Arc<Py<PyAny>>,
    failed: Arc<Mutex<Option<PyErr>>>,
}

impl ChoicePolicy for Called {
    fn choose(&mut self, observation: &[u8], mask: &[i8; CHOICES]) -> u64 {
        let chosen = Python::attach(|py| -> PyResult<u64> {
            let observation: Bound<'_, PyArray1<u8>> = observation.to_pyarray(py);
            let chosen = self.choose.call1(py, (observation, mask.to_pyarray(py)))?;
            let choice: i64 = chosen.bind(py).call_method0("__index__")?.extract()?;
            match usize::try_from(choice) {
                Ok(choice) if choice < CHOICES && mask[choice] == 1 => Ok(choice as u64),
                _ => Err(crate::error::IllegalAction::new_err(format!(
                    "policy: it chose {choice}, which its mask does not allow"
                ))),
            }
        });
        chosen.unwrap_or_else(|error| {
            self.failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            u64::MAX
        })
    }
}

/// Rates a policy, or a bot, against the bots of the reference pool on one table. The report is JSON.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "the Python side names them")]
fn challenge(
    py: Python<'_>,
    name: &str,
    policy: Option<Py<PyAny>>,
    map: &str,
    seats: usize,
    settings: &str,
    games: u64,
    threads: usize,
) -> PyResult<String> {
    if !(1..=MOST_CHALLENGE_GAMES).contains(&games) {
        return Err(value(format!(
            "games: {games} is out of range; use 1 to {MOST_CHALLENGE_GAMES}"
        )));
    }
    let setup = setup(map, seats, self::settings(settings)?)?;
    backchannel::Rules::new(setup.clone()).map_err(value)?;
    let mut pool = Pool::reference();
    if policy.is_some() && pool.bots.iter().any(|bot| bot == name) {
        return Err(value(format!("name: {name:?} is a bot of the pool; choose another name")));
    }
    pool.tables = vec![PoolTable { map: map.to_owned(), held_out: false, setup }];
    let failed = Arc::new(Mutex::new(None));
    let called =
        policy.map(|policy| Called { choose: Arc::new(policy), failed: Arc::clone(&failed) });
    let make = |wanted: &str| match &called {
        Some(called) if wanted == name => {
            Ok(Box::new(PolicyBot::new(called.clone())) as Box<dyn Bot>)
        }
        _ => by_name(wanted),
    };
    let report = py.detach(|| pool.challenge(name, games, threads.max(1), &make, |_, _| ()));
    if let Some(error) = failed.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(error);
    }
    serde_json::to_string(&report.map_err(value)?).map_err(value)
}
