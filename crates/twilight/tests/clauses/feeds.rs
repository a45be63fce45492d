//! Desks that follow a game recorded elsewhere (TI-123, TI-124).

use parley::{Audience, Seat, SeatSet};
use serde_json::{Value, json};
use twilight::desk::command::Entry;
use twilight::desk::condition::Condition;
use twilight::desk::fact::{Fact, FeedSource};
use twilight::feed;
use twilight::{Act, Bundle, Command, Notice, Phase, Step, When};

use crate::support::*;

/// What a report in the shape of the mod's says of this desk.
fn told(desk: &Desk, players: Value, more: Value) -> Command {
    let mut whole = more;
    whole["players"] = players;
    let source = FeedSource::TabletopPlayground;
    let report = feed::read(source, whole.to_string().as_bytes()).expect("a report");
    Command::Sync { source, facts: desk.facts(&report) }
}

fn has(ann: u16, bob: u16) -> Value {
    json!([
        {"color": "blue", "factionShort": "Sol", "tradeGoods": ann, "commodities": 0},
        {"color": "red", "factionShort": "Letnev", "tradeGoods": bob, "commodities": 0},
    ])
}

/// Ann and Bob, who have recorded nothing yet.
fn fresh() -> Desk {
    desk_with(&["Sol", "Letnev"], |setup| {
        setup.players.iter_mut().for_each(|it| it.trade_goods = 0);
    })
    .turn(ANN, Step::StartOfTurn)
}

fn book(entry: Entry) -> Command {
    Command::Book { entry }
}

#[test]
fn ti_123_what_a_feed_reports_is_recorded_once() {
    let desk = fresh();
    let report = told(&desk, has(3, 1), json!({}));
    let desk = desk.act(ANN, report.clone());
    assert_eq!((desk.goods(ANN), desk.goods(BOB)), (3, 1));
    let lines = desk.log(Audience::Spectator).len();
    let desk = desk.refuses(ANN, report, 21);
    assert_eq!(desk.log(Audience::Spectator).len(), lines, "unchanged data is no step");
    let report = told(&desk, has(3, 4), json!({}));
    let desk = desk.act(ANN, report);
    assert_eq!((desk.goods(ANN), desk.goods(BOB)), (3, 4));
}

#[test]
fn ti_123_what_both_record_is_no_difference() {
    let desk = fresh();
    let report = told(&desk, has(3, 1), json!({}));
    let desk = desk.act(ANN, report).strike(ANN, BOB, vec![give(ANN, Bundle::trade_goods(2))]);
    // The tokens at the other table have not been moved yet.
    let report = told(&desk, has(3, 1), json!({}));
    let desk = desk.refuses(ANN, report, 21);
    assert_eq!((desk.goods(ANN), desk.goods(BOB)), (1, 3));
    let report = told(&desk, has(1, 3), json!({}));
    let desk = desk.act(ANN, report);
    let report = told(&desk, has(2, 3), json!({}));
    let desk = desk.act(ANN, report);
    assert_eq!((desk.goods(ANN), desk.goods(BOB)), (2, 3));
    assert!(desk.spectator().feed.expect("a feed").disputed.is_empty());
}

#[test]
fn ti_124_what_was_booked_by_hand_is_not_overwritten() {
    let desk = fresh();
    let report = told(&desk, has(3, 1), json!({}));
    let desk = desk.act(ANN, report).act(ANN, book(Entry::GainGoods { count: 4 }));
    let report = told(&desk, has(5, 1), json!({}));
    let desk = desk.act(BOB, report);
    assert_eq!(desk.goods(ANN), 7, "she has booked seven");
    let feed = desk.spectator().feed.expect("a feed");
    assert_eq!(
        (&*feed.disputed[0].ours, &*feed.disputed[0].theirs),
        ("Ann has 7 trade goods", "Ann has 5 trade goods")
    );
    let fact = feed.disputed[0].fact.clone();
    let take = |take| Command::Reconcile { fact: fact.clone(), take };
    let desk = desk.refuses(BOB, take(true), 124);
    let desk = desk.act(ANN, take(true));
    assert_eq!(desk.goods(ANN), 5);
    assert!(desk.spectator().feed.expect("a feed").disputed.is_empty());
    desk.refuses(ANN, take(false), 124);
}

#[test]
fn ti_124_a_difference_that_vanishes_is_forgotten() {
    let desk = fresh();
    let report = told(&desk, has(3, 1), json!({}));
    let desk = desk.act(ANN, report).act(ANN, book(Entry::GainGoods { count: 1 }));
    let report = told(&desk, has(5, 1), json!({}));
    let desk = desk.act(ANN, report);
    assert_eq!(desk.spectator().feed.expect("a feed").disputed.len(), 1);
    let desk = desk.act(ANN, book(Entry::GainGoods { count: 1 }));
    let report = told(&desk, has(5, 1), json!({}));
    let desk = desk.act(ANN, report);
    assert!(desk.spectator().feed.expect("a feed").disputed.is_empty());
}

#[test]
fn ti_124_what_the_set_up_says_was_recorded_by_hand() {
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::StartOfTurn);
    let report = told(&desk, has(2, 5), json!({"speaker": "red"}));
    let desk = desk.act(ANN, report);
    assert_eq!(desk.goods(ANN), 5);
    let disputed = desk.spectator().feed.expect("a feed").disputed;
    let theirs: Vec<&str> = disputed.iter().map(|it| it.theirs.as_str()).collect();
    assert_eq!(theirs, ["Ann has 2 trade goods", "Bob is the speaker"]);
    let desk = desk.act(BOB, Command::Reconcile { fact: disputed[1].fact.clone(), take: true });
    assert_eq!(desk.spectator().speaker, Some(BOB));
}

#[test]
fn ti_123_the_turn_follows_and_promises_lapse_with_it() {
    let desk = fresh();
    let peace = vec![later(ANN, Act::LeaveAlone { system: "Jord".to_owned() }, When::ThisTurn)];
    let desk = desk.strike(ANN, BOB, peace);
    let report = told(&desk, has(0, 0), json!({"turn": "red"}));
    let desk = desk.act(ANN, report.clone());
    let moment = desk.spectator().moment.expect("a moment");
    assert_eq!((moment.active(), moment.step()), (Some(BOB), Step::StartOfTurn));
    let kept = |it: &Notice| matches!(it, Notice::Settled { faith: parley::Faith::Kept, .. });
    assert!(desk.log(Audience::Seat(ANN)).iter().any(kept));
    let desk = desk.turn(BOB, Step::Production);
    let desk = desk.refuses(ANN, report, 21);
    assert_eq!(
        desk.spectator().moment.expect("a moment").step(),
        Step::Production,
        "the step is the players'"
    );
}

#[test]
fn ti_123_a_desk_that_is_ahead_of_the_feed_is_not_called_back() {
    let desk = fresh();
    let anns = told(&desk, has(0, 0), json!({"turn": "blue"}));
    let desk = desk.act(ANN, anns.clone()).turn(BOB, Step::StartOfTurn);
    let desk = desk.refuses(ANN, anns, 21);
    assert_eq!(desk.spectator().moment.expect("a moment").active(), Some(BOB));
    let bobs = told(&desk, has(0, 0), json!({"turn": "red"}));
    let desk = desk.act(ANN, bobs);
    let anns = told(&desk, has(0, 0), json!({"turn": "blue"}));
    let desk = desk.act(ANN, anns);
    assert_eq!(
        desk.spectator().moment.expect("a moment").active(),
        Some(ANN),
        "it is her turn again"
    );
}

#[test]
fn ti_123_nothing_moves_on_while_something_is_owed() {
    let desk = fresh();
    let report = told(&desk, has(1, 1), json!({}));
    let desk = desk.act(ANN, report).turn(ANN, Step::Production);
    let terms = vec![now(ANN, Act::Produce { unit: "cruiser".to_owned(), cost: 2 })];
    let desk = desk.strike(ANN, BOB, terms);
    let report = told(&desk, has(0, 5), json!({"turn": "red"}));
    let desk = desk.refuses(ANN, report.clone(), 21);
    let desk = desk.act(ANN, report_produced());
    let desk = desk.act(ANN, report);
    assert_eq!(desk.spectator().moment.expect("a moment").active(), Some(BOB));
    assert_eq!(desk.goods(BOB), 5);
}

fn report_produced() -> Command {
    report(Act::Produce { unit: "cruiser".to_owned(), cost: 2 })
}

#[test]
fn ti_123_laws_map_units_and_control_follow() {
    let desk = desk_with(&["Sol", "Letnev"], |setup| setup.neighbours.clear());
    let desk = desk.turn(ANN, Step::StartOfTurn);
    let map = json!({"mapString": "26 -1 -1 25 -1 -1", "laws": ["Minister of Commerce"]});
    let players = json!([
        {"color": "blue", "factionShort": "Sol", "laws": ["Minister of Commerce"]},
        {"color": "red", "factionShort": "Letnev"},
    ]);
    let report = told(&desk, players.clone(), map.clone());
    let desk = desk.act(ANN, report);
    assert!(desk.spectator().galaxy.is_some(), "the map arrives first");
    assert!(desk.spectator().in_force.contains(&Condition::MinisterOfCommerce));
    assert!(desk.neighbours().is_empty());
    let near = but(map, json!({"hexSummary": "18+0+0Rd;Ri,26+0+1Bc;Bi"}));
    let report = told(&desk, players, near);
    let desk = desk.act(BOB, report);
    assert_eq!(desk.neighbours(), [(ANN, BOB)], "units make neighbours");
    let galaxy = desk.spectator().galaxy.expect("a map");
    let lodor = galaxy.find_planet("Lodor").expect("a planet");
    assert_eq!(galaxy.controller(lodor), Some(ANN));
    let gone = json!({"laws": [], "hexSummary": "18+0+0;,26+0+1Bc;Bi"});
    let report = told(&desk, has(5, 5), gone);
    let desk = desk.act(ANN, report);
    assert!(desk.neighbours().is_empty() && desk.spectator().in_force.is_empty());
}

#[test]
fn ti_123_a_loose_table_takes_no_holdings() {
    let desk =
        desk_with(&["Sol", "Letnev"], |setup| setup.loose = true).turn(ANN, Step::StartOfTurn);
    let report = told(&desk, has(3, 1), json!({"turn": "red"}));
    let desk = desk.act(ANN, report);
    assert_eq!(desk.goods(ANN), 0);
    assert_eq!(desk.spectator().moment.expect("a moment").active(), Some(BOB));
}

#[test]
fn ti_123_a_phase_of_the_forum_bot_is_followed() {
    let desk = fresh();
    let whole = json!({"playerData": [{"faction": "sol"}, {"faction": "letnev", "isSpeaker": false}],
                       "gameState": {"phase": "agenda.voting", "activePlayer": "letnev"}});
    let report = feed::read(FeedSource::Asyncti4, whole.to_string().as_bytes()).expect("a report");
    let sync = Command::Sync { source: FeedSource::Asyncti4, facts: desk.facts(&report) };
    let desk = desk.act(ANN, sync);
    let moment = desk.spectator().moment.expect("a moment");
    assert_eq!((moment.phase(), moment.asked()), (Phase::Agenda, Some(BOB)));
}

#[test]
fn ti_123_facts_about_nobody_and_nothing_are_refused() {
    let desk = fresh();
    let source = FeedSource::TabletopPlayground;
    let sync = |fact: Fact| Command::Sync { source, facts: vec![fact] };
    let nobody = Seat(7);
    let desk = desk.refuses(ANN, sync(Fact::TradeGoods { of: nobody, count: 1 }), 70);
    let desk = desk.refuses(ANN, sync(Fact::TradeGoods { of: ANN, count: 20_000 }), 70);
    let desk = desk.refuses(ANN, sync(Fact::Speaker { seat: nobody }), 64);
    let desk = desk.refuses(ANN, sync(Fact::Map { map_string: "x".to_owned() }), 9);
    let strange = Fact::Units { system: twilight::galaxy::SystemId(99), of: SeatSet::only(ANN) };
    let desk = desk.refuses(ANN, sync(strange), 21);
    let many = vec![Fact::TradeGoods { of: ANN, count: 1 }; 601];
    let desk = desk.refuses(ANN, Command::Sync { source, facts: many }, 21);
    let over =
        told(&desk, json!([{"color": "blue", "factionShort": "Sol", "commodities": 9}]), json!({}));
    let desk = desk.act(ANN, over);
    assert_eq!(desk.commodities(ANN), 0, "more than fit are a difference");
    let fact = desk.spectator().feed.expect("a feed").disputed[0].fact.clone();
    desk.refuses(ANN, Command::Reconcile { fact, take: true }, 32);
}

/// What a report in the shape of AsyncTI4's says of this desk.
fn published(desk: &Desk, ann: Value, bob: Value) -> Command {
    let player = |faction: &str, colour: &str, more: Value| {
        let mut player = json!({"faction": faction, "color": colour});
        for (field, value) in more.as_object().expect("fields") {
            player[field] = value.clone();
        }
        player
    };
    let players = [player("sol", "blue", ann), player("letnev", "red", bob)];
    let whole = json!({ "playerData": players });
    let report = feed::read(FeedSource::Asyncti4, whole.to_string().as_bytes()).expect("a report");
    Command::Sync { source: FeedSource::Asyncti4, facts: desk.facts(&report) }
}

#[test]
fn ti_123_debt_tokens_and_their_end_are_shown_to_everybody() {
    let desk = fresh();
    let report = published(&desk, json!({"debtTokens": {"red": 3}}), json!({"debtTokens": {}}));
    let desk = desk.act(ANN, report);
    let debts = desk.spectator().debts;
    assert_eq!((debts.len(), debts[0].by, debts[0].to, debts[0].count), (1, BOB, ANN, 3));
    let report = published(&desk, json!({"debtTokens": {}}), json!({}));
    let desk = desk.act(ANN, report);
    assert!(desk.spectator().debts.is_empty());
}

#[test]
fn ti_32_the_value_comes_from_the_feed_unless_players_have_recorded_another() {
    let desk = fresh();
    let printed = desk.player(ANN).commodity_value;
    let value = printed + 1;
    let ann = |value: u16| json!({"commoditiesTotal": value, "commodities": value});
    let report = published(&desk, ann(value), json!({}));
    let desk = desk.act(ANN, report);
    assert_eq!((desk.player(ANN).commodity_value, desk.commodities(ANN)), (value, value));
    let report = published(&desk, ann(printed), json!({}));
    let desk = desk.act(ANN, report);
    assert_eq!((desk.player(ANN).commodity_value, desk.commodities(ANN)), (printed, printed));
    let desk = desk.act(BOB, book(Entry::Stations { count: 2 }));
    let bob = json!({"commoditiesTotal": desk.player(BOB).commodity_value - 1});
    let report = published(&desk, json!({}), bob);
    let desk = desk.act(ANN, report);
    let disputed = desk.spectator().feed.expect("a feed").disputed;
    assert!(disputed[0].theirs.starts_with("Bob has a commodity value of"), "{disputed:?}");
    let desk = desk.act(BOB, Command::Reconcile { fact: disputed[0].fact.clone(), take: true });
    assert_eq!(desk.player(BOB).commodity_value, desk.player(BOB).stations + 1);
}

#[test]
fn ti_62_a_note_that_a_feed_shows_in_play_is_for_its_holder_to_confirm() {
    let desk = fresh();
    let shown = json!({"promissoryNotesInPlayArea": ["red_an"]});
    let none = json!({"promissoryNotesInPlayArea": []});
    let report = published(&desk, shown.clone(), none.clone());
    let desk = desk.act(BOB, report);
    assert!(desk.player(ANN).in_play.is_empty(), "the desk knows where it is, and does not tell");
    let disputed = desk.spectator().feed.expect("a feed").disputed;
    assert_eq!(disputed[0].theirs, "Ann has Bob’s Alliance in play");
    let take = Command::Reconcile { fact: disputed[0].fact.clone(), take: true };
    let desk = desk.refuses(BOB, take.clone(), 124);
    let desk = desk.refuses(ANN, take, 21);
    assert!(desk.player(ANN).in_play.is_empty());
}

#[test]
fn ti_123_at_a_table_without_holdings_notes_in_play_follow_the_feed() {
    let desk =
        desk_with(&["Sol", "Letnev"], |setup| setup.loose = true).turn(ANN, Step::StartOfTurn);
    let none = json!({"promissoryNotesInPlayArea": []});
    let shown = json!({"promissoryNotesInPlayArea": ["red_sftt"]});
    let report = published(&desk, shown, none.clone());
    let desk = desk.act(BOB, report);
    assert_eq!(desk.player(ANN).in_play.len(), 1);
    let report = published(&desk, none.clone(), none);
    let desk = desk.act(BOB, report);
    assert!(desk.player(ANN).in_play.is_empty());
}
