//! Section 11: studies.

use backchannel::{
    Agreement, Cards, Command, Game, Mode, Refusal, Regime, Scenario, Setup, Study, Target,
    TreatyRef,
};
use parley::{Audience, Game as _, Options as _, Seat, Seed};

use crate::support::*;

fn study(agreements: Regime) -> Study {
    Study { agreements, ..Study::default() }
}

/// Three at war, at a table that is marked as a study.
fn three_in(study: Study) -> Scenario {
    spread(given_with(3, |setup| setup.settings.study = Some(study)))
}

const DEALER: [&str; 3] = ["ceasefire-1", "tribute-1", "troops-1"];

/// Red proposes a ceasefire to Blue in its window, and Blue accepts in its own attack phase.
fn accepted_ceasefire(agreements: Regime) -> Scene {
    let scenario = three_in(study(agreements)).hand(RED, &DEALER).hand(BLUE, &["troops-1"]);
    let mut scene = play_from(scenario.window(RED));
    scene.does(RED, propose(BLUE, "ceasefire-1", &["troops-1"]));
    let deployed = scene.own(BLUE).deploy;
    scene.does(BLUE, deploy("c1", deployed));
    assert!(attacks(&scene, BLUE, "c1").contains(at("b1")), "nothing is agreed yet");
    scene.does(BLUE, accept(RED, &["troops-1"]));
    scene
}

/// What `seat` may attack from a square.
fn attacks(scene: &Scene, seat: Seat, from: &str) -> backchannel::TerritorySet {
    let options = scene.options(seat);
    let found = options.attack.iter().find(|assault| assault.from == at(from));
    found.map(|assault| assault.to).unwrap_or_default()
}

fn truce(with: Seat) -> Target {
    Target::Treaty(TreatyRef { with, agreement: Agreement::Ceasefire, against: None })
}

fn silent() -> Study {
    Study { signals: false, ..Study::default() }
}

#[test]
fn bc_1101_a_table_is_no_study_unless_it_is_marked_as_one() {
    let setup = setup(3);
    assert_eq!(setup.settings.study, None);
    let text = serde_json::to_string(&setup.settings).unwrap();
    assert!(!text.contains("study"), "a table that is none is written down as it always was");
    for text in [r#"{"agreements": "none"}"#, r#"{"signals": false}"#] {
        let refused = serde_json::from_str::<backchannel::Settings>(text).unwrap_err();
        assert!(refused.to_string().contains("unknown field"), "{refused}");
    }
}

#[test]
fn bc_1101_a_study_that_changes_nothing_is_the_game_as_it_is() {
    let marked = |study| {
        let mut setup = setup(3);
        setup.settings.study = study;
        Game::start(&setup, Seed::numbered(5, 0)).unwrap()
    };
    let (plain, study) = (marked(None), marked(Some(Study::default())));
    assert_eq!(plain.encode(), study.encode());
    let mut scene = accepted_ceasefire(Regime::Breakable);
    scene.does(BLUE, attack("c1", "b1", Mode::Once));
    let written: Setup = serde_json::from_value(serde_json::to_value(setup(3)).unwrap()).unwrap();
    assert_eq!(written, setup(3));
    let read: Study = serde_json::from_str(r#"{"agreements": "binding"}"#).unwrap();
    assert_eq!(read, Study { agreements: Regime::Binding, signals: true });
}

#[test]
fn bc_1101_cards_that_cannot_be_used_stay_in_the_deck() {
    let all = |study| -> Cards {
        let mut setup = setup(3);
        setup.settings.study = study;
        let game = Game::start(&setup, Seed::numbered(5, 0)).unwrap();
        let view = game.view(Audience::Replay);
        let mut all = Cards::NONE;
        view.opened.iter().for_each(|own| all.add_all(own.hand.iter()));
        all
    };
    let usual = all(None);
    assert_eq!(usual.total(), 15);
    for agreements in Regime::ALL {
        assert_eq!(all(Some(study(agreements))), usual, "{agreements:?}");
    }
    let hand = ["ceasefire-1", "betrayal-1", "levy-1"];
    let mut scene = play_from(three_in(study(Regime::None)).hand(RED, &hand).window(RED));
    assert!(scene.options(RED).gamble, "they can still be gambled with");
    scene.does(RED, Command::Gamble { cards: slots(&hand) });
}

#[test]
fn bc_1102_without_agreements_every_proposal_is_refused() {
    let mut scene = play_from(three_in(study(Regime::None)).hand(RED, &DEALER).window(RED));
    for to in [BLUE, GREEN] {
        let refusal = scene.refused(RED, propose(to, "ceasefire-1", &["troops-1"]));
        assert_eq!((refusal, clause(refusal)), (Refusal::NoAgreements, 1102));
        assert_eq!(refusal.to_string(), "There are no agreements in this study.");
    }
    assert!(scene.options(RED).propose.is_empty());
    let closed = scene.own(RED).closed;
    assert_eq!(closed.iter().map(|closed| closed.to).collect::<Vec<_>>(), [BLUE, GREEN]);
    assert!(closed.iter().all(|closed| closed.why == Refusal::NoAgreements));
    assert!(scene.options(RED).apply.contains(&card("troops-1")), "the rest is as it is");
}

#[test]
fn bc_1103_a_binding_agreement_cannot_be_betrayed() {
    let at_truce = |agreements| {
        let scenario = three_in(study(agreements)).treaty(Agreement::Ceasefire, RED, BLUE, 20);
        play_from(scenario.hand(RED, &["betrayal-1"]).window(RED))
    };
    let mut scene = at_truce(Regime::Binding);
    let refusal = scene.refused(RED, play("betrayal-1", truce(BLUE)));
    assert_eq!((refusal, clause(refusal)), (Refusal::Binding, 1103));
    let text = "Agreements are binding in this study, so none can be betrayed.";
    assert_eq!(refusal.to_string(), text);
    let options = scene.options(RED);
    assert!(options.play.is_empty() && options.treaties.is_empty());
    assert_eq!(scene.own(RED).treaties.len(), 1, "it is in force all the same");
    at_truce(Regime::Breakable).does(RED, play("betrayal-1", truce(BLUE)));
}

#[test]
fn bc_1103_a_binding_ceasefire_is_kept_from_its_acceptance() {
    let mut scene = accepted_ceasefire(Regime::Binding);
    let refusal = scene.refused(BLUE, attack("c1", "b1", Mode::Once));
    assert_eq!((refusal, clause(refusal)), (Refusal::AcceptedCeasefire { with: RED }, 1103));
    let text = "A ceasefire with that seat has been accepted, and in this study it binds at once.";
    assert_eq!(refusal.to_string(), text);
    let open = attacks(&scene, BLUE, "c1");
    assert!(!open.contains(at("b1")) && open.contains(at("d1")), "{open:?}");
    scene.does(BLUE, attack("c1", "d1", Mode::Once));
    scene.start_of(RED);
    assert_eq!(scene.view(GREEN).truces, [(RED, BLUE)]);
    let deployed = scene.own(RED).deploy;
    scene.does(RED, deploy("b1", deployed));
    let refusal = scene.refused(RED, attack("b1", "c1", Mode::Once));
    assert_eq!(refusal, Refusal::Ceasefire { with: BLUE }, "now it is in force");
}

#[test]
fn bc_1103_an_accepted_ceasefire_binds_its_proposer_and_nobody_else() {
    let scenario = three_in(study(Regime::Binding)).hand(RED, &DEALER).hand(BLUE, &["troops-1"]);
    let mut scene = play_from(scenario.window(RED));
    scene.does(RED, propose(BLUE, "ceasefire-1", &["troops-1"]));
    scene.skip_to(GREEN);
    scene.skip_to(RED);
    let deployed = scene.own(RED).deploy;
    scene.does(RED, deploy("b1", deployed));
    scene.does(BLUE, accept(RED, &["troops-1"]));
    let refusal = scene.refused(RED, attack("b1", "c1", Mode::Once));
    assert_eq!(refusal, Refusal::AcceptedCeasefire { with: BLUE });
    scene.skip_to(GREEN);
    assert!(attacks(&scene, GREEN, "d1").contains(at("c1")));
}

#[test]
fn bc_1103_only_a_ceasefire_forbids_attacks_before_it_takes_effect() {
    let scenario = three_in(study(Regime::Binding)).hand(RED, &["tribute-1"]);
    let mut scene = play_from(scenario.hand(RED, &["troops-1", "troops-1"]).window(RED));
    scene.does(RED, propose(BLUE, "tribute-1", &["troops-1", "troops-1"]));
    scene.does(BLUE, accept(RED, &[]));
    let deployed = scene.own(BLUE).deploy;
    scene.does(BLUE, deploy("c1", deployed));
    scene.does(BLUE, attack("c1", "b1", Mode::Once));
}

#[test]
fn bc_1103_nobody_else_learns_of_an_accepted_ceasefire() {
    let make = |answer: Command| {
        let scenario = three_in(study(Regime::Binding)).hand(RED, &DEALER);
        let mut scene = play_from(scenario.hand(BLUE, &["troops-1"]).window(RED));
        scene.does(RED, propose(BLUE, "ceasefire-1", &["troops-1"]));
        scene.does(BLUE, answer);
        scene
    };
    let (accepted, declined) = (make(accept(RED, &["troops-1"])), make(decline(RED)));
    assert_alike_outside(&accepted, &declined, GREEN);
}

#[test]
fn bc_1104_with_signals_off_nobody_signals_or_reacts() {
    let mut scene = play_from(three_in(silent()).window(RED));
    for command in
        [tell(BLUE, "greetings", None), announce("greetings", None), react(BLUE, 0), react(BLUE, 1)]
    {
        let refusal = scene.refused(RED, command);
        assert_eq!((refusal, clause(refusal)), (Refusal::SignalsOff, 1104));
        assert_eq!(refusal.to_string(), "Signals are switched off in this study.");
    }
    let options = scene.options(RED);
    assert!(!options.broadcast && options.signal.is_empty() && options.react.is_empty());
    assert_eq!(options.words(), 0);
    let own = scene.own(RED);
    assert!(!own.may_broadcast && own.may_signal.is_empty());
    assert!(options.pass, "the rest is as it is");
}
