//! The round, its steps and windows (TI-85 … TI-103).

use parley::Seat;
use serde_json::json;
use twilight::desk::command::Entry;
use twilight::{Act, Bundle, Class, Command, Moment, Phase, Step};

use crate::support::*;

fn on(to: Step) -> Command {
    Command::Advance { to }
}

/// A desk that goes step by step.
fn table(factions: &[&str], agendas: bool) -> Desk {
    desk_with(factions, |setup| {
        setup.desk = false;
        setup.agendas = agendas;
    })
}

/// Whoever decides moves the table on, through all these steps.
#[track_caller]
fn walk(mut desk: Desk, steps: &[Step]) -> Desk {
    for step in steps {
        let decides = desk.spectator().decides.expect("somebody decides");
        desk = desk.act(decides, on(*step));
    }
    desk
}

const STRATEGY_OF_TWO: [Step; 7] = [
    Step::ChooseStrategyCard,
    Step::ChooseStrategyCard,
    Step::ChooseStrategyCard,
    Step::ChooseStrategyCard,
    Step::PlaceTradeGoods,
    Step::EndOfStrategy,
    Step::StartOfTurn,
];
const PASS: [Step; 3] = [Step::ChooseAction, Step::Passing, Step::EndOfTurn];
const STATUS: [Step; 8] = [
    Step::ScoreObjectives,
    Step::RevealObjective,
    Step::DrawActionCards,
    Step::RemoveTokens,
    Step::GainTokens,
    Step::ReadyCards,
    Step::RepairUnits,
    Step::ReturnStrategyCards,
];

/// Two players pass at once, and the status phase is through.
fn to_the_end_of_status(agendas: bool) -> Desk {
    let desk = walk(table(&["Sol", "Letnev"], agendas), &STRATEGY_OF_TWO);
    let desk = walk(walk(walk(desk, &PASS), &[Step::StartOfTurn]), &PASS);
    walk(desk, &STATUS)
}

#[test]
fn ti_85_an_agenda_phase_once_the_custodians_are_gone() {
    let with = walk(to_the_end_of_status(true), &[Step::RevealAgenda]);
    assert_eq!(with.spectator().moment.expect("a moment").phase(), Phase::Agenda);
    let without = to_the_end_of_status(false);
    let decides = without.spectator().decides.expect("somebody decides");
    let without = without.refuses(decides, on(Step::RevealAgenda), 85);
    let without = walk(without, &[Step::StartOfStrategy]);
    assert_eq!(without.spectator().round.0, 2);
}

#[test]
fn ti_86_strategy_cards_from_the_speaker_clockwise_twice_at_a_small_table() {
    let mut desk = table(&["Sol", "Letnev", "Saar"], false);
    let mut order = Vec::new();
    for _ in 0..6 {
        desk = walk(desk, &[Step::ChooseStrategyCard]);
        order.push(desk.spectator().decides.expect("somebody picks"));
    }
    assert_eq!(order, [ANN, BOB, CID, ANN, BOB, CID]);
    desk.refuses(CID, on(Step::ChooseStrategyCard), 85);
}

#[test]
fn ti_87_no_pass_before_the_strategy_cards_are_used() {
    let desk = walk(table(&["Sol", "Letnev"], false), &STRATEGY_OF_TWO);
    let book = Command::Book { entry: Entry::Initiative { number: 1, strategy_cards: 1 } };
    let desk = walk(desk.act(ANN, book), &[Step::ChooseAction]);
    let desk = desk.refuses(ANN, on(Step::Passing), 87);
    let desk = walk(desk, &[Step::Primary, Step::Secondary, Step::EndOfAction, Step::EndOfTurn]);
    let desk = walk(desk, &[Step::StartOfTurn]);
    let desk = walk(walk(desk, &PASS), &[Step::StartOfTurn]);
    // Bob has passed, so the next turn and the one after it are Ann's.
    assert_eq!(desk.spectator().decides, Some(ANN));
    walk(desk, &PASS);
}

#[test]
fn ti_88_the_status_phase_goes_through_its_eight_steps() {
    let desk = to_the_end_of_status(false);
    assert_eq!(desk.spectator().moment.expect("a moment").step(), Step::ReturnStrategyCards);
}

#[test]
fn ti_89_two_agendas_and_then_the_planets() {
    let agenda = [
        Step::RevealAgenda,
        Step::WhenRevealed,
        Step::AfterRevealed,
        Step::Vote,
        Step::Vote,
        Step::AfterSpeakerVotes,
        Step::ChangeOutcome,
        Step::CancelAgenda,
        Step::ResolveOutcome,
        Step::PredictionRewards,
    ];
    let desk = walk(to_the_end_of_status(true), &agenda);
    let decides = desk.spectator().decides.expect("somebody decides");
    let desk = desk.refuses(decides, on(Step::ReadyPlanets), 85);
    let desk = walk(walk(desk, &agenda), &[Step::ReadyPlanets, Step::StartOfStrategy]);
    assert_eq!(desk.spectator().round.0, 2);
}

#[test]
fn ti_90_a_turn_has_a_start_an_action_and_an_end() {
    assert_eq!(Step::StartOfTurn.next(), [Step::ChooseAction]);
    assert_eq!(Step::EndOfAction.next(), [Step::EndOfTurn]);
    let desk = walk(table(&["Sol", "Letnev"], false), &STRATEGY_OF_TWO);
    desk.refuses(ANN, on(Step::EndOfTurn), 85).refuses(BOB, on(Step::ChooseAction), 101);
}

#[test]
fn ti_91_a_tactical_action_goes_through_its_steps() {
    let desk = walk(table(&["Sol", "Letnev"], false), &STRATEGY_OF_TWO);
    let steps = [
        Step::ChooseAction,
        Step::Activation,
        Step::MoveShips,
        Step::SpaceCannonOffense,
        Step::CombatStart,
        Step::AntiFighterBarrage,
        Step::AnnounceRetreats,
        Step::CombatRoll,
        Step::AssignHits,
        Step::Retreat,
        Step::AnnounceRetreats,
        Step::CombatRoll,
        Step::AssignHits,
        Step::Retreat,
        Step::CombatEnd,
        Step::Bombardment,
        Step::CommitGroundForces,
        Step::SpaceCannonDefense,
        Step::GroundCombatRoll,
        Step::GroundCombatHits,
        Step::EstablishControl,
        Step::Production,
        Step::EndOfAction,
        Step::EndOfTurn,
    ];
    walk(desk, &steps);
}

#[test]
fn ti_92_a_retreat_comes_after_the_dice() {
    let moment = json!({"step": "announce_retreats", "active": "Ann"});
    let retreat = judged(scene(moment.clone(), json!([{"by": "Bob", "use": "Retreat"}])));
    assert_eq!(retreat.terms[0].reason.clause, "TI-92");
    let word = judged(scene(moment, json!([{"by": "Bob", "use": "Announce Retreat"}])));
    assert_eq!(word.class, Class::Binding);
}

#[test]
fn ti_93_secondaries_clockwise_from_the_active_players_left() {
    let desk = desk(&["Sol", "Letnev", "Saar"]).turn(BOB, Step::Primary);
    let desk = desk.act(BOB, on(Step::Secondary));
    assert_eq!(desk.spectator().decides, Some(CID));
    let desk = desk.act(CID, on(Step::Secondary));
    assert_eq!(desk.spectator().decides, Some(ANN));
    desk.refuses(ANN, on(Step::Secondary), 85).act(ANN, on(Step::EndOfAction));
}

#[test]
fn ti_94_every_line_of_trade_is_a_step() {
    let terms = json!([
        {"by": "Ann", "replenish": true},
        {"by": "Bob", "give": {"commodities": 2}},
    ]);
    let at = |step: &str| judged(scene(json!({"step": step, "active": "Ann"}), terms.clone()));
    assert_eq!(at("trade_gain_goods").class, Class::NonBinding);
    assert_eq!(at("trade_replenish").class, Class::NonBinding);
    assert_eq!(at("trade_choose_players").class, Class::Open);
}

#[test]
fn ti_95_the_speaker_is_chosen_in_the_first_line_of_politics() {
    let choose = json!([{"by": "Ann", "choose": "Bob", "at": "politics_choose_speaker"}]);
    let at = |step: &str| judged(scene(json!({"step": step, "active": "Ann"}), choose.clone()));
    assert_eq!(at("politics_choose_speaker").class, Class::Binding);
    assert_eq!(at("politics_draw_cards").class, Class::NonBinding);
}

#[test]
fn ti_96_a_component_action_is_an_action_of_its_own() {
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::ChooseAction);
    walk(desk, &[Step::ComponentAction, Step::EndOfAction, Step::EndOfTurn]);
}

#[test]
fn ti_97_votes_from_the_speakers_left_and_zeal_first() {
    let order = |factions: &[&str]| {
        let mut desk = desk(factions).moment(Moment::of(Step::AfterRevealed));
        let mut order: Vec<Seat> = Vec::new();
        for _ in factions {
            let decides = desk.spectator().decides.expect("somebody decides");
            desk = desk.act(decides, on(Step::Vote));
            order.push(desk.spectator().decides.expect("somebody votes"));
        }
        order
    };
    assert_eq!(order(&["Sol", "Letnev", "Saar"]), [BOB, CID, ANN]);
    assert_eq!(order(&["Argent", "Letnev", "Saar"]), [ANN, BOB, CID]);
}

#[test]
fn ti_98_votes_are_influence_and_who_cannot_vote_cannot() {
    let vote = |votes| report(Act::Vote { outcome: "for".to_owned(), votes });
    let desk = desk(&["Sol", "Nekro"]).moment(Moment::of(Step::Vote).asking(ANN));
    let desk = desk.refuses(ANN, vote(5), 21).act(ANN, vote(4));
    assert_eq!(desk.spectator().players[0].influence, 0);
    desk.moment(Moment::of(Step::Vote).asking(BOB)).refuses(BOB, vote(1), 98);
}

#[test]
fn ti_99_casting_votes_is_no_turn() {
    let moment = Moment::of(Step::Vote).asking(BOB);
    assert_eq!((moment.active(), moment.asked()), (None, Some(BOB)));
}

#[test]
fn ti_100_a_window_is_open_right_then_and_not_later() {
    let at = |step: &str| {
        let players = json!([{"name": "Ann", "notes": ["Bob's Political Secret"]}, "Bob", "Cid"]);
        let terms = json!([{"by": "Ann", "use_note": "Bob's Political Secret"}]);
        judged(but(scene(json!({"step": step}), terms), json!({"players": players}))).class
    };
    assert_eq!(at("when_revealed"), Class::Binding);
    assert_eq!(at("after_revealed"), Class::NonBinding);
}

#[test]
fn ti_101_the_one_whose_decision_it_is_moves_the_table_on() {
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::StartOfTurn);
    desk.refuses(BOB, on(Step::ChooseAction), 101).act(ANN, on(Step::ChooseAction));
}

#[test]
fn ti_103_more_than_seven_action_cards_and_one_discards_first() {
    let draw = |card: &str| Command::Book { entry: Entry::Draw { card: card.to_owned() } };
    let mut desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::StartOfTurn);
    for number in 0..8 {
        desk = desk.act(BOB, draw(&format!("Card {number}")));
    }
    let offer = Command::Offer { to: BOB, terms: vec![give(ANN, Bundle::trade_goods(1))] };
    let desk = desk.refuses(ANN, offer.clone(), 103);
    let discard = Command::Book { entry: Entry::Discard { card: "Card 3".to_owned() } };
    let desk = desk.act(BOB, discard).act(ANN, offer);
    assert_eq!(desk.view(ANN).players[1].action_cards, 7, "how many is public");
    assert!(!format!("{:?}", desk.view(ANN)).contains("Card 5"), "which is not");
}

/// The moments to which the desk offers to go at once.
fn leaps(desk: &Desk, seat: Seat) -> Vec<Moment> {
    let commands = desk.options(seat).commands.into_iter();
    let moments = commands.filter_map(|command| match command {
        Command::SetMoment { moment } => Some(moment),
        _ => None,
    });
    moments.collect()
}

#[test]
fn ti_128_a_turn_ends_at_once_and_goes_to_the_next_who_has_not_passed() {
    let desk = desk(&["Sol", "Letnev", "Xxcha"]).turn(ANN, Step::MoveShips);
    let ends = Moment::turn(BOB, Step::StartOfTurn);
    for seat in [ANN, BOB, CID] {
        assert_eq!(leaps(&desk, seat).last(), Some(&ends), "whoever keeps the desk ends it");
    }
    let desk = desk.moment(ends);
    assert_eq!(leaps(&desk, ANN).last(), Some(&Moment::turn(CID, Step::StartOfTurn)));
}

#[test]
fn ti_128_fine_steps_are_passed_over_to_the_next_ones_that_matter() {
    let desk = desk(&["Sol", "Letnev", "Xxcha"]).turn(ANN, Step::MoveShips);
    let here = [Step::CombatStart, Step::CommitGroundForces, Step::Production];
    let expected: Vec<Moment> = here.map(|step| Moment::turn(ANN, step)).into();
    assert_eq!(leaps(&desk, ANN)[..3], expected);
    let desk = desk.moment(Moment::of(Step::ScoreObjectives));
    let after = leaps(&desk, ANN);
    assert_eq!(after.len(), 1, "{after:?}");
    assert!(matches!(after[0].step(), Step::RevealAgenda | Step::StartOfStrategy));
}

#[test]
fn ti_128_what_is_owed_holds_the_turn() {
    let desk = desk(&["Sol", "Letnev", "Xxcha"]).turn(ANN, Step::Production);
    let builds = Act::Produce { unit: "carrier".to_owned(), cost: 3 };
    let desk = desk.strike(BOB, ANN, vec![now(ANN, builds)]);
    assert_eq!(leaps(&desk, ANN), []);
    desk.refuses(ANN, Command::SetMoment { moment: Moment::turn(BOB, Step::StartOfTurn) }, 74);
}
