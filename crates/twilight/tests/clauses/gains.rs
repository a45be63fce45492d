//! Abilities, relics and zones that come during the game.

use parley::Seat;
use serde_json::json;
use twilight::ability::Ability;
use twilight::ability::note::NoteKind;
use twilight::desk::command::Entry;
use twilight::table::goods::Fragments;
use twilight::table::hand::Note;
use twilight::table::player::Planet;
use twilight::{Bundle, Command, Step};

use crate::support::*;

fn book(entry: Entry) -> Command {
    Command::Book { entry }
}

fn gain(ability: Ability) -> Command {
    book(Entry::GainAbility { ability })
}

fn lose(ability: Ability) -> Command {
    book(Entry::LoseAbility { ability })
}

#[test]
fn ti_26_an_ability_works_from_the_moment_it_is_gained() {
    let sula = || Command::Use { effect: effect("sula_mentarion", json!({ "from": BOB })) };
    let desk = desk(&["Mentak", "Sol"]).turn(ANN, Step::CombatEnd).refuses(ANN, sula(), 26);
    let desk = desk.act(ANN, gain(ability("sula-mentarion"))).refuses(
        ANN,
        gain(ability("sula-mentarion")),
        21,
    );
    assert_eq!(desk.player(ANN).abilities, [ability("sula-mentarion")]);
    let desk = desk.act(ANN, sula()).act(ANN, Command::Waive { from: BOB });
    let desk = desk.act(ANN, lose(ability("sula-mentarion"))).refuses(
        ANN,
        lose(ability("sula-mentarion")),
        21,
    );
    desk.turn(ANN, Step::CombatEnd).refuses(ANN, sula(), 26);
}

#[test]
fn ti_26_technologies_and_leaders_can_be_lent_and_the_rest_cannot() {
    let desk = desk(&["Nekro", "Sol"]);
    let desk = desk.act(ANN, gain(ability("voidwatch"))).act(ANN, gain(ability("sula-mentarion")));
    let desk = desk.refuses(ANN, gain(ability("pillage")), 26).refuses(
        ANN,
        gain(ability("void-tether")),
        26,
    );
    desk.refuses(ANN, gain(ability("pride-of-kenara")), 26).refuses(
        ANN,
        gain(ability("galactic-threat")),
        21,
    );
}

#[test]
fn ti_08_a_breakthrough_alone_makes_no_neighbours_without_a_map() {
    let desk = desk_with(&["Keleres", "Sol"], |setup| setup.neighbours.clear());
    let offer = || Command::Offer { to: BOB, terms: vec![give(ANN, Bundle::trade_goods(1))] };
    let desk = desk.turn(ANN, Step::StartOfTurn).refuses(ANN, offer(), 8);
    // Without a map nobody is known to be near Mecatol Rex, so that the breakthrough alone does nothing.
    desk.act(ANN, gain(ability("iihq-modernization"))).refuses(ANN, offer(), 8);
}

#[test]
fn ti_55_agents_are_there_from_the_first_turn_with_prophecy_of_kings() {
    assert_eq!(desk(&["Hacan", "Sol"]).player(ANN).abilities, [ability("carth")]);
    let base = desk_with(&["Hacan", "Sol"], |setup| setup.prophecy_of_kings = false);
    assert!(base.player(ANN).abilities.is_empty());
}

fn fragments(cultural: u16, hazardous: u16, unknown: u16) -> Fragments {
    Fragments { cultural, hazardous, industrial: 0, unknown }
}

fn make(fragments: Fragments) -> Command {
    book(Entry::MakeRelic { fragments, relic: "The Obsidian".to_owned() })
}

fn with_fragments(factions: &[&str]) -> Desk {
    let all = Entry::GainFragments { fragments: fragments(3, 2, 2) };
    desk(factions).act(ANN, book(all)).turn(ANN, Step::ChooseAction)
}

#[test]
fn ti_68_three_fragments_that_match_are_purged_for_a_relic() {
    let desk = with_fragments(&["Sol", "Letnev"]);
    let desk =
        desk.refuses(ANN, make(fragments(2, 0, 0)), 68).refuses(ANN, make(fragments(2, 1, 0)), 68);
    let desk =
        desk.refuses(ANN, make(fragments(0, 3, 0)), 21).refuses(ANN, make(fragments(3, 0, 1)), 68);
    let desk = desk.act(ANN, make(fragments(0, 2, 1)));
    assert_eq!(desk.player(ANN).fragments, fragments(3, 0, 1));
    assert_eq!(desk.player(ANN).relics, ["The Obsidian"]);
    // There is one of each relic, and it is an action on one's own turn.
    let desk = desk.refuses(ANN, make(fragments(3, 0, 0)), 21);
    desk.turn(BOB, Step::ChooseAction).refuses(ANN, make(fragments(3, 0, 0)), 100);
}

#[test]
fn ti_68_two_suffice_to_naaz_rokha() {
    let desk = with_fragments(&["Naaz-Rokha", "Sol"]).refuses(ANN, make(fragments(1, 1, 0)), 68);
    let desk = desk.act(ANN, make(fragments(1, 0, 1)));
    assert_eq!(desk.player(ANN).fragments, fragments(2, 2, 1));
}

#[test]
fn ti_68_black_market_forgery_makes_two_suffice_once() {
    let kind = NoteKind::find("Black Market Forgery").expect("a note");
    let forgery = Note { issuer: Seat(1), kind };
    let desk = with_fragments(&["Sol", "Naaz-Rokha"]);
    let desk = desk.strike(ANN, BOB, vec![give(BOB, Bundle::note(forgery))]);
    let desk = desk.refuses(ANN, make(fragments(2, 0, 0)), 68);
    let desk =
        desk.act(ANN, Command::PlayNote { note: forgery }).act(ANN, make(fragments(2, 0, 0)));
    let again = Entry::MakeRelic { fragments: fragments(0, 2, 0), relic: "Another".to_owned() };
    desk.refuses(ANN, book(again), 68);
}

#[test]
fn ti_18_there_is_one_demilitarized_zone() {
    let hold = |name: &str, demilitarized| {
        let planet = Planet {
            name: name.to_owned(),
            demilitarized,
            pride_of_kenara: false,
            coexisting: false,
        };
        book(Entry::HoldPlanet { planet })
    };
    let desk = desk(&["Sol", "Letnev"]).act(ANN, hold("Quann", true));
    let desk = desk.refuses(BOB, hold("Lodor", true), 18).refuses(ANN, hold("Lodor", true), 18);
    let desk = desk.act(BOB, hold("Lodor", false)).act(ANN, hold("Quann", false));
    desk.act(BOB, hold("Lodor", true));
}

#[test]
fn ti_98_a_sheet_that_is_named_twice_goes_quiet_all_the_same() {
    let secret = Note { issuer: Seat(1), kind: NoteKind::POLITICAL_SECRET };
    let desk = desk_with(&["Sol", "Mentak", "Saar"], |setup| {
        setup.players[1].abilities = vec![ability("pillage"), ability("sula-mentarion")];
    });
    assert_eq!(desk.player(BOB).abilities, [ability("sula-mentarion")]);
    let desk = desk.moment(twilight::Moment::of(Step::WhenRevealed));
    let desk = desk.act(BOB, Command::Give { to: ANN, goods: Bundle::note(secret) });
    let desk = desk.act(ANN, Command::PlayNote { note: secret });
    let desk = desk.strike(ANN, CID, vec![give(ANN, Bundle::trade_goods(1))]);
    assert!(desk.spectator().pillages.is_empty());
}
