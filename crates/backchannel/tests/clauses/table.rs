//! Section 1: the table.

use std::collections::BTreeSet;

use backchannel::{
    CardCatalogue, CardKind, Command, Event, Game, Refusal, Setup, SetupError, palette,
};
use parley::{Audience, Game as _, Options as _, Round, Seat, Seed, Table};

use crate::support::*;

/// A game on the grid of which nothing but the deal has happened.
fn dealt(seats: usize, seed: Seed) -> Game {
    Game::start(&setup(seats), seed).expect("the grid can be played")
}

/// A table of eight; the grid is too small for them.
fn full_table() -> Setup {
    let map = backchannel::map::library::find("broken-empire").expect("the library has it");
    Setup::standard(map.file().clone(), 8)
}

#[test]
fn bc_101_a_table_has_two_to_eight_seats() {
    for (setup, seats) in [(setup(2), 2), (full_table(), 8)] {
        let table = Table::<Game>::open(&setup, Seed::numbered(0, 0)).unwrap();
        assert_eq!(table.game().view(Audience::Spectator).scoreboard.len(), seats);
    }
    for seats in [0, 1, 9] {
        let mut setup = setup(2);
        setup.names = (0..seats).map(|seat| format!("Player {seat}")).collect();
        let refused = Game::start(&setup, Seed::numbered(0, 0)).unwrap_err();
        assert_eq!(refused, SetupError::Seats(seats));
    }
}

#[test]
fn bc_101_seats_are_told_apart_by_colour_by_pattern_and_by_letter() {
    let liveries = palette::liveries();
    let different =
        |of: fn(&palette::Livery) -> String| liveries.iter().map(of).collect::<BTreeSet<_>>().len();
    assert_eq!(liveries.len(), 8);
    assert_eq!(different(|livery| livery.colour.clone()), 8);
    assert_eq!(different(|livery| format!("{:?}", livery.pattern)), 8);
    assert_eq!(different(|livery| livery.letter.to_string()), 8);
    assert_eq!(different(|livery| livery.name.clone()), 8);
    for livery in liveries {
        let digits = livery.colour.strip_prefix('#').expect("a colour starts with #");
        assert!(digits.len() == 6 && u32::from_str_radix(digits, 16).is_ok(), "{livery:?}");
    }
}

#[test]
fn bc_101_each_seat_has_a_name_and_a_hand() {
    let mut setup = setup(2);
    setup.names = vec!["Ada".to_owned(), "Bruno".to_owned()];
    let game = Game::start(&setup, Seed::numbered(0, 0)).unwrap();
    for (seat, name) in [(RED, "Ada"), (BLUE, "Bruno")] {
        let own = game.view(Audience::Seat(seat)).own.unwrap();
        assert_eq!((game.rules().name(seat), own.seat, own.hand.total()), (name, seat, 5));
    }
}

#[test]
fn bc_101_nobody_plays_from_a_seat_that_is_not_at_the_table() {
    let mut scene = play_from(three());
    for seat in [Seat(3), Seat(15), Seat(255)] {
        let refusal = scene.refused(seat, Command::EndAttack);
        assert_eq!((refusal, clause(refusal)), (Refusal::NoSuchSeat, 101));
        assert_eq!(scene.options(seat).moves() + scene.options(seat).words(), 0);
        assert_eq!(scene.game().view(Audience::Seat(seat)).own, None);
    }
}

#[test]
fn bc_103_each_seat_is_dealt_as_many_territories_with_three_troops() {
    for seats in 2..=6 {
        for seed in seeds(20) {
            let view = dealt(seats, seed).view(Audience::Replay);
            let held =
                |owner| view.lands.iter().filter(move |land| land.known().unwrap().0 == owner);
            for seat in Seat::all(seats) {
                assert_eq!(held(Some(seat)).count(), 12 / seats);
                assert!(held(Some(seat)).all(|land| land.known().unwrap().1 == 3));
                let score = view.scoreboard[seat.index()];
                assert_eq!(
                    (score.territories, score.troops),
                    (12 / seats as u32, 36 / 3 / seats as u32 * 3)
                );
            }
            assert_eq!(held(None).count(), 12 % seats, "what does not divide evenly is neutral");
            assert!(held(None).all(|land| land.known().unwrap().1 == 2));
        }
    }
}

#[test]
fn bc_103_territories_are_shuffled_before_they_are_dealt() {
    let mut owners = vec![BTreeSet::new(); 12];
    for seed in seeds(60) {
        let view = dealt(5, seed).view(Audience::Replay);
        for (place, land) in view.lands.iter().enumerate() {
            owners[place].insert(land.known().unwrap().0);
        }
    }
    for (place, owners) in owners.iter().enumerate() {
        assert_eq!(owners.len(), 6, "square {place} went to every seat once, and to nobody");
    }
}

#[test]
fn bc_103_a_starting_hand_has_five_cards_with_an_agreement_and_two_troop_cards() {
    let cards = CardCatalogue::standard();
    let mut kinds = BTreeSet::new();
    for seed in seeds(100) {
        let view = Game::start(&full_table(), seed).unwrap().view(Audience::Replay);
        let mut all = backchannel::Cards::NONE;
        for own in &view.opened {
            let count = |wanted: fn(&CardKind) -> bool| {
                own.hand.iter().filter(|&card| wanted(&cards.kind(card))).count()
            };
            let agreements = count(|kind| matches!(kind, CardKind::Agreement(_)));
            let troops = count(|kind| matches!(kind, CardKind::Troop { .. }));
            assert_eq!(own.hand.total(), 5);
            assert!(agreements >= 1 && troops >= 2, "{seed}: {agreements} and {troops}");
            kinds.insert((agreements, troops));
            all.add_all(own.hand.iter());
        }
        assert!(cards.deck().contains_all(all.iter()), "every card is dealt from the one deck");
    }
    // At least that many, not just that many: the other two are any cards.
    let every = [(1, 2), (1, 3), (1, 4), (2, 2), (2, 3), (3, 2)];
    assert_eq!(kinds, BTreeSet::from(every));
}

#[test]
fn bc_103_no_seat_draws_the_troop_cards_that_another_is_due() {
    let mut setup = full_table();
    for card in &mut setup.cards {
        card.copies = match &*card.id {
            "troops-1" => 16,
            "levy-1" => 8,
            "trap-1" => 100,
            _ => 0,
        };
    }
    for seed in seeds(30) {
        let view = Game::start(&setup, seed).unwrap().view(Audience::Replay);
        for own in &view.opened {
            let counts = (own.hand.count(card("troops-1")), own.hand.count(card("levy-1")));
            assert_eq!((counts, own.hand.total()), ((2, 1), 5));
        }
    }
}

/// Plays `moves` moves at random, the choice of which depends on the options alone.
fn random_play(setup: &Setup, seed: Seed, moves: usize) -> Table<Game> {
    let mut table = Table::<Game>::open(setup, seed).unwrap();
    let mut taste = Seed::numbered(1, 1).stream(0);
    for _ in 0..moves {
        for seat in table.game().awaiting() {
            let options = table.game().options(seat);
            if let Some(command) = options.sample_move(&mut taste) {
                table.act(seat, &command).expect("what is listed is allowed");
            }
        }
    }
    table
}

fn record(table: &Table<Game>) -> (Vec<Event>, Vec<u8>) {
    let events = table.journal().entries().iter().map(|entry| entry.event);
    (events.collect(), table.game().encode())
}

#[test]
fn bc_104_the_same_seed_and_the_same_commands_make_the_same_game() {
    for seats in [2, 5] {
        for seed in seeds(5) {
            let (events, bytes) = record(&random_play(&setup(seats), seed, 300));
            assert!(events.iter().any(|event| matches!(event, Event::Fought { .. })));
            assert!(events.iter().any(|event| matches!(event, Event::Drew { .. })));
            assert!(record(&random_play(&setup(seats), seed, 300)) == (events, bytes));
        }
    }
}

#[test]
fn bc_104_another_seed_makes_another_game() {
    let games: BTreeSet<Vec<u8>> = seeds(50)
        .map(|seed| dealt(3, seed).view(Audience::Replay))
        .map(|view| serde_json::to_vec(&view).unwrap())
        .collect();
    assert_eq!(games.len(), 50, "territories and hands");
    let storm = three().land("b1", RED, 20).land("c1", BLUE, 20);
    let fights: BTreeSet<(u32, u32, u32)> = seeds(50)
        .map(|seed| {
            let mut scene = play_from(storm.clone().seed(seed));
            let fight = battle(&scene.does(RED, attack("b1", "c1", backchannel::Mode::Blitz)));
            let fight = fight.expect("there was a fight");
            (fight.rolls, fight.attacker_lost, fight.defender_lost)
        })
        .collect();
    assert!(fights.len() > 20, "{fights:?}");
}

#[test]
fn bc_104_a_fight_does_not_repeat_itself() {
    let mut scene = play_from(three().land("b1", RED, 200).land("c1", BLUE, 200));
    let rolls: BTreeSet<_> = (0..40)
        .map(|_| {
            let fight = battle(&scene.does(RED, attack("b1", "c1", backchannel::Mode::Once)));
            let dice = fight.expect("there was a fight").dice;
            (dice.attack, dice.defence)
        })
        .collect();
    assert!(rolls.len() > 25, "{rolls:?}");
}

/// Two heaps that differ in their last card only must not look the same to a replay's checksum.
#[test]
fn bc_104_the_bytes_of_a_game_tell_every_card_of_a_large_deck() {
    let large = |setup: &mut Setup| setup.cards.iter_mut().for_each(|card| card.copies = 100);
    let bytes = |veterans: usize| {
        let ids = [vec!["troops-1"; 100], vec!["troops-2"; 100], vec!["ceasefire-1"; veterans]];
        let scenario = spread(given_with(3, large)).deck(&ids.concat()).no_discards();
        scenario.game().unwrap().encode()
    };
    assert!(bytes(60) != bytes(61));
}

#[test]
fn bc_105_the_first_round_begins_before_the_first_turn() {
    let table = Table::<Game>::open(&setup(3), Seed::numbered(0, 0)).unwrap();
    let first: Vec<Event> =
        table.journal().entries().iter().take(2).map(|entry| entry.event).collect();
    let (round, seat) = (Round(1), RED);
    assert_eq!(first, [Event::RoundStarted { round }, Event::TurnStarted { seat }]);
}

#[test]
fn bc_105_a_round_ends_with_the_last_living_seats_window() {
    let mut scene = play_from(three().window(RED));
    for seat in [RED, BLUE] {
        let events = scene.does(seat, Command::Pass);
        assert!(!events.iter().any(|event| matches!(event, Event::RoundStarted { .. })));
        scene.skip_to_window(scene.game().turn());
    }
    assert_eq!((scene.game().turn(), scene.game().round()), (GREEN, Round(1)));
    let events = scene.does(GREEN, Command::Pass);
    let place = |wanted: Event| events.iter().position(|event| *event == wanted);
    let round = place(Event::RoundStarted { round: Round(2) }).expect("a round begins");
    let turn = place(Event::TurnStarted { seat: RED }).expect("a turn begins");
    assert!(round < turn);
}

#[test]
fn bc_105_a_seat_that_is_out_neither_begins_nor_ends_a_round() {
    // Red, the first seat, and Gold, the last, hold nothing.
    let red = ["a1", "a2", "a3", "b1", "b2", "b3"];
    let scenario = red.into_iter().fold(spread(given(4)), |map, id| map.land(id, BLUE, 3));
    let mut scene = play_from(scenario.window(GREEN));
    let events = scene.does(GREEN, Command::Pass);
    assert!(events.contains(&Event::RoundStarted { round: Round(2) }));
    assert!(events.contains(&Event::TurnStarted { seat: BLUE }));
}

#[test]
fn bc_105_the_round_ends_with_the_conqueror_of_the_last_seat_in_it() {
    let mut scene = play_from(
        spread(given(3))
            .land("d1", BLUE, 3)
            .land("d2", BLUE, 3)
            .land("c3", BLUE, 90)
            .land("d3", GREEN, 1)
            .attacking(BLUE),
    );
    scene.takes(BLUE, "c3", "d3");
    scene.skip_to_window(BLUE);
    let events = scene.does(BLUE, Command::Pass);
    assert!(events.contains(&Event::RoundStarted { round: Round(2) }));
    assert!(events.contains(&Event::TurnStarted { seat: RED }));
}
