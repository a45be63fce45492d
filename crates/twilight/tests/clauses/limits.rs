//! Who may not transact, when not, and what does not refresh the limit (TI-01 … TI-16).

use serde_json::{Value, json};
use twilight::ability::note::NoteKind;
use twilight::desk::command::Invocation;
use twilight::table::hand::Note;
use twilight::{Bundle, Command, Moment, Phase, Step};

use crate::support::*;

fn between(a: &str, b: &str, active: &str) -> Value {
    let moment = json!({"step": "start_of_turn", "active": active});
    let deal = json!({"between": [a, b], "terms": [{"by": a, "give": {"trade_goods": 1}}]});
    let rich = |name: &str| json!({"name": name, "trade_goods": 5});
    json!({"players": [rich("Ann"), rich("Bob"), rich("Cid")], "moment": moment, "deal": deal})
}

fn good(to: parley::Seat, by: parley::Seat) -> Command {
    Command::Offer { to, terms: vec![give(by, Bundle::trade_goods(1))] }
}

/// There are no neighbours; Ann and Bob also have this.
fn strangers(ann: Value, bob: Value) -> Value {
    let mut players = json!([{"name": "Ann", "trade_goods": 5}, {"name": "Bob"}, {"name": "Cid"}]);
    for (at, more) in [ann, bob].into_iter().enumerate() {
        players[at] = but(players[at].clone(), more);
    }
    json!({"players": players, "neighbours": []})
}

#[test]
fn ti_01_an_offer_to_oneself_or_to_nobody_is_none() {
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::StartOfTurn);
    let desk = desk.refuses(ANN, good(ANN, ANN), 70).refuses(ANN, good(CID, ANN), 70);
    let nothing = Command::Offer { to: BOB, terms: vec![give(ANN, Bundle::default())] };
    desk.refuses(ANN, nothing, 70);
}

#[test]
fn ti_02_the_limit_is_for_the_pair_and_not_for_the_player() {
    let desk = desk(&["Sol", "Letnev", "Saar"]).turn(ANN, Step::StartOfTurn);
    let desk = desk.strike(ANN, BOB, vec![give(ANN, Bundle::trade_goods(1))]);
    // Nor does it matter who asks, or that the goods go the other way.
    let desk = desk.refuses(BOB, good(ANN, BOB), 10);
    assert_eq!(desk.spectator().transacted, [(ANN, BOB)]);
    desk.act(CID, good(ANN, CID));
}

#[test]
fn ti_03_the_active_player_is_one_of_the_two() {
    for (a, b) in [("Ann", "Bob"), ("Bob", "Ann")] {
        is_barred(between(a, b, "Cid"), "TI-03");
        is_legal(between(a, b, "Ann"));
        is_legal(between(a, b, "Bob"));
    }
    let desk = desk(&["Sol", "Letnev", "Saar"]).turn(CID, Step::StartOfTurn);
    desk.refuses(ANN, good(BOB, ANN), 3).act(ANN, good(CID, ANN));
}

#[test]
fn ti_03_who_decides_in_a_secondary_is_not_active() {
    let asked = json!({"moment": {"step": "secondary", "active": "Cid", "asked": "Ann"}});
    is_barred(but(between("Ann", "Bob", "Cid"), asked.clone()), "TI-03");
    is_legal(but(between("Bob", "Cid", "Cid"), asked));
}

#[test]
fn ti_05_every_step_of_a_turn_allows_it() {
    for step in Step::ALL.iter().filter(|step| step.phase() == Phase::Action) {
        let mut moment = json!({"step": step.id(), "active": "Ann"});
        if step.asks_one_by_one() {
            moment["asked"] = json!("Cid");
        }
        is_legal(scene(moment, gift()));
    }
}

#[test]
fn ti_07_two_who_have_passed_still_need_the_active_player() {
    let passed = json!({"players": [
        {"name": "Ann", "trade_goods": 5, "passed": true}, {"name": "Bob", "passed": true}, "Cid",
    ]});
    is_barred(but(between("Ann", "Bob", "Cid"), passed), "TI-03");
}

#[test]
fn ti_08_guild_ships_reach_strangers_on_either_turn_and_lift_no_limit() {
    let hacan = || strangers(json!({}), json!({"faction": "Hacan"}));
    for active in ["Ann", "Bob"] {
        is_legal(but(between("Ann", "Bob", active), hacan()));
    }
    is_barred(but(between("Ann", "Bob", "Cid"), hacan()), "TI-03");
    is_barred(but(between("Ann", "Cid", "Ann"), hacan()), "TI-08");
    let once = json!({"transacted": [["Bob", "Ann"]]});
    is_barred(but(but(between("Ann", "Bob", "Ann"), hacan()), once), "TI-10");
}

#[test]
fn ti_08_trade_convoys_reach_strangers_in_play_and_not_in_hand() {
    let with = |place: &str| {
        let ann = json!({place: ["Cid's Trade Convoys"]});
        let mut changes = strangers(ann, json!({}));
        changes["players"][2] = json!({"name": "Cid", "faction": "Hacan"});
        but(between("Ann", "Bob", "Bob"), changes)
    };
    is_legal(with("in_play"));
    is_barred(with("notes"), "TI-08");
}

#[test]
fn ti_08_age_of_commerce_asks_for_no_neighbours() {
    let apart = but(between("Ann", "Bob", "Ann"), json!({"neighbours": []}));
    is_barred(apart.clone(), "TI-08");
    is_legal(but(apart, json!({"in_force": ["age_of_commerce"]})));
}

#[test]
fn ti_09_who_is_no_neighbour_when_it_is_accepted_cannot_accept() {
    use parley::OfferRef;
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::MoveShips).act(ANN, good(BOB, ANN));
    let accept = || Command::Accept { offer: OfferRef { from: ANN, number: 1 } };
    let desk = desk.act(ANN, Command::Neighbour { with: BOB, are: false });
    let desk = desk.refuses(BOB, accept(), 8);
    assert_eq!((desk.goods(ANN), desk.goods(BOB)), (5, 5));
    desk.act(BOB, Command::Neighbour { with: ANN, are: true }).act(BOB, accept());
}

#[test]
fn ti_10_every_turn_has_its_own_limit_and_no_step_of_it_another() {
    let steps = [Step::ChooseAction, Step::Activation, Step::CombatRoll, Step::EndOfTurn];
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::StartOfTurn);
    let mut desk = desk.strike(ANN, BOB, vec![give(ANN, Bundle::trade_goods(1))]);
    for step in steps {
        desk = desk.turn(ANN, step).refuses(ANN, good(BOB, ANN), 10);
    }
    // The next turn may be the same player's, when everybody else has passed.
    desk.turn(ANN, Step::StartOfTurn).act(ANN, good(BOB, ANN));
}

#[test]
fn ti_11_in_every_step_of_an_agenda_and_for_all_pairs() {
    let agenda = Step::ALL.iter().filter(|step| step.phase() == Phase::Agenda);
    for step in agenda.filter(|step| **step != Step::ReadyPlanets) {
        let mut moment = json!({"step": step.id()});
        if step.asks_one_by_one() {
            moment["asked"] = json!("Cid");
        }
        let apart = but(scene(moment, gift()), json!({"neighbours": [], "speaker": "Cid"}));
        is_legal(apart.clone());
        is_barred(but(apart.clone(), json!({"transacted": [["Ann", "Bob"]]})), "TI-12");
        is_barred(but(apart, json!({"in_force": ["hidden_agenda"]})), "TI-11");
    }
}

#[test]
fn ti_12_the_limit_lasts_for_the_agenda_and_for_the_pair() {
    let desk = desk(&["Sol", "Letnev", "Saar"]).moment(Moment::of(Step::AfterRevealed));
    let desk = desk.strike(BOB, CID, vec![give(BOB, Bundle::trade_goods(1))]);
    let desk = desk.moment(Moment::of(Step::ResolveOutcome)).refuses(CID, good(BOB, CID), 12);
    let desk = desk.strike(ANN, CID, vec![give(ANN, Bundle::trade_goods(1))]);
    assert_eq!(desk.spectator().transacted, [(ANN, CID), (BOB, CID)]);
    // The second agenda is another.
    let desk = desk.moment(Moment::of(Step::RevealAgenda));
    desk.strike(BOB, CID, vec![give(CID, Bundle::trade_goods(1))]);
}

#[test]
fn ti_12_a_limit_used_in_a_turn_is_not_used_in_the_agenda_phase() {
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::EndOfTurn);
    let desk = desk.strike(ANN, BOB, vec![give(ANN, Bundle::trade_goods(1))]);
    desk.moment(Moment::of(Step::RevealAgenda)).act(ANN, good(BOB, ANN));
}

#[test]
fn ti_13_effects_for_neighbours_still_ask_for_neighbours() {
    let desk = desk_with(&["Sol", "Letnev", "Mentak"], |setup| setup.neighbours = vec![(BOB, CID)]);
    let desk = desk.moment(Moment::of(Step::AfterRevealed));
    let desk = desk.strike(ANN, BOB, vec![give(ANN, Bundle::trade_goods(1))]);
    assert_eq!(desk.spectator().pillages, [(CID, BOB)], "Ann is no neighbour of Mentak");
    assert_eq!(desk.neighbours(), [(BOB, CID)]);
    desk.turn(ANN, Step::StartOfTurn).refuses(ANN, good(BOB, ANN), 8);
}

#[test]
fn ti_14_an_agenda_within_a_turn_follows_the_rules_of_the_turn() {
    for step in ["component_action", "primary", "end_of_action"] {
        let at = |a: &str, b: &str, active: &str| {
            let inside = json!({"moment": {"step": step, "active": active}});
            but(between(a, b, active), inside)
        };
        is_legal(at("Ann", "Bob", "Ann"));
        is_barred(at("Ann", "Bob", "Cid"), "TI-03");
        is_barred(but(at("Ann", "Bob", "Ann"), json!({"neighbours": []})), "TI-08");
        let once = json!({"transacted": [["Ann", "Bob"]]});
        is_barred(but(at("Ann", "Bob", "Ann"), once), "TI-10");
        // What is forbidden in the agenda phase is not forbidden here.
        is_legal(but(at("Ann", "Bob", "Ann"), json!({"in_force": ["hidden_agenda"]})));
    }
}

#[test]
fn ti_14_no_step_of_the_agenda_phase_belongs_to_a_turn() {
    let inside: Moment =
        serde_json::from_value(json!({"step": "after_revealed", "active": 0, "asked": null}))
            .expect("it can be written down");
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::ComponentAction);
    desk.refuses(ANN, Command::SetMoment { moment: inside }, 85);
}

#[test]
fn ti_15_not_in_any_step_of_the_strategy_and_status_phases() {
    for step in Step::ALL {
        if !matches!(step.phase(), Phase::Strategy | Phase::Status) {
            continue;
        }
        let mut moment = json!({"step": step.id()});
        if step.asks_one_by_one() {
            moment["asked"] = json!("Ann");
        }
        is_barred(scene(moment, gift()), "TI-15");
    }
}

#[test]
fn ti_15_unless_an_ability_grants_one_and_then_one() {
    let desk = desk_with(&["Sol", "Nomad"], |setup| {
        setup.players[1].abilities = vec![ability("temporal-command-suite")];
        setup.neighbours.clear();
    });
    let power = Invocation::Ability(ability("temporal-command-suite"));
    desk.moment(Moment::of(Step::ReadyCards))
        .refuses(ANN, good(BOB, ANN), 15)
        .refuses(ANN, Command::Invoke { with: BOB, power }, 21)
        .act(BOB, Command::Invoke { with: ANN, power })
        .strike(ANN, BOB, vec![give(ANN, Bundle::trade_goods(1))])
        .refuses(ANN, good(BOB, ANN), 15);
}

#[test]
fn ti_16_a_transaction_costs_no_action_and_leaves_the_window_open() {
    let spy_net = Note { issuer: BOB, kind: NoteKind::find("Spy Net").expect("a note") };
    let desk = desk(&["Sol", "Yssaril", "Saar"]).turn(ANN, Step::StartOfTurn);
    let desk = desk.strike(ANN, BOB, vec![give(BOB, Bundle::note(spy_net))]);
    let desk = desk.strike(ANN, CID, vec![give(ANN, Bundle::trade_goods(1))]);
    // The start of the turn is still open, and the action is still to come.
    let desk = desk.act(ANN, Command::PlayNote { note: spy_net });
    let desk = desk.act(ANN, Command::Advance { to: Step::ChooseAction });
    let ann = &desk.spectator().players[0];
    assert_eq!((ann.resources, ann.influence, ann.passed), (4, 4, false));
    desk.act(ANN, Command::Advance { to: Step::Activation });
}

#[test]
fn ti_53_stations_let_both_controllers_transact_within_the_limit() {
    let station = || json!({"space_stations": 1});
    let both = but(between("Ann", "Bob", "Ann"), strangers(station(), station()));
    is_legal(both.clone());
    is_barred(but(both, json!({"transacted": [["Ann", "Bob"]]})), "TI-10");
    let one = but(between("Ann", "Bob", "Ann"), strangers(station(), json!({})));
    is_barred(one, "TI-08");
    let desk = desk_with(&["Sol", "Letnev"], |setup| {
        setup.neighbours.clear();
        setup.players.iter_mut().for_each(|player| player.stations = 1);
    });
    let desk = desk.turn(ANN, Step::StartOfTurn);
    let desk = desk.strike(ANN, BOB, vec![give(ANN, Bundle::trade_goods(1))]);
    assert!(desk.spectator().neighbours.is_empty(), "and are no neighbours by it");
}

#[test]
fn ti_12_deepgloom_lifts_the_limit_of_a_turn_and_not_that_of_an_agenda() {
    let lend = || Command::Invoke {
        with: BOB,
        power: Invocation::Ability(ability("deepgloom-executable")),
    };
    let desk = || {
        desk_with(&["Yssaril", "Sol"], |setup| {
            setup.players[0].abilities = vec![ability("deepgloom-executable")];
        })
    };
    let gift = || vec![give(ANN, Bundle::trade_goods(1))];
    let again = || Command::Offer { to: BOB, terms: gift() };
    let turn = desk().turn(ANN, Step::StartOfTurn).strike(ANN, BOB, gift());
    turn.refuses(ANN, again(), 10).act(ANN, lend()).strike(ANN, BOB, gift());
    let agenda = desk().moment(Moment::of(Step::WhenRevealed)).strike(ANN, BOB, gift());
    agenda.act(ANN, lend()).refuses(ANN, again(), 12);
}
