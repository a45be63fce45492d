//! The games that load is made with: what their tables are like, and how a seat plays at them.

use anyhow::{Context as _, Result};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// A game as the load generator plays it.
pub struct Workload {
    pub ruleset: &'static str,
    /// The game of a table for two.
    pub game: fn() -> Value,
    pub seat: fn() -> Box<dyn Seat>,
}

/// A seat that plays the cheapest game there is.
pub trait Seat: Send {
    /// Takes in the options of the seat, or what has changed of them.
    fn update(&mut self, options: &RawValue) -> Result<()>;

    /// What it does next; `None` when it is not its turn.
    fn command(&self) -> Option<String>;
}

/// The first one is played unless another is asked for.
pub const ALL: [Workload; 2] = [
    Workload { ruleset: "backchannel", game: conquest, seat: || Box::<Conqueror>::default() },
    Workload { ruleset: "twilight", game: desk, seat: || Box::<Clerk>::default() },
];

/// # Errors
/// Names the games there are.
pub fn find(ruleset: &str) -> Result<&'static Workload> {
    let found = ALL.iter().find(|workload| workload.ruleset == ruleset);
    let names = || ALL.map(|workload| workload.ruleset).join(" or ");
    found.with_context(|| format!("--game: use {}", names()))
}

fn conquest() -> Value {
    let settings = json!({ "round_limit": 1000 });
    json!({ "ruleset": "backchannel", "map": "wherrymouth", "seats": 2, "settings": settings })
}

/// Deploys everything troop by troop and attacks nobody.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Conqueror {
    deploy: Option<Vec<Placing>>,
    end_attack: Option<bool>,
    end_turn: Option<bool>,
    pass: Option<bool>,
}

#[derive(Deserialize)]
struct Placing {
    on: u8,
}

impl Seat for Conqueror {
    fn update(&mut self, options: &RawValue) -> Result<()> {
        let Conqueror { deploy, end_attack, end_turn, pass } = serde_json::from_str(options.get())?;
        self.deploy = deploy.or(self.deploy.take());
        self.end_attack = end_attack.or(self.end_attack);
        self.end_turn = end_turn.or(self.end_turn);
        self.pass = pass.or(self.pass);
        Ok(())
    }

    fn command(&self) -> Option<String> {
        if let Some(placing) = self.deploy.as_ref().and_then(|deploy| deploy.first()) {
            return Some(format!(r#"{{"type":"deploy","to":{},"troops":1}}"#, placing.on));
        }
        let name = match self {
            Conqueror { end_attack: Some(true), .. } => "end_attack",
            Conqueror { end_turn: Some(true), .. } => "end_turn",
            Conqueror { pass: Some(true), .. } => "pass",
            _ => return None,
        };
        Some(format!(r#"{{"type":"{name}"}}"#))
    }
}

fn desk() -> Value {
    let player = |name, faction| json!({ "name": name, "faction": faction });
    let players = [player("North", "sol"), player("South", "letnev")];
    json!({ "ruleset": "twilight", "setup": { "players": players } })
}

/// Moves the table on from step to step, for round after round.
#[derive(Default)]
struct Clerk {
    advance: Option<String>,
}

#[derive(Deserialize)]
struct Listed<'a> {
    #[serde(default, borrow)]
    commands: Option<Vec<&'a RawValue>>,
}

#[derive(Deserialize)]
struct Tag<'a> {
    r#type: &'a str,
}

impl Seat for Clerk {
    fn update(&mut self, options: &RawValue) -> Result<()> {
        let Listed { commands } = serde_json::from_str(options.get())?;
        let Some(commands) = commands else { return Ok(()) };
        let moves_on = |command: &&RawValue| {
            serde_json::from_str(command.get()).is_ok_and(|Tag { r#type }| r#type == "advance")
        };
        self.advance = commands.into_iter().find(moves_on).map(|command| command.get().to_owned());
        Ok(())
    }

    fn command(&self) -> Option<String> {
        self.advance.clone()
    }
}
