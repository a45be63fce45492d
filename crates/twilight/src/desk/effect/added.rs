//! Tests that a new ability is one row and at most one hook in one file, with two made-up abilities.

use parley::{Audience, Game as _, Seat, Seed};
use serde_json::json;

use super::hook::{Asking, Hook};
use crate::ability::Ability;
use crate::ability::faction::Faction;
use crate::desk::command::Command;
use crate::desk::event::Event;
use crate::desk::refusal::Refusal;
use crate::desk::setup::{Setup, Sitting};
use crate::table::goods::Bundle;
use crate::{Act, Game, Moment, Step, Term, When};

pub(super) const HOOKS: &[Hook] = &[Hook::new("take_toll", take_toll)];

fn take_toll(asking: &Asking<'_>, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let from = asking.target();
    if asking.state.table.player(from).commodities == 0 {
        return Err(Refusal::NothingToGive);
    }
    events.push(Event::Given { from, to: asking.by, goods: Bundle::commodities(1) });
    Ok(())
}

const ANN: Seat = Seat(0);
const BOB: Seat = Seat(1);
const CID: Seat = Seat(2);

/// Ann has Toll Keepers; Bob is her neighbour and it is his turn.
fn desk(change: impl FnOnce(&mut Setup)) -> Game {
    let sit = |faction| Sitting {
        trade_goods: 3,
        commodities: 2,
        ..Sitting::new(faction, Faction::find(faction).expect("a faction"))
    };
    let mut setup = Setup::standard(["saar", "sol", "muaat"].map(sit).to_vec());
    setup.players[0].abilities = vec![Ability::find("Toll Keepers").expect("the new ability")];
    setup.neighbours = vec![(ANN, BOB)];
    setup.desk = true;
    change(&mut setup);
    at(Game::start(&setup, Seed::numbered(1, 1)).expect("a desk"), Step::Production)
}

fn at(game: Game, step: Step) -> Game {
    let moment = Moment::turn(BOB, step);
    act(game, BOB, &Command::SetMoment { moment }).expect("a desk may be set")
}

fn act(mut game: Game, by: Seat, command: &Command) -> Result<Game, Refusal> {
    let mut events = Vec::new();
    game.decide(by, command, &mut events)?;
    events.iter().for_each(|event| game.evolve(event));
    Ok(game)
}

fn toll(from: Seat) -> Command {
    let effect = json!({ "effect": "toll_keepers", "from": from });
    Command::Use { effect: serde_json::from_value(effect).expect("the use of the row") }
}

#[track_caller]
fn refuses(game: &Game, by: Seat, command: &Command, expected: &Refusal) {
    assert_eq!(act(game.clone(), by, command).err().as_ref(), Some(expected));
    assert!(!game.options(by).commands.contains(command), "what is refused is not offered");
}

#[test]
fn a_new_ability_is_carried_out_and_paid_for() {
    let game = desk(|_| {});
    assert!(game.options(ANN).commands.contains(&toll(BOB)));
    let game = act(game, ANN, &toll(BOB)).expect("it is allowed");
    let view = game.view(Audience::Spectator);
    assert_eq!((view.players[0].trade_goods, view.players[1].commodities), (3 - 2 + 1, 1));
    let ability = Ability::find("tolls").expect("its short name");
    refuses(&game, ANN, &toll(BOB), &Refusal::UsedAlready { ability });
}

#[test]
fn a_new_ability_is_refused_outside_its_window_and_to_who_lacks_it_or_cannot_pay() {
    let ability = Ability::find("toll-keepers").expect("the new ability");
    let game = desk(|_| {});
    let early = at(game.clone(), Step::MoveShips);
    refuses(&early, ANN, &toll(BOB), &Refusal::NotNow { now: Step::MoveShips });
    refuses(&game, BOB, &toll(ANN), &Refusal::ToYourself);
    refuses(&game, CID, &toll(BOB), &Refusal::Lacks { ability });
    refuses(&game, ANN, &toll(CID), &crate::transaction::bar::Bar::NotNeighbours.into());
    let poor = desk(|setup| setup.players[0].trade_goods = 1);
    refuses(&poor, ANN, &toll(BOB), &Refusal::TooFew { has: 1, needs: 2 });
    let bare = desk(|setup| setup.players[1].commodities = 0);
    refuses(&bare, ANN, &toll(BOB), &Refusal::NothingToGive);
}

#[test]
fn deals_are_made_about_a_new_ability() {
    let game = desk(|_| {});
    let judged = |by: Seat, to: Seat| {
        let act = Act::Use { power: "tolls".to_owned(), at: None };
        let terms = vec![Term { by, act, when: When::Now, after: None }];
        game.consider(by, to, terms).expect("a deal").class
    };
    assert_eq!(judged(ANN, BOB), crate::Class::Binding);
    assert_eq!(judged(CID, ANN), crate::Class::NonBinding, "who lacks it cannot promise it");
}

#[test]
fn a_new_ability_without_a_hook_is_data_alone() {
    let offer = Command::Offer {
        to: BOB,
        terms: vec![Term {
            by: CID,
            act: Act::Transfer { goods: Bundle::trade_goods(1) },
            when: When::Now,
            after: None,
        }],
    };
    let with = |faction: &str| {
        let faction = Faction::find(faction).expect("a faction");
        act(desk(|setup| setup.players[2].faction = faction), CID, &offer)
    };
    assert_eq!(with("muaat").err(), Some(crate::transaction::bar::Bar::NotNeighbours.into()));
    assert!(with("letnev").is_ok(), "its couriers reach anybody");
}
