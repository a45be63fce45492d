//! What a transaction triggers at the desk (TI-22, and section 9 of the manual).

use parley::OfferRef;
use twilight::ability::note::NoteKind;
use twilight::desk::command::{Entry, Loot};
use twilight::table::hand::Note;
use twilight::{Act, Bundle, Command, Moment, Step, When};

use crate::support::*;

fn note(issuer: parley::Seat, name: &str) -> Note {
    Note { issuer, kind: NoteKind::find(name).expect("a note") }
}

#[test]
fn pillage_is_optional_and_takes_a_good_from_either_party() {
    let desk = desk(&["Sol", "Letnev", "Mentak"]).turn(ANN, Step::StartOfTurn);
    let desk = desk.strike(ANN, BOB, vec![give(ANN, Bundle::trade_goods(1))]);
    assert_eq!(desk.spectator().pillages, [(CID, ANN), (CID, BOB)]);
    let takes = Some(Loot::TradeGood);
    let desk = desk
        .act(CID, Command::Pillage { victim: ANN, takes })
        .act(CID, Command::Pillage { victim: BOB, takes: None });
    assert_eq!((desk.goods(ANN), desk.goods(BOB), desk.goods(CID)), (3, 6, 6));
}

#[test]
fn promise_of_protection_in_play_keeps_the_pirates_away() {
    let promise = note(CID, "Promise of Protection");
    let desk = desk(&["Sol", "Letnev", "Mentak"]).turn(ANN, Step::ChooseAction);
    let desk = desk
        .strike(ANN, CID, vec![give(CID, Bundle::note(promise))])
        .act(ANN, Command::PlayNote { note: promise })
        .turn(BOB, Step::StartOfTurn)
        .strike(ANN, BOB, vec![give(BOB, Bundle::trade_goods(1))]);
    assert_eq!(desk.spectator().pillages, [(CID, BOB)]);
}

#[test]
fn dark_pact_pays_both_for_a_full_load() {
    let pact = note(BOB, "Dark Pact");
    let full = |count| vec![give(ANN, Bundle::commodities(count))];
    let desk = desk(&["Sol", "Empyrean"]).turn(ANN, Step::ChooseAction);
    let desk = desk
        .strike(ANN, BOB, vec![give(BOB, Bundle::note(pact))])
        .act(ANN, Command::PlayNote { note: pact })
        .act(ANN, Command::Book { entry: Entry::Replenish })
        .turn(BOB, Step::StartOfTurn)
        .strike(ANN, BOB, full(4));
    assert_eq!((desk.goods(ANN), desk.goods(BOB)), (6, 10));
}

#[test]
fn black_ops_resolves_on_receipt_and_is_gone() {
    let ops = note(BOB, "Black Ops");
    let desk = desk(&["Sol", "Firmament"]).turn(ANN, Step::StartOfTurn);
    let desk = desk.strike(ANN, BOB, vec![give(BOB, Bundle::note(ops))]);
    assert_eq!((desk.goods(ANN), desk.view(ANN).players[0].notes), (7, 6));
}

#[test]
fn a_political_secret_keeps_its_issuer_quiet_for_one_agenda() {
    let secret = note(BOB, "Political Secret");
    let desk = desk(&["Sol", "Letnev"]).moment(Moment::of(Step::WhenRevealed));
    let desk = desk
        .strike(ANN, BOB, vec![give(BOB, Bundle::note(secret))])
        .act(ANN, Command::PlayNote { note: secret })
        .moment(Moment::of(Step::Vote).asking(BOB));
    let vote = report(Act::Vote { outcome: "for".to_owned(), votes: 1 });
    let desk = desk.refuses(BOB, vote.clone(), 98);
    desk.moment(Moment::of(Step::RevealAgenda))
        .moment(Moment::of(Step::Vote).asking(BOB))
        .act(BOB, vote);
}

#[test]
fn arbiters_may_fill_a_hand_over_its_limit() {
    let cards: Vec<String> = (0..7).map(|number| format!("Card {number}")).collect();
    let desk = desk_with(&["Hacan", "Sol"], |setup| {
        setup.players[0].action_cards = cards;
        setup.players[1].action_cards = vec!["Bribery".to_owned()];
    });
    let goods = Bundle { action_cards: vec!["Bribery".to_owned()], ..Bundle::default() };
    let desk = desk.turn(ANN, Step::StartOfTurn).strike(BOB, ANN, vec![give(BOB, goods)]);
    desk.refuses(ANN, Command::Advance { to: Step::ChooseAction }, 103);
}

#[test]
fn an_offer_that_can_no_longer_be_kept_is_void() {
    let ceasefire = note(ANN, "Ceasefire");
    let desk = desk(&["Sol", "Letnev", "Saar"]).turn(ANN, Step::StartOfTurn);
    let desk = desk
        .act(ANN, Command::Offer { to: BOB, terms: vec![give(ANN, Bundle::note(ceasefire))] })
        .strike(ANN, CID, vec![give(ANN, Bundle::note(ceasefire))]);
    assert!(desk.view(BOB).own.expect("Bob's own").received.is_empty());
    desk.refuses(BOB, Command::Accept { offer: OfferRef { from: ANN, number: 1 } }, 23);
}

#[test]
fn an_offer_shows_its_verdict_before_anybody_accepts() {
    let produce = Act::Produce { unit: "dreadnought".to_owned(), cost: 4 };
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::Production);
    let terms = vec![give(BOB, Bundle::trade_goods(1)), now(ANN, produce)];
    let desk = desk.act(BOB, Command::Offer { to: ANN, terms });
    let received = desk.view(ANN).own.expect("Ann's own").received;
    assert_eq!(received[0].verdict.class, twilight::Class::Binding);
}

#[test]
fn a_third_player_learns_nothing_of_an_offer_or_a_promise() {
    let desk = |text: &str| {
        let words = Act::Words { text: text.to_owned() };
        desk(&["Sol", "Letnev", "Saar"]).strike(ANN, BOB, vec![later(ANN, words, When::SomeDay)])
    };
    let (peace, war) = (desk("peace"), desk("war"));
    assert_eq!(peace.view(CID), war.view(CID));
    assert_ne!(peace.view(BOB), war.view(BOB));
}

#[test]
fn a_map_computes_neighbours_and_follows_every_move() {
    use twilight::desk::command::Presence;
    use twilight::galaxy::Galaxy;
    let map = Galaxy::from_map_string("1 19 -1 -1 -1 -1").expect("a map");
    let desk = desk_with(&["Sol", "Letnev"], |setup| setup.galaxy = Some(Box::new(map)));
    let enter = |name: &str| Command::Board { change: Presence::Enter(name.to_owned()) };
    let desk = desk.act(ANN, enter("Jord"));
    assert!(desk.spectator().neighbours.is_empty());
    let desk = desk.act(BOB, enter("Wellon"));
    assert_eq!(desk.neighbours(), [(ANN, BOB)]);
    let leave = Command::Board { change: Presence::Leave("Wellon".to_owned()) };
    let desk = desk.act(BOB, leave).refuses(BOB, Command::Neighbour { with: ANN, are: true }, 9);
    assert!(desk.spectator().neighbours.is_empty());
}

#[test]
fn stations_raise_the_value_and_so_does_the_core() {
    let desk = desk_with(&["Letnev", "Sol"], |setup| {
        setup.players[0].stations = 1;
        setup.players[0].relics = vec!["Dynamis Core".to_owned()];
        setup.players[1].abilities = vec![ability("carth")];
    });
    assert_eq!(desk.spectator().players[0].commodity_value, 5);
}

#[test]
fn black_market_dealings_lets_an_action_card_change_hands() {
    use twilight::desk::command::Invocation;
    let desk = desk_with(&["Sol", "Letnev"], |setup| {
        setup.players[0].action_cards =
            vec!["Black Market Dealings".to_owned(), "Bribery".to_owned()];
    });
    let goods = || Bundle { action_cards: vec!["Bribery".to_owned()], ..Bundle::default() };
    let offer = Command::Offer { to: BOB, terms: vec![give(ANN, goods())] };
    let desk = desk.turn(ANN, Step::StartOfTurn).refuses(ANN, offer, 18);
    let power = Invocation::BlackMarketDealings;
    let desk = desk.act(ANN, Command::Invoke { with: BOB, power }).strike(
        ANN,
        BOB,
        vec![give(ANN, goods())],
    );
    assert_eq!(desk.spectator().players[1].action_cards, 1);
    assert_eq!(desk.spectator().players[0].action_cards, 0);
}

#[test]
fn temporal_command_suite_gives_one_transaction_more() {
    use twilight::desk::command::Invocation;
    let desk = desk_with(&["Sol", "Nomad", "Saar"], |setup| {
        setup.players[1].abilities = vec![ability("temporal-command-suite")];
        setup.neighbours.clear();
    });
    let terms = || vec![give(ANN, Bundle::trade_goods(1))];
    let again = Command::Offer { to: BOB, terms: terms() };
    let power = Invocation::Ability(ability("temporal-command-suite"));
    desk.turn(CID, Step::Production)
        .refuses(ANN, again.clone(), 3)
        .act(BOB, Command::Invoke { with: ANN, power })
        .strike(ANN, BOB, terms())
        .refuses(ANN, again, 3);
}

#[test]
fn nobody_can_owe_more_than_they_can_pay_for() {
    let produce = |unit: &str| Act::Produce { unit: unit.to_owned(), cost: 5 };
    let desk = desk(&["Sol", "Letnev", "Saar"]).turn(ANN, Step::Production);
    let desk = desk
        .strike(ANN, BOB, vec![now(ANN, produce("carrier"))])
        .act(ANN, Command::Offer { to: CID, terms: vec![now(ANN, produce("cruiser"))] });
    desk.refuses(CID, Command::Accept { offer: OfferRef { from: ANN, number: 1 } }, 74);
}

#[test]
fn ti_26_trade_agreement_opens_pillage_on_its_holder_and_on_nobody_else() {
    let agreement = note(BOB, "Trade Agreement");
    let desk = desk(&["Sol", "Letnev", "Mentak"]).turn(BOB, Step::TradeReplenish);
    let desk = desk.strike(ANN, BOB, vec![give(BOB, Bundle::note(agreement))]);
    let letting_go = |desk: Desk, victim| desk.act(CID, Command::Pillage { victim, takes: None });
    let desk = letting_go(letting_go(desk, ANN), BOB)
        .act(BOB, Command::Book { entry: Entry::Replenish })
        .act(ANN, Command::PlayNote { note: agreement });
    assert_eq!(desk.spectator().pillages, [(CID, ANN)]);
}

#[test]
fn ti_26_black_ops_that_is_forced_on_somebody_opens_pillage_as_well() {
    let ops = note(BOB, "Black Ops");
    let desk = desk(&["Sol", "Firmament", "Mentak"]).turn(ANN, Step::StartOfTurn);
    let desk = desk.act(BOB, Command::Give { to: ANN, goods: Bundle::note(ops) });
    assert_eq!(desk.spectator().pillages, [(CID, ANN)]);
}
