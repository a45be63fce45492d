//! How long bots take to decide at a table of people.

use std::sync::Arc;
use std::time::{Duration, Instant};

use backchannel::map::library;
use backchannel::{Command, Rules, Setup};
use bots::NAMES;
use games::Backchannel;
use parley::{Audience, Game as _, Seat, Seed};
use server::ruleset::{BotMemory as _, BotPlayer, Ruleset};

/// Nobody waits longer for a bot at the default level.
const MOMENT: Duration = Duration::from_millis(300);

/// A game between bots as a live table asks them, and how long each decision took.
struct Sitting {
    game: Backchannel,
    bots: Vec<Box<dyn BotPlayer<Backchannel>>>,
    chance: parley::Chance,
    took: Vec<(Duration, &'static str)>,
    names: Vec<&'static str>,
}

impl Sitting {
    fn on(map: &str, seats: usize) -> Sitting {
        let file = library::find(map).expect("the library has it").file().clone();
        let rules = Arc::new(Rules::new(Setup::standard(file, seats)).expect("it can be played"));
        let mut game = Backchannel::begin(&rules, Seed::numbered(5, seats as u64));
        let mut events = Vec::new();
        game.opening(&mut events);
        events.iter().for_each(|event| game.evolve(event));
        let memory = <Backchannel as Ruleset>::Memory::begin(&game);
        // The one that takes longest comes first, so that it is at every table.
        let names: Vec<&str> = NAMES.iter().rev().copied().take(seats).collect();
        let bots = Seat::all(seats)
            .zip(&names)
            .map(|(seat, name)| game.player(name, seat, &memory).expect("it is in the cast"));
        let bots = bots.collect();
        let chance = Seed::numbered(6, 0).stream(0);
        Sitting { game, bots, chance, took: Vec::new(), names }
    }

    fn ask(&mut self, seat: Seat, answer: bool) -> Option<Command> {
        let view = self.game.view(Audience::Seat(seat));
        let mut options = self.game.options(seat);
        let bot = &mut self.bots[seat.index()];
        let began = Instant::now();
        let command = match answer {
            true => bot.answer(&view, &mut options, &mut self.chance, true),
            false => bot.act(&view, &mut options, &mut self.chance, false),
        };
        self.took.push((began.elapsed(), self.names[seat.index()]));
        command
    }

    fn carry_out(&mut self, seat: Seat, command: &Command) {
        let mut events = Vec::new();
        self.game.decide(seat, command, &mut events).expect("it is among the options");
        events.iter().for_each(|event| self.game.evolve(event));
    }

    /// Plays until that round, and has everybody answer what they are offered.
    fn play_to(&mut self, round: u16) {
        while self.game.current_round() < round {
            let Some(duty) = self.game.duty() else { return };
            let command = self.ask(duty.seat, false).expect("it is its turn");
            self.carry_out(duty.seat, &command);
            if let Command::Propose { to, .. } = command
                && let Some(answer) = self.ask(to, true)
            {
                self.carry_out(to, &answer);
            }
        }
    }
}

#[test]
fn bots_decide_within_a_moment() {
    let mut took = Vec::new();
    for (map, seats, rounds) in [("wherrymouth", 4, 6), ("trade-wind-sea", 6, 4)] {
        let mut sitting = Sitting::on(map, seats);
        sitting.play_to(rounds);
        took.extend(sitting.took);
    }
    took.sort_unstable();
    let (all, late) = (took.len(), took.iter().filter(|(took, _)| *took > MOMENT).count());
    let [median, longest] = [all / 2, all - 1].map(|at| took[at]);
    println!("{all} decisions, {late} of them late; median {median:?}, longest {longest:?}");
    // A busy machine may stop any thread for a while.
    assert!(all > 300 && late * 100 <= all, "{late} of {all} are late, the longest {longest:?}");
}
