//! Section 5: making a proposal.

use backchannel::card::{Card, Cards, Slots};
use backchannel::{Agreement, CardCatalogue, Command, Notice, Refusal, Scenario};
use parley::{OfferRef, Round};
use serde_json::json;

use backchannel::refusal::Doing;

use crate::support::*;

/// Red's window is open, and everybody has the cards for a ceasefire.
fn ready() -> Scenario {
    armed(calm()).window(RED)
}

pub(crate) fn armed(scenario: Scenario) -> Scenario {
    [RED, BLUE, GREEN].into_iter().fold(scenario, |scenario, seat| {
        scenario.hand(seat, &["ceasefire-1", "troops-1", "troops-1"])
    })
}

/// Red has proposed a ceasefire to Blue.
pub(crate) fn proposed() -> Scene {
    let mut scene = play_from(ready());
    scene.does(RED, propose(BLUE, "ceasefire-1", &["troops-1"]));
    scene
}

pub(crate) fn heap(ids: &[&str]) -> Cards {
    ids.iter().map(|id| card(id)).collect()
}

/// Every agreement card with the slots of its proposer and its recipient.
pub(crate) fn agreements() -> Vec<(Card, String, usize, usize)> {
    let slots = [(1, 1), (2, 2), (2, 0), (0, 2), (1, 1), (1, 0), (1, 1)];
    let cards = CardCatalogue::standard();
    let dealt = cards.all().filter_map(|card| {
        let (gives, asks) = slots[cards.terms(card)?.agreement.index()];
        Some((card, cards.spec(card).id.clone(), gives, asks))
    });
    dealt.collect()
}

pub(crate) fn troops(count: usize) -> Slots {
    slots(&vec!["troops-1"; count])
}

#[test]
fn bc_501_a_third_seat_learns_nothing_of_a_proposal() {
    let mut with = proposed();
    let mut without = play_from(ready());
    without.does(RED, Command::Pass);
    assert_alike_outside(&with, &without, GREEN);
    // Nor does it while the proposal waits, nor when nobody has answered it.
    for _ in 0..8 {
        with.skip_turn();
        without.skip_turn();
        assert_alike_outside(&with, &without, GREEN);
    }
}

#[test]
fn bc_501_a_spectator_cannot_tell_to_whom_a_proposal_went() {
    let table = || armed(calm_with(4, |_| {})).land("d3", GOLD, 3).window(RED);
    let (mut to_blue, mut to_green) = (play_from(table()), play_from(table()));
    to_blue.does(RED, propose(BLUE, "ceasefire-1", &["troops-1"]));
    to_green.does(RED, propose(GREEN, "ceasefire-1", &["troops-1"]));
    assert_alike_outside(&to_blue, &to_green, GOLD);
}

#[test]
fn bc_501_nobody_else_learns_how_a_proposal_ended() {
    let (mut unanswered, mut declined, mut accepted) = (proposed(), proposed(), proposed());
    declined.does(BLUE, decline(RED));
    accepted.does(BLUE, accept(RED, &["troops-1"]));
    assert_alike_outside(&unanswered, &declined, GREEN);
    assert_alike_outside(&unanswered, &accepted, GREEN);
    unanswered.skip_to(GREEN);
    declined.skip_to(GREEN);
    accepted.skip_to(GREEN);
    assert_alike_outside(&unanswered, &declined, GREEN);
    assert_alike_outside(&unanswered, &accepted, GREEN);
    // A decline and an expiry stay alike for good.
    unanswered.skip_to_round(4);
    declined.skip_to_round(4);
    assert_alike_outside(&unanswered, &declined, GREEN);
}

#[test]
fn bc_501_of_a_private_deal_that_takes_effect_others_are_told_nothing() {
    let table = || calm().hand(RED, &["tribute-1", "troops-1", "troops-1"]).window(RED);
    let (mut accepted, mut declined) = (play_from(table()), play_from(table()));
    for scene in [&mut accepted, &mut declined] {
        scene.does(RED, propose(BLUE, "tribute-1", &["troops-1", "troops-1"]));
    }
    accepted.does(BLUE, accept(RED, &[]));
    declined.does(BLUE, decline(RED));
    accepted.skip_to_round(2);
    declined.skip_to_round(2);
    assert_eq!(accepted.log(GREEN), declined.log(GREEN));
    assert_eq!(accepted.options(GREEN), declined.options(GREEN));
    // The public number of cards is all that can be noticed.
    let (mut seen, same) = (accepted.view(GREEN), declined.view(GREEN));
    assert_eq!((seen.scoreboard[0].cards, same.scoreboard[0].cards), (0, 3));
    seen.scoreboard[0].cards = 3;
    assert_eq!(seen, same);
}

#[test]
fn bc_501_card_counts_do_not_betray_what_is_locked() {
    let mut scene = proposed();
    let cards = |scene: &Scene| scene.view(GREEN).scoreboard.iter().map(|s| s.cards).collect();
    let counts: Vec<u32> = cards(&scene);
    assert_eq!(counts, [3, 3, 3]);
    scene.does(BLUE, accept(RED, &["troops-1"]));
    let counts: Vec<u32> = cards(&scene);
    assert_eq!(counts, [3, 3, 3]);
    scene.skip_to_round(2);
    let counts: Vec<u32> = cards(&scene);
    assert_eq!(counts, [1, 2, 3]);
}

#[test]
fn bc_501_a_proposal_goes_to_one_seat() {
    let one = json!({"type": "propose", "to": 1, "card": 2, "slots": [0]});
    assert_eq!(
        serde_json::from_value::<Command>(one).expect("one recipient"),
        propose(BLUE, "ceasefire-1", &["troops-1"]),
    );
    for to in [json!([1, 2]), json!(null), json!("all")] {
        let many = json!({"type": "propose", "to": to, "card": 2, "slots": [0]});
        assert!(serde_json::from_value::<Command>(many).is_err());
    }
}

#[test]
fn bc_501_the_two_parties_see_the_whole_proposal() {
    let scene = proposed();
    let (sent, received) = (scene.own(RED).sent, scene.own(BLUE).received);
    assert_eq!(sent, received);
    let [offer] = sent[..] else { panic!("one proposal, not {sent:?}") };
    assert_eq!((offer.id, offer.to), (OfferRef { from: RED, number: 1 }, BLUE));
    assert_eq!((offer.agreement, offer.slots), (Agreement::Ceasefire, slots(&["troops-1"])));
    assert_eq!((offer.asks, offer.filled, offer.expires), (1, None, Round(3)));
    for seat in [RED, BLUE] {
        let told = scene.last(seat, |line| matches!(line, Notice::Proposed { .. }));
        assert!(matches!(told, Notice::Proposed { to: BLUE, id, .. } if id == offer.id));
    }
    assert_eq!(scene.own(GREEN).sent.len() + scene.own(GREEN).received.len(), 0);
}

#[test]
fn bc_502_a_proposal_takes_an_agreement_card_from_your_hand() {
    let hand = ["tribute-1", "troops-1", "troops-1", "muster-1"];
    let mut scene = play_from(calm().hand(RED, &hand).window(RED));
    let refusal = scene.refused(RED, propose(BLUE, "ceasefire-1", &["troops-1"]));
    assert_eq!(refusal, Refusal::NotInHand { doing: Doing::Propose });
    for id in ["troops-1", "muster-1"] {
        assert_eq!(scene.refused(RED, propose(BLUE, id, &[])), Refusal::NotAnAgreement);
    }
    let unheard = Command::Propose { to: BLUE, card: Card(99), slots: Slots::NONE, against: None };
    assert_eq!(scene.refused(RED, unheard), Refusal::NoSuchCard { doing: Doing::Propose });
    scene.does(RED, propose(BLUE, "tribute-1", &["troops-1", "troops-1"]));
}

#[test]
fn bc_502_every_slot_is_filled_with_a_troop_card() {
    for (agreement, id, gives, _) in agreements() {
        let hand = [id.as_str(), "troops-1", "troops-1", "troops-1", "troops-1"];
        let mut scene = play_from(calm().hand(RED, &hand).window(RED));
        let against = id.starts_with("joint").then_some(GREEN);
        let with =
            |count| Command::Propose { to: BLUE, card: agreement, slots: troops(count), against };
        let options = scene.options(RED);
        assert!(options.propose.iter().any(|pitch| usize::from(pitch.slots) == gives), "{id}");
        for given in (0..=4).filter(|&given| given != gives) {
            let refusal = Refusal::WrongSlots {
                needed: gives as u8,
                given: given as u8,
                doing: Doing::Propose,
            };
            assert_eq!(scene.refused(RED, with(given)), refusal, "{id}");
        }
        scene.does(RED, with(gives));
    }
}

#[test]
fn bc_502_slots_take_troop_cards_that_you_have() {
    let hand = ["ceasefire-1", "muster-1", "tribute-1", "troops-1"];
    let mut scene = play_from(calm().hand(RED, &hand).window(RED));
    for id in ["muster-1", "tribute-1"] {
        let refusal = scene.refused(RED, propose(BLUE, "ceasefire-1", &[id]));
        assert_eq!(refusal, Refusal::SlotsTakeTroopCards);
    }
    let refusal = scene.refused(RED, propose(BLUE, "ceasefire-1", &["troops-2"]));
    assert_eq!(refusal, Refusal::NotInHand { doing: Doing::Propose });
    let refusal = scene.refused(RED, propose(BLUE, "tribute-1", &["troops-1", "troops-1"]));
    assert_eq!(
        refusal,
        Refusal::NotInHand { doing: Doing::Propose },
        "one card cannot fill two slots"
    );
}

#[test]
fn bc_502_what_you_commit_is_locked() {
    let hand = ["ceasefire-1", "troops-2", "muster-1"];
    let table = calm().hand(RED, &hand).hand(GREEN, &["levy-1", "safe-passage-1", "troops-1"]);
    let mut scene = play_from(table.window(RED));
    scene.does(RED, propose(BLUE, "ceasefire-1", &["troops-2"]));
    assert_eq!(scene.own(RED).hand, heap(&["muster-1"]));
    assert_eq!(scene.own(RED).locked, heap(&["ceasefire-1", "troops-2"]));
    scene.skip_to(GREEN);
    scene.skip_to_window(GREEN);
    scene.does(GREEN, propose(RED, "levy-1", &[]));
    // Not as an answer to somebody else, and in no action of the next window.
    let refusal = scene.refused(RED, accept(GREEN, &["troops-2", "troops-2"]));
    assert_eq!(refusal, Refusal::NotInHand { doing: Doing::Accept });
    scene.skip_to_window(RED);
    let with_locked = [
        propose(GREEN, "ceasefire-1", &["troops-2"]),
        Command::Apply { card: card("troops-2") },
        Command::Gamble { cards: slots(&["ceasefire-1", "troops-2", "muster-1"]) },
    ];
    for command in with_locked {
        assert!(matches!(scene.refused(RED, command), Refusal::NotInHand { .. }), "{command:?}");
    }
    let options = scene.options(RED);
    assert!(options.propose.is_empty() && options.apply.is_empty() && !options.gamble);
    assert_eq!(options.free, heap(&["muster-1"]));
}

#[test]
fn bc_502_what_the_recipient_commits_is_locked_until_the_deal_takes_effect() {
    let mut scene = proposed();
    scene.does(BLUE, accept(RED, &["troops-1"]));
    assert_eq!(scene.own(BLUE).locked, heap(&["troops-1"]));
    assert_eq!(scene.own(RED).locked, heap(&["ceasefire-1", "troops-1"]));
    assert_eq!((scene.own(RED).pending.len(), scene.own(BLUE).pending.len()), (1, 1));
    scene.skip_to_window(BLUE);
    let refusal = scene.refused(BLUE, propose(GREEN, "ceasefire-1", &["troops-1", "troops-1"]));
    assert_eq!(refusal, Refusal::WrongSlots { needed: 1, given: 2, doing: Doing::Propose });
    let refusal = scene
        .refused(BLUE, Command::Gamble { cards: slots(&["ceasefire-1", "troops-1", "troops-1"]) });
    assert_eq!(refusal, Refusal::NotInHand { doing: Doing::Gamble });
    scene.skip_to_round(2);
    for seat in [RED, BLUE] {
        assert!(scene.own(seat).locked.is_empty() && scene.own(seat).pending.is_empty());
    }
    assert_eq!((scene.has(RED, "troops-1"), scene.has(BLUE, "troops-1")), (1, 1));
    assert_eq!(scene.has(RED, "ceasefire-1"), 0);
}

#[test]
fn bc_502_locked_cards_count_towards_the_hand_limit() {
    let full = ["ceasefire-1", "troops-1", "troops-1", "troops-1", "troops-1"];
    let table = spread(given(3)).hand(RED, &full).hand(RED, &["levy-1"; 5]).window(RED);
    let mut scene = play_from(table);
    scene.does(RED, propose(BLUE, "ceasefire-1", &["troops-1"]));
    scene.skip_to(RED);
    assert_eq!(scene.own(RED).hand.total(), 8, "Red has drawn nothing");
    assert_eq!(scene.own(RED).locked.total(), 2);
    assert_eq!(scene.view(GREEN).scoreboard[0].cards, 10);
}
