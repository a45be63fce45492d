//! The few options that these players need.

use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize, Clone, Default, Debug)]
#[serde(default)]
pub struct SeatOptions {
    deploy: Option<Vec<Placing>>,
    end_attack: Option<bool>,
    end_turn: Option<bool>,
    pass: Option<bool>,
    /// At a desk.
    pub commands: Option<Vec<Value>>,
}

#[derive(Deserialize, Clone, Debug)]
struct Placing {
    on: u8,
}

impl SeatOptions {
    /// Applies what has changed.
    pub fn patch(&mut self, patch: SeatOptions) {
        let SeatOptions { deploy, end_attack, end_turn, pass, commands } = patch;
        self.deploy = deploy.or(self.deploy.take());
        self.end_attack = end_attack.or(self.end_attack);
        self.end_turn = end_turn.or(self.end_turn);
        self.pass = pass.or(self.pass);
        self.commands = commands.or(self.commands.take());
    }

    /// A plain turn: everything is deployed troop by troop, nobody is attacked.
    pub fn command(&self) -> Option<Value> {
        if let Some(placing) = self.deploy.as_ref().and_then(|deploy| deploy.first()) {
            return Some(json!({"type": "deploy", "to": placing.on, "troops": 1}));
        }
        match self {
            SeatOptions { end_attack: Some(true), .. } => Some(json!({"type": "end_attack"})),
            SeatOptions { end_turn: Some(true), .. } => Some(json!({"type": "end_turn"})),
            SeatOptions { pass: Some(true), .. } => Some(json!({"type": "pass"})),
            _ => None,
        }
    }
}
