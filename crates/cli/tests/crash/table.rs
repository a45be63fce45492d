//! Tables to play at.

use anyhow::{Context as _, Result};
use reqwest::Method;
use serde_json::{Value, json};

use crate::person::Person;

pub struct CrashTable {
    pub id: String,
    /// In the order of their seats.
    pub people: [Person; 2],
}

/// A table of two on a small map, with whatever else is set.
pub fn settings(more: Value) -> Value {
    let mut settings = json!({
        "game": {
            "ruleset": "backchannel",
            "map": "wherrymouth",
            "seats": 2,
            "settings": {"round_limit": 1000},
        },
    });
    if let (Value::Object(all), Value::Object(more)) = (&mut settings, more) {
        all.extend(more);
    }
    settings
}

impl CrashTable {
    /// Two people sit down, and the game begins.
    pub async fn begin(address: &str, more: Value) -> Result<CrashTable> {
        let owner = Person::guest(address, "Owner").await?;
        let guest = Person::guest(address, "Guest").await?;
        let people = [owner, guest];
        let id = begin(address, &people, &settings(more)).await?;
        Ok(CrashTable { id, people })
    }
}

/// These two sit down at a new table, and the game begins.
pub async fn begin(address: &str, people: &[Person; 2], settings: &Value) -> Result<String> {
    let [owner, guest] = people;
    let id = open(address, owner, settings).await?;
    guest.send(address, Method::POST, &format!("/tables/{id}/seats"), json!({})).await?;
    owner.send(address, Method::POST, &format!("/tables/{id}/start"), json!({})).await?;
    Ok(id)
}

/// A table that gathers.
pub async fn gather(address: &str, owner: &Person, more: Value) -> Result<String> {
    open(address, owner, &settings(more)).await
}

async fn open(address: &str, owner: &Person, settings: &Value) -> Result<String> {
    let table = owner.send(address, Method::POST, "/tables", settings.clone()).await?;
    Ok(table["id"].as_str().context("no id")?.to_owned())
}
