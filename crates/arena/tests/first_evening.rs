//! What a newcomer meets in a quick game: time for diplomacy, and easy bots that can be beaten.

use std::io;
use std::sync::Arc;

use arena::{ACTIONS_A_GAME, ArenaPlayer, Beginner, GameObserver, PlayBuffers, play};
use backchannel::{Command, Event, Game, Rules, quick};
use bots::{Bot, by_name};
use parley::{Seat, SeatSet, Seed};

/// Who was out in which round.
#[derive(Default)]
struct Exits(Vec<(Seat, u16)>);

impl GameObserver for Exits {
    fn opened(&mut self, _: &Game, _: &[Event]) -> io::Result<()> {
        Ok(())
    }

    fn acted(&mut self, game: &Game, _: Seat, _: &Command, events: &[Event]) -> io::Result<()> {
        self.0.extend(events.iter().filter_map(|event| match event {
            Event::Eliminated { seat, .. } => Some((*seat, game.round().0)),
            _ => None,
        }));
        Ok(())
    }
}

struct Evening {
    exits: Exits,
    winners: SeatSet,
    rounds: u16,
}

fn evenings(count: u64, company: impl Fn(Seat, u64) -> Box<dyn Bot>) -> Vec<Evening> {
    let rules = Arc::new(Rules::new(quick::setup()).expect("it can be played"));
    let mut buffers = PlayBuffers::default();
    let evening = |number: u64| {
        let mut game = Game::deal(Arc::clone(&rules), Seed::numbered(11, 2 * number));
        let chance = Seed::numbered(11, 2 * number + 1);
        let seats = Seat::all(rules.seats());
        let mut players: Vec<ArenaPlayer> = seats
            .map(|seat| ArenaPlayer {
                bot: company(seat, number),
                chance: chance.stream(seat.0.into()),
            })
            .collect();
        let mut exits = Exits::default();
        play(&mut game, &mut players, ACTIONS_A_GAME, &mut buffers, &mut exits).expect("a game");
        Evening {
            exits,
            winners: game.outcome().expect("it is over").winners,
            rounds: game.round().0,
        }
    };
    (0..count).map(evening).collect()
}

fn bot(name: &str) -> Box<dyn Bot> {
    by_name(name).expect("it is in the cast")
}

#[test]
fn among_equals_hardly_anybody_is_out_before_round_six() {
    let evenings = evenings(150, |_, _| bot("envoy"));
    let early = |evening: &&Evening| evening.exits.0.iter().any(|(_, round)| *round < 6);
    let early = evenings.iter().filter(early).count();
    assert!(early <= 15, "somebody was out early in {early} of 150 games");
}

#[test]
fn with_easy_bots_a_beginner_lasts_and_wins_about_half() {
    const EASY: [&str; 3] = ["envoy:easy", "broker:easy", "turncoat:easy"];
    let beginner = |number: u64| Seat((number % 4) as u8);
    let evenings = evenings(120, |seat, number| {
        let place = (seat.index() + 4 - beginner(number).index()) % 4;
        if place == 0 { Box::new(Beginner) } else { bot(EASY[place - 1]) }
    });
    let (mut lasted, mut won) = (0, 0);
    for (number, evening) in (0..).zip(&evenings) {
        let seat = beginner(number);
        let wins = evening.winners.contains(seat);
        let out = evening.exits.0.iter().any(|(who, round)| *who == seat && *round < 10);
        lasted += u32::from(wins || !out);
        won += u32::from(wins);
    }
    let rounds: u32 = evenings.iter().map(|evening| u32::from(evening.rounds)).sum();
    println!("beginner: lasted {lasted}, won {won} of 120, {} rounds a game", rounds / 120);
    assert!(lasted >= 100, "the beginner was there in round ten in {lasted} of 120 games");
    assert!((36..=90).contains(&won), "the beginner won {won} of 120 games");
}
