//! Many clients at once send a request and hang up; the others are served.

use anyhow::{Result, ensure};
use futures::future::join_all;
use reqwest::Method;
use serde_json::json;
use tokio::time::Instant;

use crate::chance::SplitMix64;
use crate::crowd::Crowd;
use crate::hang_up;
use crate::person::Person;
use crate::world::World;

const CLIENTS: u64 = 8;
const REQUESTS: u32 = 12;

pub async fn strike(world: &mut World, crowd: &Crowd, chance: &mut SplitMix64) -> Result<Instant> {
    let address = &*world.process.address;
    let person = Person::guest(address, "Restless").await?;
    let patient = Person::guest(address, "Patient").await?;
    let view = format!("/api/v1{}", crowd.some_game().view());
    let clients = (0..CLIENTS).map(|client| {
        let (person, view, mut chance) = (&person, &view, chance.branch(client));
        async move {
            for number in 0..REQUESTS {
                let name = json!({"name": format!("Restless {number}")});
                let request = match chance.below(3) {
                    0 => hang_up::request(address, "PATCH", "/api/v1/me", Some(person), &name),
                    1 => hang_up::request(address, "POST", "/api/v1/guests", None, &name),
                    _ => hang_up::request(address, "GET", view, Some(person), &json!(null)),
                };
                hang_up::during(address, &request, &mut chance).await;
            }
        }
    });
    join_all(clients).await;
    let over = Instant::now();
    let name = json!({"name": "Content"});
    patient.send(address, Method::PATCH, "/me", name).await?;
    let name = patient.get(address, "/me").await?["name"].clone();
    ensure!(name == "Content", "an acknowledged name became {name}");
    Ok(over)
}
