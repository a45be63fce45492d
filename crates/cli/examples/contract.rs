//! Examines random games of every ruleset for a given time: `contract --minutes 10 --seed 1`.

use std::time::{Duration, Instant};

use backchannel::map::{generate::generate, library};
use parley::contract::{ContractBreach, Tally, examine};
use parley::{Chance, Seat, Seed};
use twilight::ability::faction::Faction;
use twilight::desk::setup::Sitting;
use twilight::galaxy::Galaxy;

fn main() {
    let minutes: f64 = option("--minutes").unwrap_or(1.0);
    let series: u64 = option("--seed").unwrap_or(1.0) as u64;
    let end = Instant::now() + Duration::from_secs_f64(minutes * 60.0);
    let mut tallies = [Tally::default(); 2];
    let mut games = 0;
    while Instant::now() < end {
        let seed = Seed::numbered(series, games);
        // A desk never ends by itself and costs more an action, so it is examined in shorter stretches.
        let (ruleset, examined) = match games % 4 {
            3 => (1, examine_twilight(seed)),
            _ => (0, examine_backchannel(seed)),
        };
        match examined {
            Ok(more) => tallies[ruleset] += more,
            Err(what) => {
                eprintln!("{what}\nagain with: --seed {series} (game {games})");
                std::process::exit(1);
            }
        }
        games += 1;
        if games % 200 == 0 {
            eprintln!("{games} games");
        }
    }
    println!("{games} games examined, no breach");
    println!("backchannel: {:?}\ntwilight: {:?}", tallies[0], tallies[1]);
}

/// The number after `name` on the command line.
fn option(name: &str) -> Option<f64> {
    let mut arguments = std::env::args();
    arguments.find(|argument| argument == name)?;
    arguments.next()?.parse().ok()
}

fn examine_backchannel(seed: Seed) -> Result<Tally, String> {
    let setup = war(seed);
    let told = |breach: ContractBreach| {
        format!("Backchannel, {} with {} seats, {breach}", setup.map.id, setup.names.len())
    };
    examine::<backchannel::Game>(&setup, seed, 5_000).map_err(told)
}

fn examine_twilight(seed: Seed) -> Result<Tally, String> {
    let setup = desk(&mut seed.stream(1 << 41));
    let told =
        |breach: ContractBreach| format!("Twilight with {} players, {breach}", setup.players.len());
    examine::<twilight::Game>(&setup, seed, 200).map_err(told)
}

/// A game of Backchannel whose map, seats and settings follow from the seed.
fn war(seed: Seed) -> backchannel::Setup {
    let mut chance = seed.stream(1 << 41);
    let map = if chance.one_in(3) {
        generate(2 + chance.below(7) as u8, seed)
    } else {
        let id = library::names().nth(chance.index(library::names().count()));
        library::find(id.unwrap_or("wherrymouth")).expect("the library knows its maps")
    };
    let counts = map.file().seats;
    let seats = u64::from(counts.least) + chance.below(u64::from(counts.most - counts.least) + 1);
    let mut setup = backchannel::Setup::standard(map.file().clone(), seats as usize);
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
fn shorten_deck(setup: &mut backchannel::Setup) {
    setup.cards.iter_mut().for_each(|card| card.copies = card.copies.min(2));
    let numbers = &mut setup.settings.numbers;
    numbers.starting_hand = 0;
    numbers.starting_agreements = 0;
    numbers.starting_troop_cards = 0;
}

/// A random desk: who sits at it, who neighbours whom, and what is in force.
fn desk(chance: &mut Chance) -> twilight::Setup {
    let mut factions: Vec<Faction> = Faction::all().collect();
    chance.shuffle(&mut factions);
    factions.truncate(2 + chance.index(7));
    let sit = |(number, faction): (usize, &Faction)| Sitting {
        trade_goods: 4,
        resources: 5,
        influence: 5,
        abilities: faction.abilities().to_vec(),
        action_cards: ["Sabotage", "Lie in Wait", "Salvage", "Diplomatic Pressure"]
            .map(str::to_owned)
            .to_vec(),
        ..Sitting::new(format!("Player {number}"), *faction)
    };
    let mut setup = twilight::Setup::standard(factions.iter().enumerate().map(sit).collect());
    let count = factions.len() as u8;
    setup.neighbours = (0..count).map(|seat| (Seat(seat), Seat((seat + 1) % count))).collect();
    setup.desk = chance.one_in(2);
    setup.agendas = chance.one_in(2);
    setup.age_of_commerce = chance.one_in(3);
    if chance.one_in(3) {
        let map = Galaxy::from_map_string("26 25 39 40 19 20").expect("a map");
        setup.galaxy = Some(Box::new(map));
    }
    setup
}
