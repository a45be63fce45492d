//! Replays, as anybody may submit them for verification.

use parley::contract::Subject;
use parley::replay::{Header, ReplayWriter, read, verify};
use parley::{Game, Seed, Table};
use serde_json::Value;

use crate::played::{RecordedGame, desks, wars};
use crate::target;

/// Short, because every fuzzed line is one of them.
const COMMANDS: usize = 40;

/// A game as a list of its lines.
fn saved<G: Subject>(setup: &G::Setup) -> Value {
    let seed = Seed::numbered(9, 4);
    let commands = RecordedGame::<G>::at_random(setup, 4, COMMANDS).commands;
    let mut table = Table::<G>::open(setup, seed).expect("a set-up that can be played");
    let header = Header::new::<G>(setup).expect("a set-up is JSON");
    let mut writer =
        ReplayWriter::<G, _>::begin(Vec::new(), &header, header.commitment(&seed)).expect("memory");
    let opening: Vec<_> =
        table.journal().entries().iter().map(|entry| entry.event.clone()).collect();
    writer.opening(&opening, table.game().digest()).expect("memory");
    for (seat, command) in &commands {
        let events = table.act(*seat, command).expect("it was played before").to_vec();
        writer.step(*seat, command, &events, table.game().digest()).expect("memory");
    }
    let file = writer.seal(seed, None).expect("memory");
    let lines = file.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice::<Value>(line).expect("a line is JSON")).collect()
}

fn examine<G: Game>(input: &[u8], good: &[Value]) {
    match read::<G>(&*fuzz::lines(input, good)) {
        Ok(replay) => {
            if let Err(divergence) = verify(&replay) {
                assert!(!divergence.to_string().is_empty());
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

#[test]
fn backchannel_replays() {
    let good: Vec<Value> = wars().iter().map(saved::<backchannel::Game>).collect();
    target!("backchannel_replays", |input: &[u8]| examine::<backchannel::Game>(input, &good));
}

#[test]
fn twilight_replays() {
    let good: Vec<Value> = desks().iter().map(saved::<twilight::Game>).collect();
    target!("twilight_replays", |input: &[u8]| examine::<twilight::Game>(input, &good));
}
