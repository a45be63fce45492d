//! What abilities and cards force somebody to hand over, and what is paid without a transaction (TI-26).

use parley::{Audience, Seat};
use serde_json::json;
use twilight::ability::Ability;
use twilight::ability::note::NoteKind;
use twilight::desk::command::{Entry, Loot};
use twilight::desk::effect::Effect;
use twilight::table::goods::Fragments;
use twilight::table::hand::{Note, Place};
use twilight::{Act, Bundle, Command, Moment, Notice, Step, When};

use crate::support::*;

fn uses(effect: Effect) -> Command {
    Command::Use { effect }
}

fn note(issuer: Seat, name: &str) -> Note {
    Note { issuer, kind: NoteKind::find(name).expect("a note") }
}

fn hands_over(to: Seat, note: Note) -> Command {
    Command::Give { to, goods: Bundle::note(note) }
}

fn with_ability(factions: &[&str], ability: Ability) -> Desk {
    desk_with(factions, |setup| setup.players[0].abilities = vec![ability])
}

#[test]
fn ti_26_sula_mentarion_makes_the_loser_of_a_combat_give_a_note() {
    let sula = |from| uses(effect("sula_mentarion", json!({ "from": from })));
    let desk = with_ability(&["Mentak", "Sol", "Saar"], ability("sula-mentarion"));
    let desk =
        desk.turn(BOB, Step::Retreat).refuses(ANN, sula(BOB), 100).turn(BOB, Step::CombatEnd);
    // Cid was in no combat, and Bob has no such commander.
    let desk = desk.refuses(ANN, sula(CID), 26).refuses(BOB, sula(ANN), 26);
    assert!(desk.lists(ANN, &sula(BOB)));
    let desk = desk.act(ANN, sula(BOB)).refuses(ANN, sula(BOB), 28);
    assert_eq!(desk.spectator().demands, [(ANN, BOB)]);
    let on = Command::SetMoment { moment: Moment::turn(BOB, Step::Production) };
    let ceasefire = note(BOB, "Ceasefire");
    assert!(desk.lists(BOB, &hands_over(ANN, ceasefire)));
    let desk = desk.refuses(BOB, on.clone(), 26).act(BOB, hands_over(ANN, ceasefire));
    assert!(desk.spectator().demands.is_empty() && desk.spectator().transacted.is_empty());
    assert_eq!(desk.player(BOB).notes, 5);
    desk.act(BOB, on);
}

#[test]
fn ti_62_which_note_was_forced_out_of_a_hand_nobody_else_learns() {
    let after = |name: &str| {
        let desk = with_ability(&["Mentak", "Sol", "Saar"], ability("sula-mentarion"));
        desk.turn(BOB, Step::CombatEnd)
            .act(ANN, uses(effect("sula_mentarion", json!({ "from": BOB }))))
            .act(BOB, hands_over(ANN, note(BOB, name)))
    };
    let (one, other) = (after("Ceasefire"), after("Political Secret"));
    for audience in [Audience::Seat(CID), Audience::Spectator] {
        assert_eq!(one.log(audience), other.log(audience));
    }
    assert_ne!(one.log(Audience::Seat(ANN)), other.log(Audience::Seat(ANN)));
}

#[test]
fn ti_26_voidwatch_asks_the_one_who_moves_in_for_a_note() {
    let watch = || uses(effect("voidwatch", json!({})));
    let desk = with_ability(&["Empyrean", "Sol"], ability("voidwatch"));
    let desk = desk.turn(ANN, Step::MoveShips).refuses(ANN, watch(), 70);
    let desk = desk.turn(BOB, Step::Activation).refuses(ANN, watch(), 100);
    let desk = desk.turn(BOB, Step::MoveShips);
    assert!(desk.lists(ANN, &watch()));
    let desk = desk.act(ANN, watch()).refuses(ANN, watch(), 28).refuses(BOB, watch(), 70);
    // A Support that is given because of an effect goes into play like any other.
    let desk = desk.act(BOB, hands_over(ANN, note(BOB, "Support for the Throne")));
    assert_eq!(desk.player(ANN).victory_points, 1);
    assert!(desk.spectator().demands.is_empty());
}

#[test]
fn ti_26_the_oracle_asks_everybody_once_and_is_gone() {
    let oracle = || uses(effect("the_oracle", json!({})));
    let desk = with_ability(&["Naalu", "Sol", "Saar"], ability("the-oracle"));
    let desk = desk.moment(Moment::of(Step::RepairUnits)).refuses(ANN, oracle(), 100);
    let desk = desk.moment(Moment::of(Step::ReturnStrategyCards));
    assert!(desk.lists(ANN, &oracle()));
    let desk = desk.act(ANN, oracle());
    assert_eq!(desk.spectator().demands, [(ANN, BOB), (ANN, CID)]);
    let desk = desk.act(BOB, hands_over(ANN, note(BOB, "Ceasefire")));
    let desk =
        desk.act(ANN, Command::Waive { from: CID }).refuses(ANN, Command::Waive { from: CID }, 26);
    assert!(desk.spectator().demands.is_empty());
    desk.moment(Moment::of(Step::StartOfStrategy))
        .moment(Moment::of(Step::ReturnStrategyCards))
        .refuses(ANN, oracle(), 26);
}

#[test]
fn ti_26_a_demand_ends_when_the_last_note_is_gone() {
    let desk = with_ability(&["Naalu", "Sol", "Saar"], ability("the-oracle"));
    let desk = desk
        .moment(Moment::of(Step::ReturnStrategyCards))
        .act(ANN, uses(effect("the_oracle", json!({}))));
    let mut desk = desk;
    for kind in twilight::ability::note::starting_notes(
        twilight::ability::faction::Faction::find("Sol").expect("Sol"),
        true,
    ) {
        desk = desk.act(BOB, hands_over(CID, Note { issuer: BOB, kind }));
    }
    assert_eq!((desk.player(BOB).notes, desk.spectator().demands), (0, vec![(ANN, CID)]));
}

#[test]
fn ti_58_a_demand_does_not_break_hubris() {
    let desk = with_ability(&["Mahact", "Sol"], ability("sula-mentarion"));
    let desk = desk
        .turn(BOB, Step::CombatEnd)
        .act(ANN, uses(effect("sula_mentarion", json!({ "from": BOB }))));
    let alliance = hands_over(ANN, note(BOB, "Alliance"));
    assert!(!desk.lists(BOB, &alliance));
    desk.refuses(BOB, alliance, 58).act(BOB, hands_over(ANN, note(BOB, "Ceasefire")));
}

#[test]
fn ti_26_mindsieve_buys_a_secondary_with_a_note() {
    let sieve = |it: Note| uses(effect("mindsieve", json!({ "note": it })));
    let ceasefire = note(ANN, "Ceasefire");
    let desk = with_ability(&["Naalu", "Sol", "Saar"], ability("mindsieve"));
    let asked = |seat| Moment::turn(BOB, Step::Secondary).asking(seat);
    let desk = desk.moment(asked(CID)).refuses(ANN, sieve(ceasefire), 100).moment(asked(ANN));
    assert!(desk.lists(ANN, &sieve(ceasefire)));
    let desk = desk.refuses(ANN, sieve(note(BOB, "Ceasefire")), 21).act(ANN, sieve(ceasefire));
    assert!(desk.view(BOB).own.expect("Bob's own").notes.contains(&ceasefire));
    assert!(desk.spectator().transacted.is_empty());
    let strange = |it: &Notice| matches!(it, Notice::NoteMoved { note: Some(_), .. });
    assert!(!desk.log(Audience::Seat(CID)).iter().any(strange));
    desk.refuses(ANN, sieve(note(ANN, "Alliance")), 28);
}

#[test]
fn ti_26_visionaria_select_takes_three_trade_goods_and_a_note_from_who_will() {
    let research = |it: Note| uses(effect("research", json!({ "note": it })));
    let desk = desk_with(&["Deepwrought", "Sol", "Mentak"], |setup| {
        setup.players[0].abilities = vec![ability("visionaria-select")];
        setup.players[2].trade_goods = 2;
    });
    let (bobs, cids) = (note(BOB, "Ceasefire"), note(CID, "Ceasefire"));
    let select = || uses(effect("visionaria_select", json!({})));
    let desk = desk.turn(BOB, Step::ChooseAction).refuses(ANN, select(), 100);
    let desk = desk.turn(ANN, Step::ComponentAction).refuses(BOB, research(bobs), 26);
    let desk = desk.act(ANN, select()).refuses(ANN, select(), 28);
    assert!(desk.lists(BOB, &research(bobs)));
    let desk = desk.refuses(CID, research(cids), 21).act(BOB, research(bobs));
    // The trade goods are spent, not given: nobody gains any, so nobody can be pillaged.
    assert_eq!((desk.goods(ANN), desk.goods(BOB), desk.player(ANN).notes), (5, 2, 7));
    assert!(desk.spectator().pillages.is_empty());
    let desk = desk.refuses(BOB, research(note(BOB, "Alliance")), 28);
    let desk = desk.turn(ANN, Step::EndOfAction).refuses(CID, research(cids), 26);
    desk.turn(ANN, Step::ChooseAction).refuses(ANN, select(), 28);
}

#[test]
fn ti_26_the_datahub_pays_three_trade_goods_and_is_no_transaction() {
    let hub = || uses(effect("quantum_datahub_node", json!({ "with": BOB })));
    let desk = desk_with(&["Hacan", "Sol", "Mentak"], |setup| {
        setup.players[0].abilities = vec![ability("quantum-datahub-node")];
        setup.neighbours = vec![(BOB, CID)];
    });
    let desk = desk.refuses(ANN, hub(), 100).moment(Moment::of(Step::EndOfStrategy));
    let desk = desk.act(ANN, hub()).refuses(ANN, hub(), 28);
    assert_eq!((desk.goods(ANN), desk.goods(BOB)), (2, 8));
    assert_eq!(desk.spectator().pillages, [(CID, BOB)]);
    assert!(desk.spectator().transacted.is_empty());
}

#[test]
fn ti_26_malevolency_goes_on_to_a_neighbour_for_one_influence() {
    let on = |to| uses(effect("malevolency", json!({ "to": to })));
    let desk = desk_with(&["Obsidian", "Sol", "Saar"], |setup| setup.neighbours = vec![(ANN, BOB)]);
    let desk =
        desk.turn(ANN, Step::Production).refuses(ANN, on(BOB), 100).turn(ANN, Step::EndOfAction);
    assert!(desk.lists(ANN, &on(BOB)));
    let desk = desk.refuses(ANN, on(CID), 8).act(ANN, on(BOB));
    let malevolency = note(ANN, "Malevolency");
    assert_eq!((desk.player(BOB).in_play, desk.player(ANN).influence), (vec![malevolency], 3));
    let desk = desk.refuses(ANN, on(BOB), 21).turn(BOB, Step::EndOfAction).act(BOB, on(ANN));
    let moved = desk.view(ANN).own.expect("Ann's own").notes;
    assert!(moved.contains(&malevolency) && desk.player(BOB).in_play.is_empty());
    let home =
        |it: &Notice| matches!(it, Notice::NoteMoved { note: Some(_), to: Place::Hand(ANN), .. });
    assert!(desk.log(Audience::Spectator).iter().any(home), "it went openly");
}

fn with_card(card: &str) -> Desk {
    desk_with(&["Sol", "Letnev", "Mentak"], |setup| {
        setup.players[0].action_cards = vec![card.to_owned()];
        setup.neighbours = vec![(ANN, BOB), (ANN, CID)];
    })
}

#[test]
fn ti_26_salvage_hands_over_all_commodities_of_the_loser() {
    let salvage = || uses(effect("salvage", json!({ "from": BOB })));
    let desk = with_card("Salvage").turn(ANN, Step::CombatEnd).refuses(ANN, salvage(), 26);
    let desk = desk.act(BOB, Command::Book { entry: Entry::Replenish });
    let desk = desk.refuses(CID, salvage(), 26).refuses(
        BOB,
        uses(effect("salvage", json!({ "from": ANN }))),
        26,
    );
    assert!(desk.lists(ANN, &salvage()));
    let desk = desk.act(ANN, salvage());
    assert_eq!((desk.goods(ANN), desk.commodities(BOB), desk.player(ANN).action_cards), (7, 0, 0));
    assert_eq!(desk.spectator().pillages, [(CID, ANN)]);
    let desk = desk.act(BOB, Command::Book { entry: Entry::Replenish });
    desk.refuses(ANN, salvage(), 21);
}

#[test]
fn ti_97_diplomatic_pressure_in_the_window_when_an_agenda_is_revealed() {
    let pressure = || uses(effect("diplomatic_pressure", json!({ "from": BOB })));
    let desk = with_card("Diplomatic Pressure");
    let desk = desk.moment(Moment::of(Step::AfterRevealed)).refuses(ANN, pressure(), 100);
    let desk = desk.moment(Moment::of(Step::WhenRevealed)).act(ANN, pressure());
    let desk =
        desk.refuses(ANN, Command::SetMoment { moment: Moment::of(Step::AfterRevealed) }, 26);
    desk.act(BOB, hands_over(ANN, note(BOB, "Ceasefire"))).moment(Moment::of(Step::AfterRevealed));
}

#[test]
fn ti_26_seize_artifact_takes_the_fragment_that_is_named() {
    let one = Fragments { cultural: 1, ..Fragments::NONE };
    let seize = |from, fragment| {
        uses(effect("seize_artifact", json!({ "from": from, "fragment": fragment })))
    };
    let has = Fragments { cultural: 1, unknown: 1, ..Fragments::NONE };
    let gain = Command::Book { entry: Entry::GainFragments { fragments: has } };
    let desk = with_card("Seize Artifact").act(BOB, gain).turn(BOB, Step::ChooseAction);
    let desk = desk.refuses(ANN, seize(BOB, one), 100).turn(ANN, Step::ChooseAction);
    let desk = desk.refuses(ANN, seize(BOB, has), 26).refuses(ANN, seize(CID, one), 26);
    assert!(desk.lists(ANN, &seize(BOB, one)));
    let desk = desk.act(ANN, seize(BOB, one));
    assert_eq!(desk.player(ANN).fragments, one);
    assert_eq!(desk.player(BOB).fragments, Fragments { unknown: 1, ..Fragments::NONE });
}

#[test]
fn ti_63_an_alliance_in_play_lends_a_commander_that_is_unlocked() {
    let sula = || uses(effect("sula_mentarion", json!({ "from": BOB })));
    let alliance = Command::Give { to: CID, goods: Bundle::note(note(ANN, "Alliance")) };
    let unlocked =
        Command::Book { entry: Entry::GainAbility { ability: ability("sula-mentarion") } };
    let desk = desk(&["Mentak", "Sol", "Saar"]).act(ANN, alliance).turn(CID, Step::CombatEnd);
    let desk = desk.refuses(CID, sula(), 26).act(ANN, unlocked);
    assert!(desk.lists(CID, &sula()));
    let desk = desk.act(CID, sula()).act(CID, Command::Waive { from: BOB });
    // It is returned when its holder activates a system of Mentak's, and the commander is no longer lent.
    let units_of = parley::SeatSet::only(ANN);
    let act = Act::Activate { system: "Moll Primus".to_owned() };
    let desk = desk.turn(CID, Step::ChooseAction).act(CID, Command::Report { act, units_of });
    desk.turn(CID, Step::CombatEnd).refuses(CID, sula(), 26);
}

#[test]
fn ti_74_who_is_bound_not_to_use_an_ability_cannot_use_it() {
    let quiet = Act::Refrain { power: "Voidwatch".to_owned(), at: None };
    let terms = || vec![give(BOB, Bundle::trade_goods(1)), now(ANN, quiet.clone())];
    let desk = with_ability(&["Empyrean", "Sol"], ability("voidwatch")).turn(BOB, Step::MoveShips);
    let desk = desk.strike(BOB, ANN, terms());
    assert!(!desk.lists(ANN, &uses(effect("voidwatch", json!({})))));
    desk.refuses(ANN, uses(effect("voidwatch", json!({}))), 74);
}

#[test]
fn ti_74_an_agent_that_is_owed_is_used_and_the_debt_is_done() {
    let carth = Act::Use { power: "Carth".to_owned(), at: None };
    let terms = vec![give(BOB, Bundle::trade_goods(1)), now(ANN, carth.clone())];
    let desk = desk(&["Hacan", "Sol"]).turn(BOB, Step::StartOfTurn).strike(BOB, ANN, terms);
    let on = Command::SetMoment { moment: Moment::turn(BOB, Step::ChooseAction) };
    // It is done by using the agent; reporting it is not enough.
    let desk = desk.refuses(BOB, on.clone(), 74).refuses(ANN, report(carth), 26);
    let desk = desk.act(ANN, uses(effect("carth_replenishes", json!({ "of": BOB }))));
    assert!(desk.spectator().owed.is_empty());
    assert_eq!(desk.act(BOB, on).player(ANN).record.kept, 1);
}

#[test]
fn ti_82_a_pirate_who_promised_to_stay_away_breaks_the_promise_by_robbing() {
    let peace = later(CID, Act::Refrain { power: "Pillage".to_owned(), at: None }, When::ThisRound);
    let desk = desk(&["Sol", "Letnev", "Mentak"]).turn(ANN, Step::StartOfTurn);
    let desk = desk.strike(ANN, CID, vec![peace]);
    let desk = desk.strike(ANN, BOB, vec![give(ANN, Bundle::trade_goods(1))]);
    let spared = desk.act(CID, Command::Pillage { victim: BOB, takes: None });
    assert_eq!(spared.player(CID).record.broken, 0);
    let robbed = spared.act(CID, Command::Pillage { victim: ANN, takes: Some(Loot::TradeGood) });
    assert_eq!(robbed.player(CID).record.broken, 1);
}
