//! What a seat is told before it commits itself says neither more than it may know nor other than what happens.

use backchannel::foresight::{ComesAbout, Consequence, DraftProposal};
use backchannel::{Agreement, Mode, Refusal};

use crate::support::*;

fn draft(id: &str, with: &[&str]) -> DraftProposal {
    DraftProposal { to: BLUE, card: card(id), slots: slots(with), against: None }
}

#[test]
fn bc_807_odds_know_neither_a_hidden_fortify_nor_a_trap() {
    let open = three().land("b1", RED, 9).land("c1", BLUE, 5);
    let odds = |scenario| play_from(scenario).game().attack_odds(RED, at("b1"), at("c1"), Some(4));
    let plain = odds(open.clone()).unwrap().unwrap();
    assert_eq!(Ok(Some(plain)), odds(open.clone().fortified("c1", 2)));
    assert_eq!(Ok(Some(plain)), odds(open.clone().trap("c1", 3)));
    assert_ne!(Ok(Some(plain)), odds(open.land("c1", BLUE, 6)), "what is seen does count");
}

#[test]
fn bc_206_odds_are_what_battles_come_to() {
    let table = three().land("b1", RED, 12).land("c1", BLUE, 6);
    let odds = |stop| play_from(table.clone()).game().attack_odds(RED, at("b1"), at("c1"), stop);
    let odds = odds(Some(6)).unwrap().unwrap();
    for (mode, expected) in [
        (Mode::Once, odds.once),
        (Mode::Blitz, odds.blitz.unwrap()),
        (Mode::StopLoss(6), odds.stop_loss.unwrap()),
    ] {
        let (mut won, mut lost, games) = (0.0, 0.0, 2000);
        for seed in seeds(games) {
            let events = play_from(table.clone().seed(seed)).does(RED, attack("b1", "c1", mode));
            let fight = battle(&events).unwrap();
            lost += f64::from(fight.attacker_lost) / games as f64;
            won += f64::from(u8::from(fight.defender_lost == 6)) / games as f64;
        }
        assert!((won - expected.win).abs() < 0.05, "{mode:?}: {won} and {expected:?}");
        assert!((lost - expected.lost).abs() < 0.25, "{mode:?}: {lost} and {expected:?}");
    }
}

#[test]
fn bc_305_a_truce_partner_says_why_it_is_no_target() {
    let scene = play_from(three().treaty(Agreement::Ceasefire, RED, BLUE, 9));
    let why = |from, on| scene.game().obstacle(RED, from, at(on));
    assert_eq!(why(None, "c1"), Some(Refusal::Ceasefire { with: BLUE }));
    assert_eq!(why(Some(at("b1")), "c1"), Some(Refusal::Ceasefire { with: BLUE }));
    assert_eq!(why(None, "d2"), Some(Refusal::NotLinked));
    assert_eq!(why(Some(at("b1")), "c3"), Some(Refusal::NotLinked));
}

#[test]
fn bc_205_one_is_told_what_an_attack_lacks_and_nothing_of_what_can_be_done() {
    let scene = play_from(three().land("b1", RED, 1).land("b2", RED, 9));
    let why = |from, on| scene.game().obstacle(RED, from, at(on));
    assert_eq!(why(None, "b1"), Some(Refusal::TooFewToAttack { needed: 2, there: 1 }));
    assert_eq!(why(None, "b2"), None);
    assert_eq!(why(Some(at("b2")), "c2"), None);
}

#[test]
fn bc_502_a_proposal_says_which_cards_it_locks_and_what_is_no_longer_possible() {
    let hand = ["intel-pact-1", "supply-pact-1", "troops-1", "troops-1"];
    let scene = play_from(calm().hand(RED, &hand).window(RED));
    let found = scene.game().consequences(RED, draft("intel-pact-1", &["troops-1"])).unwrap();
    let cards = vec![card("intel-pact-1"), card("troops-1")];
    assert!(found.contains(&Consequence::Locks { cards }), "{found:?}");
    let missing = |it: &Consequence| matches!(it, Consequence::RulesOut { cards } if cards.contains(&card("supply-pact-1")));
    assert!(found.iter().any(missing), "{found:?}");
}

#[test]
fn bc_602_a_proposal_says_which_lockout_an_answer_would_start() {
    let table = calm().hand(RED, &["intel-pact-1", "ceasefire-1", "troops-1"]).window(RED);
    let told = |scenario, id: &str, with: &[&str]| {
        let found = play_from(scenario).game().consequences(RED, draft(id, with)).unwrap();
        found.into_iter().filter(|it| it.comes_about() != ComesAbout::AtOnce).collect::<Vec<_>>()
    };
    let decline = Consequence::Decline { to: BLUE, windows: 2 };
    let deal = told(table.clone(), "intel-pact-1", &["troops-1"]);
    assert!(deal.contains(&Consequence::Deal { to: BLUE, windows: 2 }) && deal.contains(&decline));
    let peace =
        told(table.treaty(Agreement::Ceasefire, RED, BLUE, 9), "intel-pact-1", &["troops-1"]);
    assert!(peace.contains(&Consequence::Waived { to: BLUE }), "{peace:?}");
}

#[test]
fn bc_506_a_proposal_that_would_be_refused_has_no_consequences() {
    let mut scene = play_from(
        calm().hand(RED, &["intel-pact-1", "intel-pact-1", "troops-1", "troops-1"]).window(RED),
    );
    let asked = draft("intel-pact-1", &["troops-1"]);
    scene.does(RED, propose(BLUE, "intel-pact-1", &["troops-1"]));
    scene.skip_to(RED);
    scene.skip_to_window(RED);
    assert_eq!(scene.game().consequences(RED, asked), Err(Refusal::ProposalOpen));
    assert!(scene.game().consequences(GREEN, asked).is_err());
}

#[test]
fn bc_807_what_a_proposal_blocks_does_not_depend_on_what_is_hidden() {
    let table = calm().hand(RED, &["intel-pact-1", "troops-1"]).window(RED);
    let told = |hand: &[&str]| {
        let scene = play_from(table.clone().hand(BLUE, hand));
        scene.game().consequences(RED, draft("intel-pact-1", &["troops-1"])).unwrap()
    };
    assert_eq!(told(&["trap-1"]), told(&["ceasefire-1", "troops-1"]));
}
