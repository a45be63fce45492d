//! A bot depends on its view alone: one that only ever sees twins of the game decides the same, for the same reasons.

use std::sync::Arc;

use backchannel::{Command, Event, Game, Options, Rules, Setup, View};
use bots::{Bot, NAMES};
use parley::contract::Subject as _;
use parley::{Audience, Chance, Game as _, Options as _, Seat, Seed};

use crate::support::{grid, quick, rules_for};

/// How many decisions of each game are compared.
const DECISIONS: usize = 500;

/// A bot, or its double who sees twins.
struct Player {
    bot: Box<dyn Bot>,
    chance: Chance,
}

impl Player {
    fn decide(&mut self, game: &Game, seat: Seat, at_turn: bool) -> Option<Command> {
        let view: View = game.view(Audience::Seat(seat));
        let options: Options = game.options(seat);
        let Player { bot, chance } = self;
        let command = if at_turn {
            Some(bot.act(game.rules(), &view, &options, chance))
        } else {
            bot.answer(game.rules(), &view, &options, chance)
        };
        assert!(command.is_none_or(|command| options.contains(&command)), "{seat}: {command:?}");
        command
    }
}

struct Doubles {
    game: Game,
    players: Vec<[Player; 2]>,
    chance: Chance,
    heard: Vec<String>,
    events: Vec<Event>,
}

impl Doubles {
    fn open(rules: &Arc<Rules>, seed: u64) -> Doubles {
        let mut game = Game::deal(Arc::clone(rules), Seed::numbered(seed, 1));
        let mut events = Vec::new();
        game.opening(&mut events);
        events.iter().for_each(|event| game.evolve(event));
        let player = |seat: usize| {
            let name = NAMES[(seed as usize + seat) % NAMES.len()];
            [(); 2].map(|()| Player {
                bot: quick(name),
                chance: Seed::numbered(seed, 2).stream(seat as u64),
            })
        };
        Doubles {
            players: (0..rules.seats()).map(player).collect(),
            chance: Seed::numbered(seed, 3).stream(0),
            heard: vec![String::new(); rules.seats()],
            game,
            events,
        }
    }

    fn ask(&mut self, seat: Seat, at_turn: bool) {
        let twin = self.game.twin(seat, &mut self.chance);
        let [one, other] = &mut self.players[seat.index()];
        let command = one.decide(&self.game, seat, at_turn);
        assert_eq!(command, other.decide(&twin, seat, at_turn), "{seat}");
        assert_eq!(one.bot.reasons(), other.bot.reasons());
        assert_eq!(one.bot.memory(), other.bot.memory());
        let Some(command) = command else { return };
        self.events.clear();
        let decided = self.game.decide(seat, &command, &mut self.events);
        assert_eq!(decided, Ok(()), "{seat} was refused {command:?}");
        self.events.iter().for_each(|event| self.game.evolve(event));
    }

    /// Whether something has reached a seat that it has not been asked about.
    fn has_news(&mut self, seat: Seat) -> bool {
        let own = self.game.view(Audience::Seat(seat)).own.expect("a seat has its own part");
        let ids = own.heard.iter().map(|heard| heard.id);
        let news = format!("{:?} {:?}", ids.collect::<Vec<_>>(), own.received);
        std::mem::replace(&mut self.heard[seat.index()], news.clone()) != news
    }
}

#[test]
fn a_bot_that_sees_only_twins_decides_the_same_for_the_same_reasons() {
    let rules = rules_for(Setup::standard(grid(), 4));
    for seed in 0..16 {
        let mut table = Doubles::open(&rules, seed);
        for _ in 0..DECISIONS {
            if table.game.outcome().is_some() {
                break;
            }
            let living = |seat: &Seat| table.game.options(*seat).seat.is_some();
            let others: Vec<Seat> = Seat::all(4).filter(living).collect();
            for seat in others {
                if table.game.outcome().is_none() && table.has_news(seat) {
                    table.ask(seat, false);
                }
            }
            if table.game.outcome().is_none() {
                let seat = table.game.turn();
                table.ask(seat, true);
            }
        }
    }
}
