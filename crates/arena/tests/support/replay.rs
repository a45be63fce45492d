//! Replay files, and errors in them.

use std::sync::Arc;

use arena::{ACTIONS_A_GAME, ArenaPlayer, PlayBuffers, Recorder, file_name, play, simulate};
use backchannel::{Game, Rules};
use parley::replay::{Header, Mismatch, Replay, ReplayFault, read, verify};
use parley::{Entropy, Game as _, Secret, Seed, SeedSource};

use super::{plan, setup};

/// The text of one saved game.
pub(crate) fn saved() -> String {
    let directory = tempfile::tempdir().unwrap();
    simulate(&plan(3).games(2).seed(11).save(directory.path()), |_| ()).unwrap();
    let text = |number| std::fs::read_to_string(directory.path().join(file_name(number))).unwrap();
    assert_ne!(text(0), text(1));
    text(0)
}

pub(crate) fn parsed(text: &str) -> Replay<Game> {
    read(text.as_bytes()).unwrap()
}

/// The file with one of its lines, counted from 1, changed.
pub(crate) fn with_line(text: &str, line: usize, change: impl Fn(&str) -> String) -> String {
    let lines = text.lines().zip(1..).map(|(old, number)| match number == line {
        true => change(old),
        false => old.to_owned(),
    });
    lines.map(|line| line + "\n").collect()
}

/// The line and the error from reading.
pub(crate) fn fault(text: &str) -> (usize, ReplayFault) {
    let error = read::<Game>(text.as_bytes()).map(|_| ()).unwrap_err();
    (error.line, error.fault)
}

/// The line and the mismatch from verifying.
pub(crate) fn mismatch(text: &str) -> (usize, Mismatch<Game>) {
    let divergence = verify(&parsed(text)).map(|_| ()).unwrap_err();
    (divergence.line, divergence.mismatch)
}

/// A game whose seed nobody chose: the last of three seats is a bot's.
pub(crate) fn drawn() -> String {
    let bytes = |byte| Some(Entropy::from_bytes([byte; 32]));
    played(&SeedSource {
        secret: Secret::from_bytes([1; 32]),
        entropy: vec![bytes(2), bytes(3), None],
    })
}

pub(crate) fn played(source: &SeedSource) -> String {
    let rules = Arc::new(Rules::new(setup(3)).unwrap());
    let seed = source.seed();
    let secret = source.secret.commitment();
    let header = Header::drawn::<Game>(&rules.setup(), Game::VERSIONS, secret, true).unwrap();
    let mut recorder = Recorder::begin(Vec::new(), &header, seed).unwrap();
    let mut game = Game::deal(rules, seed);
    let player = |stream| ArenaPlayer {
        bot: Box::new(bots::Random),
        chance: Seed::numbered(1, 1).stream(stream),
    };
    let mut players: Vec<_> = (0..3).map(player).collect();
    let mut buffers = PlayBuffers::default();
    play(&mut game, &mut players, ACTIONS_A_GAME, &mut buffers, &mut recorder).unwrap();
    String::from_utf8(recorder.seal(Some(source)).unwrap()).unwrap()
}
