//! Two processes on one database: either takes commands for any table, and either can be killed.

use std::time::Duration;

use anyhow::{Context as _, Result};
use reqwest::Method;
use serde_json::{Value, json};
use server::store::{self, Store};
use tokio::time::Instant;

use crate::chance::SplitMix64;
use crate::options::SeatOptions;
use crate::person::Person;
use crate::postgres;
use crate::process::ServerProcess;
use crate::seat::SeatClient;
use crate::table::{CrashTable, gather};

/// What takes longer than this, on however busy a machine, will not happen.
const PATIENCE: Duration = Duration::from_secs(300);

/// Somebody who sends commands to whichever process.
struct Hand<'a> {
    table: &'a CrashTable,
    sent: u32,
}

impl Hand<'_> {
    /// Who may move, and what.
    async fn turn(&self, address: &str) -> Result<(usize, Value)> {
        for (seat, person) in self.table.people.iter().enumerate() {
            let view = person.get(address, &format!("/tables/{}/view", self.table.id)).await?;
            let options: SeatOptions = serde_json::from_value(view["options"].clone())?;
            if let Some(command) = options.command() {
                return Ok((seat, command));
            }
        }
        anyhow::bail!("nobody may move at {}", self.table.id)
    }

    /// The `seq` of the first seat.
    async fn told(&self, address: &str) -> Result<u64> {
        let path = format!("/tables/{}/view", self.table.id);
        let view = self.table.people[0].get(address, &path).await?;
        view["seq"].as_u64().context("a number")
    }

    fn order(&mut self, command: &Value) -> Value {
        self.sent += 1;
        json!({"id": self.sent.to_string(), "command": command})
    }

    async fn send(&self, address: &str, seat: usize, order: &Value) -> Result<(u16, Value)> {
        let path = format!("/tables/{}/commands", self.table.id);
        let person = &self.table.people[seat];
        let answer = person.ask(address, Method::POST, &path, Some(order)).await?;
        Ok((answer.status, answer.json))
    }
}

/// Reads until `count` messages have come, and returns the log lines of each.
async fn listen(seat: &mut SeatClient, count: usize) -> Result<Vec<(Option<u32>, Value)>> {
    let mut news = Vec::new();
    while news.len() < count {
        let heard = tokio::time::timeout(PATIENCE, seat.hear()).await;
        let heard = heard.with_context(|| format!("{} of {count} news came", news.len()))??;
        if heard.r#type == "news" {
            news.push((heard.seq, heard.log));
        }
    }
    Ok(news)
}

async fn two() -> Result<(String, ServerProcess, ServerProcess)> {
    let db = postgres::database().await;
    let first = ServerProcess::start(&db).await?;
    let second = ServerProcess::start(&db).await?;
    Ok((db, first, second))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_watches_sees_everything_in_order_wherever_it_was_done() -> Result<()> {
    const STEPS: usize = 60;
    let mut chance = SplitMix64::announced("watching");
    let (_, first, second) = two().await?;
    let addresses = [&*first.address, &*second.address];
    let table = CrashTable::begin(addresses[0], json!({})).await?;
    let spectator = Person::guest(addresses[1], "Spectator").await?;
    let mut watchers = Vec::new();
    for person in [&table.people[0], &table.people[1], &spectator] {
        for address in addresses {
            let mut watcher = SeatClient::new(person.clone(), &table.id);
            watcher.connect(address).await?;
            assert_eq!(watcher.hear().await?.r#type, "view");
            watchers.push(watcher);
        }
    }
    let mut hand = Hand { table: &table, sent: 0 };
    for _ in 0..STEPS {
        // A process that has not heard of the last step yet has to catch up by itself.
        let [looked, sent] = [chance.below(2) as usize, chance.below(2) as usize];
        let (seat, command) = newest(&hand, [addresses[looked], addresses[1 - looked]]).await?;
        let order = hand.order(&command);
        let (status, answer) = hand.send(addresses[sent], seat, &order).await?;
        assert_eq!(status, 200, "{answer}");
    }
    let mut heard = Vec::new();
    for watcher in &mut watchers {
        heard.push(listen(watcher, STEPS).await?);
    }
    for pair in heard.chunks(2) {
        assert_eq!(pair[0], pair[1], "both processes tell the same");
    }
    Ok(())
}

/// Who may move, by the view of the process that is ahead.
async fn newest(hand: &Hand<'_>, addresses: [&str; 2]) -> Result<(usize, Value)> {
    let path = format!("/tables/{}/view", hand.table.id);
    let mut best: Option<(u64, &str)> = None;
    for address in addresses {
        let view = hand.table.people[0].get(address, &path).await?;
        let seq = view["seq"].as_u64().context("a number")?;
        if best.is_none_or(|(known, _)| seq > known) {
            best = Some((seq, address));
        }
    }
    hand.turn(best.context("two processes")?.1).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_to_both_at_once_are_done_once_each() -> Result<()> {
    const TURNS: usize = 40;
    let (_, first, second) = two().await?;
    let (one, other) = (&*first.address, &*second.address);
    let table = CrashTable::begin(one, json!({})).await?;
    let mut hand = Hand { table: &table, sent: 0 };
    let begun = hand.told(one).await?;
    let mut accepted = Vec::new();
    for turn in 0..TURNS {
        let (seat, command) = newest(&hand, [one, other]).await?;
        let order = hand.order(&command);
        // The same command twice, or two that may both be legal.
        let rival = if turn % 2 == 0 { order.clone() } else { hand.order(&command) };
        let answers =
            tokio::try_join!(hand.send(one, seat, &order), hand.send(other, seat, &rival))?;
        for (order, (status, answer)) in [(&order, answers.0.clone()), (&rival, answers.1.clone())]
        {
            match status {
                200 if accepted.iter().any(|(_, known, _)| known == order) => {}
                200 => accepted.push((seat, order.clone(), answer)),
                // Of two competing commands one may come too late.
                422 => {}
                other => panic!("{other}: {answer}"),
            }
        }
        if turn % 2 == 0 {
            assert_eq!(answers.0, answers.1, "one command has one answer");
        } else {
            assert!(answers.0.0 == 200 || answers.1.0 == 200, "one of two comes first");
        }
    }
    for address in [one, other] {
        for (seat, order, receipt) in &accepted {
            let again = hand.send(address, *seat, order).await?;
            assert_eq!(again, (200, receipt.clone()), "it was done once, and is remembered");
        }
        let done = hand.told(address).await? - begun;
        assert_eq!(done, accepted.len() as u64, "what was accepted is what was done");
    }
    Ok(())
}

/// The response to a seat over its socket.
async fn answer(seat: &mut SeatClient, id: &str, command: &Value) -> Result<Option<Value>> {
    seat.say(id, command).await?;
    loop {
        let heard = tokio::time::timeout(PATIENCE, seat.hear()).await??;
        if heard.id.as_deref() == Some(id) {
            return Ok(heard.problem);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_is_not_refused_because_its_process_has_not_heard_of_the_last_one() -> Result<()> {
    const TURNS: usize = 20;
    let (_, first, second) = two().await?;
    let (one, other) = (&*first.address, &*second.address);
    let table = CrashTable::begin(one, json!({})).await?;
    let mut seats = Vec::new();
    for person in &table.people {
        let mut lines = [one, other].map(|_| SeatClient::new(person.clone(), &table.id));
        for (line, address) in lines.iter_mut().zip([one, other]) {
            line.connect(address).await?;
        }
        seats.push(lines);
    }
    let mut hand = Hand { table: &table, sent: 0 };
    let mut turns = 0;
    while turns < TURNS {
        let (by, command) = newest(&hand, [one, other]).await?;
        if command["type"] != "end_attack" {
            let order = hand.order(&command);
            assert_eq!(hand.send(one, by, &order).await?.0, 200);
            continue;
        }
        turns += 1;
        let [here, there] = &mut seats[by];
        let end = json!({"type": "end_turn"});
        assert_eq!(answer(here, &format!("attack {turns}"), &command).await?, None);
        assert_eq!(answer(there, &format!("turn {turns}"), &end).await?, None, "turn {turns}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_one_goes_the_other_takes_over() -> Result<()> {
    let (db, first, second) = two().await?;
    let (lost, left) = (first.address.clone(), second.address.clone());
    let store = store::address::open(&db).await?;
    let played = CrashTable::begin(&lost, json!({})).await?;
    let bots = among_bots(&lost).await?;
    let clock = json!({"pace": "live", "turn_seconds": 10, "window_seconds": 5, "bank_seconds": 0});
    let late = CrashTable::begin(&lost, json!({ "clock": clock })).await?;
    let mut seat = SeatClient::new(played.people[0].clone(), &played.id);
    seat.connect(&lost).await?;
    seat.hear().await?;
    let mut hand = Hand { table: &played, sent: 0 };
    for _ in 0..5 {
        let (by, command) = hand.turn(&lost).await?;
        let order = hand.order(&command);
        assert_eq!(hand.send(&lost, by, &order).await?.0, 200);
    }
    listen(&mut seat, 3).await?;
    let before = [steps(&*store, &bots).await?, steps(&*store, &late.id).await?];
    first.kill().await?;
    // The seat has seen three of five; the last command is repeated, and another one made.
    while seat.hear().await.is_ok() {}
    let seen = seat.seq;
    let (by, command) = hand.turn(&left).await?;
    let order = hand.order(&command);
    assert_eq!(hand.send(&left, by, &order).await?.0, 200);
    seat.connect(&left).await?;
    let missed = listen(&mut seat, 1).await?;
    assert_eq!(missed[0].0, seen.map(|seen| seen + 1), "it goes on where it stopped");
    let deadline = Instant::now() + PATIENCE;
    let tables = [(&*bots, "bot"), (&*late.id, "caretaker")];
    for ((table, by), before) in tables.into_iter().zip(before) {
        while !moved_by(&*store, table, before, by).await? {
            assert!(Instant::now() < deadline, "no {by} moves at a table that lost its process");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    Ok(())
}

/// A table at which it is always a bot's turn, and which only this process has in memory.
async fn among_bots(address: &str) -> Result<String> {
    let owner = Person::guest(address, "Owner").await?;
    let id = gather(address, &owner, json!({"bot_pace_ms": 2000})).await?;
    owner.send(address, Method::DELETE, &format!("/tables/{id}/seats/0"), json!({})).await?;
    for seat in 0..2 {
        let bot = json!({"bot": "soldier"});
        owner.send(address, Method::PUT, &format!("/tables/{id}/seats/{seat}/bot"), bot).await?;
    }
    owner.send(address, Method::POST, &format!("/tables/{id}/start"), json!({})).await?;
    Ok(id)
}

async fn steps(store: &dyn Store, table: &str) -> Result<u32> {
    Ok(store.steps(table, 0).await?.len() as u32)
}

async fn moved_by(store: &dyn Store, table: &str, since: u32, by: &str) -> Result<bool> {
    let steps = store.steps(table, since).await?;
    let hand = format!("\"hand\":\"{by}\"");
    Ok(steps.iter().any(|step| step.body.contains(&hand)))
}
