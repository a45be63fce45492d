//! Injects faults: periods with all kinds of faults, and periods without any in which the world must heal.

use parley::Chance;

use crate::lock;
use crate::process::SimulatedProcess;
use crate::report::Faults;
use crate::world::World;

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
const DAY: i64 = 24 * 60 * MINUTE;
/// How long there are no faults, and after how much of that everything is inspected.
const QUIET: i64 = 6 * MINUTE;
/// So long after the last fault something may still be in flight.
const AFTERMATH: i64 = 100 * SECOND;
const HEALED: i64 = 330 * SECOND;

/// Decides when which fault happens.
pub(crate) struct Injector {
    chance: Chance,
    faulty: bool,
    changes_at: i64,
    next_fault: i64,
    database_up_at: i64,
    /// When everything is to be inspected.
    pub inspect_at: Option<i64>,
    /// Since when there have been no faults.
    pub quiet_since: i64,
    pub faults: Faults,
}

impl Injector {
    /// It begins without faults.
    pub fn new(chance: Chance) -> Injector {
        Injector {
            chance,
            faulty: false,
            changes_at: 2 * MINUTE,
            next_fault: 0,
            database_up_at: 0,
            inspect_at: None,
            quiet_since: 0,
            faults: Faults::default(),
        }
    }

    fn up_to(&mut self, most: i64) -> i64 {
        1 + self.chance.below(most as u64) as i64
    }

    pub fn step(&mut self, world: &World, processes: &mut [SimulatedProcess]) {
        let now = world.now();
        if now >= self.changes_at {
            self.change(world, processes);
        }
        for process in processes.iter_mut().filter(|it| it.is_stopped(now)) {
            world.line(|| format!("process {} has stopped", process.id));
            self.take_down(world, process);
        }
        if !lock(&world.database).up && now >= self.database_up_at {
            lock(&world.database).set_up(true);
            world.line(|| "the database is back".to_owned());
        }
        if self.faulty && now >= self.next_fault {
            self.next_fault = now + self.up_to(90 * SECOND);
            self.strike(world, processes);
        }
    }

    fn change(&mut self, world: &World, processes: &mut [SimulatedProcess]) {
        let now = world.now();
        self.faulty = !self.faulty;
        world.set_faulty(self.faulty);
        world.network.set_rough(self.faulty);
        let text = if self.faulty { "faults begin" } else { "faults stop" };
        world.line(|| text.to_owned());
        if self.faulty {
            self.changes_at = now + 5 * MINUTE + self.up_to(20 * MINUTE);
            self.next_fault = now;
            self.inspect_at = None;
            let often = [8, 30, 100, 400][self.chance.index(4)];
            let mut database = lock(&world.database);
            (database.trouble, database.rough_until) = (Some(often), i64::MAX);
            return;
        }
        self.quiet_since = now;
        (self.changes_at, self.inspect_at) = (now + QUIET, Some(now + HEALED));
        {
            let mut database = lock(&world.database);
            (database.trouble, database.rough_until) = (None, now + AFTERMATH);
        }
        self.database_up_at = now;
        for process in processes {
            (process.paused_until, process.down_until) = (now, now);
            process.offset = self.chance.below(400) as i64 - 200;
        }
    }

    /// No more faults from here on.
    pub fn end(&mut self, world: &World, processes: &mut [SimulatedProcess]) {
        if self.faulty {
            self.change(world, processes);
        }
        self.changes_at = i64::MAX;
        self.inspect_at.get_or_insert(world.now());
    }

    fn strike(&mut self, world: &World, processes: &mut [SimulatedProcess]) {
        let now = world.now();
        let which = self.chance.index(processes.len());
        match self.chance.below(13) {
            0..=2 => self.crash(world, &mut processes[which]),
            3 => processes.iter_mut().for_each(|process| self.crash(world, process)),
            4 | 5 => {
                let long = [2 * SECOND, 20 * SECOND, 3 * MINUTE][self.chance.index(3)];
                processes[which].paused_until = now + self.up_to(long);
                self.faults.pauses += 1;
                world.line(|| format!("process {which} stands still"));
            }
            6 | 7 => {
                let far = [SECOND, 40 * SECOND, 120 * MINUTE, 500 * DAY][self.chance.index(4)];
                let by = self.up_to(2 * far) - far;
                processes[which].offset += by;
                self.faults.jumps += 1;
                world.line(|| format!("the clock of process {which} jumps by {by} ms"));
            }
            8 => {
                lock(&world.database).set_up(false);
                self.database_up_at = now + self.up_to(25 * SECOND);
                self.faults.database_restarts += 1;
                world.line(|| "the database is gone".to_owned());
            }
            9 => {
                let often = [4, 20, 100, 1_000][self.chance.index(4)];
                lock(&world.database).trouble = Some(often);
            }
            10 => {
                let long = self.up_to(5 * SECOND);
                if processes[which].is_up() {
                    processes[which].stop(&world.network, now + long);
                    self.faults.stops += 1;
                    world.line(|| format!("process {which} is asked to stop"));
                }
            }
            _ => {
                world.network.break_some(2);
                self.faults.breaks += 1;
                world.line(|| "connections break".to_owned());
            }
        }
    }

    fn crash(&mut self, world: &World, process: &mut SimulatedProcess) {
        if process.is_up() {
            let id = process.id;
            world.line(|| format!("process {id} crashes"));
            self.take_down(world, process);
            self.faults.crashes += 1;
        }
    }

    fn take_down(&mut self, world: &World, process: &mut SimulatedProcess) {
        process.crash(&world.network);
        process.down_until = world.now() + if self.faulty { self.up_to(30 * SECOND) } else { 0 };
    }
}
