//! The steps, who moves the table on, and what each window lets one do (TI-85 … TI-103).

use parley::Seat;
use serde_json::json;
use twilight::ability::note::NoteKind;
use twilight::desk::command::Entry;
use twilight::table::hand::Note;
use twilight::{Act, Bundle, Class, Command, Moment, Phase, Step};

use crate::support::*;

fn on(to: Step) -> Command {
    Command::Advance { to }
}

fn note(issuer: Seat, name: &str) -> Note {
    Note { issuer, kind: NoteKind::find(name).expect("a note") }
}

fn one_good(to: Seat, by: Seat) -> Command {
    Command::Offer { to, terms: vec![give(by, Bundle::trade_goods(1))] }
}

/// Whoever decides moves on from `first` through all these steps, and nothing else may follow.
#[track_caller]
fn only_way(mut desk: Desk, steps: &[Step]) -> Desk {
    for step in steps {
        let view = desk.spectator();
        let (decides, now) = (view.decides.expect("somebody"), view.moment.expect("a moment"));
        for other in Step::ALL.iter().filter(|other| *other != step && **other != now.step()) {
            desk = desk.refuses(decides, on(*other), 85);
        }
        desk = desk.act(decides, on(*step));
    }
    desk
}

#[test]
fn ti_85_no_phase_is_left_out_and_none_comes_early() {
    let follows = |step: Step| -> Vec<Phase> {
        let phases = step.next().iter().map(|next| next.phase());
        phases.filter(|phase| *phase != step.phase()).collect()
    };
    for step in Step::ALL {
        let expected: &[Phase] = match step {
            Step::EndOfStrategy => &[Phase::Action],
            Step::EndOfTurn => &[Phase::Status],
            Step::ReturnStrategyCards => &[Phase::Agenda, Phase::Strategy],
            Step::ReadyPlanets | Step::ResolveEdict => &[Phase::Strategy],
            _ => &[],
        };
        assert_eq!(follows(*step), expected, "{step:?}");
    }
}

#[test]
fn ti_86_once_at_a_table_of_five_from_the_speaker_on() {
    let factions = ["Sol", "Letnev", "Saar", "Hacan", "Yin"];
    let mut desk = desk_with(&factions, |setup| {
        setup.desk = false;
        setup.speaker = Some(CID);
    });
    let mut order = Vec::new();
    for number in 0..5 {
        let decides = desk.spectator().decides.expect("somebody decides");
        if number > 0 {
            desk = desk.refuses(decides, on(Step::PlaceTradeGoods), 85);
        }
        desk = desk.act(decides, on(Step::ChooseStrategyCard));
        order.push(desk.spectator().decides.expect("somebody picks"));
    }
    assert_eq!(order, [CID, Seat(3), Seat(4), ANN, BOB]);
    let desk = desk.refuses(BOB, on(Step::ChooseStrategyCard), 85);
    desk.act(BOB, on(Step::PlaceTradeGoods)).act(CID, on(Step::EndOfStrategy));
}

#[test]
fn ti_87_turns_go_by_initiative_and_a_pass_is_final() {
    let initiative =
        |number| Command::Book { entry: Entry::Initiative { number, strategy_cards: 0 } };
    let desk = desk(&["Sol", "Letnev", "Saar"]);
    let desk = desk.act(ANN, initiative(5)).act(BOB, initiative(1)).act(CID, initiative(3));
    let mut desk = desk.moment(Moment::of(Step::EndOfStrategy)).act(ANN, on(Step::StartOfTurn));
    let mut order = Vec::new();
    // Bob passes on his first turn; the others act once each, and then they pass.
    for passes in [true, false, false, true, true] {
        let active = desk.spectator().decides.expect("somebody's turn");
        order.push(active);
        desk = desk.act(active, on(Step::ChooseAction));
        desk = match passes {
            true => desk.act(active, on(Step::Passing)),
            false => desk.act(active, on(Step::ComponentAction)).act(active, on(Step::EndOfAction)),
        };
        desk = desk.act(active, on(Step::EndOfTurn));
        if order.len() < 5 {
            desk = desk.refuses(active, on(Step::ScoreObjectives), 85);
            desk = desk.act(active, on(Step::StartOfTurn));
        }
    }
    assert_eq!(order, [BOB, CID, ANN, CID, ANN]);
    desk.refuses(ANN, on(Step::StartOfTurn), 85).act(ANN, on(Step::ScoreObjectives));
}

#[test]
fn ti_87_a_promise_to_pass_binds_only_who_may_pass() {
    let pass = |by: &str, ann: serde_json::Value| {
        let moment = json!({"step": "choose_action", "active": "Ann"});
        let players = json!([but(json!({"name": "Ann"}), ann), "Bob", "Cid"]);
        let terms = json!([{"by": by, "pass": true}]);
        judged(but(scene(moment, terms), json!({"players": players})))
    };
    assert_eq!(pass("Ann", json!({})).class, Class::Binding);
    let unused = pass("Ann", json!({"strategy_cards": 1}));
    assert_eq!(
        (unused.class, unused.terms[0].reason.clause.as_str()),
        (Class::NonBinding, "TI-87")
    );
    assert_eq!(pass("Bob", json!({})).class, Class::NonBinding);
}

#[test]
fn ti_88_none_of_the_eight_steps_can_be_skipped() {
    let steps = [
        Step::RevealObjective,
        Step::DrawActionCards,
        Step::RemoveTokens,
        Step::GainTokens,
        Step::ReadyCards,
        Step::RepairUnits,
        Step::ReturnStrategyCards,
    ];
    only_way(desk(&["Sol", "Letnev"]).moment(Moment::of(Step::ScoreObjectives)), &steps);
}

#[test]
fn ti_90_the_frame_of_a_turn_has_one_way_through() {
    let desk =
        only_way(desk(&["Sol", "Letnev"]).turn(ANN, Step::StartOfTurn), &[Step::ChooseAction]);
    let desk = desk.act(ANN, on(Step::Passing));
    let desk = only_way(desk, &[Step::EndOfTurn]);
    only_way(desk.turn(ANN, Step::EndOfAction), &[Step::EndOfTurn]);
}

#[test]
fn ti_91_every_line_of_a_tactical_action_is_a_step_of_its_own() {
    let activation = desk(&["Sol", "Letnev"]).turn(ANN, Step::Activation);
    only_way(activation, &[Step::MoveShips, Step::SpaceCannonOffense]);
    let combat = [
        Step::AntiFighterBarrage,
        Step::AnnounceRetreats,
        Step::CombatRoll,
        Step::AssignHits,
        Step::Retreat,
    ];
    only_way(desk(&["Sol", "Letnev"]).turn(ANN, Step::CombatStart), &combat);
    let landing = [Step::CommitGroundForces, Step::SpaceCannonDefense];
    only_way(desk(&["Sol", "Letnev"]).turn(ANN, Step::Bombardment), &landing);
    let control = desk(&["Sol", "Letnev"]).turn(ANN, Step::EstablishControl);
    only_way(control, &[Step::Production, Step::EndOfAction]);
    // The barrage is for the first round only.
    assert_eq!(Step::Retreat.next(), [Step::AnnounceRetreats, Step::CombatEnd]);
}

#[test]
fn ti_94_the_lines_of_trade_follow_each_other() {
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::ChooseAction);
    let desk = desk.act(ANN, on(Step::TradeGainGoods));
    let steps = [Step::TradeReplenish, Step::TradeChoosePlayers, Step::Secondary];
    let desk = only_way(desk, &steps);
    assert_eq!(desk.spectator().decides, Some(BOB));
}

#[test]
fn ti_95_the_lines_of_politics_follow_each_other() {
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::ChooseAction);
    let desk = desk.act(ANN, on(Step::PoliticsChooseSpeaker));
    let steps = [Step::PoliticsDrawCards, Step::PoliticsLookAtAgendas, Step::Secondary];
    only_way(desk, &steps);
    let choose = json!([{"by": "Bob", "choose": "Bob", "at": "politics_choose_speaker"}]);
    let moment = json!({"step": "politics_choose_speaker", "active": "Ann"});
    assert_eq!(judged(scene(moment, choose)).class, Class::NonBinding, "it is not Bob's choice");
}

#[test]
fn ti_96_it_uses_up_the_action_but_no_strategy_card() {
    let book = Command::Book { entry: Entry::Initiative { number: 1, strategy_cards: 1 } };
    let desk = desk(&["Sol", "Letnev"]).act(ANN, book).turn(ANN, Step::ChooseAction);
    let desk = desk.refuses(BOB, on(Step::ComponentAction), 101);
    let desk = desk.act(ANN, on(Step::ComponentAction));
    for step in [Step::Activation, Step::Primary, Step::Passing, Step::StartOfTurn] {
        assert!(!Step::ComponentAction.next().contains(&step), "{step:?} is another action");
    }
    let desk = desk.act(ANN, on(Step::EndOfAction)).act(ANN, on(Step::EndOfTurn));
    // The card is still to be used, so a pass is still barred.
    desk.turn(ANN, Step::ChooseAction).refuses(ANN, on(Step::Passing), 87);
}

#[test]
fn ti_96_a_note_that_is_an_action_is_played_on_ones_own_turn_and_as_the_action() {
    let promise = note(BOB, "Promise of Protection");
    let play = || Command::PlayNote { note: promise };
    let desk = desk(&["Sol", "Mentak"]).turn(ANN, Step::StartOfTurn);
    let desk = desk.strike(ANN, BOB, vec![give(BOB, Bundle::note(promise))]);
    let desk = desk.refuses(ANN, play(), 100).turn(ANN, Step::Production).refuses(ANN, play(), 100);
    let desk = desk.turn(BOB, Step::ComponentAction).refuses(ANN, play(), 100);
    let desk = desk.turn(ANN, Step::ComponentAction).act(ANN, play());
    assert_eq!(desk.spectator().players[0].in_play, [promise]);
}

#[test]
fn ti_97_an_agenda_goes_through_its_windows_in_order() {
    let desk = desk(&["Sol", "Letnev"]).moment(Moment::of(Step::RevealAgenda));
    let desk = only_way(desk, &[Step::WhenRevealed]).act(ANN, on(Step::AfterRevealed));
    let desk = only_way(desk, &[Step::Vote]).refuses(BOB, on(Step::AfterSpeakerVotes), 85);
    let desk = desk.act(BOB, on(Step::Vote)).refuses(ANN, on(Step::Vote), 85);
    let rest = [Step::AfterSpeakerVotes, Step::ChangeOutcome, Step::CancelAgenda];
    let desk = only_way(desk, &rest).act(ANN, on(Step::ResolveOutcome));
    only_way(desk, &[Step::PredictionRewards]);
}

#[test]
fn ti_98_who_cannot_vote_cannot_abstain_on_terms_and_abstaining_costs_nothing() {
    let desk = desk(&["Sol", "Nekro"]).moment(Moment::of(Step::Vote).asking(ANN));
    let desk = desk.act(ANN, report(Act::Abstain));
    assert_eq!(desk.spectator().players[0].influence, 4);
    let vote = report(Act::Vote { outcome: "for".to_owned(), votes: 1 });
    let desk = desk.refuses(BOB, vote.clone(), 100);
    desk.moment(Moment::of(Step::Vote).asking(BOB)).refuses(BOB, vote, 98);
    let players = json!([{"name": "Ann", "faction": "Nekro", "influence": 9}, "Bob", "Cid"]);
    let terms = json!([{"by": "Ann", "vote": "for"}]);
    let moment = json!({"step": "vote", "asked": "Ann"});
    let found = judged(but(scene(moment, terms), json!({"players": players})));
    assert_eq!((found.class, found.terms[0].reason.clause.as_str()), (Class::NonBinding, "TI-98"));
}

#[test]
fn ti_99_the_next_voter_brings_no_new_limit_and_no_new_turn() {
    let spy_net = note(BOB, "Spy Net");
    let desk = desk(&["Sol", "Yssaril", "Saar"]).moment(Moment::of(Step::AfterRevealed));
    let desk = desk.strike(ANN, BOB, vec![give(BOB, Bundle::note(spy_net))]);
    let desk = desk.act(ANN, on(Step::Vote)).refuses(BOB, one_good(ANN, BOB), 12);
    let desk = desk.act(BOB, on(Step::Vote)).act(CID, on(Step::Vote));
    assert_eq!(desk.spectator().decides, Some(ANN));
    assert_eq!(desk.spectator().moment.expect("a moment").active(), None);
    // Ann votes now: nothing that waits for the start of her turn can be played.
    let desk = desk.refuses(ANN, Command::PlayNote { note: spy_net }, 100);
    let desk = desk.refuses(BOB, one_good(ANN, BOB), 12);
    // And two who are not asked may transact, for nobody is active.
    desk.strike(BOB, CID, vec![give(BOB, Bundle::trade_goods(1))]);
}

#[test]
fn ti_99_a_vote_is_not_the_next_turn_of_a_promise() {
    use twilight::When;
    let debt = Act::PayBack { goods: Bundle::trade_goods(1) };
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::EndOfTurn);
    let desk = desk.strike(ANN, BOB, vec![later(BOB, debt, When::NextTurn)]);
    let desk = desk.moment(Moment::of(Step::Vote).asking(BOB));
    let desk = desk.moment(Moment::of(Step::Vote).asking(ANN));
    assert_eq!(desk.spectator().players[1].record.broken, 0, "Bob has had no turn yet");
    let desk = desk.turn(BOB, Step::StartOfTurn).turn(ANN, Step::StartOfTurn);
    assert_eq!(desk.spectator().players[1].record.broken, 1);
}

#[test]
fn ti_100_what_waits_for_when_cannot_be_played_after() {
    let secret = note(BOB, "Political Secret");
    let desk = desk(&["Sol", "Letnev"]).moment(Moment::of(Step::WhenRevealed));
    let desk = desk.strike(ANN, BOB, vec![give(BOB, Bundle::note(secret))]);
    let desk = desk.act(ANN, on(Step::AfterRevealed));
    let desk = desk.refuses(ANN, Command::PlayNote { note: secret }, 100);
    let desk = desk.refuses(ANN, on(Step::WhenRevealed), 85);
    assert!(desk.view(ANN).own.expect("Ann's own").notes.contains(&secret));
}

#[test]
fn ti_101_the_speaker_moves_on_where_nobody_is_active_or_asked() {
    let desk = desk_with(&["Sol", "Letnev", "Saar"], |setup| setup.speaker = Some(BOB));
    let cases = [
        (Moment::of(Step::EndOfStrategy), Step::StartOfTurn, BOB),
        (Moment::of(Step::ScoreObjectives), Step::RevealObjective, BOB),
        (Moment::of(Step::WhenRevealed), Step::AfterRevealed, BOB),
        (Moment::turn(CID, Step::Activation), Step::MoveShips, CID),
        (Moment::turn(BOB, Step::Secondary).asking(ANN), Step::EndOfAction, ANN),
        (Moment::of(Step::Vote).asking(CID), Step::Vote, CID),
    ];
    let mut desk = desk;
    for (moment, to, decides) in cases {
        desk = desk.moment(moment);
        assert_eq!(desk.spectator().decides, Some(decides), "{moment:?}");
        for other in [ANN, BOB, CID].into_iter().filter(|seat| *seat != decides) {
            desk = desk.refuses(other, on(to), 101);
        }
        desk = desk.act(decides, on(to));
    }
}

#[test]
fn ti_101_one_after_another_as_long_as_the_window_is_open() {
    let (bobs, cids) = (note(BOB, "Political Secret"), note(CID, "Political Secret"));
    let desk = desk(&["Sol", "Letnev", "Saar"]).moment(Moment::of(Step::WhenRevealed));
    let desk = desk
        .strike(ANN, BOB, vec![give(BOB, Bundle::note(bobs))])
        .strike(BOB, CID, vec![give(CID, Bundle::note(cids))])
        .act(BOB, Command::PlayNote { note: cids })
        // Ann held hers back until somebody else had acted, and may still play it.
        .act(ANN, Command::PlayNote { note: bobs });
    let silenced: Vec<bool> = desk.spectator().players.iter().map(|it| it.silenced).collect();
    assert_eq!(silenced, [false, true, true]);
    desk.act(ANN, on(Step::AfterRevealed));
}

#[test]
fn ti_103_seven_are_allowed_and_only_the_one_with_eight_discards() {
    let draw = |number: usize| Command::Book { entry: Entry::Draw { card: format!("C{number}") } };
    let discard = |card: &str| Command::Book { entry: Entry::Discard { card: card.to_owned() } };
    let mut desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::StartOfTurn).act(ANN, draw(99));
    for number in 0..7 {
        desk = desk.act(BOB, draw(number));
    }
    let desk = desk.act(ANN, one_good(BOB, ANN)).act(BOB, draw(7));
    let play = report(Act::PlayCard { card: "C7".to_owned(), at: None });
    let desk = desk.refuses(BOB, play.clone(), 103).refuses(ANN, discard("C99"), 103);
    desk.refuses(BOB, discard("C50"), 21).act(BOB, discard("C0")).act(BOB, play);
}

#[test]
fn ti_92_once_the_dice_are_cast_the_retreat_itself_may_bind() {
    let retreat = |step: &str| {
        let moment = json!({"step": step, "active": "Ann"});
        judged(scene(moment, json!([{"by": "Bob", "use": "Retreat"}])))
    };
    assert_eq!(retreat("retreat").class, Class::Binding);
    assert_eq!(retreat("combat_roll").class, Class::NonBinding);
    assert_eq!(retreat("assign_hits").class, Class::NonBinding);
}

#[test]
fn ti_89_a_cancelled_agenda_is_over_and_the_second_still_comes() {
    let desk = desk_with(&["Sol", "Letnev"], |setup| setup.agendas = true);
    let desk = desk.moment(Moment::of(Step::ReturnStrategyCards)).act(ANN, on(Step::RevealAgenda));
    let to_the_end = |desk: Desk| {
        let desk = desk.act(ANN, on(Step::WhenRevealed)).act(ANN, on(Step::AfterRevealed));
        let desk = desk.act(ANN, on(Step::Vote)).act(BOB, on(Step::Vote));
        let desk = desk.act(ANN, on(Step::AfterSpeakerVotes)).act(ANN, on(Step::ChangeOutcome));
        desk.act(ANN, on(Step::CancelAgenda))
    };
    let desk = to_the_end(desk).refuses(ANN, on(Step::ReadyPlanets), 85);
    let desk = to_the_end(desk.act(ANN, on(Step::RevealAgenda)));
    let desk = desk.refuses(ANN, on(Step::RevealAgenda), 85);
    desk.act(ANN, on(Step::ReadyPlanets)).act(ANN, on(Step::StartOfStrategy));
}

#[test]
fn ti_96_a_cancelled_component_action_does_not_use_up_the_action() {
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::ChooseAction);
    let desk = desk.strike(ANN, BOB, vec![give(ANN, Bundle::trade_goods(1))]);
    let desk = desk.act(ANN, on(Step::ComponentAction)).act(ANN, on(Step::ChooseAction));
    // It is the same turn, so the limit stands.
    desk.refuses(ANN, one_good(BOB, ANN), 10).act(ANN, on(Step::Activation));
}

#[test]
fn ti_98_all_votes_of_a_player_go_to_one_outcome() {
    let vote = |outcome: &str| report(Act::Vote { outcome: outcome.to_owned(), votes: 1 });
    let desk = desk(&["Sol", "Letnev"]).moment(Moment::of(Step::Vote).asking(ANN));
    let desk = desk.act(ANN, vote("for")).refuses(ANN, vote("against"), 98);
    let desk = desk.refuses(ANN, report(Act::Abstain), 98);
    assert_eq!(desk.spectator().players[0].influence, 3);
    // What she might still vote binds nobody: she has voted.
    let again = vec![now(ANN, Act::Vote { outcome: "for".to_owned(), votes: 1 })];
    let desk = desk.strike(ANN, BOB, again);
    assert!(desk.spectator().owed.is_empty());
    let desk = desk.moment(Moment::of(Step::Vote).asking(BOB)).act(BOB, report(Act::Abstain));
    let desk = desk.refuses(BOB, vote("for"), 98);
    desk.moment(Moment::of(Step::RevealAgenda))
        .moment(Moment::of(Step::Vote).asking(ANN))
        .act(ANN, vote("against"));
}

#[test]
fn ti_92_an_announced_retreat_is_not_left_out_for_a_deal() {
    let terms =
        json!([{"by": "Ann", "do_not_use": "Retreat"}, {"by": "Bob", "give": {"trade_goods": 1}}]);
    let retreat = scene(json!({"step": "retreat", "active": "Ann"}), terms);
    let free = judged(retreat.clone());
    assert_eq!(free.class, twilight::Class::Binding, "{free}");
    let announced = judged(but(retreat, json!({"retreating": ["Ann"]})));
    assert_eq!(announced.terms[0].reason.clause, "TI-92", "{announced}");
    assert_eq!(announced.class, twilight::Class::NonBinding);
}

#[test]
fn ti_92_the_desk_remembers_an_announcement_for_one_round_of_combat() {
    let announce = report(Act::Use { power: "Announce Retreat".to_owned(), at: None });
    let desk = desk(&["Sol", "Letnev"]).turn(ANN, Step::AnnounceRetreats).act(BOB, announce);
    let desk =
        desk.turn(ANN, Step::CombatRoll).turn(ANN, Step::AssignHits).turn(ANN, Step::Retreat);
    assert_eq!(desk.spectator().retreating, parley::SeatSet::only(BOB));
    let stay = now(BOB, Act::Refrain { power: "Retreat".to_owned(), at: None });
    let desk = desk.act(BOB, Command::Offer { to: ANN, terms: vec![stay] });
    let offer = &desk.view(ANN).own.expect("Ann's own").received[0];
    assert_eq!(offer.verdict.class, twilight::Class::NonBinding);
    let desk = desk.turn(ANN, Step::AnnounceRetreats);
    assert!(desk.spectator().retreating.is_empty());
}

#[test]
fn ti_90_the_steps_of_a_turn_are_those_of_the_action_phase() {
    let turn: Vec<Step> =
        Step::ALL.iter().copied().filter(|step| step.phase() == Phase::Action).collect();
    assert_eq!(Step::ACTION_PHASE, turn);
}
