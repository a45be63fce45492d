//! The game as the engine has it, computed from the stored steps: the reference for what everybody may know.

use backchannel::{Category, narrate};
use parley::contract::Subject;
use parley::{Audience, Chance, Language, Options as _, Seat, Seed};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use server::store::StoredStep;

use crate::follower::Follower;
use crate::test_server::TestServer;
use crate::user::User;

/// What the tests add to a game.
pub trait TestedGame: Subject<Setup: DeserializeOwned, Event: DeserializeOwned> {
    /// The content of a line of the log.
    fn line(&self, notice: &Self::Notice) -> Value;
}

impl TestedGame for backchannel::Game {
    fn line(&self, notice: &backchannel::Notice) -> Value {
        let categories = [Category::Combat, Category::Public, Category::Signals, Category::Deals];
        let filters: Vec<Category> =
            categories.into_iter().filter(|category| notice.is_in(*category)).collect();
        json!({
            "notice": notice,
            "line": narrate::line(notice, self.rules(), Language::English),
            "filters": filters,
            "round": self.round().0,
        })
    }
}

impl TestedGame for twilight::Game {
    fn line(&self, notice: &twilight::Notice) -> Value {
        json!({
            "notice": notice,
            "line": twilight::narrate::line(notice, self),
            "filters": notice.categories(),
            "round": self.round().0,
        })
    }
}

/// A step, as far as the engine goes.
#[derive(Deserialize)]
pub struct StepSummary {
    pub step: String,
    #[serde(default)]
    pub seat: Option<Seat>,
    #[serde(default)]
    pub hand: Option<String>,
    #[serde(default)]
    pub command: Value,
    #[serde(default)]
    events: Vec<Value>,
}

pub fn read(step: &StoredStep) -> StepSummary {
    serde_json::from_str(&step.body).unwrap()
}

pub fn seed(record: &Value) -> Seed {
    serde_json::from_value(record["game"]["seed"].clone()).unwrap()
}

/// A table of the engine, updated from the steps.
#[derive(Clone)]
pub struct Engine<G: TestedGame> {
    pub game: G,
    pub steps: usize,
}

impl<G: TestedGame> Engine<G> {
    /// The game before its first event. Its set-up is what `user` is shown, unless something of it is secret.
    pub async fn of(server: &TestServer, table: &str, user: &User) -> Engine<G> {
        let record = server.record(table).await;
        let mut setup = match &record["game"]["setup"]["players"] {
            Value::Null => user.get(&format!("/tables/{table}/setup")).await.ok(),
            _ => record["game"]["setup"].clone(),
        };
        // Which seats people took is secret until the end.
        if let Some(people) = record["game"]["setup"].get("people") {
            setup["people"] = people.clone();
        }
        let setup: G::Setup = serde_json::from_value(setup).unwrap();
        Engine { game: G::start(&setup, seed(&record)).unwrap(), steps: 0 }
    }

    /// The current state of the game.
    pub async fn now(server: &TestServer, table: &str, user: &User) -> Engine<G> {
        let mut engine = Engine::of(server, table, user).await;
        engine.catch_up(server, table).await;
        engine
    }

    pub async fn catch_up(&mut self, server: &TestServer, table: &str) {
        for step in &server.steps(table).await[self.steps..] {
            for event in events::<G>(&read(step)) {
                self.game.evolve(&event);
            }
            self.steps += 1;
        }
    }
}

fn events<G: TestedGame>(deed: &StepSummary) -> Vec<G::Event> {
    deed.events.iter().map(|event| serde_json::from_value(event.clone()).unwrap()).collect()
}

/// A legal command of somebody who is to act or can send a signal.
pub fn choose<G: Subject>(game: &G, chance: &mut Chance) -> Option<(Seat, G::Command)> {
    if chance.one_in(4) {
        let by = Seat(chance.index(game.seats().len()) as u8);
        if let Some(word) = game.options(by).sample_word(chance) {
            return Some((by, word));
        }
    }
    let awaited = game.awaiting();
    if awaited.is_empty() {
        return None;
    }
    let by = awaited.nth(chance.index(awaited.len()))?;
    Some((by, game.choice(by, chance)?))
}

/// The same without attacks, so that nobody is eliminated before a test is done.
pub fn choose_peace(
    game: &backchannel::Game,
    chance: &mut Chance,
) -> Option<(Seat, backchannel::Command)> {
    loop {
        match choose(game, chance)? {
            (_, backchannel::Command::Attack { .. }) => {}
            peaceful => return Some(peaceful),
        }
    }
}

/// What an audience knows after its message number `seq`.
#[derive(Clone, Debug)]
pub struct ExpectedNews {
    pub view: Value,
    pub options: Value,
    /// The lines that this message added.
    pub log: Vec<Value>,
}

/// Everything that an audience is to be sent, from before the first step on. The index is the `seq`.
pub fn told<G: TestedGame>(
    start: &G,
    steps: &[StoredStep],
    audience: Audience,
) -> Vec<ExpectedNews> {
    let mut game = start.clone();
    let look = |game: &G| (game.view(audience), audience.seat().map(|seat| game.options(seat)));
    let mut seen = look(&game);
    let mut all =
        vec![ExpectedNews { view: json!(seen.0), options: json!(seen.1), log: Vec::new() }];
    let mut lines = 0;
    for step in steps {
        let deed = read(step);
        let mut notices = Vec::new();
        for event in events::<G>(&deed) {
            let witness = game.witness(&event);
            notices.extend(G::notice(&event, witness, audience));
            game.evolve(&event);
        }
        let now = look(&game);
        let acted = deed.step == "played" && deed.seat == audience.seat();
        if acted || now != seen || !notices.is_empty() {
            let log = notices.iter().map(|notice| numbered(&mut lines, game.line(notice)));
            let log = log.collect();
            all.push(ExpectedNews { view: json!(now.0), options: json!(now.1), log });
        }
        seen = now;
    }
    all
}

fn numbered(lines: &mut u32, mut line: Value) -> Value {
    line["n"] = json!(*lines);
    *lines += 1;
    line
}

/// Fails unless every message has what `told` has, and nothing else. Returns how many there were.
pub fn all_may_be_known(messages: &[Value], told: &[ExpectedNews]) -> usize {
    let mut follower: Option<Follower> = None;
    let mut checked = 0;
    for message in messages {
        match &mut follower {
            None => follower = Some(Follower::of(message)),
            Some(follower) => follower.hear(message),
        }
        let (Some(follower), Some(seq)) = (&follower, message["seq"].as_u64()) else { continue };
        if message["type"] == "accepted" {
            continue;
        }
        let told_now = &told[seq as usize];
        assert_eq!(follower.view, told_now.view, "{message}");
        assert_eq!(follower.options, told_now.options, "{message}");
        let lines: Vec<&Value> = match message["type"] == "view" {
            true => told[..=seq as usize].iter().flat_map(|told| &told.log).collect(),
            false => told_now.log.iter().collect(),
        };
        let heard = message["log"].as_array().unwrap();
        let tail = lines.len() - heard.len();
        assert!(tail == 0 || (message["type"] == "view" && heard.len() == 60), "{message}");
        assert!(heard.iter().eq(lines[tail..].iter().copied()), "{message}");
        checked += 1;
    }
    checked
}
