//! Examines random games for as long as it is told: `contract --minutes 10 --seed 1`.

use std::time::{Duration, Instant};

use backchannel::map::{generate::generate, library};
use backchannel::{Game, Setup};
use parley::Seed;
use parley::contract::{Tally, examine};

fn main() {
    let minutes: f64 = option("--minutes").unwrap_or(1.0);
    let series: u64 = option("--seed").unwrap_or(1.0) as u64;
    let end = Instant::now() + Duration::from_secs_f64(minutes * 60.0);
    let mut tally = Tally::default();
    let mut games = 0;
    while Instant::now() < end {
        let seed = Seed::numbered(series, games);
        let setup = any_setup(seed);
        match examine::<Game>(&setup, seed, 5_000) {
            Ok(more) => tally += more,
            Err(breach) => {
                eprintln!("{} with {} seats, {breach}", setup.map.id, setup.names.len());
                eprintln!("again with: --seed {series} (game {games})");
                std::process::exit(1);
            }
        }
        games += 1;
        if games % 100 == 0 {
            eprintln!("{games} games, {tally:?}");
        }
    }
    println!("{games} games examined, no breach: {tally:?}");
}

/// The number after `name` on the command line.
fn option(name: &str) -> Option<f64> {
    let mut arguments = std::env::args();
    arguments.find(|argument| argument == name)?;
    arguments.next()?.parse().ok()
}

/// A table that the seed decides: its map, seats and settings.
fn any_setup(seed: Seed) -> Setup {
    let mut chance = seed.stream(1 << 41);
    let map = if chance.one_in(3) {
        generate(2 + chance.below(7) as u8, seed)
    } else {
        let id = library::names().nth(chance.index(library::names().count()));
        library::find(id.unwrap_or("wherrymouth")).expect("the library knows its maps")
    };
    let counts = map.file().seats;
    let seats = u64::from(counts.least) + chance.below(u64::from(counts.most - counts.least) + 1);
    let mut setup = Setup::standard(map.file().clone(), seats as usize);
    setup.settings.fog = !chance.one_in(4);
    setup.settings.shared_victory = !chance.one_in(4);
    setup.settings.proposal_rounds = 1 + chance.below(4) as u16;
    setup.settings.numbers.hand_limit = 5 + chance.below(8) as u8;
    setup.settings.map_share = chance.one_in(3).then_some(60);
    if chance.one_in(3) {
        shorten_deck(&mut setup);
    }
    setup
}

/// Two cards of a kind at the most, and none to start with.
fn shorten_deck(setup: &mut Setup) {
    setup.cards.iter_mut().for_each(|card| card.copies = card.copies.min(2));
    let numbers = &mut setup.settings.numbers;
    numbers.starting_hand = 0;
    numbers.starting_agreements = 0;
    numbers.starting_troop_cards = 0;
}
