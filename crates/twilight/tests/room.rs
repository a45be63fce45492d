//! A desk stays small, however long a game lasts and whatever its players record.

use parley::{Audience, Game as _, OfferRef, Seat, Seed};
use twilight::ability::faction::Faction;
use twilight::desk::command::Entry;
use twilight::desk::setup::{Setup, Sitting};
use twilight::galaxy::{Galaxy, Hex, MOST_SYSTEMS, MapPlanet, PrintedPlanet, System, SystemId};
use twilight::table::goods::Captive;
use twilight::table::player::Technology;
use twilight::{Act, Command, Game, Moment, Refusal, Step, Term, View, When};

/// The longest text of that many letters, each of four bytes.
fn letters(count: usize, number: usize) -> String {
    let number = number.to_string();
    "𐐀".repeat(count - number.len()) + &number
}

fn galaxy() -> Galaxy {
    let mut galaxy = Galaxy::new();
    for (number, at) in Hex::spiral().take(MOST_SYSTEMS).enumerate() {
        let planet = |place: usize| {
            let name = letters(60, number * 8 + place);
            MapPlanet::from(PrintedPlanet {
                name,
                resources: 1,
                influence: 1,
                traits: Vec::new(),
                legendary: false,
                station: false,
            })
        };
        let system = System {
            name: letters(60, number),
            at: Some(at),
            planets: (0..8).map(planet).collect(),
            ..System::default()
        };
        galaxy.add(system).expect("it has its place");
    }
    galaxy
}

/// Eight players on the largest map there can be, everybody with everything.
fn setup() -> Setup {
    let factions = Faction::all().take(8).enumerate();
    let sitting = |(seat, faction): (usize, Faction)| Sitting {
        action_cards: (0..7).map(|card| letters(60, card)).collect(),
        relics: (0..30).map(|relic| letters(60, seat * 30 + relic)).collect(),
        ..Sitting::new(letters(40, seat), faction)
    };
    let players = factions.map(sitting).collect();
    Setup { galaxy: Some(Box::new(galaxy())), desk: true, ..Setup::standard(players) }
}

struct Desk(Game);

impl Desk {
    fn act(&mut self, by: Seat, command: &Command) -> Result<(), Refusal> {
        let mut events = Vec::new();
        self.0.decide(by, command, &mut events)?;
        events.iter().for_each(|event| self.0.evolve(event));
        Ok(())
    }

    /// The number of the offer that is open between two.
    fn open(&self, from: Seat, to: Seat) -> u16 {
        let own = self.0.view(Audience::Seat(from)).own.expect("a seat knows its own");
        own.sent.iter().find(|offer| offer.to == to).expect("it is open").id.number
    }

    /// Enters one thing after another until there is no more room.
    fn fill(&mut self, by: Seat, entry: impl Fn(usize) -> Entry) -> Refusal {
        (0..1_000)
            .find_map(|number| self.act(by, &Command::Book { entry: entry(number) }).err())
            .expect("there is an end to it")
    }

    fn strike(
        &mut self,
        from: Seat,
        to: Seat,
        number: u16,
        terms: Vec<Term>,
    ) -> Result<(), Refusal> {
        self.act(from, &Command::Offer { to, terms })?;
        self.act(to, &Command::Accept { offer: OfferRef { from, number } })
    }
}

fn words(by: Seat, count: usize) -> Term {
    let act = Act::Words { text: letters(count, 1) };
    Term { by, act, when: When::SomeDay, after: None }
}

fn pairs() -> impl Iterator<Item = (Seat, Seat)> {
    Seat::all(8).flat_map(|from| Seat::all(8).map(move |to| (from, to))).filter(|(a, b)| a != b)
}

/// A desk with as much of everything as it has room for.
fn full() -> Desk {
    let mut desk = Desk(Game::start(&setup(), Seed::numbered(1, 1)).expect("it can be played"));
    let turn = Moment::turn(Seat(0), Step::ChooseAction);
    desk.act(Seat(0), &Command::SetMoment { moment: turn }).expect("it is a desk");
    for seat in Seat::all(8) {
        let technology = |number| {
            let name = letters(200, number);
            Entry::GainTechnology { technology: Technology { name, of_faction: false } }
        };
        assert_eq!(desk.fill(seat, technology), Refusal::TooMany);
        let owner = Seat((seat.0 + 1) % 8);
        let capture = |_| Entry::Capture { captive: Captive { owner, unit: "pds".to_owned() } };
        assert_eq!(desk.fill(seat, capture), Refusal::TooMany);
        let secret = |number| Entry::DrawSecret { card: letters(200, number) };
        assert_eq!(desk.fill(seat, secret), Refusal::TooMany);
    }
    for (from, to) in pairs() {
        let refused = (1..).find_map(|number| {
            let terms = vec![words(from, 200), words(to, 1)];
            desk.strike(from, to, number, terms).err()
        });
        assert_eq!(refused, Some(Refusal::LedgerFull));
    }
    // The last offer of each pair is still open: it had no room on the ledger. Others can be withdrawn.
    for seat in Seat::all(8).skip(1) {
        let first = desk.open(seat, Seat(0)) + 1;
        desk.act(seat, &Command::Withdraw { to: Seat(0) }).expect("it is open");
        let owes = || {
            let act = Act::Activate { system: letters(60, 0) };
            vec![Term { by: Seat(0), act, when: When::Now, after: None }]
        };
        let refused = (first..).find_map(|number| desk.strike(seat, Seat(0), number, owes()).err());
        assert_eq!(refused, Some(Refusal::TooMuchOwed));
    }
    desk
}

fn bytes(value: &impl serde::Serialize) -> usize {
    serde_json::to_string(value).expect("it is plain data").len()
}

#[test]
fn the_fullest_desk_there_can_be_is_a_small_one() {
    let Desk(game) = full();
    assert!(game.encode().len() < 1_000_000, "{}", game.encode().len());
    for audience in Seat::all(8).map(Audience::Seat).chain([Audience::Spectator]) {
        let view = game.view(audience);
        // The map is as large as the table has made it, and sent once.
        let (all, map) = (bytes(&view), bytes(&view.galaxy));
        assert!(map < 420_000, "{audience:?}: {map}");
        // Promises are there twice: as they were entered, and in words.
        assert!(all - map < 340_000, "{audience:?}: {all} with a map of {map}");
    }
}

/// Everybody is next to everybody, and each path is looked for.
#[test]
fn a_look_at_the_fullest_map_is_cheap_and_another_one_costs_nothing_for_the_map() {
    let mut setup = setup();
    let map = setup.galaxy.as_mut().expect("there is a map");
    let systems: Vec<SystemId> = map.systems().map(|(id, _)| id).collect();
    for (number, system) in systems.into_iter().enumerate() {
        map.place(Seat((number % 8) as u8), system);
    }
    let game = Game::start(&setup, Seed::numbered(1, 1)).expect("it can be played");
    let mut view = View::default();
    let first = allocation_counter::measure(|| game.view_into(Audience::Spectator, &mut view));
    assert_eq!(view.neighbours.len(), 28);
    assert!(view.neighbours.iter().all(|it| it.path.is_some()));
    assert!(first.bytes_max < 200_000, "{first:?}");
    let paths = view.neighbours.clone();
    let again = allocation_counter::measure(|| game.view_into(Audience::Spectator, &mut view));
    assert_eq!(view.neighbours, paths);
    assert!(again.count_total * 2 < first.count_total, "{again:?} after {first:?}");
}

/// What a command costs is mostly the options of everybody after it, which are tried on copies of the desk.
#[test]
fn a_command_at_the_fullest_desk_is_cheap() {
    let Desk(game) = full();
    for seat in Seat::all(8) {
        let mut options = game.options(seat);
        let listed = bytes(&options);
        assert!(listed < 100_000, "{seat}: {listed}");
        let made = allocation_counter::measure(|| game.options_into(seat, &mut options));
        assert!(made.count_total < 60_000, "{seat}: {made:?}");
        assert!(made.bytes_max < 2_000_000, "{seat}: {made:?}");
    }
}

#[test]
fn a_deal_can_be_long_but_not_endless() {
    let mut desk = Desk(Game::start(&setup(), Seed::numbered(1, 1)).expect("it can be played"));
    let terms = (0..12).map(|_| words(Seat(0), 200)).collect();
    let refused = desk.act(Seat(0), &Command::Offer { to: Seat(1), terms });
    assert!(matches!(refused, Err(Refusal::DealTooLong { .. })), "{refused:?}");
    let terms = (0..12).map(|_| words(Seat(0), 80)).collect();
    assert_eq!(desk.act(Seat(0), &Command::Offer { to: Seat(1), terms }), Ok(()));
}

/// Desks of earlier versions had no bounds.
#[test]
fn what_was_longer_before_stays_and_does_not_grow() {
    let mut setup = setup();
    setup.players[0].relics = (0..5_000).map(|number| format!("relic {number}")).collect();
    let mut desk = Desk(Game::start(&setup, Seed::numbered(1, 1)).expect("it opens"));
    let book = |entry| Command::Book { entry };
    assert_eq!(desk.act(Seat(0), &book(Entry::GainGoods { count: 2 })), Ok(()));
    let more = book(Entry::GainRelic { relic: "one more".to_owned() });
    assert_eq!(desk.act(Seat(0), &more), Err(Refusal::TooMany));
    let technology = Technology { name: "Neural Motivator".to_owned(), of_faction: false };
    let more = book(Entry::GainTechnology { technology });
    assert_eq!(desk.act(Seat(0), &more), Err(Refusal::TooMany));
    let less = book(Entry::LoseRelic { relic: "relic 7".to_owned() });
    assert_eq!(desk.act(Seat(0), &less), Ok(()));
}
