//! The map as everybody sees it: who controls what, who and what is where, and why two players are neighbours. All of it
//! is public (TI-39, TI-40).

use serde_json::{Value, json};
use twilight::desk::command::{Entry, Presence};
use twilight::desk::condition::Condition;
use twilight::desk::feature::Feature;
use twilight::galaxy::Wormhole;
use twilight::table::player::Planet;
use twilight::table::readings::Permit;
use twilight::{Bundle, Command, Step};

use crate::support::*;

fn hold(name: &str, pride_of_kenara: bool) -> Command {
    let planet =
        Planet { name: name.to_owned(), demilitarized: false, pride_of_kenara, coexisting: false };
    Command::Book { entry: Entry::HoldPlanet { planet } }
}

/// Hacan's mech is on Lodor, on Ann's turn; Cid is at Mecatol Rex.
fn kenara() -> Desk {
    mapped_with(&["Hacan", "Sol", "Saar"], MAP, |_| {})
        .act(ANN, enter("Lodor"))
        .act(CID, enter("Mecatol Rex"))
        .act(ANN, hold("Lodor", true))
        .turn(ANN, Step::StartOfTurn)
}

fn trade_lodor(desk: Desk) -> Desk {
    let goods = Bundle { planets: vec!["Lodor".to_owned()], ..Bundle::default() };
    desk.strike(ANN, BOB, vec![give(ANN, goods)])
}

/// A system as every audience sees it, serialised.
#[track_caller]
fn system(desk: &Desk, name: &str) -> Value {
    let seen = desk.views().into_iter().map(|view| {
        let galaxy = json!(view)["galaxy"].clone();
        let mut systems = galaxy["systems"].as_array().into_iter().flatten();
        systems.find(|system| system["name"] == name).cloned()
    });
    let mut seen: Vec<Value> = seen.map(|it| it.expect("everybody sees it")).collect();
    let first = seen.swap_remove(0);
    assert!(seen.iter().all(|other| *other == first), "it is one map for everybody");
    first
}

/// The wormholes in a system, as a third party sees them.
fn wormholes(desk: &Desk, name: &str) -> Vec<String> {
    let view = json!(desk.spectator());
    let mut systems = view["galaxy"]["systems"].as_array().into_iter().flatten();
    let here = json!(systems.position(|system| system["name"] == name).expect("a system"));
    let kinds = view["wormholes"].as_array().into_iter().flatten();
    let here = kinds.filter(|it| it["systems"].as_array().is_some_and(|it| it.contains(&here)));
    here.map(|it| it["kind"].as_str().unwrap_or_default().to_owned()).collect()
}

/// Why Ann and Bob are neighbours.
#[track_caller]
fn path(desk: &Desk) -> String {
    let seen = desk.views().into_iter().map(|view| {
        let pairs = json!(view)["neighbours"].clone();
        let mut pairs = pairs.as_array().into_iter().flatten();
        let both = pairs.find(|pair| pair["seats"] == json!([ANN, BOB]));
        both.map(|pair| pair["path"]["words"].as_str().unwrap_or_default().to_owned())
    });
    let mut seen: Vec<Option<String>> = seen.collect();
    seen.dedup();
    assert_eq!(seen.len(), 1, "it is one path for everybody");
    seen.remove(0).expect("they are neighbours")
}

#[test]
fn ti_18_everybody_sees_a_traded_planet_change_hands() {
    let desk = kenara();
    assert_eq!(system(&desk, "Lodor")["planets"][0]["controller"], json!(ANN));
    let desk = trade_lodor(desk);
    assert_eq!(system(&desk, "Lodor")["planets"][0]["controller"], json!(BOB));
}

#[test]
fn ti_40_everybody_sees_hacans_units_leave_a_planet_that_is_traded_for_its_mech() {
    let desk = kenara();
    assert_eq!(system(&desk, "Lodor")["units"], json!([ANN]));
    let desk = trade_lodor(desk);
    assert_eq!(system(&desk, "Lodor")["units"], json!([]));
    // Ships that stay in the system are recorded again.
    assert_eq!(system(&desk.act(ANN, enter("Lodor")), "Lodor")["units"], json!([ANN]));
}

#[test]
fn ti_46_a_place_is_found_by_its_name_however_that_is_written() {
    let token = |system: &str| {
        chart(Feature::Wormhole { system: system.to_owned(), kind: Wormhole::Gamma, lies: true })
    };
    for (written, called) in [
        ("the lodor", "Lodor"),
        ("MECATOL-REX", "Mecatol Rex"),
        (" Mecatol  Rex. ", "Mecatol Rex"),
        ("25", "Quann"),
    ] {
        let desk = mapped_with(&["Sol", "Letnev"], MAP, |_| {}).act(ANN, token(written));
        assert_eq!(system(&desk, called)["tokens"], json!(["gamma"]), "{written}");
    }
    let desk = mapped_with(&["Sol", "Letnev"], MAP, |_| {}).act(ANN, hold("mecatol-rex", false));
    assert_eq!(system(&desk, "Mecatol Rex")["planets"][0]["controller"], json!(ANN));
    assert_eq!(desk.player(ANN).planets[0].name, "Mecatol Rex");
}

#[test]
fn ti_47_everybody_sees_the_nexus_turn_over() {
    let desk = mapped_with(&["Sol", "Letnev"], "26 -1 -1 25 -1 -1 82", |_| {});
    let nexus = |desk: &Desk| {
        let view = json!(desk.spectator());
        let systems = view["galaxy"]["systems"].as_array().cloned().unwrap_or_default();
        systems.into_iter().find(|system| !system["nexus"].is_null()).expect("the nexus")
    };
    let it = nexus(&desk);
    assert_eq!(it["nexus"], "inactive");
    assert_eq!(wormholes(&desk, "the wormhole nexus"), ["gamma"]);
    let desk = desk.act(ANN, enter("Mallice"));
    assert_eq!(nexus(&desk)["nexus"], "active");
    assert_eq!(wormholes(&desk, "the wormhole nexus"), ["alpha", "beta", "gamma"]);
}

#[test]
fn ti_46_wormholes_of_flagships_and_technologies_are_on_the_map_while_they_work() {
    let desk = mapped_with(&["Winnu", "Creuss"], MAP, |setup| {
        setup.players[0].abilities = vec![ability("lazax-gate-folding")];
    });
    let flagship = Feature::HilColish { system: Some("Lodor".to_owned()) };
    let condition = Condition::LazaxGateFolding;
    let desk = desk
        .turn(ANN, Step::Activation)
        .act(BOB, chart(flagship))
        .act(ANN, Command::Declare { condition, begins: true });
    assert_eq!(wormholes(&desk, "Lodor"), ["alpha", "delta"]);
    assert_eq!(wormholes(&desk, "Mecatol Rex"), ["alpha", "beta"]);
    let desk = desk.turn(ANN, Step::EndOfAction);
    assert_eq!(wormholes(&desk, "Mecatol Rex"), [""; 0]);
}

#[test]
fn ti_45_a_conduit_is_on_the_map_until_the_action_ends() {
    let desk = mapped_with(&["Jol-Nar", "Letnev"], MAP, |setup| {
        setup.players[0].abilities = vec![ability("spatial-conduit-cylinders")];
    });
    let conduit = |desk: &Desk| json!(desk.spectator())["galaxy"]["modifiers"]["conduit"].clone();
    let feature = Feature::Conduit { active: "Lodor".to_owned() };
    let desk = desk.turn(ANN, Step::Activation).act(ANN, chart(feature));
    assert_eq!(conduit(&desk)["owner"], json!(ANN));
    assert_eq!(conduit(&desk.turn(ANN, Step::EndOfAction)), Value::Null);
}

#[test]
fn ti_09_neighbours_have_a_path_where_there_is_a_map_and_the_tables_word_where_there_is_none() {
    let desk = mapped_with(&["Sol", "Letnev"], MAP, |_| {});
    let desk = desk.act(ANN, enter("Lodor")).act(BOB, enter("Mecatol Rex"));
    assert_eq!(path(&desk), "Lodor touches Mecatol Rex");
    let desk = desk.act(BOB, enter("Lodor"));
    assert_eq!(path(&desk), "both are in Lodor", "the plainest path is told");
    assert_eq!(path(&desk_with(&["Sol", "Letnev"], |_| {})), "");
}

#[test]
fn ti_45_the_path_may_lead_through_a_wormhole() {
    let desk = mapped_with(&["Sol", "Letnev"], MAP, |_| {});
    let desk = desk.act(ANN, enter("Lodor")).act(BOB, enter("Quann"));
    let token = Feature::Wormhole { system: "Quann".to_owned(), kind: Wormhole::Alpha, lies: true };
    assert_eq!(path(&desk.act(ANN, chart(token))), "Lodor and Quann share an alpha wormhole");
}

#[test]
fn ti_50_the_path_of_modernization_and_of_what_a_table_lets_count() {
    let gain =
        Command::Book { entry: Entry::GainAbility { ability: ability("iihq-modernization") } };
    let far = "26 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 25";
    let desk = mapped_with(&["Keleres", "Sol"], far, |_| {});
    let desk = desk.act(ANN, enter("Quann")).act(BOB, enter("Lodor")).act(ANN, gain);
    assert_eq!(path(&desk), "I.I.H.Q. Modernization reaches Lodor from Mecatol Rex");

    let desk = mapped_with(&["Nomad", "Letnev"], MAP, |setup| {
        setup.readings.disputed_neighbours = Some(Permit::Yes);
    });
    let there = || vec!["Quann".to_owned()];
    let memoria = Feature::Memoria { flagship: Some("Lodor".to_owned()), mechs: there() };
    let desk = desk.act(ANN, enter("Lodor")).act(BOB, enter("Quann")).act(ANN, chart(memoria));
    assert_eq!(path(&desk), "Memoria II joins Lodor and Quann");
    let leave = Command::Board { change: Presence::Leave("Quann".to_owned()) };
    assert!(desk.act(BOB, leave).neighbours().is_empty());
}
