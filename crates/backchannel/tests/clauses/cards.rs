//! Section 3: cards.

use backchannel::{Agreement, CardCatalogue, CardKind, Command, Mode, Queued, Refusal, Tactic};

use crate::support::*;

#[test]
fn bc_301_three_kinds_in_two_tiers() {
    let cards = CardCatalogue::standard();
    let tiers = |wanted: fn(&CardKind) -> bool| {
        let of_kind = cards.specs().iter().filter(move |spec| wanted(&spec.kind));
        let mut tiers: Vec<u8> = of_kind.map(|spec| spec.tier).collect();
        tiers.sort_unstable();
        tiers.dedup();
        tiers
    };
    assert_eq!(tiers(|kind| matches!(kind, CardKind::Troop { .. })), [1, 2]);
    assert_eq!(tiers(|kind| matches!(kind, CardKind::Agreement(_))), [1, 2]);
    assert_eq!(tiers(|kind| matches!(kind, CardKind::Tactical { .. })), [1, 2]);
}

#[test]
fn bc_301_about_one_card_in_four_is_of_the_second_tier() {
    let cards = CardCatalogue::standard();
    let second = cards.deck().filter(|card| cards.spec(card).tier == 2);
    let percent = second.total() * 100 / cards.deck().total();
    assert!((20..=30).contains(&percent), "{percent} percent");
}

#[test]
fn bc_301_a_troop_card_is_worth_three_and_one_of_the_second_tier_six() {
    for (id, value) in [("troops-1", 3), ("troops-2", 6)] {
        assert_eq!(CardCatalogue::standard().value(card(id)), Some(value));
        let scenario = three().queued(RED, Queued::Apply { card: card(id) }).window(GREEN);
        let count = counted(&play_from(scenario).does(GREEN, Command::Pass), RED);
        assert_eq!(count.bonus, value);
    }
}

#[test]
fn bc_302_the_agreement_cards_are_those_of_the_table() {
    let cards = CardCatalogue::standard();
    let table = [
        ("ceasefire", Agreement::Ceasefire, (1, 1), 3),
        ("supply-pact", Agreement::SupplyPact, (2, 2), 0),
        ("tribute", Agreement::Tribute, (2, 0), 0),
        ("levy", Agreement::Levy, (0, 2), 0),
        ("intel-pact", Agreement::IntelPact, (1, 1), 3),
        ("safe-passage", Agreement::SafePassage, (1, 0), 3),
        ("joint-offensive", Agreement::JointOffensive, (1, 1), 2),
    ];
    for (id, agreement, slots, rounds) in table {
        for (tier, more) in [(1, 0), (2, 2)] {
            let card = card(&format!("{id}-{tier}"));
            let terms = cards.terms(card).unwrap();
            assert_eq!((terms.agreement, (terms.gives, terms.asks)), (agreement, slots));
            let lasts = if rounds == 0 { 0 } else { rounds + more };
            assert_eq!((terms.rounds, cards.spec(card).tier), (lasts, tier), "{id}");
        }
    }
    let all = cards.all().filter(|&card| cards.terms(card).is_some()).count();
    assert_eq!(all, 14, "and there are no others");
}

#[test]
fn bc_304_the_tactical_cards_are_those_of_the_list() {
    let cards = CardCatalogue::standard();
    let list = [
        ("betrayal-1", Tactic::Betrayal, 3),
        ("betrayal-2", Tactic::Betrayal, 1),
        ("trap-1", Tactic::Trap, 3),
        ("trap-2", Tactic::Trap, 6),
        ("fortify-1", Tactic::Fortify, 1),
        ("fortify-2", Tactic::Fortify, 2),
        ("recon-1", Tactic::Recon, 1),
        ("recon-2", Tactic::Survey, 1),
        ("sabotage-1", Tactic::Sabotage, 2),
        ("sabotage-2", Tactic::Sabotage, 4),
        ("muster-1", Tactic::Muster, 1),
        ("muster-2", Tactic::Muster, 2),
    ];
    for (id, tactic, strength) in list {
        assert_eq!(cards.tactic(card(id)), Some((tactic, strength)), "{id}");
    }
    let all = cards.all().filter(|&card| cards.tactic(card).is_some()).count();
    assert_eq!(all, list.len(), "and there are no others");
}

#[test]
fn bc_305_an_attack_that_a_ceasefire_forbids_is_refused() {
    let truce = || three().treaty(Agreement::Ceasefire, RED, BLUE, 9).land("a1", RED, 9);
    let mut scene = play_from(truce());
    for command in [attack("b1", "c1", Mode::Once), attack("a1", "c2", Mode::Once)] {
        let refusal = scene.refused(RED, command);
        assert_eq!((refusal, clause(refusal)), (Refusal::Ceasefire { with: BLUE }, 305));
    }
    assert!(scene.options(RED).attack.iter().all(|assault| assault.from == at("a3")));
    scene.does(RED, attack("a3", "d1", Mode::Once));
    let mut scene = play_from(truce().attacking(BLUE));
    let refusal = scene.refused(BLUE, attack("c1", "b1", Mode::Once));
    assert_eq!(refusal, Refusal::Ceasefire { with: RED });
}

#[test]
fn bc_305_other_agreements_forbid_no_attack() {
    for agreement in [Agreement::IntelPact, Agreement::SafePassage] {
        let mut scene = play_from(three().treaty(agreement, RED, BLUE, 9));
        scene.does(RED, attack("b1", "c1", Mode::Once));
    }
    play_from(three().offensive(RED, BLUE, GREEN, 9)).does(RED, attack("b1", "c1", Mode::Once));
}

#[test]
fn bc_305_the_only_way_out_is_betrayal() {
    let scenario = three().treaty(Agreement::Ceasefire, RED, BLUE, 9).hand(RED, &["betrayal-1"]);
    let mut scene = play_from(scenario.window(RED));
    let treaty =
        backchannel::TreatyRef { with: BLUE, agreement: Agreement::Ceasefire, against: None };
    scene.does(RED, play("betrayal-1", backchannel::Target::Treaty(treaty)));
    scene.skip_to(RED);
    let deployed = scene.own(RED).deploy;
    scene.does(RED, deploy("b1", deployed));
    scene.does(RED, attack("b1", "c1", Mode::Once));
}
