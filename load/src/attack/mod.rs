//! What one guest can do to everybody else: each attack for some seconds, and the latency of `/healthz` meanwhile.

mod attacks;
mod pulse;
mod world;

use std::fmt;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, ensure};
use reqwest::Method;
use serde::Serialize;
use serde_json::Value;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};

use crate::player::Person;
use crate::server::ServerProcess;
use attacks::{AttackRequest, LoadAttack};
use pulse::Pulse;
use world::World;

/// Concurrent requests.
const CLIENTS: usize = 32;

/// Rate limits would stop most of this; what is measured here is the server without them.
const LIMITS: &str = "[limits]\nguests_per_hour = 1000000\nwrites_per_minute = 100000000\n\
    questions_per_minute = 100000000\nsign_ins_per_minute = 100000000\nguesses_per_hour = 100000000\n\
    connections_per_person = 1000\nconnections_per_address = 1000\n\
    sockets_per_address = 2000\n";

/// How much of it others notice.
const MOST_P99_MS: f64 = 100.0;
const MOST_MB: f64 = 300.0;

#[derive(Serialize)]
pub struct AttackOutcome {
    attack: &'static str,
    /// Requests that were carried out.
    done: u64,
    /// Requests that were refused.
    refused: u64,
    health_p50_ms: f64,
    health_p99_ms: f64,
    health_worst_ms: f64,
    /// The peak memory of the server.
    mb: f64,
}

impl AttackOutcome {
    fn held(&self) -> bool {
        self.health_p99_ms < MOST_P99_MS && self.mb < MOST_MB
    }
}

impl fmt::Display for AttackOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AttackOutcome { attack, done, refused, .. } = self;
        write!(f, "{attack:<22}{done:>8} done{refused:>8} refused   /healthz")?;
        let (p50, p99, worst) = (self.health_p50_ms, self.health_p99_ms, self.health_worst_ms);
        write!(f, "{p50:>7.1}{p99:>7.1}{worst:>7.1} ms{:>7.0} MB", self.mb)
    }
}

/// Carries out every attack on one server, one after another.
pub async fn run(binary: &Path, db: Option<&str>, seconds: u64, json: bool) -> Result<()> {
    let server = ServerProcess::start(binary, db, LIMITS)?;
    server.ready().await?;
    eprintln!("making large tables, and one of {} steps", world::STEPS);
    let world = World::make(&server).await?;
    if !json {
        println!("{:<46}   p50, p99, worst of /healthz, and the most memory", "attack");
    }
    let mut outcomes = Vec::new();
    for attack in attacks::all(&world) {
        let outcome = carry_out(&server, &world, attack, seconds).await?;
        if !json {
            println!("{outcome}");
        }
        outcomes.push(outcome);
    }
    if json {
        println!("{}", serde_json::to_string(&outcomes)?);
    }
    let failed: Vec<_> = outcomes.iter().filter(|it| !it.held()).map(|it| it.attack).collect();
    ensure!(
        failed.is_empty(),
        "others waited longer than {MOST_P99_MS} ms, or {MOST_MB} MB were too little: {}",
        failed.join(", ")
    );
    Ok(())
}

async fn carry_out(
    server: &ServerProcess,
    world: &World,
    attack: LoadAttack,
    seconds: u64,
) -> Result<AttackOutcome> {
    server.forget_peak()?;
    let pulse = Pulse::take(&server.address);
    let until = Instant::now() + Duration::from_secs(seconds);
    let (done, refused) = match attack.asked {
        Some(asked) => flood(server, world, &asked, until).await?,
        None => (unfinished(server, world, until).await?, 0),
    };
    let health = pulse.end()?;
    Ok(AttackOutcome {
        attack: attack.name,
        done,
        refused,
        health_p50_ms: health.at(0.5),
        health_p99_ms: health.at(0.99),
        health_worst_ms: health.at(1.0),
        mb: server.peak_kb()? as f64 / 1024.0,
    })
}

async fn flood(
    server: &ServerProcess,
    world: &World,
    asked: &[AttackRequest],
    until: Instant,
) -> Result<(u64, u64)> {
    let mut clients = JoinSet::new();
    for number in 0..CLIENTS {
        let asked = asked[number % asked.len()].clone();
        // A client that hangs up may leave a table behind, and nobody may have many.
        let person = match asked.deleted {
            true => Person::guest(server, &format!("Mallory {number}")).await?,
            false => world.attacker.elsewhere(),
        };
        clients.spawn(async move { keep_asking(&person, &asked, until).await });
    }
    let (mut done, mut refused) = (0, 0);
    while let Some(counted) = clients.join_next().await {
        let counted = counted??;
        done += counted.0;
        refused += counted.1;
    }
    Ok((done, refused))
}

async fn keep_asking(person: &Person, asked: &AttackRequest, until: Instant) -> Result<(u64, u64)> {
    let (mut done, mut refused) = (0, 0);
    while Instant::now() < until {
        let Ok(carried_out) = timeout_at(until, ask(person, asked)).await else { break };
        *if carried_out? { &mut done } else { &mut refused } += 1;
    }
    Ok((done, refused))
}

/// Returns whether it was carried out.
async fn ask(person: &Person, asked: &AttackRequest) -> Result<bool> {
    let mut request = match &asked.token {
        None => person.request(asked.method.clone(), &asked.path),
        Some(token) => person.program_request(&asked.path, token),
    };
    if let Some(body) = &asked.body {
        request = request.header("content-type", "application/json").body(body.clone());
    }
    let mut answer = request.send().await?;
    let status = answer.status();
    if asked.deleted && status.is_success() {
        let table: Value = answer.json().await?;
        let path = format!("/tables/{}", table["id"].as_str().unwrap_or_default());
        person.request(Method::DELETE, &path).send().await?.error_for_status()?;
        return Ok(true);
    }
    while answer.chunk().await?.is_some() {}
    // A wrong password takes as long to check as a right one.
    Ok(status.is_success() || status == asked.answered)
}

/// Sockets on each of which a message has begun that never ends.
async fn unfinished(server: &ServerProcess, world: &World, until: Instant) -> Result<u64> {
    let mut held = Vec::new();
    while Instant::now() < until && held.len() < 900 {
        let mut socket = world.attacker.socket(server, &world.playing).await?;
        attacks::begin_message(socket.get_mut()).await?;
        held.push(socket);
    }
    tokio::time::sleep_until(until).await;
    Ok(held.len() as u64)
}
