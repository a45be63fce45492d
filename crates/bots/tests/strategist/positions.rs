//! Positions in which it is plain what to do.

use crate::support::{ask, carry_out, decision, setup};
use backchannel::settings::Settings;
use backchannel::{Agreement, Command, Game, Scenario, Setup, Slots, Target, TreatyRef};
use bots::{Bot as _, Consideration, Strategist, Thinking};
use parley::{Game as _, OfferRef, Seat, SeatSet};

const ME: Seat = Seat(0);
const OTHER: Seat = Seat(1);
const THIRD: Seat = Seat(2);

/// Playouts that settle a plain question.
const PLENTY: u32 = 128;

/// Wherrymouth, dealt round: `holder` says who has the territory of each number.
fn town(setup: Setup, holder: impl Fn(usize) -> (Seat, u32)) -> Scenario {
    let ids: Vec<String> =
        setup.map.territories.iter().map(|territory| territory.id.clone()).collect();
    let scenario = Scenario::new(setup).expect("it can be played");
    ids.iter().enumerate().fold(scenario, |scenario, (number, id)| {
        let (owner, troops) = holder(number);
        scenario.land(id, owner, troops)
    })
}

fn card(game: &Game, id: &str) -> backchannel::Card {
    game.rules().cards.find(id).expect("a standard card")
}

/// Four in the town, and `OTHER` proposes to `ME`.
fn offered(agreement: &str, slots: usize) -> Game {
    let cards = ["troops-1", "troops-1", "troops-1", agreement];
    let mut game = town(setup("wherrymouth", 4), |number| (Seat(number as u8 % 4), 4))
        .hand(ME, &["troops-1", "troops-2", "troops-1"])
        .hand(OTHER, &cards)
        .round(4)
        .window(OTHER)
        .game()
        .expect("it is a position");
    let troops = vec![card(&game, "troops-1"); slots];
    let slots = Slots::new(&troops).expect("few enough");
    let card = card(&game, agreement);
    carry_out(&mut game, OTHER, &Command::Propose { to: ME, card, slots, against: None });
    game
}

#[test]
fn it_takes_a_gift() {
    let game = offered("tribute-1", 2);
    let proposal = OfferRef { from: OTHER, number: 1 };
    let (command, reasons) = decision(&game, ME, PLENTY);
    assert_eq!(command, Some(Command::Accept { proposal, slots: Slots::NONE }));
    let reasons = reasons.expect("it gives reasons");
    assert_eq!(reasons.command, command);
    let [gift] = reasons.weighed[..] else { panic!("{reasons:?}") };
    assert_eq!(gift.what, Consideration::Deal { agreement: Agreement::Tribute, with: OTHER });
    assert!(gift.worth > 0.0 && gift.worlds >= PLENTY / 2, "{gift:?}");
}

#[test]
fn it_does_not_pay_for_nothing() {
    let game = offered("levy-1", 0);
    let proposal = OfferRef { from: OTHER, number: 1 };
    assert_eq!(decision(&game, ME, PLENTY).0, Some(Command::Decline { proposal }));
}

/// Lets a strategist play on until its turn is over.
fn play_turn(game: &mut Game) {
    let mut bot = Strategist::new(Thinking::Visits(PLENTY));
    let round = game.round();
    while !game.is_over() && game.turn() == ME && game.round() == round {
        let command = ask(&mut bot, game, ME).expect("it is its turn");
        carry_out(game, ME, &command);
    }
}

#[test]
fn it_strikes_before_a_ceasefire_takes_effect_if_that_wins() {
    let last_stand = |number| if number == 0 { (OTHER, 1) } else { (ME, 12) };
    let mut game = town(setup("wherrymouth", 2), last_stand)
        .hand(ME, &["troops-1"])
        .hand(OTHER, &["ceasefire-1", "troops-1"])
        .round(4)
        .window(OTHER)
        .game()
        .expect("it is a position");
    let slots = Slots::new(&[card(&game, "troops-1")]).expect("few enough");
    let card = card(&game, "ceasefire-1");
    carry_out(&mut game, OTHER, &Command::Propose { to: ME, card, slots, against: None });
    let proposal = OfferRef { from: OTHER, number: 1 };
    carry_out(&mut game, ME, &Command::Accept { proposal, slots });
    play_turn(&mut game);
    assert_eq!(game.outcome().expect("it is over").winners, SeatSet::only(ME));
}

/// `ME` holds all but four territories. Those of `OTHER` are weak, and under a ceasefire; that of `THIRD` is strong.
fn one_short() -> Game {
    let settings = Settings { map_share: Some(80), ..Settings::default() };
    let holder = |number| match number {
        0..=2 => (OTHER, 1),
        13 => (THIRD, 60),
        _ => (ME, 14),
    };
    town(Setup { settings, ..setup("wherrymouth", 3) }, holder)
        .treaty(Agreement::Ceasefire, ME, OTHER, 9)
        .hand(ME, &["betrayal-1", "troops-1"])
        .round(5)
        .window(ME)
        .game()
        .expect("it is a position")
}

#[test]
fn it_betrays_if_that_wins_the_game() {
    let mut game = one_short();
    let treaty = TreatyRef { with: OTHER, agreement: Agreement::Ceasefire, against: None };
    let betrayal =
        Command::Play { card: card(&game, "betrayal-1"), target: Target::Treaty(treaty) };
    let mut bot = Strategist::new(Thinking::Visits(2 * PLENTY));
    let mut command = ask(&mut bot, &game, ME).expect("it is its turn");
    while let Command::Signal { .. } = command {
        carry_out(&mut game, ME, &command);
        command = ask(&mut bot, &game, ME).expect("it is still its turn");
    }
    assert_eq!(command, betrayal, "{:#?}", bot.reasons());
}
