//! Checks that everything that was acknowledged is there, once and in order, through the public API.

use std::collections::{BTreeMap, HashMap};
use std::process::Stdio;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::process::Command;
use tokio::sync::watch;

use crate::chance::SplitMix64;
use crate::game::{AcknowledgedCommand, CrashGame};

type Address = watch::Receiver<String>;

/// How many of the last commands, and of those before them, are checked.
const SAMPLE: usize = 3;
const PAGE: u64 = 500;

/// Retries some commands of a game in play.
pub async fn sample(game: &CrashGame, address: &Address, chance: &mut SplitMix64) {
    let mut receipts = game.receipts();
    let last = receipts.split_off(receipts.len().saturating_sub(SAMPLE));
    chance.shuffle(&mut receipts);
    for receipt in last.iter().chain(receipts.iter().take(SAMPLE)) {
        ask_again(game, address, receipt).await;
    }
}

/// Every check of a game that nobody plays any more. `told` is the `seq` of each seat, `heard` the lines of the log
/// that it was sent live.
pub async fn whole(game: &CrashGame, address: &Address, told: [u32; 2], heard: &[LogLines; 2]) {
    for receipt in game.receipts() {
        ask_again(game, address, &receipt).await;
    }
    for (person, told) in game.people.iter().zip(told) {
        let view = person.insist(address, Method::GET, &game.view(), None).await;
        assert_eq!(view["seq"], told, "{} has gone on by itself", game.table);
    }
    let logs = [log(game, address, 0).await, log(game, address, 1).await];
    for (log, heard) in logs.iter().zip(heard) {
        for (number, line) in heard {
            assert_eq!(log.get(*number as usize), Some(line), "a line of {}", game.table);
        }
    }
    compare_orders(game, &logs);
}

pub type LogLines = BTreeMap<u64, Value>;

/// Retries these commands of a game.
pub async fn again(game: &CrashGame, address: &Address, receipts: &[AcknowledgedCommand]) {
    for receipt in receipts {
        ask_again(game, address, receipt).await;
    }
}

/// A retry gets the same receipt.
async fn ask_again(game: &CrashGame, address: &Address, receipt: &AcknowledgedCommand) {
    let AcknowledgedCommand { seat, id, command, seq } = receipt;
    let order = json!({"id": id, "command": command});
    let person = &game.people[*seat];
    let again = person.insist(address, Method::POST, &game.commands(), Some(&order)).await;
    assert_eq!(again, json!({"id": id, "seq": seq}), "{} has forgotten {order}", game.table);
}

/// The whole log of a seat, without gaps.
async fn log(game: &CrashGame, address: &Address, seat: usize) -> Vec<Value> {
    let mut lines: Vec<Value> = Vec::new();
    loop {
        let before = match lines.first() {
            Some(first) => format!("&before={}", first["n"]),
            None => String::new(),
        };
        let path = format!("/tables/{}/log?limit={PAGE}{before}", game.table);
        let page = game.people[seat].insist(address, Method::GET, &path, None).await;
        let Value::Array(page) = page else { panic!("a page of the log is {page}") };
        let is_last = page.len() < PAGE as usize;
        lines.splice(0..0, page);
        if is_last {
            break;
        }
    }
    for (number, line) in lines.iter().enumerate() {
        assert_eq!(line["n"], number, "a line is missing in the log of {}", game.table);
    }
    lines
}

/// Lines that both seats were sent are in the same order.
fn compare_orders(game: &CrashGame, logs: &[Vec<Value>; 2]) {
    let told = logs
        .each_ref()
        .map(|log| log.iter().map(|line| line["notice"].to_string()).collect::<Vec<_>>());
    let counts = told.each_ref().map(|notices| {
        let mut counts = HashMap::new();
        for notice in notices {
            *counts.entry(notice.as_str()).or_insert(0) += 1;
        }
        counts
    });
    let once = |notice: &&String| counts.iter().all(|it| it.get(notice.as_str()) == Some(&1));
    let [first, second] = told.each_ref().map(|it| it.iter().filter(once).collect::<Vec<_>>());
    assert!(!first.is_empty(), "the seats of {} have nothing in common", game.table);
    assert_eq!(first, second, "the seats of {} were told in another order", game.table);
}

/// The replay of a finished game has the acknowledged commands and no others, and everything in it follows the rules.
pub async fn replay(game: &CrashGame, address: &Address) {
    let path = format!("/tables/{}/replay", game.table);
    let file = game.people[0].insist(address, Method::GET, &path, None).await;
    let file = file.as_str().expect("a replay is text");
    let lines = file.lines().map(|line| serde_json::from_str(line).expect("lines of JSON"));
    let steps = lines.filter(|line: &Value| !line["command"].is_null());
    let steps: Vec<_> = steps.map(|line| (line["seat"].clone(), line["command"].clone())).collect();
    let receipts = game.receipts().into_iter();
    let played: Vec<_> = receipts.map(|it| (json!(it.seat), it.command)).collect();
    assert_eq!(steps, played, "the replay of {} has other commands", game.table);
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("game.ndjson");
    std::fs::write(&place, file).unwrap();
    let mut verify = Command::new(env!("CARGO_BIN_EXE_backchannel"));
    verify.arg("replay").arg(&place).arg("--verify").stdout(Stdio::null());
    let verified = verify.status().await.unwrap();
    assert!(verified.success(), "the replay of {} is not true", game.table);
}
