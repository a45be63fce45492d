//! Section 10: the record of honour.

use backchannel::honour::{HonourRecord, Honours};
use backchannel::signal::{Phrase, Signal, SignalPromise, Signals, Word};
use backchannel::{Agreement, Command, Game, Mode, Target, TreatyRef};
use parley::{Faith, Resolution, Round, Seat};

use crate::support::*;

/// A scene whose record is kept from the start.
struct Chronicle {
    scene: Scene,
    start: Game,
}

impl Chronicle {
    fn of(scenario: backchannel::Scenario) -> Chronicle {
        let scene = play_from(scenario);
        let start = scene.game().clone();
        Chronicle { scene, start }
    }

    fn record(&self) -> HonourRecord {
        let entries = self.scene.table.journal().entries();
        HonourRecord::of(&self.start, entries.iter().map(|entry| &entry.event))
    }

    fn honours(&self, seat: Seat) -> Honours {
        self.record().honours()[seat.index()]
    }

    /// Red says something to all that is a promise about `about`.
    fn promises(&mut self, promise: SignalPromise, about: Word) {
        let catalogue = Signals::standard().catalogue();
        let (template, _) = catalogue
            .templates()
            .find(|(_, spec)| spec.promise == Some(promise))
            .expect("the catalogue has such a promise");
        let signal = Signal::single(Phrase::filled(template, about));
        self.scene.does(RED, Command::Signal { to: None, signal });
        assert_eq!(self.faith(), Faith::Pending);
    }

    /// What became of the only promise.
    fn faith(&self) -> Faith {
        let record = self.record();
        assert_eq!(record.promises.len(), 1);
        record.promises[0].faith
    }
}

fn armed() -> backchannel::Scenario {
    three().land("b1", RED, 40).land("b2", RED, 40)
}

#[test]
fn bc_1001_a_promise_to_spare_a_territory_is_broken_by_attacking_it() {
    let mut chronicle = Chronicle::of(armed());
    chronicle.promises(SignalPromise::SpareTerritory, Word::Territory(at("c1")));
    chronicle.scene.does(RED, attack("b2", "c2", Mode::Once));
    assert_eq!(chronicle.faith(), Faith::Pending, "another territory was not promised");
    chronicle.scene.does(RED, attack("b1", "c1", Mode::Once));
    assert_eq!(chronicle.faith(), Faith::Broken);
    assert_eq!(chronicle.honours(RED).promises_broken, 1);
}

#[test]
fn bc_1001_a_promise_to_spare_is_kept_when_the_next_round_is_over() {
    let mut chronicle = Chronicle::of(armed());
    chronicle.promises(SignalPromise::SparePlayer, Word::Player(BLUE));
    chronicle.scene.skip_to_round(2);
    assert_eq!(chronicle.faith(), Faith::Pending, "it holds for the whole next round");
    chronicle.scene.skip_to_round(3);
    assert_eq!(chronicle.faith(), Faith::Kept);
    assert_eq!(chronicle.honours(RED).promises_kept, 1);
}

#[test]
fn bc_1001_a_promise_to_spare_a_zone_or_a_player_is_broken_by_attacking_any_of_it() {
    let moor = Word::Zone(backchannel::Zone(3));
    for (promise, about) in
        [(SignalPromise::SpareZone, moor), (SignalPromise::SparePlayer, Word::Player(BLUE))]
    {
        let mut chronicle = Chronicle::of(armed());
        chronicle.promises(promise, about);
        chronicle.scene.does(RED, attack("b1", "c1", Mode::Once));
        assert_eq!(chronicle.faith(), Faith::Broken);
    }
}

#[test]
fn bc_1001_taking_or_holding_a_zone_is_about_all_of_it() {
    let moor = Word::Zone(backchannel::Zone(3));
    let mut chronicle = Chronicle::of(armed().land("c1", BLUE, 1).land("d1", BLUE, 1));
    chronicle.promises(SignalPromise::TakeTerritory, moor);
    chronicle.scene.does(RED, attack("b1", "c1", Mode::Blitz));
    chronicle.scene.does(RED, Command::Occupy { troops: 30 });
    assert_eq!(chronicle.faith(), Faith::Pending, "half of it is not all of it");
    chronicle.scene.does(RED, attack("c1", "d1", Mode::Blitz));
    assert_eq!(chronicle.faith(), Faith::Kept);
    for (owner, faith) in [(RED, Faith::Kept), (BLUE, Faith::Broken)] {
        let mut chronicle = Chronicle::of(armed().land("a1", RED, 9).land("b1", owner, 9));
        chronicle.promises(SignalPromise::HoldTerritory, Word::Zone(backchannel::Zone(0)));
        chronicle.scene.skip_to_round(4);
        assert_eq!(chronicle.faith(), faith);
    }
}

#[test]
fn bc_1001_going_after_a_player_is_kept_by_an_attack_and_broken_without_one() {
    let mut kept = Chronicle::of(armed());
    kept.promises(SignalPromise::HuntPlayer, Word::Player(BLUE));
    kept.scene.does(RED, attack("b1", "c1", Mode::Once));
    assert_eq!(kept.faith(), Faith::Kept);

    let mut broken = Chronicle::of(armed());
    broken.promises(SignalPromise::HuntPlayer, Word::Player(BLUE));
    broken.scene.skip_to_round(3);
    assert_eq!(broken.faith(), Faith::Broken);
}

#[test]
fn bc_1001_taking_and_holding_are_judged_by_who_holds_the_place() {
    let mut taken = Chronicle::of(armed());
    taken.promises(SignalPromise::TakeTerritory, Word::Territory(at("c1")));
    taken.scene.does(RED, attack("b1", "c1", Mode::Blitz));
    assert_eq!(taken.scene.land("c1").0, Some(RED), "forty against three");
    assert_eq!(taken.faith(), Faith::Kept);

    let mut held = Chronicle::of(armed());
    held.promises(SignalPromise::HoldTerritory, Word::Territory(at("b1")));
    held.scene.skip_to_round(3);
    assert_eq!(held.faith(), Faith::Kept);

    let mut never = Chronicle::of(armed());
    never.promises(SignalPromise::HoldTerritory, Word::Territory(at("d1")));
    never.scene.skip_to_round(3);
    assert_eq!(never.faith(), Faith::Broken);
}

#[test]
fn bc_1001_a_promise_about_a_seat_that_is_out_is_void() {
    let scenario =
        given(3).land("a1", RED, 3).land("b1", BLUE, 60).land("c1", GREEN, 1).attacking(BLUE);
    let mut chronicle = Chronicle::of(scenario);
    chronicle.promises(SignalPromise::HuntPlayer, Word::Player(GREEN));
    chronicle.scene.does(BLUE, attack("b1", "c1", Mode::Blitz));
    assert_eq!(chronicle.faith(), Faith::Void);
}

#[test]
fn bc_1001_a_betrayal_counts_against_the_traitor_only() {
    let treaty = TreatyRef { with: BLUE, agreement: Agreement::IntelPact, against: None };
    let scenario = three()
        .hand(RED, &["intel-pact-1", "troops-1", "betrayal-1"])
        .hand(BLUE, &["troops-1"])
        .window(RED);
    let mut chronicle = Chronicle::of(scenario);
    let scene = &mut chronicle.scene;
    scene.does(RED, propose(BLUE, "intel-pact-1", &["troops-1"]));
    scene.does(BLUE, accept(RED, &["troops-1"]));
    scene.skip_to_round(2);
    scene.skip_to_window(RED);
    scene.does(RED, play("betrayal-1", Target::Treaty(treaty)));
    scene.skip_to_round(3);
    let (red, blue) = (chronicle.honours(RED), chronicle.honours(BLUE));
    assert_eq!((red.agreements_made, red.betrayals, red.betrayed), (1, 1, 0));
    assert_eq!((blue.agreements_made, blue.betrayals, blue.betrayed), (1, 0, 1));
    assert_eq!(chronicle.record().agreements[0].betrayed_by, Some(RED));
    let score = |seat: Seat| chronicle.scene.view(GREEN).scoreboard[seat.index()];
    assert_eq!((score(RED).betrayals, score(BLUE).betrayals), (1, 0), "all can read that");
}

#[test]
fn bc_1001_an_agreement_that_runs_out_or_is_carried_out_was_kept() {
    let scenario = three()
        .hand(RED, &["ceasefire-1", "troops-1"])
        .hand(BLUE, &["troops-1", "tribute-1", "troops-1", "troops-1"])
        .window(RED);
    let mut chronicle = Chronicle::of(scenario);
    chronicle.scene.does(RED, propose(BLUE, "ceasefire-1", &["troops-1"]));
    chronicle.scene.does(BLUE, accept(RED, &["troops-1"]));
    chronicle.scene.skip_to_round(2);
    assert_eq!(chronicle.honours(RED).agreements_kept, 0, "it is in force");
    chronicle.scene.skip_to(BLUE);
    chronicle.scene.skip_to_window(BLUE);
    chronicle.scene.does(BLUE, propose(RED, "tribute-1", &["troops-1", "troops-1"]));
    chronicle.scene.does(RED, accept(BLUE, &[]));
    chronicle.scene.skip_to_round(3);
    assert_eq!(chronicle.honours(BLUE).agreements_kept, 1, "the tribute is paid");
    chronicle.scene.skip_to_round(5);
    assert_eq!(chronicle.honours(RED).agreements_kept, 2, "and the ceasefire has run out");
    assert_eq!(chronicle.scene.view(GREEN).scoreboard[0].ceasefires, 1, "all can read that");
}

#[test]
fn bc_1001_declined_and_lapsed_proposals_are_remembered() {
    let scenario = three()
        .hand(RED, &["tribute-1", "troops-1", "troops-1"])
        .hand(BLUE, &["safe-passage-1", "troops-1"])
        .window(RED);
    let mut chronicle = Chronicle::of(scenario);
    chronicle.scene.does(RED, propose(GREEN, "tribute-1", &["troops-1", "troops-1"]));
    chronicle.scene.does(GREEN, decline(RED));
    chronicle.scene.skip_to_window(BLUE);
    chronicle.scene.does(BLUE, propose(GREEN, "safe-passage-1", &["troops-1"]));
    chronicle.scene.skip_to_round(3);
    let ends: Vec<_> = chronicle
        .record()
        .rebuffs
        .iter()
        .map(|rebuff| (rebuff.from, rebuff.round, rebuff.resolution))
        .collect();
    assert_eq!(ends, [(RED, Round(1), Resolution::Declined), (BLUE, Round(3), Resolution::Lapsed)]);
    let green = chronicle.honours(GREEN);
    assert_eq!((green.declined, green.lapsed), (1, 1));
}

/// What `seat` did to `other`, in numbers: agreements kept, betrayed, attacked early; promises kept and broken.
fn toward(record: &HonourRecord, seat: Seat, other: Option<Seat>) -> Option<[u32; 5]> {
    let found = record.toward().into_iter().find(|it| (it.seat, it.toward) == (seat, other))?;
    let promises = [found.promises_kept, found.promises_broken];
    let [kept, broken] = promises;
    Some([found.agreements_kept, found.betrayals, found.early_attacks, kept, broken])
}

#[test]
fn bc_1001_a_word_is_kept_or_broken_toward_somebody() {
    let treaty = TreatyRef { with: BLUE, agreement: Agreement::IntelPact, against: None };
    let scenario = three()
        .hand(RED, &["intel-pact-1", "troops-1", "betrayal-1"])
        .hand(BLUE, &["troops-1"])
        .window(RED);
    let mut chronicle = Chronicle::of(scenario);
    let scene = &mut chronicle.scene;
    scene.does(RED, propose(BLUE, "intel-pact-1", &["troops-1"]));
    scene.does(BLUE, accept(RED, &["troops-1"]));
    scene.skip_to_round(2);
    scene.skip_to_window(RED);
    chronicle.promises(SignalPromise::SparePlayer, Word::Player(GREEN));
    chronicle.scene.does(RED, play("betrayal-1", Target::Treaty(treaty)));
    chronicle.scene.skip_to_round(4);
    let record = chronicle.record();
    assert_eq!(toward(&record, RED, Some(BLUE)), Some([0, 1, 0, 0, 0]));
    assert_eq!(toward(&record, BLUE, Some(RED)), None, "it did nothing to its betrayer");
    assert_eq!(toward(&record, RED, None), Some([0, 0, 0, 1, 0]), "that was said to everybody");
    assert_eq!(toward(&record, RED, Some(GREEN)), None);
}

#[test]
fn bc_1001_an_attack_before_an_agreed_ceasefire_takes_effect_is_a_broken_word_of_its_own() {
    let scenario = three()
        .land("b1", RED, 40)
        .land("c1", BLUE, 40)
        .hand(RED, &["ceasefire-1", "troops-1"])
        .hand(BLUE, &["troops-1"])
        .window(RED);
    let mut chronicle = Chronicle::of(scenario);
    let scene = &mut chronicle.scene;
    scene.does(RED, propose(BLUE, "ceasefire-1", &["troops-1"]));
    scene.does(BLUE, accept(RED, &["troops-1"]));
    scene.skip_to(BLUE);
    let fresh = scene.own(BLUE).deploy;
    scene.does(BLUE, deploy("c1", fresh));
    scene.does(BLUE, attack("c1", "b1", Mode::Once));
    scene.does(BLUE, attack("c1", "b1", Mode::Once));
    let record = chronicle.record();
    assert_eq!(record.early_attacks.len(), 1, "one word is broken once");
    assert_eq!(toward(&record, BLUE, Some(RED)), Some([0, 0, 1, 0, 0]));
    assert_eq!(toward(&record, RED, Some(BLUE)), None);
    chronicle.scene.skip_to_round(5);
    let later = toward(&chronicle.record(), BLUE, Some(RED));
    assert_eq!(later, Some([1, 0, 1, 0, 0]), "in force, it was kept until it ran out");
}

#[test]
fn bc_1001_an_attack_after_a_declined_ceasefire_breaks_no_word() {
    let scenario =
        three().land("b1", RED, 40).land("c1", BLUE, 40).hand(RED, &["ceasefire-1", "troops-1"]);
    let mut chronicle = Chronicle::of(scenario.window(RED));
    let scene = &mut chronicle.scene;
    scene.does(RED, propose(BLUE, "ceasefire-1", &["troops-1"]));
    scene.does(BLUE, decline(RED));
    scene.skip_to(BLUE);
    let fresh = scene.own(BLUE).deploy;
    scene.does(BLUE, deploy("c1", fresh));
    scene.does(BLUE, attack("c1", "b1", Mode::Once));
    assert_eq!(chronicle.record().early_attacks, []);
}
