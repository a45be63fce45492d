//! Reads what is on disk, decides everything again, and compares.

use std::collections::HashSet;

use backchannel::Game;
use parley::{Game as _, Seat, StateHash};
use serde::Deserialize;
use server::document;
use server::lobby::TableRecord;
use server::ruleset::Ruleset as _;
use server::store::{Step, Store};

use crate::player::Receipt;

/// A step as it is on disk.
#[derive(Deserialize)]
#[serde(tag = "step", rename_all = "snake_case")]
enum Body {
    Opened {
        events: Vec<backchannel::Event>,
        hash: StateHash,
    },
    Played {
        seat: Seat,
        command: backchannel::Command,
        events: Vec<backchannel::Event>,
        hash: StateHash,
        told: u32,
    },
    Company {},
}

/// The commands of people that are on disk, in order, after everything has been decided again.
///
/// # Panics
/// If a step is missing, is there twice, or is not what the rules make of its command.
pub async fn commands(store: &dyn Store, table: &str) -> Vec<(String, u32)> {
    let record = document::load::<TableRecord>(store, table).await.unwrap().expect("a table").value;
    let started = record.game.expect("it was started");
    let basis = Game::basis(store, &started.setup).await.unwrap();
    let mut game = Game::begin(&basis, started.seed);
    let steps = store.steps(table, 0).await.unwrap();
    let (mut commands, mut known) = (Vec::new(), HashSet::new());
    for (place, step) in steps.iter().enumerate() {
        assert_eq!(step.seq as usize, place, "{table} lacks a step");
        let told = decide_again(&mut game, step, table);
        if let Some(mark) = &step.mark {
            assert!(known.insert(mark.clone()), "{table} has {mark} twice");
            commands.push((mark.clone(), told.expect("a person's command")));
        }
    }
    commands
}

/// The number of the news, for a command.
fn decide_again(game: &mut Game, step: &Step, table: &str) -> Option<u32> {
    let body = serde_json::from_str(&step.body).expect("what is on disk can be read");
    let mut decided = Vec::new();
    let (events, hash, told) = match body {
        Body::Opened { events, hash } => {
            game.opening(&mut decided);
            (events, hash, None)
        }
        Body::Played { seat, command, events, hash, told } => {
            let refused = game.decide(seat, &command, &mut decided).err();
            assert_eq!(refused, None, "step {} of {table} is against the rules", step.seq);
            (events, hash, Some(told))
        }
        Body::Company {} => return None,
    };
    assert_eq!(events, decided, "step {} of {table} is decided otherwise", step.seq);
    events.iter().for_each(|event| game.evolve(event));
    assert_eq!(game.digest(), hash, "the state after step {} of {table}", step.seq);
    told
}

/// Everything that was acknowledged comes first, in its order and with its number.
///
/// # Panics
/// If anything acknowledged is lost or has moved.
pub fn compare(table: &str, commands: &[(String, u32)], receipts: &[Receipt]) {
    assert!(commands.len() >= receipts.len(), "{table} has lost acknowledged commands");
    for ((mark, told), receipt) in commands.iter().zip(receipts) {
        let acknowledged = (receipt.mark(), receipt.seq);
        assert_eq!((mark.clone(), *told), acknowledged, "{table} is in another order");
    }
}
