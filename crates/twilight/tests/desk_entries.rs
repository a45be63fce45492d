//! What a table in play tells the desk: who speaks, what came and went, what is in force.

#![expect(clippy::needless_pass_by_value, reason = "commands are written where they are given")]

use parley::{Audience, Game as _, OfferRef, Refusal as _, Seat, Seed, Table};
use twilight::ability::faction::Faction;
use twilight::desk::command::{Entry, Invocation, Presence};
use twilight::desk::condition::Condition;
use twilight::desk::setup::{Setup, Sitting};
use twilight::galaxy::Galaxy;
use twilight::sight::view::PlayerView;
use twilight::table::goods::Captive;
use twilight::table::player::{Planet, Technology};
use twilight::{Act, Bundle, Command, Game, Moment, Notice, Step, Term, View, When};

const ANN: Seat = Seat(0);
const BOB: Seat = Seat(1);
const CID: Seat = Seat(2);

struct Desk(Table<Game>);

fn desk(factions: &[&str], change: impl FnOnce(&mut Setup)) -> Desk {
    let sit = |(index, faction): (usize, &&str)| Sitting {
        trade_goods: 5,
        ..Sitting::new(format!("Player {index}"), Faction::find(faction).expect("a faction"))
    };
    let mut setup = Setup::standard(factions.iter().enumerate().map(sit).collect());
    setup.desk = true;
    setup.neighbours = vec![(ANN, BOB)];
    change(&mut setup);
    Desk(Table::open(&setup, Seed::numbered(1, 1)).expect("the set-up can be played"))
}

impl Desk {
    #[track_caller]
    fn act(mut self, by: Seat, command: Command) -> Desk {
        if let Err(refusal) = self.0.act(by, &command) {
            panic!("{command:?} of {by} was refused: {refusal}");
        }
        self
    }

    #[track_caller]
    fn refuses(mut self, by: Seat, command: Command, clause: u16) -> Desk {
        match self.0.act(by, &command) {
            Ok(events) => panic!("{command:?} was accepted: {events:?}"),
            Err(refusal) => assert_eq!(refusal.clause().number, clause, "{refusal}"),
        }
        self
    }

    #[track_caller]
    fn moment(self, moment: Moment) -> Desk {
        self.act(ANN, Command::SetMoment { moment })
    }

    /// `by` enters what the game gave or took.
    #[track_caller]
    fn book(self, by: Seat, entry: Entry) -> Desk {
        self.act(by, Command::Book { entry })
    }

    #[track_caller]
    fn refuses_entry(self, by: Seat, entry: Entry, clause: u16) -> Desk {
        self.refuses(by, Command::Book { entry }, clause)
    }

    /// `from` gives `goods` to `to`, who accepts.
    #[track_caller]
    fn gift(self, from: Seat, to: Seat, goods: Bundle) -> Desk {
        self.act(from, gift(from, to, goods))
            .act(to, Command::Accept { offer: OfferRef { from, number: 1 } })
    }

    fn player(&self, seat: Seat) -> PlayerView {
        self.0.game().view(Audience::Spectator).players[seat.index()].clone()
    }

    /// Who neighbours whom.
    fn neighbours(&self) -> Vec<(Seat, Seat)> {
        self.view(ANN).neighbours.iter().map(|it| it.seats).collect()
    }

    fn view(&self, seat: Seat) -> View {
        self.0.game().view(Audience::Seat(seat))
    }
}

fn gift(by: Seat, to: Seat, goods: Bundle) -> Command {
    let act = Act::Transfer { goods };
    Command::Offer { to, terms: vec![Term { by, act, when: When::Now, after: None }] }
}

fn start_of_turn() -> Moment {
    Moment::turn(ANN, Step::StartOfTurn)
}

/// Who is asked, one after the other, from here through all of `step`.
fn asked(mut desk: Desk, step: Step) -> Vec<Seat> {
    let mut order = Vec::new();
    loop {
        let decides = desk.view(ANN).decides.expect("somebody decides");
        if desk.0.act(decides, &Command::Advance { to: step }).is_err() {
            return order;
        }
        order.extend(desk.view(ANN).moment.and_then(|moment| moment.asked()));
    }
}

#[test]
fn ti_95_the_speaker_token_moves_and_votes_follow_it() {
    let table = || desk(&["Sol", "Letnev", "Saar"], |_| {});
    let agenda = |desk: Desk| desk.moment(Moment::of(Step::AfterRevealed));
    assert_eq!(asked(agenda(table()), Step::Vote), [BOB, CID, ANN]);
    let chosen = table()
        .moment(Moment::turn(ANN, Step::PoliticsChooseSpeaker))
        .act(ANN, Command::Speaker { seat: BOB });
    assert_eq!(chosen.view(CID).speaker, Some(BOB));
    assert_eq!(asked(agenda(chosen), Step::Vote), [CID, ANN, BOB]);
}

#[test]
fn ti_86_strategy_cards_are_taken_from_the_new_speaker_on() {
    let desk = desk(&["Sol", "Letnev", "Saar"], |_| {}).act(CID, Command::Speaker { seat: CID });
    assert_eq!(asked(desk, Step::ChooseStrategyCard), [CID, ANN, BOB, CID, ANN, BOB]);
}

#[test]
fn the_speaker_token_goes_to_somebody_else_who_is_in_the_game() {
    desk(&["Sol", "Letnev", "Saar"], |_| {})
        .refuses(BOB, Command::Speaker { seat: ANN }, 95)
        .refuses(BOB, Command::Speaker { seat: Seat(7) }, 70)
        .act(CID, Command::Leave)
        .refuses(BOB, Command::Speaker { seat: CID }, 64);
}

#[test]
fn the_speaker_stays_while_the_table_is_asked_one_by_one() {
    let vote = Moment::of(Step::Vote).asking(BOB);
    desk(&["Sol", "Letnev", "Saar"], |_| {}).moment(vote).refuses(
        BOB,
        Command::Speaker { seat: BOB },
        100,
    );
}

#[test]
fn ti_32_dynamis_core_comes_and_goes_with_its_room_for_commodities() {
    let core = || "Dynamis Core".to_owned();
    let desk = desk(&["Letnev", "Sol"], |_| {})
        .book(ANN, Entry::GainRelic { relic: " dynamis core".to_owned() })
        .refuses_entry(BOB, Entry::GainRelic { relic: core() }, 21)
        .refuses_entry(BOB, Entry::LoseRelic { relic: core() }, 21)
        .book(ANN, Entry::Replenish);
    assert_eq!((desk.player(ANN).commodities, desk.player(ANN).commodity_value), (4, 4));
    let desk = desk.book(ANN, Entry::LoseRelic { relic: core() });
    assert_eq!((desk.player(ANN).commodities, desk.player(ANN).commodity_value), (2, 2));
}

#[test]
fn ti_32_commodities_go_back_when_a_space_station_is_lost() {
    let desk = desk(&["Letnev", "Sol"], |_| {})
        .book(ANN, Entry::Stations { count: 2 })
        .refuses_entry(ANN, Entry::Stations { count: 2 }, 21)
        .book(ANN, Entry::Replenish);
    assert_eq!((desk.player(ANN).stations, desk.player(ANN).commodities), (2, 4));
    let desk = desk.book(ANN, Entry::Stations { count: 1 });
    assert_eq!((desk.player(ANN).stations, desk.player(ANN).commodities), (1, 3));
}

#[test]
fn the_silver_flame_is_traded_and_other_relics_are_not() {
    let relic = |name: &str| Bundle { relics: vec![name.to_owned()], ..Bundle::default() };
    let desk = desk(&["Letnev", "Sol"], |_| {})
        .book(ANN, Entry::GainRelic { relic: "The Silver Flame".to_owned() })
        .book(ANN, Entry::GainRelic { relic: "The Obsidian".to_owned() })
        .moment(start_of_turn())
        .refuses(ANN, gift(ANN, BOB, relic("The Obsidian")), 69)
        .gift(ANN, BOB, relic("The Silver Flame"));
    assert_eq!(desk.player(ANN).relics, ["The Obsidian"]);
    assert_eq!(desk.player(BOB).relics, ["The Silver Flame"]);
}

#[test]
fn ti_19_a_captured_ship_goes_home_by_trade_or_by_an_effect() {
    let cruiser = || Captive { owner: BOB, unit: "cruiser".to_owned() };
    let goods = Bundle { captives: vec![cruiser()], ..Bundle::default() };
    let desk = desk(&["Vuil'raith", "Sol"], |_| {})
        .refuses_entry(ANN, Entry::Capture { captive: Captive { owner: ANN, ..cruiser() } }, 19)
        .refuses_entry(ANN, Entry::FreeCaptive { captive: cruiser() }, 21)
        .book(ANN, Entry::Capture { captive: cruiser() })
        .book(ANN, Entry::Capture { captive: cruiser() })
        .book(ANN, Entry::FreeCaptive { captive: cruiser() })
        .moment(start_of_turn());
    assert_eq!(desk.player(ANN).captives, [cruiser()]);
    assert!(desk.gift(ANN, BOB, goods).player(ANN).captives.is_empty());
}

#[test]
fn a_technology_that_was_researched_is_shared_in_an_age_of_commerce() {
    let of = |name: &str, of_faction| Technology { name: name.to_owned(), of_faction };
    let goods = |name: &str| Bundle { technologies: vec![name.to_owned()], ..Bundle::default() };
    let desk = desk(&["Letnev", "Sol"], |setup| setup.age_of_commerce = true)
        .book(ANN, Entry::GainTechnology { technology: of("Sarween Tools", false) })
        .book(ANN, Entry::GainTechnology { technology: of("Non-Euclidean Shielding", true) })
        .refuses_entry(ANN, Entry::GainTechnology { technology: of("Sarween Tools", false) }, 21)
        .moment(start_of_turn())
        .refuses(ANN, gift(ANN, BOB, goods("Non-Euclidean Shielding")), 18)
        .gift(ANN, BOB, goods("Sarween Tools"))
        .book(BOB, Entry::LoseTechnology { name: "Sarween Tools".to_owned() });
    assert_eq!((desk.player(ANN).technologies.len(), desk.player(BOB).technologies.len()), (2, 0));
}

#[test]
fn ti_62_a_secret_objective_is_known_to_its_holder_and_counted_by_all() {
    let drawn = |card: &str| {
        desk(&["Letnev", "Sol"], |_| {}).book(ANN, Entry::DrawSecret { card: card.to_owned() })
    };
    let (one, other) = (drawn("Become a Martyr"), drawn("Dictate Policy"));
    assert_eq!(one.view(BOB), other.view(BOB));
    assert_ne!(one.view(ANN), other.view(ANN));
    assert_eq!(one.player(ANN).secrets, 1);
    let back = Entry::ReturnSecret { card: "Become a Martyr".to_owned() };
    let desk = one.refuses_entry(BOB, back.clone(), 21).book(ANN, back);
    let log: Vec<Notice> = desk.0.journal().log(Audience::Seat(BOB)).collect();
    assert_eq!(
        log,
        [
            Notice::DrewSecret { seat: ANN, card: None },
            Notice::ReturnedSecret { seat: ANN, card: None }
        ]
    );
    let score = Entry::ScoreSecret { card: "Dictate Policy".to_owned() };
    assert_eq!(other.book(ANN, score).player(ANN).secrets, 0);
}

#[test]
fn a_secret_objective_that_was_drawn_can_go_over_the_black_market() {
    let card = || "Become a Martyr".to_owned();
    let goods = || Bundle { secrets: vec![card()], ..Bundle::default() };
    let power = Invocation::BlackMarketDealings;
    let desk = desk(&["Letnev", "Sol"], |_| {})
        .book(ANN, Entry::DrawSecret { card: card() })
        .book(ANN, Entry::Draw { card: "Black Market Dealings".to_owned() })
        .moment(start_of_turn())
        .refuses(ANN, gift(ANN, BOB, goods()), 18)
        .act(ANN, Command::Invoke { with: BOB, power })
        .gift(ANN, BOB, goods());
    assert_eq!(desk.view(BOB).own.expect("Bob's own").secrets, [Some(card())]);
}

#[test]
fn a_planet_with_pride_of_kenara_on_it_can_be_traded() {
    let planet = |pride_of_kenara| {
        let planet = Planet {
            name: "Quann".to_owned(),
            demilitarized: false,
            pride_of_kenara,
            coexisting: false,
        };
        Entry::HoldPlanet { planet }
    };
    let goods = || Bundle { planets: vec!["Quann".to_owned()], ..Bundle::default() };
    let desk = desk(&["Hacan", "Sol"], |_| {})
        .refuses_entry(BOB, planet(true), 18)
        .book(ANN, planet(false))
        .refuses_entry(BOB, planet(false), 21)
        .moment(start_of_turn())
        .refuses(ANN, gift(ANN, BOB, goods()), 18)
        .book(ANN, planet(true))
        .gift(ANN, BOB, goods());
    assert!(desk.player(ANN).planets.is_empty());
    let desk = desk.book(BOB, Entry::LosePlanet { name: "Quann".to_owned() });
    assert!(desk.player(BOB).planets.is_empty());
}

fn declare(condition: Condition, begins: bool) -> Command {
    Command::Declare { condition, begins }
}

#[test]
fn an_age_of_commerce_begins_and_ends_during_the_game() {
    let strangers = || gift(ANN, CID, Bundle::trade_goods(1));
    let desk = desk(&["Letnev", "Sol", "Saar"], |_| {})
        .moment(start_of_turn())
        .refuses(ANN, strangers(), 8)
        .act(BOB, declare(Condition::AgeOfCommerce, true))
        .refuses(CID, declare(Condition::AgeOfCommerce, true), 85)
        .gift(ANN, CID, Bundle::trade_goods(1))
        .book(ANN, Entry::GainCommodities { count: 9 });
    assert_eq!(desk.view(CID).in_force, [Condition::AgeOfCommerce]);
    let desk = desk.act(CID, declare(Condition::AgeOfCommerce, false));
    assert_eq!(desk.player(ANN).commodities, 2, "what no longer fits goes back");
    assert!(desk.view(ANN).in_force.is_empty());
}

#[test]
fn a_hidden_agenda_stops_transactions_until_it_ends() {
    let offer = || gift(ANN, BOB, Bundle::trade_goods(1));
    desk(&["Letnev", "Sol"], |_| {})
        .moment(Moment::of(Step::WhenRevealed))
        .act(ANN, declare(Condition::HiddenAgenda, true))
        .refuses(ANN, offer(), 11)
        .act(BOB, declare(Condition::HiddenAgenda, false))
        .refuses(BOB, declare(Condition::HiddenAgenda, false), 85)
        .gift(ANN, BOB, Bundle::trade_goods(1));
}

#[test]
fn ti_85_rounds_have_an_agenda_phase_once_the_custodians_are_gone() {
    let reveal = || Command::Advance { to: Step::RevealAgenda };
    desk(&["Letnev", "Sol"], |_| {})
        .moment(Moment::of(Step::ReturnStrategyCards))
        .refuses(ANN, reveal(), 85)
        .act(BOB, declare(Condition::AgendaPhase, true))
        .act(ANN, reveal());
}

/// A desk with a map: Mecatol Rex and the tiles around it.
fn mapped(factions: &[&str], map: &str) -> Desk {
    let map = Galaxy::from_map_string(map).expect("a map");
    desk(factions, |setup| setup.galaxy = Some(Box::new(map)))
}

fn enter(name: &str) -> Command {
    Command::Board { change: Presence::Enter(name.to_owned()) }
}

fn lodor(demilitarized: bool, pride_of_kenara: bool) -> Entry {
    let name = "Lodor".to_owned();
    Entry::HoldPlanet { planet: Planet { name, demilitarized, pride_of_kenara, coexisting: false } }
}

#[test]
fn ti_40_a_planet_that_is_traded_changes_control_on_the_map() {
    let goods = Bundle { planets: vec!["Lodor".to_owned()], ..Bundle::default() };
    let desk = mapped(&["Hacan", "Sol", "Saar"], "26 25 -1 -1 -1 -1")
        .act(CID, enter("Quann"))
        .book(ANN, lodor(false, true))
        .moment(start_of_turn());
    assert_eq!(desk.neighbours(), [(ANN, CID)]);
    let desk = desk.gift(ANN, BOB, goods);
    assert_eq!(desk.neighbours(), [(BOB, CID)]);
    assert_eq!(desk.player(BOB).planets[0].name, "Lodor");
}

#[test]
fn a_planet_that_is_conquered_takes_its_demilitarized_zone_along() {
    let take = Command::Board { change: Presence::Take("Lodor".to_owned()) };
    let desk = mapped(&["Hacan", "Sol", "Saar"], "26 25 -1 -1 -1 -1")
        .refuses_entry(ANN, Entry::LosePlanet { name: "Nowhere".to_owned() }, 9)
        .book(ANN, lodor(true, true))
        .act(BOB, take);
    assert!(desk.player(ANN).planets.is_empty());
    let planet = &desk.player(BOB).planets[0];
    assert!(planet.demilitarized && !planet.pride_of_kenara);
}

#[test]
fn wormhole_reconstruction_makes_neighbours_while_it_is_law() {
    let law = |begins| declare(Condition::WormholeReconstruction, begins);
    let desk = mapped(&["Letnev", "Sol"], "26 -1 -1 25 -1 -1")
        .act(ANN, enter("Lodor"))
        .act(BOB, enter("Quann"));
    assert!(desk.view(ANN).neighbours.is_empty());
    let desk = desk.act(ANN, law(true));
    assert_eq!(desk.neighbours(), [(ANN, BOB)]);
    let desk = desk.act(BOB, law(false));
    assert!(desk.view(ANN).neighbours.is_empty());
}

#[test]
fn a_lost_star_chart_is_over_with_the_tactical_action() {
    let desk = mapped(&["Letnev", "Sol"], "26 -1 -1 25 -1 -1")
        .act(ANN, enter("Lodor"))
        .act(BOB, enter("Quann"))
        .moment(Moment::turn(ANN, Step::MoveShips))
        .act(ANN, declare(Condition::LostStarChart, true))
        .moment(Moment::turn(ANN, Step::Production));
    assert_eq!(desk.neighbours(), [(ANN, BOB)]);
    let desk = desk.moment(Moment::turn(ANN, Step::EndOfAction));
    assert!(desk.view(ANN).neighbours.is_empty() && desk.view(ANN).in_force.is_empty());
}

#[test]
fn what_changes_the_map_needs_a_map_and_its_owner() {
    desk(&["Letnev", "Sol"], |_| {}).refuses(
        ANN,
        declare(Condition::WormholeReconstruction, true),
        9,
    );
    mapped(&["Winnu", "Sol"], "26 -1 -1 25 -1 -1")
        .refuses(BOB, declare(Condition::LazaxGateFolding, true), 9)
        .act(ANN, declare(Condition::LazaxGateFolding, true));
}

#[test]
fn the_contract_holds_on_a_map() {
    let sit = |name: &str| Sitting {
        trade_goods: 4,
        ..Sitting::new(name, Faction::find(name).expect("a faction"))
    };
    let mut setup = Setup::standard(["Hacan", "Winnu", "Mentak"].map(sit).into());
    setup.galaxy = Some(Box::new(Galaxy::from_map_string("26 25 39 40 19 20").expect("a map")));
    setup.desk = true;
    let examined = parley::contract::examine::<Game>(&setup, Seed::numbered(4, 1), 1_000);
    examined.unwrap_or_else(|breach| panic!("{breach}"));
}
