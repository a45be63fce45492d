//! Section 6: against collusion.

use backchannel::lockout::{Lockout, LockoutCause};
use backchannel::view::Closed;
use backchannel::{Agreement, Command, Mode, Notice, Refusal, Scenario, Target, TreatyRef};
use parley::{Audience, Game as _, Refusal as _, Round, Seat, SeatSet};
use serde_json::json;

use crate::support::*;

/// Everybody has levies enough to propose in every window.
fn levies(scenario: Scenario) -> Scenario {
    scenario
        .hand(RED, &["levy-1", "levy-1", "troops-1", "troops-1"])
        .hand(BLUE, &["levy-1", "levy-1", "troops-1", "troops-1"])
        .hand(GREEN, &["levy-1", "troops-1", "troops-1"])
}

fn ready() -> Scenario {
    levies(calm()).window(RED)
}

/// Red has proposed a levy to Blue.
fn proposed(scenario: Scenario) -> Scene {
    let mut scene = play_from(scenario);
    scene.does(RED, propose(BLUE, "levy-1", &[]));
    scene
}

fn accepted(scenario: Scenario) -> Scene {
    let mut scene = proposed(scenario);
    scene.does(BLUE, accept(RED, &["troops-1", "troops-1"]));
    scene
}

fn declined(scenario: Scenario) -> Scene {
    let mut scene = proposed(scenario);
    scene.does(BLUE, decline(RED));
    scene
}

/// What a proposal would be answered in each of the next windows of `seat`.
fn windows<const N: usize>(scene: &mut Scene, seat: Seat, to: Seat) -> [Result<(), Refusal>; N] {
    std::array::from_fn(|_| {
        scene.skip_to(seat);
        scene.skip_to_window(seat);
        let answer = scene.answer(seat, propose(to, "levy-1", &[]));
        let listed = scene.options(seat).propose.iter().any(|pitch| pitch.to.contains(to));
        assert_eq!(listed, answer.is_ok(), "options and answers agree");
        scene.does(seat, Command::Pass);
        answer
    })
}

fn locked(windows: u16) -> Result<(), Refusal> {
    Err(Refusal::LockedOut { windows, after: LockoutCause::Deal })
}

fn turned_away(windows: u16) -> Result<(), Refusal> {
    Err(Refusal::LockedOut { windows, after: LockoutCause::Decline })
}

#[test]
fn bc_601_a_single_deal_is_always_to_be_had() {
    let mut scene = play_from(ready());
    assert_eq!(scene.options(RED).propose[0].to, SeatSet::first(3).without(RED));
    scene.does(RED, propose(BLUE, "levy-1", &[]));
    scene.does(BLUE, accept(RED, &["troops-1", "troops-1"]));
    // A deal with one seat is no bar to a deal with another, for either side.
    assert_eq!(windows(&mut scene, BLUE, GREEN), [Ok(())]);
    assert_eq!(windows(&mut scene, RED, GREEN), [Ok(())]);
    // And it does not bind those who had no part in it.
    assert_eq!(windows(&mut scene, GREEN, RED), [Ok(())]);
}

#[test]
fn bc_602_after_a_deal_the_next_two_windows_are_closed_and_the_third_is_open() {
    let mut scene = accepted(ready());
    assert_eq!(windows(&mut scene, RED, BLUE), [locked(2), locked(1), Ok(())]);
}

#[test]
fn bc_602_the_lockout_binds_the_recipient_too_by_its_own_turns() {
    // Blue's window of this very round is the first that it counts.
    let mut scene = accepted(ready());
    assert_eq!(windows(&mut scene, BLUE, RED), [locked(2), locked(1), Ok(())]);
    assert_eq!(scene.game().round(), Round(3));
}

#[test]
fn bc_602_a_window_that_is_open_at_the_acceptance_is_not_one_of_the_two() {
    let mut scene = play_from(levies(calm()).window(BLUE));
    scene.does(BLUE, propose(RED, "levy-1", &[]));
    scene.skip_to(RED);
    scene.skip_to_window(RED);
    scene.does(RED, accept(BLUE, &["troops-1", "troops-1"]));
    let refusal = scene.refused(RED, propose(BLUE, "levy-1", &[]));
    assert_eq!(Err(refusal), locked(3));
    assert!(!scene.options(RED).propose[0].to.contains(BLUE));
    scene.does(RED, Command::Pass);
    assert_eq!(windows(&mut scene, RED, BLUE), [locked(2), locked(1), Ok(())]);
}

#[test]
fn bc_602_the_lockout_starts_with_the_acceptance_not_with_the_agreement() {
    // Accepted in the last window before round 2, in force from round 2.
    let mut scene = proposed(ready());
    scene.skip_to(GREEN);
    scene.skip_to_window(GREEN);
    scene.does(BLUE, accept(RED, &["troops-1", "troops-1"]));
    assert_eq!(windows(&mut scene, RED, BLUE), [locked(2), locked(1), Ok(())]);
}

#[test]
fn bc_602_your_view_counts_the_windows_that_are_still_closed() {
    let mut scene = accepted(ready());
    let left = |scene: &Scene, seat| scene.own(seat).lockouts.first().map(|lock| lock.windows);
    assert_eq!(
        scene.own(RED).lockouts,
        [Lockout { with: BLUE, windows: 2, after: LockoutCause::Deal }]
    );
    assert_eq!(
        scene.own(BLUE).lockouts,
        [Lockout { with: RED, windows: 2, after: LockoutCause::Deal }]
    );
    assert!(scene.own(GREEN).lockouts.is_empty());
    scene.skip_to_window(BLUE);
    assert_eq!(left(&scene, BLUE), Some(2), "this window and the next");
    scene.does(BLUE, Command::Pass);
    assert_eq!(left(&scene, BLUE), Some(1), "this window is over");
    scene.skip_to(BLUE);
    scene.skip_to_window(BLUE);
    assert_eq!(left(&scene, BLUE), Some(1), "this one");
    scene.does(BLUE, Command::Pass);
    assert_eq!(left(&scene, BLUE), None, "the next is open");
}

#[test]
fn bc_603_a_ceasefire_waives_the_lockout_for_both() {
    let mut scene = accepted(ready().treaty(Agreement::Ceasefire, RED, BLUE, 9));
    assert!(scene.own(RED).lockouts.is_empty() && scene.own(BLUE).lockouts.is_empty());
    assert_eq!(windows(&mut scene, BLUE, RED), [Ok(())]);
    assert_eq!(windows(&mut scene, RED, BLUE), [Ok(()), Ok(())]);
}

#[test]
fn bc_603_a_ceasefire_must_be_with_that_seat() {
    let mut scene = accepted(ready().treaty(Agreement::Ceasefire, RED, GREEN, 9));
    assert_eq!(windows(&mut scene, RED, BLUE), [locked(2)]);
}

#[test]
fn bc_603_no_other_agreement_waives_it() {
    let bound = [Agreement::IntelPact, Agreement::SafePassage]
        .into_iter()
        .fold(ready(), |scenario, agreement| scenario.treaty(agreement, RED, BLUE, 9));
    let mut scene = accepted(bound.offensive(RED, BLUE, GREEN, 9));
    assert_eq!(windows(&mut scene, RED, BLUE), [locked(2)]);
}

#[test]
fn bc_603_a_ceasefire_waives_it_from_the_round_in_which_it_is_active() {
    let table = calm()
        .hand(RED, &["ceasefire-1", "levy-1", "troops-1"])
        .hand(BLUE, &["levy-1", "troops-1"])
        .window(RED);
    let mut scene = play_from(table);
    scene.does(RED, propose(BLUE, "ceasefire-1", &["troops-1"]));
    scene.does(BLUE, accept(RED, &["troops-1"]));
    assert_eq!(windows(&mut scene, BLUE, RED), [locked(2), Ok(())]);
    assert_eq!(windows(&mut scene, RED, BLUE), [Ok(())]);
}

#[test]
fn bc_603_the_lockout_is_back_when_the_ceasefire_is_over() {
    let mut scene = accepted(ready().treaty(Agreement::Ceasefire, RED, BLUE, 3));
    assert_eq!(windows(&mut scene, RED, BLUE), [Ok(()), locked(1), Ok(())]);
}

#[test]
fn bc_604_a_decline_locks_its_proposer_out_for_two_windows() {
    let mut scene = declined(ready());
    assert_eq!(windows(&mut scene, RED, BLUE), [turned_away(2), turned_away(1), Ok(())]);
}

#[test]
fn bc_604_the_lockout_says_whether_a_deal_or_a_decline_brought_it() {
    let mut scene = declined(ready());
    let expected = Lockout { with: BLUE, windows: 2, after: LockoutCause::Decline };
    assert_eq!(scene.own(RED).lockouts, [expected]);
    scene.skip_to(RED);
    scene.skip_to_window(RED);
    let refusal = scene.refused(RED, propose(BLUE, "levy-1", &[]));
    assert_eq!(refusal.clause().to_string(), "BC-604");
    assert!(refusal.to_string().starts_with("It declined your last proposal"), "{refusal}");
    // The last word counts: when the other proposes and a deal is made, it is the deal that closes.
    scene.does(RED, Command::Pass);
    scene.skip_to_window(BLUE);
    scene.does(BLUE, propose(RED, "levy-1", &[]));
    scene.does(RED, accept(BLUE, &["troops-1", "troops-1"]));
    assert_eq!(scene.own(RED).lockouts[0].after, LockoutCause::Deal);
}

#[test]
fn bc_506_your_view_says_to_whom_you_may_not_propose_and_why() {
    let open = proposed(ready());
    assert_eq!(open.own(RED).closed, [Closed { to: BLUE, why: Refusal::ProposalOpen }]);
    assert!(open.own(BLUE).closed.is_empty(), "it binds its proposer alone");
    let mut scene = declined(ready());
    scene.skip_to(RED);
    scene.skip_to_window(RED);
    let why = scene.refused(RED, propose(BLUE, "levy-1", &[]));
    assert_eq!(scene.own(RED).closed, [Closed { to: BLUE, why }]);
    let told = serde_json::to_value(scene.own(RED).closed[0]).unwrap();
    assert_eq!(told, json!({ "to": BLUE, "text": why.to_string(), "clause": "BC-604" }));
}

#[test]
fn bc_604_a_decline_does_not_bind_who_declined() {
    let mut scene = declined(ready());
    assert!(scene.own(BLUE).lockouts.is_empty());
    assert_eq!(windows(&mut scene, BLUE, RED), [Ok(())]);
    assert_eq!(windows(&mut scene, RED, GREEN), [Ok(())]);
}

#[test]
fn bc_604_a_ceasefire_waives_it_too() {
    let mut scene = declined(ready().treaty(Agreement::Ceasefire, RED, BLUE, 3));
    assert_eq!(windows(&mut scene, RED, BLUE), [Ok(()), turned_away(1), Ok(())]);
}

#[test]
fn bc_605_an_expired_proposal_locks_nobody_out() {
    let mut scene = proposed(ready());
    assert_eq!(windows(&mut scene, BLUE, RED), [Ok(())]);
    assert_eq!(windows(&mut scene, RED, BLUE), [Err(Refusal::ProposalOpen), Ok(())]);
    assert_eq!(scene.game().round(), Round(3));
    assert!(scene.own(RED).lockouts.is_empty());
}

/// Red and Blue agree on a ceasefire, accepted in round 1.
fn truce_agreed() -> Scene {
    let table = calm_with(4, |_| {})
        .land("d3", GOLD, 3)
        .hand(RED, &["ceasefire-1", "ceasefire-1", "troops-1", "troops-1"])
        .hand(BLUE, &["troops-1", "troops-1"])
        .window(RED);
    let mut scene = play_from(table);
    scene.does(RED, propose(BLUE, "ceasefire-1", &["troops-1"]));
    scene.does(BLUE, accept(RED, &["troops-1"]));
    scene
}

/// The lines about ceasefires in somebody's log.
fn truces(scene: &Scene, audience: Audience) -> Vec<Notice> {
    let about = |line: &Notice| {
        matches!(
            line,
            Notice::TruceBegan { .. } | Notice::TruceEnded { .. } | Notice::Betrayed { .. }
        )
    };
    scene.log_of(audience).into_iter().filter(about).collect()
}

const OUTSIDE: [Audience; 3] = [Audience::Seat(GREEN), Audience::Seat(GOLD), Audience::Spectator];
const BEGAN: Notice = Notice::TruceBegan { sides: (RED, BLUE) };
const ENDED: Notice = Notice::TruceEnded { sides: (RED, BLUE) };

#[test]
fn bc_606_a_ceasefire_is_announced_to_everyone_when_it_activates() {
    let mut scene = truce_agreed();
    scene.skip_to(GOLD);
    for audience in OUTSIDE {
        assert!(truces(&scene, audience).is_empty(), "nothing before it is in force");
        assert!(scene.game().view(audience).truces.is_empty());
    }
    scene.skip_to_round(2);
    for audience in OUTSIDE {
        assert_eq!(truces(&scene, audience), [BEGAN]);
        assert_eq!(scene.game().view(audience).truces, [(RED, BLUE)]);
    }
    for seat in [RED, BLUE] {
        scene.last(seat, |line| matches!(line, Notice::Activated { to: BLUE, .. }));
        assert_eq!(scene.view(seat).truces, [(RED, BLUE)]);
    }
}

#[test]
fn bc_606_the_terms_of_a_ceasefire_stay_between_its_parties() {
    // What went into the slots, and how long it lasts, are nobody else's business.
    let agreed = |id: &str, slot: &str| {
        let table = calm().hand(RED, &[id, slot]).hand(BLUE, &["troops-1"]).window(RED);
        let mut scene = play_from(table);
        scene.does(RED, propose(BLUE, id, &[slot]));
        scene.does(BLUE, accept(RED, &["troops-1"]));
        scene.skip_to_round(2);
        scene
    };
    let (short, long) = (agreed("ceasefire-1", "troops-1"), agreed("ceasefire-2", "troops-2"));
    assert_alike_outside(&short, &long, GREEN);
}

#[test]
fn bc_606_its_end_is_announced() {
    let mut scene = truce_agreed();
    scene.skip_to_round(4);
    assert_eq!(truces(&scene, OUTSIDE[0]), [BEGAN]);
    scene.skip_to_round(5);
    for audience in OUTSIDE {
        assert_eq!(truces(&scene, audience), [BEGAN, ENDED]);
        assert!(scene.game().view(audience).truces.is_empty());
    }
    for seat in [RED, BLUE] {
        scene.last(seat, |line| matches!(line, Notice::TreatyEnded { .. }));
    }
}

#[test]
fn bc_606_its_renewal_is_announced() {
    let mut scene = truce_agreed();
    scene.skip_to_round(2);
    scene.skip_to_window(RED);
    scene.does(RED, propose(BLUE, "ceasefire-1", &["troops-1"]));
    let second = parley::OfferRef { from: RED, number: 2 };
    scene.does(BLUE, Command::Accept { proposal: second, slots: slots(&["troops-1"]) });
    scene.skip_to_round(3);
    for audience in OUTSIDE {
        assert_eq!(truces(&scene, audience), [BEGAN, BEGAN]);
    }
    scene.skip_to_round(6);
    assert_eq!(truces(&scene, OUTSIDE[0]), [BEGAN, BEGAN, ENDED]);
}

#[test]
fn bc_606_its_betrayal_is_announced() {
    let table = calm_with(4, |_| {})
        .land("d3", GOLD, 3)
        .treaty(Agreement::Ceasefire, RED, BLUE, 9)
        .hand(RED, &["betrayal-1"])
        .window(RED);
    let mut scene = play_from(table);
    let treaty = TreatyRef { with: BLUE, agreement: Agreement::Ceasefire, against: None };
    scene.does(RED, play("betrayal-1", Target::Treaty(treaty)));
    assert!(truces(&scene, Audience::Spectator).is_empty());
    scene.skip_to(RED);
    let betrayed = Notice::Betrayed {
        by: RED,
        with: BLUE,
        agreement: Agreement::Ceasefire,
        against: None,
        marked_until: Round(5),
    };
    for audience in OUTSIDE.into_iter().chain([Audience::Seat(RED), Audience::Seat(BLUE)]) {
        assert_eq!(truces(&scene, audience), [betrayed]);
        assert!(scene.game().view(audience).truces.is_empty());
    }
}

#[test]
fn bc_606_it_is_announced_when_it_ends_with_one_of_its_parties() {
    let lost = ["b3", "c2", "c3"];
    let table = lost.into_iter().fold(calm_with(4, |_| {}), |table, id| table.land(id, RED, 3));
    let table = table.land("d3", GOLD, 3).land("d1", GREEN, 60).land("c1", BLUE, 1);
    let mut scene = play_from(table.treaty(Agreement::Ceasefire, RED, BLUE, 9).attacking(GREEN));
    scene.does(GREEN, attack("d1", "c1", Mode::Blitz));
    for audience in OUTSIDE {
        assert_eq!(truces(&scene, audience), [ENDED]);
        assert!(scene.game().view(audience).truces.is_empty());
    }
}

#[test]
fn bc_606_other_agreements_are_not_announced() {
    let table = || {
        calm()
            .hand(RED, &["intel-pact-1", "safe-passage-1", "troops-1"])
            .hand(BLUE, &["troops-1"])
            .window(RED)
    };
    let agreed = |id: &str, fill: &[&str]| {
        let mut scene = play_from(table());
        scene.does(RED, propose(BLUE, id, &["troops-1"]));
        scene.does(BLUE, accept(RED, fill));
        scene.skip_to_round(2);
        scene
    };
    let intel = agreed("intel-pact-1", &["troops-1"]);
    let passage = agreed("safe-passage-1", &[]);
    for scene in [&intel, &passage] {
        assert!(truces(scene, Audience::Seat(GREEN)).is_empty());
        assert!(scene.view(GREEN).truces.is_empty());
    }
    assert_eq!(intel.log(GREEN), passage.log(GREEN));
}
