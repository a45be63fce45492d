//! Section 3, continued: what agreements do.

use backchannel::view::Land;
use backchannel::{Agreement, Command, Event, Mode, Notice, Refusal, Scenario};
use parley::Round;

use backchannel::refusal::Doing;

use crate::support::*;

const TROOPS: [&str; 4] = ["troops-1", "troops-1", "troops-2", "troops-2"];

/// Red's window in round 1: it holds the card `id` and troop cards, and so does Blue.
fn bargain(id: &str) -> Scenario {
    let scenario = three().hand(RED, &[id]).hand(RED, &TROOPS).hand(BLUE, &TROOPS);
    scenario.window(RED)
}

/// Red's proposal with `gives`, accepted by Blue with `asks`, in round 1.
#[track_caller]
fn agreed(id: &str, gives: &[&str], asks: &[&str]) -> Scene {
    let mut scene = play_from(bargain(id));
    let against = id.starts_with("joint").then_some(GREEN);
    let card = card(id);
    scene.does(RED, Command::Propose { to: BLUE, card, slots: slots(gives), against });
    scene.does(BLUE, accept(RED, asks));
    scene
}

#[test]
fn bc_302_each_slot_takes_one_troop_card() {
    let table = [
        ("ceasefire", 1, 1),
        ("supply-pact", 2, 2),
        ("tribute", 2, 0),
        ("levy", 0, 2),
        ("intel-pact", 1, 1),
        ("safe-passage", 1, 0),
        ("joint-offensive", 1, 1),
    ];
    for (id, gives, asks) in table {
        for tier in [1, 2] {
            let id = format!("{id}-{tier}");
            let mut scene = play_from(bargain(&id));
            let against = id.starts_with("joint").then_some(GREEN);
            let offer = |given: usize| Command::Propose {
                to: BLUE,
                card: card(&id),
                slots: slots(&TROOPS[..given]),
                against,
            };
            for given in (0..=4).filter(|&given| given != gives) {
                let (needed, given8) = (gives as u8, given as u8);
                let refusal = scene.refused(RED, offer(given));
                assert_eq!(
                    refusal,
                    Refusal::WrongSlots { needed, given: given8, doing: Doing::Propose },
                    "{id}"
                );
            }
            scene.does(RED, offer(gives));
            assert_eq!(scene.own(BLUE).received[0].asks, asks as u8);
            for given in (0..=4).filter(|&given| given != asks) {
                let refusal = scene.refused(BLUE, accept(RED, &TROOPS[..given]));
                let (needed, given) = (asks as u8, given as u8);
                assert_eq!(
                    refusal,
                    Refusal::WrongSlots { needed, given, doing: Doing::Accept },
                    "{id}"
                );
            }
            scene.does(BLUE, accept(RED, &TROOPS[..asks]));
        }
    }
}

#[test]
fn bc_302_slots_take_troop_cards_only() {
    let mut scene =
        play_from(bargain("ceasefire-1").hand(RED, &["trap-1"]).hand(BLUE, &["trap-1"]));
    let refusal = scene.refused(RED, propose(BLUE, "ceasefire-1", &["trap-1"]));
    assert_eq!((refusal, clause(refusal)), (Refusal::SlotsTakeTroopCards, 502));
    scene.does(RED, propose(BLUE, "ceasefire-1", &["troops-1"]));
    let refusal = scene.refused(BLUE, accept(RED, &["trap-1"]));
    assert_eq!(refusal, Refusal::SlotsTakeTroopCards);
}

/// The rounds at whose first turn the agreement is in force.
fn rounds_in_force(mut scene: Scene, agreement: Agreement) -> Vec<u16> {
    let mut rounds = Vec::new();
    for round in 1..=8 {
        scene.skip_to_round(round);
        let in_force = scene.own(RED).treaties.iter().any(|treaty| treaty.agreement == agreement);
        let for_both = scene.own(BLUE).treaties.iter().any(|treaty| treaty.agreement == agreement);
        assert_eq!(in_force, for_both);
        rounds.extend(in_force.then_some(round));
    }
    rounds
}

#[test]
fn bc_302_agreements_last_their_rounds_and_of_the_second_tier_two_more() {
    use Agreement::*;
    for (id, agreement, asks, lasts) in [
        ("ceasefire", Ceasefire, 1, 3),
        ("intel-pact", IntelPact, 1, 3),
        ("safe-passage", SafePassage, 0, 3),
        ("joint-offensive", JointOffensive, 1, 2),
    ] {
        for (tier, lasts) in [(1, lasts), (2, lasts + 2)] {
            let scene = agreed(&format!("{id}-{tier}"), &["troops-1"], &TROOPS[..asks]);
            let expected: Vec<u16> = (2..2 + lasts).collect();
            assert_eq!(rounds_in_force(scene, agreement), expected, "{id}-{tier}");
        }
    }
}

#[test]
fn bc_302_what_is_carried_out_at_once_does_not_last() {
    for (id, agreement, gives, asks) in [
        ("supply-pact-2", Agreement::SupplyPact, 2, 2),
        ("tribute-2", Agreement::Tribute, 2, 0),
        ("levy-2", Agreement::Levy, 0, 2),
    ] {
        let scene = agreed(id, &TROOPS[..gives], &TROOPS[..asks]);
        assert!(rounds_in_force(scene, agreement).is_empty(), "{id}");
    }
}

#[test]
fn bc_302_under_a_ceasefire_neither_may_attack_the_other() {
    let mut scene = agreed("ceasefire-1", &["troops-1"], &["troops-1"]);
    scene.skip_to_round(2);
    let deployed = scene.own(RED).deploy;
    scene.does(RED, deploy("b1", deployed));
    let refusal = scene.refused(RED, attack("b1", "c1", Mode::Once));
    assert_eq!(refusal, Refusal::Ceasefire { with: BLUE });
    scene.skip_to(BLUE);
    let deployed = scene.own(BLUE).deploy;
    scene.does(BLUE, deploy("c1", deployed));
    let refusal = scene.refused(BLUE, attack("c1", "b1", Mode::Once));
    assert_eq!(refusal, Refusal::Ceasefire { with: RED });
    scene.does(BLUE, attack("c1", "d1", Mode::Once));
}

#[test]
fn bc_302_a_ceasefire_is_public_and_the_others_are_private() {
    let log_of = |id: &str, asks| {
        let mut scene = agreed(id, &["troops-1"], &TROOPS[..asks]);
        scene.skip_to_round(6);
        assert_eq!(scene.view(GREEN).truces, []);
        scene.log(GREEN)
    };
    let log = log_of("ceasefire-1", 1);
    assert!(log.contains(&Notice::TruceBegan { sides: (RED, BLUE) }));
    assert!(log.contains(&Notice::TruceEnded { sides: (RED, BLUE) }));
    let private = log_of("intel-pact-1", 1);
    for id in ["safe-passage-1", "joint-offensive-1"] {
        let asks = usize::from(id.starts_with("joint"));
        // Green's own draws come from a deck that has other cards in it: leave them out.
        let without_draws = |log: &[Notice]| -> Vec<Notice> {
            log.iter().filter(|notice| !matches!(notice, Notice::Drew { .. })).copied().collect()
        };
        assert_eq!(without_draws(&log_of(id, asks)), without_draws(&private), "{id}");
    }
    assert!(!private.iter().any(|notice| matches!(notice, Notice::TruceBegan { .. })));
}

/// The bonus that Red and Blue deploy in round 2, in which the deal activates.
fn bonuses(scene: &mut Scene) -> (u32, u32) {
    assert_eq!(counted(&scene.start_of(GREEN), GREEN).bonus, 0);
    let red = counted(&scene.start_of(RED), RED);
    assert_eq!((scene.game().round(), red.repaid), (Round(2), 0));
    let blue = counted(&scene.start_of(BLUE), BLUE);
    (red.bonus, blue.bonus)
}

#[test]
fn bc_302_in_a_supply_pact_each_sides_cards_become_the_others_troops() {
    let mut scene = agreed("supply-pact-1", &["troops-1", "troops-2"], &["troops-1", "troops-1"]);
    assert_eq!(bonuses(&mut scene), (6, 9));
}

#[test]
fn bc_302_a_tribute_is_a_gift_of_troops() {
    assert_eq!(bonuses(&mut agreed("tribute-1", &["troops-1", "troops-2"], &[])), (0, 9));
}

#[test]
fn bc_302_a_levy_is_a_demand_for_troops() {
    assert_eq!(bonuses(&mut agreed("levy-1", &[], &["troops-2", "troops-2"])), (12, 0));
}

#[test]
fn bc_303_the_cards_of_lasting_agreements_change_sides_too() {
    for id in ["ceasefire-1", "intel-pact-1", "joint-offensive-1"] {
        assert_eq!(bonuses(&mut agreed(id, &["troops-1"], &["troops-2"])), (6, 3), "{id}");
    }
    assert_eq!(bonuses(&mut agreed("safe-passage-1", &["troops-2"], &[])), (0, 6));
}

#[test]
fn bc_303_they_arrive_once_and_without_debt() {
    let mut scene = agreed("supply-pact-1", &["troops-2", "troops-2"], &["troops-2", "troops-2"]);
    assert_eq!(bonuses(&mut scene), (12, 12));
    for seat in [RED, BLUE] {
        assert_eq!(scene.own(seat).debt, backchannel::view::Debt::default());
        let count = counted(&scene.start_of(seat), seat);
        assert_eq!((count.bonus, count.repaid), (0, 0), "{seat}");
    }
}

#[test]
fn bc_303_they_do_not_arrive_before_activation() {
    // Blue accepts before its own turn of round 1, and gets nothing in that turn.
    let mut scene = play_from(bargain("tribute-1"));
    scene.does(RED, Command::Pass);
    scene.skip_to(RED);
    scene.skip_to_window(RED);
    scene.does(RED, propose(BLUE, "tribute-1", &["troops-2", "troops-2"]));
    scene.does(BLUE, accept(RED, &[]));
    scene.skip_turn();
    assert_eq!(scene.own(BLUE).bonus, 0);
    scene.skip_to(RED);
    assert_eq!(scene.own(BLUE).bonus, 12, "it waits for Blue's next turn start");
    assert_eq!(counted(&scene.start_of(BLUE), BLUE).bonus, 12);
}

#[test]
fn bc_303_the_cards_themselves_are_used_up() {
    let mut scene = agreed("supply-pact-1", &["troops-1", "troops-1"], &["troops-1", "troops-1"]);
    let cards = |scene: &Scene, seat| scene.view(GREEN).scoreboard[usize::from(seat == BLUE)].cards;
    assert_eq!((cards(&scene, RED), scene.own(RED).locked.total()), (5, 3));
    let blue = cards(&scene, BLUE);
    scene.skip_to(GREEN);
    scene.skip_to_window(GREEN);
    let events = scene.does(GREEN, Command::Pass);
    let red_draws = drawn(&events, RED).len() as u32;
    assert_eq!(cards(&scene, RED), 5 - 3 + red_draws);
    assert_eq!(cards(&scene, BLUE), blue - 2);
}

#[test]
fn bc_302_intel_partners_see_what_the_other_sees() {
    let seen = |scene: &Scene, seat, id: &str| {
        matches!(scene.view(seat).lands[at(id).index()], Land::Seen { .. })
    };
    // Red sees as far as column c and d1; Green sees columns c and d, and a3 over the one-way link.
    let apart = play_from(three());
    assert!(!seen(&apart, RED, "d3") && !seen(&apart, GREEN, "b1"));
    let pact = play_from(three().treaty(Agreement::IntelPact, RED, GREEN, 9));
    for square in grid().territories {
        assert!(seen(&pact, RED, &square.id), "Red sees {}", square.id);
        assert!(seen(&pact, GREEN, &square.id), "Green sees {}", square.id);
    }
    let blue = |scene: &Scene| scene.view(BLUE).lands;
    assert_eq!(blue(&pact), blue(&apart), "a third seat sees no more than before");
}

#[test]
fn bc_302_when_an_intel_pact_ends_its_sights_are_memories() {
    let scenario = three().treaty(Agreement::IntelPact, RED, GREEN, 2).window(GREEN);
    let mut scene = play_from(scenario);
    scene.does(GREEN, Command::Pass);
    let memory = Land::Remembered { owner: Some(GREEN), troops: 3, round: Round(2) };
    assert_eq!(scene.view(RED).lands[at("d3").index()], memory);
}

#[test]
fn bc_302_safe_passage_is_for_both_sides() {
    let scenario = given(3).land("a1", RED, 5).land("c1", RED, 1).land("b2", RED, 1);
    let scenario = scenario.land("b1", BLUE, 1).land("a2", BLUE, 5).land("c2", BLUE, 1);
    let scenario = scenario.land("d3", GREEN, 1).hand(RED, &["safe-passage-1", "troops-1"]);
    let mut scene = play_from(scenario.window(RED));
    scene.does(RED, propose(BLUE, "safe-passage-1", &["troops-1"]));
    scene.does(BLUE, accept(RED, &[]));
    scene.skip_to_round(2);
    for (seat, from, to) in [(RED, "a1", "c1"), (BLUE, "a2", "c2")] {
        scene.skip_to(seat);
        let placing = scene.own(seat).deploy;
        scene.does(seat, deploy(from, placing));
        scene.does(seat, Command::EndAttack);
        scene.does(seat, reinforce(from, to, 4));
        scene.does(seat, Command::Pass);
    }
}

/// Red and Blue against Green, whose d1 and d2 fall before either.
fn coalition() -> Scenario {
    let armies = three().land("c1", BLUE, 90).land("a3", RED, 90).land("b2", RED, 90);
    armies.land("d1", GREEN, 1).offensive(RED, BLUE, GREEN, 9)
}

#[test]
fn bc_302_a_joint_offensive_pays_the_taker_a_troop_a_territory_next_turn() {
    let mut scene = play_from(coalition().land("c2", BLUE, 90).attacking(BLUE));
    let events = scene.takes(BLUE, "c1", "d1");
    assert!(events.contains(&Event::Bounty { seat: BLUE, troops: 1 }));
    assert_eq!(scene.own(RED).bonus, 0, "the taker alone is paid");
    scene.takes(BLUE, "c2", "d2");
    assert_eq!(scene.own(BLUE).bonus, 2, "for each territory");
    assert_eq!(counted(&scene.start_of(BLUE), BLUE).bonus, 2);
    let mut scene = play_from(coalition());
    scene.takes(RED, "a3", "d1");
    assert_eq!(counted(&scene.start_of(RED), RED).bonus, 1, "either side is paid");
}

#[test]
fn bc_302_a_joint_offensive_pays_for_nobody_elses_territories() {
    let mut scene = play_from(coalition());
    scene.takes(RED, "b2", "c2");
    assert_eq!(scene.own(RED).bonus, 0, "Blue is not its target");
    let mut scene = play_from(coalition().neutral("c3", 1).land("b3", RED, 90));
    scene.takes(RED, "b3", "c3");
    assert_eq!(scene.own(RED).bonus, 0, "nor is nobody");
    let mut scene = play_from(coalition().land("d1", GREEN, 90).attacking(GREEN));
    scene.does(GREEN, attack("d1", "c1", Mode::Blitz));
    assert_eq!(scene.own(GREEN).bonus, 0, "and Green is not paid");
}

#[test]
fn bc_302_a_joint_offensive_pays_for_a_seats_last_territory() {
    let scenario = given(3).land("b1", RED, 90).land("c1", GREEN, 1).land("d3", BLUE, 1);
    let mut scene = play_from(scenario.offensive(RED, BLUE, GREEN, 9));
    scene.takes(RED, "b1", "c1");
    assert_eq!((scene.own(RED).bonus, scene.own(RED).treaties.len()), (1, 0));
}

#[test]
fn bc_302_a_joint_offensive_names_one_third_seat() {
    let mut scene = play_from(bargain("joint-offensive-1").hand(RED, &["tribute-1"]));
    let refusal = scene.refused(RED, propose(BLUE, "joint-offensive-1", &["troops-1"]));
    assert_eq!((refusal, clause(refusal)), (Refusal::NeedsThirdSeat, 302));
    for third in [RED, BLUE, GOLD] {
        let command = propose_against(BLUE, "joint-offensive-1", &["troops-1"], third);
        assert_eq!(scene.refused(RED, command), Refusal::NeedsThirdSeat, "{third}");
    }
    let command = propose_against(BLUE, "tribute-1", &["troops-1", "troops-1"], GREEN);
    let refusal = scene.refused(RED, command);
    assert_eq!((refusal, clause(refusal)), (Refusal::NoThirdSeat, 302));
    scene.does(RED, propose_against(BLUE, "joint-offensive-1", &["troops-1"], GREEN));
    assert_eq!(scene.own(BLUE).received[0].against, Some(GREEN));
    let two = given(2).land("a1", RED, 3).land("d3", BLUE, 3);
    let scene = play_from(two.hand(RED, &["joint-offensive-1", "troops-1"]).window(RED));
    assert!(scene.options(RED).propose.is_empty(), "two seats have no third");
}
