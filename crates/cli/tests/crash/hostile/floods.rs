//! More requests than the rate limits allow.

use std::time::Instant;

use anyhow::{Context as _, Result};
use futures::{SinkExt as _, StreamExt as _};
use reqwest::Method;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message as Frame;

use super::{Site, eventually};
use crate::options::SeatOptions;
use crate::table::CrashTable;

const LIMITS: &str = "[limits]\nwrites_per_minute = 60\n";

/// How much is allowed in that time: a minute's worth at once, and one more every second.
fn allowed(begun: Instant) -> u64 {
    60 + begun.elapsed().as_secs() + 1
}

#[tokio::test]
async fn a_flood_is_refused_and_others_play_on() -> Result<()> {
    let site = Site::start(LIMITS).await?;
    let table = CrashTable::begin(&site.address, json!({})).await?;
    let path = format!("/tables/{}/commands", table.id);
    let [flooder, other] = &table.people;
    let order = json!({"id": "1", "command": {"type": "end_turn"}});
    let (begun, mut refused) = (Instant::now(), 0);
    for _ in 0..300 {
        let answer = flooder.ask(&site.address, Method::POST, &path, Some(&order)).await?;
        if answer.status == 429 {
            refused += 1;
            assert_eq!(answer.json["type"], "too_many");
            assert!(answer.json["retry_after"].as_u64() > Some(0), "{}", answer.json);
        } else {
            assert!(matches!(answer.status, 200 | 422), "{}", answer.json);
        }
    }
    assert!(refused + allowed(begun) >= 300, "{refused} of 300 were refused");
    let mut socket = flooder.socket(&site.address, &table.id, "").await?;
    let request = json!({"type": "command", "id": "1", "command": {"type": "end_turn"}});
    for _ in 0..300 {
        socket.send(Frame::text(request.to_string())).await?;
    }
    let mut answered = 0;
    while answered < 300 {
        let text = socket.next().await.context("the line was closed")??.into_text()?;
        let heard: Value = serde_json::from_str(&text)?;
        if heard["id"] == "1" {
            answered += 1;
            refused += u64::from(heard["problem"]["status"] == 429);
        }
    }
    assert!(refused + allowed(begun) >= 600, "{refused} of 600 were refused");
    assert!(refused > 0, "nothing was refused");
    let answer = other.ask(&site.address, Method::POST, &path, Some(&order)).await?;
    assert_ne!(answer.status, 429, "the other seat has a limit of its own");
    site.survived().await
}

#[tokio::test]
async fn streams_over_the_limit_are_refused_and_closing_one_makes_room() -> Result<()> {
    let site = Site::start("[limits]\nconnections_per_person = 5\n").await?;
    let table = CrashTable::begin(&site.address, json!({})).await?;
    let person = &table.people[0];
    let mut open = Vec::new();
    for _ in 0..5 {
        open.push(person.socket(&site.address, &table.id, "").await?);
    }
    for _ in 0..100 {
        let error = person.socket(&site.address, &table.id, "").await.err();
        let error = error.context("one too many is let in")?.to_string();
        assert!(error.contains("429"), "{error}");
    }
    let mut closed = open.pop().context("five are open")?;
    closed.close(None).await?;
    while let Some(Ok(_)) = closed.next().await {}
    eventually("the place is lost", async || {
        person.socket(&site.address, &table.id, "").await.is_ok()
    })
    .await;
    site.survived().await
}

#[tokio::test]
async fn an_old_command_again_is_answered_as_before_and_done_once() -> Result<()> {
    let site = Site::start("[limits]\nwrites_per_minute = 100000\n").await?;
    let table = CrashTable::begin(&site.address, json!({})).await?;
    let (path, view) =
        (format!("/tables/{}/commands", table.id), format!("/tables/{}/view", table.id));
    let mut done = Vec::new();
    while done.len() < 80 {
        for (seat, person) in table.people.iter().enumerate() {
            let seen = person.get(&site.address, &view).await?;
            let options: SeatOptions = serde_json::from_value(seen["options"].clone())?;
            let Some(command) = options.command() else { continue };
            let order = json!({"id": done.len().to_string(), "command": command});
            let receipt = person.send(&site.address, Method::POST, &path, order.clone()).await?;
            done.push((seat, order, receipt));
        }
    }
    let before = table.people[0].get(&site.address, &view).await?;
    for (seat, order, receipt) in &done {
        let person = &table.people[*seat];
        let again = person.send(&site.address, Method::POST, &path, order.clone()).await?;
        assert_eq!(again, *receipt);
    }
    let after = table.people[0].get(&site.address, &view).await?;
    assert_eq!(before["seq"], after["seq"], "nothing was done again");
    assert_eq!(before["view"], after["view"]);
    site.survived().await
}
