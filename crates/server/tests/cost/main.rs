//! What one guest can cost the others: the largest request of every route, and the largest body that every route
//! accepts, valid or not.
#![cfg(target_os = "linux")]

#[path = "../support/large.rs"]
mod large;
mod largest;
mod meter;
mod requests;
mod test_server;

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::Mutex;

use crate::large::{desk_for_eight, situation};
use crate::largest::Largest;
use crate::meter::{Cost, Meter};
use crate::requests::{CostedRequest, World, full_desk};
use crate::test_server::{TestServer, User};

/// Only one is measured at a time.
static ALONE: Mutex<()> = Mutex::const_new(());

/// An unoptimised build takes many times as long, more so under load.
const SLOWER: u64 = if cfg!(debug_assertions) { 5 } else { 1 };

/// What a request may cost at the most.
const MOST: Cost = Cost {
    answering: Duration::from_millis(100 * SLOWER),
    all: Duration::from_secs(SLOWER),
    memory: 64 << 20,
};

async fn measured(server: &TestServer, by: &User, asked: &CostedRequest) -> (u16, Cost) {
    let body = (!asked.body.is_null()).then(|| asked.body.to_string());
    let path = format!("/api/v1{}", asked.path);
    let meter = Meter::begin(&server.answering);
    if asked.operation == "socket" {
        let status = by.watch(&path).await;
        return (status, meter.end());
    }
    let mut answer = by.send(asked.method, &path, body).await;
    let stream = asked.operation.ends_with("events");
    while answer.chunk().await.ok().flatten().is_some() && !stream {}
    (answer.status().as_u16(), meter.end())
}

fn too_much(cost: &Cost) -> bool {
    cost.answering > MOST.answering || cost.all > MOST.all || cost.memory > MOST.memory
}

fn operations(document: &Value) -> impl Iterator<Item = (&str, &str, &Value)> {
    let paths = document["paths"].as_object().unwrap().iter();
    paths.flat_map(|(path, item)| {
        let each = item.as_object().unwrap().iter();
        each.map(move |(method, it)| (method.as_str(), path.as_str(), it))
    })
}

#[tokio::test]
async fn the_largest_request_of_every_route_costs_little() {
    let _alone = ALONE.lock().await;
    let server = TestServer::open();
    let world = World::make(&server).await;
    let document = world.owner.send("GET", "/api/openapi.json", None).await.json().await.unwrap();
    let requests = world.requests();
    let asked: BTreeSet<_> = requests.iter().map(|asked| asked.operation).collect();
    let known: BTreeSet<_> =
        operations(&document).map(|(_, _, it)| it["operationId"].as_str().unwrap()).collect();
    assert_eq!(asked, known, "what is added to the API is to be measured");
    let mut wrong = Vec::new();
    for asked in &requests {
        let (status, cost) = measured(&server, &world.owner, asked).await;
        eprintln!("{status} {:24} {cost}", asked.operation);
        // What is refused early costs nothing and would prove nothing.
        let as_meant = match asked.refused {
            None => status < 300,
            Some(refused) => status == refused,
        };
        if too_much(&cost) || !as_meant {
            wrong.push(format!("{} {}: {status}, {cost}", asked.method, asked.path));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// As large as the document of the API allows, deep, and long.
fn bodies(document: &Value, schema: &Value, most: usize) -> [String; 4] {
    let largest = Largest { document, left: most * 9 / 10 }.of(schema, 0).to_string();
    let deep = "[".repeat(most);
    let long = Value::from("x".repeat(most - 2)).to_string();
    let wide = format!("[{}0]", "0,".repeat(most / 2 - 2));
    [largest, deep, long, wide]
}

#[tokio::test]
async fn the_largest_body_that_a_route_takes_in_costs_little() {
    let _alone = ALONE.lock().await;
    let server = TestServer::open();
    let owner = server.guest("Olga").await;
    let document: Value = owner.send("GET", "/api/openapi.json", None).await.json().await.unwrap();
    let with_body = operations(&document).filter(|(.., it)| it.get("requestBody").is_some());
    let mut wrong = Vec::new();
    for (method, path, operation) in with_body {
        let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
        for most in [16 << 10, 1 << 20] {
            for body in bodies(&document, schema, most) {
                let path = path.replace("{id}", "none").replace("{seat}", "0");
                let meter = Meter::begin(&server.answering);
                let answer = owner.try_send(&method.to_uppercase(), &path, Some(body)).await;
                let (status, cost) = (answer.map(|it| it.status().as_u16()).ok(), meter.end());
                eprintln!("{status:?} {method} {path} {most}: {cost}");
                if too_much(&cost) || status.is_some_and(|status| status >= 500) {
                    wrong.push(format!("{method} {path}: {status:?}, {cost}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn call(tool: &str, arguments: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#
    )
}

/// Many small values: few bytes of text, and many in memory.
fn values(bytes: usize) -> String {
    let one = r#"{"a":0},"#;
    format!("[{}0]", one.repeat(bytes / one.len() - 100))
}

/// What a program sends beside the API: messages of the Model Context Protocol, and reports of a game elsewhere.
#[tokio::test]
async fn the_largest_message_of_a_program_costs_little() {
    let _alone = ALONE.lock().await;
    let server = TestServer::open();
    let owner = server.guest("Olga").await;
    let mut others = Vec::new();
    for number in 0..7 {
        others.push(server.guest(&format!("Guest {number}")).await);
    }
    let desk = full_desk(&owner, &others).await;
    owner.ok("POST", &format!("/tables/{desk}/start"), Value::Null).await;
    let armed = owner.ok("PUT", &format!("/tables/{desk}/feed"), json!({})).await;
    let feed = format!("/postkey_ttpg?key={}", armed["key"].as_str().unwrap());
    let program = owner.program().await;
    let (large, small) = (values(1 << 20), values(16 << 10));
    let asked = [
        (200, "/mcp", call("judge", &format!(r#"{{"situation":{large}}}"#))),
        (200, "/mcp", call("judge", &format!(r#"{{"situation":{}}}"#, situation()))),
        (200, "/mcp", call("create_table", &format!(r#"{{"settings":{}}}"#, desk_for_eight()))),
        (200, "/mcp", call("rules", &format!(r#"{{"book":{small}}}"#))),
        (200, "/mcp", call("rules", r#"{"clause":"TI-1"}"#)),
        (200, "/mcp", call("look", &format!(r#"{{"table":"{desk}","structured":true}}"#))),
        (200, "/mcp", call("menu", &format!(r#"{{"table":"{desk}","limit":200}}"#))),
        (400, "/mcp", call("rules", &format!(r#"{{"book":{large}}}"#))),
        (400, "/mcp", "[".repeat(1 << 20)),
        (422, &feed, large.clone()),
        (422, &feed, format!(r#"{{"players":{large}}}"#)),
        (422, &feed, "[".repeat(1 << 20)),
    ];
    let mut wrong = Vec::new();
    for (expected, path, body) in asked {
        let head: String = body.chars().take(90).collect();
        let meter = Meter::begin(&server.answering);
        let answer = program.send("POST", path, Some(body)).await;
        let status = answer.status().as_u16();
        let said = answer.text().await.unwrap();
        let cost = meter.end();
        eprintln!("{status} {path:.14} {head:.90} {cost}");
        if status != expected || too_much(&cost) {
            wrong.push(format!("{path} {head}: {status}, {cost}: {said:.200}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
