//! A table from its creation to its end.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::follower::Follower;
use crate::lock;
use crate::person::{Person, insist};
use crate::player::SimulatedPlayer;
use crate::world::World;

/// Tables one after the other, for as long as the world lasts.
pub(crate) async fn host(world: Arc<World>, people: Vec<Person>) {
    loop {
        let settings = settings(&world, people.len());
        if let Some(table) = gather(&world, &people, &settings).await {
            world.line(|| format!("table {table} has begun: {settings}"));
            play(&world, &table, &people).await;
            look_back(&world, &table, &people).await;
            world.line(|| format!("table {table} is over"));
            lock(&world.counts).tables += 1;
            world.forget(&table);
        }
        world.wait(20_000).await;
    }
}

fn settings(world: &World, people: usize) -> Value {
    let seats = (people as u64 + world.below(3)).clamp(2, 4);
    let clock = match world.below(4) {
        0 => json!({ "pace": "none" }),
        1 => json!({ "pace": "post", "turn_hours": 1, "window_hours": 1 }),
        _ => json!({
            "pace": "live", "turn_seconds": 10 + world.below(60), "window_seconds": 5 + world.below(30),
            "bank_seconds": world.below(60),
        }),
    };
    let relief = (world.one_in(3) && seats > people as u64).then(|| 1 + world.below(3));
    json!({
        "title": "Simulated",
        "bot_pace_ms": world.below(3_000),
        "clock": clock,
        "anonymous": world.one_in(4),
        "relief_after": relief,
        "spectators": { "allowed": true, "delay_seconds": if world.one_in(2) { world.below(90) } else { 0 } },
        "game": {
            "ruleset": "backchannel", "map": "wherrymouth", "seats": seats,
            "settings": { "round_limit": 2 + world.below(4), "fog": !world.one_in(4) },
        },
    })
}

/// A table that has begun; `None` if it could not be created or started.
async fn gather(world: &World, people: &[Person], settings: &Value) -> Option<String> {
    let owner = people.first()?;
    let made = insist(world, Some(owner), ("POST", "/api/v1/tables"), Some(settings)).await;
    let Some(table) = made.json["id"].as_str().map(str::to_owned) else {
        world.fail(format!("a table was answered {}: {}", made.status, made.json));
        return None;
    };
    let path = format!("/api/v1/tables/{table}");
    for person in &people[1..] {
        let sit = format!("{path}/seats");
        // Whoever already sits there has only missed the response.
        insist(world, Some(person), ("POST", &sit), Some(&json!({}))).await;
    }
    let seats = settings["game"]["seats"].as_u64()?;
    for seat in people.len() as u64..seats {
        let bot = ["random", "soldier", "envoy"][world.below(3) as usize];
        let bot = json!({ "bot": bot });
        insist(world, Some(owner), ("PUT", &format!("{path}/seats/{seat}/bot")), Some(&bot)).await;
    }
    insist(world, Some(owner), ("POST", &format!("{path}/start")), Some(&json!({}))).await;
    let shown = insist(world, Some(owner), ("GET", &path), None).await;
    if shown.json["standing"] == "gathering" {
        world.fail(format!("table {table} cannot be started: {}", shown.json));
        return None;
    }
    Some(table)
}

async fn play(world: &World, table: &str, people: &[Person]) {
    let mut players = Vec::new();
    for person in people {
        if let Some(seat) = seat_of(world, table, person).await {
            players.push(SimulatedPlayer::new(world, table, Some(person), Some(seat)).run());
        }
    }
    players.push(SimulatedPlayer::new(world, table, None, None).run());
    futures::future::join_all(players).await;
}

async fn seat_of(world: &World, table: &str, person: &Person) -> Option<u8> {
    let path = format!("/api/v1/tables/{table}");
    let shown = insist(world, Some(person), ("GET", &path), None).await;
    let seat = shown.json["yours"][0].as_u64();
    if seat.is_none() {
        world.fail(format!("{} has no seat at {table}: {}", person.name, shown.json));
    }
    seat.map(|seat| seat as u8)
}

/// The history of a finished game equals what was sent during it.
async fn look_back(world: &World, table: &str, people: &[Person]) {
    let Some(steps) = world.oracle(table, crate::oracle::Oracle::steps) else { return };
    lock(&world.counts).steps += steps as u64;
    for person in people {
        let Some(seat) = seat_of(world, table, person).await else { continue };
        let path = format!("/api/v1/tables/{table}/history?eyes={seat}");
        let told = insist(world, Some(person), ("GET", &path), None).await;
        let Some(messages) = told.json.as_array() else {
            world.fail(format!(
                "the history of {table} was answered {}: {}",
                told.status, told.json
            ));
            continue;
        };
        let mut follower: Option<Follower> = None;
        for message in messages {
            let heard = match &mut follower {
                Some(follower) => follower.hear(message),
                None => Follower::of(message).map(|it| follower = Some(it)),
            };
            if let Err(why) = heard {
                world.fail(format!("the history of {table}: {why}"));
            }
        }
        let Some(follower) = follower else { continue };
        let checked = world.oracle(table, |oracle| {
            let last = oracle.last(Some(seat));
            if last != follower.seq {
                return Err(format!("it ends at {} of {last}", follower.seq));
            }
            oracle.check_view(Some(seat), follower.seq, &follower.view, &follower.options)
        });
        if let Some(Err(why)) = checked {
            world.fail(format!("the history of {table}: {why}"));
        }
    }
}
