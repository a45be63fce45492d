//! Games to measure.
#![allow(dead_code, reason = "no bench uses all of it")]

use std::io;
use std::sync::Arc;

use arena::{ACTIONS_A_GAME, ArenaPlayer, GameObserver, PlayBuffers, Recorder, play};
use backchannel::map::library;
use backchannel::{Command, Event, Game, Rules, Setup};
use bots::Random;
use parley::replay::{Header, Replay, read, verify};
use parley::{Game as _, Seat, Seed, StateHash};

/// Games in one measurement: enough to even out long and short ones.
pub(crate) const GAMES: u64 = 40;

/// A standard table on a map of the library.
pub(crate) fn rules(map: &str, seats: usize) -> Arc<Rules> {
    let map = library::find(map).expect("it is one of ours");
    let setup = Setup::standard(map.file().clone(), seats);
    Arc::new(Rules::new(setup).expect("our maps can be played"))
}

/// Plays game `number` at random and returns how many actions it took, and the final state.
pub(crate) fn random_game(
    rules: &Arc<Rules>,
    number: u64,
    desk: &mut PlayBuffers,
    watch: &mut impl GameObserver,
) -> (u64, Game) {
    let mut game = Game::deal(Arc::clone(rules), seed(number));
    let chance = |seat: Seat| Seed::numbered(number, 1).stream(seat.0.into());
    let mut players: Vec<ArenaPlayer> = Seat::all(rules.seats())
        .map(|seat| ArenaPlayer { bot: Box::new(Random), chance: chance(seat) })
        .collect();
    let actions = play(&mut game, &mut players, ACTIONS_A_GAME, desk, watch);
    (actions.expect("random play keeps to the rules"), game)
}

fn seed(number: u64) -> Seed {
    Seed::numbered(number, 0)
}

/// Plays all games; the number of actions is the result to check.
pub(crate) fn random_games(
    rules: &Arc<Rules>,
    desk: &mut PlayBuffers,
    watch: &mut impl GameObserver,
) -> u64 {
    (0..GAMES).map(|number| random_game(rules, number, desk, watch).0).sum()
}

/// Checks that game 0 follows from its seed and its commands, and how it ends.
pub(crate) fn check(rules: &Arc<Rules>, watch: &mut impl GameObserver) {
    let (replay, hash) = recorded(rules, 0);
    let verified = verify(&replay).map_err(|divergence| divergence.to_string());
    assert_eq!(verified.map(|table| table.game().digest()), Ok(hash));
    let (actions, game) = random_game(rules, 0, &mut PlayBuffers::default(), watch);
    assert_eq!((actions, game.digest()), (replay.steps.len() as u64, hash));
}

/// Loads a game from its file, and returns the hash of its last state.
pub(crate) fn recorded(rules: &Arc<Rules>, number: u64) -> (Replay<Game>, StateHash) {
    let (text, hash) = written(rules, number);
    (read(&text[..]).expect("what was written can be read"), hash)
}

/// The file of a game, and the hash of its last state.
pub(crate) fn written(rules: &Arc<Rules>, number: u64) -> (Vec<u8>, StateHash) {
    let header = Header::new::<Game>(&rules.setup()).expect("a set-up is plain data");
    let recorder = Recorder::begin(Vec::new(), &header, seed(number));
    let mut recorder = recorder.expect("memory takes it");
    let (_, game) = random_game(rules, number, &mut PlayBuffers::default(), &mut recorder);
    (recorder.seal(None).expect("memory takes it"), game.digest())
}

/// An observer that does nothing.
pub(crate) struct Nobody;

impl GameObserver for Nobody {
    fn opened(&mut self, _: &Game, _: &[Event]) -> io::Result<()> {
        Ok(())
    }

    fn acted(&mut self, _: &Game, _: Seat, _: &Command, _: &[Event]) -> io::Result<()> {
        Ok(())
    }
}
