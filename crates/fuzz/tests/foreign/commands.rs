//! Commands, as a seat sends them.

use parley::contract::Subject;
use parley::{Game, Options as _, Refusal as _, Seat};
use serde_json::Value;

use crate::played::{RecordedGame, desks, look_around, wars};
use crate::target;

struct Positions<G> {
    games: Vec<G>,
    commands: Vec<Value>,
}

impl<G: Subject> Positions<G> {
    fn of(setups: &[G::Setup], commands: usize) -> Positions<G> {
        let played = setups.iter().zip(0..).map(|(setup, seed)| {
            let played = RecordedGame::<G>::at_random(setup, seed, commands);
            let samples = played.samples();
            (played.positions, samples)
        });
        let (games, commands): (Vec<_>, Vec<_>) = played.unzip();
        Positions { games: games.concat(), commands: commands.concat() }
    }

    /// The first byte picks the position, the second the seat, the rest is the command.
    fn examine(&self, input: &[u8]) {
        let [place, seat, rest @ ..] = input else { return };
        let game = &self.games[usize::from(*place) % self.games.len()];
        let seat = if *seat < 200 { Seat(seat % game.seats().len() as u8) } else { Seat(*seat) };
        let text = fuzz::document(rest, &self.commands);
        if let Ok(command) = serde_json::from_slice::<G::Command>(&text) {
            carry_out(game, seat, &command);
        }
    }
}

fn carry_out<G: Game>(game: &G, seat: Seat, command: &G::Command) {
    let written = serde_json::to_string(command).expect("a command is plain data");
    let again = serde_json::from_str::<G::Command>(&written).expect("what was read can be read");
    assert_eq!(again, *command);
    let mut events = Vec::new();
    let decided = game.decide(seat, command, &mut events);
    if game.seats().contains(seat) {
        assert_eq!(game.options(seat).contains(command), decided.is_ok(), "{seat}: {command:?}");
    }
    match decided {
        Ok(()) => {
            let mut after = game.clone();
            events.iter().for_each(|event| after.evolve(event));
            look_around(&after);
        }
        Err(refusal) => {
            assert_eq!(events, [], "a refusal changes nothing");
            assert!(!refusal.to_string().is_empty() && !refusal.clause().to_string().is_empty());
        }
    }
}

#[test]
fn backchannel_commands() {
    let positions = Positions::<backchannel::Game>::of(&wars(), 600);
    target!("backchannel_commands", |input: &[u8]| positions.examine(input));
}

#[test]
fn twilight_commands() {
    let positions = Positions::<twilight::Game>::of(&desks(), 300);
    target!("twilight_commands", |input: &[u8]| positions.examine(input));
}
