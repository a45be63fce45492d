//! The truth about a table, computed from what is stored and by the rules alone.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hasher as _};

use backchannel::refusal::PhaseName;
use backchannel::{Command, Game, Notice, Setup};
use parley::{Audience, Chance, Game as _, Options as _, Seat, Seed, StateHash};
use serde::Deserialize;
use serde_json::{Value, json};
use server::store::{RecordKind, StoredStep};
use server::wire::clock::{ClockSettings, Stage};

use crate::data::{Data, TableRows, WriteTime};
use crate::names::NAME;

/// Processes take turns within a step of the world, so one may see what another does a moment later.
const TICK: i64 = 250;
/// A step may be written this long after it was made, by a server that is behind by another's heartbeat.
const SLACK: i64 = 6_000;
const ROUGH_SLACK: i64 = 100_000;
/// How long after a timeout a caretaker moves, and how soon a bot moves.
const GRACE: i64 = 30_000;
const BOT_GRACE: i64 = 60_000;

#[derive(Clone, Copy, PartialEq, Eq)]
struct Duty {
    seat: Seat,
    stage: Stage,
    round: u16,
}

/// A table as the world knows it.
pub(crate) struct Oracle {
    pub game: Game,
    /// What nobody may be sent before the end: the seed, and the server's part of it.
    pub secrets: Vec<String>,
    steps: usize,
    eyes: Vec<Eyes>,
    /// The step of each idempotency key, and the `seq` in its response.
    keys: BTreeMap<String, (usize, u64)>,
    clock: ClockSettings,
    /// Whose clock is running, and since when by the world's own time.
    duty: Option<Duty>,
    since: WriteTime,
    /// When the table was last seen paused.
    rested: Option<i64>,
    last_step: i64,
    paused: bool,
    asks: BTreeSet<u8>,
    closed: bool,
    relieved: BTreeSet<u8>,
    people: Vec<bool>,
    pub delay: i64,
    /// Whether nobody may know who sits where.
    anonymous: bool,
}

/// What one audience has been sent, each view by its hash.
struct Eyes {
    audience: Audience,
    told: Vec<Told>,
    notices: Vec<Notice>,
}

#[derive(Clone, Copy)]
struct Told {
    view: u64,
    options: u64,
    log: u64,
    /// When the step was made, by the clock of the process that made it.
    at: i64,
}

#[derive(Deserialize)]
struct Deed {
    step: String,
    #[serde(default)]
    seat: Option<Seat>,
    #[serde(default)]
    hand: Option<String>,
    #[serde(default)]
    command: Option<Command>,
    #[serde(default)]
    events: Vec<backchannel::Event>,
    #[serde(default)]
    hash: Option<StateHash>,
    #[serde(default)]
    told: u64,
    #[serde(default)]
    change: Option<String>,
    #[serde(default)]
    asks: bool,
}

pub(crate) fn hash(value: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(value.to_string().as_bytes());
    hasher.finish()
}

impl Oracle {
    /// # Errors
    /// If the stored record of the table is invalid.
    pub fn of(data: &Data, table: &str) -> Result<Oracle, String> {
        let record = data.get(RecordKind::Table, table).ok_or("the table is missing")?;
        let record: Value = serde_json::from_str(&record.body).map_err(|it| it.to_string())?;
        let mut setup = record["game"]["setup"].clone();
        let map = setup["map"]["sha256"].as_str().ok_or("the set-up has no map")?.to_owned();
        let map = data.get(RecordKind::Map, &map).ok_or("the map is missing")?;
        let map: Value = serde_json::from_str(&map.body).map_err(|it| it.to_string())?;
        setup["map"] = map["map"].clone();
        let setup: Setup = serde_json::from_value(setup).map_err(|it| it.to_string())?;
        let seed: Seed =
            serde_json::from_value(record["game"]["seed"].clone()).map_err(|it| it.to_string())?;
        let game = Game::start(&setup, seed).map_err(|it| it.to_string())?;
        let clock: ClockSettings = serde_json::from_value(record["settings"]["clock"].clone())
            .map_err(|it| it.to_string())?;
        let seats = game.seats().len();
        let audiences = Seat::all(seats).map(Audience::Seat).chain([Audience::Spectator]);
        let people = record["seats"].as_array().into_iter().flatten();
        let mut oracle = Oracle {
            eyes: audiences
                .map(|audience| Eyes { audience, told: Vec::new(), notices: Vec::new() })
                .collect(),
            secrets: [&record["game"]["seed"], &record["game"]["source"]["secret"]]
                .into_iter()
                .filter_map(|secret| secret.as_str().map(str::to_owned))
                .collect(),
            clock,
            duty: None,
            since: WriteTime { at: 0, rough: true },
            rested: None,
            last_step: 0,
            delay: record["settings"]["spectators"]["delay_seconds"].as_i64().unwrap_or_default()
                * 1_000,
            anonymous: record["settings"]["anonymous"] == true,
            people: people.map(|it| it.to_string().contains("\"person\"")).collect(),
            keys: BTreeMap::new(),
            asks: BTreeSet::new(),
            relieved: BTreeSet::new(),
            steps: 0,
            paused: false,
            closed: false,
            game,
        };
        oracle.look(None, 0);
        Ok(oracle)
    }

    /// Applies what has been written since.
    ///
    /// # Errors
    /// If a step is against the rules, or comes too soon.
    pub fn catch_up(&mut self, rows: &TableRows) -> Result<(), String> {
        for (step, written) in rows.steps.iter().zip(&rows.written).skip(self.steps) {
            self.follow(step, *written).map_err(|why| format!("step {}: {why}", step.seq))?;
        }
        Ok(())
    }

    fn follow(&mut self, step: &StoredStep, written: WriteTime) -> Result<(), String> {
        let deed: Deed = serde_json::from_str(&step.body).map_err(|it| it.to_string())?;
        if deed.step == "played" {
            self.check_played(&deed, written)?;
        }
        if let Some(key) = &step.idempotency_key
            && self.keys.insert(key.clone(), (self.steps, deed.told)).is_some()
        {
            return Err(format!("the command {key} was carried out twice"));
        }
        for event in &deed.events {
            let witness = self.game.witness(event);
            for eyes in &mut self.eyes {
                eyes.notices.extend(Game::notice(event, witness, eyes.audience));
            }
            self.game.evolve(event);
        }
        if deed.hash.is_some_and(|hash| hash != self.game.digest()) {
            return Err("the state does not match its hash".to_owned());
        }
        let rested = self.paused;
        self.change(&deed);
        self.steps += 1;
        self.last_step = written.at;
        if rested || self.paused {
            self.rested = Some(written.at);
        }
        let duty = duty(&self.game);
        if duty != self.duty {
            (self.duty, self.since, self.rested) = (duty, written, None);
        }
        if deed.change.is_none() {
            self.look(deed.seat.filter(|_| deed.step == "played"), step.at);
        }
        Ok(())
    }

    fn change(&mut self, deed: &Deed) {
        let seat = deed.seat.map_or(u8::MAX, |seat| seat.0);
        match deed.change.as_deref() {
            Some("asked_pause") if deed.asks => _ = self.asks.insert(seat),
            Some("asked_pause") => _ = self.asks.remove(&seat),
            Some("resumed") => {
                self.paused = false;
                self.asks.clear();
            }
            Some("relieved") => _ = self.relieved.insert(seat),
            Some("returned") => _ = self.relieved.remove(&seat),
            Some("closed") => self.closed = true,
            _ => {}
        }
        if deed.change.as_deref() == Some("asked_pause") {
            let people = (0..self.people.len()).filter(|it| self.people[*it]).map(|it| it as u8);
            let mut awake = people.filter(|it| !self.relieved.contains(it)).peekable();
            self.paused = awake.peek().is_some() && awake.all(|it| self.asks.contains(&it));
        }
    }

    /// A command has the events that the rules give it, and a caretaker moves only after a timeout.
    fn check_played(&self, deed: &Deed, written: WriteTime) -> Result<(), String> {
        let (Some(seat), Some(command)) = (deed.seat, &deed.command) else {
            return Err("nobody played it".to_owned());
        };
        let mut events = Vec::new();
        let decided = self.game.decide(seat, command, &mut events);
        decided.map_err(|refusal| format!("the rules forbid it: {refusal}"))?;
        if json!(events) != json!(deed.events) {
            return Err("the rules give other events for the command".to_owned());
        }
        if deed.hand.as_deref() == Some("caretaker") {
            self.check_time(seat, written)?;
        }
        if self.paused {
            return Err("the table is paused".to_owned());
        }
        Ok(())
    }

    /// A player who timed out had at least the time of a turn, whatever the clocks of the servers showed.
    fn check_time(&self, seat: Seat, written: WriteTime) -> Result<(), String> {
        let (Some(duty), Some(allowed)) = (self.duty, self.allowance()) else {
            return Err(format!("a caretaker plays for {seat}, and no clock is running"));
        };
        let slack = if written.rough || self.since.rough { ROUGH_SLACK } else { SLACK };
        let had = written.at - self.since.at;
        if duty.seat != seat || had + slack < allowed {
            return Err(format!("a caretaker plays for {seat}, who had {had} of {allowed} ms"));
        }
        Ok(())
    }

    /// How long the current player may think, without the time bank; `None` if there is no limit.
    fn allowance(&self) -> Option<i64> {
        let (turn, window) = match self.clock {
            ClockSettings::None => return None,
            ClockSettings::Live { turn_seconds, window_seconds, .. } => {
                (turn_seconds, window_seconds)
            }
            ClockSettings::Post { turn_hours, window_hours } => {
                (turn_hours * 3_600, window_hours * 3_600)
            }
        };
        let seconds = if self.duty?.stage == Stage::Turn { turn } else { window };
        Some(i64::from(seconds) * 1_000)
    }

    /// # Errors
    /// If a timeout was not acted on for long, or a bot has not moved, although nothing prevented it.
    pub fn check_pace(&self, now: i64, quiet_since: i64) -> Result<(), String> {
        let Some(duty) = self.duty.filter(|_| !self.is_over() && !self.paused) else {
            return Ok(());
        };
        let bank = match self.clock {
            ClockSettings::Live { bank_seconds, .. } => i64::from(bank_seconds) * 1_000,
            _ => 0,
        };
        let person = self.people.get(duty.seat.index()) == Some(&true);
        let played_for = !person || self.relieved.contains(&duty.seat.0);
        let due =
            if played_for { Some(BOT_GRACE) } else { self.allowance().map(|it| it + bank + GRACE) };
        let since = [self.since.at, self.rested.unwrap_or_default(), quiet_since];
        let since = since.into_iter().max().unwrap_or_default();
        let since = if played_for { since.max(self.last_step) } else { since };
        match due {
            Some(due) if now - since > due => {
                Err(format!("nobody has played for {} for {} s", duty.seat, (now - since) / 1_000))
            }
            _ => Ok(()),
        }
    }

    fn look(&mut self, acted: Option<Seat>, at: i64) {
        for eyes in &mut self.eyes {
            let view = hash(&json!(self.game.view(eyes.audience)));
            let options = eyes.audience.seat().map(|seat| self.game.options(seat));
            let options = hash(&json!(options));
            let notices = std::mem::take(&mut eyes.notices);
            let acted = acted.is_some() && eyes.audience.seat() == acted;
            let changed =
                eyes.told.last().is_none_or(|it| (it.view, it.options) != (view, options));
            if acted || changed || !notices.is_empty() {
                eyes.told.push(Told { view, options, log: hash(&json!(notices)), at });
            }
        }
    }

    fn eyes(&self, seat: Option<u8>) -> &Eyes {
        match seat {
            Some(seat) => &self.eyes[usize::from(seat)],
            None => &self.eyes[self.eyes.len() - 1],
        }
    }

    /// The last `seq` that an audience may know.
    pub fn last(&self, seat: Option<u8>) -> u64 {
        self.eyes(seat).told.len() as u64 - 1
    }

    pub fn steps(&self) -> usize {
        self.steps
    }

    pub fn is_over(&self) -> bool {
        self.closed || self.game.is_over()
    }

    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// # Errors
    /// If a client's view is not what its audience may know at that number.
    pub fn check_view(
        &self,
        seat: Option<u8>,
        seq: u64,
        view: &Value,
        options: &Value,
    ) -> Result<(), String> {
        let told = self.eyes(seat).told.get(seq as usize);
        let told = told.ok_or_else(|| format!("number {seq} was sent before it was on disk"))?;
        match () {
            () if told.view != hash(view) => Err(format!("the view of {seat:?} at {seq} is wrong")),
            () if told.options != hash(options) => {
                Err(format!("the options of {seat:?} at {seq} are wrong"))
            }
            () => Ok(()),
        }
    }

    /// # Errors
    /// If a message has lines that its audience may not have, or comes too early for its delay.
    pub fn check_news(&self, seat: Option<u8>, news: &Value, latest: i64) -> Result<(), String> {
        let seq = news["seq"].as_u64().unwrap_or_default();
        let told = self.eyes(seat).told.get(seq as usize);
        let told = told.ok_or_else(|| format!("news {seq} was sent before it was on disk"))?;
        let lines = news["log"].as_array().into_iter().flatten();
        let lines: Vec<&Value> = lines.map(|line| &line["notice"]).collect();
        if hash(&json!(lines)) != told.log {
            return Err(format!("the lines of {seat:?} at {seq} are wrong"));
        }
        // When the game is over everything is public.
        let waits = seat.is_none() && !self.is_over();
        if waits && told.at + self.delay > latest + TICK {
            let early = told.at + self.delay - latest;
            let at = told.at;
            return Err(format!("a spectator was sent {seq} of {at} too early by {early} ms"));
        }
        Ok(())
    }

    /// # Errors
    /// If a message from a table with masks has somebody else's name.
    pub fn check_names(&self, person: Option<usize>, message: &Value) -> Result<(), String> {
        if !self.anonymous || self.is_over() {
            return Ok(());
        }
        let text = message.to_string();
        let named = |rest: &str| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok();
        let mut names = text.split(NAME).skip(1).map(named);
        match names.find(|named| *named != person) {
            Some(named) => Err(format!("{person:?} was told where {named:?} sits")),
            None => Ok(()),
        }
    }

    /// The step of the command with that key, and the `seq` in its response.
    pub fn key(&self, seat: u8, id: &str) -> Option<(usize, u64)> {
        self.keys.get(&format!("{seat}:{id}")).copied()
    }

    /// Something that a seat may do now.
    pub fn choose(&self, seat: Seat, chance: &mut Chance) -> Option<Command> {
        let options = self.game.options(seat);
        if self.game.awaiting().contains(seat) && !chance.one_in(6) {
            return options.sample_move(chance);
        }
        if chance.one_in(3) { options.sample_word(chance) } else { None }
    }
}

fn duty(game: &Game) -> Option<Duty> {
    let window = game.phase()? == PhaseName::Window;
    let stage = if window { Stage::Window } else { Stage::Turn };
    Some(Duty { seat: game.turn(), stage, round: game.round().0 })
}
