//! What everybody in the world shares: time, randomness, and the continuous checks.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use parley::Chance;
use serde_json::Value;

use crate::database::Database;
use crate::follower::Follower;
use crate::lock;
use crate::log::SimulationLog;
use crate::names::{KEY, NAME};
use crate::network::Network;
use crate::oracle::Oracle;
use crate::process::EPOCH;
use crate::report::Counts;

/// As many server processes share the database.
pub(crate) const PROCESSES: usize = 2;

/// The shared state of a simulation.
pub(crate) struct World {
    pub log: SimulationLog,
    pub network: Network,
    pub database: Arc<Mutex<Database>>,
    pub chance: Mutex<Chance>,
    now: AtomicI64,
    faulty: AtomicBool,
    /// By how much the clock of any process has ever been ahead.
    ahead: AtomicI64,
    oracles: Mutex<BTreeMap<String, Oracle>>,
    /// Everybody's cookies, which nobody else may ever be sent.
    secrets: Mutex<Vec<(usize, String)>>,
    /// Commands without a definite response, and since when.
    waiting: Mutex<BTreeMap<String, i64>>,
    pub counts: Mutex<Counts>,
}

impl World {
    pub fn new(log: SimulationLog, network: Network, database: Database, chance: Chance) -> World {
        World {
            log,
            network,
            database: Arc::new(Mutex::new(database)),
            chance: Mutex::new(chance),
            now: AtomicI64::new(0),
            faulty: AtomicBool::new(false),
            ahead: AtomicI64::new(0),
            oracles: Mutex::default(),
            secrets: Mutex::default(),
            waiting: Mutex::default(),
            counts: Mutex::default(),
        }
    }

    pub fn now(&self) -> i64 {
        self.now.load(Ordering::Relaxed)
    }

    /// Time has passed; no clock is ahead by more than `ahead`. What it once showed stays: the time at a table
    /// never goes back.
    pub fn set_now(&self, now: i64, ahead: i64) {
        self.now.store(now, Ordering::Relaxed);
        self.ahead.fetch_max(ahead, Ordering::Relaxed);
    }

    pub fn is_faulty(&self) -> bool {
        self.faulty.load(Ordering::Relaxed)
    }

    pub fn set_faulty(&self, faulty: bool) {
        self.faulty.store(faulty, Ordering::Relaxed);
    }

    pub fn line(&self, line: impl FnOnce() -> String) {
        self.log.line(self.now(), line);
    }

    pub fn fail(&self, what: impl Into<String>) {
        self.log.fail(self.now(), what);
    }

    pub fn below(&self, n: u64) -> u64 {
        lock(&self.chance).below(n)
    }

    pub fn one_in(&self, n: u32) -> bool {
        lock(&self.chance).one_in(n)
    }

    /// Waits up to so many milliseconds.
    pub async fn wait(&self, most: u64) {
        let wait = 1 + self.below(most);
        tokio::time::sleep(Duration::from_millis(wait)).await;
    }

    pub fn keep_secret(&self, person: usize, secret: &str) {
        lock(&self.secrets).push((person, secret.to_owned()));
    }

    /// Every message to somebody passes through here.
    pub fn hear(&self, person: Option<usize>, text: &str) {
        lock(&self.counts).bytes += text.len() as u64;
        for (owner, secret) in &*lock(&self.secrets) {
            if text.contains(secret) {
                self.fail(format!("{person:?} was sent the cookie of {owner}"));
            }
        }
        for (at, _) in text.match_indices(KEY) {
            let rest = &text[at + KEY.len()..];
            let owner = rest.split('-').next().and_then(|it| it.parse().ok());
            if owner.is_none() || owner != person {
                self.fail(format!("{person:?} was sent a command's id of {owner:?}"));
            }
        }
        for (table, oracle) in &*lock(&self.oracles) {
            let told = oracle.secrets.iter().any(|secret| text.contains(secret));
            if told && !oracle.is_over() {
                self.fail(format!("{person:?} was sent the seed of {table}"));
            }
        }
    }

    /// Asks the oracle of a table, brought up to date with what is stored.
    pub fn oracle<T>(&self, table: &str, ask: impl FnOnce(&Oracle) -> T) -> Option<T> {
        let mut oracles = lock(&self.oracles);
        let database = lock(&self.database);
        if !oracles.contains_key(table) {
            match Oracle::of(&database.data, table) {
                Ok(oracle) => drop(oracles.insert(table.to_owned(), oracle)),
                Err(why) => {
                    self.fail(format!("table {table} cannot be understood: {why}"));
                    return None;
                }
            }
        }
        let oracle = oracles.get_mut(table)?;
        let caught_up = database.data.table(table).map_or(Ok(()), |rows| oracle.catch_up(rows));
        if let Err(why) = caught_up {
            self.fail(format!("table {table}: {why}"));
            return None;
        }
        drop(database);
        Some(ask(oracle))
    }

    /// The tables that are being played.
    pub fn tables(&self) -> Vec<String> {
        lock(&self.oracles).keys().cloned().collect()
    }

    pub fn forget(&self, table: &str) {
        lock(&self.oracles).remove(table);
    }

    /// A client has applied a message.
    pub fn check(
        &self,
        table: &str,
        (person, seat): (Option<usize>, Option<u8>),
        follower: &Follower,
        message: &Value,
    ) {
        lock(&self.counts).messages += 1;
        let latest = EPOCH + self.now() + self.ahead.load(Ordering::Relaxed);
        let checked = self.oracle(table, |oracle| {
            oracle.check_names(person, message)?;
            match message["type"].as_str() {
                Some("news") => oracle.check_news(seat, message, latest)?,
                Some("view") => {}
                _ => return Ok(()),
            }
            oracle.check_view(seat, follower.seq, &follower.view, &follower.options)
        });
        if let Some(Err(why)) = checked {
            self.fail(format!("table {table}: {why}"));
        }
    }

    /// A command waits for its response.
    pub fn asked(&self, id: &str) {
        lock(&self.waiting).insert(id.to_owned(), self.now());
    }

    pub fn answered(&self, id: &str) {
        lock(&self.waiting).remove(id);
    }

    pub fn longest_waiting(&self) -> Option<(String, i64)> {
        let waiting = lock(&self.waiting);
        let first = waiting.iter().min_by_key(|(_, since)| **since)?;
        Some((first.0.clone(), self.now() - first.1))
    }

    /// A command was acknowledged: it is on disk, once, and after those before it. Returns its step.
    pub fn acknowledged(
        &self,
        table: &str,
        (person, seat): (usize, u8),
        id: &str,
        seq: Option<u64>,
        before: Option<usize>,
    ) -> Option<usize> {
        lock(&self.counts).acknowledged += 1;
        self.line(|| format!("{NAME}{person} is told that {id} is done: {seq:?}"));
        match self.oracle(table, |oracle| oracle.key(seat, id))? {
            None => self.fail(format!("{id} was acknowledged and is not on disk")),
            Some((step, told)) => {
                if Some(told) != seq {
                    self.fail(format!("{id} was answered {seq:?} and then {told}"));
                }
                if before.is_some_and(|before| step <= before) {
                    self.fail(format!("{id} comes before what was acknowledged before it"));
                }
                return Some(step);
            }
        }
        None
    }
}
