//! The server in a world that is generated from one seed: its clocks, its network, its database and its people are
//! simulated, and everything that can go wrong does. The same seed gives the same world.

mod cancel;
mod data;
mod database;
mod follower;
mod injector;
mod inspect;
mod log;
mod mutant;
mod names;
mod network;
mod oracle;
mod panics;
mod person;
mod player;
mod process;
mod report;
mod store;
mod table;
mod world;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use parley::{Chance, Seed};
use serde::Serialize;
use tokio::runtime::Runtime;

pub use self::mutant::Mutant;
pub use self::report::{Counts, Faults, SimulationReport};

use self::database::Database;
use self::injector::Injector;
use self::log::SimulationLog;
use self::network::Network;
use self::person::Person;
use self::process::SimulatedProcess;
use self::world::{PROCESSES, World};

/// What to simulate.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SimulationPlan {
    pub seed: u64,
    /// How long there are faults; then the world has to heal.
    pub hours: f64,
    pub mutant: Option<Mutant>,
    /// Print everything that happens.
    #[serde(skip)]
    pub trace: bool,
}

/// The people at each table.
const GROUPS: [usize; 3] = [2, 3, 1];

/// Each group plays at one table, and earlier ones leave the memory of a process soon.
const MOST_TABLES: usize = 4 * GROUPS.len();

/// How long after the last fault the world has to be healed.
const LAST_LOOK: i64 = 900_000;

/// The server has a few statics, so there is one world at a time.
static ONE: Mutex<()> = Mutex::new(());

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Simulates until the time is over or a check fails.
pub fn run(plan: &SimulationPlan) -> SimulationReport {
    let _one = lock(&ONE);
    let begun = Instant::now();
    let chance = |stream| Seed::numbered(plan.seed, 1).stream(stream);
    server::simulation::enter(Seed::numbered(plan.seed, 2));
    panics::watch();
    let mut simulation = Simulation::new(plan, chance);
    simulation.run((plan.hours * 3_600_000.0) as i64);
    simulation.heal();
    let report = simulation.report(*plan, begun.elapsed());
    drop(simulation);
    server::simulation::leave();
    report
}

struct Simulation {
    world: Arc<World>,
    /// Where the people live.
    outside: Runtime,
    processes: Vec<SimulatedProcess>,
    injector: Injector,
    chance: Chance,
    people: Arc<Mutex<Vec<Person>>>,
}

impl Simulation {
    fn new(plan: &SimulationPlan, chance: impl Fn(u64) -> Chance) -> Simulation {
        let log = SimulationLog::new(plan.trace);
        let network = Network::new(chance(0), plan.mutant == Some(Mutant::LeakView));
        let database = Database::new(chance(1), PROCESSES, plan.mutant, log.clone());
        let world = Arc::new(World::new(log, network, database, chance(2)));
        let outside = process::runtime();
        let people: Arc<Mutex<Vec<Person>>> = Arc::default();
        for (group, size) in GROUPS.into_iter().enumerate() {
            outside.spawn(live(Arc::clone(&world), Arc::clone(&people), group * 10, size));
        }
        let processes = (0..PROCESSES).map(SimulatedProcess::new).collect();
        let injector = Injector::new(chance(3));
        Simulation { world, outside, processes, injector, chance: chance(4), people }
    }

    fn run(&mut self, until: i64) {
        let mut busy = true;
        while self.world.now() < until && self.world.log.failure().is_none() {
            busy = self.step(busy);
        }
    }

    /// Faults stop, and everything has to work again.
    fn heal(&mut self) {
        let looked = lock(&self.world.counts).inspections;
        let until = self.world.now() + LAST_LOOK;
        self.injector.end(&self.world, &mut self.processes);
        let mut busy = true;
        while lock(&self.world.counts).inspections == looked && self.world.log.failure().is_none() {
            busy = self.step(busy);
            if self.world.now() > until {
                self.world.fail("the world has not recovered");
            }
        }
    }

    /// Advances time, further when nothing is in flight. Returns whether anything is.
    fn step(&mut self, busy: bool) -> bool {
        let tick = 1 + self.chance.below(if busy { 40 } else { 200 }) as i64;
        let now = self.world.now() + tick;
        let ahead = self.processes.iter().map(|it| it.offset).max().unwrap_or_default();
        self.world.set_now(now, ahead);
        lock(&self.world.database).now = now;
        for process in &mut self.processes {
            if !process.is_up() && now >= process.down_until {
                self.world.line(|| format!("process {} starts", process.id));
                process.start(&self.world.database, &self.world.network, now);
            }
            process.step(&self.world.database, now, tick);
        }
        let tick = Duration::from_millis(tick as u64);
        self.outside.block_on(async { tokio::time::sleep(tick).await });
        let flying = self.world.network.deliver(now);
        lock(&self.world.database).settle();
        self.injector.step(&self.world, &mut self.processes);
        if self.injector.inspect_at.is_some_and(|at| at <= now) {
            self.injector.inspect_at = None;
            if let Some(process) = self.processes.iter().find(|it| it.tables() > MOST_TABLES) {
                let (id, tables) = (process.id, process.tables());
                self.world.fail(format!("process {id} has {tables} tables in memory"));
            }
            let people = lock(&self.people).clone();
            self.outside.spawn(inspect::inspect(
                Arc::clone(&self.world),
                people,
                self.injector.quiet_since,
            ));
        }
        if let Some(panic) = panics::first() {
            self.world.fail(panic);
        }
        flying || lock(&self.world.database).is_busy()
    }

    fn report(&self, plan: SimulationPlan, took: Duration) -> SimulationReport {
        let database = lock(&self.world.database);
        SimulationReport {
            plan,
            hours: self.world.now() as f64 / 3_600_000.0,
            seconds: took.as_secs_f64(),
            hash: self.world.log.hash(),
            counts: *lock(&self.world.counts),
            faults: Faults {
                operations: database.faults,
                cancellations: self.world.network.cancelled(),
                ..self.injector.faults
            },
            broken: self.world.log.failure(),
            last: self.world.log.last(),
        }
    }
}

/// Some people who play together.
async fn live(world: Arc<World>, all: Arc<Mutex<Vec<Person>>>, first: usize, size: usize) {
    let mut people = Vec::new();
    for number in first..first + size {
        people.push(Person::arrive(&world, number).await);
    }
    lock(&all).extend(people.iter().cloned());
    table::host(world, people).await;
}
