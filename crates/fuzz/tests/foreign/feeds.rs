//! Reports of games that are recorded elsewhere.

use parley::{Game as _, Seat, Seed};
use serde_json::Value;
use twilight::ability::faction::Faction;
use twilight::desk::fact::FeedSource;
use twilight::desk::setup::{Setup, Sitting};
use twilight::{Command, Game, feed};

use crate::target;

fn good() -> Vec<Value> {
    let files = [
        include_str!("../../../twilight/tests/data/feeds/ttpg.json"),
        include_str!("../../../twilight/tests/data/feeds/asyncti4.json"),
    ];
    files.map(|text| serde_json::from_str(text).expect("JSON")).to_vec()
}

fn desk() -> Game {
    let factions = ["Sol", "Hacan", "Keleres"];
    let sitting = |name: &&str| Sitting::new(*name, Faction::find(name).expect("a faction"));
    let setup = Setup::standard(factions.iter().map(sitting).collect());
    Game::start(&setup, Seed::numbered(1, 1)).expect("a desk")
}

/// Two reports, one after the other: the first may bring the map of which the second speaks.
#[test]
fn feeds() {
    let (good, desk) = (good(), desk());
    target!("feeds", |input: &[u8]| {
        let text = fuzz::document(input, &good);
        let mut desk = desk.clone();
        for source in [FeedSource::TabletopPlayground, FeedSource::Asyncti4].repeat(2) {
            let report = match feed::read(source, &text) {
                Ok(report) => report,
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    continue;
                }
            };
            let command = Command::Sync { source, facts: desk.facts(&report) };
            let mut events = Vec::new();
            if desk.decide(Seat(0), &command, &mut events).is_ok() {
                events.iter().for_each(|event| desk.evolve(event));
                serde_json::to_vec(&desk.view(parley::Audience::Spectator)).expect("plain data");
            }
        }
    });
}
