//! Section 5: what becomes of a proposal.

use backchannel::card::Cards;
use backchannel::{Agreement, Command, Event, Mode, Notice, Refusal};
use parley::{Audience, Game as _, OfferRef, Round, Seat};
use serde_json::json;

use crate::proposals::{agreements, armed, heap, proposed, troops};
use backchannel::refusal::Doing;

use crate::support::*;

#[test]
fn bc_503_the_recipient_fills_its_own_slots() {
    for (agreement, id, gives, asks) in agreements() {
        let hand = [id.as_str(), "troops-1", "troops-1"];
        let table = calm().hand(RED, &hand).hand(BLUE, &["troops-1"; 4]).window(RED);
        let mut scene = play_from(table);
        let against = id.starts_with("joint").then_some(GREEN);
        let slots = troops(gives);
        scene.does(RED, Command::Propose { to: BLUE, card: agreement, slots, against });
        assert_eq!(usize::from(scene.own(BLUE).received[0].asks), asks, "{id}");
        assert_eq!(usize::from(scene.options(BLUE).answer[0].slots), asks, "{id}");
        for given in (0..=4).filter(|&given| given != asks) {
            let refusal = scene.refused(BLUE, accept(RED, &vec!["troops-1"; given]));
            assert_eq!(
                refusal,
                Refusal::WrongSlots {
                    needed: asks as u8,
                    given: given as u8,
                    doing: Doing::Accept
                }
            );
        }
        scene.does(BLUE, accept(RED, &vec!["troops-1"; asks]));
    }
}

#[test]
fn bc_503_a_recipient_accepts_with_troop_cards_that_it_has() {
    let table =
        calm().hand(RED, &["ceasefire-1", "troops-1"]).hand(BLUE, &["muster-1", "troops-1"]);
    let mut scene = play_from(table.window(RED));
    scene.does(RED, propose(BLUE, "ceasefire-1", &["troops-1"]));
    let refusal = scene.refused(BLUE, accept(RED, &["muster-1"]));
    assert_eq!(refusal, Refusal::SlotsTakeTroopCards);
    assert_eq!(
        scene.refused(BLUE, accept(RED, &["troops-2"])),
        Refusal::NotInHand { doing: Doing::Accept }
    );
    scene.does(BLUE, accept(RED, &["troops-1"]));
}

#[test]
fn bc_503_options_say_whether_a_seat_can_afford_to_accept() {
    for (hand, affordable) in [(&["muster-1"][..], false), (&["muster-1", "troops-1"][..], true)] {
        let table = calm().hand(RED, &["ceasefire-1", "troops-1"]).hand(BLUE, hand);
        let mut scene = play_from(table.window(RED));
        scene.does(RED, propose(BLUE, "ceasefire-1", &["troops-1"]));
        assert_eq!(scene.options(BLUE).answer[0].affordable, affordable, "{hand:?}");
    }
}

#[test]
fn bc_503_options_name_the_third_seats_for_each_partner() {
    let hand = ["joint-offensive-1", "ceasefire-1", "troops-1"];
    let scene = play_from(calm().hand(RED, &hand).window(RED));
    let options = json!(scene.options(RED));
    let pitches = options["propose"].as_array().unwrap();
    let thirds = |names_third: bool| {
        let pitch = pitches.iter().find(|pitch| pitch["names_third"] == names_third);
        pitch.expect("a pitch")["thirds"].clone()
    };
    let offensive = json!([{ "to": BLUE, "against": [GREEN] }, { "to": GREEN, "against": [BLUE] }]);
    assert_eq!(thirds(true), offensive);
    assert_eq!(thirds(false), json!([]), "a ceasefire names nobody");
}

#[test]
fn bc_503_only_the_recipient_answers_and_only_once() {
    for answer in [decline(RED), accept(RED, &["troops-1"])] {
        let mut scene = proposed();
        for other in [RED, GREEN] {
            assert_eq!(scene.refused(other, answer), Refusal::UnknownProposal);
        }
        scene.does(BLUE, answer);
        for again in [decline(RED), accept(RED, &["troops-1"])] {
            assert_eq!(scene.refused(BLUE, again), Refusal::ProposalClosed);
        }
        assert!(scene.own(BLUE).received.is_empty() && scene.own(RED).sent.is_empty());
    }
}

#[test]
fn bc_503_there_is_no_command_to_counter_or_to_withdraw() {
    // A new command must be looked at here: is it a third way to end a proposal?
    fn ends_a_proposal(command: &Command) -> bool {
        match command {
            Command::Accept { .. } | Command::Decline { .. } => true,
            Command::Deploy { .. }
            | Command::Attack { .. }
            | Command::Occupy { .. }
            | Command::EndAttack
            | Command::Reinforce { .. }
            | Command::EndTurn
            | Command::Propose { .. }
            | Command::Play { .. }
            | Command::Apply { .. }
            | Command::Gamble { .. }
            | Command::Pass
            | Command::Signal { .. }
            | Command::React { .. } => false,
        }
    }
    assert!(ends_a_proposal(&decline(RED)));
    for kind in ["withdraw", "cancel", "counter", "amend"] {
        let command = json!({"type": kind, "proposal": {"from": 0, "number": 1}});
        assert!(serde_json::from_value::<Command>(command).is_err());
    }
    let mut scene = proposed();
    assert!(scene.options(RED).answer.is_empty());
    scene.skip_to(RED);
    scene.skip_to_window(RED);
    assert!(scene.options(RED).answer.is_empty());
    assert_eq!(scene.own(RED).sent.len(), 1, "it stands until it is answered or expires");
}

#[test]
fn bc_503_a_declined_proposal_gives_the_cards_back_at_once() {
    let mut scene = proposed();
    scene.does(BLUE, decline(RED));
    assert_eq!(scene.own(RED).hand, heap(&["ceasefire-1", "troops-1", "troops-1"]));
    assert!(scene.own(RED).locked.is_empty());
    for seat in [RED, BLUE] {
        let told = scene.last(seat, |line| matches!(line, Notice::Declined { .. }));
        assert_eq!(told, Notice::Declined { to: BLUE, id: OfferRef { from: RED, number: 1 } });
    }
}

/// The round at whose start a proposal of `seat`, made in round 1, has gone.
fn expiry(rounds: u16, seat: Seat) -> u16 {
    let table = calm_with(3, |setup| setup.settings.proposal_rounds = rounds);
    let mut scene = play_from(armed(table).window(seat));
    let to = if seat == GREEN { RED } else { GREEN };
    scene.does(seat, propose(to, "ceasefire-1", &["troops-1"]));
    while !scene.own(to).received.is_empty() {
        assert_eq!(scene.answer(to, decline(seat)), Ok(()), "it can be answered to the last");
        scene.skip_turn();
    }
    assert_eq!(scene.game().turn(), RED, "it expires at the start of a round");
    assert_eq!(scene.own(seat).locked, Cards::NONE);
    assert_eq!(scene.refused(to, decline(seat)), Refusal::ProposalClosed);
    scene.game().round().0
}

#[test]
fn bc_504_an_unanswered_proposal_expires_in_the_second_round_after() {
    for seat in [RED, BLUE, GREEN] {
        assert_eq!(expiry(2, seat), 3, "proposed by {seat}");
    }
    assert_eq!(setup(3).settings.proposal_rounds, 2);
}

#[test]
fn bc_504_the_number_of_rounds_is_a_setting() {
    for rounds in [1, 2, 3] {
        for seat in [RED, GREEN] {
            assert_eq!(expiry(rounds, seat), 1 + rounds);
        }
    }
}

#[test]
fn bc_504_on_expiry_the_cards_unlock_and_both_parties_are_told() {
    let mut scene = proposed();
    scene.skip_to_round(3);
    assert_eq!(scene.own(RED).hand, heap(&["ceasefire-1", "troops-1", "troops-1"]));
    let id = OfferRef { from: RED, number: 1 };
    for seat in [RED, BLUE] {
        let told = scene.last(seat, |line| matches!(line, Notice::Lapsed { .. }));
        assert_eq!(told, Notice::Lapsed { to: BLUE, id });
    }
    assert!(!scene.log(GREEN).iter().any(|line| matches!(line, Notice::Lapsed { .. })));
}

#[test]
fn bc_505_an_accepted_agreement_waits_for_the_next_round() {
    let mut scene = proposed();
    scene.does(BLUE, accept(RED, &["troops-1"]));
    scene.does(BLUE, deploy("c1", 3));
    scene.does(BLUE, attack("c1", "b1", Mode::Once));
    assert!(scene.own(BLUE).treaties.is_empty());
    scene.skip_turn();
    scene.skip_turn();
    assert_eq!(scene.game().round(), Round(2));
    let left = scene.own(RED).deploy;
    scene.does(RED, deploy("b1", left));
    let refusal = scene.refused(RED, attack("b1", "c1", Mode::Once));
    assert_eq!(refusal, Refusal::Ceasefire { with: BLUE });
    assert_eq!(scene.own(RED).treaties, scene.own(BLUE).treaties);
    assert_eq!(scene.own(RED).treaties[0].ends, Round(5));
}

#[test]
fn bc_505_it_activates_in_the_next_round_whenever_it_was_accepted() {
    // In the first turn of round 2, and in the last window of round 1.
    for (wait, active) in [(3, 3), (2, 2)] {
        let mut scene = proposed();
        (1..wait).for_each(|_| scene.skip_turn());
        if wait == 2 {
            scene.skip_to_window(GREEN);
        } else {
            assert_eq!((scene.game().turn(), scene.game().round()), (RED, Round(2)));
        }
        scene.does(BLUE, accept(RED, &["troops-1"]));
        scene.skip_to_round(active - 1);
        while scene.game().round() < Round(active) {
            assert!(scene.own(RED).treaties.is_empty());
            scene.skip_turn();
        }
        assert_eq!(scene.own(RED).treaties.len(), 1);
    }
}

#[test]
fn bc_505_a_round_begins_with_expiry_then_ends_then_activation() {
    let table = calm_with(3, |setup| setup.settings.proposal_rounds = 1)
        .treaty(Agreement::Ceasefire, RED, BLUE, 2)
        .hand(RED, &["levy-1"])
        .hand(BLUE, &["levy-1"])
        .hand(GREEN, &["troops-1", "troops-1"])
        .window(RED);
    let mut scene = play_from(table);
    scene.does(RED, propose(GREEN, "levy-1", &[]));
    scene.skip_to_window(BLUE);
    scene.does(BLUE, propose(GREEN, "levy-1", &[]));
    scene.does(GREEN, accept(BLUE, &["troops-1", "troops-1"]));
    scene.skip_to_window(GREEN);
    let events = scene.does(GREEN, Command::Pass);
    let order: Vec<&str> = events
        .iter()
        .filter_map(|event| match event {
            Event::RoundStarted { .. } => Some("round"),
            Event::Lapsed { from: RED, .. } => Some("expiry"),
            Event::TreatyEnded { .. } => Some("end"),
            Event::Activated { from: BLUE, .. } => Some("activation"),
            Event::TurnStarted { .. } => Some("turn"),
            _ => None,
        })
        .collect();
    assert_eq!(order, ["round", "expiry", "end", "activation", "turn"]);
}

#[test]
fn bc_506_one_open_proposal_to_a_seat_at_a_time() {
    let hand = ["levy-1", "levy-1", "levy-1", "levy-1"];
    let mut scene = play_from(calm().hand(RED, &hand).hand(BLUE, &["levy-1"]).window(RED));
    scene.does(RED, propose(BLUE, "levy-1", &[]));
    // The other way round is another matter.
    scene.skip_to_window(BLUE);
    scene.does(BLUE, propose(RED, "levy-1", &[]));
    scene.skip_to(RED);
    scene.skip_to_window(RED);
    assert_eq!(scene.refused(RED, propose(BLUE, "levy-1", &[])), Refusal::ProposalOpen);
    assert_eq!(scene.options(RED).propose[0].to, parley::SeatSet::only(GREEN));
    scene.does(RED, propose(GREEN, "levy-1", &[]));
    // It has expired by Red's next window, and its successor has a number of its own.
    scene.skip_to(RED);
    scene.skip_to_window(RED);
    scene.does(RED, propose(BLUE, "levy-1", &[]));
    assert_eq!(scene.own(BLUE).received[0].id, OfferRef { from: RED, number: 2 });
}

#[test]
fn bc_506_not_to_yourself_nor_to_a_seat_that_is_out() {
    let mut scene = play_from(calm_with(4, |_| {}).hand(RED, &["levy-1"]).window(RED));
    assert_eq!(scene.refused(RED, propose(RED, "levy-1", &[])), Refusal::ToYourself);
    assert_eq!(
        scene.refused(RED, propose(GOLD, "levy-1", &[])),
        Refusal::TargetOut { doing: Doing::Propose }
    );
    assert_eq!(scene.refused(RED, propose(Seat(4), "levy-1", &[])), Refusal::NoSuchSeat);
    let open = scene.options(RED).propose[0].to;
    assert_eq!(open.into_iter().collect::<Vec<_>>(), [BLUE, GREEN]);
}

/// Red and Blue have a ceasefire until `ends` and renew it with `id`, to activate in round 2.
fn renewed(ends: u16, id: &str) -> Scene {
    let table = calm()
        .treaty(Agreement::Ceasefire, RED, BLUE, ends)
        .hand(RED, &[id, "troops-1"])
        .hand(BLUE, &["troops-1"])
        .window(RED);
    let mut scene = play_from(table);
    scene.does(RED, propose(BLUE, id, &["troops-1"]));
    scene.does(BLUE, accept(RED, &["troops-1"]));
    scene.skip_to_round(2);
    scene
}

#[test]
fn bc_507_renewing_a_ceasefire_keeps_the_later_end() {
    for (ends, id, until) in [(3, "ceasefire-1", 5), (3, "ceasefire-2", 7), (9, "ceasefire-1", 9)] {
        let mut scene = renewed(ends, id);
        for seat in [RED, BLUE] {
            let treaties = scene.own(seat).treaties;
            assert_eq!(treaties.len(), 1, "one ceasefire, not two");
            assert_eq!(treaties[0].ends, Round(until));
        }
        scene.skip_to_round(until - 1);
        assert_eq!(scene.view(GREEN).truces, [(RED, BLUE)]);
        scene.skip_to_round(until);
        assert!(scene.game().view(Audience::Spectator).truces.is_empty());
    }
}

#[test]
fn bc_503_an_answer_may_come_in_any_phase_of_anybodys_turn() {
    for answer in [decline(RED), accept(RED, &["troops-1"])] {
        for turns in 0..6 {
            for in_window in [false, true] {
                let mut scene = proposed();
                (0..turns).for_each(|_| scene.skip_turn());
                if scene.game().round() > Round(2) {
                    continue;
                }
                if in_window {
                    let seat = scene.game().turn();
                    scene.skip_to_window(seat);
                }
                scene.does(BLUE, answer);
            }
        }
    }
    // In the middle of a conquest, for example.
    let table = armed(calm()).land("b1", RED, 50).land("c1", BLUE, 1).attacking(RED);
    let mut scene = play_from(table);
    scene.skip_to_window(RED);
    scene.does(RED, propose(BLUE, "ceasefire-1", &["troops-1"]));
    scene.skip_to(RED);
    let left = scene.own(RED).deploy;
    scene.does(RED, deploy("b1", left));
    scene.does(RED, attack("b1", "c1", Mode::Blitz));
    assert!(scene.options(RED).occupy.is_some());
    scene.does(BLUE, accept(RED, &["troops-1"]));
    assert!(scene.options(RED).occupy.is_some());
}

#[test]
fn bc_503_an_answer_leaves_your_own_action_open() {
    let mut scene = proposed();
    scene.skip_to_window(BLUE);
    scene.does(BLUE, decline(RED));
    assert!(scene.options(BLUE).pass);
    scene.does(BLUE, propose(GREEN, "ceasefire-1", &["troops-1"]));
    assert_eq!(scene.game().turn(), GREEN);
}
