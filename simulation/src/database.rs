//! The database as all processes reach it: its data, operations in flight, and faults.

use std::time::Duration;

use parley::Chance;
use server::store::{Appended, NewStep, RemoteChange, StoreError};
use tokio::sync::broadcast;
use tokio::time::Instant;

use crate::data::{Data, Write, WriteTime};
use crate::log::SimulationLog;
use crate::mutant::Mutant;

/// The database beside its data: operations and notifications in flight.
pub(crate) struct Database {
    pub data: Data,
    pub now: i64,
    /// When it last did anything: processes take turns, and none may see what another does later.
    reached: i64,
    /// The world's time at an instant of each process.
    pub clocks: Vec<Option<(Instant, i64)>>,
    pub chance: Chance,
    /// The failure rate, one in so many; `None` while there are no faults.
    pub trouble: Option<u32>,
    pub up: bool,
    /// Until then a write may have been waiting for long.
    pub rough_until: i64,
    /// Changes with each restart: connections from before are dead.
    pub era: u64,
    /// Writes that take effect although their caller has given up.
    late: Vec<(i64, Write)>,
    news: Vec<(i64, usize, RemoteChange)>,
    pub listeners: Vec<broadcast::Sender<RemoteChange>>,
    pub mutant: Option<Mutant>,
    pub operations: u64,
    pub in_flight: usize,
    pub faults: u64,
    pub log: SimulationLog,
}

impl Database {
    pub fn new(
        chance: Chance,
        processes: usize,
        mutant: Option<Mutant>,
        log: SimulationLog,
    ) -> Database {
        Database {
            data: Data::default(),
            now: 0,
            reached: 0,
            clocks: vec![None; processes],
            chance,
            trouble: None,
            up: true,
            rough_until: 0,
            era: 0,
            late: Vec::new(),
            news: Vec::new(),
            listeners: (0..processes).map(|_| broadcast::channel(64).0).collect(),
            mutant,
            operations: 0,
            in_flight: 0,
            faults: 0,
            log,
        }
    }

    /// Down, or up again: operations in flight are lost, what was written is kept.
    pub fn set_up(&mut self, up: bool) {
        self.up = up;
        self.era += 1;
        self.late.clear();
        for process in 0..self.listeners.len() {
            self.news.push((
                self.now + 500 + self.chance.below(5_000) as i64,
                process,
                RemoteChange::Gap,
            ));
        }
    }

    /// What arrives by now.
    pub fn settle(&mut self) {
        let now = self.now;
        let (due, later) = std::mem::take(&mut self.late).into_iter().partition(|it| it.0 <= now);
        self.late = later;
        let due: Vec<(i64, Write)> = due;
        for (_, write) in due {
            self.log.line(now, || "a write arrives late".to_owned());
            let _ = self.write(usize::MAX, &write);
        }
        let (due, later) = std::mem::take(&mut self.news).into_iter().partition(|it| it.0 <= now);
        self.news = later;
        let due: Vec<(i64, usize, RemoteChange)> = due;
        for (_, process, heard) in due {
            // A process that is down gets no notifications.
            let _ = self.listeners[process].send(heard);
        }
    }

    /// How long a process has to wait until its next operation comes after all others.
    pub fn turn(&mut self, process: usize) -> Option<Duration> {
        let (instant, at) = self.clocks[process]?;
        let own = at + instant.elapsed().as_millis() as i64;
        let wait = self.reached - own;
        self.reached = self.reached.max(own);
        (wait > 0).then(|| Duration::from_millis(wait as u64))
    }

    fn written(&self) -> WriteTime {
        WriteTime { at: self.now, rough: self.now < self.rough_until }
    }

    /// The result that a write would have.
    pub fn rehearse(&self, write: &Write) -> Result<Vec<Appended>, StoreError> {
        self.data.clone().apply(write, self.written())
    }

    /// Acknowledges now what is written a little later, if nothing comes between.
    pub fn promise(&mut self, write: Write) -> Result<Vec<Appended>, StoreError> {
        let answers = self.rehearse(&write)?;
        self.late.push((self.now + 300, write));
        Ok(answers)
    }

    /// Writes it at some time in the next minutes.
    pub fn postpone(&mut self, write: Write) {
        let due = self.now + self.chance.below(90_000) as i64;
        self.late.push((due, write));
    }

    pub fn is_busy(&self) -> bool {
        self.in_flight > 0
    }

    pub fn write(&mut self, by: usize, write: &Write) -> Result<Vec<Appended>, StoreError> {
        let written = self.written();
        let answers = self.data.apply(write, written)?;
        if let Write::Append(steps) = write {
            for (step, answer) in steps.iter().zip(&answers) {
                self.log.line(self.now, || {
                    let key = step.idempotency_key.as_deref().unwrap_or("-");
                    format!("append {} {} {key} by {by}: {answer:?}", step.table, step.seq)
                });
                if *answer == Appended::Kept {
                    self.spread(by, step);
                }
            }
        }
        Ok(answers)
    }

    /// Notifies the other processes, in any order; losses are reported as a gap.
    fn spread(&mut self, by: usize, step: &NewStep) {
        for process in (0..self.listeners.len()).filter(|it| *it != by) {
            let due = self.now + 1 + self.chance.below(60) as i64;
            let heard = if self.trouble.is_some() && self.chance.one_in(20) {
                (due + 1_000 + self.chance.below(8_000) as i64, process, RemoteChange::Gap)
            } else {
                (due, process, RemoteChange::Moved { table: step.table.clone(), seq: step.seq })
            };
            self.news.push(heard);
        }
    }

    pub fn draw(&mut self, write: bool) -> StoreFault {
        let Some(one_in) = self.trouble else { return StoreFault::None };
        if !self.chance.one_in(one_in) {
            return StoreFault::None;
        }
        self.faults += 1;
        let faults: &[StoreFault] = match write {
            false => &[StoreFault::FailsBefore, StoreFault::Slow, StoreFault::HangsBefore],
            true => &[
                StoreFault::FailsBefore,
                StoreFault::FailsAfter,
                StoreFault::Slow,
                StoreFault::HangsInBegin,
                StoreFault::HangsBefore,
                StoreFault::HangsAfter,
                StoreFault::Late,
                StoreFault::Torn,
            ],
        };
        faults[self.chance.index(faults.len())]
    }
}

/// What goes wrong with an operation of the store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StoreFault {
    None,
    FailsBefore,
    /// It is written, and the response is lost.
    FailsAfter,
    Slow,
    HangsInBegin,
    HangsBefore,
    HangsAfter,
    /// There is no response, and it is written some time later.
    Late,
    /// Part of a batch is written, and an error is returned.
    Torn,
}
