//! Section 3, continued: betrayal.

use backchannel::{
    Agreement, Command, Event, Mode, Notice, Queued, Refusal, Scenario, Target, TreatyRef,
};
use parley::{Audience, Round, Seat};

use crate::support::*;

fn pact(agreement: Agreement, with: Seat) -> Target {
    Target::Treaty(TreatyRef { with, agreement, against: None })
}

/// A truce of Red and Blue until round 20; Red, in its window, has a card to break it with.
fn traitor(id: &str) -> Scenario {
    let scenario = three().treaty(Agreement::Ceasefire, RED, BLUE, 20).hand(RED, &[id]);
    scenario.hand(RED, &["tribute-1", "troops-1", "troops-1", "troops-1"]).window(RED)
}

#[test]
fn bc_304_a_betrayal_ends_the_agreement_when_it_takes_hold() {
    let mut scene = play_from(traitor("betrayal-1"));
    scene.does(RED, play("betrayal-1", pact(Agreement::Ceasefire, BLUE)));
    assert_eq!(scene.has(RED, "betrayal-1"), 0);
    let deployed = scene.own(BLUE).deploy;
    scene.does(BLUE, deploy("c1", deployed));
    let refusal = scene.refused(BLUE, attack("c1", "b1", Mode::Once));
    assert_eq!(refusal, Refusal::Ceasefire { with: RED }, "it is kept until then");
    assert_eq!(scene.view(GREEN).truces, [(RED, BLUE)]);
    scene.start_of(RED);
    assert_eq!(scene.view(GREEN).truces, []);
    assert_eq!((scene.own(RED).treaties, scene.own(BLUE).treaties), (vec![], vec![]));
}

#[test]
fn bc_304_what_a_betrayal_costs_is_told_before_it_is_played() {
    for (card, rounds) in [("betrayal-1", 3), ("betrayal-2", 1)] {
        let play = play_from(traitor(card)).options(RED).play;
        let price = play[0].price.expect("a price");
        assert_eq!((price.rounds, price.deploy, price.slots), (rounds, 2, 1));
        let told: Vec<String> = price.into();
        let s = if rounds == 1 { "" } else { "s" };
        assert_eq!(
            told[1],
            format!("You are marked a traitor for {rounds} round{s} from your next turn on.")
        );
        assert_eq!(told[3], "Each proposal you make then needs 1 more troop card.");
    }
    let honest = play_from(three().hand(RED, &["muster-1"]).window(RED)).options(RED).play;
    assert_eq!(honest[0].price, None);
}

#[test]
fn bc_304_everyone_is_told_of_a_betrayal_even_of_a_private_agreement() {
    for agreement in [Agreement::Ceasefire, Agreement::IntelPact] {
        let scenario = three().treaty(agreement, RED, BLUE, 20).hand(RED, &["betrayal-1"]);
        let mut scene = play_from(scenario.window(RED));
        scene.does(RED, play("betrayal-1", pact(agreement, BLUE)));
        let (by, with, marked_until) = (RED, BLUE, Round(5));
        let told = Notice::Betrayed { by, with, agreement, against: None, marked_until };
        assert!(!scene.log(GREEN).contains(&told), "not before it takes hold");
        scene.start_of(RED);
        for audience in
            [RED, BLUE, GREEN].map(Audience::Seat).into_iter().chain([Audience::Spectator])
        {
            let mut log = scene.table.journal().log(audience);
            assert!(log.any(|notice| notice == told), "{audience:?}");
        }
    }
}

#[test]
fn bc_304_a_traitor_is_marked_for_three_rounds_and_by_the_second_tier_for_one() {
    for (id, rounds) in [("betrayal-1", 3), ("betrayal-2", 1)] {
        let mut scene = play_from(traitor(id));
        scene.does(RED, play(id, pact(Agreement::Ceasefire, BLUE)));
        let marked = |scene: &Scene| scene.view(GREEN).scoreboard[0].traitor_until;
        assert_eq!(marked(&scene), None);
        for round in 2..=6 {
            let count = counted(&scene.start_of(RED), RED);
            assert_eq!(scene.game().round(), Round(round));
            let carried = round < 2 + rounds;
            assert_eq!(count.traitor, if carried { 2 } else { 0 }, "{id}, round {round}");
            assert_eq!(count.total, if carried { 3 } else { 5 });
            assert_eq!(marked(&scene), carried.then_some(Round(2 + rounds)));
        }
        assert_eq!(scene.view(RED).scoreboard[1].traitor_until, None, "the betrayed is not marked");
    }
}

#[test]
fn bc_304_a_traitors_proposal_needs_one_more_troop_card() {
    let mut scene = play_from(traitor("betrayal-1"));
    scene.does(RED, play("betrayal-1", pact(Agreement::Ceasefire, BLUE)));
    scene.start_of(RED);
    scene.skip_to_window(RED);
    let refusal = scene.refused(RED, propose(GREEN, "tribute-1", &["troops-1", "troops-1"]));
    assert_eq!(refusal, Refusal::TraitorSlots { needed: 3, given: 2 });
    assert_eq!(clause(refusal), 304);
    let pitch =
        scene.options(RED).propose.into_iter().find(|pitch| pitch.card == card("tribute-1"));
    assert_eq!(pitch.map(|pitch| pitch.slots), Some(3));
    scene.does(RED, propose(GREEN, "tribute-1", &["troops-1", "troops-1", "troops-1"]));
    scene.does(GREEN, accept(RED, &[]));
    scene.skip_to_round(3);
    assert_eq!(counted(&scene.start_of(GREEN), GREEN).bonus, 9, "the third card changes sides too");
}

#[test]
fn bc_304_a_betrayal_of_an_agreement_that_has_ended_comes_to_nothing() {
    let scenario = three().treaty(Agreement::Ceasefire, RED, BLUE, 2).hand(RED, &["betrayal-1"]);
    let mut scene = play_from(scenario.window(RED));
    scene.does(RED, play("betrayal-1", pact(Agreement::Ceasefire, BLUE)));
    let events = scene.start_of(RED);
    assert!(events.iter().any(|event| matches!(event, Event::Fizzled { seat: RED, .. })));
    assert_eq!(counted(&events, RED).traitor, 0);
    assert_eq!(scene.view(GREEN).scoreboard[0].traitor_until, None);
    assert!(!scene.log(GREEN).iter().any(|notice| matches!(notice, Notice::Betrayed { .. })));
    assert!(scene.log(RED).iter().any(|notice| matches!(notice, Notice::Fizzled { .. })));
}

#[test]
fn bc_304_of_two_who_betray_one_agreement_the_first_is_the_traitor() {
    let betray =
        |with| Queued::Play { card: card("betrayal-1"), target: pact(Agreement::Ceasefire, with) };
    let scenario = three().treaty(Agreement::Ceasefire, RED, BLUE, 20);
    let mut scene =
        play_from(scenario.queued(RED, betray(BLUE)).queued(BLUE, betray(RED)).window(GREEN));
    scene.does(GREEN, Command::Pass);
    scene.skip_to(BLUE);
    let marked = |seat: Seat| scene.view(GREEN).scoreboard[seat.index()].traitor_until.is_some();
    assert_eq!([RED, BLUE, GREEN].map(marked), [true, false, false]);
}

#[test]
fn bc_304_a_betrayal_names_an_active_agreement_of_yours() {
    let scenario = traitor("betrayal-1").treaty(Agreement::IntelPact, BLUE, GREEN, 20);
    let mut scene = play_from(scenario.offensive(RED, GREEN, BLUE, 20));
    for target in [
        pact(Agreement::IntelPact, BLUE),
        pact(Agreement::Ceasefire, GREEN),
        pact(Agreement::Ceasefire, RED),
        pact(Agreement::JointOffensive, GREEN),
        pact(Agreement::Ceasefire, Seat(200)),
    ] {
        let refusal = scene.refused(RED, play("betrayal-1", target));
        assert_eq!((refusal, clause(refusal)), (Refusal::NoSuchTreaty, 304));
    }
    let (with, agreement) = (GREEN, Agreement::JointOffensive);
    let named = TreatyRef { with, agreement, against: Some(BLUE) };
    scene.does(RED, play("betrayal-1", Target::Treaty(named)));
    scene.start_of(RED);
    let left: Vec<_> = scene.own(RED).treaties.iter().map(|treaty| treaty.agreement).collect();
    assert_eq!(left, [Agreement::Ceasefire], "it ends that agreement and no other");
}
