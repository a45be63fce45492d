//! Simulations, leagues and ratings.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use arena::league::{Fixtures, LeagueHeader, LeaguePlan, LeagueTable, by_name, play_fixture};
use arena::standings::Standings;
use arena::{
    ArenaPlan, ArenaTally, MOST_CHALLENGE_GAMES, MOST_THREADS, PlayBuffers, Pool, PoolTable,
    SeatRow, report_on, simulate, simulate_part,
};
use backchannel::{Settings, map::library};
use bots::Bot;
use gym::{CHOICES, ChoicePolicy, PolicyBot};
use numpy::{PyArray1, ToPyArray};
use pyo3::prelude::*;

use crate::error::{read, value};
use crate::setup::setup;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(simulated, module)?)?;
    module.add_function(wrap_pyfunction!(simulated_part, module)?)?;
    module.add_function(wrap_pyfunction!(simulation_report, module)?)?;
    module.add_function(wrap_pyfunction!(league_games, module)?)?;
    module.add_function(wrap_pyfunction!(league_header, module)?)?;
    module.add_function(wrap_pyfunction!(league_rows, module)?)?;
    module.add_function(wrap_pyfunction!(league_report, module)?)?;
    module.add_function(wrap_pyfunction!(challenge, module)?)
}

fn settings(settings: &str) -> PyResult<Settings> {
    read("settings", settings)
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

fn arena_plan(plan: &str) -> PyResult<ArenaPlan> {
    let SimulationPlan { map, seats, settings, bots, games, seed } = read("plan", plan)?;
    let setup = setup(&map, seats, settings)?;
    Ok(ArenaPlan::new(setup, bots).games(games).seed(seed))
}

/// What a simulation is made of, as the Python side writes it.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct SimulationPlan {
    map: String,
    seats: usize,
    settings: Settings,
    bots: Vec<String>,
    games: u64,
    seed: u64,
}

/// The counts of the games of a simulation from `first` up to `last`, as JSON.
#[pyfunction]
fn simulated_part(py: Python<'_>, plan: &str, first: u64, last: u64) -> PyResult<String> {
    let plan = arena_plan(plan)?.threads(1);
    let tally = py.detach(|| simulate_part(&plan, first..last)).map_err(value)?;
    serde_json::to_string(&tally).map_err(value)
}

/// The report on the parts of a simulation, which took so many seconds. All of it is JSON.
#[pyfunction]
fn simulation_report(plan: &str, parts: Vec<String>, seconds: f64) -> PyResult<String> {
    let plan = arena_plan(plan)?;
    let mut all = ArenaTally::default();
    for (number, part) in parts.iter().enumerate() {
        let part = serde_json::from_str(part)
            .map_err(|error| value(format!("parts[{number}]: {error}")))?;
        all.merge(&part);
    }
    let took =
        Duration::try_from_secs_f64(seconds).map_err(|error| value(format!("seconds: {error}")))?;
    let report = report_on(&plan, &all, took).map_err(value)?;
    serde_json::to_string(&report).map_err(value)
}

/// A league that was checked.
struct League {
    plan: LeaguePlan,
    fixtures: Fixtures,
    tables: Vec<LeagueTable>,
}

impl League {
    fn new(plan: &str) -> PyResult<League> {
        let plan: LeaguePlan = read("plan", plan)?;
        let tables = plan.tables(|name, _| library::find(name)).map_err(value)?;
        plan.bots
            .iter()
            .try_for_each(|name| by_name(name).map(|_| ()))
            .map_err(|error| value(format!("bots: {error}")))?;
        Ok(League { fixtures: Fixtures::new(&plan, &tables), tables, plan })
    }

    /// The rows of some games, each as JSON.
    fn rows(&self, games: std::ops::Range<u64>) -> PyResult<Vec<String>> {
        let mut desk = PlayBuffers::default();
        let mut rows = Vec::new();
        for game in games {
            let fixture = self.fixtures.fixture(game);
            let played = play_fixture(&self.fixtures, &fixture, &self.tables, &by_name, &mut desk);
            for row in played.map_err(value)? {
                let row = SeatRow { thinking: None, ..row };
                rows.push(serde_json::to_string(&row).map_err(value)?);
            }
        }
        Ok(rows)
    }
}

/// The first line of the file of a league.
#[pyfunction]
fn league_header(plan: &str) -> PyResult<String> {
    let League { plan, tables, .. } = League::new(plan)?;
    serde_json::to_string(&LeagueHeader::new(&plan, &tables)).map_err(value)
}

/// The number of games of a plan, which is JSON.
#[pyfunction]
fn league_games(plan: &str) -> PyResult<u64> {
    Ok(League::new(plan)?.fixtures.games())
}

/// The rows of the games from `first` up to `last`, each as JSON. They depend on the plan alone.
#[pyfunction]
#[pyo3(signature = (plan, first, last, threads=1))]
fn league_rows(
    py: Python<'_>,
    plan: &str,
    first: u64,
    last: u64,
    threads: usize,
) -> PyResult<Vec<String>> {
    let league = League::new(plan)?;
    if first > last || last > league.fixtures.games() {
        let games = league.fixtures.games();
        return Err(value(format!("last: {last} is out of range; use {first} to {games}")));
    }
    if !(1..=MOST_THREADS).contains(&threads) {
        return Err(value(format!("threads: {threads} is out of range; use 1 to {MOST_THREADS}")));
    }
    let size = (last - first).div_ceil(threads as u64).max(1);
    py.detach(|| {
        std::thread::scope(|scope| {
            let start = |from| {
                scope.spawn({
                    let league = &league;
                    move || league.rows(from..last.min(from + size))
                })
            };
            let workers: Vec<_> = (first..last).step_by(size as usize).map(start).collect();
            let failed = |_| value("threads: one of them failed");
            let mut rows = Vec::new();
            for worker in workers {
                rows.extend(worker.join().map_err(failed)??);
            }
            Ok(rows)
        })
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
    if policy.is_some() && pool.bots.iter().any(|bot| bot.name == name) {
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
